package ui

import (
	"slices"
	"strconv"
	"strings"

	"bellhop/ui/mouse"
)

// formTwoColumns is the width from which two fields stand beside each other.
const formTwoColumns = 96

func (f *Form) columns() (n, width int) {
	if f.width >= formTwoColumns {
		return 2, (f.width - 3) / 2
	}
	return 1, f.width
}

// rowsOf are the visible fields of a section as they stand beside each other.
func (f *Form) rowsOf(s section) [][]int {
	var visible []int
	for _, i := range s.fields {
		if !f.fields[i].hidden {
			visible = append(visible, i)
		}
	}
	n, _ := f.columns()
	return slices.Collect(slices.Chunk(visible, n))
}

// A span is the lines that must be visible for a field: from its section's
// heading, if it is in the first row, to its error.
type span struct{ first, last int }

// draw leaves a line between the rows where all of it fits that way.
func (f *Form) draw() (lines []string, focus span) {
	if lines, focus = f.drawRows(1); len(lines) < f.height {
		return lines, focus
	}
	return f.drawRows(0)
}

func (f *Form) drawRows(between int) (lines []string, focus span) {
	_, width := f.columns()
	labels := f.labelWidth()
	for _, s := range f.sections {
		start := len(lines)
		for r, row := range f.rowsOf(s) {
			for range min(r, between) {
				lines = append(lines, "")
			}
			first := len(lines)
			if r == 0 {
				if s.title != "" && start > 0 {
					lines = append(lines, "")
				}
				if s.title != "" {
					lines = append(lines, f.theme.Title.Render(Truncate(s.title, f.width)))
				}
			}
			lines = append(lines, f.drawRow(row, width, labels)...)
			if slices.Contains(row, f.focus) {
				focus = span{first, len(lines) - 1}
			}
		}
	}
	return lines, focus
}

func (f *Form) labelWidth() int {
	widest := 0
	for _, one := range f.fields {
		if !one.hidden {
			widest = max(widest, Width(one.label()))
		}
	}
	_, width := f.columns()
	return max(0, min(widest+2, width*2/5))
}

func (f *Form) drawRow(row []int, width, labels int) []string {
	left := f.drawField(row[0], width, labels)
	if len(row) == 1 {
		return left
	}
	right := f.drawField(row[1], width, labels)
	return Columns(left, width, "   ", right, width, max(len(left), len(right)))
}

func (f *Form) drawField(i, width, labels int) []string {
	one, masked := f.fields[i], f.theme.Presenter.On()
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
	lines := []string{f.theme.Mouse.Tag(style.Render(label)+one.draw(f.theme, i == f.focus, room), f.target(i, Width(label)))}
	if one.err != "" {
		for _, line := range Wrap("! "+one.errorWords(masked), room) {
			lines = append(lines, Spaces(2+labels)+f.theme.Bad.Render(line))
		}
	}
	return lines
}

// target is what the mouse does at a field whose value begins at a cell: a click goes there as tab would, and at a
// choice that has the focus takes the next option, or the one before at its arrow; the wheel goes through the fields of
// a form that does not fit.
func (f *Form) target(i, value int) mouse.Target {
	return mouse.Target{
		Click: func(press mouse.Press, cell int) {
			switch {
			case i != f.focus:
				f.aimed = &i
				press("tab")
				f.aimed = nil
			case f.fields[i].textual() || len(f.fields[i].Options) < 2 || cell < value:
			case cell < value+2:
				press("left")
			default:
				press("right")
			}
		},
		Wheel: func(press mouse.Press, rows int) {
			lines, _ := f.draw()
			switch {
			case len(lines) < f.height:
			case rows < 0:
				press("shift+tab")
			default:
				press("tab")
			}
		},
	}
}

// Echo is what an audience may see of the letters that are typed now.
func (f *Form) Echo() Echo {
	if one := f.current(); one != nil {
		return one.echo()
	}
	return EchoDots
}

// scrollToFocus scrolls so that the focused field is visible with its error.
func (f *Form) scrollToFocus() {
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
		help = one.help(f.theme.Presenter.On())
		if one.Limit > 0 && one.textual() {
			right = strconv.Itoa(len([]rune(one.input.Value()))) + "/" + strconv.Itoa(one.Limit)
		}
	}
	if f.said != "" {
		help = f.said
	}
	switch {
	case above && below:
		right += "  more above and below"
	case above:
		right += "  more above"
	case below:
		right += "  more below"
	}
	if right = strings.TrimSpace(right); right != "" {
		right = " " + right // What is cut off before it does not touch it.
	}
	return f.theme.Muted.Render(Spread(help, right, f.width))
}
