package cli

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

func TestSandbox(t *testing.T) {
	b := newBench(t)
	code, out, errOut := b.run("sandbox")
	lines := regexp.MustCompile(`^listening on http://127\.0\.0\.1:4711\naccount partner:([a-z0-9]{26})\ncontrol http://127\.0\.0\.1:4711/control ([a-z0-9]{26})\nlog HOME/s/bellhop/bellhop\.log\n$`).FindStringSubmatch(out)
	if code != ExitOK || errOut != "" || lines == nil {
		t.Fatalf("exit %d, %q, %q", code, out, errOut)
	}
	o := b.sandbox
	if o.Listen != "127.0.0.1:0" || len(o.Accounts) != 1 || o.Accounts[0].Token.Reveal() != lines[1] ||
		o.Data != filepath.Join(b.home, "d", "bellhop", "sandbox") || o.Seed != DefaultSeed || o.SeedGiven || o.Hotels != 0 ||
		o.Control != lines[2] || o.Latency != "none" || o.Changes != 0 || o.Clock != "" || o.Faults != "" || o.Record != "" {
		t.Errorf("served %+v", o)
	}
	if _, again, _ := b.run("sandbox"); again == out {
		t.Error("the token that is made is always the same")
	}

	b.want(words("sandbox --listen [::1]:0 --account a:x --account b:y:z --data memory --seed 7 --hotels 900"), ExitOK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\n", "")
	o = b.sandbox
	if o.Listen != "[::1]:0" || len(o.Accounts) != 2 || o.Accounts[1].ID != "b" || o.Accounts[1].Token.Reveal() != "y:z" ||
		o.Data != "" || o.Seed != 7 || !o.SeedGiven || o.Hotels != 900 {
		t.Errorf("served %+v", o)
	}

	b.want([]string{"sandbox", "--account", "a:x", "--data", filepath.Join(b.home, "data")}, ExitOK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n", "")
	if b.sandbox.Data != filepath.Join(b.home, "data") {
		t.Errorf("data in %s", b.sandbox.Data)
	}
}

func TestSandboxOpenAddress(t *testing.T) {
	b := newBench(t)
	for _, listen := range []string{":80", "0.0.0.0:0", "[::]:0", "192.0.2.1:80", "example.com:80"} {
		b.want([]string{"sandbox", "--account", "a:x", "--listen", listen}, ExitOK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n",
			"bellhop: warning: other machines can reach "+listen+", and what they send is not encrypted\n")
	}
	for _, listen := range []string{"127.0.0.1:0", "127.9.9.9:80", "localhost:80", "[::1]:80"} {
		b.want([]string{"sandbox", "--account", "a:x", "--listen", listen}, ExitOK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n", "")
	}
}

// TestSandboxStops: being asked to stop is no failure, failing to start is.
func TestSandboxStops(t *testing.T) {
	b := newBench(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.ctx = ctx
	b.want(words("sandbox --account a:x"), ExitOK, "listening on http://127.0.0.1:4711\ncontrol http://127.0.0.1:4711/control TOKEN\nlog HOME/s/bellhop/bellhop.log\n", "")
	b.ctx, b.err = t.Context(), errors.New("listen 127.0.0.1:80: permission denied")
	b.want(words("sandbox --account a:x"), ExitFailed, "", "bellhop: listen 127.0.0.1:80: permission denied\n")
}

// TestProfiles is the life of a profile, as a user sees it.
func TestProfiles(t *testing.T) {
	b := newBench(t)
	b.want(words("profile list"), ExitOK, "  NAME  ENVIRONMENT  ACCOUNT  TOKEN  ADDRESS\n* demo  sandbox      -        -      built in\n", "")

	b.in = strings.NewReader("hunter2\r\nsecond line\n")
	b.want(words("profile add work --base-url https://api.example.com --account 1234"), ExitOK, "Stored profile work; it is the default.\n", "")
	b.in = strings.NewReader("other")
	b.want(words("profile add test --base-url http://127.0.0.1:8080 --account 5678"), ExitOK, "Stored profile test; use it with: bellhop --profile test.\n", "")
	b.want(words("profile add work --base-url https://x.example --account 1"), ExitConfig, "",
		"bellhop: HOME/c/bellhop/config.toml: there is a profile work already; say --replace to change it, or choose another name\n")
	b.want(words("profile add x --base-url http://x.example --account a:b"), ExitConfig, "", `bellhop: 2 problems:
  base_url must be https: over http anyone on the way could read the token
  the account must not hold a colon; the token is asked for separately
`)
	b.want(words("profile list"), ExitOK, `  NAME  ENVIRONMENT  ACCOUNT  TOKEN   ADDRESS
  demo  sandbox      -        -       built in
  test  sandbox      5678     stored  http://127.0.0.1:8080
* work  production   1234     stored  https://api.example.com
`, "")

	b.want(nil, ExitOK, "", "")
	if p := b.console.Config.Profile; p.Name.Text != "work" || p.Token.Reveal() != "hunter2" {
		t.Errorf("the console got %+v", p)
	}
	b.in = strings.NewReader("rotated\n")
	b.want(words("profile add work --replace"), ExitOK, "Stored profile work; it is the default.\n", "")
	b.want(words("profile use tset"), ExitConfig, "", "bellhop: HOME/c/bellhop/config.toml: there is no profile \"tset\"; did you mean test?\n")
	b.want(words("profile use test"), ExitOK, "The default profile is test.\n", "")
	b.want(words("--profile work"), ExitOK, "", "")
	if got := b.console.Config.Profile.Token.Reveal(); got != "rotated" {
		t.Errorf("the token is %q", got)
	}

	b.want(words("profile remove wrk"), ExitConfig, "", "bellhop: HOME/c/bellhop/config.toml: there is no profile \"wrk\"; did you mean work?\n")
	b.in = strings.NewReader("y\n")
	b.want(words("profile remove test"), ExitUsage, "", "bellhop: nobody can be asked, because the input is not a terminal; say --yes to do it without asking\n")
	b.want(words("profile remove test --yes"), ExitOK, "Removed profile test. It was the default: choose another with bellhop profile use.\n", "")
	b.want(words("profile remove work --yes"), ExitOK, "Removed profile work.\n", "")
	for _, name := range []string{"config.toml", "credentials.toml"} {
		text, err := os.ReadFile(filepath.Join(b.home, "c", "bellhop", name))
		if err != nil || len(strings.TrimSpace(string(text))) > 0 {
			t.Errorf("%s holds %q, %v", name, text, err)
		}
	}
}

func TestTokenFromInput(t *testing.T) {
	for in, want := range map[string]string{
		"a b\n":                    "bellhop: the token holds a space or a control character; copy it again\n",
		strings.Repeat("x", 10000): "bellhop: the token is longer than 4096 characters\n",
		"\n":                       "bellhop: no token: type it at a terminal, or give it on standard input, as in: bellhop profile add x … < token.txt\n",
	} {
		b := newBench(t)
		b.in = strings.NewReader(in)
		if code, _, errOut := b.run("profile", "add", "x", "--base-url", "https://a.example", "--account", "1"); code == ExitOK || errOut != want {
			t.Errorf("%.10q: exit %d, %q; want %q", in, code, errOut, want)
		}
		if _, err := os.Stat(filepath.Join(b.home, "c")); err == nil {
			t.Errorf("%.10q: something was stored", in)
		}
	}
}

func TestPaths(t *testing.T) {
	b := newBench(t)
	const paths = `config       HOME/c/bellhop/config.toml
credentials  HOME/c/bellhop/credentials.toml
log          HOME/s/bellhop/bellhop.log
journal      HOME/s/bellhop/journal
drafts       HOME/s/bellhop/drafts
exports      HOME/d/bellhop/exports
demo         HOME/d/bellhop/demo
sandbox      HOME/d/bellhop/sandbox
`
	b.want(words("paths"), ExitOK, paths+`
profile      demo           default
environment  sandbox        default
theme        auto           default
distance     mi             default
agent zone   the machine's  default
`, "")
	b.write("config.toml", "profile = \"work\"\n[preferences]\nagent_zone = \"Europe/London\"\n[profiles.work]\nbase_url = \"https://a.example\"\naccount = \"1\"\n", 0o600)
	b.env["BELLHOP_TOKEN"] = "hunter2"
	_, out, errOut := b.run("paths")
	squeezed := regexp.MustCompile(` +`).ReplaceAllString(out, " ")
	if want := `
profile work HOME/c/bellhop/config.toml
environment production the host
base address https://a.example HOME/c/bellhop/config.toml
account 1 HOME/c/bellhop/config.toml
theme auto default
distance mi default
agent zone Europe/London HOME/c/bellhop/config.toml
token [redacted] BELLHOP_TOKEN
`; !strings.HasSuffix(squeezed, want) || errOut != "" {
		t.Errorf("got %s, %s", squeezed, errOut)
	}
	// What stops everything else still shows where to repair it.
	b.write("config.toml", "nonsense", 0o600)
	code, out, errOut := b.run("paths")
	if code != ExitConfig || out != paths || !strings.HasPrefix(errOut, "bellhop: HOME/c/bellhop/config.toml:1:8: this is not valid TOML") {
		t.Errorf("exit %d, %s, %s", code, out, errOut)
	}
}

type brokenWriter struct{}

func (brokenWriter) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestBrokenOutput: what could not be printed is not reported as done.
func TestBrokenOutput(t *testing.T) {
	b := newBench(t)
	for _, line := range []string{"version", "version --json", "paths", "profile list"} {
		var errOut strings.Builder
		code := Run(b.ctx, words(line), Streams{In: strings.NewReader(""), Out: brokenWriter{}, Err: &errOut}, nil, Build{}, Starters{})
		if code != ExitFailed || !strings.Contains(errOut.String(), "no space left") {
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
		b := newBench(t)
		if code, _, errOut := b.run(words(line)...); code != ExitOK && errOut == "" {
			t.Errorf("exit %d without a word", code)
		}
		if _, out, errOut := b.run(append([]string{"--token", "hunter2"}, words(line)...)...); strings.Contains(out+errOut, "hunter2") {
			t.Errorf("the token is repeated: %s%s", out, errOut)
		}
	})
}
