// Package scheme has the colours of the console as values: what each theme
// gives the meanings, what a config file puts in their place, and how well they
// can be read. It draws nothing.
package scheme

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// An RGB is what a colour is made of.
type RGB struct{ R, G, B uint8 }

// String returns "#rrggbb".
func (c RGB) String() string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }

// RGBA is the form that the standard library knows; nothing shines through.
func (c RGB) RGBA() (r, g, b, a uint32) {
	return uint32(c.R) * 0x101, uint32(c.G) * 0x101, uint32(c.B) * 0x101, 0xffff
}

// The backgrounds that themes are made for.
var (
	Black = RGB{}
	White = RGB{0xff, 0xff, 0xff}
)

// luminance is the relative luminance of WCAG 2.1, 0 to 1.
func (c RGB) luminance() float64 {
	sum := 0.0
	for _, part := range []struct {
		value  uint8
		weight float64
	}{{c.R, 0.2126}, {c.G, 0.7152}, {c.B, 0.0722}} {
		x := float64(part.value) / 255
		if x <= 0.04045 {
			x /= 12.92
		} else {
			x = math.Pow((x+0.055)/1.055, 2.4)
		}
		sum += part.weight * x
	}
	return sum
}

// lightFrom is the luminance from which black is easier to read on a background than white.
const lightFrom = 0.179

// Light reports whether black is easier to read on the colour than white.
func (c RGB) Light() bool { return c.luminance() >= lightFrom }

// Contrast returns how well two colours can be told apart, 1 to 21 (WCAG 2.1).
func Contrast(a, b RGB) float64 {
	x, y := a.luminance(), b.luminance()
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// A Color is one colour on terminals of each kind.
type Color struct {
	RGB   RGB
	Index uint8 // of 256; below 16 it is the terminal's own, whatever RGB says
	Basic uint8 // of 16
}

// own reports whether the terminal decides what the colour is made of.
func (c Color) own() bool { return c.Index < 16 }

// Made returns what a terminal with so many colours makes of it. Where the terminal decides, these are
// the two usual answers; without colours there is none.
func (c Color) Made(colors Colors) []RGB {
	switch {
	case colors == NoColors:
		return nil
	case colors == Colors16:
		return basics(c.Basic)
	case c.own():
		return basics(c.Index)
	case colors == Colors256:
		return []RGB{indexed(c.Index)}
	}
	return []RGB{c.RGB}
}

// Sent returns the shortest way to name the colour to a terminal of 24 bits: "#rrggbb", or the
// number of the same colour among 256.
func (c Color) Sent() string {
	if c.own() || indexed(c.Index) == c.RGB {
		return strconv.Itoa(int(c.Index))
	}
	return c.RGB.String()
}

// indexed returns what one of 256 colours is made of. Those from 16 on are the same in every terminal.
func indexed(n uint8) RGB { return rgbOf(ansi.IndexedColor(n)) }

func rgbOf(c interface{ RGBA() (r, g, b, a uint32) }) RGB {
	r, g, b, _ := c.RGBA()
	return RGB{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)} //nolint:gosec // They have 16 bits.
}

// basics returns what one of the 16 is made of in xterm and on the linux console.
func basics(n uint8) []RGB {
	n &= 15
	return []RGB{xterm[n], console[n]}
}

var (
	xterm = [16]RGB{
		{},
		{0xcd, 0, 0},
		{0, 0xcd, 0},
		{0xcd, 0xcd, 0},
		{0, 0, 0xee},
		{0xcd, 0, 0xcd},
		{0, 0xcd, 0xcd},
		{0xe5, 0xe5, 0xe5},
		{0x7f, 0x7f, 0x7f},
		{0xff, 0, 0},
		{0, 0xff, 0},
		{0xff, 0xff, 0},
		{0x5c, 0x5c, 0xff},
		{0xff, 0, 0xff},
		{0, 0xff, 0xff},
		White,
	}
	console = [16]RGB{
		{},
		{0xaa, 0, 0},
		{0, 0xaa, 0},
		{0xaa, 0x55, 0},
		{0, 0, 0xaa},
		{0xaa, 0, 0xaa},
		{0, 0xaa, 0xaa},
		{0xaa, 0xaa, 0xaa},
		{0x55, 0x55, 0x55},
		{0xff, 0x55, 0x55},
		{0x55, 0xff, 0x55},
		{0xff, 0xff, 0x55},
		{0x55, 0x55, 0xff},
		{0xff, 0x55, 0xff},
		{0x55, 0xff, 0xff},
		White,
	}
)

// ColorWords returns the names of the 16 colours, in their order.
func ColorWords() []string {
	words := []string{"black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"}
	for _, word := range words[:8:8] {
		words = append(words, "bright-"+word)
	}
	return words
}

// ParseColor reads a colour: "#rrggbb", a number of 256 or one of the ColorWords, in either case. The
// error says what is wrong and how colours are written.
func ParseColor(text string) (Color, error) {
	for i, word := range ColorWords() {
		if strings.EqualFold(text, word) {
			return ownColor(uint8(i)), nil
		}
	}
	if hex, ok := strings.CutPrefix(text, "#"); ok {
		n, err := strconv.ParseUint(hex, 16, 24)
		if len(hex) != 6 || err != nil {
			return Color{}, fmt.Errorf("%q is no colour: # has six hexadecimal digits after it, as in #5fafff", text)
		}
		return exactColor(RGB{uint8(n >> 16), uint8(n >> 8), uint8(n)}), nil //nolint:gosec // It has 24 bits.
	}
	if text != "" && strings.Trim(text, "0123456789") == "" {
		n, err := strconv.ParseUint(text, 10, 8)
		if err != nil {
			return Color{}, fmt.Errorf("%s is no colour: the numbers of colours are 0 to 255", text)
		}
		if n < 16 {
			return ownColor(uint8(n)), nil
		}
		c := Color{RGB: indexed(uint8(n)), Index: uint8(n)}
		c.Basic = nearestBasic(c.RGB)
		return c, nil
	}
	return Color{}, fmt.Errorf("%q is no colour: write #rrggbb, a number from 0 to 255 or a name", text)
}

func ownColor(n uint8) Color { return Color{RGB: xterm[n], Index: n, Basic: n} }

func exactColor(c RGB) Color {
	return Color{RGB: c, Index: uint8(ansi.Convert256(c)), Basic: nearestBasic(c)}
}

// nearestBasic returns which of the 16 of xterm is least far from a colour. Greys stay greys, so that a quiet text
// gets no colour of its own.
func nearestBasic(c RGB) uint8 {
	best, least := 0, math.MaxInt
	for i, other := range xterm {
		if c.grey() && !other.grey() {
			continue
		}
		r, g, b := int(c.R)-int(other.R), int(c.G)-int(other.G), int(c.B)-int(other.B)
		if far := 2*r*r + 4*g*g + 3*b*b; far < least {
			best, least = i, far
		}
	}
	return uint8(best)
}

func (c RGB) grey() bool { return max(c.R, c.G, c.B)-min(c.R, c.G, c.B) < 24 }
