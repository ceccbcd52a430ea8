package config

import (
	"cmp"
	"strconv"
)

// The environment variables that override the file.
const (
	EnvProfile = "BELLHOP_PROFILE"
	EnvBaseURL = "BELLHOP_BASE_URL"
	EnvAccount = "BELLHOP_ACCOUNT"
	EnvToken   = "BELLHOP_TOKEN"
)

// sourceDefault is the source of a value that nobody has given.
const sourceDefault = "default"

const sourceHost = "the host"

// Inputs are everywhere that settings come from.
type Inputs struct {
	Flags Flags
	// Env looks a variable up; nil is an empty environment. An empty variable
	// counts as unset.
	Env   func(string) (string, bool)
	Paths Paths
	// CheckDialect says what is wrong with the names of a profile's dialect
	// together; nil takes them all.
	CheckDialect func(names map[string]string) error
	// CheckKeys says what is wrong with the keys; nil takes them all.
	CheckKeys func(Keys) []KeyProblem
	Theme     ThemeWords // what the tables of colours may say
	// Keyring is asked for the token of the profile in use, where that is kept there, and for nothing else; nil is asked for
	// nothing.
	Keyring Keyring
}

// Flags are the settings of the command line; "" is not given. There is none
// for the token: arguments are seen by every user of the machine.
type Flags struct {
	Profile string
	BaseURL string
	Theme   string
	// ReadOnly keeps from writing at the service, whatever its profile says.
	ReadOnly   bool
	Accessible bool // the console as a conversation by lines
}

// A Setting is a value and where it came from: a flag ("--profile"), a variable
// ("BELLHOP_PROFILE"), a file's path or "default".
type Setting struct {
	Text   string
	Source string
}

// A Profile is one account of one service.
type Profile struct {
	Name        Setting // the host when no profile is named
	BaseURL     Setting // empty for the built-in sandbox
	Account     Setting // empty when unknown
	Environment Environment
	// EnvironmentSource is like Setting.Source, or "the host" when nothing
	// names the environment.
	EnvironmentSource string
	Token             Secret
	TokenSource       string // like Setting.Source; empty without a token
	TokenIn           Place  // where a stored token is kept
	TokenLeft         bool   // the file has a token besides that of the keyring
	TokenProblem      error  // why the keyring's token is not here, a *KeyringError; nil otherwise
	// Dialect overrides open names of the service by key (DialectKeys). An
	// empty text says that the service does not have it.
	Dialect map[string]string
	// References are what each booking must have in its custom data.
	References []Reference
	// CallsPerMinute is the cap on calls as the file says it; without a text it is left out there. Calls has the number.
	CallsPerMinute Setting
	// SingleName is the given name sent for a guest with a single name; without a text the name is sent twice.
	SingleName Setting
	// ReadOnly says that nothing is written at the service; ReadOnlySource is like Setting.Source.
	ReadOnly       bool
	ReadOnlySource string
	// TestTokens says that the service knows the payment tokens of Bellhop's own sandbox, which are offered then.
	TestTokens bool
}

// BuiltIn reports whether this is the sandbox inside the program.
func (p Profile) BuiltIn() bool { return p.Name.Text == Demo && p.BaseURL.Text == "" }

// OnThisMachine reports whether the service is served from this machine, as a
// sandbox of one's own is.
func (p Profile) OnThisMachine() bool {
	h, err := parseBaseURL(p.BaseURL.Text)
	return err == nil && h.loopback
}

// Config is everything resolved.
type Config struct {
	Paths Paths
	// FirstStart says that no profile is configured or named: the profile is
	// the built-in sandbox, and a welcome is due.
	FirstStart  bool
	Profile     Profile   // the one in use
	Profiles    []Profile // those of the file, by name, without overrides
	Default     string    // the file's default profile, "" when it names none
	Preferences Preferences
	Keys        Keys
	Colors      []ThemeColor
	Record      string // an absolute file that requests of the console are recorded in; "" records nothing
}

