//go:build unix

package e2e

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
	"unicode"

	"github.com/creack/pty"

	"bellhop/internal/gated"
)

// A conversation is the program as it is heard: at a pipe, or at a pseudo-terminal that edits lines itself.
type conversation struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	ended chan struct{}

	mu      sync.Mutex
	told    bytes.Buffer
	heard   int // how much of it was waited for
	changed chan struct{}
}

// converse starts the program. At a terminal what is typed is echoed by the terminal alone.
func converse(t *testing.T, home string, atTerminal bool, env []string, args ...string) *conversation {
	t.Helper()
	c := &conversation{t: t, cmd: exec.CommandContext(t.Context(), bellhop(t), args...), ended: make(chan struct{}), changed: make(chan struct{})}
	c.cmd.Env, c.cmd.Dir = append(environment(home), env...), home
	var out io.ReadCloser
	if atTerminal {
		master, err := pty.StartWithSize(c.cmd, winsize(80, 24))
		if err != nil {
			t.Fatal(err)
		}
		c.in, out = master, master
	} else {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		c.cmd.Stdout, c.cmd.Stderr = writer, writer
		if c.in, err = c.cmd.StdinPipe(); err != nil {
			t.Fatal(err)
		}
		if err := c.cmd.Start(); err != nil {
			t.Fatal(err)
		}
		_ = writer.Close()
		out = reader
	}
	go func() {
		defer close(c.ended)
		c.read(out)
		_ = c.cmd.Wait()
		c.read(out) // A pty can fail with EIO before its last output is read.
	}()
	return c
}

// read appends output to told until a read fails.
func (c *conversation) read(out io.Reader) {
	chunk := make([]byte, 4096)
	for {
		n, err := out.Read(chunk)
		c.mu.Lock()
		c.told.Write(chunk[:n])
		close(c.changed)
		c.changed = make(chan struct{})
		c.mu.Unlock()
		if err != nil {
			return
		}
	}
}

// hear waits until something is told that was not heard before.
func (c *conversation) hear(pattern string) {
	c.t.Helper()
	want, late := regexp.MustCompile(pattern), time.After(patience)
	for {
		c.mu.Lock()
		at, changed := want.FindIndex(c.told.Bytes()[c.heard:]), c.changed
		if at != nil {
			c.heard += at[1]
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		select {
		case <-changed:
		case <-late:
			c.t.Fatalf("%s is not told:\n%s", pattern, c.text())
		}
	}
}

// say answers a question, once it is heard.
func (c *conversation) say(question string, lines ...string) {
	c.t.Helper()
	for _, line := range lines {
		c.hear(question)
		c.write(line + "\n")
	}
}

func (c *conversation) write(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *conversation) text() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.told.String()
}

// end waits for the program's end and checks all that was told: no control character but the ends of lines.
func (c *conversation) end(code int) {
	c.t.Helper()
	select {
	case <-c.ended:
	case <-time.After(patience):
		c.t.Fatalf("it does not end:\n%s", c.text())
	}
	if got := c.cmd.ProcessState.ExitCode(); got != code {
		c.t.Errorf("exit code %d, want %d:\n%s", got, code, c.text())
	}
	for _, r := range strings.ReplaceAll(c.text(), "\r\n", "\n") {
		if unicode.IsControl(r) && r != '\n' || strings.ContainsRune("·→≈›…–│┌", r) {
			c.t.Fatalf("%U was told:\n%s", r, c.text())
		}
	}
}

// guest answers for a new guest.
func (c *conversation) guest() {
	c.t.Helper()
	c.say(`Known guest.*:\s`, "")
	c.say(`Given name, or enter for none:\s`, "Ada")
	c.say(`Surname:\s`, "Lovelace")
	c.say(`Email:\s`, "ada@example.com")
	c.say(`Country:\s`, "GB")
	c.say(`Phone:\s`, "020 7946 0000")
	c.say(`Address:\s`, "12 St James's Square")
	c.say(`City:\s`, "London")
	c.say(`Postal code.*:\s`, "SW1Y 4JH")
	c.say(`State.*:\s`, "")
	c.say(`Enter goes on, or the name of a field.*:\s`, "")
}

// readBack goes from a search line to the read-back of its first hotel's first rate.
func (c *conversation) readBack(line string) {
	c.t.Helper()
	c.say(`Number, or a search in one line:\s`, line)
	c.say(`Number of a hotel.*:\s`, "1")
	c.say(`Number of a rate.*:\s`, "1")
	c.say(`Enter goes on to the guest:\s`, "")
	c.guest()
	c.say(`Payment token, which is not shown.*:\s`, "tok_secret_4711")
	c.hear(`This is what is booked\.`)
	c.hear(`Charged now: `)
	c.hear(`Type book to book this for .* in the sandbox, not for real:\s`)
}

