package picture

import (
	"image"
	"slices"
)

// dithered returns for each pixel the position of a colour of the palette; what it is off by is given to its neighbours
// (Floyd and Steinberg). A palette has 1 to 256 colours.
func dithered(pixels *image.RGBA, palette [][3]uint8) []uint8 {
	width, height := pixels.Rect.Dx(), pixels.Rect.Dy()
	out := make([]uint8, width*height)
	find := nearest{palette: palette}
	// What the row has been given, and the next one, with a pixel more at each side.
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

// palette chooses so many colours for a picture, at most, by cutting the room of its colours where most of them lie.
func palette(pixels *image.RGBA, most int) [][3]uint8 {
	all := shadesOf(pixels)
	boxes := [][]shade{all}
	for len(boxes) < most {
		worst, at, by := 0, -1, 0
		for i, box := range boxes {
			if colour, spread := widest(box); len(box) > 1 && spread > worst {
				worst, at, by = spread, i, colour
			}
		}
		if at < 0 {
			break
		}
		box, half, seen := boxes[at], 0, 0
		slices.SortFunc(box, func(a, b shade) int { return a.at[by] - b.at[by] })
		for _, s := range box {
			half += s.count
		}
		cut := 1
		for i, s := range box[:len(box)-1] {
			if seen += s.count; seen*2 >= half {
				cut = i + 1
				break
			}
			cut = i + 1
		}
		boxes[at] = box[:cut:cut]
		boxes = append(boxes, box[cut:])
	}
	list := make([][3]uint8, 0, len(boxes))
	for _, box := range boxes {
		var sum [3]int
		n := 0
		for _, s := range box {
			for c := range sum {
				sum[c] += s.sum[c]
			}
			n += s.count
		}
		if n > 0 {
			list = append(list, [3]uint8{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n)}) //nolint:gosec // means of bytes
		}
	}
	return list
}

// A shade is the pixels whose colours have the same 5 bits each, which are at.
type shade struct {
	at, sum [3]int
	count   int
}

func shadesOf(pixels *image.RGBA) []shade {
	bins := map[[3]int]int{}
	var all []shade
	for i := 0; i < len(pixels.Pix); i += 4 {
		c := [3]int{int(pixels.Pix[i]), int(pixels.Pix[i+1]), int(pixels.Pix[i+2])}
		at := [3]int{c[0] >> 3, c[1] >> 3, c[2] >> 3}
		n, had := bins[at]
		if !had {
			n = len(all)
			bins[at] = n
			all = append(all, shade{at: at})
		}
		for k := range c {
			all[n].sum[k] += c[k]
		}
		all[n].count++
	}
	return all
}

// widest returns the colour in which the shades of a box are farthest apart, and how far, weighed by how many there are.
func widest(box []shade) (colour, spread int) {
	total := 0
	for c := range 3 {
		low, high := 255, 0
		for _, s := range box {
			low, high = min(low, s.at[c]), max(high, s.at[c])
		}
		if high-low > spread {
			colour, spread = c, high-low
		}
	}
	for _, s := range box {
		total += s.count
	}
	return colour, spread * total
}
