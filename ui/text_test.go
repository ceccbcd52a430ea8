package ui_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

// texts makes what a hotel name may hold: wide, combining and joined
// characters, flags, styles, line breaks, and bytes that are no text.
func texts() *rapid.Generator[string] {
	pieces := []string{
		"a", "Zürich", " ", "  ", "東京", "ｱ", "e\u0301", "\u0301", "👩‍👩‍👧", "🇨🇭", "❤️", "1️⃣", "क्षि", "한",
		"\x1b[31mred\x1b[0m", "\x1b[1m", "\n", "\t", "…", "\u200b", "\u00ad", "\xff", "★", "–", "aaaaaaaaaaaaaaaa",
	}
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(t, "pieces"), "")
	})
}

func TestTextIsExactlyAsWideAsAsked(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, w := texts().Draw(t, "s"), rapid.IntRange(-3, 40).Draw(t, "w")
		checkText(t, s, w)
		h := rapid.IntRange(-2, 5).Draw(t, "h")
		block := ui.PadBlock(strings.Split(s, "a"), w, h)
		if len(block) != max(h, 0) {
			t.Fatalf("PadBlock gave %d lines for %d", len(block), h)
		}
		for _, line := range block {
			if got := ui.Width(line); got != max(w, 0) {
				t.Fatalf("PadBlock line %q is %d wide, want %d", line, got, w)
			}
		}
	})
}

type fataler interface {
	Fatalf(format string, args ...any)
}

func checkText(t fataler, s string, w int) {
	for name, got := range map[string]string{
		"Truncate": ui.Truncate(s, w), "CutLeft": ui.CutLeft(s, w),
	} {
		if ui.Width(got) > max(w, 0) {
			t.Fatalf("%s(%q, %d) = %q, %d wide", name, s, w, got, ui.Width(got))
		}
	}
	for name, got := range map[string]string{
		"Fit": ui.Fit(s, w), "FitRight": ui.FitRight(s, w), "Spread": ui.Spread(s, s, w),
	} {
		if ui.Width(got) != max(w, 0) || strings.ContainsAny(got, "\n\t") {
			t.Fatalf("%s(%q, %d) = %q, %d wide", name, s, w, got, ui.Width(got))
		}
	}
	for _, line := range ui.Wrap(s, w) {
		if ui.Width(line) > max(w, 0) || strings.Contains(line, "\n") {
			t.Fatalf("Wrap(%q, %d) has the line %q, %d wide", s, w, line, ui.Width(line))
		}
	}
}

func FuzzText(f *testing.F) {
	for _, s := range []string{"", "plain", "東京 hotel", "\x1b[31mred\x1b[0m", "👩‍👩‍👧 family", "a\tb\nc", "\xff\xfe", "\x1b]8;;x\x07y"} {
		f.Add(s, 7)
	}
	f.Fuzz(func(t *testing.T, s string, w int) {
		if w > 500 {
			t.Skip()
		}
		checkText(t, s, w)
	})
}

