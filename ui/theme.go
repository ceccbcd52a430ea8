package ui

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"
	"github.com/charmbracelet/x/ansi"

	"bellhop/ui/keymap"
	"bellhop/ui/mouse"
)

// A Theme names the meanings that colour may carry. It is built once and
// passed down; no colour stands anywhere else. Every meaning is also carried
// by words, so that the theme without colour loses nothing.
type Theme struct {
	Name   string
	Plain  Style // ordinary text
	Muted  Style // labels, hints
	Accent Style // the product, focus, keys
	Good   Style
	Warn   Style
	Bad    Style
	Money  Style
	Title  Style // headings in a body
	Cursor Style // the row or field under the cursor
	// Found and CursorFound are letters that were typed, where they were found, outside and inside the row under
	// the cursor.
	Found, CursorFound Style
	Rule               Style // lines and frames
	Dim                Style // keys that do nothing now
	Sandbox            Style // the environment's word in the header
	Live               Style // the same in production
	// Presenter is the mode for an audience: how things are shown is one
	// question. Nil is a console without it.
	Presenter *Presenter
	// Keys are those in force, which everything that has a look shows and takes as well. Nil are those of the kit.
	Keys *keymap.Map
	// Mouse knows where what can be clicked is drawn. Nil is a console without it.
	Mouse *mouse.Areas
}

// A Style is what stands before and after a text of its look: the escape
// sequences are made once with the theme, not at every text of every frame. Its
// copies share them, so that a theme can change while screens hold it.
type Style struct {
	*look

	bold *Style
}

type look struct{ before, after string }

// Render gives a text of one line the look of the style.
func (s Style) Render(text string) string {
	if s.look == nil {
		return text
	}
	return s.before + text + s.after
}

func (t Theme) styles() []Style {
	return []Style{
		t.Plain, t.Muted, t.Accent, t.Good, t.Warn, t.Bad, t.Money, t.Title, t.Cursor, t.Found, t.CursorFound, t.Rule, t.Dim, t.Sandbox, t.Live,
	}
}

// take has the theme, and every copy of it, look like another one.
func (t Theme) take(other Theme) {
	for i, from := range other.styles() {
		own := t.styles()[i]
		*own.look = *from.look
		if own.bold != nil && from.bold != nil {
			*own.bold.look = *from.bold.look
		}
	}
}

// WithoutDim returns a footer with spaces in the place of what is dimmed, for readers that do not
// see colours.
func (t Theme) WithoutDim(footer string) string {
	if t.Dim.before == "" {
		return footer
	}
	for {
		start := strings.Index(footer, t.Dim.before)
		if start < 0 {
			return footer
		}
		text, rest, _ := strings.Cut(footer[start+len(t.Dim.before):], t.Dim.after)
		footer = footer[:start] + Spaces(Width(text)) + rest
	}
}

// inside returns the style for a part of a line that has another one around it.
func (s Style) inside(around Style) Style {
	return Style{look: &look{before: around.after + s.before, after: s.after + around.before}}
}

// Bold returns the style in bold.
func (s Style) Bold() Style {
	if s.bold == nil {
		return s
	}
	return *s.bold
}

func newStyle(drawn lipgloss.Style) Style {
	around := func(drawn lipgloss.Style) Style {
		before, after, _ := strings.Cut(drawn.Render("x"), "x")
		return Style{look: &look{before: before, after: after}}
	}
	style, bold := around(drawn), around(drawn.Bold(true))
	style.bold = &bold
	return style
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
	return NewThemeIn(name, Colors(lipgloss.NewRenderer(os.Stdout).ColorProfile()))
}

// NewThemeIn is NewTheme with as many colours as are said, whatever the terminal.
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
	fore := func(c color) lipgloss.Style { return r.NewStyle().Foreground(c.onTerminal()) }
	bar := func(c, back color) Style { return newStyle(fore(c).Background(back.onTerminal()).Bold(true)) }
	return Theme{
		Name:        name,
		Plain:       newStyle(r.NewStyle()),
		Muted:       newStyle(fore(p.muted)),
		Accent:      newStyle(fore(p.accent)),
		Good:        newStyle(fore(p.good)),
		Warn:        newStyle(fore(p.warn)),
		Bad:         newStyle(fore(p.bad).Bold(true)),
		Money:       newStyle(fore(p.money)),
		Title:       newStyle(r.NewStyle().Bold(true)),
		Cursor:      bar(p.cursor, p.cursorBack),
		Found:       newStyle(fore(p.accent).Bold(true).Underline(true)),
		CursorFound: newStyle(fore(p.cursor).Background(p.cursorBack.onTerminal()).Bold(true).Underline(true)),
		Rule:        newStyle(fore(p.rule)),
		Dim:         newStyle(fore(p.dim)),
		Sandbox:     newStyle(fore(p.good).Bold(true)),
		Live:        bar(p.live, p.liveBack),
	}
}

