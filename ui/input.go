package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/cursor"
	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"bellhop/ui/keymap"
)

// An Input is one line of text and the cursor in it. Whatever is typed into is
// one, so that the same keys do the same everywhere. The zero Input is of no
// use: NewInput.
type Input struct {
	Placeholder string // drawn while there is no text
	// Verbatim keeps the invisible characters of a paste, such as direction
	// controls, so that validation can name them. Other inputs drop them.
	Verbatim bool

	line textinput.Model
	keys *keymap.Map
}

// NewInput is an empty line of at most so many characters; 0 is no limit.
func NewInput(theme Theme, limit int) Input {
	in := Input{line: textinput.New(), keys: theme.Keys}
	in.line.CharLimit = limit
	in.line.KeyMap = in.lineKeys()
	// A blinking cursor would redraw the screen twice a second.
	in.line.Cursor.SetMode(cursor.CursorStatic)
	// The cursor does not blink, so this starts no command. A line without the
	// focus is given no keys.
	_ = in.line.Focus()
	return in
}

// lineKeys are the keys that bubbles handles. Those that it also has but the
// console uses for something else are left out, and so is its own clipboard:
// the terminal pastes, and every form on the stack would get the answer.
func (in *Input) lineKeys() textinput.KeyMap {
	return textinput.KeyMap{
		CharacterForward:        in.keys.Binding("text.right"),
		CharacterBackward:       in.keys.Binding("text.left"),
		WordForward:             in.keys.Binding("text.word_right"),
		WordBackward:            in.keys.Binding("text.word_left"),
		DeleteBeforeCursor:      in.keys.Binding("text.delete_before"),
		DeleteCharacterBackward: in.keys.Binding("text.delete_left"),
		DeleteCharacterForward:  in.keys.Binding("text.delete_right"),
		LineStart:               in.keys.Binding("text.start"),
		LineEnd:                 in.keys.Binding("text.end"),
	}
}

// wordKeys delete a word. Bubbles' own ones read beyond the end of the text and
// take the space before a first word with it.
func (in *Input) wordKeys() (before, after key.Binding) {
	return in.keys.Binding("text.delete_word_left"), in.keys.Binding("text.delete_word_right")
}

// Value is the text.
func (in *Input) Value() string { return in.line.Value() }

// SetValue replaces the text and puts the cursor behind it.
func (in *Input) SetValue(text string) {
	in.line.SetValue(text)
	in.line.CursorEnd()
}

// AtEnd reports whether the cursor is behind the text.
func (in *Input) AtEnd() bool { return in.line.Position() >= len([]rune(in.line.Value())) }

// Type takes a key and reports whether it is one of a text's.
func (in *Input) Type(k tea.KeyMsg) bool {
	before, after := in.wordKeys()
	text := (k.Type == tea.KeyRunes || k.Type == tea.KeySpace) && !k.Alt
	switch {
	case key.Matches(k, before):
		in.deleteTo(in.line.KeyMap.WordBackward)
	case key.Matches(k, after):
		in.deleteTo(in.line.KeyMap.WordForward)
	case text:
		k.Runes = oneLineRunes(k.Runes)
		if !in.Verbatim {
			k.Runes = slices.DeleteFunc(k.Runes, func(r rune) bool { return !typable(r) })
		}
		in.give(k)
	case in.erases(k), in.Moves(k):
		in.give(k)
	default:
		return false
	}
	return true
}

// typesOrEdits reports whether a key is one of a text's, whether or not it does anything at its place.
func typesOrEdits(theme Theme, k tea.KeyMsg) bool {
	in := NewInput(theme, 0)
	return in.Type(k)
}

// Moves reports whether a key moves the cursor in the text.
func (in *Input) Moves(k tea.KeyMsg) bool {
	m := in.line.KeyMap
	return key.Matches(k, m.CharacterForward, m.CharacterBackward, m.WordForward, m.WordBackward, m.LineStart, m.LineEnd)
}

// erases reports whether the key takes something away.
func (in *Input) erases(k tea.KeyMsg) bool {
	m := in.line.KeyMap
	before, after := in.wordKeys()
	return key.Matches(k, before, after, m.DeleteBeforeCursor, m.DeleteCharacterBackward, m.DeleteCharacterForward)
}

// give hands a key to bubbles. Its commands only blink and paste, and both are
// switched off.
func (in *Input) give(k tea.KeyMsg) { in.line, _ = in.line.Update(k) }

// deleteTo deletes what lies between the cursor and where the key moves it.
func (in *Input) deleteTo(move key.Binding) {
	k, _ := ParseKey(move.Keys()[0])
	from := in.line.Position()
	in.give(k)
	to := in.line.Position()
	from, to = min(from, to), max(from, to)
	in.line.SetValue(string(slices.Delete([]rune(in.Value()), from, to)))
	in.line.SetCursor(from)
}

// oneLineRunes makes one break of the two characters that end a line in texts
// of some systems; bubbles makes a space of each.
func oneLineRunes(runes []rune) []rune {
	return []rune(strings.ReplaceAll(string(runes), "\r\n", "\n"))
}

// Draw is the line with its cursor in exactly w cells: a rule where nothing is
// typed yet, and the cursor's style on the character at the cursor. Shown stands
// for the text, character for character.
func (in *Input) Draw(t Theme, shown string, w int) string {
	before, at, after := splitAt(shown, in.line.Position())
	return drawLine(t, in.Placeholder, before, at, after, w)
}

// Cells are those that a part of the text takes when it is drawn in w cells, from its first byte up to its end; none
// where it is out of sight.
func (in *Input) Cells(text string, from, to, w int) (first, end int) {
	before, at, after := splitAt(text, in.line.Position())
	if Width(at) == 0 {
		at = " "
	}
	cut := max(0, Width(before)-max(0, w-Width(at)-min(Width(after), 1)))
	first, end = Width(text[:from])-cut, Width(text[:to])-cut
	return max(0, first), min(w, end)
}

func drawLine(t Theme, placeholder, before, at, after string, w int) string {
	if before+at+after == "" && placeholder != "" {
		return FitDrawn(t.Cursor.Render(" ")+t.Muted.Render(ruled(placeholder, w-1)), w)
	}
	if Width(at) == 0 {
		at = " "
	}
	before = CutLeft(before, w-Width(at)-min(Width(after), 1))
	rest := w - Width(before) - Width(at)
	after = Truncate(after, rest)
	return FitDrawn(before+t.Cursor.Render(at)+after+t.Muted.Render(ruled("", rest-Width(after))), w)
}

// ruled fills what the text leaves of w cells with a rule.
func ruled(text string, w int) string {
	text = Truncate(text, w)
	return text + strings.Repeat("_", max(0, w-Width(text)))
}

// splitAt is the text before, at and after the character that the cursor is at.
// A cursor within a character of several runes stands on all of it.
func splitAt(text string, cursor int) (before, at, after string) {
	runes := []rune(text)
	want := len(string(runes[:min(cursor, len(runes))]))
	for begin := 0; begin < len(text); {
		cluster, _ := ansi.FirstGraphemeCluster(text[begin:], ansi.GraphemeWidth)
		end := begin + max(len(cluster), 1)
		if want < end {
			return text[:begin], text[begin:end], text[end:]
		}
		begin = end
	}
	return text, "", ""
}
