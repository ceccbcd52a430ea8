// Package picture draws a picture on a terminal: in cells, as half blocks or as shades, and by kitty's graphics on a terminal
// that says that it has them. It knows nothing of screens, and writes nothing itself.
package picture

import (
	"context"
	"image"
	"image/color"
	"math"

	"golang.org/x/image/draw"
)

// A Size is so many cells, or so many pixels.
type Size struct{ Width, Height int }

// cellRatio is how many times as high as wide a cell is where the terminal does not say.
const cellRatio = 2

// mostDetail is the most pixels of a side that any drawing has use for.
const mostDetail = 1600

// stripWidth is how many pixels of a line are converted at once.
const stripWidth = 4096

// Reduce returns the picture with no more detail than a terminal can show, over grey where it is transparent. A pixel is the mean
// of those that it covers. The picture is read line by line, so that little memory is needed besides the result, and the context
// can end it after each line.
func Reduce(ctx context.Context, img image.Image) (*image.RGBA, error) {
	from := img.Bounds()
	size := Size{from.Dx(), from.Dy()}
	if most := max(size.Width, size.Height); most > mostDetail {
		size = Size{max(1, size.Width*mostDetail/most), max(1, size.Height*mostDetail/most)}
	}
	out := image.NewRGBA(image.Rect(0, 0, size.Width, size.Height))
	strip := image.NewRGBA(image.Rect(0, 0, min(stripWidth, from.Dx()), 1))
	across, sums := make([]uint64, 3*size.Width), make([]uint64, 3*size.Width)
	for y := range from.Dy() {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		clear(across)
		for left := 0; left < from.Dx(); left += stripWidth {
			part := image.Rect(0, 0, min(stripWidth, from.Dx()-left), 1)
			draw.Draw(strip, part, image.NewUniform(color.Gray{0x80}), image.Point{}, draw.Src)
			draw.Draw(strip, part, img, from.Min.Add(image.Pt(left, y)), draw.Over)
			for x := range part.Dx() {
				pixel, share := strip.Pix[4*x:], shareOf(left+x, from.Dx(), size.Width)
				for c := range 3 {
					across[3*share.first+c] += share.of * uint64(pixel[c])
					across[3*share.last+c] += share.rest * uint64(pixel[c])
				}
			}
		}
		share := shareOf(y, from.Dy(), size.Height)
		for i, sum := range across {
			sums[i] += share.of * sum
		}
		if y+1 < from.Dy() && shareOf(y+1, from.Dy(), size.Height).first == share.first {
			continue
		}
		whole := uint64(from.Dx()) * uint64(from.Dy()) //nolint:gosec // A picture has no negative sides.
		line := out.Pix[share.first*out.Stride:]
		for i, sum := range sums {
			line[i/3*4+i%3] = uint8((sum + whole/2) / whole) //nolint:gosec // A mean of bytes.
			sums[i] = share.rest * across[i]
		}
		for x := range size.Width {
			line[4*x+3] = 0xff
		}
	}
	return out, nil
}

// A share divides a pixel of a line between two neighbours of a shorter line: of parts go to the first, and rest to the last.
type share struct {
	first, last int
	of, rest    uint64
}

// shareOf returns the share of the pixel at; of and rest together are the length of the shorter line.
func shareOf(at, from, to int) share {
	first := int64(at) * int64(to) / int64(from)
	of := min(int64(to), (first+1)*int64(from)-int64(at)*int64(to))
	return share{int(first), min(to-1, int(first)+1), uint64(of), uint64(int64(to) - of)} //nolint:gosec // Of is 1 to to.
}

func scale(img image.Image, to Size) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, to.Width, to.Height))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.Gray{0x80}), image.Point{}, draw.Src)
	if img.Bounds().Size() == out.Bounds().Size() {
		draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
		return out
	}
	draw.CatmullRom.Scale(out, out.Bounds(), img, img.Bounds(), draw.Over, nil)
	return out
}

// Fit returns how many cells a picture takes at most within others, in its own shape. Cell is the size of one in pixels; the
// zero Size is that of a terminal that does not say.
func Fit(img image.Image, within, cell Size) Size {
	ratio := float64(cellRatio)
	if cell.Width > 0 && cell.Height > 0 {
		ratio = float64(cell.Height) / float64(cell.Width)
	}
	b := img.Bounds()
	shape := float64(b.Dx()) / float64(max(1, b.Dy())) * ratio // columns for each row
	rows := math.Min(float64(within.Height), float64(within.Width)/shape)
	return Size{
		Width:  max(1, min(within.Width, int(math.Round(rows*shape)))),
		Height: max(1, min(within.Height, int(math.Round(rows)))),
	}
}

// luminance is how bright a pixel is, 0 to 255.
func luminance(r, g, b int) int { return (299*r + 587*g + 114*b) / 1000 }
