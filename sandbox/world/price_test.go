package world

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func drawStay(t *rapid.T) Stay {
	in := DayAt(someday) + 1 + Day(rapid.Int32Range(0, 480).Draw(t, "lead"))
	return Stay{
		In: in, Out: in + Day(rapid.Int32Range(1, 30).Draw(t, "nights")),
		Adults: rapid.IntRange(1, 4).Draw(t, "adults"), Children: rapid.IntRange(0, 2).Draw(t, "children"),
	}
}

func TestPricesAddUp(t *testing.T) {
	w := build(t, 2000)
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, w.Len()-1).Draw(t, "hotel")
		stay := drawStay(t)
		for _, offer := range w.Offers(i, stay, someday) {
			if stay.Guests() > offer.Room.MaxOccupancy || len(offer.Rates) < 1 || len(offer.Rates) > 8 {
				t.Fatalf("%d guests in a room for %d, %d rates", stay.Guests(), offer.Room.MaxOccupancy, len(offer.Rates))
			}
			for _, rate := range offer.Rates {
				if err := addsUp(rate.Price, stay, w.hotel(i).city.Currency); err != nil {
					t.Fatalf("%s %s: %v", offer.Room.Name, rate.Name, err)
				}
			}
		}
	})
}

// addsUp checks what Price promises.
func addsUp(p Price, stay Stay, currency string) error {
	var nights, taxes, fees, added, due int64
	for n, night := range p.Nights {
		if night.Day != stay.In+Day(n) || night.Total.Minor <= 0 || night.Total.Currency != currency {
			return fmt.Errorf("night %d is %v %v", n, night.Day, night.Total)
		}
		nights += night.Total.Minor
	}
	for _, tax := range p.TaxLines {
		if !tax.InBase {
			taxes += tax.Amount.Minor
		}
	}
	for _, fee := range p.FeeLines {
		switch {
		case fee.InBase && !fee.InTotal:
			return fmt.Errorf("fee %q is in the base and not in the total", fee.Description)
		case fee.InBase:
			continue
		case fee.InTotal:
			added += fee.Amount.Minor
		default:
			due += fee.Amount.Minor
		}
		fees += fee.Amount.Minor
	}
	switch {
	case len(p.Nights) != stay.Nights():
		return fmt.Errorf("%d nights", len(p.Nights))
	case nights != p.Total.Minor:
		return fmt.Errorf("nights %d, total %d", nights, p.Total.Minor)
	case taxes != p.Taxes.Minor || fees != p.Fees.Minor:
		return fmt.Errorf("taxes %d, want %d; fees %d, want %d", taxes, p.Taxes.Minor, fees, p.Fees.Minor)
	case p.Base.Minor+taxes+added != p.Total.Minor:
		return fmt.Errorf("base %d, taxes %d, fees %d, total %d", p.Base.Minor, taxes, added, p.Total.Minor)
	case added > 0 && due > 0:
		return fmt.Errorf("fees both in the total and due at the hotel")
	case p.Included != (due == 0):
		return fmt.Errorf("included is %v with %d due at the hotel", p.Included, due)
	}
	return nil
}

// TestRateIsWhatOffersLists holds search and verification together.
func TestRateIsWhatOffersLists(t *testing.T) {
	w := build(t, 2000)
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, w.Len()-1).Draw(t, "hotel")
		stay := drawStay(t)
		if offers := w.Offers(i, stay, someday); w.Sells(i, stay, someday) != (len(offers) > 0) {
			t.Fatalf("Sells says otherwise than Offers, which lists %d", len(offers))
		}
		for _, offer := range w.Offers(i, stay, someday) {
			for _, want := range offer.Rates {
				room, got, ok := w.Rate(i, want.BookingCode, stay, someday)
				if !ok || !reflect.DeepEqual(got, want) || !reflect.DeepEqual(room, offer.Room) {
					t.Fatalf("Rate(%s) is not what Offers lists", want.BookingCode)
				}
				if s, _, ok := w.coded(w.hotel(i), want.BookingCode); !ok || s.no != offer.Room.No {
					t.Fatalf("%s belongs to room %d, want %d", want.BookingCode, s.no, offer.Room.No)
				}
				if _, _, ok := w.coded(w.hotel((i+1)%w.Len()), want.BookingCode); ok {
					t.Fatalf("%s belongs to the next hotel too", want.BookingCode)
				}
			}
		}
	})
}

func TestPenaltiesAreInOrder(t *testing.T) {
	w := build(t, 2000)
	rapid.Check(t, func(t *rapid.T) {
		i := rapid.IntRange(0, w.Len()-1).Draw(t, "hotel")
		stay := drawStay(t)
		for _, offer := range w.Offers(i, stay, someday) {
			for _, rate := range offer.Rates {
				if err := ordered(rate, stay, w.Location(i)); err != nil {
					t.Fatalf("%s: %v", rate.Name, err)
				}
			}
		}
	})
}

