// Package glyph knows which characters a terminal can draw, and how wide. What
// it cannot draw has a stand-in of ASCII, which takes as many cells.
package glyph

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/text/width"
)

// A Set is the characters of a terminal. It decides how wide a text is: the same
// on every machine, whatever its locale.
type Set int

// The sets.
const (
	// Unicode has them all. Those that are narrow or wide, by terminal, take one cell.
	Unicode Set = iota
	// Wide has them all too, but those take two. Lines and signs of the console's own among them have stand-ins, so
	// that frames and columns stay as they are.
	Wide
	// ASCII has no other.
	ASCII
)

// Choose returns the set for two settings: "unicode" or "ascii", and anything else for what the environment says; "wide"
// or anything else for ambiguous characters. Env has the variables. The font of a console of the system has few signs
// besides letters, whatever the locale.
func Choose(glyphs, ambiguous string, env func(string) string) Set {
	switch {
	case glyphs == "ascii" || glyphs != "unicode" && (env("TERM") == "linux" || !utf8Locale(env)):
		return ASCII
	case ambiguous == "wide":
		return Wide
	}
	return Unicode
}

// utf8Locale reports whether a terminal is to be sent UTF-8: what the first says that is set of LC_ALL, LC_CTYPE and LANG.
// Where none is, as in many a container, the terminal is one that knows UTF-8, unless it is an old one.
func utf8Locale(env func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToUpper(env(name)); locale != "" {
			return strings.Contains(locale, "UTF-8") || strings.Contains(locale, "UTF8")
		}
	}
	return !strings.HasPrefix(env("TERM"), "vt")
}

// Line returns what a terminal is sent of a line: it takes the same cells. Styles stay.
func (s Set) Line(line string) string {
	if s == Unicode || ascii(line) {
		return line
	}
	b := make([]byte, 0, len(line))
	for i := 0; i < len(line); {
		n := sequence(line[i:])
		switch {
		case n > 0:
		case line[i] < utf8.RuneSelf:
			n = 1
		case s == Wide:
			r, size := utf8.DecodeRuneInString(line[i:])
			if sign, ok := drawn(r); ok && ambiguous(r) {
				b = append(b, inPlace(sign, r, b, line[i+size:]))
				i += size
				continue
			}
			n = size
		default:
			cluster, cells := ansi.FirstGraphemeCluster(line[i:], ansi.GraphemeWidth)
			r, _ := utf8.DecodeRuneInString(cluster)
			from := len(b)
			if b = appendASCII(b, cluster, cells); len(b) > from {
				b[from] = inPlace(b[from], r, b[:from], line[i+max(len(cluster), 1):])
			}
			i += max(len(cluster), 1)
			continue
		}
		b = append(b, line[i:i+n]...)
		i += n
	}
	return string(b)
}

// inPlace returns the stand-in of a character between two texts: a dot that parts two words is not to be taken for the end
// of a sentence.
func inPlace(sign byte, r rune, before []byte, after string) byte {
	n := len(before)
	if r == '·' && n > 1 && before[n-1] == ' ' && before[n-2] != ' ' && len(after) > 1 && after[0] == ' ' && after[1] != ' ' {
		return '|'
	}
	return sign
}

// appendASCII appends as many cells of ASCII as a character takes.
func appendASCII(b []byte, cluster string, cells int) []byte {
	if cells <= 0 {
		return b
	}
	r, size := utf8.DecodeRuneInString(cluster)
	sign, ok := plain(r)
	if !ok || r == utf8.RuneError && size < 2 {
		return append(b, strings.Repeat("?", cells)...)
	}
	b = append(b, sign)
	return append(b, strings.Repeat(" ", cells-1)...)
}

// Doubtful reports whether a line that the terminal is sent has characters which are wide by the set alone.
func (s Set) Doubtful(line string) bool {
	return s == Wide && !ascii(line) && strings.ContainsFunc(line, counted)
}

// Width is the number of cells that a text takes on one line. Sequences take none.
func (s Set) Width(text string) int { return ansi.StringWidth(s.Measured(text)) }

// Truncate cuts a text to at most so many cells.
func (s Set) Truncate(text string, cells int) string {
	return s.Back(ansi.Truncate(s.Measured(text), cells, ""))
}

// Measured returns the text with a character that every library takes for wide in the place of each that the set does:
// as wide as the text is, and parted where that is. Back returns the text again.
func (s Set) Measured(text string) string { return s.exchange(text, counted, toWide) }

// Back undoes Measured.
func (s Set) Back(text string) string { return s.exchange(text, standsForCounted, fromWide) }

func (s Set) exchange(text string, is func(rune) bool, with func(rune) rune) string {
	if s != Wide || ascii(text) || !strings.ContainsFunc(text, is) {
		return text
	}
	var b strings.Builder
	b.Grow(len(text) + 8)
	joined := false
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[min(i+utf8.RuneLen(max(r, 0)), len(text)):])
		// A sign within an emoji is part of it.
		if is(r) && !joined && next != joiner && next != asPicture {
			r = with(r)
		}
		joined = r == joiner
		b.WriteRune(r)
	}
	return b.String()
}

const (
	joiner    = '\u200d'
	asPicture = '\ufe0f'
)

// No character is between these two, and every one that there may be some day is wide.
const firstFree, lastFree = 0x323b0, 0x3fffd

// toWide and fromWide exchange a character below the private ones, or the last of the plane, for one that is not used.
func toWide(r rune) rune {
	if r < 0x4000 {
		return r + 0x38000
	}
	return r + 0x30000
}

func fromWide(r rune) rune {
	if r < 0x38000+0x4000 {
		return r - 0x38000
	}
	return r - 0x30000
}

func standsForCounted(r rune) bool {
	if r < firstFree || r > lastFree {
		return false
	}
	from := fromWide(r)
	return from > 0 && toWide(from) == r && counted(from)
}

// counted reports whether the wide set counts two cells for a character of one.
func counted(r rune) bool {
	if r < 0xa1 || r > 0xffff || !ambiguous(r) {
		return false
	}
	_, isDrawn := drawn(r)
	return !isDrawn && ansi.StringWidth(string(r)) == 1
}

// Ambiguous reports whether the width of a character is that of the letters around it in some places and twice that in
// others (East Asian Width "A").
func ambiguous(r rune) bool { return width.LookupRune(r).Kind() == width.EastAsianAmbiguous }

func ascii(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// sequence is the length of the style sequence that a text begins with; 0 where it begins with none.
func sequence(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	for i := 2; i < len(text); i++ {
		if c := text[i]; c >= '@' && c <= '~' {
			return i + 1
		}
	}
	return 0
}
