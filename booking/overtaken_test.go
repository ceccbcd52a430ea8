package booking_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// meeting is a service whose reads of a reservation wait for each other: all that come find it as it was before the first
// write.
type meeting struct {
	booking.Service
	all  *sync.WaitGroup
	once *sync.Once // of this console
}

func (m meeting) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := m.Service.ReadReservation(ctx, id)
	m.once.Do(func() {
		m.all.Done()
		m.all.Wait()
	})
	return r, err
}

// Five consoles of one machine read a reservation, and all find it confirmed: one cancels it, and the others read what that
// one did, or that its outcome is open.
func TestCancel_SentOnceByFiveConsoles(t *testing.T) {
	t.Parallel()
	const consoles = 5
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	shown := o.desk.ShownNow(booked.Reservation)
	var met, ended sync.WaitGroup
	met.Add(consoles)
	results := make(chan error, consoles)
	for range consoles {
		j, err := journal.Open(o.dir, journal.Options{User: "ada", Now: o.clock})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = j.Close() })
		desk := booking.NewDesk(booking.Options{
			Service: meeting{o.service, &met, new(sync.Once)}, Now: o.clock, Sleep: o.sleep, Journal: j, Profile: "demo", Environment: "sandbox", Lineage: o.was,
		})
		ended.Go(func() {
			_, err := desk.Cancel(t.Context(), shown)
			results <- err
		})
	}
	ended.Wait()
	canceled := 0
	for range consoles {
		var changed *booking.ChangedError
		var held *recovery.Write
		switch err := <-results; {
		case err == nil:
			canceled++
		case errors.As(err, &changed) && changed.Canceled(), errors.As(err, &held) && held.State == recovery.HeldBack:
		default:
			t.Errorf("a console ends with %v", err)
		}
	}
	if canceled != 1 || o.service.cancels != 1 {
		t.Errorf("%d consoles cancelled it, and %d cancellations were sent", canceled, o.service.cancels)
	}
}

// meanwhile is a service in which something is done between the first read of a reservation and its answer.
type meanwhile struct {
	booking.Service
	once *sync.Once
	do   func()
}

func (m meanwhile) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	r, err := m.Service.ReadReservation(ctx, id)
	m.once.Do(m.do)
	return r, err
}

// New dates and a payment that another console's cancellation overtakes are not sent.
func TestChange_Overtaken(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(desk *booking.Desk, r api.Reservation) error{
		"dates": func(desk *booking.Desk, r api.Reservation) error {
			stay := desk.StayOf(r)
			change, err := desk.PriceDates(t.Context(), r, stay.In, stay.Out.AddDays(1))
			if err != nil || !change.Possible() {
				t.Fatalf("%+v, %v", change, err)
			}
			_, err = desk.ChangeDates(t.Context(), change)
			return err
		},
		"payment": func(desk *booking.Desk, r api.Reservation) error {
			_, err := desk.ChangePayment(t.Context(), desk.ShownNow(r), api.NewSecret("card_good"), api.Secret{})
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			if err != nil {
				t.Fatal(err)
			}
			other := o.desk
			service := meanwhile{o.service, new(sync.Once), func() {
				if _, err := other.Cancel(t.Context(), other.ShownNow(booked.Reservation)); err != nil {
					t.Error(err)
				}
			}}
			j, err := journal.Open(o.dir, journal.Options{User: "ada", Now: o.clock})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = j.Close() })
			desk := booking.NewDesk(booking.Options{
				Service: service, Now: o.clock, Sleep: o.sleep, Journal: j, Profile: "demo", Environment: "sandbox", Lineage: o.was, Off: o.off,
			})
			err = change(desk, booked.Reservation)
			var changed *booking.ChangedError
			if !errors.As(err, &changed) || !changed.Canceled() || o.service.modifies != 0 || o.service.cancels != 1 {
				t.Errorf("%d changes and %d cancellations were sent, and it ends with %v", o.service.modifies, o.service.cancels, err)
			}
		})
	}
}
