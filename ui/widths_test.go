package ui_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/vt"

	"bellhop/ui"
	"bellhop/ui/glyph"
	"bellhop/ui/paint"
	"bellhop/ui/uitest"
)

// names are texts of every kind of width: Latin with marks of its own and with joined ones, wide, emoji of several parts,
// letters that are narrow or wide by terminal, and marks that have no width.
var names = []string{
	"Hôtel Élysée", "Ho\u0302tel E\u0301lyse\u0301e", "東京ステーションホテル", "롯데호텔 서울", "Гранд Отель", "Ξενία Παλάς",
	"👩‍👩‍👧‍👦 Family 👍🏽 Inn", "Ａ１ Ｈｏｔｅｌ", "½ Board · 20° – ±5", "โรงแรมกรุงเทพ", "zero\u200bwidth", "🇯🇵 Inn ☎️ ①②③",
}

// widthScreen is a table beside a form, with such texts in every part.
type widthScreen struct {
	fakeScreen

	table *ui.Table
	form  *ui.Form
}

func newWidthScreen() *widthScreen {
	s := &widthScreen{fakeScreen: fakeScreen{title: "hôtels 東京", context: "東京 · Ξενία – 3 nights", side: "①/２", state: "東京 is read …"}}
	s.keys = []key.Binding{uitest.Bind("开始 search", "enter"), uitest.Bind("zurück ±", "esc")}
	s.table = ui.NewTable(uitest.Theme(), hotelColumns(), func(i int) ui.Row {
		return ui.Row{names[i], "4*", "0.3 É", "≈612.40"}
	})
	s.table.SetCount(len(names))
	s.form = ui.NewForm(uitest.Theme(), ui.Section{Title: "Gäste 客", Fields: []ui.Field{
		{Name: "surname", Label: "Näme 名", Value: "山田 Ångström 👍🏽"},
		{Name: "token", Label: "Tokén", Kind: ui.FieldSecret, Value: "geheimñis"},
		{Name: "city", Label: "Město", Value: strings.Repeat("Žižkov 東", 8), Help: "Wie im Paß – ①."},
	}})
	return s
}

func (s *widthScreen) SetSize(w, h int) {
	s.fakeScreen.SetSize(w, h)
	s.table.SetSize(w, h/2)
	s.form.SetSize(w, h-h/2)
}

func (s *widthScreen) View() string { return s.table.View() + "\n" + s.form.View() }

func (s *widthScreen) Update(tea.Msg) (ui.Nav, tea.Cmd) { return ui.Stay(), nil }

// use has the kit measure for a set of characters until the test ends.
func use(t *testing.T, set glyph.Set) {
	t.Helper()
	ui.UseGlyphs(set)
	t.Cleanup(func() { ui.UseGlyphs(glyph.Unicode) })
}

// Columns, fields, header and footer are where they belong, whatever the texts are made of; the golden file is what is
// drawn, with the stand-ins of the set.
func TestEveryKindOfWidthIsAligned(t *testing.T) {
	for name, set := range map[string]glyph.Set{"unicode": glyph.Unicode, "wide": glyph.Wide, "ascii": glyph.ASCII} {
		t.Run(name, func(t *testing.T) {
			use(t, set)
			p := uitest.New(t, newWidthScreen())
			uitest.Sweep(t, p)
			for _, size := range [][2]int{{80, 24}, {120, 40}} {
				p.Resize(size[0], size[1])
				var drawn []string
				for line := range strings.SplitSeq(p.Raw(), "\n") {
					line = set.Line(line)
					if got := ui.Width(line); got != size[0] {
						t.Errorf("%q is %d cells wide, not %d", line, got, size[0])
					}
					drawn = append(drawn, line)
				}
				uitest.Golden(t, fmt.Sprintf("widths-%s-%dx%d", name, size[0], size[1]), strings.Join(drawn, "\n"))
			}
		})
	}
}

// In a terminal no row is wider than the screen: none runs over into the next, at any size.
func TestNoRowIsWiderThanTheScreen(t *testing.T) {
	for name, set := range map[string]glyph.Set{"unicode": glyph.Unicode, "ascii": glyph.ASCII, "wide": glyph.Wide} {
		t.Run(name, func(t *testing.T) {
			use(t, set)
			p := uitest.New(t, newWidthScreen())
			for _, size := range [][2]int{{60, 20}, {61, 21}, {80, 24}, {97, 30}, {120, 40}} {
				p.Resize(size[0], size[1])
				screen := vt.NewEmulator(size[0], size[1])
				painter := paint.New(screen, paint.FPS)
				painter.Use(set)
				painter.Resize(size[0], size[1])
				if _, err := painter.Write([]byte("\x1b[?1049h")); err != nil {
					t.Fatal(err)
				}
				frame := p.Raw()
				if _, err := painter.Show(func() string { return frame }); err != nil {
					t.Fatal(err)
				}
				for y, line := range strings.Split(frame, "\n") {
					want := withoutMarks(uitest.Plain(set.Line(line)))
					var got strings.Builder
					for x := 0; x < size[0]; {
						cell := screen.CellAt(x, y)
						if cell == nil || cell.Width == 0 {
							got.WriteByte(' ')
							x++
							continue
						}
						got.WriteString(cell.Content)
						x += cell.Width
					}
					if shown := withoutMarks(got.String()); shown != want {
						t.Errorf("%dx%d, row %d: the terminal shows\n%q, not\n%q", size[0], size[1], y, shown, want)
					}
				}
			}
		})
	}
}

// withoutMarks takes out what has no width: emulators differ in what they keep of it.
func withoutMarks(row string) string {
	return strings.TrimRight(strings.Map(func(r rune) rune {
		if r == '\u200b' || r >= 0x300 && r < 0x370 {
			return -1
		}
		return r
	}, row), " ")
}
