package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"bellhop/booking/journal"
)

// hostile are texts that drive a terminal which gets them as they are. The mark
// in each proves that it was printed at all.
var hostile = []string{
	"mark\x1b]0;title\amark", "mark\x1b[2J\x1b[Hmark", "mark\u009b31mmark", "mark\u0090q\u009cmark", "mark\x7f\x08\x08mark",
	"mark\u202egnp.exe\u2066mark", "mark\u200f\u061cmark", "mark\rover\x00mark", "mark\x9b31m\xff\xfemark", "mark\u2028\U000e0041mark",
}

// wantClean holds what was printed against what a terminal may get.
func wantClean(t *testing.T, where, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Errorf("%s: invalid UTF-8 in %q", where, text)
	}
	for _, r := range text {
		if r != '\n' && r != '\t' && (r < ' ' || unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) || r >= 0xe0000) {
			t.Errorf("%s: %U in %q", where, r, text)
			return
		}
	}
}

// hostileAnswers are what a control path may send, with a text in every place.
func hostileAnswers(text string) (state, refusal string) {
	quoted, _ := json.Marshal(text) // A text can be.
	raw := bytes.ReplaceAll(quoted, []byte(`\u007f`), []byte("\x7f"))
	state = strings.NewReplacer(`"office"`, string(raw), `"stripe"`, string(raw), `"busy POST nth=1"`, string(raw), `"before"`, string(raw)).Replace(calmState)
	return state, `{"error":` + string(raw) + `}`
}

// TestNothingFromOutsideDrivesTheTerminal has texts that would, in the arguments,
// the environment, every file and every answer that a command prints something
// of.
func TestNothingFromOutsideDrivesTheTerminal(t *testing.T) {
	for i, text := range hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			b := newBench(t)
			shown := func(args ...string) {
				t.Helper()
				_, out, errOut := b.run(args...)
				name := fmt.Sprintf("%q", args)
				wantClean(t, name, out)
				wantClean(t, name+" on stderr", errOut)
				if !strings.Contains(out+errOut, "mark") {
					t.Errorf("%s prints nothing of it: %q, %q", name, out, errOut)
				}
				if slices.Contains(args, "--json") && out != "" && !json.Valid([]byte(out)) {
					t.Errorf("%s is no JSON: %q", name, out)
				}
			}
			hostileArguments(shown, text)
			hostileFiles(t, b, shown, text)
			hostileControl(t, b, shown, text)
			hostileJournal(b, shown, text)
		})
	}
}

func hostileArguments(shown func(args ...string), text string) {
	argument := strings.ReplaceAll(text, "\x00", "") // The system lets none into an argument.
	for _, args := range [][]string{
		{argument},
		{"help", argument},
		{"profile", argument},
		{"sandbox", argument},
		{"--" + argument},
		{"-" + argument},
		{"--profile", argument},
		{"--theme", argument},
		{"demo", "--seed", argument},
		{"profile", "use", argument},
		{"profile", "remove", argument},
		{"profile", "add", argument, "--base-url", "https://a.example", "--account", "1"},
		{"profile", "add", "a", "--base-url", "https://a.example", "--account", "1", "--environment", argument},
		{"sandbox", "--listen", argument},
		{"sandbox", "--clock", argument},
		{"sandbox", "--fault", strings.ReplaceAll(argument, "\r", "")},
		{"sandbox", "--faults", argument},
		{"sandbox", "--name", argument},
		{"sandbox", "--quirks", argument},
		{"sandbox", "--fixtures", argument},
		{"sandbox", "clock", argument},
		{"sandbox", "status", "--data", argument},
		{"sandbox", "log", argument},
		{"deadlines", "--within", argument},
		{"check", "--place", argument},
		{"completion", argument},
	} {
		shown(args...)
	}
}

