package sandbox

import (
	"bufio"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/internal/gated"
	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
)

// A stranger is told so at once: nobody waits for the body, and the connection
// ends with the answer. The same goes for the control path and for a recording
// that is served again.
func TestStrangersBodyIsNotRead(t *testing.T) {
	t.Parallel()
	// If the server waited for the body, its answer would come later than the test lasts.
	t.Run("answered at once", func(t *testing.T) {
		t.Parallel()
		eachStranger(t, time.Hour, func(*testing.T, *bufio.Reader) {})
	})
	t.Run("closed after the answer", func(t *testing.T) {
		t.Parallel()
		eachStranger(t, 10*time.Millisecond, func(t *testing.T, r *bufio.Reader) {
			t.Helper()
			if _, err := r.ReadByte(); err != io.EOF {
				t.Errorf("the connection goes on: %v", err)
			}
		})
	})
}

// eachStranger has strangers announce bodies that they never send, and checks what
// follows the answers. Time-outs other than linger never pass.
func eachStranger(t *testing.T, linger time.Duration, check func(*testing.T, *bufio.Reader)) {
	t.Helper()
	set := func(l *limits) { l.header, l.body, l.linger = time.Hour, time.Hour, linger }
	l := served(t, set)
	replay := servedReplay(t, set)
	l.sandbox.control = "told"
	for name, to := range map[string]struct {
		address, request string
		status           int
	}{
		"service": {l.url, "POST " + pathCreate, 401},
		"fault":   {l.url, "GET " + pathPlaces, 401},
		"nowhere": {l.url, "POST /nowhere", 401},
		"replay":  {replay, "POST " + pathCreate, 401},
		"control": {l.url, "POST /control/clock", 401},
		"openapi": {l.url, "GET " + pathDescription, 200},
	} {
		for _, header := range []string{"Content-Length: 1000000", "Content-Length: 2", "Transfer-Encoding: chunked"} {
			for _, credentials := range []string{"", "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte("acme:wrong")) + "\r\n"} {
				t.Run(name+" "+header, func(t *testing.T) {
					t.Parallel()
					at := *l
					at.t, at.url = t, to.address
					c := at.dial()
					if _, err := io.WriteString(c, to.request+" HTTP/1.1\r\nHost: x\r\n"+credentials+"Content-Type: application/json\r\n"+header+"\r\n\r\n"); err != nil {
						t.Fatal(err)
					}
					r := bufio.NewReader(c)
					answer, err := http.ReadResponse(r, nil)
					if err != nil {
						t.Fatal(err)
					}
					if answer.StatusCode != to.status || !answer.Close {
						t.Errorf("answered %d; the connection is closed: %v", answer.StatusCode, answer.Close)
					}
					if _, err := io.Copy(io.Discard, answer.Body); err != nil {
						t.Error(err)
					}
					_ = answer.Body.Close()
					check(t, r)
				})
			}
		}
	}
}

// servedReplay serves a recording of one request.
func servedReplay(t *testing.T, change func(*limits)) string {
	t.Helper()
	var lines strings.Builder
	l := start(t, func(o *Options) { o.Properties, o.Record = 100, &lines })
	l.ok(200, "GET", pathList, nil)
	recorded, err := recording.Read(strings.NewReader(lines.String()), int64(lines.Len()))
	if err != nil {
		t.Fatal(err)
	}
	replay, err := NewReplay(recorded, ReplayOptions{Accounts: []Account{{ID: "acme", Token: "key-1"}}})
	if err != nil {
		t.Fatal(err)
	}
	change(&replay.limits)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = replay.Serve(ctx, listener)
	}()
	t.Cleanup(func() { stop(); <-ended })
	return "http://" + listener.Addr().String()
}

// heap is what is in use after a collection, in bytes.
func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapInuse + m.StackInuse
}

// sendUntilStalled sends a text until its last byte has left, or nobody takes
// more of it: the server need not, and what it leaves stays with the sender.
func sendUntilStalled(c net.Conn, text []byte) {
	for part := range slices.Chunk(text, 64<<10) {
		_ = c.SetWriteDeadline(time.Now().Add(100 * time.Millisecond))
		if _, err := c.Write(part); err != nil {
			return
		}
	}
}

