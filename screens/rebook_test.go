package screens_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// dear puts a reservation of the first hotel into the service, whose stay is sold for less by now on terms that are no
// worse.
func dear(service *reservationService) api.Reservation {
	r := storedReservation(0)
	in, out := londonTrip().CheckIn, londonTrip().CheckOut
	r.CheckIn, r.CheckOut = api.Instant{Time: in.In(time.UTC)}, api.Instant{Time: out.In(time.UTC)}
	rate := service.hotel(0, in, out).Rooms[0].Rates[0]
	r.Rate.BookingCode, r.Rate.ChannelCode, r.Rate.Terms = rate.BookingCode, rate.ChannelCode, rate.Terms
	r.Rate.Total, r.Rate.Base = pounds(90000), pounds(79800)
	service.items = []api.Reservation{r}
	return r
}

func (f *fixture) fourGoldens(name string) {
	f.t.Helper()
	f.allGoldens(name)
	f.pump.Resize(160, 50)
	uitest.Golden(f.t, name+"_160x50", f.pump.View())
	f.pump.Resize(120, 40)
}

func TestRebookFromTheReservation(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewReservation(f.deps, dear(service))).Press("a")
	onTop(t, p, "rebook")
	p.Has("The same stay saves", "booked at", "900.00 GBP", "penalty now", "nothing")
	f.fourGoldens("rebook_offer")
	p.Press("enter")
	onTop(t, p, "book")
	p.Has("in place of").Press("ctrl+t", "ctrl+b")
	onTop(t, p, "rebook")
	p.Has("Half rebooked: the new one is confirmed, and the old one stands", "ctrl+x cancel the old one")
	f.fourGoldens("rebook_half")
	if service.cancels != 0 || len(service.created) != 1 {
		t.Fatalf("%d cancellations and %d creates", service.cancels, len(service.created))
	}
	p.Press("ctrl+x").Has("Rebooked: the new one is confirmed, and the old one is cancelled", "saved")
	f.fourGoldens("rebook_done")
	if service.cancels != 1 {
		t.Errorf("%d cancellations", service.cancels)
	}
	p.Press("ctrl+x", "n", "c")
	onTop(t, p, "rebook")
	p.Press("esc")
	onTop(t, p, "reservation")
	p.Has("cancelled (CANCELED)")
	if service.cancels != 1 {
		t.Errorf("%d cancellations", service.cancels)
	}
}

// A smaller room is not the same stay, and is called what it is.
func TestRebook_SmallerRoom(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	r := dear(service)
	suite := service.hotel(0, londonTrip().CheckIn, londonTrip().CheckOut).Rooms[1].Rates[0]
	service.items[0].Rate.BookingCode, service.items[0].Rate.ChannelCode = suite.BookingCode, suite.ChannelCode
	p := startOn(f, screens.NewRebook(f.deps, r)).Has("A smaller room saves 629.99 GBP", "a smaller or another room, or less included:",
		"room            worse: Lantern Suite, at most 4 guests → Classic Queen, 1 queen bed, at most 2 guests")
	p.HasNot("The same stay")
	f.fourGoldens("rebook_smaller")
}

// If neither the journal nor the search has what was booked, no offer is called another room. The heading of a group stands
// above its first visible row.
func TestRebook_RoomNotKnown(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	service.rooms = func(h *api.Hotel) {
		queen := &h.Rooms[0]
		for _, name := range []string{"Second", "Third", "Fourth", "Fifth"} {
			again := queen.Rates[1]
			again.Name, again.ChannelCode = name, name
			queen.Rates = append(queen.Rates, again)
		}
	}
	r := dear(service)
	service.items[0].Rate.BookingCode = "no longer sold"
	service.items[0].Rate.Terms.Penalties = []api.CancelPenalty{{Deadline: r.Rate.Terms.Penalties[0].Deadline, Amount: pounds(50000)}}
	p := startOn(f, screens.NewRebook(f.deps, r)).Resize(80, 24).Has("Another rate saves 629.99 GBP", "not known whether room and board are the same:", "› Flexible · Classic Queen")
	p.HasNot("another room").Press("down", "down", "down", "down", "down").Has("not known whether room and board are the same:", "› Fifth").HasNot("  Flexible · Classic Queen")
}

func TestRebookNothingIsWorthIt(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	r := dear(service)
	rate := service.hotel(0, londonTrip().CheckIn, londonTrip().CheckOut).Rooms[0].Rates[0]
	service.items[0].Rate.Total = rate.Price.Total
	p := startOn(f, screens.NewRebook(f.deps, r)).Has("No rate saves enough", "it has to save at least 5% of")
	p.Press("ctrl+k").HasNot("book it instead").Press("esc")
	f.fourGoldens("rebook_nothing")
	p.Press("enter", "ctrl+x", "n", "c")
	onTop(t, p, "rebook")
	if len(service.created)+service.cancels != 0 {
		t.Error("something was sent")
	}
}

