package screens_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
)

func TestRatesLearnTheHotelsFacts(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, londonDraft(f)))
	p.Has("A quiet house behind the theatres", "09:30 at the hotel", "popular hotels", "Classic Queen, 1 queen bed · up to 2 guests", "Lantern Suite · 1 king bed")
	p.Advance(time.Minute)
	p.Has("09:31 at the hotel")
}

func TestRatesExpire(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, londonDraft(f)))
	p.Advance(15*time.Minute - time.Second)
	p.Has("for 5 min 01 s")
	p.Advance(6 * time.Minute)
	p.Has("expired: verify again", "enter verify again")
	searches := len(f.service.searches)
	p.Press("down", "enter")
	onTop(t, p, "terms")
	p.Has("Flexible, breakfast", "Verified")
	if len(f.service.searches) != searches+1 || f.service.searches[searches].Properties[0] != fakeID(0) || f.service.verifications != 1 {
		t.Errorf("the hotel was searched again as %+v, verified %d times", f.service.searches, f.service.verifications)
	}
	p.Press("esc").Has("› Flexible, breakfast").Press("r")
	onTop(t, p, "rates") // A reload stays.
	// What is gone is said.
	f = newFixture(t)
	p = f.start(ratesOf(f.deps, londonDraft(f)))
	p.Skip(21 * time.Minute)
	f.service.queenGone = true
	p.Press("enter").Has("This rate is not offered any more", "Lantern Suite").HasNot("Classic Queen")
	onTop(t, p, "rates")
}

func TestRatesGoOnToTheTermsOfTheRate(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, londonDraft(f)))
	p.Press("down", "down")
	p.Has("› Saver", "non-refundable")
	p.Press("up", "enter")
	if p.Top().Title() != "terms" {
		t.Fatalf("enter went to %q", p.Top().Title())
	}
	p.Has("Flexible, breakfast")
	p.Press("esc")
	p.Has("› Flexible, breakfast")
}

func TestRatesWithoutAnyMore(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, londonDraft(f)))
	f.service.hotels = 0
	p.Press("r")
	p.Has("no rates for these dates any more", "› Flexible")
}

func TestRatesGoldens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, londonDraft(f)))
	f.goldens("rates")
	p.Press("end")
	p.Skip(21 * time.Minute)
	f.goldens("rates_expired")
}

// Offers that came with a time that is past already say that a clock is wrong,
// and nothing of when they end: verifying decides, and then they can be booked.
func TestRatesOfAServiceWhoseClockIsBehind(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.ahead = 6 * time.Hour
	p := f.start(hotelListOf(f.deps, londonTrip()))
	p.Press("enter")
	onTop(t, p, "rates")
	p.HasNot("expired").Has("not known: past when it came", "enter terms").Press("enter")
	onTop(t, p, "terms")
	p.Has("Verified: price and terms are as searched").HasNot("has expired").Advance(time.Minute).Press("enter")
	onTop(t, p, "guest")
}

// dueDraft returns a draft at a hotel whose breakfast rate costs a penalty from now on, and whose last rate is non-refundable.
func dueDraft(f *fixture) booking.Draft {
	draft := londonDraft(f)
	rate := &draft.Hotel.Rooms[0].Rates[1]
	rate.Terms.Penalties = []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-12-01T18:00:00+00:00"), Amount: pounds(20413)},
		{Deadline: api.ParseDeadline("2026-12-18T12:00:00+00:00"), Amount: pounds(29701)},
	}
	return draft
}

// Whether a rate is refundable stands in a column of its own, as a word with its colour, at every width; what is due
// from now on is warned about.
func TestRatesTellRefundableFromNot(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, dueDraft(f)))
	p.Press("down").Has("penalty now 204.13 GBP from now on", "! cancelling costs 204.13 GBP", "then        297.01 GBP from Fri 18 Dec")
	f.allGoldens("rates_refund")
	for _, width := range []int{60, 80, 100, 120, 160, 200} {
		frame := p.Resize(width, 30).View()
		column := -1
		for line := range strings.Lines(frame) {
			for name, word := range map[string]string{"Flexible ": "refundable", "Flexible, br": "penalty now", "Saver": "non-refundable"} {
				if at := strings.Index(line, word); strings.HasPrefix(strings.TrimLeft(line, " ›"), name) && strings.Contains(line, "1") {
					at = ui.Width(line[:max(at, 0)])
					if column >= 0 && at != column || at <= 0 {
						t.Errorf("at %d %q is in column %d, not %d:\n%s", width, word, at, column, frame)
					}
					column = at
				}
			}
		}
		if column < 0 {
			t.Errorf("at %d no rate says it:\n%s", width, frame)
		}
	}
	f.deps.Theme = ui.NewThemeIn(ui.ThemeDark, ui.TrueColor)
	for word, style := range map[string]ui.Style{"refundable": f.deps.Theme.Good, "non-refundable": f.deps.Theme.Bad} {
		if raw := f.start(ratesOf(f.deps, dueDraft(f))).Press("down").Raw(); !strings.Contains(raw, style.Render(word)) {
			t.Errorf("%q has not its colour", word)
		}
	}
	draft := dueDraft(f)
	draft.Rate.Terms = api.Terms{Refundable: yes(false), Penalties: []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-12-01T18:00:00+00:00"), Amount: pounds(27001)}}}
	f.service.verified = func(v *api.Verification) { v.Terms[0] = draft.Rate.Terms }
	if raw := f.start(screens.NewTerms(f.deps, draft)).Raw(); !strings.Contains(raw, f.deps.Theme.Bad.Render("non-refundable: 270.01 GBP whenever it is cancelled")) {
		t.Error("non-refundable terms lack their colour")
	}
	if raw := f.start(ratesOf(f.deps, dueDraft(f))).Raw(); !strings.Contains(raw, f.deps.Theme.Warn.Render("penalty now")) {
		t.Error("a penalty that is due now has not its colour")
	}
}

