package cli_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellhop/cli"
	"bellhop/cli/exit"
	"bellhop/sandbox/world"

	"golang.org/x/text/encoding/unicode"
)

// A panel is a control path that notes what it was asked.
type panel struct {
	*httptest.Server
	asked  []string
	status int
	answer string
}

func newPanel(t *testing.T) *panel {
	t.Helper()
	p := &panel{status: http.StatusOK, answer: cli.CalmState}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p.asked = append(p.asked, strings.TrimSpace(fmt.Sprintf("%s %s %s %s", r.Method, r.URL.EscapedPath(), r.Header.Get("Authorization"), body)))
		w.WriteHeader(p.status)
		_, _ = io.WriteString(w, p.answer)
	}))
	t.Cleanup(p.Close)
	return p
}

// running leaves a panel's note in a data folder.
func (p *panel) running(t *testing.T, dir, record string) (remove func()) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	remove, err := cli.WriteControl(dir, cli.Control{Address: p.URL + "/control", Token: "s3cret", PID: os.Getpid(), Record: record})
	if err != nil {
		t.Fatal(err)
	}
	return remove
}

// Each command asks the sandbox that runs and tells what came of it.
func TestControlCommands(t *testing.T) {
	f := newFixture(t)
	address := f.serve("--clock", "2026-12-12 09:30", "--latency", "none")
	const clock, rule = "Sat 12 Dec 2026 09:30:00 UTC, stands still\n", "busy POST nth=1"
	const rules = "RULE             MATCHED  FIRED\nbusy POST nth=1  0        0\n"
	f.want(words("sandbox status"), exit.OK, "address    http://"+address+"\nclock      "+clock+`latency    none
quirks     none
faults     none
world      100 hotels from seed 1, 240 reservations
snapshots  none
`, "")
	for _, c := range []struct{ line, out string }{
		{"clock", clock},
		{"clock +6h", "Sat 12 Dec 2026 15:30:00 UTC, stands still\n"},
		{"clock -30m", "Sat 12 Dec 2026 15:00:00 UTC, stands still\n"},
		{"clock -90m", "Sat 12 Dec 2026 13:30:00 UTC, stands still\n"},
		{"clock -- -1d", "Fri 11 Dec 2026 13:30:00 UTC, stands still\n"},
		{"latency", "none\n"},
		{"latency 250ms", "250ms\n"},
		{"latency none", "none\n"},
		{"quirks stripe key-order", "stripe, key-order\n"},
		{"faults list", "no faults\n"},
		{"faults add busy slow", "RULE  MATCHED  FIRED\nbusy  0        0\nslow  0        0\n"},
		{"faults clear", "no faults\n"},
		{"snapshot save before", "Saved before: 240 reservations.\n"},
		{"snapshot load before --yes", "Loaded before: 240 reservations.\n"},
		{"snapshot remove before --yes", "Removed the snapshot before.\n"},
		{"snapshot list", "NAME  SAVED  RESERVATIONS\n"},
		{"reset --yes", "The sandbox is as it began: 240 reservations.\n"},
		{"clock", clock},
	} {
		f.want(words("sandbox "+c.line), exit.OK, c.out, "")
	}
	f.want([]string{"sandbox", "faults", "add", rule}, exit.OK, rules, "")
	f.want(words("sandbox faults list --json"), exit.OK, `[{"rule":"busy POST nth=1","matched":0,"fired":0}]`+"\n", "")
	f.want(words("sandbox snapshot load a/b --yes"), exit.Failed, "", "bellhop: there is no /control/snapshots/a/b/load: did you mean /control/snapshots?\n")
	f.run(words("sandbox snapshot save before")...)
	_, out, _ := f.run(words("sandbox snapshot list")...)
	if !regexp.MustCompile(`^NAME    SAVED                   ?RESERVATIONS\nbefore  \d+ \w{3} \d{4} \d\d:\d\d UTC  240\n$`).MatchString(out) {
		t.Errorf("the snapshots are\n%s", out)
	}
	_, out, _ = f.run(words("sandbox snapshot list --json")...)
	if !regexp.MustCompile(`^\[\{"name":"before","saved_at":"[^"]+Z","reservations":240\}\]\n$`).MatchString(out) {
		t.Errorf("the snapshots are %s", out)
	}
	for _, line := range []string{"status --json", "clock -30m --json", "quirks all --json"} {
		_, out, errOut := f.run(words("sandbox " + line)...)
		var s cli.State
		if err := json.Unmarshal([]byte(out), &s); err != nil || errOut != "" || s.Hotels != 100 || s.Reservations != 240 || len(s.Faults) != 1 {
			t.Errorf("%s: %v, %s%s", line, err, out, errOut)
		}
	}
}

