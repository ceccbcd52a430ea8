package picture

import (
	"image"
	"image/color"
	"testing"
)

// photoLike is as large as the sandbox's largest picture, with colours that differ everywhere.
func photoLike() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, 672, 448))
	for y := range 448 {
		for x := range 672 {
			img.SetRGBA(x, y, color.RGBA{uint8(x * 255 / 672), uint8(y * 255 / 448), uint8((x ^ y) & 255), 255})
		}
	}
	return img
}

// What is done between the photo's pixels and a screen of 120x40.
func BenchmarkDraw(b *testing.B) {
	img, within, cell := photoLike(), Size{114, 33}, Size{8, 16}
	for name, draw := range map[string]func(*image.RGBA, Size) int{
		"half blocks": func(i *image.RGBA, s Size) int { return len(Cells(i, s, Direct, false)) },
		"256 colours": func(i *image.RGBA, s Size) int { return len(Cells(i, s, Indexed, false)) },
		"shades":      func(i *image.RGBA, s Size) int { return len(Cells(i, s, Few, false)) },
		"kitty": func(i *image.RGBA, s Size) int {
			text, _, err := Kitty(i, s, cell)
			if err != nil {
				b.Fatal(err)
			}
			return len(text)
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				reduced, err := Reduce(b.Context(), img)
				if err != nil {
					b.Fatal(err)
				}
				if draw(reduced, Fit(reduced, within, cell)) == 0 {
					b.Fatal("nothing is drawn")
				}
			}
		})
	}
}
