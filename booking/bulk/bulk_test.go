package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/journal"
)

var clock = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

// A fixture is a service with reservations, and consoles with one journal at it. before is called with each cancellation
// that arrives, and may lose its answer.
type fixture struct {
	booking.Service
	t       *testing.T
	folder  string
	mu      sync.Mutex
	all     map[string]*api.Reservation
	cancels map[string]int
	reads   int
	passed  time.Duration
	before  func(id string) error // nil error passes it on
	after   func(id string) error // an error loses the answer
	unread  error                 // answers each read
}

func newFixture(t *testing.T, all ...api.Reservation) *fixture {
	t.Helper()
	f := &fixture{t: t, folder: t.TempDir(), all: map[string]*api.Reservation{}, cancels: map[string]int{}}
	for _, r := range all {
		f.all[r.ID] = &r
	}
	return f
}

func (f *fixture) now() time.Time {
	f.mu.Lock()
	defer f.mu.Unlock()
	return clock.Add(f.passed)
}

func (f *fixture) Skew() time.Duration { return 0 }

func (f *fixture) ListReservations(context.Context, api.ReservationQuery) (api.ReservationPage, error) {
	return api.ReservationPage{}, nil
}

func (f *fixture) ReadReservation(_ context.Context, id string) (api.Reservation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.reads++
	if f.unread != nil {
		return api.Reservation{}, f.unread
	}
	r := f.all[id]
	if r == nil {
		return api.Reservation{}, &api.Error{Status: 404, Outcome: api.OutcomeRefused, Message: "no such reservation"}
	}
	return *r, nil
}

func (f *fixture) CancelReservation(_ context.Context, id string) (api.Reservation, error) {
	if f.before != nil {
		if err := f.before(id); err != nil {
			return api.Reservation{}, err
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.cancels[id]++
	f.all[id].Status = api.StatusCanceled
	if f.after != nil {
		if err := f.after(id); err != nil {
			return api.Reservation{}, err
		}
	}
	return *f.all[id], nil
}

var (
	errLost    = &api.Error{Operation: "cancel", Message: "the connection was reset", Outcome: api.OutcomeUnknown}
	errRefused = &api.Error{Operation: "cancel", Message: "no", Status: 400, Type: api.TypeValidation, Outcome: api.OutcomeRefused}
	errWait    = &api.Error{Operation: "cancel", Message: "slow down", Status: 429, Outcome: api.OutcomeRefused}
)

// desk opens a console, as after a crash of the one before.
func (f *fixture) desk() *booking.Desk {
	f.t.Helper()
	return f.deskWith(f.journal())
}

func (f *fixture) deskWith(j *journal.Journal) *booking.Desk {
	return booking.NewDesk(booking.Options{Service: f, Now: f.now, Journal: j, Profile: "demo", Environment: "sandbox"})
}

func (f *fixture) journal() *journal.Journal {
	f.t.Helper()
	j, err := journal.Open(filepath.Join(f.folder, "journal"), journal.Options{User: "ada", Now: f.now})
	if err != nil {
		f.t.Fatal(err)
	}
	f.t.Cleanup(func() { _ = j.Close() })
	return j
}

func (f *fixture) store() *bulk.Store {
	return bulk.NewStore(filepath.Join(f.folder, "batches"), "agency@host", f.now)
}

func id(n int) string { return fmt.Sprintf("%032d", n) }

func reservation(n int, status, penalty, currency string) api.Reservation {
	r := api.Reservation{
		ID: id(n), Status: status, CheckIn: api.ParseInstant("2026-12-12T00:00:00Z"), CheckOut: api.ParseInstant("2026-12-14T00:00:00Z"),
		Guest: api.Guest{GivenName: "Ada", Surname: "Rossi"}, Adults: 2, Hotel: api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "1"}, Name: "Hotel"},
		Rate: api.BookedRate{Rooms: 1, Total: api.NewMoney("200.00", currency)},
	}
	if penalty != "" {
		r.Rate.Terms.Penalties = []api.CancelPenalty{
			{Deadline: api.ParseDeadline("2026-11-01T18:00:00+00:00"), Amount: api.NewMoney(penalty, currency)},
			{Deadline: api.ParseDeadline("2026-12-01T12:00:00+00:00"), Amount: api.NewMoney("200.00", currency)},
		}
	}
	return r
}

