package cli_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"bellhop/api"
	"bellhop/cli"
	"bellhop/cli/exit"
	"bellhop/config"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files")

// TestUsage pins what is said about command lines that are wrong.
func TestUsage(t *testing.T) {
	const noToken = " is not a flag, because arguments can be read by everybody on this machine and stay in the shell's history; " +
		"bellhop profile add asks for the token, or reads it from standard input, or set BELLHOP_TOKEN"
	const noTime = `"later" is no time for the clock: give a span such as +6h, -30m or +2d, an instant such as 2026-12-24T10:00:00Z or ` +
		`"2026-12-24 10:00" (UTC), or one of stop, run and real`
	f := newFixture(t)
	for line, want := range map[string]string{
		"sandbx":                            `there is no command "sandbx"; did you mean bellhop sandbox?`,
		"frobnicate":                        `there is no command "frobnicate"; see bellhop --help`,
		"profile":                           `"bellhop profile" needs a command: add, list, move, remove, use`,
		"reservation ls --demo":             `there is no command "ls"; did you mean bellhop reservation list?`,
		"reservation --demo ls":             `there is no command "ls"; did you mean bellhop reservation list?`,
		"reservation get 1 --guest":         `there is no command "get"; did you mean bellhop reservation show?`,
		"reservation view 1":                `there is no command "view"; did you mean bellhop reservation show?`,
		"ls --limit 3":                      `there is no command "ls"; did you mean bellhop reservation list?`,
		"list":                              `there is no command "list"; did you mean bellhop reservation list?`,
		"help ls":                           `there is no command "ls"; did you mean bellhop reservation list?`,
		"search lon 12dec 3n --limit 3":     `there is no command "search"; did you mean bellhop hotels?`,
		"reservation search x":              `there is no command "search"; did you mean bellhop hotels?`,
		"login --account 1":                 `there is no command "login"; did you mean bellhop profile add?`,
		"cancel 1 --yes":                    `there is no command "cancel"; did you mean bellhop reservation cancel?`,
		"cancle 1":                          `there is no command "cancle"; did you mean bellhop reservation cancel?`,
		"get 1 --token hunter2":             `there is no command "get"; did you mean bellhop reservation show?`,
		"profile ls --json name":            `there is no command "ls"; did you mean bellhop profile list?`,
		"sandbox get --demo":                `there is no command "get"; did you mean bellhop audit show or bellhop reservation show?`,
		"reservation change 1":              `there is no command "change"; did you mean bellhop reservation dates?`,
		"dates 1 +3":                        `there is no command "dates"; did you mean bellhop reservation dates?`,
		"guests rm a@example.com":           `there is no command "rm"; did you mean bellhop guests remove?`,
		"profile lst":                       `there is no command "lst"; did you mean bellhop profile list?`,
		"completion":                        `"bellhop completion" needs a command: bash, fish, powershell, zsh`,
		"guests ls":                         `there is no command "ls"; did you mean bellhop guests list?`,
		"guests get --demo":                 `there is no command "get"; did you mean bellhop audit show or bellhop reservation show?`,
		"guests exprt a.csv":                `there is no command "exprt"; did you mean bellhop guests export?`,
		"guests hunter2":                    `there is no command "hunter2"; see bellhop guests --help`,
		"guests":                            `"bellhop guests" needs a command: export, import, list, remove`,
		"guests -- ls":                      `"bellhop guests" needs a command: export, import, list, remove`,
		"guests --nonsense":                 `"bellhop guests" has no flag --nonsense; see bellhop guests --help`,
		"quote ls":                          `there is no command "ls"; did you mean bellhop quote list?`,
		"quote hunter2":                     `"bellhop quote" takes no arguments, and 1 was given; see "bellhop quote --help"`,
		"--profile x help demmo":            `there is no command "demmo"; did you mean bellhop demo?`,
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
		"demo --accessible --play":          "--accessible and --play do not go together; leave one of them out",
		"destinations x --demo --profile a": "--demo and --profile do not go together; leave one of them out",
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
		"sandbox --clock later":                     `--clock: ` + noTime,
		"demo --latency ofice":                      `--latency: there is no latency profile "ofice", only none, office, hotel-wifi, satellite, or a duration such as 250ms; did you mean office?`,
		"demo --fault bsy":                          `--fault "bsy": line 1, column 1: there is no fault "bsy"; did you mean busy?`,
		"sandbox --fault=":                          "--fault is empty; give it a rule or leave it out",
		"sandbox --faults no/such/file":             "--faults: no/such/file: there is no such file or folder; check the name",
		"sandbox stauts":                            `there is no command "stauts"; did you mean bellhop sandbox status?`,
		"sandbox scenarios x":                       `"bellhop sandbox scenarios" takes no arguments, and 1 was given; see "bellhop sandbox scenarios --help"`,
		"sandbox clock 10:00 tomorrow":              `"bellhop sandbox clock" takes at most one value; put quotes around one with a space in it`,
		"sandbox clock later":                       `clock: ` + noTime,
		"sandbox clock -later":                      `unknown shorthand flag: 'l' in -later; see "bellhop sandbox clock --help"`,
		"sandbox latency ofice":                     `latency: there is no latency profile "ofice", only none, office, hotel-wifi, satellite, or a duration such as 250ms; did you mean office?`,
		"audit":                                     `"bellhop audit" needs a command: export, key, list, proof, reveals, show, verify`,
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
		"sandbox faults add bsy":                    `the rule "bsy": line 1, column 1: there is no fault "bsy"; did you mean busy?`,
		"sandbox snapshot save":                     `"bellhop sandbox snapshot save" takes one NAME, and 0 were given; see "bellhop sandbox snapshot save --help"`,
		"sandbox log a b":                           `"bellhop sandbox log" takes one FILE at most, and 2 were given; see "bellhop sandbox log --help"`,
		"sandbox replay":                            `"bellhop sandbox replay" takes one FILE, and 0 were given; see "bellhop sandbox replay --help"`,
		"sandbox replay x --listen here":            `--listen "here" is not HOST:PORT, such as 127.0.0.1:8080`,
		"sandbox replay x --account nobody":         "--account number 1 is not ID:TOKEN: two words without spaces, and a colon between them",
		"sandbox log --status 6xx":                  `--status "6xx" is neither a status such as 404 nor a class such as 5xx`,
		"sandbox log --status 40":                   `--status "40" is neither a status such as 404 nor a class such as 5xx`,
		"profile add x --base-url https://a.example --account 1":                      "no token: type it at a terminal, or give it on standard input, as in: bellhop profile add x … < token.txt",
		"profile add x --base-url https://a.example --account 1 --environment sandbx": `--environment: unknown environment "sandbx"; did you mean sandbox?`,
	} {
		f.want(words(line), exit.Usage, "", "bellhop: "+want+"\n")
	}
	if f.console != nil || f.demo != nil || f.sandbox != nil || f.replay != nil {
		t.Error("a wrong command line started something")
	}
}

