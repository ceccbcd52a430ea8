package rebook

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// december is the moment of these tests, before every deadline.
var december = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func gbp(number string) api.Money { return api.NewMoney(number, "GBP") }

func yes(b bool) *bool { return &b }

// quiet is a service that gets no requests.
type quiet struct{ booking.Service }

func (quiet) Skew() time.Duration { return 0 }

func quietDesk() *booking.Desk {
	return booking.NewDesk(booking.Options{Service: quiet{}, Now: func() time.Time { return december }})
}

func freeUntil(deadline, amount string) api.Terms {
	return api.Terms{Refundable: yes(true), Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline(deadline), Amount: gbp(amount)}}}
}

var tenth = freeUntil("2026-12-10T18:00:00+00:00", "100.00")

// booked returns the reservation that these tests rebook.
func booked() api.Reservation {
	return api.Reservation{
		ID: "old", Status: api.StatusConfirmed, CheckIn: api.ParseInstant("2026-12-12"), CheckOut: api.ParseInstant("2026-12-15"), Adults: 2,
		Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "20417"}},
		Rate:  api.BookedRate{BookingCode: "old", Rooms: 1, Total: gbp("600.00"), Terms: tenth},
	}
}

func compared(old api.Reservation) Comparison {
	c := Comparison{Old: old, At: december, Terms: terms.Of(old.Rate.Terms)}
	c.Penalty = c.Terms.CostAt(december)
	return c
}

// draft returns a new booking at a searched total.
func draft(total api.Money) booking.Draft {
	return booking.Draft{
		Trip: trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1},
		Room: api.Room{Name: "Queen"}, Rate: api.Rate{BookingCode: "new", Name: "Flexible", Price: api.Price{Total: total}, Terms: tenth},
	}
}

// verifiedAt returns a draft that was verified at a total, with fees.
func verifiedAt(total api.Money, fees ...api.Charge) booking.Draft {
	d := draft(total)
	d.Verified, d.VerifiedAt = &api.Verification{Total: total, Terms: []api.Terms{tenth}, FeeLines: fees}, december
	return d
}

func fee(amount, currency string, included *bool) api.Charge {
	return api.Charge{Amount: api.NewMoney(amount, currency), Description: "City tax", IncludedInTotal: included}
}

// billOf returns the bill of a reservation that was sold with these fees at the hotel.
func billOf(r api.Reservation, fees ...journal.Charge) terms.Bill {
	var sale booking.Sale
	sale.State.Agreement = &journal.Agreement{AtHotel: fees}
	return sale.Bill(r)
}

func TestSaving(t *testing.T) {
	for name, c := range map[string]struct {
		now     api.Money
		penalty terms.Cost
		want    string // empty if it is unknown
	}{
		"cheaper":                     {gbp("550.00"), terms.Cost{Kind: terms.CostFree}, "50.00 GBP"},
		"cheaper after the penalty":   {gbp("550.00"), terms.Cost{Kind: terms.CostPenalty, Amount: gbp("49.99")}, "0.01 GBP"},
		"the penalty makes it a loss": {gbp("550.00"), terms.Cost{Kind: terms.CostPenalty, Amount: gbp("50.01")}, "-0.01 GBP"},
		"the same":                    {gbp("600.00"), terms.Cost{Kind: terms.CostFree}, "0.00 GBP"},
		"dearer":                      {gbp("600.01"), terms.Cost{Kind: terms.CostFree}, "-0.01 GBP"},
		"free, whatever its amount":   {gbp("550.00"), terms.Cost{Kind: terms.CostFree, Amount: gbp("10")}, "50.00 GBP"},
		"another currency":            {api.NewMoney("550.00", "EUR"), terms.Cost{Kind: terms.CostFree}, ""},
		"no total":                    {api.Money{}, terms.Cost{Kind: terms.CostFree}, ""},
		"penalty in another currency": {gbp("550.00"), terms.Cost{Kind: terms.CostPenalty, Amount: api.NewMoney("1", "EUR")}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := savingOf(gbp("600.00"), c.now, c.penalty)
			if (err != nil) != (c.want == "") || err == nil && got.String() != c.want {
				t.Errorf("it saves %s, %v", got, err)
			}
		})
	}
}

