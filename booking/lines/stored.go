package lines

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"bellhop/booking/localfile"
	"bellhop/internal/safetext"
)

// A Stored line is a search under a name. ${city} in it is asked for when it is used.
type Stored struct {
	Name string // "weekend in ${city}"
	Text string // "${city} weekend ref"
}

// A StoredFile is the file of the lines that an agent has stored, for people to read, write and share: "name = line" on each
// line, and comments behind #.
type StoredFile struct{ path string }

// NewStoredFile names the file, which need not be there.
func NewStoredFile(path string) *StoredFile { return &StoredFile{path: path} }

// A SyntaxError names what is wrong in a line of the file, counted from 1.
type SyntaxError struct {
	Line int
	What string
}

func (e SyntaxError) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.What) }

// Lines returns the stored lines in the file's order. With an error come those that could be read.
func (f *StoredFile) Lines() ([]Stored, error) {
	if f == nil {
		return nil, nil
	}
	text, err := localfile.Read(f.path, mostBytes)
	if err != nil {
		return nil, fmt.Errorf("reading stored lines: %w", err)
	}
	list, err := ReadStored(string(text))
	if err != nil {
		return list, fmt.Errorf("%s: %w", f.path, err)
	}
	return list, nil
}

// Store adds a line at the end, or in place of the one that has its name. The rest of the file stays as people wrote it.
func (f *StoredFile) Store(s Stored) error {
	s.Name, s.Text = strings.TrimSpace(s.Name), strings.TrimSpace(s.Text)
	if what := s.problem(); what != "" {
		return errors.New(what)
	}
	err := localfile.Update(f.path, mostBytes, func(old []byte) ([]byte, error) {
		rows := strings.Split(strings.TrimRight(string(old), "\n"), "\n")
		if len(old) == 0 {
			rows = []string{"# Searches under a name: name = line. ${city} is asked for when the line is used."}
		}
		at := slices.IndexFunc(rows, func(row string) bool {
			other, ok := readRow(row)
			return ok && other.Name == s.Name
		})
		if row := s.Name + " = " + s.Text; at >= 0 {
			rows[at] = row
		} else {
			rows = append(rows, row)
		}
		return []byte(strings.Join(rows, "\n") + "\n"), nil
	})
	if err != nil {
		return fmt.Errorf("storing the line: %w", err)
	}
	return nil
}

// ReadStored reads the file's text. The errors are SyntaxErrors, one for each line that is wrong.
func ReadStored(text string) ([]Stored, error) {
	var list []Stored
	var problems []error
	for i, row := range strings.Split(text, "\n") {
		row = strings.TrimSpace(row)
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		stored, ok := readRow(row)
		what := "it is not name = line"
		if ok {
			what = stored.problem()
		}
		if what == "" && slices.ContainsFunc(list, func(other Stored) bool { return other.Name == stored.Name }) {
			what = "another line is called " + stored.Name
		}
		if what != "" {
			problems = append(problems, SyntaxError{Line: i + 1, What: what})
			continue
		}
		list = append(list, stored)
	}
	return list, errors.Join(problems...)
}

func readRow(row string) (Stored, bool) {
	name, text, ok := strings.Cut(row, "=")
	if !ok || strings.HasPrefix(strings.TrimSpace(row), "#") {
		return Stored{}, false
	}
	return Stored{Name: strings.TrimSpace(name), Text: strings.TrimSpace(text)}, true
}

// problem returns what is wrong with a line, or nothing.
func (s Stored) problem() string {
	switch {
	case s.Name == "":
		return "the line has no name"
	case strings.Contains(s.Name, "=") || strings.HasPrefix(s.Name, "#"):
		return "a name has no = in it, and does not begin with #"
	case s.Text == "":
		return "there is no line after the ="
	case !usable(s.Name) || !usable(s.Text):
		return fmt.Sprintf("a name and a line have up to %d visible letters", MostLetters)
	}
	asked := s.Placeholders()
	for _, name := range placeholdersOf(s.Name) {
		if !slices.Contains(asked, name) {
			return "${" + name + "} is in the name, and not in the line"
		}
	}
	if rest := placeholder().ReplaceAllString(s.Text, ""); strings.Contains(rest, "${") {
		return "a placeholder is ${word}, of letters, digits, - and _"
	}
	return ""
}

var placeholder = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\$\{([\pL\pN_-]+)\}`) })

// Placeholders returns the names of what is asked for, each once, in the line's order.
func (s Stored) Placeholders() []string { return placeholdersOf(s.Text) }

func placeholdersOf(text string) []string {
	var names []string
	for _, found := range placeholder().FindAllStringSubmatch(text, -1) {
		if !slices.Contains(names, found[1]) {
			names = append(names, found[1])
		}
	}
	return names
}

// Fill returns the line with a value in place of each placeholder. A value is text, and no placeholder itself.
func (s Stored) Fill(values map[string]string) string {
	return placeholder().ReplaceAllStringFunc(s.Text, func(found string) string {
		return strings.TrimSpace(values[found[2:len(found)-1]])
	})
}

// usable reports whether a text can be a line: short, and of letters that can be seen.
func usable(line string) bool {
	return safetext.Visible(line) && utf8.RuneCountInString(line) <= MostLetters
}
