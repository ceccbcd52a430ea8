package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

func TestReservationsListsAndPages(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Has("50 of 120 reservations · most recent first", "50 of 120 loaded", "CONFIRMED", "Sun 20 Dec 2026", "The Aldwych Lantern", "M··· G···", "HC-00000")
	p.HasNot("Graham", "guest@example.com", "+442079460000", "cus_9001", "\x1b[31m")
	f.goldens("reservations")
	p.Resize(120, 40).Press("end").Has("100 of 120 loaded").Press("end").Has("120 of 120 loaded", "120 of 120 reservations")
	asked := len(service.queries)
	p.Press("home", "end", "home")
	if len(service.queries) != asked || asked != 3 {
		t.Errorf("%d pages were asked for, %d before the end was seen", len(service.queries), asked)
	}
	for i, q := range service.queries {
		if q.Page != i+1 || q.PageSize != 50 {
			t.Errorf("question %d is page %d of %d", i, q.Page, q.PageSize)
		}
	}
}

func TestReservationsFindsInWhatIsLoaded(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("/").Type("CC-119").Has("0 in the 50 loaded of 120, ctrl+a loads the rest", "Nothing found")
	f.goldens("reservations_find")
	p.Press("ctrl+a").Has("1 in the 120 loaded of 120", "A··· T···")
	if len(service.queries) != 3 {
		t.Errorf("%d pages were asked for", len(service.queries))
	}
	p.Press("enter", "enter")
	onTop(t, p, "reservation")
	p.Press("esc")
	onTop(t, p, "reservations")
	p.Has("1 in the 120 loaded").Press("esc").Has("120 of 120 reservations")
	onTop(t, p, "reservations")
	// The guest is found although the list shows the name masked.
	p.Press("/").Type("gross").Has("40 in the 120 loaded").Press("esc", "esc")
	onTop(t, p, "floor")
}

func TestReservationsLoadingCanBeStopped(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Hold().Press("ctrl+a").Has("reading all: 50 of 120").Press("esc").Release().Has("50 of 120 loaded", "Stopped.")
	onTop(t, p, "reservations")
	p.Press("ctrl+a").Has("120 of 120 loaded").HasNot("Stopped.")
	service.fail = &api.Error{Status: 503, Message: "Too busy"}
	p.Press("r").Has("The service failed", "Too busy", "120 of 120 reservations").Press("r").HasNot("Too busy").Has("50 of 120 loaded")
}

func TestReservationsFilterAsksTheService(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("f").Has("Arrival", "on or before", "Departure", "one id", "any of these ids", "value 5")
	f.goldens("reservations_filter")
	p.Resize(120, 40).Type("13/14").Press("ctrl+s").Has("!")
	if len(service.queries) != 1 {
		t.Fatal("a bad day was asked for")
	}
	// The text survives leaving the form.
	p.Press("esc").HasNot("any of these ids").Press("f").Has("13/14")
	for range "13/14" {
		p.Press("backspace")
	}
	p.Type("24dec2026").Press("ctrl+s").Has("only: arrival on Thu 24 Dec 2026", "3 of 3 reservations", "CREATED    Thu 24 Dec 2026")
	if got := service.queries[1].CheckIn.On; got != api.NewDate(2026, 12, 24) {
		t.Errorf("asked for arrival on %s", got)
	}
	p.Press("c").Has("50 of 120 reservations").HasNot("only:")
	p.Press("f")
	for range 12 {
		p.Press("tab")
	}
	p.Type("CC-7").Press("tab").Type("nothing").Press("ctrl+s").Has("custom data CC-7 or nothing", "1 of 1 reservation ")
	if got := service.queries[3].CustomValues; len(got) != 2 || got[0] != "CC-7" || got[1] != "nothing" {
		t.Errorf("asked for %q", got)
	}
	service.fail = &api.FeatureOffError{Feature: "filter by custom data", Setting: "custom_data_filter"}
	p.Press("r").Has("This service does not offer that", "dialect.custom_data_filter is empty", "1 of 1 reservation ")
	f.goldens("reservations_refused")
}

func TestReservationsSortAndEmpty(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("s").Has("by arrival, of the 50 loaded").Press("s").Has("by hotel").Press("s").Has("by status").Press("s").Has("most recent first")
	f, _ = newFixtureWith(t, 0)
	startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Has("No reservations yet", "0 of 0 reservations")
	f.goldens("reservations_none")
}

func TestReservationMasksUntilAsked(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
	p.Has("CONFIRMED · booked", "hotel confirmation HC-00000", "record locator REC000", "Sun 20 Dec – Mon 21 Dec 2026 · 1 night", "M··· G···", "free until Fri 18 Dec 18:00", "612.40 GBP", "cost_centre: CC-0", "c cancel it")
	p.HasNot("Mary", "guest@example.com", "Lamp Street", "cus_9001", "pm_7007", "tok_secret", "\x1b")
	f.goldens("reservation")
	p.Resize(120, 40).Press("u").Has("Mary Graham", "guest@example.com", "+442079460000", "12 Lamp Street", "cus_9001", "pm_7007", "u mask guest").HasNot("tok_secret")
	p.Press("u").HasNot("Mary")
}

