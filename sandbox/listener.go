package sandbox

import (
	"bytes"
	"fmt"
	"net"
	"net/http"
	"time"
)

// plainListener gives the errors that net/http answers itself, before there is
// a request to handle, the error body of SPEC 7: net/http offers no other place
// for that than the connection.
type plainListener struct {
	net.Listener
	refuse func(*rejection) response
}

// refuseUnread refuses what never became a request.
func (s *Sandbox) refuseUnread(now time.Time, f *rejection) response {
	x := &exchange{now: now}
	x.id = s.uuid("unreadable", now)
	return x.response().reject(x.id, f)
}

// Accept waits for the next connection.
func (l plainListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		return plainConn{tcp, l.refuse}, err
	}
	return c, err
}

type plainConn struct {
	*net.TCPConn
	refuse func(*rejection) response
}

// Write passes on what the handler answers, and puts another answer in place of
// net/http's own errors. Those come in one piece; the handler never answers
// with text/plain, nor with 417.
func (c plainConn) Write(text []byte) (int, error) {
	own := bytes.HasPrefix(text, []byte("HTTP/1.1 417 ")) ||
		bytes.HasPrefix(text, []byte("HTTP/1.1 ")) && bytes.Contains(text, []byte("\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"))
	if !own {
		return c.TCPConn.Write(text)
	}
	f := rejectUnreadable()
	if bytes.HasPrefix(text, []byte("HTTP/1.1 431 ")) {
		f = rejectHeaders()
	}
	out := c.refuse(f)
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
