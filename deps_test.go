package main

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/config"
	"bellhop/ui"
)

// What the sandbox knows by name is offered only where Bellhop's own sandbox
// can be: another one has tokens of its own, and may charge these.
func TestTestTokensAreForOnesOwnSandbox(t *testing.T) {
	s := &session{ctx: context.Background(), log: slog.New(slog.DiscardHandler), theme: ui.NewTheme("none")}
	s.cfg.Preferences.Zone = time.UTC
	for name, tt := range map[string]struct {
		address     string
		environment config.Environment
		want        bool
	}{
		"this machine":         {"http://127.0.0.1:8080", config.Sandbox, true},
		"this machine by name": {"http://localhost:8080", config.Sandbox, true},
		"this machine, live":   {"http://127.0.0.1:8080", config.Production, false},
		"elsewhere":            {"https://sandbox.example.com", config.Sandbox, false},
		"production":           {"https://api.example.com", config.Production, false},
	} {
		t.Run(name, func(t *testing.T) {
			deps, err := s.connect(config.Profile{
				Name: config.Setting{Text: "work"}, BaseURL: config.Setting{Text: tt.address},
				Account: config.Setting{Text: "a"}, Token: config.NewSecret("b"), Environment: tt.environment,
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := len(deps.TestTokens) > 0; got != tt.want {
				t.Errorf("%d test tokens are offered", len(deps.TestTokens))
			}
			if deps.Sandbox != (tt.environment == config.Sandbox) {
				t.Errorf("sandbox is %t", deps.Sandbox)
			}
		})
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
	if off.Loyalty == nil || off.Loyalty.Setting != "loyalty" || off.Simulation != nil {
		t.Errorf("off is %+v", off)
	}
	if want := (api.Features{Loyalty: off.Loyalty}); off != want {
		t.Errorf("more is off than loyalty: %+v", off)
	}
}
