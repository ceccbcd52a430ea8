package ui

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"

	"bellhop/internal/safetext"
)

// Wrap breaks a plain text into lines of at most width cells, at spaces where it
// can and within a word where it must. An amount stays with its currency, and a
// number with its unit. Line breaks in the text stay. It gives at least one
// line; width below one gives one empty line.
func Wrap(text string, width int) []string {
	if width <= 0 {
		return []string{""}
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		paragraph = safetext.Cells(paragraph)
		if Width(paragraph) <= width {
			lines = append(lines, paragraph)
			continue
		}
		for _, line := range strings.Split(glyphs.Back(ansi.Wrap(glyphs.Measured(keepTogether(paragraph, width)), width, "")), "\n") {
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

// A line does not end at these two, which stand for a space and a hyphen.
var (
	withoutBreaks = strings.NewReplacer(" ", "\u00a0", "-", "\u2011")
	withBreaks    = strings.NewReplacer("\u00a0", " ", "\u2011", "-")
)

// keepTogether returns the text without breaks in what is unbreakable, as far as
// that fits a line. Words that are joined by hyphens alone may part at them.
func keepTogether(text string, width int) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		n := unbreakable(text[i:])
		switch part := text[i : i+n]; {
		case n == 0:
			n = apart(text[i:])
			b.WriteString(text[i : i+n])
		case n > width && part[0] == '(':
			b.WriteByte('(')
			n = 1
		case n > width || !strings.ContainsAny(part, " 0123456789"):
			b.WriteString(part)
		default:
			b.WriteString(withoutBreaks.Replace(part))
		}
		i += n
	}
	return b.String()
}

// unbreakable is the length of what reads wrongly when a line ends within it and
// which the text begins with: an amount or a time that is left, a parenthesis of
// two words, an identifier or a date with hyphens. It is 0 when the text begins
// with none.
func unbreakable(s string) int {
	switch c := s[0]; {
	case c == '(':
		return parenthesis(s)
	case digit(c):
		if n := amount(s); n > 0 {
			return n
		}
		return hyphened(s)
	case wordByte(c):
		return hyphened(s)
	}
	return 0
}

// apart is how far it is to the next place at which something unbreakable may
// begin, when the text begins with nothing such.
func apart(s string) int {
	kind := func(c byte) bool { return !wordByte(c) && c != '(' }
	switch {
	case digit(s[0]):
		kind = digit
	case wordByte(s[0]):
		kind = func(c byte) bool { return wordByte(c) && !digit(c) }
	}
	return 1 + run(s[1:], kind)
}

// parenthesis is the length of "(" word " " word ")", the first all letters.
func parenthesis(s string) int {
	n := 1
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !unicode.IsLetter(r) {
			break
		}
		n += size
	}
	if n == 1 || !strings.HasPrefix(s[n:], " ") {
		return 0
	}
	second := strings.IndexAny(s[n+1:], " \t\n\f\r()")
	if second < 1 || s[n+1+second] != ')' {
		return 0
	}
	return n + 1 + second + 1
}

// amount is the length of a number with its currency or its unit of time, and of
// the smaller unit after it.
func amount(s string) int {
	n := run(s, func(c byte) bool { return digit(c) || c == '.' || c == ',' })
	first := unit(s[n:], "d", "h", "min", "s")
	if first == 0 {
		if first = currency(s[n:]); first == 0 {
			return 0
		}
	}
	n += first
	if !strings.HasPrefix(s[n:], " ") {
		return n
	}
	digits := run(s[n+1:], digit)
	if second := unit(s[n+1+digits:], "h", "min", "s"); digits > 0 && second > 0 {
		return n + 1 + digits + second
	}
	return n
}

// unit is the length of a space and one of the words.
func unit(s string, words ...string) int {
	for _, word := range words {
		if n := 1 + len(word); strings.HasPrefix(s, " ") && strings.HasPrefix(s[1:], word) && run(s[n:], wordByte) == 0 {
			return n
		}
	}
	return 0
}

// currency is the length of a space and three capitals.
func currency(s string) int {
	const n = len(" EUR")
	if strings.HasPrefix(s, " ") && run(s[1:], wordByte) == n-1 && run(s[1:], func(c byte) bool { return c >= 'A' && c <= 'Z' }) == n-1 {
		return n
	}
	return 0
}

// hyphened is the length of words that are joined by hyphens.
func hyphened(s string) int {
	n := run(s, wordByte)
	words := 1
	for n < len(s) && s[n] == '-' {
		next := run(s[n+1:], wordByte)
		if next == 0 {
			break
		}
		n += 1 + next
		words++
	}
	if words == 1 {
		return 0
	}
	return n
}

// run is how many bytes of the kind the text begins with.
func run(s string, kind func(byte) bool) int {
	n := 0
	for n < len(s) && kind(s[n]) {
		n++
	}
	return n
}

func digit(c byte) bool { return c >= '0' && c <= '9' }

func wordByte(c byte) bool {
	return digit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}
