package ui

import (
	"os"
	"strconv"
	"strings"

	"github.com/charmbracelet/lipgloss"

	"bellhop/internal/safetext"
	"bellhop/ui/keymap"
	"bellhop/ui/mouse"
	"bellhop/ui/scheme"
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

// Render makes a plain text of one line safe to draw and gives it the look of
// the style.
func (s Style) Render(text string) string { return s.Around(safetext.Cells(text)) }

// Around puts the style around a line that may have styled parts.
func (s Style) Around(drawn string) string {
	if s.look == nil {
		return drawn
	}
	return s.before + drawn + s.after
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

func newStyle(drawn, bold lipgloss.Style) Style {
	around := func(drawn lipgloss.Style) Style {
		before, after, _ := strings.Cut(drawn.Render("x"), "x")
		return Style{look: &look{before: before, after: after}}
	}
	style, strong := around(drawn), around(bold)
	style.bold = &strong
	return style
}

// The names that NewTheme takes.
const (
	ThemeDark         = scheme.Dark
	ThemeLight        = scheme.Light
	ThemeHighContrast = scheme.HighContrast
	ThemeNone         = "none"
)

// Colors is how many colours the terminal has.
type Colors = scheme.Colors

// The numbers of colours.
const (
	TrueColor = scheme.TrueColor
	Colors256 = scheme.Colors256
	Colors16  = scheme.Colors16
	NoColors  = scheme.NoColors
)

// TerminalColors returns how many colours the terminal at standard output has, by its environment. The terminal
// is not asked anything.
func TerminalColors() Colors {
	known := Colors(lipgloss.NewRenderer(os.Stdout).ColorProfile())
	if known != NoColors || !writesTerminal(os.Stdout) || os.Getenv("NO_COLOR") != "" || os.Getenv("CLICOLOR") == "0" {
		return known
	}
	// The library knows few terminals by their names.
	if scheme.BasicTerminal(os.Getenv("TERM")) {
		return Colors16
	}
	return NoColors
}

// NewTheme builds the theme of that name with as many colours as the terminal has. An unknown name is dark.
func NewTheme(name string) Theme { return NewThemeIn(name, TerminalColors()) }

// NewThemeIn is NewTheme with as many colours as are said, whatever the terminal.
func NewThemeIn(name string, colors Colors) Theme {
	p, known := scheme.Of(name)
	if !known && name != ThemeNone {
		name = ThemeDark
		p, _ = scheme.Of(name)
	}
	return NewThemeOf(name, p, colors)
}

// NewThemeOf is NewThemeIn with the colours of a scheme. The theme without colours has none of it.
func NewThemeOf(name string, p scheme.Scheme, colors Colors) Theme {
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
	// Known before the first style, or the renderer would ask the terminal.
	r.SetHasDarkBackground(!scheme.Background(name).Light())
	if name == ThemeNone {
		return colourless(r)
	}
	fore := func(c scheme.Color) lipgloss.Style { return r.NewStyle().Foreground(onTerminal(c)) }
	// A bold colour would be another one, where a terminal has few.
	styles := func(drawn lipgloss.Style, c scheme.Color) (Style, Style) {
		bold := drawn.Bold(!c.Brightens(colors))
		return newStyle(drawn, bold), newStyle(bold, bold)
	}
	text := func(c scheme.Color) Style { style, _ := styles(fore(c), c); return style }
	bold := func(c scheme.Color) Style { _, style := styles(fore(c), c); return style }
	found := func(c scheme.Color, drawn lipgloss.Style) Style {
		_, style := styles(drawn.Underline(true), c)
		return style
	}
	onBar := func(c, back scheme.Color) lipgloss.Style { return fore(c).Background(onTerminal(back)) }
	bar := func(c, back scheme.Color) Style { _, style := styles(onBar(c, back), c); return style }
	heading := r.NewStyle().Bold(true)
	return Theme{
		Name:        name,
		Plain:       newStyle(r.NewStyle(), heading),
		Muted:       text(p.Muted),
		Accent:      text(p.Accent),
		Good:        text(p.Good),
		Warn:        text(p.Warn),
		Bad:         bold(p.Bad),
		Money:       text(p.Money),
		Title:       newStyle(heading, heading),
		Cursor:      bar(p.Cursor, p.CursorBack),
		Found:       found(p.Accent, fore(p.Accent)),
		CursorFound: found(p.Cursor, onBar(p.Cursor, p.CursorBack)),
		Rule:        text(p.Rule),
		Dim:         text(p.Dim),
		Sandbox:     bold(p.Good),
		Live:        bar(p.Live, p.LiveBack),
	}
}

// colourless tells apart by weight and reversal only, and works on any
// terminal, light or dark.
func colourless(r *lipgloss.Renderer) Theme {
	style := func(drawn lipgloss.Style) Style { return newStyle(drawn, drawn.Bold(true)) }
	plain, bold := style(r.NewStyle()), style(r.NewStyle().Bold(true))
	return Theme{
		Name: ThemeNone, Plain: plain, Muted: plain, Accent: bold,
		Good: plain, Warn: bold, Bad: bold, Money: plain, Title: bold,
		Cursor: style(r.NewStyle().Reverse(true)), Rule: plain, Sandbox: bold,
		Found: style(r.NewStyle().Bold(true).Underline(true)), CursorFound: style(r.NewStyle().Reverse(true).Underline(true)),
		Dim:  style(r.NewStyle().Faint(true)),
		Live: style(r.NewStyle().Bold(true).Reverse(true)),
	}
}

func onTerminal(c scheme.Color) lipgloss.CompleteColor {
	return lipgloss.CompleteColor{TrueColor: c.Sent(), ANSI256: strconv.Itoa(int(c.Index)), ANSI: strconv.Itoa(int(c.Basic))}
}
