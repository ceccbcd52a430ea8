package ui

import (
	"strings"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"bellhop/internal/safetext"
	"bellhop/ui/glyph"
)

const ellipsis = "…"

// glyphs is the characters that the terminal has; it decides how wide a text is.
var glyphs glyph.Set

// UseGlyphs says which characters the terminal has. It is called once, before the first screen is made.
func UseGlyphs(set glyph.Set) { glyphs = set }

// DrawsBlocks reports whether block characters are drawn as they are, and not as stand-ins of ASCII.
func DrawsBlocks() bool { return glyphs != glyph.ASCII }

// Width is the number of cells that the text takes on one line as Truncate and
// Fit draw it; styles take none. It depends on UseGlyphs, and not on the locale.
func Width(s string) int {
	if n, ok := singleCells(s); ok {
		return n
	}
	return glyphs.Width(safe(s))
}

// singleCells counts the characters of a text that has only styles and such as
// take one cell each, whatever stands beside them. It spares most texts the way
// through the grapheme tables.
func singleCells(s string) (n int, ok bool) {
	for i := 0; i < len(s); n++ {
		switch c := s[i]; {
		case c >= ' ' && c <= '~':
			i++
		case c >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s[i:])
			if !singleCell(r) {
				return 0, false
			}
			i += size
		default:
			size := styleLength(s[i:])
			if size == 0 {
				return 0, false
			}
			i += size
			n-- // It takes no cell.
		}
	}
	return n, true
}

// singleCell reports whether a character takes one cell, whatever stands beside
// it: Western letters, punctuation, and what frames and charts are drawn with.
func singleCell(r rune) bool {
	switch r {
	case '·', '–', '—', '…', '›', '‹', '≈', '→', '←', '↑', '↓':
		return true
	}
	return r >= 'À' && r <= 'ſ' && glyphs != glyph.Wide || r >= '─' && r <= '▟' || r >= '⠀' && r <= '⣿'
}

// styleLength is the length of the escape sequence at the start of the text that
// changes the style, 0 when there is none.
func styleLength(s string) int {
	if !strings.HasPrefix(s, "\x1b[") {
		return 0
	}
	for i := 2; i < len(s); i++ {
		if c := s[i]; c == 'm' {
			return i + 1
		} else if c != ';' && !digit(c) {
			return 0
		}
	}
	return 0
}

