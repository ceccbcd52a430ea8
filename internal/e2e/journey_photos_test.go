//go:build unix

package e2e

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// halves returns the colours of each half block on the screen, of the upper pixel and of the lower one.
func (d fixture) halves() [][2]color.Color {
	d.mu.Lock()
	defer d.mu.Unlock()
	var list [][2]color.Color
	for y := range d.screen.Height() {
		for col := range d.screen.Width() {
			if cell := d.screen.CellAt(col, y); cell != nil && cell.Content == "▀" {
				list = append(list, [2]color.Color{cell.Style.Fg, cell.Style.Bg})
			}
		}
	}
	return list
}

// photographed opens a list of hotels in London, and the photos of the first of them.
func photographed(t *testing.T, home string, s Setup) fixture {
	t.Helper()
	d := openConsole(t, home, s, clock()...)
	d.asks("LON 12dec 2n")
	d.Press("p")
	d.at(noted, "photos")
	d.WaitFor(` +1 of \d+$`)
	return d
}

// kept returns the files of the photos that are kept below a home.
func kept(t *testing.T, home string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(home, "cache", "bellhop", "photos", "*.photo"))
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// A hotel's photos are drawn in half blocks, one at a time; whatever happens to the window, nothing else is on the screen. They
// are kept, and the next console asks nobody for them.
func TestJourneyPhotos(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	truecolour := Setup{Cols: 100, Rows: 30, Env: []string{"COLORTERM=truecolor"}}
	d := photographed(t, home, truecolour)
	d.WaitFor(`^ +▀{40,}$`)
	d.WaitFor(`^  +from 127\.0\.0\.1:\d+ · half blocks · 672 × 448 · JPEG · \d+ kB$`)
	d.WaitFor(`^  +Exterior · the hotel · large$`)
	if got := kept(t, home); len(got) != 1 {
		t.Errorf("%d photos are kept, and one was come to", len(got))
	}
	exterior := d.Cells()
	colours := map[string]bool{}
	for _, cell := range d.halves() {
		colours[fmt.Sprint(cell)] = true
	}
	if len(colours) < 100 {
		t.Errorf("the photo has %d colours:\n%s", len(colours), d.picture())
	}
	d.Press("right")
	d.WaitFor(` +2 of \d+$`)
	d.WaitFor(`^  +from 127\.0\.0\.1:\d+ · half blocks ·`)
	d.WaitFor(`^ +▀{40,}$`)
	d.Press("left")
	d.WaitFor(` +1 of \d+$`)
	d.WaitFor(`^  +kept on this machine, from 127\.0\.0\.1:\d+ · half blocks ·`)
	d.wait("for the photo as it was", func(string) bool { return !unlikePhoto(exterior, d.Cells()) })

	untouched := settledCells(d)
	for i := range 10 {
		d.Resize(60+(i*37)%90, 20+(i*13)%30)
	}
	d.Resize(80, 24)
	d.WaitFor(`^ +▀{30,60}$`)
	d.Resize(100, 30)
	d.intact("a storm of sizes", untouched)
	d.Press("f1")
	d.WaitFor(`what it does`)
	d.WaitGone(`▀`)
	d.Press("esc")
	d.intact("help", untouched)
	d.Press("esc")
	d.at(noted, "hotels")
	d.WaitGone(`▀`)
	d.quit()

	// What is kept now is another photo: the next console shows that, so it has asked for none.
	plain := image.NewRGBA(image.Rect(0, 0, 60, 40))
	magenta := color.RGBA{255, 0, 255, 255}
	for i := range 60 * 40 {
		plain.Set(i%60, i/60, magenta)
	}
	var text bytes.Buffer
	if err := png.Encode(&text, plain); err != nil {
		t.Fatal(err)
	}
	if got := kept(t, home); len(got) != 2 {
		t.Fatalf("%d photos are kept, want two", len(got))
	}
	for _, path := range kept(t, home) {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
		if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d = photographed(t, home, truecolour)
	d.WaitFor(`^  +kept on this machine, from 127\.0\.0\.1:\d+ · half blocks · 60 × 40 · PNG · 1 kB$`)
	d.WaitFor(`^ +▀{40,}$`)
	for _, cell := range d.halves() {
		if cell[0] != color.Color(magenta) || cell[1] != color.Color(magenta) {
			t.Fatalf("a cell is %v, and all that is kept is magenta", cell)
		}
	}
	d.quit()
}

// unlikePhoto reports whether two pictures of a screen differ in a row with half blocks.
func unlikePhoto(a, b string) bool {
	rows := func(text string) string {
		var list []string
		for line := range strings.Lines(text) {
			if strings.Contains(line, "▀") {
				list = append(list, line)
			}
		}
		return strings.Join(list, "")
	}
	return rows(a) == "" || rows(a) != rows(b)
}

// With few colours a photo is drawn in those.
func TestJourneyPhotosInFewColours(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, test := range map[string]struct{ env, want string }{
		"256":  {"TERM=xterm-256color", `· half blocks in 256 colours ·`},
		"16":   {"TERM=xterm", `· shades: this terminal has too few colours ·`},
		"none": {"NO_COLOR=1", `· shades: this terminal has too few colours ·`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := photographed(t, t.TempDir(), Setup{Cols: 100, Rows: 30, Env: []string{test.env}})
			d.WaitFor(test.want)
			d.WaitFor(`[▀░▒▓█]{3}`)
			d.quit()
		})
	}
}

