package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/png"
	"strconv"
	"strings"
)

// A Graphic is a picture that the terminal draws in the place of blank cells.
type Graphic struct {
	Name     string // another one is another picture, or elsewhere
	Row, Col int    // of its upper left cell
	Size     Size   // in cells
	// Draw shows it where the cursor is. Erase takes it away; empty where writing over its cells does that.
	Draw, Erase string
}

// chunk is how many letters of a picture one sequence of kitty's has, at most.
const chunk = 4096

// kittyID is the number of the one picture that is on the screen.
const kittyID = 7101

// Kitty returns a picture by kitty's graphics protocol, in so many cells.
func Kitty(img image.Image, size, cell Size) (draw, erase string, err error) {
	if cell.Width > 0 && cell.Height > 0 {
		most := Size{size.Width * cell.Width, size.Height * cell.Height}
		if img.Bounds().Dx() > most.Width || img.Bounds().Dy() > most.Height {
			img = scale(img, most)
		}
	}
	var file bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed}).Encode(&file, img); err != nil {
		return "", "", fmt.Errorf("a picture for the terminal: %w", err)
	}
	letters := base64.StdEncoding.EncodeToString(file.Bytes())
	var out strings.Builder
	for first := true; first || letters != ""; first = false {
		part := letters[:min(len(letters), chunk)]
		letters = letters[len(part):]
		out.WriteString("\x1b_G")
		if first {
			fmt.Fprintf(&out, "a=T,f=100,i=%d,c=%d,r=%d,C=1,q=2,", kittyID, size.Width, size.Height)
		}
		more := 0
		if letters != "" {
			more = 1
		}
		fmt.Fprintf(&out, "m=%d;%s\x1b\\", more, part)
	}
	return out.String(), fmt.Sprintf("\x1b_Ga=d,d=I,i=%d,q=2\x1b\\", kittyID), nil
}

// sixelBand is how many rows of pixels one row of sixels has.
const sixelBand = 6

// Sixel returns a picture in sixels, in at most so many cells of this size and in at most so many colours.
func Sixel(img image.Image, size, cell Size, colours int) string {
	height := size.Height * cell.Height / sixelBand * sixelBand
	pixels := scale(img, Size{max(1, size.Width*cell.Width), max(sixelBand, height)})
	chosen := palette(pixels, max(2, min(colours, 256)))
	indices := dithered(pixels, chosen)
	width := pixels.Rect.Dx()
	out := []byte("\x1bP0;1;0q\"1;1;" + strconv.Itoa(width) + ";" + strconv.Itoa(pixels.Rect.Dy()))
	for i, c := range chosen {
		percent := func(v uint8) int { return (int(v)*100 + 127) / 255 }
		out = fmt.Appendf(out, "#%d;2;%d;%d;%d", i, percent(c[0]), percent(c[1]), percent(c[2]))
	}
	bands := make([]byte, len(chosen)*width) // a row of sixels for each colour
	for top := 0; top < pixels.Rect.Dy(); top += sixelBand {
		var used [256]bool
		for at, i := range indices[top*width : (top+sixelBand)*width] {
			used[i] = true
			bands[int(i)*width+at%width] |= 1 << (at / width)
		}
		for i := range chosen {
			if !used[i] {
				continue
			}
			band := bands[i*width : (i+1)*width]
			out = append(append(out, '#'), strconv.Itoa(i)...)
			out = append(appendRuns(out, band), '$')
			clear(band)
		}
		out = append(out, '-')
	}
	return string(append(out, "\x1b\\"...))
}

// appendRuns writes a row of sixels, the same ones after each other as one with a count, and none at the end.
func appendRuns(out, band []byte) []byte {
	for len(band) > 0 && band[len(band)-1] == 0 {
		band = band[:len(band)-1]
	}
	for i := 0; i < len(band); {
		n := 1
		for i+n < len(band) && band[i+n] == band[i] {
			n++
		}
		letter := band[i] + '?'
		if n > 3 {
			out = append(append(append(out, '!'), strconv.Itoa(n)...), letter)
		} else {
			out = append(out, bytes.Repeat([]byte{letter}, n)...)
		}
		i += n
	}
	return out
}
