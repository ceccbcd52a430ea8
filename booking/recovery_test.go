package booking_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/sandbox"
)

// fixture is a desk behind lost answers, at a clock that passes with every pause.
type fixture struct {
	t       *testing.T
	desk    *booking.Desk
	service *lossy
	dir     string
	stop    context.CancelFunc

	mu     sync.Mutex
	now    time.Time
	still  bool      // the time stands, and pauses end with their context only
	last   time.Time // after it the time stands; zero is never
	states []string  // of the data of a sandbox that can begin anew
	off    api.Features
}

// was is what a desk asks for its lineage.
func (o *fixture) was() []string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.states
}

// become puts the service into another state.
func (o *fixture) become(states ...string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.states = states
}

// freeze has the time stand still, or go on.
func (o *fixture) freeze(still bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.still = still
}

// stopAfter stops the time once more than d has passed.
func (o *fixture) stopAfter(d time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.last = o.now.Add(d)
}

// pass lets time pass.
func (o *fixture) pass(d time.Duration) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.now = o.now.Add(d)
}

func (o *fixture) clock() time.Time {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.now
}

// sleep lets the time pass at once.
func (o *fixture) sleep(ctx context.Context, d time.Duration) error {
	o.mu.Lock()
	still := o.still || !o.last.IsZero() && o.now.After(o.last)
	if !still {
		o.now = o.now.Add(d)
	}
	o.mu.Unlock()
	if still {
		<-ctx.Done()
	}
	return ctx.Err()
}

func newFixture(t *testing.T, dialect func(*api.Dialect)) *fixture {
	t.Helper()
	o := &fixture{t: t, now: clock, dir: filepath.Join(t.TempDir(), "journal")}
	service, err := sandbox.Open(t.Context(), sandbox.Options{Seed: 1, Properties: fewHotels, Now: o.clock, Accounts: []sandbox.Account{{ID: "agency", Token: "token"}}})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(service.Handler())
	t.Cleanup(func() {
		server.Close()
		_ = service.Close()
	})
	d := api.DefaultDialect()
	if dialect != nil {
		dialect(&d)
	}
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "agency", Token: api.NewSecret("token"), Now: o.clock, Dialect: &d})
	if err != nil {
		t.Fatal(err)
	}
	o.service, o.off = &lossy{Service: client}, d.Off()
	o.open()
	return o
}

// open starts a console: a desk with the journal and its recovery.
func (o *fixture) open() {
	o.t.Helper()
	j, err := journal.Open(o.dir, journal.Options{User: "ada", Now: o.clock})
	if err != nil {
		o.t.Fatal(err)
	}
	desk := booking.NewDesk(booking.Options{
		Service: o.service, Now: o.clock, Sleep: o.sleep, Journal: j, Profile: "demo", Environment: "sandbox",
		Lineage: o.was, Off: o.off,
	})
	ctx, cancel := context.WithCancel(o.t.Context())
	o.desk = desk
	o.stop = sync.OnceFunc(func() {
		cancel()
		desk.Recovery.Stop()
		if err := j.Close(); err != nil {
			o.t.Error(err)
		}
	})
	o.t.Cleanup(o.stop)
	desk.Recovery.Start(ctx)
}

// wait returns when done does, which is asked each time that more is known of a
// write.
func (o *fixture) wait(done func() bool) {
	o.t.Helper()
	enough := time.After(time.Minute)
	for {
		changed := o.desk.Recovery.Changed()
		if done() {
			return
		}
		select {
		case <-changed:
		case <-enough:
			o.t.Fatalf("waited for in vain at %s: %+v", o.clock(), o.desk.Recovery.Writes())
		}
	}
}

// resolved waits until the outcome of an attempt is known.
func (o *fixture) resolved(id string) (w recovery.Write) {
	o.t.Helper()
	o.wait(func() (known bool) {
		w, known = o.desk.Recovery.Write(id)
		return known && w.State != recovery.Unresolved
	})
	return w
}

