package bulk_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// Once Stop is closed or the context has ended, no cancellation begins; the one that is under way is finished.
func TestRun_Stopped(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		at       int // the cancellation during which it is stopped; 0: before the first
		canceled int
	}{
		"before the first": {0, 0}, "during the first": {1, 1}, "during the third": {3, 3}, "during the last": {5, 5},
	} {
		for _, by := range []string{"Stop", "the context"} {
			t.Run(name+" by "+by, func(t *testing.T) {
				t.Parallel()
				f := newFixture(t, five()...)
				desk := f.desk()
				plan := f.prepare(desk, allIDs()...)
				ctx, end := context.WithCancel(t.Context())
				defer end()
				stop := make(chan struct{})
				stopping := func() { close(stop) }
				if by == "the context" {
					stopping = end
				}
				f.before = func(got string) error {
					if got == id(c.at) {
						stopping()
					}
					return nil
				}
				if c.at == 0 {
					stopping()
				}
				reads := f.reads
				r, err := bulk.Run(ctx, bulk.Options{Desk: desk, Store: f.store(), Plan: plan, Stop: stop})
				if err != nil || r.Count(bulk.Canceled) != c.canceled || r.Count(bulk.NotTried) != 5-c.canceled {
					t.Errorf("it came to %s, %v", r.Words(), err)
				}
				if len(f.cancels) != c.canceled || f.reads-reads != c.canceled {
					t.Errorf("%d were sent and %d read", len(f.cancels), f.reads-reads)
				}
				if whole := c.canceled == 5; r.Finished() != whole || (r.Stopped == "") != whole || (len(f.pending()) == 0) != whole {
					t.Errorf("finished: %t, stopped: %q, pending: %v", r.Finished(), r.Stopped, f.pending())
				}
			})
		}
	}
}

// A refusal of one reservation lets the run go on; a refusal of everything, or a failure before the request, ends it.
func TestRun_NotCancelled(t *testing.T) {
	t.Parallel()
	refusal := func(status int) *api.Error { return &api.Error{Status: status, Outcome: api.OutcomeRefused} }
	for name, c := range map[string]struct {
		sent, unread error
		closed       bool // the journal
		outcome      bulk.Outcome
		stopped      string // empty where it goes on
	}{
		"bad request":           {refusal(400), nil, false, bulk.Refused, ""},
		"key not accepted":      {refusal(401), nil, false, bulk.Refused, "The service does not take the key"},
		"key not allowed":       {refusal(403), nil, false, bulk.Refused, "The service does not take the key"},
		"asked to wait":         {refusal(429), nil, false, bulk.Refused, "The service asks to wait"},
		"not there":             {nil, refusal(404), false, bulk.Refused, ""},
		"not there, by a proxy": {nil, &api.Error{Status: 404, Foreign: true}, false, bulk.NotSent, "This cancellation was not sent"},
		"not read":              {nil, errLost, false, bulk.NotSent, "This cancellation was not sent"},
		"not allowed to read":   {nil, refusal(401), false, bulk.NotSent, "This cancellation was not sent"},
		"journal closed":        {nil, nil, true, bulk.NotSent, "This cancellation was not sent"},
		"answer lost":           {errLost, nil, false, bulk.Unresolved, "It is not known whether this reservation was cancelled."},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, five()...)
			j := f.journal()
			desk := f.deskWith(j)
			plan := f.prepare(desk, id(1), id(2))
			f.before, f.unread = func(string) error { return c.sent }, c.unread
			if c.closed {
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
			}
			r := f.run(desk, plan)
			want := []string{"1 " + c.outcome.String(), "2 " + c.outcome.String()}
			if c.stopped != "" {
				want[1] = "2 not tried"
			}
			if diff := cmp.Diff(want, outcomes(r)); diff != "" {
				t.Error(diff)
			}
			if !strings.HasPrefix(r.Stopped, c.stopped) || (r.Stopped == "") != (c.stopped == "") {
				t.Errorf("it stopped because %q", r.Stopped)
			}
			if (r.Results[0].Attempt != "") != (c.outcome == bulk.Unresolved) || len(f.cancels) != 0 {
				t.Errorf("the attempt is %q, and %d were cancelled", r.Results[0].Attempt, len(f.cancels))
			}
		})
	}
}

