package screens

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
	"bellhop/ui"
)

// SandboxPanel works the sandbox of a demo: its clock, latency, faults, scenarios and saved states.
// What forgets reservations is asked about first.
type SandboxPanel struct {
	deps      *Deps
	state     SandboxState
	scenarios []SandboxScenario
	snapshots []SandboxSnapshot
	call      ui.Call[done]
	read      ui.Call[[]SandboxSnapshot]
	what      string // the call under way, in words
	problem   string // why the newest call failed
	entry     *entry // what is being typed; nil while letters are keys
	question  *sandboxQuestion
	waiting   []tea.KeyMsg // pressed while a call was under way, for afterwards
	lists     [2]*ui.Table // scenarios, snapshots
	list      int          // which of them has the keys
	keys      sandboxPanelKeys

	width, height int
}

const (
	listScenarios = iota
	listSnapshots
)

// done is what came of a call; anew: nothing on the screens behind is true any more.
type done struct {
	words string
	anew  bool
}

// An entry is a line that is typed for something.
type entry struct {
	form *ui.Form
	what string // in words, while it runs
	do   func(ctx context.Context, text string) (done, error)
}

// A sandboxQuestion is asked before something is forgotten.
type sandboxQuestion struct {
	title, text, what string
	do                func(ctx context.Context) (done, error)
}

type sandboxPanelKeys struct {
	hour, hours, day, set, stop, real, latency, fault, clear, list, open, save, remove, reset, back key.Binding
	use, leave, yes, no                                                                             key.Binding
}

const entryField = "text"

func (d *Deps) openSandboxPanel() func() (ui.Nav, tea.Cmd) {
	return func() (ui.Nav, tea.Cmd) { return ui.Push(NewSandboxPanel(d)), nil }
}

// NewSandboxPanel returns the panel; the deps must have Controls.
func NewSandboxPanel(deps *Deps) *SandboxPanel {
	c := &SandboxPanel{
		deps: deps, scenarios: deps.Controls.Scenarios(),
		call: ui.NewCall[done](deps.Context, 0), read: ui.NewCall[[]SandboxSnapshot](deps.Context, 0),
		keys: sandboxPanelKeys{
			hour: deps.bind("sandbox.hour"), hours: deps.bind("sandbox.hours"), day: deps.bind("sandbox.day"),
			set: deps.bind("sandbox.set_time"), stop: deps.bind("sandbox.pause"), real: deps.bind("sandbox.real_time"),
			latency: deps.bind("sandbox.latency"), fault: deps.bind("sandbox.fault"), clear: deps.bind("sandbox.clear_faults"),
			list: deps.bind("part.next", "snapshots"), open: deps.bind("open", "try it"), save: deps.bind("sandbox.save"),
			remove: deps.bind("clear", "remove it"), reset: deps.bind("sandbox.reset"), back: deps.bind("back"),
			use: deps.bind("take", "do it"), leave: deps.bind("back", "back without"), yes: deps.bind("cancel", "do it"),
			no: deps.bind("keep", "keep everything"),
		},
	}
	c.lists[listScenarios] = ui.NewTable(deps.Theme, []ui.Column{
		{Title: "scenario", Width: 21}, {Title: "what it does", Min: 24}, {Title: "hotel", Width: 36, Priority: 1},
	}, func(i int) ui.Row { return ui.Row{c.scenarios[i].Name, c.scenarios[i].Does, c.scenarios[i].Hotel} })
	c.lists[listSnapshots] = ui.NewTable(deps.Theme, []ui.Column{
		{Title: "snapshot", Min: 20}, {Title: "reservations", Width: 12, Right: true}, {Title: "saved", Width: 18},
	}, func(i int) ui.Row {
		s := c.snapshots[i]
		if s.Damaged {
			return ui.Row{s.Name, "", "damaged"}
		}
		return ui.Row{
			s.Name, strconv.FormatInt(s.Reservations, 10),
			s.Saved.In(deps.agentZone()).Format("2 Jan 2006 15:04"),
		}
	})
	c.lists[listScenarios].SetCount(len(c.scenarios))
	c.refresh()
	return c
}

func (c *SandboxPanel) Init() tea.Cmd          { return c.readSnapshots() }
func (c *SandboxPanel) readSnapshots() tea.Cmd { return c.read.Start(c.deps.Controls.Snapshots) }

func (c *SandboxPanel) start(what string, fn func(ctx context.Context) (done, error)) tea.Cmd {
	c.what, c.problem = what, ""
	return c.call.Start(fn)
}

