package ui

import (
	"os"

	"github.com/charmbracelet/lipgloss"
)

// A Theme names the meanings that colour may carry. It is built once and
// passed down; no colour stands anywhere else. Every meaning is also carried
// by words, so that the theme without colour loses nothing.
type Theme struct {
	Name    string
	Plain   lipgloss.Style // ordinary text
	Muted   lipgloss.Style // labels, hints
	Accent  lipgloss.Style // the product, focus, keys
	Good    lipgloss.Style
	Warn    lipgloss.Style
	Bad     lipgloss.Style
	Money   lipgloss.Style
	Title   lipgloss.Style // headings in a body
	Cursor  lipgloss.Style // the row or field under the cursor
	Rule    lipgloss.Style // lines and frames
	Sandbox lipgloss.Style // the environment's word in the header
	Live    lipgloss.Style // the same in production
	// Presenter is the mode for an audience: how things are shown is one
	// question. Nil is a console without it.
	Presenter *Presenter
}

// The names that NewTheme takes.
const (
	ThemeDark         = "dark"
	ThemeLight        = "light"
	ThemeHighContrast = "high-contrast"
	ThemeNone         = "none"
)

// Colors is how many colours the terminal has.
type Colors int

// The numbers are those of the renderer's own profiles.
const (
	TrueColor Colors = iota
	Colors256
	Colors16
	NoColors
)

// NewTheme builds the theme of that name with as many colours as the terminal
// at standard output has, by its environment. An unknown name is dark. The
// terminal is not asked anything.
func NewTheme(name string) Theme {
	r := lipgloss.NewRenderer(os.Stdout)
	return buildTheme(name, r)
}

// NewThemeIn is NewTheme with the number of colours given, for tests and for
// outputs that are not the standard one.
func NewThemeIn(name string, colors Colors) Theme {
	r := lipgloss.NewRenderer(os.Stdout)
	switch colors {
	case TrueColor:
		r.SetColorProfile(0)
	case Colors256:
		r.SetColorProfile(1)
	case Colors16:
		r.SetColorProfile(2)
	case NoColors:
		r.SetColorProfile(3)
	}
	return buildTheme(name, r)
}

func buildTheme(name string, r *lipgloss.Renderer) Theme {
	// Known before the first style, or the renderer would ask the terminal.
	r.SetHasDarkBackground(name != ThemeLight)
	p, known := palettes()[name]
	switch {
	case name == ThemeNone:
		return colourless(r)
	case !known:
		name, p = ThemeDark, palettes()[ThemeDark]
	}
	fore := func(i ink) lipgloss.Style { return r.NewStyle().Foreground(i.color()) }
	return Theme{
		Name:    name,
		Plain:   r.NewStyle(),
		Muted:   fore(p.muted),
		Accent:  fore(p.accent),
		Good:    fore(p.good),
		Warn:    fore(p.warn),
		Bad:     fore(p.bad).Bold(true),
		Money:   fore(p.money),
		Title:   r.NewStyle().Bold(true),
		Cursor:  fore(p.cursor).Background(p.cursorBack.color()).Bold(true),
		Rule:    fore(p.rule),
		Sandbox: fore(p.good).Bold(true),
		Live:    fore(p.live).Background(p.liveBack.color()).Bold(true),
	}
}

// colourless tells apart by weight and reversal only, and works on any
// terminal, light or dark.
func colourless(r *lipgloss.Renderer) Theme {
	plain, bold := r.NewStyle(), r.NewStyle().Bold(true)
	return Theme{
		Name: ThemeNone, Plain: plain, Muted: plain, Accent: bold,
		Good: plain, Warn: bold, Bad: bold, Money: plain, Title: bold,
		Cursor: r.NewStyle().Reverse(true), Rule: plain, Sandbox: bold,
		Live: bold.Reverse(true),
	}
}

// An ink is one colour on terminals of each kind: 24 bits, 256, 16.
type ink struct{ rgb, index, basic string }

func (i ink) color() lipgloss.CompleteColor {
	return lipgloss.CompleteColor{TrueColor: i.rgb, ANSI256: i.index, ANSI: i.basic}
}

// A palette is the inks of one theme. Text that stands on the terminal's own
// background reaches a contrast of 4.5 to 1 on black or white.
type palette struct {
	muted, accent, good, warn, bad, money, rule ink
	cursor, cursorBack, live, liveBack          ink
}

func palettes() map[string]palette {
	white, black := ink{"#ffffff", "231", "15"}, ink{"#000000", "16", "0"}
	red := ink{"#af0000", "124", "1"}
	return map[string]palette{
		ThemeDark: {
			muted: ink{"#a8a8a8", "248", "7"}, accent: ink{"#5fafff", "75", "12"},
			good: ink{"#5fd787", "78", "10"}, warn: ink{"#ffd75f", "221", "11"},
			bad: ink{"#ff8787", "210", "9"}, money: ink{"#ffd7af", "223", "15"},
			rule: ink{"#585858", "240", "8"}, cursor: white,
			cursorBack: ink{"#005f87", "24", "4"}, live: white, liveBack: red,
		},
		ThemeLight: {
			muted: ink{"#5f5f5f", "59", "8"}, accent: ink{"#005faf", "25", "4"},
			good: ink{"#005f00", "22", "2"}, warn: ink{"#875f00", "94", "5"},
			bad: ink{"#af0000", "124", "1"}, money: ink{"#5f0087", "54", "5"},
			rule: ink{"#a8a8a8", "248", "7"}, cursor: black,
			cursorBack: ink{"#afd7ff", "153", "6"}, live: white, liveBack: red,
		},
		ThemeHighContrast: {
			muted: white, accent: ink{"#00ffff", "51", "14"},
			good: ink{"#00ff00", "46", "10"}, warn: ink{"#ffff00", "226", "11"},
			bad: ink{"#ff8787", "210", "9"}, money: white, rule: white, cursor: black,
			cursorBack: ink{"#ffff00", "226", "11"}, live: black,
			liveBack: ink{"#ffff00", "226", "11"},
		},
	}
}