// unresolved waits until an attempt is as wanted, at which it must still be
// unresolved.
func (o *fixture) unresolved(id string, wanted func(recovery.Write) bool) (w recovery.Write) {
	o.t.Helper()
	o.wait(func() bool {
		known := false
		if w, known = o.desk.Recovery.Write(id); !known || w.State != recovery.Unresolved {
			o.t.Fatalf("after %d looks until %s it came to %+v", w.Looks, o.clock(), w)
		}
		return wanted(w)
	})
	return w
}

func attemptOf(t *testing.T, err error) string {
	t.Helper()
	var unknown *recovery.Write
	if !errors.As(err, &unknown) || unknown.Plan.Attempt == "" {
		t.Fatalf("got %v, want an unknown outcome with its attempt", err)
	}
	return unknown.Plan.Attempt
}

func TestLostAnswersAreFoundAndNeverSentAgain(t *testing.T) {
	t.Parallel()
	for name, dialect := range map[string]func(*api.Dialect){
		"by the attempt":     nil,
		"by the arrival day": func(d *api.Dialect) { d.CustomDataFilter = "" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, dialect)
			draft := firstDraft(t, o.desk, 1)
			o.service.set(false, true, false)
			_, err := o.desk.Book(t.Context(), draft)
			booked := o.resolved(attemptOf(t, err))
			if booked.Result() != journal.Booked || booked.Reservation == nil || booked.Reservation.Status != api.StatusConfirmed {
				t.Fatalf("the booking came to %+v", booked)
			}
			_, err = o.desk.Cancel(t.Context(), o.desk.ShownNow(*booked.Reservation))
			canceled := o.resolved(attemptOf(t, err))
			if canceled.Result() != journal.Canceled || canceled.Reservation.Status != api.StatusCanceled {
				t.Fatalf("the cancellation came to %+v", canceled)
			}
			if o.service.creates != 1 || o.service.cancels != 1 {
				t.Errorf("%d creates and %d cancels were sent, want one each", o.service.creates, o.service.cancels)
			}
		})
	}
}

func TestWhatNeverArrivedIsNotBookedAfterTheWindow(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	o.service.set(true, false, false)
	_, err := o.desk.Book(t.Context(), draft)
	p := o.resolved(attemptOf(t, err))
	if p.Result() != journal.NotBooked || p.Reservation != nil {
		t.Fatalf("it came to %+v", p)
	}
	if waited := o.clock().Sub(p.Sent); waited < 30*time.Minute {
		t.Errorf("it was given up after %s, before the window of half an hour was over", waited)
	}
	if p.Looks < 8 {
		t.Errorf("only %d looks", p.Looks)
	}
	// It can be sent again, once a person has said so: a list may be wrong.
	o.service.set(false, false, false)
	again := firstDraft(t, o.desk, 1)
	var similar *recovery.Write
	if _, err := o.desk.Book(t.Context(), again); !errors.As(err, &similar) || !similar.NeedsWord() {
		t.Fatalf("got %v, want to be asked about what was not found", err)
	}
	again.Despite = []string{similar.Others[0].Attempt}
	if booked, err := o.desk.Book(t.Context(), again); err != nil || booked.Reservation.Status != api.StatusConfirmed {
		t.Errorf("booking again: %+v, %v", booked, err)
	}
	if o.service.creates != 2 {
		t.Errorf("%d creates were sent, want 2", o.service.creates)
	}
}

func TestAnUnknownOutcomeOutlivesTheConsole(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	o.mu.Lock()
	o.still = true // Nothing is found out before the console ends.
	o.mu.Unlock()
	o.service.set(false, true, true)
	_, err := o.desk.Book(t.Context(), draft)
	id := attemptOf(t, err)
	o.stop()

	o.mu.Lock()
	o.still = false
	o.mu.Unlock()
	o.service.set(false, false, false)
	o.open()
	if p := o.resolved(id); p.Result() != journal.Booked || p.Reservation == nil {
		t.Errorf("it came to %+v", p)
	}
	if o.service.creates != 1 {
		t.Errorf("%d creates were sent", o.service.creates)
	}
}