var prose = regexp.MustCompile(`\d\d:\d\d on \w{3} \d{1,2} \w{3} \d{4}`)

func ordered(rate Rate, stay Stay, zone *time.Location) error {
	terms := rate.Terms
	if terms.Refundable && len(terms.Penalties) == 0 || len(terms.Penalties) > 3 {
		return fmt.Errorf("%d penalties", len(terms.Penalties))
	}
	var before Penalty
	for _, p := range terms.Penalties {
		if !p.Deadline.After(before.Deadline) || p.Amount.Minor <= before.Amount.Minor || p.Amount.Minor > rate.Price.Total.Minor {
			return fmt.Errorf("penalty %s %s after %s %s", p.Local(), p.Amount, before.Local(), before.Amount)
		}
		if p.Refundable != (p.Amount.Minor < rate.Price.Total.Minor) {
			return fmt.Errorf("refundable is %v at %s of %s", p.Refundable, p.Amount, rate.Price.Total)
		}
		if p.Local() != p.Deadline.In(zone).Format("2006-01-02T15:04:05-07:00") {
			return fmt.Errorf("%s is not in the hotel's zone", p.Local())
		}
		if terms.Refundable {
			if said := prose.FindString(p.Short); said != p.Deadline.Format("15:04 on Mon 2 Jan 2006") {
				return fmt.Errorf("prose says %q at %s", said, p.Local())
			}
			if DayAt(p.Deadline) > stay.In {
				return fmt.Errorf("deadline %s after check-in", p.Local())
			}
		}
		before = p
	}
	return nil
}

func TestWhatIsNotSold(t *testing.T) {
	w := build(t, 2000)
	today := DayAt(someday.In(w.Location(0)))
	for name, stay := range map[string]Stay{
		"no night":       {In: today + 5, Out: today + 5, Adults: 2},
		"backwards":      {In: today + 5, Out: today + 4, Adults: 2},
		"yesterday":      {In: today - 1, Out: today + 1, Adults: 2},
		"beyond horizon": {In: today + Horizon + 1, Out: today + Horizon + 2, Adults: 2},
		"too long":       {In: today + 1, Out: today + 2 + MostNights, Adults: 2},
		"no adult":       {In: today + 5, Out: today + 6},
		"negative":       {In: today + 5, Out: today + 6, Adults: 3, Children: -1},
		"a crowd":        {In: today + 5, Out: today + 6, Adults: 7},
	} {
		for i := range 50 {
			if got := w.Offers(i, stay, someday); len(got) > 0 || w.Sells(i, stay, someday) {
				t.Errorf("%s: hotel %d sells", name, i)
			}
		}
	}
}

// TestTodayIsTheHotels: at one instant the first bookable day differs by zone.
func TestTodayIsTheHotels(t *testing.T) {
	w := build(t, 2000)
	noon := DayOf(2026, time.November, 21)
	sold := map[string]bool{}
	for _, code := range []string{"CXI", "PPG", "HNL"} {
		at, _ := w.Locate(code)
		for _, near := range w.Within(at, 50) {
			if w.Sells(near.Index, Stay{In: noon, Out: noon + 1, Adults: 1}, someday.Add(2*time.Hour)) {
				sold[code] = true
			}
		}
	}
	if sold["CXI"] || !sold["PPG"] || !sold["HNL"] {
		t.Errorf("at 14:00Z the day is sold at %v; Kiritimati is already past it", sold)
	}
}

func TestOffsetFollowsTheClockChange(t *testing.T) {
	w := build(t, 2000)
	london, _ := w.Locate("LON")
	i := w.Within(london, 20)[0].Index
	offsets := map[string]bool{}
	for in := DayOf(2027, time.March, 20); in < DayOf(2027, time.April, 12); in++ {
		for _, offer := range w.Offers(i, Stay{In: in, Out: in + 2, Adults: 1}, someday) {
			for _, rate := range offer.Rates {
				for _, p := range rate.Terms.Penalties {
					if rate.Terms.Refundable {
						offsets[p.Deadline.Format("-07:00")] = true
					}
				}
			}
		}
	}
	if !offsets["+00:00"] || !offsets["+01:00"] {
		t.Errorf("deadlines around the clock change have offsets %v", offsets)
	}
}

func TestLocalTimesThatSkipOrRepeat(t *testing.T) {
	zone, err := time.LoadLocation("Europe/London")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		day          Day
		hour, minute int
		want         string
	}{
		{DayOf(2027, time.March, 28), 1, 30, "2027-03-28T02:00:00+01:00"},
		{DayOf(2027, time.October, 31), 1, 30, "2027-10-31T01:30:00+01:00"},
		{DayOf(2027, time.October, 31), 2, 0, "2027-10-31T02:00:00+00:00"},
		{DayOf(2027, time.July, 1), 12, 0, "2027-07-01T12:00:00+01:00"},
	} {
		if got := (Penalty{Deadline: c.day.In(zone, c.hour, c.minute)}).Local(); got != c.want {
			t.Errorf("%s %02d:%02d: %s, want %s", c.day, c.hour, c.minute, got, c.want)
		}
	}
}

