//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellhop/internal/gated"
)

// kill ends the console as a crash or a dropped line does: it cannot do anything
// any more.
func (d fixture) kill() {
	d.t.Helper()
	d.Signal(syscall.SIGKILL)
	d.WaitEnd(patience)
}

// lostBooking sends the booking on the read-back and waits until its answer is
// lost.
func (d fixture) lostBooking() {
	d.t.Helper()
	d.Press("ctrl+b")
	d.WaitFor(`! It is not known whether the booking happened`)
	d.WaitFor(`Sent once at \d\d:\d\d:\d\d\. The answer was lost`)
	d.WaitFor(`^ l look now .* outcome unknown$`)
}

// noted is the demo's place in the header with what is not as usual there: its
// clock, its faults.
const noted = `SANDBOX( demo)?(  [A-Z0-9].*)?`

// bookable goes to the read-back of the first hotel in London.
func (d fixture) bookable() {
	d.t.Helper()
	d.toTheBookScreen(noted)
	d.chooseToken("card_good")
	d.WaitFor(`^ ctrl\+b book it `)
}

// all counts what the service has: the demo begins with 240 reservations.
func (d fixture) all(count string) {
	d.t.Helper()
	d.reservations(noted)
	d.WaitFor(`of ` + count + ` reservations`)
}

// The console is killed while it looks for a ghost booking. Started again, it
// finds it without being asked, and there is one.
func TestJourneyGhostBookingAfterAKill(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo",
		"--fault", "reset-after POST /rest/v1/reservation nth=1", "--fault", "server-error GET /rest/v1/reservations")
	d.bookable()
	d.lostBooking()
	d.WaitFor(`the last of \d+ looks? got no answer; next (in \d+ s|at once), until (\w{3} \d+ \w{3} )?\d\d:\d\d`)
	d.kill()

	d = openConsole(t, home, Setup{}, "demo")
	d.WaitFor(`Found out what became of 1 lost answer: ctrl\+p`)
	d.WaitFor(`booked: confirmed, record locator [A-Z0-9]{6}`)
	d.WaitFor(`^ enter take .*ctrl\+p lost answers`)
	d.Press("ctrl+p")
	d.at(noted, "lost answers")
	d.WaitFor(`The answer was lost: `)
	d.WaitFor(`^ enter open .* outcomes known$`)
	d.Press("enter")
	d.at(noted, "reservation")
	d.WaitFor(`confirmed`)
	d.WaitFor(`^ c cancel it .* confirmed$`)
	d.Press("esc")
	d.at(noted, "lost answers")
	d.WaitFor(`^ enter open .* outcomes known$`)
	d.all("241")
	d.quit()
}

// A ghost that appears only later is found once it does; the agent has left the
// screen meanwhile.
func TestJourneyLateGhostBooking(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	d.toScenarioBook("late-ghost")
	d.lostBooking()
	d.WaitFor(`looked \d+ times?, not there so far`)
	d.Press("ctrl+n")
	d.at(noted, "search")
	d.WaitFor(`! The outcome of 1 write is not known\.`)
	d.WaitFor(`^ enter search .* 1 outcome unknown$`)
	if code, out := control(t, home, "clock", "+1m", "--demo"); code != 0 {
		t.Fatalf("exit %d, %s", code, out)
	}
	d.Press("ctrl+p")
	d.at(noted, "lost answers")
	d.WaitFor(`^ .*ctrl\+r reservations`)
	d.Press("l")
	d.WaitFor(`booked: confirmed, record locator [A-Z0-9]{6}`)
	d.WaitFor(`^ enter open .* outcomes known$`)
	d.all("241")
	d.quit()
}

// Nothing arrived: after its window that is told, and a word sends it once more.
func TestJourneyBookingThatNeverArrived(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo", "--fault", "reset POST /rest/v1/reservation nth=1")
	d.bookable()
	d.lostBooking()
	d.WaitFor(`looked \d+ times?, not there so far`)
	if code, out := control(t, home, "clock", "+31m", "--demo"); code != 0 {
		t.Fatalf("exit %d, %s", code, out)
	}
	// A key that is pressed during a look asks for no other one: after the look that is due, the next is far away.
	d.WaitFor(`looked \d+ times?, not there so far; next in [45] min`)
	d.Press("l")
	d.WaitFor(`! Not booked, as far as can be told`)
	d.WaitFor(`^ ctrl\+v verify again `)
	d.Press("ctrl+v")
	d.WaitFor(`The word again, then ctrl\+b, sends it once more`)
	d.WaitFor(`^ ctrl\+b book it `)
	d.Press("ctrl+b")
	d.WaitFor(`! This is needed\.`)
	d.Type("again")
	d.WaitFor(`sends it once more\. +5/5$`)
	d.book(noted)
	d.all("241")
	d.quit()
}

