package campaign

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"bellhop/api"
	"bellhop/sandbox"
	"bellhop/sandbox/training/fault"
)

const (
	account  = "campaign"
	changing = 30 // of 1000 rates, which cost something else when verified
)

// serviceSettings are what the service is told, on its standard input.
type serviceSettings struct {
	Dir     string `json:"dir"`
	Address string `json:"address"` // to listen on
	Token   string `json:"token"`
	Seed    uint64 `json:"seed"`
	Hotels  int    `json:"hotels"`
	Clock   clock  `json:"clock"`
	Faults  string `json:"faults"` // rules, a line each
	Life    int    `json:"life"`   // counts its processes, from 1
	Control string `json:"control"`
	Creates string `json:"creates"` // the file of those that reached it
}

// figures are what the service writes once it is there, and for each further
// line on its standard input.
type figures struct {
	Address string           `json:"address"`
	Faults  map[string]int64 `json:"faults"` // by kind
	Met     map[string]int64 `json:"met"`    // faults by request
	Slowest time.Duration    `json:"slowest"`

	Kills   int            `json:"-"` // of all processes of a service
	Outages map[string]int `json:"-"` // by kind, where it has several parts
}

// Serve runs the service's process: the sandbox, served over HTTP on this machine
// until its standard input ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return serve(ctx, in, out, hooks{})
}

func serve(ctx context.Context, in io.Reader, out io.Writer, h hooks) (err error) {
	lines := bufio.NewReader(in)
	var s serviceSettings
	if err := readLine(lines, &s); err != nil {
		return fmt.Errorf("the settings of the service: %w", err)
	}
	s.Clock.adopt()
	if h.settings != nil {
		h.settings(&s)
	}
	box, err := sandbox.Open(ctx, sandbox.Options{
		Dir: s.Dir, Seed: s.Seed, Properties: s.Hotels, Changes: changing, Now: s.Clock.Now, Faults: s.Faults,
		Accounts: []sandbox.Account{{ID: account, Token: s.Token}}, Control: s.Control,
	})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, box.Close()) }()
	listener, err := listen(ctx, s.Address)
	if err != nil {
		return err
	}
	handler := box.Handler()
	if s.Life%2 == 0 {
		handler = withoutFilter(handler)
	}
	creates, err := os.OpenFile(s.Creates, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, creates.Close()) }()
	handler = noteCreates(creates, handler)
	if h.handler != nil {
		handler = h.handler(handler)
	}
	var slowest atomic.Int64
	server := sandbox.NewServer(timed(&slowest, handler))
	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	for ; err == nil; _, err = lines.ReadBytes('\n') {
		f := countFaults(box.Training().Faults.List())
		f.Address, f.Slowest = listener.Addr().String(), time.Duration(slowest.Load())
		if err := encodeLine(out, f); err != nil {
			return errors.Join(err, server.Close())
		}
	}
	err = server.Close()
	if end := <-served; !errors.Is(end, http.ErrServerClosed) {
		err = errors.Join(err, end)
	}
	return err
}

// withoutFilter answers the custom_data filter with an empty list, as a service does that does not know it.
func withoutFilter(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("filter[custom_data]") {
			w.Header().Set("Content-Type", "application/json")
			_, _ = io.WriteString(w, `{"total_items_without_paging":0,"items":[]}`)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// listenPatience is how long an address is waited for that its former process
// has only just let go of.
const listenPatience = 10 * time.Second

func listen(ctx context.Context, address string) (net.Listener, error) {
	for since := time.Now(); ; {
		listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
		if err == nil || time.Since(since) > listenPatience {
			return listener, err
		}
		if api.Sleep(ctx, 20*time.Millisecond) != nil {
			return nil, err
		}
	}
}

// timed notes how long writes take at most. On a machine that has too much else
// to do one can outlast the window in which a console looks for it, which is
// then nobody's mistake.
func timed(slowest *atomic.Int64, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		next.ServeHTTP(w, r)
		if r.Method == http.MethodGet {
			return
		}
		took := int64(time.Since(begun))
		was := slowest.Load()
		for took > was && !slowest.CompareAndSwap(was, took) {
			was = slowest.Load()
		}
	})
}

// countFaults counts how often each kind of fault has happened, and where.
func countFaults(rules []fault.Status) figures {
	f := figures{Faults: map[string]int64{}, Met: map[string]int64{}}
	for _, r := range rules {
		if words := strings.Fields(r.Rule); len(words) > 2 && r.Fired > 0 {
			f.Faults[words[0]] += r.Fired
			f.Met[words[1]+" "+words[2]] += r.Fired
		}
	}
	return f
}
