package ui

import (
	"strings"
	"testing"

	"bellhop/ui/scheme"
)

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

// On a terminal with 16 colours nothing else is sent, and bold changes no colour: there it draws the bright one.
func TestThemesWith16Colours(t *testing.T) {
	for _, name := range []string{ThemeDark, ThemeLight, ThemeHighContrast, scheme.HighContrastLight} {
		p, _ := scheme.Of(name)
		for i, style := range NewThemeOf(name, p, Colors16).styles() {
			for _, style := range []Style{style, style.Bold()} {
				sequence, _, _ := strings.Cut(style.Render("x"), "x")
				bold, dark := false, false
				for _, code := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(sequence, "\x1b["), "m"), ";") {
					switch {
					case code == "38", code == "48":
						t.Errorf("%s: style %d is %q, which not every terminal with 16 colours has", name, i, sequence)
					case code == "1":
						bold = true
					case len(code) == 2 && code[0] == '3':
						dark = true
					}
				}
				if bold && dark {
					t.Errorf("%s: style %d is %q: bold makes another colour of it", name, i, sequence)
				}
			}
		}
	}
}

// An override is drawn, whatever the terminal has.
func TestThemeOfASchemeWithOverrides(t *testing.T) {
	p, _ := scheme.Of(ThemeDark)
	p.Accent, _ = scheme.ParseColor("#123456")
	for colors, want := range map[Colors]string{TrueColor: "38;2;18;52;86", Colors256: "38;5;23", Colors16: "30"} {
		if got := NewThemeOf(ThemeDark, p, colors).Accent.Render("x"); got != "\x1b["+want+"mx\x1b[0m" {
			t.Errorf("with colours of kind %d it is %q, want %s", colors, got, want)
		}
	}
}
