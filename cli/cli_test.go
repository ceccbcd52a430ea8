package cli

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/config"

	"github.com/adrg/xdg"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// A bench is a home of its own, and starters that note what they were given.
type bench struct {
	t       *testing.T
	home    string
	env     map[string]string
	in      io.Reader
	ctx     context.Context
	err     error // what every starter returns
	console *ConsoleOptions
	demo    *DemoOptions
	sandbox *SandboxOptions
	replay  *ReplayOptions
	tape    Replayed
	diff    RecordingDiff
	// service is what a desk talks to, at an instant; nil has nothing.
	service booking.Service
	now     time.Time
	check   *CheckOptions
}

func newBench(t *testing.T) *bench {
	t.Helper()
	home := t.TempDir()
	t.Cleanup(xdg.Reload) // It runs after the variables are back.
	for name, dir := range map[string]string{"XDG_CONFIG_HOME": "c", "XDG_STATE_HOME": "s", "XDG_DATA_HOME": "d"} {
		t.Setenv(name, filepath.Join(home, dir))
	}
	xdg.Reload()
	return &bench{t: t, home: home, env: map[string]string{}, ctx: t.Context()}
}

// run runs a command line; HOME stands for the home in what it prints.
func (b *bench) run(args ...string) (code int, out, errOut string) {
	b.t.Helper()
	var o, e bytes.Buffer
	if b.in == nil {
		b.in = strings.NewReader("")
	}
	lookup := func(name string) (string, bool) { v, ok := b.env[name]; return v, ok }
	code = Run(b.ctx, args, Streams{In: b.in, Out: &o, Err: &e}, lookup, Build{"1.2.3", "abc", "2026-11-21"}, Starters{
		Console: func(_ context.Context, o ConsoleOptions) error { b.console = &o; return b.err },
		Demo:    func(_ context.Context, o DemoOptions) error { b.demo = &o; return b.err },
		Sandbox: func(ctx context.Context, o SandboxOptions) error {
			b.sandbox = &o
			if b.err != nil {
				return b.err
			}
			if err := o.Ready("127.0.0.1:4711"); err != nil {
				return err
			}
			return ctx.Err()
		},
		Replay: func(ctx context.Context, o ReplayOptions) error {
			b.replay = &o
			if b.err != nil {
				return b.err
			}
			if err := o.Ready("127.0.0.1:4711", b.tape); err != nil {
				return err
			}
			return ctx.Err()
		},
		CompareRecordings: func(string, string) (RecordingDiff, error) { return b.diff, b.err },
		Desk: func(ctx context.Context, _ config.Config, use func(context.Context, *booking.Desk) error) error {
			if b.err != nil {
				return b.err
			}
			if b.service == nil {
				b.service = shelf{}
			}
			return use(ctx, booking.NewDesk(booking.Options{Service: b.service, Now: func() time.Time { return b.now }}))
		},
		Journal: func(c config.Config) JournalPlace {
			if c.Profile.BuiltIn() {
				return JournalPlace{Dir: c.Paths.DemoJournalDir, Service: "demo"}
			}
			return JournalPlace{Dir: c.Paths.JournalDir, Service: c.Profile.Account.Text + "@" + "a.example"}
		},
		Check: func(_ context.Context, o CheckOptions) error { b.check = &o; return b.err },
		TestTokens: func() []TestToken {
			return []TestToken{{"card_good", "the payment is accepted"}, {"card_declined", "the card issuer declines the payment"}}
		},
		Words: SandboxWords{
			Scenarios: func() []Scenario {
				return []Scenario{{"ghost", "Scenario: ghost", "Booked, then silent", "books, and then the line drops"}, {"busy", "Scenario: busy", "Later", "asks to wait"}}
			},
			Quirks: func() []Quirk {
				return []Quirk{{"stripe", "the payment's processor is called stripe"}, {"key-order", "another order"}, {"html-error", "an error is HTML"}}
			},
			Faults: func() []FaultKind {
				return []FaultKind{{"busy", "429 with Retry-After"}, {"reset-after", "done, then the connection is reset"}}
			},
			CheckClock:   wrongUnless("no time", "+", "-", "20", "stop", "run", "real"),
			CheckLatency: wrongUnless("no latency", "none", "office", "250ms"),
			CheckQuirks:  wrongUnless("no quirk", "none", "all", "stripe", "key-order"),
			CheckNames: func(settings []string) error {
				return wrongUnless("no entry", "id_filter=", "simulation=")(strings.Join(settings, "\n"))
			},
			CheckFaults: wrongUnless("no fault", "busy", "slow", "#"),
			CheckPath:   wrongUnless("no path", "/rest/v1"),
			CheckFixtures: func(text string, set []string) error {
				return errors.Join(wrongUnless("no fixtures", "{")(text), wrongUnless("no setting", "[reservations", "[]")(fmt.Sprint(set)))
			},
		},
	})
	b.in = nil
	return code, strings.ReplaceAll(o.String(), b.home, "HOME"), strings.ReplaceAll(e.String(), b.home, "HOME")
}

