package cli_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/cli"
	"bellhop/cli/exit"
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
	f := newFixture(t)
	f.write("config.toml", checkProfiles, 0o600)
	f.write("credentials.toml", checkKeys, 0o600)
	f.env[cli.EnvPaymentToken] = "tok_4242"
	type asked struct {
		City        string
		Write, JSON bool
	}
	for line, want := range map[string]asked{
		"check --profile lab":                          {City: "LON"},
		"check --profile work --place PAR":             {City: "PAR"},
		"check --profile lab --write --json":           {City: "LON", Write: true, JSON: true},
		"check --profile demo --write":                 {City: "LON", Write: true},
		"check --base-url https://sandbox.example.com": {City: "LON"},
	} {
		f.check = nil
		if strings.Contains(line, "--base-url") {
			f.env[config.EnvAccount], f.env[config.EnvToken] = "1", "hunter2"
		}
		if code, out, errOut := f.run(words(line)...); code != exit.OK || out+errOut != "" {
			t.Errorf("%s: exit %d: %s%s", line, code, out, errOut)
			continue
		}
		got := *f.check
		if got.City != want.City || got.Write != want.Write || got.Format.JSON() != want.JSON || got.Card.Reveal() != "tok_4242" || got.Progress == nil || got.Out == nil {
			t.Errorf("%s: %+v", line, got)
		}
		got.Progress(1)
	}
}

// Production is never written to, whatever names it: its profile, or an address
// that no profile knows.
func TestCheckWritesAtASandboxOnly(t *testing.T) {
	f := newFixture(t)
	f.write("config.toml", checkProfiles, 0o600)
	f.write("credentials.toml", checkKeys, 0o600)
	f.want(words("check --profile work --write"), exit.Usage, "",
		"bellhop: --write books and cancels, and \"work\" is production: it is for a sandbox only\n")
	f.env[config.EnvAccount], f.env[config.EnvToken] = "1", "hunter2"
	f.env[config.EnvBaseURL] = "https://unknown.example"
	f.want(words("check --write"), exit.Usage, "",
		"bellhop: --write books and cancels, and \"unknown.example\" is production: it is for a sandbox only\n")
	if f.check != nil {
		t.Error("it was started")
	}
	f.env[config.EnvBaseURL] = "http://127.0.0.1:8080"
	if code, _, errOut := f.run("check", "--write"); code != exit.OK || f.check == nil {
		t.Errorf("this machine: exit %d: %s", code, errOut)
	}
}

func TestCheckFails(t *testing.T) {
	f := newFixture(t)
	f.want(words("check --place Paris"), exit.Usage, "", "bellhop: --place \"Paris\" is not the IATA code of a city, such as LON\n")
	f.want(words("check now"), exit.Usage, "", "bellhop: \"bellhop check\" takes no arguments, and 1 was given; see \"bellhop check --help\"\n")
	f.env[config.EnvBaseURL] = "https://api.example.com"
	if code, _, errOut := f.run("check"); code != exit.Auth || !strings.Contains(errOut, "no account and no token for api.example.com") {
		t.Errorf("without a key: exit %d: %s", code, errOut)
	}
	delete(f.env, config.EnvBaseURL)
	f.err = errors.New("1 rule deviates from the specification")
	f.want(words("check"), exit.Failed, "", "bellhop: 1 rule deviates from the specification\n")
	f.err = &api.Error{Operation: "check", Message: "the service refuses the account or the token", Status: 401}
	f.want(words("check"), exit.Auth, "", "bellhop: check: the service refuses the account or the token\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f.ctx, f.err = ctx, context.Canceled
	if code, _, _ := f.run("check"); code != exit.Interrupted {
		t.Errorf("interrupted: exit %d", code)
	}
}
