//go:build unix

package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellhop/internal/app"
	"bellhop/internal/gated"
	"bellhop/ui"
	"bellhop/ui/play"
)

// playEnd returns the caption at the end of a play.
func playEnd() string { return `^ ` + regexp.QuoteMeta(app.DemoScript().End) + `$` }

// openPlay starts a play in a home, with its world in a temporary folder.
func openPlay(t *testing.T, s Setup, home, temporary string, args ...string) fixture {
	t.Helper()
	s.Program, s.Args, s.Home = bellhop(t), append([]string{"demo", "--play"}, args...), home
	s.Env = []string{"TMPDIR=" + temporary}
	return fixture{StartTerminal(t, s)}
}

// playOn waits for the end of a play that goes on by itself, for as long as
// something still happens, and looks at every screen on the way.
func (d fixture) playOn(look func(screen string)) {
	d.t.Helper()
	end := regexp.MustCompile("(?m)" + playEnd())
	for before := ""; !end.MatchString(before); before = d.Screen() {
		d.wait("for the play to go on", func(screen string) bool {
			look(screen)
			return screen != before
		})
	}
}

// playedOut checks what a play leaves: a booking that stands, found after its
// answer was lost, and one that is cancelled; both of the same guest.
func (d fixture) playedOut() {
	d.t.Helper()
	d.at(noted, "receipt")
	d.WaitFor(`Found after its answer was lost: it was sent once and exists once\.`)
	d.reservations(noted)
	d.WaitFor(`^ +(?:› )?confirmed +Tue 15 Dec 2026 +2 +Scenario: gh`)
	d.WaitFor(`^ +(?:› )?cancelled +Tue 15 Dec 2026 +2 +` + app.DemoHotel[:10])
	d.WaitFor(` of ` + strconv.Itoa(240+2) + ` reservations `)
	if listed := strings.Count(d.Screen(), xenia().masked()); listed < 2 {
		d.t.Errorf("%d reservations of the guest are listed, want both:\n%s", listed, d.picture())
	}
}

// The play plays to its end by itself, and then the person has the keys. What
// the person has in the demo is not touched.
func TestJourneyPlay(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home, temporary := t.TempDir(), t.TempDir()
			d := openPlay(t, size, home, temporary)
			d.WaitFor(`^ play  Watch a booking\.`)
			d.Press("space")
			d.WaitFor(`^ paused  Watch a booking\.`)
			d.Press("space")
			d.WaitFor(`^ play  Watch a booking\.`)
			d.Type("++++")
			d.playOn(func(string) {})
			d.playedOut()
			d.WaitGone(playEnd())
			d.quit()
			if _, err := os.Stat(filepath.Join(home, "data", "bellhop", "demo")); !os.IsNotExist(err) {
				t.Errorf("the play has left something in the demo of the home: %v", err)
			}
			if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
				t.Errorf("the play has left %v, %v", left, err)
			}
		})
	}
}

// It plays to its end in the smallest window as well, where lists have fewer
// columns and texts more lines.
func TestJourneyPlayInTheSmallestWindow(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openPlay(t, Setup{Cols: ui.MinWidth, Rows: ui.MinHeight}, t.TempDir(), t.TempDir())
	d.WaitFor(`^ play  Watch a booking\.`)
	d.Type("++++")
	d.playOn(func(screen string) {
		if strings.Contains(screen, "The play stops here") {
			t.Fatalf("it stops:\n%s", screen)
		}
	})
	d.at(noted, "receipt")
	d.quit()
}

// The person can take the keys at any time and goes on where the play stands.
func TestJourneyPlayTakenOver(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openPlay(t, Setup{}, t.TempDir(), t.TempDir())
	d.WaitFor(`^ play  Watch a booking\.`)
	d.Press("space")
	d.WaitFor(`^ paused  `)
	hotels := regexp.MustCompile(`(?m)^ bellhop .* › hotels`)
	for !hotels.MatchString(d.Screen()) {
		before := d.Screen()
		d.Press("n")
		d.wait("for what n does", func(screen string) bool { return screen != before })
	}
	d.WaitFor(`^ +\d+ of \d+ hotels`)
	d.Press("esc")
	d.WaitFor(`^ The keys are yours, from here on\.`)
	d.at(noted, "hotels")
	d.Press("f1")
	d.WaitFor(`keys work here`)
	d.WaitGone(`The keys are yours`)
	d.quit()
}

// The same table is pressed by hand, key by key, on an ordinary demo of the same
// world: what a play presses are real keys.
func TestJourneyPlayByHand(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, "demo",
				"--seed", strconv.Itoa(app.DemoSeed), "--hotels", strconv.Itoa(app.DemoHotels), "--clock", app.DemoClock)
			for _, step := range app.DemoScript().Steps {
				d.act(step)
			}
			d.playedOut()
			d.quit()
		})
	}
}

