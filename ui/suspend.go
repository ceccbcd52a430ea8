package ui

import (
	"os"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui/keyboard"
	"bellhop/ui/paint"
)

// A job is the program as its shell sees it, which may stop it and continue it:
// ctrl+z, fg, bg, kill. Bubble Tea's own suspending waits for ever where nothing
// continues the program.
type job struct {
	program  *tea.Program
	keyboard *keyboard.Keyboard
	painter  *paint.Painter
	// able reports whether there may be a shell that continues the program.
	able bool
	// ending is closed once the program is to end.
	ending    chan struct{}
	stopped   atomic.Bool    // the next continuation is awaited
	continued chan struct{}  // holds one
	stops     chan os.Signal // gets the signal that tells the program to stop
	asked     atomic.Bool    // such a signal is not dealt with yet: more of them are the same one
}

func newJob(program *tea.Program, keys *keyboard.Keyboard, painter *paint.Painter) *job {
	j := &job{
		program: program, keyboard: keys, painter: painter, able: jobControl(),
		ending: make(chan struct{}), continued: make(chan struct{}, 1), stops: make(chan os.Signal, 1),
	}
	if j.able {
		notifyStops(j.stops)
	}
	return j
}

// These are for the program's own loop.
type (
	stopAskedMsg struct{} // a signal tells the program to stop
	suspendMsg   struct{} // the program is to be stopped
	continuedMsg struct{} // something else had stopped it, and it goes on
)

const notSuspended = "no shell here to suspend to"

// stopTime is how long a stop may take to show: the system stops a program at
// once or never.
const stopTime = time.Second

// noteContinued is called when the program was continued. It does not wait for the
// program.
func (j *job) noteContinued() {
	if !j.stopped.Load() {
		go j.program.Send(continuedMsg{})
		return
	}
	select {
	case j.continued <- struct{}{}:
	default:
	}
}

// end has the program end. A shell that has the terminal by now keeps it as it
// is: whoever sets a terminal's modes from the background is stopped.
func (j *job) end() {
	if !j.foreground() {
		j.release()
	}
	close(j.ending)
	j.program.Quit()
}

// release leaves the terminal's modes to the shell that has it now.
func (j *job) release() {
	writeInBackground()
	j.keyboard.Release()
}

// noteStop is called when the program was told to stop. It does not wait for the program.
func (j *job) noteStop() {
	if !j.stopped.Load() && j.asked.CompareAndSwap(false, true) {
		go j.program.Send(stopAskedMsg{})
	}
}

// stopAtOnce does what the system would with the signals that tell the program to stop, once the terminal is the shell's.
func (j *job) stopAtOnce(until <-chan struct{}) {
	for {
		select {
		case <-j.stops:
			stopGroup()
		case <-until:
			return
		}
	}
}

func (j *job) foreground() bool { return inForeground(j.keyboard) }

type stopResult int

const (
	stopContinued stopResult = iota // the terminal is the program's again
	stopRefused                     // nothing stops the program here
	stopEnding                      // the program is to end, without the terminal
)

// suspend gives the terminal back, stops the program until a shell continues it,
// and shows the console again. The program's own loop waits here.
func (j *job) suspend() tea.Cmd {
	defer j.asked.Store(false)
	if !j.able {
		return Flash(notSuspended)
	}
	if err := j.program.ReleaseTerminal(); err != nil {
		return tea.Quit // The terminal is gone.
	}
	end := j.stop()
	if end == stopEnding {
		j.painter.Silence()
		return tea.Quit
	}
	if err := j.program.RestoreTerminal(); err != nil {
		return tea.Quit
	}
	if end == stopRefused {
		return Flash(notSuspended)
	}
	return nil
}

func (j *job) resume() tea.Cmd {
	if !j.foreground() && j.stop() == stopEnding {
		return tea.Quit
	}
	if err := j.program.ReleaseTerminal(); err != nil {
		return tea.Quit
	}
	if err := j.program.RestoreTerminal(); err != nil {
		return tea.Quit
	}
	return nil
}

// stop stops the program and returns once it has the terminal again, or is to
// end.
func (j *job) stop() stopResult {
	j.stopped.Store(true)
	defer j.stopped.Store(false)
	for {
		stopGroup()
		if !j.awaitContinuation() {
			return stopRefused
		}
		if j.foreground() {
			return stopContinued
		}
		// In the background nothing can be shown, and the program stops again;
		// unless kill has continued it there only to end it.
		select {
		case <-j.ending:
			return stopEnding
		case <-time.After(stopTime):
		}
	}
}

// awaitContinuation waits until the program goes on or is to end, and reports
// whether it has come to that in time.
func (j *job) awaitContinuation() bool {
	// Time passes while the program is stopped, too: the end of the first stretch
	// may be what it sees first of its continuation.
	for range 2 {
		select {
		case <-j.continued:
			return true
		case <-j.ending:
			return true
		case <-time.After(stopTime):
		}
	}
	return false
}
