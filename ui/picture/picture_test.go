package picture

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strings"
	"testing"
)

// corners is red, green, blue and white in its quarters.
func corners(width, height int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, []color.RGBA{{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}}[y*2/height*2+x*2/width])
		}
	}
	return img
}

func TestCells(t *testing.T) {
	t.Parallel()
	img := corners(4, 4)
	for name, test := range map[string]struct {
		colours Colours
		light   bool
		want    string
	}{
		"direct": {Direct, false, "\x1b[38;2;255;0;0;48;2;255;0;0m▀▀\x1b[38;2;0;255;0;48;2;0;255;0m▀▀\x1b[m\n" +
			"\x1b[38;2;0;0;255;48;2;0;0;255m▀▀\x1b[38;2;255;255;255;48;2;255;255;255m▀▀\x1b[m"},
		"indexed":  {Indexed, false, "\x1b[38;5;196;48;5;196m▀▀\x1b[38;5;46;48;5;46m▀▀\x1b[m\n\x1b[38;5;21;48;5;21m▀▀\x1b[38;5;231;48;5;231m▀▀\x1b[m"},
		"shades":   {Few, false, "░░▓▒\n░ ██"},
		"on white": {Few, true, "▓▓░▒\n▓█  "},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(Cells(img, Size{4, 2}, test.colours, test.light), "\n"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// A picture keeps its shape, by the cells of the terminal.
func TestFit(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		width, height      int
		within, cell, want Size
	}{
		{300, 200, Size{80, 20}, Size{}, Size{60, 20}},
		{300, 200, Size{30, 20}, Size{}, Size{30, 10}},
		{300, 200, Size{80, 20}, Size{10, 15}, Size{45, 20}},
		{1, 1000, Size{80, 20}, Size{}, Size{1, 20}},
		{1000, 1, Size{80, 20}, Size{}, Size{80, 1}},
		{5, 5, Size{1, 1}, Size{}, Size{1, 1}},
	} {
		if got := Fit(image.NewGray(image.Rect(0, 0, test.width, test.height)), test.within, test.cell); got != test.want {
			t.Errorf("%dx%d within %v: %v, want %v", test.width, test.height, test.within, got, test.want)
		}
	}
}

func TestReduce_SizeAndGround(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ from, want image.Point }{
		{image.Pt(5000, 10), image.Pt(1600, 3)}, {image.Pt(1, 9000), image.Pt(1, 1600)}, {image.Pt(1601, 1601), image.Pt(1600, 1600)}, {image.Pt(7, 5), image.Pt(7, 5)},
	} {
		got, err := Reduce(t.Context(), image.NewNRGBA(image.Rectangle{Max: test.from}.Add(image.Pt(3, 3))))
		if err != nil || got.Bounds().Size() != test.want {
			t.Fatalf("%v becomes %v, %v; want %v", test.from, got.Bounds(), err, test.want)
		}
		for i := 0; i < len(got.Pix); i += 4 {
			if *(*[4]byte)(got.Pix[i:]) != [4]byte{0x80, 0x80, 0x80, 0xff} {
				t.Fatalf("pixel %d of a transparent picture of %v is %v", i/4, test.from, got.Pix[i:i+4])
			}
		}
	}
}

// A pixel is the mean of those that it covers, also across the strips in which a line is read.
func TestReduce_Mean(t *testing.T) {
	t.Parallel()
	img := image.NewGray(image.Rect(0, 0, 3*mostDetail, 6))
	for i := range img.Pix {
		img.Pix[i] = []byte{0, 30, 240}[i%3]
	}
	got, err := Reduce(t.Context(), img)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(got.Pix); i += 4 {
		if *(*[4]byte)(got.Pix[i:]) != [4]byte{90, 90, 90, 0xff} {
			t.Fatalf("pixel %d is %v, want 90", i/4, got.Pix[i:i+4])
		}
	}
	uneven := image.NewGray(image.Rect(0, 0, 2*mostDetail+mostDetail/2, 1)) // Two and a half pixels become one.
	for i := range uneven.Pix {
		uneven.Pix[i] = []byte{100, 100, 200, 50, 50}[i%5]
	}
	if got, err = Reduce(t.Context(), uneven); err != nil {
		t.Fatal(err)
	}
	for x := range mostDetail {
		if want := []byte{120, 80}[x%2]; got.RGBAAt(x, 0).R != want {
			t.Fatalf("pixel %d is %v, want %d", x, got.RGBAAt(x, 0), want)
		}
	}
}

// An endsAfter is a context that ends once it was asked a number of times.
type endsAfter struct {
	context.Context //nolint:containedctx // The one that it wraps.
	left            int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

func TestReduce_StopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx := &endsAfter{t.Context(), 3}
	got, err := Reduce(ctx, image.NewGray(image.Rect(0, 0, 40, 30)))
	if got != nil || !errors.Is(err, context.Canceled) || ctx.left != -1 {
		t.Errorf("%v, %v; %d of 3 lines were left", got, err, ctx.left)
	}
}

var kittyChunk = regexp.MustCompile(`^\x1b_G([^;]*);([A-Za-z0-9+/=]*)\x1b\\`)

// A picture goes to kitty in pieces that are well-formed, and is a PNG of the picture when they are put together.
func TestKitty(t *testing.T) {
	t.Parallel()
	img := image.NewRGBA(image.Rect(0, 0, 300, 200))
	seed := uint32(1)
	for i := range img.Pix {
		seed = seed*1664525 + 1013904223
		img.Pix[i] = byte(seed >> 24)
	}
	draw, erase, err := Kitty(img, Size{30, 10}, Size{8, 16})
	if err != nil || erase != "\x1b_Ga=d,d=I,i=7101,q=2\x1b\\" {
		t.Fatalf("%q, %v", erase, err)
	}
	var letters strings.Builder
	for n := 0; draw != ""; n++ {
		part := kittyChunk.FindStringSubmatch(draw)
		if part == nil || len(part[2]) > 4096 {
			t.Fatalf("no piece: %.100q", draw)
		}
		draw = draw[len(part[0]):]
		want := "m=1"
		if draw == "" {
			want = "m=0"
		}
		if n == 0 {
			want = "a=T,f=100,i=7101,c=30,r=10,C=1,q=2," + want
		}
		if part[1] != want {
			t.Errorf("piece %d begins with %q, want %q", n, part[1], want)
		}
		letters.WriteString(part[2])
	}
	file, err := base64.StdEncoding.DecodeString(letters.String())
	if err != nil {
		t.Fatal(err)
	}
	got, err := png.Decode(bytes.NewReader(file))
	if err != nil || got.Bounds().Size() != (image.Point{240, 160}) {
		t.Errorf("the picture is %v, %v", got.Bounds(), err)
	}
}

// What terminals really say.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		reports []string
		want    Support
	}{
		"kitty":       {[]string{"Gi=7102;OK", "\x1b[6;18;9t", "\x1b[?62;c"}, Support{Kitty: true, Cell: Size{9, 18}}},
		"foot":        {[]string{"\x1b[6;20;10t", "\x1b[?62;4;22c"}, Support{Cell: Size{10, 20}}},
		"xterm":       {[]string{"\x1b[6;13;6t", "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"}, Support{Cell: Size{6, 13}}},
		"no cell":     {[]string{"\x1b[?62;4c"}, Support{}},
		"an error":    {[]string{"Gi=7102;ENOTSUPPORTED:no", "\x1b[?62;c"}, Support{}},
		"another's":   {[]string{"Gi=1;OK", "\x1b[?62;c"}, Support{}},
		"without end": {[]string{"Gi=7102;OK", "\x1b[6;18;9t"}, Support{}},
		"nonsense":    {[]string{"", "G", "\x1b[", "\x1b[t", "\x1b[6;0;9t", "\x1b[6;9999999999999999999;9t", "\x1b[?c"}, Support{}},
	} {
		if got := ReadAnswers(test.reports).Use(Auto); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
	if got := (Support{Kitty: true}).Use(Blocks); got.Kitty {
		t.Errorf("blocks: %+v", got)
	}
}

