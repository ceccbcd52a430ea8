package screens

import (
	"fmt"
	"time"

	"github.com/charmbracelet/bubbles/key"

	"bellhop/booking/wording"
	"bellhop/ui"
)

const mostFaults = 3

// entryHeight has room for the line, what is wrong with it, and its help.
const entryHeight = 6

func (c *SandboxPanel) refresh() {
	c.state = c.deps.Controls.State()
	free := c.question == nil && c.entry == nil
	for _, b := range c.panelKeys() {
		b.SetEnabled(free && !c.call.Busy())
	}
	c.keys.real.SetEnabled(c.keys.real.Enabled() && !c.state.real())
	c.keys.clear.SetEnabled(c.keys.clear.Enabled() && len(c.state.Faults) > 0)
	c.keys.remove.SetEnabled(c.keys.remove.Enabled() && c.list == listSnapshots && len(c.snapshots) > 0)
	c.keys.open.SetEnabled(c.keys.open.Enabled() && c.lists[c.list].Count() > 0)
	c.keys.back.SetEnabled(free || c.call.Busy())
	c.keys.use.SetEnabled(c.entry != nil && !c.call.Busy())
	c.keys.leave.SetEnabled(c.entry != nil && !c.call.Busy())
	c.keys.yes.SetEnabled(c.question != nil)
	c.keys.no.SetEnabled(c.question != nil)
	word, open, list := "pause the clock", "try it", "snapshots"
	if c.state.Stopped {
		word = "run the clock  "
	}
	if c.list == listSnapshots {
		open, list = "load it", "scenarios"
	}
	ui.Reword(&c.keys.stop, word)
	ui.Reword(&c.keys.open, open)
	ui.Reword(&c.keys.list, list)
	room := max(c.height-len(c.head()), 0)
	if c.entry != nil {
		c.entry.form.SetSize(inner(c.width), min(room, entryHeight))
		room = max(room-entryHeight-1, 0)
	}
	for i, list := range c.lists {
		list.SetSize(inner(c.width), max(room-c.footHeight(), 0))
		list.SetFocus(i == c.list && free)
	}
}

func (c *SandboxPanel) panelKeys() []*key.Binding {
	k := &c.keys
	return []*key.Binding{
		&k.open, &k.list, &k.hour, &k.hours, &k.day, &k.set, &k.stop, &k.real, &k.latency, &k.fault, &k.clear,
		&k.save, &k.remove, &k.reset,
	}
}

func (s SandboxState) clockWords(zone *time.Location) string {
	words := s.Now.In(zone).Format("Mon 2 Jan 2006 15:04:05 MST")
	switch {
	case s.Stopped:
		return words + ", stands still"
	case s.real():
		return words + ", the real time"
	default:
		return words + ", " + offsetWords(s.Offset)
	}
}

func (c *SandboxPanel) head() []string {
	t, width := c.deps.Theme, inner(c.width)
	d := ui.NewDetails(t)
	style := t.Plain
	if !c.state.real() {
		style = t.Warn
	}
	d.AddStyled("clock", c.state.clockWords(c.deps.agentZone()), style)
	style = t.Plain
	if c.state.slow() {
		style = t.Warn
	}
	d.AddStyled("latency", c.state.Latency, style)
	if len(c.state.Faults) == 0 {
		d.Add("faults", "none")
	}
	for i, f := range c.state.Faults {
		label := ""
		if i == 0 {
			label = "faults"
		}
		if i == mostFaults {
			d.AddStyled(" ", fmt.Sprintf("and %d more", len(c.state.Faults)-i), t.Warn)
			break
		}
		d.AddStyled(label+" ", fmt.Sprintf("%s  (matched %d, went wrong %d)", f.Rule, f.Matched, f.Fired), t.Warn)
	}
	lines := append([]string{""}, d.Lines(width)...)
	if c.problem != "" {
		lines = append(lines, ui.Notice(t, width, ui.NoticeBad, "! That did not work", c.problem)...)
	}
	return append(lines, "")
}