// The token of the control path is made anew each time.
var madeToken = regexp.MustCompile(`(?m)^(control \S+ )[a-z0-9]{26}$`)

// wrongUnless is a check that wants every line of a text to begin with one of
// the words.
func wrongUnless(what string, begins ...string) func(string) error {
	return func(text string) error {
		for line := range strings.Lines(text) {
			if !slices.ContainsFunc(begins, func(b string) bool { return strings.HasPrefix(line, b) }) {
				return fmt.Errorf("%s: %s", what, strings.TrimSpace(line))
			}
		}
		return nil
	}
}

// want runs a command line and compares everything it leaves.
func (b *bench) want(args []string, code int, out, errOut string) {
	b.t.Helper()
	gotCode, gotOut, gotErr := b.run(args...)
	gotOut = madeToken.ReplaceAllString(gotOut, "${1}TOKEN")
	got := fmt.Sprintf("exit %d\n%s---\n%s", gotCode, gotOut, gotErr)
	if diff := cmp.Diff(fmt.Sprintf("exit %d\n%s---\n%s", code, out, errOut), got); diff != "" {
		b.t.Errorf("bellhop %s:\n%s", strings.Join(args, " "), diff)
	}
}

func words(line string) []string { return strings.Fields(line) }

func (b *bench) write(name, text string, mode os.FileMode) {
	b.t.Helper()
	dir := filepath.Join(b.home, "c", "bellhop")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), mode); err != nil {
		b.t.Fatal(err)
	}
}

