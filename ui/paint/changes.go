package paint

import (
	"cmp"
	"slices"
)

// A run is cells beside each other that are to be written in one look, blanks to be erased, or
// the former followed by the latter.
type run struct {
	y, x  int
	cells int
	look  look
	// blanks is how many cells after those are erased; toEnd for the rest of the line.
	blanks int
}

const toEnd = -1

// manyLooks is from how many looks on a frame is written from the top down: each cell of a photo has its own.
const manyLooks = 256

// leastErased is how many blanks are worth to be erased, and the cursor moved, in place of writing them.
const leastErased = 9

// leastErasedLast is the same where nothing is written after them.
const leastErasedLast = 5

// leastUncoloured is how many blanks make it worth to erase a row that loses the colour behind it, before its words are written.
const leastUncoloured = 16

// changes are what a frame has to write. They are written look by look and not from the top down:
// to change the look often takes more bytes than to move the cursor.
type changes struct {
	runs  []run
	looks []look // of the runs, each once
}

// add takes what differs between two states of a line. The former is overwritten.
func (c *changes) add(y int, before, after []cell) {
	width := len(after)
	if x, n, blank := uncoloured(before, after); blank >= leastUncoloured {
		c.runs = append(c.runs, run{y: y, x: x, blanks: n})
		c.note(look{})
		for i := range n {
			before[x+i] = blankCell
		}
	}
	blanks := width // from here on the new line is empty
	for blanks > 0 && after[blanks-1] == blankCell {
		blanks--
	}
	for x := 0; x < width; {
		if before[x] == after[x] {
			x++
			continue
		}
		r := run{y: y, x: x, look: after[x].look}
		if x < blanks {
			r.cells = r.look.length(before[x:blanks], after[x:blanks])
			x += r.cells
		}
		n := differentBlanks(before[x:], after[x:])
		if x >= blanks {
			n = lastDifferent(before[x:], after[x:])
		}
		switch {
		case x >= blanks && n > 0 && n < len(eraseRight) && width-x > n && r.look.ofBlank() == (look{}):
			r.cells, x = r.cells+n, width // A few blanks before others that stay.
		case x >= blanks && n > 0 && (r.cells == 0 || r.look.ofBlank() == (look{})):
			r.blanks, x = toEnd, width
		case x < blanks && (n >= leastErased || n >= leastErasedLast && before[x+n] == after[x+n]):
			r.blanks, x = n, x+n
		}
		c.runs = append(c.runs, r)
		c.note(r.look)
	}
}

func (c *changes) note(l look) {
	if len(c.looks) <= manyLooks && !slices.Contains(c.looks, l) {
		c.looks = append(c.looks, l)
	}
}

// uncoloured returns the first stretch of cells that lose the colour behind them, and how many of those are blank.
func uncoloured(before, after []cell) (x, n, blank int) {
	for x < len(after) && !loses(before[x], after[x]) {
		x++
	}
	for ; x+n < len(after) && loses(before[x+n], after[x+n]); n++ {
		if after[x+n] == blankCell {
			blank++
		}
	}
	return x, n, blank
}

func loses(before, after cell) bool {
	return before.look.ofBlank() != look{} && after.look.ofBlank() == look{}
}

// differentBlanks returns how many cells from the first on are blank and were not.
func differentBlanks(before, after []cell) (n int) {
	for n < len(after) && after[n] == blankCell && before[n] != blankCell {
		n++
	}
	return n
}

// lastDifferent returns how many cells there are up to the last one that differs, which may be none.
func lastDifferent(before, after []cell) (n int) {
	n = len(after)
	for n > 0 && after[n-1] == before[n-1] {
		n--
	}
	return n
}

// length returns how many cells from the first on differ and can be written in one look, which
// blanks may take from what follows them.
func (l *look) length(before, after []cell) (n int) {
	drawn := after[0].char != ' '
	for n < len(after) && before[n] != after[n] {
		c := after[n]
		switch {
		case c.char == ' ' && c.look == l.ofBlank():
			blanks := differentBlanks(before[n:], after[n:])
			ends := n+blanks == len(after) || before[n+blanks] == after[n+blanks]
			if blanks >= leastErased || ends && blanks >= leastErasedLast {
				return n
			}
		case c.look == *l:
			drawn = true
		case !drawn && c.look.ofBlank() == *l:
			*l, drawn = c.look, true
		default:
			return n
		}
		n++
	}
	return n
}

// write has the pen write all of them; the rows are those of the frame.
func (c *changes) write(p *pen, rows [][]cell, width int) {
	if len(c.looks) > manyLooks {
		for _, r := range c.runs {
			r.write(p, rows[r.y], width)
		}
		c.looks = c.looks[:0]
	}
	// Each adds to the one before: taking an attribute back is longer than to have another colour. The terminal's own is the
	// first, for the sake of what is erased before words are written there.
	slices.SortStableFunc(c.looks, func(a, b look) int {
		return cmp.Or(cmp.Compare(a.added(), b.added()), cmp.Compare(a.attributes, b.attributes))
	})
	for _, l := range c.looks {
		for _, r := range c.runs {
			if r.look == l {
				r.write(p, rows[r.y], width)
			}
		}
	}
	c.runs, c.looks = c.runs[:0], c.looks[:0]
}

func (r run) write(p *pen, row []cell, width int) {
	var between []cell
	if p.known && p.y == r.y && p.x <= r.x {
		between = row[p.x:r.x]
	}
	p.goTo(r.y, r.x, between)
	if r.cells > 0 {
		p.take(r.look)
		p.put(row[r.x:r.x+r.cells], width)
	}
	switch {
	case r.blanks == toEnd:
		p.eraseRight()
	case r.blanks > 0:
		p.erase(r.blanks)
	}
}
