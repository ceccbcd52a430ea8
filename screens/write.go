package screens

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/ui"
)

type writeState int

const (
	writeReady      writeState = iota // nothing was sent, or it is known not to have been made
	writeSending                      // it is read first and then sent; until the answer no key sends anything
	writeMade                         // the service has done it
	writeRefused                      // the service answered no; the screen decides what comes next
	writeUnresolved                   // the answer was lost, and it may have been made
)

type writeWords struct {
	kind  journal.Kind
	name  string // "change of dates"
	doing string // "changing the dates"
	first string // what is read before it: "reading the reservation once more"

	made, refused string // the states in the footer
	undone        string // "nothing was changed"
	signedIn      string // what to do with a new API key
	notSent       string // what to do after nothing was sent; empty where the screen says it
	unfinished    string // what to do where the program has ended before the answer
	contradicted  string // the service refused it and has it all the same

	// notMade and then tell what to do once a lost answer stands for nothing. Without them it is never sent again.
	notMade, then string
}

// A write is sent to the service once: ready, sending, made, refused or unresolved. The screen words it,
// and sets none of its fields.
type write[T any] struct {
	deps  *Deps
	words writeWords
	call  ui.Call[T]
	// kept holds the answer as soon as it is there: the console may end before the screen is told.
	kept *atomic.Pointer[outcome[T]]
	// result is what the service answered, or what was found later; nil until then.
	result *T
	found  bool
	// sent is set once the reading before it is done. since is what had changed by then, so that nothing was sent.
	sent       *atomic.Bool
	since      changedSince
	failure    *booking.Explanation // the screen may reword it
	answeredNo bool                 // it was sent, and the service refused it
	unresolved unresolvedWrite
}

type outcome[T any] struct {
	value T
	err   error
}

func newWrite[T any](deps *Deps, words writeWords) write[T] {
	return write[T]{deps: deps, words: words, call: ui.NewCall[T](deps.Context, 0)}
}

func (w *write[T]) state() writeState {
	switch {
	case w.call.Busy():
		return writeSending
	case w.result != nil:
		return writeMade
	case w.unresolved.on && !w.notMade():
		return writeUnresolved
	case w.answeredNo:
		return writeRefused
	default:
		return writeReady
	}
}

func (w *write[T]) sending() bool { return w.state() == writeSending }

// idle reports whether something may be sent.
func (w *write[T]) idle() bool { return w.state() == writeReady || w.state() == writeRefused }

// notMade reports whether a lost answer stands for nothing, so that the same can be sent again.
func (w *write[T]) notMade() bool { return w.words.notMade != "" && w.unresolved.notMade() }

// send starts the write, which is read first by fn. Once that tells that it is being sent, the log has it: that is
// what remains if the program is killed. The attributes name no guest.
func (w *write[T]) send(fn func(ctx context.Context) (T, error), attrs ...slog.Attr) tea.Cmd {
	w.failure, w.unresolved, w.since = nil, unresolvedWrite{}, changedSince{}
	kept, sent := &atomic.Pointer[outcome[T]]{}, &atomic.Bool{}
	w.kept, w.sent = kept, sent
	deps, end, name := w.deps, w.deps.Writes.begin(), w.words.name
	return w.call.Start(func(ctx context.Context) (T, error) {
		defer end()
		value, err := fn(booking.WhenSending(ctx, func() {
			sent.Store(true)
			if deps.Log != nil {
				deps.Log.LogAttrs(deps.Context, slog.LevelInfo, name+" is being sent", attrs...)
			}
		}))
		kept.Store(&outcome[T]{value, err})
		return value, err
	})
}

// reading reports whether it is read first, and nothing was sent so far.
func (w *write[T]) reading() bool { return w.sending() && !w.sent.Load() }