// Many connections that never come to an end of what they send take little
// memory, whether their senders are strangers or not, and keep nobody out.
//
// It is not parallel: it measures what the whole process has in memory.
func TestStalledConnectionsAreCheap(t *testing.T) {
	gated.Test(t, "it measures memory for seconds")
	big := strings.Repeat("x", service.MaxBody-100)
	for name, send := range map[string]func(l *testFixture) string{
		"headers": func(*testFixture) string { return "GET / HTTP/1.1\r\nA: " + big[:maxHeader/2] },
		"a stranger's bodies": func(*testFixture) string {
			return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", pathCreate, service.MaxBody, big)
		},
		"a stranger's chunks": func(*testFixture) string {
			return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s", pathCreate, service.MaxBody, big)
		},
		"a partner's bodies": func(l *testFixture) string {
			return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", pathCreate, l.basic(), service.MaxBody, big)
		},
		"a partner's chunks": func(l *testFixture) string {
			return fmt.Sprintf("POST %s HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s", pathCreate, l.basic(), service.MaxBody, big)
		},
	} {
		t.Run(name, func(t *testing.T) {
			const many = 300
			// All of the bodies would be a megabyte each.
			ceiling := uint64(cap(newLimits().large)*service.MaxBody + many*(107<<10))
			l := served(t, func(l *limits) { l.header, l.body = time.Hour, time.Hour }) // None of them ends in time.
			text := []byte(send(l))
			before := heap()
			stalled := make(chan struct{})
			for range many {
				c := l.dial()
				// When it ends, nobody goes on to read what it has sent.
				if err := c.(*net.TCPConn).SetLinger(0); err != nil {
					t.Fatal(err)
				}
				go func() {
					sendUntilStalled(c, text)
					stalled <- struct{}{}
				}()
			}
			var most uint64
			for n := range many {
				<-stalled
				if n%16 == 0 {
					most = max(most, heap())
				}
			}
			l.ok(200, "GET", pathList, nil) // Another partner waits for none of them.
			// The server has met all of them by now: connections are accepted in their order.
			most = max(most, heap())
			if most > before && most-before > ceiling {
				t.Errorf("%d connections take %d MB, more than %d MB", many, (most-before)>>20, ceiling>>20)
			}
		})
	}
}

// askOn asks for a list on a connection, reads the answer, and leaves the connection open.
func (l *testFixture) askOn(c net.Conn) error {
	if _, err := io.WriteString(c, "GET "+pathList+" HTTP/1.1\r\nHost: x\r\n"+l.basic()+"\r\n"); err != nil {
		return err
	}
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return err
	}
	_, _ = io.Copy(io.Discard, answer.Body)
	if answer.StatusCode != 200 {
		return fmt.Errorf("answered %s", answer.Status)
	}
	return answer.Body.Close()
}

// stillOpen counts the connections that the server does not end within a time.
func stillOpen(all []net.Conn, within time.Duration) (n int) {
	for _, c := range all {
		_ = c.SetReadDeadline(time.Now().Add(within))
		if _, err := c.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			n++
		}
	}
	return n
}

// At the limit a new connection takes the place of the oldest stranger's. A partner's stays open.
func TestConnections_StrangersMakeRoom(t *testing.T) {
	t.Parallel()
	const most = 20
	l := served(t, func(l *limits) { l.connections, l.grace, l.header, l.body = most, 0, time.Hour, time.Hour })
	partner := l.dial()
	if err := l.askOn(partner); err != nil {
		t.Fatal(err)
	}
	var strangers []net.Conn
	for range 5 * most {
		strangers = append(strangers, l.dial())
	}
	if err := l.askOn(l.dial()); err != nil { // It comes after all of them.
		t.Fatalf("a new partner: %v", err)
	}
	if err := l.askOn(partner); err != nil {
		t.Errorf("the partner that was there first: %v", err)
	}
	// The client sees only after a while that a connection has ended.
	for end := time.Now().Add(30 * time.Second); stillOpen(strangers, time.Millisecond) > most-2; {
		if time.Now().After(end) {
			t.Fatalf("more than %d strangers are still connected", most-2)
		}
	}
}

// Within its grace a connection is not ended for another. The next one waits until there is room.
func TestConnections_NextWaits(t *testing.T) {
	t.Parallel()
	const most = 3
	l := served(t, func(l *limits) { l.connections, l.grace, l.header, l.body = most, time.Hour, time.Hour, time.Hour })
	partner := l.dial()
	if err := l.askOn(partner); err != nil {
		t.Fatal(err)
	}
	strangers := []net.Conn{l.dial(), l.dial()}
	next := make(chan error, 1)
	c := l.dial()
	go func() { next <- l.askOn(c) }()
	select {
	case err := <-next:
		t.Fatalf("a connection beyond the limit is answered: %v", err)
	case <-time.After(50 * time.Millisecond):
	}
	if err := l.askOn(partner); err != nil {
		t.Errorf("the partner that was there first: %v", err)
	}
	if n := stillOpen(strangers, 50*time.Millisecond); n != len(strangers) {
		t.Errorf("%d of %d strangers are still connected", n, len(strangers))
	}
	_ = strangers[0].Close()
	if err := <-next; err != nil {
		t.Errorf("after another has ended: %v", err)
	}
}

