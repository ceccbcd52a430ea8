package rebook_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
)

func (f *fixture) read(id string) api.Reservation {
	f.t.Helper()
	r, _, err := f.desk.Read(f.t.Context(), id)
	if err != nil {
		f.t.Fatal(err)
	}
	return r
}

func TestCompareOffersWhatSavesOnTheSameTerms(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "", nil)
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
	c := must[rebook.Comparison](t)(rebook.Compare(t.Context(), f.desk, old.ID, rebook.Threshold{}))
	if c.Why != "" || len(c.Offers) == 0 {
		t.Fatalf("nothing is offered: %q", c.Why)
	}
	best := c.Offers[0]
	if !best.Verified() || best.Group() != rebook.AsGood || best.Draft.Rate.Name != "Member Rate" || !best.Draft.Rebooks || best.Draft.Replaces.ID != old.ID {
		t.Errorf("the best is %s, verified %t, group %d", best.Draft.Rate.Name, best.Verified(), best.Group())
	}
	if best.Draft.Guest.Surname != zoe.Surname || !best.Draft.Token.IsZero() {
		t.Errorf("the guest is %+v, and a token is kept: %t", best.Draft.Guest, !best.Draft.Token.IsZero())
	}
	now, err := best.Draft.Charge().Add(best.Saving)
	if same, cmpErr := now.Cmp(old.Rate.Total); err != nil || cmpErr != nil || same != 0 {
		t.Errorf("%s and a saving of %s do not make %s", best.Draft.Charge(), best.Saving, old.Rate.Total)
	}
	for i, o := range c.Offers {
		if !terms.NoWorse(c.At, c.Terms, o.Draft.AllRooms()) {
			t.Errorf("offer %d is on worse terms: %+v", i, o.Changes)
		}
		if i > 0 && o.Group() < c.Offers[i-1].Group() {
			t.Errorf("offer %d stands behind a lesser one", i)
		}
	}
	// What is not the best is verified when it is asked for.
	last := len(c.Offers) - 1
	again, at, err := c.Verify(t.Context(), f.desk, last)
	if err != nil || at < 0 || !again.Offers[at].Verified() || c.Offers[last].Verified() && last > 0 {
		t.Errorf("verifying the last: %d, %v", at, err)
	}
	// The old booking was made here, so that its fees are known.
	if len(best.Draft.AtHotel()) == 0 || len(best.Notes) != 0 {
		t.Errorf("the fees are %+v, the notes %q", best.Draft.AtHotel(), best.Notes)
	}
	if o := again.Offers[last]; len(o.Draft.AtHotel()) == 0 || len(o.Notes) != 0 {
		t.Errorf("the fees are %+v, the notes %q", o.Draft.AtHotel(), o.Notes)
	}
	// Nothing was sent for all that.
	if len(rebook.Pending(f.desk)) != 0 || f.read(old.ID).Status != api.StatusConfirmed {
		t.Error("a comparison has begun something")
	}
}

func TestBelowTheThresholdNothingIsWorthIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "", nil)
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Member Rate", zoe)).Reservation
	huge, err := rebook.ParseThreshold("9000 GBP")
	if err != nil {
		t.Fatal(err)
	}
	c := must[rebook.Comparison](t)(rebook.Compare(t.Context(), f.desk, old.ID, huge))
	if len(c.Offers) != 0 || !strings.Contains(c.Why, "at least 9,000.00 GBP") {
		t.Errorf("%d offers, and %q", len(c.Offers), c.Why)
	}
	ada := zoe
	ada.GivenName, ada.Email = "Ada", "ada@example.com"
	saver := must[booking.Booking](t)(book(t.Context(), f.desk, "Non-Refundable Saver", ada))
	c = must[rebook.Comparison](t)(rebook.Compare(t.Context(), f.desk, saver.Reservation.ID, rebook.Threshold{}))
	if len(c.Offers) != 0 || c.Why == "" {
		t.Errorf("of a rate without refund: %d offers, and %q", len(c.Offers), c.Why)
	}
	t.Log(c.Why)
}

func TestRebookingFromBeginningToEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "", nil)
	old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
	made := must[booking.Booking](t)(begin(t.Context(), f.desk, old.ID))
	if _, err := rebook.Compare(t.Context(), f.desk, old.ID, rebook.Threshold{}); !errors.Is(err, rebook.ErrBegun) {
		t.Errorf("it can be begun twice: %v", err)
	}
	if made.Reservation.ID == old.ID || f.read(old.ID).Status != api.StatusConfirmed {
		t.Fatal("booking the new one has touched the old one")
	}
	f.open() // A console that ends here leaves a rebooking that the next one knows.
	if _, err := f.desk.Recovery.Events(old.ID); err != nil {
		t.Fatal(err)
	}
	pending := rebook.Pending(f.desk)
	if len(pending) != 1 || pending[0].New.Replaces != old.ID {
		t.Fatalf("pending are %+v", pending)
	}
	h := must[rebook.Half](t)(rebook.Resume(t.Context(), f.desk, pending[0]))
	if h.Step != rebook.HalfDone || h.Why != "" || h.Saving.Sign() <= 0 {
		t.Fatalf("it stands at %+v", h)
	}
	done := must[rebook.Result](t)(rebook.CancelOld(t.Context(), f.desk, h))
	if !done.Proven() || done.Saving != h.Saving || f.read(old.ID).Status != api.StatusCanceled || f.read(made.Reservation.ID).Status != api.StatusConfirmed {
		t.Errorf("it ended with %+v", done)
	}
	if len(rebook.Pending(f.desk)) != 0 {
		t.Error("it is still pending")
	}
	events, err := f.desk.Recovery.Events(old.ID)
	if err != nil {
		t.Fatal(err)
	}
	linked := false
	for _, e := range events {
		linked = linked || e.Plan != nil && e.Plan.Kind == journal.Cancel && e.Plan.Rebooking == made.Attempt
	}
	if !linked {
		t.Error("the cancellation does not name the rebooking")
	}
	if _, err := rebook.CancelOld(t.Context(), f.desk, h); err == nil {
		t.Error("it can be cancelled twice")
	}
}

// An answer that is lost after the work was done is found, and the rebooking goes on from there.
func TestLostAnswersOfBothSteps(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"reset-after", "bad-gateway-after", "server-error-after", "foreign-after"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			faults := kind + " POST /rest/v1/reservation nth=2\n" + kind + " POST /rest/v1/reservation/{reservation_id}/cancel nth=1"
			f := newFixture(t, faults, nil)
			old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
			_, err := begin(t.Context(), f.desk, old.ID)
			if recovery.WriteIn(err, recovery.Unresolved) == nil {
				t.Fatalf("booking: %v", err)
			}
			if one, there, err := rebook.Of(f.desk, old.ID); err != nil || !there {
				t.Error("the rebooking is not known while its outcome is not")
			} else if h, err := rebook.Resume(t.Context(), f.desk, one); err == nil && one.New.Open() && h.Step != rebook.Unresolved {
				t.Errorf("it stands at %d", h.Step)
			}
			f.settled()
			one, there, err := rebook.Of(f.desk, old.ID)
			if err != nil || !there {
				t.Fatal("the new one was found, and the rebooking is not known")
			}
			h := must[rebook.Half](t)(rebook.Resume(t.Context(), f.desk, one))
			if h.Step != rebook.HalfDone {
				t.Fatalf("it stands at %+v", h)
			}
			_, err = rebook.CancelOld(t.Context(), f.desk, h)
			if recovery.WriteIn(err, recovery.Unresolved) == nil {
				t.Fatalf("cancelling: %v", err)
			}
			f.settled()
			if f.read(old.ID).Status != api.StatusCanceled || f.read(h.New.ID).Status != api.StatusConfirmed || len(rebook.Pending(f.desk)) != 0 {
				t.Error("it did not end with the new one alone")
			}
		})
	}
}

