package scheme

import "strings"

// Colors is how many colours a terminal has.
type Colors int

// The numbers are those of the renderer's own profiles.
const (
	TrueColor Colors = iota
	Colors256
	Colors16
	NoColors
)

// BasicTerminal reports whether a terminal of which nothing but its TERM is known has 16 colours, or the
// eight of them that most have: all but those of one colour.
func BasicTerminal(term string) bool {
	switch term {
	case "", "dumb", "unknown", "vt52", "vt100", "vt102", "vt220", "vt320", "vt420", "ansi-m", "linux-m", "sun":
		return false
	}
	return !strings.HasSuffix(term, "-mono") && !strings.HasSuffix(term, "-m")
}

// Brightens reports whether bold would change a colour: many terminals with 16 of them draw bold in the bright
// one, so that bold black on cyan is grey on cyan.
func (c Color) Brightens(colors Colors) bool { return colors == Colors16 && c.Basic < 8 }