// A saving counts the hotel's extra charges, and a note names those that it leaves out.
func TestComparisonOffer(t *testing.T) {
	told := func(fees ...journal.Charge) soldAs { return soldAs{bill: billOf(booked(), fees...)} }
	untold := soldAs{bill: booking.Sale{}.Bill(booked())}
	six, zero := journal.Charge{Name: "City tax", Amount: "6.00", Currency: "GBP"}, []string(nil)
	for name, c := range map[string]struct {
		draft  booking.Draft
		was    soldAs
		saving string // empty where it is no offer
		due    []string
		note   string // the beginning of the only one
	}{
		"searched":                     {draft(gbp("550.00")), untold, "50.00 GBP", zero, ""},
		"searched, and an earlier fee": {draft(gbp("550.00")), told(six), "50.00 GBP", zero, ""},
		"loss":                         {draft(gbp("650.00")), untold, "-50.00 GBP", zero, ""},
		"nothing to pay":               {draft(gbp("0")), untold, "600.00 GBP", zero, ""},
		"negative price":               {draft(gbp("-0.01")), untold, "", zero, ""},
		"negative price, verified":     {verifiedAt(gbp("-550.00")), untold, "", zero, ""},
		"another currency":             {draft(api.NewMoney("550.00", "EUR")), untold, "", zero, ""},
		"no total":                     {draft(api.Money{}), untold, "", zero, ""},
		"verified":                     {verifiedAt(gbp("550.00")), told(), "50.00 GBP", zero, ""},
		"fee in the total":             {verifiedAt(gbp("550.00"), fee("6.00", "GBP", yes(true))), told(), "50.00 GBP", zero, ""},
		"new fee":                      {verifiedAt(gbp("550.00"), fee("6.00", "GBP", yes(false))), told(), "44.00 GBP", []string{"0.00 GBP → 6.00 GBP (+6.00) worse"}, ""},
		"two new fees":                 {verifiedAt(gbp("550.00"), fee("6.00", "GBP", yes(false)), fee("1.50", "GBP", yes(false))), told(), "42.50 GBP", []string{"0.00 GBP → 7.50 GBP (+7.50) worse"}, ""},
		"same fee":                     {verifiedAt(gbp("550.00"), fee("6.00", "GBP", yes(false))), told(six), "50.00 GBP", zero, ""},
		"fee that may be included":     {verifiedAt(gbp("550.00"), fee("6.00", "GBP", nil)), told(six), "50.00 GBP", []string{"6.00 GBP, City tax → 6.00 GBP, City tax (may be included in the price) unclear"}, "fees at the hotel are not compared"},
		"fee is gone":                  {verifiedAt(gbp("550.00")), told(six), "56.00 GBP", []string{"6.00 GBP → 0.00 GBP (-6.00) better"}, ""},
		"two fees before":              {verifiedAt(gbp("550.00")), told(six, six), "62.00 GBP", []string{"12.00 GBP → 0.00 GBP (-12.00) better"}, ""},
		"fee, and earlier ones unsaid": {verifiedAt(gbp("550.00"), fee("6.00", "GBP", nil)), untold, "50.00 GBP", zero, "fees at the hotel: 6.00 GBP, City tax (may be included in the price); those of the old booking are not known"},
		"no fee, earlier ones unsaid":  {verifiedAt(gbp("550.00")), untold, "50.00 GBP", zero, ""},
		"fee in another currency":      {verifiedAt(gbp("550.00"), fee("6.00", "EUR", yes(false))), told(), "50.00 GBP", []string{"nothing → 6.00 EUR, City tax unclear"}, "fees at the hotel are not compared"},
		"earlier fee in another currency": {
			verifiedAt(gbp("550.00"), fee("6.00", "GBP", yes(false))), told(journal.Charge{Name: "tax", Amount: "6.00", Currency: "EUR"}), "50.00 GBP",
			[]string{"6.00 EUR, tax → 6.00 GBP, City tax unclear"},
			"fees at the hotel are not compared",
		},
	} {
		t.Run(name, func(t *testing.T) {
			comparison := compared(booked())
			o, ok := comparison.offer(c.draft, c.was)
			if ok != (c.saving != "") || ok && o.Saving.String() != c.saving {
				t.Fatalf("an offer: %t, saving %s", ok, o.Saving)
			}
			var due []string
			for _, change := range o.Changes {
				if change.What == terms.FeesRow {
					due = append(due, fmt.Sprintf("%s → %s %s", change.Before, change.After, change.Verdict))
				}
			}
			if diff := cmp.Diff(c.due, due); diff != "" {
				t.Error(diff)
			}
			if got := strings.Join(o.Notes, "; "); (got == "") != (c.note == "") || !strings.HasPrefix(got, c.note) {
				t.Errorf("the notes are %q", got)
			}
		})
	}
}

// An offer names the terms that differ.
func TestComparisonOffer_Terms(t *testing.T) {
	c, d := compared(booked()), draft(gbp("550.00"))
	d.Rate.Terms = freeUntil("2026-12-11T18:00:00+00:00", "100.00")
	o, ok := c.offer(d, soldAs{room: "Queen", rate: "Flexible", board: true})
	want := []terms.Change{{
		What: "cancel penalties", Before: "free until Thu 10 Dec 18:00, then 100.00 GBP", After: "free until Fri 11 Dec 18:00, then 100.00 GBP", Verdict: terms.Better,
	}}
	if diff := cmp.Diff(want, o.Changes); diff != "" || !ok {
		t.Error(ok, diff)
	}
}

