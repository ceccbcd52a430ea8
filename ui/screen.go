package ui

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/picture"
)

// A Screen is one page of the console. The shell sizes it, gives it every
// message that is not the shell's own, and draws it between header and footer.
// Screens are pointers; a screen builds its successor and hands it over in the
// Nav that Update returns.
type Screen interface {
	// Init starts the screen; the shell calls it once, after the first SetSize.
	Init() tea.Cmd
	// Update takes a key (top screen only) or an answer (every screen on the
	// stack) and returns where to go.
	Update(msg tea.Msg) (Nav, tea.Cmd)
	// View draws exactly the size that SetSize gave. It is pure and cheap.
	View() string
	SetSize(width, height int)
	// Title is the screen's part of the trail in the header.
	Title() string
	// Keys lists the bindings for footer and help, the most useful first.
	// Those that are switched off keep their place in the footer, dimmed, and are
	// left out of the help; what the screen does not offer at all is not listed.
	Keys() []key.Binding
}

// Optional abilities of a screen, found by assertion.
type (
	// Footerer lists the bindings for the footer where they are others than
	// the first of Keys: those that move around belong to the help alone.
	// When they do not all fit beside the state, the state gives way.
	Footerer interface{ Footer() []key.Binding }
	// Stater returns what stands at the right of the footer ("nothing sent yet").
	Stater interface{ State() string }
	// Contexter returns what stands after the trail in the header: the trip.
	Contexter interface{ Context() string }
	// Briefer is a Contexter that has it in fewer words, the longest
	// wording first, for a header without room for all of it.
	Briefer interface{ Brief() []string }
	// Busier returns which call is under way, in words ("searching hotels"); the
	// empty string is idle. The shell shows a spinner and takes esc to cancel:
	// a screen that is busy receives esc like any key and cancels its call.
	Busier interface{ Busy() string }
	// Sider returns what stands at the right end of the header: the time at the
	// place that the screen is about.
	Sider interface{ Side() string }
	// Environmenter returns the service that the screen is at, and those that are
	// opened from it: a console may start before there is one.
	Environmenter interface{ Environment() Environment }
	// Commander has commands that work on it and on the screens that are opened
	// from it, like those of Options.
	Commander interface{ Commands() []Command }
	// Actor has actions for the palette, besides the keys: on it and on the screens that are opened from it.
	Actor interface{ Actions() []Action }
	// Typist reports whether a text field has the focus, so that letters are text.
	Typist interface{ Typing() bool }
	// Guard returns why leaving or quitting now needs a question ("A booking is
	// being sent."); the empty string lets it happen. While a guard is up, esc
	// reaches the screen but the shell pops nothing.
	Guard interface{ Guard() string }
	// Unfinished returns what must be told after the console has ended because
	// something was under way then ("A booking was being sent …"), in whole
	// sentences; the empty string is nothing. It is asked once the console is
	// gone and after Options.Settle, so it may know more than the screen did.
	Unfinished interface{ Unfinished() string }
	// Quitter does its last work when a key ends the program.
	Quitter interface{ Quit() }
	// Closer is told when the screen leaves the stack; it cancels its calls.
	Closer interface{ Close() }
	// Ticker wants TickMsg every second while it is on top. It also comes
	// while the environment is Watched.
	Ticker interface{ Ticking() bool }
	// Resumer is told when the screen above it has gone, and may start a call.
	Resumer interface{ Resume() tea.Cmd }
	// Pictured returns a picture that the terminal draws in the place of cells that View leaves blank, by its place in the body;
	// nil is none. It is drawn only while the screen itself is seen.
	Pictured interface{ Picture() *picture.Graphic }
	// Revisited is told when a Revisit has come back to the screen, instead of Resume.
	Revisited interface{ Revisited() tea.Cmd }
)

// Nav is where the shell goes after an Update. The zero Nav stays. It is a
// value and not a message, so that a key typed meanwhile cannot reach the
// screen that was left.
type Nav struct {
	kind    navKind
	screen  Screen
	revisit *revisit // of a Revisit
}

// A revisit knows which screens may be closed on the way back, and what is opened where one may not.
type revisit struct {
	passes func(Screen) bool
	other  func() Screen
}

type navKind int

const (
	navStay navKind = iota
	navPush
	navReplace
	navPop
	navRevisit
	navRoot
	navQuit
)

// Stay remains on the screen.
func Stay() Nav { return Nav{} }

// Push puts a screen on top; esc there comes back to this one.
func Push(s Screen) Nav { return Nav{kind: navPush, screen: s} }

// Replace puts a screen in this one's place.
func Replace(s Screen) Nav { return Nav{kind: navReplace, screen: s} }

// Pop goes back one step; on the last screen it only says which key quits.
func Pop() Nav { return Nav{kind: navPop} }

// Revisit goes back to a screen that is open, and closes those above it, if all of them pass: they lose nothing by it.
// Otherwise it pushes another one.
func Revisit(s Screen, passes func(Screen) bool, other func() Screen) Nav {
	return Nav{kind: navRevisit, screen: s, revisit: &revisit{passes, other}}
}

// Root closes every screen and starts over with this one.
func Root(s Screen) Nav { return Nav{kind: navRoot, screen: s} }

// Quit leaves the program, after the guards of all screens agree.
func Quit() Nav { return Nav{kind: navQuit} }

// Target is the screen that a Push, Replace, Revisit or Root goes to; nil otherwise.
// Tests assert on it.
func (n Nav) Target() Screen { return n.screen }
