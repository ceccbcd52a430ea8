package ui

import (
	"strconv"
	"strings"
	"unicode"
)

// The widths at which a form looks as it does.
const (
	formTwoColumns = 96 // from here two fields stand beside each other
	formMostValue  = 44 // no value is drawn wider
)

// rows are the visible fields as they stand beside each other.
func (f *Form) rows() [][]int {
	var rows [][]int
	for _, s := range f.sections {
		rows = append(rows, f.rowsOf(s)...)
	}
	return rows
}

func (f *Form) rowsOf(s section) [][]int {
	var rows [][]int
	var row []int
	for _, i := range s.fields {
		if f.fields[i].hidden {
			continue
		}
		row = append(row, i)
		if len(row) == f.columns() {
			rows, row = append(rows, row), nil
		}
	}
	if row != nil {
		rows = append(rows, row)
	}
	return rows
}

func (f *Form) columns() int {
	if f.width >= formTwoColumns {
		return 2
	}
	return 1
}

// A span is the lines that must be visible for a field: from its section's
// heading, if it is in the first row, to its error.
type span struct{ first, last int }

// draw makes all lines of the form and says where the focused field stands.
func (f *Form) draw() (lines []string, focus span) {
	width, labels := f.columnWidth(), f.labelWidth()
	for _, s := range f.sections {
		rows := f.rowsOf(s)
		if len(rows) == 0 {
			continue
		}
		start := len(lines)
		if s.title != "" {
			if start > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, f.theme.Title.Render(Truncate(s.title, f.width)))
		}
		for r, row := range rows {
			first := len(lines)
			if r == 0 {
				first = start
			}
			drawn := f.drawRow(row, width, labels)
			lines = append(lines, drawn...)
			for _, i := range row {
				if i == f.focus {
					focus = span{first, len(lines) - 1}
				}
			}
		}
	}
	return lines, focus
}

func (f *Form) columnWidth() int {
	if f.columns() == 2 {
		return (f.width - 3) / 2
	}
	return f.width
}

func (f *Form) labelWidth() int {
	widest := 0
	for _, one := range f.fields {
		if !one.hidden {
			widest = max(widest, Width(one.label()))
		}
	}
	return max(0, min(widest+2, f.columnWidth()*2/5))
}

func (f *field) label() string {
	if f.Required {
		return f.Label + " *"
	}
	return f.Label
}

// drawRow draws the fields of one row, each with its error under it.
func (f *Form) drawRow(row []int, width, labels int) []string {
	blocks, height := make([][]string, len(row)), 0
	for c, i := range row {
		blocks[c] = f.drawField(i, width, labels)
		height = max(height, len(blocks[c]))
	}
	if len(row) == 1 {
		return blocks[0]
	}
	return Columns(blocks[0], width, "   ", blocks[1], width, height)
}

func (f *Form) drawField(i, width, labels int) []string {
	one := f.fields[i]
	sign, style := "  ", f.theme.Muted
	if i == f.focus {
		sign, style = "› ", f.theme.Accent
	}
	room := max(width-2-labels, 0)
	label := sign + Fit(Truncate(one.label(), labels-1), labels)
	if one.Off != "" {
		var lines []string
		for _, line := range Wrap(one.Off, room) {
			lines = append(lines, style.Render(label+line))
			label = Spaces(Width(label))
		}
		return lines
	}
	lines := []string{style.Render(label) +
		f.drawValue(one, i == f.focus, room)}
	if one.err != "" {
		for _, line := range Wrap("! "+f.errorWords(one), room) {
			lines = append(lines, Spaces(2+labels)+f.theme.Bad.Render(line))
		}
	}
	return lines
}

func (f *Form) drawValue(one *field, focused bool, room int) string {
	switch one.Kind {
	case FieldChoice:
		return f.drawChoice(one, focused, room)
	case FieldToggle:
		text := "[ ] no"
		if one.chosen == 1 {
			text = "[x] yes"
		}
		return f.drawWhole(text, focused, room)
	case FieldText, FieldSecret, FieldNumber:
	}
	width := min(room, formMostValue)
	if one.Limit > 0 {
		width = min(width, one.Limit+1)
	}
	if one.Kind == FieldNumber {
		width = min(width, 8)
	}
	return f.drawText(one, focused, width)
}

func (f *Form) drawChoice(one *field, focused bool, room int) string {
	text := ""
	if one.chosen < len(one.Options) {
		text = one.Options[one.chosen].text()
	}
	if text == "" {
		text = "-"
	}
	if focused && len(one.Options) > 1 {
		at := strconv.Itoa(one.chosen+1) + "/" + strconv.Itoa(len(one.Options))
		return f.drawWhole("< "+Truncate(text, room-Width(at)-6)+" >", true, room-Width(at)-1) +
			" " + f.theme.Muted.Render(at)
	}
	return f.drawWhole(text, focused, room)
}

