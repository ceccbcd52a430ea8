//go:build unix

package cli_test

import (
	"bytes"
	"context"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"bellhop/cli"
	"bellhop/cli/exit"
	"bellhop/config/keyring/keyringtest"

	"github.com/creack/pty"
	"golang.org/x/term"
)

// A prompter is the standard error of a command at a terminal: it tells when the
// prompt has come.
type prompter struct {
	bytes.Buffer
	until string
	ready chan struct{}
}

func (p *prompter) Write(b []byte) (int, error) {
	n, err := p.Buffer.Write(b)
	if p.until != "" && strings.Contains(p.String(), p.until) {
		p.until = ""
		close(p.ready)
	}
	return n, err
}

// terminalRun runs a command line at a pseudo-terminal, and does something when
// the prompt has come. It returns what the terminal showed, too.
func terminalRun(ctx context.Context, t *testing.T, prompt string, then func(keyboard *os.File), args ...string) (code int, errOut, shown string) {
	t.Helper()
	return terminalRunWith(ctx, t, cli.Launchers{}, prompt, then, args...)
}

func terminalRunWith(ctx context.Context, t *testing.T, launch cli.Launchers, prompt string, then func(keyboard *os.File), args ...string) (code int, errOut, shown string) {
	t.Helper()
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer func() { _ = keyboard.Close() }()
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	screen := make(chan string, 1)
	go func() {
		var seen bytes.Buffer
		for range 2 { // A pty can fail with EIO before its last output is read.
			_, _ = seen.ReadFrom(keyboard)
		}
		screen <- seen.String()
	}()
	p := &prompter{until: prompt, ready: make(chan struct{})}
	go func() {
		select {
		case <-p.ready:
			then(keyboard)
		case <-t.Context().Done():
		}
	}()
	code = cli.Run(ctx, args, cli.Streams{In: tty, Out: &p.Buffer, Err: p}, func(string) (string, bool) { return "", false }, cli.Build{}, launch)
	after, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if *before != *after {
		t.Error("the terminal is not as it was")
	}
	if code == exit.Interrupted || code == 143 {
		_, _ = keyboard.WriteString("\n") // The read that was given up ends too.
	}
	_ = tty.Close()
	return code, p.String(), <-screen
}

func typing(text string) func(*os.File) {
	return func(keyboard *os.File) { _, _ = keyboard.WriteString(text) }
}

const addLine = "profile add work --base-url https://a.example --account 1 --token-in file"

func TestHiddenPrompt(t *testing.T) {
	newFixture(t)
	code, errOut, shown := terminalRun(t.Context(), t, "shown): ", typing("hunter2\n"), words(addLine)...)
	if code != exit.OK || errOut != "Token for work (not shown): \nStored profile work: PRODUCTION at https://a.example, its token in credentials.toml. It is the default.\n" {
		t.Errorf("exit %d, %q", code, errOut)
	}
	if strings.Contains(shown, "hunter2") {
		t.Errorf("the terminal showed %q", shown)
	}
}

// Somebody at a terminal is asked what an address that may be a tunnel leads to. There
// is no default, and a slip stores nothing.
func TestEnvironmentPrompt(t *testing.T) {
	b := newFixture(t)
	const asked = "https://localhost:18443 may be a tunnel to another machine. Is the service a sandbox, or production? [sandbox/production] "
	line := words("profile add work --base-url https://localhost:18443 --account 1")
	for answer, says := range map[string]string{
		"\n":     `bellhop: nothing was stored: unknown environment ""; known are sandbox, production` + "\n",
		"prod\n": `bellhop: nothing was stored: unknown environment "prod"; did you mean production?` + "\n",
	} {
		if code, errOut, _ := terminalRun(t.Context(), t, asked[len(asked)-14:], typing(answer), line...); code != exit.Failed || errOut != asked+says {
			t.Errorf("%q: exit %d, %q", answer, code, errOut)
		}
	}
	b.want(words("profile list"), exit.OK, "  NAME  ENVIRONMENT  ACCOUNT  TOKEN  ADDRESS\n* demo  sandbox      -        -      built in\n", "")
}

// Somebody at a terminal is asked where the token is kept, and whether the file will do
// where there is no keyring.
func TestTokenPlacePrompt(t *testing.T) {
	b := newFixture(t)
	const question = "The keyring of this system cannot be used: this program has no keyring. Keep the token in credentials.toml, which only you can read? [y/N] "
	line := words(strings.TrimSuffix(addLine, " --token-in file"))
	if code, errOut, _ := terminalRun(t.Context(), t, "[y/N] ", typing("\n"), line...); code != exit.Failed || errOut != question+"bellhop: nothing was stored\n" {
		t.Errorf("exit %d, %q", code, errOut)
	}
	b.want(words("profile list"), exit.OK, "  NAME  ENVIRONMENT  ACCOUNT  TOKEN  ADDRESS\n* demo  sandbox      -        -      built in\n", "")
	code, errOut, _ := terminalRun(t.Context(), t, "[y/N] ", typing("y\nhunter2\n"), line...)
	if code != exit.OK || !strings.HasSuffix(errOut, "its token in credentials.toml. It is the default.\n") {
		t.Errorf("exit %d, %q", code, errOut)
	}
}

