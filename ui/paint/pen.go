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
	way := p.way(y, x)
	if p.writes(between, len(way)) {
		for _, c := range between {
			p.buffer = utf8.AppendRune(p.buffer, c.char)
		}
	} else {
		p.buffer = append(p.buffer, way...)
	}
	p.x, p.y, p.known = x, y, true
}

// way returns the shortest that moves the cursor there. It is overwritten by the next.
func (p *pen) way(y, x int) []byte {
	ways := appendPlace(p.spare[:0], y, x)
	best := ways
	shorter := func(from int) {
		if way := ways[from:]; len(way) > 0 && len(way) < len(best) {
			best = way
		}
	}
	if p.known && p.y == y && x > p.x {
		from := len(ways)
		ways = appendMove(ways, x-p.x, 'C')
		shorter(from)
	}
	if p.known && p.x == x {
		from := len(ways)
		ways = appendVertical(ways, y-p.y)
		shorter(from)
	}
	// A line feed is a row down even where the terminal makes a new line of it: the column is said after it.
	if down := y - p.y; p.known && down > 0 && down < len(best) {
		from := len(ways)
		for range down {
			ways = append(ways, '\n')
		}
		if ways = append(ways, '\r'); x > 0 {
			ways = appendMove(ways[:len(ways)-1], x+1, 'G')
		}
		shorter(from)
	}
	p.spare = ways[:0]
	return best
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

// appendVertical appends what moves the cursor so many rows down, or up, in its column.
func appendVertical(to []byte, rows int) []byte {
	if rows < 0 {
		return appendMove(to, -rows, 'A')
	}
	return appendMove(to, rows, 'B')
}

// appendMove appends a movement by so many cells, or to that one.
func appendMove(to []byte, cells int, way byte) []byte {
	to = append(to, "\x1b["...)
	if cells > 1 {
		to = strconv.AppendInt(to, int64(cells), 10)
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
