package ui

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// key takes the shell's own keys and gives the others to the top screen. A
// screen that is not drawn gets none. The first of several letters may open a
// screen or a text field, and then the rest belong there.
func (s *Shell) key(msg tea.KeyMsg) tea.Cmd {
	if s.unused.said != "" && s.flash == s.unused.said {
		s.flash, s.unused.said = "", ""
	}
	if asked := s.asking; asked != nil {
		// A key that is no answer, such as a paste, means that the question was not
		// wanted, and does what it does without one.
		s.asking = nil
		switch msg.String() {
		case "y", "Y":
			return asked.yes()
		case "n", "N", "enter", "esc":
			return nil
		}
	}
	switch {
	case key.Matches(msg, s.keys.quit):
		return s.navigate(Quit())
	case !s.usable():
		return nil
	case key.Matches(msg, s.keys.redraw):
		return tea.ClearScreen
	case key.Matches(msg, s.keys.present):
		s.options.Theme.Presenter.toggle()
		return nil
	case key.Matches(msg, s.keys.commands):
		openCommands(s)
		return nil
	case s.help != nil:
		done, then := s.help.update(msg)
		if done {
			s.help = nil
		}
		if then != nil {
			return then(s)
		}
		reportKey(s, msg)
		return nil
	case key.Matches(msg, s.keys.suspend):
		return s.suspend()
	case key.Matches(msg, s.keys.help) && (msg.Type == tea.KeyF1 || !typing(s.Top())):
		// "?" is text where text is typed, f1 never is.
		s.help = newHelpPane(s.options.Theme, s.Bindings(), typing(s.Top()), s.options.Alone)
		s.help.setSize(s.bodySize())
		return nil
	}
	for _, c := range s.commands() {
		if key.Matches(msg, c.Key) {
			reportKey(s, msg)
			return s.run(c)
		}
	}
	if s.Splits(msg) {
		return s.route(SplitLetters(msg))
	}
	return s.press(msg)
}

// press gives a key to the top screen. One that does nothing there says so, once on each screen: it is
// none of the screen's, and nothing came of it.
func (s *Shell) press(msg tea.KeyMsg) tea.Cmd {
	top := s.Top()
	reportKey(s, msg)
	asks := s.unlisted(msg)
	before := ""
	if asks {
		before = top.View()
	}
	nav, cmd := top.Update(msg)
	if asks && cmd == nil && nav == Stay() && top.View() == before {
		if words := s.unused.words(top, msg); words != "" {
			return Flash(words)
		}
		return nil
	}
	return tea.Batch(cmd, s.navigate(nav))
}

// reportKey tells whoever counts keys of one.
func reportKey(s *Shell, msg tea.KeyMsg) {
	if s.options.Pressed != nil {
		s.options.Pressed(s.Status().Title, msg)
	}
}

// unlisted reports whether a key is none of those that the screen lists, nor one that types, moves or
// leaves. While something is under way the keys are dead, which is said elsewhere.
func (s *Shell) unlisted(msg tea.KeyMsg) bool {
	top := s.Top()
	moves := []tea.KeyType{tea.KeyUp, tea.KeyDown, tea.KeyLeft, tea.KeyRight, tea.KeyHome, tea.KeyEnd, tea.KeyPgUp, tea.KeyPgDown, tea.KeyEsc}
	if slices.Contains(moves, msg.Type) || msg.Paste || typing(top) && typesOrEdits(msg) || busy(top) != "" || s.stack.guarded() != "" {
		return false
	}
	return !slices.ContainsFunc(top.Keys(), func(b key.Binding) bool { return key.Matches(msg, b) })
}

// words tells that a key does nothing; nothing for one that was told of already.
func (u *unusedKeys) words(top Screen, msg tea.KeyMsg) string {
	if u.screen != top {
		u.screen, u.keys = top, map[string]bool{}
	}
	name := msg.String()
	if name == " " {
		name = "space"
	}
	if u.keys[name] {
		return ""
	}
	u.keys[name] = true
	help := "?"
	if typing(top) {
		help = "f1"
	}
	u.said = name + " does nothing here; " + help + " lists the keys"
	return u.said
}

// Splits reports whether the letters of a message are keys of their own.
func (s *Shell) Splits(msg tea.KeyMsg) bool { return SeveralLetters(msg) && !typing(s.Top()) }

// Always reports whether a key means the same at any time.
func (s *Shell) Always(msg tea.KeyMsg) bool {
	return key.Matches(msg, s.keys.quit, s.keys.redraw, s.keys.present)
}

// A question stands in the footer until it is answered; y does what it asks
// about, and any other key does not.
type question struct {
	text string
	yes  func() tea.Cmd
}

// suspend stops the program, unless something is guarded: a program that stands
// still reads no answer.
func (s *Shell) suspend() tea.Cmd {
	if reason := s.stack.guarded(); reason != "" {
		return Flash(reason)
	}
	return func() tea.Msg { return suspendMsg{} }
}

func (s *Shell) commands() []Command {
	own := s.options.Commands
	if c, ok := topmost[Commander](s.stack); ok {
		return append(own[:len(own):len(own)], c.Commands()...)
	}
	return own
}

// run does a command that belongs to no screen. While something is guarded it
// waits its turn.
func (s *Shell) run(c Command) tea.Cmd {
	if reason := s.stack.guarded(); reason != "" {
		return Flash(reason)
	}
	nav, cmd := c.Run()
	return tea.Batch(cmd, s.navigate(nav))
}