func (c *SandboxPanel) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	defer c.refresh()
	if list, err, mine := c.read.Receive(msg); mine {
		if err != nil {
			c.problem = "The snapshots cannot be listed: " + err.Error()
		}
		c.snapshots = list
		c.lists[listSnapshots].SetCount(len(list))
		return ui.Stay(), nil
	}
	if came, err, mine := c.call.Receive(msg); mine {
		nav, cmd := c.answered(came, err)
		if err != nil || came.anew {
			c.waiting = nil
			return nav, cmd
		}
		nav, more := c.catchUp()
		return nav, tea.Batch(cmd, more)
	}
	if k, ok := msg.(tea.KeyMsg); ok {
		return c.key(k)
	}
	return ui.Stay(), nil
}

// answered tells the screens behind the new time, or drops them with the world that they show.
func (c *SandboxPanel) answered(came done, err error) (ui.Nav, tea.Cmd) {
	if err != nil {
		c.deps.logFailure(c.what, err)
		text := strings.TrimPrefix(err.Error(), "sandbox: ") // Which is said by where it stands.
		if c.entry != nil {
			c.entry.form.SetFieldError(entryField, text)
		} else {
			c.problem = text
		}
		return ui.Stay(), nil
	}
	c.entry = nil
	if came.anew {
		return ui.Root(NewSearch(c.deps, c.deps.FreshTrip())), ui.Flash(came.words)
	}
	now := ui.TickMsg{Now: c.deps.Desk.Now()}
	return ui.Stay(), tea.Batch(ui.Flash(came.words), func() tea.Msg { return now }, c.readSnapshots())
}

const mostWaiting = 64

// catchUp takes the keys that were pressed during a call, up to the next one, so that a line typed
// ahead is not taken for commands.
func (c *SandboxPanel) catchUp() (ui.Nav, tea.Cmd) {
	for len(c.waiting) > 0 && !c.call.Busy() {
		if c.question != nil {
			// Who answers it must have seen it.
			c.waiting = nil
			break
		}
		msg := c.waiting[0]
		c.waiting = c.waiting[1:]
		c.refresh() // Which keys work depends on what the one before did.
		if nav, cmd := c.key(msg); cmd != nil || nav != ui.Stay() {
			return nav, cmd
		}
	}
	return ui.Stay(), nil
}

func (c *SandboxPanel) key(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	switch {
	case c.call.Busy():
		switch {
		case key.Matches(msg, c.keys.back):
			c.call.Cancel()
			c.waiting = nil
			c.problem = "Stopped. Look whether it was done all the same."
		case c.entry == nil && len(c.waiting) < mostWaiting:
			// Not while a line is sent: a second enter would open what is under the cursor.
			c.waiting = append(c.waiting, msg)
		}
		return ui.Stay(), nil
	case c.question != nil:
		return c.answer(msg)
	case c.entry != nil:
		return c.typed(msg)
	case key.Matches(msg, c.keys.back):
		return ui.Pop(), nil
	case key.Matches(msg, c.keys.list):
		c.list = 1 - c.list
	case key.Matches(msg, c.keys.open):
		return c.open()
	case c.lists[c.list].Update(msg):
	default:
		return ui.Stay(), c.change(msg)
	}
	return ui.Stay(), nil
}

func (c *SandboxPanel) change(msg tea.KeyMsg) tea.Cmd {
	k := c.keys
	switch {
	case key.Matches(msg, k.hour):
		return c.moveClock("+1h")
	case key.Matches(msg, k.hours):
		return c.moveClock("+6h")
	case key.Matches(msg, k.day):
		return c.moveClock("+1d")
	case key.Matches(msg, k.stop):
		if c.state.Stopped {
			return c.moveClock("run")
		}
		return c.moveClock("stop")
	case key.Matches(msg, k.real):
		return c.moveClock("real")
	case key.Matches(msg, k.latency):
		return c.nextLatency()
	case key.Matches(msg, k.clear):
		return c.start("clearing the faults", func(ctx context.Context) (done, error) {
			return done{words: "no faults"}, c.deps.Controls.ClearFaults(ctx)
		})
	case key.Matches(msg, k.set):
		c.enter("Move the clock", "+6h, -30m, 2026-12-24 10:00 (UTC, stands still), stop, run, real", "moving the clock", c.setClock)
	case key.Matches(msg, k.fault):
		c.enter("Add a fault", "such as: busy POST nth=1, or KIND [METHOD] [PATH] [nth=2 | every=3 | p=0.05] [times=1] [delay=8s]", "adding the fault",
			func(ctx context.Context, text string) (done, error) {
				return done{words: "the fault is there"}, c.deps.Controls.AddFaults(ctx, text)
			})
	case key.Matches(msg, k.save):
		c.enter("Save as", "1 to 64 letters, digits, - and _; an older one of that name is replaced", "saving",
			func(ctx context.Context, text string) (done, error) {
				return done{words: "saved as " + text}, c.deps.Controls.SaveSnapshot(ctx, text)
			})
	case key.Matches(msg, k.remove):
		c.askRemove()
	case key.Matches(msg, k.reset):
		c.askReset()
	}
	return nil
}

