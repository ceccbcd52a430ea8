package config

import (
	"net/url"
	"strings"
)

// LocalState is where this machine keeps what is done at a service.
type LocalState struct {
	// Service is who writes where, ACCOUNT@HOST. The journal and the drafts go by
	// it and not by the profile's name: under the same name another service may
	// stand tomorrow, which must not be asked what became of a booking at this
	// one.
	Service     string
	JournalDir  string
	DraftsDir   string
	LearnedFile string // how often each key that sends something was used
	RecentFile  string // the lines that were searched of late
	QuotesDir   string // what was quoted in the last thirty days
	GuestsFile  string // the guest book
	BatchDir    string // which cancellations of several are not done yet
}

// LocalState returns that of the profile in use.
func (c Config) LocalState() LocalState { return c.Paths.LocalState(c.Profile) }

// LocalState returns that of a profile. The demo's is kept with its world and
// goes with it: what was sent to a world that was thrown away is not looked for
// in the next one.
func (p Paths) LocalState(profile Profile) LocalState {
	if profile.BuiltIn() {
		return p.DemoState()
	}
	host := profile.BaseURL.Text
	if u, err := url.Parse(host); err == nil && u.Host != "" {
		host = u.Host + strings.TrimRight(u.Path, "/")
	}
	return LocalState{
		Service:    profile.Account.Text + "@" + strings.ToLower(host),
		JournalDir: p.JournalDir, DraftsDir: p.DraftsDir, LearnedFile: p.LearnedFile, QuotesDir: p.QuotesDir, RecentFile: p.RecentFile,
		GuestsFile: p.GuestsFile, BatchDir: p.BatchDir,
	}
}

// DemoState returns the local state of the sandbox inside the program.
func (p Paths) DemoState() LocalState {
	return LocalState{
		Service:    Demo,
		JournalDir: p.DemoJournalDir, DraftsDir: p.DemoDraftsDir, LearnedFile: p.DemoLearnedFile, QuotesDir: p.DemoQuotesDir, RecentFile: p.DemoRecentFile,
		GuestsFile: p.DemoGuestsFile, BatchDir: p.DemoBatchDir,
	}
}
