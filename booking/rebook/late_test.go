package rebook

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// If a read of a rebooking shows a booking that counts as not made, it is told as made late.
func TestReads_MadeLate(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func(ctx context.Context, d *booking.Desk) error{
		"compared": func(ctx context.Context, d *booking.Desk) error {
			_, err := Compare(ctx, d, "old", Threshold{})
			return err
		},
		"resumed": func(ctx context.Context, d *booking.Desk) error {
			_, err := Resume(ctx, d, journal.Rebooking{New: journal.AttemptState{Plan: journal.Plan{Replaces: "old"}}})
			return err
		},
		"cancelled": func(ctx context.Context, d *booking.Desk) error {
			h := half()
			h.New.ID, h.Old.ID = "old", "another"
			_, err := CancelOld(ctx, d, h)
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{User: "ada", Now: func() time.Time { return december }})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = j.Close() })
			shown := booked()
			a, err := j.Begin(journal.Plan{
				Attempt: "late", Kind: journal.Create, Profile: "demo", Environment: "sandbox", CheckIn: "2026-12-12", CheckOut: "2026-12-15",
				Chain: shown.Hotel.ID.Chain, Property: shown.Hotel.ID.Code,
			})
			if err != nil {
				t.Fatal(err)
			}
			err = errors.Join(a.Sent(), a.Unknown(journal.CauseReset),
				a.Resolve(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseExpired}), a.Close())
			if err != nil {
				t.Fatal(err)
			}
			shown.Status = api.StatusCanceled // Each call ends after this read.
			shown.CustomData = api.CustomData{{Key: recovery.AttemptKey, Text: a.ID()}}
			desk := booking.NewDesk(booking.Options{
				Service: &reader{all: map[string]api.Reservation{"old": shown}}, Journal: j, Profile: "demo", Environment: "sandbox",
				Now: func() time.Time { return december },
			})
			if _, _, err := Of(desk, "old"); err != nil { // It opens the journal: before that, findings are dropped.
				t.Fatal(err)
			}
			err = read(t.Context(), desk)
			if w, _ := desk.Recovery.Write(a.ID()); w.State != recovery.MadeLate {
				t.Errorf("it is told as %+v after %v", w, err)
			}
		})
	}
}