// A booking, its reservation found again, and cancelled with the cost first: through a pipe and through a terminal.
func TestJourneyAccessible(t *testing.T) {
	t.Parallel()
	for _, atTerminal := range []bool{false, true} {
		t.Run(map[bool]string{false: "pipe", true: "terminal"}[atTerminal], func(t *testing.T) {
			t.Parallel()
			c := converse(t, t.TempDir(), atTerminal, nil, "demo", "--accessible")
			c.readBack("lon 12dec 3n 2a free")
			c.write("\n")
			c.say(`Error in the word: nothing was typed\.\s+Type book .*:\s`, "book")
			c.hear(`Sent once\. Waiting for the answer\.`)
			c.hear(`Confirmed, booked\.\s+Record locator: [A-Z0-9]{6}\.\s+Spelled: ([A-Z0-9], ){5}[A-Z0-9]\.`)
			c.say(`Copy, voucher.*:\s`, "where am i")
			c.hear(`You are here: receipt\.`)
			c.say(`Copy, voucher.*:\s`, "back")
			c.say(`Number, or a search in one line:\s`, "find lovelace")
			c.hear(`1 found, looked at all 241\.`)
			c.hear(`Guest: A masked L masked\.`)
			c.say(`Cancel, dates, .*:\s`, "cancel")
			c.hear(`Cancelling now costs: `)
			c.say(`Type cancel to cancel it in the sandbox, not for real; enter keeps it:\s`, "cancel")
			c.hear(`Status: cancelled`)
			c.say(`Cancel, dates, .*:\s`, "quit")
			c.end(0)
			if strings.Contains(c.text(), "4711") {
				t.Errorf("the payment token was told:\n%s", c.text())
			}
		})
	}
}

// The deadlines, several cancelled at once, and a view: through a pipe and through a terminal. What the beginning tells stands
// there once each time.
func TestJourneyAccessibleLists(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, atTerminal := range []bool{false, true} {
		t.Run(map[bool]string{false: "pipe", true: "terminal"}[atTerminal], func(t *testing.T) {
			t.Parallel()
			c := converse(t, t.TempDir(), atTerminal, nil, "demo", "--accessible")
			c.say(`Number, or a search in one line:\s`, "deadlines")
			c.hear(`\d+ open reservations\.\s+Money is at stake in \d+ currencies\.`)
			c.hear(`1\. In .* cancelling costs .*, now .* masked`)
			c.hear(`That was 1 to 10 of \d+\. More goes on\.`)
			c.say(`Number of a reservation, .*:\s`, "more")
			c.hear(`11\. In `)
			c.say(`Number of a reservation, .*:\s`, "cancel 1 999", "cancel 1, 3")
			c.hear(`All of it costs now: `)
			c.say(`Type cancel to cancel 2 reservations in the sandbox, not for real; enter keeps them:\s`, "cancel")
			c.hear(`1\. .*: cancelled, it cost `)
			c.hear(`2\. .*: cancelled, it cost `)
			c.hear(`Done: 2 cancelled\.`)
			c.say(`Number of a reservation, .*:\s`, "back")
			c.say(`Number, or a search in one line:\s`, "reservations")
			c.hear(`240 reservations\.`)
			c.say(`Number of a reservation, .*:\s`, "views")
			c.say(`Number or name of a view:\s`, "arriving in 7 days")
			c.say(`Number of a reservation, .*:\s`, "quit")
			c.end(0)
			for _, line := range []string{"1. Search hotels.", "4. Deadlines: what must be cancelled by when."} {
				if n := strings.Count(c.text(), line); n != 2 {
					t.Errorf("%q stands %d times at two beginnings:\n%s", line, n, c.text())
				}
			}
		})
	}
}

// The end of the input ends the conversation well, in a pipe and by ctrl+d.
func TestJourneyAccessibleEnds(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	c := converse(t, t.TempDir(), false, nil, "demo", "--accessible")
	c.readBack("lon 12dec 3n 2a free")
	if err := c.in.Close(); err != nil {
		t.Fatal(err)
	}
	c.hear(`The input is over\. Nothing more is sent\.`)
	c.end(0)
	c = converse(t, t.TempDir(), true, nil, "demo", "--accessible")
	c.say(`Number, or a search in one line:\s`, "lon 12dec 3n 2a free")
	c.hear(`Number of a hotel.*:\s`)
	c.write("\x04")
	c.hear(`The input is over\. Nothing more is sent\.`)
	c.end(0)
}

// A lost answer is told and followed to its end.
func TestJourneyAccessibleGhostBooking(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	c := converse(t, t.TempDir(), true, nil, "demo", "--accessible")
	c.readBack(`"Scenario: ghost booking" 12dec 3n`)
	c.write("book\n")
	c.hear(`Error\. It is not known whether the booking happened\.`)
	c.hear(`Sent once at \d\d:\d\d:\d\d\.`)
	c.hear(`Booked: confirmed, record locator [A-Z0-9]{6}`)
	c.hear(`Found after its answer was lost: it was sent once and exists once\.`)
	c.say(`Copy, voucher.*:\s`, "quit")
	c.end(0)
}