// TestHelp compares the help of every command with what was agreed on.
func TestHelp(t *testing.T) {
	f := newFixture(t)
	for _, line := range []string{
		"", "demo", "deadlines", "phrasebook", "keys", "audit", "audit list", "audit show", "audit verify", "check", "sandbox", "sandbox scenarios", "sandbox status", "sandbox clock",
		"sandbox latency", "sandbox quirks", "sandbox faults", "sandbox faults list", "sandbox faults add", "sandbox faults clear", "sandbox faults kinds",
		"sandbox reset", "sandbox snapshot", "sandbox snapshot save", "sandbox snapshot load", "sandbox snapshot remove",
		"sandbox snapshot list", "sandbox log", "sandbox replay", "profile", "profile add", "profile list", "profile use", "profile move", "profile remove", "doctor", "paths", "version", "help",
	} {
		args := append(words(line), "--help")
		code, out, errOut := f.run(args...)
		if code != exit.OK || errOut != "" {
			t.Errorf("%s --help: exit %d, %s", line, code, errOut)
		}
		if _, same, _ := f.run(append([]string{"help"}, words(line)...)...); same != out {
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
	f := newFixture(t)
	// A broken file must not keep anybody from reporting which version breaks.
	f.write("config.toml", "nonsense", 0o600)
	const line = "bellhop 1.2.3 (commit abc, built 2026-11-21)\n"
	f.want(words("version"), exit.OK, line, "")
	f.want(words("--version"), exit.OK, line, "")
	_, out, _ := f.run("version", "--json")
	if !regexp.MustCompile(`^\{"version":"1.2.3","commit":"abc","date":"2026-11-21","go":"go\S+","platform":"\w+/\w+"\}\n$`).MatchString(out) {
		t.Errorf("version --json: %s", out)
	}
}

// TestCompletions: every shell gets a script, and commands, flags and profiles
// complete.
func TestCompletions(t *testing.T) {
	f := newFixture(t)
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, errOut := f.run("completion", shell); code != exit.OK || !strings.Contains(out, "__complete") || errOut != "" {
			t.Errorf("%s: exit %d, %d bytes, %s", shell, code, len(out), errOut)
		}
	}
	f.write("config.toml", "profile = \"work\"\n[profiles.work]\nbase_url = \"https://a.example\"\n", 0o600)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"profile", ""}, "add\tAdd an account of a service\nlist\tList the profiles; * marks the default\nmove\tMove a profile's token to the keyring, or to the file\nremove\tRemove a profile and its token from this machine\nuse\tMake a profile the default\n:4\n"},
		{[]string{"profile", "use", ""}, "demo\tthe sandbox inside this program\nwork\tproduction https://a.example\n:4\n"},
		{[]string{"profile", "remove", ""}, "work\tproduction https://a.example\n:4\n"},
		{[]string{"--profile", "w"}, "demo\tthe sandbox inside this program\nwork\tproduction https://a.example\n:4\n"},
		{[]string{"--theme", ""}, "auto\ndark\nlight\nhigh-contrast\nnone\n:4\n"},
		{[]string{"help", "profile", "u"}, "add\nlist\nmove\nremove\nuse\n:4\n"},
		{[]string{"sandbox", "--data", ""}, ":16\n"},
		{[]string{"sandbox", "log", ""}, ":0\n"},
		{[]string{"sandbox", "log", "r.jsonl", ""}, ":4\n"},
	} {
		if _, out, _ := f.run(append([]string{"__complete"}, c.args...)...); out != c.want {
			t.Errorf("%q completes to:\n%s\nwant:\n%s", c.args, out, c.want)
		}
	}
}

