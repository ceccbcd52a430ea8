package doctor

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/config"
)

const secret = "s3cr3t-t0ken"

// healthy is a subject of which nothing is bad: one profile, a service that answers,
// no terminal.
func healthy(t *testing.T) *Subject {
	t.Helper()
	dir := t.TempDir()
	paths := config.PathsIn(filepath.Join(dir, "c"), filepath.Join(dir, "s"), filepath.Join(dir, "d"), filepath.Join(dir, "k"))
	_, err := config.AddProfile(paths, config.NewProfile{Name: "work", BaseURL: "https://a.example", Account: "1", Token: config.NewSecret(secret)})
	if err != nil {
		t.Fatal(err)
	}
	return &Subject{
		Paths:   paths,
		Load:    func() (config.Config, error) { return config.Load(config.Inputs{Paths: paths}) },
		Probe:   func(context.Context, config.Config) (Answer, error) { return Answer{Took: 80 * time.Millisecond}, nil },
		Keyring: func() error { return errors.New("there is none") },
		Env:     func(string) string { return "" },
		GOOS:    "linux",
	}
}

func worst(found []Finding, check string) (Verdict, string) {
	verdict, all := OK, ""
	for _, f := range found {
		if f.Check != check {
			continue
		}
		all += f.Says + " / " + f.Do + "\n"
		if f.Verdict == Bad || f.Verdict == Warn && verdict == OK {
			verdict = f.Verdict
		}
	}
	return verdict, all
}

func TestHealthy(t *testing.T) {
	t.Parallel()
	found := Run(t.Context(), healthy(t))
	if !Healthy(found) || len(found) < len(checks()) {
		t.Errorf("found %+v", found)
	}
	for _, f := range found {
		if f.Verdict != OK || f.Says == "" {
			t.Errorf("%+v", f)
		}
	}
	var out bytes.Buffer
	if err := Print(&out, found); err != nil || !strings.HasSuffix(out.String(), "\n\nAll is well.\n") || strings.Contains(out.String(), secret) {
		t.Errorf("printed %s, %v", out.String(), err)
	}
}