// What is mistyped is refused before a sandbox is asked.
func TestControlRefusesWhatIsMistyped(t *testing.T) {
	for _, c := range []struct {
		args []string
		says string
	}{
		{[]string{"status", "--data", "x", "--demo"}, "--data and --demo name two sandboxes; give one of them"},
		{[]string{"clock", ""}, `the value is empty; see "bellhop sandbox clock --help"`},
		{[]string{"latency", " "}, `the value is empty; see "bellhop sandbox latency --help"`},
		{[]string{"snapshot", "save", ""}, `the NAME is empty; see "bellhop sandbox snapshot save --help"`},
		{[]string{"snapshot", "remove", "", "--yes"}, `the NAME is empty; see "bellhop sandbox snapshot remove --help"`},
		{[]string{"faults", "add", ""}, `the rule "" is empty; give one such as "busy POST nth=1"`},
		{[]string{"faults", "add", "# later"}, `the rule "# later" is empty; give one such as "busy POST nth=1"`},
		{[]string{"faults", "add", "bzy"}, `the rule "bzy": line 1, column 1: there is no fault "bzy"; did you mean busy?`},
		{[]string{"log", "--method", "GTE"}, `--method "GTE" is no method of HTTP; did you mean GET?`},
		{[]string{"log", "--method", "something"}, `--method "something" is no method of HTTP; such as GET or POST`},
		{[]string{"log", "--path", "/rest/v2"}, `--path: the service has no path "/rest/v2"`},
		{[]string{"log", "--path", "reservations"}, `--path "reservations" is no path: it begins with /, such as /rest/v1/reservation*`},
	} {
		f, p := newFixture(t), newPanel(t)
		p.running(t, filepath.Join(f.home, "d", "bellhop", "sandbox"), "")
		f.want(append([]string{"sandbox"}, c.args...), exit.Usage, "", "bellhop: "+c.says+"\n")
		if len(p.asked) > 0 {
			t.Errorf("%q asked %q", c.args, p.asked)
		}
	}
}

// Which sandbox is meant: the folder's, the demo's, or that of the variables.
func TestControlFindsTheSandbox(t *testing.T) {
	f, here, demo, elsewhere := newFixture(t), newPanel(t), newPanel(t), newPanel(t)
	home := filepath.Join(f.home, "d", "bellhop")
	removeHere := here.running(t, filepath.Join(f.home, "other"), "")
	demo.running(t, filepath.Join(home, "demo"), "")
	count := func(want ...int) {
		t.Helper()
		if got := []int{len(here.asked), len(demo.asked), len(elsewhere.asked)}; got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
			t.Errorf("asked %v, want %v", got, want)
		}
	}
	const start = "; start one with bellhop sandbox, or say --demo for the demo that runs, or --data DIR\n"
	f.want(words("sandbox latency"), exit.Failed, "", "bellhop: no sandbox runs on HOME/d/bellhop/sandbox"+start)
	f.want([]string{"sandbox", "latency", "--data", filepath.Join(f.home, "other")}, exit.OK, "office\n", "")
	f.want(words("sandbox latency --demo"), exit.OK, "office\n", "")
	count(1, 1, 0)
	f.env[cli.EnvControlURL] = elsewhere.URL + "/control/"
	f.want(words("sandbox latency"), exit.Usage, "", "bellhop: BELLHOP_CONTROL_URL and BELLHOP_CONTROL_TOKEN must both be set; bellhop sandbox prints them in its line control\n")
	f.env[cli.EnvControlToken] = "t"
	f.want(words("sandbox latency"), exit.OK, "office\n", "")
	f.want(words("sandbox latency --demo"), exit.OK, "office\n", "")
	count(1, 2, 1)
	f.want(words("sandbox log"), exit.Usage, "", "bellhop: which file that sandbox records in is not known here; name the FILE\n")
	f.env[cli.EnvControlURL] = "127.0.0.1:80"
	f.want(words("sandbox latency"), exit.Usage, "", "bellhop: BELLHOP_CONTROL_URL is not an address such as http://127.0.0.1:8080/control\n")
	f.env = map[string]string{}

	removeHere()
	if _, err := os.Stat(filepath.Join(f.home, "other", cli.ControlFile)); !os.IsNotExist(err) {
		t.Errorf("the note is still there: %v", err)
	}
	info, err := os.Stat(filepath.Join(home, "demo", cli.ControlFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the note: %v, %v", info.Mode(), err)
	}
}

