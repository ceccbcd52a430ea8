package screens_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// searchScreens opens the screens from the search to the terms, in every state.
func searchScreens() map[string]func(f *fixture) *uitest.Pump {
	failed := &api.Error{Operation: "search", Status: 500, Message: "out of order, and with a message that is rather long for a line"}
	return map[string]func(f *fixture) *uitest.Pump{
		"welcome": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewWelcome(welcomeTo(f, nil, failed))).Press("enter")
		},
		"account": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewWelcome(welcomeTo(f, nil, nil))).Press("down", "enter", "ctrl+s")
		},
		"search": func(f *fixture) *uitest.Pump { return f.start(screens.NewSearch(f.deps, londonTrip())) },
		"search nowhere": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, emptyTrip())).Type("nowhere").Advance(pause)
		},
		"search date": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, londonTrip())).Press("tab").Type("10/12").Press("enter")
		},
		"search calendar": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, londonTrip())).Press("tab", "enter")
		},
		"search numbers": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, londonTrip())).Press("shift+tab").Type("99").Press("tab")
		},
		"search failed": func(f *fixture) *uitest.Pump {
			f.service.fail = failed
			return f.start(screens.NewSearch(f.deps, londonTrip()))
		},
		"search line": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearchLine(f.deps, "london 19dec 3n 2a1c 5mi ref <400 4* +pool chain:lx by name"))
		},
		"search line wrong": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearchLine(f.deps, "london 19dec 3n 2a1c 5mi ref <400 4* +pool chain:lx 10/12")).Press("enter")
		},
		"search which": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearchLine(f.deps, "london 19dec")).Press("enter")
		},
		"line help": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearchLine(f.deps, "london 10/12")).Press("f8", "down")
		},
		"hotels": func(f *fixture) *uitest.Pump { return f.start(hotelListOf(f.deps, londonTrip())) },
		"hotels find": func(f *fixture) *uitest.Pump {
			return f.start(hotelListOf(f.deps, londonTrip())).Press("/").Type("löwe")
		},
		"hotels filter": func(f *fixture) *uitest.Pump {
			return f.start(hotelListOf(f.deps, londonTrip())).Press("f", "up")
		},
		"hotels map": func(f *fixture) *uitest.Pump {
			return f.start(hotelListOf(f.deps, londonTrip())).Press("m", "z", "down")
		},
		"hotels map in words": func(f *fixture) *uitest.Pump {
			f.service.lost = func(i int) bool { return i%2 == 0 }
			return f.start(hotelListOf(f.deps, londonTrip())).Press("m", "m", "end")
		},
		"hotels none": func(f *fixture) *uitest.Pump {
			f.service.hotels = 0
			return f.start(hotelListOf(f.deps, londonTrip()))
		},
		"hotels loading": func(f *fixture) *uitest.Pump {
			p := f.start(hotelListOf(f.deps, londonTrip()))
			return p.Hold().Press("]")
		},
		"hotels failed": func(f *fixture) *uitest.Pump {
			p := f.start(hotelListOf(f.deps, londonTrip()))
			f.service.fail = failed
			return p.Press("r")
		},
		"rates": func(f *fixture) *uitest.Pump { return f.start(ratesOf(f.deps, londonDraft(f))) },
		"rates expired": func(f *fixture) *uitest.Pump {
			return f.start(ratesOf(f.deps, londonDraft(f))).Press("end").Skip(time.Hour)
		},
		"rates failed": func(f *fixture) *uitest.Pump {
			p := f.start(ratesOf(f.deps, londonDraft(f)))
			f.service.fail = failed
			return p.Press("r")
		},
		"terms": func(f *fixture) *uitest.Pump { return f.start(screens.NewTerms(f.deps, londonDraft(f))) },
		"terms changed": func(f *fixture) *uitest.Pump {
			f.service.verified = func(v *api.Verification) { v.Total, v.MaxOccupancy = pounds(99900), 1 }
			return f.start(screens.NewTerms(f.deps, londonDraft(f))).Press("enter", "down")
		},
		"terms failed": func(f *fixture) *uitest.Pump {
			f.service.fail = failed
			return f.start(screens.NewTerms(f.deps, londonDraft(f)))
		},
	}
}

// Every screen in every state fills its window exactly, at every size.
func TestSweepFromSearchToTerms(t *testing.T) {
	t.Parallel()
	for name, start := range searchScreens() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Sweep(t, start(newFixture(t)))
		})
	}
}

