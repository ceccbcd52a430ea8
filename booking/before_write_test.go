package booking_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// A dearer service tells another price of the hotel in every read.
type dearer struct {
	booking.Service
	calls []string
	total api.Money
}

func (s *dearer) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	s.calls = append(s.calls, "read")
	r, err := s.Service.ReadReservation(ctx, id)
	if s.total.IsSet() {
		r.Rate.Total = s.total
	}
	return r, err
}

func (s *dearer) CancelReservation(ctx context.Context, id string) (api.Reservation, error) {
	s.calls = append(s.calls, "cancel")
	return s.Service.CancelReservation(ctx, id)
}

// writesTo are the three writes to a reservation as it is shown, with new dates as they were priced for it.
func writesTo(t *testing.T, desk *booking.Desk, shown booking.Shown, change booking.DateChange) map[string]func() error {
	t.Helper()
	return map[string]func() error{
		"cancel": func() error { _, err := desk.Cancel(t.Context(), shown); return err },
		"dates":  func() error { _, err := desk.ChangeDates(t.Context(), change); return err },
		"payment": func() error {
			_, err := desk.ChangePayment(t.Context(), shown, api.NewSecret("other_card"), api.NewSecret("123"))
			return err
		},
	}
}

// Whatever another desk, the hotel or the clock has changed since a reservation was shown: none of the three writes
// is sent, nothing of it is in the journal, and each says what was and what is now.
func TestWhatHasChangedSinceItWasShownIsNotWrittenTo(t *testing.T) {
	t.Parallel()
	newIn, newOut := api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17)
	for name, c := range map[string]struct {
		happens func(t *testing.T, o *fixture, s *dearer, r api.Reservation, deadline time.Time)
		row     string // that is told
		verdict terms.Verdict
		over    bool
	}{
		"another desk cancels it": {func(t *testing.T, _ *fixture, s *dearer, r api.Reservation, _ time.Time) {
			_, err := s.Service.CancelReservation(t.Context(), r.ID)
			noError(t, err)
		}, "status", terms.Worse, true},
		"another desk moves it": {func(t *testing.T, _ *fixture, s *dearer, r api.Reservation, _ time.Time) {
			_, err := s.ModifyReservation(t.Context(), api.ModifyRequest{ID: r.ID, CheckIn: newIn.AddDays(-2), CheckOut: newOut.AddDays(-3)})
			noError(t, err)
		}, "stay", terms.Unclear, false},
		"another desk sets another payment": {func(t *testing.T, _ *fixture, s *dearer, r api.Reservation, _ time.Time) {
			_, err := s.ModifyReservation(t.Context(), api.ModifyRequest{ID: r.ID, Token: api.NewSecret("third_card")})
			noError(t, err)
		}, "payment method", terms.Unclear, false},
		"the hotel asks for more": {func(_ *testing.T, _ *fixture, s *dearer, r api.Reservation, _ time.Time) {
			s.total = r.Rate.Total.Times(2)
		}, "price", terms.Worse, false},
		"the deadline passes": {func(_ *testing.T, o *fixture, _ *dearer, _ api.Reservation, deadline time.Time) {
			o.pass(deadline.Sub(o.clock()) + time.Minute)
		}, "cancelling now costs", terms.Worse, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			service := &dearer{Service: o.service.Service}
			o.service.Service = service
			made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			noError(t, err)
			r, err := readOne(t.Context(), o.desk, made.Reservation.ID)
			noError(t, err)
			change, err := o.desk.PriceDates(t.Context(), r, newIn, newOut)
			if err != nil || !change.Possible() {
				t.Fatalf("the new dates: %v", err)
			}
			shown := o.desk.ShownNow(r)
			deadline, _ := o.desk.TermsOf(r).NextChange(o.clock())
			before, err := o.desk.Timeline(r)
			noError(t, err)
			c.happens(t, o, service, r, deadline.From)
			for kind, write := range writesTo(t, o.desk, shown, change) {
				var changed *booking.ChangedError
				if err := write(); !errors.As(err, &changed) {
					t.Fatalf("%s: got %v", kind, err)
				}
				row := slices.IndexFunc(changed.Changes, func(one terms.Change) bool { return one.What == c.row })
				switch {
				case changed.Dates != nil && name == "the deadline passes": // What the new dates cost had aged and is told first.
				case row < 0 || changed.Changes[row].Verdict != c.verdict || changed.Changes[row].Before == changed.Changes[row].After:
					t.Errorf("%s: told are %+v", kind, changed.Changes)
				}
				if changed.Canceled() != c.over || !booking.Unsent(changed) {
					t.Errorf("%s: %+v", kind, changed)
				}
				if x := booking.Explain(changed); !strings.Contains(x.Title+x.Hint, "Nothing was sent") {
					t.Errorf("%s: explained as %+v", kind, x)
				}
			}
			after, err := o.desk.Timeline(r)
			if err != nil || len(after) != len(before) || o.service.cancels+o.service.modifies != 0 {
				t.Errorf("%d cancellations and %d changes were sent, the journal says %+v, %v", o.service.cancels, o.service.modifies, after, err)
			}
			if c.over {
				return
			}
			// What was asked about and agreed to is sent, and nothing comes between the last read and it.
			var changed *booking.ChangedError
			_, err = o.desk.Cancel(t.Context(), shown)
			if !errors.As(err, &changed) {
				t.Fatal(err)
			}
			service.calls = nil
			got, err := o.desk.Cancel(t.Context(), booking.Shown{Reservation: *changed.Now, At: changed.At})
			if err != nil || got.Reservation.Status != api.StatusCanceled || !slices.Equal(service.calls, []string{"read", "cancel"}) {
				t.Errorf("agreed to: %+v, %v, after %q", got, err, service.calls)
			}
		})
	}
}

