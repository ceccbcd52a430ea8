package ui

import (
	"regexp"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

const ellipsis = "…"

// Width is the number of cells that the text takes on one line; escape
// sequences take none. It does not depend on the locale.
func Width(s string) int {
	if plainASCII(s) {
		return len(s)
	}
	return ansi.StringWidth(s)
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

// oneLine turns line breaks and tabs into spaces: a cell that held one would
// move everything after it.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\r\t\v\f\b") {
		return s
	}
	return strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\r', '\t', '\v', '\f', '\b':
			return ' '
		default:
			return r
		}
	}, s)
}

// Truncate cuts the text to at most w cells; what was cut shows as "…". No
// text is wider than asked for: w below one gives the empty string.
func Truncate(s string, w int) string {
	if w <= 0 {
		return ""
	}
	s = oneLine(s)
	if Width(s) <= w {
		return s
	}
	if plainASCII(s) {
		return s[:w-1] + ellipsis
	}
	return ansi.Truncate(s, w, ellipsis)
}

// CutLeft is Truncate from the left: the end of the text stays.
func CutLeft(s string, w int) string {
	if w <= 0 {
		return ""
	}
	s = oneLine(s)
	have := Width(s)
	if have <= w {
		return s
	}
	// A wide character across the cut is left out, so the rest may be a cell
	// short, but never too wide.
	for n := have - w + 1; n <= have; n++ {
		if cut := ansi.TruncateLeft(s, n, ""); Width(cut) <= w-1 {
			return ellipsis + cut
		}
	}
	return ellipsis
}

// Fit makes the text exactly w cells wide: cut at the right with "…", or
// padded there with spaces.
func Fit(s string, w int) string {
	s = Truncate(s, w)
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

// unbreakable matches what reads wrongly when a line ends within it: an amount or a
// time that is left, a parenthesis of two words, and an identifier or a date with
// hyphens.
var unbreakable = regexp.MustCompile(`\(\pL+ [^\s()]+\)|\d[\d.,]* (?:d|h|min|s|[A-Z]{3})\b(?: \d+ (?:h|min|s)\b)?|[0-9A-Za-z_]+(?:-[0-9A-Za-z_]+)+`)

// A line does not end at these two, which stand for a space and a hyphen.
var (
	withoutBreaks = strings.NewReplacer(" ", "\u00a0", "-", "\u2011")
	withBreaks    = strings.NewReplacer("\u00a0", " ", "\u2011", "-")
)

// keepTogether returns the text without breaks in what is unbreakable, as far as that fits a
// line. Words that are joined by hyphens alone may part at them.
func keepTogether(text string, width int) string {
	return unbreakable.ReplaceAllStringFunc(text, func(part string) string {
		switch {
		case len(part) > width && part[0] == '(':
			return part[:1] + keepTogether(part[1:], width)
		case len(part) > width || !strings.ContainsAny(part, " 0123456789"):
			return part
		}
		return withoutBreaks.Replace(part)
	})
}

// Wrap breaks a text into lines of at most width cells, at spaces where it
// can and within a word where it must. An amount stays with its currency, and a
// number with its unit. Line breaks in the text stay. It gives at least one
// line; width below one gives one empty line.
func Wrap(text string, width int) []string {
	if width <= 0 {
		return []string{""}
	}
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\t", " ")
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		if Width(paragraph) <= width {
			lines = append(lines, oneLine(paragraph))
			continue
		}
		for _, line := range strings.Split(ansi.Wrap(keepTogether(oneLine(paragraph), width), width, ""), "\n") {
			// A character wider than the line cannot be broken any further.
			lines = append(lines, Truncate(withBreaks.Replace(line), width))
		}
	}
	return lines
}

// WrapShort is Wrap with at most so many lines; what was cut shows as "…".
func WrapShort(text string, width, most int) []string {
	lines := Wrap(text, width)
	if most < 1 || len(lines) <= most {
		return lines
	}
	lines = lines[:most:most]
	lines[most-1] = Truncate(lines[most-1]+" "+ellipsis, width)
	return lines
}

// PadBlock gives exactly h lines of exactly w cells: lines are cut or padded,
// left out at the end or added empty. Sizes below zero count as zero.
func PadBlock(lines []string, w, h int) []string {
	out := make([]string, max(h, 0))
	for i := range out {
		if i < len(lines) {
			out[i] = Fit(lines[i], w)
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

// Spread puts two texts at the two ends of a line of exactly w cells. When
// they do not fit, the right one stays whole and the left one is cut.
func Spread(left, right string, w int) string {
	right = Truncate(right, w)
	if w <= 0 {
		return ""
	}
	// Two halves of one character may meet, so the whole is measured again.
	return Fit(Fit(left, w-Width(right))+right, w)
}