// A machine that slept for longer than the window knows nothing after one look:
// what was sent may still be on its way.
func TestAJumpOfTheClockProvesNothing(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	o.service.set(true, false, false)
	o.mu.Lock()
	o.still = true
	o.mu.Unlock()
	_, err := o.desk.Book(t.Context(), draft)
	id := attemptOf(t, err)
	o.stop()
	o.mu.Lock()
	o.now = o.now.Add(2 * time.Hour)
	woken := o.now
	o.still = false
	o.mu.Unlock()
	o.open()
	if p := o.resolved(id); p.Result() != journal.NotBooked {
		t.Fatalf("it came to %+v", p)
	}
	if waited := o.clock().Sub(woken); waited < 5*time.Minute {
		t.Errorf("%s after the jump it counted as not booked", waited)
	}
}

func TestTheSameStayIsAskedAbout(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	first, err := o.desk.Book(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	again := firstDraft(t, o.desk, 1)
	again.Guest.Surname = "O’NEILL " // The same guest, spelled in another way.
	var similar *recovery.Write
	if _, err = o.desk.Book(t.Context(), again); !errors.As(err, &similar) || similar.Others[0].Attempt != first.Attempt || similar.NeedsWord() {
		t.Fatalf("got %v, want to be asked about %s", err, first.Attempt)
	}
	if o.service.creates != 1 {
		t.Fatalf("%d creates were sent before anybody was asked", o.service.creates)
	}
	again.Despite = []string{first.Attempt}
	if _, err := o.desk.Book(t.Context(), again); err != nil {
		t.Errorf("after the answer yes: %v", err)
	}
	// Another guest is nobody's double.
	other := firstDraft(t, o.desk, 1)
	other.Guest.GivenName, other.Guest.Email = "Aoife", "aoife@example.com"
	if _, err := o.desk.Book(t.Context(), other); err != nil {
		t.Errorf("another guest: %v", err)
	}
}

func TestNothingIsSentWithoutTheJournal(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	o.stop() // The journal is closed.
	var unrecorded *recovery.NotRecordedError
	if _, err := o.desk.Book(t.Context(), draft); !errors.As(err, &unrecorded) {
		t.Errorf("got %v", err)
	}
	if o.service.creates != 0 {
		t.Error("it was sent all the same")
	}
}

// The price that was agreed to is compared right before the change is sent.
func TestChangeDates_AtMost(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	change, err := priceDates(t.Context(), o.desk, booked.Reservation.ID, api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17))
	if err != nil || !change.Possible() {
		t.Fatalf("got %+v, %v", change, err)
	}
	price := change.Total
	for _, c := range []struct {
		limit api.Money
		sent  int
	}{{api.NewMoney("1", price.Currency()), 0}, {api.NewMoney("1000000", "XAU"), 0}, {price, 1}} {
		change.AtMost = terms.Limits{c.limit}
		_, err := o.desk.ChangeDates(t.Context(), change)
		if changed := new(booking.ChangedError); o.service.modifies != c.sent || errors.As(err, &changed) != (c.sent == 0) {
			t.Errorf("at most %s: %d sent, %v", c.limit, o.service.modifies, err)
		}
	}
}

