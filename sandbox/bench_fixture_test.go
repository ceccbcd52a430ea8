//go:build unix

package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// benchSizes are the worlds that costs are measured in, to show how they grow.
var benchSizes = []int{DefaultProperties, 100_000, 1_000_000}

// benchFixture is a sandbox as the program serves it, and a client of it.
type benchFixture struct {
	*testFixture
	b *testing.B
	http.Client
}

// serve opens a sandbox with its search index and serves it over real HTTP,
// without the checks of start.
func serve(b *testing.B, change ...func(*Options)) *benchFixture {
	b.Helper()
	l := &testFixture{t: b, account: "acme", token: "key-1", clock: &testClock{now: time.Date(2026, 11, 21, 12, 30, 0, 0, time.UTC)}}
	o := options(b.TempDir())
	o.Now = l.clock.time
	for _, c := range change {
		c(&o)
	}
	var err error
	if l.sandbox, err = Open(b.Context(), o); err != nil {
		b.Fatal(err)
	}
	l.sandbox.world.Prepare(nil)
	listener, err := new(net.ListenConfig).Listen(b.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	l.url = "http://" + listener.Addr().String()
	ctx, stop := context.WithCancel(context.WithoutCancel(b.Context()))
	served := make(chan error, 1)
	go func() { served <- l.sandbox.Serve(ctx, listener) }()
	x := client(b, l)
	b.Cleanup(func() {
		x.CloseIdleConnections()
		stop()
		if err := <-served; err != nil {
			b.Error(err)
		}
		if err := l.sandbox.Close(); err != nil {
			b.Error(err)
		}
	})
	runtime.GC()
	return x
}

func client(b *testing.B, l *testFixture) *benchFixture {
	return &benchFixture{testFixture: l, b: b, Client: http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 64, DisableCompression: true}}}
}

// floor is a server that answers everything alike: the least that an answer of
// that size costs any server on this machine.
func floor(b *testing.B, status int, body []byte) *benchFixture {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		_, _ = w.Write(body)
	}))
	b.Cleanup(server.Close)
	return client(b, &testFixture{t: b, url: server.URL, account: "acme", token: "key-1"})
}

// ask sends a request and gives its answer, which has to have this status.
func (x *benchFixture) ask(status int, method, path string, body []byte) ([]byte, error) {
	r, err := http.NewRequestWithContext(x.b.Context(), method, x.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.SetBasicAuth(x.account, x.token)
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := x.Do(r)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answer.Body.Close() }()
	text := make([]byte, max(0, answer.ContentLength))
	if _, err = io.ReadFull(answer.Body, text); err == nil && answer.StatusCode != status {
		err = fmt.Errorf("%s %s: %d %s", method, path, answer.StatusCode, text)
	}
	return text, err
}

// answer is ask for a request that the benchmark itself needs.
func (x *benchFixture) answer(status int, method, path string, body []byte) []byte {
	x.b.Helper()
	text, err := x.ask(status, method, path, body)
	if err != nil {
		x.b.Fatal(err)
	}
	return text
}

// measure runs the work once per iteration, spread over so many clients. It
// reports the middle and the worst hundredth of the times, how many there were
// a second, and the processor time of one, the client's share included. With
// one client it also reports the worst hundredth of the processor times, which
// says the same on a machine that is busy with other things.
func measure(b *testing.B, clients int, work func(i int) error) {
	b.Helper()
	type cost struct{ took, used time.Duration }
	turns := make(chan int)
	costs := make([][]cost, clients)
	var group sync.WaitGroup
	for n := range clients {
		group.Go(func() {
			for i := range turns {
				used, start := processorTime(b), time.Now()
				if err := work(i); err != nil {
					b.Error(err)
				}
				costs[n] = append(costs[n], cost{time.Since(start), processorTime(b) - used})
			}
		})
	}
	before, start, count := processorTime(b), time.Now(), 0
	for b.Loop() {
		turns <- count
		count++
	}
	close(turns)
	group.Wait()
	passed, used := time.Since(start), processorTime(b)-before
	all := slices.Concat(costs...)
	b.ReportMetric(0, "ns/op") // With many clients it is none of theirs.
	b.ReportMetric(float64(count)/passed.Seconds(), "ops/s")
	b.ReportMetric(used.Seconds()*1e3/float64(count), "cpu-ms")
	slices.SortFunc(all, func(a, b cost) int { return int(a.took - b.took) })
	b.ReportMetric(all[len(all)/2].took.Seconds()*1e3, "p50-ms")
	b.ReportMetric(all[len(all)*99/100].took.Seconds()*1e3, "p99-ms")
	if clients == 1 {
		slices.SortFunc(all, func(a, b cost) int { return int(a.used - b.used) })
		b.ReportMetric(all[len(all)*99/100].used.Seconds()*1e3, "cpu-p99-ms")
	}
}

// processorTime is what this process has used of the processors.
func processorTime(b *testing.B) time.Duration {
	b.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		b.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

func encoded(b *testing.B, v any) []byte {
	b.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	return text
}
