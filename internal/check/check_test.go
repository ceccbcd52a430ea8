package check

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"bellhop/internal/contract"
	"bellhop/sandbox"
)

func now() time.Time { return time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC) }

const (
	account = "agency"
	token   = "secret-token-4711"
)

// defaultNames returns the names of a service that has the defaults of WIRE 1.
func defaultNames() Names {
	return Names{
		ID: "filter[id]", IDs: "filter[id][in]", CustomData: "filter[custom_data]", PageNumber: "page_number", PageSize: "page_size",
		Simulation: "simulate", CheckIn: "check_in_date", CheckOut: "check_out_date", Pagination: "pagination",
		PaginationToken: "pagination_token", PaginationPage: "page_number", ReviewSiteIDs: "reviewsite_ids",
	}
}

func serviceOptions() sandbox.Options {
	return sandbox.Options{
		Seed: 1, Properties: 600, Samples: 30, Now: now, Accounts: []sandbox.Account{{ID: account, Token: token}},
	}
}

// small makes the sandbox's world small, for tests that look at no page of it.
func small(o *sandbox.Options) { o.Properties, o.Samples = 100, 4 }

// large is how many hotels the world has when those of London are two pages.
const large = 1500

// service returns the real sandbox with some reservations.
func service(t testing.TB, change func(*sandbox.Options)) http.Handler {
	t.Helper()
	o := serviceOptions()
	if change != nil {
		change(&o)
	}
	s, err := sandbox.Open(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s.Handler()
}

// options returns a check of a handler that is called without a network.
func options(h http.Handler, write bool) Options {
	attempts := 0
	return Options{
		// The same script sends the same bytes.
		Attempt: func() string {
			attempts++
			return fmt.Sprintf("att-%026d", attempts)
		},
		BaseURL: "http://service.example", Account: account, Token: token, Names: defaultNames(), City: "LON", Write: write, Card: "card_good",
		Now: now, Sleep: func(context.Context, time.Duration) error { return nil }, Transport: direct{h}, examine: examine,
		Unreached: func(err error) string { return errors.Unwrap(err).Error() },
	}
}

// described is the description, read once.
var described = sync.OnceValues(load)

// examined remembers what was made of an answer, by its examinedKey: one world gives
// many tests the same answers.
var examined sync.Map

// An examinedKey is all of an answer that an examination looks at.
type examinedKey struct {
	operation, kind string
	status          int
	hash            [sha256.Size]byte
}

func keyOf(a answer) examinedKey {
	return examinedKey{a.request.operation, a.header.Get("Content-Type"), a.status, sha256.Sum256(a.text)}
}

// examine compares an answer with the description, unless it was before.
func examine(a answer) examination {
	key := keyOf(a)
	if e, known := examined.Load(key); known {
		return e.(examination)
	}
	e := examineAgain(a)
	examined.Store(key, e)
	return e
}

// examineAgain compares an answer with the description.
func examineAgain(a answer) examination {
	doc, err := described()
	if err != nil {
		panic(err)
	}
	return doc.examine(a)
}

// direct calls a handler in place of a network.
type direct struct{ handler http.Handler }

func (d direct) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := r.Context().Err(); err != nil {
		return nil, err
	}
	in := r.Clone(r.Context())
	in.RequestURI = r.URL.RequestURI()
	in.RemoteAddr = "127.0.0.1:1"
	if in.Body == nil {
		in.Body = http.NoBody
	}
	w := httptest.NewRecorder()
	d.handler.ServeHTTP(w, in)
	return w.Result(), nil
}

func check(t testing.TB, o Options) *Report {
	t.Helper()
	r, err := Run(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheSandboxKeepsEveryRule(t *testing.T) {
	t.Parallel()
	h := contract.Check(t, service(t, func(o *sandbox.Options) { o.Properties = large }))
	for _, write := range []bool{false, true} {
		name := "reading"
		if write {
			name = "writing"
		}
		t.Run(name, func(t *testing.T) {
			r := check(t, options(h, write))
			for _, one := range r.Results {
				want := Holds
				if one.Writes && !write {
					want = NotTried
				}
				if one.Verdict != want {
					t.Errorf("%s: %s (%s) %+v", one.ID, one.Verdict, one.Why, one.Mismatches)
				}
			}
			if r.Requests > 60 || !write && r.Requests > 42 {
				t.Errorf("%d requests", r.Requests)
			}
			if left := len(r.Left); write && left != 1 || !write && left != 0 || len(r.Unknown) != 0 {
				t.Errorf("left %q, unknown %q", r.Left, r.Unknown)
			}
		})
	}
}
