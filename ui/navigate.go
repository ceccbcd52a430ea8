package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// resize gives all screens their size, and starts the first screen with the
// first size. In a window that is too small they keep the one they had.
func (s *Shell) resize(width, height int) tea.Cmd {
	first := s.width == 0
	s.width, s.height = width, height
	s.rule = s.options.Theme.Rule.Render(" " + strings.Repeat("─", max(width-FrameWidth, 0)) + " ")
	if s.tooSmall() && !first {
		return nil
	}
	s.sizeAll()
	if first {
		return s.Top().Init()
	}
	return nil
}

func (s *Shell) tooSmall() bool { return s.width < MinWidth || s.height < MinHeight }

func (s *Shell) bodySize() (width, height int) {
	return max(s.width, MinWidth) - FrameWidth, max(s.height, MinHeight) - FrameHeight - s.extraHeight()
}

// extraHeight is what the status for an audience and the caption of a play take
// of the body.
func (s *Shell) extraHeight() int {
	height := s.statusHeight()
	if s.play != nil {
		height++
	}
	return height
}

// sizeAll gives all screens the size of the body.
func (s *Shell) sizeAll() {
	s.sized[0], s.sized[1] = s.bodySize()
	for _, screen := range s.stack {
		s.size(screen)
	}
	if s.help != nil {
		s.help.setSize(s.bodySize())
	}
}

// fitScreens sizes all screens anew where the body has become another one
// without the window, as at the end of a play.
func (s *Shell) fitScreens() {
	if width, height := s.bodySize(); s.width > 0 && !s.tooSmall() && s.sized != [2]int{width, height} {
		s.sizeAll()
	}
}

func (s *Shell) size(screen Screen) { screen.SetSize(s.bodySize()) }

// broadcast offers a message to every screen on the stack. Where to go is
// decided by the top one only: the others are not being looked at.
func (s *Shell) broadcast(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	var nav Nav
	for i, screen := range s.stack {
		where, cmd := screen.Update(msg)
		cmds = append(cmds, cmd)
		if i == len(s.stack)-1 {
			nav = where
		}
	}
	return tea.Batch(append(cmds, s.navigate(nav))...)
}

// typed takes a key of the person. While a play has the keys it is the play's.
func (s *Shell) typed(msg tea.KeyMsg) tea.Cmd {
	if s.playing() && msg.Type == tea.KeyRunes && len(msg.Runes) > 1 && !msg.Paste {
		// Nothing is text for a play.
		one, rest := msg, msg
		one.Runes, rest.Runes = msg.Runes[:1], msg.Runes[1:]
		return tea.Batch(s.typed(one), s.typed(rest))
	}
	if cmd, taken := s.direct(msg); taken {
		return cmd
	}
	return s.key(msg)
}

// always says whether a key means the same at any time.
func (s *Shell) always(msg tea.KeyMsg) bool {
	return key.Matches(msg, s.keys.quit, s.keys.redraw, s.keys.present)
}

// key takes the shell's own keys and gives the others to the top screen. A
// screen that is not drawn gets none.
func (s *Shell) key(msg tea.KeyMsg) tea.Cmd {
	s.notePressed(msg)
	return s.act(msg)
}

func (s *Shell) act(msg tea.KeyMsg) tea.Cmd {
	switch {
	case s.asking != nil:
		return s.answer(msg)
	case key.Matches(msg, s.keys.quit):
		return s.navigate(Quit())
	case s.width == 0 || s.tooSmall():
		return nil
	case key.Matches(msg, s.keys.redraw):
		return tea.ClearScreen
	case key.Matches(msg, s.keys.present):
		s.present()
		return nil
	case s.help != nil:
		if s.help.update(msg) {
			s.help = nil
		}
		return nil
	case s.suspends(msg):
		return s.suspend()
	case s.asksHelp(msg):
		s.help = newHelpPane(s.options.Theme, s.bindings())
		s.help.setSize(s.bodySize())
		return nil
	}
	for _, c := range s.commands() {
		if key.Matches(msg, c.Key) {
			return s.run(c)
		}
	}
	return s.give(msg)
}

// give hands a key to the top screen. Several letters that were read at once
// are keys of their own unless they are text; the first may open a screen or
// a text field, and then the rest belong there.
func (s *Shell) give(msg tea.KeyMsg) tea.Cmd {
	if !s.splits(msg) {
		nav, cmd := s.Top().Update(msg)
		return tea.Batch(cmd, s.navigate(nav))
	}
	one, rest := msg, msg
	one.Runes, rest.Runes = msg.Runes[:1], msg.Runes[1:]
	return tea.Batch(s.key(one), s.key(rest))
}

