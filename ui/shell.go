package ui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// The least window the console can be read in.
const (
	MinWidth  = 60
	MinHeight = 20
)

// What the frame takes of the window: the body is the rest.
const (
	FrameWidth  = 2 // one empty cell at each side
	FrameHeight = 4 // header, rule, rule, footer
)

// WideBody is the width of a body from which a list has a detail pane beside
// it: a window of 110 columns without the frame.
const WideBody = 110 - FrameWidth

// An Environment is the service that the user is at, as the header shows it.
type Environment struct {
	Name    string // in words: "SANDBOX", "PRODUCTION"
	Profile string
	Live    bool // production: the header is recoloured
	// Notes says in words what is not as usual at this service, the longest
	// wording first; none is nothing. The header shows the longest that leaves
	// room for the trail's last title, and the last one whatever room there is.
	Notes []string
	// Watched says that Notes may change while nobody presses a key: the header
	// is drawn anew every second, and TickMsg comes whatever screen is on top.
	Watched bool
}

// Options are what the shell is made of. Product, Environment, First and Now are
// needed.
type Options struct {
	Product string // "bellhop"
	// Environment is where the console starts. A screen that is an Environmenter
	// overrides it for itself and for what is opened from it.
	Environment Environment
	Theme       Theme
	Now         func() time.Time
	First       Screen
	// Commands are reachable from every screen, by key, and stand in the help.
	Commands []Command
	// Play is what the console does by itself; nil is nothing.
	Play *Script
	// Input and Output are the terminal; nil is the standard one.
	Input  *os.File
	Output io.Writer
	// Alone are the names of the control keys, such as "ctrl+b", that count only
	// when they are pressed by themselves. A byte of such a key that comes with
	// others, as in an answer of the terminal that nobody asked for, is dropped.
	Alone []string
	FPS   int // the most frames a second; 0 is 120
	// Signals bring those that end the program, where they were caught before the
	// console began: Signals of this package. Nil: they are caught from here on.
	Signals <-chan os.Signal
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
	// Run says where to go, such as Push(NewActivity(…)).
	Run func() (Nav, tea.Cmd)
}

// StoppedError says that a signal ended the program. The terminal is restored
// by then.
type StoppedError struct{ Signal os.Signal }

func (e *StoppedError) Error() string { return "stopped by " + e.name() }

func (e *StoppedError) name() string {
	switch e.Signal {
	case syscall.SIGTERM:
		return "SIGTERM"
	case syscall.SIGHUP:
		return "SIGHUP"
	case syscall.SIGQUIT:
		return "SIGQUIT"
	case syscall.SIGINT:
		return "SIGINT"
	}
	return fmt.Sprint(e.Signal)
}

// Run shows the console until the user leaves it, and restores the terminal by
// every way out. It returns nil after an ordinary end, *StoppedError after a
// signal, *PanicError after a panic, and the context's error when that ended
// first; where something was unfinished, an *UnfinishedError around that. The
// parent context of the calls should be cancelled afterwards.
func Run(ctx context.Context, o Options) error {
	keyboard, err := openKeyboard(o.Input, o.Alone)
	if err != nil {
		return err
	}
	defer keyboard.end()
	shell := NewShell(o)
	model := newPainted(shell, o)
	program := tea.NewProgram(model, programOptions(keyboard, model.output)...)
	model.job = newJob(program, keyboard, model.paint)
	// Every way out is the ordinary one: a program that is killed does not
	// wait for the goroutine that reads the terminal. Sending waits for the
	// loop to take the message, so the loop itself must not do it.
	shell.stop = func() { go program.Quit() }

	signals := o.Signals
	if signals == nil {
		caught, stop := Signals()
		defer stop()
		signals = caught
	}
	continued := make(chan os.Signal, 1)
	notifyContinued(continued)
	done, caught := make(chan struct{}), atomic.Pointer[StoppedError]{}
	go func() {
		for {
			select {
			case s := <-signals:
				caught.Store(&StoppedError{Signal: s})
				model.job.end()
				return
			case <-ctx.Done():
				model.job.end()
				return
			case <-continued:
				model.job.goesOn()
			case <-done:
				return
			}
		}
	}()
	_, err = program.Run()
	close(done)
	// A second signal does not end the program while it settles: what it has
	// to tell would be lost.
	unfinished := shell.settle()
	signal.Stop(continued)
	shell.close()
	return unfinished.around(shell.outcome(ctx, caught.Load(), err))
}

// Signals catches the signals that end a program until stop.
func Signals() (signals <-chan os.Signal, stop func()) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT)
	return caught, func() { signal.Stop(caught) }
}

