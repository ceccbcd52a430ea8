package scheme

import "slices"

// A Scheme is the colours of one theme, by what they mean.
type Scheme struct {
	Muted, Accent, Good, Warn, Bad, Money Color
	Rule, Dim                             Color // lines and frames; keys that do nothing now
	Cursor, CursorBack                    Color // the row or field under the cursor, and behind it
	Live, LiveBack                        Color // the header in production, and behind it
}

// The names of schemes. HighContrastLight is what high-contrast is on a light background.
const (
	Dark              = "dark"
	Light             = "light"
	HighContrast      = "high-contrast"
	HighContrastLight = "high-contrast on light"
)

// Overridable returns the names that a config file may give colours to.
func Overridable() []string { return []string{Dark, Light, HighContrast} }

// part is one of a scheme's colours.
type part struct {
	name string
	of   func(*Scheme) *Color
	// behind is the name of the colour that it stands on; empty is the terminal's background.
	behind string
}

func parts() []part {
	return []part{
		{"muted", func(p *Scheme) *Color { return &p.Muted }, ""},
		{"accent", func(p *Scheme) *Color { return &p.Accent }, ""},
		{"good", func(p *Scheme) *Color { return &p.Good }, ""},
		{"warn", func(p *Scheme) *Color { return &p.Warn }, ""},
		{"bad", func(p *Scheme) *Color { return &p.Bad }, ""},
		{"money", func(p *Scheme) *Color { return &p.Money }, ""},
		{"rule", func(p *Scheme) *Color { return &p.Rule }, ""},
		{"dim", func(p *Scheme) *Color { return &p.Dim }, ""},
		{"cursor", func(p *Scheme) *Color { return &p.Cursor }, "cursor_back"},
		{"cursor_back", func(p *Scheme) *Color { return &p.CursorBack }, ""},
		{"live", func(p *Scheme) *Color { return &p.Live }, "live_back"},
		{"live_back", func(p *Scheme) *Color { return &p.LiveBack }, ""},
	}
}

// Names returns what has a colour in every scheme, as a config file spells it.
func Names() []string {
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

// Named returns the colour of that name; false for a name that is none of the Names.
func (p Scheme) Named(name string) (Color, bool) {
	for _, part := range parts() {
		if part.name == name {
			return *part.of(&p), true
		}
	}
	return Color{}, false
}

// Of returns a scheme by its name; false for one that there is not.
func Of(name string) (Scheme, bool) {
	white, black := Color{White, 231, 15}, Color{Black, 16, 0}
	red, yellow := Color{RGB{0xaf, 0, 0}, 124, 1}, Color{RGB{0xff, 0xff, 0}, 226, 7}
	switch name {
	case Dark:
		return Scheme{
			Muted: Color{RGB{0xa8, 0xa8, 0xa8}, 248, 7}, Accent: Color{RGB{0x5f, 0xaf, 0xff}, 75, 14},
			Good: Color{RGB{0x5f, 0xd7, 0x87}, 78, 10}, Warn: Color{RGB{0xff, 0xd7, 0x5f}, 221, 11},
			Bad: Color{RGB{0xff, 0x87, 0x87}, 210, 9}, Money: Color{RGB{0xff, 0xd7, 0xaf}, 223, 15},
			Rule: Color{RGB{0x58, 0x58, 0x58}, 240, 8}, Dim: Color{RGB{0x80, 0x80, 0x80}, 244, 8},
			Cursor: white, CursorBack: Color{RGB{0, 0x5f, 0x87}, 24, 4}, Live: white, LiveBack: red,
		}, true
	case Light:
		return Scheme{
			Muted: Color{RGB{0x5f, 0x5f, 0x5f}, 59, 8}, Accent: Color{RGB{0, 0x5f, 0xaf}, 25, 4},
			Good: Color{RGB{0, 0x5f, 0}, 22, 0}, Warn: Color{RGB{0x87, 0x5f, 0}, 94, 5},
			Bad: red, Money: Color{RGB{0x5f, 0, 0x87}, 54, 0},
			Rule: Color{RGB{0xa8, 0xa8, 0xa8}, 248, 8}, Dim: Color{RGB{0x8a, 0x8a, 0x8a}, 245, 8},
			Cursor: black, CursorBack: Color{RGB{0xaf, 0xd7, 0xff}, 153, 6}, Live: white, LiveBack: red,
		}, true
	case HighContrast:
		return Scheme{
			Muted: white, Accent: Color{RGB{0, 0xff, 0xff}, 51, 14}, Good: Color{RGB{0, 0xff, 0}, 46, 10},
			Warn: Color{RGB{0xff, 0xff, 0}, 226, 11}, Bad: Color{RGB{0xff, 0x87, 0x87}, 210, 9}, Money: white,
			Rule: white, Dim: Color{RGB{0xa8, 0xa8, 0xa8}, 248, 7},
			Cursor: black, CursorBack: yellow, Live: black, LiveBack: Color{yellow.RGB, yellow.Index, 6},
		}, true
	case HighContrastLight:
		return Scheme{
			Muted: black, Accent: Color{RGB{0, 0, 0xaf}, 19, 4}, Good: Color{RGB{0, 0x5f, 0}, 22, 0},
			Warn: Color{RGB{0x5f, 0, 0x5f}, 53, 5}, Bad: Color{RGB{0x87, 0, 0}, 88, 1}, Money: black,
			Rule: black, Dim: Color{RGB{0x58, 0x58, 0x58}, 240, 8},
			Cursor: white, CursorBack: Color{RGB{0, 0, 0x87}, 18, 4}, Live: white, LiveBack: Color{RGB{0x87, 0, 0}, 88, 1},
		}, true
	}
	return Scheme{}, false
}

// An Override is a colour in the place of one of a scheme.
type Override struct {
	Scheme string // one of Overridable, or empty for each of them
	Name   string // one of Names
	Color  Color
}

// For reports whether the override is for the scheme of that name.
func (o Override) For(name string) bool {
	if name == HighContrastLight {
		name = HighContrast
	}
	return o.Scheme == "" || o.Scheme == name
}

// With returns the scheme of that name with what overrides it. What is for one scheme wins over what is for each.
func (p Scheme) With(name string, overrides []Override) Scheme {
	for _, special := range []bool{false, true} {
		for _, o := range overrides {
			i := slices.IndexFunc(parts(), func(part part) bool { return part.name == o.Name })
			if i >= 0 && o.For(name) && (o.Scheme != "") == special {
				*parts()[i].of(&p) = o.Color
			}
		}
	}
	return p
}