func TestConsole(t *testing.T) {
	f := newFixture(t)
	f.want(nil, exit.OK, "", "")
	if f.console == nil || !f.console.FirstStart {
		t.Fatalf("an empty home started %+v", f.console)
	}
	f.write("config.toml", "profile = \"work\"\n[profiles.work]\nbase_url = \"https://a.example\"\naccount = \"1\"\n", 0o600)
	f.console = nil
	f.want(nil, exit.Auth, "", "bellhop: no token for work; run bellhop profile add work --replace, or set BELLHOP_ACCOUNT and BELLHOP_TOKEN\n")
	if f.console != nil {
		t.Error("the console was started without a token")
	}
	f.env[config.EnvToken] = "t"
	f.want(words("--theme light"), exit.OK, "", "")
	if p := f.console.Profile; p.Name.Text != "work" || p.Token.Reveal() != "t" || f.console.Preferences.Theme.Text != "light" {
		t.Errorf("started with %+v", f.console)
	}
	f.want(words("--record r.jsonl"), exit.OK, "", "")
	if !filepath.IsAbs(f.console.Record) || filepath.Base(f.console.Record) != "r.jsonl" {
		t.Errorf("recorded in %q", f.console.Record)
	}
	f.want(words("--profile wrk"), exit.Usage, "", "bellhop: --profile: there is no profile \"wrk\"; did you mean work?\n")
	f.write("credentials.toml", "[work]\ntoken = \"hunter2\"\n", 0o644)
	f.want(nil, exit.Config, "", "bellhop: HOME/c/bellhop/credentials.toml: others can reach your tokens (mode 0644); run: chmod 600 'HOME/c/bellhop/credentials.toml'\n")
	f.write("config.toml", "profle = \"work\"\ntheme = \"dark\"\n", 0o600)
	if err := os.Chmod(filepath.Join(f.home, "c", "bellhop", "credentials.toml"), 0o600); err != nil {
		t.Fatal(err)
	}
	f.want(nil, exit.Config, "", `bellhop: 2 problems:
  HOME/c/bellhop/config.toml:1:1: unknown key profle; did you mean profile?
  HOME/c/bellhop/config.toml:2:1: theme must be a table of colours, and is text; the name of a theme stands in [preferences]
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
		"failed":        {errors.New("it broke"), t.Context(), exit.Failed, "it broke"},
		"not allowed":   {fmt.Errorf("open: %w", &api.Error{Operation: "find", Status: http.StatusForbidden, Message: "no"}), t.Context(), exit.Auth, ""},
		"wrong key":     {&api.Error{Operation: "find", Status: http.StatusUnauthorized, Message: "no"}, t.Context(), exit.Auth, ""},
		"other answer":  {&api.Error{Operation: "find", Status: http.StatusBadRequest, Message: "no"}, t.Context(), exit.Failed, ""},
		"configuration": {&config.Error{Problems: []config.Problem{{Where: "f", What: "w"}}}, t.Context(), exit.Config, "f: w"},
		"ctrl+c":        {&exit.Stopped{Signal: os.Interrupt}, t.Context(), exit.Interrupted, "stopped by SIGINT"},
		"SIGTERM":       {&exit.Stopped{Signal: syscall.SIGTERM, Message: "the log is in x"}, t.Context(), 143, "the log is in x"},
		"SIGHUP":        {&exit.Stopped{Signal: syscall.SIGHUP}, t.Context(), 129, "stopped by SIGHUP"},
		"called off":    {context.Canceled, cancelled, exit.Interrupted, "context canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.err, f.ctx = c.err, c.ctx
			code, out, errOut := f.run("demo")
			if code != c.want || out != "" || !strings.HasPrefix(errOut, "bellhop: "+c.says) {
				t.Errorf("exit %d, %q, %q; want %d, %q", code, out, errOut, c.want, c.says)
			}
		})
	}
}

func TestDemo(t *testing.T) {
	f := newFixture(t)
	f.env[config.EnvProfile] = "nonsense" // The demo is nobody's account.
	f.want(words("demo"), exit.OK, "", "")
	if f.demo.Fresh || !f.demo.Sandbox.Keep || f.demo.Sandbox.Seed != cli.DefaultSeed || !f.demo.Config.Profile.BuiltIn() {
		t.Errorf("started with %+v", f.demo)
	}
	f.want(words("demo --fresh --seed 1 --theme none"), exit.OK, "", "")
	if !f.demo.Fresh || !f.demo.Sandbox.Keep || f.demo.Sandbox.Seed != 1 || f.demo.Config.Preferences.Theme.Text != "none" {
		t.Errorf("started with %+v", f.demo)
	}
}

// What a person names on the command line, and there is not, is usage; what a file
// or a variable names is configuration.
func TestUnknownProfileByItsPlace(t *testing.T) {
	f := newFixture(t)
	const profile = "[profiles.work]\nbase_url = \"https://a.example\"\naccount = \"1\"\n"
	f.write("config.toml", profile, 0o600)
	for _, line := range []string{"--profile wrk", "paths --profile wrk", "profile use wrk", "profile remove wrk", "profile remove demo"} {
		if code, _, errOut := f.run(words(line)...); code != exit.Usage || errOut == "" {
			t.Errorf("bellhop %s: exit %d, %q", line, code, errOut)
		}
	}
	f.env[config.EnvProfile] = "wrk"
	f.want(nil, exit.Config, "", "bellhop: BELLHOP_PROFILE: there is no profile \"wrk\"; did you mean work?\n")
	delete(f.env, config.EnvProfile)
	f.write("config.toml", "profile = \"wrk\"\n"+profile, 0o600)
	for _, line := range []string{"", "profile list"} {
		if code, _, errOut := f.run(words(line)...); code != exit.Config || errOut == "" {
			t.Errorf("bellhop %s: exit %d, %q", line, code, errOut)
		}
	}
}

// A flag before the verb is read by the command that has it, and so is one that several commands have.
func TestVerbsFirst(t *testing.T) {
	f := newFixture(t)
	f.err = errors.New("reached the service")
	for _, line := range []string{
		"reservation --demo list --limit 1", "reservation --limit 1 --demo list", "--demo reservation list", "--profile demo reservation list",
		"reservation list --demo", "reservation --profile=demo list",
	} {
		if code, _, errOut := f.run(words(line)...); code != exit.Failed || !strings.Contains(errOut, "reached the service") {
			t.Errorf("bellhop %s: exit %d, %s", line, code, errOut)
		}
	}
	for line, usage := range map[string]string{
		"--profile x help": "bellhop [command]", "--demo help guests": "bellhop guests [command]", "help --demo guests list": "bellhop guests list [flags]",
		"guests --help": "bellhop guests [command]", "guests -h": "bellhop guests [command]", "help help": "bellhop help [command] [flags]",
	} {
		if code, out, errOut := f.run(words(line)...); code != exit.OK || !strings.Contains(out, "\n  "+usage+"\n") {
			t.Errorf("bellhop %s: exit %d, %s%s", line, code, out, errOut)
		}
	}
	// A value of a flag is no verb, and what may be a secret is not repeated.
	for _, line := range []string{"--token hunter2", "reservation --token hunter2 list", "--nonsense hunter2 reservation"} {
		if code, _, errOut := f.run(words(line)...); code != exit.Usage || strings.Contains(errOut, "hunter2") {
			t.Errorf("bellhop %s: exit %d, %s", line, code, errOut)
		}
	}
}
