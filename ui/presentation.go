package ui

import (
	"strings"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
)

// A Presentation stands in front of the shell: it may press keys by itself, and
// it draws around the footer for those who watch. Package play has the one there
// is.
type Presentation interface {
	// Filter gets every message before the shell, and returns what the shell gets
	// in its place.
	Filter(s *Shell, msg tea.Msg) tea.Msg
	// Next is called after every message. Its command may bring the
	// presentation's own next one.
	Next(s *Shell) tea.Cmd
	// Lines returns what is drawn above and below the footer; empty is nothing.
	// The body gives them their room.
	Lines(s *Shell) (above []string, below string)
	// Footer returns what stands at the right of the footer, in at most room
	// cells; without ok the shell's own state does.
	Footer(s *Shell, room int) (words string, ok bool)
}

// ForScreens reports whether a message is for the screens, such as an answer, and
// not for the shell itself.
func ForScreens(msg tea.Msg) bool {
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg, Split, tea.WindowSizeMsg, Later, flashMsg, flashEnd, spinDue, paintDue, answeredMsg, terminalMsg,
		backgroundMsg, backgroundDue, graphicsQuery, graphicsAnswers, graphicsDue, stopAskedMsg, suspendMsg, stopMsg, continuedMsg, failure, Redraw:
		return false
	}
	return true
}

type noPresentation struct{}

func (noPresentation) Filter(_ *Shell, msg tea.Msg) tea.Msg { return msg }
func (noPresentation) Next(*Shell) tea.Cmd                  { return nil }
func (noPresentation) Lines(*Shell) ([]string, string)      { return nil, "" }
func (noPresentation) Footer(*Shell, int) (string, bool)    { return "", false }

// A Presenter is the mode in which the console is shown to an audience: what
// is a guest's is masked, the keys that are pressed stand at the right of the
// footer, and the environment and the state have a line of their own that can
// be read from the back row. The shell switches it; screens ask it what they
// may show. A nil one is never on. It is safe for concurrent use.
type Presenter struct{ on atomic.Bool }

// NewPresenter returns the mode, switched on or off.
func NewPresenter(on bool) *Presenter {
	p := &Presenter{}
	p.on.Store(on)
	return p
}

// On reports whether the console is being shown to an audience.
func (p *Presenter) On() bool { return p != nil && p.on.Load() }

func (p *Presenter) toggle() { p.on.Store(!p.On()) }

// An Echo is what the audience sees of letters that are typed.
type Echo int

// The kinds of echo. A Typist that is no Echoer shows dots.
const (
	EchoDots    Echo = iota // a dot a key: it may be a guest's
	EchoLetters             // the letters
	EchoNothing             // nothing: it is hidden on the screen as well
)

// An Echoer is a Typist that knows what may be shown of the letters that are
// typed now.
type Echoer interface{ Echo() Echo }

// Status is what a Presentation may know of the shell.
type Status struct {
	Width, Height int    // of the window
	Usable        bool   // it has a size, and one that is large enough
	Title         string // of the top screen
	Busy          string // what the top screen is waiting for
	State         string // as the footer shows it
	Environment   Environment
	Asking        bool // a question waits for its answer
	Help          bool // the help is open
	Typing        bool // letters are text
	Echo          Echo // what may be shown of a letter that is pressed now
}

// Status returns what the shell is doing.
func (s *Shell) Status() Status {
	status := Status{
		Width: s.width, Height: s.height, Usable: s.usable(), Title: s.Top().Title(), Busy: busy(s.Top()),
		State: s.state(s.width, s.width), Environment: s.environment(), Asking: s.asking != nil, Help: s.help != nil, Echo: EchoLetters,
	}
	if status.Typing = typing(s.Top()) && !status.Asking && !status.Help; status.Typing {
		status.Echo = EchoDots
		if e, ok := s.Top().(Echoer); ok {
			status.Echo = e.Echo()
		}
	}
	return status
}

// Text is what the body and the footer show, without escape sequences and
// without spaces at the ends of lines.
func (s *Shell) Text() string {
	var b strings.Builder
	s.body(&b)
	lines := strings.Split(ansi.Strip(b.String()+s.options.Theme.WithoutDim(s.footer())), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}