// An offer is the same, or as good, only if room and board are known and keep all they had. Its title says what it is.
func TestOffer_RoomAndBoard(t *testing.T) {
	known := soldAs{room: "Queen", sleeps: 3, listed: 3, rate: "Flexible", perks: []string{"Breakfast"}, board: true}
	with := func(change func(*soldAs)) soldAs {
		was := known
		change(&was)
		return was
	}
	for name, c := range map[string]struct {
		was  soldAs
		now  []string // perks
		room string
		most int // guests in a room
		rows []string
		// what is the title without the saving; good reports whether it stands with the same stay.
		what string
		good bool
	}{
		"same":           {known, []string{"Breakfast"}, "Queen", 3, nil, "The same stay", true},
		"one perk more":  {known, []string{"Wifi", "Breakfast"}, "Queen", 3, []string{"included: Breakfast → Breakfast, Wifi better"}, "The same stay", true},
		"perk lost":      {known, nil, "Queen", 3, []string{"included: Breakfast → nothing besides the room worse"}, "The same room with less included", false},
		"perk exchanged": {known, []string{"Wifi"}, "Queen", 3, []string{"included: Breakfast → Wifi worse"}, "The same room with less included", false},
		"another room":   {known, []string{"Breakfast"}, "King", 3, []string{"room: Queen → King unclear"}, "Another room", false},
		"a smaller room": {known, []string{"Breakfast"}, "Double", 2, []string{"room: Queen, at most 3 guests → Double, at most 2 guests worse"}, "A smaller room", false},
		"a larger room":  {known, []string{"Breakfast"}, "Suite", 4, []string{"room: Queen, at most 3 guests → Suite, at most 4 guests unclear"}, "A larger room", true},
		"larger, and a perk lost": {known, nil, "Suite", 4, []string{
			"room: Queen, at most 3 guests → Suite, at most 4 guests unclear", "included: Breakfast → nothing besides the room worse",
		}, "A larger room with less included", false},
		"size not known":  {with(func(w *soldAs) { w.sleeps, w.listed = 0, 0 }), []string{"Breakfast"}, "King", 2, []string{"room: Queen → King, at most 2 guests unclear"}, "Another room", false},
		"size not said":   {known, []string{"Breakfast"}, "King", 0, []string{"room: Queen, at most 3 guests → King unclear"}, "Another room", false},
		"room not known":  {with(func(w *soldAs) { w.room = "" }), []string{"Breakfast"}, "Queen", 0, []string{"room: not said → Queen unclear"}, "Another rate", false},
		"another rate":    {with(func(w *soldAs) { w.rate = "Saver" }), []string{"Breakfast"}, "Queen", 3, []string{"rate: Saver → Flexible changed"}, "The same stay", true},
		"rate not known":  {with(func(w *soldAs) { w.rate = "" }), []string{"Breakfast"}, "Queen", 3, []string{"rate: not said → Flexible changed"}, "The same stay", true},
		"board not known": {with(func(w *soldAs) { w.perks, w.board = nil, false }), nil, "Queen", 3, []string{"included: not said → nothing besides the room unclear"}, "The same room", false},
	} {
		t.Run(name, func(t *testing.T) {
			d := draft(gbp("550.00"))
			d.Room.Name, d.Room.MaxOccupancy = c.room, c.most
			for _, perk := range c.now {
				d.Rate.Perks = append(d.Rate.Perks, api.Perk{Name: perk})
			}
			o := Offer{Draft: d, Saving: gbp("50.00")}
			o.compareRoom(c.was)
			var rows []string
			for _, change := range o.Changes {
				rows = append(rows, fmt.Sprintf("%s: %s → %s %s", change.What, change.Before, change.After, change.Verdict))
			}
			if diff := cmp.Diff(c.rows, rows); diff != "" || (o.Group() == AsGood) != c.good || o.Title() != c.what+" saves 50.00 GBP" {
				t.Error(o.Group(), o.Title(), diff)
			}
		})
	}
}

