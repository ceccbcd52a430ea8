package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A panel is a control path that notes what it was asked.
type panel struct {
	*httptest.Server
	asked  []string
	status int
	answer string
}

const calmState = `{"clock":{"now":"2026-12-12T09:30:00Z","offset_seconds":21600,"stopped":false},"latency":"office","quirks":["stripe","key-order"],` +
	`"faults":[{"rule":"busy POST nth=1","matched":3,"fired":1}],` +
	`"snapshots":[{"name":"before","saved_at":"2026-12-12T08:00:00Z","reservations":240}],"seed":7,"hotels":6000,"reservations":241}`

func newPanel(t *testing.T) *panel {
	t.Helper()
	p := &panel{status: http.StatusOK, answer: calmState}
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
	remove, err := WriteControl(dir, Control{Address: p.URL + "/control", Token: "s3cret", PID: os.Getpid(), Record: record})
	if err != nil {
		t.Fatal(err)
	}
	return remove
}

func TestControlCommands(t *testing.T) {
	const clock = "Sat 12 Dec 2026 09:30:00 UTC, 6h ahead of the real time\n"
	const rules = "RULE             MATCHED  FIRED\nbusy POST nth=1  3        1\n"
	for line, c := range map[string]struct{ asked, out string }{
		"status": {"GET /control Bearer s3cret", "address    ADDRESS\nclock      " + strings.TrimSpace(clock) + `
latency    office
quirks     stripe, key-order
faults     busy POST nth=1  (matched 3, fired 1)
world      6000 hotels from seed 7, 241 reservations
snapshots  before  (saved 12 Dec 2026 08:00 UTC, 240 reservations)
`},
		"status --json":                {"GET /control Bearer s3cret", calmState + "\n"},
		"clock":                        {"GET /control Bearer s3cret", clock},
		"clock +6h":                    {`POST /control/clock Bearer s3cret {"to":"+6h"}`, clock},
		"clock -30m":                   {`POST /control/clock Bearer s3cret {"to":"-30m"}`, clock},
		"clock -90m":                   {`POST /control/clock Bearer s3cret {"to":"-90m"}`, clock},
		"clock -30m --json":            {`POST /control/clock Bearer s3cret {"to":"-30m"}`, calmState + "\n"},
		"clock -- -1d":                 {`POST /control/clock Bearer s3cret {"to":"-1d"}`, clock},
		"latency":                      {"GET /control Bearer s3cret", "office\n"},
		"latency 250ms":                {`POST /control/latency Bearer s3cret {"to":"250ms"}`, "office\n"},
		"quirks stripe key-order":      {`POST /control/quirks Bearer s3cret {"to":"stripe,key-order"}`, "stripe, key-order\n"},
		"quirks all --json":            {`POST /control/quirks Bearer s3cret {"to":"all"}`, calmState + "\n"},
		"faults list":                  {"GET /control Bearer s3cret", rules},
		"faults list --json":           {"GET /control Bearer s3cret", `[{"rule":"busy POST nth=1","matched":3,"fired":1}]` + "\n"},
		"faults add busy slow":         {`POST /control/faults Bearer s3cret {"rules":"busy\nslow"}`, rules},
		"faults clear":                 {"DELETE /control/faults Bearer s3cret", rules},
		"reset --yes":                  {"POST /control/reset Bearer s3cret", "The sandbox is as it began: 241 reservations.\n"},
		"snapshot save before":         {`POST /control/snapshots Bearer s3cret {"name":"before"}`, "Saved before: 240 reservations.\n"},
		"snapshot load before --yes":   {"POST /control/snapshots/before/load Bearer s3cret", "Loaded before: 241 reservations.\n"},
		"snapshot load a/b --yes":      {"POST /control/snapshots/a%2Fb/load Bearer s3cret", "Loaded a/b: 241 reservations.\n"},
		"snapshot remove before --yes": {"DELETE /control/snapshots/before Bearer s3cret", "Removed the snapshot before.\n"},
		"snapshot list":                {"GET /control Bearer s3cret", "NAME    SAVED                  RESERVATIONS\nbefore  12 Dec 2026 08:00 UTC  240\n"},
		"snapshot list --json":         {"GET /control Bearer s3cret", `[{"name":"before","saved_at":"2026-12-12T08:00:00Z","reservations":240}]` + "\n"},
	} {
		t.Run(line, func(t *testing.T) {
			b, p := newBench(t), newPanel(t)
			p.running(t, filepath.Join(b.home, "d", "bellhop", "sandbox"), "")
			b.want(words("sandbox "+line), ExitOK, strings.ReplaceAll(c.out, "ADDRESS", p.URL), "")
			if got := strings.Join(p.asked, "\n"); got != c.asked {
				t.Errorf("asked\n%s\nwant\n%s", got, c.asked)
			}
		})
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
		{[]string{"faults", "add", "bzy"}, `the rule "bzy": no fault: bzy`},
		{[]string{"log", "--method", "GTE"}, `--method "GTE" is no method of HTTP; did you mean GET?`},
		{[]string{"log", "--method", "something"}, `--method "something" is no method of HTTP; such as GET or POST`},
		{[]string{"log", "--path", "/rest/v2"}, `--path: no path: /rest/v2`},
		{[]string{"log", "--path", "reservations"}, `--path "reservations" is no path: it begins with /, such as /rest/v1/reservation*`},
	} {
		b, p := newBench(t), newPanel(t)
		p.running(t, filepath.Join(b.home, "d", "bellhop", "sandbox"), "")
		b.want(append([]string{"sandbox"}, c.args...), ExitUsage, "", "bellhop: "+c.says+"\n")
		if len(p.asked) > 0 {
			t.Errorf("%q asked %q", c.args, p.asked)
		}
	}
}

