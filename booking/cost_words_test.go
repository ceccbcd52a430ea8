package booking

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellhop/api"
)

// What differs must read differently, and say what is lost.
func TestCompareTellsTheWholeCost(t *testing.T) {
	past := func(refundable bool, amount string) api.CancelPenalty {
		return api.CancelPenalty{Deadline: api.ParseDeadline("2026-01-01T00:00:00Z"), Refundable: ref(refundable), Amount: api.NewMoney(amount, "GBP")}
	}
	for name, c := range map[string]struct {
		change        func(*api.Terms)
		before, after string
	}{
		"no longer free": {
			func(t *api.Terms) { t.Penalties = append(t.Penalties, past(true, "100.00")) },
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"no longer free: 100.00 GBP to cancel, 204.13 GBP from Thu 10 Dec 18:00",
		},
		"the flag alone": {
			func(t *api.Terms) { t.Refundable = ref(false) },
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"no longer free: not refundable, 204.13 GBP from Thu 10 Dec 18:00",
		},
		"the same clock elsewhere": {
			func(t *api.Terms) { t.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T18:00:00+09:00") },
			"free until Thu 10 Dec 2026 18:00 (UTC+00:00), then 204.13 GBP",
			"free until Thu 10 Dec 2026 18:00 (UTC+09:00), then 204.13 GBP",
		},
		"half a minute less": {
			func(t *api.Terms) { t.Penalties[0].Deadline = api.ParseDeadline("2026-12-10T17:59:30+00:00") },
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"free until Thu 10 Dec 17:59, then 204.13 GBP",
		},
		"a second step": {
			func(t *api.Terms) {
				t.Penalties = append(t.Penalties, api.CancelPenalty{Deadline: api.ParseDeadline("2026-12-11T18:00:00+00:00"), Amount: api.NewMoney("612.40", "GBP")})
			},
			"free until Thu 10 Dec 18:00, then 204.13 GBP",
			"free until Thu 10 Dec 18:00, then 204.13 GBP, 612.40 GBP from Fri 11 Dec 18:00",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v := verified()
			c.change(&v.Terms[0])
			for _, change := range Compare(december, offerOf(), v) {
				if change.What != "cancel penalties" {
					continue
				}
				if change.Before != c.before || change.After != c.after {
					t.Errorf("got %q -> %q\nwant %q -> %q", change.Before, change.After, c.before, c.after)
				}
				return
			}
			t.Error("the change is not named")
		})
	}
}

func TestDraftOfSeveralRooms(t *testing.T) {
	trip, _, rate := searched()
	v := verified()
	v.FeeLines = []api.Charge{{Amount: api.NewMoney("2.50", "GBP"), Description: "City charge"}, {Description: "not said"}}
	for rooms, want := range map[int][3]string{
		1: {"204.13 GBP", "2.50 GBP", ""},
		3: {"612.39 GBP", "7.50 GBP", "penalties and hotel fees are for all 3 rooms"},
	} {
		trip.Rooms = rooms
		draft := Draft{Trip: trip, Rate: rate, Verified: &v}
		late := december.Add(30 * 24 * time.Hour)
		got := [3]string{draft.AllRooms().CostAt(late).Words(), draft.AtHotelAllRooms()[0].Amount.String(), draft.AllRoomsNote()}
		if got != want {
			t.Errorf("%d rooms: %q, want %q", rooms, got, want)
		}
		if draft.AtHotelAllRooms()[1].Amount.IsSet() {
			t.Error("a fee without an amount has one")
		}
		if one := draft.Conditions().CostAt(late).Words(); one != "204.13 GBP" {
			t.Errorf("one room costs %s", one)
		}
	}
}

func TestTripBrief(t *testing.T) {
	trip := Trip{
		Place: Place{Kind: PlaceDestination, Name: "London, England, United Kingdom", CountryCode: "GB"}, Adults: 2, Children: 1, Rooms: 2,
		CheckIn: api.NewDate(2026, time.December, 30), CheckOut: api.NewDate(2027, time.January, 2),
	}
	want := []string{
		"London GB · 30 Dec – 2 Jan 2027 · 3 nights · 2 adults, 1 child · 2 rooms",
		"London GB · 30 Dec – 2 Jan · 2 adults, 1 child · 2 rooms",
		"30 Dec – 2 Jan · 2 adults, 1 child · 2 rooms",
	}
	got := trip.Brief()
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Errorf("brief %d of %q, want %q", i, got, want[i])
		}
	}
	if (Trip{}).Brief() != nil {
		t.Error("a trip without dates has shorter words")
	}
	if got := BriefStay(api.NewDate(2026, time.December, 19), api.NewDate(2026, time.December, 22)); got != "19–22 Dec" {
		t.Errorf("a stay within a month is %q", got)
	}
}

func TestCheckRange(t *testing.T) {
	day := func(d int) api.Date { return api.NewDate(2026, time.December, d) }
	for name, c := range map[string]struct {
		r     api.DateRange
		field string
	}{
		"nothing":             {api.DateRange{}, ""},
		"a day":               {api.DateRange{On: day(3)}, ""},
		"a day and a range":   {api.DateRange{On: day(3), Until: day(9)}, RangeOn},
		"a range":             {api.DateRange{From: day(3), Until: day(3)}, ""},
		"one day between":     {api.DateRange{After: day(3), Before: day(5)}, ""},
		"no day between":      {api.DateRange{After: day(3), Before: day(4)}, RangeBefore},
		"after and before":    {api.DateRange{After: day(3), Before: day(3)}, RangeBefore},
		"from and before":     {api.DateRange{From: day(3), Before: day(3)}, RangeBefore},
		"after and until":     {api.DateRange{After: day(3), Until: day(3)}, RangeUntil},
		"the later one holds": {api.DateRange{From: day(1), After: day(5), Until: day(4)}, RangeUntil},
		"ends alone":          {api.DateRange{Before: day(3), Until: day(9)}, ""},
		"beginnings alone":    {api.DateRange{After: day(3), From: day(9)}, ""},
	} {
		problems := CheckRange(c.r)
		if c.field == "" && len(problems) != 0 || c.field != "" && (len(problems) != 1 || problems[0].Field != c.field || problems[0].Message == "") {
			t.Errorf("%s: %+v, want a problem at %q", name, problems, c.field)
		}
	}
	got := CheckRange(api.DateRange{After: day(3), Before: day(3)})[0].Message
	if want := "no day is after Thu 3 Dec 2026 and before Thu 3 Dec 2026"; got != want {
		t.Errorf("the message is %q, want %q", got, want)
	}
}

func TestSplitIDsNamesEachBadOne(t *testing.T) {
	_, problem := SplitIDs("abc, 0123456789abcdef0123456789abcdef d-e abc")
	if want := "an id is 32 letters and digits: abc, d-e"; problem != want {
		t.Errorf("got %q, want %q", problem, want)
	}
}

func TestACostChangeReadsDifferently(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := ConditionsOf(anyTerms().Draw(t, "a")), ConditionsOf(anyTerms().Draw(t, "b"))
		if _, differs := compareSteps(december, a, b); !differs {
			return
		}
		if was, is := costChange(december, a, b); was == is {
			t.Fatalf("both read %q", was)
		}
	})
}