func five() []api.Reservation {
	return []api.Reservation{
		reservation(1, api.StatusConfirmed, "20.10", "GBP"), reservation(2, api.StatusConfirmed, "30.20", "GBP"),
		reservation(3, api.StatusConfirmed, "9.99", "EUR"), reservation(4, api.StatusConfirmed, "0", "GBP"), reservation(5, api.StatusConfirmed, "", "GBP"),
	}
}

func allIDs() []string { return []string{id(1), id(2), id(3), id(4), id(5)} }

func (f *fixture) prepare(desk *booking.Desk, ids ...string) bulk.Plan {
	f.t.Helper()
	plan, err := bulk.Prepare(f.t.Context(), desk, ids, nil)
	if err != nil {
		f.t.Fatal(err)
	}
	return plan
}

func (f *fixture) run(desk *booking.Desk, plan bulk.Plan) bulk.Report {
	f.t.Helper()
	r, err := bulk.Run(f.t.Context(), bulk.Options{Desk: desk, Store: f.store(), Plan: plan})
	if err != nil {
		f.t.Fatal(err)
	}
	return r
}

func (f *fixture) pending() []bulk.Pending {
	f.t.Helper()
	list, err := f.store().Pending()
	if err != nil {
		f.t.Fatal(err)
	}
	return list
}

func outcomes(r bulk.Report) (out []string) {
	for _, result := range r.Results {
		out = append(out, strings.TrimLeft(result.Shown.Reservation.ID, "0")+" "+result.Outcome.String())
	}
	return out
}

func (f *fixture) once() {
	f.t.Helper()
	for id, n := range f.cancels {
		if n > 1 {
			f.t.Errorf("%s was cancelled %d times", id, n)
		}
	}
}

func TestThePlanSaysFirstWhatItCostsAndWhatCannotBe(t *testing.T) {
	t.Parallel()
	all := append(five(), reservation(6, api.StatusCanceled, "1", "GBP"), reservation(7, api.StatusCreated, "1", "GBP"))
	f := newFixture(t, all...)
	plan := f.prepare(f.desk(), append(allIDs(), id(1), id(6), id(7), id(8))...)
	if got, want := plan.Costs().Words(), "9.99 EUR + 50.30 GBP · 1 free · 1 not said"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var why []string
	for _, left := range plan.Left {
		why = append(why, strings.TrimLeft(left.ID, "0")+" "+strings.SplitAfter(left.Why, ".")[0])
	}
	want := []string{
		"6 It was already cancelled.", "7 It is not confirmed, so there is nothing to cancel yet.", "8 The service does not have it under this account.",
	}
	if diff := cmp.Diff(want, why); diff != "" {
		t.Error(diff)
	}
	if len(plan.Items) != 5 || f.reads != 8 || len(f.cancels) != 0 {
		t.Error(len(plan.Items), f.reads, f.cancels)
	}
}

func TestEachIsCancelledOnce(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	var seen []string
	r, err := bulk.Run(t.Context(), bulk.Options{
		Desk: desk, Store: f.store(), Plan: f.prepare(desk, allIDs()...), Told: func(r bulk.Report) { seen = append(seen, r.Words()) },
	})
	if err != nil || !r.Finished() || r.Stopped != "" {
		t.Fatalf("%+v, %v", r, err)
	}
	if diff := cmp.Diff([]string{
		"5 not tried", "1 cancelled · 4 not tried", "2 cancelled · 3 not tried", "3 cancelled · 2 not tried", "4 cancelled · 1 not tried", "5 cancelled",
	}, seen); diff != "" {
		t.Error(diff)
	}
	if got := r.Costs().Words(); got != "9.99 EUR + 50.30 GBP · 1 free · 1 not said" {
		t.Error(got)
	}
	f.once()
	if len(f.pending()) != 0 || len(f.cancels) != 5 {
		t.Error(f.pending(), f.cancels)
	}
}

