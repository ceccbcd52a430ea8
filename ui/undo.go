package ui

import (
	"slices"
	"strconv"
)

// An editKind tells which edits of a field are one when they follow each
// other: a word typed letter by letter is undone at once.
type editKind int

const (
	editWhole editKind = iota // one by itself: a paste, a choice
	editType
	editErase
)

// An edit is what a field held before it.
type edit struct {
	field  int
	before fieldState
	kind   editKind
}

type fieldState struct {
	value  string
	cursor int
}

// undoWords tells what going back to a value takes back; nothing of it where it is hidden.
func (f *field) undoWords(before string, masked bool) string {
	shown := func(value string) string {
		for _, o := range f.Options {
			if o.Value == value {
				value = o.text()
			}
		}
		return strconv.Quote(Truncate(value, mostUndone))
	}
	now := f.value()
	switch {
	case f.Kind == FieldSecret || f.Private && masked:
		return f.Label + ": taken back"
	case before == "":
		return f.Label + ": " + shown(now) + " taken back"
	default:
		return f.Label + ": " + shown(before) + " again, " + shown(now) + " taken back"
	}
}

const (
	mostEdits  = 200
	mostUndone = 24 // cells of a value in words
)

type history []edit

func (f *field) state() fieldState {
	return fieldState{value: f.value(), cursor: f.input.line.Position()}
}

// remember adds an edit, unless it only continues the one before.
func (h *history) remember(e edit) {
	if n := len(*h); n > 0 && e.kind != editWhole {
		if last := (*h)[n-1]; last.field == e.field && last.kind == e.kind {
			return
		}
	}
	*h = append(*h, e)
	*h = (*h)[max(0, len(*h)-mostEdits):]
}

func (h *history) forget(field int) {
	*h = slices.DeleteFunc(*h, func(e edit) bool { return e.field == field })
}

// SetDefault fills a field that nobody has edited, such as one that follows
// from another. It is not an edit: there is nothing to undo.
func (f *Form) SetDefault(name, value string) {
	if _, one := f.find(name); one != nil && !one.edited {
		one.set(value)
	}
}

// Undoable reports whether there is an edit to take back.
func (f *Form) Undoable() bool { return len(f.history) > 0 }

// Undo takes the last edit back, goes to its field, and reports whether there
// was one.
func (f *Form) Undo() bool {
	n := len(f.history) - 1
	if n < 0 {
		return false
	}
	last := f.history[n]
	f.history = f.history[:n]
	one := f.fields[last.field]
	f.said = one.undoWords(last.before.value, f.theme.Presenter.On())
	one.set(last.before.value)
	one.input.line.SetCursor(last.before.cursor)
	one.err = ""
	if !one.closed() {
		f.focus = last.field
	}
	f.scrollToFocus()
	return true
}
