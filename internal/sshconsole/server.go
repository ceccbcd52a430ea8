package sshconsole

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"net"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"github.com/charmbracelet/ssh"
	"github.com/charmbracelet/wish"
	gossh "golang.org/x/crypto/ssh"
	"golang.org/x/time/rate"

	"bellhop/internal/guard"
)

// Options are what a server is made of.
type Options struct {
	Keys        string // the file of keys, which is read again when it changes
	HostKey     string // the file of the server's own key, which is made where there is none
	Idle        time.Duration
	MostAtOnce  int // sessions
	MostOfOne   int // sessions of one person
	Logger      *slog.Logger
	LookForKeys time.Duration // how often the file of keys is looked at
	// Console returns the command that is a console for a person, whose terminal is
	// called so. Its error is told to the person.
	Console func(p Person, terminal []string) (*exec.Cmd, error)
}

// What strangers may take of a server.
const (
	mostTries     = 3                // keys that a connection may offer
	graceTime     = 20 * time.Second // until somebody has proved who they are
	mostStrangers = 50               // connections that have proved nothing yet
	perMinute     = 30               // connections of one address
)

// Server serves consoles over SSH.
type Server struct {
	o      Options
	ssh    *ssh.Server
	people atomic.Pointer[[]Person]
	read   fileState // of the keys, when they were read; follow alone uses it

	mu        sync.Mutex
	sessions  map[string]int // of each person
	all       int
	strangers int
	addresses map[string]*rate.Limiter
	ending    chan struct{} // closed when all sessions are to end
}

// New reads the keys, and makes a server.
func New(o Options) (*Server, error) {
	read := stateOf(o.Keys) // Before they are read: what is written meanwhile is seen.
	people, err := ReadKeys(o.Keys)
	if err != nil {
		return nil, err
	}
	host, err := hostKey(o.HostKey)
	if err != nil {
		return nil, err
	}
	s := &Server{o: o, read: read, sessions: map[string]int{}, addresses: map[string]*rate.Limiter{}, ending: make(chan struct{})}
	s.people.Store(&people)
	s.ssh, err = wish.NewServer(
		wish.WithHostKeyPEM(host),
		wish.WithPublicKeyAuth(s.knows),
		wish.WithVersion("bellhop"),
		func(server *ssh.Server) error {
			server.Handler = s.serve
			server.ConnCallback = s.accept
			server.ServerConfigCallback = func(ssh.Context) *gossh.ServerConfig { return &gossh.ServerConfig{MaxAuthTries: mostTries} }
			server.ConnectionFailedCallback = func(conn net.Conn, err error) {
				o.Logger.Info("nobody was let in", slog.String("address", conn.RemoteAddr().String()), slog.String("error", err.Error()))
			}
			return nil
		},
	)
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Fingerprint is what clients show of the server's key.
func (s *Server) Fingerprint() string {
	return gossh.FingerprintSHA256(s.ssh.HostSigners[0].PublicKey())
}

// Serve serves consoles until ctx is done, and then ends their sessions.
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	failed := make(chan error, 1)
	go func() {
		defer guard.Catch()
		failed <- s.ssh.Serve(listener)
	}()
	go s.follow(ctx)
	select {
	case err := <-failed:
		return fmt.Errorf("serving over SSH: %w", err)
	case <-ctx.Done():
	}
	close(s.ending)
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*killAfter)
	defer cancel()
	if err := s.ssh.Shutdown(limited); err != nil {
		_ = s.ssh.Close() // Who does not go is left.
	}
	return nil
}

// follow reads the keys again when they change. Keys that cannot be read change nothing, and
// are tried again: a mode that is mended changes no file.
func (s *Server) follow(ctx context.Context) {
	defer guard.Catch()
	ticks := time.NewTicker(s.o.LookForKeys)
	defer ticks.Stop()
	wrong := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
		}
		is := stateOf(s.o.Keys)
		if is == s.read && wrong == "" {
			continue
		}
		s.read = is
		people, err := ReadKeys(s.o.Keys)
		if err != nil {
			if text := err.Error(); text != wrong {
				wrong = text
				s.o.Logger.Error("the keys could not be read; those before stay", slog.String("error", text))
			}
			continue
		}
		wrong = ""
		s.people.Store(&people)
		s.o.Logger.Info("the keys were read again", slog.Int("keys", len(people)))
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

// knows reports whether a key is somebody's. Whose it is counts when a session begins: the
// connection may be up for days by then.
func (s *Server) knows(_ ssh.Context, key ssh.PublicKey) bool {
	_, is := s.person(key)
	return is
}

// accept lets a connection in, as long as its address and all strangers together do not
// take too much; nil ends it.
func (s *Server) accept(ctx ssh.Context, conn net.Conn) net.Conn {
	host, _, err := net.SplitHostPort(conn.RemoteAddr().String())
	if err != nil {
		host = conn.RemoteAddr().String()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.addresses) > 10_000 {
		clear(s.addresses) // Nobody who comes that often is kept out by what is forgotten.
	}
	if s.addresses[host] == nil {
		s.addresses[host] = rate.NewLimiter(rate.Limit(perMinute)/60, perMinute)
	}
	if s.strangers >= mostStrangers || !s.addresses[host].Allow() {
		s.o.Logger.Warn("a connection was refused: there are too many", slog.String("address", host))
		return nil
	}
	s.strangers++
	_ = conn.SetDeadline(time.Now().Add(graceTime)) // What cannot have one is ended by its peer.
	one := &stranger{Conn: conn, known: func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.strangers--
	}}
	ctx.SetValue(strangerKey{}, one)
	return one
}

type strangerKey struct{}

// stranger is a connection until somebody has proved who they are.
type stranger struct {
	net.Conn
	once  sync.Once
	known func()
}

// proved takes the time limit off.
func (c *stranger) proved() {
	c.once.Do(c.known)
	_ = c.SetDeadline(time.Time{})
}

// Close closes the connection.
func (c *stranger) Close() error {
	c.once.Do(c.known)
	return c.Conn.Close()
}

// enter counts a session; why says why there cannot be one more.
func (s *Server) enter(name string) (why string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.all >= s.o.MostAtOnce:
		return fmt.Sprintf("All %d consoles of this server are in use. Try again later.", s.all)
	case s.sessions[name] >= s.o.MostOfOne:
		return fmt.Sprintf("You have all the consoles open that one person may have: %d.", s.sessions[name])
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