// Load reads the files and resolves every setting: flags over the environment
// over the file over defaults. A missing file is fine. Everything that is wrong
// comes back at once, as an *Error.
func Load(in Inputs) (Config, error) {
	file, doc, _, err := readStored(in.Paths, true)
	if err != nil {
		return Config{}, err
	}
	if err := file.checkDialects(in.CheckDialect, doc); err != nil {
		return Config{}, err
	}
	if err := file.checkKeys(in.CheckKeys, doc); err != nil {
		return Config{}, err
	}
	if err := file.checkTheme(in.Theme, doc); err != nil {
		return Config{}, err
	}
	r := resolver{in: in, file: file}
	c := Config{Keys: file.keys, Paths: in.Paths, Default: file.profile, Preferences: r.preferences(), Colors: file.themeColors}
	for _, name := range file.names() {
		c.Profiles = append(c.Profiles, r.stored(name, in.Paths.ConfigFile))
	}
	c.Profile, c.FirstStart = r.profile()
	if in.Flags.ReadOnly {
		c.Profile.ReadOnly, c.Profile.ReadOnlySource = true, "--read-only"
	}
	if err := r.problems.err(); err != nil {
		return Config{}, err
	}
	return c, nil
}

// readStored reads both files. With check, what the values mean is checked too.
// The documents are for editing; both are there whenever err is nil.
func readStored(p Paths, check bool) (stored, *document, *document, error) {
	var all problems
	checkStorage(p, &all)
	read := func(path string, secret bool) *document {
		text, err := readFile(path)
		if err != nil {
			all = append(all, err.(*Error).Problems...) //nolint:errorlint,forcetypeassert // readFile returns no other.
			return nil
		}
		doc, problem := parse(path, text, secret)
		if problem != nil {
			all.add(*problem)
			return nil
		}
		doc.original = text
		return doc
	}
	var s stored
	configDoc := read(p.ConfigFile, false)
	if configDoc != nil {
		var found problems
		s = readConfig(configDoc, &found)
		if check && len(found) == 0 {
			s.validate(configDoc, &found)
		}
		all = append(all, found.inOrder()...)
	}
	credentialsDoc := read(p.CredentialsFile, true)
	if credentialsDoc != nil {
		var found problems
		s.credentials = readCredentials(credentialsDoc, &found)
		all = append(all, found.inOrder()...)
	}
	return s, configDoc, credentialsDoc, all.err()
}

type resolver struct {
	in       Inputs
	file     stored
	problems problems
}

// said returns the flag or the variable, whichever is given.
func (r *resolver) said(flagName, flag, variable string) (Setting, bool) {
	if flag != "" {
		return Setting{flag, flagName}, true
	}
	if r.in.Env == nil || variable == "" {
		return Setting{}, false
	}
	if v, ok := r.in.Env(variable); ok && v != "" {
		return Setting{v, variable}, true
	}
	return Setting{}, false
}

func (r *resolver) stored(name, source string) Profile {
	f := r.file.profiles[name]
	p := Profile{
		Name:              Setting{name, source},
		BaseURL:           Setting{f.baseURL, r.in.Paths.ConfigFile},
		Environment:       f.env(),
		EnvironmentSource: sourceHost,
		Dialect:           f.dialect,
		TestTokens:        f.testTokens,
		References:        f.references,
	}
	if f.calls != "" {
		p.CallsPerMinute = Setting{f.calls, r.in.Paths.ConfigFile}
	}
	if f.singleName != "" {
		p.SingleName = Setting{f.singleName, r.in.Paths.ConfigFile}
	}
	if f.readOnly {
		p.ReadOnly, p.ReadOnlySource = true, r.in.Paths.ConfigFile
	}
	if f.environment != "" {
		p.EnvironmentSource = r.in.Paths.ConfigFile
	}
	if f.account != "" {
		p.Account = Setting{f.account, r.in.Paths.ConfigFile}
	}
	p.TokenIn = cmp.Or(f.tokenIn, InFile)
	if token, ok := r.file.credentials[name]; ok {
		p.Token, p.TokenSource = token, r.in.Paths.CredentialsFile
	}
	if p.TokenIn == InKeyring {
		p.TokenLeft = !p.Token.IsZero()
		p.Token, p.TokenSource = Secret{}, sourceKeyring
	}
	return p
}

