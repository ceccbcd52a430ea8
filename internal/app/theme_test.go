package app

import (
	"strings"
	"testing"

	"bellhop/config"
	"bellhop/ui"
	"bellhop/ui/scheme"
)

func colours(at ...config.ThemeColor) painting {
	return painting{overrides: at, colors: ui.TrueColor}
}

func override(theme, name, text string, line int) config.ThemeColor {
	return config.ThemeColor{Theme: theme, Name: name, Text: text, File: "/c/config.toml", Line: line}
}

func TestColoursThatAreHardToRead(t *testing.T) {
	grey := override("", "muted", "#333333", 4)
	for name, test := range map[string]struct {
		painting painting
		theme    string
		back     scheme.RGB
		want     []string
	}{
		"on black": {colours(grey), ui.ThemeDark, scheme.Black, []string{"/c/config.toml:4: in the theme dark, muted is #333333 on #000000: a contrast of 1.7 to 1, and 4.5 is easy to read"}},
		"on white": {colours(grey), ui.ThemeLight, scheme.White, nil},
		"its own":  {colours(grey), ui.ThemeDark, scheme.RGB{R: 0x44, G: 0x44, B: 0x44}, []string{"muted is #333333 on #444444"}},
		"special":  {colours(grey, override("dark", "muted", "#dddddd", 6)), ui.ThemeDark, scheme.Black, nil},
		"special first": {
			colours(override("dark", "muted", "#222222", 2), grey), ui.ThemeDark, scheme.Black, []string{"toml:2: in the theme dark, muted is #222222"},
		},
		"other theme":   {colours(override("light", "muted", "#dddddd", 6)), ui.ThemeDark, scheme.Black, nil},
		"behind":        {colours(override("", "cursor_back", "white", 9)), ui.ThemeDark, scheme.Black, []string{"toml:9: in the theme dark, cursor is #ffffff on cursor_back #e5e5e5: a contrast of 1.3 to 1"}},
		"high contrast": {colours(override("high-contrast", "good", "bright-green", 5)), ui.ThemeHighContrast, scheme.White, []string{"in the theme high-contrast on light, good is #"}},
		"no colours":    {colours(grey), ui.ThemeNone, scheme.Black, nil},
		"two":           {colours(override("", "rule", "#000000", 2), grey), ui.ThemeDark, scheme.Black, []string{"muted is", "rule is #000000 on #000000: a contrast of 1.0 to 1, and 2 is easy"}},
	} {
		_, hard := test.painting.theme(test.theme, test.back)
		var b strings.Builder
		tell(&b, hard)
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if b.Len() == 0 {
			lines = nil
		}
		if len(lines) != len(test.want) {
			t.Errorf("%s: %q", name, lines)
			continue
		}
		for i, want := range test.want {
			if !strings.HasPrefix(lines[i], "bellhop: /c/config.toml:") || !strings.Contains(lines[i], want) {
				t.Errorf("%s: %q, want %q", name, lines[i], want)
			}
		}
	}
	_, hard := colours(grey, override("", "good", "black", 12)).theme(ui.ThemeDark, scheme.Black)
	if got := warning(hard); got != "muted has a contrast of 1.7 to 1 (config.toml:4), and 1 more" {
		t.Errorf("the footer says %q", got)
	}
}

// What the terminal says of its background changes the scheme and keeps the file's colours, and a warning that is not
// true there goes.
func TestAdaptKeepsTheColoursOfTheFile(t *testing.T) {
	s := &session{painting: colours(override("", "accent", "#123456", 4), override("light", "money", "red", 7))}
	s.cfg.Preferences.Theme.Text = "auto"
	var hard []hardToRead
	if s.theme, hard = s.painting.theme(ui.ThemeDark, scheme.Black); len(hard) != 1 {
		t.Errorf("on black %v", hard)
	}
	theme, warning := s.adapt()(scheme.White)
	if got := theme.Accent.Render("x") + theme.Money.Render("x"); warning != "" || theme.Name != ui.ThemeLight || got != "\x1b[38;2;18;52;86mx\x1b[0m\x1b[31mx\x1b[0m" {
		t.Errorf("on white it is %s, %q, and warns %q", theme.Name, got, warning)
	}
	s.cfg.Preferences.Theme.Text = ui.ThemeHighContrast
	if theme, _ := s.adapt()(scheme.White); strings.Contains(theme.Muted.Render("x"), "255;255;255") || strings.Contains(theme.Muted.Render("x"), "231") {
		t.Errorf("high contrast is white on white: %q", theme.Muted.Render("x"))
	}
	if theme, _ := (painting{colors: ui.NoColors}).theme(ui.ThemeDark, scheme.Black); theme.Name != ui.ThemeNone || theme.Cursor.Render("x") != "\x1b[7mx\x1b[0m" {
		t.Errorf("without colours the theme is %s, and the cursor %q", theme.Name, theme.Cursor.Render("x"))
	}
	for _, chosen := range []string{ui.ThemeDark, ui.ThemeLight, ui.ThemeNone} {
		if s.cfg.Preferences.Theme.Text = chosen; s.adapt() != nil {
			t.Errorf("the theme %s asks for the background", chosen)
		}
	}
}
