package paint

import (
	"strconv"
	"unicode/utf8"
)

// A pen writes cells into a buffer, with the least bytes for getting from one to
// the next. It knows where the cursor is and what look is in force.
type pen struct {
	buffer []byte
	look   look
	x, y   int // of the cursor; x is unknown at the start of a frame and after the last column
	known  bool
	spare  []byte // for the ways that are compared
}

// begin starts a frame: the look is the terminal's own, the cursor may be anywhere.
func (p *pen) begin() { *p = pen{buffer: p.buffer[:0], spare: p.spare[:0]} }

// take has a look in force.
func (p *pen) take(l look) {
	p.buffer = change(p.buffer, p.look, l)
	p.look = l
}

// put writes cells of a line of this width, in the look in force.
func (p *pen) put(cells []cell, width int) {
	for _, c := range cells {
		p.buffer = utf8.AppendRune(p.buffer, c.char)
	}
	// A cursor in the last column stays there or not, by terminal.
	p.x += len(cells)
	p.known = p.known && p.x < width
}

// goTo moves the cursor. Between are the cells that stand between it and its aim on
// the same line; writing them again may be shorter than to pass over them.
func (p *pen) goTo(y, x int, between []cell) {
	if p.known && p.x == x && p.y == y {
		return
	}
	best := appendPlace(p.spare[:0], y, x)
	if p.known && p.y == y {
		way := len(best)
		if n := x - p.x; n > 0 {
			best = append(best, "\x1b["...)
			if n > 1 {
				best = strconv.AppendInt(best, int64(n), 10)
			}
			best = append(best, 'C')
		}
		if relative := len(best) - way; relative > 0 && relative < way {
			best = best[way:]
		} else {
			best = best[:way]
		}
		if p.writes(between, len(best)) {
			for _, c := range between {
				p.buffer = utf8.AppendRune(p.buffer, c.char)
			}
			p.x = x
			return
		}
	}
	if p.known && p.x == x && p.y != y {
		best = appendVertical(best[:0], y-p.y)
	}
	p.spare = best[:0]
	p.buffer = append(p.buffer, best...)
	p.x, p.y, p.known = x, y, true
}

// writes reports whether cells can be written in the look in force, in at most so many bytes.
func (p *pen) writes(cells []cell, most int) bool {
	if len(cells) == 0 {
		return false
	}
	bytes := 0
	for _, c := range cells {
		if bytes += utf8.RuneLen(c.char); bytes > most {
			return false
		}
		if c.look != p.look && (c.char != ' ' || p.look.ofBlank() != c.look) {
			return false
		}
	}
	return true
}

// appendVertical appends what moves the cursor so many rows down, or up, in its column: never longer than its place.
func appendVertical(to []byte, rows int) []byte {
	way := byte('B')
	if rows < 0 {
		rows, way = -rows, 'A'
	}
	to = append(to, "\x1b["...)
	if rows > 1 {
		to = strconv.AppendInt(to, int64(rows), 10)
	}
	return append(to, way)
}

func appendPlace(to []byte, y, x int) []byte {
	to = append(to, "\x1b["...)
	to = strconv.AppendInt(to, int64(y+1), 10)
	if x > 0 {
		to = append(to, ';')
		to = strconv.AppendInt(to, int64(x+1), 10)
	}
	return append(to, 'H')
}

// erase makes so many cells from the cursor on blank, and leaves it where it is.
func (p *pen) erase(cells int) {
	p.plainBack()
	p.buffer = append(p.buffer, "\x1b["...)
	p.buffer = strconv.AppendInt(p.buffer, int64(cells), 10)
	p.buffer = append(p.buffer, 'X')
}

// eraseRight makes the rest of the line blank.
func (p *pen) eraseRight() {
	p.plainBack()
	p.buffer = append(p.buffer, eraseRight...)
}

// plainBack takes a look whose blanks are empty: what is erased gets the colour behind the text.
func (p *pen) plainBack() {
	if p.look.ofBlank() != (look{}) {
		p.take(look{})
	}
}

// text writes what is not taken apart into cells, in its own styles, from the start of a line.
func (p *pen) text(line string) {
	p.take(look{})
	p.buffer = append(p.buffer, line...)
	p.buffer = append(p.buffer, plainStyle...)
	p.known = false
}
