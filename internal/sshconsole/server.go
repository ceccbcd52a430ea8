package sshconsole

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"

	"bellhop/internal/guard"
	"bellhop/internal/local"
)

// Options are what a server is made of.
type Options struct {
	Keys        string // the file of keys, which is read again when it changes
	HostKey     string // the file of the server's own key, which is made where there is none
	Idle        time.Duration
	MostAtOnce  int // sessions
	MostOfOne   int // sessions of one person
	MostFailed  int // connections of one address that prove no key, in a minute
	Logger      *slog.Logger
	LookForKeys time.Duration // how often the file of keys is looked at
	// Console returns the command that is a console for a person, whose terminal is
	// called so. Its error is told to the person; what is behind a CauseError is for the log.
	Console func(p Person, terminal []string) (*exec.Cmd, error)
	// Check says why a person's profile cannot be used, as Console would; nil checks nothing.
	Check func(p Person) error
}

// CauseError is told to a person without its cause, which is about the server.
type CauseError struct {
	Told string
	Err  error
}

func (e *CauseError) Error() string { return e.Told }

// Unwrap returns the cause.
func (e *CauseError) Unwrap() error { return e.Err }

// causeOf is what the log has of an error.
func causeOf(err error) string {
	var with *CauseError
	if errors.As(err, &with) {
		err = with.Err
	}
	return err.Error()
}

// What strangers may take of a server.
const (
	mostTries     = 3  // refused keys, beside the first three, which the library does not count
	mostStrangers = 50 // connections that have proved nothing yet
)

// bounds are the time limits of a server.
type bounds struct {
	grace     time.Duration // until a client has proved a key
	unused    time.Duration // of a connection without a session
	killAfter time.Duration // of a console whose line has dropped, until it is killed
	lastWords time.Duration // of the last bytes and of the farewell to a client
}

func newBounds() bounds {
	return bounds{grace: 20 * time.Second, unused: time.Minute, killAfter: 5 * time.Second, lastWords: time.Second}
}

// Server serves consoles over SSH.
type Server struct {
	o      Options
	host   ssh.Signer
	people atomic.Pointer[[]Person]
	keys   *local.Followed[[]Person]
	bounds bounds

	mu        sync.Mutex
	sessions  map[string]int // of each person
	all       int
	inside    map[string]*usage // what each person takes
	strangers map[*connection]bool
	sources   map[string]*source // those that have failed
	ending    chan struct{}      // closed when all sessions are to end
}

// New reads the keys, and makes a server.
func New(o Options) (*Server, error) {
	keys, people, err := followKeys(o.Keys)
	if err != nil {
		return nil, err
	}
	host, err := hostKey(o.HostKey)
	if err != nil {
		return nil, err
	}
	s := &Server{
		o: o, host: host, keys: keys, bounds: newBounds(), sessions: map[string]int{}, inside: map[string]*usage{}, strangers: map[*connection]bool{},
		sources: map[string]*source{}, ending: make(chan struct{}),
	}
	s.people.Store(&people)
	s.warn(people)
	return s, nil
}

// Fingerprint is what clients show of the server's key.
func (s *Server) Fingerprint() string {
	return ssh.FingerprintSHA256(s.host.PublicKey())
}

// Serve serves consoles until ctx is done, and then ends their sessions.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	all, end := context.WithCancel(context.WithoutCancel(ctx)) // Connections outlast ctx, until their consoles have ended.
	defer end()
	closed := make(chan struct{})
	var connections sync.WaitGroup
	go func() {
		defer guard.Catch()
		defer close(closed)
		s.acceptAll(listener, func(conn net.Conn) { connections.Go(func() { s.connect(all, conn) }) })
	}()
	go s.follow(ctx)
	select {
	case <-closed:
		return fmt.Errorf("serving over SSH: %w", net.ErrClosed)
	case <-ctx.Done():
	}
	close(s.ending)
	_ = listener.Close()
	<-closed // There are no more connections.
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		connections.Wait()
	}()
	waitFor(ended, 2*s.bounds.killAfter)
	end() // A client that does not go is left.
	<-ended
	return nil
}

// acceptAll hands on connections until the listener is closed.
func (s *Server) acceptAll(listener net.Listener, to func(net.Conn)) {
	for {
		conn, err := listener.Accept()
		switch {
		case errors.Is(err, net.ErrClosed):
			return
		case err != nil: // Such as too many open files: those that end make room.
			s.o.Logger.Error("a connection could not be accepted", slog.String("error", err.Error()))
			waitFor(s.ending, time.Second)
		default:
			to(conn)
		}
	}
}

