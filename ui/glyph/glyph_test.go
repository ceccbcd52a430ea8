package glyph

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestChoose(t *testing.T) {
	for name, test := range map[string]struct {
		glyphs, ambiguous, env string
		want                   Set
	}{
		"utf 8":                   {"auto", "narrow", "LANG=de_DE.UTF-8 TERM=xterm", Unicode},
		"utf8":                    {"auto", "narrow", "LANG=C.utf8", Unicode},
		"C":                       {"auto", "narrow", "LANG=C TERM=xterm-256color", ASCII},
		"posix":                   {"auto", "wide", "LANG=POSIX", ASCII},
		"latin":                   {"auto", "narrow", "LANG=de_DE.ISO-8859-1", ASCII},
		"no charset":              {"auto", "narrow", "LANG=de_DE", ASCII},
		"all wins":                {"auto", "narrow", "LC_ALL=C LC_CTYPE=C.UTF-8 LANG=C.UTF-8", ASCII},
		"ctype wins":              {"auto", "narrow", "LC_CTYPE=C.UTF-8 LANG=C", Unicode},
		"nothing":                 {"auto", "narrow", "TERM=xterm", Unicode},
		"a console":               {"auto", "narrow", "TERM=linux", ASCII},
		"a console of UTF-8":      {"auto", "narrow", "TERM=linux LANG=C.UTF-8", ASCII},
		"a console of many signs": {"unicode", "narrow", "TERM=linux LANG=C.UTF-8", Unicode},
		"an old terminal":         {"auto", "narrow", "TERM=vt220", ASCII},
		"wide":                    {"auto", "wide", "LANG=ja_JP.UTF-8", Wide},
		"narrow, wherever one is": {"auto", "narrow", "LANG=ja_JP.UTF-8", Unicode},
		"ascii by setting":        {"ascii", "wide", "LANG=C.UTF-8", ASCII},
		"unicode by setting":      {"unicode", "narrow", "LANG=C", Unicode},
		"wide by both":            {"unicode", "wide", "LANG=C", Wide},
	} {
		env := func(name string) string {
			for _, pair := range strings.Fields(test.env) {
				if value, ok := strings.CutPrefix(pair, name+"="); ok {
					return value
				}
			}
			return ""
		}
		if got := Choose(test.glyphs, test.ambiguous, env); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

func TestLineInASCII(t *testing.T) {
	for text, want := range map[string]string{
		"plain": "plain", "": "", "Hôtel Élysée": "Hotel Elysee", "e\u0301a": "ea", "東京 Tokyo": "???? Tokyo", "👍🏽!": "??!",
		"┌──┬─┐": "+--+-+", "│ a › b …": "| a > b ~", "≈ 12 – 13 · x": "~ 12 - 13 | x", "·  · 1": ".  . 1", "▁▂▃▄▅▆▇█": "_.:-=+*#", "M··· •••": "M... ***",
		"Straße Łódź": "Strase Lodz", "Ａ１": "A 1 ", "→←↑↓": "><^v", "“a” ‘b’": "\"a\" 'b'", "m² ½": "m2 ?", "a\u00a0b": "a b", "\u200b": "",
		"⠀⠁⡀⠁⣿⡇": " '.'#:", "Жуков": "?????", "\x1b[1mé\x1b[0m \x1b[38;5;75m─\x1b[m": "\x1b[1me\x1b[0m \x1b[38;5;75m-\x1b[m",
		"\x1b[1m\u0301x": "\x1b[1mx", "\xe9": "?", "1\ufe0f\u20e3": "1",
	} {
		got := ASCII.Line(text)
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if Unicode.Line(text) != text {
			t.Errorf("%q is changed for a terminal that has it", text)
		}
	}
}

// The wide set draws lines and signs of its own in ASCII, and counts two cells for what is left.
func TestWide(t *testing.T) {
	for text, want := range map[string]struct {
		line  string
		cells int
	}{
		"plain": {"plain", 5}, "┌─┐│…": {"+-+|~", 5}, "é": {"é", 2}, "e\u0301": {"e\u0301", 1}, "Ω°±": {"Ω°±", 6}, "東京": {"東京", 4}, "›⠁": {"›⠁", 2},
		"½ m² ×": {"½ m² x", 2 + 1 + 1 + 2 + 1 + 1}, "★ ①": {"* ①", 4}, "🤷‍♂️": {"🤷‍♂️", 2}, "Жук": {"Жук", 6}, "\x1b[1mö\x1b[0m": {"\x1b[1mö\x1b[0m", 1},
		"\ue000": {"\ue000", 2}, "a–b": {"a-b", 3}, "à": {"à", 2}, "ᄀ": {"ᄀ", 2},
	} {
		line := Wide.Line(text)
		if line != want.line || Wide.Width(text) != want.cells || Wide.Width(line) != want.cells {
			t.Errorf("%q is %q of %d cells (%d before), want %q of %d", text, line, Wide.Width(line), Wide.Width(text), want.line, want.cells)
		}
		if Wide.Back(Wide.Measured(text)) != text {
			t.Errorf("%q comes back as %q", text, Wide.Back(Wide.Measured(text)))
		}
		if Wide.Doubtful(line) != (Unicode.Width(line) != want.cells) && text != "🤷‍♂️" {
			t.Errorf("%q doubtful: %v", line, Wide.Doubtful(line))
		}
		for cells := range want.cells {
			if cut := Wide.Truncate(text, cells); Wide.Width(cut) > cells {
				t.Errorf("%q cut to %d cells is %q", text, cells, cut)
			}
		}
	}
}

// Every sign that frames, charts and maps may be made of has a stand-in of its width.
func TestSignsHaveStandIns(t *testing.T) {
	for _, block := range [][2]rune{{0x2500, 0x259f}, {0x2800, 0x28ff}, {0x2190, 0x2193}, {0x2010, 0x2015}} {
		for r := block[0]; r <= block[1]; r++ {
			if sign, ok := drawn(r); !ok || sign == '?' {
				t.Errorf("%c (%U) has no stand-in", r, r)
			}
		}
	}
	for r := range pairs(signs) {
		if ansi.StringWidth(string(r)) != 1 {
			t.Errorf("%c (%U) takes more than the cell that its stand-in does", r, r)
		}
	}
}

// FuzzLine: whatever a line holds, what is sent takes the same cells, and for ASCII is ASCII.
func FuzzLine(f *testing.F) {
	for _, text := range []string{"é", "東京", "\x1b[1m\u0301", "👍🏽", "1\ufe0f\u20e3", "ΩΩ\u200d", "☎\ufe0f", "\U00038041", "\x1b[", "a\u0301\u0301", "─\u0301", "\u1100\u1161"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		// Texts are clean before they are laid out: what drives a terminal is drawn, and what is no UTF-8.
		text = strings.Map(func(r rune) rune {
			if r < ' ' || r >= 0x7f && r < 0xa0 {
				return '?'
			}
			return r
		}, strings.ToValidUTF8(text, "?"))
		got := ASCII.Line("\x1b[1m" + text + "\x1b[0m")
		for i := range len(got) {
			if got[i] >= 0x80 {
				t.Fatalf("%q is sent as %q", text, got)
			}
		}
		if Unicode.Width(got) != Unicode.Width("\x1b[1m"+text+"\x1b[0m") {
			t.Errorf("%q of %d cells is sent as %q of %d", text, Unicode.Width(text), got, Unicode.Width(got))
		}
		if Wide.Width(Wide.Line(text)) != Wide.Width(text) {
			t.Errorf("%q of %d cells is sent as %q of %d", text, Wide.Width(text), Wide.Line(text), Wide.Width(Wide.Line(text)))
		}
		if cut := Wide.Truncate(text, 5); Wide.Width(cut) > 5 {
			t.Errorf("%q is cut to %q", text, cut)
		}
	})
}