// splits says whether a message is several keys.
func (s *Shell) splits(msg tea.KeyMsg) bool {
	return len(msg.Runes) > 1 && !msg.Paste && msg.Type == tea.KeyRunes && !s.typing()
}

func (s *Shell) typing() bool {
	t, ok := s.Top().(Typist)
	return ok && t.Typing()
}

// asksHelp says whether the key is for the help: "?" is text where text is
// typed, f1 never is.
func (s *Shell) asksHelp(msg tea.KeyMsg) bool {
	return key.Matches(msg, s.keys.help) && (msg.Type == tea.KeyF1 || !s.typing())
}

// suspends says whether ctrl+z stops the program now: not where it undoes.
func (s *Shell) suspends(msg tea.KeyMsg) bool {
	return key.Matches(msg, s.keys.suspend) && !s.undoes()
}

// suspend stops the program, unless something is guarded: a program that stands
// still reads no answer.
func (s *Shell) suspend() tea.Cmd {
	if reason := s.guarded(); reason != "" {
		return Flash(reason)
	}
	return func() tea.Msg { return suspendMsg{} }
}

// undoes says whether the top screen has something to take back.
func (s *Shell) undoes() bool {
	u, ok := s.Top().(Undoer)
	return ok && u.Undoable()
}

// commands are those of the console, and of the topmost screen that has some.
func (s *Shell) commands() []Command {
	for i := len(s.stack) - 1; i >= 0; i-- {
		if c, ok := s.stack[i].(Commander); ok {
			return append(s.options.Commands[:len(s.options.Commands):len(s.options.Commands)], c.Commands()...)
		}
	}
	return s.options.Commands
}

// run does a command that belongs to no screen. While something is guarded it
// waits its turn.
func (s *Shell) run(c Command) tea.Cmd {
	if reason := s.guarded(); reason != "" {
		return Flash(reason)
	}
	nav, cmd := c.Run()
	return tea.Batch(cmd, s.navigate(nav))
}

// guarded is why leaving needs a question, from the top screen down.
func (s *Shell) guarded() string {
	for i := len(s.stack) - 1; i >= 0; i-- {
		if g, ok := s.stack[i].(Guard); ok {
			if reason := g.Guard(); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// navigate goes where a screen says. Going back while a guard is up does not
// happen; whatever else would close a guarded screen is asked about first.
func (s *Shell) navigate(nav Nav) tea.Cmd {
	reason := s.guarded()
	switch nav.kind {
	case navStay:
		return nil
	case navPush:
		return s.enter(nav, s.stack)
	case navPop:
		if reason != "" {
			return Flash(reason)
		}
		if len(s.stack) == 1 {
			// One esc too many must neither end the program nor ask a question
			// that takes the next letters of what is typed.
			return Flash(s.keys.quit.Help().Key + " quits")
		}
		return s.pop()
	case navQuit:
		if reason == "" {
			return s.leave()
		}
		s.ask(reason+" Quit anyway? y/N", s.leave)
	case navReplace, navRoot:
		change := func() tea.Cmd { return s.replace(nav) }
		if reason == "" {
			return change()
		}
		s.ask(reason+" Leave anyway? y/N", change)
	}
	return nil
}

// enter puts the screen of the Nav on what is kept of the stack and starts it.
func (s *Shell) enter(nav Nav, kept []Screen) tea.Cmd {
	s.help, s.flash = nil, ""
	s.stack = append(kept[:len(kept):len(kept)], nav.screen)
	s.size(nav.screen)
	return nav.screen.Init()
}

func (s *Shell) replace(nav Nav) tea.Cmd {
	keep := len(s.stack) - 1
	if nav.kind == navRoot {
		keep = 0
	}
	for i := len(s.stack) - 1; i >= keep; i-- {
		closeScreen(s.stack[i])
	}
	return s.enter(nav, s.stack[:keep])
}

func (s *Shell) pop() tea.Cmd {
	s.help, s.flash = nil, ""
	closeScreen(s.Top())
	s.stack = s.stack[:len(s.stack)-1]
	if r, ok := s.Top().(Resumer); ok {
		return r.Resume()
	}
	return nil
}

// leave ends the program. Run closes the screens, whatever the way out.
func (s *Shell) leave() tea.Cmd { return tea.Quit }

func (s *Shell) ask(text string, yes func() tea.Cmd) {
	s.asking = &question{text: text, yes: yes}
}

// answer ends the question; only y is yes. A key that is no answer means that
// the question was not wanted, and does what it does without one.
func (s *Shell) answer(msg tea.KeyMsg) tea.Cmd {
	asked := s.asking
	s.asking = nil
	if msg.Paste {
		return s.act(msg)
	}
	switch msg.String() {
	case "y", "Y":
		return asked.yes()
	case "n", "N", "enter", "esc":
		return nil
	}
	return s.act(msg)
}
