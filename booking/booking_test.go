package booking

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

func TestTripProblems(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	good := Trip{
		Place: CodePlace("LON"), CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1,
	}
	if problems := good.Problems(now); len(problems) != 0 {
		t.Fatalf("a good trip has problems: %v", problems)
	}
	for name, c := range map[string]struct {
		change func(*Trip)
		field  string
		part   string
	}{
		"no place":             {func(trip *Trip) { trip.Place = Place{} }, FieldPlace, "choose a destination"},
		"a past arrival":       {func(trip *Trip) { trip.CheckIn = api.NewDate(2026, 11, 29) }, FieldCheckIn, "the earliest day is Tue 1 Dec 2026"},
		"no arrival":           {func(trip *Trip) { trip.CheckIn = api.Date{} }, FieldCheckIn, "arrive"},
		"no departure":         {func(trip *Trip) { trip.CheckOut = api.Date{} }, FieldCheckOut, "leave"},
		"departure on arrival": {func(trip *Trip) { trip.CheckOut = trip.CheckIn }, FieldCheckOut, "after arrival"},
		"too long":             {func(trip *Trip) { trip.CheckOut = trip.CheckIn.AddDays(100) }, FieldCheckOut, "100 nights"},
		"nobody":               {func(trip *Trip) { trip.Adults = 0 }, FieldAdults, "1 to 9"},
		"fewer than no child":  {func(trip *Trip) { trip.Children = -1 }, FieldChildren, "0 to 9"},
		"no room":              {func(trip *Trip) { trip.Rooms = 0 }, FieldRooms, "1 to 20"},
	} {
		t.Run(name, func(t *testing.T) {
			trip := good
			c.change(&trip)
			problems := trip.Problems(now)
			if len(problems) != 1 || problems[0].Field != c.field || !strings.Contains(problems[0].Message, c.part) {
				t.Errorf("got %v, want one at %s with %q", problems, c.field, c.part)
			}
		})
	}
}

// A traveller's yesterday is bookable while it is still today at the hotel.
func TestEarliestCheckInIsTheHotelsToday(t *testing.T) {
	now := time.Date(2026, 12, 2, 9, 0, 0, 0, time.UTC) // 1 December, 23:00 in Honolulu.
	trip := Trip{Place: Place{Kind: PlaceProperty, Name: "h", Zone: "Pacific/Honolulu"}, CheckIn: api.NewDate(2026, 12, 1), CheckOut: api.NewDate(2026, 12, 2), Adults: 1, Rooms: 1}
	if problems := trip.Problems(now); len(problems) != 0 {
		t.Errorf("tonight in Honolulu is refused: %v", problems)
	}
	trip.Place.Zone = "Asia/Tokyo"
	if problems := trip.Problems(now); len(problems) != 1 || problems[0].Field != FieldCheckIn {
		t.Errorf("yesterday in Tokyo is let through: %v", problems)
	}
}