func (f *Form) drawWhole(text string, focused bool, room int) string {
	if focused {
		return f.theme.Cursor.Render(Truncate(text, room))
	}
	return Truncate(text, room)
}

// drawText draws a text in exactly width cells: what is not filled in shows
// as a line, and the character at the cursor in the cursor's style.
func (f *Form) drawText(one *field, focused bool, width int) string {
	text := one.seen(f.audience())
	if !focused {
		if text == "" && one.Placeholder != "" {
			return f.theme.Muted.Render(f.filled(one.Placeholder, width))
		}
		text = Truncate(text, width)
		return text + f.theme.Muted.Render(underline(width-Width(text)))
	}
	before, at, after := one.split(f.audience())
	before = CutLeft(before, width-max(Width(at), 1)-min(Width(after), 1))
	rest := width - Width(before) - max(Width(at), 1)
	if text == "" && one.Placeholder != "" {
		return f.theme.Cursor.Render(" ") + f.theme.Muted.Render(f.filled(one.Placeholder, rest))
	}
	after = Truncate(after, rest)
	if Width(at) == 0 {
		at = " "
	}
	return before + f.theme.Cursor.Render(at) + after + f.theme.Muted.Render(underline(rest-Width(after)))
}

func (f *Form) filled(text string, width int) string {
	text = Truncate(text, width)
	return text + underline(width-Width(text))
}

func underline(n int) string { return strings.Repeat("_", max(n, 0)) }

// audience says whether the form is being shown to one.
func (f *Form) audience() bool { return f.theme.Presenter.On() }

// errorWords are what is wrong with a field, as it may be shown: what a service
// says of a private value may repeat it.
func (f *Form) errorWords(one *field) string {
	if !f.audience() || !one.Private && one.Kind != FieldSecret {
		return one.err
	}
	for _, word := range strings.FieldsFunc(one.value(), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if strings.Contains(one.err, word) {
			return hiddenError
		}
	}
	if one.err != one.problem() {
		return hiddenError
	}
	return one.err
}

// Echo is what an audience may see of the letters that are typed now.
func (f *Form) Echo() Echo {
	switch one := f.current(); {
	case one == nil:
		return EchoDots
	case one.Kind == FieldSecret:
		return EchoNothing
	case one.Private:
		return EchoDots
	}
	return EchoLetters
}

// hiddenError stands where an error at a field may repeat a private value.
const hiddenError = "This is not accepted."

// seen is the text as it may be shown.
func (f *field) seen(audience bool) string {
	switch {
	case f.Kind != FieldSecret && (!audience || !f.Private):
		return f.input.Value()
	case f.NoEcho && f.input.Value() != "":
		return "(hidden)"
	case f.NoEcho:
		return ""
	}
	return strings.Repeat("•", len([]rune(f.input.Value())))
}

// split is the shown text before, at and after the cursor.
func (f *field) split(audience bool) (before, at, after string) {
	text := f.seen(audience)
	if f.Kind == FieldSecret && f.NoEcho {
		return text, "", ""
	}
	return splitAt(text, f.input.line.Position())
}

// settle scrolls so that the focused field is visible with its error.
func (f *Form) settle() {
	lines, focus := f.draw()
	visible := f.height - 1
	if visible <= 0 {
		f.offset = 0
		return
	}
	f.offset = max(f.offset, focus.last-visible+1)
	f.offset = min(f.offset, focus.first)
	f.offset = max(0, min(f.offset, len(lines)-visible))
}

// View draws exactly the size that SetSize gave.
func (f *Form) View() string { return strings.Join(f.Lines(), "\n") }

// Lines is View as lines. The last one is the help of the focused field, and
// says when there is more above or below.
func (f *Form) Lines() []string {
	if f.height <= 0 {
		return nil
	}
	lines, _ := f.draw()
	visible := f.height - 1
	end := min(f.offset+visible, len(lines))
	out := PadBlock(lines[min(f.offset, len(lines)):end], f.width, visible)
	return append(out, f.foot(f.offset > 0, end < len(lines)))
}

func (f *Form) foot(above, below bool) string {
	help, right := "", ""
	if one := f.current(); one != nil {
		help = one.Help
		if one.Limit > 0 && one.textual() {
			right = strconv.Itoa(len([]rune(one.input.Value()))) + "/" + strconv.Itoa(one.Limit)
		}
	}
	switch {
	case above && below:
		right += "  more above and below"
	case above:
		right += "  more above"
	case below:
		right += "  more below"
	}
	return f.theme.Muted.Render(Spread(help, strings.TrimSpace(right), f.width))
}
