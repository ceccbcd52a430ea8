package config

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func words() ThemeWords {
	return ThemeWords{
		Themes: []string{"dark", "light"}, Names: []string{"accent", "muted"}, Colors: []string{"red", "blue"},
		CheckColor: func(text string) error {
			if text == "red" || text == "75" {
				return nil
			}
			return errors.New(text + " is no colour")
		},
	}
}

func TestThemeColors(t *testing.T) {
	p := home(t, "[theme]\naccent = 75\nlight.accent = \"red\"\n\n[theme.dark]\n\n\"muted\" = \"red\"\n[preferences]\nglyphs = \"ascii\"\nambiguous_width = \"wide\"\n", "")
	c, err := Load(Inputs{Paths: p, Theme: words()})
	if err != nil {
		t.Fatal(err)
	}
	want := []ThemeColor{
		{"", "accent", "75", p.ConfigFile, 2}, {"light", "accent", "red", p.ConfigFile, 3}, {"dark", "muted", "red", p.ConfigFile, 7},
	}
	if diff := cmp.Diff(want, c.Colors); diff != "" {
		t.Error(diff)
	}
	if g, a := c.Preferences.Glyphs, c.Preferences.Ambiguous; g != (Setting{"ascii", p.ConfigFile}) || a != (Setting{"wide", p.ConfigFile}) {
		t.Errorf("glyphs %v, ambiguous %v", g, a)
	}
	c, err = Load(Inputs{Paths: home(t, "", "")})
	if g, a := c.Preferences.Glyphs, c.Preferences.Ambiguous; err != nil || g != (Setting{"auto", sourceDefault}) || a != (Setting{"narrow", sourceDefault}) {
		t.Errorf("by default glyphs %v, ambiguous %v, %v", g, a, err)
	}
}

func TestWrongThemeColors(t *testing.T) {
	for text, want := range map[string]string{
		"[theme]\naccnt = \"red\"":               "config.toml:2:1: unknown key theme.accnt; did you mean accent?",
		"[theme]\naccent = \"rde\"":              "config.toml:2:1: rde is no colour; did you mean red?",
		"[theme]\naccent = 300":                  "config.toml:2:1: 300 is no colour",
		"[theme]\naccent = \"\"":                 "config.toml:2:1:  is no colour",
		"[theme]\naccent = true":                 "config.toml:2:1: theme.accent must be text, and is true or false",
		"[theme]\naccent = 1.5":                  "config.toml:2:1: theme.accent must be text, and is a number",
		"[theme.ligth]\naccent = \"red\"":        `config.toml:1:2: there are no colours for a theme "ligth"; did you mean light?`,
		"[theme.light]\nacent = \"red\"":         "config.toml:2:1: unknown key theme.light.acent; did you mean accent?",
		"[theme]\nlight = \"red\"":               "config.toml:2:1: theme.light must be a table, and is a colour; write [theme.light]",
		"theme = \"dark\"":                       "config.toml:1:1: theme must be a table of colours, and is text; the name of a theme stands in [preferences]",
		"[theme.light.accent]\nred = \"red\"":    "theme.light.accent must be text, and is a table",
		"[preferences]\nglyphs = \"asci\"":       `config.toml:2:1: unknown glyphs "asci"; did you mean ascii?`,
		"[preferences]\nambiguous_width = \"2\"": `config.toml:2:1: unknown ambiguous_width "2"; known are narrow, wide`,
	} {
		_, err := Load(Inputs{Paths: home(t, text+"\n", ""), Theme: words()})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gave %v, want %q", text, err, want)
		}
	}
}