// colourless tells apart by weight and reversal only, and works on any
// terminal, light or dark.
func colourless(r *lipgloss.Renderer) Theme {
	plain, bold := newStyle(r.NewStyle()), newStyle(r.NewStyle().Bold(true))
	return Theme{
		Name: ThemeNone, Plain: plain, Muted: plain, Accent: bold,
		Good: plain, Warn: bold, Bad: bold, Money: plain, Title: bold,
		Cursor: newStyle(r.NewStyle().Reverse(true)), Rule: plain, Sandbox: bold,
		Found: newStyle(r.NewStyle().Bold(true).Underline(true)), CursorFound: newStyle(r.NewStyle().Reverse(true).Underline(true)),
		Dim:  newStyle(r.NewStyle().Faint(true)),
		Live: newStyle(r.NewStyle().Bold(true).Reverse(true)),
	}
}

// A color is one colour on terminals of each kind: 24 bits, 256, 16.
type color struct{ rgb, index, basic string }

func (c color) onTerminal() lipgloss.CompleteColor {
	shortest := c.rgb
	if index, err := strconv.Atoi(c.index); err == nil && indexedRGB(index) == c.rgb {
		shortest = c.index // is sent in half the bytes
	}
	return lipgloss.CompleteColor{TrueColor: shortest, ANSI256: c.index, ANSI: c.basic}
}

// indexedRGB returns what one of 256 colours is made of, "#5fafff". Those from 16 on are the same in every terminal.
func indexedRGB(index int) string {
	if index < 16 || index > 255 {
		return ""
	}
	r, g, b, _ := ansi.IndexedColor(index).RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// A palette is the colours of one theme. Text that stands on the terminal's own
// background reaches a contrast of 4.5 to 1 on black or white.
type palette struct {
	muted, accent, good, warn, bad, money, rule, dim color
	cursor, cursorBack, live, liveBack               color
}

func palettes() map[string]palette {
	white, black := color{"#ffffff", "231", "15"}, color{"#000000", "16", "0"}
	red := color{"#af0000", "124", "1"}
	return map[string]palette{
		ThemeDark: {
			muted: color{"#a8a8a8", "248", "7"}, accent: color{"#5fafff", "75", "14"},
			good: color{"#5fd787", "78", "10"}, warn: color{"#ffd75f", "221", "11"},
			bad: color{"#ff8787", "210", "9"}, money: color{"#ffd7af", "223", "15"},
			rule: color{"#585858", "240", "8"}, dim: color{"#808080", "244", "8"}, cursor: white,
			cursorBack: color{"#005f87", "24", "4"}, live: white, liveBack: red,
		},
		ThemeLight: {
			muted: color{"#5f5f5f", "59", "8"}, accent: color{"#005faf", "25", "4"},
			good: color{"#005f00", "22", "0"}, warn: color{"#875f00", "94", "5"},
			bad: color{"#af0000", "124", "1"}, money: color{"#5f0087", "54", "5"},
			rule: color{"#a8a8a8", "248", "7"}, dim: color{"#8a8a8a", "245", "8"}, cursor: black,
			cursorBack: color{"#afd7ff", "153", "6"}, live: white, liveBack: red,
		},
		ThemeHighContrast: {
			muted: white, accent: color{"#00ffff", "51", "14"},
			good: color{"#00ff00", "46", "10"}, warn: color{"#ffff00", "226", "11"},
			bad: color{"#ff8787", "210", "9"}, money: white, rule: white, dim: color{"#a8a8a8", "248", "7"}, cursor: black,
			cursorBack: color{"#ffff00", "226", "11"}, live: black,
			liveBack: color{"#ffff00", "226", "11"},
		},
	}
}