// The bodies themselves are exact too, below the shell's least size as well.
func TestBodiesAreExact(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, s := range map[string]ui.Screen{
		"welcome": screens.NewWelcome(welcomeTo(f, nil, nil)), "opening": openingOf(f, nil, new(error)), "search": screens.NewSearch(f.deps, londonTrip()),
		"hotels": hotelListOf(f.deps, londonTrip()), "rates": ratesOf(f.deps, londonDraft(f)),
		"terms": screens.NewTerms(f.deps, londonDraft(f)),
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range append(uitest.Sizes(), [2]int{1, 1}, [2]int{5, 2}, [2]int{20, 8}) {
				s.SetSize(size[0], size[1])
				uitest.CheckSize(t, s.View(), size[0], size[1])
			}
		})
	}
}

type openWith func(f *fixture, service *reservationService) *uitest.Pump

// changeScreens opens the screens that change a reservation, and those of deadlines.
func changeScreens() map[string]openWith {
	dates := func(f *fixture, service *reservationService) *uitest.Pump {
		r := movable(service)
		r.Hotel.Name = "世界ホテル " + strings.Repeat("with a long name ", 8)
		return startOn(f, screens.NewDates(f.deps, r))
	}
	return map[string]openWith{
		"dates": dates,
		"dates wrong": func(f *fixture, service *reservationService) *uitest.Pump {
			return dates(f, service).Type("10/12").Press("ctrl+s")
		},
		"dates calendar": func(f *fixture, service *reservationService) *uitest.Pump {
			return dates(f, service).Press("ctrl+d", "enter")
		},
		"dates question": func(f *fixture, service *reservationService) *uitest.Pump {
			return dates(f, service).Type("27dec").Press("ctrl+s")
		},
		"dates sending": func(f *fixture, service *reservationService) *uitest.Pump {
			return dates(f, service).Type("27dec").Press("ctrl+s").Hold().Press("ctrl+b")
		},
		"dates none": func(f *fixture, service *reservationService) *uitest.Pump {
			return dates(f, service).Type("24dec").Press("ctrl+s")
		},
		"dates unanswered": func(f *fixture, service *reservationService) *uitest.Pump {
			service.modifyErr = unanswered("modify reservation")
			return dates(f, service).Type("27dec").Press("ctrl+s", "ctrl+b")
		},
		"dates production": func(f *fixture, service *reservationService) *uitest.Pump {
			production(f)
			return dates(f, service).Type("27dec").Press("ctrl+s", "ctrl+b")
		},
		"payment": func(f *fixture, _ *reservationService) *uitest.Pump {
			return startOn(f, screens.NewPayment(f.deps, storedReservation(0))).Press("ctrl+b")
		},
		"payment unanswered": func(f *fixture, service *reservationService) *uitest.Pump {
			production(f)
			service.modifyErr = unanswered("modify reservation")
			return startOn(f, screens.NewPayment(f.deps, storedReservation(0))).Type("x").Press("tab", "tab").Type("payment").Press("ctrl+b")
		},
		"deadlines": func(f *fixture, _ *reservationService) *uitest.Pump {
			return startOn(f, screens.NewDeadlines(f.deps)).Press("end")
		},
		"deadlines none": func(f *fixture, service *reservationService) *uitest.Pump {
			service.items = nil
			return startOn(f, screens.NewDeadlines(f.deps))
		},
		"deadlines failed": func(f *fixture, service *reservationService) *uitest.Pump {
			service.fail = &api.Error{Status: 503, Message: "Too busy, and with a message that is rather long for a line of a narrow window"}
			return startOn(f, screens.NewDeadlines(f.deps))
		},
		"deadlines written": func(f *fixture, _ *reservationService) *uitest.Pump {
			f.deps.Exports = f.t.TempDir()
			return startOn(f, screens.NewDeadlines(f.deps)).Press("w", "w", "w", "i")
		},
	}
}

func TestSweepOfChanges(t *testing.T) {
	t.Parallel()
	for name, open := range changeScreens() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 60)
			uitest.Sweep(t, open(f, service))
		})
	}
}

