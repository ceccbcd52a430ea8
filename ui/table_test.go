package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

func hotelColumns() []ui.Column {
	return []ui.Column{
		{Title: "hotel", Min: 12},
		{Title: "class", Width: 5, Priority: 2},
		{Title: "miles", Width: 6, Priority: 3},
		{Title: "total GBP", Width: 10, Right: true},
	}
}

func hotels(n int) *ui.Table {
	t := ui.NewTable(uitest.Theme(), hotelColumns(), func(i int) ui.Row {
		return ui.Row{fmt.Sprintf("Hotel %d 東京", i), "4*", "0.3 E", "612.40"}
	})
	t.SetCount(n)
	return t
}

func press(t testing.TB, keys ...string) (msgs []func(*ui.Table) bool) {
	t.Helper()
	for _, name := range keys {
		msg, ok := ui.ParseKey(name)
		if !ok {
			t.Fatalf("there is no key %q", name)
		}
		msgs = append(msgs, func(table *ui.Table) bool { return table.Update(msg) })
	}
	return msgs
}

func TestTableKeys(t *testing.T) {
	for _, c := range []struct {
		keys           string
		cursor, offset int
	}{
		{"", 0, 0},
		{"up", 0, 0},
		{"down", 1, 0},
		{"j j k", 1, 0},
		{"pgdown", 4, 0},
		{"pgdown pgdown", 8, 4},
		{"pgdown pgdown pgup", 4, 4},
		{"end", 19, 15},
		{"G home", 0, 0},
		{"end up up", 17, 15},
		{"end down", 19, 15},
		{"G g", 0, 0},
	} {
		table := hotels(20)
		table.SetSize(60, 6)
		for _, p := range press(t, strings.Fields(c.keys)...) {
			if !p(table) {
				t.Errorf("%q: a key is not the table's", c.keys)
			}
		}
		if table.Cursor() != c.cursor || table.Offset() != c.offset {
			t.Errorf("%q: cursor %d offset %d, want %d and %d", c.keys, table.Cursor(), table.Offset(), c.cursor, c.offset)
		}
	}
	for _, p := range press(t, "x", "enter") {
		if p(hotels(3)) {
			t.Error("a key that means nothing was taken")
		}
	}
}

func TestTableLooks(t *testing.T) {
	table := hotels(3)
	table.Marked = func(i int) bool { return i == 2 }
	table.SetSize(50, 5)
	table.SetCursor(1)
	want := strings.Join([]string{
		"   hotel                 class  miles    total GBP",
		"   Hotel 0 東京          4*     0.3 E       612.40",
		"›  Hotel 1 東京          4*     0.3 E       612.40",
		" * Hotel 2 東京          4*     0.3 E       612.40",
		"",
	}, "\n")
	if diff := cmp.Diff(want, uitest.Plain(table.View())); diff != "" {
		t.Error(diff)
	}
}

func TestTableDropsColumnsByPriority(t *testing.T) {
	for _, c := range []struct {
		width int
		has   string
	}{
		{60, "hotel class miles total"},
		{41, "hotel class miles total"},
		{40, "hotel class total"},
		{33, "hotel class total"},
		{32, "hotel total"},
		{10, "hotel"},
	} {
		table := hotels(1)
		table.SetSize(c.width, 2)
		header := uitest.Plain(table.Lines()[0])
		for _, title := range []string{"hotel", "class", "miles", "total"} {
			// At ten cells the total has no room left, though it stays.
			if c.width == 10 && title == "total" {
				continue
			}
			if got, want := strings.Contains(header, title), strings.Contains(c.has, title); got != want {
				t.Errorf("at %d: %q in %q is %v", c.width, title, header, got)
			}
		}
	}
}

func TestTableKeepsTheCursorWhenRowsCome(t *testing.T) {
	table := hotels(10)
	table.SetSize(60, 6)
	table.SetCursor(7)
	table.SetCount(500)
	if table.Cursor() != 7 || table.NeedMore() {
		t.Errorf("cursor %d, need more %v", table.Cursor(), table.NeedMore())
	}
	table.SetCursor(496)
	if !table.NeedMore() {
		t.Error("near the end no more rows are asked for")
	}
	table.SetCount(3)
	if table.Cursor() != 2 {
		t.Errorf("cursor %d after rows went, want the last", table.Cursor())
	}
	table.SetCount(0)
	if table.Cursor() != -1 {
		t.Errorf("cursor %d without rows", table.Cursor())
	}
}