// outcome is how the program ended.
func (s *Shell) outcome(ctx context.Context, stopped *StoppedError, err error) error {
	switch {
	case s.failed != nil:
		return s.failed
	case stopped != nil:
		return stopped
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, tea.ErrProgramPanic):
		return fmt.Errorf("%w: %w", ErrPanic, err)
	case err != nil:
		return fmt.Errorf("running the console: %w", err)
	}
	return nil
}

func programOptions(input io.Reader, output io.Writer) []tea.ProgramOption {
	// Signals are ours: Bubble Tea takes SIGTERM for an ordinary end and does
	// not know SIGHUP. Frames are the painter's, so its clock may stand still.
	return []tea.ProgramOption{
		tea.WithAltScreen(), tea.WithInput(input), tea.WithOutput(output), tea.WithFPS(1), tea.WithoutSignalHandler(),
	}
}

// Shell holds the stack of screens, gives each message to whom it concerns and
// draws the frame around the top screen. Run makes its own; tests drive one
// directly.
type Shell struct {
	options       Options
	stack         []Screen
	width, height int // of the window; 0 before the first size
	keys          shellKeys
	asking        *question
	help          *helpPane
	flash         string
	flashID       int
	frame         int // of the spinner
	spinning      bool
	ticking       bool
	rule          string // drawn once for each width
	sized         [2]int // what the screens have, width and height
	pressed       []pressing
	play          *play // nil without one, and once the person has the keys
	failed        *PanicError
	stop          func() // ends the program at once; nil in tests
}

type shellKeys struct{ quit, help, redraw, suspend, present key.Binding }

// A question stands in the footer until it is answered; y does what it asks
// about, and any other key does not.
type question struct {
	text string
	yes  func() tea.Cmd
}

// NewShell is the shell with its first screen, before it has a size.
func NewShell(o Options) *Shell {
	return &Shell{options: o, stack: []Screen{o.First}, play: newPlay(o.Play), keys: shellKeys{
		quit:    Bind("quit", "ctrl+c"),
		help:    BindAs("?", "help", "?", "f1"),
		redraw:  Bind("redraw", "ctrl+l"),
		suspend: Bind("suspend", "ctrl+z"),
		present: Enabled(Bind("presenter mode", "f2"), o.Theme.Presenter != nil),
	}}
}

// Top is the screen in front.
func (s *Shell) Top() Screen { return s.stack[len(s.stack)-1] }

// Depth is the number of screens on the stack.
func (s *Shell) Depth() int { return len(s.stack) }

// Init does nothing: screens start when they have a size.
func (s *Shell) Init() tea.Cmd { return nil }

// Update gives the message to whom it concerns.
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
	routed := s.route(msg)
	played := s.advance()
	s.fitScreens()
	return s, guard(tea.Batch(routed, played, s.wake()))
}

func (s *Shell) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		return s.resize(msg.Width, msg.Height)
	case tea.KeyMsg:
		if typed, ok := Typed(msg); ok {
			return s.typed(typed)
		}
	case Later:
		return tea.Tick(msg.After, func(time.Time) tea.Msg { return msg.Msg })
	case flashMsg:
		s.flash = string(msg)
		s.flashID++
		return After(flashTime, flashEnd{s.flashID})
	case flashEnd:
		if msg.id == s.flashID {
			s.flash = ""
		}
	case spinDue:
		s.spinning = false
		s.frame++
	case tickDue:
		s.ticking = false
		return s.broadcast(TickMsg{Now: s.options.Now()})
	case playDue:
		return s.press(msg.number)
	case playWatch:
		s.watched()
	case failure:
		s.fail(msg.err, msg.err)
		return tea.Quit
	default:
		return s.broadcast(msg)
	}
	return nil
}

// wake keeps the clock and the spinner going, but only while they are seen.
func (s *Shell) wake() tea.Cmd {
	if s.width == 0 || s.failed != nil {
		return nil
	}
	var spin, tick tea.Cmd
	if !s.spinning && s.busy() != "" {
		s.spinning = true
		spin = After(spinTime, spinDue{})
	}
	if !s.ticking && s.clocked() {
		s.ticking = true
		now := s.options.Now()
		tick = After(now.Truncate(time.Second).Add(time.Second).Sub(now), tickDue{})
	}
	return tea.Batch(spin, tick)
}

// clocked says whether something on the screen changes with the seconds.
func (s *Shell) clocked() bool {
	t, ok := s.Top().(Ticker)
	return ok && t.Ticking() || s.environment().Watched
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

// close tells all screens that they are gone, the top one first.
func (s *Shell) close() {
	for i := len(s.stack) - 1; i >= 0; i-- {
		closeScreen(s.stack[i])
	}
}

func closeScreen(screen Screen) {
	if c, ok := screen.(Closer); ok {
		c.Close()
	}
}
