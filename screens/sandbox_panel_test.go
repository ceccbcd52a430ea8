package screens_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// fakeControls are a sandbox that notes what is done to it.
type fakeControls struct {
	state     screens.SandboxState
	did       []string
	snapshots []screens.SandboxSnapshot
	fail      error // of the next call
}

func newControls(f *fixture) *fakeControls {
	controls := &fakeControls{state: screens.SandboxState{
		Now: uitest.Now(), Latency: "office", Usual: "office", Latencies: []string{"none", "office", "satellite"},
	}}
	f.deps.Controls = controls
	return controls
}

func (c *fakeControls) do(format string, args ...any) error {
	err := c.fail
	c.fail = nil
	if err == nil {
		c.did = append(c.did, fmt.Sprintf(format, args...))
	}
	return err
}

func (c *fakeControls) State() screens.SandboxState { return c.state }

func (c *fakeControls) SetClock(_ context.Context, to string) error {
	if err := c.do("clock %s", to); err != nil {
		return err
	}
	switch to {
	case "stop":
		c.state.Stopped = true
	case "run":
		c.state.Stopped = false
	case "real":
		c.state.Stopped, c.state.Offset = false, 0
	default:
		by, err := time.ParseDuration(strings.ReplaceAll(to, "1d", "24h"))
		if err != nil {
			return fmt.Errorf("%q is no time for the clock", to)
		}
		c.state.Offset += by
	}
	c.state.Now = uitest.Now().Add(c.state.Offset)
	return nil
}

func (c *fakeControls) SetLatency(_ context.Context, to string) error {
	c.state.Latency = to
	return c.do("latency %s", to)
}

func (c *fakeControls) AddFaults(_ context.Context, rules string) error {
	if err := c.do("fault %s", rules); err != nil {
		return err
	}
	c.state.Faults = append(c.state.Faults, screens.SandboxFault{Rule: rules, Matched: 3, Fired: 1})
	return nil
}

func (c *fakeControls) ClearFaults(context.Context) error {
	c.state.Faults = nil
	return c.do("clear")
}

func (c *fakeControls) Reset(context.Context) error { return c.do("reset") }

func (c *fakeControls) Snapshots(context.Context) ([]screens.SandboxSnapshot, error) {
	return slices.Clone(c.snapshots), nil
}

func (c *fakeControls) SaveSnapshot(_ context.Context, name string) error {
	c.snapshots = append(c.snapshots, screens.SandboxSnapshot{Name: name, Saved: c.state.Now, Reservations: 240})
	return c.do("save %s", name)
}

func (c *fakeControls) LoadSnapshot(_ context.Context, name string) error {
	return c.do("load %s", name)
}

func (c *fakeControls) RemoveSnapshot(_ context.Context, name string) error {
	c.snapshots = nil
	return c.do("remove %s", name)
}

func (c *fakeControls) Scenarios() []screens.SandboxScenario {
	return []screens.SandboxScenario{
		{Described: screens.Described{Name: "price-up", Does: "Verification costs a tenth more than the search said."}, Hotel: "Scenario: price goes up", Room: "Dearer when verified"},
		{Described: screens.Described{Name: "ghost", Does: "The booking is made, and then the connection drops before the answer."}, Hotel: "Scenario: ghost booking", Room: "Booked, then silent"},
		{Described: screens.Described{Name: "busy", Does: "The first booking is asked to wait for five seconds."}, Hotel: "Scenario: too many requests", Room: "Later"},
	}
}

func (c *fakeControls) wants(t *testing.T, want ...string) {
	t.Helper()
	if !slices.Equal(c.did, want) {
		t.Errorf("done %q, want %q", c.did, want)
	}
	c.did = nil
}

// openPanel is the panel over a list of hotels over a search.
func openPanel(t *testing.T) (*fixture, *fakeControls, *uitest.Pump) {
	t.Helper()
	f := newFixture(t)
	controls := newControls(f)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+s", "ctrl+o").Has("› sandbox")
	return f, controls, p
}

func TestPanelIsOnlyForOnesOwnSandbox(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).Press("ctrl+o").HasNot("› sandbox")
	p.Press("f1").HasNot("sandbox panel")
	newControls(f)
	p.Press("esc").Press("f1").Has("ctrl+o", "sandbox panel")
}

func TestPanelMovesTheClock(t *testing.T) {
	t.Parallel()
	_, controls, p := openPanel(t)
	p.Has("Sat 12 Dec 2026 09:30:00 UTC, the real time").HasNot("CLOCK")
	p.Press("6").Has("CLOCK Sat 12 Dec 2026 15:30, +6h", "Sat 12 Dec 2026 15:30:00 UTC, +6h")
	p.Press("1", "D", "P").Has("stands still", "CLOCK Sun 13 Dec 2026 16:30, stands still")
	p.Press("P").Has("CLOCK Sun 13 Dec 2026 16:30, +1d 7h")
	p.Press("0").HasNot("CLOCK").Has("the real time")
	controls.wants(t, "clock +6h", "clock +1h", "clock +1d", "clock stop", "clock run", "clock real")
	p.Press("T").Type("-30x").Press("enter").Has("-30x", "is no time for the clock")
	p.Press("esc").Has("scenario")
	controls.wants(t, "clock -30x")
	p.Press("T").Type("-30m").Press("enter").Has("CLOCK Sat 12 Dec 2026 09:00, -30m")
	p.Press("esc").Has("CLOCK Sat 12 Dec 2026 09:00, -30m", "› hotels")
	p.Press("ctrl+o").Press("ctrl+o").Press("esc").Has("› hotels").HasNot("› sandbox")
}