func TestTablePlacesARowOnItsLine(t *testing.T) {
	for _, c := range []struct{ row, line, offset int }{{20, 3, 17}, {2, 3, 0}, {98, 1, 95}, {20, 9, 16}, {20, -2, 20}, {200, 0, 95}} {
		table := hotels(100)
		table.SetSize(60, 6)
		table.Place(c.row, c.line)
		if table.Cursor() != min(c.row, 99) || table.Offset() != c.offset {
			t.Errorf("row %d on line %d: cursor %d, offset %d, want %d", c.row, c.line, table.Cursor(), table.Offset(), c.offset)
		}
	}
}

func TestTableIsExactlyItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := texts().Draw(t, "text")
		table := ui.NewTable(uitest.Theme(), hotelColumns(), func(int) ui.Row { return ui.Row{text, text} })
		table.Style = func(int, int) ui.Style { return uitest.Theme().Bad }
		w, h := rapid.IntRange(-1, 90).Draw(t, "w"), rapid.IntRange(-1, 9).Draw(t, "h")
		table.SetSize(w, h)
		table.SetCount(rapid.IntRange(0, 20).Draw(t, "n"))
		table.SetCursor(rapid.IntRange(-5, 25).Draw(t, "cursor"))
		lines := table.Lines()
		if len(lines) != max(h, 0) {
			t.Fatalf("%d lines for %d", len(lines), h)
		}
		for _, line := range lines {
			if ui.Width(line) != max(w, 0) {
				t.Fatalf("line %q is %d wide, want %d", line, ui.Width(line), w)
			}
		}
	})
}

func TestTableRedrawsOnlyTheRowsThatChanged(t *testing.T) {
	table := hotels(100)
	table.SetSize(100, 20)
	table.SetCursor(5)
	before := table.Lines()
	table.SetCursor(6)
	changed := 0
	for i, line := range table.Lines() {
		if line != before[i] {
			changed++
		}
	}
	if changed != 2 {
		t.Errorf("%d lines changed with the cursor, want 2", changed)
	}
}

// listScreen is a screen that is all table, for the shell's own tests.
type listScreen struct {
	fakeScreen
	table *ui.Table
}

func BenchmarkKeyToView(b *testing.B) {
	table := hotels(10_000)
	theme := uitest.Theme()
	table.Style = func(_, column int) ui.Style {
		if column == 3 {
			return theme.Money
		}
		return theme.Plain
	}
	screen := &listScreen{fakeScreen: fakeScreen{title: "hotels"}, table: table}
	shell := uitest.New(b, screen).Shell()
	down, _ := ui.ParseKey("down")
	b.ReportAllocs()
	for b.Loop() {
		shell.Update(down)
		if len(shell.Frame()) == 0 {
			b.Fatal("nothing was drawn")
		}
	}
}

// What was typed stands out in a cell, also in the row under the cursor, and as far as the cell is not cut.
func TestTableMarksWhatWasTyped(t *testing.T) {
	theme := ui.NewThemeIn(ui.ThemeDark, ui.TrueColor)
	table := ui.NewTable(theme, []ui.Column{{Title: "guest", Width: 8}, {Title: "hotel", Width: 6}}, func(int) ui.Row {
		return ui.Row{"Ada Rossini", "Rossi"}
	})
	table.Found = func(_, column int) [][2]int {
		if column == 0 {
			return [][2]int{{0, 1}, {4, 9}}
		}
		return nil
	}
	table.SetCount(2)
	table.SetSize(18, 3)
	lines := table.Lines()
	for i, style := range []ui.Style{theme.CursorFound, theme.Found} {
		line := lines[i+1]
		if !strings.Contains(line, style.Render("A")) || !strings.Contains(line, style.Render("Ros")) || strings.Contains(line, style.Render("R")) {
			t.Errorf("row %d is %q", i, line)
		}
		if ui.Width(line) != 18 {
			t.Errorf("row %d is %d cells wide", i, ui.Width(line))
		}
	}
}
