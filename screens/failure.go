package screens

import (
	"context"
	"errors"
	"log/slog"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/ui"
)

// logFailure writes down what went wrong in a call: never a guest and never a
// secret. No error of api holds a secret, but the words of a refusal may quote
// what was typed of a guest, so of an answer only its numbers and its type are
// kept. What the agent stopped is no failure.
func logFailure(d *Deps, what string, err error) {
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

// refusedWrite says that a write was sent, and that the service answered that it
// did not do it. Without a status the service could not be reached.
func refusedWrite(err error) bool {
	var service *api.Error
	return !unknownOutcome(err) && errors.As(err, &service) && service.Status != 0
}

// explainsItself reports whether the desk's own words about a write that was not sent
// say what to do: it waits for another write, or could not be noted.
func explainsItself(err error) bool {
	var unrecorded *recovery.NotRecordedError
	return heldBack(err) || errors.As(err, &unrecorded)
}

// standing is how a reservation stands after a write to it failed; otherwise is
// what to say where the service did not refuse it.
func standing(err error, otherwise string) string {
	var refused *booking.RefusedError
	if errors.As(err, &refused) {
		return refused.Standing()
	}
	return otherwise
}

// unknownOutcome reports whether a write may have happened although it failed.
func unknownOutcome(err error) bool { return recovery.WriteIn(err, recovery.Unresolved) != nil }

// heldBack reports whether a write was not sent because an earlier one to the
// same reservation is unresolved. Then nobody can say how it stands.
func heldBack(err error) bool {
	w := recovery.WriteIn(err, recovery.HeldBack)
	return w != nil && w.Plan.Kind != journal.Create
}
