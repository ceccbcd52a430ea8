package sshconsole

import (
	"errors"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/ssh"
)

const (
	mostNoted  = 10 // keys of a stranger that are logged
	longestTry = 64 // letters of what a client says that are logged
)

// connection is one of a client: of a stranger, until a key is proved.
type connection struct {
	net.Conn
	server *Server
	from   string    // its address, as sourceOf has it
	since  time.Time // of its beginning

	known    bool // has proved a key; the server's lock guards it
	consoles sync.WaitGroup

	mu       sync.Mutex
	login    string   // the name that the client asked for, which decides nothing
	offered  []string // the fingerprints of its keys
	mistaken bool     // one of those may enter, but was not proved
	log      *slog.Logger
	begun    time.Time // when a key was proved
	unused   *time.Timer
	person   string // who has proved a key
	key      ssh.PublicKey
	usage    *usage // of the person; the server's lock guards it
	sessions int
	forwards bool // has asked for forwarding
	why      string
	closed   bool
}

// asks notes the name that a client asks for.
func (c *connection) asks(login string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.login = short(login)
}

// offers notes a key.
func (c *connection) offers(key ssh.PublicKey, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mistaken = c.mistaken || known
	if sum := ssh.FingerprintSHA256(key); len(c.offered) < mostNoted && !slices.Contains(c.offered, sum) {
		c.offered = append(c.offered, sum)
	}
}

// refused logs why nobody was let in.
func (c *connection) refused(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	why := err.Error()
	if len(c.offered) > 0 && !c.mistaken {
		why = "no line of the keys file has this key"
	}
	c.server.o.Logger.Info("nobody was let in", slog.String("address", c.RemoteAddr().String()), slog.String("login", c.login),
		slog.String("keys", strings.Join(c.offered, " ")), slog.String("why", why))
}

// proved lets a connection in, which has limits of its own then: one that has no session is closed.
func (c *connection) proved(p Person, login string, key ssh.PublicKey) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		return errors.New("the line has dropped")
	}
	if err := c.server.letIn(c, p.Name); err != nil {
		return err
	}
	_ = c.SetDeadline(time.Time{})
	c.begun, c.person, c.key = time.Now(), p.Name, key
	c.log = c.server.o.Logger.With(slog.String("user", p.Name), slog.String("login", short(login)), slog.String("address", c.RemoteAddr().String()),
		slog.String("key", ssh.FingerprintSHA256(key)))
	c.log.Info("a connection began")
	c.unused = time.AfterFunc(c.mayBeUnused(), c.giveUp)
	return nil
}

func (c *connection) mayBeUnused() time.Duration { return min(c.server.o.Idle, c.server.bounds.unused) }

// giveUp closes a connection that nothing is done with.
func (c *connection) giveUp() {
	c.mu.Lock()
	used := c.sessions > 0
	c.mu.Unlock()
	if !used {
		c.end("no console was open for " + c.mayBeUnused().String())
	}
}

// end closes a connection for a reason of this server, which is logged.
func (c *connection) end(why string) {
	c.mu.Lock()
	if c.why == "" {
		c.why = why
	}
	c.mu.Unlock()
	_ = c.Close() // It may have ended.
}

// uses counts a session until done is called.
func (c *connection) uses() (done func()) {
	count := func(n int) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.sessions += n
		if c.sessions == 0 && !c.closed {
			c.unused.Reset(c.mayBeUnused())
		}
	}
	count(1)
	return func() { count(-1) }
}

// askedFor logs that something was asked for that nobody gets, once: a client may go on.
func (c *connection) askedFor(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.forwards && c.log != nil {
		c.log.Info("forwarding was refused", slog.String("asked", short(what)))
	}
	c.forwards = true
}

// Close closes the connection.
func (c *connection) Close() error {
	c.mu.Lock()
	ends := !c.closed && c.log != nil
	if ends {
		if c.why == "" {
			c.why = c.endedBy()
		}
		c.unused.Stop()
		c.log.Info("a connection ended", slog.String("why", c.why), slog.Duration("took", time.Since(c.begun)))
	}
	c.closed = true
	c.mu.Unlock()
	if ends {
		c.server.left(c)
	}
	return c.Conn.Close()
}

func (c *connection) endedBy() string {
	select {
	case <-c.server.ending:
		return "the server ends"
	default:
		return "the client or the line ended it"
	}
}

// refuseRequests refuses what is asked of a connection, such as a port on this machine. Clients ask as well whether it is up.
func (c *connection) refuseRequests(requests <-chan *ssh.Request) {
	for r := range requests {
		if strings.Contains(r.Type, "-forward") {
			c.askedFor(r.Type)
		}
		_ = r.Reply(false, nil) // The client may have gone.
	}
}

// short bounds what a client says of itself.
func short(text string) string {
	if letters := []rune(text); len(letters) > longestTry {
		return string(letters[:longestTry]) + "…"
	}
	return text
}