// The first that nobody knows of ends the run; the next run takes up what is left, and none is cancelled twice.
func TestItStopsAtWhatIsNotKnownAndGoesOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	f.after = func(got string) error {
		if got == id(2) {
			return errLost
		}
		return nil
	}
	desk := f.desk()
	r := f.run(desk, f.prepare(desk, allIDs()...))
	if diff := cmp.Diff([]string{"1 cancelled", "2 not known yet", "3 not tried", "4 not tried", "5 not tried"}, outcomes(r)); diff != "" {
		t.Error(diff)
	}
	if r.Stopped == "" || r.Finished() || len(f.pending()) != 1 {
		t.Fatalf("%+v", r)
	}
	f.after = nil
	plan, err := bulk.Resume(t.Context(), desk, f.pending()[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	// That the second is cancelled is proof, also before the recovery has looked for its answer.
	if len(plan.Items) != 3 || len(plan.Left) != 0 || len(plan.Earlier) != 2 || plan.EarlierCosts().Words() != "50.30 GBP" {
		t.Fatalf("%+v", plan)
	}
	// The report has what the run before has cancelled, and what all of it cost; so has that of a third run.
	f.before = func(string) error { return errWait }
	if r := f.run(desk, plan); r.Words() != "2 cancelled · 1 refused · 2 not tried" {
		t.Error(r.Words())
	}
	f.before = nil
	if plan, err = bulk.Resume(t.Context(), desk, f.pending()[0], nil); err != nil {
		t.Fatal(err)
	}
	if r := f.run(desk, plan); !r.Finished() || r.Count(bulk.Canceled) != 5 || r.Costs().Words() != "9.99 EUR + 50.30 GBP · 1 free · 1 not said" {
		t.Error(r.Words(), r.Costs().Words())
	}
	f.once()
	if len(f.pending()) != 0 {
		t.Error("it is still to be done")
	}
}

// What came of one is not known, and it stands: the others are cancelled, and it stays among what is to be gone on with.
func TestItDoesNotForgetWhatIsNotKnown(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	f.before = func(got string) error {
		if got == id(2) {
			return errLost
		}
		return nil
	}
	desk := f.desk()
	f.run(desk, f.prepare(desk, allIDs()...))
	for range 2 { // The second has nothing to do but to wait.
		plan, err := bulk.Resume(t.Context(), desk, f.pending()[0], nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{id(2)}, plan.Unknown()); diff != "" {
			t.Fatal(diff)
		}
		if len(plan.Items) == 0 {
			break
		}
		if r := f.run(desk, plan); r.Finished() || r.Words() != "4 cancelled · 1 not known yet" || r.Stopped == "" {
			t.Errorf("%s, %q", r.Words(), r.Stopped)
		}
	}
	f.once()
	if pending := f.pending(); len(pending) != 1 || !slices.Contains(pending[0].IDs, id(2)) {
		t.Error(pending)
	}
}

// A console is killed between the answer of the service and the note of it.
func TestAKilledRunGoesOn(t *testing.T) {
	t.Parallel()
	for killedAt := 1; killedAt <= 5; killedAt++ {
		for _, arrives := range []bool{true, false} {
			f := newFixture(t, five()...)
			kill := func(got string) error {
				if got == id(killedAt) {
					panic("killed")
				}
				return nil
			}
			if arrives {
				f.after = kill
			} else {
				f.before = kill
			}
			func() {
				defer func() { _ = recover() }()
				desk := f.desk()
				_ = f.run(desk, f.prepare(desk, allIDs()...))
			}()
			f.before, f.after = nil, nil
			pending := f.pending()
			if len(pending) != 1 || !slices.Equal(pending[0].IDs, allIDs()) {
				t.Fatal(killedAt, pending)
			}
			desk := f.desk()
			plan, err := bulk.Resume(t.Context(), desk, pending[0], nil)
			if err != nil {
				t.Fatal(err)
			}
			if len(plan.Items) > 0 {
				_ = f.run(desk, plan)
			}
			f.once()
			for n := 1; n <= 5; n++ {
				// Of the one that was under way an earlier write is open: it is looked for and not sent again.
				if f.cancels[id(n)] != 1 && (arrives || n < killedAt) {
					t.Errorf("killed at %d: %d was cancelled %d times", killedAt, n, f.cancels[id(n)])
				}
			}
		}
	}
}

func TestItStopsAtAnotherCost(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	plan := f.prepare(desk, allIDs()...)
	f.before = func(got string) error {
		if got == id(1) {
			f.mu.Lock()
			f.passed = 4 * time.Hour // It costs the whole price then.
			f.mu.Unlock()
		}
		return nil
	}
	r := f.run(desk, plan)
	if diff := cmp.Diff([]string{"1 cancelled", "2 changed, not sent", "3 not tried", "4 not tried", "5 not tried"}, outcomes(r)); diff != "" {
		t.Error(diff)
	}
	var changed *booking.ChangedError
	if !errors.As(r.Results[1].Err, &changed) || f.cancels[id(2)] != 0 || len(f.pending()) != 1 {
		t.Error(r.Results[1].Err, f.cancels)
	}
}

func TestItGoesOnAfterARefusalOfOne(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	plan := f.prepare(desk, allIDs()...)
	f.all[id(2)].Status = api.StatusCanceled // By a colleague.
	delete(f.all, id(4))
	f.before = func(got string) error {
		if got == id(3) {
			return errRefused
		}
		return nil
	}
	r := f.run(desk, plan)
	if diff := cmp.Diff([]string{"1 cancelled", "2 already", "3 refused", "4 refused", "5 cancelled"}, outcomes(r)); diff != "" {
		t.Error(diff)
	}
	if !r.Finished() || len(f.pending()) != 0 {
		t.Error(r.Words())
	}
}

// A report takes what the recovery finds out, and says no more that it looks.
func TestAReportTakesWhatIsFoundOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	f.after = func(got string) error {
		if got == id(5) {
			return errLost
		}
		return nil
	}
	desk := f.desk()
	r := f.run(desk, f.prepare(desk, allIDs()...))
	if r.Words() != "4 cancelled · 1 not known yet" || !strings.Contains(r.Stopped, "looks for the answer") {
		t.Fatal(r.Words(), r.Stopped)
	}
	desk.Recovery.LookNow(r.Results[4].Attempt)
	desk.Recovery.Start(t.Context())
	for !r.Finished() {
		changed := desk.Recovery.Changed()
		if r = r.Renewed(desk); !r.Finished() {
			<-changed
		}
	}
	if r.Words() != "5 cancelled" || strings.Contains(r.Stopped, "looks") {
		t.Error(r.Words(), r.Stopped)
	}
}

