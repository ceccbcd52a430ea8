package picture

import "image"

// dithered returns for each pixel the position of a colour of the palette; what it is off by is given to its neighbours
// (Floyd and Steinberg). A palette has 1 to 256 colours.
func dithered(pixels *image.RGBA, palette [][3]uint8) []uint8 {
	width, height := pixels.Rect.Dx(), pixels.Rect.Dy()
	out := make([]uint8, width*height)
	find := nearest{palette: palette}
	// The errors that earlier pixels left to this row and to the next, with a pixel more at each side.
	now, next := make([][3]int, width+2), make([][3]int, width+2)
	for y := range height {
		for x := range width {
			o := pixels.PixOffset(x, y)
			var want [3]int
			for c := range want {
				want[c] = max(0, min(255, int(pixels.Pix[o+c])+now[x+1][c]/16))
			}
			at := find.of(want)
			out[y*width+x] = at
			for c := range want {
				off := want[c] - int(palette[at][c])
				now[x+2][c] += off * 7
				next[x][c] += off * 3
				next[x+1][c] += off * 5
				next[x+2][c] += off
			}
		}
		now, next = next, now
		clear(next)
	}
	return out
}

// nearest finds the colour of a palette that is nearest to another one, and remembers it.
type nearest struct {
	palette [][3]uint8
	known   [1 << 15]uint16 // by 5 bits of each colour: the position and one
}

func (n *nearest) of(want [3]int) uint8 {
	slot := want[0]>>3<<10 | want[1]>>3<<5 | want[2]>>3
	if at := n.known[slot]; at > 0 {
		return uint8(at - 1) //nolint:gosec // a palette has up to 256 colours
	}
	best, least := 0, 1<<30
	for i, c := range n.palette {
		r, g, b := want[0]-int(c[0]), want[1]-int(c[1]), want[2]-int(c[2])
		if far := 3*r*r + 6*g*g + b*b; far < least {
			best, least = i, far
		}
	}
	n.known[slot] = uint16(best + 1)
	return uint8(best)
}
