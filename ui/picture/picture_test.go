package picture

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"regexp"
	"strconv"
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

// unsixel reads sixels as a terminal does.
func unsixel(t *testing.T, text string) (map[image.Point]string, Size) {
	t.Helper()
	body, ok := strings.CutPrefix(text, "\x1bP0;1;0q")
	if !ok || !strings.HasSuffix(body, "\x1b\\") {
		t.Fatalf("no sixels: %.60q", text)
	}
	body = strings.TrimSuffix(body, "\x1b\\")
	var size Size
	if _, err := fmt.Sscanf(body, `"1;1;%d;%d#`, &size.Width, &size.Height); err != nil {
		t.Fatal(err)
	}
	colours, pixels := map[string]string{}, map[image.Point]string{}
	colour, x, y := "", 0, 0
	put := func(letter byte, n int) {
		for range n {
			for bit := range 6 {
				if (letter-'?')>>bit&1 == 1 {
					pixels[image.Point{X: x, Y: y + bit}] = colours[colour]
				}
			}
			x++
		}
	}
	tokens := regexp.MustCompile(`"[0-9;]*|#[0-9;]+|![0-9]+[?-~]|[?-~]|[$-]`).FindAllString(body, -1)
	if strings.Join(tokens, "") != body {
		t.Fatal("there is something besides sixels")
	}
	for _, token := range tokens {
		switch token[0] {
		case '"':
		case '#':
			number, rest, defines := strings.Cut(token[1:], ";")
			if colour = number; defines {
				colours[number] = rest
			}
		case '!':
			n, err := strconv.Atoi(token[1 : len(token)-1])
			if err != nil {
				t.Fatal(err)
			}
			put(token[len(token)-1], n)
		case '$':
			x = 0
		case '-':
			x, y = 0, y+6
		default:
			put(token[0], 1)
		}
	}
	return pixels, size
}

func TestSixel(t *testing.T) {
	t.Parallel()
	pixels, size := unsixel(t, Sixel(corners(40, 40), Size{10, 4}, Size{4, 10}, 16))
	if size != (Size{40, 36}) || len(pixels) != 40*36 {
		t.Fatalf("%v, %d pixels", size, len(pixels))
	}
	for at, want := range map[image.Point]string{{X: 2, Y: 2}: "2;100;0;0", {X: 37, Y: 2}: "2;0;100;0", {X: 2, Y: 33}: "2;0;0;100", {X: 37, Y: 33}: "2;100;100;100"} {
		if got := pixels[at]; got != want {
			t.Errorf("at %v is %s, want %s", at, got, want)
		}
	}
	many := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		many.Set(i%64, i/64, color.RGBA{uint8(i % 64 * 4), uint8(i / 64 * 4), uint8(i / 16), 255})
	}
	for _, most := range []int{2, 16, 256, 1000} {
		text := Sixel(many, Size{8, 8}, Size{8, 8}, most)
		if n := len(regexp.MustCompile(`#[0-9]+;2;`).FindAllString(text, -1)); n > min(most, 256) || n < min(most, 256)/2 {
			t.Errorf("of %d colours %d are used", most, n)
		}
	}
}

// What terminals really say.
func TestAnswers(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		reports []string
		want    Support
	}{
		"kitty":         {[]string{"Gi=7102;OK", "\x1b[6;18;9t", "\x1b[?62;c"}, Support{Kitty: true, Cell: Size{9, 18}, Colours: 16}},
		"xterm, vt340":  {[]string{"\x1b[6;13;6t", "\x1b[?1;0;16S", "\x1b[?63;1;2;4;6;9;15;16;22;28c"}, Support{Sixel: true, Cell: Size{6, 13}, Colours: 16}},
		"foot":          {[]string{"\x1b[6;20;10t", "\x1b[?1;0;1024S", "\x1b[?62;4;22c"}, Support{Sixel: true, Cell: Size{10, 20}, Colours: 256}},
		"xterm":         {[]string{"\x1b[6;13;6t", "\x1b[?1;3;0S", "\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c"}, Support{Cell: Size{6, 13}, Colours: 16}},
		"no cell":       {[]string{"\x1b[?62;4c"}, Support{Colours: 16}},
		"an error":      {[]string{"Gi=7102;ENOTSUPPORTED:no", "\x1b[?62;c"}, Support{Colours: 16}},
		"another's":     {[]string{"Gi=1;OK", "\x1b[?62;c"}, Support{Colours: 16}},
		"without end":   {[]string{"Gi=7102;OK", "\x1b[6;18;9t"}, Support{Colours: 16}},
		"both":          {[]string{"Gi=7102;OK", "\x1b[6;18;9t", "\x1b[?62;4c"}, Support{Kitty: true, Cell: Size{9, 18}, Colours: 16}},
		"4 as its kind": {[]string{"\x1b[6;18;9t", "\x1b[?4c"}, Support{Cell: Size{9, 18}, Colours: 16}},
		"nonsense":      {[]string{"", "G", "\x1b[", "\x1b[t", "\x1b[6;0;9t", "\x1b[6;9999999999999999999;9t", "\x1b[?c"}, Support{Colours: 16}},
	} {
		if got := ReadAnswers(test.reports).Use(Auto); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
	both := ReadAnswers([]string{"Gi=7102;OK", "\x1b[6;18;9t", "\x1b[?62;4c"})
	if got := both.Use(OnlySixel); got.Kitty || !got.Sixel {
		t.Errorf("only sixels: %+v", got)
	}
	if got := both.Use(Blocks); got.Kitty || got.Sixel {
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
	f.Add("Gi=7102;OK", "\x1b[6;18;9t", "\x1b[?1;0;256S", "\x1b[?62;4c")
	f.Add("\x1b[?4c", "\x1b[6;-1;9t", "\x1b[;;;t", "\x1b[?1;0;-5S")
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		for _, choice := range []Choice{Auto, Blocks, OnlyKitty, OnlySixel} {
			s := ReadAnswers([]string{a, b, c, d}).Use(choice)
			if s.Cell.Width < 0 || s.Cell.Width > mostCell || s.Cell.Height < 0 || s.Cell.Height > mostCell || s.Colours < 2 || s.Colours > 256 || s.Kitty && s.Sixel {
				t.Errorf("%+v", s)
			}
			if s.Sixel && s.Cell.Height*s.Cell.Width == 0 {
				t.Errorf("sixels in cells of no size: %+v", s)
			}
		}
	})
}
