package config

import (
	"cmp"
	"maps"
	"reflect"
	"strconv"
)

// NewProfile is what AddProfile needs. When it replaces a profile, an empty
// text keeps what the file says.
type NewProfile struct {
	Name        string
	BaseURL     string
	Account     string
	Environment Environment // empty: by the host
	Token       Secret
	Replace     bool // an existing profile is changed instead of refused
	// TokenIn is where the token is kept; empty is where the file says, which for a new profile is the file.
	TokenIn Place
	Keyring Keyring // needed where the token is kept there, or was
}

// AddProfile writes a profile and its token. The first profile becomes the
// default, which the result says. What else the files hold, comments included,
// stays. The error is an *Error.
func AddProfile(p Paths, n NewProfile) (isDefault bool, err error) {
	e, err := openEditor(p)
	if err != nil {
		return false, err
	}
	want, err := e.check(n)
	if err != nil {
		return false, err
	}
	before, was := e.stored.names(), e.stored.profiles[n.Name]
	for _, set := range []struct{ key, was, now string }{
		{"base_url", was.baseURL, want.baseURL},
		{"environment", was.environment, want.environment},
		{"account", was.account, want.account},
	} {
		if set.was != set.now {
			e.config.set(set.now, "profiles", n.Name, set.key)
		}
	}
	e.stored.profiles[n.Name] = want
	// The only profile is meant without being named; from the second on, a
	// default must say which it is.
	if e.stored.profile == "" && len(before) <= 1 {
		e.setDefault(append(before, n.Name)[0])
	}
	return e.stored.profile == n.Name, e.keep(n, was)
}

// keep stores the token of a profile where it belongs, and the files. What was kept of
// the profile as it was, elsewhere or under another name, is forgotten last.
func (e *editor) keep(n NewProfile, was storedProfile) error {
	profile := e.stored.profiles[n.Name]
	if to := cmp.Or(n.TokenIn, was.tokenIn); to != "" {
		e.place(n.Name, to)
	}
	if e.stored.profiles[n.Name].tokenIn != InKeyring {
		e.keepInFile(n.Name, n.Token)
	} else {
		if err := intoKeyring(n.Keyring, n.Name, profile, n.Token); err != nil {
			return err
		}
		e.keepNotInFile(n.Name)
	}
	now, before := e.stored.profiles[n.Name].tokenIn == InKeyring, was.tokenIn == InKeyring
	renamed := keyringName(n.Name, was) != keyringName(n.Name, profile)
	if err := e.save(); err != nil {
		if now && (!before || renamed) {
			_ = n.Keyring.Delete(keyringName(n.Name, profile)) // No profile leads to it.
		}
		return err
	}
	if before && (!now || renamed) {
		return forget(n.Keyring, n.Name, was)
	}
	return nil
}

// List returns the profiles of the file, by name and without overrides, and the
// default's name, which may be empty. The error is an *Error.
func List(p Paths) (profiles []Profile, standard string, err error) {
	file, _, _, err := readStored(p, true)
	if err != nil {
		return nil, "", err
	}
	r := resolver{in: Inputs{Paths: p}, file: file}
	for _, name := range file.names() {
		profiles = append(profiles, r.stored(name, p.ConfigFile))
	}
	return profiles, file.profile, nil
}

// NeedsEnvironment reports whether nothing says what kind of service a new profile
// is at, and the address least of all: it is this machine's, over https, where a
// tunnel to production ends just as well as a sandbox's own.
func NeedsEnvironment(p Paths, n NewProfile) (bool, error) {
	to, _ := parseBaseURL(n.BaseURL) // A wrong one is no address of this machine.
	if n.Environment != "" || !to.loopback || to.plain {
		return false, nil
	}
	e, err := openEditor(p)
	if err != nil {
		return false, err
	}
	for _, known := range e.stored.profiles {
		if from, err := parseBaseURL(known.baseURL); err == nil && from.name == to.name {
			return false, nil
		}
	}
	return true, nil
}

// CheckNewProfile says what AddProfile would refuse about everything but the
// token, so that nobody types a token in vain.
func CheckNewProfile(p Paths, n NewProfile) error {
	n.Token = NewSecret("unknown")
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	_, err = e.check(n)
	return err
}

// SetToken replaces the stored token of a profile, in the file or in the keyring.
func SetToken(p Paths, ring Keyring, name string, token Secret) error {
	if err := CheckToken(token.Reveal()); err != nil {
		return err
	}
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	if err := e.mustExist(name, false); err != nil {
		return err
	}
	if profile := e.stored.profiles[name]; profile.tokenIn == InKeyring {
		return intoKeyring(ring, name, profile, token)
	}
	e.keepInFile(name, token)
	return e.save()
}

// SetTestTokens notes whether the service of a profile knows the payment tokens of Bellhop's own sandbox.
func SetTestTokens(p Paths, name string, known bool) error {
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	if err := e.mustExist(name, false); err != nil {
		return err
	}
	profile := e.stored.profiles[name]
	if profile.testTokens == known {
		return nil
	}
	profile.testTokens = known
	e.stored.profiles[name] = profile
	if known {
		e.config.setLiteral("true", "profiles", name, "test_tokens")
	} else {
		e.config.removeKey("profiles", name, "test_tokens")
	}
	return e.save()
}