// choose decides which profile is meant. An empty name is none.
func (r *resolver) choose() Setting {
	if name, ok := r.said("--profile", r.in.Flags.Profile, EnvProfile); ok {
		if _, known := r.file.profiles[name.Text]; !known && name.Text != Demo {
			r.problems.add(Problem{
				Where: name.Source, What: "there is no profile " + strconv.Quote(name.Text),
				Fix: didYouMean(name.Text, append(r.file.names(), Demo)),
			})
		}
		return name
	}
	if r.file.profile != "" {
		return Setting{r.file.profile, r.in.Paths.ConfigFile}
	}
	if names := r.file.names(); len(names) == 1 {
		return Setting{names[0], "the only profile"}
	}
	return Setting{}
}

// profile resolves the profile in use, and reports whether this is a first start.
func (r *resolver) profile() (Profile, bool) {
	name := r.choose()
	base, rebased := r.said("--base-url", r.in.Flags.BaseURL, EnvBaseURL)
	explicit := name.Source == "--profile" || name.Source == EnvProfile
	switch {
	case name.Text == Demo && explicit && rebased:
		r.problems.add(Problem{
			Where: base.Source, What: "the demo profile is the built-in sandbox and has no address",
			Fix: "leave out " + base.Source + " or name another profile",
		})
		return Profile{}, false
	case !rebased && name.Text == "" && len(r.file.profiles) > 0:
		r.problems.add(Problem{
			Where: r.in.Paths.ConfigFile, What: "several profiles and no default",
			Fix: "run bellhop profile use NAME, or say --profile NAME",
		})
		return Profile{}, false
	case !rebased && (name.Text == "" || name.Text == Demo):
		if name.Text == "" {
			name.Source = sourceDefault
		}
		p := Profile{Name: Setting{Demo, name.Source}, Environment: Sandbox, EnvironmentSource: sourceDefault}
		return p, name.Source == sourceDefault
	}
	var p Profile
	if name.Text != "" && name.Text != Demo {
		p = r.stored(name.Text, name.Source)
	}
	if rebased {
		r.rebase(&p, base)
	}
	r.identify(&p)
	r.readToken(&p)
	return p, false
}

// rebase points a profile at another address. On another host the profile's
// environment, account and token mean nothing: the host decides the first, and
// a key is never sent where its owner did not mean it to go.
func (r *resolver) rebase(p *Profile, base Setting) {
	to, err := parseBaseURL(base.Text)
	if err != nil {
		r.problems.add(Problem{Where: base.Source, What: "the address " + err.Error()})
		return
	}
	from, err := parseBaseURL(p.BaseURL.Text)
	same := err == nil && from.name == to.name
	p.TestTokens = p.TestTokens && same && from.plain == to.plain
	p.BaseURL = base
	if !same {
		p.Account, p.Token, p.TokenSource, p.CallsPerMinute = Setting{}, Secret{}, "", Setting{}
		p.Environment, p.EnvironmentSource = r.environmentOf(to)
	}
	if p.Name.Text == "" {
		p.Name = Setting{to.name, base.Source}
	}
	if to.plain && p.Environment == Production {
		r.problems.add(Problem{Where: base.Source, What: "production needs an https address", Fix: "use https"})
	}
}

// environmentOf is what the profiles call a host, or what it is by itself.
func (r *resolver) environmentOf(h host) (Environment, string) {
	for _, name := range r.file.names() {
		if known, err := parseBaseURL(r.file.profiles[name].baseURL); err == nil && known.name == h.name {
			return r.file.profiles[name].env(), r.in.Paths.ConfigFile
		}
	}
	return h.environment(), sourceHost
}

// identify takes the account and the token from the environment. A stored token
// belongs to the stored account and to no other.
func (r *resolver) identify(p *Profile) {
	if account, ok := r.said("", "", EnvAccount); ok {
		if why := badAccount(account.Text); why != "" {
			r.problems.add(Problem{Where: EnvAccount, What: "the account " + why})
		}
		if account.Text != p.Account.Text {
			p.Token, p.TokenSource = Secret{}, ""
		}
		p.Account = account
	}
	if token, ok := r.said("", "", EnvToken); ok {
		if why := badToken(token.Text); why != "" {
			r.problems.add(Problem{Where: EnvToken, What: "the token " + why})
		}
		p.Token, p.TokenSource = NewSecret(token.Text), EnvToken
	}
}