func TestCellOf(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		cols, rows, width, height int
		want                      Size
	}{
		{80, 24, 640, 384, Size{8, 16}},
		{80, 24, 640 + 18, 384 + 2, Size{8, 16}}, // with a border and a bar
		{80, 24, 0, 0, Size{}},
		{80, 24, 640, 0, Size{}},
		{80, 24, 79, 384, Size{}},
		{0, 0, 640, 384, Size{}},
		{1, 1, 65535, 65535, Size{}},
		{-80, -24, -640, -384, Size{}},
	} {
		if got := CellOf(test.cols, test.rows, test.width, test.height); got != test.want {
			t.Errorf("%dx%d in %dx%d pixels: %v, want %v", test.cols, test.rows, test.width, test.height, got, test.want)
		}
	}
}

// Whatever a terminal says, it has cells of a size that there is.
func FuzzAnswers(f *testing.F) {
	f.Add("Gi=7102;OK", "\x1b[6;18;9t", "\x1b[?62;4c")
	f.Add("\x1b[?4c", "\x1b[6;-1;9t", "\x1b[;;;t")
	f.Fuzz(func(t *testing.T, a, b, c string) {
		s := ReadAnswers([]string{a, b, c})
		if s.Cell.Width < 0 || s.Cell.Width > mostCell || s.Cell.Height < 0 || s.Cell.Height > mostCell {
			t.Errorf("%+v", s)
		}
	})
}
