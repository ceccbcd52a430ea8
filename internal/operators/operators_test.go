//go:build unix

package operators

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellhop/internal/gated"
	"bellhop/internal/pgtest"
	"bellhop/internal/program"
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
	for _, tens := range []string{"808", "908", "844", "222"} {
		free, err := pgtest.ClaimPorts()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(free.Release)
		text = strings.ReplaceAll(text, ":"+tens, fmt.Sprint(":", free.First/10))
	}
	return text
}

// A page is one whose commands are run.
type page struct {
	name    string
	before  string   // what its reader has done
	env     []string // what its reader has
	blocks  int      // how many blocks it has at least
	printed []string
}

// run runs the commands of a page, one block after another in one shell, in an empty home.
func (p page) run(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", p.name))
	if err != nil {
		t.Fatal(err)
	}
	bellhop, err := program.Build(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	if err := os.Chmod(home, 0o700); err != nil { // Whatever the umask.
		t.Fatal(err)
	}
	var script bytes.Buffer
	script.WriteString("set -euo pipefail\ntrap 'echo \"the block of line $at failed\" >&2' ERR\n" + p.before)
	ran := 0
	for _, b := range blocks(ports(t, string(text))) {
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
	if ran < p.blocks {
		t.Errorf("the page has %d blocks of commands", ran)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, "bash", "-c", script.String())
	run.Dir = home
	run.Env = append(os.Environ(), append(p.env, "HOME="+home, "XDG_STATE_HOME=", "XDG_DATA_HOME=", "XDG_CONFIG_HOME=", "XDG_CACHE_HOME=",
		"PATH="+filepath.Dir(bellhop)+":/usr/sbin:"+os.Getenv("PATH"))...)
	run.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	run.WaitDelay = 10 * time.Second
	t.Cleanup(func() {
		if run.Process != nil {
			_ = syscall.Kill(-run.Process.Pid, syscall.SIGKILL)
		}
	})
	out, err := run.CombinedOutput()
	if err != nil {
		logs, _ := filepath.Glob(filepath.Join(home, "*.log"))
		for _, name := range logs {
			text, _ := os.ReadFile(name)
			t.Logf("%s: %.2000s", filepath.Base(name), text)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range p.printed {
		if !bytes.Contains(out, []byte(want)) {
			t.Errorf("the commands do not print %q:\n%s", want, out)
		}
	}
}

// need skips a test that lacks a program, and fails it where CI could install the program.
func need(t *testing.T, programs ...string) {
	t.Helper()
	for _, name := range programs {
		_, err := exec.LookPath(name)
		switch {
		case err == nil:
		case os.Getenv("CI") != "" && os.Getuid() == 0:
			t.Fatalf("%s is needed", name)
		default:
			t.Skipf("NOT RUN: install %s", name)
		}
	}
}

// On a PostgreSQL and behind a haproxy of the test's own.
func TestCommandsForOperators(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs PostgreSQL, haproxy and SSH")
	need(t, "haproxy", "psql", "pg_dump", "openssl", "curl", "ssh-keygen")
	server, err := pgtest.Start()
	if err != nil {
		pgtest.Missing(t, err)
	}
	t.Cleanup(server.Remove)
	page{
		name: "operators.md", blocks: 13, env: []string{"PGHOST=127.0.0.1", fmt.Sprint("PGPORT=", server.Port), "PGUSER=postgres"},
		printed: []string{
			"version 0, none yet: the first server makes them", "now has tables of version 1", "team-b  per-second=200 burst=400 at-once=50",
			`"type":"destination"`, "6h ahead of the real time", "busy POST /rest/v1/reservation nth=2", "matched 0, fired 0", "bellhop_requests_total{", "host key SHA256:",
			"Saved before-the-test: 240 reservations.",
		},
	}.run(t)
}

// At a sandbox in memory, which stands for a partner's service. Anna logs in once, so that
// there is something to look at.
func TestCommandsForSSH(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it needs an SSH client")
	need(t, "ssh", "ssh-keygen", "script")
	page{
		name: "ssh.md", blocks: 2,
		before: `bellhop sandbox --data memory --account team-a:a-token-of-team-a >sandbox.out 2>sandbox.log &
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
until grep -q '^listening' sandbox.out; do sleep 0.1; done
TOKEN=a-token-of-team-a SERVICE=$(sed -n 's/^listening on //p' sandbox.out)
audit=$(command -v bellhop)
bellhop() {
  case $1 in
  audit) enter && "$audit" "$@" ;;
  *) "$audit" "$@" ;;
  esac
}
enter() {
  until grep -q '^users' ssh.out; do sleep 0.1; done
  port=$(sed -n 's/^listening on ssh.*://p' ssh.out)
  {
    until grep -qF '[?1049h' typed.txt 2>/dev/null; do sleep 0.1; done
    until grep -q 'a session ended' ssh.log; do printf '\003'; sleep 0.1; done
  } | script -qefc "ssh -tt -F none -p $port -i anna -o IdentitiesOnly=yes -o StrictHostKeyChecking=no -o UserKnownHostsFile=known 127.0.0.1" typed.txt >/dev/null || true
  until grep -q 'a session ended' ssh.log; do sleep 0.1; done
  kill "$(cat ssh.pid)"
}
`,
		printed: []string{"Stored profile agency", "nothing was sent"},
	}.run(t)
}
