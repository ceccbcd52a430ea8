package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
)

// A Form is labelled fields in sections. It takes keys only, starts no
// commands, and keeps what was typed whatever happens: errors, resizing,
// fields hidden and shown again.
type Form struct {
	// Together returns what is wrong with fields that belong together, by the name of the field where it is shown; nil if no
	// fields do.
	Together func() map[string]string

	theme         Theme
	sections      []section
	fields        []*field
	focus         int
	history       history
	said          string // what the last undo took back, until the next key
	aimed         *int   // the field that the mouse wants the next key to go to
	width, height int
	offset        int
	keys          formKeys
}

// A Section of a form; without a title it has no heading.
type Section struct {
	Title  string
	Fields []Field
}

type section struct {
	title  string
	fields []int // indices into Form.fields
}

type formKeys struct {
	next, previous, down, up, enter, undo key.Binding
}

// A FormEvent is what a key did to a form.
type FormEvent int

// What a key can do to a form.
const (
	FormNone      FormEvent = iota // not the form's key
	FormMoved                      // the focus moved, or nothing changed
	FormChanged                    // a value changed
	FormSubmitted                  // enter on the last field, and all is valid
	FormInvalid                    // enter on the last field, and the focus is on the first error
)

// NewForm makes a form with the focus on its first field. The names of the
// fields must differ.
func NewForm(theme Theme, sections ...Section) *Form {
	f := &Form{theme: theme}
	for _, s := range sections {
		made := section{title: s.Title}
		for _, one := range s.Fields {
			made.fields = append(made.fields, len(f.fields))
			f.fields = append(f.fields, newField(theme, one))
		}
		f.sections = append(f.sections, made)
	}
	f.keys = formKeys{
		next: theme.Keys.Binding("form.next"), previous: theme.Keys.Binding("form.previous"),
		down: theme.Keys.Binding("form.down"), up: theme.Keys.Binding("form.up"),
		enter: theme.Keys.Binding("form.enter"), undo: theme.Keys.Binding("form.undo"),
	}
	f.focus = f.step(-1, 1)
	return f
}

// Keys lists the form's own bindings, for the help.
func (f *Form) Keys() []key.Binding {
	return []key.Binding{f.keys.next, f.keys.previous, Enabled(f.keys.undo, f.Undoable())}
}

// SetSize gives the form its size; the last line is the help of the field
// that has the focus.
func (f *Form) SetSize(width, height int) {
	f.width, f.height = max(width, 0), max(height, 0)
	f.scrollToFocus()
}

// Update takes a key. A paste goes to the focused field as text.
func (f *Form) Update(msg tea.Msg) FormEvent {
	k, ok := msg.(tea.KeyMsg)
	if !ok || f.current() == nil {
		return FormNone
	}
	f.said = ""
	event := f.update(k)
	if event != FormNone {
		f.scrollToFocus()
	}
	return event
}

func (f *Form) update(k tea.KeyMsg) FormEvent {
	switch {
	case k.Paste:
		return f.edit(k)
	case f.aimed != nil && (k.Type == tea.KeyTab || key.Matches(k, f.keys.next)):
		f.leaveFor(*f.aimed)
	case key.Matches(k, f.keys.next):
		f.leaveFor(f.step(f.focus, 1))
	case key.Matches(k, f.keys.previous):
		f.leaveFor(f.step(f.focus, -1))
	case key.Matches(k, f.keys.down):
		f.leaveFor(f.beside(1))
	case key.Matches(k, f.keys.up):
		f.leaveFor(f.beside(-1))
	case key.Matches(k, f.keys.undo):
		if !f.Undo() {
			f.said = "nothing to take back"
			return FormMoved
		}
		return FormChanged
	case key.Matches(k, f.keys.enter):
		if next := f.step(f.focus, 1); next != f.focus {
			f.leaveFor(next)
			return FormMoved
		}
		if f.Submit() {
			return FormSubmitted
		}
		return FormInvalid
	default:
		return f.edit(k)
	}
	return FormMoved
}

// edit gives the key to the focused field and remembers what was before.
func (f *Form) edit(k tea.KeyMsg) FormEvent {
	one := f.current()
	before := one.state()
	kind, used := one.key(k)
	if !used {
		return FormNone
	}
	if one.state().value == before.value {
		return FormMoved
	}
	one.err, one.edited = "", true
	f.history.remember(edit{field: f.focus, before: before, kind: kind})
	return FormChanged
}

// step is the nearest field for keys in this direction, or from itself.
func (f *Form) step(from, by int) int {
	for i := from + by; i >= 0 && i < len(f.fields); i += by {
		if !f.fields[i].closed() {
			return i
		}
	}
	return from
}

