package app

import (
	"bytes"
	"encoding/json"
	"io"
	"log"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"bellhop/cli"
	"bellhop/cli/output"
	"bellhop/config"
	"bellhop/internal/check"
	"bellhop/sandbox"
)

// checked runs a check and reads what it prints as JSON.
func checked(t *testing.T, o cli.CheckOptions) (check.Report, error) {
	t.Helper()
	var out bytes.Buffer
	o.Format, o.Out, o.City, o.Progress = output.Expression("."), &out, "LON", func(int) {}
	err := launcher{}.check(t.Context(), o)
	var r check.Report
	if out.Len() > 0 {
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatalf("%v: %s", err, out.String())
		}
	}
	return r, err
}

// The fields that the command names are those of the report.
func TestCheckFields(t *testing.T) {
	t.Parallel()
	if got, want := cli.CheckFields(), output.FieldsOf(check.Report{}); !slices.Equal(got, want) {
		t.Errorf("the command names %v, the report has %v", got, want)
	}
}

// Without a profile the sandbox inside the program is checked, and it keeps to
// the specification.
func TestCheckOfTheBuiltInSandbox(t *testing.T) {
	t.Parallel()
	o := cli.CheckOptions{Write: true, Config: config.Config{Profile: config.Profile{
		Name: config.Setting{Text: config.Demo}, Environment: config.Sandbox,
	}}}
	r, err := checked(t, o)
	if err != nil || r.Counts[check.Deviates] != 0 || r.Counts[check.Holds] < 80 || len(r.Counts) != 4 || !r.Wrote {
		t.Errorf("%v, %v", err, r.Counts)
	}
}

// A profile's names, account and key reach the check, and what deviates makes it
// fail.
func TestCheckOfAProfile(t *testing.T) {
	t.Parallel()
	box, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: 600, Samples: 30, Names: []string{"id_filter=number"}, Accounts: []sandbox.Account{{ID: "agency", Token: "hunter2"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(box.Handler())
	t.Cleanup(func() {
		server.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	profile := config.Profile{
		Name: config.Setting{Text: "work"}, BaseURL: config.Setting{Text: server.URL + "/"}, Account: config.Setting{Text: "agency"},
		Token: config.NewSecret("hunter2"), Environment: config.Sandbox, Dialect: map[string]string{"id_filter": "number"},
	}
	r, err := checked(t, cli.CheckOptions{Config: config.Config{Profile: profile}})
	if err != nil || r.Counts[check.Deviates] != 0 || r.Service != server.URL || r.Wrote {
		t.Errorf("%v, %s, %v", err, r.Service, r.Counts)
	}
	profile.Dialect = nil
	r, err = checked(t, cli.CheckOptions{Config: config.Config{Profile: profile}})
	if err == nil || err.Error() != "1 rule deviates from the specification" || r.Counts[check.Deviates] != 1 {
		t.Errorf("another name: %v, %v", err, r.Counts)
	}
	profile.Token = config.NewSecret("other")
	if _, err = checked(t, cli.CheckOptions{Config: config.Config{Profile: profile}}); err == nil || strings.Contains(err.Error(), "other") ||
		err.Error() != "check: the service refuses the account or the token" {
		t.Errorf("a wrong key: %v", err)
	}
}

func TestCheck_ServiceNotReached(t *testing.T) {
	t.Parallel()
	server := httptest.NewUnstartedServer(nil)
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	t.Cleanup(server.Close)
	_, err := checked(t, cli.CheckOptions{Config: config.Config{Profile: config.Profile{
		Name: config.Setting{Text: "work"}, BaseURL: config.Setting{Text: server.URL}, Account: config.Setting{Text: "agency"}, Token: config.NewSecret("hunter2"),
	}}})
	want := "the service cannot be reached: the certificate of " + server.Listener.Addr().String() +
		" is not trusted: it is signed by itself (Acme Co); if the signer is your company's, "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}
