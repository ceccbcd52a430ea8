// Package doctor looks at what the program needs: its configuration and files, the
// keyring, the service and its clock, the journal, the terminal. Each check is a value;
// what it finds is words and what to do about it, and never a secret.
package doctor

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"bellhop/booking/wording"
	"bellhop/cli/output"
	"bellhop/config"
)

// A Verdict is how grave a finding is.
type Verdict string

// The verdicts: as it should be, worth knowing, in the way.
const (
	OK   Verdict = "ok"
	Warn Verdict = "warn"
	Bad  Verdict = "bad"
)

// A Finding is one line of the report.
type Finding struct {
	Check   string  `json:"check"`
	Verdict Verdict `json:"verdict"`
	Says    string  `json:"says"`
	Do      string  `json:"do"` // what to do about it; empty where nothing is
}

// A Subject is what is looked at.
type Subject struct {
	Paths config.Paths
	// Homeless says why the paths cannot be used; nil where they can.
	Homeless error
	// Load resolves the configuration as every command does, but for the modes of files.
	Load func() (config.Config, error)
	// Probe asks the service something that changes nothing.
	Probe func(ctx context.Context, c config.Config) (Answer, error)
	// Keyring says whether there can be a keyring, without asking it.
	Keyring func() error
	Env     func(name string) string
	// Screen and Keyboard are the terminal, if it is one.
	Screen, Keyboard *os.File
	GOOS             string

	config  config.Config
	wrong   error // why there is no config
	answer  Answer
	reached bool
}

// An Answer is what a service was found to do.
type Answer struct {
	Took time.Duration
	Skew time.Duration // its clock minus ours, to the second
}

// A check looks at one thing.
type check struct {
	Name string
	Look func(ctx context.Context, s *Subject) []Finding
}

// checks returns all of them, in the order in which they need each other.
func checks() []check {
	return []check{
		{"config", lookAtConfig},
		{"files", lookAtFiles},
		{"key", lookAtKey},
		{"service", lookAtService},
		{"clock", lookAtClock},
		{"journal", lookAtJournal},
		{"exports", lookAtExports},
		{"disk", lookAtDisk},
		{"terminal", lookAtTerminal},
		{"colours", lookAtColours},
		{"clipboard", lookAtClipboard},
		{"characters", lookAtCharacters},
	}
}

// Run makes every check, and returns what was found.
func Run(ctx context.Context, s *Subject) []Finding {
	var found []Finding
	if s.Homeless != nil {
		s.wrong = s.Homeless
	} else {
		s.config, s.wrong = s.Load()
	}
	for _, check := range checks() {
		for _, one := range check.Look(ctx, s) {
			one.Check = check.Name
			found = append(found, one)
		}
	}
	return withoutSecrets(found, s)
}

// Healthy reports whether nothing is bad.
func Healthy(found []Finding) bool {
	return !slices.ContainsFunc(found, func(f Finding) bool { return f.Verdict == Bad })
}

// withoutSecrets takes out what a service or a system may have repeated.
func withoutSecrets(found []Finding, s *Subject) []Finding {
	secrets := []string{s.Env(config.EnvToken), s.Env(envPaymentToken)}
	for _, p := range append(slices.Clone(s.config.Profiles), s.config.Profile) {
		secrets = append(secrets, p.Token.Reveal())
	}
	var pairs []string
	for _, secret := range secrets {
		if len(secret) > 2 {
			pairs = append(pairs, secret, config.Secret{}.String())
		}
	}
	clean := strings.NewReplacer(pairs...)
	for i, f := range found {
		found[i].Says, found[i].Do = clean.Replace(f.Says), clean.Replace(f.Do)
	}
	return found
}

// envPaymentToken is the variable with a payment token, which is a secret too.
const envPaymentToken = "BELLHOP_PAYMENT_TOKEN"

// Print prints the findings for people.
func Print(w io.Writer, found []Finding) error {
	t := output.NewTable(w)
	var warned, bad int
	for _, f := range found {
		mark := string(f.Verdict)
		switch f.Verdict {
		case Warn:
			warned++
		case Bad:
			bad++
			mark = "BAD"
		case OK:
		}
		t.Row(mark, f.Check, f.Says)
		if f.Do != "" {
			t.Row("", "", "to do: "+f.Do)
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w, "\n"+summary(warned, bad))
	return err
}

func summary(warned, bad int) string {
	switch {
	case bad > 0 && warned > 0:
		return fmt.Sprintf("%s in the way, and %s to know of.", wording.Plural(bad, "thing"), wording.Plural(warned, "thing"))
	case bad > 0:
		return wording.Plural(bad, "thing") + " in the way."
	case warned > 0:
		return "Nothing is in the way; " + wording.Plural(warned, "thing") + " to know of."
	default:
		return "All is well."
	}
}

func ok(format string, args ...any) Finding {
	return Finding{Verdict: OK, Says: fmt.Sprintf(format, args...)}
}

func warn(do, format string, args ...any) Finding {
	return Finding{Verdict: Warn, Says: fmt.Sprintf(format, args...), Do: do}
}

func bad(do, format string, args ...any) Finding {
	return Finding{Verdict: Bad, Says: fmt.Sprintf(format, args...), Do: do}
}

// unseen is of what cannot be looked at before the configuration is right.
func unseen() []Finding {
	return []Finding{warn("", "not looked at, because the configuration is wrong")}
}

func one(f Finding) []Finding { return []Finding{f} }
