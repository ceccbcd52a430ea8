package picture

import (
	"bytes"
	"encoding/base64"
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

func TestReduce(t *testing.T) {
	t.Parallel()
	if got := Reduce(image.NewGray(image.Rect(0, 0, 5000, 10))).Bounds().Size(); got != (image.Point{1600, 3}) {
		t.Errorf("a long picture becomes %v", got)
	}
	clearOne := Reduce(image.NewNRGBA(image.Rect(3, 3, 5, 5)))
	if got := clearOne.RGBAAt(0, 0); got != (color.RGBA{0x80, 0x80, 0x80, 0xff}) {
		t.Errorf("what is transparent becomes %v", got)
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
