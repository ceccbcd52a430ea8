package trip

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/wording"
	"bellhop/internal/safetext"
)

func TestTripProblems(t *testing.T) {
	now := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	good := Trip{
		Destination: CodeDestination("LON"), CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1,
	}
	if problems := good.Problems(now); len(problems) != 0 {
		t.Fatalf("a good trip has problems: %v", problems)
	}
	for name, c := range map[string]struct {
		change func(*Trip)
		field  string
		part   string
	}{
		"no destination":       {func(trip *Trip) { trip.Destination = Destination{} }, FieldDestination, "choose a destination"},
		"a past arrival":       {func(trip *Trip) { trip.CheckIn = api.NewDate(2026, 11, 29) }, FieldCheckIn, "the earliest day is Tue 1 Dec 2026"},
		"no arrival":           {func(trip *Trip) { trip.CheckIn = api.Date{} }, FieldCheckIn, "arrive"},
		"no departure":         {func(trip *Trip) { trip.CheckOut = api.Date{} }, FieldCheckOut, "leave"},
		"departure on arrival": {func(trip *Trip) { trip.CheckOut = trip.CheckIn }, FieldCheckOut, "after arrival"},
		"too long":             {func(trip *Trip) { trip.CheckOut = trip.CheckIn.AddDays(100) }, FieldCheckOut, "100 nights"},
		"nobody":               {func(trip *Trip) { trip.Adults = 0 }, FieldAdults, "1 to 9"},
		"fewer than no child":  {func(trip *Trip) { trip.Children = -1 }, FieldChildren, "0 to 9"},
		"no room":              {func(trip *Trip) { trip.Rooms = 0 }, FieldRooms, "1 to 9"},
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
	trip := Trip{Destination: Destination{Kind: KindHotel, Name: "h", Zone: "Pacific/Honolulu"}, CheckIn: api.NewDate(2026, 12, 1), CheckOut: api.NewDate(2026, 12, 2), Adults: 1, Rooms: 1}
	if problems := trip.Problems(now); len(problems) != 0 {
		t.Errorf("tonight in Honolulu is refused: %v", problems)
	}
	trip.Destination.Zone = "Asia/Tokyo"
	if problems := trip.Problems(now); len(problems) != 1 || problems[0].Field != FieldCheckIn {
		t.Errorf("yesterday in Tokyo is let through: %v", problems)
	}
}

func TestTripBrief(t *testing.T) {
	trip := Trip{
		Destination: Destination{Kind: KindArea, Name: "London, England, United Kingdom", CountryCode: "GB"}, Adults: 2, Children: 1, Rooms: 2,
		CheckIn: api.NewDate(2026, time.December, 30), CheckOut: api.NewDate(2027, time.January, 2),
	}
	year := func(now time.Time, want ...string) {
		t.Helper()
		if got := trip.Brief(now); !slices.Equal(got, want) {
			t.Errorf("brief %q, want %q", got, want)
		}
	}
	year(time.Date(2026, time.December, 1, 0, 0, 0, 0, time.UTC),
		"London GB · 30 Dec – 2 Jan 2027 · 3 nights · 2 adults, 1 child · 2 rooms",
		"London GB · 30 Dec – 2 Jan · 2 adults, 1 child · 2 rooms",
		"30 Dec – 2 Jan · 2 adults, 1 child · 2 rooms", "30 Dec – 2 Jan · 2a1c 2r", "30 Dec – 2 Jan")
	year(time.Date(2025, time.December, 1, 0, 0, 0, 0, time.UTC),
		"London GB · 30 Dec – 2 Jan 2027 · 3 nights · 2 adults, 1 child · 2 rooms",
		"London GB · 30 Dec – 2 Jan 2027 · 2 adults, 1 child · 2 rooms",
		"30 Dec – 2 Jan 2027 · 2 adults, 1 child · 2 rooms", "30 Dec – 2 Jan 2027 · 2a1c 2r", "30 Dec – 2 Jan 2027")
	if (Trip{}).Brief(time.Time{}) != nil {
		t.Error("a trip without dates has shorter words")
	}
	if got := BriefStay(api.NewDate(2026, time.December, 19), api.NewDate(2026, time.December, 22)); got != "19–22 Dec" {
		t.Errorf("a stay within a month is %q", got)
	}
}

// Characters are cut whole: half a one is invalid, and a terminal takes its
// bytes for controls.
func TestPropertyIDsCutCharacters(t *testing.T) {
	if id, ok := splitPropertyID("Lé20417"); !ok || id.Chain != "Lé" || id.Code != "20417" {
		t.Errorf("the property is %+v", id)
	}
}

// Whatever a text is, no control or invalid character is made of it.
func FuzzText(f *testing.F) {
	for _, text := range []string{"", "+44 20 7946 0000", "+1555é", "m@é", "é@", "\u0301\u0301\u0301\u0301", "电话号码", "🇬🇧🇬🇧", "a@b@c"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		text = safetext.Line(text)
		id, _ := splitPropertyID(text)
		for _, got := range []string{id.Chain, id.Code, wording.Clip(text), wording.ClipTo(maxDayText, text), dayOrText(api.Date{}, text)} {
			if !utf8.ValidString(got) || strings.ContainsFunc(got, unicode.IsControl) {
				t.Errorf("%q becomes %q", text, got)
			}
		}
	})
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
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
