//go:build unix

package e2e

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/internal/gated"
)

// A team is a server of consoles over SSH, with a home of its own, and the keys of its
// people.
type team struct {
	t    *testing.T
	home string
	port string
	cmd  *exec.Cmd
	log  *lockedLog
}

// lockedLog is what a server has logged.
type lockedLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lockedLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *lockedLog) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// needSSH ends a test that has no SSH client, but where it could be installed.
func needSSH(t *testing.T) {
	t.Helper()
	for _, name := range []string{"ssh", "ssh-keygen", "sftp"} {
		if _, err := exec.LookPath(name); err != nil {
			if os.Getenv("CI") != "" && os.Getuid() == 0 {
				t.Fatalf("%s is not installed", name)
			}
			t.Skipf("NOT RUN: %s is not installed", name)
		}
	}
}

// startTeam serves consoles to people, whose options in the file of keys are these, by
// their names.
func startTeam(t *testing.T, home string, people map[string]string, args ...string) *team {
	t.Helper()
	needSSH(t)
	s := &team{t: t, home: home, log: &lockedLog{}}
	for name := range people {
		s.newKey(name)
	}
	s.newKey("stranger")
	s.let(people)
	ctx, cancel := context.WithCancel(context.Background())
	s.cmd = exec.CommandContext(ctx, bellhop(t), append([]string{"serve", "--ssh", "127.0.0.1:0"}, args...)...)
	s.cmd.Env, s.cmd.Stderr = environment(home), s.log
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = s.cmd.Wait() // It was killed, or has ended.
	})
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatalf("%v: %s", err, s.log)
	}
	_, s.port, err = net.SplitHostPort(strings.TrimSpace(strings.TrimPrefix(line, "listening on ssh://")))
	if err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	return s
}

func (s *team) newKey(name string) {
	s.t.Helper()
	if out, err := exec.CommandContext(s.t.Context(), "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", s.keyOf(name)).CombinedOutput(); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
}

func (s *team) keyOf(name string) string { return filepath.Join(s.home, "key-"+name) }

// let writes the file of who may enter.
func (s *team) let(people map[string]string) {
	s.t.Helper()
	var text strings.Builder
	for name, options := range people {
		public, err := os.ReadFile(s.keyOf(name) + ".pub")
		if err != nil {
			s.t.Fatal(err)
		}
		fmt.Fprintf(&text, "user=\"%s\",%s %s", name, options, public)
	}
	folder := filepath.Join(s.home, "config", "bellhop")
	if err := errors.Join(os.Chmod(s.home, 0o700), os.MkdirAll(folder, 0o700), os.WriteFile(filepath.Join(folder, "ssh_keys"), []byte(text.String()), 0o600)); err != nil {
		s.t.Fatal(err)
	}
}

// client returns the arguments of an SSH client with somebody's key.
func (s *team) client(who string, more ...string) []string {
	return append([]string{
		"-F", "none", "-p", s.port, "-i", s.keyOf(who), "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR",
		"-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=" + filepath.Join(s.home, "known_hosts"), "127.0.0.1",
	}, more...)
}

// open opens the console as somebody, in a terminal of this machine. The arguments of the
// set-up are more of the client's.
func (s *team) open(who string, setup Setup) fixture {
	s.t.Helper()
	setup.Program, setup.Args = "ssh", append(setup.Args, s.client(who)...)
	setup.Env = append(setup.Env, "LC_ALL=C.UTF-8")
	setup.Args = append([]string{"-o", "SendEnv=LANG LC_ALL"}, setup.Args...)
	return fixture{StartTerminal(s.t, setup)}
}

// share keeps somebody's connection up, and returns the client's argument that names its
// socket, and what opens a console on it.
func (s *team) share(who string) (socket string, open func() fixture) {
	s.t.Helper()
	dir, err := os.MkdirTemp("", "mux") // A socket's path is short.
	if err != nil {
		s.t.Fatal(err)
	}
	socket = filepath.Join(dir, "s")
	ctx, cancel := context.WithCancel(context.Background())
	cmd := exec.CommandContext(ctx, "ssh", append([]string{"-M", "-S" + socket, "-N"}, s.client(who)...)...)
	cmd.Env = environment(s.home)
	if err := cmd.Start(); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		cancel()
		_ = cmd.Wait() // It was killed.
		_ = os.RemoveAll(dir)
	})
	awaitTrue(s.t, "the connection", func() bool { _, err := os.Stat(socket); return err == nil })
	return "-S" + socket, func() fixture {
		d := s.open(who, Setup{Args: []string{"-S" + socket}})
		s.t.Cleanup(cancel) // It holds the terminal, whose end is waited for.
		return d
	}
}

