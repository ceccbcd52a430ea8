package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bellhop/config"
	"bellhop/ui"
	"bellhop/ui/scheme"
)

// A painting is how the console is coloured: by a scheme, what the file puts in the place of some of its colours, and
// the colours that the terminal has.
type painting struct {
	overrides []config.ThemeColor
	colors    ui.Colors
}

func newPainting(cfg config.Config) painting {
	return painting{overrides: cfg.Colors, colors: ui.TerminalColors()}
}

// theme returns the theme of that name on a background, and what of the file's colours is hard to read there.
func (p painting) theme(name string, back scheme.RGB) (ui.Theme, []hardToRead) {
	if name == ui.ThemeHighContrast && back.Light() {
		name = scheme.HighContrastLight
	}
	base, coloured := scheme.Of(name)
	if !coloured || p.colors == ui.NoColors {
		// A terminal without colours still has bold and reversed text.
		return ui.NewThemeIn(ui.ThemeNone, ui.Colors16), nil
	}
	overrides := make([]scheme.Override, len(p.overrides))
	for i, c := range p.overrides {
		color, _ := scheme.ParseColor(c.Text) // It has been checked.
		overrides[i] = scheme.Override{Scheme: c.Theme, Name: c.Name, Color: color}
	}
	var hard []hardToRead
	for _, low := range scheme.Hard(name, overrides, back, p.colors) {
		hard = append(hard, hardToRead{low, p.overrides[low.Cause], name})
	}
	return ui.NewThemeOf(name, base.With(name, overrides), p.colors), hard
}

// hardToRead is a colour of the file that does not stand out from what is behind it.
type hardToRead struct {
	scheme.Low
	cause config.ThemeColor
	theme string
}

func (h hardToRead) String() string {
	return fmt.Sprintf("%s:%d: in the theme %s, %s", h.cause.File, h.cause.Line, h.theme, h.Low)
}

// warning says in one line for the footer what is hard to read.
func warning(hard []hardToRead) string {
	if len(hard) == 0 {
		return ""
	}
	h := hard[0]
	text := fmt.Sprintf("%s has a contrast of %.1f to 1 (%s:%d)", h.Name, h.Ratio, filepath.Base(h.cause.File), h.cause.Line)
	if len(hard) > 1 {
		text += fmt.Sprintf(", and %d more", len(hard)-1)
	}
	return text
}

// tell writes what is hard to read before the console opens, for who looks for it afterwards.
func tell(w io.Writer, hard []hardToRead) {
	for _, h := range hard {
		_, _ = fmt.Fprintln(w, "bellhop: "+h.String()) // Nobody is left to be told.
	}
}

// themeName returns the theme to draw with: no colours where the environment asks
// for none and no theme was chosen.
func themeName(cfg config.Config) string {
	_, colourless := os.LookupEnv("NO_COLOR")
	if colourless && cfg.Preferences.Theme.Text == "auto" {
		return "none"
	}
	if name := cfg.Preferences.Theme.Text; name != "auto" {
		return name
	}
	return byBackground(lightByEnv())
}

// guessed reports whether nobody has said yet what the theme is drawn on: then the footer tells what is hard to read there, once
// the terminal was asked and has answered or not.
func guessed(cfg config.Config) bool {
	return cfg.Preferences.Theme.Text == "auto" && os.Getenv("COLORFGBG") == ""
}

func lightByEnv() bool { return ui.LightBackground(os.Getenv("COLORFGBG")) }

func byBackground(light bool) string {
	if light {
		return ui.ThemeLight
	}
	return ui.ThemeDark
}

// background is the one that a theme is drawn on as long as the terminal has not said its own.
func background(name string) scheme.RGB {
	if name == ui.ThemeHighContrast && lightByEnv() {
		return scheme.White
	}
	return scheme.Background(name)
}

// adapt returns how the theme follows the terminal's background; nil where a theme for one background was chosen,
// or a play is shown, whose recording would hold the question.
func (s *session) adapt() func(back scheme.RGB) (ui.Theme, string) {
	chosen := s.cfg.Preferences.Theme.Text
	if s.theme.Name == ui.ThemeNone || s.script != nil || chosen != "auto" && chosen != ui.ThemeHighContrast {
		return nil
	}
	return func(back scheme.RGB) (ui.Theme, string) {
		name := chosen
		if name == "auto" {
			name = byBackground(back.Light())
		}
		theme, hard := s.painting.theme(name, back)
		return theme, warning(hard)
	}
}