func hostileFiles(t *testing.T, b *bench, shown func(args ...string), text string) {
	t.Helper()
	quoted, _ := json.Marshal(text)
	name := strings.ReplaceAll(string(quoted), `\u0000`, "") // TOML has no such escape for names.
	for _, file := range []string{
		"profile = " + name, "[profiles." + name + "]\n", "[preferences]\ntheme = " + name, "[preferences]\nagent_zone = " + name,
		"[" + name + "]\n", name + " = 1", "x = mark\x1b[2J", "# mark\n[profiles.a]\nbase_url = " + name,
		"[profiles." + name + "]\nbase_url = \"https://a.example\"\n[profiles.b]\nbase_url = \"https://a.example\"\nenvironment = \"sandbox\"",
	} {
		b.write("config.toml", file, 0o600)
		for _, line := range []string{"deadlines", "profile list", "profile use mark", "paths"} {
			if _, out, errOut := b.run(words(line)...); true {
				wantClean(t, file, out)
				wantClean(t, file, errOut)
			}
		}
	}
	if err := os.Remove(filepath.Join(b.home, "c", "bellhop", "config.toml")); err != nil {
		t.Fatal(err)
	}
	for variable, args := range map[string][]string{
		"BELLHOP_PROFILE": {"deadlines"}, "BELLHOP_CONTROL_URL": {"sandbox", "status"},
	} {
		b.env = map[string]string{variable: "http://" + text + "/control", "BELLHOP_CONTROL_TOKEN": "t"}
		if _, out, errOut := b.run(args...); true {
			wantClean(t, variable, out)
			wantClean(t, variable, errOut)
		}
	}
	b.env = map[string]string{}
	folder := filepath.Join(b.home, strings.NewReplacer("\x00", "").Replace(text))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Skip("this disk has no such names: ", err)
	}
	recording := filepath.Join(folder, "mark")
	line := `{"time":"2026-12-12T09:30:00Z","method":"GET","path":"/mark","status":200,"took_ms":1,"response":{"name":` + string(quoted) + "}}\n"
	if err := os.WriteFile(recording, []byte(line), 0o600); err != nil {
		t.Fatal(err)
	}
	shown("sandbox", "log", recording)
	shown("sandbox", "log", recording, "--json")
	if err := os.WriteFile(recording, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	shown("sandbox", "log", recording)
	shown("sandbox", "--faults", recording)
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	shown("sandbox", "--data", folder)
}

func hostileControl(t *testing.T, b *bench, shown func(args ...string), text string) {
	t.Helper()
	p := newPanel(t)
	p.running(t, filepath.Join(b.home, "d", "bellhop", "sandbox"), "")
	state, refusal := hostileAnswers(text)
	for _, line := range []string{
		"status", "status --json", "latency", "quirks stripe", "faults list", "faults list --json", "snapshot list", "snapshot list --json",
		"latency none --json", "snapshot save a",
	} {
		p.status, p.answer = http.StatusOK, state
		if line != "snapshot save a" { // It tells the name that was given.
			shown(append([]string{"sandbox"}, words(line)...)...)
		}
		for _, p.status = range []int{400, 401, 404, 500} {
			p.answer = refusal
			shown(append([]string{"sandbox"}, words(line)...)...)
		}
		p.status, p.answer = http.StatusOK, "mark"+text
		if _, out, errOut := b.run(append([]string{"sandbox"}, words(line)...)...); true {
			wantClean(t, line, out+errOut)
		}
	}
	// What answers is not HTTP at all.
	odd := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		connection, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_, _ = io.WriteString(connection, "HTTP/1.1 mark"+text+"\r\n\r\n")
			_ = connection.Close()
		}
	}))
	t.Cleanup(odd.Close)
	b.env = map[string]string{"BELLHOP_CONTROL_URL": odd.URL, "BELLHOP_CONTROL_TOKEN": "t"}
	_, out, errOut := b.run("sandbox", "status")
	wantClean(t, "no HTTP", out+errOut)
	// What is started says what it met.
	b.env, b.err = map[string]string{}, errors.New(text)
	for _, line := range []string{"", "demo", "sandbox", "deadlines", "check", "sandbox log diff a b"} {
		shown(words(line)...)
	}
	b.err = nil
}

// hostileJournal writes what a service may have called a hotel, and a reservation.
func hostileJournal(b *bench, shown func(args ...string), text string) {
	b.write("config.toml", auditProfile, 0o600)
	text = strings.ToValidUTF8(text, "")
	l := b.ledger()
	l.attempt(journal.Plan{
		Attempt: "att-1", Kind: journal.Cancel, Profile: "1@a.example", Environment: "production", Reservation: text, HotelName: text,
	}, sent, answered(journal.Outcome{Result: journal.Canceled, Reservation: text, Status: text, Cause: journal.Cause(text)}))
	for _, line := range []string{"audit list", "audit list --json", "audit show att-1", "audit show att-1 --json"} {
		shown(words(line)...)
	}
}

