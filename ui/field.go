package ui

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

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
	// Verbatim keeps the invisible characters of a paste, for Validate to name.
	Verbatim bool
	// Private marks a value that may be a guest's: an audience sees a dot for
	// each letter of it.
	Private bool
	// Off is why the field cannot be filled in here: it stands in the value's
	// place, and no key comes to the field. Empty is an ordinary field.
	Off string
	// Reading returns how a value is taken, which stands in the help's place; empty is
	// nothing to say. It gets the value without spaces at both ends.
	Reading func(value string) string
	// Offers returns values that were used before, the first the likeliest: right, at the end of what is typed,
	// completes it to the first that begins like it.
	Offers func() []string
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

func newField(theme Theme, f Field) *field {
	one := &field{Field: f, input: NewInput(theme, f.Limit)}
	one.input.Verbatim = f.Verbatim
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

// set gives the field a value. A verbatim field stays empty, with the error of
// Validate, if an input cannot hold the value as it is: a name without its
// control characters is another name.
func (f *field) set(value string) {
	if f.textual() {
		f.err = ""
		if f.Verbatim && strings.ContainsFunc(value, isDropped) {
			f.err, value = f.Validate(value), ""
		}
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
	if f.Verbatim && slices.ContainsFunc(k.Runes, func(r rune) bool { return isDropped(r) && !isSpaced(r) }) {
		f.err = f.Validate(string(k.Runes))
		return editWhole, true
	}
	if offer := f.offer(); k.Type == tea.KeyRight && offer != "" && f.input.AtEnd() {
		f.input.SetValue(offer)
		return editWhole, true
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

// isDropped reports whether an input leaves a character out.
func isDropped(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }

// isSpaced reports whether an input turns a typed character into a space.
func isSpaced(r rune) bool { return r == '\n' || r == '\r' || r == '\t' }

// offer returns what the value may become: an earlier one that begins like it and is longer.
func (f *field) offer() string {
	if f.Offers == nil {
		return ""
	}
	for _, offer := range f.Offers() {
		if offer != f.value() && strings.HasPrefix(strings.ToLower(offer), strings.ToLower(f.value())) {
			return offer
		}
	}
	return ""
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

const mostValue = 44

// notAccepted stands where an error at a field may repeat a private value.
const notAccepted = "This is not accepted."

func (f *field) label() string {
	if f.Required {
		return f.Label + " *"
	}
	return f.Label
}

func (f *field) draw(t Theme, focused bool, room int) string {
	if !f.textual() {
		return f.drawChoice(t, focused, room)
	}
	width := min(room, mostValue)
	if f.Limit > 0 {
		width = min(width, f.Limit+1)
	}
	return f.drawText(t, focused, width)
}

func (f *field) drawChoice(t Theme, focused bool, room int) string {
	text := ""
	if f.chosen < len(f.Options) {
		text = f.Options[f.chosen].text()
	}
	if text == "" {
		text = "-"
	}
	if focused && len(f.Options) > 1 {
		at := strconv.Itoa(f.chosen+1) + "/" + strconv.Itoa(len(f.Options))
		return drawWhole(t, "< "+Truncate(text, room-Width(at)-6)+" >", true, room-Width(at)-1) + " " + t.Muted.Render(at)
	}
	return drawWhole(t, text, focused, room)
}

func drawWhole(t Theme, text string, focused bool, room int) string {
	text = Truncate(text, room)
	if focused {
		return t.Cursor.Render(text)
	}
	return text
}

// drawText draws a text in exactly width cells: what is not filled in shows
// as a rule, and the character at the cursor in the cursor's style.
func (f *field) drawText(t Theme, focused bool, width int) string {
	text := f.shown(t.Presenter.On())
	switch {
	case !focused && text == "":
		return t.Muted.Render(ruled(f.Placeholder, width))
	case !focused:
		text = Truncate(text, width)
		return text + t.Muted.Render(ruled("", width-Width(text)))
	case f.Kind == FieldSecret && f.NoEcho:
		return drawLine(t, f.Placeholder, text, "", "", width)
	}
	before, at, after := splitAt(text, f.input.line.Position())
	return drawLine(t, f.Placeholder, before, at, after, width)
}

// shown is the text as it may be shown. What is a guest's is masked for an
// audience.
func (f *field) shown(masked bool) string {
	switch {
	case f.Kind != FieldSecret && (!masked || !f.Private):
		return f.input.Value()
	case f.NoEcho && f.input.Value() != "":
		return "(hidden)"
	case f.NoEcho:
		return ""
	}
	return strings.Repeat("•", len([]rune(f.input.Value())))
}

// errorWords are what is wrong with the field, as it may be shown: what a service
// says of a private value may repeat it.
func (f *field) errorWords(masked bool) string {
	if !masked || !f.Private && f.Kind != FieldSecret {
		return f.err
	}
	for _, word := range strings.FieldsFunc(f.value(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.Contains(f.err, word) {
			return notAccepted
		}
	}
	if f.err != f.problem() {
		return notAccepted
	}
	return f.err
}

// help is what to know of the field while it has the focus.
func (f *field) help(masked bool) string {
	value := strings.TrimSpace(f.value())
	if offer := f.offer(); offer != "" && (!masked || !f.Private) {
		return "right takes " + offer + ", of an earlier one · " + f.Help
	}
	if f.Reading == nil || value == "" || masked && f.Private {
		return f.Help
	}
	return cmp.Or(f.Reading(value), f.Help)
}

func (f *field) echo() Echo {
	switch {
	case f.Kind == FieldSecret:
		return EchoNothing
	case f.Private:
		return EchoDots
	}
	return EchoLetters
}
