package fault

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/service"
)

// maxRules bounds a set: each request is held against every rule.
const maxRules = 1000

// ruleError is a mistake in the text of rules.
type ruleError struct {
	Line, Column int // of the word, both counted from 1, columns in characters
	Word         string
	Wrong        string // what is wrong with the word
	Nearest      string // the known word that is nearest to it; "" when none is near
}

// Error tells where the word stands, what is wrong with it, and what may have
// been meant.
func (e *ruleError) Error() string {
	text := fmt.Sprintf("line %d, column %d: %s", e.Line, e.Column, e.Wrong)
	if e.Nearest != "" {
		text += "; did you mean " + e.Nearest + "?"
	}
	return text
}

// Parse reads rules, one a line; # starts a comment and blank lines are
// skipped, as is a byte order mark before the first. The error is an *Error about the first mistake.
func Parse(text string) ([]Rule, error) {
	var rules []Rule
	line := 0
	text = strings.TrimPrefix(text, "\ufeff") // Some editors start a file with this mark.
	for one := range strings.Lines(text) {
		line++
		one, _, _ = strings.Cut(one, "#")
		words := split(one)
		if len(words) == 0 {
			continue
		}
		rule, err := parseRule(words)
		if err != nil {
			err.Line = line
			return nil, err
		}
		if len(rules) == maxRules {
			return nil, &ruleError{Line: line, Column: words[0].column, Word: words[0].text, Wrong: fmt.Sprintf("more than %d rules", maxRules)}
		}
		rules = append(rules, rule)
	}
	return rules, nil
}

// word is one word of a line and where it starts.
type word struct {
	text   string
	column int
}

func split(line string) []word {
	var words []word
	column, start := 0, -1
	for i, r := range line {
		column++
		switch {
		case unicode.IsSpace(r) && start >= 0:
			words[len(words)-1].text = line[start:i]
			start = -1
		case !unicode.IsSpace(r) && start < 0:
			words = append(words, word{column: column})
			start = i
		}
	}
	if start >= 0 {
		words[len(words)-1].text = line[start:]
	}
	return words
}

func parseRule(words []word) (Rule, *ruleError) {
	var r Rule
	kind := words[0]
	r.Kind = Kind(kind.text)
	if _, known := r.Kind.describe(); !known {
		return r, kind.unknown("fault", lists.Map(kinds, func(d Description) string { return string(d.Kind) }))
	}
	seen := map[string]bool{}
	for _, w := range words[1:] {
		if err := r.read(w, seen); err != nil {
			return r, err
		}
	}
	if wrong := r.check(); wrong != "" {
		return r, &ruleError{Column: kind.column, Word: kind.text, Wrong: wrong}
	}
	return r, nil
}

// read takes one word after the kind: options hold =, paths start with /, and
// what is left is a method.
func (r *Rule) read(w word, seen map[string]bool) *ruleError {
	name, value, isOption := strings.Cut(w.text, "=")
	once := name
	if !isOption {
		once = "the method"
		if strings.HasPrefix(w.text, "/") {
			once = "the path"
		}
	}
	switch {
	case isOption:
		at := slices.IndexFunc(options, func(o option) bool { return o.name == name })
		if at < 0 {
			return w.unknown("option", optionNames())
		}
		if o := options[at]; !o.read(r, value) {
			return &ruleError{Column: w.column, Word: w.text, Wrong: name + " " + o.wrong}
		}
	case once == "the path":
		if !pathKnown(w.text) {
			return w.unknown("path of the service", paths())
		}
		r.Path = w.text
	case slices.Contains(methods(), w.text):
		r.Method = w.text
	default:
		// The nearest may as well be the name of an option without its value.
		return w.unknown("method, path or option", append(methods(), optionNames()...))
	}
	if seen[once] {
		return &ruleError{Column: w.column, Word: w.text, Wrong: once + " is given twice"}
	}
	seen[once] = true
	return nil
}

func (w word) unknown(what string, known []string) *ruleError {
	shown := w.text
	if utf8.RuneCountInString(shown) > 60 {
		shown = string([]rune(shown)[:60]) + "…"
	}
	name, _, isOption := strings.Cut(w.text, "=")
	if isOption {
		name += "="
	}
	return &ruleError{Column: w.column, Word: w.text, Wrong: fmt.Sprintf("there is no %s %q", what, shown), Nearest: spelling.Nearest(name, known)}
}

func pathKnown(path string) bool {
	return slices.ContainsFunc(service.Endpoints(), Rule{Path: path}.names)
}

// CheckPath reports whether a path is one of the service, as a template or as a
// beginning that ends in *. Otherwise its error names the nearest one.
func CheckPath(path string) error {
	if pathKnown(path) {
		return nil
	}
	text := fmt.Sprintf("the service has no path %q", path)
	if near := spelling.Nearest(path, paths()); near != "" {
		text += "; did you mean " + near + "?"
	}
	return errors.New(text)
}

func optionNames() []string {
	return lists.Map(options, func(o option) string { return o.name + "=" })
}

func methods() []string { return distinct(func(e service.Endpoint) string { return e.Method }) }

func paths() []string { return distinct(func(e service.Endpoint) string { return e.Path }) }

func distinct(of func(service.Endpoint) string) []string {
	var list []string
	for _, e := range service.Endpoints() {
		if one := of(e); !slices.Contains(list, one) {
			list = append(list, one)
		}
	}
	return list
}