func TestTheOldOneStandsUnlessTheNewOneIsConfirmed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "", nil)
	ctx := t.Context()
	old := must[booking.Booking](t)(book(ctx, f.desk, "Flexible Rate", zoe)).Reservation
	made := must[booking.Booking](t)(begin(ctx, f.desk, old.ID))
	h := halfOf(t, f, made)
	if _, err := f.desk.Cancel(ctx, f.desk.ShownNow(h.New)); err != nil {
		t.Fatal(err)
	}
	var stopped *rebook.StoppedError
	if _, err := rebook.CancelOld(ctx, f.desk, h); !errors.As(err, &stopped) || stopped.Now.Step != rebook.GivenUp {
		t.Fatalf("without the new one: %v", err)
	}
	if f.read(old.ID).Status != api.StatusConfirmed {
		t.Fatal("the old one was cancelled without a new one")
	}
	if len(rebook.Pending(f.desk)) != 0 {
		t.Error("the rebooking is still pending")
	}
}

func TestAPenaltyThatHasComeStopsIt(t *testing.T) {
	t.Parallel()
	f := newFixture(t, "", nil)
	ctx := t.Context()
	old := must[booking.Booking](t)(book(ctx, f.desk, "Flexible Rate", zoe)).Reservation
	made := must[booking.Booking](t)(begin(ctx, f.desk, old.ID))
	h := halfOf(t, f, made)
	if h.Penalty.Next == nil {
		t.Skip("the rate has no deadline")
	}
	f.pass(h.Penalty.Next.From.Sub(f.now()) + time.Hour)
	_, err := rebook.CancelOld(ctx, f.desk, h)
	var stopped *rebook.StoppedError
	var changed *booking.ChangedError
	if !errors.As(err, &stopped) && !errors.As(err, &changed) {
		t.Fatalf("after the deadline: %v", err)
	}
	if f.read(old.ID).Status != api.StatusConfirmed {
		t.Error("it was cancelled at a penalty that nobody saw")
	}
	if err := rebook.KeepBoth(f.desk, h); err != nil || len(rebook.Pending(f.desk)) != 0 {
		t.Errorf("keeping both: %v", err)
	}
	if err := rebook.KeepBoth(f.desk, h); err != nil {
		t.Errorf("keeping both twice: %v", err)
	}
}

func TestThreshold(t *testing.T) {
	t.Parallel()
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	for text, want := range map[string]struct{ words, again string }{
		"":        {"5% of 612.40 GBP", "5%"},
		"5%":      {"5% of 612.40 GBP", "5%"},
		"0%":      {"0% of 612.40 GBP", "0%"},
		"\t5% ":   {"5% of 612.40 GBP", "5%"},
		"2.5 %":   {"2.5% of 612.40 GBP", "2.5%"},
		"12.05%":  {"12.05% of 612.40 GBP", "12.05%"},
		"20 GBP":  {"20.00 GBP", "20 GBP"},
		"20.5eur": {"5% of 612.40 GBP, because the one that is set is in EUR", "20.5 EUR"},
	} {
		least, err := rebook.ParseThreshold(text)
		if err != nil || least.Words(gbp("612.40")) != want.words || least.String() != want.again {
			t.Errorf("%q is %q and %q, %v", text, least.Words(gbp("612.40")), least, err)
		}
	}
	for _, text := range []string{"5", "-5%", "100%", "20 pounds", "a%", "1e3 GBP", "%"} {
		if _, err := rebook.ParseThreshold(text); err == nil {
			t.Errorf("%q is taken", text)
		}
	}
}

func FuzzParseThreshold(f *testing.F) {
	for _, text := range []string{"5%", "20 GBP", "", "0.5 %", "99.99%"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		least, err := rebook.ParseThreshold(text)
		if err != nil {
			return
		}
		again, err := rebook.ParseThreshold(least.String())
		if err != nil || again.String() != least.String() {
			t.Errorf("%q is %q, and that %q, %v", text, least, again, err)
		}
	})
}

// halfOf returns the rebooking of a booking that was just made.
func halfOf(t *testing.T, f *fixture, made booking.Booking) rebook.Half {
	t.Helper()
	one, there, err := rebook.Of(f.desk, made.Reservation.ID)
	if err != nil || !there {
		t.Fatalf("the rebooking is there: %t, %v", there, err)
	}
	return must[rebook.Half](t)(rebook.Resume(t.Context(), f.desk, one))
}