// Quotes that were forgotten are named, not the word after them.
func TestFaultRulesWantQuotes(t *testing.T) {
	check := func(rule string) error {
		if !strings.HasPrefix(rule, "busy") {
			return fmt.Errorf("there is no fault %q", rule)
		}
		return nil
	}
	for rules, want := range map[string]string{
		"busy|busy":        "",
		"busy|POST|nth=1":  `a rule is one argument; put quotes around it: "busy POST nth=1"`,
		"bzy|POST":         `the rule "bzy": there is no fault "bzy"`,
		"busy POST| # now": `the rule " # now" is empty; give one such as "busy POST nth=1"`,
	} {
		got := ""
		if err := checkedRules(strings.Split(rules, "|"), check); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", rules, got, want)
		}
	}
}

func TestSpanWords(t *testing.T) {
	for seconds, want := range map[int64]string{1: "1s", 60: "1m", 6 * 3600: "6h", 5400: "1h30m", 2829801: "32d18h3m21s", 2 * 86400: "2d"} {
		if got := spanWords(seconds); got != want {
			t.Errorf("%d: %s, want %s", seconds, got, want)
		}
	}
}

// Which sandbox is meant: the folder's, the demo's, or that of the variables.
func TestControlFindsTheSandbox(t *testing.T) {
	b, here, demo, elsewhere := newBench(t), newPanel(t), newPanel(t), newPanel(t)
	home := filepath.Join(b.home, "d", "bellhop")
	removeHere := here.running(t, filepath.Join(b.home, "other"), "")
	demo.running(t, filepath.Join(home, "demo"), "")
	count := func(want ...int) {
		t.Helper()
		if got := []int{len(here.asked), len(demo.asked), len(elsewhere.asked)}; got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
			t.Errorf("asked %v, want %v", got, want)
		}
	}
	const start = "; start one with bellhop sandbox, or say --demo for the demo that runs, or --data DIR\n"
	b.want(words("sandbox latency"), ExitFailed, "", "bellhop: no sandbox runs on HOME/d/bellhop/sandbox"+start)
	b.want([]string{"sandbox", "latency", "--data", filepath.Join(b.home, "other")}, ExitOK, "office\n", "")
	b.want(words("sandbox latency --demo"), ExitOK, "office\n", "")
	count(1, 1, 0)
	b.env[envControlURL] = elsewhere.URL + "/control/"
	b.want(words("sandbox latency"), ExitUsage, "", "bellhop: BELLHOP_CONTROL_URL and BELLHOP_CONTROL_TOKEN must both be set; bellhop sandbox prints them in its line control\n")
	b.env[envControlToken] = "t"
	b.want(words("sandbox latency"), ExitOK, "office\n", "")
	b.want(words("sandbox latency --demo"), ExitOK, "office\n", "")
	count(1, 2, 1)
	b.want(words("sandbox log"), ExitUsage, "", "bellhop: which file that sandbox records in is not known here; name the FILE\n")
	b.env[envControlURL] = "127.0.0.1:80"
	b.want(words("sandbox latency"), ExitUsage, "", "bellhop: BELLHOP_CONTROL_URL is not an address such as http://127.0.0.1:8080/control\n")
	b.env = map[string]string{}

	removeHere()
	if _, err := os.Stat(filepath.Join(b.home, "other", controlFile)); !os.IsNotExist(err) {
		t.Errorf("the note is still there: %v", err)
	}
	info, err := os.Stat(filepath.Join(home, "demo", controlFile))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the note: %v, %v", info.Mode(), err)
	}
}

