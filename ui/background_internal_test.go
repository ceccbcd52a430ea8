package ui

import (
	"strings"
	"testing"
)

func TestParseBackground(t *testing.T) {
	for text, want := range map[string][2]bool{
		"11;rgb:0000/0000/0000": {false, true}, "11;rgb:ffff/ffff/ffff": {true, true}, "11;rgb:f/f/f": {true, true},
		"11;rgb:1e1e/1e1e/1e1e": {false, true}, "11;rgb:28/2c/34": {false, true}, "11;rgb:fdfd/f6f6/e3e3": {true, true},
		"11;rgba:ffff/ffff/ffff/8000": {true, true}, "11;rgb:000/fff/000": {true, true},
		"10;rgb:ffff/ffff/ffff": {}, "11;rgb:ffff/ffff": {}, "11;rgb:fffff/ffff/ffff": {}, "11;rgb:g/0/0": {}, "11;?": {},
		"11;rgb:+f/0/0": {}, "11;rgb://": {}, "": {}, "11;#ffffff": {}, "11;rgb:ffff/ffff/ffff/ffff/ffff": {},
	} {
		if light, ok := parseBackground(text); light != want[0] || ok != want[1] {
			t.Errorf("%q: light %v, understood %v", text, light, ok)
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
		light, ok := parseBackground(text)
		if light && !ok || ok && !strings.HasPrefix(text, "11;rgb") {
			t.Errorf("%q: light %v, understood %v", text, light, ok)
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

// Text can be read on the backgrounds that people have, not on pure black and white alone; what does
// nothing now may be fainter.
func TestTextCanBeReadOnUsualBackgrounds(t *testing.T) {
	for name, backs := range map[string][]string{
		ThemeDark:  {"#000000", "#1e1e1e", "#282c34", "#002b36"},
		ThemeLight: {"#ffffff", "#fdf6e3", "#fafafa", "#eeeeee"},
	} {
		p := palettes()[name]
		for _, back := range backs {
			for what, c := range map[string]color{
				"muted": p.muted, "accent": p.accent, "good": p.good, "warn": p.warn, "bad": p.bad, "money": p.money,
			} {
				for _, shown := range []string{c.rgb, rgbOf(t, c.index)} {
					if got := contrast(t, shown, back); got < 4.5 {
						t.Errorf("%s: %s %s on %s is %.2f to 1", name, what, shown, back, got)
					}
				}
			}
			if got := contrast(t, p.dim.rgb, back); got < 2.9 {
				t.Errorf("%s: dim on %s is %.2f to 1", name, back, got)
			}
		}
	}
}

// With 16 colours the terminal's own palette decides; in those of xterm and of the VGA text can be read.
func TestTextCanBeReadWith16Colours(t *testing.T) {
	xterm := strings.Fields("#000000 #cd0000 #00cd00 #cdcd00 #0000ee #cd00cd #00cdcd #e5e5e5 #7f7f7f #ff0000 #00ff00 #ffff00 #5c5cff #ff00ff #00ffff #ffffff")
	vga := strings.Fields("#000000 #aa0000 #00aa00 #aa5500 #0000aa #aa00aa #00aaaa #aaaaaa #555555 #ff5555 #55ff55 #ffff55 #5555ff #ff55ff #55ffff #ffffff")
	for name, back := range map[string]string{ThemeDark: "#000000", ThemeLight: "#ffffff"} {
		p := palettes()[name]
		for what, c := range map[string]color{
			"muted": p.muted, "accent": p.accent, "good": p.good, "warn": p.warn, "bad": p.bad, "money": p.money,
		} {
			for _, own := range [][]string{xterm, vga} {
				at := 0
				for _, digit := range c.basic {
					at = at*10 + int(digit-'0')
				}
				if got := contrast(t, own[at], back); got < 4 {
					t.Errorf("%s: %s, colour %s, is %.2f to 1", name, what, c.basic, got)
				}
			}
		}
	}
}
