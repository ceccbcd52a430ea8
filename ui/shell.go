// Package ui is the terminal kit: the shell that holds the screens, calls that
// can be cancelled, theme, keys, forms, tables, a calendar and text that fits.
// It knows nothing of hotels.
package ui

import (
	"cmp"
	"io"
	"os"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/paint"
	"bellhop/ui/picture"
	"bellhop/ui/scheme"
)

// The least window the console can be read in.
const (
	MinWidth  = 60
	MinHeight = 20
)

// What the frame takes of the window: the body is the rest.
const (
	FrameWidth  = 2 // one empty cell at each side
	frameHeight = 4 // header, rule, rule, footer
)

// WideBody is the width of a body from which a list has a detail pane beside
// it: a window of 110 columns without the frame.
const WideBody = 110 - FrameWidth

// An Environment is the service that the user is at, as the header shows it.
type Environment struct {
	Name    string // in words: "SANDBOX", "PRODUCTION"
	Profile string
	Live    bool // production: the header is recoloured
	// ReadOnly says in the header that nothing is written at the service.
	ReadOnly bool
	// Notes describes what is not as usual at this service, the longest
	// wording first; none is nothing. The header shows the longest that leaves
	// room for the trail's last title, and the last one whatever room there is.
	Notes []string
	// Watched reports whether Notes may change while nobody presses a key: the header
	// is drawn anew every second, and TickMsg comes whatever screen is on top.
	Watched bool
	// Counter stands at the right end of the header on every screen, before what the screen puts there; empty is none.
	Counter string
}

// Options are what the shell is made of. Product, Environment, First and Now are
// needed.
type Options struct {
	Product string // "bellhop"
	// Environment is where the console starts. A screen that is an Environmenter
	// overrides it for itself and for what is opened from it.
	Environment Environment
	Theme       Theme
	// Adapt returns the theme for the terminal's background, and what to warn of: the
	// terminal is asked which it has. Nil keeps the theme, and asks nothing.
	Adapt func(back scheme.RGB) (Theme, string)
	// Warning is shown for a while when the console opens; empty is none.
	Warning string
	// Guess is a warning that is true of the theme as long as the terminal has not said its background: it is shown where no
	// answer comes. Empty is none.
	Guess string
	Now   func() time.Time
	First Screen
	// Presentation stands in front of the shell; nil is none.
	Presentation Presentation
	// Input and Output are the terminal; nil is the standard one.
	Input  *os.File
	Output io.Writer
	// Alone are the names of the control keys, such as "ctrl+b", that count only
	// when they are pressed by themselves. A byte of such a key that comes with
	// others, as in an answer of the terminal that nobody asked for, is dropped.
	Alone []string
	// Lessons explain those keys where they are offered; nil explains none.
	Lessons Lessons
	// Graphics says which of the terminal's graphics may show pictures. It is asked for them when a screen first has one.
	Graphics picture.Choice
	// Signals bring those that end the program, where they were caught before the
	// console began: Signals of this package. Nil: they are caught from here on.
	Signals <-chan os.Signal
	// Pressed gets the title of the screen that a key went to, and the key; nil wants none.
	Pressed func(screen string, msg tea.KeyMsg)
	// OnPanic gets the value and the stack of a panic, for the log.
	OnPanic func(value any, stack []byte)
	// Settle waits for what was under way when the console ended, for as long
	// as that is bearable. It is called only when a screen has something
	// unfinished, with the terminal restored.
	Settle func()
}

// A Command is an action that belongs to no screen. Its key is a control key
// or a function key: letters belong to the screens.
type Command struct {
	Key key.Binding
	// Run returns where to go: mostly a Push of its screen.
	Run func() (Nav, tea.Cmd)
}

// Shell holds the stack of screens, gives each message to whom it concerns and
// draws the frame around the top screen. Run makes its own; tests drive one
// directly.
type Shell struct {
	options       Options
	stack         stack
	width, height int // of the window; 0 before the first size
	keys          shellKeys
	asking        *question
	help          pane         // the help or the palette; nil when neither is open
	used          []string     // the ids of what the palette did, the newest first
	early         []tea.KeyMsg // came before there was a size
	putOff        Nav          // where an answer leads, once help or the palette is closed
	flash         string
	unused        unusedKeys
	lesson        lesson
	flashID       int
	spinner       int // the frame of it
	spinning      bool
	ticking       bool
	rule          string // drawn once for each width
	sized         [2]int // what the screens have, width and height
	failed        *PanicError
	asked         bool // for the terminal's background
	askedAt       time.Time
	graphics      graphics

	// These are nil in tests.
	painter *paint.Painter
	give    giving
	job     *job
	stop    func() // ends the program at once
}

// unusedKeys are those that were said to do nothing on this screen.
type unusedKeys struct {
	screen Screen
	keys   map[string]bool
}

type shellKeys struct{ quit, help, commands, redraw, suspend, present, mouse key.Binding }

// NewShell is the shell with its first screen, before it has a size.
func NewShell(o Options) *Shell {
	if o.Presentation == nil {
		o.Presentation = noPresentation{}
	}
	if o.Adapt == nil {
		o.Warning = cmp.Or(o.Warning, o.Guess) // Nobody is asked.
	}
	k := o.Theme.Keys
	return &Shell{options: o, stack: stack{o.First}, keys: shellKeys{
		quit:     k.Binding("global.quit"),
		help:     k.Binding("global.help"),
		commands: k.Binding("global.palette"),
		redraw:   k.Binding("global.redraw"),
		suspend:  k.Binding("global.suspend"),
		present:  Enabled(k.Binding("global.present"), o.Theme.Presenter != nil),
		mouse:    Enabled(k.Binding("global.mouse", "mouse on"), o.Theme.Mouse != nil),
	}}
}

