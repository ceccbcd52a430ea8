package rebook

import (
	"context"
	"errors"
	"fmt"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// A Step is where a rebooking stands.
type Step int

// The steps of a rebooking, in their order.
const (
	Unresolved Step = iota // what came of a write is not known: the recovery looks for it
	HalfDone               // the new one is confirmed and the old one stands
	Unready                // the new one is not confirmed, so that the old one must stand
	Done                   // the new one is confirmed and the old one is cancelled
	GivenUp                // the new one is cancelled, and the old one stands
)

// A Half is a rebooking as both reservations were just read.
type Half struct {
	Step Step
	// Attempt is the booking of the new reservation, by which the journal links the two.
	Attempt string
	Plan    journal.Plan
	// New and Old are as they were read, At when that was; New is empty as long as the new booking is not resolved.
	New, Old api.Reservation
	At       time.Time
	// Penalty is what cancelling the old one costs now, Saving what is left then; unset where that cannot be told.
	Penalty terms.Cost
	Saving  api.Money
	// Why says in a sentence what keeps the old one from being cancelled; empty where nothing does.
	Why string
}

// CanCancelOld reports whether the old reservation can be cancelled now.
func (h Half) CanCancelOld() bool { return h.Step == HalfDone && h.Why == "" }

// Pending lists the rebookings of which something is left to do, the newest first, as far as this console knows. It
// never waits, and lists none as long as the journal is not open.
func Pending(d *booking.Desk) []journal.Rebooking { return d.Recovery.KnownRebookings() }

// Of returns the pending rebooking that a reservation is part of, the old one or the new one; false where there is none.
// It reads the journal: after an error nothing may be begun.
func Of(d *booking.Desk, reservation string) (journal.Rebooking, bool, error) {
	list, err := d.Recovery.Rebookings()
	if err != nil {
		return journal.Rebooking{}, false, err
	}
	for _, one := range list {
		if reservation != "" && (one.New.Replaces == reservation || one.New.ReservationID() == reservation) {
			return one, true, nil
		}
	}
	return journal.Rebooking{}, false, nil
}

// Resume reads both reservations of a rebooking, and says how it goes on. One that turns out to be over is closed in
// the journal.
func Resume(ctx context.Context, d *booking.Desk, one journal.Rebooking) (Half, error) {
	h := Half{Attempt: one.New.Attempt, Plan: one.New.Plan}
	old, err := read(ctx, d, one.New.Replaces)
	if err != nil {
		return h, err
	}
	h.Old, h.At = old, d.Now()
	if one.New.Open() {
		return h, nil
	}
	if h.New, err = read(ctx, d, one.New.ReservationID()); err != nil {
		return h, err
	}
	if _, _, err := d.Directory.Facts(ctx, old.Hotel); err != nil {
		return h, err
	}
	h.At = d.Now()
	h.judge(d)
	if one.Canceling != nil && h.Step != Done {
		h.Step = Unresolved
		return h, nil
	}
	if h.Step == Done || h.Step == GivenUp {
		return h, d.Recovery.CloseRebooking(h.Attempt)
	}
	return h, nil
}

// ErrNotPending is returned for a rebooking that the journal does not have, or has as over.
var ErrNotPending = errors.New("the journal has no rebooking of this reservation that is not over")

func read(ctx context.Context, d *booking.Desk, id string) (api.Reservation, error) {
	r, found, err := d.Read(ctx, id)
	d.Recovery.Correct(found)
	return r, err
}

// judge works out where the two stand by what was read.
func (h *Half) judge(d *booking.Desk) {
	h.Penalty = d.SoldTerms(h.Old).CostAt(h.At)
	h.Saving, _ = savingOf(h.Old.Rate.Total, h.New.Rate.Total, h.Penalty) // Unset, it is not known.
	h.Why = ""
	switch {
	case h.New.Status == api.StatusCanceled:
		h.Step = GivenUp
		return
	case h.Old.Status == api.StatusCanceled:
		h.Step = Done
		return
	}
	h.Step = HalfDone
	if h.Why = h.unready(d); h.Why != "" {
		h.Step = Unready
		return
	}
	switch {
	case h.Penalty.Kind == terms.CostNoRefund:
		h.Why = "The old one is now non-refundable: cancelling it costs the whole price."
	case h.Penalty.Kind == terms.CostUnknown:
		h.Why = "What cancelling the old one costs is not said any more."
	case !h.Saving.IsSet():
		h.Why = "What is saved cannot be told: the two are not in one currency."
	case h.Saving.Sign() < 0:
		h.Why = "By now it would cost more than it saves: " + h.Saving.String() + "."
	}
}

// unready says what keeps the new reservation from standing in the place of the old one.
func (h *Half) unready(d *booking.Desk) string {
	now, before := d.StayOf(h.New), d.StayOf(h.Old)
	able, _ := booking.CanCancel(h.Old)
	switch {
	case h.New.Status != api.StatusConfirmed:
		return "The new one is not confirmed: it is " + wording.WithCode(wording.Status(h.New.Status), h.New.Status) + ". The old one must stand until it is."
	case !able:
		return "The old one is " + wording.WithCode(wording.Status(h.Old.Status), h.Old.Status) + " and cannot be cancelled."
	case h.New.Hotel.ID != h.Old.Hotel.ID:
		return "The new one is at another hotel."
	case now.In != before.In || now.Out != before.Out:
		return "The two are not for the same days any more: " + before.Words() + ", and " + now.Words() + "."
	default:
		return ""
	}
}

// With returns the rebooking with a newer state of the old reservation.
func (h Half) With(d *booking.Desk, old api.Reservation, at time.Time) *Half {
	h.Old, h.At = old, at
	h.judge(d)
	return &h
}

// Waits reports whether a write of the rebooking is still without an outcome, as far as this console knows.
func Waits(d *booking.Desk, h Half) bool {
	for _, one := range Pending(d) {
		if one.New.Attempt == h.Attempt {
			return one.New.Open() || one.Canceling != nil
		}
	}
	return false
}

// A StoppedError means that the old reservation was not cancelled, because of how the two stand by a read made now.
type StoppedError struct{ Now Half }

func (e *StoppedError) Error() string { return "the old reservation was not cancelled: " + e.Now.Why }

// A Result is a rebooking that is done.
type Result struct {
	New      api.Reservation
	Canceled booking.Canceled
	// Saving is what was saved after the penalty.
	Saving api.Money
	// Read is the old reservation as it was read after it was cancelled; nil where that failed, and then Trouble says why.
	Read    *api.Reservation
	Trouble error
}

// Proven reports whether a read made after the cancellation shows it.
func (r Result) Proven() bool { return r.Read != nil && r.Read.Status == api.StatusCanceled }

// CancelOld cancels the old reservation, once, after the new one was read and is confirmed, and the old one was read
// and is as it was shown. A *StoppedError says how the two stand otherwise; any other error is one of Desk.Cancel.
func CancelOld(ctx context.Context, d *booking.Desk, shown Half) (Result, error) {
	if shown.New.ID == "" || shown.New.ID == shown.Old.ID {
		return Result{}, fmt.Errorf("the new reservation is not known: %w", ErrNotPending)
	}
	now := shown
	var err error
	if now.New, err = read(ctx, d, shown.New.ID); err != nil {
		return Result{}, &booking.NotReadError{Plan: journal.Plan{Kind: journal.Cancel, Reservation: shown.Old.ID}, Cause: err}
	}
	now.At = d.Now()
	now.judge(d)
	if !now.CanCancelOld() {
		return Result{}, &StoppedError{Now: now}
	}
	canceled, err := d.Cancel(ctx, booking.Shown{Reservation: shown.Old, At: shown.At, Rebooking: shown.Attempt})
	if err != nil {
		return Result{}, err
	}
	return finish(ctx, d, now, canceled), nil
}

// finish confirms by a read that the old reservation is cancelled, and closes the rebooking in the journal.
func finish(ctx context.Context, d *booking.Desk, h Half, canceled booking.Canceled) Result {
	out := Result{New: h.New, Canceled: canceled}
	out.Saving, _ = savingOf(h.Old.Rate.Total, h.New.Rate.Total, canceled.Cost)
	now, err := read(ctx, d, h.Old.ID)
	if err != nil {
		out.Trouble = err
	} else {
		out.Read = &now
	}
	if out.Proven() {
		// Where the disk is full, the cancellation in the journal says the same.
		_ = d.Recovery.CloseRebooking(h.Attempt)
	}
	return out
}

// Found is the result of a cancellation that was found after its answer was lost: the read that has found it is its
// proof, and the journal has it.
func Found(d *booking.Desk, h Half, found recovery.Write) Result {
	out := Result{New: h.New, Canceled: d.CanceledLater(found), Read: found.Reservation}
	out.Saving, _ = savingOf(h.Old.Rate.Total, h.New.Rate.Total, out.Canceled.Cost)
	return out
}

// KeepBoth ends a rebooking with both reservations as they are.
func KeepBoth(d *booking.Desk, h Half) error { return d.Recovery.CloseRebooking(h.Attempt) }
