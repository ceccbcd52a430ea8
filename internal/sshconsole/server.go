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
	mostTries     = 3  // keys that a connection may offer
	mostStrangers = 50 // connections that have proved nothing yet
	perMinute     = 30 // connections of one address
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
	ssh    *ssh.Server
	people atomic.Pointer[[]Person]
	read   fileState // of the keys, when they were read; follow alone uses it
	bounds bounds

	mu        sync.Mutex
	sessions  map[string]int // of each person
	all       int
	strangers map[string]*connection // by their addresses: the library names no other when one fails
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
	s := &Server{
		o: o, read: read, bounds: newBounds(), sessions: map[string]int{}, strangers: map[string]*connection{},
		addresses: map[string]*rate.Limiter{}, ending: make(chan struct{}),
	}
	s.people.Store(&people)
	s.warn(people)
	s.ssh, err = wish.NewServer(
		wish.WithHostKeyPEM(host),
		wish.WithPublicKeyAuth(s.knows),
		wish.WithVersion("bellhop"),
		func(server *ssh.Server) error {
			server.Handler = s.serve
			server.ConnCallback = s.accept
			server.ServerConfigCallback, server.ConnectionFailedCallback = s.config, s.failed
			server.ChannelHandlers = map[string]ssh.ChannelHandler{"session": ssh.DefaultSessionHandler, "default": refuseChannel}
			server.RequestHandlers = map[string]ssh.RequestHandler{"default": refuseRequest}
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
	limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), 2*s.bounds.killAfter)
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
		if err != nil && !errors.Is(err, errNobody) { // Who takes out the last key keeps everybody out.
			if text := err.Error(); text != wrong {
				wrong = text
				s.o.Logger.Error("the keys could not be read; those before stay", slog.String("error", text))
			}
			continue
		}
		wrong = ""
		s.people.Store(&people)
		s.o.Logger.Info("the keys were read again", slog.Int("keys", len(people)))
		s.warn(people)
	}
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

// knows reports whether a key is somebody's. Whose it is counts when a session begins: the
// connection may be up for days by then.
func (s *Server) knows(ctx ssh.Context, key ssh.PublicKey) bool {
	_, is := s.person(key)
	if c := connectionOf(ctx); c != nil {
		c.offers(key, is)
	}
	return is
}

// config has a connection hear of its client's tries and of the key that is proved.
func (s *Server) config(ctx ssh.Context) *gossh.ServerConfig {
	config := &gossh.ServerConfig{MaxAuthTries: mostTries}
	if c := connectionOf(ctx); c != nil {
		config.AuthLogCallback = func(conn gossh.ConnMetadata, _ string, _ error) { c.asks(conn.User()) }
		config.VerifiedPublicKeyCallback = func(conn gossh.ConnMetadata, key gossh.PublicKey, may *gossh.Permissions, _ string) (*gossh.Permissions, error) {
			p, _ := s.person(key) // One who was taken out meanwhile hears it when a session begins.
			c.proved(p, conn.User(), key)
			return may, nil
		}
	}
	return config
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
	if len(s.strangers) >= mostStrangers || !s.addresses[host].Allow() {
		s.o.Logger.Warn("a connection was refused: there are too many", slog.String("address", host))
		return nil
	}
	_ = conn.SetDeadline(time.Now().Add(s.bounds.grace)) // On a connection without deadlines, the peer ends it.
	one := &connection{Conn: conn, server: s}
	s.strangers[conn.RemoteAddr().String()] = one
	ctx.SetValue(connectionKey{}, one)
	return one
}

// noStranger takes a connection off the strangers.
func (s *Server) noStranger(c *connection) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if address := c.RemoteAddr().String(); s.strangers[address] == c {
		delete(s.strangers, address)
	}
}

// failed tells of a connection that came to nothing.
func (s *Server) failed(conn net.Conn, err error) {
	s.mu.Lock()
	c := s.strangers[conn.RemoteAddr().String()]
	s.mu.Unlock()
	if c != nil { // Else it has proved a key, and tells of its end itself.
		s.noStranger(c)
		c.refused(err)
	}
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
