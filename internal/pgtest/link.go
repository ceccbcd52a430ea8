package pgtest

import (
	"context"
	"net"
	"strconv"
	"sync"
)

// A Link is a network between clients and a server that can be cut.
type Link struct {
	Port     int
	listener net.Listener
	to       string

	mu    sync.Mutex
	mend  chan struct{} // closed when it is mended
	conns map[net.Conn]struct{}
}

// NewLink makes a network that leads to a port of this machine.
func NewLink(port int) (*Link, error) {
	listener, err := new(net.ListenConfig).Listen(context.Background(), "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l := &Link{
		Port: listener.Addr().(*net.TCPAddr).Port, listener: listener, to: net.JoinHostPort("127.0.0.1", strconv.Itoa(port)),
		mend: make(chan struct{}), conns: map[net.Conn]struct{}{},
	}
	close(l.mend)
	go l.accept()
	return l, nil
}

// Cut lets nothing through from now on, in either direction. No connection is told.
func (l *Link) Cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.mend = make(chan struct{})
}

// Mend lets through again what comes from now on, and what has waited.
func (l *Link) Mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.mend)
}

// Close ends the network and all its connections.
func (l *Link) Close() {
	_ = l.listener.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	for conn := range l.conns {
		_ = conn.Close()
	}
}

func (l *Link) whole() <-chan struct{} {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.mend
}

func (l *Link) accept() {
	for {
		from, err := l.listener.Accept()
		if err != nil {
			return
		}
		go l.serve(from)
	}
}

func (l *Link) serve(from net.Conn) {
	<-l.whole()
	to, err := new(net.Dialer).DialContext(context.Background(), "tcp", l.to)
	if err != nil {
		_ = from.Close()
		return
	}
	l.mu.Lock()
	l.conns[from], l.conns[to] = struct{}{}, struct{}{}
	l.mu.Unlock()
	go l.copy(from, to)
	l.copy(to, from)
}

// copy copies until either end is closed, and closes the other.
func (l *Link) copy(to, from net.Conn) {
	defer func() {
		_, _ = to.Close(), from.Close()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.conns, to)
		delete(l.conns, from)
	}()
	part := make([]byte, 32<<10)
	for {
		n, err := from.Read(part)
		<-l.whole()
		if n > 0 {
			if _, err := to.Write(part[:n]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
