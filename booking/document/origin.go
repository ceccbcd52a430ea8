package document

import (
	"strings"

	"bellhop/booking/wording"
)

// An Origin names the service that papers and files are made from.
type Origin struct {
	Environment string // "SANDBOX" or "PRODUCTION"; empty if unknown
	Profile     string // the profile's name
}

// Trial returns the environment if it is a sandbox, else "".
func (o Origin) Trial() string {
	if strings.EqualFold(o.Environment, "sandbox") {
		return o.Environment
	}
	return ""
}

// TrialWords returns the beginning of a sandbox's papers, "SANDBOX, profile demo: this is a trial.", else "".
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