func TestChangeDates(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	if len(booked.Deviations) != 0 {
		t.Errorf("stored otherwise than sent: %+v", booked.Deviations)
	}
	r := booked.Reservation
	in, out := api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17)
	change, err := priceDates(t.Context(), o.desk, r.ID, in, out)
	if err != nil || !change.Possible() {
		t.Fatalf("got %+v, %v", change, err)
	}
	for _, lost := range []bool{false, true} {
		o.service.set(false, lost, false)
		moved, err := o.desk.ChangeDates(t.Context(), change)
		got := moved.Reservation
		if lost {
			p := o.resolved(attemptOf(t, err))
			if p.Result() != journal.Modified {
				t.Fatalf("it came to %+v", p)
			}
			got = *p.Reservation
		} else if err != nil {
			t.Fatal(err)
		}
		if stay := o.desk.StayOf(got); stay.In != in || stay.Out != out {
			t.Errorf("the stay is %s", stay.Words())
		}
		if deviations := o.desk.Moved(change, got); len(deviations) != 0 {
			t.Errorf("%+v", deviations)
		}
		in, out = in.AddDays(1), out.AddDays(1)
		o.service.set(false, false, false)
		if change, err = priceDates(t.Context(), o.desk, r.ID, in, out); err != nil {
			t.Fatal(err)
		}
	}
	sale, known, err := o.desk.SaleOf(change.Reservation)
	if err != nil || !known || len(sale.Deviations) != 0 {
		t.Errorf("what was sold and moved reads as %+v, %v, %v", sale.Deviations, known, err)
	}
	// The last move counts, with the terms that were shown for its dates.
	if m := sale.Moved; m == nil || m.CheckIn != in.AddDays(-1).String() || m.Terms == "" || sale.State.CheckIn == m.CheckIn {
		t.Errorf("the last move reads as %+v", m)
	}
}

// A change of dates compares the fees at the hotel with those agreed, and afterwards the reservation has the new ones.
func TestChangeDates_Fees(t *testing.T) {
	t.Parallel()
	fee := func(amount string, inTotal *bool) []api.Charge {
		return []api.Charge{{Amount: api.NewMoney(amount, "GBP"), Description: "City charge", IncludedInTotal: inTotal}}
	}
	for name, c := range map[string]struct {
		now    []api.Charge
		change string // of the fees
		paid   string // at the hotel, after the change
	}{
		"more":          {fee("90.00", new(bool)), "worse 2.50 GBP → 90.00 GBP (+87.50)", "90.00 GBP, City charge"},
		"none":          {nil, "better 2.50 GBP → 0.00 GBP (-2.50)", ""},
		"may be inside": {fee("2.50", nil), "unclear 2.50 GBP, City charge → 2.50 GBP, City charge (may be included in the price)", "2.50 GBP, City charge (may be included in the price)"},
		"the same":      {fee("2.50", new(bool)), "", "2.50 GBP, City charge"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o, fees := newFixture(t, nil), fee("2.50", new(bool))
			o.alter(func(a *altered) { a.verified = func(v *api.Verification) { v.FeeLines = fees } })
			booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			if err != nil {
				t.Fatal(err)
			}
			fees = c.now
			change, err := priceDates(t.Context(), o.desk, booked.Reservation.ID, api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17))
			if err != nil || !change.Possible() {
				t.Fatalf("got %+v, %v", change, err)
			}
			got := ""
			for _, one := range change.Changes {
				if one.What == terms.FeesRow {
					got = one.Verdict.String() + " " + one.Before + " → " + one.After
				}
			}
			if got != c.change {
				t.Errorf("the change of the fees is %q, want %q", got, c.change)
			}
			wants := func(when string, p terms.Payment) {
				t.Helper()
				var words []string
				for _, charge := range p.Fees() {
					words = append(words, terms.FeeWords(charge))
				}
				if got := strings.Join(words, "; "); got != c.paid || p.Unsaid != "" {
					t.Errorf("%s the fees at the hotel are %q, %q not known, want %q", when, got, p.Unsaid, c.paid)
				}
			}
			wants("before the change", change.Payment())
			moved, err := o.desk.ChangeDates(t.Context(), change)
			if err != nil {
				t.Fatal(err)
			}
			wants("after the change", o.desk.PaidOf(moved.Reservation))
		})
	}
}