// TestUsage pins what is said about command lines that are wrong.
func TestUsage(t *testing.T) {
	const noToken = " is not a flag, because arguments can be read by everybody on this machine and stay in the shell's history; " +
		"bellhop profile add asks for the token, or reads it from standard input, or set BELLHOP_TOKEN"
	b := newBench(t)
	for line, want := range map[string]string{
		"sandbx":                            `there is no command "sandbx"; did you mean bellhop sandbox?`,
		"frobnicate":                        `there is no command "frobnicate"; see bellhop --help`,
		"profile":                           `"bellhop profile" needs a command: add, list, remove, use`,
		"profile lst":                       `there is no command "lst"; did you mean bellhop profile list?`,
		"completion":                        `"bellhop completion" needs a command: bash, fish, powershell, zsh`,
		"completion fsh":                    `there is no command "fsh"; did you mean bellhop completion fish?`,
		"help demmo":                        `there is no command "demmo"; did you mean bellhop demo?`,
		"demo --frehs":                      `"bellhop demo" has no flag --frehs; did you mean --fresh?`,
		"--qqqqqqq":                         `"bellhop" has no flag --qqqqqqq; see bellhop --help`,
		"-q":                                `unknown shorthand flag: 'q' in -q; see "bellhop --help"`,
		"demo --seed":                       `flag needs an argument: --seed; see "bellhop demo --help"`,
		"demo --seed minus":                 `invalid argument "minus" for "--seed"; see "bellhop demo --help"`,
		"demo extra":                        `"bellhop demo" takes no arguments, and 1 was given; see "bellhop demo --help"`,
		"--token hunter2":                   "--token" + noToken,
		"--api-key=hunter2":                 "--api-key" + noToken,
		"profile add x --token=hunter2":     "--token" + noToken,
		"profile add x hunter2":             `"bellhop profile add" takes one NAME, and 2 were given; see "bellhop profile add --help"`,
		"profile add x":                     `--base-url and --account must be given; see "bellhop profile add --help"`,
		"profile add x --account 1":         `--base-url must be given; see "bellhop profile add --help"`,
		"profile use":                       `"bellhop profile use" takes one NAME, and 0 were given; see "bellhop profile use --help"`,
		"--profile=":                        "--profile is empty; give it a value or leave it out",
		"--theme drak":                      `--theme: unknown theme "drak"; did you mean dark?`,
		"--base-url http://a.example":       "--base-url: the address must be https: over http anyone on the way could read the token",
		"sandbox --account hunter2":         "--account number 1 is not ID:TOKEN: two words without spaces, and a colon between them",
		"sandbox --account a:b --account :": "--account number 2 is not ID:TOKEN: two words without spaces, and a colon between them",
		"sandbox --account a:1 --account a:hunter2": `--account "a" is given twice`,
		"sandbox --listen ::1:0":                    `--listen "::1:0" is not HOST:PORT; an address with colons of its own stands in brackets, such as [::1]:8080`,
		"sandbox --listen 8080":                     `--listen "8080" is not HOST:PORT, such as 127.0.0.1:8080`,
		"sandbox --listen localhost:x":              `--listen "localhost:x" has no valid port; ports are 0 to 65535`,
		"sandbox --data=":                           `--data is empty; give it a folder, or "memory"`,
		"sandbox --hotels 99":                       "--hotels must be 100 to 1000000",
		"demo --hotels 1000001":                     "--hotels must be 100 to 1000000",
		"demo --changes 101":                        "--changes must be 0 to 100 per cent",
		"demo --changes NaN":                        "--changes must be 0 to 100 per cent",
		"sandbox --clock=":                          "--clock is empty; give it a value or leave it out",
		"sandbox --clock later":                     "--clock: no time: later",
		"demo --latency ofice":                      "--latency: no latency: ofice",
		"demo --fault bsy":                          `--fault "bsy": no fault: bsy`,
		"sandbox --fault=":                          "--fault is empty; give it a rule or leave it out",
		"sandbox --faults no/such/file":             "--faults: open no/such/file: no such file or directory",
		"sandbox stauts":                            `there is no command "stauts"; did you mean bellhop sandbox status?`,
		"sandbox scenarios x":                       `"bellhop sandbox scenarios" takes no arguments, and 1 was given; see "bellhop sandbox scenarios --help"`,
		"sandbox clock 10:00 tomorrow":              `"bellhop sandbox clock" takes at most one value; put quotes around one with a space in it`,
		"sandbox clock later":                       "clock: no time: later",
		"sandbox clock -later":                      `unknown shorthand flag: 'l' in -later; see "bellhop sandbox clock --help"`,
		"sandbox latency ofice":                     "latency: no latency: ofice",
		"audit":                                     `"bellhop audit" needs a command: list, show, verify`,
		"audit verfy":                               `there is no command "verfy"; did you mean bellhop audit verify?`,
		"audit show":                                `"bellhop audit show" takes the id of one attempt or reservation, and 0 were given; see "bellhop audit list"`,
		"deadlines 48h":                             `"bellhop deadlines" takes no arguments, and 1 was given; see "bellhop deadlines --help"`,
		"deadlines --within tomorrow":               `--within "tomorrow" is not a span of time such as 48h, 7d or 1d12h`,
		"deadlines --within=":                       `--within "" is not a span of time such as 48h, 7d or 1d12h`,
		"deadlines --within -3h":                    `--within "-3h" is not a span of time such as 48h, 7d or 1d12h`,
		"deadlines --within 2d-50h":                 `--within "2d-50h" is not a span of time such as 48h, 7d or 1d12h`,
		"deadlines --calendar=":                     "--calendar is empty; give it a file or leave it out",
		"sandbox faults":                            `"bellhop sandbox faults" needs a command: add, clear, kinds, list`,
		"sandbox faults ad x":                       `there is no command "ad"; did you mean bellhop sandbox faults add?`,
		"sandbox faults add":                        `"bellhop sandbox faults add" needs a rule in quotes, such as "busy POST nth=1"`,
		"sandbox faults add bsy":                    `the rule "bsy": no fault: bsy`,
		"sandbox snapshot save":                     `"bellhop sandbox snapshot save" takes one NAME, and 0 were given; see "bellhop sandbox snapshot save --help"`,
		"sandbox log a b":                           `"bellhop sandbox log" takes one FILE, and 2 were given`,
		"sandbox log dif a b":                       `there is no command "dif"; did you mean bellhop sandbox log diff?`,
		"sandbox log diff a":                        `"bellhop sandbox log diff" takes two FILEs, and 1 was given; see "bellhop sandbox log diff --help"`,
		"sandbox replay":                            `"bellhop sandbox replay" takes one FILE, and 0 were given; see "bellhop sandbox replay --help"`,
		"sandbox replay x --listen here":            `--listen "here" is not HOST:PORT, such as 127.0.0.1:8080`,
		"sandbox replay x --account nobody":         "--account number 1 is not ID:TOKEN: two words without spaces, and a colon between them",
		"sandbox log --status 6xx":                  `--status "6xx" is neither a status such as 404 nor a class such as 5xx`,
		"sandbox log --status 40":                   `--status "40" is neither a status such as 404 nor a class such as 5xx`,
		"profile add x --base-url https://a.example --account 1":                      "no token: type it at a terminal, or give it on standard input, as in: bellhop profile add x … < token.txt",
		"profile add x --base-url https://a.example --account 1 --environment sandbx": `--environment: unknown environment "sandbx"; did you mean sandbox?`,
	} {
		b.want(words(line), ExitUsage, "", "bellhop: "+want+"\n")
	}
	if b.console != nil || b.demo != nil || b.sandbox != nil || b.replay != nil {
		t.Error("a wrong command line started something")
	}
}

