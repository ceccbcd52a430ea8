package cli_test

import (
	"context"
	"encoding/json"
	"errors"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellhop/cli"
	"bellhop/cli/exit"
	"bellhop/config"

	"github.com/adrg/xdg"
)

func TestSandbox(t *testing.T) {
	f := newFixture(t)
	code, out, errOut := f.run("sandbox")
	lines := regexp.MustCompile(`^listening on http://127\.0\.0\.1:\d+\naccount partner:([a-z0-9]{26})\ncontrol http://127\.0\.0\.1:\d+/control ([a-z0-9]{26})\nlog HOME/s/bellhop/bellhop\.log\n$`).FindStringSubmatch(out)
	if code != exit.OK || errOut != "" || lines == nil {
		t.Fatalf("exit %d, %q, %q", code, out, errOut)
	}
	o := f.sandbox
	if o.Listen != "127.0.0.1:0" || len(o.Accounts) != 1 || o.Accounts[0].Token != lines[1] ||
		o.Dir != filepath.Join(f.home, "d", "bellhop", "sandbox") || o.Seed != cli.DefaultSeed || !o.Keep || o.Properties != 0 ||
		o.Control != lines[2] || o.Latency != "none" || o.Changes != 0 || o.Start != "" || o.Faults != "" || o.Record != "" {
		t.Errorf("served %+v", o)
	}
	if _, again, _ := f.run("sandbox"); again == out {
		t.Error("the token that is made is always the same")
	}

	f.want(words("sandbox --listen localhost:0 --account a:x --account b:y:z --data memory --seed 7 --hotels 900"), exit.OK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\n", "")
	o = f.sandbox
	if o.Listen != "localhost:0" || len(o.Accounts) != 2 || o.Accounts[1].ID != "b" || o.Accounts[1].Token != "y:z" ||
		o.Dir != "" || o.Seed != 7 || o.Keep || o.Properties != 900 {
		t.Errorf("served %+v", o)
	}

	f.want([]string{"sandbox", "--account", "a:x", "--data", filepath.Join(f.home, "data")}, exit.OK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n", "")
	if f.sandbox.Dir != filepath.Join(f.home, "data") {
		t.Errorf("data in %s", f.sandbox.Dir)
	}
}

func TestSandboxOpenAddress(t *testing.T) {
	f := newFixture(t)
	for _, listen := range []string{":0", "0.0.0.0:0"} {
		f.want([]string{"sandbox", "--account", "a:x", "--listen", listen}, exit.OK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n",
			"bellhop: warning: other machines can reach "+listen+", and what they send is not encrypted\n")
	}
	for _, listen := range []string{"127.0.0.1:0", "localhost:0"} {
		f.want([]string{"sandbox", "--account", "a:x", "--listen", listen}, exit.OK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n", "")
	}
}

// TestSandboxStops: being asked to stop is no failure, failing to start is.
func TestSandboxStops(t *testing.T) {
	f := newFixture(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f.ctx = ctx
	f.want(words("sandbox --account a:x"), exit.OK, "", "")
	f.ctx = t.Context()
	taken, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	address := taken.Addr().String()
	code, out, errOut := f.run("sandbox", "--account", "a:x", "--listen", address)
	if code != exit.Failed || out != "" || !strings.HasPrefix(errOut, "bellhop: starting the sandbox: "+address+": another program listens there; choose another port\n") {
		t.Errorf("exit %d, %s%s", code, out, errOut)
	}
}

// TestProfiles is the life of a profile, as a user sees it.
func TestProfiles(t *testing.T) {
	f := newFixture(t)
	f.want(words("profile list"), exit.OK, "  NAME  ENVIRONMENT  ACCOUNT  TOKEN  ADDRESS\n* demo  sandbox      -        -      built in\n", "")

	f.in = strings.NewReader("hunter2\r\nsecond line\n")
	f.want(words("profile add work --base-url https://api.example.com --account 1234"), exit.OK, "Stored profile work: PRODUCTION at https://api.example.com, its token in the keyring. It is the default.\n", "")
	f.in = strings.NewReader("other")
	f.want(words("profile add test --base-url http://127.0.0.1:8080 --account 5678 --token-in file"), exit.OK, "Stored profile test: SANDBOX at http://127.0.0.1:8080, its token in credentials.toml. Use it with: bellhop --profile test\n", "")
	f.want(words("profile add work --base-url https://x.example --account 1"), exit.Config, "",
		"bellhop: HOME/c/bellhop/config.toml: there is a profile work already; say --replace to change it, or choose another name\n")
	f.want(words("profile add x --base-url http://x.example --account a:b"), exit.Config, "", `bellhop: 2 problems:
  base_url must be https: over http anyone on the way could read the token
  the account must not hold a colon; the token is asked for separately
`)
	f.want(words("profile list"), exit.OK, `  NAME  ENVIRONMENT  ACCOUNT  TOKEN    ADDRESS
  demo  sandbox      -        -        built in
  test  sandbox      5678     file     http://127.0.0.1:8080
* work  production   1234     keyring  https://api.example.com
`, "")
	f.want(words("profile list --json"), exit.OK, `[{"name":"demo","default":false,"built_in":true,"environment":"sandbox","account":"","token_stored":false,"token_in":"","base_url":""},`+
		`{"name":"test","default":false,"built_in":false,"environment":"sandbox","account":"5678","token_stored":true,"token_in":"file","base_url":"http://127.0.0.1:8080"},`+
		`{"name":"work","default":true,"built_in":false,"environment":"production","account":"1234","token_stored":true,"token_in":"keyring","base_url":"https://api.example.com"}]
`, "")

	f.want(nil, exit.OK, "", "")
	if p := f.console.Profile; p.Name.Text != "work" || p.Token.Reveal() != "hunter2" {
		t.Errorf("the console got %+v", p)
	}
	f.in = strings.NewReader("rotated\n")
	f.want(words("profile add work --replace"), exit.OK, "Stored profile work: PRODUCTION at https://api.example.com, its token in the keyring. It is the default.\n", "")
	f.want(words("profile use tset"), exit.Usage, "", "bellhop: HOME/c/bellhop/config.toml: there is no profile \"tset\"; did you mean test?\n")
	f.want(words("profile use test"), exit.OK, "The default profile is test.\n", "")
	f.want(words("--profile work"), exit.OK, "", "")
	if got := f.console.Profile.Token.Reveal(); got != "rotated" {
		t.Errorf("the token is %q", got)
	}

	f.want(words("profile remove wrk"), exit.Usage, "", "bellhop: HOME/c/bellhop/config.toml: there is no profile \"wrk\"; did you mean work?\n")
	f.in = strings.NewReader("y\n")
	f.want(words("profile remove test"), exit.Usage, "", "bellhop: nobody can be asked, because the input is not a terminal; say --yes to do it without asking\n")
	f.want(words("profile remove test --yes"), exit.OK, "Removed profile test. It was the default: choose another with bellhop profile use.\n", "")
	f.want(words("profile remove work --yes"), exit.OK, "Removed profile work.\n", "")
	for _, name := range []string{"config.toml", "credentials.toml"} {
		text, err := os.ReadFile(filepath.Join(f.home, "c", "bellhop", name))
		if err != nil || len(strings.TrimSpace(string(text))) > 0 {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
	}
}

func TestTrap40TokensComeFromNoArgument(t *testing.T) {
	for in, want := range map[string]string{
		"a b\n":                    "bellhop: the token holds a space or a control character; copy it again\n",
		strings.Repeat("x", 10000): "bellhop: the token is longer than 4096 characters\n",
		"\n":                       "bellhop: no token: type it at a terminal, or give it on standard input, as in: bellhop profile add x … < token.txt\n",
	} {
		f := newFixture(t)
		f.in = strings.NewReader(in)
		if code, _, errOut := f.run("profile", "add", "x", "--base-url", "https://a.example", "--account", "1"); code == exit.OK || errOut != want {
			t.Errorf("%.10q: exit %d, %q; want %q", in, code, errOut, want)
		}
		if _, err := os.Stat(filepath.Join(f.home, "c")); err == nil {
			t.Errorf("%.10q: something was stored", in)
		}
	}
}

func TestPaths(t *testing.T) {
	f := newFixture(t)
	const paths = `config       HOME/c/bellhop/config.toml
credentials  HOME/c/bellhop/credentials.toml
log          HOME/s/bellhop/bellhop.log
journal      HOME/s/bellhop/journal
drafts       HOME/s/bellhop/drafts
learned      HOME/s/bellhop/learned.json
quotes       HOME/s/bellhop/quotes
recent       HOME/s/bellhop/recent.txt
lines        HOME/c/bellhop/lines.txt
views        HOME/c/bellhop/views.toml
guests       HOME/d/bellhop/guests.jsonl
crashes      HOME/s/bellhop/crashes
exports      HOME/d/bellhop/exports
photos       HOME/k/bellhop/photos
demo         HOME/d/bellhop/demo
sandbox      HOME/d/bellhop/sandbox
`
	f.want(words("paths"), exit.OK, paths+`
profile           demo           default
environment       sandbox        default
theme             auto           default
glyphs            auto           default
ambiguous width   narrow         default
distance          mi             default
learning          on             default
guest book        off            default
looks             6              default
rebook threshold  5%             default
follow            30             default
photos            on             default
photo graphics    auto           default
accessible        false          default
mouse             false          default
agent zone        the machine's  default
`, "")
	f.write("config.toml", "profile = \"work\"\n[preferences]\nagent_zone = \"Europe/London\"\n[profiles.work]\nbase_url = \"https://a.example\"\naccount = \"1\"\n", 0o600)
	f.env["BELLHOP_TOKEN"] = "hunter2"
	_, out, errOut := f.run("paths")
	squeezed := regexp.MustCompile(` +`).ReplaceAllString(out, " ")
	if want := `
profile work HOME/c/bellhop/config.toml
environment production the host
base address https://a.example HOME/c/bellhop/config.toml
account 1 HOME/c/bellhop/config.toml
theme auto default
glyphs auto default
ambiguous width narrow default
distance mi default
learning on default
guest book off default
looks 6 default
rebook threshold 5% default
follow 30 default
photos on default
photo graphics auto default
accessible false default
mouse false default
agent zone Europe/London HOME/c/bellhop/config.toml
token [redacted] BELLHOP_TOKEN
`; !strings.HasSuffix(squeezed, want) || errOut != "" {
		t.Errorf("got %s, %s", squeezed, errOut)
	}
	var printed struct {
		Paths, Settings []struct{ Name, Path, Value, Source string }
	}
	code, out, errOut := f.run("paths", "--json")
	if err := json.Unmarshal([]byte(out), &printed); err != nil || code != exit.OK || errOut != "" {
		t.Fatalf("exit %d, %v, %s", code, err, errOut)
	}
	if n := len(printed.Paths); n != 16 || printed.Paths[3].Name != "journal" || printed.Paths[3].Path != "HOME/s/bellhop/journal" {
		t.Errorf("%d paths: %+v", n, printed.Paths)
	}
	if last := printed.Settings[len(printed.Settings)-1]; last.Name != "token" || last.Value != "[redacted]" || last.Source != "BELLHOP_TOKEN" {
		t.Errorf("the last setting is %+v", last)
	}
	// What stops everything else still shows where to repair it.
	f.write("config.toml", "nonsense", 0o600)
	code, out, errOut = f.run("paths")
	if code != exit.Config || out != paths || !strings.HasPrefix(errOut, "bellhop: HOME/c/bellhop/config.toml:1:8: this is not valid TOML") {
		t.Errorf("exit %d, %s, %s", code, out, errOut)
	}
}

// An https address of this machine may be a tunnel to production: nobody takes it for a
// sandbox unless it was said.
func TestTunnelIsNoSandbox(t *testing.T) {
	f := newFixture(t)
	const add, tunnel = "profile add work --account 1 --base-url ", "https://localhost:18443"
	for _, address := range []string{tunnel, "https://127.0.0.1", "https://[::1]:8443/v1"} {
		f.in = strings.NewReader("hunter2\n")
		f.want(words(add+address), exit.Usage, "", "bellhop: --environment is needed for "+address+
			": an https address of this machine may be a tunnel; say --environment sandbox or --environment production\n")
	}
	f.in = strings.NewReader("hunter2\n")
	f.want(words(add+tunnel+" --environment production"), exit.OK, "Stored profile work: PRODUCTION at "+tunnel+", its token in the keyring. It is the default.\n", "")
	f.in = strings.NewReader("rotated\n") // It has been said once.
	f.want(words(add+tunnel+" --replace"), exit.OK, "Stored profile work: PRODUCTION at "+tunnel+", its token in the keyring. It is the default.\n", "")
	f.env["BELLHOP_ACCOUNT"], f.env["BELLHOP_TOKEN"] = "a", "t"
	f.want(words("--base-url https://localhost:9999"), exit.OK, "", "")
	if got := f.console.Profile.Environment; got != config.Production {
		t.Errorf("an https address of this machine that nobody named is %s", got)
	}
}

// Without a home there is no place for files: a command that needs one says what to set,
// and the others work.
func TestWithoutAHome(t *testing.T) {
	f := newFixture(t)
	for _, name := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"} {
		t.Setenv(name, "")
	}
	t.Setenv("HOME", "")
	xdg.Reload()
	const says = "bellhop: HOME: it is not set, so there is no place for your files; set HOME to your home folder, or XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_DATA_HOME to folders of your own\n"
	for _, line := range []string{"", "demo", "paths", "deadlines", "audit list", "profile list", "profile use x", "sandbox", "sandbox status", "sandbox status --demo"} {
		f.want(words(line), exit.Config, "", says)
	}
	f.want(words("version"), exit.OK, "bellhop 1.2.3 (commit abc, built 2026-11-21)\n", "")
	f.want(words("sandbox --data memory --hotels 100 --account a:b --listen 127.0.0.1:0"), exit.OK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\n", "")
	t.Setenv("HOME", "home")
	f.want(words("paths"), exit.Config, "", "bellhop: HOME: home is not an absolute path; set it to your home folder, which begins with /\n")
}

// An address of a database that is mistyped is no folder: it would keep a password in its name.
func TestAddressesThatAreNoFolders(t *testing.T) {
	f := newFixture(t)
	for _, place := range []string{"Postgres://b:s3cret@db/b", "mysql://b:s3cret@db/b", "host=db user=b password=s3cret", "user = b dbname=c"} {
		f.want([]string{"sandbox", "--account", "a:x", "--data", place}, exit.Usage, "",
			"bellhop: --data: the address of a database is postgres://USER@HOST/DATABASE; this is another one, and no folder either\n")
	}
	f.want([]string{"sandbox", "--account", "a:x", "--data", filepath.Join(f.home, "user")}, exit.OK,
		"listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n", "")
	// A token that is given is not told again.
	f.env = map[string]string{"BELLHOP_CONTROL_TOKEN": "a-token-of-our-own-choice"} //nolint:gosec // It opens nothing.
	f.want([]string{"sandbox", "--account", "a:x", "--data", "memory"}, exit.OK,
		"listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control (the token is that of BELLHOP_CONTROL_TOKEN)\n", "")
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestBrokenOutput: what could not be printed is not reported as done.
func TestBrokenOutput(t *testing.T) {
	f := newFixture(t)
	for _, line := range []string{"version", "version --json", "paths", "profile list"} {
		var errOut strings.Builder
		code := cli.Run(f.ctx, words(line), cli.Streams{In: strings.NewReader(""), Out: brokenWriter{}, Err: &errOut}, nil, cli.Build{}, cli.Launchers{})
		if code != exit.Failed || !strings.Contains(errOut.String(), "no space left") {
			t.Errorf("%s: exit %d, %q", line, code, errOut.String())
		}
	}
}

// FuzzArguments: no command line panics, and none repeats a secret that was
// given by a wrong flag.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{"demo", "--token", "profile add", "sandbox --listen", "help help", "-- x", "--profile=\x00 x", "completion bash -q", "version --json=x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		f := newFixture(t)
		if code, _, errOut := f.run(words(line)...); code != exit.OK && errOut == "" {
			t.Errorf("exit %d without a word", code)
		}
		if _, out, errOut := f.run(append([]string{"--token", "hunter2"}, words(line)...)...); strings.Contains(out+errOut, "hunter2") {
			t.Errorf("the token is repeated: %s%s", out, errOut)
		}
	})
}
