package paint

import (
	"strconv"
	"strings"
)

// A look is how a cell is drawn: its colours and attributes. The zero look is
// the terminal's own.
type look struct {
	fore, back colour
	attributes attribute
}

// A colour is one of the terminal's, by the way that it is named: 0 is its own,
// basic, indexed or direct with the number below.
type colour uint32

const (
	basic   colour = 1 << 24 // 0 to 15
	indexed colour = 2 << 24 // 0 to 255
	direct  colour = 3 << 24 // 8 bits each of red, green and blue
	number  colour = 1<<24 - 1
)

// bright reports whether the Linux console draws one of the 16 colours by the attribute of bold letters: the next colour is
// bright too unless that is taken away, and it is itself no longer bright then. It is sent no others.
func (c colour) bright() bool { return c&^number == basic && c&number > 7 }

type attribute uint16

const (
	bold attribute = 1 << iota
	faint
	italic
	underline
	blink
	reverse
	conceal
	strike
)

// An attribute's codes: on, and off. Bold and faint share the latter.
var attributeCodes = []struct {
	is      attribute
	on, off int
}{
	{bold, 1, 22},
	{faint, 2, 22},
	{italic, 3, 23},
	{underline, 4, 24},
	{blink, 5, 25},
	{reverse, 7, 27},
	{conceal, 8, 28},
	{strike, 9, 29},
}

// added says how much a look has besides the colour of its text: nothing at all, that, attributes, a colour behind it.
func (l look) added() int {
	switch {
	case l.back != 0:
		return 3
	case l.attributes != 0:
		return 2
	case l.fore != 0:
		return 1
	}
	return 0
}

// ofBlank returns what a look does to a space: nothing but colour behind it and lines through it.
func (l look) ofBlank() look {
	lines := l.attributes & (underline | reverse | strike | blink)
	if lines == 0 {
		return look{back: l.back}
	}
	return look{fore: l.fore, back: l.back, attributes: lines}
}

// set applies the parameters of a style sequence, "1;38;5;75". Ok is false for
// one that looks cannot express.
func (l *look) set(parameters string) (ok bool) {
	for rest, more := parameters, true; more; {
		var code int
		if code, rest, more, ok = parameter(rest); !ok {
			return false
		}
		switch {
		case code == 0:
			*l = look{}
		case code >= 30 && code <= 37:
			l.fore = basic | colour(code-30)
		case code >= 90 && code <= 97:
			l.fore = basic | colour(code-90+8)
		case code >= 40 && code <= 47:
			l.back = basic | colour(code-40)
		case code >= 100 && code <= 107:
			l.back = basic | colour(code-100+8)
		case code == 39:
			l.fore = 0
		case code == 49:
			l.back = 0
		case code == 38 || code == 48:
			var c colour
			if c, rest, more, ok = extended(rest, more); !ok {
				return false
			}
			if code == 38 {
				l.fore = c
			} else {
				l.back = c
			}
		default:
			if !l.setAttribute(code) {
				return false
			}
		}
	}
	return true
}

func (l *look) setAttribute(code int) (known bool) {
	for _, a := range attributeCodes {
		switch code {
		case a.on:
			l.attributes |= a.is
			return true
		case a.off:
			l.attributes &^= a.is
			known = true
		}
	}
	return known
}

// parameter takes the first number of a list; an empty one is 0.
func parameter(list string) (n int, rest string, more, ok bool) {
	text, rest, more := strings.Cut(list, ";")
	for _, c := range []byte(text) {
		if c < '0' || c > '9' || n > 255 {
			return 0, "", false, false
		}
		n = 10*n + int(c-'0')
	}
	return n, rest, more, true
}

// extended takes the parameters after 38 or 48: 5 and an index, or 2 and three parts.
func extended(list string, has bool) (c colour, rest string, more, ok bool) {
	if !has {
		return 0, "", false, false
	}
	kind, rest, more, ok := parameter(list)
	parts := 1
	switch {
	case !ok || kind != 5 && kind != 2:
		return 0, "", false, false
	case kind == 5:
		c = indexed
	default:
		c, parts = direct, 3
	}
	value := colour(0)
	for range parts {
		if !more {
			return 0, "", false, false
		}
		var n int
		if n, rest, more, ok = parameter(rest); !ok || n > 255 {
			return 0, "", false, false
		}
		value = value<<8 | colour(n) //nolint:gosec // n is at most 255.
	}
	return c | value, rest, more, true
}

// change appends the shorter way from one look to another: what differs, or all
// of it after a reset.
func change(to []byte, from, into look) []byte {
	if from == into {
		return to
	}
	if into == (look{}) {
		return append(to, plainStyle...)
	}
	start := len(to)
	to = append(to, "\x1b["...)
	gone := from.attributes &^ into.attributes
	if from.fore.bright() && !into.fore.bright() && into.attributes&bold == 0 {
		gone |= bold
	}
	if gone != 0 {
		for _, a := range attributeCodes {
			if gone&a.is != 0 && (a.is != faint || gone&bold == 0) {
				to = append(strconv.AppendInt(to, int64(a.off), 10), ';')
			}
		}
		if gone&(bold|faint) != 0 { // They go together.
			from.attributes &^= bold | faint
			if into.fore.bright() {
				from.fore = 0 // It is said again.
			}
		}
	}
	to = appendLook(to, from, into)
	to[len(to)-1] = 'm'

	differs := len(to)
	to = append(to, "\x1b[0;"...)
	to = appendLook(to, look{}, into)
	to[len(to)-1] = 'm'
	if len(to)-differs < differs-start {
		return append(to[:start], to[differs:]...)
	}
	return to[:differs]
}

// appendLook appends the parameters that add to one look what another has, each ended by ";".
func appendLook(to []byte, from, into look) []byte {
	for _, a := range attributeCodes {
		if into.attributes&^from.attributes&a.is != 0 {
			to = append(strconv.AppendInt(to, int64(a.on), 10), ';')
		}
	}
	if into.fore != from.fore {
		to = appendColour(to, into.fore, 0)
	}
	if into.back != from.back {
		to = appendColour(to, into.back, 10)
	}
	return to
}

// appendColour appends a colour's parameters; those behind the text are by ten higher.
func appendColour(to []byte, c colour, behind int) []byte {
	n := int(c & number)
	parts := []int{38 + behind, 5, n}
	switch c &^ number {
	case basic:
		parts = []int{30 + behind + n}
		if n > 7 {
			parts[0] = 90 + behind + n - 8
		}
	case indexed:
	case direct:
		parts = []int{38 + behind, 2, n >> 16, n >> 8 & 255, n & 255}
	default:
		parts = []int{39 + behind}
	}
	for _, part := range parts {
		to = append(strconv.AppendInt(to, int64(part), 10), ';')
	}
	return to
}
