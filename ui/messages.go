package ui

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/picture"
)

// TickMsg comes every second to the screens while the top one is Ticking, or
// the environment is Watched.
type TickMsg struct{ Now time.Time }

// Later is a message that the shell delivers after a time. A screen that has
// to wait, such as until typing pauses, returns After: the waiting itself is
// the shell's, so that tests can let the time pass at once.
type Later struct {
	After time.Duration
	Msg   tea.Msg
}

// After has the message delivered to every screen after a time. Put a number
// into it and drop the old ones: it cannot be called back.
func After(d time.Duration, msg tea.Msg) tea.Cmd {
	return func() tea.Msg { return Later{After: d, Msg: msg} }
}

// ToTerminal has control sequences written to the terminal, between two frames, such as those that fill its clipboard.
// They must draw nothing: the frame does not know of it.
func ToTerminal(sequences string) tea.Cmd {
	return func() tea.Msg { return terminalMsg(sequences) }
}

// AskGraphics has GraphicsMsg come: at once where it is known what the terminal has, or after the terminal was asked, the
// first time. It comes again where more is known: a terminal has answered late, or its letters are of another size.
func AskGraphics() tea.Msg { return graphicsQuery{} }

// GraphicsMsg tells the screens which graphics they may use.
type GraphicsMsg struct{ picture.Support }

// ResizedMsg tells the screens that they have another size, after SetSize: what one has drawn ahead is drawn again.
type ResizedMsg struct{}

// Redraw changes nothing: the frame is drawn anew.
type Redraw struct{}

// Flash shows a status text at the right of the footer for six seconds, or
// until the next key or text. It is about the screen that is there when it comes, and
// ends with that: returned beside a Nav, it is for the screen that opens.
func Flash(text string) tea.Cmd {
	return func() tea.Msg { return flashMsg(text) }
}

const (
	flashTime = 6 * time.Second
	spinTime  = 125 * time.Millisecond
)

type (
	flashMsg        string
	terminalMsg     string
	flashEnd        struct{ id int }
	spinDue         struct{}
	tickDue         struct{}
	paintDue        struct{}
	answeredMsg     struct{} // the terminal has answered the painter
	graphicsQuery   struct{} // a screen wants to know of the terminal's graphics
	graphicsAnswers []string // what the terminal has answered, in its order
	graphicsDue     struct{} // it has had its time to
	giveDue         struct{} // the terminal is given away whether it has answered or not
	stopMsg         struct{} // the program is to be stopped now
	// failure is a panic in a command that is no Call.
	failure struct{ err *PanicError }
)

// catchPanics keeps a panic in a screen's command from Bubble Tea, which would
// print it into the alternate screen, where it is lost.
func catchPanics(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if r := recover(); r != nil {
				msg = failure{newPanicError(r)}
			}
		}()
		got := cmd()
		if batch, ok := got.(tea.BatchMsg); ok {
			caught := make(tea.BatchMsg, len(batch))
			for i, c := range batch {
				caught[i] = catchPanics(c)
			}
			return caught
		}
		return got
	}
}