// A command in another terminal moves the clock while nobody presses a key
// here.
func TestBannerFollowsWhatOthersDo(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	controls := newControls(f)
	p := f.start(screens.NewSearch(f.deps, londonTrip())).HasNot("CLOCK")
	controls.state.Offset, controls.state.Now = 6*time.Hour, uitest.Now().Add(6*time.Hour)
	p.Advance(2 * time.Second).Has("CLOCK Sat 12 Dec 2026 15:30, +6h")
	controls.state.Now = controls.state.Now.Add(time.Minute)
	p.Advance(time.Second).Has("CLOCK Sat 12 Dec 2026 15:31, +6h")
}

// Keys pressed while a call is under way are neither lost nor taken for
// something else; a question is answered only by who has seen it.
func TestPanelTakesWhatIsPressedAhead(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	controls := newControls(f)
	c := screens.NewSandboxPanel(f.deps)
	c.SetSize(100, 30)
	keys := func(all ...tea.KeyMsg) (first tea.Cmd) {
		for i, k := range all {
			if _, cmd := c.Update(k); i == 0 {
				first = cmd
			}
		}
		return first
	}
	letters := func(text string) (out []tea.KeyMsg) {
		for _, r := range text {
			out = append(out, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{r}})
		}
		return out
	}
	cmd := keys(letters("DD6Aslow l0")...)
	for cmd != nil {
		cmd = answerOf(t, c, cmd)
	}
	controls.wants(t, "clock +1d", "clock +1d", "clock +6h")
	if view := c.View(); !strings.Contains(view, "slow l0") {
		t.Errorf("the line is not what was typed:\n%s", view)
	}
	keys(tea.KeyMsg{Type: tea.KeyEsc})
	cmd = keys(append(letters("1R"), tea.KeyMsg{Type: tea.KeyCtrlX})...)
	for cmd != nil {
		cmd = answerOf(t, c, cmd)
	}
	controls.wants(t, "clock +1h")
	if view := c.View(); !strings.Contains(view, "Take the sandbox back") {
		t.Errorf("the question was answered unseen:\n%s", view)
	}
}

// answerOf runs a command and gives the panel what it says of calls; it returns
// the command of the next call, if there is one.
func answerOf(t *testing.T, c *screens.SandboxPanel, cmd tea.Cmd) (next tea.Cmd) {
	t.Helper()
	switch msg := cmd().(type) {
	case nil, ui.TickMsg:
	case tea.BatchMsg:
		for _, one := range msg {
			if one == nil {
				continue
			}
			if more := answerOf(t, c, one); more != nil {
				next = more
			}
		}
	default:
		_, next = c.Update(msg)
	}
	return next
}

func TestPanelSetsLatencyAndFaults(t *testing.T) {
	t.Parallel()
	_, controls, p := openPanel(t)
	p.Press("L").Has("LATENCY satellite").Press("L").HasNot("LATENCY").Has("none").Press("L").HasNot("LATENCY")
	controls.wants(t, "latency satellite", "latency none", "latency office")
	p.Press("C").HasNot("no faults yet")
	controls.wants(t)
	controls.fail = errors.New(`column 1: there is no fault "bsy"; did you mean busy?`)
	p.Press("A").Type("bsy POST").Press("enter").Has(`! column 1: there is no fault "bsy";`, "did you mean busy?")
	controls.wants(t)
	p.Press("ctrl+u").Type("busy POST nth=1").Press("enter").Has("1 FAULT", "busy POST nth=1  (matched 3, went wrong 1)")
	p.Press("C").HasNot("FAULT", "busy POST")
	controls.wants(t, "fault busy POST nth=1", "clear")
	controls.fail = errors.New("the disk is full")
	p.Press("D").Has("! That did not work", "the disk is full")
}

// A reset, and whatever else forgets something, needs ctrl+x: no other key and
// no enter does it.
func TestPanelAsksBeforeItForgets(t *testing.T) {
	t.Parallel()
	_, controls, p := openPanel(t)
	for _, no := range []string{"enter", "n", "esc", "y", "R"} {
		p.Press("R").Has("Take the sandbox back to how it began?", "ctrl+x")
		p.Press(no)
		controls.wants(t)
		if no == "y" || no == "R" {
			p.Has("Take the sandbox back").Press("enter")
		}
		p.Has("› sandbox").HasNot("Take the sandbox back")
	}
	p.Press("S").Type("before").Press("enter").Press("tab").Has("before", "240")
	p.Press("x").Has("Remove the snapshot before?").Press("esc")
	p.Press("enter").Has("Load the snapshot before?").Press("enter")
	controls.wants(t, "save before")
	p.Press("x", "ctrl+x").Has("No snapshots yet")
	controls.wants(t, "remove before")
	p.Press("S").Type("again").Press("enter").Press("enter", "ctrl+x")
	controls.wants(t, "save again", "load again")
	if p.Shell().Depth() != 1 {
		t.Errorf("%d screens are left", p.Shell().Depth())
	}
	p.HasNot("› hotels").Has("loaded again: this is a fresh search")
	p.Press("ctrl+o", "R", "ctrl+x").Has("as it began: this is a fresh search")
	controls.wants(t, "reset")
}

