package campaign

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/sandbox"
	"bellhop/sandbox/fault"
	"bellhop/sandbox/store"
)

const (
	account  = "campaign"
	hotels   = 2000 // of the world
	changing = 30   // of 1000 rates, which cost something else when verified
)

// A service is the sandbox, served over HTTP on this machine.
type service struct {
	*sandbox.Sandbox
	address string
	token   string
	close   func() error
	slowest atomic.Int64 // nanoseconds that a write took
}

// timed notes how long writes take. On a machine that has too much else to do
// one can outlast the window in which a console looks for it, which is then
// nobody's mistake.
func (s *service) timed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		next.ServeHTTP(w, r)
		if r.Method == http.MethodGet {
			return
		}
		took := int64(time.Since(begun))
		was := s.slowest.Load()
		for took > was && !s.slowest.CompareAndSwap(was, took) {
			was = s.slowest.Load()
		}
	})
}

// serve opens a new world in the folder and serves it.
func serve(ctx context.Context, o Options, c *clock, dir string) (*service, error) {
	s := &service{token: rand.Text()}
	box, err := sandbox.Open(ctx, sandbox.Options{
		Dir: dir, Seed: o.Seed, Properties: hotels, Changes: changing, Now: c.Now,
		Accounts: []sandbox.Account{{ID: account, Token: s.token}},
	})
	if err != nil {
		return nil, err
	}
	s.Sandbox = box
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, box.Close())
	}
	s.address = "http://" + listener.Addr().String()
	handler := box.Handler()
	if o.wrap != nil {
		handler = o.wrap(handler)
	}
	server := sandbox.NewServer(s.timed(handler))
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	s.close = sync.OnceValue(func() error {
		err := server.Close()
		if served := <-served; !errors.Is(served, http.ErrServerClosed) {
			err = errors.Join(err, served)
		}
		return errors.Join(err, box.Close())
	})
	return s, nil
}

// faultRules are the rules of a campaign: every kind of fault, each as likely as
// the others, at the three writes and at the two reads by which a lost answer is
// looked for.
func faultRules(o Options) string {
	if o.Fault < 0 {
		return ""
	}
	const one = "/rest/v1/reservation/{reservation_id}"
	// An answer that comes after the client has given up.
	late := " delay=" + (o.WriteTime + o.WriteTime/2 + 50*time.Millisecond).Round(time.Millisecond).String()
	var b strings.Builder
	for _, request := range []string{
		"POST /rest/v1/reservation", "POST " + one + "/cancel", "PATCH " + one, "GET /rest/v1/reservations", "GET " + one,
	} {
		for _, k := range fault.Kinds() {
			switch {
			case k.Kind == fault.Late && request != "POST /rest/v1/reservation":
			case k.Kind == fault.Slow:
				fmt.Fprintf(&b, "%s %s p=%g%s\n", k.Kind, request, o.Fault, late)
			default:
				fmt.Fprintf(&b, "%s %s p=%g\n", k.Kind, request, o.Fault)
			}
		}
	}
	return b.String()
}

// countFaults says how often each kind of fault has happened.
func countFaults(rules []fault.Status) map[string]int64 {
	counts := map[string]int64{}
	for _, r := range rules {
		kind, _, _ := strings.Cut(r.Rule, " ")
		counts[kind] += r.Fired
	}
	return counts
}

// A stored reservation is what the service has in the end.
type stored struct {
	id       string
	attempt  string // "" when it carries none
	guest    string // the email
	canceled bool
	in, out  string // the hotel's days
}

// readWorld reads every reservation out of the database itself, which nobody
// serves any more.
func readWorld(ctx context.Context, dir string) ([]stored, error) {
	data, err := store.Open(ctx, dir, store.Identity{}, []string{account})
	var have *store.MismatchError
	if errors.As(err, &have) {
		data, err = store.Open(ctx, dir, have.Have, []string{account})
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = data.Close() }()
	var all []stored
	const page = 1000
	for {
		list, total, err := data.List(ctx, account, store.Filter{
			CheckIn: store.AllDays(), CheckOut: store.AllDays(), Limit: page, Offset: int64(len(all)),
		})
		if err != nil {
			return nil, err
		}
		for _, r := range list {
			one, err := readStored(r)
			if err != nil {
				return nil, err
			}
			all = append(all, one)
		}
		if len(list) == 0 || int64(len(all)) >= total {
			return all, nil
		}
	}
}

func readStored(r store.Reservation) (stored, error) {
	var d struct {
		Custom map[string]any `json:"custom_data"`
		Guests struct {
			Primary struct {
				Email string `json:"email"`
			} `json:"primary"`
		} `json:"guests"`
	}
	if err := json.Unmarshal(r.Document, &d); err != nil {
		return stored{}, fmt.Errorf("reservation %s: %w", r.ID, err)
	}
	attempt, _ := d.Custom["bellhop_attempt"].(string)
	return stored{
		id: r.ID, attempt: attempt, guest: d.Guests.Primary.Email, canceled: r.Status == store.Canceled,
		in: day(r.Stay.CheckIn), out: day(r.Stay.CheckOut),
	}, nil
}

// day is a day of the database, which counts from 1970, as the journal spells it.
func day(n int32) string { return time.Unix(int64(n)*24*60*60, 0).UTC().Format(time.DateOnly) }