// Killed while the guest is typed: the next start offers the booking, and goes
// on with what was typed.
func TestJourneyDraftAfterAKill(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	d.search(noted)
	d.toRates(noted)
	d.toGuest(noted)
	d.Type("Xenia")
	d.Press("tab")
	d.Type("Quist")
	d.WaitFor(`surname \* +Quist`)
	waitForFile(t, home, "Quist")
	d.kill()

	d = openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	d.WaitFor(`f3 continues the booking of \d\d:\d\d: .* · X··· Q··· · `)
	d.WaitFor(`^ enter take +f3 continue `)
	d.Press("f3")
	d.at(noted, "terms")
	d.WaitFor(`^ enter go on to the guest .* nothing sent yet$`)
	d.Press("enter")
	d.at(noted, "guest")
	d.WaitFor(`given name +Xenia`)
	d.WaitFor(`surname \* +Quist`)
	d.quit()
}

// waitForFile waits until a draft on the disk has a text.
func waitForFile(t *testing.T, home, text string) {
	t.Helper()
	dir := filepath.Join(home, "data", "bellhop", "demo", "drafts")
	for late := time.Now().Add(patience); time.Now().Before(late); time.Sleep(5 * time.Millisecond) {
		paths, _ := filepath.Glob(filepath.Join(dir, "*.json")) // The pattern is a good one.
		for _, path := range paths {
			if kept, err := os.ReadFile(path); err == nil && strings.Contains(string(kept), text) {
				return
			}
		}
	}
	t.Fatalf("no draft in %s ever has %q", dir, text)
}

// The same stay is not booked twice without a yes.
func TestJourneyDoubleBookingIsAskedAbout(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo")
	d.bookable()
	made := d.book(noted)
	d.Press("ctrl+n")
	d.WaitFor(`^ +› destination +\S`)
	d.WaitFor(`^ enter search .* nothing sent yet$`)
	d.Press("ctrl+s")
	d.at(noted, "hotels")
	d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
	d.toRates(noted)
	d.toGuest(noted)
	d.toBook(noted, xenia())
	d.chooseToken("card_good")
	d.Press("ctrl+b")
	d.WaitFor(`! This guest seems to have this stay already`)
	d.WaitFor(`- booked at \d\d:\d\d, confirmed, record locator ` + regexp.QuoteMeta(made.locator))
	d.WaitFor(`^ ctrl\+y accept .* nothing sent yet$`)
	d.Press("ctrl+b") // The answer by default is no.
	d.Press("ctrl+r") // What arrives on that day is listed, without looking for anything.
	d.at(noted, "reservations")
	d.WaitFor(`^ *enter open +/ find .* \d+ of \d+ loaded$`)
	d.Press("esc") // Earlier it would only stop the reading of the list.
	d.at(noted, "book")
	d.WaitFor(`^ ctrl\+y accept .* nothing sent yet$`)
	d.Press("ctrl+y")
	d.WaitFor(`Accepted: ctrl\+b books this besides the other one\.`)
	d.WaitFor(`^ ctrl\+b book it `)
	if again := d.book(noted); again.locator == made.locator {
		t.Error("it is the same booking")
	}
	d.all("242")
	d.quit()
}

// A console on which a write is not known to have happened says so as it ends.
func TestJourneyEndsWithALostAnswer(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo", "--fault", "reset POST /rest/v1/reservation")
	d.bookable()
	d.lostBooking()
	d.Press("ctrl+c")
	if code := d.WaitEnd(patience); code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	said := strings.ReplaceAll(d.Screen(), "\n", "")
	if !regexp.MustCompile(`bellhop: It is still not known what came of 1 write: booking .*\(attempt att-[A-Z0-9]{26}\)\. Bellhop looks for it at its next start\.`).MatchString(said) {
		t.Errorf("the terminal says:\n%s", d.picture())
	}
}
