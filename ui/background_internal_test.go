package ui

import (
	"strings"
	"testing"
	"time"

	"bellhop/ui/scheme"
)

func TestParseBackground(t *testing.T) {
	for text, want := range map[string][2]bool{
		"11;rgb:0000/0000/0000": {false, true}, "11;rgb:ffff/ffff/ffff": {true, true}, "11;rgb:f/f/f": {true, true},
		"11;rgb:1e1e/1e1e/1e1e": {false, true}, "11;rgb:28/2c/34": {false, true}, "11;rgb:fdfd/f6f6/e3e3": {true, true},
		"11;rgba:ffff/ffff/ffff/8000": {true, true}, "11;rgb:000/fff/000": {true, true},
		"10;rgb:ffff/ffff/ffff": {}, "11;rgb:ffff/ffff": {}, "11;rgb:fffff/ffff/ffff": {}, "11;rgb:g/0/0": {}, "11;?": {},
		"11;rgb:+f/0/0": {}, "11;rgb://": {}, "": {}, "11;#ffffff": {}, "11;rgb:ffff/ffff/ffff/ffff/ffff": {},
	} {
		if back, ok := parseBackground(text); ok && back.Light() != want[0] || ok != want[1] {
			t.Errorf("%q: %v, understood %v", text, back, ok)
		}
	}
	for text, want := range map[string]bool{
		"15;0": false, "0;15": true, "0;default;15": true, "7;8": false, "0;7": true, "": false, "15": false, "0;default": false, "0;-1": false, "0;99": false,
	} {
		if got := LightBackground(text); got != want {
			t.Errorf("COLORFGBG=%q: light %v", text, got)
		}
	}
}

func FuzzParseBackground(f *testing.F) {
	f.Add("11;rgb:ffff/ffff/ffff")
	f.Add("11;rgba:0/0/0/0")
	f.Fuzz(func(t *testing.T, text string) {
		back, ok := parseBackground(text)
		if back != (scheme.RGB{}) && !ok || ok && !strings.HasPrefix(text, "11;rgb") {
			t.Errorf("%q: %v, understood %v", text, back, ok)
		}
	})
}

// A theme that changes does so on every copy that a screen holds.
func TestThemeIsTakenByItsCopies(t *testing.T) {
	theme, light := NewThemeIn(ThemeDark, Colors256), NewThemeIn(ThemeLight, Colors256)
	held := theme
	theme.take(light)
	for i, style := range held.styles() {
		if style.Render("x") != light.styles()[i].Render("x") || style.Bold().Render("x") != light.styles()[i].Bold().Render("x") {
			t.Errorf("style %d is %q, want %q", i, style.Render("x"), light.styles()[i].Render("x"))
		}
	}
}

// An answer from far away is still one, a much later one is none; where none came in time the guess is told, once.
func TestTheBackgroundOfATerminalThatIsFarAway(t *testing.T) {
	light := NewThemeIn(ThemeLight, Colors256)
	shell := func() *Shell {
		return NewShell(Options{Theme: NewThemeIn(ThemeDark, Colors256), Guess: "muted is hard to read", Adapt: func(scheme.RGB) (Theme, string) { return light, "" }})
	}
	for after, taken := range map[time.Duration]bool{0: true, 700 * time.Millisecond: true, time.Minute: false} {
		s := shell()
		s.asked, s.askedAt = true, time.Now().Add(-after)
		s.adapt(scheme.White)
		if is := s.options.Theme.Accent.Render("x") == light.Accent.Render("x"); is != taken {
			t.Errorf("after %v it is light: %v, want %v", after, is, taken)
		}
		if told := s.route(backgroundDue{}) != nil; told == taken {
			t.Errorf("after %v the guess is told: %v", after, told)
		}
	}
	if s := NewShell(Options{Theme: light, Guess: "muted is hard to read"}); s.options.Warning != "muted is hard to read" {
		t.Errorf("where nobody is asked it warns of %q", s.options.Warning)
	}
}