func TestCuts(t *testing.T) {
	for _, c := range []struct{ name, got, want string }{
		{"fits", ui.Fit("Aldwych", 9), "Aldwych  "},
		{"cut", ui.Fit("Aldwych", 4), "Ald…"},
		{"wide at the cut", ui.Fit("東京都", 4), "東… "},
		{"numbers", ui.FitRight("612.40", 9), "   612.40"},
		{"left", ui.CutLeft("hotels › rates", 8), "…› rates"},
		{"one cell", ui.Truncate("ab", 1), "…"},
		{"none", ui.Truncate("ab", 0), ""},
		{"colour is closed", ui.TruncateDrawn("\x1b[31mlong red\x1b[0m", 5), "\x1b[31mlong…\x1b[0m"},
		{"a style in a plain text", ui.Fit("\x1b[31mred", 9), "␛[31mred "},
		{"a title in a drawn line", ui.FitDrawn("\x1b[1ma\x1b[0m\x1b]0;x\a", 8), "\x1b[1ma\x1b[0m␛]0;x␇ "},
		{"ends", ui.Spread("left", "right", 12), "left   right"},
	} {
		if c.got != c.want {
			t.Errorf("%s: %q, want %q", c.name, c.got, c.want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  []string
	}{
		{"", 10, []string{""}},
		{"free until Thu 10 Dec", 10, []string{"free until", "Thu 10 Dec"}},
		{"one\n\ntwo", 10, []string{"one", "", "two"}},
		{"abcdefghijkl", 5, []string{"abcde", "fghij", "kl"}},
		{"x", 0, []string{""}},
		{"in 7 d 20 h left", 9, []string{"in", "7 d 20 h", "left"}},
		{"it costs 116.16 GBP now", 16, []string{"it costs", "116.16 GBP now"}},
		{"it costs 1,116.16 GBP", 6, []string{"it", "costs", "1,116.", "16 GBP"}},
		{"in room 3 do it", 9, []string{"in room 3", "do it"}},
		{"no rooms (request 0f3c-11ab-77)", 28, []string{"no rooms", "(request 0f3c-11ab-77)"}},
		{"no rooms (request 0f3c-11ab-77)", 14, []string{"no rooms", "(request", "0f3c-11ab-77)"}},
		{"no rooms (request 0f3c-11ab-77)", 9, []string{"no rooms", "(request", "0f3c-", "11ab-77)"}},
		{"a well-known place", 8, []string{"a well-", "known", "place"}},
	} {
		if diff := cmp.Diff(c.want, ui.Wrap(c.text, c.width)); diff != "" {
			t.Errorf("Wrap(%q, %d): %s", c.text, c.width, diff)
		}
	}
}

// Unbreakable is what this expression finds; it is too slow for every line of
// every frame.
func TestWhatIsUnbreakable(t *testing.T) {
	unbreakable := regexp.MustCompile(`\(\pL+ [^\s()]+\)|\d[\d.,]* (?:d|h|min|s|[A-Z]{3})\b(?: \d+ (?:h|min|s)\b)?|[0-9A-Za-z_]+(?:-[0-9A-Za-z_]+)+`)
	withoutBreaks := strings.NewReplacer(" ", "\u00a0", "-", "\u2011")
	var keepTogether func(text string, width int) string
	keepTogether = func(text string, width int) string {
		return unbreakable.ReplaceAllStringFunc(text, func(part string) string {
			switch {
			case len(part) > width && part[0] == '(':
				return part[:1] + keepTogether(part[1:], width)
			case len(part) > width || !strings.ContainsAny(part, " 0123456789"):
				return part
			}
			return withoutBreaks.Replace(part)
		})
	}
	pieces := []string{
		"(", ")", "(", " ", " ", " ", "-", "-", ".", ",", "1", "20", "d", "h", "min", "s", "GBP", "EUR", "Eu", "request", "É", "_", "\t", "·", "東", "\xff",
	}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces"), "")
		width := rapid.IntRange(1, 20).Draw(t, "width")
		if got, want := ui.KeepTogether(text, width), keepTogether(text, width); got != want {
			t.Fatalf("%q in %d cells is kept together as %q, want %q", text, width, got, want)
		}
	})
}

// The fast measure of a text, without the grapheme tables, agrees with the width that is drawn.
func TestWidthIsThatOfTheGraphemes(t *testing.T) {
	every := []rune(nil)
	for r := ' '; r < 0x3000; r++ {
		every = append(every, r)
	}
	check := func(t fataler, text string) {
		if got, want := ui.Width(text), ansi.StringWidth(ui.TruncateDrawn(text, 1000)); got != want {
			t.Fatalf("%q is %d wide, want %d", text, got, want)
		}
	}
	for _, r := range every {
		check(t, string(r))
		check(t, "a"+string(r)+"b")
	}
	pieces := []string{"\x1b[1m", "\x1b[38;5;75m", "\x1b[0m", "\x1b[m", "\x1b[2J", "\x1b[", "\x1b", "\x1b]8;;x\x07", "\u0301", "\u200d", "東", "👩", "\xff", "\n", "\x7f", "\u009b"}
	rapid.Check(t, func(t *rapid.T) {
		one := rapid.OneOf(rapid.SampledFrom(pieces), rapid.Custom(func(t *rapid.T) string { return string(rapid.SampledFrom(every).Draw(t, "rune")) }))
		check(t, strings.Join(rapid.SliceOfN(one, 0, 12).Draw(t, "pieces"), ""))
	})
}

func TestColumnsPadBothSides(t *testing.T) {
	got := ui.Columns([]string{"a", "bbbbb"}, 3, "|", []string{"c"}, 2, 2)
	if diff := cmp.Diff([]string{"a  |c ", "bb…|  "}, got); diff != "" {
		t.Error(diff)
	}
}

func TestDetails(t *testing.T) {
	d := ui.NewDetails(uitest.Theme()).
		Heading("Stay").Add("check-in", "Sat 12 Dec 2026").Add("left out", "").
		Add("terms", "free until Thu 10 Dec 18:00 at the hotel").
		Heading("Guest").Add("name", "Ada")
	want := "Stay\ncheck-in  Sat 12 Dec 2026\nterms     free until Thu 10\n          Dec 18:00 at the\n" +
		"          hotel\n\nGuest\nname      Ada"
	if diff := cmp.Diff(want, uitest.Plain(strings.Join(d.Lines(30), "\n"))); diff != "" {
		t.Error(diff)
	}
	for width := range 40 {
		for _, line := range d.Lines(width) {
			if ui.Width(line) > width {
				t.Fatalf("at %d the line %q is %d wide", width, line, ui.Width(line))
			}
		}
	}
}

func TestNotice(t *testing.T) {
	lines := ui.Notice(uitest.Theme(), 24, ui.NoticeBad, "No answer", "The service did not answer in time.", "r retry", "")
	want := "No answer\nThe service did not\nanswer in time.\n\nr retry"
	if diff := cmp.Diff(want, uitest.Plain(strings.Join(lines, "\n"))); diff != "" {
		t.Error(diff)
	}
}