// beside is the field in the same column of the row below or above.
func (f *Form) beside(by int) int {
	var rows [][]int
	for _, s := range f.sections {
		rows = append(rows, f.rowsOf(s)...)
	}
	for r, row := range rows {
		c := slices.Index(row, f.focus)
		switch {
		case c < 0:
			continue
		case r+by < 0 || r+by >= len(rows):
			return f.focus
		}
		next := rows[r+by]
		if to := next[min(c, len(next)-1)]; !f.fields[to].closed() {
			return to
		}
		return f.step(f.focus, by)
	}
	return f.focus
}

// leaveFor checks the field that is left and moves on.
func (f *Form) leaveFor(to int) {
	if to == f.focus {
		return
	}
	if one := f.current(); one.edited && one.err == "" && one.value() != "" {
		one.err = one.problem()
	}
	f.focus = to
}

// current is the field that has the focus; nil if none takes keys.
func (f *Form) current() *field {
	if f.focus < 0 || f.focus >= len(f.fields) || f.fields[f.focus].closed() {
		return nil
	}
	return f.fields[f.focus]
}

func (f *Form) find(name string) (int, *field) {
	for i, one := range f.fields {
		if one.Name == name {
			return i, one
		}
	}
	return -1, nil
}

// Submit checks every visible field, shows all problems, puts the focus on
// the first and reports whether there is none. What the service said before is
// forgotten: it may think otherwise now.
func (f *Form) Submit() bool {
	for _, one := range f.fields {
		one.err = one.problem()
		if one.closed() {
			one.err = ""
		}
	}
	if f.Together != nil {
		for name, problem := range f.Together() {
			if _, one := f.find(name); one != nil && !one.closed() && one.err == "" {
				one.err = problem
			}
		}
	}
	ok := !f.FocusError()
	f.scrollToFocus()
	return ok
}

// FocusError goes to the first field with an error and reports whether there
// is one.
func (f *Form) FocusError() bool {
	for i, one := range f.fields {
		if one.err != "" && !one.closed() {
			f.focus = i
			return true
		}
	}
	return false
}

// A Problem is what a service says about one field of a request.
type Problem struct {
	Path    []string // such as "guest", "email"
	Message string
}

// SetError shows the message at the field that lists this path, and reports
// whether there is such a field that takes keys.
func (f *Form) SetError(path []string, message string) bool {
	for _, one := range f.fields {
		if !one.closed() && one.has(path) {
			if one.err == "" {
				one.err = message
			} else {
				one.err += "; " + message
			}
			return true
		}
	}
	return false
}

// SetProblems shows each problem at its field, puts the focus on the first
// and returns those that belong to no field here, so that the screen can show
// them elsewhere.
func (f *Form) SetProblems(problems []Problem) []Problem {
	f.ClearErrors()
	var rest []Problem
	for _, p := range problems {
		if !f.SetError(p.Path, p.Message) {
			rest = append(rest, p)
		}
	}
	f.FocusError()
	f.scrollToFocus()
	return rest
}

// SetFieldError shows a message at the field of that name; the empty message
// takes it away.
func (f *Form) SetFieldError(name, message string) {
	if _, one := f.find(name); one != nil {
		one.err = message
		f.scrollToFocus()
	}
}

// ErrorOf is what stands at the field of that name; empty is nothing.
func (f *Form) ErrorOf(name string) string {
	if _, one := f.find(name); one != nil {
		return one.err
	}
	return ""
}

// ClearErrors takes all messages away.
func (f *Form) ClearErrors() {
	for _, one := range f.fields {
		one.err = ""
	}
}

// Focus moves to the field of that name, if it is there and visible.
func (f *Form) Focus(name string) {
	if i, one := f.find(name); one != nil && !one.closed() {
		f.focus = i
		f.scrollToFocus()
	}
}

// Typing reports whether letters go into a field now.
func (f *Form) Typing() bool {
	one := f.current()
	return one != nil && one.textual()
}

// Value is the text of the field of that name: of a choice the option's
// value, without spaces at both ends. Hidden fields keep theirs. It is empty for a
// name that is not there.
func (f *Form) Value(name string) string {
	if _, one := f.find(name); one != nil {
		return strings.TrimSpace(one.value())
	}
	return ""
}

// SetValue fills the field of that name as if it had been typed, so it can be
// undone. A secret that is set forgets what was typed into it before.
func (f *Form) SetValue(name, value string) {
	i, one := f.find(name)
	if one == nil || one.value() == value {
		return
	}
	before := one.state()
	one.err = ""
	one.set(value)
	if one.Kind == FieldSecret {
		f.history.forget(i)
	} else {
		f.history.remember(edit{field: i, before: before, kind: editWhole})
	}
	f.scrollToFocus()
}

// Show shows or hides a field. A focus that would be hidden moves on.
func (f *Form) Show(name string, on bool) {
	i, one := f.find(name)
	if one == nil {
		return
	}
	one.hidden = !on
	if !on && i == f.focus {
		to := f.step(i, 1)
		if to == i {
			to = f.step(i, -1)
		}
		f.focus = to
	} else if on && f.current() == nil {
		f.focus = i
	}
	f.scrollToFocus()
}
