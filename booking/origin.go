package booking

import "strings"

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
