//go:build unix

package sshconsole

import (
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/ssh"
)

// untilEnded sends until the connection ends, and checks what the log says of that.
func (p *place) untilEnded(client *ssh.Client, why string, send func() error) {
	p.t.Helper()
	n := 0
	for ; n < 50_000; n++ {
		if err := send(); err != nil {
			break
		}
	}
	if n == 50_000 {
		p.t.Errorf("%d are taken", n)
	}
	_ = client.Wait() // It is ended by the server.
	p.log.says(p.t, `why="`+why)
}

func setEnv(channel ssh.Channel, value string) error {
	_, err := channel.SendRequest("env", false, ssh.Marshal(struct{ Name, Value string }{"LC_ALL", value}))
	return err
}

func openChannel(t *testing.T, client *ssh.Client) ssh.Channel {
	t.Helper()
	channel, requests, err := client.OpenChannel("session", nil)
	if err != nil {
		t.Fatal(err)
	}
	go ssh.DiscardRequests(requests)
	return channel
}

func TestChannel_TooManyRequests(t *testing.T) {
	t.Parallel()
	for name, value := range map[string]string{"many": "C", "large": strings.Repeat("x", 200<<10)} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPlace(t, "true")
			p.serve()
			client := p.dial()
			channel := openChannel(t, client)
			p.untilEnded(client, "more than 100 requests before a console, or one of more than 4096 bytes", func() error { return setEnv(channel, value) })
		})
	}
}

// A console that runs for days may send requests for days, such as those that keep a line open.
func TestChannel_RequestsOfAConsole(t *testing.T) {
	t.Parallel()
	p := newPlace(t, `echo ready; read -r line; echo "read $line"`)
	p.serve()
	c := p.open(p.dial())
	c.shows.says(t, "ready")
	for range 3 * mostRequests {
		if _, err := c.SendRequest("keepalive@openssh.com", true, nil); err != nil {
			t.Fatal(err)
		}
		if err := c.WindowChange(30, 100); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := io.WriteString(c.in, "on\n"); err != nil {
		t.Fatal(err)
	}
	c.shows.says(t, "read on")
	if code := c.ends(t); code != 0 {
		t.Errorf("the console ends with %d", code)
	}
}

// The window may be resized many times before the console opens, which has the last size.
func TestChannel_ResizedBeforeAConsole(t *testing.T) {
	t.Parallel()
	p := newPlace(t, `until [ "$(stty size)" = "31 101" ]; do sleep 0.02; done; echo resized`)
	p.serve()
	session, err := p.dial().NewSession()
	if err != nil {
		t.Fatal(err)
	}
	shows := &text{}
	session.Stdout = shows
	if _, err := session.StdinPipe(); err != nil { // Else its input has ended.
		t.Fatal(err)
	}
	if err := session.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	for _, rows := range []int{29, 30, 31} {
		if err := session.WindowChange(rows, 101); err != nil {
			t.Fatal(err)
		}
	}
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	shows.says(t, "resized")
	if err := session.Wait(); err != nil {
		t.Error(err)
	}
}

func TestConnection_TooManyChannels(t *testing.T) {
	t.Parallel()
	t.Run("without a console", func(t *testing.T) {
		t.Parallel()
		p := newPlace(t, "true")
		p.serve()
		client := p.dial()
		p.untilEnded(client, "the person has more than 8 channels without a console", func() error {
			_, _, err := client.OpenChannel("session", nil)
			return err
		})
	})
	t.Run("beside consoles", func(t *testing.T) {
		t.Parallel()
		p := newPlace(t, "echo ready; cat")
		p.serve()
		client := p.dial()
		for range 5 {
			p.open(client).shows.says(t, "ready")
		}
		for range 8 {
			openChannel(t, p.dial())
		}
		p.untilEnded(client, "the person has more than 13 channels", func() error {
			_, _, err := client.OpenChannel("session", nil)
			return err
		})
	})
}

// A line that drops while its key is checked takes nothing of its person.
func TestProved_LineDropped(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "true")
	here, there := net.Pipe()
	defer func() { _ = there.Close() }()
	c := p.server.accept(here)
	_ = c.Close()
	if err := c.proved(Person{Name: "anna"}, "x", p.signer.PublicKey()); err == nil {
		t.Error("it is let in")
	}
	here, there = net.Pipe()
	defer func() { _ = there.Close() }()
	evicted := p.server.accept(here)
	p.server.strangerFailed(evicted)
	if err := evicted.proved(Person{Name: "anna"}, "x", p.signer.PublicKey()); err == nil || !strings.Contains(err.Error(), "its place was taken") {
		t.Errorf("one without a place is let in: %v", err)
	}
	if len(p.server.inside) != 0 {
		t.Errorf("%v of persons is left", p.server.inside)
	}
}

// A connection that has ended does not forget the next one of its person.
func TestForget_OtherUsage(t *testing.T) {
	t.Parallel()
	s := newPlace(t, "true").server
	now := &usage{connections: 1}
	s.inside["anna"] = now
	s.forget(&connection{person: "anna", usage: &usage{}})
	if s.inside["anna"] != now {
		t.Error("the person is forgotten")
	}
}

