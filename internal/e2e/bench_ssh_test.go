//go:build linux

package e2e

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"golang.org/x/crypto/ssh"
)

var sshSessions = flag.Int("ssh-sessions", 200, "how many consoles BenchmarkSSH opens at once")

// BenchmarkSSH opens many consoles over SSH at once, and measures what one takes of memory, and
// how long it is from a key to what it draws, beside a console in a terminal of this machine.
//
//	go test ./internal/e2e -run xxx -bench SSH -benchtime 1x
func BenchmarkSSH(b *testing.B) {
	program, err := build()
	if err != nil {
		b.Fatal(err)
	}
	home := b.TempDir()
	run := func(args ...string) (address string) {
		cmd := exec.CommandContext(b.Context(), program, args...)
		cmd.Env = environment(home)
		out, err := cmd.StdoutPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() {
			_ = cmd.Process.Kill()
			_ = cmd.Wait() // It was killed.
		})
		line, err := bufio.NewReader(out).ReadString('\n')
		if err != nil {
			b.Fatal(err)
		}
		return line[strings.Index(line, "://")+3 : len(line)-1]
	}
	service := run("sandbox", "--data", "memory", "--account", "a:key-of-a")
	add := exec.CommandContext(b.Context(), program, "profile", "add", "--token-in", "file", "work", "--base-url", "http://"+service, "--account", "a")
	add.Env, add.Stdin = environment(home), strings.NewReader("key-of-a\n")
	if out, err := add.CombinedOutput(); err != nil {
		b.Fatalf("%v: %s", err, out)
	}
	key := filepath.Join(home, "key")
	if out, err := exec.CommandContext(b.Context(), "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput(); err != nil {
		b.Skipf("NOT RUN: %v: %s", err, out)
	}
	public, err1 := os.ReadFile(key + ".pub")
	private, err2 := os.ReadFile(key)
	signer, err3 := ssh.ParsePrivateKey(private)
	if err1 != nil || err2 != nil || err3 != nil {
		b.Fatal(err1, err2, err3)
	}
	keys := filepath.Join(home, "keys")
	if err := os.WriteFile(keys, []byte(`user="anna",profile="work" `+string(public)), 0o600); err != nil {
		b.Fatal(err)
	}
	server := run("serve", "--ssh", "127.0.0.1:0", "--keys", keys, "--max-sessions", "1000", "--max-sessions-per-user", "1000")
	for b.Loop() {
		var consoles []*drawn
		for i := range *sshSessions {
			from := fmt.Sprintf("127.0.0.%d", 2+i/25) // From one address come only so many a minute.
			consoles = append(consoles, openOverSSH(b, from, server, signer))
		}
		for _, one := range consoles {
			one.settle()
		}
		b.ReportMetric(proportional(b, program, "--profile")/float64(len(consoles)), "MB/console")
		b.ReportMetric(proportional(b, program, "serve"), "MB/server")
		var over []time.Duration
		for range 3 {
			for _, one := range consoles {
				over = append(over, one.key())
			}
		}
		report := func(times []time.Duration, name string) {
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, name+"-p50-ms")
			b.ReportMetric(float64(times[len(times)*99/100].Microseconds())/1000, name+"-p99-ms")
		}
		report(over, "ssh")
		for _, one := range consoles {
			one.close()
		}
		local := openHere(b, program, home)
		local.settle()
		var here []time.Duration
		for range 200 {
			here = append(here, local.key())
			time.Sleep(30 * time.Millisecond) // As a person types, and not faster than frames are drawn.
		}
		local.close()
		report(here, "here")
	}
	b.ReportMetric(0, "ns/op")
}

// drawn is a console whose frames somebody waits for.
type drawn struct {
	b     *testing.B
	in    io.Writer
	came  chan struct{}
	down  bool
	close func()
}

// watch tells of what is drawn.
func watch(b *testing.B, in io.Writer, out io.Reader, end func()) *drawn {
	d := &drawn{b: b, in: in, came: make(chan struct{}, 1), close: end}
	go func() {
		part := make([]byte, 64<<10)
		for {
			n, err := out.Read(part)
			if n > 0 {
				if strings.Contains(string(part[:n]), "\x1b]11;?") { // It asks for the background, as a terminal is asked.
					_, _ = io.WriteString(in, "\x1b]11;rgb:0000/0000/0000\x1b\\")
				}
				select {
				case d.came <- struct{}{}:
				default:
				}
			}
			if err != nil {
				return
			}
		}
	}()
	return d
}

// settle waits until nothing is drawn for a while.
func (d *drawn) settle() {
	for {
		select {
		case <-d.came:
		case <-time.After(300 * time.Millisecond):
			return
		}
	}
}

// key presses a key, and returns how long it is until something is drawn.
func (d *drawn) key() time.Duration {
	d.b.Helper()
	d.down = !d.down
	code := "\x1b[A"
	if d.down {
		code = "\x1b[B"
	}
	for len(d.came) > 0 {
		<-d.came
	}
	begun := time.Now()
	if _, err := io.WriteString(d.in, code); err != nil {
		d.b.Fatal(err)
	}
	select {
	case <-d.came:
	case <-time.After(10 * time.Second):
		d.b.Fatal("a key draws nothing")
	}
	return time.Since(begun)
}

func openOverSSH(b *testing.B, from, address string, signer ssh.Signer) *drawn {
	b.Helper()
	conn, err := (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}).DialContext(b.Context(), "tcp", address)
	if err != nil {
		b.Fatal(err)
	}
	secure, channels, requests, err := ssh.NewClientConn(conn, address, &ssh.ClientConfig{User: "x", Auth: []ssh.AuthMethod{ssh.PublicKeys(signer)}, HostKeyCallback: ssh.InsecureIgnoreHostKey()}) //nolint:gosec // It is ours.
	if err != nil {
		b.Fatal(err)
	}
	client := ssh.NewClient(secure, channels, requests)
	session, err := client.NewSession()
	if err != nil {
		b.Fatal(err)
	}
	in, err1 := session.StdinPipe()
	out, err2 := session.StdoutPipe()
	err3 := session.RequestPty("xterm-256color", 40, 120, ssh.TerminalModes{})
	err4 := session.Shell()
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		b.Fatal(err1, err2, err3, err4)
	}
	return watch(b, in, out, func() { _ = client.Close() })
}

func openHere(b *testing.B, program, home string) *drawn {
	b.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, program, "--profile", "work")
	cmd.Env = environment(home)
	tty, err := pty.StartWithSize(cmd, winsize(120, 40))
	if err != nil {
		cancel()
		b.Fatal(err)
	}
	return watch(b, tty, tty, func() {
		cancel()
		_ = cmd.Wait() // It was killed.
		_ = tty.Close()
	})
}

// proportional sums what processes of a program with a word among their arguments take of
// memory, what they share divided among them, in MB.
func proportional(b *testing.B, program, word string) (sum float64) {
	b.Helper()
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, name := range all {
		text, err := os.ReadFile(name)
		if err != nil || !strings.HasPrefix(string(text), program+"\x00") || !strings.Contains(string(text), "\x00"+word+"\x00") {
			continue
		}
		rollup, err := os.ReadFile(filepath.Join(filepath.Dir(name), "smaps_rollup"))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(rollup)) {
			if rest, is := strings.CutPrefix(line, "Pss:"); is {
				n, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
				if err != nil {
					b.Fatal(err)
				}
				sum += n / 1024
			}
		}
	}
	return sum
}