// waitFor waits for done, at most for a time.
func waitFor(done <-chan struct{}, most time.Duration) {
	select {
	case <-done:
	case <-time.After(most):
	}
}

// connect serves one connection, at most until ctx is done.
func (s *Server) connect(ctx context.Context, conn net.Conn) {
	defer guard.Catch()
	c := s.accept(conn)
	if c == nil {
		_ = conn.Close() // It was refused.
		return
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Close() }) // It may have ended.
	defer stop()
	defer func() { _ = c.Close() }()
	_, channels, requests, err := ssh.NewServerConn(c, s.config(c))
	if err != nil {
		if s.strangerFailed(c) { // Else its place was taken, and that is logged.
			c.refused(err)
		}
		return
	}
	go c.refuseRequests(requests)
	var sessions sync.WaitGroup
	defer func() {
		sessions.Wait()
		c.consoles.Wait()
	}()
	for asked := range channels {
		if asked.ChannelType() != "session" {
			c.askedFor(asked.ChannelType())
			_ = asked.Reject(ssh.Prohibited, "there is no forwarding here") // The client may have gone.
			continue
		}
		sessions.Go(func() {
			defer guard.Catch()
			s.channel(c, asked)
		})
	}
}

// follow uses the keys again when they change, until ctx is done.
func (s *Server) follow(ctx context.Context) {
	defer guard.Catch()
	s.keys.Watch(ctx, s.o.LookForKeys, nil, func(people []Person) error {
		s.people.Store(&people)
		s.o.Logger.Info("the keys were read again", slog.Int("keys", len(people)))
		s.warn(people)
		return nil
	}, func(err error) {
		s.o.Logger.Error("the keys could not be read; those before stay", slog.String("error", err.Error()))
	})
}

// warn tells of keys that may enter and whose console cannot open: else only those people hear of it.
func (s *Server) warn(people []Person) {
	if s.o.Check == nil {
		return
	}
	type use struct {
		profile    string
		production bool
	}
	why := map[use]error{} // Many people have one profile.
	for _, p := range people {
		one := use{p.Profile, p.Production}
		if _, checked := why[one]; !checked {
			why[one] = s.o.Check(p)
		}
		if err := why[one]; err != nil {
			s.o.Logger.Warn("this key opens no console", slog.String("file", s.o.Keys), slog.Int("line", p.line), slog.String("user", p.Name),
				slog.String("profile", p.Profile), slog.String("why", causeOf(err)))
		}
	}
}

// person returns whose a key is, as the file of keys says now.
func (s *Server) person(key ssh.PublicKey) (Person, bool) {
	if key == nil {
		return Person{}, false
	}
	wire := key.Marshal()
	for _, p := range *s.people.Load() {
		if bytes.Equal(p.key, wire) { // A public key is no secret.
			return p, true
		}
	}
	return Person{}, false
}

// config has a connection hear of its client's tries and of the key that is proved. Whose a key is counts when a session
// begins: the connection may be up for days by then.
func (s *Server) config(c *connection) *ssh.ServerConfig {
	config := &ssh.ServerConfig{
		MaxAuthTries: mostTries, ServerVersion: "SSH-2.0-bellhop",
		AuthLogCallback: func(conn ssh.ConnMetadata, _ string, _ error) { c.asks(conn.User()) },
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			_, known := s.person(key)
			if c.offers(key, known); !known {
				return nil, errors.New("nobody has this key")
			}
			return nil, nil //nolint:nilnil // It needs no permissions of the library's.
		},
		VerifiedPublicKeyCallback: func(conn ssh.ConnMetadata, key ssh.PublicKey, may *ssh.Permissions, _ string) (*ssh.Permissions, error) {
			p, _ := s.person(key) // One who was taken out meanwhile hears it when a session begins.
			return may, c.proved(p, conn.User(), key)
		},
	}
	config.AddHostKey(s.host)
	return config
}

// enter counts a session; why says why there cannot be one more.
func (s *Server) enter(name string) (why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.all >= s.o.MostAtOnce:
		return fmt.Sprintf("All %d consoles of this server are in use. Try again later.", s.all)
	case s.sessions[name] >= s.o.MostOfOne:
		return fmt.Sprintf("You have as many consoles open as one person may have: %d.", s.sessions[name])
	}
	s.all++
	s.sessions[name]++
	return ""
}

func (s *Server) leave(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all--
	if s.sessions[name]--; s.sessions[name] == 0 {
		delete(s.sessions, name)
	}
}