// If another console cancels between the plan and the run, the run holds its own cancellation back and waits for the
// outcome of the other.
func TestRun_HeldBack(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	plan := f.prepare(desk, id(1), id(2))
	f.leave("att-earlier", id(1), (*journal.Attempt).Sent, lost)
	r := f.run(desk, plan)
	if diff := cmp.Diff([]string{"1 not known yet", "2 not tried"}, outcomes(r)); diff != "" {
		t.Error(diff)
	}
	if r.Results[0].Attempt != "att-earlier" || !strings.Contains(r.Stopped, "an earlier write to this reservation") || len(f.cancels) != 0 {
		t.Errorf("it waits for %q, because %q, after %v", r.Results[0].Attempt, r.Stopped, f.cancels)
	}
}

func lost(a *journal.Attempt) error { return a.Unknown(journal.CauseReset) }

func answered(r journal.Result) func(*journal.Attempt) error {
	return func(a *journal.Attempt) error { return a.Answered(journal.Outcome{Result: r}) }
}

// leave notes a cancellation with its steps in the journal, as a console does that ends.
func (f *fixture) leave(attempt, reservation string, steps ...func(*journal.Attempt) error) {
	f.t.Helper()
	if err := f.hold(attempt, reservation, steps...).Close(); err != nil {
		f.t.Fatal(err)
	}
}

// hold notes a cancellation with its steps and keeps hold of it, as a console does that follows it.
func (f *fixture) hold(attempt, reservation string, steps ...func(*journal.Attempt) error) *journal.Attempt {
	f.t.Helper()
	a, err := f.journal().Begin(journal.Plan{Attempt: attempt, Kind: journal.Cancel, Reservation: reservation, Profile: "demo", Environment: "sandbox"})
	if err != nil {
		f.t.Fatal(err)
	}
	for _, step := range steps {
		if err := step(a); err != nil {
			f.t.Fatal(err)
		}
	}
	f.t.Cleanup(func() { _ = a.Close() })
	return a
}

// Renewed takes over the outcome of a lost answer once the recovery knows it, and no earlier.
func TestReport_Renewed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		steps   []func(*journal.Attempt) error
		held    bool // by another console
		found   bool // whether the service has it as cancelled
		outcome bulk.Outcome
		proven  bool
	}{
		"answered as cancelled":       {[]func(*journal.Attempt) error{(*journal.Attempt).Sent, answered(journal.Canceled)}, false, false, bulk.Canceled, false},
		"answered as not cancelled":   {[]func(*journal.Attempt) error{(*journal.Attempt).Sent, answered(journal.NotCanceled)}, false, false, bulk.NotTried, false},
		"found":                       {[]func(*journal.Attempt) error{(*journal.Attempt).Sent, lost}, false, true, bulk.Canceled, true},
		"followed by another console": {[]func(*journal.Attempt) error{(*journal.Attempt).Sent, lost}, true, false, bulk.Unresolved, false},
		"not known":                   {nil, false, false, bulk.Unresolved, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, five()...)
			desk := f.desk()
			t.Cleanup(desk.Recovery.Stop)
			if c.held {
				f.hold("att-1", id(1), c.steps...)
			} else if c.steps != nil {
				f.leave("att-1", id(1), c.steps...)
			}
			if c.found {
				f.all[id(1)].Status = api.StatusCanceled
			}
			if err := desk.Recovery.Round(t.Context()); err != nil {
				t.Fatal(err)
			}
			r := bulk.Report{Stopped: "It is not known.", Results: []bulk.Result{
				{Item: f.prepare(f.desk(), id(2)).Items[0], Outcome: bulk.Unresolved, Attempt: "att-1"}, {Outcome: bulk.Refused, Attempt: "att-1"},
			}}
			if c.outcome != bulk.Unresolved {
				waitResolved(t, desk, "att-1")
			}
			now := r.Renewed(desk)
			if got := now.Results[0]; got.Outcome != c.outcome || (got.Canceled != nil) != c.proven {
				t.Errorf("it is %s, with %+v", got.Outcome, got.Canceled)
			}
			if now.Results[1].Outcome != bulk.Refused || r.Results[0].Outcome != bulk.Unresolved {
				t.Error("another result has changed")
			}
			if (now.Stopped == r.Stopped) != (c.outcome == bulk.Unresolved) {
				t.Errorf("it stopped because %q", now.Stopped)
			}
		})
	}
}

