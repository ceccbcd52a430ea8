package config

// Ready reports whether the profile in use can prove who it is. The error is an
// *AuthError. The built-in sandbox always can.
func (c Config) Ready() error {
	p := c.Profile
	if p.BuiltIn() {
		return nil
	}
	e := &AuthError{Profile: p.Name.Text, Fix: "set " + EnvAccount + " and " + EnvToken}
	if p.Account.Text == "" {
		e.Missing = append(e.Missing, "account")
	}
	if p.Token.IsZero() {
		e.Missing = append(e.Missing, "token")
	}
	if len(e.Missing) == 0 {
		return nil
	}
	if e.Problem = p.TokenProblem; e.Problem != nil {
		return e
	}
	if p.BaseURL.Source == c.Paths.ConfigFile {
		e.Fix = "run bellhop profile add " + p.Name.Text + " --replace, or " + e.Fix
	} else if to, err := parseBaseURL(p.BaseURL.Text); err == nil {
		e.Profile = to.name // What is stored belongs to another host.
	}
	return e
}