// What has not changed is written without a question, after one read, and tells before it is sent. What is told of
// the cancellation is what the journal has.
func TestWhatHasNotChangedIsWrittenAtOnce(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	service := &dearer{Service: o.service.Service}
	o.service.Service = service
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	r := made.Reservation
	if known, err := o.desk.CancellationOf(r); known != nil || err != nil {
		t.Errorf("before it is cancelled a cancellation is known: %v", err)
	}
	o.pass(time.Hour) // Time alone is no change.
	told := 0
	got, err := o.desk.Cancel(booking.WhenSending(t.Context(), func() {
		if told++; o.service.cancels != 0 || !slices.Equal(service.calls, []string{"read"}) {
			t.Errorf("when it is told, %q was done", service.calls)
		}
	}), booking.Shown{Reservation: r, At: clock})
	if err != nil || told != 1 || o.service.cancels != 1 {
		t.Fatalf("told %d times, sent %d times: %v", told, o.service.cancels, err)
	}
	known, err := o.desk.CancellationOf(got.Reservation)
	if err != nil || known == nil || known.Attempt != got.Attempt || !known.At.Equal(got.At) || known.Cost.Kind != terms.CostFree || known.Found {
		t.Errorf("known is %+v, told was %+v, %v", known, got.Cancellation, err)
	}
	if lines := got.ReferenceLines(got.Reservation, got.Attempt); len(lines) != 2 || !strings.Contains(lines[0], got.Attempt) {
		t.Errorf("its reference reads %q", lines)
	}
}

// A rate that was verified a while ago is verified again before it is booked. What has changed by then is asked
// about; what is as it was is booked.
func TestAnAgedRateIsVerifiedBeforeItIsBooked(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	o.pass(5 * time.Minute)
	told := draft
	cheap := *draft.Verified
	cheap.Total = api.NewMoney("1.00", cheap.Total.Currency())
	told.Verified = &cheap
	var changed *booking.ChangedError
	if _, err := o.desk.Book(t.Context(), told); !errors.As(err, &changed) || o.service.creates != 0 || changed.Changes[0].What != "total" || changed.Changes[0].Verdict != terms.Worse {
		t.Fatalf("got %v, %d sent", err, o.service.creates)
	}
	if !changed.Draft.Token.IsZero() || changed.Draft.Charge() != draft.Charge() {
		t.Errorf("what would be booked now is %s", changed.Draft.Charge())
	}
	made, err := o.desk.Book(t.Context(), draft)
	if err != nil || made.Reservation.Status != api.StatusConfirmed {
		t.Fatal(err)
	}
}

// A deafService never answers a read.
type deafService struct{ booking.Service }

func (deafService) Skew() time.Duration { return 0 }

func (deafService) ReadReservation(ctx context.Context, _ string) (api.Reservation, error) {
	<-ctx.Done()
	return api.Reservation{}, ctx.Err()
}

// The read before a write is bounded, and nothing is sent or noted without it.
func TestAReadBeforeAWriteThatIsNotAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		j := newJournal(t, time.Now)
		desk := booking.NewDesk(booking.Options{Service: deafService{}, Journal: j, Profile: "demo", Environment: "sandbox"})
		began := time.Now()
		_, err := desk.Cancel(t.Context(), desk.ShownNow(api.Reservation{ID: "00000000000000000000000000000001", Status: api.StatusConfirmed}))
		var unread *booking.NotReadError
		if !errors.As(err, &unread) || unread.Missing || time.Since(began) > 20*time.Second {
			t.Errorf("after %s: %v", time.Since(began), err)
		}
		if x := booking.Explain(err); x.Title != "Nothing was sent: the reservation could not be read first" || !x.Retry {
			t.Errorf("explained as %+v", x)
		}
		if noted, err := j.Attempts(journal.Filter{}); err != nil || len(noted) != 0 {
			t.Errorf("noted are %+v, %v", noted, err)
		}
	})
}

// What another number of nights costs is neither better nor worse.
func TestOtherNightsAreNotBetterByTheirTotal(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	made, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	noError(t, err)
	was := made.Reservation
	for longer, want := range map[int]terms.Verdict{0: terms.Better, 1: terms.Unclear} {
		now := was
		if longer > 0 {
			stay := o.desk.StayOf(was)
			now, err = o.service.ModifyReservation(t.Context(), api.ModifyRequest{ID: made.Reservation.ID, CheckIn: stay.In, CheckOut: stay.Out.AddDays(longer)})
			noError(t, err)
		}
		now.Rate.Total = api.NewMoney("1.00", was.Rate.Total.Currency())
		changes := o.desk.ShownNow(was).Since(o.desk, now)
		row := slices.IndexFunc(changes, func(one terms.Change) bool { return one.What == "price" })
		if row < 0 || changes[row].Verdict != want {
			t.Errorf("%d nights more: %+v", longer, changes)
		}
	}
}