// waitResolved returns once the outcome of an attempt is known.
func waitResolved(t *testing.T, desk *booking.Desk, attempt string) {
	t.Helper()
	enough := time.After(time.Minute)
	for {
		changed := desk.Recovery.Changed()
		w, known := desk.Recovery.Write(attempt)
		if known && w.Result() != "" {
			return
		}
		select {
		case <-changed:
		case <-enough:
			t.Fatalf("waited in vain: %+v", w)
		}
	}
}

// A cancellation costs what its answer proves; without a proof it costs what the plan says.
func TestReport_Costs(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	item := f.prepare(f.desk(), id(1)).Items[0]
	dearer := &booking.Canceled{Cancellation: booking.Cancellation{
		Cost: terms.Cost{Kind: terms.CostPenalty, Amount: api.NewMoney("200.00", "GBP"), Estimated: true},
	}}
	for name, c := range map[string]struct {
		results []bulk.Result
		want    string
	}{
		"as planned":      {[]bulk.Result{{Item: item, Outcome: bulk.Canceled}}, "20.10 GBP"},
		"dearer":          {[]bulk.Result{{Item: item, Outcome: bulk.Canceled, Canceled: dearer}}, "about 200.00 GBP"},
		"both":            {[]bulk.Result{{Item: item, Outcome: bulk.Canceled}, {Item: item, Outcome: bulk.Canceled, Canceled: dearer}}, "about 220.10 GBP"},
		"not cancelled":   {[]bulk.Result{{Item: item, Outcome: bulk.Already}, {Item: item, Outcome: bulk.Unresolved}, {Item: item}}, ""},
		"free afterwards": {[]bulk.Result{{Item: item, Outcome: bulk.Canceled, Canceled: &booking.Canceled{Cancellation: booking.Cancellation{Cost: terms.Cost{Kind: terms.CostFree}}}}}, "1 free"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if got := (bulk.Report{Results: c.results}).Costs().Words(); got != c.want {
				t.Errorf("it cost %q, want %q", got, c.want)
			}
		})
	}
}

