//go:build unix

package cli_test

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"bellhop/cli"
	"bellhop/cli/exit"

	"github.com/creack/pty"
)

// atTerminal runs a command line at a pseudo-terminal, and types the answer once the prompt stands there. The prompt is
// part of the command's output. atTerminal returns all that the terminal showed.
func (f *fixture) atTerminal(prompt, answer string, args ...string) (code int, shown string) {
	f.t.Helper()
	keyboard, tty, err := pty.Open()
	if err != nil {
		f.t.Skipf("no pseudo-terminals here: %v", err)
	}
	defer func() { _ = keyboard.Close() }()
	if err := pty.Setsize(keyboard, &pty.Winsize{Rows: 40, Cols: 200}); err != nil {
		f.t.Fatal(err)
	}
	screen := make(chan string, 1)
	go func() {
		var seen bytes.Buffer
		part := make([]byte, 4096)
		for asked := false; ; {
			n, err := keyboard.Read(part)
			seen.Write(part[:n])
			if !asked && prompt != "" && strings.Contains(seen.String(), prompt) {
				asked = true
				_, _ = io.WriteString(keyboard, answer)
			}
			if err != nil || strings.Contains(seen.String(), "\x00") {
				screen <- seen.String()
				return
			}
		}
	}()
	lookup := func(name string) (string, bool) { v, ok := f.env[name]; return v, ok }
	code = cli.Run(f.ctx, args, cli.Streams{In: tty, Out: io.Discard, Err: tty}, lookup, testBuild, f.launchers())
	_, _ = tty.Write([]byte{0}) // The end: a pty may fail before its last output is read.
	shown = <-screen
	_ = tty.Close()
	return code, shown
}

// The question of a command before a write names the guest, and the journal notes the reveal. A command without a question
// masks the guest, at a terminal too.
func TestWrites_NameGuestOnlyWhenAsked(t *testing.T) {
	f, draft := drafted(t)
	f.env["BELLHOP_PAYMENT_TOKEN"] = "tok_good"
	code, id, errOut := f.run("book", "--from", draft, "--yes", "--jq", ".id")
	if code != exit.OK {
		t.Fatal(errOut)
	}
	id = strings.TrimSpace(id)
	var other string
	for _, one := range f.confirmed("2") {
		if one != id {
			other = one
		}
	}
	reveals := func() []string {
		_, out, _ := f.run("audit", "reveals", "--jq", ".[].reveal.reservation")
		return strings.Fields(out)
	}
	if got := reveals(); len(got) != 0 {
		t.Fatalf("booking notes %q", got)
	}
	for _, c := range []struct {
		args, prompt string
		named        bool
		notes        int
	}{
		{"reservation cancel " + id, "Cancel it?", true, 1},
		{"reservation dates " + id + " +201 3n --accept-changes", "Change the dates", true, 1},
		{"reservation payment " + id, "Set the payment method?", true, 1},
		{"reservation cancel " + id + " " + other, "Cancel 2 reservations?", true, 2},
		{"reservation cancel " + id + " --at-most 1JPY", "", false, 0}, // The cost is higher, or not known.
		{"reservation dates " + id + " +201 3n --preview", "", false, 0},
		{"reservation payment " + id + " --yes", "", false, 0},
		{"reservation cancel " + id + " --yes", "", false, 0},
	} {
		before := len(reveals())
		code, shown := f.atTerminal(c.prompt, "n\n", strings.Fields(c.args)...)
		if named := strings.Contains(shown, "Ada Rossi"); named != c.named || !named && c.prompt != "" {
			t.Errorf("%s: exit %d, it names the guest: %v\n%s", c.args, code, named, shown)
		}
		if got := len(reveals()) - before; got != c.notes {
			t.Errorf("%s: exit %d, the journal notes %d reveals, want %d\n%s", c.args, code, got, c.notes, shown)
		}
	}
}
