package screens

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/wording"
	"bellhop/ui"
)

// SandboxControls is what can be done to the console's own sandbox.
type SandboxControls interface {
	// State is read for every frame, so it must be cheap.
	State() SandboxState
	// SetClock takes "+6h", "-30m", "2026-12-24 10:00", "stop", "run", "real".
	SetClock(ctx context.Context, to string) error
	// SetLatency takes one of State's Latencies, or a duration.
	SetLatency(ctx context.Context, to string) error
	// AddFaults takes rules, one a line.
	AddFaults(ctx context.Context, rules string) error
	ClearFaults(ctx context.Context) error
	Reset(ctx context.Context) error
	Snapshots(ctx context.Context) ([]SandboxSnapshot, error)
	SaveSnapshot(ctx context.Context, name string) error
	// LoadSnapshot forgets what was made since.
	LoadSnapshot(ctx context.Context, name string) error
	RemoveSnapshot(ctx context.Context, name string) error
	// Scenarios are the hotels that do something on purpose, in their order.
	Scenarios() []SandboxScenario
}

// SandboxState is how a sandbox behaves now.
type SandboxState struct {
	Now     time.Time
	Offset  time.Duration // of a running clock, to the real one
	Stopped bool
	Latency string
	// Usual is the latency that is not worth a note; none never is.
	Usual     string
	Latencies []string // what the key goes through
	Faults    []SandboxFault
}

func (s SandboxState) real() bool { return !s.Stopped && s.Offset == 0 }
func (s SandboxState) slow() bool { return s.Latency != s.Usual && s.Latency != "none" }

// A SandboxFault is a rule, how many requests it matched, and how many went wrong.
type SandboxFault struct {
	Rule           string
	Matched, Fired int
}

// A SandboxSnapshot is a saved state.
type SandboxSnapshot struct {
	Name         string
	Saved        time.Time
	Damaged      bool // then it cannot be loaded, and nothing else is known of it
	Reservations int64
}

// A SandboxScenario is a hotel that does something on purpose.
type SandboxScenario struct {
	Described
	Hotel, Room string
}

// here returns the service as the header shows it now.
func (d *Deps) here() ui.Environment {
	here := d.Environment
	here.Counter = d.marks.Words()
	if d.JoinedEnded != nil {
		here.Watched = true
		if d.JoinedEnded() {
			here.Notes = []string{"SANDBOX ENDED: start bellhop demo again", "SANDBOX ENDED"}
		}
	}
	if d.Controls != nil {
		here.Notes = d.Controls.State().sandboxNotes(d.agentZone())
		// A command in another terminal works the same sandbox.
		here.Watched = true
	}
	return here
}

// commands returns the keys that work at this service wherever the agent is.
func (d *Deps) commands() []ui.Command {
	return d.commandsFinding(func() ui.Nav { return d.openFind() })
}

// commandsAt returns the commands for the screen that an action opens. The action's key there says how to leave it.
func (d *Deps) commandsAt(action, flash string) []ui.Command {
	commands, here := d.commands(), d.bind(action).Help()
	for i := range commands {
		if commands[i].Key.Help() == here {
			commands[i].Run = func() (ui.Nav, tea.Cmd) { return ui.Stay(), ui.Flash(flash) }
		}
	}
	return commands
}

// commandsFinding are the commands where find does something besides.
func (d *Deps) commandsFinding(open func() ui.Nav) []ui.Command {
	return append([]ui.Command{findCommand(d, open), {Key: d.bind("go.deadlines"), Run: d.openDeadlines()}, trayCommand(d)}, slices.Concat(activityCommand(d), d.sandboxCommands())...)
}

func (d *Deps) sandboxCommands() []ui.Command {
	if d.Controls == nil {
		return nil
	}
	return []ui.Command{{Key: d.bind("go.sandbox"), Run: d.openSandboxPanel()}}
}

// sandboxNotes words what is not as usual, the longest first.
func (s SandboxState) sandboxNotes(zone *time.Location) []string {
	clocks, now := []string{""}, s.Now.In(zone)
	switch {
	case s.real():
	case s.Stopped:
		clocks = []string{
			"CLOCK " + now.Format("Mon 2 Jan 2006 15:04") + ", stands still",
			"CLOCK " + now.Format("2 Jan 15:04") + ", still", "CLOCK " + now.Format("2 Jan") + ", still",
		}
	default:
		by := offsetWords(s.Offset)
		clocks = []string{"CLOCK " + now.Format("Mon 2 Jan 2006 15:04") + ", " + by, "CLOCK " + by}
	}
	var long, short []string
	if n := len(s.Faults); n > 0 {
		long = append(long, strings.ToUpper(wording.Plural(n, "fault")))
		short = append(short, strings.ToUpper(wording.Plural(n, "fault")))
	}
	if s.slow() {
		long = append(long, "LATENCY "+s.Latency)
		short = append(short, s.Latency)
	}
	if s.real() && len(long) == 0 {
		return nil
	}
	var notes []string
	for _, clock := range clocks {
		notes = append(notes, joined(append([]string{clock}, long...)...))
	}
	if len(short) == 0 {
		return notes
	}
	last := strings.TrimSuffix(clocks[len(clocks)-1], ", still")
	return append(notes, joined(append([]string{last}, short...)...), joined(last, short[0]))
}

// offsetWords tells how far a clock is from the real one: "+6h", "-2d 3h".
func offsetWords(by time.Duration) string {
	sign := "+"
	if by < 0 {
		sign, by = "-", -by
	}
	if by < time.Minute {
		return sign + by.Round(time.Second).String()
	}
	by = by.Round(time.Minute)
	var parts []string
	for _, unit := range []struct {
		name string
		long time.Duration
	}{{"d", 24 * time.Hour}, {"h", time.Hour}, {"m", time.Minute}} {
		if n := by / unit.long; n > 0 {
			parts = append(parts, fmt.Sprintf("%d%s", n, unit.name))
			by -= n * unit.long
		}
	}
	return sign + strings.Join(parts, " ")
}
