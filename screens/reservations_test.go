package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/screens"
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
	p.Press("x").Has("50 of 120 reservations").HasNot("only:")
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