// footHeight is the room below a list for what its hotel does.
func (c *SandboxPanel) footHeight() int {
	if c.list == listScenarios && c.height >= 20 {
		return 4
	}
	return 0
}

// foot tells of the scenario under the cursor what the list has no room for.
func (c *SandboxPanel) foot() []string {
	at := c.lists[listScenarios].Cursor()
	if c.footHeight() == 0 || at < 0 {
		return nil
	}
	s := c.scenarios[at]
	lines := []string{"", c.deps.Theme.Title.Render(ui.Truncate(joined(s.Hotel, s.Room), inner(c.width)))}
	return append(lines, hintLines(c.deps.Theme, inner(c.width), s.Does)...)
}

func (c *SandboxPanel) View() string {
	t, width := c.deps.Theme, inner(c.width)
	if q := c.question; q != nil {
		lines := append([]string{""}, ui.Notice(t, width, ui.NoticeWarn, q.title, q.text,
			c.deps.say("enter keeps everything as it is. Only {cancel} does it, and that cannot be undone."))...)
		return ui.Block(indent(lines), c.width, c.height)
	}
	lines := c.head()
	if c.entry != nil {
		lines = append(append(lines, c.entry.form.Lines()...), "")
	}
	if c.list == listSnapshots && len(c.snapshots) == 0 {
		lines = append(lines, ui.Notice(t, width, ui.NoticeEmpty, "No snapshots yet",
			"A snapshot holds every reservation and the clock. Here it can be loaded again.", when(c.entry == nil, c.deps.say("{sandbox.save} saves one.")))...)
	} else {
		lines = append(lines, c.lists[c.list].Lines()...)
		if c.list == listScenarios {
			lines = append(lines, c.foot()...)
		}
	}
	return ui.Block(indent(lines), c.width, c.height)
}

func (c *SandboxPanel) SetSize(width, height int) {
	c.width, c.height = width, height
	c.refresh()
}

func (c *SandboxPanel) Title() string { return "sandbox" }

func (c *SandboxPanel) Busy() string {
	switch {
	case c.call.Busy():
		return c.what
	case c.read.Busy():
		return "listing the snapshots"
	default:
		return ""
	}
}

func (c *SandboxPanel) Typing() bool  { return c.entry != nil }
func (c *SandboxPanel) Echo() ui.Echo { return ui.EchoLetters }
func (c *SandboxPanel) Ticking() bool { return true }

func (c *SandboxPanel) Close() {
	c.call.Cancel()
	c.read.Cancel()
}

func (c *SandboxPanel) Commands() []ui.Command {
	return []ui.Command{findCommand(c.deps, func() ui.Nav { return c.deps.openFind() }), trayCommand(c.deps)}
}

func (c *SandboxPanel) Footer() []key.Binding {
	k := c.keys
	switch {
	case c.question != nil:
		return []key.Binding{k.yes, k.no}
	case c.entry != nil:
		return []key.Binding{k.use, k.leave}
	}
	return []key.Binding{k.open, k.hours, k.stop, k.real, k.fault, k.list, k.save, k.reset, k.back}
}

func (c *SandboxPanel) Keys() []key.Binding {
	all := []key.Binding{c.keys.yes, c.keys.no, c.keys.use, c.keys.leave}
	for _, b := range c.panelKeys() {
		all = append(all, *b)
	}
	all = append(all, c.keys.back)
	if c.entry != nil {
		return append(all, c.entry.form.Keys()...)
	}
	if c.question == nil {
		all = append(all, c.lists[c.list].Keys()...)
	}
	return all
}

func (c *SandboxPanel) State() string {
	if c.list == listSnapshots {
		return wording.Plural(len(c.snapshots), "snapshot")
	}
	return wording.Plural(len(c.scenarios), "scenario")
}
