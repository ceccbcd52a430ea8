package cli_test

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

	"bellhop/booking/journal"
	"bellhop/cli"
	"bellhop/cli/exit"
	"bellhop/cli/output/outputtest"
)

// hostileAnswers are what a control path may send, with a text in every place.
func hostileAnswers(text string) (state, refusal string) {
	quoted, _ := json.Marshal(text) // A text can be.
	raw := bytes.ReplaceAll(quoted, []byte(`\u007f`), []byte("\x7f"))
	state = strings.NewReplacer(`"office"`, string(raw), `"stripe"`, string(raw), `"busy POST nth=1"`, string(raw), `"before"`, string(raw)).Replace(cli.CalmState)
	return state, `{"error":` + string(raw) + `}`
}

// TestNothingFromOutsideDrivesTheTerminal has texts that would, in the arguments,
// the environment, every file and every answer that a command prints something
// of.
func TestNothingFromOutsideDrivesTheTerminal(t *testing.T) {
	for i, text := range outputtest.Hostile {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			f := newFixture(t)
			shown := func(args ...string) {
				t.Helper()
				_, out, errOut := f.run(args...)
				name := fmt.Sprintf("%q", args)
				outputtest.WantClean(t, name, out)
				outputtest.WantClean(t, name+" on stderr", errOut)
				if !strings.Contains(out+errOut, "mark") {
					t.Errorf("%s prints nothing of it: %q, %q", name, out, errOut)
				}
				if slices.Contains(args, "--json") && out != "" && !json.Valid([]byte(out)) {
					t.Errorf("%s is no JSON: %q", name, out)
				}
			}
			hostileArguments(shown, text)
			hostileFiles(t, f, shown, text)
			hostileControl(t, f, shown, text)
			hostileJournal(f, shown, text)
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

func hostileFiles(t *testing.T, f *fixture, shown func(args ...string), text string) {
	t.Helper()
	quoted, _ := json.Marshal(text)
	name := strings.ReplaceAll(string(quoted), `\u0000`, "") // TOML has no such escape for names.
	for _, file := range []string{
		"profile = " + name, "[profiles." + name + "]\n", "[preferences]\ntheme = " + name, "[preferences]\nagent_zone = " + name,
		"[" + name + "]\n", name + " = 1", "x = mark\x1b[2J", "# mark\n[profiles.a]\nbase_url = " + name,
		"[profiles." + name + "]\nbase_url = \"https://a.example\"\n[profiles.b]\nbase_url = \"https://a.example\"\nenvironment = \"sandbox\"",
	} {
		f.write("config.toml", file, 0o600)
		for _, line := range []string{"deadlines", "profile list", "profile use mark", "paths"} {
			if _, out, errOut := f.run(words(line)...); true {
				outputtest.WantClean(t, file, out)
				outputtest.WantClean(t, file, errOut)
			}
		}
	}
	if err := os.Remove(filepath.Join(f.home, "c", "bellhop", "config.toml")); err != nil {
		t.Fatal(err)
	}
	for variable, args := range map[string][]string{
		"BELLHOP_PROFILE": {"deadlines"}, "BELLHOP_CONTROL_URL": {"sandbox", "status"},
	} {
		f.env = map[string]string{variable: "http://" + text + "/control", "BELLHOP_CONTROL_TOKEN": "t"}
		if _, out, errOut := f.run(args...); true {
			outputtest.WantClean(t, variable, out)
			outputtest.WantClean(t, variable, errOut)
		}
	}
	f.env = map[string]string{}
	folder := filepath.Join(f.home, strings.NewReplacer("\x00", "").Replace(text))
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

func hostileControl(t *testing.T, f *fixture, shown func(args ...string), text string) {
	t.Helper()
	p := newPanel(t)
	p.running(t, filepath.Join(f.home, "d", "bellhop", "sandbox"), "")
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
		if _, out, errOut := f.run(append([]string{"sandbox"}, words(line)...)...); true {
			outputtest.WantClean(t, line, out+errOut)
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
	f.env = map[string]string{"BELLHOP_CONTROL_URL": odd.URL, "BELLHOP_CONTROL_TOKEN": "t"}
	_, out, errOut := f.run("sandbox", "status")
	outputtest.WantClean(t, "no HTTP", out+errOut)
	// What is started says what it met.
	f.env, f.err = map[string]string{}, errors.New(text)
	for _, line := range []string{"", "demo", "sandbox", "deadlines", "check"} {
		shown(words(line)...)
	}
	f.err = nil
}

// hostileJournal writes what a service may have called a hotel, and a reservation.
func hostileJournal(f *fixture, shown func(args ...string), text string) {
	f.write("config.toml", auditProfile, 0o600)
	text = strings.ToValidUTF8(text, "")
	l := f.ledger()
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
	code := cli.Run(t.Context(), words("demo"), cli.Streams{In: strings.NewReader(""), Out: &out, Err: &errOut}, nil, cli.Build{}, cli.Launchers{
		Demo: func(context.Context, cli.DemoOptions) error { panic("Mary \x1b]0;x\a") },
	})
	if got := errOut.String(); code != exit.Failed || !strings.HasPrefix(got, "bellhop: internal error: string\n") || strings.Contains(got, "Mary") || !strings.Contains(got, "clean_test.go") {
		t.Errorf("exit %d, %q", code, got)
	}
	outputtest.WantClean(t, "a panic", out.String()+errOut.String())
}

// TestJSONKeepsItsValues: what is written otherwise is the same text to a program.
func TestJSONKeepsItsValues(t *testing.T) {
	for _, text := range outputtest.Hostile {
		f := newFixture(t)
		p := newPanel(t)
		p.running(t, filepath.Join(f.home, "d", "bellhop", "sandbox"), "")
		p.answer, _ = hostileAnswers(text)
		var before, after cli.State
		if err := json.Unmarshal([]byte(p.answer), &before); err != nil {
			t.Fatal(err)
		}
		_, out, _ := f.run("sandbox", "status", "--json")
		if err := json.Unmarshal([]byte(out), &after); err != nil || after.Latency != before.Latency || after.Snapshots[0].Name != before.Snapshots[0].Name {
			t.Errorf("%q became %q, %v", before.Latency, out, err)
		}
	}
}