// TestHelp compares the help of every command with what was agreed on.
func TestHelp(t *testing.T) {
	b := newBench(t)
	for _, line := range []string{
		"", "demo", "deadlines", "audit", "audit list", "audit show", "audit verify", "check", "sandbox", "sandbox scenarios", "sandbox status", "sandbox clock",
		"sandbox latency", "sandbox quirks", "sandbox faults", "sandbox faults list", "sandbox faults add", "sandbox faults clear", "sandbox faults kinds",
		"sandbox reset", "sandbox snapshot", "sandbox snapshot save", "sandbox snapshot load", "sandbox snapshot remove",
		"sandbox snapshot list", "sandbox log", "sandbox log diff", "sandbox replay", "profile", "profile add", "profile list", "profile use", "profile remove", "paths", "version", "help",
	} {
		args := append(words(line), "--help")
		code, out, errOut := b.run(args...)
		if code != ExitOK || errOut != "" {
			t.Errorf("%s --help: exit %d, %s", line, code, errOut)
		}
		if _, same, _ := b.run(append([]string{"help"}, words(line)...)...); same != out {
			t.Errorf("help %s differs from %s --help", line, line)
		}
		golden(t, strings.Join(append([]string{"bellhop"}, words(line)...), "-"), out)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s:\n%s", name, diff)
	}
}

func TestVersion(t *testing.T) {
	b := newBench(t)
	// A broken file must not keep anybody from reporting which version breaks.
	b.write("config.toml", "nonsense", 0o600)
	const line = "bellhop 1.2.3 (commit abc, built 2026-11-21)\n"
	b.want(words("version"), ExitOK, line, "")
	b.want(words("--version"), ExitOK, line, "")
	_, out, _ := b.run("version", "--json")
	if !regexp.MustCompile(`^\{"version":"1.2.3","commit":"abc","date":"2026-11-21","go":"go\S+","platform":"\w+/\w+"\}\n$`).MatchString(out) {
		t.Errorf("version --json: %s", out)
	}
}

// TestCompletions: every shell gets a script, and commands, flags and profiles
// complete.
func TestCompletions(t *testing.T) {
	b := newBench(t)
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, errOut := b.run("completion", shell); code != ExitOK || !strings.Contains(out, "__complete") || errOut != "" {
			t.Errorf("%s: exit %d, %d bytes, %s", shell, code, len(out), errOut)
		}
	}
	b.write("config.toml", "profile = \"work\"\n[profiles.work]\nbase_url = \"https://a.example\"\n", 0o600)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"profile", ""}, "add\tAdd an account of a service\nlist\tList the profiles; * marks the default\nremove\tRemove a profile and its token from this machine\nuse\tMake a profile the default\n:4\n"},
		{[]string{"profile", "use", ""}, "demo\tthe sandbox inside this program\nwork\tproduction https://a.example\n:4\n"},
		{[]string{"profile", "remove", ""}, "work\tproduction https://a.example\n:4\n"},
		{[]string{"--profile", "w"}, "demo\tthe sandbox inside this program\nwork\tproduction https://a.example\n:4\n"},
		{[]string{"--theme", ""}, "auto\ndark\nlight\nhigh-contrast\nnone\n:4\n"},
		{[]string{"help", "profile", "u"}, "add\nlist\nremove\nuse\n:4\n"},
		{[]string{"sandbox", "--data", ""}, ":16\n"},
		{[]string{"sandbox", "log", ""}, "diff\tCompare two recordings\n:0\n"},
		{[]string{"sandbox", "log", "r.jsonl", ""}, ":4\n"},
	} {
		if _, out, _ := b.run(append([]string{"__complete"}, c.args...)...); out != c.want {
			t.Errorf("%q completes to:\n%s\nwant:\n%s", c.args, out, c.want)
		}
	}
}