// act does a step of the play by hand.
func (d fixture) act(step play.Step) {
	d.t.Helper()
	if step.Still && len(step.Keys) == 0 {
		// A play holds this screen until it is read. By hand nothing does, and a busy machine may not see it.
		d.WaitFor(step.Shows.String() + `|Found after its answer was lost`)
		return
	}
	d.at(noted, step.Screen)
	if step.Shows != nil {
		d.WaitFor(step.Shows.String())
	}
	d.WaitGone(` [|/\\-] [a-z]+ing [a-z ]+$`)
	if step.Until == nil {
		if step.Type != "" {
			d.Type(step.Type)
		}
		d.Press(step.Keys...)
		return
	}
	// What a key moves has to be somewhere else before it is looked at: a frame
	// that is half drawn does not show yet what was looked for.
	moved := regexp.MustCompile(map[string]string{"down": `(?m)^ +› [^│\n]*`, "ctrl+t": `test token \w+:`, "ctrl+x": `Read what cancelling costs first|status +cancelled`}[step.Keys[0]])
	for range 60 {
		before := d.Screen()
		if step.Until.MatchString(before) {
			return
		}
		d.Press(step.Keys...)
		d.wait("for what "+step.Keys[0]+" moves", func(screen string) bool {
			now := moved.FindString(screen)
			return now != "" && now != moved.FindString(before)
		})
	}
	d.t.Fatalf("%s does not come:\n%s", step.Until, d.picture())
}

// Presenter mode keeps what is a guest's off the screen, at every moment of a
// whole booking and its cancellation.
func TestJourneyPresenter(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openPlay(t, size, t.TempDir(), t.TempDir(), "--present")
			d.WaitFor(`^ S A N D B O X +n o t h i n g`)
			d.Type("++++")
			marks := regexp.MustCompile(`Xenia|Quist|xenia|Lamp Street|9GU|card_good\b.*•|[0-9a-f]{32}|confirmation +[A-Z0-9]{4}|locator +[A-Z0-9]{6}`)
			d.playOn(func(screen string) {
				if found := marks.FindString(screen); found != "" {
					t.Fatalf("%q is on the screen:\n%s", found, screen)
				}
			})
			// A busy machine sees few of the screens, and all of what was written.
			if !bytes.Contains(d.Output(), []byte("•••••")) {
				t.Error("nothing masked was seen: the play shows nothing of a guest, and proves nothing")
			}
			// Switched off, it is all there.
			d.Press("f2")
			d.WaitFor(`^ +record locator +[A-Z0-9]{6}$`)
			d.WaitFor(`^ +guest +Xenia Quist$`)
			d.quit()
		})
	}
}

// A play that a signal ends, however early, leaves nothing behind.
func TestJourneyPlayEndedBySignals(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, signal := range []syscall.Signal{syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT} {
		t.Run(fmt.Sprint(signal), func(t *testing.T) {
			t.Parallel()
			for _, early := range []bool{true, false} {
				temporary := t.TempDir()
				d := openPlay(t, Setup{}, t.TempDir(), temporary)
				if early {
					awaitTrue(t, "a folder", func() bool {
						list, err := os.ReadDir(temporary)
						return err == nil && len(list) > 0
					})
				} else {
					d.WaitFor(`^ play  Watch a booking\.`)
				}
				d.Signal(signal)
				if code := d.WaitEnd(patience); code != 128+int(signal) {
					t.Errorf("exit code %d, want %d", code, 128+int(signal))
				}
				if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
					t.Errorf("early %t: the play has left %v, %v", early, left, err)
				}
			}
		})
	}
}

// awaitTrue waits for what no terminal shows.
func awaitTrue(t *testing.T, what string, done func() bool) {
	t.Helper()
	late := time.After(patience)
	for !done() {
		select {
		case <-time.After(time.Millisecond):
		case <-late:
			t.Fatal("waited in vain for ", what)
		}
	}
}

// What a killed play leaves is removed by the next one, and that of one that is
// still played is not.
func TestJourneyPlayKilled(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	temporary := t.TempDir()
	age := func() (newest string) {
		list, err := os.ReadDir(temporary)
		if err != nil {
			t.Fatal(err)
		}
		then := time.Now().Add(-time.Hour)
		for _, entry := range list {
			newest = filepath.Join(temporary, entry.Name())
			if err := os.Chtimes(newest, then, then); err != nil {
				t.Fatal(err)
			}
		}
		return newest
	}
	killed := openPlay(t, Setup{}, t.TempDir(), temporary)
	killed.WaitFor(`^ play  Watch a booking\.`)
	killed.Signal(syscall.SIGKILL)
	killed.WaitEnd(patience)
	left := age()
	first := openPlay(t, Setup{}, t.TempDir(), temporary)
	first.WaitFor(`^ play  Watch a booking\.`)
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("what a killed play left is still there: %v", err)
	}
	playing := age()
	second := openPlay(t, Setup{}, t.TempDir(), temporary)
	second.WaitFor(`^ play  Watch a booking\.`)
	if _, err := os.Stat(playing); err != nil {
		t.Errorf("the world of a play that goes on is gone: %v", err)
	}
	first.quit()
	second.quit()
	if list, err := os.ReadDir(temporary); err != nil || len(list) > 0 {
		t.Errorf("the plays have left %v, %v", list, err)
	}
}