// receive takes the answer if the message is this write's. A lost answer is looked for from here on;
// a refused API key asks for a new one.
func (w *write[T]) receive(msg tea.Msg) (nav ui.Nav, mine bool, err error) {
	value, err, mine := w.call.Receive(msg)
	if !mine {
		return ui.Stay(), false, nil
	}
	if err == nil {
		w.result = &value
		return ui.Stay(), true, nil
	}
	w.deps.logFailure(w.words.doing, err)
	if errors.Is(err, ui.ErrPanic) { // It may have been sent before.
		err = &recovery.Write{Plan: journal.Plan{Kind: w.words.kind}, Err: err}
	}
	x := booking.Explain(err)
	w.since = changedSinceIn(err, &x)
	w.failure, w.answeredNo, w.unresolved = &x, w.answeredNo || refusedWrite(err), w.deps.unresolvedAfter(err)
	var refused *booking.RefusedError
	switch {
	case w.unresolved.on:
	case api.Unauthorized(err):
		x.Hint = w.words.signedIn
	case w.words.notSent != "" && !errors.As(err, &refused) && !explainsItself(err) && !w.since.on():
		x.Hint = w.words.notSent
	}
	if api.Unauthorized(err) {
		nav = ui.Push(NewSignIn(w.deps))
	}
	return nav, true, err
}

// fail tells what went wrong; clear takes it back.
func (w *write[T]) fail(x booking.Explanation) { w.failure = &x }
func (w *write[T]) clear()                     { w.failure, w.since = nil, changedSince{} }

// lookNow looks for a lost answer at once, also after a new key was asked for.
func (w *write[T]) lookNow() { w.unresolved.lookNow() }

// renew takes what is known by now of a lost answer, and reports whether it has just come to stand for nothing.
func (w *write[T]) renew() bool {
	before := w.state()
	w.unresolved.renew()
	return before == writeUnresolved && w.notMade()
}

// contradict goes on with a write that was answered as refused and was made all the same.
func (w *write[T]) contradict(attempt string) {
	if !w.answeredNo || w.unresolved.on {
		return
	}
	if p, told := w.deps.Desk.Recovery.Write(attempt); told && p.State == recovery.MadeLate {
		w.unresolved = unresolvedWrite{deps: w.deps, attempt: attempt, on: true}
		w.fail(booking.Explanation{Title: w.words.contradicted})
	}
}

// recovered returns what answer makes of a write that was found after its answer was lost; nil until then.
func (w *write[T]) recovered(answer func(found recovery.Write) T) *T {
	if u := &w.unresolved; u.made() && u.known.Reservation != nil {
		result := answer(u.known)
		return &result
	}
	return nil
}

// follow takes what is known by now of a lost answer, and reports whether it has just found the write made.
// It tells so from then on, and looks no more.
func (w *write[T]) follow(answer func(found recovery.Write) T) bool {
	w.renew()
	result := w.recovered(answer)
	if result == nil {
		return false
	}
	w.result, w.found = result, true
	w.clear()
	w.unresolved.close()
	return true
}

// outcome returns the result, or nil while it is unknown.
func (w *write[T]) outcome() *outcome[T] {
	if w.kept == nil {
		return nil
	}
	if out := w.kept.Load(); out == nil || !unknownOutcome(out.err) {
		return out
	}
	return nil
}

func (w *write[T]) busy() string {
	if w.reading() {
		return w.words.first
	}
	return when(w.sending(), w.words.doing+"; sent once")
}

func (w *write[T]) ticking() bool { return w.result == nil }

// guard keeps the program from ending while the answer is awaited.
func (w *write[T]) guard() string { return when(w.sending(), "A "+w.words.name+" is being sent.") }

// inWords returns the state as the footer has it.
func (w *write[T]) inWords() string {
	switch w.state() {
	case writeSending:
		if !w.reading() {
			return "sent, waiting for the answer"
		}
	case writeMade:
		return w.words.made
	case writeUnresolved:
		return "outcome unknown"
	case writeRefused, writeReady:
	}
	return w.nothing()
}

// nothing tells that nothing was sent, or that nothing came of it.
func (w *write[T]) nothing() string {
	if w.answeredNo {
		return w.words.refused
	}
	return nothingSent
}

// waitingLine stands over the form while it is read first, and while the answer is awaited.
func (w *write[T]) waitingLine() (ui.Style, string) {
	if w.reading() {
		return w.deps.Theme.Warn, "Looking first whether it still is as it is shown. Nothing is sent yet."
	}
	return w.deps.Theme.Warn, "Sent once. Waiting for the answer; please do not close the program."
}

// unfinished tells, after the console has ended, what became of a write that was under way.
func (w *write[T]) unfinished(which string) string {
	if !w.sending() {
		return ""
	}
	switch out := w.outcome(); {
	case out == nil:
		return "A " + w.words.name + " was being sent and its outcome is not known: " + which + ". " + w.words.unfinished
	case out.err != nil:
		return "The " + w.words.name + " that was being sent failed, and " + standing(out.err, w.words.undone) + ": " + which + "."
	default:
		return "The " + w.words.name + " that was being sent is done: " + which + "."
	}
}