// A sandbox that has ended without a word is told from one that runs.
func TestControlOfWhatHasEnded(t *testing.T) {
	b := newBench(t)
	dir := filepath.Join(b.home, "d", "bellhop", "sandbox")
	p := newPanel(t)
	p.running(t, dir, "")
	address := p.URL
	p.Close()
	b.want(words("sandbox status --data memory"), ExitFailed, "", "bellhop: no sandbox runs on memory; one in memory has no folder: "+
		"set BELLHOP_CONTROL_URL and BELLHOP_CONTROL_TOKEN to what its line control says\n")
	b.want(words("sandbox reset"), ExitUsage, "", "bellhop: nobody can be asked, because the input is not a terminal; say --yes to do it without asking\n")
	b.want(words("sandbox status"), ExitFailed, "", "bellhop: nothing answers at "+address+"/control: that sandbox has ended; start one with bellhop sandbox\n")
	for name, text := range map[string]string{"no process": `{"address":"` + address + `","token":"t","pid":-1}`, "no number": "{}"} {
		if err := os.WriteFile(filepath.Join(dir, controlFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		code, _, errOut := b.run("sandbox", "status")
		if want := "bellhop: the sandbox on HOME/d/bellhop/sandbox has ended without taking its control.json away; "; code != ExitFailed || !strings.HasPrefix(errOut, want) {
			t.Errorf("%s: exit %d, %q", name, code, errOut)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, controlFile), []byte("nonsense"), 0o600); err != nil {
		t.Fatal(err)
	}
	code, _, errOut := b.run("sandbox", "status")
	if want := "bellhop: the file HOME/d/bellhop/sandbox/control.json cannot be read: "; code != ExitFailed || !strings.HasPrefix(errOut, want) {
		t.Errorf("exit %d, %q", code, errOut)
	}
}

// What the sandbox refuses is told as it says it, with the exit code of what it
// is.
func TestControlRefusals(t *testing.T) {
	b, p := newBench(t), newPanel(t)
	p.running(t, filepath.Join(b.home, "d", "bellhop", "sandbox"), "")
	for _, c := range []struct {
		status int
		answer string
		code   int
		says   string
	}{
		{http.StatusBadRequest, `{"error":"say +6h"}`, ExitUsage, "say +6h"},
		{http.StatusBadRequest, `{"error":"say\u001b[2J\n+6h"}`, ExitUsage, "say␛[2J +6h"},
		{http.StatusUnauthorized, `{"error":"the token is wrong"}`, ExitAuth, "the token is wrong"},
		{http.StatusConflict, `{"error":"the disk is full"}`, ExitFailed, "the disk is full"},
		{http.StatusNotFound, "<html>", ExitFailed, "the sandbox answered 404; is this its control path?"},
		{http.StatusOK, "<html>", ExitFailed, "what answers is no sandbox of Bellhop's: invalid character '<' looking for beginning of value"},
		{http.StatusFound, "", ExitFailed, "the sandbox answered 302; is this its control path?"},
	} {
		p.status, p.answer = c.status, c.answer
		b.want(words("sandbox clock +1h"), c.code, "", "bellhop: "+c.says+"\n")
	}
}

// The note of a sandbox that took another's folder is not taken away with it.
func TestControlKeepsAnothersNote(t *testing.T) {
	p, dir := newPanel(t), t.TempDir()
	remove := p.running(t, dir, "")
	p.running(t, dir, "other")
	remove()
	if c, err := readControl(dir); err != nil || c.Record != "other" {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestControlURL(t *testing.T) {
	for address, want := range map[string]string{
		"127.0.0.1:80": "http://127.0.0.1:80/control", "[::1]:80": "http://[::1]:80/control",
		"0.0.0.0:80": "http://127.0.0.1:80/control", "[::]:80": "http://127.0.0.1:80/control", "192.0.2.1:8": "http://192.0.2.1:8/control",
	} {
		if got := ControlURL(address); got != want {
			t.Errorf("%s: %s, want %s", address, got, want)
		}
	}
}

func TestScenariosAndKinds(t *testing.T) {
	b := newBench(t)
	b.want(words("sandbox scenarios"), ExitOK, "SCENARIO  HOTEL            WHAT IT DOES\nghost     Scenario: ghost  books, and then the line drops\nbusy      Scenario: busy   asks to wait\n", "")
	b.want(words("sandbox faults kinds"), ExitOK, "KIND         WHAT IT DOES\nbusy         429 with Retry-After\nreset-after  done, then the connection is reset\n", "")
	_, out, _ := b.run("sandbox", "scenarios", "--json")
	var list []Scenario
	if err := json.Unmarshal([]byte(out), &list); err != nil || len(list) != 2 || list[0].Key != "ghost" || list[0].Room != "Booked, then silent" {
		t.Errorf("%s: %v", out, err)
	}
	b.want(words("sandbox faults kinds --json"), ExitOK, `[{"kind":"busy","does":"429 with Retry-After"},{"kind":"reset-after","does":"done, then the connection is reset"}]`+"\n", "")
}

func TestTraining(t *testing.T) {
	b := newBench(t)
	b.want(words("demo"), ExitOK, "", "")
	if o := b.demo.Training; o.Latency != DemoLatency || o.Changes != DemoChanges || o.Hotels != 0 || o.Progress == nil {
		t.Errorf("started with %+v", o)
	}
	file := filepath.Join(b.home, "rules")
	if err := os.WriteFile(file, []byte("# mornings\nslow GET\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.want([]string{
		"demo", "--hotels", "100", "--clock", "2026-12-24 10:00", "--latency", "none", "--changes", "2.5", "--faults", file,
		"--fault", "busy POST", "--fault", "slow", "--record", file + ".jsonl",
	}, ExitOK, "", "")
	o := b.demo.Training
	if o.Hotels != 100 || o.Clock != "2026-12-24 10:00" || o.Latency != "none" || o.Changes != 25 || o.Record != file+".jsonl" ||
		o.Faults != "# mornings\nslow GET\n\nbusy POST\nslow" {
		t.Errorf("started with %+v", o)
	}
	if err := os.WriteFile(file, []byte("slow GET\nbzy\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.want([]string{"sandbox", "--faults", file}, ExitUsage, "", "bellhop: HOME/rules: no fault: bzy\n")
	b.want([]string{"sandbox", "--fault", "busy\nslow"}, ExitUsage, "", "bellhop: --fault takes one rule; give several with a --fault each, or in a file with --faults\n")
}

func TestFixtureFlags(t *testing.T) {
	b := newBench(t)
	file := filepath.Join(b.home, "fixtures.json")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("{}")
	b.want([]string{"demo", "--fixtures", file, "--set", "reservations.0.place=LON", "--set", "reservations.0.nights=2"}, ExitOK, "", "")
	if o := b.demo.Training; o.Fixtures != "{}" || strings.Join(o.Set, " ") != "reservations.0.place=LON reservations.0.nights=2" || o.Notice == nil {
		t.Errorf("started with %+v", o)
	}
	b.demo = nil
	b.want([]string{"demo", "--set", "reservations.0.place=LON"}, ExitUsage, "", "bellhop: --set changes a value of the fixtures; say which with --fixtures FILE\n")
	b.want([]string{"demo", "--fixtures", ""}, ExitUsage, "", "bellhop: --fixtures is empty; give it a value or leave it out\n")
	b.want([]string{"demo", "--fixtures", file, "--set", "rooms=1"}, ExitUsage, "", "bellhop: HOME/fixtures.json: no setting: [rooms=1]\n")
	b.want([]string{"sandbox", "--fixtures", file + "x"}, ExitUsage, "", "bellhop: --fixtures: open HOME/fixtures.jsonx: no such file or directory\n")
	write(" \n")
	b.want([]string{"sandbox", "--fixtures", file}, ExitUsage, "", "bellhop: HOME/fixtures.json is empty; a world without reservations is {\"reservations\":[]}\n")
	write("[]")
	b.want([]string{"sandbox", "--fixtures", file}, ExitUsage, "", "bellhop: HOME/fixtures.json: no fixtures: []\n")
	if b.demo != nil || b.sandbox != nil {
		t.Error("a wrong command line started something")
	}
}

// A world that takes a while says so; one that is there at once does not.
func TestProgress(t *testing.T) {
	var out strings.Builder
	now := time.Unix(0, 0)
	tell := progressLine(&out, func() time.Time { return now })
	for done := range 101 {
		tell(done, 100)
		now = now.Add(40 * time.Millisecond)
	}
	if want := "bellhop: making the world: 13 %\nbellhop: making the world: 38 %\nbellhop: making the world: 63 %\nbellhop: making the world: 88 %\nbellhop: making the world: 100 %\n"; out.String() != want {
		t.Errorf("told %q", out.String())
	}
	out.Reset()
	tell = progressLine(&out, func() time.Time { return now })
	tell(0, 10)
	tell(10, 10)
	if out.String() != "" {
		t.Errorf("told %q", out.String())
	}
}

const recording = `{"time":"2026-12-12T09:30:00Z","method":"GET","path":"/rest/v1/reservations","status":200,"took_ms":1.25}
{"time":"2026-12-12T09:30:01Z","method":"POST","path":"/rest/v1/reservation","status":500,"took_ms":12,"fault":"server-error"}
{"time":"2026-12-12T09:30:02Z","method":"GET","path":"/x\u001b[2J","status":404,"took_ms":0}
`

func TestLog(t *testing.T) {
	b, p := newBench(t), newPanel(t)
	file := filepath.Join(b.home, "r.jsonl")
	if err := os.WriteFile(file, []byte(recording+`{"time":"2026`), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(b.home, "d", "bellhop", "sandbox")
	p.running(t, dir, "")
	b.want(words("sandbox log"), ExitFailed, "", "bellhop: that sandbox does not record; start it with --record FILE, or name a FILE\n")
	p.running(t, dir, file)
	first := "2026-12-12 09:30:00  GET     200      1.2 ms  /rest/v1/reservations\n"
	second := "2026-12-12 09:30:01  POST    500     12.0 ms  /rest/v1/reservation  [server-error]\n"
	third := "2026-12-12 09:30:02  GET     404      0.0 ms  /x?[2J\n"
	b.want(words("sandbox log"), ExitOK, first+second+third, "")
	b.want([]string{"sandbox", "log", file, "--method", "post"}, ExitOK, second, "")
	b.want([]string{"sandbox", "log", file, "--status", "5xx"}, ExitOK, second, "")
	b.want([]string{"sandbox", "log", file, "--status", "404"}, ExitOK, third, "")
	b.want([]string{"sandbox", "log", file, "--path", "/rest/v1/reservation"}, ExitOK, second, "")
	b.want([]string{"sandbox", "log", file, "--path", "/rest/v1/reservation*", "--json"}, ExitOK, strings.Join(strings.SplitAfter(recording, "\n")[:2], ""), "")
	b.want([]string{"sandbox", "log", file, "--status", "403"}, ExitOK, "", "bellhop: no such request among 3 recorded\n")
	b.want([]string{"sandbox", "log", filepath.Join(b.home, "none")}, ExitUsage, "", "bellhop: open HOME/none: no such file or directory\n")
	// A connection that was reset has no status.
	if err := os.WriteFile(file, []byte(`{"time":"2026-12-12T09:30:00Z","method":"GET","path":"/x","status":0,"took_ms":2,"fault":"reset"}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.want([]string{"sandbox", "log", file}, ExitOK, "2026-12-12 09:30:00  GET       0      2.0 ms  /x  [reset]\n", "")
	for text, says := range map[string]string{
		"nonsense\n":       "line 1 is no line of a recording: invalid character 'o' in literal null (expecting 'u')",
		recording + "junk": "line 4 is no line of a recording: it has no end",
		"{\"a\":1}\n":      "line 1 is no line of a recording: it has no time, method and path",
		"[1]\n":            "line 1 is no line of a recording: it has no time, method and path",
	} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if code, _, errOut := b.run("sandbox", "log", file); code != ExitUsage || errOut != "bellhop: HOME/r.jsonl: "+says+"\n" {
			t.Errorf("%q: exit %d, %s", text, code, errOut)
		}
	}
}

// What is written while the log is followed comes too, in whole lines.
func TestLogFollows(t *testing.T) {
	in, feed := net.Pipe()
	out, shown := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		_, _, err := logFlags{follow: true}.copy(t.Context(), shown, in, "r")
		ended <- err
		_ = shown.Close()
	}()
	go func() {
		for _, part := range []string{recording[:50], recording[50:]} {
			_, _ = io.WriteString(feed, part)
		}
	}()
	buffer := make([]byte, 4096)
	n, err := out.Read(buffer)
	if want := "2026-12-12 09:30:00  GET     200      1.2 ms  /rest/v1/reservations\n"; err != nil || string(buffer[:n]) != want {
		t.Errorf("shown %q, %v", buffer[:n], err)
	}
	_, _ = io.CopyN(io.Discard, out, 100)
	_ = in.Close()
	_ = out.Close()
	if err := <-ended; err == nil {
		t.Error("a recording that cannot be read is no error")
	}
}

func FuzzLog(f *testing.F) {
	f.Add([]byte(recording))
	f.Add([]byte("{}\n{\"status\":-1,\"time\":\"\"}\n\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		var out strings.Builder
		_, _, err := logFlags{}.copy(t.Context(), &out, strings.NewReader(string(text)), "r")
		if strings.ContainsAny(out.String(), "\x1b\x07") {
			t.Errorf("%q drives the terminal: %q, %v", text, out.String(), err)
		}
	})
}

func FuzzControlAnswer(f *testing.F) {
	f.Add(200, []byte(calmState))
	f.Add(400, []byte(`{"error":"say +6h"}`))
	f.Add(500, []byte("<html>"))
	f.Fuzz(func(t *testing.T, status int, text []byte) {
		var s state
		if err := read(status, text, &s); err != nil && err.Error() == "" {
			t.Error("an error without words")
		}
		_ = s.print(io.Discard, "", 0)
	})
}