// What cancelling costs is for all rooms before the terms too, and it is said: the terms and the read-back have the same
// amounts.
func TestRatesPenaltiesAreForAllRooms(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := dueDraft(f)
	draft.Trip.Rooms = 2
	p := f.start(ratesOf(f.deps, draft)).Press("down")
	f.allGoldens("rates_rooms")
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}} {
		p.Resize(size[0], size[1]).Has("! cancelling costs 408.26 GBP", "594.02 GBP from Fri 18 Dec", "penalties are for both rooms").HasNot("204.13")
	}
	p.Has("408.26 from now")
	f.start(screens.NewNearestRates(f.deps, draft, booking.RoomRates(draft.Hotel), "gone", "Others:")).Has("408.26 GBP from now on").HasNot("204.13")
	f.start(ratesOf(f.deps, dueDraft(f))).Press("down").HasNot("penalties are for")
}

// The class above the rates is the one of the list, where only the search names it too.
func TestRatesHaveTheClassOfTheList(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := londonDraft(f)
	draft.Hotel.ID = api.PropertyID{Chain: "QQ", Code: "unknown"}
	for rating, want := range map[string]string{"1": "1* · QQ", "3.5": "3.5* · QQ", "8.4": "class n/a · QQ"} {
		draft.Hotel.Rating = api.Rating{Value: rating}
		f.start(ratesOf(f.deps, draft)).Has(want)
	}
}

// Rates out of sight are counted, above and below, and the first rate in sight has its room's title above it.
func TestRatesOutOfSightAreCounted(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := londonDraft(f)
	draft.Hotel.Rooms[0].Rates = append(draft.Hotel.Rooms[0].Rates, draft.Hotel.Rooms[0].Rates...)
	draft.Hotel.Rooms = append(draft.Hotel.Rooms, draft.Hotel.Rooms...)
	p := f.start(ratesOf(f.deps, draft))
	f.allGoldens("rates_beyond")
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 20}} {
		p.Resize(size[0], size[1]).Press("home").Has(" more · 1 of ").HasNot("End of list")
		for range 9 {
			p.Press("down").Has("›")
			frame := strings.Split(p.View(), "\n")
			at := slices.IndexFunc(frame, func(line string) bool { return strings.Contains(line, "cancelling") }) + 1
			if first := strings.TrimSpace(frame[at]); !strings.HasPrefix(first, "Classic Queen, 1") && !strings.HasPrefix(first, "Lantern Suite ·") {
				t.Errorf("at %d the list begins with %q:\n%s", size[0], first, p.View())
			}
		}
		p.Has("End of list").HasNot(" more · ")
	}
	f.start(screens.NewNearestRates(f.deps, draft, booking.RoomRates(draft.Hotel), "gone", "Others:")).Resize(80, 20).Has(" more · 1 of ").HasNot("End of list")
}

// A rate's name is not cut for what else the row could say; where until when gives way, the details beside the list have it.
func TestRateNamesGetTheirRoomFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := londonDraft(f)
	draft.Hotel.Rooms[0].Rates[1].Name = "Pay Now, Semi-Flexible Rate"
	p := f.start(ratesOf(f.deps, draft))
	for _, width := range []int{80, 120, 160} {
		frame := p.Resize(width, 24).View()
		if !strings.Contains(frame, "Pay Now, Semi-Flexible Rate ") || width != 120 && !strings.Contains(frame, "refundable until Thu 17 Dec") {
			t.Errorf("at %d:\n%s", width, frame)
		}
	}
}
