package screens

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

// An Opening is what the first frame needs, before there is anything to work on.
type Opening struct {
	Context     context.Context
	Theme       ui.Theme
	Environment ui.Environment
	// Open opens what the console works on, and returns how a desk is made of it. That is called between two messages.
	Open func(ctx context.Context) (begin func() (*Deps, error), err error)
	// Doing says what takes a while in it, "making the world: 40 %"; empty, or nil, is nothing that is known.
	Doing func() string
	// Failed gets why it could not be opened. The console ends then.
	Failed func(err error)
}

// opening has the line of a search, which what is typed meanwhile goes into.
type opening struct {
	Opening
	width, height int
	line          ui.Input
	entered       bool // what is typed is asked for, once it can be
	call          ui.Call[func() (*Deps, error)]
	keys          struct{ take, search, back key.Binding }
}

// NewOpening is the search while the service is being opened.
func NewOpening(o Opening) ui.Screen {
	s := &opening{Opening: o, call: ui.NewCall[func() (*Deps, error)](o.Context, 0), line: newLineInput(o.Theme)}
	keys := keysOf(o.Theme.Keys)
	s.keys.take, s.keys.search, s.keys.back = keys.Binding("take", "search"), keys.Binding("form.done", "search"), keys.Binding("back")
	return s
}

func (s *opening) Init() tea.Cmd               { return s.call.Start(s.Open) }
func (s *opening) Environment() ui.Environment { return s.Opening.Environment }
func (s *opening) Title() string               { return "starting" }
func (s *opening) Busy() string                { return valueOr(s.doing(), "opening the service") }
func (s *opening) Typing() bool                { return true }
func (s *opening) Echo() ui.Echo               { return ui.EchoLetters }
func (s *opening) Close()                      { s.call.Cancel() }
func (s *opening) SetSize(width, height int)   { s.width, s.height = width, height }

func (s *opening) Keys() []key.Binding { return []key.Binding{s.keys.take, s.keys.search} }

func (s *opening) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if k, ok := msg.(tea.KeyMsg); ok {
		return s.key(k), nil
	}
	begin, err, mine := s.call.Receive(msg)
	if !mine {
		return ui.Stay(), nil
	}
	var deps *Deps
	if err == nil {
		deps, err = begin()
	}
	if err != nil {
		s.Failed(err)
		return ui.Quit(), nil
	}
	return ui.Root(s.search(deps)), nil
}

func (s *opening) doing() string {
	if s.Doing == nil {
		return ""
	}
	return s.Doing()
}

// search is the screen that goes on with what was typed.
func (s *opening) search(deps *Deps) ui.Screen {
	text := s.line.Value()
	if text == "" {
		return NewSearch(deps, deps.FreshTrip())
	}
	search := NewSearchLine(deps, text)
	search.entered = s.entered
	return search
}

// key edits the line. What was asked with another text is not asked.
func (s *opening) key(msg tea.KeyMsg) ui.Nav {
	switch {
	case key.Matches(msg, s.keys.take, s.keys.search), msg.Type == tea.KeyCtrlJ: // Enter is that until the terminal is taken.
		s.entered = s.line.Value() != ""
	case key.Matches(msg, s.keys.back):
		return ui.Pop()
	case s.line.Type(msg):
		s.entered = false
	}
	return ui.Stay()
}

func (s *opening) View() string {
	t := s.Theme
	lines := []string{t.Accent.Render("› "+ui.Fit("destination", labelWidth)) + s.line.Draw(t, s.line.Value(), lineWidth(s.width)), ""}
	if s.entered {
		lines = append(lines, indent(hintLines(t, s.width-4, "It is searched as soon as the service is open."))...)
	}
	return ui.Block(lines, s.width, s.height)
}