// What is not there cannot be loaded, and what fails is told.
func TestPanelTellsWhatFails(t *testing.T) {
	t.Parallel()
	_, controls, p := openPanel(t)
	p.Press("tab").Has("No snapshots yet").Press("enter", "x").Has("No snapshots yet")
	controls.wants(t)
	controls.fail = errors.New("sandbox: a name is letters")
	p.Press("S").Type("x y").Press("enter").Has("! a name is letters").Press("esc")
	controls.fail = errors.New("the disk is full")
	p.Press("R", "ctrl+x").Has("! That did not work", "the disk is full", "› sandbox")
}

func TestPanelOpensAScenario(t *testing.T) {
	t.Parallel()
	f, _, p := openPanel(t)
	p.Press("down").Has("Scenario: ghost booking · Booked, then silent", "The booking is made, and then the connection drops")
	p.Press("enter").Has("› search", "Scenario: ghost booking")
	if got := f.service.texts[len(f.service.texts)-1]; got != "Scenario: ghost booking" {
		t.Errorf("searched for %q", got)
	}
	p.Press("esc").Has("› hotels")
}

func TestPanelLooks(t *testing.T) {
	t.Parallel()
	f, controls, p := openPanel(t)
	f.goldens("controls")
	controls.state.Offset, controls.state.Latency = 30*time.Hour, "hotel-wifi"
	for i := range 5 {
		controls.state.Faults = append(controls.state.Faults, screens.SandboxFault{Rule: fmt.Sprintf("slow GET /rest/v1/reservation* every=%d", i+2)})
	}
	p.Press("1")
	f.goldens("controls_busy")
	p.Resize(60, 20)
	uitest.Golden(t, "controls_busy_60x20", p.View())
	p.Press("R")
	f.goldens("controls_question")
}

// The clock that is not the real one is told on every screen and at every size,
// beside SANDBOX.
func TestBannerAtEverySize(t *testing.T) {
	t.Parallel()
	f, controls, p := openPanel(t)
	f.deps.Environment.Profile = "demo"
	for name, state := range map[string]screens.SandboxState{
		"still":  {Now: uitest.Now(), Stopped: true, Latency: "office", Usual: "office"},
		"moved":  {Now: uitest.Now(), Offset: 6 * time.Hour, Latency: "office", Usual: "office"},
		"faults": {Now: uitest.Now(), Stopped: true, Latency: "satellite", Usual: "office", Faults: make([]screens.SandboxFault, 12)},
	} {
		controls.state = state
		for _, width := range []int{60, 80, 120} {
			p.Resize(width, 24)
			header, _, _ := strings.Cut(p.View(), "\n")
			t.Log(header)
			if !regexp.MustCompile(`^ bellhop  SANDBOX( demo)?  CLOCK `).MatchString(header) || !strings.Contains(header, "sandbox") ||
				name == "faults" && !strings.Contains(header, "12 FAULTS") {
				t.Errorf("%s at %d: %q", name, width, header)
			}
		}
	}
}

func TestSweepControls(t *testing.T) {
	t.Parallel()
	for name, press := range map[string][]string{
		"scenarios": nil, "snapshots": {"tab"}, "entry": {"a"}, "question": {"R"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			controls := newControls(f)
			controls.state.Stopped, controls.state.Faults = true, make([]screens.SandboxFault, 9)
			var s ui.Screen = screens.NewSandboxPanel(f.deps)
			p := f.start(s).Press(press...)
			uitest.Sweep(t, p)
			for _, size := range [][2]int{{1, 1}, {5, 2}, {20, 8}} {
				s.SetSize(size[0], size[1])
				uitest.CheckSize(t, s.View(), size[0], size[1])
			}
		})
	}
}

// A visitor who presses anything forgets nothing.
func TestMonkeyForgetsNothing(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	controls := newControls(f)
	p := f.start(screens.NewSearch(f.deps, londonTrip()))
	monkey(t, p, 3, append(slices.Clone(monkeyKeys), "ctrl+o", "ctrl+o", "ctrl+o", "ctrl+o", "R", "x", "s", "t", "y", "l", "1", "6", "d", "0"))
	for _, did := range controls.did {
		if word, _, _ := strings.Cut(did, " "); word == "reset" || word == "load" || word == "remove" {
			t.Errorf("the visitor has done %q", did)
		}
	}
	if len(controls.did) == 0 {
		t.Error("no visitor came to the panel")
	}
}