// What was left half done is told on the first screen, and gone on with from there.
func TestRebookGoesOnFromTheFirstScreen(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
		f.start(screens.NewRebook(f.deps, dear(service))).Press("enter", "ctrl+t", "ctrl+b")
		f.settled()
		p := f.start(screens.NewSearch(f.deps, londonTrip())).Advance(time.Second)
		p.Has("! A rebooking is half done: 19–22 Dec 2026 · 3 nights · The Aldwych Lantern", "ctrl+p, enter goes on")
		f.fourGoldens("rebook_note")
		p.Press("ctrl+p").Has("half rebooked", "enter goes on")
		f.fourGoldens("rebook_list")
		p.Press("enter")
		onTop(t, p, "rebook")
		p.Has("Half rebooked").Press("n")
		onTop(t, p, "lost answers")
		p.Press("esc").Advance(time.Second).HasNot("half done")
		if service.cancels != 0 {
			t.Error("keeping both has cancelled something")
		}
	})
}

func TestRebookWhoseAnswersAreLost(t *testing.T) {
	t.Parallel()
	looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
		service.createErr, service.stores = unanswered("create reservation"), true
		p := startOn(f, screens.NewRebook(f.deps, dear(service))).Press("enter", "ctrl+t", "ctrl+b")
		f.settled()
		f.settled()
		onTop(t, p, "rebook")
		p.Has("Half rebooked")
		service.cancelErr = unanswered("cancel reservation")
		p.Press("ctrl+x")
		f.settled()
		p.Has("outcome unknown", "Nothing can be sent until that is known")
		f.fourGoldens("rebook_unresolved")
		uitest.Sweep(t, p)
		p.Resize(120, 40)
		for i := range service.items {
			if service.items[i].Rate.Total == pounds(90000) {
				service.items[i].Status = api.StatusCanceled
			}
		}
		p.Press("l")
		f.settled().Has("Rebooked: the new one is confirmed", "Found cancelled after its answer was lost")
		if service.cancels != 1 || len(service.created) != 1 {
			t.Errorf("%d cancellations, %d creates", service.cancels, len(service.created))
		}
	})
}

func TestRebookStopsWhereTheNewOneIsGone(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewRebook(f.deps, dear(service))).Press("enter", "ctrl+t", "ctrl+b").Has("Half rebooked")
	service.items[0].Status = api.StatusCanceled // The new one is the first.
	p.Press("ctrl+x").Has("Not rebooked: the new one is cancelled, and the old one stands")
	if service.cancels != 0 {
		t.Error("the old one was cancelled without a new one")
	}
}

func TestRebookInProductionAsksForTheWord(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	production(f)
	p := startOn(f, screens.NewRebook(f.deps, dear(service))).Press("enter").Type("tok_1").Press("tab").Type("book").Press("ctrl+b").Has("Half rebooked")
	p.Press("ctrl+x").Has("type cancel")
	f.fourGoldens("rebook_production")
	p.Press("ctrl+x")
	if service.cancels != 0 {
		t.Fatal("cancelled without the word")
	}
	p.Press("esc").Has("n keep both").Press("ctrl+x").Type("cancel").Press("ctrl+x").Has("Rebooked")
	if service.cancels != 1 {
		t.Errorf("%d cancellations", service.cancels)
	}
}

func TestDeadlinesHaveWhatIsCheaper(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dear(service)
	p := startOn(f, screens.NewDeadlines(f.deps))
	if row := lineWith(p, "hotel time"); strings.Contains(row, "cheaper") {
		t.Errorf("the column is there before anybody asks: %q", row)
	}
	before := len(service.searches)
	p.Press("a")
	onTop(t, p, "rebook")
	p.Press("esc")
	onTop(t, p, "deadlines")
	if !strings.Contains(lineWith(p, "hotel time"), "cheaper") || len(service.searches) != before+1 {
		t.Errorf("%d searches:\n%s", len(service.searches)-before, p.View())
	}
	f.fourGoldens("deadlines_cheaper")
}

func TestSweepOfRebooking(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{
		"offer": nil, "book": {"enter"}, "half": {"enter", "ctrl+t", "ctrl+b"}, "done": {"enter", "ctrl+t", "ctrl+b", "ctrl+x"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 0)
			r := dear(service)
			r.Hotel.Name = "世界ホテル " + strings.Repeat("with a long name ", 8)
			service.items[0].Hotel.Name = r.Hotel.Name
			uitest.Sweep(t, startOn(f, screens.NewRebook(f.deps, r)).Press(keys...))
		})
	}
}
