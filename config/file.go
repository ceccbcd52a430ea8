package config

import (
	"maps"
	"slices"
	"sort"
	"strconv"
)

// DialectKeys returns the open names that a profile may override, the keys of
// Profile.Dialect, in the order of the documentation.
func DialectKeys() []string {
	return []string{
		"id_filter", "ids_filter", "custom_data_filter", "page_number", "page_size",
		"simulation", "loyalty", "loyalty_program", "loyalty_member",
		"check_in", "check_out", "pagination", "pagination_token", "pagination_page", "reviewsite_ids",
	}
}

type stored struct {
	profile     string // the default profile's name
	theme       string
	distance    string
	learning    string
	guestBook   string
	looks       string
	accessible  string // true or false
	follow      string // seconds between two reads of a list that is followed
	photos      string
	graphics    string // of the terminal, for photos
	threshold   string // what a rebooking must save
	markupWords string // what a quote calls a mark-up that is paid apart
	mouse       string // true or false
	agentZone   string
	glyphs      string
	ambiguous   string
	themeColors []ThemeColor
	profiles    map[string]storedProfile
	keys        Keys
	keyPaths    map[string][]string // where each of them stands
	credentials map[string]Secret   // by profile, of credentials.toml
}

// storedProfile is one [profiles.NAME] table; an absent text is empty.
type storedProfile struct {
	baseURL     string
	environment string
	account     string
	dialect     map[string]string // an empty text is an override too
	references  []Reference
	calls       string // in a minute at most
	readOnly    bool
	singleName  string // the given name sent for a guest with a single name
	tokenIn     Place  // empty: the file
	testTokens  bool   // the service knows the payment tokens of Bellhop's own sandbox
}

func (s stored) names() []string { return slices.Sorted(maps.Keys(s.profiles)) }

type reader struct {
	doc      *document
	problems *problems
	secret   bool // the values are secrets: no message repeats one
}

// readConfig reads config.toml. It reports unknown keys and wrong types; what
// the values mean is checked later.
func readConfig(doc *document, found *problems) stored {
	r := reader{doc: doc, problems: found}
	root := doc.values
	r.known(root, []string{"profile", "preferences", "profiles", "keys", "theme"})
	s := stored{profile: r.text(root, "profile"), profiles: map[string]storedProfile{}}

	preferences := r.table(root, "preferences")
	r.known(preferences, []string{"theme", "distance", "agent_zone", "learning", "guest_book", "looks", "rebook_threshold", "markup_words", "follow", "accessible", "mouse", "glyphs", "ambiguous_width", "photos", "photo_graphics"}, "preferences")
	s.theme = r.text(preferences, "preferences", "theme")
	s.distance = r.text(preferences, "preferences", "distance")
	s.learning = r.text(preferences, "preferences", "learning")
	s.mouse = r.truthAsText(preferences, "preferences", "mouse")
	s.guestBook = r.text(preferences, "preferences", "guest_book")
	s.looks = r.whole(preferences, "preferences", "looks")
	s.accessible = r.truthAsText(preferences, "preferences", "accessible")
	s.follow = r.whole(preferences, "preferences", "follow")
	s.photos = r.text(preferences, "preferences", "photos")
	if s.graphics = r.text(preferences, "preferences", "photo_graphics"); s.graphics == retiredGraphics {
		s.graphics = ""
	}
	s.threshold = r.text(preferences, "preferences", "rebook_threshold")
	s.markupWords = r.text(preferences, "preferences", "markup_words")
	s.agentZone = r.text(preferences, "preferences", "agent_zone")
	s.glyphs = r.text(preferences, "preferences", "glyphs")
	s.ambiguous = r.text(preferences, "preferences", "ambiguous_width")
	s.themeColors = r.themeColors(root)

	s.keys, s.keyPaths = r.keys(root)
	profiles := r.table(root, "profiles")
	for name := range profiles {
		s.profiles[name] = r.profile(r.table(profiles, "profiles", name), name)
	}
	return s
}

func (r reader) profile(values map[string]any, name string) storedProfile {
	r.known(values, []string{"base_url", "environment", "account", "dialect", "references", "calls_per_minute", "read_only", "single_name", "test_tokens", "token_in"}, "profiles", name)
	p := storedProfile{
		baseURL:     r.text(values, "profiles", name, "base_url"),
		environment: r.text(values, "profiles", name, "environment"),
		account:     r.text(values, "profiles", name, "account"),
		calls:       r.whole(values, "profiles", name, "calls_per_minute"),
		readOnly:    r.truth(values, "profiles", name, "read_only"),
		singleName:  r.text(values, "profiles", name, "single_name"),
		testTokens:  r.truth(values, "profiles", name, "test_tokens"),
		tokenIn:     Place(r.text(values, "profiles", name, "token_in")),
	}
	dialect := r.table(values, "profiles", name, "dialect")
	r.known(dialect, DialectKeys(), "profiles", name, "dialect")
	for key := range dialect {
		if slices.Contains(DialectKeys(), key) {
			if p.dialect == nil {
				p.dialect = map[string]string{}
			}
			p.dialect[key] = r.text(dialect, "profiles", name, "dialect", key)
		}
	}
	p.references = r.references(values, "profiles", name, "references")
	return p
}