// An earlier run is deleted only if no cancellation and no unknown outcome is left.
func TestResume_Forgotten(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		gone      []int // missing at the service
		elsewhere []int // cancelled on another machine
		open      []int // of which an earlier write is open
		left      int
		unknown   []string
		pending   int
	}{
		"two left":                   {nil, nil, nil, 2, nil, 1},
		"one left and one unknown":   {nil, nil, []int{1}, 1, []string{id(1)}, 1},
		"two unknown":                {nil, nil, []int{1, 2}, 0, []string{id(1), id(2)}, 1},
		"one unknown, one gone":      {[]int{1}, nil, []int{2}, 0, []string{id(2)}, 1},
		"one gone, one elsewhere":    {[]int{1}, []int{2}, nil, 0, nil, 0},
		"one elsewhere and one left": {nil, []int{2}, nil, 1, nil, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t, five()...)
			desk := f.desk()
			stop := make(chan struct{})
			close(stop)
			if _, err := bulk.Run(t.Context(), bulk.Options{Desk: desk, Store: f.store(), Plan: f.prepare(desk, id(1), id(2)), Stop: stop}); err != nil {
				t.Fatal(err)
			}
			for _, n := range c.gone {
				delete(f.all, id(n))
			}
			for _, n := range c.elsewhere {
				f.all[id(n)].Status = api.StatusCanceled
			}
			for _, n := range c.open {
				f.leave(fmt.Sprint("att-", n), id(n), (*journal.Attempt).Sent, lost)
			}
			plan, err := bulk.Resume(t.Context(), desk, f.pending()[0], nil)
			if len(f.pending()) != 1 {
				t.Error("the plan alone has forgotten the run")
			}
			if err == nil {
				err = f.store().EndFinished(plan)
			}
			if err != nil || len(plan.Items) != c.left || len(plan.Earlier) != 0 || len(f.pending()) != c.pending {
				t.Errorf("%d are left, %d cancelled earlier, %d pending, %v", len(plan.Items), len(plan.Earlier), len(f.pending()), err)
			}
			if diff := cmp.Diff(c.unknown, plan.Unknown()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A new run leaves out a reservation with an open write, and is finished without it.
func TestPlan_OpenWriteLeftOut(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	f.leave("att-1", id(1), (*journal.Attempt).Sent, lost)
	desk := f.desk()
	plan := f.prepare(desk, id(1), id(2))
	if len(plan.Left) != 1 || !plan.Left[0].Open || plan.Unknown() != nil {
		t.Fatalf("left are %+v, unknown %v", plan.Left, plan.Unknown())
	}
	if r := f.run(desk, plan); !r.Finished() || r.Stopped != "" || len(f.pending()) != 0 {
		t.Errorf("finished: %t, stopped: %q, pending: %v", r.Finished(), r.Stopped, f.pending())
	}
}

func TestPrepare_Progress(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	var told []string
	_, err := bulk.Prepare(t.Context(), f.desk(), []string{id(1), id(2), id(2)}, func(have, total int) { told = append(told, fmt.Sprint(have, " of ", total)) })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"0 of 2", "1 of 2", "2 of 2"}, told); diff != "" {
		t.Error(diff)
	}
}

func TestPrepare_Most(t *testing.T) {
	t.Parallel()
	ids := make([]string, bulk.Most)
	for i := range ids {
		ids[i] = id(i)
	}
	f := newFixture(t)
	if plan := f.prepare(f.desk(), append(ids, id(0))...); len(plan.Left) != bulk.Most {
		t.Errorf("%d were read", len(plan.Left))
	}
}