// If all connections are partners', the next one takes the place of the one that has been idle for longest. All partners get
// their answers, although nobody hangs up.
func TestConnections_IdlePartnersMakeRoom(t *testing.T) {
	t.Parallel()
	const most = 4
	l := served(t, func(l *limits) {
		l.connections, l.grace, l.header, l.body = most, 20*time.Millisecond, time.Hour, time.Hour
	})
	waiting, results := 4*most, make(chan error, 4*most)
	// On a slow machine the grace can end before a request arrives. That partner asks again.
	for end := time.Now().Add(30 * time.Second); waiting > 0; {
		for range waiting {
			c := l.dial()
			go func() { results <- l.askOn(c) }()
		}
		for range waiting {
			err := <-results
			switch {
			case err == nil:
				waiting--
			case time.Now().After(end):
				t.Fatalf("one of many partners: %v", err)
			}
		}
	}
}

// The connection that has been idle for longest is ended for the next one, and one with a request is not.
func TestPlainListener_LongestIdleMakesRoom(t *testing.T) {
	t.Parallel()
	tcp, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := newPlainListener(tcp, limits{connections: 2}, nil)
	t.Cleanup(func() { _ = l.Close() })
	at := testFixture{t: t, url: "http://" + tcp.Addr().String()}
	// partner connects, proves an account, and has no request any more. It returns the server's side.
	partner := func() net.Conn {
		at.dial()
		c, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		request, err := http.NewRequestWithContext(rememberConnection(t.Context(), c), http.MethodGet, at.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		proved(request)
		rests(c, http.StateIdle)
		return c
	}
	ended := func(c net.Conn) bool {
		_, err := c.Write([]byte("x"))
		return errors.Is(err, net.ErrClosed)
	}
	first, second, third := partner(), partner(), partner()
	if !ended(first) || ended(second) || ended(third) {
		t.Errorf("for the third one: first ended: %t, second: %t, third: %t", ended(first), ended(second), ended(third))
	}
	rests(second, http.StateActive)
	fourth := partner()
	if ended(second) || !ended(third) || ended(fourth) {
		t.Errorf("while the second one has a request: second ended: %t, third: %t, fourth: %t", ended(second), ended(third), ended(fourth))
	}
}

// A body that stops in its middle ends its request in time.
func TestStalledBodyIsCutOff(t *testing.T) {
	t.Parallel()
	l := served(t, func(l *limits) { l.header, l.body, l.linger = time.Hour, 300*time.Millisecond, 10*time.Millisecond })
	if err := l.sandbox.Training().Latency.Set(t.Context(), "50ms"); err != nil { // What waits on purpose does not bring the body back.
		t.Fatal(err)
	}
	for _, header := range []string{"Content-Length: 600000", "Content-Length: 100", "Transfer-Encoding: chunked"} {
		c := l.dial()
		if _, err := io.WriteString(c, "POST "+pathCreate+" HTTP/1.1\r\nHost: x\r\n"+l.basic()+"Content-Type: application/json\r\n"+header+"\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		raw, err := io.ReadAll(c)
		if err != nil || !strings.Contains(string(raw), "The body could not be read to its end.") {
			t.Errorf("%s: %v\n%s", header, err, raw)
		}
	}
}

// There is room for so many large bodies, and the next one is refused when that
// does not change in time. A request waits for its answer as long as it must,
// whatever the time for bodies is.
func TestLargeBodiesAreBounded(t *testing.T) {
	t.Parallel()
	l := served(t, func(l *limits) { l.body, l.large = 300*time.Millisecond, make(chan struct{}, 1) })
	if err := l.sandbox.Training().Faults.Add(t.Context(), "slow POST "+pathCreate+" delay=5m"); err != nil {
		t.Fatal(err)
	}
	answer := make(chan struct{})
	l.sandbox.waits.pause = func(time.Duration, <-chan struct{}, <-chan struct{}, <-chan struct{}) { <-answer }
	release := sync.OnceFunc(func() { close(answer) })
	t.Cleanup(release)
	large := `{"custom_data":"` + strings.Repeat("x", 2*smallBody) + `"}`
	first := make(chan reply, 1)
	go func() { first <- l.sent("POST", pathCreate, large) }()
	for len(l.sandbox.limits.large) == 0 {
		time.Sleep(time.Millisecond)
	}
	if got := l.do("POST", pathSearch, large); got.status != 503 {
		t.Errorf("a second large body is answered %d", got.status)
	}
	if got := l.do("POST", pathSearch, "{}"); got.status != 400 {
		t.Errorf("a small body is answered %d", got.status)
	}
	release()
	if got := <-first; got.status != 400 {
		t.Errorf("the first large body is answered %d", got.status)
	}
	if got := l.do("POST", pathSearch, large); got.status != 400 {
		t.Errorf("a large body that follows is answered %d", got.status)
	}
}