// readCredentials reads credentials.toml: for each profile a token.
func readCredentials(doc *document, found *problems) (tokens map[string]Secret) {
	r := reader{doc: doc, problems: found, secret: true}
	tokens = map[string]Secret{}
	for name := range doc.values {
		table := r.table(doc.values, name)
		r.known(table, []string{"token"}, name)
		token := r.text(table, name, "token")
		if token == "" {
			continue
		}
		if why := badToken(token); why != "" {
			r.problems.add(doc.problem("the token "+why, "", name, "token"))
		}
		tokens[name] = NewSecret(token)
	}
	return tokens
}

// known reports every key of a table that is not among the names.
func (r reader) known(table map[string]any, names []string, path ...string) {
	for key := range table {
		if slices.Contains(names, key) || r.retired(key, path) {
			continue
		}
		full := append(slices.Clone(path), key)
		what, fix := "unknown key "+written(full...), didYouMean(key, names)
		switch {
		case r.secret && len(path) > 0:
			// A secret that was pasted as a key must not be repeated.
			what = "unknown key beside token in [" + written(path...) + "]"
			fix = "only token is read here"
		case key == "token" && !r.secret:
			fix = "tokens stand in credentials.toml: delete it here and run bellhop profile add"
		}
		r.problems.add(r.doc.problem(what, fix, full...))
	}
}

// retired reports whether earlier versions read a key of a table.
func (r reader) retired(key string, path []string) bool {
	if r.secret {
		return len(path) == 1 && key == retiredCredential
	}
	return slices.Equal(path, []string{"preferences"}) && slices.Contains(retiredPreferences(), key)
}

// table returns the table at the path's last name, nil when there is none.
func (r reader) table(parent map[string]any, path ...string) map[string]any {
	v, ok := parent[path[len(path)-1]]
	if !ok {
		return nil
	}
	table, ok := v.(map[string]any)
	if !ok {
		what := written(path...) + " must be a table, and is " + kind(v)
		fix := "write [" + written(path...) + "] above its keys"
		if r.secret {
			what, fix = "a key stands outside a table", "write [PROFILE] above its token"
		}
		r.problems.add(r.doc.problem(what, fix, path...))
	}
	return table
}

// text returns the text at the path's last name, "" when there is none.
func (r reader) text(table map[string]any, path ...string) string {
	v, ok := table[path[len(path)-1]]
	if !ok {
		return ""
	}
	text, ok := v.(string)
	if !ok {
		fix := "put it in double quotes"
		if _, truth := v.(bool); truth && path[0] == "preferences" {
			fix = "write \"on\" or \"off\", in double quotes"
		}
		r.problems.add(r.doc.problem(written(path...)+" must be text, and is "+kind(v), fix, path...))
	}
	return text
}

// truthAsText returns whether the path's last name is true, "" when it is not there.
func (r reader) truthAsText(table map[string]any, path ...string) string {
	if _, said := table[path[len(path)-1]]; !said {
		return ""
	}
	return strconv.FormatBool(r.truth(table, path...))
}

// whole returns the whole number at the path's last name as text, "" when there is none.
func (r reader) whole(table map[string]any, path ...string) string {
	v, ok := table[path[len(path)-1]]
	if !ok {
		return ""
	}
	number, ok := v.(int64)
	if !ok {
		r.problems.add(r.doc.problem(written(path...)+" must be a whole number, and is "+kind(v), "write it without quotes", path...))
		return ""
	}
	return strconv.FormatInt(number, 10)
}

func (r reader) truth(table map[string]any, path ...string) bool {
	v, ok := table[path[len(path)-1]]
	if !ok {
		return false
	}
	yes, ok := v.(bool)
	if !ok {
		r.problems.add(r.doc.problem(written(path...)+" must be true or false, and is "+kind(v), "write it without quotes", path...))
	}
	return yes
}

// inOrder sorts the problems of one file by where they stand.
func (p problems) inOrder() problems {
	sort.SliceStable(p, func(i, j int) bool {
		a, b := p[i], p[j]
		if a.Line != b.Line {
			return a.Line < b.Line
		}
		if a.Column != b.Column {
			return a.Column < b.Column
		}
		return a.What < b.What
	})
	return p
}
