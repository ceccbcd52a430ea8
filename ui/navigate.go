package ui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/internal/safetext"
)

// The size of a terminal that reports none until it answers sizeQuestion with CSI 8 ; rows ; columns t.
const (
	usualWidth, usualHeight = 80, 24
	sizeQuestion            = "\x1b[18t"
	mostCells               = 1000 // in a row or a column
)

// windowSize applies the reported size. If a side is 0, as over a serial line or with some SSH clients, it queries the terminal.
func (s *Shell) windowSize(width, height int) tea.Cmd {
	if width > 0 && height > 0 {
		return s.resize(width, height)
	}
	resized := s.resize(cmp.Or(max(width, 0), s.width, usualWidth), cmp.Or(max(height, 0), s.height, usualHeight))
	return tea.Batch(resized, func() tea.Msg { return terminalMsg(sizeQuestion) })
}

// readSize reads the answer to sizeQuestion.
func readSize(report string) (size tea.WindowSizeMsg, ok bool) {
	n, err := fmt.Sscanf(report, "\x1b[8;%d;%dt", &size.Height, &size.Width)
	return size, n == 2 && err == nil && size.Width >= MinWidth && size.Height >= MinHeight && max(size.Width, size.Height) <= mostCells
}

// resize gives all screens their size, and starts the first screen with the
// first size. In a window that is too small they keep the one they had.
func (s *Shell) resize(width, height int) tea.Cmd {
	first := s.width == 0
	s.width, s.height = width, height
	if s.painter != nil {
		s.painter.Resize(width, height)
	}
	s.rule = ruleLine(s.options.Theme, width)
	if s.tooSmall() && !first {
		return nil
	}
	s.sizeAll()
	switch {
	case first && s.options.Warning != "":
		return tea.Batch(s.Top().Init(), Flash(s.options.Warning), s.pressEarly())
	case first:
		return tea.Batch(s.Top().Init(), s.pressEarly())
	}
	return tea.Batch(s.broadcast(ResizedMsg{}), s.graphics.resized(s))
}

func ruleLine(t Theme, width int) string {
	return t.Rule.Render(" " + strings.Repeat("─", max(width-FrameWidth, 0)) + " ")
}

func (s *Shell) tooSmall() bool { return s.width < MinWidth || s.height < MinHeight }

func (s *Shell) usable() bool { return s.width > 0 && !s.tooSmall() }

// bodySize is what the frame and the lines of the presentation leave.
func (s *Shell) bodySize() (width, height int) {
	above, below := s.options.Presentation.Lines(s)
	height = max(s.height, MinHeight) - frameHeight - len(above)
	if below != "" {
		height--
	}
	return max(s.width, MinWidth) - FrameWidth, height
}

// sizeAll gives all screens the size of the body.
func (s *Shell) sizeAll() {
	s.sized[0], s.sized[1] = s.bodySize()
	for _, screen := range s.stack {
		screen.SetSize(s.sized[0], s.sized[1])
	}
	if s.help != nil {
		s.help.setSize(s.sized[0], s.sized[1])
	}
}

// fitScreens sizes all screens anew where the body has become another one
// without the window, as at the end of a demo that presses keys.
func (s *Shell) fitScreens() {
	if !s.usable() {
		return
	}
	if width, height := s.bodySize(); s.sized != [2]int{width, height} {
		s.sizeAll()
	}
}

// navigate goes where a screen says. Going back while a guard is up does not
// happen; whatever else would close a guarded screen is asked about first.
func (s *Shell) navigate(nav Nav) tea.Cmd {
	reason := s.stack.guarded()
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
	case navRevisit:
		return s.revisitScreen(nav)
	case navQuit:
		if reason == "" {
			return s.give.after(s.painter, tea.Quit) // Run closes the screens, whatever the way out.
		}
		s.asking = &question{text: reason + " Quit anyway? y/N", unguarded: "Quit? y/N", yes: func() tea.Cmd { return s.give.after(s.painter, tea.Quit) }}
	case navReplace, navRoot:
		change := func() tea.Cmd {
			first := len(s.stack) - 1
			if nav.kind == navRoot {
				first = 0
			}
			return s.enter(nav, s.stack.closeFrom(first))
		}
		if reason == "" {
			return change()
		}
		s.asking = &question{text: reason + " Leave anyway? y/N", unguarded: "Leave? y/N", yes: change}
	}
	return nil
}