// Top is the screen in front.
func (s *Shell) Top() Screen { return s.stack.top() }

// Depth is the number of screens on the stack; tests ask it which of them are left.
func (s *Shell) Depth() int { return len(s.stack) }

// Init does nothing: screens start when they have a size.
func (s *Shell) Init() tea.Cmd { return nil }

// View is empty: Update has painted the frame already.
func (s *Shell) View() string { return "" }

// Update gives the message to whom it concerns and paints what that changed.
func (s *Shell) Update(msg tea.Msg) (model tea.Model, cmd tea.Cmd) {
	if s.failed != nil {
		return s, tea.Quit
	}
	defer func() {
		if r := recover(); r != nil {
			s.fail(newPanicError(r), r)
			model, cmd = s, tea.Quit
		}
	}()
	if cmd, done := s.timed(msg); done {
		return s, cmd
	}
	if pressed, ok := msg.(tea.KeyMsg); ok {
		if msg, ok = Typed(pressed); !ok {
			msg = Redraw{}
		}
	}
	routed := tea.Batch(s.route(msg), s.goOn())
	s.asking.settle(s.stack)
	next := s.options.Presentation.Next(s)
	s.teach()
	s.fitScreens()
	return s, catchPanics(tea.Batch(routed, next, s.startTimers(), s.paint()))
}

// route is the way of every message: past the presentation to the shell itself or
// to the screens.
func (s *Shell) route(msg tea.Msg) tea.Cmd {
	switch msg := s.options.Presentation.Filter(s, msg).(type) {
	case tea.KeyMsg:
		return s.key(msg)
	case tea.MouseMsg:
		return s.point(msg)
	case Split:
		return tea.Batch(s.route(msg.first), s.route(msg.rest))
	case tea.WindowSizeMsg:
		return s.windowSize(msg.Width, msg.Height)
	case Later:
		return tea.Tick(msg.After, func(time.Time) tea.Msg { return msg.Msg })
	case flashMsg:
		return s.show(string(msg))
	case flashEnd:
		if msg.id == s.flashID {
			s.flash = ""
		}
	case spinDue:
		s.spinning = false
		s.spinner++
	case tickDue:
		s.ticking = false
		return s.broadcast(TickMsg{Now: s.options.Now()})
	case terminalMsg:
		if s.painter != nil && s.painter.Send(string(msg)) != nil {
			return tea.Quit // The terminal is gone.
		}
	case backgroundMsg:
		return s.adapt(msg.back)
	case backgroundDue:
		if s.options.Guess != "" {
			return Flash(s.options.Guess)
		}
	case graphicsQuery:
		return s.graphics.ask(s)
	case graphicsAnswers:
		return s.graphics.answer(s, msg)
	case graphicsDue:
		return s.graphics.overdue(s)
	case stopAskedMsg:
		if s.job != nil && s.stack.guarded() != "" {
			s.job.asked.Store(false)
		}
		return s.suspend()
	case suspendMsg:
		if s.job != nil && !s.give.begun {
			return s.give.after(s.painter, func() tea.Msg { return stopMsg{} })
		}
	case stopMsg:
		defer s.give.back()
		return s.job.suspend()
	case continuedMsg:
		return s.job.resume()
	case failure:
		s.fail(msg.err, msg.err)
		return tea.Quit
	case Redraw, paintDue, answeredMsg:
	default:
		return s.broadcast(msg)
	}
	return nil
}

func (s *Shell) broadcast(msg tea.Msg) tea.Cmd {
	nav, cmd := s.stack.broadcast(msg)
	if s.help != nil && nav.kind == navRoot {
		s.putOff = nav
		return cmd
	}
	return tea.Batch(cmd, s.navigate(nav))
}

// startTimers keeps the clock and the spinner going, but only while they are on the
// screen.
func (s *Shell) startTimers() tea.Cmd {
	if s.width == 0 || s.failed != nil {
		return nil
	}
	var spin, tick tea.Cmd
	if !s.spinning && busy(s.Top()) != "" {
		s.spinning = true
		spin = After(spinTime, spinDue{})
	}
	if t, ok := s.Top().(Ticker); !s.ticking && (ok && t.Ticking() || s.environment().Watched) {
		s.ticking = true
		now := s.options.Now()
		tick = After(now.Truncate(time.Second).Add(time.Second).Sub(now), tickDue{})
	}
	return tea.Batch(spin, tick)
}

// paint shows the frame, now or later if the one before has only just been
// shown.
func (s *Shell) paint() tea.Cmd {
	if s.painter == nil || s.give.begun {
		return nil
	}
	wait, err := s.painter.Show(func() string {
		s.painter.Place(s.placed())
		return s.Frame()
	})
	switch {
	case err != nil:
		return tea.Quit // The terminal is gone.
	case wait > 0:
		return tea.Tick(wait, func(time.Time) tea.Msg { return paintDue{} })
	}
	return s.askBackground()
}

// fail ends the program after a panic; the message says only its type.
func (s *Shell) fail(err *PanicError, value any) {
	s.failed = err
	if s.options.OnPanic != nil {
		s.options.OnPanic(value, err.Stack)
	}
	if s.stop != nil {
		s.stop()
	}
}