// attempted leaves a write of which nobody knows what came of it.
func attempted(t *testing.T, s *Subject) {
	t.Helper()
	j, err := journal.Open(s.Paths.JournalDir, journal.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	a, err := j.Begin(journal.Plan{Attempt: "att-1", Kind: journal.Cancel, Profile: "1@a.example", Environment: "production", Reservation: "R1", Agreement: journal.NewAgreement(time.Now())})
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Sent(); err != nil {
		t.Fatal(err)
	}
}

// Each thing that can be wrong is found by its own check, and told with what to do.
func TestFound(t *testing.T) {
	t.Parallel()
	write := func(t *testing.T, path, text string, mode os.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(os.WriteFile(path, []byte(text), mode), os.Chmod(path, mode)); err != nil { // Whatever the umask is.
			t.Fatal(err)
		}
	}
	probe := func(a Answer, err error) func(*testing.T, *Subject) {
		return func(_ *testing.T, s *Subject) {
			s.Probe = func(context.Context, config.Config) (Answer, error) { return a, err }
		}
	}
	for name, c := range map[string]struct {
		spoil func(*testing.T, *Subject)
		check string
		want  Verdict
		says  string
	}{
		"no room": {func(t *testing.T, s *Subject) {
			write(t, s.Paths.DataDir, "", 0o600)
		}, "files", Bad, "nothing can be kept in"},
		"unknown key":   {func(t *testing.T, s *Subject) { write(t, s.Paths.ConfigFile, "profle = \"x\"\n", 0o600) }, "config", Bad, "unknown key profle / did you mean profile?"},
		"token to all":  {func(t *testing.T, s *Subject) { _ = os.Chmod(s.Paths.CredentialsFile, 0o644) }, "config", Bad, "run: chmod 600"},
		"drafts to all": {func(t *testing.T, s *Subject) { write(t, filepath.Join(s.Paths.DraftsDir, "a"), "", 0o644) }, "files", Bad, "run: chmod"},
		"no home": {func(_ *testing.T, s *Subject) {
			s.Homeless = &config.Error{Problems: []config.Problem{{Where: "HOME", What: "it is not set", Fix: "set HOME"}}}
		}, "config", Bad, "HOME: it is not set / set HOME"},
		"no key":      {func(t *testing.T, s *Subject) { write(t, s.Paths.CredentialsFile, "", 0o600) }, "key", Bad, "no token for work"},
		"not asked":   {func(t *testing.T, s *Subject) { write(t, s.Paths.CredentialsFile, "", 0o600) }, "service", Warn, "not asked"},
		"refused":     {probe(Answer{}, &api.Error{Operation: "search", Status: 401, Message: "bad key"}), "service", Bad, "refuses the key"},
		"unreachable": {probe(Answer{}, errors.New("no such host")), "service", Bad, "no such host / check the network"},
		"broken":      {probe(Answer{}, &api.Error{Operation: "search", Status: 500, Message: "oops"}), "service", Bad, "tell your provider"},
		"slow":        {probe(Answer{Took: 4 * time.Second}, nil), "service", Warn, "took 4s"},
		"late":        {probe(Answer{Skew: 40 * time.Second}, nil), "clock", Warn, "this machine is 40s behind the service / set this"},
		"early":       {probe(Answer{Skew: -time.Hour}, nil), "clock", Bad, "this machine is 1h0m0s ahead of the service"},
		"no clock":    {probe(Answer{}, errors.New("x")), "clock", Warn, "not compared"},
		"journal": {func(t *testing.T, s *Subject) {
			attempted(t, s)
			path := filepath.Join(s.Paths.JournalDir, "journal.jsonl")
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			write(t, path, strings.Replace(string(text), "R1", "R2", 1), 0o600)
		}, "journal", Bad, "bellhop audit verify"},
		"unresolved":   {attempted, "journal", Warn, "of 1 attempt it is not known what came of it / run: bellhop reservation unresolved --wait"},
		"exports file": {func(t *testing.T, s *Subject) { write(t, s.Paths.ExportsDir, "", 0o600) }, "exports", Bad, "is not a folder / move it away"},
		"exports mode": {func(t *testing.T, s *Subject) {
			_ = os.MkdirAll(s.Paths.ExportsDir, 0o700)
			_ = os.Chmod(s.Paths.ExportsDir, 0o755)
		}, "exports", Warn, "run: chmod 700"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := healthy(t)
			c.spoil(t, s)
			found := Run(t.Context(), s)
			if verdict, says := worst(found, c.check); verdict != c.want || !strings.Contains(says, c.says) {
				t.Errorf("%s is %s: %s\nwant %s: %s", c.check, verdict, says, c.want, c.says)
			}
			if c.want == Bad && Healthy(found) {
				t.Error("it counts as healthy")
			}
		})
	}
}

