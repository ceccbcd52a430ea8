package config

import (
	"errors"
	"net/netip"
	"net/url"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"bellhop/internal/safetext"
)

// An Environment says what kind of service a profile talks to.
type Environment string

// The environments. A host that nobody has named is treated as production, so
// that nothing is booked for real by mistake.
const (
	Sandbox    Environment = "sandbox"
	Production Environment = "production"
)

// ParseEnvironment reads an environment's word.
func ParseEnvironment(word string) (Environment, error) {
	switch e := Environment(word); e {
	case Sandbox, Production:
		return e, nil
	default:
		return "", errors.New("unknown environment " + strconv.Quote(word) + "; " +
			didYouMean(word, []string{string(Sandbox), string(Production)}))
	}
}

// Demo is the name of the built-in profile: a sandbox inside the program. No
// profile of the file may have it.
const Demo = "demo"

// Themes returns the words of the theme preference, the default first.
func Themes() []string { return []string{"auto", "dark", "light", "high-contrast", "none"} }

// mostMarkupWords is how long the name of a mark-up may be.
const mostMarkupWords = 40

// thresholdForm is what a rebooking must save at least: a part of the price, or an amount with its currency.
var thresholdForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([0-9]{1,2}(\.[0-9]{1,2})? ?%|[0-9]{1,9}(\.[0-9]{1,3})? ?[A-Za-z]{3})$`)
})

func onOff() []string     { return []string{"on", "off"} } // the default first
func offOn() []string     { return []string{"off", "on"} } // the default first
func distances() []string { return []string{"mi", "km"} }  // the default first

// photos says when photos of hotels are shown, and photoGraphics how, the default first.
func photos() []string        { return []string{"on", "not-presented", "off"} }
func photoGraphics() []string { return []string{"auto", "blocks", "kitty"} }

// looks is how many searches a list of hotels may make for the days around, the default first.
func looks() []string { return []string{"6", "0", "1", "2", "3", "4", "5"} }

// validate checks what the values of config.toml mean.
func (s stored) validate(doc *document, found *problems) {
	if s.profile != "" && s.profile != Demo {
		if _, ok := s.profiles[s.profile]; !ok {
			found.add(doc.problem("there is no profile "+strconv.Quote(s.profile),
				didYouMean(s.profile, append(s.names(), Demo)), "profile"))
		}
	}
	oneOf := func(word string, words []string, path ...string) {
		if word != "" && !slices.Contains(words, word) {
			found.add(doc.problem("unknown "+path[len(path)-1]+" "+strconv.Quote(word), didYouMean(word, words), path...))
		}
	}
	oneOf(s.theme, Themes(), "preferences", "theme")
	oneOf(s.glyphs, glyphs(), "preferences", "glyphs")
	oneOf(s.ambiguous, widths(), "preferences", "ambiguous_width")
	oneOf(s.distance, distances(), "preferences", "distance")
	oneOf(s.learning, onOff(), "preferences", "learning")
	oneOf(s.guestBook, offOn(), "preferences", "guest_book")
	oneOf(s.photos, photos(), "preferences", "photos")
	oneOf(s.graphics, photoGraphics(), "preferences", "photo_graphics")
	if s.looks != "" && !slices.Contains(looks(), s.looks) {
		found.add(doc.problem("looks cannot be "+s.looks, "0 to 6", "preferences", "looks"))
	}
	if n, err := strconv.Atoi(s.follow); s.follow != "" && (err != nil || n < 5 || n > 3600) {
		found.add(doc.problem("follow cannot be "+s.follow, "5 to 3600 seconds", "preferences", "follow"))
	}
	if s.threshold != "" && !thresholdForm().MatchString(s.threshold) {
		found.add(doc.problem("rebook_threshold "+strconv.Quote(s.threshold)+" is no part of a price and no amount",
			`write it like "5%" or "20 GBP"`, "preferences", "rebook_threshold"))
	}
	if len([]rune(s.markupWords)) > mostMarkupWords || strings.ContainsFunc(s.markupWords, unicode.IsControl) {
		found.add(doc.problem("markup_words "+strconv.Quote(s.markupWords)+" is no name in one line",
			`write it like "booking fee", with at most `+strconv.Itoa(mostMarkupWords)+" characters", "preferences", "markup_words"))
	}
	if _, err := zone(s.agentZone); err != nil {
		found.add(doc.problem("unknown time zone "+strconv.Quote(s.agentZone),
			"write it like Europe/London", "preferences", "agent_zone"))
	}
	for _, name := range s.names() {
		s.profiles[name].validate(name, doc, found)
	}
	s.validateHosts(doc, found)
}

func (p storedProfile) validate(name string, doc *document, found *problems) {
	add := func(what, fix, key string) {
		path := []string{"profiles", name}
		if key != "" {
			path = append(path, key)
		}
		found.add(doc.problem(what, fix, path...))
	}
	if why := badName(name); why != "" {
		add("the profile name "+strconv.Quote(name)+" "+why, "choose another name", "")
	}
	host, err := parseBaseURL(p.baseURL)
	switch {
	case p.baseURL == "":
		add("the profile "+visible(name)+" has no base_url", `add base_url = "https://…"`, "")
	case err != nil:
		add("base_url "+err.Error(), "", "base_url")
	}
	if p.environment != "" {
		env, wrong := ParseEnvironment(p.environment)
		switch {
		case wrong != nil:
			add(wrong.Error(), "", "environment")
		case env == Production && err == nil && host.plain:
			add("production needs an https base_url", "use https, or environment = \"sandbox\"", "environment")
		}
	}
	if why := badAccount(p.account); p.account != "" && why != "" {
		add("the account "+why, "", "account")
	}
	if why := badCalls(p.calls); why != "" {
		add("calls_per_minute "+why, "write 0 for no cap", "calls_per_minute")
	}
	if p.singleName != "" && !safetext.Visible(p.singleName) || utf8.RuneCountInString(p.singleName) > mostLabel {
		add("single_name "+visible(strconv.Quote(p.singleName))+" is no name in one line", "write it like \"FNU\", with at most "+strconv.Itoa(mostLabel)+" characters", "single_name")
	}
	p.validatePlace(add)
	validateReferences(p.references, name, doc, found)
	for key, value := range p.dialect {
		if strings.IndexFunc(value, func(r rune) bool { return r <= ' ' || r > '~' }) >= 0 {
			found.add(doc.problem(written("dialect", key)+" must be printable ASCII without spaces",
				"", "profiles", name, "dialect", key))
		}
	}
}

// checkDialects lets whoever knows the names of a dialect say which of them
// cannot go together.
func (s stored) checkDialects(check func(map[string]string) error, doc *document) error {
	var found problems
	for _, name := range s.names() {
		if names := s.profiles[name].dialect; check != nil && len(names) > 0 {
			if err := check(names); err != nil {
				found.add(doc.problem(err.Error(), "", "profiles", name, "dialect"))
			}
		}
	}
	return found.inOrder().err()
}

// validateHosts makes sure that a host is one environment, whoever asks.
func (s stored) validateHosts(doc *document, found *problems) {
	first := map[string]string{}
	for _, name := range s.names() {
		p := s.profiles[name]
		host, err := parseBaseURL(p.baseURL)
		if err != nil {
			continue
		}
		other, seen := first[host.name]
		if !seen {
			first[host.name] = name
			continue
		}
		if s.profiles[other].env() != p.env() {
			found.add(doc.problem("the profiles "+other+" and "+name+" call the host "+host.name+" "+
				string(s.profiles[other].env())+" and "+string(p.env()),
				"a host is one environment: make them agree", "profiles", name))
		}
	}
}

// env is the profile's environment: as written, or by its host.
func (p storedProfile) env() Environment {
	if p.environment != "" {
		return Environment(p.environment)
	}
	host, err := parseBaseURL(p.baseURL)
	if err != nil {
		return Production
	}
	return host.environment()
}

type host struct {
	name     string // with its port, in lower case
	loopback bool
	plain    bool // http
}

// environment is what a host that no profile names is. Over http it is this machine,
// and a sandbox. Over https it may be anything, also at an address of this machine:
// nobody gives a sandbox of their own a certificate, but a tunnel to a service has one.
func (h host) environment() Environment {
	if h.plain {
		return Sandbox
	}
	return Production
}

// parseBaseURL checks a base address: absolute, https unless it is this machine,
// and nothing in it that could be a secret or get lost. Its errors never repeat
// the address, which may hold a password.
func parseBaseURL(text string) (host, error) {
	u, err := url.Parse(text)
	if err != nil || !utf8.ValidString(text) || strings.IndexFunc(text, notPlain) >= 0 {
		return host{}, errors.New("is not an address; write it like https://api.example.com")
	}
	if u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" {
		return host{}, errors.New("must be an absolute address; write it like https://api.example.com")
	}
	if port := u.Port(); port != "" {
		if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
			return host{}, errors.New("has no valid port; ports are 1 to 65535")
		}
	}
	if u.User != nil {
		return host{}, errors.New("must not hold a name or password; give them as account and token")
	}
	if u.RawQuery != "" || u.ForceQuery || strings.Contains(text, "#") {
		return host{}, errors.New("must not have a query or a fragment; leave out everything from ? or #")
	}
	h := host{name: strings.ToLower(u.Host), loopback: IsLoopback(u.Hostname()), plain: u.Scheme == "http"}
	if p := u.Port(); p == "443" && !h.plain || p == "80" && h.plain {
		h.name = strings.TrimSuffix(h.name, ":"+p)
	}
	if h.plain && !h.loopback {
		return host{}, errors.New("must be https: over http anyone on the way could read the token")
	}
	return h, nil
}

func notPlain(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }

// IsLoopback reports whether a host is this machine.
func IsLoopback(name string) bool {
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.IsLoopback()
}

const maxName = 64

// badName says what is wrong with a profile's name, or "".
func badName(name string) string {
	ok := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_'
	}
	switch {
	case name == Demo:
		return "is the built-in sandbox's"
	case name == "" || len(name) > maxName || strings.IndexFunc(name, func(r rune) bool { return !ok(r) }) >= 0:
		return "must be 1 to 64 letters, digits, - or _"
	case strings.HasPrefix(name, "-"):
		return "must not begin with -"
	default:
		return ""
	}
}

const maxAccount, maxToken = 256, 4096

// badAccount says what is wrong with an account, or "". A colon would end the
// user-id of the credentials (SPEC 5).
func badAccount(account string) string {
	switch {
	case account == "" || len(account) > maxAccount:
		return "must be 1 to 256 characters"
	case strings.Contains(account, ":"):
		return "must not hold a colon; the token is asked for separately"
	case !utf8.ValidString(account) || strings.IndexFunc(account, notPlain) >= 0:
		return "must not hold spaces or control characters"
	default:
		return ""
	}
}

// badToken says what is wrong with a token, or "", and never repeats it.
func badToken(token string) string {
	switch {
	case token == "":
		return "is empty"
	case len(token) > maxToken:
		return "is longer than 4096 characters"
	case !utf8.ValidString(token) || strings.IndexFunc(token, notPlain) >= 0:
		return "holds a space or a control character; copy it again"
	default:
		return ""
	}
}

// CheckToken reports whether a text can be a token. The error never repeats it.
func CheckToken(token string) error {
	if why := badToken(token); why != "" {
		return oneProblem("", "the token "+why, "")
	}
	return nil
}

// CheckAccount reports whether a text can be an account. The error does not repeat
// it.
func CheckAccount(account string) error {
	if why := badAccount(account); why != "" {
		return oneProblem("", "the account "+why, "")
	}
	return nil
}

// EnvTZ is the variable that names the machine's zone.
const EnvTZ = "TZ"

// namesZone reports whether Go knows the zone that TZ names; for any other it uses UTC. Windows does not use TZ.
func namesZone(tz string) bool {
	name := strings.TrimPrefix(tz, ":")
	if name == "" || name == "UTC" || runtime.GOOS == "windows" {
		return true
	}
	var err error
	if name == "Local" { // LoadLocation takes it for TZ itself.
		return false
	}
	if filepath.IsAbs(name) {
		var data []byte
		if data, err = readFile(name); err == nil {
			_, err = time.LoadLocationFromTZData(name, data)
		}
	} else {
		_, err = time.LoadLocation(name)
	}
	return err == nil
}

func zone(name string) (*time.Location, error) {
	if name == "" {
		return time.Local, nil
	}
	return time.LoadLocation(name)
}
