package screens

import (
	"context"
	"errors"
	"log/slog"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/api/traffic"
	"bellhop/booking"
	"bellhop/booking/activity"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/ui"
)

// A load is a read that a screen shows: it can be cancelled, fails with an explanation, and can be
// tried again. Writes never use it.
type load[T any] struct {
	deps  *Deps
	call  ui.Call[T]
	what  string         // in words: "searching hotels"
	again func() tea.Cmd // starts the newest read anew
	// failure explains the newest answer if it was an error; nil otherwise.
	failure *booking.Explanation
	err     error // what failure explains
	signIn  bool  // the key was refused: once there is a new one the read is repeated
	waits   *traffic.Waits
}

func newLoad[T any](deps *Deps, what string) load[T] {
	return load[T]{deps: deps, call: ui.NewCall[T](deps.Context, 0), what: what}
}

// start runs fn instead of what runs.
func (l *load[T]) start(fn func(ctx context.Context) (T, error)) tea.Cmd {
	l.again = func() tea.Cmd {
		waits := &traffic.Waits{}
		l.waits = waits
		return l.call.Start(func(ctx context.Context) (T, error) { return fn(waits.On(ctx)) })
	}
	return l.retry()
}

// startInParts is start for a read that tells what it has so far: part receives that.
func (l *load[T]) startInParts(fn func(ctx context.Context, part func(T)) (T, error)) tea.Cmd {
	l.again = func() tea.Cmd {
		waits := &traffic.Waits{}
		l.waits = waits
		return l.call.StartParts(func(ctx context.Context, part func(T)) (T, error) { return fn(waits.On(ctx), part) })
	}
	return l.retry()
}

func (l *load[T]) retry() tea.Cmd {
	if l.again == nil {
		return nil
	}
	l.failure, l.err, l.signIn = nil, nil, false
	return l.again()
}

// receive takes the answer if the message is this load's (mine); ok reports whether there is a
// value. A refused key asks for a new one.
func (l *load[T]) receive(msg tea.Msg) (value T, ok, mine bool, nav ui.Nav) {
	value, err, mine := l.call.Receive(msg)
	if !mine || err == nil {
		return value, mine, mine, ui.Stay()
	}
	l.deps.logFailure(l.what, err)
	x := booking.Explain(err)
	l.failure, l.err = &x, err
	if api.Unauthorized(err) {
		l.signIn = true
		nav = ui.Push(NewSignIn(l.deps))
	}
	return value, false, true, nav
}

// forget stops the call and drops what came of the one before.
func (l *load[T]) forget() {
	l.cancel()
	l.failure, l.err = nil, nil
}

// resume repeats the read that a refused key had stopped.
func (l *load[T]) resume() tea.Cmd {
	if !l.signIn {
		return nil
	}
	return l.retry()
}

func (l *load[T]) cancel() bool {
	busy := l.call.Busy()
	l.call.Cancel()
	return busy
}

// busy says what is read, or what the read waits for.
func (l *load[T]) busy() string {
	if wait, waits := l.waits.Now(); waits && l.call.Busy() {
		return activity.Waiting(wait, l.deps.clock())
	}
	return when(l.call.Busy(), l.what)
}

// correcting returns a read for a load that has the recovery correct the journal by what the read finds.
func correcting[T any](d *Deps, read func(context.Context) (T, []recovery.Finding, error)) func(context.Context) (T, error) {
	return func(ctx context.Context) (T, error) {
		value, found, err := read(ctx)
		d.Desk.Recovery.Correct(found)
		return value, err
	}
}

// reading returns a read of a reservation for a load.
func (d *Deps) reading(id string) func(context.Context) (api.Reservation, error) {
	return correcting(d, func(ctx context.Context) (api.Reservation, []recovery.Finding, error) { return d.Desk.Read(ctx, id) })
}

// listing returns a read of a list's next page for a load.
func (d *Deps) listing(list booking.ReservationList) func(context.Context) (booking.ReservationList, error) {
	return correcting(d, func(ctx context.Context) (booking.ReservationList, []recovery.Finding, error) {
		return d.Desk.MoreReservations(ctx, list)
	})
}

// hotelFacts returns a look-up of a hotel for a load.
func (d *Deps) hotelFacts(hotel api.HotelRef) func(context.Context) (api.Property, error) {
	return func(ctx context.Context) (api.Property, error) {
		property, _, err := d.Desk.Directory.Facts(ctx, hotel)
		return property, err
	}
}

// logFailure logs what went wrong in a call. The words of a refusal may quote a guest, so of an
// answer only its numbers and its type are kept.
func (d *Deps) logFailure(what string, err error) {
	if d.Log == nil || errors.Is(err, context.Canceled) {
		return
	}
	attrs := []slog.Attr{slog.String("call", what)}
	var service *api.Error
	var crash *ui.PanicError
	switch {
	case errors.As(err, &crash):
		attrs = append(attrs, slog.String("error", crash.Error()), slog.String("stack", string(crash.Stack)))
	case errors.As(err, &service):
		attrs = append(attrs, slog.Int("status", service.Status), slog.Int("code", service.Code),
			slog.String("type", service.Type), slog.String("request_id", service.RequestID))
		if service.Status == 0 {
			attrs = append(attrs, slog.String("error", service.Error())) // The machine's own words.
		}
	default:
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	d.Log.LogAttrs(d.Context, slog.LevelWarn, "call failed", attrs...)
}

// refusedWrite reports whether a write was sent, and the service answered that it did not do it.
func refusedWrite(err error) bool {
	var service *api.Error
	return !unknownOutcome(err) && !booking.Unsent(err) && errors.As(err, &service) && service.Status != 0
}

// explainsItself reports whether the words about a write that was not sent tell what to do.
func explainsItself(err error) bool {
	var unrecorded *recovery.NotRecordedError
	return heldBack(err) || errors.As(err, &unrecorded)
}

// standing returns how a reservation stands after a failed write, or otherwise where it was not refused.
func standing(err error, otherwise string) string {
	var refused *booking.RefusedError
	if errors.As(err, &refused) {
		return refused.Standing()
	}
	return otherwise
}

// unknownOutcome reports whether a write may have happened although it failed.
func unknownOutcome(err error) bool { return recovery.WriteIn(err, recovery.Unresolved) != nil }

// heldBack reports whether a write was not sent because an earlier one is unresolved.
func heldBack(err error) bool {
	w := recovery.WriteIn(err, recovery.HeldBack)
	return w != nil && w.Plan.Kind != journal.Create
}