// Where a keyring works, somebody at a terminal is asked which of the two it is; a mere
// enter is the keyring.
func TestKeyringPrompt(t *testing.T) {
	line := words(strings.TrimSuffix(addLine, " --token-in file"))
	for answer, place := range map[string]string{"\n": "the keyring", "Keyring\n": "the keyring", "file\n": "credentials.toml"} {
		newFixture(t)
		ring := &keyringtest.Ring{}
		code, errOut, _ := terminalRunWith(t.Context(), t, cli.Launchers{Keyring: ring}, "keyring] ", typing(answer+"hunter2\n"), line...)
		if code != exit.OK || !strings.Contains(errOut, "its token in "+place+".") || (ring.Kept() == 1) != (place == "the keyring") {
			t.Errorf("%q: exit %d, %q", answer, code, errOut)
		}
	}
	newFixture(t)
	code, errOut, _ := terminalRunWith(t.Context(), t, cli.Launchers{Keyring: &keyringtest.Ring{}}, "keyring] ", typing("flie\n"), line...)
	if code != exit.Failed || !strings.HasSuffix(errOut, "bellhop: nothing was stored: unknown place \"flie\"; did you mean file?\n") {
		t.Errorf("exit %d, %q", code, errOut)
	}
}

func TestHiddenPromptCalledOff(t *testing.T) {
	b := newFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	code, errOut, _ := terminalRun(ctx, t, "shown): ", func(*os.File) { cancel() }, words(addLine)...)
	if code != exit.Interrupted || errOut != "Token for work (not shown): \nbellhop: nothing was stored\n" {
		t.Errorf("exit %d, %q", code, errOut)
	}
	code, errOut, _ = terminalRun(t.Context(), t, "shown): ", typing("secr\x03"), words(addLine)...)
	if code != exit.Interrupted || !strings.HasSuffix(errOut, "bellhop: nothing was stored\n") {
		t.Errorf("ctrl+c: exit %d, %q", code, errOut)
	}
	code, errOut, _ = terminalRun(t.Context(), t, "shown): ", func(*os.File) { _ = syscall.Kill(os.Getpid(), syscall.SIGTERM) }, words(addLine)...)
	if code != 143 || !strings.HasSuffix(errOut, "bellhop: nothing was stored\n") {
		t.Errorf("exit %d, %q", code, errOut)
	}
	b.want(words("profile list"), exit.OK, "  NAME  ENVIRONMENT  ACCOUNT  TOKEN  ADDRESS\n* demo  sandbox      -        -      built in\n", "")
}

func TestConfirm(t *testing.T) {
	b := newFixture(t)
	for _, answer := range []string{"\n", "n\n", "yess\n", "y\n"} {
		b.in = strings.NewReader("t")
		b.run(append(words(addLine), "--replace")...)
		code, errOut, _ := terminalRun(t.Context(), t, "[y/N] ", typing(answer), words("profile remove work")...)
		want, says := exit.Failed, "bellhop: nothing was removed\n"
		if answer == "y\n" {
			want, says = exit.OK, "Removed profile work. It was the default: choose another with bellhop profile use.\n"
		}
		if code != want || errOut != "Remove the profile work and its token? [y/N] "+says {
			t.Errorf("%q: exit %d, %q", answer, code, errOut)
		}
	}
}

// A check that a signal stops ends with its number.
func TestSignalsStopACommand(t *testing.T) {
	names := map[syscall.Signal]string{syscall.SIGINT: "SIGINT", syscall.SIGTERM: "SIGTERM", syscall.SIGHUP: "SIGHUP"}
	for which, want := range map[syscall.Signal]int{syscall.SIGINT: 130, syscall.SIGTERM: 143, syscall.SIGHUP: 129} {
		if signal.Ignored(which) {
			continue // As nohup has it.
		}
		var errOut bytes.Buffer
		newFixture(t)
		code := cli.Run(t.Context(), words("check"), cli.Streams{In: strings.NewReader(""), Out: &errOut, Err: &errOut}, nil, cli.Build{}, cli.Launchers{
			Check: func(ctx context.Context, _ cli.CheckOptions) error {
				if err := syscall.Kill(os.Getpid(), which); err != nil {
					t.Fatal(err)
				}
				<-ctx.Done()
				return ctx.Err()
			},
		})
		if code != want || errOut.String() != "bellhop: stopped by "+names[which]+"\n" {
			t.Errorf("%s: exit %d, %q", which, code, errOut.String())
		}
	}
}
