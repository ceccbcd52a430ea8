package find

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bellhop/booking"
)

// Masked values are for the screen only: they must never be sent or compared.

// maskFound masks a name in which something typed was found, and says where that stands in what is left: what was
// typed, and the first two letters of each word, or one of a word that has no more than two.
func maskFound(name string, spans []Span) (masked string, found []Span) {
	var out strings.Builder
	hidden, letters, begun := false, 0, 0 // letters of the word up to here; begun is where it begins
	typed := func(at int) bool {
		return slices.ContainsFunc(spans, func(s Span) bool { return s.From <= at && at < s.To })
	}
	for at, r := range name {
		if unicode.IsSpace(r) || r == '-' {
			letters, begun, hidden = 0, at+utf8.RuneLen(r), false
			out.WriteRune(r)
			continue
		}
		letters++
		asked := typed(at)
		if !asked && (letters > keptLetters || letters > 1 && !longer(name[begun:], keptLetters)) {
			if !hidden {
				out.WriteString(booking.Dots)
			}
			hidden = true
			continue
		}
		hidden = false
		from := out.Len()
		out.WriteRune(r)
		if asked {
			found = joinSpans(append(found, Span{from, out.Len()}))
		}
	}
	return out.String(), found
}

// keptLetters is how many letters are shown of each word of a name that was searched.
const keptLetters = 2

// longer reports whether the word at the beginning of a text has more letters than that.
func longer(text string, letters int) bool {
	for _, r := range text {
		if unicode.IsSpace(r) || r == '-' {
			return false
		}
		if letters--; letters < 0 {
			return true
		}
	}
	return false
}

// MaskMatch masks a text in which something typed was found, but for what was typed.
func MaskMatch(m MatchText) MatchText {
	switch m.Field {
	case MatchGuest:
		m.Text, m.Spans = maskFound(m.Text, m.Spans)
	case MatchEmail:
		shown := slices.Clone(m.Spans)
		if at := strings.LastIndexByte(m.Text, '@'); at > 0 {
			shown = append(shown, Span{0, 1}, Span{at, len(m.Text)})
		}
		m.Text, m.Spans = maskBut(m.Text, shown, m.Spans)
	case MatchPhone:
		m.Text, m.Spans = maskBut(m.Text, append([]Span{{max(len(m.Text)-2, 0), len(m.Text)}}, m.Spans...), m.Spans)
	default:
	}
	return m
}

// maskBut masks all of a text but the shown spans, and says where the found ones stand in it.
func maskBut(text string, shown, found []Span) (masked string, moved []Span) {
	within := func(spans []Span, at int) bool {
		return slices.ContainsFunc(spans, func(s Span) bool { return s.From <= at && at < s.To })
	}
	var out strings.Builder
	hidden := false
	for at, r := range text {
		if !within(shown, at) {
			if !hidden {
				out.WriteString(booking.Dots)
			}
			hidden = true
			continue
		}
		hidden = false
		from := out.Len()
		out.WriteRune(r)
		if within(found, at) {
			moved = joinSpans(append(moved, Span{from, out.Len()}))
		}
	}
	return out.String(), moved
}