// Only the account's own runs are resumed, and each unreadable run is reported once.
func TestStore_Pending(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	f.after = func(string) error { return errLost }
	_ = f.run(desk, f.prepare(desk, id(1), id(2)))
	if list := f.pending(); len(list) != 1 {
		t.Fatal(list)
	}
	other := bulk.NewStore(filepath.Join(f.folder, "batches"), "another@host", f.now)
	if list, err := other.Pending(); err != nil || len(list) != 0 {
		t.Errorf("another account has %v, %v", list, err)
	}
	for _, stray := range []string{"notes.txt", "short.json"} {
		if err := os.WriteFile(filepath.Join(f.folder, "batches", stray), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if list, err := f.store().Pending(); len(list) != 1 || err != nil {
		t.Errorf("beside other files: %v, %v", list, err)
	}
	unreadable := filepath.Join(f.folder, "batches", strings.Repeat("A", 20)+".json")
	for name, spoil := range map[string]func() error{
		"a folder":   func() error { return os.Mkdir(unreadable, 0o700) },
		"too large":  func() error { return os.WriteFile(unreadable, make([]byte, 1<<20), 0o600) },
		"not a list": func() error { return os.WriteFile(unreadable, []byte("{}"), 0o600) },
	} {
		if err := errors.Join(os.RemoveAll(unreadable), spoil()); err != nil {
			t.Fatal(err)
		}
		list, err := f.store().Pending()
		if len(list) != 1 || err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, %v", name, list, err)
		}
	}
}

// The run that was begun last comes first.
func TestStore_PendingNewestFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	f.after = func(string) error { return errLost }
	_ = f.run(f.desk(), f.prepare(f.desk(), id(1), id(2)))
	first := f.pending()[0]
	folder := filepath.Join(f.folder, "batches")
	text, err := os.ReadFile(filepath.Join(folder, first.Batch+".json"))
	if err != nil {
		t.Fatal(err)
	}
	begun := first.Begun.Format(time.RFC3339Nano)
	for name, after := range map[string]time.Duration{strings.Repeat("2", 20): -time.Hour, strings.Repeat("3", 20): time.Hour} {
		moved := strings.Replace(string(text), begun, first.Begun.Add(after).Format(time.RFC3339Nano), 1)
		if err := os.WriteFile(filepath.Join(folder, name+".json"), []byte(moved), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var order []time.Duration
	for _, one := range f.pending() {
		order = append(order, one.Begun.Sub(first.Begun))
	}
	if want := []time.Duration{time.Hour, 0, -time.Hour}; !slices.Equal(order, want) {
		t.Errorf("they were begun after the first one by %v, want %v", order, want)
	}
}

// A name that no run has, such as one that leads out of the folder, removes nothing.
func TestStore_EndOther(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	other := filepath.Join(f.folder, "other.json")
	if err := os.WriteFile(other, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := f.store().End("../other"); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(other); err != nil {
		t.Error(err)
	}
}

func TestStore_PendingUnreadable(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	if list, err := f.store().Pending(); len(list) != 0 || err != nil {
		t.Errorf("without a folder: %v, %v", list, err)
	}
	if err := os.WriteFile(filepath.Join(f.folder, "batches"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if list, err := f.store().Pending(); len(list) != 0 || err == nil {
		t.Errorf("with a file for the folder: %v, %v", list, err)
	}
}

// The sum is compared in each currency, and an unknown cost is within no limit.
func TestPlan_Limit(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	for name, c := range map[string]struct {
		ids    []string
		limits []string
		want   string
	}{
		"without":       {allIDs(), nil, ""},
		"each currency": {[]string{id(1), id(2), id(3)}, []string{"50.30 GBP", "9.99 EUR"}, ""},
		"the sum":       {[]string{id(1), id(2)}, []string{"50.29 GBP"}, "50.30 GBP is more than 50.29 GBP"},
		"unnamed":       {[]string{id(1), id(3)}, []string{"50.30 GBP"}, "9.99 EUR, but there is no limit in EUR"},
		"free":          {[]string{id(4)}, []string{"1 EUR"}, ""},
		"unknown":       {[]string{id(4), id(5)}, []string{"900 GBP"}, "the cost is not known"},
	} {
		var limits terms.Limits
		for _, text := range c.limits {
			var err error
			if limits, err = limits.With(text); err != nil {
				t.Fatal(err)
			}
		}
		plan := f.prepare(desk, c.ids...)
		if got := plan.Limit(limits); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The limit is compared once more with what the reservation costs right before it is sent.
func TestRun_OverTheLimit(t *testing.T) {
	t.Parallel()
	f := newFixture(t, five()...)
	desk := f.desk()
	plan := f.prepare(desk, id(1), id(2))
	limits, err := terms.Limits{}.With("25 GBP")
	if err != nil {
		t.Fatal(err)
	}
	_ = plan.Limit(limits)
	r := f.run(desk, plan)
	if diff := cmp.Diff([]string{"1 cancelled", "2 changed, not sent"}, outcomes(r)); diff != "" || len(f.cancels) != 1 {
		t.Errorf("%d were sent:\n%s", len(f.cancels), diff)
	}
}