func TestReservationReloads(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
	service.items[0].Status = "PENDING"
	service.fail = unauthorized()
	p.Press("r")
	onTop(t, p, "API key")
	// The read goes on by itself once there is a new key.
	p.Advance(signInPause).Type("k").Press("enter").Has("PENDING", "not one that is known to allow cancelling").HasNot("c cancel it")
	if service.reads != 2 {
		t.Errorf("%d reads", service.reads)
	}
	p.Hold().Press("r").Has("reading the reservation").Press("esc").Release()
	onTop(t, p, "reservation")
	p.Press("c")
	onTop(t, p, "reservation")
}

func TestCancelNeedsCtrlXAndSendsOnce(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("enter", "c")
	onTop(t, p, "cancel")
	p.Has("Cancel this reservation?", "cancelling now costs", "nothing", "204.13 GBP", "enter keeps it", "nothing sent yet")
	f.goldens("cancel")
	for _, keep := range []string{"enter", "n", "esc"} {
		p.Press(keep)
		onTop(t, p, "reservation")
		p.Press("c")
	}
	if service.cancels != 0 {
		t.Fatal("keeping it cancelled it")
	}
	p.Hold().Press("ctrl+x", "ctrl+x", "enter", "esc", "n")
	onTop(t, p, "cancel")
	p.Has("cancelling; sent once").Press("ctrl+c").Has("A cancellation is being sent. Quit anyway? y/N").Press("enter")
	f.goldens("cancel_sending")
	p.Release().Has("CANCELED  cancelled", "penalty", "nothing", "HC-00000")
	f.goldens("cancel_done")
	if service.cancels != 1 {
		t.Fatalf("%d cancellations were sent", service.cancels)
	}
	p.Press("ctrl+x", "enter")
	onTop(t, p, "reservation")
	p.Has("CANCELED · cancelled", "It is cancelled already.").HasNot("c cancel it")
	if service.cancels != 1 || service.reads != 1 {
		t.Errorf("%d cancellations, %d reads", service.cancels, service.reads)
	}
	asked := len(service.queries)
	p.Press("esc")
	onTop(t, p, "reservations")
	p.Has("› CANCELED")
	if len(service.queries) != asked {
		t.Errorf("the list was read again")
	}
}

func TestCancelThatFails(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		err   error
		want  []string
		again bool
	}{
		{"refused", &api.Error{Status: 400, Code: 3002, Type: api.TypeCancellation, Message: "Too late"}, []string{"Not cancelled", "Too late", "The reservation stands. Call the hotel with its reference, or try later.", "not cancelled"}, true},
		{"unresolved", unanswered("cancel reservation"), []string{"It is not known whether the cancellation happened", "outcome unknown"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f, service := newFixtureWith(t, 3)
			service.cancelErr = tt.err
			p := startOn(f, screens.NewReservation(f.deps, storedReservation(0)))
			p.Press("c", "ctrl+x").Has(tt.want...)
			f.goldens("cancel_" + tt.name)
			p.Press("ctrl+x")
			if again := service.cancels == 2; again != tt.again {
				t.Errorf("%d cancellations were sent", service.cancels)
			}
			reads := service.reads
			p.Press("esc")
			onTop(t, p, "reservation")
			p.Has("CONFIRMED")
			if tt.again != (service.reads == reads) {
				t.Errorf("%d reads after an outcome that is known: %v", service.reads-reads, tt.again)
			}
		})
	}
}

// What cancelling cost is what the screen said when the key was pressed, even
// when a deadline passes before the answer.
func TestCancelTellsTheCostThatWasAgreed(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	r := storedReservation(0)
	r.Rate.Terms.Penalties[0].Deadline = api.ParseDeadline(uitest.Now().Add(30 * time.Second).Format(time.RFC3339))
	p := startOn(f, screens.NewCancel(f.deps, r))
	p.Has("cancelling now costs  nothing").Hold().Press("ctrl+x").Advance(time.Minute).Release()
	p.Has("CANCELED  cancelled", "penalty    nothing").HasNot("204.13 GBP")
}

func TestCancelWithARefusedKeyIsNotRepeated(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	service.cancelErr = unauthorized()
	p := startOn(f, screens.NewCancel(f.deps, storedReservation(0)))
	p.Press("ctrl+x")
	onTop(t, p, "API key")
	service.cancelErr = nil
	p.Advance(signInPause).Type("k").Press("enter")
	onTop(t, p, "cancel")
	p.Has("With a new key press ctrl+x again.")
	if service.cancels != 1 {
		t.Fatalf("%d cancellations were sent", service.cancels)
	}
	p.Press("ctrl+x").Has("CANCELED")
}

func TestSweepFromGuestToCancel(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	long := storedReservation(0)
	long.Hotel.Name = "世界ホテル " + long.Hotel.Name + " with a name that is longer than any column of any table is wide, and then some"
	service.items[0] = long
	draft := verifiedDraft(t, f)
	draft.Hotel.Name = long.Hotel.Name
	for name, open := range map[string]func() *uitest.Pump{
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
			f.start(&floor{next: screens.NewReservations(f.deps, api.ReservationQuery{})})
			return f.pump.Hold().Press("x")
		},
		"reservation": func() *uitest.Pump { return startOn(f, screens.NewReservation(f.deps, long)) },
		"cancel":      func() *uitest.Pump { return startOn(f, screens.NewCancel(f.deps, long)) },
		"cancelled":   func() *uitest.Pump { return startOn(f, screens.NewCancel(f.deps, long)).Press("ctrl+x") },
		"sign in":     func() *uitest.Pump { return startOn(f, screens.NewSignIn(f.deps)).Advance(signInPause).Press("enter") },
	} {
		t.Run(name, func(t *testing.T) { uitest.Sweep(t, open()) })
	}
}