// trouble shows what went wrong; of a lost answer what is known by now.
func (w *write[T]) trouble(s *sheet) {
	title, hint := "", ""
	switch {
	case w.notMade():
		title, hint = w.words.notMade, w.words.then
	case w.failure != nil && w.unresolved.on && w.unresolved.followed:
		title, hint = w.failure.Title, w.failure.Hint
	default:
		s.explain(w.failure, "")
		s.mustRead(func() { w.since.facts(s, w.deps) })
		return
	}
	s.text(s.theme.Bad, "! "+title)
	w.unresolved.explain(s)
	s.text(s.theme.Muted, hint)
	s.Gap()
}

// noteShown notes in the journal that bookings were shown, so that later starts skip them.
func (d *Deps) noteShown(attempts ...string) tea.Cmd {
	if len(attempts) == 0 {
		return nil
	}
	return func() tea.Msg {
		for _, attempt := range attempts {
			if err := d.Desk.Recovery.NoteShown(attempt); err != nil {
				d.logFailure("noting that a booking was shown", err)
			}
		}
		return nil
	}
}

// seenBookings are the attempts whose bookings were noted as seen on a screen.
type seenBookings []string

// note notes the bookings among the writes, each once.
func (s *seenBookings) note(deps *Deps, writes []recovery.Write) tea.Cmd {
	fresh := slices.DeleteFunc(slices.Clone(writes), func(w recovery.Write) bool { return !w.Booked() || slices.Contains(*s, w.Plan.Attempt) })
	seen := each(fresh, func(w recovery.Write) string { return w.Plan.Attempt })
	*s = append(*s, seen...)
	return deps.noteShown(seen...)
}

// dismiss removes a write from the list unless it is unresolved.
func (d *Deps) dismiss(attempt string) {
	if err := d.Desk.Recovery.Dismiss(attempt); err != nil {
		d.logFailure("noting that a booking was shown", err)
	}
}

// An unresolvedWrite is a write whose answer was lost, and what is known of it since (WIRE 5).
type unresolvedWrite struct {
	deps    *Deps
	attempt string
	known   recovery.Write
	// followed reports whether it is looked for: not without a journal, nor after a failure of the program.
	followed bool
	on       bool
}

// unresolvedAfter returns the write that failed with this error, if its outcome is unknown.
func (d *Deps) unresolvedAfter(err error) unresolvedWrite {
	unresolved := recovery.WriteIn(err, recovery.Unresolved)
	if unresolved == nil {
		return unresolvedWrite{}
	}
	u := unresolvedWrite{deps: d, attempt: unresolved.Plan.Attempt, known: *unresolved, on: true}
	u.renew()
	return u
}

func (u *unresolvedWrite) renew() {
	if !u.on {
		return
	}
	if p, ok := u.deps.Desk.Recovery.Write(u.attempt); ok {
		u.known, u.followed = p, true
	}
}

func (u *unresolvedWrite) open() bool { return u.on && u.known.State == recovery.Unresolved }
func (u *unresolvedWrite) made() bool { return u.on && u.known.Made() }

// notMade reports whether it was not found within its time.
func (u *unresolvedWrite) notMade() bool { return u.on && u.known.State == recovery.NotMade }

func (u *unresolvedWrite) lookNow() {
	if u.open() {
		u.deps.Desk.Recovery.LookNow(u.attempt)
	}
}

// dismiss takes it off the start screen's list: this screen has told it.
func (u *unresolvedWrite) dismiss() {
	if u.on && !u.open() {
		u.deps.dismiss(u.attempt)
	}
}

// close ends the looking for it on this screen, which has told what came of it.
func (u *unresolvedWrite) close() {
	u.dismiss()
	*u = unresolvedWrite{}
}

func (u *unresolvedWrite) explain(s *sheet) {
	if !u.on || !u.followed {
		return
	}
	now, zone, known := u.deps.Desk.Now(), u.deps.agentZone(), masked(u.deps, booking.MaskWrite, u.known)
	s.text(s.theme.Plain, known.Story(now, zone))
	style := s.theme.Warn
	if u.made() {
		style = s.theme.Good
	}
	s.AddStyled("looking for it", known.Progress(now, zone), style)
}
