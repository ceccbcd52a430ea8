package palette

import "slices"

// A Palette is the colours of one theme, by what they mean.
type Palette struct {
	Muted, Accent, Good, Warn, Bad, Money Color
	Rule, Dim                             Color // lines and frames; keys that do nothing now
	Cursor, CursorBack                    Color // the row or field under the cursor, and behind it
	Live, LiveBack                        Color // the header in production, and behind it
}

// The names of palettes. HighContrastLight is what high-contrast is on a light background.
const (
	Dark              = "dark"
	Light             = "light"
	HighContrast      = "high-contrast"
	HighContrastLight = "high-contrast on light"
)

// Palettes returns the names that a config file may give colours to.
func Palettes() []string { return []string{Dark, Light, HighContrast} }

// part is one of a palette's colours.
type part struct {
	name string
	of   func(*Palette) *Color
	// behind is the name of the colour that it stands on; empty is the terminal's background.
	behind string
}

func parts() []part {
	return []part{
		{"muted", func(p *Palette) *Color { return &p.Muted }, ""},
		{"accent", func(p *Palette) *Color { return &p.Accent }, ""},
		{"good", func(p *Palette) *Color { return &p.Good }, ""},
		{"warn", func(p *Palette) *Color { return &p.Warn }, ""},
		{"bad", func(p *Palette) *Color { return &p.Bad }, ""},
		{"money", func(p *Palette) *Color { return &p.Money }, ""},
		{"rule", func(p *Palette) *Color { return &p.Rule }, ""},
		{"dim", func(p *Palette) *Color { return &p.Dim }, ""},
		{"cursor", func(p *Palette) *Color { return &p.Cursor }, "cursor_back"},
		{"cursor_back", func(p *Palette) *Color { return &p.CursorBack }, ""},
		{"live", func(p *Palette) *Color { return &p.Live }, "live_back"},
		{"live_back", func(p *Palette) *Color { return &p.LiveBack }, ""},
	}
}

