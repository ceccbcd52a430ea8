package paint

import (
	"strings"
	"unicode/utf8"
)

// A cell is one column of a line: a character and how it is drawn. A blank has
// only as much of a look as shows. The zero cell stands where it is not known what
// the screen has; no other is like it.
type cell struct {
	char rune
	look look
}

var blankCell = cell{char: ' '}

// cells takes a line apart into exactly width cells. The second result
// reports whether every character is sure to take one.
func cells(into []cell, line string, width int) ([]cell, bool) {
	var now look
	for i := 0; i < len(line); {
		if line[i] == '\x1b' {
			n := styleLength(line[i:])
			if n == 0 || !now.set(line[i+2:i+n-1]) {
				return into, false
			}
			i += n
			continue
		}
		char, n := rune(line[i]), 1
		if char >= utf8.RuneSelf {
			char, n = utf8.DecodeRuneInString(line[i:])
		}
		if !oneCell(char) || len(into) == width {
			return into, false
		}
		c := cell{char: char, look: now}
		if char == ' ' {
			c.look = now.ofBlank()
		}
		into = append(into, c)
		i += n
	}
	for len(into) < width {
		into = append(into, blankCell)
	}
	return into, true
}

// styleLength is the length of the style sequence that the text begins with;
// 0 if it begins with another one.
func styleLength(text string) int {
	if !strings.HasPrefix(text, "\x1b[") {
		return 0
	}
	for i := 2; i < len(text); i++ {
		switch c := text[i]; {
		case c == 'm':
			return i + 1
		case c != ';' && (c < '0' || c > '9'):
			return 0
		}
	}
	return 0
}

// oneCell reports whether terminals agree that the character takes one cell and
// joins with no other: Latin, Greek and Cyrillic letters, and the signs that
// frames, charts and prices are made of.
func oneCell(r rune) bool {
	switch {
	case r < 0x7f:
		return r >= ' '
	case r >= 0xa0 && r <= 0x2ff:
		return r != 0xad // a hyphen that may not be there
	case r >= 0x370 && r <= 0x482, r >= 0x48a && r <= 0x52f:
		return true
	case r >= 0x2010 && r <= 0x2027, r >= 0x2030 && r <= 0x205e:
		return r != 0x203c && r != 0x2049 // drawn as pictures by some
	case r >= 0x20a0 && r <= 0x20bf, r >= 0x2500 && r <= 0x259f, r >= 0x2800 && r <= 0x28ff:
		return true
	}
	return strings.ContainsRune("←↑→↓−≈≠≤≥", r)
}
