package app

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"golang.org/x/term"

	"bellhop/internal/crash"
	"bellhop/internal/guard"
	"bellhop/screens"
	"bellhop/ui/restore"
)

// keysReported is how many keys a report of a crash names.
const keysReported = 20

// An ending is what a session knows of its own end, should it come by itself. It is safe for concurrent use.
type ending struct {
	began time.Time
	end   func() // has the console end

	mu          sync.Mutex
	environment string
	keys        []crash.Key
	mark        *crash.Mark
	mended      bool        // the terminal was put back
	line        *crash.Line // how it was before the console
	at          time.Time   // of the panic; zero without one
	report      string      // the path of its report; empty where it could not be written
}

// pressed notes a key for a report. Of a text that was typed nothing is kept, not even how long it was.
func (e *ending) pressed(screen string, msg tea.KeyMsg) {
	key := crash.Key{Screen: screen, Name: msg.String()}
	if msg.Paste || msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace {
		key.Name = "text"
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if n := len(e.keys); n > 0 && key.Name == "text" && e.keys[n-1] == key {
		return
	}
	e.keys = append(e.keys, key)
	e.keys = e.keys[max(0, len(e.keys)-keysReported):]
}

// panicked notes a panic: its kind in the log, the rest in a report. The value may hold a guest's data: its type says enough.
func (s *session) panicked(value any, stack []byte) {
	kind := fmt.Sprintf("%T", value)
	s.log.Error("panic", "kind", kind, "stack", crash.WithoutValues(string(stack)))
	e := &s.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.at.IsZero() {
		return // One report is enough: what follows follows from it.
	}
	e.at = time.Now()
	cols, rows, _ := term.GetSize(int(os.Stdout.Fd())) // 0x0 says that it is not known.
	path, err := crash.Write(s.cfg.Paths.CrashesDir, crash.Report{
		At: e.at, Began: e.began, Version: s.launcher.build.Version, Commit: s.launcher.build.Commit, Kind: kind, Stack: stack,
		Keys: e.keys, Terminal: crash.ThisTerminal(os.Getenv, cols, rows), Environment: e.environment,
	})
	if err != nil {
		s.log.Error("the report of the panic cannot be written", "error", err)
	}
	e.report = path
	if err := e.mark.Crashed(e.at, path); err != nil {
		s.log.Warn("the next start will not know of the panic's time", "error", err)
	}
}

// guarded has a panic of any goroutine that guards itself end the console in order.
func (s *session) guarded() (end func()) {
	return guard.Handle(func(value any, stack []byte) {
		s.panicked(value, stack)
		s.ending.end()
	})
}

// crashed returns what to say of a panic once the terminal is back, "" where there was none.
func (s *session) crashed() string {
	s.ending.mu.Lock()
	defer s.ending.mu.Unlock()
	switch {
	case s.ending.at.IsZero():
		return ""
	case s.ending.report == "":
		return "The console ended by itself. The log is " + s.cfg.Paths.LogFile + "."
	}
	return "The console ended by itself. Its report is " + s.ending.report +
		": it holds no guest, card or key, and nothing that you typed. Attach it where you tell of this. " +
		"Start Bellhop again to go on with what is kept; \"bellhop doctor\" looks at the rest."
}

// begin marks that a console runs at a service, and returns what is to be told of the last one there. Only the first service
// of a session is marked: a welcome leads to one.
func (s *session) begin(at target) screens.Ending {
	e := &s.ending
	e.mu.Lock()
	defer e.mu.Unlock()
	e.environment = string(at.environment)
	if e.end == nil || e.mark != nil || s.script != nil {
		return screens.Ending{} // A command is no console, and a play leaves nothing.
	}
	left := crash.Take(s.cfg.Paths.RunningDir, at.Service, time.Now())
	if !e.mended {
		e.mend(left)
	}
	mark, err := crash.Set(s.cfg.Paths.RunningDir, crash.Ending{Service: at.Service, Began: e.began.UTC(), Line: e.line})
	if err != nil {
		s.log.Warn("the next start will not know how this one ended", "error", err)
		return screens.Ending{}
	}
	e.mark = mark
	s.stops = append(s.stops, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.at.IsZero() {
			e.mark.Remove()
		} else {
			e.mark.Leave()
		}
	})
	if len(left) == 0 {
		return screens.Ending{}
	}
	return lastEnd(left[len(left)-1], time.Now(), cmp.Or(s.cfg.Preferences.Zone, time.Local))
}

// mendTerminal is mend with all endings, for a console, which takes the terminal before it knows its service.
func (e *ending) mendTerminal(running string) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.mend(crash.Left(running))
}

// mend puts the terminal back where the last console left it as it had it, and notes how it is. It is done before
// the terminal is taken. The caller holds the lock.
func (e *ending) mend(left []crash.Ending) {
	if crash.Repair(os.Stdin, left) {
		repaired(os.Stdout)
	}
	e.line, e.mended = crash.LineOf(os.Stdin), true
}

// repaired puts back what the last console had changed of the terminal besides its line.
func repaired(out io.Writer) {
	for _, step := range append([]string{restore.LeaveScreen}, restore.Modes...) {
		_, _ = io.WriteString(out, step) // What cannot be written is written over by the console.
	}
}

// lastEnd tells how the last console ended.
func lastEnd(e crash.Ending, now time.Time, zone *time.Location) screens.Ending {
	clock := func(at time.Time) string {
		at, today := at.In(zone), now.In(zone)
		if at.YearDay() == today.YearDay() && at.Year() == today.Year() {
			return at.Format("15:04")
		}
		return at.Format("Mon 2 Jan 15:04")
	}
	if e.Ended.IsZero() {
		return screens.Ending{Words: "The console that began at " + clock(e.Began) + " was ended from outside."}
	}
	return screens.Ending{Words: "The console ended by itself at " + clock(e.Ended) + ".", Report: e.Report}
}
