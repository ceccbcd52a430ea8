package screens_test

import (
	"context"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
)

// without is a fixture on a service whose service lacks what the dialect lacks.
func without(t *testing.T, lose func(*api.Dialect)) (*fixture, *reservationService) {
	t.Helper()
	f, service := newFixtureWith(t, 3)
	dialect := api.DefaultDialect()
	lose(&dialect)
	f.deps.Desk = booking.NewDesk(booking.Options{Service: service, Now: f.now, Off: dialect.Off(), Journal: f.journal, Profile: "demo", Environment: "sandbox"})
	return f, service
}

// What the service does not have is seen before anything is typed for it.
func TestFeaturesThatAreOffCannotBeFilledIn(t *testing.T) {
	t.Parallel()
	t.Run("loyalty", func(t *testing.T) {
		f, _ := without(t, func(d *api.Dialect) { d.Loyalty = "" })
		draft, err := f.deps.Desk.Verify(context.Background(), londonDraft(f))
		if err != nil {
			t.Fatal(err)
		}
		draft.Guest = storedReservation(0).Guest
		draft.Loyalty = &api.Loyalty{Program: "Lantern Circle", MemberID: "LC 4471"}
		p := startOn(f, screens.NewGuest(f.deps, draft))
		p.Has("loyalty programme  off until the profile sets", "member number      off until the profile sets", "dialect.loyalty").HasNot("Lantern Circle", "LC 4471")
		f.goldens("guest_off")
		p.Press("ctrl+s")
		onTop(t, p, "book")
		p.HasNot("Lantern Circle")
	})
	t.Run("simulation", func(t *testing.T) {
		f, service := without(t, func(d *api.Dialect) { d.Simulation = "" })
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
		p.Has("off until the profile sets", "dialect.simulation")
		p.Press("ctrl+t", "tab", "right", "ctrl+b")
		onTop(t, p, "receipt")
		if len(service.created) != 1 || service.created[0].Simulate != api.SimulateNothing {
			t.Errorf("sent %d, %+v", len(service.created), service.created)
		}
	})
	t.Run("dates", func(t *testing.T) {
		f, service := without(t, func(d *api.Dialect) { *d = d.ForProduction() })
		r := movable(service)
		p := startOn(f, screens.NewDates(f.deps, r)).Has("new dates", "off until the profile sets dialect.check_in and dialect.check_out. Book the new", "dates, then cancel this reservation")
		p.Type("13dec").Press("tab").Type("16dec").Press("ctrl+s")
		onTop(t, p, "other rates")
		p.Has("off until the profile sets dialect.check_in", "Book the new dates, then cancel")
		if len(service.modified) > 0 {
			t.Errorf("sent %+v", service.modified)
		}
	})
	t.Run("filters", func(t *testing.T) {
		f, _ := without(t, func(d *api.Dialect) { d.IDFilter, d.IDsFilter, d.CustomDataFilter = "", "", "" })
		p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("f")
		p.Has("one id", "off until the profile sets", "dialect.id_filter", "dialect.ids_filter", "dialect.custom_data_filter")
		// The last field that takes keys is the last day: enter there asks.
		p.Press("shift+tab")
		for range 10 {
			p.Press("tab")
		}
		p.Type("20dec2026").Press("enter").Has("only: departure until Sun 20 Dec 2026")
	})
}

// Over the old rows the header must not claim the filter that failed.
func TestReservationsThatCouldNotBeFilteredSaySo(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	service.fail = &api.Error{Status: 503, Message: "Too busy"}
	p.Press("f").Type("20dec2026").Press("ctrl+s")
	p.Has("3 of 3 reservations", "Too busy", "Still shown is the list from before. Asked for: arrival on Sun 20").HasNot("only:")
	p.Press("r").Has("1 of 1 reservation", "only: arrival on Sun 20 Dec 2026").HasNot("Too busy", "Still shown")
	service.fail = &api.Error{Status: 503, Message: "Too busy"}
	p.Press("x").Has("1 of 1 reservation", "only: arrival on Sun 20 Dec 2026", "Asked for: all reservations.")
}