// Names returns what has a colour in every palette, as a config file spells it.
func Names() []string {
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

// Named returns the colour of that name; false for a name that is none of the Names.
func (p Palette) Named(name string) (Color, bool) {
	for _, part := range parts() {
		if part.name == name {
			return *part.of(&p), true
		}
	}
	return Color{}, false
}

// Of returns a palette by its name; false for one that there is not.
func Of(name string) (Palette, bool) {
	white, black := Color{White, 231, 15}, Color{Black, 16, 0}
	red, yellow := Color{RGB{0xaf, 0, 0}, 124, 1}, Color{RGB{0xff, 0xff, 0}, 226, 7}
	switch name {
	case Dark:
		return Palette{
			Muted: Color{RGB{0xa8, 0xa8, 0xa8}, 248, 7}, Accent: Color{RGB{0x5f, 0xaf, 0xff}, 75, 14},
			Good: Color{RGB{0x5f, 0xd7, 0x87}, 78, 10}, Warn: Color{RGB{0xff, 0xd7, 0x5f}, 221, 11},
			Bad: Color{RGB{0xff, 0x87, 0x87}, 210, 9}, Money: Color{RGB{0xff, 0xd7, 0xaf}, 223, 15},
			Rule: Color{RGB{0x58, 0x58, 0x58}, 240, 8}, Dim: Color{RGB{0x80, 0x80, 0x80}, 244, 8},
			Cursor: white, CursorBack: Color{RGB{0, 0x5f, 0x87}, 24, 4}, Live: white, LiveBack: red,
		}, true
	case Light:
		return Palette{
			Muted: Color{RGB{0x5f, 0x5f, 0x5f}, 59, 8}, Accent: Color{RGB{0, 0x5f, 0xaf}, 25, 4},
			Good: Color{RGB{0, 0x5f, 0}, 22, 0}, Warn: Color{RGB{0x87, 0x5f, 0}, 94, 5},
			Bad: red, Money: Color{RGB{0x5f, 0, 0x87}, 54, 0},
			Rule: Color{RGB{0xa8, 0xa8, 0xa8}, 248, 8}, Dim: Color{RGB{0x8a, 0x8a, 0x8a}, 245, 8},
			Cursor: black, CursorBack: Color{RGB{0xaf, 0xd7, 0xff}, 153, 6}, Live: white, LiveBack: red,
		}, true
	case HighContrast:
		return Palette{
			Muted: white, Accent: Color{RGB{0, 0xff, 0xff}, 51, 14}, Good: Color{RGB{0, 0xff, 0}, 46, 10},
			Warn: Color{RGB{0xff, 0xff, 0}, 226, 11}, Bad: Color{RGB{0xff, 0x87, 0x87}, 210, 9}, Money: white,
			Rule: white, Dim: Color{RGB{0xa8, 0xa8, 0xa8}, 248, 7},
			Cursor: black, CursorBack: yellow, Live: black, LiveBack: Color{yellow.RGB, yellow.Index, 6},
		}, true
	case HighContrastLight:
		return Palette{
			Muted: black, Accent: Color{RGB{0, 0, 0xaf}, 19, 4}, Good: Color{RGB{0, 0x5f, 0}, 22, 0},
			Warn: Color{RGB{0x5f, 0, 0x5f}, 53, 5}, Bad: Color{RGB{0x87, 0, 0}, 88, 1}, Money: black,
			Rule: black, Dim: Color{RGB{0x58, 0x58, 0x58}, 240, 8},
			Cursor: white, CursorBack: Color{RGB{0, 0, 0x87}, 18, 4}, Live: white, LiveBack: Color{RGB{0x87, 0, 0}, 88, 1},
		}, true
	}
	return Palette{}, false
}

// An Override is a colour in the place of one of a palette.
type Override struct {
	Palette string // one of Palettes, or empty for each of them
	Name    string // one of Names
	Color   Color
}

// For reports whether the override is for the palette of that name.
func (o Override) For(name string) bool {
	if name == HighContrastLight {
		name = HighContrast
	}
	return o.Palette == "" || o.Palette == name
}

// With returns the palette of that name with what overrides it. What is for one palette wins over what is for each.
func (p Palette) With(name string, overrides []Override) Palette {
	for _, special := range []bool{false, true} {
		for _, o := range overrides {
			i := slices.IndexFunc(parts(), func(part part) bool { return part.name == o.Name })
			if i >= 0 && o.For(name) && (o.Palette != "") == special {
				*parts()[i].of(&p) = o.Color
			}
		}
	}
	return p
}

// Background returns the background that a palette is made for.
func Background(name string) RGB {
	if name == Light || name == HighContrastLight {
		return White
	}
	return Black
}

// A Low is a colour that is hard to read on what is behind it.
type Low struct {
	Name   string // of the palette's part
	Color  RGB
	Behind RGB
	// BehindName is the part that is behind it; empty is the terminal's background.
	BehindName   string
	Ratio, Least float64
}

// Least returns the contrast that a part of a palette should have at least with what is behind it, 0 for what is
// itself behind a text: texts 4.5; keys that do nothing now 3; lines 2.
func Least(name string) float64 {
	switch name {
	case "cursor_back", "live_back":
		return 0
	case "dim":
		return 3
	case "rule":
		return 2
	}
	return 4.5
}

// Low returns what of the palette is hard to read on a terminal with so many colours and that background, in the order
// of Names.
func (p Palette) Low(back RGB, colors Colors) []Low {
	var found []Low
	for _, part := range parts() {
		backs := []RGB{back}
		if behind, ok := p.Named(part.behind); ok {
			backs = behind.Made(colors)
		}
		worst := Low{Name: part.name, BehindName: part.behind, Ratio: 21, Least: Least(part.name)}
		made := part.of(&p).Made(colors)
		for i := range max(len(made), len(backs)) {
			if len(made) == 0 || len(backs) == 0 {
				break // Nothing is drawn in colours.
			}
			// A terminal's own colours go with each other: xterm's with xterm's.
			c, b := made[min(i, len(made)-1)], backs[min(i, len(backs)-1)]
			if ratio := Contrast(c, b); ratio < worst.Ratio {
				worst.Color, worst.Behind, worst.Ratio = c, b, ratio
			}
		}
		if worst.Ratio < worst.Least {
			found = append(found, worst)
		}
	}
	return found
}
