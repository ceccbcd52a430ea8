//go:build unix

package e2e

import (
	"os/exec"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// A reset of the demo ends the looking for what was sent to the world before it,
// which is gone, and no booking of that world is asked about.
func TestJourneyResetEndsWhatWasOpen(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo", "--fault", "reset POST /rest/v1/reservation nth=2")
	d.bookable()
	d.book(noted)
	another := func(g traveller) {
		t.Helper()
		d.WaitFor(`^ +› destination +\S`)
		d.WaitFor(`^ enter search .* (?:nothing sent yet|outcomes known)$`)
		d.Press("ctrl+s")
		d.at(noted, "hotels")
		d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
		d.toRates(noted)
		d.toGuest(noted)
		d.toBook(noted, g)
		d.chooseToken("card_good")
		d.WaitFor(`^ ctrl\+b book it `)
	}
	d.Press("ctrl+n")
	other := xenia()
	other.given = "Yolanda"
	another(other)
	d.lostBooking()
	d.WaitFor(`looked \d+ times?, not there so far`)
	if code, out := control(t, home, "reset", "--demo", "--yes"); code != 0 {
		t.Fatalf("exit %d, %s", code, out)
	}
	d.Press("l")
	d.WaitFor(`the sandbox began anew: what was sent before is gone with its world`)
	d.WaitFor(`^ ctrl\+v verify again |^ ctrl\+b book it `)
	d.Press("ctrl+n")
	d.at(noted, "search")
	another(xenia())
	d.book(noted)
	d.all("241")
	d.quit()
	list := audit(t, home)
	for _, want := range []string{"not booked (the sandbox began anew)", "booked"} {
		if !strings.Contains(list, want) {
			t.Errorf("the audit does not say %q:\n%s", want, list)
		}
	}
}

// audit returns what "bellhop audit list" says of the demo.
func audit(t *testing.T, home string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), bellhop(t), "audit", "list", "--profile", "demo")
	cmd.Env = environment(home)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return strings.TrimSpace(string(out))
}
