package screens

import (
	"strings"

	"bellhop/ui"
)

// lensRows is how much of a narrow screen tells of the field under the cursor.
const lensRows = 9

func (s *Fields) SetSize(width, height int) {
	s.width, s.height = width, height
	s.layout()
}

// layout gives the list what the head, and in a narrow window the field's own lines, leave.
func (s *Fields) layout() {
	list, details := paneWidths(s.width)
	room := s.height - len(s.head())
	if details == 0 {
		room -= min(lensRows, max(s.height-len(s.head())-6, 0)) + 1
	}
	s.table.SetSize(inner(list), max(room, 0))
}

// head is what is looked for, what came of a key, and what went wrong.
func (s *Fields) head() []string {
	list, _ := paneWidths(s.width)
	t, width := s.deps.Theme, inner(list)
	var lines []string
	if s.find.shown() {
		value := s.find.Value()
		if s.find.open {
			value = s.find.Draw(t, value, max(4, width-6))
		}
		lines = append(lines, t.Accent.Render("find")+"  "+ui.Truncate(value, max(width-6, 0)))
	}
	if s.out.note != "" {
		lines = append(lines, styled(s.out.style().Render, ui.WrapShort(s.out.words(), width, 4))...)
	}
	if s.load.failure != nil {
		lines = append(lines, failureBlock(t, width, s.load.failure, s.deps.say("{reload!}"))...)
	}
	return lines
}

func (s *Fields) View() string {
	t := s.deps.Theme
	_, details := paneWidths(s.width)
	left := indent(s.head())
	if len(s.rows) > 0 {
		left = append(left, indent(s.table.Lines())...)
	} else {
		left = append(left, indent([]string{"", t.Muted.Render("No field is like that.")})...)
	}
	if details > 0 {
		return panes(t, left, s.lens(max(details-1, 1)), s.width, s.height)
	}
	if room := s.height - len(left) - 1; room > 1 {
		width := inner(s.width)
		left = append(left, indent([]string{t.Rule.Render(strings.Repeat("─", width))})...)
		left = append(left, indent(s.lens(width))...)
	}
	return ui.Block(left, s.width, s.height)
}

// lens tells of the field under the cursor: where it stands, what it is, and what the specification says and leaves open.
func (s *Fields) lens(width int) []string {
	t := s.deps.Theme
	row, has := s.selected()
	if !has {
		return nil
	}
	if row.field == nil {
		return styled(t.Plain.Render, ui.Wrap(strings.ToUpper(row.label[:1])+row.label[1:]+": "+row.value+". Enter "+when(row.files == nil, "copies it.")+when(row.files != nil, "writes them."), width))
	}
	f := row.field
	lines := styled(t.Title.Render, ui.Wrap(f.Path, width))
	lines = append(lines, styled(t.Plain.Render, ui.WrapShort(row.value, width, 4))...)
	where := "not in the specification"
	if f.Section != "" {
		where = "section " + f.Section + " · " + f.Type
	}
	lines = append(lines, t.Accent.Render(ui.Truncate(where, width)))
	lines = append(lines, styled(t.Plain.Render, ui.Wrap(f.Says, width))...)
	if f.Open != "" {
		lines = append(lines, styled(t.Warn.Render, ui.Wrap("Left open: "+f.Open, width))...)
	}
	return lines
}