// told runs a client without a terminal, and returns its exit code and what it says.
func (s *team) told(program string, args ...string) (int, string) {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = environment(s.home)
	out, err := cmd.CombinedOutput()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) {
		s.t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// logged waits until the server's log has a line.
func (s *team) logged(pattern string) {
	s.t.Helper()
	wanted := regexp.MustCompile(pattern)
	for end := time.Now().Add(patience); !wanted.MatchString(s.log.String()); time.Sleep(10 * time.Millisecond) {
		if time.Now().After(end) {
			s.t.Fatalf("the log never says %s:\n%s", pattern, s.log)
		}
	}
}

// userHome is where a person's console has its files.
func (s *team) userHome(who string) string {
	return filepath.Join(s.home, "state", "bellhop", "users", who)
}

// Two people of a team book over SSH: each has a journal of their own, which names them, and
// the service's key is on the server alone. What is copied reaches their terminals.
func TestJourneySSHTeam(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	service := startService(t, "127.0.0.1:0", "a:key-of-a")
	home := t.TempDir()
	addProfile(t, home, "key-of-a", "work", "--base-url", "http://"+service.address, "--account", "a")
	s := startTeam(t, home, map[string]string{"anna": `profile="work"`, "ben": `profile="work"`})
	d := s.open("anna", Setup{Cols: 120, Rows: 40})
	d.toTheBookScreen("SANDBOX work")
	d.chooseToken("card_good")
	made := d.book("SANDBOX work")
	d.Press("y")
	if text := d.inClipboard(); !strings.Contains(text, made.confirmation) {
		t.Errorf("copied %q", text)
	}
	d.quit()
	d.asBefore()
	s.logged(`msg="a session ended" user=anna .* why="it was left"`)
	audit := func(who string) string {
		cmd := exec.CommandContext(t.Context(), bellhop(t), "audit", "list", "--all", "--json")
		cmd.Env = environment(s.userHome(who))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	if list := audit("anna"); !strings.Contains(list, made.id) {
		t.Errorf("anna's journal lacks her booking:\n%s", list)
	}
	journal, err := os.ReadFile(filepath.Join(s.userHome("anna"), "state", "bellhop", "journal", "journal.jsonl"))
	if err != nil || !bytes.Contains(journal, []byte(`"user":"anna"`)) {
		t.Errorf("the journal does not name anna: %v\n%s", err, journal)
	}
	ben := s.open("ben", Setup{Cols: 80, Rows: 24})
	ben.at("SANDBOX work", "search")
	ben.quit()
	if _, err := os.Stat(filepath.Join(s.userHome("ben"), "state", "bellhop", "journal", "journal.jsonl")); err == nil {
		if list := audit("ben"); strings.Contains(list, made.id) {
			t.Error("ben's journal has anna's booking")
		}
	}
	// The key of the service is where it was, and nowhere else.
	err = filepath.WalkDir(home, func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Base(path) == "credentials.toml" && strings.HasPrefix(path, filepath.Join(home, "config")) {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if text, _ := os.ReadFile(path); bytes.Contains(text, []byte("key-of-a")) { //nolint:gosec // A folder of the test's.
			t.Errorf("%s holds the service's key", path)
		}
		if strings.Contains(path, "users") && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("others can read %s: %v", path, info.Mode())
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if strings.Contains(s.log.String(), "key-of-a") || strings.Contains(s.log.String(), "Quist") {
		t.Errorf("the log holds what is private:\n%s", s.log)
	}
}

// A line that drops leaves what a killed console leaves: nothing is lost, and what was begun
// is offered.
func TestJourneySSHDroppedLine(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	home := t.TempDir()
	s := startTeam(t, home, map[string]string{"anna": `profile="demo"`})
	d := s.open("anna", Setup{Cols: 120, Rows: 40})
	d.toTheBookScreen("SANDBOX")
	d.kill() // The client: the server hears nothing but the end of the line.
	s.logged(`msg="a session ended" user=anna .* why="the line dropped"`)
	d = s.open("anna", Setup{Cols: 120, Rows: 40})
	d.WaitFor(`f3 continues the booking of \d\d:\d\d`)
	d.quit()
}

// Several consoles share a connection that stays up. One whose client dies is a line that
// drops, and what the file of keys says counts for each that is opened.
func TestJourneySSHSharedConnection(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	service := startService(t, "127.0.0.1:0", "a:key-of-a")
	home := t.TempDir()
	addProfile(t, home, "key-of-a", "work", "--base-url", "http://"+service.address, "--account", "a")
	s := startTeam(t, home, map[string]string{"anna": `profile="work"`, "ben": `profile="work"`})
	socket, open := s.share("anna")
	first := open()
	first.at("SANDBOX work", "search")
	stays := open()
	stays.at("SANDBOX work", "search")
	first.kill()
	s.logged(`msg="a session ended" user=anna .* why="the line dropped"`)
	s.let(map[string]string{"anna": `profile="work",read-only`})
	s.logged(`msg="the keys were read again" keys=1`)
	d := open()
	d.at("SANDBOX work read-only", "search")
	d.quit()
	s.let(map[string]string{"ben": `profile="work",read-only,production`})
	s.logged(`(?s)msg="the keys were read again".*msg="the keys were read again"`)
	code, said := s.told("ssh", append([]string{"-tt", socket}, s.client("anna")...)...)
	if code != 2 || !strings.Contains(said, "bellhop: Your key may not enter any more.") {
		t.Errorf("a key that is gone: code %d, %q", code, said)
	}
	stays.Press("f1")
	stays.WaitFor(`\d+ keys work here`)
	stays.quit()
}

// A user's second console joins the demo of the first, and another user has their own demo.
func TestJourneySSHSecondDemo(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	s := startTeam(t, t.TempDir(), map[string]string{"anna": `profile="demo"`, "ben": `profile="demo"`})
	d := s.open("anna", Setup{})
	d.at("SANDBOX", "search")
	d.WaitFor(`nothing sent yet$`)
	second := s.open("anna", Setup{Cols: 200, Rows: 24})
	second.WaitFor(`This console shares the sandbox of the bellhop demo that is already running`)
	other := s.open("ben", Setup{})
	other.at("SANDBOX", "search")
	other.WaitFor(`nothing sent yet$`)
	other.WaitGone(`that runs already`)
	other.quit()
	d.quit()
	second.WaitFor(`SANDBOX ENDED`)
	second.quit()
}

// What is no console is refused, by one line.
func TestSSHRefuses(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	home := t.TempDir()
	s := startTeam(t, home, map[string]string{"anna": `profile="demo"`, "ben": `profile="nobody"`})
	for name, tt := range map[string]struct {
		args []string
		code int
		says string
	}{
		"a stranger":      {s.client("stranger"), 255, `Permission denied \(publickey\)`},
		"a password":      {append([]string{"-o", "PreferredAuthentications=password,keyboard-interactive"}, s.client("anna")...), 255, `Permission denied \(publickey\)`},
		"a command":       {s.client("anna", "id"), 2, `bellhop: There are no commands here`},
		"no terminal":     {append([]string{"-T"}, s.client("anna")...), 2, `bellhop: The console needs a terminal`},
		"another profile": {append([]string{"-tt"}, s.client("ben")...), 2, `bellhop: the profile nobody cannot be used`},
		"a tunnel":        {append([]string{"-W", "127.0.0.1:" + s.port}, s.client("anna")...), 255, `forwarding failed`},
		"a port here":     {append([]string{"-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1"}, s.client("anna")...), 255, `(?i)remote port forwarding failed|prohibited`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			code, said := s.told("ssh", tt.args...)
			if code != tt.code || !regexp.MustCompile(tt.says).MatchString(said) {
				t.Errorf("code %d, want %d; it says %q, want %s", code, tt.code, said, tt.says)
			}
		})
	}
	s.logged(`msg="this key opens no console" file=\S+ line=\d user=ben profile=nobody why=.*nobody`)
	t.Cleanup(func() {
		s.logged(`msg="a session was refused" user=ben .*cause=.*nobody`)
		s.logged(`msg="nobody was let in" .*keys=SHA256:\S+ why="no line of the keys file has this key"`)
	})
	code, said := s.told("sftp", "-F", "none", "-P", s.port, "-i", s.keyOf("anna"), "-o", "BatchMode=yes", "-o", "StrictHostKeyChecking=no",
		"-o", "UserKnownHostsFile="+filepath.Join(home, "known_hosts"), "127.0.0.1")
	if code == 0 || !strings.Contains(said, "subsystem request failed") {
		t.Errorf("files: code %d, %q", code, said)
	}
}

// Who may only read gets as far as the booking and the cancelling, and sends neither.
func TestJourneySSHReadOnly(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	service := startService(t, "127.0.0.1:0", "a:key-of-a")
	home := t.TempDir()
	addProfile(t, home, "key-of-a", "work", "--base-url", "http://"+service.address, "--account", "a")
	s := startTeam(t, home, map[string]string{"anna": `profile="work",read-only`, "ben": `profile="work"`})
	ben := s.open("ben", Setup{Cols: 120, Rows: 40})
	ben.search("SANDBOX work")
	ben.toRates("SANDBOX work")
	ben.toGuest("SANDBOX work")
	ben.toBook("SANDBOX work", xenia())
	ben.chooseToken("card_good")
	made := ben.book("SANDBOX work")
	ben.quit()
	client, err := api.New(api.Options{BaseURL: "http://" + service.address, Account: "a", Token: api.NewSecret("key-of-a")})
	if err != nil {
		t.Fatal(err)
	}
	atService := func() string {
		page, err := client.ListReservations(t.Context(), api.ReservationQuery{})
		if err != nil {
			t.Fatal(err)
		}
		one, err := client.ReadReservation(t.Context(), made.id)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d reservations, ben's is %s", page.Total, one.Status)
	}
	before := atService()

	const work = "SANDBOX work read-only"
	d := s.open("anna", Setup{Cols: 120, Rows: 40})
	d.search(work)
	d.toRates(work)
	d.toGuest(work)
	d.fillIn(xenia())
	d.at(work, "book")
	d.WaitFor(`Read-only: nothing is sent from here\.`)
	d.chooseToken("card_good")
	d.Press("ctrl+b")
	d.reservations(work) // What was sent would keep it on its screen.
	d.findID(work, made.id, `1 of 1 loaded`)
	d.Press("enter")
	d.at(work, "reservation")
	d.WaitFor(`^ +u show guest `)
	d.Press("c", "f1")
	d.WaitFor(`\d+ keys work here`)
	d.at(work, "reservation") // There is no question whether to cancel.
	if after := atService(); after != before {
		t.Errorf("the service has %s, and had %s", after, before)
	}
	d.quit()
}

// Only a key with the right enters production. A file of keys that changes counts at the next
// login, and a broken one does not.
func TestJourneySSHRights(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	home := t.TempDir()
	addProfile(t, home, "key-of-b", "live", "--base-url", "https://127.0.0.1:1", "--account", "b", "--environment", "production")
	s := startTeam(t, home, map[string]string{"anna": `profile="live",production`, "ben": `profile="live"`})
	d := s.open("anna", Setup{Cols: 120, Rows: 40})
	d.at("PRODUCTION live", "search")
	d.quit()
	if code, said := s.told("ssh", append([]string{"-tt"}, s.client("ben")...)...); code != 2 || !strings.Contains(said, "is in production, where your key may not enter") {
		t.Errorf("code %d, %q", code, said)
	}
	s.let(map[string]string{"ben": `profile="demo"`})
	s.logged(`msg="the keys were read again" keys=1`)
	if code, said := s.told("ssh", s.client("anna", "id")...); code != 255 {
		t.Errorf("anna, who is no more: code %d, %q", code, said)
	}
	if err := os.WriteFile(filepath.Join(home, "config", "bellhop", "ssh_keys"), []byte("user=\"eve\" nonsense\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s.logged(`msg="the keys could not be read; those before stay".*line 1`)
	b := s.open("ben", Setup{})
	b.at("SANDBOX", "search")
	b.quit()
}

// There are bounds, and what nobody uses ends: the person is told, and what was begun stays.
func TestSSHBounds(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	s := startTeam(t, t.TempDir(), map[string]string{"anna": `profile="demo"`, "ben": `profile="demo"`},
		"--idle", "4s", "--max-sessions", "2", "--max-sessions-per-user", "1")
	a := s.open("anna", Setup{})
	a.at("SANDBOX", "search")
	if code, said := s.told("ssh", append([]string{"-tt"}, s.client("anna")...)...); code != 2 || !strings.Contains(said, "You have as many consoles open as one person may have: 1.") {
		t.Errorf("a second console: code %d, %q", code, said)
	}
	if code := a.WaitEnd(patience); code != 1 {
		t.Errorf("an idle console ends with %d", code)
	}
	if said := a.Screen(); !strings.Contains(said, "bellhop: Nothing was typed for 4s. What you had begun is kept.") || strings.Contains(said, "SIGHUP") || strings.Contains(said, "the log is") {
		t.Errorf("an idle console says:\n%s", said)
	}
	a.asBefore()
	// The server ends in order.
	b := s.open("ben", Setup{})
	b.at("SANDBOX", "search")
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	b.WaitEnd(patience)
	if said := b.Screen(); !strings.Contains(said, "bellhop: The server ends.") || strings.Contains(said, "SIGHUP") || strings.Contains(said, "the log is") {
		t.Errorf("at the server's end it says:\n%s", said)
	}
	b.asBefore()
}

// The console draws for the client's terminal: its size, as it changes, its colours, and its
// characters.
func TestJourneySSHTerminal(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys over SSH take minutes")
	s := startTeam(t, t.TempDir(), map[string]string{"anna": `profile="demo"`})
	d := s.open("anna", Setup{Cols: 120, Rows: 40, Env: []string{"TERM=xterm-256color"}})
	d.at("SANDBOX", "search")
	d.Resize(60, 20)
	d.WaitFor(`^─{58,60}$| ─{56,58}$`)
	d.Resize(100, 30)
	d.WaitFor(`─{96,100}`)
	d.quit()
	d = s.open("anna", Setup{Env: []string{"TERM=linux"}})
	d.at("SANDBOX", "search")
	d.WaitFor(`-{70,}`) // Its font lacks the lines.
	d.quit()
}
