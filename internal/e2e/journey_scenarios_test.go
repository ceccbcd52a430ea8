//go:build unix

package e2e

import (
	"errors"
	"os/exec"
	"regexp"
	"testing"

	"bellhop/internal/gated"
	"bellhop/sandbox/world"
)

// scenarioHotel returns the name of the hotel that plays a scenario.
func scenarioHotel(t *testing.T, key string) string {
	t.Helper()
	for _, s := range world.Scenarios() {
		if s.Key == key {
			return s.Hotel
		}
	}
	t.Fatalf("no hotel plays %q", key)
	return ""
}

// toScenario finds the hotel of a scenario by its name, opens it and goes to
// its first rate that can be cancelled for nothing.
func (d fixture) toScenario(key string) {
	d.t.Helper()
	hotel := scenarioHotel(d.t, key)
	d.at("SANDBOX", "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Type(hotel)
	d.WaitFor(`^ +› ` + regexp.QuoteMeta(hotel))
	d.Press("enter")
	d.WaitFor(`^ +› check-in `)
	d.Press("ctrl+s")
	d.at("SANDBOX", "hotels")
	d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
	d.Press("enter") // The hotel that was looked for is the nearest to itself.
	d.at("SANDBOX", "rates")
	d.WaitFor(`enter terms .* nothing sent yet$`)
	d.moveTo(refundable)
}

// toScenarioBook goes on to the read-back.
func (d fixture) toScenarioBook(key string) {
	d.t.Helper()
	d.toScenario(key)
	d.toGuest("SANDBOX")
	d.toBook("SANDBOX", xenia())
	d.chooseToken("card_good")
	d.WaitFor(`^ ctrl\+b book it `)
}

// found waits for the receipt of a booking whose answer was lost.
func (d fixture) found() {
	d.t.Helper()
	d.at("SANDBOX", "receipt")
	d.WaitFor(`^ +Confirmed · booked$`)
	d.WaitFor(`Found after its answer was lost: it was sent once and exists once\.`)
	d.WaitFor(`^ enter open reservation .* booked$`)
}

// Each scenario ends with words that tell the agent what happened and what to
// do next.
func TestJourneyScenarios(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for key, walk := range map[string]func(fixture){
		"ghost": func(d fixture) {
			d.toScenarioBook("ghost")
			d.Press("ctrl+b")
			d.found()
			d.reservations("SANDBOX")
			d.WaitFor(`of 241 reservations`) // The demo's own 240, and this one, once.
		},
		"truncated": func(d fixture) {
			d.toScenarioBook("truncated")
			d.Press("ctrl+b")
			d.found()
		},
		"price-up": func(d fixture) {
			d.toScenario("price-up")
			d.Press("enter")
			d.at("SANDBOX", "terms")
			d.WaitFor(`Not as searched: \d changes?`)
			d.WaitFor(`^ ctrl\+y accept the change .* nothing sent yet$`)
			d.Press("enter") // It is not accepted by the way.
			d.WaitFor(`Not accepted\. Press ctrl\+y to accept the change`)
			d.Press("ctrl+y")
			d.at("SANDBOX", "guest")
			d.WaitFor(`ctrl\+s go on .* nothing sent yet$`)
			d.toBook("SANDBOX", xenia())
			d.chooseToken("card_good")
			d.book("SANDBOX")
		},
		"payment-declined": func(d fixture) {
			d.toScenarioBook("payment-declined")
			d.Press("ctrl+b")
			d.WaitFor(`The payment was declined; nothing is booked\. Another token, then ctrl\+b\.`)
			d.WaitFor(`! The payment was not accepted`)
		},
		"busy": func(d fixture) {
			d.toScenarioBook("busy")
			d.Press("ctrl+b")
			d.WaitFor(`! Too many requests`)
			d.WaitFor(`Nothing was booked\. Wait 5 seconds, then ctrl\+b sends it again\.`)
			d.WaitFor(`^ ctrl\+b book it .* nothing booked$`)
			d.book("SANDBOX")
		},
		"unauthorized": func(d fixture) {
			d.toScenarioBook("unauthorized")
			d.Press("ctrl+b")
			d.at("SANDBOX", "API key")
			d.WaitFor(`In the demo press enter, and its own key is used again`)
			d.WaitFor(`^ enter use this key `)
			d.Press("enter")
			d.at("SANDBOX", "book")
			d.WaitFor(`Nothing was booked\. With a new key press ctrl\+b again\.`)
			d.WaitFor(`^ ctrl\+b book it .* nothing booked$`)
			d.book("SANDBOX")
		},
		"created": func(d fixture) {
			d.toScenarioBook("created")
			d.Press("ctrl+b")
			d.at("SANDBOX", "receipt")
			d.WaitFor(`^ +Unconfirmed \(CREATED\) · not confirmed yet$`)
			d.WaitFor(`no confirmation number\. Do not book it`)
		},
	} {
		t.Run(key, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40}, "demo")
			walk(d)
			d.quit()
		})
	}
}

// The panel moves the clock, and every screen says so; a reset starts over.
func TestJourneySandboxPanel(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{}, "demo", "--clock", "2026-12-24 10:00")
	d.WaitFor(`^ bellhop  SANDBOX( demo)?  CLOCK (Thu )?24 Dec (2026 )?10:00, (stands )?still   search`)
	d.WaitFor(`check-in +Thu 7 Jan 2027`)
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Press("ctrl+o")
	d.WaitFor(`clock +Thu 24 Dec 2026 10:00:00 UTC, stands still`)
	d.WaitFor(`^ enter try it `)
	d.Press("6")
	d.WaitFor(`clock +Thu 24 Dec 2026 16:00:00 UTC, stands still`)
	d.Press("A")
	d.WaitFor(`^ +› Add a fault`)
	d.Type("bsy POST")
	d.Press("enter")
	d.WaitFor(`there is no fault "bsy"`)
	d.Press("ctrl+u")
	d.Type("busy POST nth=1")
	d.Press("enter")
	d.WaitFor(`faults +busy POST nth=1 +\(matched 0`)
	d.Press("R")
	d.WaitFor(`Take the sandbox back to how it began\?`)
	d.Press("ctrl+x")
	d.WaitFor(`^ bellhop  SANDBOX( demo)?  CLOCK (Thu )?24 Dec (2026 )?10:00, (stands )?still   search`)
	d.quit()
}

// The commands reach the demo that runs, and one that has ended is no riddle.
func TestJourneyControl(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	d.at("SANDBOX", "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	if code, out := control(t, home, "clock", "+6h", "--demo"); code != 0 || !regexp.MustCompile(`6h ahead of the real time\n$`).MatchString(out) {
		t.Errorf("exit %d, %s", code, out)
	}
	d.Press("ctrl+o")
	d.WaitFor(`^ bellhop  SANDBOX( demo)?  CLOCK .*\+6h`)
	d.quit()
	if code, out := control(t, home, "status", "--demo"); code != 1 || !regexp.MustCompile(`no sandbox runs on .*; start it with bellhop demo\n$`).MatchString(out) {
		t.Errorf("exit %d, %s", code, out)
	}
	if code, out := control(t, home, "clock", "later", "--demo"); code != 2 || !regexp.MustCompile(`"later" is no time for the clock`).MatchString(out) {
		t.Errorf("exit %d, %s", code, out)
	}
}

// control runs a command of the sandbox in a home, and returns its exit code
// and all that it printed.
func control(t *testing.T, home string, args ...string) (code int, out string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), bellhop(t), append([]string{"sandbox"}, args...)...)
	cmd.Env = environment(home)
	text, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(text)
}
