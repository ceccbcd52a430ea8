package sandbox

import (
	"bytes"
	linked "container/list"
	"context"
	"crypto/tls"
	"fmt"
	"maps"
	"net"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training"
)

// plainListener bounds how many connections are open, and gives the errors that
// net/http answers itself, before there is a request to handle, the error body
// of SPEC 7: net/http offers no other place for that than the connection.
//
// When as many are open as may be, the next one takes the place of that which
// has been open longest without a request that proved an account: strangers can
// neither fill the memory nor keep a partner out. Where all have proved one, it
// takes the place of that which has been without a request for longest. Each is
// left alone for a time, in which who is honest asks; the next waits for that,
// or until another ends.
type plainListener struct {
	net.Listener
	refuse func(*service.Rejection) training.Answer

	mu        sync.Mutex
	ended     *sync.Cond // a connection, its time, or the listener
	most      int
	grace     time.Duration
	open      int
	strangers *linked.List // of *plainConn, the oldest first
	resting   *linked.List // the same of those that have proved an account and have no request
	closed    bool
}

func newPlainListener(l net.Listener, bounds limits, refuse func(*service.Rejection) training.Answer) *plainListener {
	p := &plainListener{
		Listener: l, refuse: refuse, most: bounds.connections, grace: bounds.grace,
		strangers: linked.New(), resting: linked.New(),
	}
	p.ended = sync.NewCond(&p.mu)
	return p
}

// refuseUnread refuses what never became a request.
func refuseUnread(seed service.Seed, now time.Time, f *service.Rejection) training.Answer {
	r := service.Request{Now: now, ID: seed.UUID("unreadable", now)}
	return training.Answer{Answer: r.Blank().Refuse(f)}
}

// Accept waits for the next connection, and for room for it.
func (l *plainListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	tcp, ok := rawOf(c)
	if !ok {
		return c, nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.open >= l.most && !l.closed {
		spare, after := l.spare()
		if spare == nil {
			l.wait(after)
			continue
		}
		l.forget(spare)
		_ = spare.raw.Close() // It is gone either way.
	}
	if l.closed {
		return nil, errClosed(tcp)
	}
	l.open++
	one := &plainConn{Conn: c, raw: tcp, from: l}
	l.put(one, l.strangers)
	return one, nil
}

// spare returns the connection that makes room for another; where there is none, it
// says after what time there may be one, 0 if only the end of one helps. The
// lock is held.
func (l *plainListener) spare() (one *plainConn, after time.Duration) {
	list := l.strangers
	if list.Len() == 0 {
		list = l.resting
	}
	if list.Len() == 0 {
		return nil, 0
	}
	oldest := list.Front().Value.(*plainConn)
	if after = l.grace - time.Since(oldest.since); after > 0 {
		return nil, after
	}
	return oldest, 0
}

// wait waits for the end of a connection, but not longer than a time; 0 is for
// ever. The lock is held, but not meanwhile.
func (l *plainListener) wait(most time.Duration) {
	if most > 0 {
		timer := time.AfterFunc(most, func() {
			l.mu.Lock() // Then the waiting has begun.
			defer l.mu.Unlock()
			l.ended.Broadcast()
		})
		defer timer.Stop()
	}
	l.ended.Wait()
}

func errClosed(c net.Conn) error {
	_ = c.Close() // Nobody is there to answer it.
	return net.ErrClosed
}

// Close ends the listener. What is open stays open.
func (l *plainListener) Close() error {
	l.mu.Lock()
	l.closed = true
	l.mu.Unlock()
	l.ended.Broadcast()
	return l.Listener.Close()
}

// forget counts a connection no more. The lock is held.
func (l *plainListener) forget(c *plainConn) {
	if c.gone {
		return
	}
	c.gone = true
	l.take(c)
	l.open--
	l.ended.Signal()
}

// put puts a connection into a list, as of now. The lock is held.
func (l *plainListener) put(c *plainConn, list *linked.List) {
	l.take(c)
	c.list, c.place, c.since = list, list.PushBack(c), time.Now()
}

// take takes a connection out of the list that it is in. The lock is held.
func (l *plainListener) take(c *plainConn) {
	if c.list != nil {
		c.list.Remove(c.place)
		c.list = nil
	}
}

// rawOf returns the connection of TCP that one is, or that is under its TLS.
func rawOf(c net.Conn) (tcp *net.TCPConn, ok bool) {
	if secure, is := c.(*tls.Conn); is {
		c = secure.NetConn()
	}
	tcp, ok = c.(*net.TCPConn)
	return tcp, ok
}

// plainConn is a connection, whose TLS is under it.
type plainConn struct {
	net.Conn
	raw  *net.TCPConn
	from *plainListener
	drop atomic.Bool // it is to end without a word

	// Of the listener's lock.
	list  *linked.List // of those that make room for others; nil is none
	place *linked.Element
	since time.Time // it is in the list
	known bool      // it has proved an account
	gone  bool
}

// Close closes the connection and makes room for another.
func (c *plainConn) Close() error {
	c.from.mu.Lock()
	c.from.forget(c)
	c.from.mu.Unlock()
	if c.drop.Load() {
		return c.raw.Close()
	}
	return c.Conn.Close()
}

// SetLinger is that of the connection of TCP. With 0 its end is a reset, before which
// TLS says nothing either.
func (c *plainConn) SetLinger(seconds int) error {
	c.drop.Store(seconds == 0)
	return c.raw.SetLinger(seconds)
}

type connectionKey struct{}

// rememberConnection makes a connection known to its requests.
func rememberConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// proved notes that a request has proved an account, so that its connection
// keeps its place.
func proved(r *http.Request) {
	if c, ok := r.Context().Value(connectionKey{}).(*plainConn); ok {
		c.from.mu.Lock()
		defer c.from.mu.Unlock()
		c.known = true
		c.from.take(c)
	}
}

// rests notes whether a connection that has proved an account has a request.
func rests(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*plainConn)
	if !ok {
		return
	}
	l := c.from
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case !c.known || c.gone:
	case state == http.StateIdle:
		l.put(c, l.resting)
		l.ended.Signal()
	case state == http.StateActive:
		l.take(c)
	}
}

// Write passes on what the handler answers, and puts another answer in place of
// net/http's own errors. Those come in one piece; the handler never answers
// with text/plain, nor with 417.
func (c *plainConn) Write(text []byte) (int, error) {
	own := bytes.HasPrefix(text, []byte("HTTP/1.1 417 ")) ||
		bytes.HasPrefix(text, []byte("HTTP/1.1 ")) && bytes.Contains(text, []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"))
	if !own {
		return c.Conn.Write(text)
	}
	f := service.ErrUnreadable
	if bytes.HasPrefix(text, []byte("HTTP/1.1 431 ")) {
		f = service.RejectHeaders(maxHeader)
	}
	out := c.from.refuse(f)
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: %d\r\n", out.Status, http.StatusText(out.Status), len(out.Body))
	for _, name := range slices.Sorted(maps.Keys(out.Header)) {
		fmt.Fprintf(&b, "%s: %s\r\n", name, out.Header[name])
	}
	b.WriteString("\r\n")
	b.Write(out.Body)
	if _, err := c.Conn.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(text), nil
}
