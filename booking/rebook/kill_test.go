package rebook_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/rebook"
	"bellhop/booking/recovery"
)

// childEnv makes the test binary a console that rebooks, until it is done or killed.
const childEnv = "BELLHOP_REBOOK_CHILD"

// An order is what a child process is to do.
type order struct {
	Address, Journal, Old string
	Passed                time.Duration
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnv); text != "" {
		var o order
		err := json.Unmarshal([]byte(text), &o)
		if err == nil {
			err = o.work()
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// work does what a person does who finds a reservation to rebook, or one that is half rebooked.
func (o order) work() error {
	var mu sync.Mutex
	passed := o.Passed
	now := func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		return clock.Add(passed)
	}
	sleep := func(ctx context.Context, d time.Duration) error {
		mu.Lock()
		passed += d
		mu.Unlock()
		return ctx.Err()
	}
	ctx := context.Background()
	desk, j, err := newDesk(o.Address, o.Journal, now, sleep)
	if err != nil {
		return err
	}
	desk.Recovery.Start(ctx)
	if err := known(desk, j); err != nil {
		return err
	}
	one, there, err := rebook.Of(desk, o.Old)
	if err != nil {
		return err
	}
	if !there {
		old, _, err := desk.Read(ctx, o.Old)
		if err != nil || old.Status == api.StatusCanceled {
			return err
		}
		if err := bookNew(ctx, desk, o.Old); err != nil {
			return err
		}
		if one, there, err = rebook.Of(desk, o.Old); err != nil || !there {
			return errors.Join(err, rebook.ErrNotPending)
		}
	}
	h, err := rebook.Resume(ctx, desk, one)
	if err != nil {
		return err
	}
	if h.Step != rebook.HalfDone {
		return fmt.Errorf("it stands at step %d: %s", h.Step, h.Why)
	}
	done, err := rebook.CancelOld(ctx, desk, h)
	if err == nil && !done.Proven() {
		err = fmt.Errorf("not proven: %w", done.Trouble)
	}
	return err
}

// known waits until nothing that an earlier console has sent is without an outcome.
func known(desk *booking.Desk, j *journal.Journal) error {
	for range 600 {
		changed := desk.Recovery.Changed()
		open, err := j.Attempts(journal.Filter{Open: true})
		if err != nil || len(open) == 0 {
			return err
		}
		select {
		case <-changed:
		case <-time.After(100 * time.Millisecond): // A process has no other way to see another one's lines.
		}
	}
	return errors.New("what an earlier console has sent stays without an outcome")
}

// bookNew books the best offer. Where an earlier try counts as not made, a person says that it is wanted all the same.
func bookNew(ctx context.Context, desk *booking.Desk, old string) error {
	c, err := rebook.Compare(ctx, desk, old, rebook.Threshold{})
	if err != nil {
		return err
	}
	if c.Why != "" {
		return errNothing(c.Why)
	}
	draft := c.Offers[0].Draft
	draft.Token = api.NewSecret("tok_good")
	_, err = desk.Book(ctx, draft)
	if w := recovery.WriteIn(err, recovery.HeldBack); w != nil && w.NeedsWord() {
		_, err = desk.Book(ctx, draft.Besides(*w))
	}
	return err
}

// A killer stands before the sandbox and kills the console at one request: before it gets there, or after it was
// carried out and before its answer is sent.
type killer struct {
	inner http.Handler
	old   string // the reservation that is rebooked

	mu     sync.Mutex
	at     string // the request, as name returns it; empty kills nobody
	after  bool
	kill   func()
	killed bool

	creates, cancels int      // that were carried out
	wrong            []string // what must not have happened
}

func (k *killer) name(r *http.Request) string {
	switch path := strings.TrimPrefix(r.URL.Path, "/rest/v1/"); {
	case path == "reservation":
		return "create"
	case strings.HasSuffix(path, "/cancel"):
		return "cancel"
	case path == "reservation/"+k.old:
		return "read old"
	case strings.HasPrefix(path, "reservation/"):
		return "read new"
	default:
		return path
	}
}

func (k *killer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	k.mu.Lock()
	name := k.name(r)
	if name == "cancel" {
		k.mayCancel(r)
	}
	// The old one is read for the comparison too: what counts is the reading before it is cancelled.
	hit := k.at == name && !k.killed && k.kill != nil && (name != "read old" || k.creates > 1)
	k.killed = k.killed || hit
	before := hit && !k.after
	k.mu.Unlock()
	if before {
		k.kill()
		panic(http.ErrAbortHandler)
	}
	answer := httptest.NewRecorder()
	k.inner.ServeHTTP(answer, r)
	k.mu.Lock()
	if answer.Code < 300 {
		switch name {
		case "create":
			k.creates++
		case "cancel":
			k.cancels++
		}
	}
	k.mu.Unlock()
	if hit {
		k.kill()
		panic(http.ErrAbortHandler)
	}
	for field, values := range answer.Header() {
		w.Header()[field] = values
	}
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

// mayCancel notes where the old one is cancelled without another that is confirmed.
func (k *killer) mayCancel(r *http.Request) {
	if !strings.Contains(r.URL.Path, k.old) {
		k.wrong = append(k.wrong, "another reservation than the old one is cancelled: "+r.URL.Path)
	}
	ask := httptest.NewRequestWithContext(r.Context(), http.MethodGet, "/rest/v1/reservations?page_size=100", http.NoBody)
	ask.Header.Set("Authorization", r.Header.Get("Authorization"))
	answer := httptest.NewRecorder()
	k.inner.ServeHTTP(answer, ask)
	if strings.Count(strings.ReplaceAll(answer.Body.String(), `": "`, `":"`), `"status":"CONFIRMED"`) < 2 {
		k.wrong = append(k.wrong, "the old one is cancelled without a new one: "+answer.Body.String())
	}
}

func TestAKillAtAnyStepLeavesWhatCanBeGoneOnWith(t *testing.T) {
	t.Parallel()
	for _, point := range []struct {
		at    string
		after bool
	}{
		{"hotel/search", false},
		{"hotel/rate_verification", true},
		{"create", false},
		{"create", true},
		{"read new", false},
		{"read new", true},
		{"read old", false},
		{"read old", true},
		{"cancel", false},
		{"cancel", true},
	} {
		t.Run(fmt.Sprintf("%s, after %t", point.at, point.after), func(t *testing.T) {
			t.Parallel()
			k := &killer{}
			f := newFixture(t, "", func(inner http.Handler) http.Handler {
				k.inner = inner
				return k
			})
			old := must[booking.Booking](t)(book(t.Context(), f.desk, "Flexible Rate", zoe)).Reservation
			f.stop()
			k.mu.Lock()
			k.old = old.ID
			k.mu.Unlock()

			run := func(n int, at string, after bool) error {
				text, err := json.Marshal(order{f.address, f.dir, old.ID, time.Duration(n) * time.Hour})
				if err != nil {
					t.Fatal(err)
				}
				self, err := os.Executable()
				if err != nil {
					t.Fatal(err)
				}
				child := exec.CommandContext(t.Context(), self)
				child.Env, child.Stderr = append(os.Environ(), childEnv+"="+string(text)), os.Stderr
				k.mu.Lock()
				k.at, k.after, k.killed, k.kill = at, after, false, func() { _ = child.Process.Kill() }
				err = child.Start() // Its first request waits until it is known.
				k.mu.Unlock()
				return errors.Join(err, child.Wait())
			}
			if err := run(0, point.at, point.after); err == nil {
				t.Fatalf("the console was not killed at %s", point.at)
			}
			for n := 1; n < 3; n++ {
				if err := run(n, "", false); err != nil {
					t.Fatalf("going on: %v", err)
				}
			}
			k.mu.Lock()
			k.kill = nil
			wrong, creates, cancels := k.wrong, k.creates, k.cancels
			k.mu.Unlock()
			for _, text := range wrong {
				t.Error(text)
			}
			f.open()
			list, _, err := f.desk.Reservations(t.Context(), api.ReservationQuery{})
			if err != nil {
				t.Fatal(err)
			}
			standing := 0
			for _, r := range list.Items {
				if r.Status == api.StatusConfirmed && r.ID != old.ID {
					standing++
				}
			}
			if standing != 1 || f.read(old.ID).Status != api.StatusCanceled || creates != 2 || cancels != 1 {
				t.Errorf("%d new ones stand, the old one is %s, after %d creates and %d cancellations", standing, f.read(old.ID).Status, creates, cancels)
			}
			if pending := rebook.Pending(f.desk); len(pending) != 0 {
				t.Errorf("still pending: %+v", pending)
			}
		})
	}
}
