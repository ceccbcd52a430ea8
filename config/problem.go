package config

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Problem is one thing wrong with the configuration.
type Problem struct {
	Where  string // a file, a variable or a flag
	Line   int    // from 1; 0 when it is not about a line
	Column int    // in characters, from 1
	What   string // what is wrong
	Fix    string // what to do about it; may be empty
}

// String is one line: where, what, and what to do.
func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(visible(p.Where))
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d:%d", p.Line, p.Column)
	}
	if b.Len() > 0 {
		b.WriteString(": ")
	}
	b.WriteString(p.What)
	if p.Fix != "" {
		b.WriteString("; " + p.Fix)
	}
	return plain(b.String())
}

// An Error is everything that is wrong with the configuration, in the order of
// the files.
type Error struct {
	Problems []Problem
	cause    error // may be nil
}

// ErrNoProfile is behind an Error that is about a name which somebody has just
// given, and no profile has. A name that a file or a variable holds is none of these.
var ErrNoProfile = errors.New("there is no such profile")

// Unwrap returns what is behind it.
func (e *Error) Unwrap() error { return e.cause }

// Error is one line for each problem.
func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return strings.Join(lines, "\n")
}

// problems collects what is wrong, so that all of it is told at once.
type problems []Problem

func (p *problems) add(problem Problem) { *p = append(*p, problem) }

// err returns the problems as an error, or nil when there are none.
func (p problems) err() error {
	if len(p) == 0 {
		return nil
	}
	return &Error{Problems: p}
}

// oneProblem is an error of nothing else.
func oneProblem(where, what, fix string) error {
	return &Error{Problems: []Problem{{Where: where, What: what, Fix: fix}}}
}

// An AuthError says that a profile cannot prove who it is.
type AuthError struct {
	Profile string   // the profile's name, or the host when there is none
	Missing []string // "account", "token"
	Fix     string   // what to do
	Problem error    // why the keyring did not give the token, with what to do; may be nil
}

// Unwrap returns what the keyring said.
func (e *AuthError) Unwrap() error { return e.Problem }

// Error is one line: what is missing, where, and what to do.
func (e *AuthError) Error() string {
	if e.Problem != nil {
		return plain(fmt.Sprintf("no %s for %s: %v", strings.Join(e.Missing, " and no "), e.Profile, e.Problem))
	}
	return plain(fmt.Sprintf("no %s for %s; %s", strings.Join(e.Missing, " and no "), e.Profile, e.Fix))
}

// plain is one line of text with every character spelled out that could drive
// the terminal, wherever in a message a name or a path of the user's stands.
func plain(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if unprintable(r) {
			b.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func unprintable(r rune) bool { return !unicode.IsPrint(r) }

// visible quotes a text that could drive the terminal.
func visible(s string) string {
	if strings.IndexFunc(s, unprintable) >= 0 {
		return strconv.Quote(s)
	}
	return s
}
