package sandbox

import (
	"bytes"
	linked "container/list"
	"context"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// plainListener bounds how many connections are open, and gives the errors that
// net/http answers itself, before there is a request to handle, the error body
// of SPEC 7: net/http offers no other place for that than the connection.
//
// When as many are open as may be, the next one takes the place of that which
// has been open longest without a request that proved an account: strangers can
// neither fill the memory nor keep a partner out. Where all have proved one, the
// next waits until one of them ends.
type plainListener struct {
	net.Listener
	refuse func(*rejection) response

	mu        sync.Mutex
	ended     *sync.Cond // a connection, or the listener
	most      int
	open      int
	strangers *linked.List // of *plainConn, the oldest first
	closed    bool
}

func newPlainListener(l net.Listener, most int, refuse func(*rejection) response) *plainListener {
	p := &plainListener{Listener: l, refuse: refuse, most: most, strangers: linked.New()}
	p.ended = sync.NewCond(&p.mu)
	return p
}

// refuseUnread refuses what never became a request.
func (s *Sandbox) refuseUnread(now time.Time, f *rejection) response {
	x := &exchange{now: now}
	x.id = s.uuid("unreadable", now)
	return x.response().reject(x.id, f)
}

// Accept waits for the next connection, and for room for it.
func (l *plainListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	tcp, ok := c.(*net.TCPConn)
	if !ok {
		return c, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.open >= l.most && !l.closed {
		oldest := l.strangers.Front()
		if oldest == nil {
			l.ended.Wait()
			continue
		}
		stranger := oldest.Value.(*plainConn)
		l.forget(stranger)
		_ = stranger.TCPConn.Close() // It is gone either way.
	}
	if l.closed {
		return nil, errClosed(tcp)
	}
	l.open++
	one := &plainConn{TCPConn: tcp, from: l}
	one.place = l.strangers.PushBack(one)
	return one, nil
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
	l.known(c)
	l.open--
	l.ended.Signal()
}

// known takes a connection out of the strangers. The lock is held.
func (l *plainListener) known(c *plainConn) {
	if c.place != nil {
		l.strangers.Remove(c.place)
		c.place = nil
	}
}

type plainConn struct {
	*net.TCPConn
	from *plainListener

	// Of the listener's lock.
	place *linked.Element // among the strangers; nil once it is none
	gone  bool
}

// Close closes the connection and makes room for another.
func (c *plainConn) Close() error {
	c.from.mu.Lock()
	c.from.forget(c)
	c.from.mu.Unlock()
	return c.TCPConn.Close()
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
		c.from.known(c)
	}
}

// Write passes on what the handler answers, and puts another answer in place of
// net/http's own errors. Those come in one piece; the handler never answers
// with text/plain, nor with 417.
func (c *plainConn) Write(text []byte) (int, error) {
	own := bytes.HasPrefix(text, []byte("HTTP/1.1 417 ")) ||
		bytes.HasPrefix(text, []byte("HTTP/1.1 ")) && bytes.Contains(text, []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"))
	if !own {
		return c.TCPConn.Write(text)
	}
	f := rejectUnreadable()
	if bytes.HasPrefix(text, []byte("HTTP/1.1 431 ")) {
		f = rejectHeaders()
	}
	out := c.from.refuse(f)
	var b bytes.Buffer
	fmt.Fprintf(&b, "HTTP/1.1 %d %s\r\nConnection: close\r\nContent-Length: %d\r\n", out.status, http.StatusText(out.status), len(out.body))
	for _, name := range sortedNames(out.header) {
		fmt.Fprintf(&b, "%s: %s\r\n", name, out.header[name])
	}
	b.WriteString("\r\n")
	b.Write(out.body)
	if _, err := c.TCPConn.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(text), nil
}
