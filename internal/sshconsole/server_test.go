//go:build unix

package sshconsole

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// patience is how long something may take on a machine that has much to do.
const patience = time.Minute

// text is what is written by one and read by another.
type text struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *text) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *text) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// says waits until a text has a part.
func (l *text) says(t *testing.T, part string) {
	t.Helper()
	for end := time.Now().Add(patience); !strings.Contains(l.String(), part); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("it never says %q:\n%s", part, l)
		}
	}
}

// awaitTrue waits for what is to become so.
func awaitTrue(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("waited in vain")
		}
	}
}

// A place is a server with a file of keys. Its consoles are a shell's command.
type place struct {
	t       *testing.T
	server  *Server
	keys    string
	address string
	log     *text
	signer  ssh.Signer
	end     context.CancelFunc // of the server, once it serves
}

// The shells of these tests trap SIGHUP. Under nohup they would inherit it as ignored, which a shell cannot trap; Notify gives
// child processes the default again.
func TestMain(m *testing.M) {
	if signal.Ignored(syscall.SIGHUP) {
		signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP)
	}
	os.Exit(m.Run())
}

// newPlace makes a server that nobody is served by yet, and one key that may enter as anna.
func newPlace(t *testing.T, command string) *place {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := ownFolder(t)
	p := &place{t: t, keys: filepath.Join(dir, "keys"), log: &text{}, signer: signer}
	p.let(`user="anna",profile="p"`)
	p.server, err = New(Options{
		Keys: p.keys, HostKey: filepath.Join(dir, "host"), Idle: time.Hour, MostAtOnce: 10, MostOfOne: 5, MostFailed: 30,
		Logger: slog.New(slog.NewTextHandler(p.log, nil)), LookForKeys: 5 * time.Millisecond,
		Console: func(who Person, _ []string) (*exec.Cmd, error) {
			cmd := exec.CommandContext(context.WithoutCancel(t.Context()), "sh", "-c", command)
			cmd.Env = append(os.Environ(), "WHO="+who.Name, "RIGHTS=all")
			if who.ReadOnly {
				cmd.Env = append(cmd.Env, "RIGHTS=read-only")
			}
			return cmd, nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	p.server.bounds = bounds{grace: patience, unused: time.Hour, killAfter: patience, lastWords: patience}
	return p
}

// serve begins to serve, until the test ends.
func (p *place) serve() {
	p.t.Helper()
	listener, err := new(net.ListenConfig).Listen(p.t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		p.t.Fatal(err)
	}
	p.address = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	p.end = cancel
	ended := make(chan error, 1)
	go func() { ended <- p.server.Serve(ctx, listener) }()
	p.t.Cleanup(func() {
		cancel()
		if err := <-ended; err != nil {
			p.t.Error(err)
		}
	})
}

// let writes the file of keys: the key has these options, or stands there no more.
func (p *place) let(options string) {
	p.t.Helper()
	line := `user="other",profile="p" ` + publicKey(p.t) + "\n"
	if options != "" {
		line += options + " " + string(ssh.MarshalAuthorizedKey(p.signer.PublicKey()))
	}
	next := p.keys + ".new"
	if err := errors.Join(os.WriteFile(next, []byte(line), 0o600), os.Rename(next, p.keys)); err != nil {
		p.t.Fatal(err)
	}
}

// dial connects with the key.
func (p *place) dial() *ssh.Client {
	p.t.Helper()
	client, err := ssh.Dial("tcp", p.address, &ssh.ClientConfig{
		User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(p.signer)}, Timeout: patience,
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // It is ours.
	})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = client.Close() })
	return client
}

// A console is a session of a client, and what it shows.
type console struct {
	*ssh.Session
	in    io.WriteCloser
	shows *text
}

// open opens a console on a connection.
func (p *place) open(client *ssh.Client) console {
	p.t.Helper()
	session, err := client.NewSession()
	if err != nil {
		p.t.Fatal(err)
	}
	c := console{Session: session, shows: &text{}}
	session.Stdout, session.Stderr = c.shows, c.shows
	in, err := session.StdinPipe()
	if err = errors.Join(err, session.RequestPty("xterm", 24, 80, nil), session.Shell()); err != nil {
		p.t.Fatal(err)
	}
	c.in = in
	return c
}

// ends waits for a console's end, and returns its code.
func (c console) ends(t *testing.T) int {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- c.Wait() }()
	select {
	case err := <-done:
		var status *ssh.ExitError
		switch {
		case err == nil:
			return 0
		case errors.As(err, &status):
			return status.ExitStatus()
		}
		return -1
	case <-time.After(patience):
		t.Fatalf("the console goes on:\n%s", c.shows)
		return -1
	}
}

// A connection may be up for days: what its key may do counts anew for each console on it,
// and consoles that run go on.
func TestRightsCountForEachConsole(t *testing.T) {
	t.Parallel()
	p := newPlace(t, `echo "$WHO has $RIGHTS"; read -r line; echo "read $line"`)
	p.serve()
	client := p.dial()
	first := p.open(client)
	first.shows.says(t, "anna has all")

	p.let(`user="anna",profile="p",read-only`)
	p.log.says(t, "the keys were read again")
	second := p.open(client)
	second.shows.says(t, "anna has read-only")

	p.let("")
	p.log.says(t, "keys=1")
	third := p.open(client)
	if code := third.ends(t); code != exitRefused || third.shows.String() != "bellhop: Your key may not enter any more. Ask who runs this server.\r\n" {
		t.Errorf("a key that is gone: code %d, %q", code, third.shows)
	}
	for _, one := range []console{first, second} {
		if _, err := io.WriteString(one.in, "on\n"); err != nil {
			t.Fatal(err)
		}
		one.shows.says(t, "read on")
		if code := one.ends(t); code != 0 {
			t.Errorf("a console that ran ends with %d", code)
		}
	}
}