// TestPanicsTellNothing: a panic of a command names its place and not its value.
func TestPanicsTellNothing(t *testing.T) {
	var out, errOut bytes.Buffer
	code := Run(t.Context(), words("demo"), Streams{In: strings.NewReader(""), Out: &out, Err: &errOut}, nil, Build{}, Starters{
		Demo: func(context.Context, DemoOptions) error { panic("Mary \x1b]0;x\a") },
	})
	if got := errOut.String(); code != ExitFailed || !strings.HasPrefix(got, "bellhop: internal error: string\n") || strings.Contains(got, "Mary") || !strings.Contains(got, "clean_test.go") {
		t.Errorf("exit %d, %q", code, got)
	}
	wantClean(t, "a panic", out.String()+errOut.String())
}

// TestJSONKeepsItsValues: what is written otherwise is the same text to a program.
func TestJSONKeepsItsValues(t *testing.T) {
	for _, text := range hostile {
		b := newBench(t)
		p := newPanel(t)
		p.running(t, filepath.Join(b.home, "d", "bellhop", "sandbox"), "")
		p.answer, _ = hostileAnswers(text)
		var before, after state
		if err := json.Unmarshal([]byte(p.answer), &before); err != nil {
			t.Fatal(err)
		}
		_, out, _ := b.run("sandbox", "status", "--json")
		if err := json.Unmarshal([]byte(out), &after); err != nil || after.Latency != before.Latency || after.Snapshots[0].Name != before.Snapshots[0].Name {
			t.Errorf("%q became %q, %v", before.Latency, out, err)
		}
	}
}

// TestCleanerSplit: what is cut in two by two writes is no less harmful.
func TestCleanerSplit(t *testing.T) {
	const text = "a\u009b31mé世𝄞\u202e\x1b[2J\xc2\xe4\xb8\xf0\x9dz\xf0\x9d"
	const want = `a\u009b31mé世𝄞\u202e\u001b[2J` + "\ufffd"
	var whole bytes.Buffer
	c := &cleaner{out: &whole}
	_, _ = io.WriteString(c, text)
	c.flush()
	wantClean(t, "whole", whole.String())
	for size := 1; size < len(text); size++ {
		var parts bytes.Buffer
		c := &cleaner{out: &parts}
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if done, err := io.WriteString(c, rest[:n]); done != n || err != nil {
				t.Fatalf("wrote %d of %d, %v", done, n, err)
			}
			rest = rest[n:]
		}
		c.flush()
		if parts.String() != whole.String() {
			t.Errorf("in parts of %d: %q, want %q", size, parts.String(), whole.String())
		}
	}
	if !strings.HasPrefix(whole.String(), want) {
		t.Errorf("got %q", whole.String())
	}
	failing := &cleaner{out: fails{}}
	if n, err := io.WriteString(failing, "x"); n != 0 || err == nil {
		t.Errorf("a writer that fails: %d, %v", n, err)
	}
}

type fails struct{}

func (fails) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

// FuzzCleaner: whatever is written, in whatever parts, comes out clean, and valid
// JSON stays the JSON that it was.
func FuzzCleaner(f *testing.F) {
	for _, text := range hostile {
		f.Add(text, 3)
		quoted, _ := json.Marshal(text)
		f.Add(string(quoted), 1)
	}
	f.Fuzz(func(t *testing.T, text string, cut int) {
		var out bytes.Buffer
		c := &cleaner{out: &out}
		at := 0
		if len(text) > 0 {
			at = max(cut%len(text), 0)
		}
		_, _ = io.WriteString(c, text[:at])
		_, _ = io.WriteString(c, text[at:])
		c.flush()
		wantClean(t, "fuzz", out.String())
		var before, after any
		if json.Unmarshal([]byte(text), &before) == nil {
			if err := json.Unmarshal(out.Bytes(), &after); err != nil || fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("%q became %q, %v", text, out.String(), err)
			}
		}
	})
}
