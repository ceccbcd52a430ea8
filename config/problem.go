package config

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
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
	return b.String()
}

// An Error is everything that is wrong with the configuration, in the order of
// the files.
type Error struct{ Problems []Problem }

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

// oops is an error of one problem that is not about a line.
func oops(where, what, fix string) error {
	return &Error{Problems: []Problem{{Where: where, What: what, Fix: fix}}}
}

// An AuthError says that a profile cannot prove who it is.
type AuthError struct {
	Profile string   // the profile's name, or the host when there is none
	Missing []string // "account", "token"
	Fix     string   // what to do
}

// Error is one line: what is missing, where, and what to do.
func (e *AuthError) Error() string {
	return fmt.Sprintf("no %s for %s; %s", strings.Join(e.Missing, " and no "), e.Profile, e.Fix)
}

// visible quotes a text that could drive the terminal.
func visible(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) >= 0 {
		return strconv.Quote(s)
	}
	return s
}
