package app

import (
	"net/url"
	"strings"

	"bellhop/config"
)

// A place is a service as this machine keeps what is done there.
type place struct {
	profile     string
	environment config.Environment
	// service is who writes where. The journal and the drafts go by it and not by
	// the profile's name: under the same name another service may stand
	// tomorrow, which must not be asked what became of a booking at this one.
	service string
	journal string // the folder of the journal
	drafts  string // the folder of the drafts
	// worlds are those that the sandbox's present one has come from; nil for
	// what is no sandbox of this process.
	worlds func() []string
}

// placeOf is the service of a profile.
func placeOf(paths config.Paths, p config.Profile) place {
	host := p.BaseURL.Text
	if u, err := url.Parse(host); err == nil && u.Host != "" {
		host = u.Host + strings.TrimRight(u.Path, "/")
	}
	return place{
		profile: p.Name.Text, environment: p.Environment, service: p.Account.Text + "@" + strings.ToLower(host),
		journal: paths.JournalDir, drafts: paths.DraftsDir,
	}
}

// demoPlace is the sandbox inside the program. Its journal and its drafts lie
// with the demo's world and go with it: what was sent to a world that is gone is
// not looked for in the next one.
func demoPlace(paths config.Paths) place {
	return place{
		profile: config.Demo, environment: config.Sandbox, service: config.Demo,
		journal: paths.DemoJournalDir, drafts: paths.DemoDraftsDir,
	}
}