// One connection too many is refused. It proved its key, and so its address has failed nothing.
func TestConnection_TooManyOfOnePerson(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "echo ready; cat")
	p.server.o.MostFailed = 1
	p.serve()
	first := p.dial()
	for range 5 + moreConnections - 1 {
		p.dial()
	}
	for range 3 {
		var told text
		_, err := ssh.Dial("tcp", p.address, &ssh.ClientConfig{
			User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(p.signer)}, Timeout: patience,
			HostKeyCallback: ssh.InsecureIgnoreHostKey(), //nolint:gosec // It is ours.
			BannerCallback:  func(message string) error { _, err := io.WriteString(&told, message); return err },
		})
		if err == nil {
			t.Fatal("one more is let in")
		}
		told.says(t, "bellhop: You have as many connections open as one person may have. Close one first.\r\n")
	}
	p.log.says(t, `msg="nobody was let in"`)
	p.log.says(t, "the person has too many connections")
	p.open(first).shows.says(t, "ready")
	_ = first.Close()
	awaitTrue(t, func() bool {
		p.server.mu.Lock()
		defer p.server.mu.Unlock()
		return p.server.inside["anna"].connections < 5+moreConnections
	})
	p.dial()
}

// A client that wants to lend its keys or its screen is refused in words, and gets its console.
func TestSession_ForwardingIsRefusedInWords(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "echo ready; cat")
	p.serve()
	session, err := p.dial().NewSession()
	if err != nil {
		t.Fatal(err)
	}
	shows := &text{}
	session.Stdout, session.Stderr = shows, shows
	if _, err := session.StdinPipe(); err != nil { // Else its input has ended.
		t.Fatal(err)
	}
	for _, asked := range []string{"auth-agent-req@openssh.com", "x11-req"} {
		if done, err := session.SendRequest(asked, true, nil); err != nil || done {
			t.Errorf("%s: done %t, %v", asked, done, err)
		}
	}
	p.log.says(t, `msg="forwarding was refused" user=anna`)
	p.log.says(t, "asked=auth-agent-req@openssh.com")
	if err := session.RequestPty("xterm", 24, 80, nil); err != nil {
		t.Fatal(err)
	}
	if err := session.Shell(); err != nil {
		t.Fatal(err)
	}
	shows.says(t, "bellhop: Agent forwarding is refused: the console uses no key of yours.\r\n")
	shows.says(t, "bellhop: X11 forwarding is refused: the console opens no windows.\r\n")
	shows.says(t, "ready")
}

// connects connects as a stranger who says nothing.
func (p *place) connects() net.Conn {
	p.t.Helper()
	conn, err := new(net.Dialer).DialContext(p.t.Context(), "tcp", p.address)
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = conn.Close() })
	return conn
}

// Idle strangers take all places, and whoever has a key still enters.
func TestStrangers_TakeNoPlace(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "echo ready; cat")
	p.server.o.MostFailed = 10_000
	p.serve()
	for range 2 * mostStrangers {
		p.connects()
	}
	awaitTrue(t, func() bool { return p.strangers() == mostStrangers })
	p.open(p.dial()).shows.says(t, "ready")
	p.log.says(t, "its place was taken: too many connections had not logged in yet")
}

// The stranger that goes is one of the address that has most of them.
func TestStrangers_MostOfOneAddress(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "true")
	s := p.server
	begun := time.Now()
	var all []*connection
	for i, from := range []string{"a", "c", "b", "b", "c", "c"} {
		c := &connection{from: from, since: begun.Add(time.Duration(i))}
		all, s.strangers[c] = append(all, c), true
	}
	if got := s.oldestOfBusiest(); got != all[1] {
		t.Errorf("one of %s goes that began %s after the first", got.from, got.since.Sub(begun))
	}
}

// An address whose keys fail is kept out for a while; one whose key is proved is forgiven: an office has one address.
func TestAccept_CountsFailures(t *testing.T) {
	t.Parallel()
	p := newPlace(t, "true")
	p.server.o.MostFailed = 3
	p.serve()
	fail := func() error {
		_, err := p.as("eve", strangersKey(t))
		if err == nil {
			t.Fatal("a stranger was let in")
		}
		awaitTrue(t, func() bool { return p.strangers() == 0 })
		return err
	}
	for range 20 { // More than the address may fail.
		_ = p.dial().Close()
	}
	for range 2 {
		_ = fail()
	}
	_ = p.dial().Close()
	for range 3 {
		if err := fail(); !strings.Contains(err.Error(), "unable to authenticate") {
			t.Errorf("a stranger hears %v", err)
		}
	}
	if err := fail(); strings.Contains(err.Error(), "unable to authenticate") {
		t.Errorf("after three the next one hears %v", err)
	}
	_ = fail()
	p.log.says(t, `msg="connections are refused: too many failed logins from this address" address=127.0.0.1`)
	if n := strings.Count(p.log.String(), "connections are refused"); n != 1 {
		t.Errorf("it is logged %d times", n)
	}
}

func TestSourceOf(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"192.0.2.1:22": "192.0.2.1", "[::ffff:192.0.2.1]:22": "192.0.2.1", "[2001:db8:1:2:3::4]:22": "2001:db8:1:2::/64", "[fe80::1%eth0]:22": "fe80::/64",
	} {
		at, err := net.ResolveTCPAddr("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		if got := sourceOf(remote{address: at}); got != want {
			t.Errorf("%s is of %s, want %s", address, got, want)
		}
	}
}

// remote is a connection of an address.
type remote struct {
	net.Conn
	address net.Addr
}

func (r remote) RemoteAddr() net.Addr { return r.address }