// Whatever repeats a secret, the report does not.
func TestNoSecretIsPrinted(t *testing.T) {
	t.Parallel()
	s := healthy(t)
	const payment = "pay-t0ken-77"
	s.Env = func(name string) string {
		return map[string]string{config.EnvToken: "fr0m-env", "BELLHOP_PAYMENT_TOKEN": payment}[name]
	}
	s.Probe = func(context.Context, config.Config) (Answer, error) {
		return Answer{}, errors.New("the header said Bearer " + secret + ", " + payment + " and fr0m-env")
	}
	found := Run(t.Context(), s)
	if verdict, says := worst(found, "service"); verdict != Bad || strings.Count(says, "[redacted]") != 3 {
		t.Errorf("%s: %s", verdict, says)
	}
	var out bytes.Buffer
	if err := Print(&out, found); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{secret, payment, "fr0m-env"} {
		if strings.Contains(out.String(), text) {
			t.Errorf("%q is printed:\n%s", text, out.String())
		}
	}
	// A secret that was pasted where it does not belong is not repeated either.
	if err := os.WriteFile(s.Paths.CredentialsFile, []byte("[work]\ntoken = "+secret+"\n"+secret+" = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range Run(t.Context(), s) {
		if strings.Contains(f.Says+f.Do, secret) {
			t.Errorf("%+v", f)
		}
	}
}

// The environment alone says something of a terminal.
func TestTerminalByItsVariables(t *testing.T) {
	t.Parallel()
	screen, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Close()
	for name, c := range map[string]struct {
		env   string
		check string
		want  Verdict
		says  string
	}{
		"dumb":       {"TERM=dumb", "terminal", Bad, "set TERM"},
		"no name":    {"", "terminal", Bad, "set TERM"},
		"no colours": {"NO_COLOR=1 TERM=xterm", "colours", OK, "NO_COLOR"},
		"all":        {"COLORTERM=truecolor TERM=xterm", "colours", OK, "16 million"},
		"some":       {"TERM=xterm-256color", "colours", OK, "256"},
		"few":        {"TERM=xterm", "colours", OK, "16 (TERM=xterm)"},
		"tmux":       {"TERM=tmux TMUX=/tmp/x", "clipboard", OK, "set-clipboard on"},
		"screen":     {"TERM=screen STY=1", "clipboard", Warn, "may keep"},
		"apple":      {"TERM=xterm TERM_PROGRAM=Apple_Terminal SSH_TTY=/dev/x", "clipboard", Warn, "no copies"},
		"ssh":        {"TERM=xterm SSH_TTY=/dev/x", "clipboard", OK, "OSC 52"},
		"latin 1":    {"TERM=xterm LANG=de_DE.ISO-8859-1", "characters", Warn, "C.UTF-8"},
		"utf 8":      {"TERM=xterm LANG=de_DE.utf8", "characters", OK, "LANG is de_DE.utf8"},
	} {
		s := healthy(t)
		s.Screen = screen
		s.Env = func(name string) string {
			for pair := range strings.FieldsSeq(c.env) {
				if key, value, _ := strings.Cut(pair, "="); key == name {
					return value
				}
			}
			return ""
		}
		if verdict, says := worst(Run(t.Context(), s), c.check); verdict != c.want || !strings.Contains(says, c.says) {
			t.Errorf("%s: %s is %s: %s", name, c.check, verdict, says)
		}
	}
	if f := judged([]int{1, 2, 1, 1, 1, 2, 2}); f.Verdict != Warn || !strings.Contains(f.Says, "≈ in 2 instead of 1") {
		t.Errorf("%+v", f)
	}
	if f := judged([]int{1, 1, 1, 1, 1, 2, 2}); f.Verdict != OK {
		t.Errorf("%+v", f)
	}
}

func FuzzWidths(f *testing.F) {
	f.Add([]byte("\x1b[1;2R\x1b[1;3R"), 2)
	f.Add([]byte("a\x1b[1;2Rb\x1b[9999;9999R"), 2)
	f.Add([]byte("\x1b[1;2"), 1)
	f.Fuzz(func(t *testing.T, text []byte, count int) {
		count = min(max(count, 0), 9)
		widths, whole := widthsIn(text, count)
		if whole && len(widths) != count || !whole && widths != nil {
			t.Errorf("%q: %v, %v of %d", text, widths, whole, count)
		}
		for _, width := range widths {
			if width < -1 || width > 9998 {
				t.Errorf("%q: %v", text, widths)
			}
		}
	})
}

// A colour of the file that cannot be read in a theme is told with its contrast and its line.
func TestColoursThatCannotBeRead(t *testing.T) {
	t.Parallel()
	s := healthy(t)
	load, env := s.Load, s.Env
	s.Load = func() (config.Config, error) {
		c, err := load()
		c.Colors = []config.ThemeColor{{Name: "muted", Text: "#333333", File: "/c/config.toml", Line: 7}, {Theme: "light", Name: "good", Text: "22"}}
		return c, err
	}
	s.Env = func(name string) string {
		if name == "COLORTERM" {
			return "truecolor"
		}
		return env(name)
	}
	var said []string
	for _, f := range Run(t.Context(), s) {
		if f.Check == "colours" && f.Verdict == Warn {
			said = append(said, f.Says+"; "+f.Do)
		}
	}
	want := "in the theme dark, muted is #333333 on #000000: a contrast of 1.7 to 1, and 4.5 is easy to read; give muted another colour in line 7 of /c/config.toml"
	if len(said) != 2 || said[0] != want || !strings.Contains(said[1], "in the theme high-contrast, muted") {
		t.Errorf("%q", said)
	}
}