// A room for fewer guests is not the same stay, whatever its name, and only limits of one source make a room larger: the
// search lists that of a room, and the verification returns that of a rate.
func TestOffer_Guests(t *testing.T) {
	for name, c := range map[string]struct {
		sleeps, listed int    // of the sale: as agreed, and of the room in the search
		room           string // of the offer
		most, verified int    // its guests: listed, and verified
		row, what      string
	}{
		"same room, fewer guests verified":   {3, 3, "Queen", 3, 1, "Queen, at most 3 guests → Queen, at most 1 guest worse", "The same room for fewer guests"},
		"same room, fewer guests listed":     {3, 0, "Queen", 2, 0, "Queen, at most 3 guests → Queen, at most 2 guests worse", "The same room for fewer guests"},
		"same room, not sold here":           {0, 3, "Queen", 3, 1, "Queen, at most 3 guests → Queen, at most 1 guest worse", "The same room for fewer guests"},
		"same room, more guests":             {3, 3, "Queen", 3, 4, "", "The same stay"},
		"same room, the sale says fewer":     {2, 3, "Queen", 3, 0, "", "The same stay"},
		"same room, number not said":         {0, 0, "Queen", 0, 1, "", "The same stay"},
		"another, more than was agreed":      {2, 3, "King", 3, 0, "Queen → King unclear", "Another room"},
		"another, more than was agreed only": {2, 0, "King", 3, 0, "Queen, at most 2 guests → King, at most 3 guests unclear", "Another room"},
		"another, larger as listed":          {2, 3, "King", 4, 0, "Queen, at most 3 guests → King, at most 4 guests unclear", "A larger room"},
		"another, listed larger only":        {2, 3, "King", 4, 2, "Queen → King unclear", "Another room"},
		"another, larger as verified":        {2, 3, "King", 3, 3, "Queen, at most 2 guests → King, at most 3 guests unclear", "A larger room"},
		"another, verified with none listed": {2, 0, "King", 0, 3, "Queen, at most 2 guests → King, at most 3 guests unclear", "A larger room"},
		"another, smaller as verified":       {3, 3, "King", 4, 2, "Queen, at most 3 guests → King, at most 2 guests worse", "A smaller room"},
	} {
		t.Run(name, func(t *testing.T) {
			d := draft(gbp("550.00"))
			d.Room.Name, d.Room.MaxOccupancy = c.room, c.most
			if c.verified > 0 {
				d.Verified = &api.Verification{MaxOccupancy: c.verified}
			}
			o := Offer{Draft: d, Saving: gbp("50.00")}
			o.compareRoom(soldAs{room: "Queen", sleeps: c.sleeps, listed: c.listed, rate: "Flexible", board: true})
			row := ""
			for _, change := range o.Changes {
				row += fmt.Sprintf("%s → %s %s", change.Before, change.After, change.Verdict)
			}
			good := c.what == "The same stay" || c.what == "A larger room"
			if row != c.row || o.Title() != c.what+" saves 50.00 GBP" || (o.Group() == AsGood) != good {
				t.Errorf("%q, %q, group %v", row, o.Title(), o.Group())
			}
		})
	}
}

// The journal shortens long names and lists. The same rate is still the same stay, and the perks that the list left out are no gain.
func TestOffer_ShortenedInTheJournal(t *testing.T) {
	long := func(name string) string { return name + strings.Repeat(" of the hotel", 20) }
	several := func(n int) (perks []api.Perk) {
		for i := range n {
			perks = append(perks, api.Perk{Name: fmt.Sprintf("Perk %02d", i)})
		}
		return perks
	}
	for name, c := range map[string]struct {
		room, rate   string
		sold, offers []api.Perk
		rows         int
		what         string
	}{
		"a long room":            {long("Queen"), "Flexible", nil, nil, 0, "The same stay"},
		"a long rate":            {"Queen", long("Flexible"), nil, nil, 0, "The same stay"},
		"a long perk":            {"Queen", "Flexible", []api.Perk{{Name: long("Breakfast")}}, []api.Perk{{Name: long("Breakfast")}}, 0, "The same stay"},
		"a long perk and a gain": {"Queen", "Flexible", []api.Perk{{Name: long("Breakfast")}}, []api.Perk{{Name: long("Breakfast")}, {Name: "Wifi"}}, 1, "The same stay"},
		"a long perk is lost":    {"Queen", "Flexible", []api.Perk{{Name: long("Breakfast")}}, []api.Perk{{Name: long("Dinner")}}, 1, "The same room with less included"},
		"thirteen perks":         {"Queen", "Flexible", several(13), several(13), 0, "The same stay"},
		"thirteen, and one lost": {"Queen", "Flexible", several(13), several(13)[1:], 1, "The same room with less included"},
		"eleven, and a gain":     {"Queen", "Flexible", several(11), several(12), 1, "The same stay"},
	} {
		t.Run(name, func(t *testing.T) {
			j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{Now: func() time.Time { return december }})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = j.Close() }()
			d := draft(gbp("550.00"))
			d.Room, d.Rate.Name, d.Rate.Perks = api.Room{Name: c.room, MaxOccupancy: 2}, c.rate, c.offers
			sold := booking.RoomRate{Room: d.Room, Rate: api.Rate{Name: c.rate, Perks: c.sold}}
			agreed := journal.NewAgreement(december)
			agreed.Room, agreed.Rate, agreed.Included, agreed.Sleeps = sold.RoomName(), c.rate, sold.Included(), 2
			plan := journal.Plan{
				Kind: journal.Create, Attempt: "a", Profile: "demo", Environment: "sandbox", Chain: "LX", Property: "20417",
				CheckIn: "2026-12-12", CheckOut: "2026-12-15", Agreement: agreed,
			}
			attempt, err := j.Begin(plan)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = attempt.Close() }()
			list, err := j.Attempts(journal.Filter{})
			if err != nil || len(list) != 1 {
				t.Fatalf("%d attempts, %v", len(list), err)
			}
			var sale booking.Sale
			sale.State = list[0]
			d.Hotel.Rooms = []api.Room{{Name: c.room, MaxOccupancy: 2, Rates: []api.Rate{d.Rate}}}
			o := Offer{Draft: d, Saving: gbp("50.00")}
			o.compareRoom(asSold(d.Hotel, booked(), sale, true))
			if len(o.Changes) != c.rows || o.Title() != c.what+" saves 50.00 GBP" {
				t.Errorf("%s: %+v", o.Title(), o.Changes)
			}
		})
	}
}

