package config

import (
	"regexp"
	"slices"
	"strconv"
	"sync"
	"unicode/utf8"

	"bellhop/internal/safetext"
)

// A Reference is a custom value that a profile wants in each booking: [[profiles.NAME.references]].
type Reference struct {
	Key     string // its name in the custom data of the service
	Pattern string // a regular expression for the whole value; empty for any
	Label   string // what the form calls it; empty for the key
}

// mostReferences is as many custom values as a booking can have besides the console's own (section 8).
const mostReferences = 9

// references reads an array of tables.
func (r reader) references(profile map[string]any, path ...string) []Reference {
	v, ok := profile[path[len(path)-1]]
	if !ok {
		return nil
	}
	list, ok := v.([]any)
	if !ok {
		r.problems.add(r.doc.problem(written(path...)+" must be tables, and is "+kind(v), "write [["+written(path...)+"]] above each key", path...))
		return nil
	}
	var out []Reference
	for n, one := range list {
		table, ok := one.(map[string]any)
		if !ok {
			r.problems.add(r.doc.problem(written(path...)+" must be tables, and holds "+kind(one), "write [["+written(path...)+"]] above each key", path...))
			continue
		}
		r.in(n).known(table, []string{"key", "pattern", "label"}, path...)
		text := func(name string) string { return r.in(n).text(table, append(slices.Clone(path), name)...) }
		out = append(out, Reference{Key: text("key"), Pattern: text("pattern"), Label: text("label")})
	}
	return out
}

// in returns a reader of the nth table of an array, from 0 on, so that problems point into it.
func (r reader) in(n int) reader {
	doc := *r.doc
	doc.nth = n + 1
	r.doc = &doc
	return r
}

// mostLabel is how long a label may be, so that the form has room for it.
const mostLabel = 24

// The custom values that are the console's own: the attempt's id, by which it finds a booking whose answer was lost, and two
// hashes of the guest that bookings of earlier versions carry.
const (
	attemptKey = "bellhop_attempt"
	surnameKey = "bellhop_surname"
	emailKey   = "bellhop_email"
)

var referenceKey = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,32}$`) })

// validateReferences checks what the values mean.
func validateReferences(list []Reference, profile string, doc *document, found *problems) {
	path := []string{"profiles", profile, "references"}
	if len(list) > mostReferences {
		found.add(doc.problem("a booking has room for "+strconv.Itoa(mostReferences)+" references, not "+strconv.Itoa(len(list)), "", path...))
	}
	seen := map[string]bool{}
	for n, one := range list {
		at := *doc
		at.nth = n + 1
		add := func(what, fix, key string) { found.add(at.problem(what, fix, append(slices.Clone(path), key)...)) }
		switch {
		case one.Key == "":
			add("a reference has no key", `add key = "cost_center"`, "key")
		case !referenceKey().MatchString(one.Key):
			add("the key "+strconv.Quote(one.Key)+" is not 1 to 32 letters, digits, _ or -", "", "key")
		case one.Key == attemptKey || one.Key == surnameKey || one.Key == emailKey:
			add("the key "+one.Key+" is the console's own", "choose another name", "key")
		case seen[one.Key]:
			add("the key "+strconv.Quote(one.Key)+" stands twice", "", "key")
		}
		seen[one.Key] = true
		if one.Label != "" && !safetext.Visible(one.Label) || utf8.RuneCountInString(one.Label) > mostLabel {
			add("the label is not up to "+strconv.Itoa(mostLabel)+" visible letters", "", "label")
		}
		if _, err := regexp.Compile(one.Pattern); err != nil {
			add("the pattern is no regular expression: "+visible(err.Error()), `write it like [A-Z]{2}\\d{4}, or between single quotes`, "pattern")
		}
	}
}