// UseProfile makes a profile the default; the built-in demo may be it too.
func UseProfile(p Paths, name string) error {
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	if err := e.mustExist(name, true); err != nil {
		return err
	}
	e.setDefault(name)
	return e.save()
}

// RemoveProfile deletes a profile and its token. It reports whether the profile was
// the default; then there is none any more. With a *KeyringError the profile is gone, and
// its token still in the keyring.
func RemoveProfile(p Paths, ring Keyring, name string) (wasDefault bool, err error) {
	e, err := openEditor(p)
	if err != nil {
		return false, err
	}
	if err := e.mustExist(name, false); err != nil {
		return false, err
	}
	profile := e.stored.profiles[name]
	e.config.removeTable("profiles", name)
	delete(e.stored.profiles, name)
	if e.stored.profile == name {
		wasDefault = true
		e.config.removeKey("profile")
		e.stored.profile = ""
	}
	e.credentials.removeTable(name)
	delete(e.stored.credentials, name)
	if err := e.save(); err != nil {
		return wasDefault, err
	}
	if profile.tokenIn == InKeyring {
		err = forget(ring, name, profile)
	}
	return wasDefault, err
}

// CheckProfile reports whether the file has a profile of this name.
func CheckProfile(p Paths, name string) error {
	e, err := openEditor(p)
	if err != nil {
		return err
	}
	return e.mustExist(name, false)
}

type editor struct {
	paths       Paths
	stored      stored
	config      *edit
	credentials *edit
}

// openEditor reads both files. Values that are wrong don't matter yet: removing
// them must be possible.
func openEditor(p Paths) (*editor, error) {
	s, configDoc, credentialsDoc, err := readStored(p, false)
	if err != nil {
		return nil, err
	}
	return &editor{
		paths:       p,
		stored:      s,
		config:      newEdit(configDoc, false),
		credentials: newEdit(credentialsDoc, true),
	}, nil
}

func (e *editor) mustExist(name string, orDemo bool) error {
	if _, ok := e.stored.profiles[name]; ok || orDemo && name == Demo {
		return nil
	}
	if name == Demo {
		return &Error{Problems: []Problem{{What: "demo is the built-in sandbox and is not in the file"}}, cause: ErrNoProfile}
	}
	names := e.stored.names()
	if orDemo {
		names = append(names, Demo)
	}
	fix := "there are none yet: run bellhop profile add"
	if len(names) > 0 {
		fix = didYouMean(name, names)
	}
	return &Error{
		Problems: []Problem{{Where: e.config.doc.path, What: "there is no profile " + strconv.Quote(name), Fix: fix}},
		cause:    ErrNoProfile,
	}
}

// check returns the profile as it will stand in the file, or what is wrong with
// it.
func (e *editor) check(n NewProfile) (storedProfile, error) {
	old, exists := e.stored.profiles[n.Name]
	if exists && !n.Replace {
		return old, oneProblem(e.config.doc.path, "there is a profile "+visible(n.Name)+" already",
			"say --replace to change it, or choose another name")
	}
	if err := CheckToken(n.Token.Reveal()); err != nil {
		return old, err
	}
	next := old.with(n)
	all := stored{profiles: maps.Clone(e.stored.profiles)}
	all.profiles[n.Name] = next
	var found problems
	nowhere := &document{}
	next.validate(n.Name, nowhere, &found)
	if next.account == "" {
		found.add(Problem{What: "the account " + badAccount("")})
	}
	if len(found) == 0 {
		all.validateHosts(nowhere, &found)
	}
	return next, found.err()
}

// with is the profile changed as asked. A new host is a new service: what the
// old one was says nothing about its environment.
func (p storedProfile) with(n NewProfile) storedProfile {
	if n.BaseURL != "" && n.BaseURL != p.baseURL {
		from, _ := parseBaseURL(p.baseURL)
		if to, err := parseBaseURL(n.BaseURL); err == nil && from.name != to.name {
			p.environment = string(to.environment())
		}
		p.baseURL = n.BaseURL
	}
	if n.Environment != "" {
		p.environment = string(n.Environment)
	}
	if n.Account != "" {
		p.account = n.Account
	}
	return p
}

func (e *editor) setDefault(name string) {
	e.config.set(name, "profile")
	e.stored.profile = name
}

// save writes both files. The tokens come first, so that a removed profile's
// token is gone whatever happens next. Before anything is written, the new texts
// are read back and compared with what they shall mean.
func (e *editor) save() error {
	var found problems
	configDoc, problem := parse(e.config.doc.path, e.config.text, false)
	if problem != nil {
		return e.byHand()
	}
	got := readConfig(configDoc, &found)
	credentialsDoc, problem := parse(e.credentials.doc.path, e.credentials.text, true)
	if problem != nil {
		return e.byHand()
	}
	got.credentials = readCredentials(credentialsDoc, &found)
	if len(found) > 0 || !reflect.DeepEqual(got, e.stored) {
		return e.byHand()
	}
	if err := e.credentials.write(); err != nil {
		return err
	}
	return e.config.write()
}

func (e *editor) byHand() error {
	return oneProblem(e.config.doc.path, "is written in a way that bellhop cannot change without losing something",
		"write each profile as [profiles.NAME] with one key on each line, or edit it by hand")
}