// A session that ends alone on a connection with others is a line that drops: its console
// is hung up at once. One whose input has ended is as well, and is told.
func TestASessionIsALine(t *testing.T) {
	t.Parallel()
	p := newPlace(t, `trap 'echo hung up; exit 3' HUP; echo ready; while :; do sleep 0.02; done`)
	p.serve()
	client := p.dial()
	closed, silent, stays := p.open(client), p.open(client), p.open(client)
	for _, one := range []console{closed, silent, stays} {
		one.shows.says(t, "ready")
	}
	if err := closed.Close(); err != nil {
		t.Fatal(err)
	}
	p.log.says(t, `why="the line dropped"`)
	if err := silent.in.Close(); err != nil {
		t.Fatal(err)
	}
	if code := silent.ends(t); code != 3 {
		t.Errorf("the console whose input has ended ends with %d", code)
	}
	if got, want := silent.shows.String(), "ready\r\nhung up\r\n\r\nbellhop: The input has ended. What you had begun is kept.\r\n"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	if n := strings.Count(p.log.String(), "a session ended"); n != 2 || strings.Contains(stays.shows.String(), "hung up") {
		t.Errorf("%d sessions ended, and the third says %q", n, stays.shows)
	}
}

// A client that reads none of its output keeps no place: its session ends while a write to it
// still waits.
func TestSession_ClientReadsNothing(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "yes") // It fills what the client takes without reading.
	p.server.o.Idle, p.server.bounds.lastWords = 2*time.Second, 10*time.Millisecond
	p.serve()
	session, err := p.dial().NewSession()
	if err != nil {
		t.Fatal(err)
	}
	_, err = session.StdoutPipe() // Nobody reads it.
	_, err2 := session.StdinPipe()
	if err := errors.Join(err, err2, session.RequestPty("xterm", 24, 80, nil), session.Shell()); err != nil {
		t.Fatal(err)
	}
	p.log.says(t, `why="nothing was typed"`)
	awaitTrue(t, func() bool {
		p.server.mu.Lock()
		defer p.server.mu.Unlock()
		return p.server.all == 0
	})
}

// The console closes its terminal, so that a read fails with EIO, and opens it again for its last output.
func TestSession_LastWords(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "exec <&- >&- 2>&-; sleep 0.2; echo last words >/dev/tty")
	p.serve()
	c := p.open(p.dial())
	if code := c.ends(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
	c.shows.says(t, "last words")
}

// An edit of the file of keys is seen, whenever it comes and however old it says it is, and
// so is one that was refused and is mended.
func TestEditsOfTheKeysAreSeen(t *testing.T) {
	t.Parallel()
	p := newPlace(t, `echo "$WHO has $RIGHTS"`)
	p.let(`user="ben",profile="p"`) // Between the reading and the serving.
	p.serve()
	p.log.says(t, "the keys were read again")
	p.open(p.dial()).shows.says(t, "ben has all")

	before, err := os.Stat(p.keys)
	if err != nil {
		t.Fatal(err)
	}
	later := *p
	later.keys += ".later"
	later.let(`user="ben",profile="p",read-only`)
	if err := errors.Join(os.Chtimes(later.keys, time.Time{}, before.ModTime()), os.Rename(later.keys, p.keys)); err != nil {
		t.Fatal(err)
	}
	awaitTrue(t, func() bool { return strings.Count(p.log.String(), "the keys were read again") == 2 })

	if err := os.Chmod(p.keys, 0o666); err != nil {
		t.Fatal(err)
	}
	p.log.says(t, "the keys could not be read")
	if err := os.Chmod(p.keys, 0o600); err != nil {
		t.Fatal(err)
	}
	awaitTrue(t, func() bool { return strings.Count(p.log.String(), "the keys were read again") == 3 })
	if n := strings.Count(p.log.String(), "the keys could not be read"); n != 1 {
		t.Errorf("one mistake is told %d times", n)
	}
}

// Who takes out the last key keeps everybody out; an empty file, which is perhaps being written,
// and a pipe, which would be waited for, change nothing, and what comes after them is read.
func TestTheLastKeyIsTakenOut(t *testing.T) {
	t.Parallel()
	p := newPlace(t, `echo "$WHO has $RIGHTS"`)
	p.let(`user="ben",profile="p"`)
	p.serve()
	p.log.says(t, "the keys were read again") // Else the next change replaces ben's key unseen.
	client := p.dial()
	replace := func(text string) {
		t.Helper()
		next := p.keys + ".next"
		if err := errors.Join(os.WriteFile(next, []byte(text), 0o600), os.Rename(next, p.keys)); err != nil {
			t.Fatal(err)
		}
	}
	replace("")
	p.log.says(t, "is empty")
	if err := errors.Join(os.Remove(p.keys), syscall.Mkfifo(p.keys, 0o600)); err != nil {
		t.Fatal(err)
	}
	p.log.says(t, "is no ordinary file")
	p.open(client).shows.says(t, "ben has all")
	replace("# ben has left\n")
	awaitTrue(t, func() bool { return strings.Contains(p.log.String(), "keys=0") })
	p.open(client).shows.says(t, "Your key may not enter any more")
}
