package cli

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/config"
)

const checkProfiles = `
[profiles.work]
base_url = "https://api.example.com"
account = "1234"

[profiles.lab]
base_url = "https://sandbox.example.com"
environment = "sandbox"
account = "1234"
`

const checkKeys = "[work]\ntoken = \"hunter2\"\n[lab]\ntoken = \"hunter2\"\n"

func TestCheck(t *testing.T) {
	b := newBench(t)
	b.write("config.toml", checkProfiles, 0o600)
	b.write("credentials.toml", checkKeys, 0o600)
	b.env[EnvPaymentToken] = "tok_4242"
	for line, want := range map[string]CheckOptions{
		"check --profile lab":                          {Place: "LON"},
		"check --profile work --place PAR":             {Place: "PAR"},
		"check --profile lab --write --json":           {Place: "LON", Write: true, JSON: true},
		"check --profile demo --write":                 {Place: "LON", Write: true},
		"check --base-url https://sandbox.example.com": {Place: "LON"},
	} {
		b.check = nil
		if strings.Contains(line, "--base-url") {
			b.env[config.EnvAccount], b.env[config.EnvToken] = "1", "hunter2"
		}
		if code, out, errOut := b.run(words(line)...); code != ExitOK || out+errOut != "" {
			t.Errorf("%s: exit %d: %s%s", line, code, out, errOut)
			continue
		}
		got := *b.check
		if got.Place != want.Place || got.Write != want.Write || got.JSON != want.JSON || got.Card.Reveal() != "tok_4242" || got.Progress == nil || got.Out == nil {
			t.Errorf("%s: %+v", line, got)
		}
		got.Progress(1)
	}
}

// Production is never written to, whatever names it: its profile, or an address
// that no profile knows.
func TestCheckWritesAtASandboxOnly(t *testing.T) {
	b := newBench(t)
	b.write("config.toml", checkProfiles, 0o600)
	b.write("credentials.toml", checkKeys, 0o600)
	b.want(words("check --profile work --write"), ExitUsage, "",
		"bellhop: --write books and cancels, and \"work\" is production: it is for a sandbox only\n")
	b.env[config.EnvAccount], b.env[config.EnvToken] = "1", "hunter2"
	b.env[config.EnvBaseURL] = "https://unknown.example"
	b.want(words("check --write"), ExitUsage, "",
		"bellhop: --write books and cancels, and \"unknown.example\" is production: it is for a sandbox only\n")
	if b.check != nil {
		t.Error("it was started")
	}
	b.env[config.EnvBaseURL] = "http://127.0.0.1:8080"
	if code, _, errOut := b.run("check", "--write"); code != ExitOK || b.check == nil {
		t.Errorf("this machine: exit %d: %s", code, errOut)
	}
}

func TestCheckFails(t *testing.T) {
	b := newBench(t)
	b.want(words("check --place Paris"), ExitUsage, "", "bellhop: --place \"Paris\" is not the IATA code of a city, such as LON\n")
	b.want(words("check now"), ExitUsage, "", "bellhop: \"bellhop check\" takes no arguments, and 1 was given; see \"bellhop check --help\"\n")
	b.env[config.EnvBaseURL] = "https://api.example.com"
	if code, _, errOut := b.run("check"); code != ExitAuth || !strings.Contains(errOut, "no account and no token for api.example.com") {
		t.Errorf("without a key: exit %d: %s", code, errOut)
	}
	delete(b.env, config.EnvBaseURL)
	b.err = errors.New("1 rule deviates from the specification")
	b.want(words("check"), ExitFailed, "", "bellhop: 1 rule deviates from the specification\n")
	b.err = &api.Error{Operation: "check", Message: "the service refuses the account or the token", Status: 401}
	b.want(words("check"), ExitAuth, "", "bellhop: check: the service refuses the account or the token\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b.ctx, b.err = ctx, context.Canceled
	if code, _, _ := b.run("check"); code != ExitInterrupted {
		t.Errorf("interrupted: exit %d", code)
	}
}

// Progress is for people at a terminal only.
func TestCheckProgressIsQuietInAPipe(t *testing.T) {
	checkProgress(io.Discard, func() time.Time { t.Error("the clock is read"); return time.Time{} })(1)
}
