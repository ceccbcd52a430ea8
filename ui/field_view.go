package ui

import (
	"cmp"
	"strconv"
	"strings"
	"unicode"
)

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
