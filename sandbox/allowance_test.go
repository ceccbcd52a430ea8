package sandbox

import (
	"crypto/sha256"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// An account that asks for more than it may is told when to come back, and nothing of
// its request is carried out. Others do not notice.
func TestAllowances(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) {
		o.Accounts = []Account{
			{ID: "acme", Token: "key-1", Limits: AccountLimits{PerSecond: 1e-6, Burst: 3}},
			{ID: "other", Token: "key-2"},
		}
	})
	body := l.as("other", "key-2").offer().createBody()
	for range 3 {
		l.ok(201, "POST", pathCreate, body)
	}
	got := l.do("POST", pathCreate, body)
	refused(t, got, 429, 1029, typeApplication, "There were too many requests: try again later.")
	if after, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || after <= 0 || after > 1e6 {
		t.Errorf("it may come back after %d s, %v; want no more than a million", after, err)
	}
	other := l.as("other", "key-2")
	for range 5 {
		other.ok(200, "GET", pathList, nil)
	}
	if n, err := l.sandbox.store.Reservations(t.Context()); err != nil || n != 3 {
		t.Errorf("%d reservations, %v; want 3", n, err)
	}
}

// A refused request gets the wait until the next is allowed, and uses up nothing of the allowance.
func TestAllowance_Rate(t *testing.T) {
	t.Parallel()
	a, begun := newAllowance(AccountLimits{PerSecond: 0.01, Burst: 2}), time.Unix(1e9, 0)
	for _, c := range []struct{ at, wait time.Duration }{
		{0, 0},
		{0, 0},
		{0, 100 * time.Second},
		{time.Second, 99 * time.Second},
		{99 * time.Second, time.Second},
		{100 * time.Second, 0},
		{100 * time.Second, 100 * time.Second},
		{300 * time.Second, 0},
		{300 * time.Second, 0},
		{300 * time.Second, 100 * time.Second},
	} {
		done, wait := a.take(begun.Add(c.at))
		if wait != c.wait || (done == nil) != (c.wait > 0) {
			t.Errorf("after %s it is to wait %s, want %s", c.at, wait, c.wait)
		}
	}
}

// So many requests of an account are under way at once, and no more.
func TestAllowanceAtOnce(t *testing.T) {
	t.Parallel()
	a := newAllowance(AccountLimits{AtOnce: 2})
	var most, now atomic.Int64
	var group sync.WaitGroup
	for range 50 {
		group.Go(func() {
			done, wait := a.take(time.Now())
			if done == nil {
				if wait <= 0 {
					t.Error("there is no time to wait for")
				}
				return
			}
			if n := now.Add(1); n > most.Load() {
				most.Store(n)
			}
			now.Add(-1)
			done()
		})
	}
	group.Wait()
	if most.Load() > 2 {
		t.Errorf("%d were under way at once", most.Load())
	}
	first, _ := a.take(time.Now())
	second, _ := a.take(time.Now())
	if third, _ := a.take(time.Now()); first == nil || second == nil || third != nil {
		t.Error("two and no more may be under way")
	}
	first()
	if again, _ := a.take(time.Now()); again == nil {
		t.Error("one that has ended keeps its place")
	}
	if newAllowance(AccountLimits{}) != nil {
		t.Error("an account without limits counts something")
	}
}

// Accounts come, change their tokens and go while the sandbox runs.
func TestSetAccounts(t *testing.T) {
	t.Parallel()
	l := start(t)
	made := l.book()
	third := l.as("third", "key-3")
	refused(t, third.do("GET", pathList, nil), 401, 1001, typeApplication, "The API key token is missing, invalid or expired.")
	set := func(list ...Account) {
		t.Helper()
		if err := l.sandbox.SetAccounts(t.Context(), list); err != nil {
			t.Fatal(err)
		}
	}
	set(Account{ID: "acme", TokenSHA256: sha256.Sum256([]byte("key-9"))}, Account{ID: "third", TokenSHA256: sha256.Sum256([]byte("key-3"))})
	refused(t, l.do("GET", pathList, nil), 401, 1001, typeApplication, "The API key token is missing, invalid or expired.")
	l.as("acme", "key-9").ok(200, "GET", pathOf(made), nil)
	own := third.book()
	third.ok(200, "GET", pathOf(own), nil)
	third.ok(200, "GET", pathList+"?filter[check_in_date]=2026-12-12", nil)
	refused(t, third.do("GET", pathOf(made), nil), 404, 1004, typeApplication, "There is no such reservation.")
	set(Account{ID: "acme", Token: "key-1"})
	refused(t, third.do("GET", pathList, nil), 401, 1001, typeApplication, "The API key token is missing, invalid or expired.")
	set(Account{ID: "acme", Token: "key-1"}, Account{ID: "third", Token: "key-3"})
	third.ok(200, "GET", pathOf(own), nil) // What it had is still there.
	set()
	refused(t, third.do("GET", pathOf(own), nil), 401, 1001, typeApplication, "The API key token is missing, invalid or expired.")
	set(Account{ID: "third", Token: "key-3"})
	third.ok(200, "GET", pathOf(own), nil)
}
