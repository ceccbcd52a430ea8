package ui

import (
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"
)

// FieldKind is how a field is filled in.
type FieldKind int

// The kinds of fields.
const (
	FieldText   FieldKind = iota
	FieldSecret           // typed unseen: dots, or with NoEcho nothing
	FieldChoice           // one of Options: left, right, space or a first letter
)

// An Option of a choice. An empty label shows the value.
type Option struct{ Value, Label string }

// A Field of a form.
type Field struct {
	Name        string // for the caller; not shown
	Label       string
	Kind        FieldKind
	Value       string // what it holds first
	Help        string // shown while it has the focus
	Placeholder string // shown while it is empty: an example
	// Paths are where the service finds fault with it, joined by dots
	// ("guest.email"); "*" stands for any one element, such as an index.
	Paths    []string
	Options  []Option
	Limit    int // most characters; 0 is no limit
	Required bool
	NoEcho   bool
	// Private marks a value that may be a guest's: an audience sees a dot for
	// each letter of it.
	Private bool
	// Off is why the field cannot be filled in here: it stands in the value's
	// place, and no key comes to the field. Empty is an ordinary field.
	Off string
	// Reading returns how a value is taken, which stands in the help's place; empty is
	// nothing to say. It gets the value without spaces at both ends.
	Reading func(value string) string
	// Validate returns what is wrong with a value that is not empty, or nothing.
	// It gets the value without spaces at both ends.
	Validate func(value string) string
}

type field struct {
	Field
	input  Input // of text; it is drawn by the form
	chosen int
	err    string
	hidden bool
	edited bool
}

func newField(f Field) *field {
	one := &field{Field: f, input: NewInput(f.Limit)}
	one.set(f.Value)
	return one
}

func (f *field) closed() bool { return f.hidden || f.Off != "" }

func (f *field) textual() bool { return f.Kind != FieldChoice }

func (f *field) value() string {
	switch {
	case f.textual():
		return f.input.Value()
	case f.chosen < len(f.Options):
		return f.Options[f.chosen].Value
	}
	return ""
}

func (f *field) set(value string) {
	if f.textual() {
		f.input.SetValue(value)
		return
	}
	for i, o := range f.Options {
		if o.Value == value {
			f.chosen = i
		}
	}
}

// key takes a key and returns what kind of edit it is and whether it is the
// field's at all.
func (f *field) key(k tea.KeyMsg) (editKind, bool) {
	if !f.textual() {
		return editWhole, f.choose(k)
	}
	switch used := f.input.Type(k); {
	case k.Paste:
		return editWhole, used
	case f.input.erases(k):
		return editErase, used
	default:
		return editType, used
	}
}

func (f *field) choose(k tea.KeyMsg) bool {
	n := len(f.Options)
	if n == 0 || k.Paste || k.Alt {
		return false
	}
	switch {
	case k.Type == tea.KeyRight || k.String() == " ":
		f.chosen = (f.chosen + 1) % n
	case k.Type == tea.KeyLeft:
		f.chosen = (f.chosen + n - 1) % n
	case k.Type == tea.KeyRunes && len(k.Runes) == 1:
		for i := 1; i <= n; i++ {
			at := (f.chosen + i) % n
			first := []rune(f.Options[at].text())
			if len(first) > 0 && unicode.ToLower(first[0]) == unicode.ToLower(k.Runes[0]) {
				f.chosen = at
				break
			}
		}
	default:
		return false
	}
	return true
}

func (o Option) text() string {
	if o.Label != "" {
		return o.Label
	}
	return o.Value
}

// problem is what is wrong with the value now, or nothing.
func (f *field) problem() string {
	value := strings.TrimSpace(f.value())
	if value == "" {
		if f.Required {
			return "This is needed."
		}
		return ""
	}
	if f.Validate != nil {
		return f.Validate(value)
	}
	return ""
}

func (f *field) has(path []string) bool {
	for _, own := range f.Paths {
		parts := strings.Split(own, ".")
		if len(parts) != len(path) {
			continue
		}
		same := true
		for i, part := range parts {
			same = same && (part == "*" || part == path[i])
		}
		if same {
			return true
		}
	}
	return false
}