func TestWords(t *testing.T) {
	in := api.NewDate(2026, 12, 30)
	for got, want := range map[string]string{
		StayWords(api.NewDate(2026, 12, 12), api.NewDate(2026, 12, 15)): "Sat 12 Dec – Tue 15 Dec 2026 · 3 nights",
		StayWords(in, in.AddDays(3)):                                    "Wed 30 Dec 2026 – Sat 2 Jan 2027 · 3 nights",
		StayWords(in, in.AddDays(1)):                                    "Wed 30 Dec – Thu 31 Dec 2026 · 1 night",
		PartyWords(1, 0):                                                "1 adult",
		PartyWords(2, 1):                                                "2 adults, 1 child",
		PartyWords(2, 2):                                                "2 adults, 2 children",
		LeftWords(49 * time.Hour):                                       "2 d 1 h",
		LeftWords(61 * time.Minute):                                     "1 h 1 min",
		LeftWords(61 * time.Second):                                     "1 min 01 s",
		LeftWords(59 * time.Second):                                     "59 s",
		LeftWords(0):                                                    "past",
		MaskName(api.Guest{GivenName: "María", Surname: "González"}): "M··· G···",
		MaskName(api.Guest{GivenName: "王"}):                          "王···",
		MaskEmail("maria@example.com"):                               "m···@example.com",
		MaskEmail("nonsense"):                                        "···",
		MaskPhone("+442079460000"):                                   "···00",
		NormalPhone("0044 20 7946-0000"):                             "+442079460000",
		NormalPhone("ring twice"):                                    "ring twice",
		Fold("Zürich ØRESUND Straße"):                                "zurich oresund strasse",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestGuestFields(t *testing.T) {
	for _, c := range []struct{ field, text, problem string }{
		{FieldSurname, "O'Neill-Ó Súilleabháin", ""},
		{FieldSurname, "Ng", ""},
		{FieldGivenName, "王", ""},
		{FieldGivenName, " ", "needed"},
		{FieldGivenName, "a\x1b[2J", "holds a character that cannot be sent"},
		{FieldEmail, "a@b", "an address like name@example.com"},
		{FieldEmail, "Ann <a@example.com>", "an address like name@example.com"},
		{FieldEmail, "a@example.com", ""},
		{FieldPhone, "+1 (202) 555-0100", ""},
		{FieldPhone, "555 0100", "an international number like +44 20 7946 0000"},
		{FieldState, "", ""},
		{FieldPostalCode, "", ""},
		{FieldCountry, "gb", ""},
		{FieldCountry, " tw ", ""},
		{FieldCountry, "UK1", "two letters, like GB or JP"},
		{FieldCountry, "", "two letters, like GB or JP"},
		{FieldCountry, "é", "two letters, like GB or JP"},
		{FieldCountry, "A ", "two letters, like GB or JP"},
		{FieldCountry, "uk", "the code of the United Kingdom is GB"},
		{FieldCountry, "ZZ", "no country has the code ZZ"},
		{FieldCountry, "eu", "no country has the code EU"},
		{FieldCountry, "AN", "no country has the code AN"},
	} {
		if got := CheckGuestField(c.field, c.text); got != c.problem {
			t.Errorf("%s %q: got %q, want %q", c.field, c.text, got, c.problem)
		}
	}
}

// Section 8 counts characters, not bytes.
func TestCustomDataLimits(t *testing.T) {
	for _, c := range []struct{ key, value, part string }{
		{"cost_centre-1", strings.Repeat("é", 128), ""},
		{"cost_centre", strings.Repeat("é", 129), "128 characters"},
		{strings.Repeat("k", 33), "v", "1 to 32"},
		{"", "v", "1 to 32"},
		{"größe", "v", "letters, digits"},
		{"k", `a"b`, "without"},
		{"k", "a<b", "without"},
		{"bellhop_attempt", "v", "console's own"},
	} {
		got := CheckCustomField(c.key, c.value)
		if (c.part == "") != (got == "") || !strings.Contains(got, c.part) {
			t.Errorf("%q=%q: got %q, want %q in it", c.key, c.value, got, c.part)
		}
	}
}

func TestDistanceAndDirection(t *testing.T) {
	london, paris := api.Coordinates{Latitude: 51.5074, Longitude: -0.1278}, api.Coordinates{Latitude: 48.8566, Longitude: 2.3522}
	if km := Kilometres(london, paris); km < 340 || km > 348 {
		t.Errorf("London to Paris is %.1f km", km)
	}
	if got := Compass(london, paris); got != "SE" {
		t.Errorf("Paris lies %s of London", got)
	}
	west, east := api.Coordinates{Longitude: 179.9}, api.Coordinates{Longitude: -179.9}
	if km := Kilometres(west, east); km > 23 {
		t.Errorf("across the date line: %.1f km", km)
	}
	if got := Compass(west, east); got != "E" {
		t.Errorf("across the date line: %s", got)
	}
	centre := middle([]api.Hotel{{Location: &west}, {Location: &east}, {Location: &api.Coordinates{Longitude: 180}}})
	if centre == nil || centre.Longitude < 179 && centre.Longitude > -179 {
		t.Errorf("the middle of hotels on the date line is %v", centre)
	}
	if middle([]api.Hotel{{}}) != nil {
		t.Error("hotels without coordinates have a middle")
	}
}

func hotelWith(name, total, currency string, stars string) Listing {
	h := api.Hotel{Name: name, Rating: api.Rating{Value: stars}}
	return Listing{Name: h.Name, Total: api.NewMoney(total, currency), Stars: starsOf(h.Rating), Km: -1}
}

func TestArrange(t *testing.T) {
	list := HotelList{Items: []Listing{
		hotelWith("Çelik", "100.00", "GBP", "5"), hotelWith("Abbey", "90.00", "GBP", "3"), hotelWith("Zum Löwen", "95.00", "EUR", ""), hotelWith("Nil", "", "", "4.5"),
	}}
	list.Items[1].Km = 2
	names := func(index []int) string {
		var out []string
		for _, i := range index {
			out = append(out, list.Items[i].Name)
		}
		return strings.Join(out, ",")
	}
	for name, c := range map[string]struct {
		sort   HotelSort
		filter HotelFilter
		find   string
		want   string
	}{
		"by total within each currency, unpriced last":    {SortTotal, HotelFilter{}, "", "Zum Löwen,Abbey,Çelik,Nil"},
		"by distance, unknown last":                       {SortDistance, HotelFilter{}, "", "Abbey,Çelik,Zum Löwen,Nil"},
		"by class":                                        {SortStars, HotelFilter{}, "", "Çelik,Nil,Abbey,Zum Löwen"},
		"by name without regard to diacritics":            {SortName, HotelFilter{}, "", "Abbey,Çelik,Nil,Zum Löwen"},
		"as the service sent them":                        {SortService, HotelFilter{}, "", "Çelik,Abbey,Zum Löwen,Nil"},
		"found without diacritics":                        {SortService, HotelFilter{}, "lowen", "Zum Löwen"},
		"at least four stars":                             {SortService, HotelFilter{MinStars: 4}, "", "Çelik,Nil"},
		"a limit in another currency keeps nothing of it": {SortService, HotelFilter{MaxTotal: api.NewMoney("95.00", "GBP")}, "", "Abbey"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := names(list.Arrange(c.sort, c.filter, c.find)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
	if list.Mixed() == "" {
		t.Error("two currencies are not said")
	}
}

// A stay's day is the hotel's, wherever the agent sits.
func TestStayOf(t *testing.T) {
	desk := NewDesk(Options{})
	tokyo := api.Reservation{
		CheckIn: api.ParseInstant("2026-12-11T15:00:00Z"), CheckOut: api.ParseInstant("2026-12-14T15:00:00Z"),
		Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "1"}},
	}
	if s := desk.StayOf(tokyo); s.In != api.NewDate(2026, 12, 11) || s.Zone != "UTC" || !strings.Contains(s.Words(), "UTC") {
		t.Errorf("without a zone: %+v %q", s, s.Words())
	}
	withOffset := tokyo
	withOffset.Rate.Terms.Penalties = []api.CancelPenalty{penalty("2026-12-10T18:00:00+09:00", "1")}
	if s := desk.StayOf(withOffset); s.In != api.NewDate(2026, 12, 12) || s.Out != api.NewDate(2026, 12, 15) || s.Zone != "hotel" {
		t.Errorf("by the deadline's offset: %+v", s)
	}
	desk.remember([]api.Property{{ID: tokyo.Hotel.ID, Timezone: "Asia/Tokyo"}})
	if s := desk.StayOf(tokyo); s.In != api.NewDate(2026, 12, 12) || s.Zone != "hotel" {
		t.Errorf("by the property's zone: %+v", s)
	}
}

func TestNightsTotal(t *testing.T) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	p := api.Price{Total: gbp("30.00"), Nights: []api.NightPrice{{Total: gbp("10.00")}, {Total: gbp("20.00")}}}
	if sum, note := NightsTotal(p); note != "" || sum.Number() != "30.00" {
		t.Errorf("got %v %q", sum, note)
	}
	p.Total = gbp("31.00")
	if _, note := NightsTotal(p); note != "the nights add up to 30.00 GBP, the total is 31.00 GBP" {
		t.Errorf("got %q", note)
	}
}
