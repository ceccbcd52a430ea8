package booking

import (
	"strings"

	"bellhop/booking/exports"
	"bellhop/booking/wording"
)

// An Origin names the service that papers and files are made from.
type Origin struct {
	Environment string // "SANDBOX" or "PRODUCTION"; empty where it is not known
	Profile     string // by its name
}

// Origin returns the desk's environment and profile. A nil desk has none.
func (d *Desk) Origin() Origin {
	if d == nil {
		return Origin{}
	}
	return Origin{strings.ToUpper(d.environment), d.profileName}
}

// Trial returns the environment of a sandbox, where nothing is for real; empty elsewhere.
func (o Origin) Trial() string {
	if strings.EqualFold(o.Environment, sandboxEnvironment) {
		return o.Environment
	}
	return ""
}

// TrialWords begins each paper of a sandbox: "SANDBOX, profile demo: this is a trial." It is empty elsewhere.
func (o Origin) TrialWords() string {
	if o.Trial() == "" {
		return ""
	}
	return o.Words() + ": this is a trial."
}

// Foot returns the last line of a paper that does not begin with TrialWords: "PRODUCTION, profile work."
func (o Origin) Foot() []string {
	if o.Environment == "" || o.Trial() != "" {
		return nil
	}
	return []string{wording.Stopped(o.Words())}
}

// FileName returns the name of a file from here, without its ending: "production-work-deadlines".
func (o Origin) FileName(parts ...string) string {
	return exports.Name(append([]string{o.Environment, o.Profile}, parts...)...)
}

// ClientFileName returns FileName for a paper that a client gets. In production it is without the environment and the
// profile, which the paper has itself: "voucher-qwertz".
func (o Origin) ClientFileName(parts ...string) string {
	if o.Trial() == "" {
		return exports.Name(parts...)
	}
	return o.FileName(parts...)
}

// Words returns "PRODUCTION, profile work".
func (o Origin) Words() string {
	switch {
	case o.Profile == "":
		return o.Environment
	case o.Environment == "":
		return "profile " + o.Profile
	}
	return o.Environment + ", profile " + o.Profile
}