// bookScreens opens the screens from the guest to the cancellation, for a hotel of a long name.
func bookScreens(t *testing.T, f *fixture, service *reservationService) map[string]func() *uitest.Pump {
	long := storedReservation(0)
	long.Hotel.Name = "世界ホテル " + long.Hotel.Name + " with a name that is longer than any column of any table is wide, and then some"
	service.items[0] = long
	draft := verifiedDraft(t, f)
	draft.Hotel.Name = long.Hotel.Name
	return map[string]func() *uitest.Pump{
		"guest":        func() *uitest.Pump { return startOn(f, screens.NewGuest(f.deps, draft)) },
		"guest errors": func() *uitest.Pump { return startOn(f, screens.NewGuest(f.deps, londonDraft(f))).Press("ctrl+s") },
		"book":         func() *uitest.Pump { return startOn(f, screens.NewBook(f.deps, draft)) },
		"book errors":  func() *uitest.Pump { return startOn(f, screens.NewBook(f.deps, draft)).Press("ctrl+b") },
		"book sending": func() *uitest.Pump {
			return startOn(f, screens.NewBook(f.deps, draft)).Press("ctrl+t").Hold().Press("ctrl+b")
		},
		"receipt": func() *uitest.Pump {
			return startOn(f, screens.NewGuest(f.deps, draft)).Press("ctrl+s", "ctrl+t", "ctrl+b")
		},
		"list": func() *uitest.Pump { return startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})) },
		"find": func() *uitest.Pump {
			return startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("/").Type("世界")
		},
		"filter": func() *uitest.Pump {
			return startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("f").Type("x").Press("ctrl+s")
		},
		"loading": func() *uitest.Pump {
			f.start(&emptyScreen{next: screens.NewReservations(f.deps, api.ReservationQuery{})})
			return f.pump.Hold().Press("x")
		},
		"fields": func() *uitest.Pump {
			f.deps.Raw = rawReservation
			return startOn(f, screens.NewFields(f.deps, long, nil))
		},
		"reservation": func() *uitest.Pump { return startOn(f, screens.NewReservation(f.deps, long)) },
		"cancel":      func() *uitest.Pump { return startOn(f, screens.NewCancel(f.deps, long)) },
		"cancelled":   func() *uitest.Pump { return startOn(f, screens.NewCancel(f.deps, long)).Press("ctrl+x") },
		"sign in":     func() *uitest.Pump { return startOn(f, screens.NewSignIn(f.deps)).Advance(signInPause).Press("enter") },
	}
}

func TestSweepFromGuestToCancel(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	for name, open := range bookScreens(t, f, service) {
		t.Run(name, func(t *testing.T) { uitest.Sweep(t, open()) })
	}
}

// Every screen of a lost answer is exactly its size, whatever that is.
func TestSweepOfLostAnswers(t *testing.T) {
	t.Parallel()
	for name, walk := range map[string]func(f *fixture, service *reservationService, p *uitest.Pump){
		"book looking": func(*fixture, *reservationService, *uitest.Pump) {},
		"book again": func(f *fixture, _ *reservationService, p *uitest.Pump) {
			p.Advance(31 * time.Minute).Press("l")
			f.settled()
			p.Press("ctrl+v").Press("ctrl+b")
		},
		"search": func(_ *fixture, _ *reservationService, p *uitest.Pump) { p.Press("ctrl+n") },
		"list":   func(_ *fixture, _ *reservationService, p *uitest.Pump) { p.Press("ctrl+n", "ctrl+p") },
		"similar": func(f *fixture, service *reservationService, p *uitest.Pump) {
			service.createErr = nil
			f.start(screens.NewBook(f.deps, verifiedDraft(f.t, f))).Press("ctrl+t", "ctrl+b")
		},
		"nearest": func(f *fixture, _ *reservationService, _ *uitest.Pump) {
			draft := londonDraft(f)
			f.start(screens.NewNearestRates(f.deps, draft, booking.RoomRates(draft.Hotel), "This rate is gone", "These come nearest to it:"))
		},
		"no other rates": func(f *fixture, _ *reservationService, _ *uitest.Pump) {
			f.start(screens.NewNearestRates(f.deps, londonDraft(f), nil, "This rate is gone", "These come nearest to it:"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			looking(t, 0, func(t *testing.T, f *fixture, service *reservationService) {
				service.createErr = unanswered("create reservation")
				p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b")
				f.settled()
				walk(f, service, p)
				uitest.Sweep(t, f.pump)
			})
		})
	}
}
