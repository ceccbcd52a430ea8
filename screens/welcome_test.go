package screens_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"bellhop/screens"
)

// welcomeTo is the first start on a fixture; accounts collects what is added.
func welcomeTo(f *fixture, accounts *[]screens.Account, err error) screens.Welcome {
	return screens.Welcome{
		Context: f.deps.Context, Theme: f.deps.Theme,
		Sandbox: func(context.Context) (*screens.Deps, error) { return f.deps, err },
		AddAccount: func(_ context.Context, a screens.Account) (*screens.Deps, error) {
			*accounts = append(*accounts, a)
			return f.deps, err
		},
	}
}

func TestWelcomeStartsTheSandboxWithEnter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewWelcome(welcomeTo(f, nil, nil)))
	p.Has("Welcome to Bellhop", "› Try the sandbox", "Add an account")
	p.Press("enter")
	p.Has("destination", "Sat 26 Dec – Mon 28 Dec 2026 · 2 nights · 2 adults")
}

func TestWelcomeSaysWhyTheSandboxDoesNotStart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewWelcome(welcomeTo(f, nil, errors.New("the disk is full"))))
	p.Press("enter")
	p.Has("! Something went wrong", "the disk is full", "enter tries again.")
}

func TestWelcomeEscStopsTheStart(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewWelcome(welcomeTo(f, nil, nil)))
	p.Hold()
	p.Press("enter")
	p.Has("starting the sandbox")
	p.Press("esc")
	p.Release()
	p.Has("Welcome to Bellhop")
}

func TestWelcomeAddsAnAccount(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var accounts []screens.Account
	p := f.start(screens.NewWelcome(welcomeTo(f, &accounts, nil)))
	p.Press("down", "enter", "ctrl+s")
	p.Has("Add an account", "This is needed.")
	p.Type("http://service.example").Press("tab")
	p.Has("only https")
	p.Press("shift+tab", "ctrl+u").Type("https://service.example/v1").Press("tab").Type("acc-7").Press("tab").Type("s3cr3t-key")
	p.HasNot("s3cr3t-key")
	p.Has("PRODUCTION: real and charged")
	p.Press("ctrl+s")
	if len(accounts) != 1 {
		t.Fatalf("%d accounts were added", len(accounts))
	}
	a := accounts[0]
	if a.Name != "agency" || a.BaseURL != "https://service.example/v1" || a.AccountID != "acc-7" || a.Token.Reveal() != "s3cr3t-key" || a.Environment != "production" {
		t.Errorf("added %+v", a)
	}
	p.Has("destination")
}

// The environment follows the address as it is typed, until the agent says
// which of the two it is.
func TestWelcomeEnvironmentFollowsTheAddress(t *testing.T) {
	t.Parallel()
	const sandbox, production = "sandbox: nothing is charged", "PRODUCTION: real and charged"
	for address, want := range map[string]string{
		"https://service.example": production, "http://localhost:8080": sandbox, "http://LOCALHOST/v1": sandbox,
		"http://127.0.0.1:8080": sandbox, "http://127.9.9.9": sandbox, "http://[::1]:80": sandbox,
		"https://localhost:18443": production, "https://127.0.0.1": production,
		"https://127.0.0.1.example": production, "https://localhost.example": production, "": production, "nonsense": production,
	} {
		f := newFixture(t)
		p := f.start(screens.NewWelcome(welcomeTo(f, nil, nil))).Press("down", "enter", "tab").Type(address)
		if p.Has(want); want == sandbox {
			p.HasNot(production)
		}
	}
	f := newFixture(t)
	p := f.start(screens.NewWelcome(welcomeTo(f, nil, nil))).Press("down", "enter", "tab").Type("https://service.example")
	p.Press("tab", "tab", "tab", "space").Has(sandbox)
	p.Press("shift+tab", "shift+tab", "shift+tab").Type("/v1").Has(sandbox)
}

func TestWelcomeKeepsWhatWasTypedWhenItFails(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	var accounts []screens.Account
	p := f.start(screens.NewWelcome(welcomeTo(f, &accounts, errors.New("the key was refused"))))
	p.Press("down", "enter", "tab").Type("https://service.example").Press("tab").Type("acc-7").Press("tab").Type("k").Press("ctrl+s")
	p.Has("the key was refused", "https://service.example", "acc-7")
	p.Press("esc")
	p.Has("Welcome to Bellhop")
	p.Press("enter")
	if view := p.View(); !strings.Contains(view, "acc-7") {
		t.Errorf("esc lost what was typed:\n%s", view)
	}
}

func TestWelcomeGoldens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewWelcome(welcomeTo(f, nil, nil)))
	f.goldens("welcome")
	p.Press("down", "enter")
	f.goldens("welcome_account")
}

// Where a key is kept is chosen in the form: the keyring first, and a file where there is none.
func TestWelcomeAsksWhereTheKeyIsKept(t *testing.T) {
	t.Parallel()
	for none, want := range map[bool]string{false: "keyring", true: "file"} {
		f := newFixture(t)
		var accounts []screens.Account
		w := welcomeTo(f, &accounts, nil)
		w.NoKeyring = none
		p := f.start(screens.NewWelcome(w)).Press("down", "enter", "tab").Type("https://service.example").Press("tab").Type("acc-7").Press("tab").Type("k").Press("tab", "tab")
		p.Has(map[bool]string{false: "The system keeps it", true: "This machine has no keyring"}[none])
		p.Press("ctrl+s")
		if len(accounts) != 1 || accounts[0].TokenIn != want {
			t.Errorf("without a keyring %v: added %+v", none, accounts)
		}
	}
}

// The third choice keeps that the console is a conversation by lines, and ends the screen.
func TestWelcomeLineByLine(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for _, keys := range [][]string{{"down", "down", "enter"}, {"down", "down", "down", "enter"}} {
		kept := 0
		w := welcomeTo(f, nil, nil)
		w.ByLines = func() error { kept++; return nil }
		p := f.start(screens.NewWelcome(w))
		p.Has("Line by line")
		if p.Press(keys...); kept != 1 {
			t.Errorf("after %q it is kept %d times", keys, kept)
		}
	}
	w := welcomeTo(f, nil, nil)
	w.ByLines = func() error { return errors.New("the disk is full") }
	f.start(screens.NewWelcome(w)).Press("down", "down", "enter").Has("the disk is full")
}
