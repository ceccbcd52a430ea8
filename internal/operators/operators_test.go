//go:build unix

package operators

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellhop/internal/pgtest"
)

// block is a fenced block of the page.
type block struct {
	language string
	line     int
	text     string
}

// blocks returns the fenced blocks of a page.
func blocks(page string) (list []block) {
	var now *block
	for i, line := range strings.Split(page, "\n") {
		fence, isFence := strings.CutPrefix(line, "```")
		switch {
		case isFence && now == nil:
			now = &block{language: fence, line: i + 2}
		case isFence:
			list, now = append(list, *now), nil
		case now != nil:
			now.text += line + "\n"
		}
	}
	return list
}

// ports gives each port of the page a free one of this machine. Those that a loop counts
// through stay neighbours.
func ports(t *testing.T, text string) string {
	t.Helper()
	for _, tens := range []string{"808", "908", "844"} {
		text = strings.ReplaceAll(text, ":"+tens, ":"+freeTen(t))
	}
	return text
}

// freeTen finds ten neighbouring ports that nobody has, and returns their digits before
// the last one.
func freeTen(t *testing.T) string {
	t.Helper()
	for range 200 {
		l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		tens := l.Addr().(*net.TCPAddr).Port / 10
		_ = l.Close()
		free := true
		for n := range 5 {
			l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", fmt.Sprintf("127.0.0.1:%d%d", tens, n))
			if err != nil {
				free = false
				break
			}
			_ = l.Close()
		}
		if free {
			return fmt.Sprint(tens)
		}
	}
	t.Fatal("there are no free ports")
	return ""
}

// program builds bellhop, and returns its folder.
func program(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	build := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-o", filepath.Join(dir, "bellhop"), "bellhop")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return dir
}

// The page's commands, one block after another in one shell, on a PostgreSQL and behind a
// haproxy of the test's own.
func TestCommandsOfThePage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, needed := range []string{"haproxy", "createuser", "pg_dump", "openssl", "curl"} {
		if _, err := exec.LookPath(needed); err != nil {
			pgtest.Missing(t, fmt.Errorf("%w: %s", pgtest.ErrNotInstalled, needed))
		}
	}
	server, err := pgtest.Start()
	if err != nil {
		pgtest.Missing(t, err)
	}
	t.Cleanup(server.Remove)
	home := t.TempDir()
	var script bytes.Buffer
	script.WriteString("set -euo pipefail\ntrap 'echo \"the block of line $at failed\" >&2' ERR\n")
	all := ports(t, string(page))
	ran := 0
	for _, b := range blocks(all) {
		switch b.language {
		case "sh":
			fmt.Fprintf(&script, "at=%d\n%s", b.line, b.text)
			ran++
		case "haproxy":
			name, _, _ := strings.Cut(strings.TrimPrefix(b.text, "# "), "\n")
			if err := os.WriteFile(filepath.Join(home, name), []byte(b.text), 0o600); err != nil {
				t.Fatal(err)
			}
		default:
			t.Errorf("line %d: a block of %q is run by nobody", b.line, b.language)
		}
	}
	if ran < 12 {
		t.Errorf("the page has %d blocks of commands", ran)
	}
	run := exec.CommandContext(t.Context(), "bash", "-c", script.String())
	run.Dir = home
	run.Env = append(os.Environ(), "HOME="+home, "XDG_STATE_HOME=", "XDG_DATA_HOME=", "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=",
		"PATH="+program(t)+":/usr/sbin:"+os.Getenv("PATH"), "PGHOST=127.0.0.1", fmt.Sprint("PGPORT=", server.Port), "PGUSER=postgres")
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	run.WaitDelay = 10 * time.Second
	t.Cleanup(func() { _ = syscall.Kill(-run.Process.Pid, syscall.SIGKILL) })
	out, err := run.CombinedOutput()
	if err != nil {
		logs, _ := filepath.Glob(filepath.Join(home, "*.log"))
		for _, name := range logs {
			text, _ := os.ReadFile(name)
			t.Logf("%s: %.2000s", filepath.Base(name), text)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{
		"version 0, none yet: the first server makes them", "now has tables of version 1", "team-b  per-second=200 burst=400 at-once=50",
		`"type":"destination"`, "6h ahead of the real time", "busy POST /rest/v1/reservation nth=2", "bellhop_requests_total{", "Saved before-the-test: 240 reservations.",
	} {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("the commands do not print %q:\n%s", want, out)
		}
	}
	if secrets := regexp.MustCompile(`"(token|account_token|authorization)"`); secrets.Match(out) {
		t.Error("the commands print a secret")
	}
}
