//go:build unix

package sshconsole

import (
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"io"
	"net"
	"os/exec"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

func strangersKey(t *testing.T) ssh.Signer {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}

// as connects with a name and keys.
func (p *place) as(login string, keys ...ssh.Signer) (*ssh.Client, error) {
	p.t.Helper()
	return ssh.Dial("tcp", p.address, &ssh.ClientConfig{
		User: login, Auth: []ssh.AuthMethod{ssh.PublicKeys(keys...)}, Timeout: patience,
		HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // It is ours.
	})
}

// Who runs the server reads whose key is missing, under which name it came, and why it was
// not enough.
func TestAStrangerIsNamed(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "true")
	p.serve()
	one, two := strangersKey(t), strangersKey(t)
	login := "mallory" + strings.Repeat("y", 1000)
	if _, err := p.as(login, one, two); err == nil {
		t.Fatal("a stranger was let in")
	}
	p.log.says(t, "nobody was let in")
	p.log.says(t, `why="no line of the keys file has this key"`)
	p.log.says(t, `keys="`+ssh.FingerprintSHA256(one.PublicKey())+" "+ssh.FingerprintSHA256(two.PublicKey())+`"`)
	p.log.says(t, "login=mallory")
	if said := p.log.String(); strings.Contains(said, login) || len(said) > 1000 {
		t.Errorf("a stranger fills the log:\n%s", said)
	}
	if _, err := p.as("eve"); err == nil {
		t.Fatal("a stranger without a key was let in")
	}
	p.log.says(t, `login=eve keys="" why=`)
	awaitTrue(t, func() bool { return p.strangers() == 0 })
}

func (p *place) strangers() int {
	p.server.mu.Lock()
	defer p.server.mu.Unlock()
	return len(p.server.strangers)
}

// The time that strangers have is not taken off by what they send.
func TestAStrangerHasLittleTime(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "true")
	p.server.bounds.grace = 300 * time.Millisecond
	p.serve()
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", p.address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := conn.Write([]byte("SSH-2.0-slow\r\n")); err != nil {
		t.Fatal(err)
	}
	p.log.says(t, "nobody was let in")
	p.log.says(t, "timeout")
	awaitTrue(t, func() bool { return p.strangers() == 0 })
}

// The name that is asked for decides nothing, and is logged.
func TestTheNameThatIsAskedForIsLogged(t *testing.T) {
	t.Parallel()
	p := newPlace(t, `echo "$WHO is here"; read -r line`)
	p.serve()
	client, err := p.as("bob", p.signer)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	p.open(client).shows.says(t, "anna is here")
	p.log.says(t, `msg="a session began" user=anna login=bob`)
}

// A connection without a console is not counted as a stranger, ends after a while, and is logged.
func TestConnection_EndsWithoutAConsole(t *testing.T) {
	t.Parallel()
	const short = 20 * time.Millisecond
	for name, times := range map[string]struct{ idle, unused time.Duration }{
		"unused": {time.Hour, short},
		"idle":   {short, time.Hour},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, "true")
			p.server.o.Idle, p.server.bounds.unused = times.idle, times.unused
			p.serve()
			if client, err := p.as("x", p.signer); err == nil { // On a slow machine the connection ends first.
				_ = client.Wait()
			}
			p.log.says(t, `msg="a connection began" user=anna login=x`)
			p.log.says(t, `msg="a connection ended" user=anna login=x`)
			p.log.says(t, `why="no console was open for 20ms"`)
			if n := p.strangers(); n != 0 {
				t.Errorf("%d strangers", n)
			}
		})
	}
}

// A connection with a console outlasts the time without one, which begins anew when the
// last console ends.
func TestConnection_StaysWhileInUse(t *testing.T) {
	t.Parallel()
	here, there := net.Pipe()
	defer there.Close()
	c := &connection{Conn: here, server: &Server{o: Options{Idle: time.Hour}, bounds: bounds{unused: time.Millisecond}}}
	c.unused = time.AfterFunc(time.Hour, c.giveUp)
	first, second := c.uses(), c.uses()
	first()
	if c.giveUp(); c.closed {
		t.Error("a connection is closed below its console")
	}
	second()
	if err := there.SetReadDeadline(time.Now().Add(patience)); err != nil {
		t.Fatal(err)
	}
	if _, err := there.Read(make([]byte, 1)); !errors.Is(err, io.EOF) {
		t.Errorf("a connection without a console stays: %v", err)
	}
}

// Who asks for forwarding gets none, and is logged once.
func TestForwardingIsLoggedOnce(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "true")
	p.serve()
	client := p.dial()
	for range 2 {
		if _, err := client.DialContext(t.Context(), "tcp", p.address); err == nil || !strings.Contains(err.Error(), "there is no forwarding here") {
			t.Errorf("a tunnel: %v", err)
		}
		if _, err := client.Listen("tcp", "127.0.0.1:0"); err == nil {
			t.Error("a port of the server was opened")
		}
	}
	p.log.says(t, `msg="forwarding was refused" user=anna`)
	p.log.says(t, "asked=direct-tcpip")
	if n := strings.Count(p.log.String(), "forwarding was refused"); n != 1 {
		t.Errorf("it is logged %d times", n)
	}
	_ = client.Close()
	p.log.says(t, `why="the client or the line ended it"`)
}

// A line whose console cannot open is warned of at the start and at each reading, once the
// person comes the log has the cause, and they are not told what is the server's.
func TestALineThatOpensNoConsole(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "true")
	p.let(`user="anna",profile="gone"`)
	o := p.server.o
	o.Check = func(who Person) error {
		if who.Profile == "p" {
			return nil
		}
		return &CauseError{Told: "the profile cannot be used", Err: errors.New("there is no profile " + who.Profile)}
	}
	o.Console = func(who Person, _ []string) (*exec.Cmd, error) { return nil, o.Check(who) }
	server, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	p.server = server
	p.log.says(t, `level=WARN msg="this key opens no console"`)
	p.log.says(t, `line=2 user=anna profile=gone why="there is no profile gone"`)
	p.serve()
	c := p.open(p.dial())
	if code := c.ends(t); code != exitRefused || c.shows.String() != "bellhop: the profile cannot be used\r\n" {
		t.Errorf("code %d, %q", code, c.shows)
	}
	p.log.says(t, `cause="there is no profile gone" why="the profile cannot be used"`)
	p.let(`user="anna",profile="nowhere"`)
	p.log.says(t, `line=2 user=anna profile=nowhere why="there is no profile nowhere"`)
	if said := p.log.String(); strings.Contains(said, "line=1 ") {
		t.Errorf("a line that is right is warned of:\n%s", said)
	}
}

// A connection that the server's end closes is told of so.
func TestTheServersEndIsToldOfAConnection(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "echo ready; cat")
	p.serve()
	client := p.dial()
	c := p.open(client)
	c.shows.says(t, "ready")
	p.end()
	c.ends(t)
	_ = client.Close()
	awaitTrue(t, func() bool { return strings.Count(p.log.String(), `why="the server ends"`) == 2 }) // The session's and the connection's.
}
