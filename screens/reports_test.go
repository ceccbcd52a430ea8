package screens_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

func reportsOf(t testing.TB, n int) (*fixture, *reservationService, *uitest.Pump) {
	t.Helper()
	f, service := newFixtureWith(t, n)
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	return f, service, startOn(f, screens.NewReports(f.deps))
}

func TestReportsByDay(t *testing.T) {
	t.Parallel()
	f, service, p := reportsOf(t, 40)
	p.Has("[arrivals]", "Sat 12 Dec 2026 to Fri 18 Dec 2026", "0 arrivals", "Nothing on these days")
	for range 10 {
		p.Press("]")
	}
	p.Has("Tue 22 Dec 2026 to Mon 28 Dec 2026", "The Aldwych Lantern", "612.40 GBP", "M··· G···").HasNot("Graham")
	fourGoldens(f, "reports_arrivals")
	calls := len(service.queries)
	p.Press("tab").Has("[departures]").Press("shift+tab").Has("[arrivals]")
	if n := len(service.queries); n != calls+1 {
		t.Errorf("%d lists were asked for to look at another report and back", n-calls)
	}
	p.Press("shift+tab").Has("[deadlines]", "204.13 GBP", "18:00")
	fourGoldens(f, "reports_deadlines")
	p.Press("w").Has("30").Press("w", "w")
	p.Press("f").Has("from", "to").Press("tab")
	for range 20 {
		p.Press("backspace")
	}
	p.Type("24dec").Press("enter").Has("Tue 22 Dec 2026 to Thu 24 Dec 2026") // Enter in the last field.
	p.Press("enter")
	onTop(t, p, "reservation")
	p.Press("esc")
	onTop(t, p, "reports")
}

// A report that is read again keeps its first row, or the one that a key moved the cursor to; another report begins at its top.
func TestReports_CursorAfterReload(t *testing.T) {
	t.Parallel()
	_, service, p := reportsOf(t, 40)
	for range 10 {
		p.Press("]")
	}
	const first, third = "› confirmed · The Aldwych Lantern · M··· G··· · 4 nights", "› confirmed · The Aldwych Lantern · M··· G··· · 3 nights"
	p.Has(first).HasNot(third)
	p.Press("r").Has(first)
	newcomer := service.items[4] // Arrives a day after the first row.
	newcomer.ID = strings.Repeat("9", len(newcomer.ID))
	p.Press("down", "down").Has(third)
	service.items = append([]api.Reservation{newcomer}, service.items...)
	p.Press("r").Has("5 arrivals", third).HasNot(first)
	service.fail = &api.Error{Operation: "list reservations", Status: 503, Message: "out of order"}
	p.Press("r").Has("The service failed").Press("r").Has("5 arrivals", third)
	p.Press("tab", "shift+tab").Has(first).HasNot(third)
}

// The day of a cancellation is the journal's; those that were made elsewhere stand apart, and that is said.
func TestReportOfCancellationsSaysWhatItDoesNotKnow(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 9)
	f.deps.Exports = filepath.Join(t.TempDir(), "exports")
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	if _, err := f.deps.Desk.Cancel(t.Context(), f.deps.Desk.ShownNow(service.items[0])); err != nil {
		t.Fatal(err)
	}
	p.Press("R")
	onTop(t, p, "reports")
	p.Press("tab", "tab").Has("[cancellations]", "Sat 12 Dec 2026 · 1", "(journal)", "day not known · 3", "The service does not tell")
	fourGoldens(f, "reports_cancellations")
	p.Hold().Press("e", "e").Release().Has("Written:", "guests masked")
	paths, err := filepath.Glob(filepath.Join(f.deps.Exports, "*.csv"))
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil || strings.Count(string(text), "\n") != 5 || !strings.Contains(string(text), "2026-12-12,The Aldwych Lantern,M··· G···") {
		t.Errorf("%s, %v", text, err)
	}
	p.Press("E").Has(".json")
}

func TestReportThatCannotBeRead(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 9)
	service.fail = &api.Error{Status: 503, Message: "Too busy"}
	p := startOn(f, screens.NewReports(f.deps))
	p.Has("f5 tries again").Press("f5").Has("0 arrivals")
}

func TestSweepOfReports(t *testing.T) {
	t.Parallel()
	for _, keys := range [][]string{{"tab", "tab"}, {"shift+tab"}, {"f"}} {
		_, _, p := reportsOf(t, 40)
		uitest.Sweep(t, p.Press(keys...))
	}
}