// A sandbox that has ended without a word is told from one that runs.
func TestControlOfWhatHasEnded(t *testing.T) {
	f := newFixture(t)
	dir := filepath.Join(f.home, "d", "bellhop", "sandbox")
	p := newPanel(t)
	p.running(t, dir, "")
	address := p.URL
	p.Close()
	f.want(words("sandbox status --data memory"), exit.Failed, "", "bellhop: no sandbox runs on memory; one in memory has no folder: "+
		"set BELLHOP_CONTROL_URL and BELLHOP_CONTROL_TOKEN to what its line control says\n")
	f.want(words("sandbox reset"), exit.Usage, "", "bellhop: nobody can be asked, because the input is not a terminal; say --yes to do it without asking\n")
	f.want(words("sandbox status"), exit.Failed, "", "bellhop: nothing answers at "+address+"/control: that sandbox has ended; start one with bellhop sandbox\n")
	for name, text := range map[string]string{"no process": `{"address":"` + address + `","token":"t","pid":-1}`, "no number": "{}"} {
		if err := os.WriteFile(filepath.Join(dir, cli.ControlFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, _, errOut := f.run("sandbox", "status")
		if want := "bellhop: the sandbox on HOME/d/bellhop/sandbox has ended without taking its control.json away; "; code != exit.Failed || !strings.HasPrefix(errOut, want) {
			t.Errorf("%s: exit %d, %q", name, code, errOut)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, cli.ControlFile), []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errOut := f.run("sandbox", "status")
	if want := "bellhop: the file HOME/d/bellhop/sandbox/control.json cannot be read: "; code != exit.Failed || !strings.HasPrefix(errOut, want) {
		t.Errorf("exit %d, %q", code, errOut)
	}
}

// What the sandbox refuses is told as it says it, with the exit code of what it
// is.
func TestControlRefusals(t *testing.T) {
	f, p := newFixture(t), newPanel(t)
	p.running(t, filepath.Join(f.home, "d", "bellhop", "sandbox"), "")
	for _, c := range []struct {
		status int
		answer string
		code   int
		says   string
	}{
		{http.StatusBadRequest, `{"error":"say +6h"}`, exit.Usage, "say +6h"},
		{http.StatusBadRequest, `{"error":"say\u001b[2J\n+6h"}`, exit.Usage, "say␛[2J +6h"},
		{http.StatusUnauthorized, `{"error":"the token is wrong"}`, exit.Auth, "the token is wrong"},
		{http.StatusConflict, `{"error":"the disk is full"}`, exit.Failed, "the disk is full"},
		{http.StatusNotFound, "<html>", exit.Failed, "the sandbox answered 404; is this its control path?"},
		{http.StatusOK, "<html>", exit.Failed, "what answers is no sandbox of Bellhop's: its answer is not JSON of the control path"},
		{http.StatusFound, "", exit.Failed, "the sandbox answered 302; is this its control path?"},
	} {
		p.status, p.answer = c.status, c.answer
		f.want(words("sandbox clock +1h"), c.code, "", "bellhop: "+c.says+"\n")
	}
}

func TestControlURL(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80/control", "[::1]:80": "http://[::1]:80/control",
		"0.0.0.0:80": "http://127.0.0.1:80/control", "[::]:80": "http://127.0.0.1:80/control", "192.0.2.1:8": "http://192.0.2.1:8/control",
	} {
		if got := cli.ControlURL("http", address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestScenariosAndKinds(t *testing.T) {
	f := newFixture(t)
	for line, want := range map[string]string{
		"sandbox scenarios":    "SCENARIO ",
		"sandbox faults kinds": "KIND ",
		"sandbox quirks":       "QUIRK ",
	} {
		_, text, _ := f.run(words(line)...)
		lines := strings.Split(strings.TrimSpace(text), "\n")
		var list []map[string]string
		_, out, _ := f.run(append(words(line), "--json")...)
		if err := json.Unmarshal([]byte(out), &list); err != nil || !strings.HasPrefix(lines[0], want) || len(list) < 10 || len(list) != len(lines)-1 {
			t.Fatalf("%s: %d lines, %d in JSON, %v\n%s%s", line, len(lines), len(list), err, text, out)
		}
		name := strings.ToLower(strings.TrimSpace(want))
		for i, one := range list {
			if row := strings.Join(strings.Fields(lines[i+1]), " "); !strings.HasPrefix(row, one[name]+" ") || !strings.HasSuffix(row, one["does"]) {
				t.Errorf("%s: %q is %v in JSON", line, row, one)
			}
		}
	}
	var list []world.Scenario
	if _, out, _ := f.run("sandbox", "scenarios", "--json"); json.Unmarshal([]byte(out), &list) != nil || !slices.Equal(list, world.Scenarios()) {
		t.Errorf("the scenarios are %s", out)
	}
}

func TestTraining(t *testing.T) {
	f := newFixture(t)
	f.want(words("demo"), exit.OK, "", "")
	if o := f.demo.Sandbox; o.Latency != cli.DemoLatency || o.Changes != cli.DemoChanges || o.Properties != 0 || o.Progress == nil {
		t.Errorf("started with %+v", o)
	}
	file := filepath.Join(f.home, "rules")
	if err := os.WriteFile(file, []byte("# mornings\nslow GET\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.want([]string{
		"demo", "--hotels", "100", "--clock", "2026-12-24 10:00", "--latency", "none", "--changes", "2.5", "--faults", file,
		"--fault", "busy POST", "--fault", "slow", "--record", file + ".jsonl",
	}, exit.OK, "", "")
	o := f.demo.Sandbox
	if o.Properties != 100 || o.Start != "2026-12-24 10:00" || o.Latency != "none" || o.Changes != 25 || f.demo.Record != file+".jsonl" || o.Keep ||
		o.Faults != "# mornings\nslow GET\n\nbusy POST\nslow" {
		t.Errorf("started with %+v", o)
	}
	if err := os.WriteFile(file, []byte("slow GET\nbzy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.want([]string{"sandbox", "--faults", file}, exit.Usage, "", "bellhop: HOME/rules: line 2, column 1: there is no fault \"bzy\"; did you mean busy?\n")
	f.want([]string{"sandbox", "--fault", "busy\nslow"}, exit.Usage, "", "bellhop: --fault takes one rule; give several with a --fault each, or in a file with --faults\n")
}

func TestFixtureFlags(t *testing.T) {
	f := newFixture(t)
	file := filepath.Join(f.home, "fixtures.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const fixtures = `{"reservations":[{"place":"PAR","check_in":"+1"}]}`
	write(fixtures)
	f.want([]string{"demo", "--fixtures", file, "--set", "reservations.0.place=LON", "--set", "reservations.0.nights=2"}, exit.OK, "", "")
	if o := f.demo.Sandbox; o.Fixtures != fixtures || strings.Join(o.Set, " ") != "reservations.0.place=LON reservations.0.nights=2" || f.demo.Notice == nil {
		t.Errorf("started with %+v", o)
	}
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(fixtures)
	if err != nil {
		t.Fatal(err)
	}
	write(wide)
	f.want([]string{"demo", "--fixtures", file}, exit.OK, "", "")
	if o := f.demo.Sandbox; o.Fixtures != fixtures {
		t.Errorf("of a file in UTF-16 the fixtures are %q", o.Fixtures)
	}
	f.demo = nil
	f.want([]string{"demo", "--set", "reservations.0.place=LON"}, exit.Usage, "", "bellhop: --set changes a value of the fixtures; say which with --fixtures FILE\n")
	f.want([]string{"demo", "--fixtures", ""}, exit.Usage, "", "bellhop: --fixtures is empty; give it a value or leave it out\n")
	f.want([]string{"demo", "--fixtures", file, "--set", "rooms=1"}, exit.Usage, "", "bellhop: HOME/fixtures.json: --set rooms: there is no \"rooms\"; there are reservations\n")
	f.want([]string{"sandbox", "--fixtures", file + "x"}, exit.Usage, "", "bellhop: --fixtures: HOME/fixtures.jsonx: there is no such file or folder; check the name\n")
	write(" \n")
	f.want([]string{"sandbox", "--fixtures", file}, exit.Usage, "", "bellhop: HOME/fixtures.json is empty; a world without reservations is {\"reservations\":[]}\n")
	write("[]")
	f.want([]string{"sandbox", "--fixtures", file}, exit.Usage, "", "bellhop: HOME/fixtures.json: The whole must be an object, and is an array.\n")
	if f.demo != nil || f.sandbox != nil {
		t.Error("a wrong command line started something")
	}
}

func TestLog(t *testing.T) {
	f, p := newFixture(t), newPanel(t)
	file := filepath.Join(f.home, "r.jsonl")
	if err := os.WriteFile(file, []byte(cli.RecordingText+`{"time":"2026`), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(f.home, "d", "bellhop", "sandbox")
	p.running(t, dir, "")
	f.want(words("sandbox log"), exit.Failed, "", "bellhop: that sandbox does not record; start it with --record FILE, or name a FILE\n")
	p.running(t, dir, file)
	first := "2026-12-12 09:30:00  GET     200      1.2 ms  /rest/v1/reservations\n"
	second := "2026-12-12 09:30:01  POST    500     12.0 ms  /rest/v1/reservation  [server-error]\n"
	third := "2026-12-12 09:30:02  GET     404      0.0 ms  /x?[2J\n"
	f.want(words("sandbox log"), exit.OK, first+second+third, "")
	f.want([]string{"sandbox", "log", file, "--method", "post"}, exit.OK, second, "")
	f.want([]string{"sandbox", "log", file, "--status", "5xx"}, exit.OK, second, "")
	f.want([]string{"sandbox", "log", file, "--status", "404"}, exit.OK, third, "")
	f.want([]string{"sandbox", "log", file, "--path", "/rest/v1/reservation"}, exit.OK, second, "")
	f.want([]string{"sandbox", "log", file, "--path", "/rest/v1/reservation*", "--json"}, exit.OK, strings.Join(strings.SplitAfter(cli.RecordingText, "\n")[:2], ""), "")
	f.want([]string{"sandbox", "log", file, "--status", "403"}, exit.OK, "", "bellhop: no such request among 3 recorded\n")
	f.want([]string{"sandbox", "log", filepath.Join(f.home, "none")}, exit.Usage, "", "bellhop: HOME/none: there is no such file or folder; check the name\n")
	// A connection that was reset has no status.
	if err := os.WriteFile(file, []byte(`{"time":"2026-12-12T09:30:00Z","method":"GET","path":"/x","status":0,"took_ms":2,"fault":"reset"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.want([]string{"sandbox", "log", file}, exit.OK, "2026-12-12 09:30:00  GET       0      2.0 ms  /x  [reset]\n", "")
	for text, says := range map[string]string{
		"nonsense\n":               "line 1 is no line of a recording: invalid character 'o' in literal null (expecting 'u')",
		cli.RecordingText + "junk": "line 4 is no line of a recording: it has no end",
		"{\"a\":1}\n":              "line 1 is no line of a recording: it has no time, method and path",
		"[1]\n":                    "line 1 is no line of a recording: it has no time, method and path",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, errOut := f.run("sandbox", "log", file); code != exit.Usage || errOut != "bellhop: HOME/r.jsonl: "+says+"\n" {
			t.Errorf("%q: exit %d, %s", text, code, errOut)
		}
	}
}