// In a locale without UTF-8 a photo is its words.
func TestJourneyPhotosInASCII(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{Cols: 100, Rows: 30, Env: []string{"LANG=C"}}, "demo")
	d.WaitFor(`London, England`)
	d.Type("lon 12dec 3n 2a")
	d.WaitFor(`12dec > Sat 12 Dec`)
	d.Press("ctrl+s")
	d.WaitFor(`by arrival +of these (?:\d+ of )?\d+ hotels`)
	d.Press("p")
	d.WaitFor(`Photos are not drawn in ASCII`)
	d.WaitFor(`^  +Exterior \| the hotel`)
	d.WaitFor(`\| not drawn \|`)
	d.quit()
}

// Switched off, nothing is shown and nothing fetched; hidden where the console is presented, they come back after it.
func TestJourneyPhotosNotShown(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	t.Run("off", func(t *testing.T) {
		t.Parallel()
		home := t.TempDir()
		configure(t, home, "[preferences]\nphotos = \"off\"\n")
		d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, clock()...)
		d.asks("LON 12dec 2n")
		if found := regexp.MustCompile(`\d+ photos?\b`).FindString(d.Screen()); found != "" {
			t.Errorf("there is talk of %s", found)
		}
		d.Press("p")
		d.WaitFor(`p does nothing here`)
		d.quit()
		if got := kept(t, home); len(got) > 0 {
			t.Errorf("%d photos are kept", len(got))
		}
	})
	t.Run("presented", func(t *testing.T) {
		t.Parallel()
		home := t.TempDir()
		configure(t, home, "[preferences]\nphotos = \"not-presented\"\n")
		d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, clock()...)
		d.asks("LON 12dec 2n")
		d.WaitFor(`\d+ photos: p`)
		d.Press("f2")
		d.WaitGone(`\d+ photos: p`)
		d.Press("p")
		d.Press("f2")
		d.WaitFor(`\d+ photos: p`)
		if got := kept(t, home); len(got) > 0 {
			t.Errorf("%d photos were fetched while they are not shown", len(got))
		}
		d.Press("p")
		d.WaitFor(`^ +▀{40,}$`)
		d.Press("f2")
		d.WaitFor(`Photos are not shown in presenter mode`)
		d.WaitGone(`▀`)
		d.Press("f2")
		d.WaitFor(`^ +▀{40,}$`)
		d.quit()
	})
}

var (
	kittyDrawn  = regexp.MustCompile(`\x1b_Ga=T,f=100,i=(\d+),c=(\d+),r=(\d+),C=1,q=2,m=[01];`)
	kittyPiece  = regexp.MustCompile(`\x1b_G(?:a=T,[^;]*,)?m=([01]);([A-Za-z0-9+/=]*)\x1b\\`)
	kittyLast   = regexp.MustCompile(`\x1b_G(?:a=T,[^;]*,)?m=0;[A-Za-z0-9+/=]*\x1b\\`)
	kittyErased = regexp.MustCompile(`\x1b_Ga=d,d=I,i=(\d+),q=2\x1b\\`)
)

// wrote waits until the program has written so many of something.
func (d fixture) wrote(what *regexp.Regexp, n int) {
	d.t.Helper()
	d.wait(fmt.Sprintf("for %d of %s", n, what), func(string) bool { return len(what.FindAll(d.Output(), -1)) >= n })
	if got := len(what.FindAll(d.Output(), -1)); got != n {
		d.t.Errorf("there are %d of %s, want %d", got, what, n)
	}
}

