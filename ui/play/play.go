// Package play shows the console to people: a demo that presses its keys by
// itself, and the lines of the presenter mode. It stands in front of the shell and
// can do nothing that a person at the keys could not do.
package play

import (
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// A Presentation presses the keys of a demo and shows an audience what is
// pressed. It is a ui.Presentation.
type Presentation struct {
	theme   ui.Theme
	demo    *demo // nil without one, and once the person has the keys
	pressed []pressedKey
	held    []tea.Msg // what came for the screens while a step was read
}

// New returns a presentation in the theme's presenter mode. A script is played
// from the start; nil is none.
func New(theme ui.Theme, script *Script) *Presentation {
	p := &Presentation{theme: theme}
	if script != nil {
		p.demo = &demo{script: *script, speed: readingSpeed}
	}
	return p
}

// Filter gives the shell the keys that the demo presses, and keeps from it those
// that direct the demo.
func (p *Presentation) Filter(s *ui.Shell, msg tea.Msg) tea.Msg {
	switch m := msg.(type) {
	case tea.KeyMsg:
		msg = p.direct(s, m)
	case tea.MouseMsg:
		if p.demo.playing() {
			return ui.Redraw{} // It would disturb the demo.
		}
	case keyDue:
		msg = p.demo.dueKey(s, m.number)
	case watchDue:
		p.demo.watched(s)
		return ui.Redraw{}
	default:
		if p.demo.still() && ui.ForScreens(msg) {
			p.held = append(p.held, msg)
			return ui.Redraw{}
		}
	}
	if k, ok := msg.(tea.KeyMsg); ok {
		p.remember(s, k)
	}
	return msg
}

// direct takes the keys that direct the demo, and those that would disturb it.
// A key that is the shell's at any time passes.
func (p *Presentation) direct(s *ui.Shell, msg tea.KeyMsg) tea.Msg {
	switch {
	case p.demo == nil:
		return msg
	case p.demo.ended:
		// It was said once; this key is the person's.
		p.demo = nil
		return msg
	case ui.SeveralLetters(msg):
		return ui.SplitLetters(msg) // Nothing is text for a demo.
	case s.Status().Asking, s.Always(msg):
		return msg
	}
	return p.demo.direct(msg)
}

// Next brings the demo's next key, and what was held back while a step was read.
func (p *Presentation) Next(s *ui.Shell) tea.Cmd {
	next := p.demo.next(s)
	if len(p.held) == 0 || p.demo.still() {
		return next
	}
	held := p.held
	p.held = nil
	cmds := []tea.Cmd{next}
	for _, msg := range held {
		cmds = append(cmds, func() tea.Msg { return msg })
	}
	return tea.Batch(cmds...)
}

// Lines returns the status for an audience and the caption of the demo.
func (p *Presentation) Lines(s *ui.Shell) (above []string, below string) {
	if p.demo != nil {
		below = p.demo.caption(p.theme, s.Status())
	}
	return p.status(s), below
}
