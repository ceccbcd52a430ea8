package ui

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

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
	if first {
		return s.Top().Init()
	}
	return nil
}

func ruleLine(t Theme, width int) string {
	return t.Rule.Render(" " + strings.Repeat("─", max(width-FrameWidth, 0)) + " ")
}

func (s *Shell) tooSmall() bool { return s.width < MinWidth || s.height < MinHeight }

func (s *Shell) usable() bool { return s.width > 0 && !s.tooSmall() }

// bodySize is what the frame and the lines of the presentation leave.
func (s *Shell) bodySize() (width, height int) {
	above, below := s.options.Presentation.Lines(s)
	height = max(s.height, MinHeight) - FrameHeight - len(above)
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
	case navQuit:
		if reason == "" {
			return tea.Quit // Run closes the screens, whatever the way out.
		}
		s.asking = &question{text: reason + " Quit anyway? y/N", yes: func() tea.Cmd { return tea.Quit }}
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
		s.asking = &question{text: reason + " Leave anyway? y/N", yes: change}
	}
	return nil
}

func (s *Shell) enter(nav Nav, kept stack) tea.Cmd {
	s.help, s.flash = nil, ""
	s.stack = append(kept[:len(kept):len(kept)], nav.screen)
	nav.screen.SetSize(s.bodySize())
	return nav.screen.Init()
}

func (s *Shell) pop() tea.Cmd {
	s.help, s.flash = nil, ""
	s.stack = s.stack.closeFrom(len(s.stack) - 1)
	if r, ok := s.Top().(Resumer); ok {
		return r.Resume()
	}
	return nil
}