// A kind of room on sale has enough rooms for a small party, and on most nights for a larger one, except in the last-room
// scenario.
func TestAllotment(t *testing.T) {
	w := build(t, 2000)
	open, shut, many := 0, 0, 0
	for i := range 300 {
		h := w.hotel(i)
		for no := range h.roomCount() {
			room := h.room(h.sketch(no))
			if room.MaxOccupancy < 1 || room.MaxOccupancy > 6 || room.Units < 1 || len(room.Beds) == 0 {
				t.Fatalf("hotel %d: room %+v", i, room)
			}
			for night := DayAt(someday); night < DayAt(someday)+20; night++ {
				n := w.Allotment(i, room.No, night)
				if n < 0 || n > room.Units || n > 0 && n < w.LeastRooms(i) || w.Scenario(i) == "last-room" && n != 1 {
					t.Fatalf("hotel %d has %d of %d rooms to sell", i, n, room.Units)
				}
				if n >= 9 {
					many++
				}
				if n == 0 {
					shut++
				} else {
					open++
				}
			}
		}
		if w.Allotment(i, 6, 0) != 0 || w.Allotment(i, -1, 0) != 0 {
			t.Fatal("a room that does not exist is for sale")
		}
	}
	if share := 1000 * shut / (open + shut); share < 10 || share > 100 {
		t.Errorf("%d of 1000 room nights are full", share)
	}
	if share := 1000 * many / open; share < 900 {
		t.Errorf("of 1000 room nights %d have rooms for a larger party", share)
	}
}

func TestRoomNamesDifferWithinAHotel(t *testing.T) {
	w := build(t, 2000)
	for i := range w.Len() {
		var names []string
		h := w.hotel(i)
		for no := range h.roomCount() {
			room := h.room(h.sketch(no))
			if slices.Contains(names, room.Name) {
				t.Fatalf("hotel %d has two rooms named %q", i, room.Name)
			}
			names = append(names, room.Name)
		}
	}
}

func TestMoneyText(t *testing.T) {
	for _, c := range []struct {
		money Money
		want  string
	}{
		{Money{61240, "GBP"}, "612.40"},
		{Money{98000, "JPY"}, "98000"},
		{Money{45250, "KWD"}, "45.250"},
		{Money{5, "KWD"}, "0.005"},
		{Money{0, "USD"}, "0.00"},
		{Money{-5, "USD"}, "-0.05"},
		{Money{-5, "JPY"}, "-5"},
	} {
		if got := c.money.String(); got != c.want {
			t.Errorf("%+v: %s, want %s", c.money, got, c.want)
		}
	}
}

func TestParseMoney(t *testing.T) {
	for text, want := range map[string]int64{"612.4": 61240, "612.40": 61240, "612.400": 61240, "6.124e2": 61240, "61240e-2": 61240, "0": 0, "-0.05": -5, "5E+2": 50000, "612": 61200} {
		if got, err := ParseMoney(text, "GBP"); err != nil || got.Minor != want {
			t.Errorf("%s: %v, %v, want %d", text, got.Minor, err, want)
		}
	}
	for _, text := range []string{"", "-", "1.005", "1e-5", "1.2.3", "++1", "1e99", "12345678901234567890", "x", "1_0", "0x1"} {
		if got, err := ParseMoney(text, "GBP"); err == nil || err.Error() != fmt.Sprintf("%q is not an amount in GBP", text) {
			t.Errorf("%s: %v, %v", text, got, err)
		}
	}
	if _, err := ParseMoney("1.5", "JPY"); err == nil {
		t.Error("half a yen is accepted")
	}
}

func FuzzParseMoney(f *testing.F) {
	for _, seed := range []string{"612.40", "6e2", "-0", "1e-3", "00.1", "."} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := ParseMoney(text, "KWD")
		if err != nil {
			return
		}
		if again, err := ParseMoney(got.String(), "KWD"); err != nil || again != got {
			t.Errorf("%q is %v, which reads back as %v, %v", text, got, again, err)
		}
	})
}

func FuzzCodes(f *testing.F) {
	w := build(f, 2000)
	for _, seed := range []string{"20417", "00000000", "ZZZZZZZZ", "", "999999999", "1234567"} {
		f.Add(seed)
	}
	f.Add(w.Property(7).Code)
	f.Fuzz(func(t *testing.T, text string) {
		if no, k, ok := readPropertyCode(text); ok && propertyCode(no, k) != text {
			t.Errorf("%q is hotel %d of city %d, which is written %q", text, k, no, propertyCode(no, k))
		}
		if no, k, room, plan, ok := readBookingCode(w.seed, text); ok && no < cityNumbers && bookingCode(w.seed, no, k, room, plan) != text {
			t.Errorf("booking code %q does not read back", text)
		}
	})
}
