// Package picture draws a picture on a terminal: in cells, as half blocks or as shades, and by kitty's graphics on a terminal
// that says that it has them. It knows nothing of screens, and writes nothing itself.
package picture

import (
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

// Reduce returns the picture with no more detail than a terminal can show, over grey where it is transparent.
func Reduce(img image.Image) *image.RGBA {
	size := Size{img.Bounds().Dx(), img.Bounds().Dy()}
	if most := max(size.Width, size.Height); most > mostDetail {
		size = Size{max(1, size.Width*mostDetail/most), max(1, size.Height*mostDetail/most)}
	}
	return scale(img, size)
}

func scale(img image.Image, to Size) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, to.Width, to.Height))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.Gray{0x80}), image.Point{}, draw.Src)
	if img.Bounds().Size() == out.Bounds().Size() {
		draw.Draw(out, out.Bounds(), img, img.Bounds().Min, draw.Over)
		return out
	}
	var by draw.Scaler = draw.CatmullRom
	if img.Bounds().Dx() > 4*mostDetail { // The kernel would take seconds for nothing that is seen.
		by = draw.ApproxBiLinear
	}
	by.Scale(out, out.Bounds(), img, img.Bounds(), draw.Over, nil)
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
