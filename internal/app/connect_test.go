package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/config"
	"bellhop/sandbox"
	"bellhop/ui"
)

// What the sandbox knows by name is offered only at Bellhop's own sandbox, where
// any other token is a good card: another service, on this machine or not, has
// tokens of its own, and may charge these.
func TestTestTokensAreForOnesOwnSandbox(t *testing.T) {
	box, err := sandbox.Open(t.Context(), sandbox.Options{Properties: 100, Accounts: []sandbox.Account{{ID: "a", Token: "b"}}})
	if err != nil {
		t.Fatal(err)
	}
	own := httptest.NewServer(box.Handler())
	var asked []string // of the other service: one request after the other
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked = append(asked, r.URL.Path+r.Header.Get("Authorization"))
		_, _ = fmt.Fprint(w, "openapi: 3.1.0\ninfo:\n  title: Hotel Booking Partner Service\n")
	}))
	away := httptest.NewServer(http.RedirectHandler(own.URL+"/openapi.yaml", http.StatusFound))
	gone := httptest.NewServer(nil)
	gone.Close()
	t.Cleanup(func() {
		own.Close()
		other.Close()
		away.Close()
		_ = box.Close()
	})
	s := &session{ctx: t.Context(), log: slog.New(slog.DiscardHandler), theme: ui.NewTheme("none")}
	s.cfg.Preferences.Zone = time.UTC
	for name, tt := range map[string]struct {
		address     string
		environment config.Environment
		want        bool
	}{
		"own":                {own.URL, config.Sandbox, true},
		"own, with a slash":  {own.URL + "/", config.Sandbox, true},
		"own, by name":       {strings.Replace(own.URL, "127.0.0.1", "localhost", 1), config.Sandbox, true},
		"another one here":   {other.URL, config.Sandbox, false},
		"one that points on": {away.URL, config.Sandbox, false},
		"nobody there":       {gone.URL, config.Sandbox, false},
		"elsewhere":          {"https://sandbox.example.com", config.Sandbox, false},
		"production":         {"https://api.example.com", config.Production, false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "config")
			paths := config.Paths{ConfigDir: dir, ConfigFile: filepath.Join(dir, "config.toml"), CredentialsFile: filepath.Join(dir, "credentials.toml")}
			if _, err := config.AddProfile(paths, config.NewProfile{
				Name: "work", BaseURL: tt.address, Account: "a", Token: config.NewSecret("b"), Environment: tt.environment,
			}); err != nil {
				t.Fatal(err)
			}
			load := func() config.Profile {
				t.Helper()
				cfg, err := config.Load(config.Inputs{Flags: config.Flags{Profile: "work"}, Paths: paths})
				if err != nil {
					t.Fatal(err)
				}
				return cfg.Profile
			}
			if known, err := noteOwnSandbox(t.Context(), paths, load()); err != nil || known != tt.want {
				t.Errorf("noted %t, %v", known, err)
			}
			deps, err := s.connect(load())
			if err != nil {
				t.Fatal(err)
			}
			if got := len(deps.TestTokens) > 0; got != tt.want {
				t.Errorf("%d test tokens are offered", len(deps.TestTokens))
			}
			if from := deps.Desk.Origin(); from.Profile != "work" || from.Environment != strings.ToUpper(string(tt.environment)) {
				t.Errorf("papers come from %+v", from)
			}
			if deps.Sandbox != (tt.environment == config.Sandbox) {
				t.Errorf("sandbox is %t", deps.Sandbox)
			}
		})
	}
	if !slices.Equal(asked, []string{"/openapi.yaml"}) {
		t.Errorf("another service was asked %q", asked)
	}
}

// What a profile's dialect leaves out reaches the desk.
func TestADeskKnowsWhatItsDialectLacks(t *testing.T) {
	s := &session{ctx: context.Background(), log: slog.New(slog.DiscardHandler), theme: ui.NewTheme("none")}
	deps, err := s.connect(config.Profile{
		BaseURL: config.Setting{Text: "https://api.example.com"}, Account: config.Setting{Text: "a"},
		Token: config.NewSecret("b"), Dialect: map[string]string{"loyalty": ""},
	})
	if err != nil {
		t.Fatal(err)
	}
	off := deps.Desk.Off()
	if off.Loyalty == nil || !slices.Equal(off.Loyalty.Settings, []string{"loyalty"}) || off.Simulation != nil {
		t.Errorf("off is %+v", off)
	}
	if want := (api.Features{Loyalty: off.Loyalty}); off != want {
		t.Errorf("more is off than loyalty: %+v", off)
	}
}

// For fields that the specification leaves open, a production service is sent only the names of its profile.
func TestSession_ProductionGuessesNoName(t *testing.T) {
	t.Parallel()
	s := &session{ctx: context.Background(), log: slog.New(slog.DiscardHandler), theme: ui.NewTheme("none")}
	for name, tt := range map[string]struct {
		environment config.Environment
		dialect     map[string]string
		dates       string
		loyalty     bool
	}{
		"sandbox":    {config.Sandbox, nil, "", true},
		"production": {config.Production, nil, "dialect.check_in", false},
		"production, configured": {
			config.Production,
			map[string]string{"check_in": "in", "check_out": "out", "loyalty": "club", "loyalty_program": "program", "loyalty_member": "member"},
			"", true,
		},
		"production, one date configured": {config.Production, map[string]string{"check_in": "in"}, "dialect.check_out", false},
	} {
		deps, err := s.connect(config.Profile{
			BaseURL: config.Setting{Text: "https://api.example.com"}, Account: config.Setting{Text: "a"},
			Token: config.NewSecret("b"), Environment: tt.environment, Dialect: tt.dialect,
		})
		if err != nil {
			t.Fatal(err)
		}
		if words := deps.Desk.DatesOff(); !strings.Contains(words, tt.dates) || (words == "") != (tt.dates == "") {
			t.Errorf("%s: a change of dates: %q, want %q", name, words, tt.dates)
		}
		if got := deps.Desk.Off().Loyalty == nil; got != tt.loyalty {
			t.Errorf("%s: loyalty details can be sent: %t", name, got)
		}
	}
}
