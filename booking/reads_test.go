package booking_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
)

// These are reads as a screen and a command make them: what they find corrects the journal.

func corrected(desk *booking.Desk, found []recovery.Finding, err error) error {
	desk.Recovery.Correct(found)
	return err
}

func readOne(ctx context.Context, desk *booking.Desk, id string) (api.Reservation, error) {
	r, found, err := desk.Read(ctx, id)
	return r, corrected(desk, found, err)
}

func listAll(ctx context.Context, desk *booking.Desk) error {
	_, found, err := desk.Reservations(ctx, api.ReservationQuery{})
	return corrected(desk, found, err)
}

func readOpen(ctx context.Context, desk *booking.Desk) error {
	_, found, err := desk.OpenReservations(ctx, nil)
	return corrected(desk, found, err)
}

func priceDates(ctx context.Context, desk *booking.Desk, id string, in, out api.Date) (booking.DateChange, error) {
	r, err := readOne(ctx, desk, id)
	if err != nil {
		return booking.DateChange{}, err
	}
	return desk.PriceDates(ctx, r, in, out)
}

func restore(ctx context.Context, desk *booking.Desk, saved booking.SavedDraft) (booking.RestoredDraft, error) {
	replaces, found, err := desk.Replaced(ctx, saved)
	if err := corrected(desk, found, err); err != nil {
		return booking.RestoredDraft{}, err
	}
	return desk.Restore(ctx, saved, replaces)
}

// written returns the bytes of every file of the journal.
func (o *fixture) written() string {
	o.t.Helper()
	folder, text := os.DirFS(o.dir), ""
	noError(o.t, fs.WalkDir(folder, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(folder, path)
		text += path + "\n" + string(content)
		return err
	}))
	return text
}

// A read that shows a booking which counts as not made returns it, and leaves the journal and what is told as
// they are, until its caller has the recovery correct them.
func TestReadingDoesNotWriteTheJournal(t *testing.T) {
	t.Parallel()
	for name, find := range map[string]func(o *fixture, made api.Reservation) ([]recovery.Finding, error){
		"a list": func(o *fixture, _ api.Reservation) ([]recovery.Finding, error) {
			_, found, err := o.desk.Reservations(o.t.Context(), api.ReservationQuery{})
			return found, err
		},
		"a page": func(o *fixture, _ api.Reservation) ([]recovery.Finding, error) {
			_, found, err := o.desk.MoreReservations(o.t.Context(), booking.ReservationList{})
			return found, err
		},
		"the open ones": func(o *fixture, _ api.Reservation) ([]recovery.Finding, error) {
			_, found, err := o.desk.OpenReservations(o.t.Context(), nil)
			return found, err
		},
		"a read": func(o *fixture, made api.Reservation) ([]recovery.Finding, error) {
			_, found, err := o.desk.Read(o.t.Context(), made.ID)
			return found, err
		},
		"the reservation that a draft replaces": func(o *fixture, made api.Reservation) ([]recovery.Finding, error) {
			_, found, err := o.desk.Replaced(o.t.Context(), booking.SavedDraft{Replaces: &booking.SavedStay{ID: made.ID}})
			return found, err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			id, late := o.notMade()
			o.lookedBack()
			late()
			list, err := o.service.ListReservations(t.Context(), api.ReservationQuery{})
			noError(t, err)
			before := o.written()
			found, err := find(o, list.Items[0])
			noError(t, err)
			if len(found) == 0 || found[0].Attempt != id {
				t.Fatalf("it finds %+v", found)
			}
			if o.written() != before {
				t.Error("reading has written the journal")
			}
			if p := o.pending(id); p.State == recovery.MadeLate {
				t.Errorf("it is told already: %+v", p)
			}
			o.desk.Recovery.Correct(found)
			if o.written() == before {
				t.Error("the journal was not corrected")
			}
			if p := o.pending(id); p.State != recovery.MadeLate {
				t.Errorf("it is told as %+v", p)
			}
			o.verified()
		})
	}
}

// If the read before a write shows a booking that counts as not made, it is told as made late, and put right in the journal.
func TestBeforeWrite_MadeLate(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	id, late := o.notMade()
	o.lookedBack()
	late()
	list, err := o.service.ListReservations(t.Context(), api.ReservationQuery{})
	noError(t, err)
	if p := o.pending(id); p.State == recovery.MadeLate {
		t.Fatalf("it is told already: %+v", p)
	}
	o.service.Service = &dearer{Service: o.service.Service, total: list.Items[0].Rate.Total.Times(2)} // This keeps Cancel from sending.
	var changed *booking.ChangedError
	if _, err := o.desk.Cancel(t.Context(), o.desk.ShownNow(list.Items[0])); !errors.As(err, &changed) {
		t.Fatalf("got %v", err)
	}
	if p := o.pending(id); p.State != recovery.MadeLate {
		t.Errorf("it is told as %+v", p)
	}
	o.verified()
}