func (c *SandboxPanel) moveClock(to string) tea.Cmd {
	return c.start("moving the clock", func(ctx context.Context) (done, error) { return c.setClock(ctx, to) })
}

func (c *SandboxPanel) setClock(ctx context.Context, to string) (done, error) {
	return done{words: "clock: " + to}, c.deps.Controls.SetClock(ctx, to)
}

func (c *SandboxPanel) nextLatency() tea.Cmd {
	all := c.state.Latencies
	if len(all) == 0 {
		return nil
	}
	to := all[(slices.Index(all, c.state.Latency)+1)%len(all)]
	return c.start("changing the latency", func(ctx context.Context) (done, error) {
		return done{words: "latency " + to}, c.deps.Controls.SetLatency(ctx, to)
	})
}

func (c *SandboxPanel) enter(label, help, what string, do func(ctx context.Context, text string) (done, error)) {
	c.problem = ""
	c.entry = &entry{what: what, do: do, form: ui.NewForm(c.deps.Theme, ui.Section{Fields: []ui.Field{
		{Name: entryField, Label: label, Help: help, Limit: 200, Required: true},
	}})}
}

// typed gives a key to the line that is typed; enter on it does what it is for.
func (c *SandboxPanel) typed(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	e := c.entry
	if key.Matches(msg, c.keys.leave) {
		c.entry = nil
		return ui.Stay(), nil
	}
	if e.form.Update(msg) != ui.FormSubmitted {
		return ui.Stay(), nil
	}
	text := strings.TrimSpace(e.form.Value(entryField))
	return ui.Stay(), c.start(e.what, func(ctx context.Context) (done, error) { return e.do(ctx, text) })
}

// open searches for the hotel of a scenario, or asks to load a snapshot.
func (c *SandboxPanel) open() (ui.Nav, tea.Cmd) {
	at := c.lists[c.list].Cursor()
	switch {
	case at < 0:
	case c.list == listScenarios:
		search := c.deps.FreshTrip()
		// It has no id yet: the search offers the hotel, and enter takes it.
		search.Destination = trip.Destination{Name: c.scenarios[at].Hotel}
		return ui.Replace(NewSearch(c.deps, search)), ui.Flash(c.deps.say("enter takes the hotel, {form.done} searches it"))
	default:
		name := c.snapshots[at].Name
		c.question = &sandboxQuestion{
			title: "Load the snapshot " + name + "?",
			text:  "The reservations made since it was saved are forgotten, and the clock goes back to where it was.",
			what:  "loading the snapshot",
			do: func(ctx context.Context) (done, error) {
				return done{words: "loaded " + name + ": this is a fresh search", anew: true}, c.deps.Controls.LoadSnapshot(ctx, name)
			},
		}
	}
	return ui.Stay(), nil
}

func (c *SandboxPanel) askRemove() {
	at := c.lists[listSnapshots].Cursor()
	if c.list != listSnapshots || at < 0 {
		return
	}
	name := c.snapshots[at].Name
	c.question = &sandboxQuestion{
		title: "Remove the snapshot " + name + "?", text: "It cannot be loaded any more. What is there now stays.",
		what: "removing the snapshot",
		do: func(ctx context.Context) (done, error) {
			return done{words: "removed " + name}, c.deps.Controls.RemoveSnapshot(ctx, name)
		},
	}
}

func (c *SandboxPanel) askReset() {
	c.question = &sandboxQuestion{
		title: "Take the sandbox back to how it began?",
		text:  "Every reservation made in it is forgotten. Clock, latency and faults are as at the start again. Snapshots stay.",
		what:  "resetting the sandbox",
		do: func(ctx context.Context) (done, error) {
			return done{words: "as it began: this is a fresh search", anew: true}, c.deps.Controls.Reset(ctx)
		},
	}
}

// answer does what was asked about on one key only.
func (c *SandboxPanel) answer(msg tea.KeyMsg) (ui.Nav, tea.Cmd) {
	q := c.question
	switch {
	case key.Matches(msg, c.keys.yes):
		c.question = nil
		return ui.Stay(), c.start(q.what, q.do)
	case key.Matches(msg, c.keys.no):
		c.question = nil
	}
	return ui.Stay(), nil
}
