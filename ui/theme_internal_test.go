package ui

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// luminance is the relative luminance of "#rrggbb" (WCAG 2.1).
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			t.Fatalf("%q is no colour: %v", hex, err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	x, y := luminance(t, a), luminance(t, b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// rgbOf is the colour of a number from 16 of the 256: cube or grey.
func rgbOf(t *testing.T, index string) string {
	t.Helper()
	n, err := strconv.Atoi(index)
	if err != nil || n < 16 || n > 255 {
		t.Fatalf("%q is not one of the fixed colours", index)
	}
	hex := func(r, g, b int) string {
		return "#" + strings.Join([]string{pair(r), pair(g), pair(b)}, "")
	}
	if n >= 232 {
		return hex(8+10*(n-232), 8+10*(n-232), 8+10*(n-232))
	}
	level := func(i int) int {
		if i == 0 {
			return 0
		}
		return 55 + 40*i
	}
	n -= 16
	return hex(level(n/36), level(n/6%6), level(n%6))
}

func pair(n int) string {
	s := strconv.FormatInt(int64(n), 16)
	if len(s) == 1 {
		return "0" + s
	}
	return s
}

func TestTextCanBeReadInEveryTheme(t *testing.T) {
	for name, want := range map[string]struct {
		back  string
		ratio float64
	}{ThemeDark: {"#000000", 4.5}, ThemeLight: {"#ffffff", 4.5}, ThemeHighContrast: {"#000000", 7}} {
		p := palettes()[name]
		for what, pair := range map[string][2]color{
			"muted": {p.muted}, "accent": {p.accent}, "good": {p.good}, "warn": {p.warn}, "bad": {p.bad},
			"money": {p.money}, "cursor": {p.cursor, p.cursorBack}, "live": {p.live, p.liveBack},
		} {
			back := want.back
			if pair[1].rgb != "" {
				back = pair[1].rgb
			}
			if got := contrast(t, pair[0].rgb, back); got < want.ratio {
				t.Errorf("%s: %s is %s on %s: %.2f to 1, want %v", name, what, pair[0].rgb, back, got, want.ratio)
			}
		}
	}
}

func TestColoursAreTheSameWith256(t *testing.T) {
	for name, p := range palettes() {
		for _, i := range []color{
			p.muted, p.accent, p.good, p.warn, p.bad, p.money, p.rule, p.cursor, p.cursorBack, p.live, p.liveBack,
		} {
			if got := rgbOf(t, i.index); got != i.rgb {
				t.Errorf("%s: colour %s is %s, not %s", name, i.index, got, i.rgb)
			}
		}
	}
}

func TestThemes(t *testing.T) {
	for _, name := range []string{ThemeDark, ThemeLight, ThemeHighContrast, ThemeNone} {
		if got := NewThemeIn(name, Colors256).Name; got != name {
			t.Errorf("theme %q is called %q", name, got)
		}
	}
	if got := NewThemeIn("mauve", Colors256).Name; got != ThemeDark {
		t.Errorf("an unknown theme is %q, want dark", got)
	}
	if got := NewThemeIn(ThemeNone, Colors256).Bad.Render("x"); strings.Contains(got, "[3") || strings.Contains(got, ";3") {
		t.Errorf("the theme without colour has one: %q", got)
	}
	if got := NewThemeIn(ThemeDark, NoColors).Bad.Render("x"); got != "x" {
		t.Errorf("without colours a text is %q", got)
	}
	if got := NewThemeIn(ThemeDark, Colors256).Accent.Render("x"); got != "\x1b[38;5;75mx\x1b[0m" {
		t.Errorf("accent is %q", got)
	}
}
