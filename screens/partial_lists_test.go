package screens_test

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/bookingtest"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/ui"
)

// Every list of the console warns above its rows that it is incomplete, and is never called empty.
func TestLists_Partial(t *testing.T) {
	t.Parallel()
	const sentence = "! The list of reservations is incomplete: some may be"
	for _, list := range bookingtest.Lists() {
		t.Run(list.Name, func(t *testing.T) {
			t.Parallel()
			for name, screen := range map[string]struct {
				open  func(*screens.Deps) ui.Screen
				keys  []string
				typed string
			}{
				"reservations": {open: func(d *screens.Deps) ui.Screen { return screens.NewReservations(d, api.ReservationQuery{}) }},
				"reservations by days": {open: func(d *screens.Deps) ui.Screen {
					return screens.NewReservations(d, api.ReservationQuery{CheckIn: api.DateRange{On: api.NewDate(2026, 12, 12)}})
				}},
				"find":      {open: func(d *screens.Deps) ui.Screen { return screens.NewReports(d) }, keys: []string{"ctrl+r"}, typed: "lindqvist"},
				"no find":   {open: func(d *screens.Deps) ui.Screen { return screens.NewReports(d) }, keys: []string{"ctrl+r"}, typed: "nobody"},
				"one state": {open: func(d *screens.Deps) ui.Screen { return screens.NewReservations(d, api.ReservationQuery{}) }, keys: []string{"tab", "tab", "tab"}},
				"reports":   {open: func(d *screens.Deps) ui.Screen { return screens.NewReports(d) }},
				"deadlines": {open: func(d *screens.Deps) ui.Screen { return screens.NewDeadlines(d) }},
				"guests":    {open: func(d *screens.Deps) ui.Screen { return screens.NewKnownGuests(d, trip.Trip{}, "lin", nil) }},
			} {
				f := newFixture(t)
				f.deskAt(list.Serve(t))
				p := startOn(f, screen.open(f.deps)).Press(screen.keys...)
				if screen.typed != "" {
					p.Type(screen.typed)
				}
				above, _, _ := strings.Cut(p.View(), "A··· L···")
				if warned := strings.Contains(above, sentence); warned == list.Whole {
					t.Errorf("%s:\n%s", name, p.View())
				}
				for _, wrong := range []string{"No reservations yet", "looked at all", "Nothing on these days", "No open reservations", "No guest is known"} {
					if !list.Whole && strings.Contains(p.View(), wrong) {
						t.Errorf("%s says %q:\n%s", name, wrong, p.View())
					}
				}
			}
		})
	}
}