// plainASCII reports whether every byte is one visible cell, which spares most
// texts the way through the grapheme tables.
func plainASCII(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// safe makes a line safe to draw, as safetext.Cells does; styles of the theme in
// it stay. Texts from outside are made safe by Style.Render and by the tables,
// forms, details and notices before they get a style.
func safe(s string) string {
	for text, _, rest := cutStyle(s); safetext.Cells(text) == text; text, _, rest = cutStyle(rest) {
		if rest == "" {
			return s
		}
	}
	var b strings.Builder
	b.Grow(len(s))
	for s != "" {
		text, style, rest := cutStyle(s)
		b.WriteString(safetext.Cells(text))
		b.WriteString(style)
		s = rest
	}
	return b.String()
}

// cutStyle cuts a line around its first style.
func cutStyle(s string) (text, style, rest string) {
	for i := 0; i < len(s); i++ {
		if s[i] != '\x1b' {
			continue
		}
		if n := styleLength(s[i:]); n > 0 {
			return s[:i], s[i : i+n], s[i+n:]
		}
	}
	return s, "", ""
}

// Truncate cuts a plain text to at most w cells; what was cut shows as "…". No
// text is wider than asked for: w below one gives the empty string.
func Truncate(s string, w int) string { return TruncateDrawn(safetext.Cells(s), w) }

// TruncateDrawn is Truncate for a styled line.
func TruncateDrawn(s string, w int) string {
	if w <= 0 {
		return ""
	}
	s = safe(s)
	if Width(s) <= w {
		return s
	}
	if plainASCII(s) {
		return s[:w-1] + ellipsis
	}
	return glyphs.Back(ansi.Truncate(glyphs.Measured(s), w, ellipsis))
}

// CutLeft is Truncate from the left: the end of the text stays.
func CutLeft(s string, w int) string {
	if w <= 0 {
		return ""
	}
	s = safetext.Cells(s)
	have := Width(s)
	if have <= w {
		return s
	}
	// A wide character across the cut is left out, so the rest may be a cell
	// short, but never too wide.
	for n := have - w + 1; n <= have; n++ {
		if cut := glyphs.Back(ansi.TruncateLeft(glyphs.Measured(s), n, "")); Width(cut) <= w-1 {
			return ellipsis + cut
		}
	}
	return ellipsis
}

// Fit makes a plain text exactly w cells wide: cut at the right with "…", or
// padded there with spaces.
func Fit(s string, w int) string { return FitDrawn(safetext.Cells(s), w) }

// FitDrawn is Fit for a styled line.
func FitDrawn(s string, w int) string {
	s = TruncateDrawn(s, w)
	s += Spaces(w - Width(s))
	// A few characters join with what follows, so the first space may have
	// vanished into one.
	if w > 0 && !plainASCII(s) {
		s += Spaces(w - Width(s))
	}
	return s
}

// FitRight is Fit with the padding at the left, for numbers.
func FitRight(s string, w int) string {
	s = Truncate(s, w)
	return Spaces(w-Width(s)) + s
}

const blank = "                                                                " +
	"                                                                "

// Spaces is a string of n spaces; n below one is none.
func Spaces(n int) string {
	if n <= 0 {
		return ""
	}
	if n <= len(blank) {
		return blank[:n]
	}
	return strings.Repeat(" ", n)
}

// PadBlock gives exactly h lines of exactly w cells: lines, styled or plain, are cut or padded,
// left out at the end or added empty. Sizes below zero count as zero.
func PadBlock(lines []string, w, h int) []string {
	out := make([]string, max(h, 0))
	for i := range out {
		if i < len(lines) {
			out[i] = FitDrawn(lines[i], w)
		} else {
			out[i] = Spaces(w)
		}
	}
	return out
}

// Block is PadBlock as one string, which is what a View returns.
func Block(lines []string, w, h int) string {
	return strings.Join(PadBlock(lines, w, h), "\n")
}

// Columns puts two blocks side by side: left in leftWidth cells, the
// separator, right in rightWidth cells, h lines of each.
func Columns(left []string, leftWidth int, separator string, right []string, rightWidth, h int) []string {
	a, b := PadBlock(left, leftWidth, h), PadBlock(right, rightWidth, h)
	for i := range a {
		a[i] += separator + b[i]
	}
	return a
}

// Spread puts two parts, styled or plain, at the two ends of a line of exactly
// w cells. When they do not fit, the right one stays whole and the left one is cut.
func Spread(left, right string, w int) string {
	right = TruncateDrawn(right, w)
	if w <= 0 {
		return ""
	}
	// Two halves of one character may meet, so the whole is measured again.
	return FitDrawn(FitDrawn(left, w-Width(right))+right, w)
}

// standOut gives the parts of a cell that were typed their own style, as far as the cell has them: it may be cut.
func standOut(parts [][2]int, text, cell string, rest, typed Style) string {
	kept := 0 // bytes of the text that the cell begins with
	for kept < min(len(text), len(cell)) && text[kept] == cell[kept] {
		kept++
	}
	for kept > 0 && kept < len(text) && !utf8.RuneStart(text[kept]) {
		kept--
	}
	var b strings.Builder
	at := 0
	for _, part := range parts {
		if from, to := max(part[0], at), min(part[1], kept); from < to {
			b.WriteString(rest.Render(cell[at:from]) + typed.Render(cell[from:to]))
			at = to
		}
	}
	return b.String() + rest.Render(cell[at:])
}