// Of a sale from here the journal says what was sold, whatever the search has by now; of others the search does, under both
// codes of the rate.
func TestAsSold(t *testing.T) {
	rate := func(booking, channel string) api.Rate {
		return api.Rate{BookingCode: booking, ChannelCode: channel, Name: booking + channel, Perks: []api.Perk{{Name: "Wifi"}, {Name: "Breakfast"}}}
	}
	hotel := api.Hotel{Rooms: []api.Room{
		{Name: "Twin", Rates: []api.Rate{rate("old", "b"), rate("x", "a")}},
		{Name: "Queen", MaxOccupancy: 3, Rates: []api.Rate{rate("old", "a")}},
		{Name: "Queen", MaxOccupancy: 4, Rates: []api.Rate{rate("y", "a")}},
		{Name: "Suite", MaxOccupancy: 2, Rates: []api.Rate{rate("z", "a")}},
		{Name: "Suite", MaxOccupancy: 5, Rates: []api.Rate{rate("z", "b")}},
	}}
	r := booked()
	r.Rate.ChannelCode = "a"
	tax := []journal.Charge{{Name: "tax", Amount: "6.00", Currency: "GBP"}}
	soldBy := func(a journal.Agreement) (s booking.Sale) {
		s.State.Agreement = &a
		return s
	}
	earlier := soldBy(journal.Agreement{Room: "Suite", AtHotel: tax})
	now := soldBy(journal.Agreement{Room: "Suite", Rate: "Saver", Sleeps: 4, Included: []string{}, AtHotel: tax})
	moved, movedEarlier := now, now
	moved.Moved = &journal.AttemptState{Plan: journal.Plan{Agreement: &journal.Agreement{Base: "500.00", AtHotel: tax[:0]}}}
	movedEarlier.Moved = &journal.AttemptState{Plan: journal.Plan{Agreement: &journal.Agreement{}}}
	gone := r
	gone.Rate.BookingCode = "gone"
	unknown := booking.Sale{}.Bill(r)
	perks := []string{"Breakfast", "Wifi"}
	for name, c := range map[string]struct {
		r    api.Reservation
		sold booking.Sale
		mine bool
		want soldAs
	}{
		"found":                     {r, booking.Sale{}, true, soldAs{room: "Queen", listed: 3, rate: "olda", perks: perks, board: true, bill: unknown}},
		"found, sold here":          {r, now, true, soldAs{room: "Suite", sleeps: 4, listed: 5, rate: "Saver", perks: []string{}, board: true, bill: billOf(r, tax...)}},
		"found, an earlier journal": {r, earlier, true, soldAs{room: "Suite", listed: 5, rate: "olda", perks: perks, board: true, bill: billOf(r, tax...)}},
		"not found, sold here":      {gone, now, true, soldAs{room: "Suite", sleeps: 4, listed: 5, rate: "Saver", perks: []string{}, board: true, bill: billOf(r, tax...)}},
		"not found, moved":          {gone, moved, true, soldAs{room: "Suite", sleeps: 4, listed: 5, rate: "Saver", perks: []string{}, board: true, bill: billOf(r)}},
		"moved, an earlier journal": {gone, movedEarlier, true, soldAs{room: "Suite", sleeps: 4, listed: 5, rate: "Saver", perks: []string{}, board: true, bill: unknown}},
		"not found, sold elsewhere": {gone, now, false, soldAs{bill: unknown}},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, asSold(hotel, c.r, c.sold, c.mine), cmp.AllowUnexported(soldAs{}, api.Money{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestThresholdMet(t *testing.T) {
	for _, c := range []struct {
		least, saving, price string
		want                 bool
	}{
		{"", "30.00 GBP", "600.00 GBP", true}, // 5 %
		{"", "29.99 GBP", "600.00 GBP", false},
		{"", "600.00 GBP", "600.00 GBP", true},
		{"", "0.00 GBP", "600.00 GBP", false},
		{"", "-50.00 GBP", "600.00 GBP", false},
		{"0%", "0.01 GBP", "600.00 GBP", true},
		{"0%", "0.00 GBP", "600.00 GBP", false},
		{"0%", "-0.01 GBP", "600.00 GBP", false},
		{"2.5%", "15.00 GBP", "600.00 GBP", true},
		{"2.5%", "14.99 GBP", "600.00 GBP", false},
		{"12.05%", "72.30 GBP", "600.00 GBP", true},
		{"12.05%", "72.29 GBP", "600.00 GBP", false},
		{"20 GBP", "20.00 GBP", "600.00 GBP", true},
		{"20 GBP", "19.99 GBP", "600.00 GBP", false},
		{"0 GBP", "0.01 GBP", "600.00 GBP", true},
		{"0 GBP", "0.00 GBP", "600.00 GBP", false},
		{"20 EUR", "30.00 GBP", "600.00 GBP", true}, // another currency: the default
		{"20 EUR", "29.99 GBP", "600.00 GBP", false},
		{"", "1500 JPY", "30000 JPY", true},
		{"", "1499 JPY", "30000 JPY", false},
	} {
		t.Run(c.least+" "+c.saving, func(t *testing.T) {
			least, err := ParseThreshold(c.least)
			if got := least.met(amount(c.saving), amount(c.price)); got != c.want || err != nil {
				t.Errorf("met: %t, %v", got, err)
			}
		})
	}
	if (Threshold{}).met(gbp("50"), api.NewMoney("60", "EUR")) {
		t.Error("a saving in another currency than the price meets the threshold")
	}
}

func amount(text string) api.Money {
	number, currency, _ := strings.Cut(text, " ")
	return api.NewMoney(number, currency)
}

// Offers that meet the threshold come first, among them those of the same room, and then the largest saving.
func TestComparisonOrder(t *testing.T) {
	c := compared(booked())
	offers := []Offer{
		{Saving: gbp("10.00"), Room: SameRoom, Board: SameBoard},
		{Saving: gbp("40.00")},
		{Saving: gbp("20.00")},
		{Saving: gbp("35.00"), Room: SameRoom, Board: SameBoard},
		{Saving: gbp("50.00")},
		{Saving: gbp("31.00"), Room: SameRoom, Board: SameBoard},
		{Saving: gbp("-5.00")},
	}
	slices.SortStableFunc(offers, c.order)
	var got []string
	for _, o := range offers {
		got = append(got, o.Saving.Number())
	}
	if diff := cmp.Diff([]string{"35.00", "31.00", "50.00", "40.00", "10.00", "20.00", "-5.00"}, got); diff != "" {
		t.Error(diff)
	}
}

// The groups of a list: only what is known to be less stands under a heading that says so.
func TestOffer_Group(t *testing.T) {
	for _, c := range []struct {
		room  RoomKind
		board BoardKind
		want  Group
	}{
		{SameRoom, SameBoard, AsGood},
		{LargerRoom, SameBoard, AsGood},
		{SameRoom, UnknownBoard, Unclear},
		{LargerRoom, UnknownBoard, Unclear},
		{UnknownRoom, UnknownBoard, Unclear},
		{UnknownRoom, SameBoard, Unclear},
		{UnknownRoom, LessBoard, Lesser},
		{SameRoom, LessBoard, Lesser},
		{OtherRoom, UnknownBoard, Lesser},
		{OtherRoom, SameBoard, Lesser},
		{SmallerRoom, SameBoard, Lesser},
		{TighterRoom, SameBoard, Lesser},
	} {
		if got := (Offer{Room: c.room, Board: c.board}).Group(); got != c.want {
			t.Errorf("room %d and board %d are in group %d, want %d", c.room, c.board, got, c.want)
		}
	}
}

// The list has the rates of rooms that are large enough, on terms that are no worse, and says why others are left out.
func TestComparisonList(t *testing.T) {
	rate := func(code, total string, conditions api.Terms) api.Rate {
		return api.Rate{BookingCode: code, Name: code, Price: api.Price{Total: gbp(total)}, Terms: conditions}
	}
	earlier, later := freeUntil("2026-12-09T18:00:00+00:00", "100.00"), freeUntil("2026-12-11T18:00:00+00:00", "100.00")
	foreign := rate("foreign", "1", tenth)
	foreign.Price.Total = api.NewMoney("1", "EUR")
	d := draft(gbp("1"))
	d.Hotel.Rooms = []api.Room{
		{Name: "Single", MaxOccupancy: 1, Rates: []api.Rate{rate("small", "1", tenth)}},
		{Name: "Double", MaxOccupancy: 2, Rates: []api.Rate{rate("dear", "590.00", tenth), rate("earlier", "1", earlier), rate("cheap", "500.00", later)}},
		{Name: "Suite", Rates: []api.Rate{rate("no refund", "1", api.Terms{Refundable: yes(false)}), foreign, rate("negative", "-1", tenth)}},
	}
	c := compared(booked())
	var got []string
	for _, o := range c.list(d, soldAs{}) {
		got = append(got, o.Draft.Rate.Name+" "+o.Saving.Number()+" "+o.Draft.Room.Name)
	}
	if diff := cmp.Diff([]string{"cheap 100.00 Double", "dear 10.00 Double"}, got); diff != "" {
		t.Error(diff)
	}
	want := []string{"2 rates on worse terms", "1 rate of rooms that are too small", "2 rates without a total in GBP"}
	if diff := cmp.Diff(want, c.LeftOut); diff != "" {
		t.Error(diff)
	}
	d.Hotel.Rooms = d.Hotel.Rooms[1:2]
	d.Hotel.Rooms[0].Rates = d.Hotel.Rooms[0].Rates[:1]
	c = compared(booked())
	if offers := c.list(d, soldAs{}); len(offers) != 1 || len(c.LeftOut) != 0 {
		t.Errorf("of one rate there are %d offers, and left out is %q", len(offers), c.LeftOut)
	}
}

func TestNotRebooked(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*api.Reservation)
		want   string // its beginning
	}{
		"can be":    {func(*api.Reservation) {}, ""},
		"cancelled": {func(r *api.Reservation) { r.Status = api.StatusCanceled }, "It was already cancelled."},
		"over": {func(r *api.Reservation) {
			r.CheckOut = api.ParseInstant("2026-11-15")
			r.CheckIn = api.ParseInstant("2026-11-12")
		}, "The stay is over."},
		"no arrival":           {func(r *api.Reservation) { r.CheckIn = api.Instant{} }, "The days of the stay are not known."},
		"no departure":         {func(r *api.Reservation) { r.CheckOut = api.Instant{} }, "The days of the stay are not known."},
		"partner pays":         {func(r *api.Reservation) { r.Partner = &api.Payment{Amount: gbp("0.01")} }, "A partner pays a part of it"},
		"partner pays nothing": {func(r *api.Reservation) { r.Partner = &api.Payment{Amount: gbp("0")} }, ""},
		"partner, no amount":   {func(r *api.Reservation) { r.Partner = &api.Payment{} }, ""},
		"no total":             {func(r *api.Reservation) { r.Rate.Total = api.Money{} }, "What it costs is not said"},
		"unreadable total":     {func(r *api.Reservation) { r.Rate.Total = gbp("on request") }, "What it costs is not said"},
		"no currency":          {func(r *api.Reservation) { r.Rate.Total = api.NewMoney("600", "") }, "What it costs is not said"},
		"costs nothing":        {func(r *api.Reservation) { r.Rate.Total = gbp("0") }, "What it costs is not said"},
		"non-refundable":       {func(r *api.Reservation) { r.Rate.Terms = api.Terms{Refundable: yes(false)} }, "It is non-refundable"},
		"terms not said":       {func(r *api.Reservation) { r.Rate.Terms = api.Terms{} }, "What cancelling it costs is not said"},
		"penalty":              {func(r *api.Reservation) { r.Rate.Terms = freeUntil("2026-11-10T18:00:00Z", "100.00") }, ""},
		"penalty in another currency": {func(r *api.Reservation) {
			r.Rate.Terms = freeUntil("2026-11-10T18:00:00Z", "100.00")
			r.Rate.Terms.Penalties[0].Amount = api.NewMoney("100.00", "EUR")
		}, "Cancelling it costs 100.00 EUR and it was sold in GBP"},
	} {
		t.Run(name, func(t *testing.T) {
			desk, r := quietDesk(), booked()
			c.change(&r)
			comparison := compared(r)
			comparison.Stay = desk.StayOf(r)
			if got := notRebooked(desk, comparison); (got == "") != (c.want == "") || !strings.HasPrefix(got, c.want) {
				t.Errorf("the reason is %q", got)
			}
		})
	}
}

func TestComparisonNothing(t *testing.T) {
	offer := func(saving string) Offer { return Offer{Saving: gbp(saving)} }
	late := booked()
	late.Rate.Terms = freeUntil("2026-11-10T18:00:00Z", "100.00")
	for name, c := range map[string]struct {
		old  api.Reservation
		all  []Offer
		want string
	}{
		"no rate": {booked(), nil, "No rate of this hotel has terms as good as those booked."},
		"too little": {
			booked(),
			[]Offer{offer("1.00"), offer("29.99"), offer("-1")},
			"No rate saves enough: the cheapest on terms as good saves 29.99 GBP; it has to save at least 5% of 600.00 GBP.",
		},
		"nothing saved": {booked(), []Offer{offer("0")}, "No rate saves enough: the cheapest on terms as good saves nothing; it has to save at least 5% of 600.00 GBP."},
		"dearer": {
			late,
			[]Offer{offer("-60.00"), offer("-50.00")},
			"No rate saves enough: the cheapest on terms as good costs 50.00 GBP more, with the penalty of 100.00 GBP counted; it has to save at least 5% of 600.00 GBP.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			comparison := compared(c.old)
			if got := comparison.nothing(c.all); got != c.want {
				t.Errorf("it reads %q", got)
			}
		})
	}
}

// The old reservation is cancelled only where the new one stands in its place and cancelling still saves something.
func TestHalfJudge(t *testing.T) {
	for name, c := range map[string]struct {
		change func(now, old *api.Reservation)
		step   Step
		why    string // its beginning
	}{
		"ready":                  {func(_, _ *api.Reservation) {}, HalfDone, ""},
		"saves nothing any more": {func(now, _ *api.Reservation) { now.Rate.Total = gbp("600.00") }, HalfDone, ""},
		"new one cancelled":      {func(now, _ *api.Reservation) { now.Status = api.StatusCanceled }, GivenUp, ""},
		"both cancelled":         {func(now, old *api.Reservation) { now.Status, old.Status = api.StatusCanceled, api.StatusCanceled }, GivenUp, ""},
		"old one cancelled":      {func(_, old *api.Reservation) { old.Status = api.StatusCanceled }, Done, ""},
		"new one unconfirmed":    {func(now, _ *api.Reservation) { now.Status = api.StatusCreated }, Unready, "The new one is not confirmed"},
		"old one unconfirmed":    {func(_, old *api.Reservation) { old.Status = api.StatusCreated }, Unready, "The old one is "},
		"another hotel":          {func(now, _ *api.Reservation) { now.Hotel.ID.Code = "1" }, Unready, "The new one is at another hotel."},
		"another chain":          {func(now, _ *api.Reservation) { now.Hotel.ID.Chain = "ZZ" }, Unready, "The new one is at another hotel."},
		"another arrival":        {func(now, _ *api.Reservation) { now.CheckIn = api.ParseInstant("2026-12-11") }, Unready, "The two are not for the same days any more"},
		"another departure":      {func(now, _ *api.Reservation) { now.CheckOut = api.ParseInstant("2026-12-16") }, Unready, "The two are not for the same days any more"},
		"non-refundable":         {func(_, old *api.Reservation) { old.Rate.Terms = api.Terms{Refundable: yes(false)} }, HalfDone, "The old one is now non-refundable"},
		"terms not said":         {func(_, old *api.Reservation) { old.Rate.Terms = api.Terms{} }, HalfDone, "What cancelling the old one costs is not said"},
		"another currency":       {func(now, _ *api.Reservation) { now.Rate.Total = api.NewMoney("1", "EUR") }, HalfDone, "What is saved cannot be told"},
		"dearer by a penny":      {func(now, _ *api.Reservation) { now.Rate.Total = gbp("600.01") }, HalfDone, "By now it would cost more than it saves: -0.01 GBP."},
		"penalty has come":       {func(_, old *api.Reservation) { old.Rate.Terms = freeUntil("2026-11-10T18:00:00Z", "50.01") }, HalfDone, "By now it would cost more than it saves: -0.01 GBP."},
	} {
		t.Run(name, func(t *testing.T) {
			h := Half{New: booked(), Old: booked(), At: december, Why: "it was something else"}
			h.New.ID, h.New.Rate.Total = "new", gbp("550.00")
			c.change(&h.New, &h.Old)
			h.judge(quietDesk())
			if h.Step != c.step || (h.Why == "") != (c.why == "") || !strings.HasPrefix(h.Why, c.why) {
				t.Errorf("step %d, %q", h.Step, h.Why)
			}
		})
	}
}
