package picture

import (
	"image"
	"strconv"
	"strings"
)

// Colours are how many colours a drawing in cells may have.
type Colours int

// The kinds of colours.
const (
	// Few is for a terminal of 16 colours, whose colours nobody knows, or of none: the drawing is of shades.
	Few Colours = iota
	Indexed
	Direct
)

const (
	upperHalf = "▀"
	plain     = "\x1b[m"
)

// Cells draws a picture in cells: a line for each row. With colours a cell is two pixels, one above the other; without, it
// is a shade, on a light ground or a dark one.
func Cells(img image.Image, size Size, colours Colours, light bool) []string {
	if colours == Few {
		return shades(scale(img, size), light)
	}
	pixels := scale(img, Size{size.Width, 2 * size.Height})
	pick := func(x, y int) string {
		o := pixels.PixOffset(x, y)
		return "2;" + strconv.Itoa(int(pixels.Pix[o])) + ";" + strconv.Itoa(int(pixels.Pix[o+1])) + ";" + strconv.Itoa(int(pixels.Pix[o+2]))
	}
	if colours == Indexed {
		indices := dithered(pixels, xtermPalette())
		pick = func(x, y int) string { return "5;" + strconv.Itoa(16+int(indices[y*size.Width+x])) }
	}
	lines := make([]string, size.Height)
	for row := range lines {
		var line strings.Builder
		last := ""
		for x := range size.Width {
			look := "\x1b[38;" + pick(x, 2*row) + ";48;" + pick(x, 2*row+1) + "m"
			if look != last {
				line.WriteString(look)
				last = look
			}
			line.WriteString(upperHalf)
		}
		line.WriteString(plain)
		lines[row] = line.String()
	}
	return lines
}

// shades draws a picture in five shades, with the error of each cell given to its neighbours.
func shades(pixels *image.RGBA, light bool) []string {
	steps := []rune(" ░▒▓█")
	levels := [][3]uint8{{}, {64, 64, 64}, {128, 128, 128}, {191, 191, 191}, {255, 255, 255}}
	for i := 0; i < len(pixels.Pix); i += 4 {
		grey := uint8(luminance(int(pixels.Pix[i]), int(pixels.Pix[i+1]), int(pixels.Pix[i+2]))) //nolint:gosec // up to 255
		if light {
			grey = 255 - grey
		}
		pixels.Pix[i], pixels.Pix[i+1], pixels.Pix[i+2] = grey, grey, grey
	}
	indices := dithered(pixels, levels)
	width := pixels.Rect.Dx()
	lines := make([]string, pixels.Rect.Dy())
	for y := range lines {
		var line strings.Builder
		for _, i := range indices[y*width : (y+1)*width] {
			line.WriteRune(steps[i])
		}
		lines[y] = line.String()
	}
	return lines
}

// xtermPalette returns the colours from 16 on that all terminals of 256 have: a cube and greys.
func xtermPalette() [][3]uint8 {
	var list [][3]uint8
	steps := [6]uint8{0, 95, 135, 175, 215, 255}
	for _, r := range steps {
		for _, g := range steps {
			for _, b := range steps {
				list = append(list, [3]uint8{r, g, b})
			}
		}
	}
	for grey := 8; grey <= 238; grey += 10 {
		list = append(list, [3]uint8{uint8(grey), uint8(grey), uint8(grey)})
	}
	return list
}
