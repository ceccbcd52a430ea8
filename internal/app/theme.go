package app

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"bellhop/config"
	"bellhop/ui"
	"bellhop/ui/palette"
)

// A painting is how the console is coloured: by a palette, what the file puts in the place of some of its colours, and
// the colours that the terminal has.
type painting struct {
	overrides []config.ThemeColor
	colors    ui.Colors
}

func newPainting(cfg config.Config) painting {
	return painting{overrides: cfg.Colors, colors: ui.TerminalColors()}
}

// theme returns the theme of that name on a background, and what of the file's colours is hard to read there.
func (p painting) theme(name string, back palette.RGB) (ui.Theme, []hardToRead) {
	if name == ui.ThemeHighContrast && back.Light() {
		name = palette.HighContrastLight
	}
	base, coloured := palette.Of(name)
	if !coloured {
		return ui.NewThemeIn(name, p.colors), nil
	}
	var overrides []palette.Override
	for _, c := range p.overrides {
		if color, err := palette.ParseColor(c.Text); err == nil { // It has been checked.
			overrides = append(overrides, palette.Override{Palette: c.Palette, Name: c.Name, Color: color})
		}
	}
	own := base.With(name, overrides)
	var hard []hardToRead
	for _, low := range own.Low(back, p.colors) {
		if c, ok := p.cause(low, name); ok {
			hard = append(hard, hardToRead{low, c, name})
		}
	}
	return ui.NewThemeOf(name, own, p.colors), hard
}

// cause is the colour of the file that a pair is hard to read for; false where both are the palette's own.
func (p painting) cause(low palette.Low, name string) (found config.ThemeColor, ok bool) {
	for _, part := range []string{low.BehindName, low.Name} {
		for _, c := range p.overrides {
			special := palette.Override{Palette: c.Palette}.For(name)
			if c.Name == part && special && (!ok || c.Palette != "" || c.Name != found.Name) {
				found, ok = c, true
			}
		}
	}
	return found, ok
}

// hardToRead is a colour of the file that does not stand out from what is behind it.
type hardToRead struct {
	palette.Low
	cause config.ThemeColor
	theme string
}

func (h hardToRead) String() string {
	behind := h.Behind.String()
	if h.BehindName != "" {
		behind = h.BehindName + " " + behind
	}
	return fmt.Sprintf("%s:%d: in the theme %s, %s is %s on %s: a contrast of %.1f to 1, and %g is easy to read",
		h.cause.File, h.cause.Line, h.theme, h.Name, h.Color, behind, h.Ratio, h.Least)
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

// themeName returns the palette to draw with: no colours where the environment asks
// for none and no palette was chosen.
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

func lightByEnv() bool { return ui.LightBackground(os.Getenv("COLORFGBG")) }

func byBackground(light bool) string {
	if light {
		return ui.ThemeLight
	}
	return ui.ThemeDark
}

// background is the one that a theme is drawn on as long as the terminal has not said its own.
func background(name string) palette.RGB {
	if name == ui.ThemeHighContrast && lightByEnv() {
		return palette.White
	}
	return palette.Background(name)
}

// adapt returns how the theme follows the terminal's background; nil where a palette for one background was chosen,
// or a play is shown, whose recording would hold the question.
func (s *session) adapt() func(back palette.RGB) (ui.Theme, string) {
	chosen := s.cfg.Preferences.Theme.Text
	if s.theme.Name == ui.ThemeNone || s.script != nil || chosen != "auto" && chosen != ui.ThemeHighContrast {
		return nil
	}
	return func(back palette.RGB) (ui.Theme, string) {
		name := chosen
		if name == "auto" {
			name = byBackground(back.Light())
		}
		theme, hard := s.painting.theme(name, back)
		return theme, warning(hard)
	}
}