// goOn does what was put off while help or the palette was open: a screen that goes with an answer takes neither what is
// typed there nor its keys with it.
func (s *Shell) goOn() tea.Cmd {
	if s.help != nil || s.putOff.kind == navStay {
		return nil
	}
	nav := s.putOff
	s.putOff = Stay()
	return s.navigate(nav)
}

func (s *Shell) enter(nav Nav, kept stack) tea.Cmd {
	s.help, s.flash = nil, ""
	s.stack = append(kept[:len(kept):len(kept)], nav.screen)
	nav.screen.SetSize(s.bodySize())
	return nav.screen.Init()
}

// revisitScreen closes what stands above an open screen, or opens another one.
func (s *Shell) revisitScreen(nav Nav) tea.Cmd {
	at := slices.Index(s.stack, nav.screen)
	if at < 0 || slices.ContainsFunc(s.stack[at+1:], func(above Screen) bool { return !nav.revisit.passes(above) }) {
		return s.enter(Push(nav.revisit.other()), s.stack)
	}
	s.help, s.flash = nil, ""
	s.stack = s.stack.closeFrom(at + 1)
	if r, ok := s.Top().(Revisited); ok {
		return r.Revisited()
	}
	return nil
}

func (s *Shell) pop() tea.Cmd {
	s.help, s.flash = nil, ""
	s.stack = s.stack.closeFrom(len(s.stack) - 1)
	if r, ok := s.Top().(Resumer); ok {
		return r.Resume()
	}
	return nil
}

// A stack holds the open screens, the one in front last. It is never empty.
type stack []Screen

func (s stack) top() Screen { return s[len(s)-1] }

func (s stack) titles() []string {
	titles := make([]string, len(s))
	for i, screen := range s {
		titles[i] = safetext.Cells(screen.Title())
	}
	return titles
}

func topmost[Ability any](s stack) (found Ability, ok bool) {
	for _, screen := range slices.Backward(s) {
		if found, ok = screen.(Ability); ok {
			return found, true
		}
	}
	return found, false
}

// broadcast offers a message to every screen. Where to go is decided by the top
// one only: the others are not being looked at.
func (s stack) broadcast(msg tea.Msg) (Nav, tea.Cmd) {
	var cmds []tea.Cmd
	var nav Nav
	for _, screen := range s {
		var cmd tea.Cmd
		nav, cmd = screen.Update(msg)
		cmds = append(cmds, cmd)
	}
	return nav, tea.Batch(cmds...)
}

// guarded returns why leaving needs a question, from the top screen down.
func (s stack) guarded() string {
	for _, screen := range slices.Backward(s) {
		if g, ok := screen.(Guard); ok {
			if reason := g.Guard(); reason != "" {
				return reason
			}
		}
	}
	return ""
}

// unfinished returns what the screens have to tell after the end, the top one
// first.
func (s stack) unfinished() []string {
	var texts []string
	for _, screen := range slices.Backward(s) {
		if u, ok := screen.(Unfinished); ok {
			if text := u.Unfinished(); text != "" {
				texts = append(texts, text)
			}
		}
	}
	return texts
}

// closeFrom closes the screens from this index on, the top one first, and
// returns the others.
func (s stack) closeFrom(first int) stack {
	for _, screen := range slices.Backward(s[first:]) {
		if c, ok := screen.(Closer); ok {
			c.Close()
		}
	}
	return s[:first:first]
}

func typing(screen Screen) bool {
	t, ok := screen.(Typist)
	return ok && t.Typing()
}

func busy(screen Screen) string {
	if b, ok := screen.(Busier); ok {
		return b.Busy()
	}
	return ""
}
