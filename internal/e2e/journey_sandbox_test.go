//go:build unix

package e2e

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"bellhop/internal/gated"
)

// A service is a sandbox in a process of its own.
type service struct {
	t       *testing.T
	cmd     *exec.Cmd
	address string // host:port
}

// startService serves a sandbox that keeps nothing. Its first line says where.
func startService(t *testing.T, listen, account string, more ...string) *service {
	t.Helper()
	return startServing(t, append([]string{"sandbox", "--listen", listen, "--account", account, "--data", "memory"}, more...)...)
}

// startServing runs a command that serves.
func startServing(t *testing.T, args ...string) *service {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, bellhop(t), args...)
	cmd.Env = environment(t.TempDir())
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s := &service{t: t, cmd: cmd}
	t.Cleanup(func() {
		cancel()
		if cmd.ProcessState == nil {
			_ = cmd.Wait()
		}
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`^listening on http://(127\.0\.0\.1:\d+)\n$`).FindStringSubmatch(line)
	if found == nil {
		t.Fatalf("the first line is %q, want listening on http://HOST:PORT", line)
	}
	s.address = found[1]
	return s
}

// stop asks the sandbox to end, as the system does.
func (s *service) stop() {
	s.t.Helper()
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		s.t.Fatal(err)
	}
	if err := s.cmd.Wait(); err != nil {
		s.t.Errorf("after SIGTERM the sandbox ended with %v, want 0", err)
	}
}

// The sandbox serves until it is asked to stop, and says so with 0.
func TestJourneySandbox(t *testing.T) {
	t.Parallel()
	s := startService(t, "127.0.0.1:0", "a:b")
	connection, err := new(net.Dialer).DialContext(context.Background(), "tcp", s.address)
	if err != nil {
		t.Fatalf("it said that it listens: %v", err)
	}
	if err := connection.Close(); err != nil {
		t.Error(err)
	}
	s.stop()
	if connection, err := new(net.Dialer).DialContext(context.Background(), "tcp", s.address); err == nil {
		_ = connection.Close()
		t.Error("it still listens after its end")
	}
}

// addProfile stores an account; its token comes on the standard input, because
// arguments can be read by everybody on the machine.
func addProfile(t *testing.T, home, token string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), bellhop(t), append([]string{"profile", "add", "--token-in", "file"}, args...)...)
	cmd.Env, cmd.Stdin = environment(home), strings.NewReader(token+"\n")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("profile add: %v\n%s", err, out)
	}
	if strings.Contains(string(out), token) {
		t.Errorf("profile add shows the token: %s", out)
	}
}

// giveKey answers the question for a key.
func (d fixture) giveKey(key string) {
	d.t.Helper()
	d.at("SANDBOX work", "API key")
	d.WaitFor(`The service did not accept the API key`)
	d.WaitFor(`^ enter use this key `)
	d.Type(key)
	d.WaitFor(`› API key \* +•+`)
	if strings.Contains(d.Screen(), key) {
		d.t.Errorf("the key is shown:\n%s", d.Screen())
	}
	d.Press("enter")
}

// A key that is wrong at the start, and one that is withdrawn in the middle,
// are asked for; the screen that needed it goes on by itself.
func TestJourneyKey(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const first, second, wrong = "Key-Mark-Eins-1f3a", "Key-Mark-Zwei-2e4b", "Key-Mark-Falsch-3d5c"
	s := startService(t, "127.0.0.1:0", "a:"+first)
	home := t.TempDir()
	addProfile(t, home, wrong, "work", "--base-url", "http://"+s.address, "--account", "a")

	d := openConsole(t, home, Setup{})
	d.giveKey(first)
	when := d.search("SANDBOX work")
	d.toRates("SANDBOX work")

	// The service starts again with another key: the rate can't be verified,
	// and is, once the key is there.
	s.stop()
	s = startService(t, s.address, "a:"+second)
	d.Press("enter")
	// One that the service refuses as well replaces nothing.
	d.giveKey(wrong)
	d.WaitFor(`Refused as well\. The old key is kept\.`)
	stored := func() string {
		kept, err := os.ReadFile(filepath.Join(home, "config", "bellhop", "credentials.toml"))
		if err != nil {
			t.Fatal(err)
		}
		return string(kept)
	}
	if !strings.Contains(stored(), first) {
		t.Error("a key that the service refuses has replaced the stored one")
	}
	d.clearField(len(wrong))
	d.giveKey(second)
	d.at("SANDBOX work", "terms")
	d.WaitFor(`Verified: price and terms are as searched`)
	d.WaitFor(`^ enter go on to the guest .* nothing sent yet$`)
	d.Press("enter")
	d.at("SANDBOX work", "guest")
	d.WaitFor(`ctrl\+s go on .* nothing sent yet$`)
	d.toBook("SANDBOX work", xenia())
	d.chooseToken("card_good")
	made := d.book("SANDBOX work")
	d.quit()

	// The profile has the new key: the next start asks nothing.
	again := openConsole(t, home, Setup{}, "--profile", "work")
	again.at("SANDBOX work", "search")
	again.WaitFor(`London, England`)
	again.reservations("SANDBOX work")
	again.findID("SANDBOX work", made.id, `^ +› `+made.row("confirmed", when))
	again.quit()
	s.stop()

	searchFiles(t, home, func(path string) bool { return filepath.Base(path) == "credentials.toml" }, first, second, wrong)
	if kept := stored(); !strings.Contains(kept, second) || strings.Contains(kept, first) {
		t.Error("credentials.toml does not hold the newest key alone")
	}
}