func TestItStopsWhereTheServiceAsksToWait(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	f.before = func(string) error { return errWait }
	desk := f.desk()
	r := f.run(desk, f.prepare(desk, allIDs()...))
	if r.Count(bulk.Refused) != 1 || r.Count(bulk.NotTried) != 4 || !strings.Contains(r.Stopped, "wait") {
		t.Error(r.Words(), r.Stopped)
	}
}

func TestItIsStoppedByWhoeverWatches(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	stop := make(chan struct{})
	r, err := bulk.Run(t.Context(), bulk.Options{
		Desk: desk, Store: f.store(), Plan: f.prepare(desk, allIDs()...), Stop: stop,
		Told: func(r bulk.Report) {
			if r.Count(bulk.Canceled) == 2 {
				close(stop)
			}
		},
	})
	if err != nil || r.Count(bulk.Canceled) != 2 || r.Count(bulk.NotTried) != 3 || r.Stopped == "" {
		t.Error(r.Words(), err)
	}
}

// Nothing is sent where what was chosen cannot be kept; what is kept is the owner's alone.
func TestTheChoiceIsKeptFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	if err := os.WriteFile(filepath.Join(f.folder, "batches"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	desk := f.desk()
	if _, err := bulk.Run(t.Context(), bulk.Options{Desk: desk, Store: f.store(), Plan: f.prepare(desk, allIDs()...)}); err == nil || len(f.cancels) != 0 {
		t.Error(err, f.cancels)
	}
	if err := os.Remove(filepath.Join(f.folder, "batches")); err != nil {
		t.Fatal(err)
	}
	f.after = func(string) error { return errLost }
	_ = f.run(desk, f.prepare(desk, id(2), id(3)))
	files, err := filepath.Glob(filepath.Join(f.folder, "batches", "*"))
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	info, err := os.Stat(files[0])
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info, err)
	}
	text, err := os.ReadFile(files[0])
	if err != nil || strings.Contains(string(text), "Rossi") {
		t.Error(string(text), err)
	}
}

func TestAChoiceOfNoneOrTooMany(t *testing.T) {
	t.Parallel()
	desk := newFixture(t).desk()
	if _, err := bulk.Prepare(t.Context(), desk, nil, nil); !errors.Is(err, bulk.ErrNone) {
		t.Error(err)
	}
	many := make([]string, bulk.Most+1)
	for i := range many {
		many[i] = id(i)
	}
	if _, err := bulk.Prepare(t.Context(), desk, many, nil); !errors.Is(err, bulk.ErrTooMany) {
		t.Error(err)
	}
}