// A terminal with kitty's graphics is sent the photo as a PNG, in pieces, in place of blank cells, and whatever takes it from
// the screen erases it first.
func TestJourneyPhotosByKitty(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := photographed(t, t.TempDir(), Setup{Cols: 100, Rows: 30, Kitty: true})
	d.WaitFor(`· kitty graphics ·`)
	d.wrote(kittyLast, 1)
	d.wrote(kittyDrawn, 1)
	d.wrote(kittyErased, 0)
	var letters bytes.Buffer
	for _, piece := range kittyPiece.FindAllSubmatch(d.Output(), -1) {
		letters.Write(piece[2])
		if len(piece[2]) > 4096 {
			t.Errorf("a piece has %d letters", len(piece[2]))
		}
	}
	file, err := base64.StdEncoding.DecodeString(letters.String())
	if err != nil {
		t.Fatal(err)
	}
	drawn, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if drawn.Bounds().Dx() < 300 || drawn.Bounds().Dx()*2 != drawn.Bounds().Dy()*3 {
		t.Errorf("the photo is sent as %v", drawn.Bounds())
	}
	if strings.Contains(d.Screen(), "▀") {
		t.Errorf("there are blocks below it:\n%s", d.picture())
	}
	d.Press("right")
	d.WaitFor(` +2 of \d+$`)
	d.wrote(kittyDrawn, 2)
	d.wrote(kittyErased, 1)
	d.Press("f1")
	d.WaitFor(`what it does`)
	d.wrote(kittyErased, 2)
	d.Press("esc")
	d.wrote(kittyDrawn, 3)
	d.Resize(80, 24)
	d.WaitFor(`^ right next .{1,60}nothing sent yet$`)
	d.wait("for the photo in the new size", func(string) bool {
		all := kittyDrawn.FindAllSubmatch(d.Output(), -1)
		return string(all[len(all)-1][3]) == "17"
	})
	d.Press("esc")
	d.at(noted, "hotels")
	d.wait("for the photo to be erased", func(string) bool {
		out := d.Output()
		return bytes.LastIndex(out, []byte("\x1b_Ga=d,d=I")) > bytes.LastIndex(out, []byte("\x1b_Ga=T"))
	})
	// The photo is erased when the console ends, or is stopped, on it.
	d.Press("p")
	d.WaitFor(`· kitty graphics ·`)
	d.wait("for the photo", func(string) bool {
		out := d.Output()
		return bytes.LastIndex(out, []byte("\x1b_Ga=T")) > bytes.LastIndex(out, []byte("\x1b_Ga=d,d=I"))
	})
	d.quit()
	out := d.Output()
	if erased := bytes.LastIndex(out, []byte("\x1b_Ga=d,d=I")); erased < bytes.LastIndex(out, []byte("\x1b_Ga=T")) || erased > bytes.LastIndex(out, []byte("\x1b[?1049l")) {
		t.Error("the photo is not erased before the screen is left")
	}
}

// Blocks are used where they are asked for, in a multiplexer, and on a terminal that says nothing.
func TestJourneyPhotosAsTheyAreChosen(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, test := range map[string]struct {
		choice string
		setup  Setup
		asked  bool
	}{
		"blocks":           {"blocks", Setup{Kitty: true}, false},
		"no answer":        {"auto", Setup{Mute: true}, true},
		"in a multiplexer": {"auto", Setup{Kitty: true, Env: []string{"TERM=screen-256color"}}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			configure(t, home, "[preferences]\nphoto_graphics = \""+test.choice+"\"\n")
			test.setup.Cols, test.setup.Rows = 100, 30
			d := photographed(t, home, test.setup)
			d.WaitFor(`^ +▀{40,}$`)
			d.WaitFor(`· half blocks in 256 colours ·`)
			if asked := bytes.Contains(d.Output(), []byte("a=q,t=d")); asked != test.asked {
				t.Errorf("the terminal is asked: %v", asked)
			}
			d.quit()
			if out := d.Output(); kittyDrawn.Match(out) {
				t.Error("graphics are sent")
			}
		})
	}
}

// A terminal that answers late has its photos in cells until then.
func TestJourneyPhotosOfASlowTerminal(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := photographed(t, t.TempDir(), Setup{Cols: 100, Rows: 30, Mute: true})
	d.WaitFor(`· half blocks in 256 colours ·`)
	d.WaitFor(`^ +▀{40,}$`)
	d.write("\x1b_Gi=7102;OK\x1b\\\x1b[6;16;8t\x1b[?62;c")
	d.WaitFor(`· kitty graphics ·`)
	d.WaitGone(`▀`)
	d.wrote(kittyLast, 1)
	d.write("\x1b[?62;4c") // Nothing was asked.
	d.Press("right")
	d.WaitFor(` +2 of \d+$`)
	d.WaitFor(`· kitty graphics ·`)
	d.quit()
}