func TestConsole(t *testing.T) {
	b := newBench(t)
	b.want(nil, ExitOK, "", "")
	if b.console == nil || !b.console.Config.FirstStart {
		t.Fatalf("an empty home started %+v", b.console)
	}
	b.write("config.toml", "profile = \"work\"\n[profiles.work]\nbase_url = \"https://a.example\"\naccount = \"1\"\n", 0o600)
	b.console = nil
	b.want(nil, ExitAuth, "", "bellhop: no token for work; run bellhop profile add work --replace, or set BELLHOP_ACCOUNT and BELLHOP_TOKEN\n")
	if b.console != nil {
		t.Error("the console was started without a token")
	}
	b.env[config.EnvToken] = "t"
	b.want(words("--theme light"), ExitOK, "", "")
	if p := b.console.Config.Profile; p.Name.Text != "work" || p.Token.Reveal() != "t" || b.console.Config.Preferences.Theme.Text != "light" {
		t.Errorf("started with %+v", b.console.Config)
	}
	b.want(words("--profile wrk"), ExitUsage, "", "bellhop: --profile: there is no profile \"wrk\"; did you mean work?\n")
	b.write("credentials.toml", "[work]\ntoken = \"hunter2\"\n", 0o644)
	b.want(nil, ExitConfig, "", "bellhop: HOME/c/bellhop/credentials.toml: others can reach your tokens (mode 0644); run: chmod 600 'HOME/c/bellhop/credentials.toml'\n")
	b.write("config.toml", "profle = \"work\"\ntheme = \"dark\"\n", 0o600)
	if err := os.Chmod(filepath.Join(b.home, "c", "bellhop", "credentials.toml"), 0o600); err != nil {
		t.Fatal(err)
	}
	b.want(nil, ExitConfig, "", `bellhop: 2 problems:
  HOME/c/bellhop/config.toml:1:1: unknown key profle; did you mean profile?
  HOME/c/bellhop/config.toml:2:1: unknown key theme; known are profile, preferences, profiles
`)
}

func TestExitCodes(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	for name, c := range map[string]struct {
		err  error
		ctx  context.Context
		want int
		says string
	}{
		"failed":        {errors.New("it broke"), t.Context(), ExitFailed, "it broke"},
		"not allowed":   {fmt.Errorf("open: %w", &api.Error{Operation: "find", Status: http.StatusForbidden, Message: "no"}), t.Context(), ExitAuth, ""},
		"wrong key":     {&api.Error{Operation: "find", Status: http.StatusUnauthorized, Message: "no"}, t.Context(), ExitAuth, ""},
		"other answer":  {&api.Error{Operation: "find", Status: http.StatusBadRequest, Message: "no"}, t.Context(), ExitFailed, ""},
		"configuration": {&config.Error{Problems: []config.Problem{{Where: "f", What: "w"}}}, t.Context(), ExitConfig, "f: w"},
		"ctrl+c":        {&Interrupted{Signal: os.Interrupt}, t.Context(), ExitInterrupted, "stopped by SIGINT"},
		"SIGTERM":       {&Interrupted{Signal: syscall.SIGTERM, Message: "the log is in x"}, t.Context(), 143, "the log is in x"},
		"SIGHUP":        {&Interrupted{Signal: syscall.SIGHUP}, t.Context(), 129, "stopped by SIGHUP"},
		"called off":    {context.Canceled, cancelled, ExitInterrupted, "context canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.err, b.ctx = c.err, c.ctx
			code, out, errOut := b.run("demo")
			if code != c.want || out != "" || !strings.HasPrefix(errOut, "bellhop: "+c.says) {
				t.Errorf("exit %d, %q, %q; want %d, %q", code, out, errOut, c.want, c.says)
			}
		})
	}
}

func TestDemo(t *testing.T) {
	b := newBench(t)
	b.env[config.EnvProfile] = "nonsense" // The demo is nobody's account.
	b.want(words("demo"), ExitOK, "", "")
	if b.demo.Fresh || b.demo.SeedGiven || b.demo.Seed != DefaultSeed || !b.demo.Config.Profile.BuiltIn() {
		t.Errorf("started with %+v", b.demo)
	}
	b.want(words("demo --fresh --seed 1 --theme none"), ExitOK, "", "")
	if !b.demo.Fresh || !b.demo.SeedGiven || b.demo.Seed != 1 || b.demo.Config.Preferences.Theme.Text != "none" {
		t.Errorf("started with %+v", b.demo)
	}
}
