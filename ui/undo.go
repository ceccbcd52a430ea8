package ui

// An editKind says which edits of a field are one when they follow each
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

// mostEdits is how many edits a form remembers.
const mostEdits = 200

func (f *field) state() fieldState {
	return fieldState{value: f.value(), cursor: f.input.line.Position()}
}

// remember adds an edit, unless it only continues the one before.
func (f *Form) remember(e edit) {
	if n := len(f.history); n > 0 && e.kind != editWhole {
		if last := f.history[n-1]; last.field == e.field && last.kind == e.kind {
			return
		}
	}
	if len(f.history) == mostEdits {
		f.history = append(f.history[:0], f.history[1:]...)
	}
	f.history = append(f.history, e)
}

// SetDefault fills a field that nobody has edited, such as one that follows
// from another. It is not an edit: there is nothing to undo.
func (f *Form) SetDefault(name, value string) {
	if _, one := f.find(name); one != nil && !one.edited {
		one.set(value)
	}
}

// forget drops what was typed into one field.
func (f *Form) forget(i int) {
	kept := f.history[:0]
	for _, e := range f.history {
		if e.field != i {
			kept = append(kept, e)
		}
	}
	clear(f.history[len(kept):])
	f.history = kept
}

// Undoable says whether there is an edit to take back.
func (f *Form) Undoable() bool { return len(f.history) > 0 }

// Undo takes the last edit back, goes to its field, and says whether there
// was one.
func (f *Form) Undo() bool {
	if len(f.history) == 0 {
		return false
	}
	last := f.history[len(f.history)-1]
	f.history = f.history[:len(f.history)-1]
	one := f.fields[last.field]
	one.set(last.before.value)
	one.input.line.SetCursor(last.before.cursor)
	one.err = ""
	if !one.closed() {
		f.focus = last.field
	}
	f.settle()
	return true
}
