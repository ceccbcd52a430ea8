package screens

import (
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/booking/trip"
)

// mostLineEdits is how many edits of the line can be taken back.
const mostLineEdits = 100

// A lineEdit is what the line was before an edit, and whether that was by letters: those that follow each other are one
// edit, up to a space.
type lineEdit struct {
	text             string
	base             trip.Question
	written, mirrors bool
	by               lineKey
}

type lineKey int

const (
	lineWhole lineKey = iota // a paste, an earlier line: an edit by itself
	lineLetter
	lineErase
)

func lineKeyOf(msg tea.KeyMsg) lineKey {
	switch {
	case msg.Type == tea.KeyBackspace || msg.Type == tea.KeyDelete:
		return lineErase
	case msg.Type == tea.KeyRunes && len(msg.Runes) == 1 && !msg.Paste && !unicode.IsSpace(msg.Runes[0]):
		return lineLetter
	default:
		return lineWhole
	}
}

// state is the line as it can be gone back to.
func (l *searchLine) state(by lineKey) lineEdit {
	return lineEdit{text: l.Value(), base: l.base, written: l.written, mirrors: l.mirrors, by: by}
}

// edited keeps what an edit has changed.
func (l *searchLine) edited(before lineEdit) {
	if n := len(l.edits); n > 0 && before.by != lineWhole && l.edits[n-1].by == before.by {
		return
	}
	l.edits = append(l.edits, before)
	if len(l.edits) > mostLineEdits {
		l.edits = l.edits[1:]
	}
}

// undoLine takes the last edit of the line back.
func (s *Search) undoLine() tea.Cmd {
	l := &s.line
	n := len(l.edits)
	if n == 0 {
		return nil
	}
	last := l.edits[n-1]
	l.edits = l.edits[:n-1]
	l.base = last.base
	l.SetValue(last.text)
	l.written, l.mirrors = last.written, last.mirrors
	l.recall.at, l.recall.note = 0, ""
	return s.lineChanged()
}