// A signal while the answer is awaited tells what is known, and the exit code says that it is not known what came of it.
func TestJourneyAccessibleSignalWhileSending(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	c := converse(t, home, true, nil, "demo", "--accessible", "--fault", "slow POST /rest/v1/reservation nth=1 delay=30s")
	c.readBack("lon 12dec 3n 2a free")
	c.write("book\n")
	c.hear(`Sent once\. Waiting for the answer\.`)
	c.hear(`Still waiting, for 15 seconds now\.`) // By now the service has it.
	if err := c.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	c.hear(`It may be booked and charged\.`)
	c.hear(`Do not send it again\.`)
	c.end(5)
}

// ctrl+c at a question ends the program; the echo is on again where it was off.
func TestJourneyAccessibleInterrupt(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	c := converse(t, t.TempDir(), true, nil, "demo", "--accessible")
	before := lineState(t, c.in.(*os.File))
	c.say(`Number, or a search in one line:\s`, "lon 12dec 3n 2a free")
	c.say(`Number of a hotel.*:\s`, "1")
	c.say(`Number of a rate.*:\s`, "1")
	c.say(`Enter goes on to the guest:\s`, "")
	c.guest()
	c.hear(`Payment token, which is not shown.*:\s`)
	if err := c.cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	c.hear(`stopped by SIGINT; nothing is being sent`)
	if after := lineState(t, c.in.(*os.File)); *after != *before {
		t.Errorf("the terminal is %+v, and was %+v", after, before)
	}
	c.end(130)
}

// The first start asks for the sandbox or an account, and keeps the choice.
func TestJourneyAccessibleFirstStart(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	c := converse(t, home, false, nil, "--accessible")
	c.hear(`Welcome to Bellhop\.`)
	c.say(`1 or 2, enter for 1:\s`, "3", "2")
	c.say(`Profile, enter for agency:\s`, "Not This", "work")
	c.say(`Address:\s`, "http://example.com", "back")
	c.say(`Profile.*:\s`, "back")
	c.say(`1 or 2, enter for 1:\s`, "1")
	c.say(`Number, or a search in one line:\s`, "quit")
	c.end(0)
	for _, want := range []string{"Error in choice: ", "Error in profile: small letters", "Error in address: only https"} {
		if !strings.Contains(c.text(), want) {
			t.Errorf("%q is not told:\n%s", want, c.text())
		}
	}
	again := converse(t, home, false, nil, "--accessible")
	again.say(`Number, or a search in one line:\s`, "quit")
	again.end(0)
}

// The welcome screen leads to the conversation, in the same run and at the next start.
func TestJourneyWelcomeLineByLine(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	x := StartTerminal(t, Setup{Program: bellhop(t), Home: home, Cols: 100, Rows: 30})
	x.WaitFor(`Line by line`)
	x.Press("down", "down", "enter")
	x.WaitFor(`1\. Try the sandbox: the whole service`)
	x.WaitFor(`1 or 2, enter for 1:`)
	x.Type("1")
	x.Press("enter")
	x.WaitFor(`Number, or a search in one line:`)
	x.Type("quit")
	x.Press("enter")
	if code := x.WaitEnd(patience); code != 0 {
		t.Errorf("exit code %d", code)
	}
	c := converse(t, home, true, nil)
	c.say(`Number, or a search in one line:\s`, "quit")
	c.end(0)
}

// A terminal that draws no screens is offered the conversation, and the file may ask for it always.
func TestJourneyDumbTerminal(t *testing.T) {
	t.Parallel()
	dumb := []string{"TERM=dumb"}
	c := converse(t, t.TempDir(), true, dumb, "demo")
	c.say(`This terminal draws no screens \(TERM is dumb\)\. Type yes to go on line by line.*:\s`, "")
	c.say(`Number, or a search in one line:\s`, "quit")
	c.end(0)
	c = converse(t, t.TempDir(), true, dumb, "demo")
	c.say(`This terminal draws no screens.*:\s`, "no")
	c.hear(`bellhop --accessible works here`)
	c.end(1)
	home := t.TempDir()
	if err := os.MkdirAll(filepath.Join(home, "config", "bellhop"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "config", "bellhop", "config.toml"), []byte("profile = \"demo\"\n[preferences]\naccessible = true\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c = converse(t, home, true, nil)
	c.say(`Number, or a search in one line:\s`, "quit")
	c.end(0)
}

// After a stop the question is told again, which the shell's words stand behind. A key that is no text is no answer.
func TestJourneyAccessibleGoesOnAfterAStop(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	c := converse(t, t.TempDir(), true, nil, "demo", "--accessible")
	c.hear(`search in one line:\s`)
	for _, signal := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT} {
		if err := c.cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
	}
	c.say(`search in one line:\s`, "fi\x01nd")
	c.hear(`it holds the control character U\+0001, which some keys send`)
	c.say(`search in one line:\s`, "quit")
	<-c.ended
}