// Before and after a change of dates, the payment shows what was charged with the booking, whatever amount the service
// answers, and names the difference from the new price.
func TestChangeDates_Paid(t *testing.T) {
	t.Parallel()
	for name, rewrites := range map[string]bool{"the amount of the booking": false, "the new price": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := newFixture(t, nil)
			prepaid := func(r api.Reservation) api.Reservation {
				r.Rate.Terms.Guarantee, r.Rate.Terms.PaymentInfo = []string{"PREPAY"}, ""
				return r
			}
			o.alter(func(a *altered) {
				a.verified = func(v *api.Verification) { v.Terms[0].Guarantee, v.Terms[0].PaymentInfo = []string{"PREPAY"}, "" }
				a.created = func(r api.Reservation) (api.Reservation, error) { return prepaid(r), nil }
				a.read = prepaid
				a.modified = func(r api.Reservation) api.Reservation {
					if rewrites {
						r.Payment = &api.Payment{Amount: r.Rate.Total}
					}
					return prepaid(r)
				}
			})
			booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
			if err != nil {
				t.Fatal(err)
			}
			was := booked.Reservation.Rate.Total
			change, err := o.desk.PriceDates(t.Context(), booked.Reservation, api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 17))
			if err != nil || !change.Possible() {
				t.Fatalf("got %+v, %v", change, err)
			}
			more, err := change.Total.Sub(was)
			if err != nil || more.Sign() <= 0 {
				t.Fatalf("the new price is %s, the old one %s", change.Total, was)
			}
			wants := func(when string, p terms.Payment) {
				t.Helper()
				if got, known := p.Charged(); !known || got.String() != was.String() {
					t.Errorf("%s %s was charged, want %s", when, got, was)
				}
				if later := terms.Words(p.Later); len(later) != 1 || later[0] != more.String()+" more than was paid; the service does not say when it is charged" {
					t.Errorf("%s later is %q", when, later)
				}
			}
			wants("before the change", change.Payment())
			moved, err := o.desk.ChangeDates(t.Context(), change)
			if err != nil {
				t.Fatal(err)
			}
			wants("after the change", o.desk.PaidOf(moved.Reservation))
		})
	}
}

func TestPaymentIsSetOnceAndNeverLookedFor(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	booked, err := o.desk.Book(t.Context(), firstDraft(t, o.desk, 1))
	if err != nil {
		t.Fatal(err)
	}
	token, cvv := api.NewSecret("other_card"), api.NewSecret("123")
	if got, err := o.desk.ChangePayment(t.Context(), o.desk.ShownNow(booked.Reservation), token, cvv); err != nil || got.Reservation.ID != booked.Reservation.ID {
		t.Fatalf("got %+v, %v", got, err)
	}
	now, err := readOne(t.Context(), o.desk, booked.Reservation.ID)
	noError(t, err)
	o.service.set(false, true, false)
	_, err = o.desk.ChangePayment(t.Context(), o.desk.ShownNow(now), token, cvv)
	if p := o.resolved(attemptOf(t, err)); p.Result() != journal.GivenUp {
		t.Errorf("it came to %+v", p)
	}
	if o.service.modifies != 2 {
		t.Errorf("%d changes were sent", o.service.modifies)
	}
}

func TestTimelineOfAGhost(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	draft := firstDraft(t, o.desk, 1)
	o.service.set(false, true, false)
	_, err := o.desk.Book(t.Context(), draft)
	p := o.resolved(attemptOf(t, err))
	entries, err := o.desk.Timeline(*p.Reservation)
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, e := range entries {
		words = append(words, e.Source+": "+e.Text)
	}
	want := []string{
		"journal: planned: booking, Sat 12 Dec – Tue 15 Dec 2026 · 3 nights, " + draft.Charge().String(), "journal: sent",
		"service: created", "journal: the answer was lost: the connection broke off", "journal: looked: found, confirmed",
		"journal: booked, confirmed", "service: now confirmed",
	}
	for _, line := range want {
		found := false
		for _, have := range words {
			found = found || have == line
		}
		if !found {
			t.Errorf("%q is missing in %q", line, words)
		}
	}
}
