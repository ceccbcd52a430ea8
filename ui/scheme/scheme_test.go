package scheme

import (
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func all() []string { return []string{Dark, Light, HighContrast, HighContrastLight} }

func of(t *testing.T, name string) Scheme {
	t.Helper()
	p, ok := Of(name)
	if !ok {
		t.Fatalf("there is no scheme %s", name)
	}
	return p
}

func TestContrast(t *testing.T) {
	for _, test := range []struct {
		a, b RGB
		want float64
	}{
		{Black, White, 21}, {White, Black, 21}, {White, White, 1}, {RGB{0x77, 0x77, 0x77}, White, 4.48}, {RGB{0, 0, 0xff}, White, 8.59},
	} {
		if got := Contrast(test.a, test.b); math.Abs(got-test.want) > 0.005 {
			t.Errorf("%v on %v is %.3f, want %v", test.a, test.b, got, test.want)
		}
	}
}

// Every scheme can be read on the background that it is for, with all the colours, with 256 and with 16, those of
// xterm and those of the linux console.
func TestTextCanBeRead(t *testing.T) {
	for _, name := range all() {
		for _, colors := range []Colors{TrueColor, Colors256} {
			if low := of(t, name).Low(Background(name), colors); low != nil {
				t.Errorf("%s with colours of kind %d: %+v", name, colors, low)
			}
		}
		for _, low := range of(t, name).Low(Background(name), Colors16) {
			// The brightest black is the only grey that there is: a little less is taken.
			if low.Name == "muted" && low.Ratio >= 4 || low.Name == "dim" && low.Ratio >= 2.5 {
				continue
			}
			t.Errorf("%s with 16 colours: %+v", name, low)
		}
	}
	for _, name := range []string{HighContrast, HighContrastLight} {
		p := of(t, name)
		for _, part := range parts() {
			back := Background(name)
			if behind, ok := p.Named(part.behind); ok {
				back = behind.RGB
			}
			if got := Contrast(part.of(&p).RGB, back); Least(part.name) > 2 && part.name != "dim" && got < 7 {
				t.Errorf("%s: %s has %.2f to 1, want 7", name, part.name, got)
			}
		}
	}
}

// Text can be read on the backgrounds that people have, not on pure black and white alone.
func TestTextCanBeReadOnUsualBackgrounds(t *testing.T) {
	for name, backs := range map[string][]RGB{
		Dark:  {Black, {0x1e, 0x1e, 0x1e}, {0x28, 0x2c, 0x34}, {0, 0x2b, 0x36}},
		Light: {White, {0xfd, 0xf6, 0xe3}, {0xfa, 0xfa, 0xfa}, {0xee, 0xee, 0xee}},
	} {
		for _, back := range backs {
			for _, colors := range []Colors{TrueColor, Colors256} {
				for _, low := range of(t, name).Low(back, colors) {
					if low.Name != "rule" && (low.Name != "dim" || low.Ratio < 2.9) {
						t.Errorf("%s on %v: %+v", name, back, low)
					}
				}
			}
		}
	}
}

// What must not be taken for something else has another colour, with 16 of them too.
func TestMeaningsCanBeToldApart(t *testing.T) {
	for _, name := range all() {
		p := of(t, name)
		drawn := func(c Color) string { return fmt.Sprint(c.RGB, c.Basic) }
		for _, group := range [][]Color{
			{p.Accent, p.Good, p.Warn, p.Bad}, {p.Money, p.Warn, p.Bad},
		} {
			for i, a := range group {
				for _, b := range group[i+1:] {
					if drawn(a) == drawn(b) || a.RGB == b.RGB || a.Basic == b.Basic {
						t.Errorf("%s: %v and %v are alike", name, a, b)
					}
				}
			}
		}
		if p.CursorBack.Basic == p.LiveBack.Basic {
			t.Errorf("%s: with 16 colours the cursor is like the header in production", name)
		}
		for _, back := range []Color{p.CursorBack, p.LiveBack} {
			if back.Basic > 7 {
				t.Errorf("%s: the linux console has no bright background: %v", name, back)
			}
		}
	}
}

// The 256 colours are the same ones, or what stands in the documentation would not be true of every terminal.
func TestColoursAreTheSameWith256(t *testing.T) {
	for _, name := range all() {
		p := of(t, name)
		for _, part := range parts() {
			if c := *part.of(&p); indexed(c.Index) != c.RGB || c.own() {
				t.Errorf("%s: colour %d of %s is %v, not %v", name, c.Index, part.name, indexed(c.Index), c.RGB)
			}
		}
	}
}

func TestParseColor(t *testing.T) {
	for text, want := range map[string]Color{
		"#5fafff": {RGB{0x5f, 0xaf, 0xff}, 75, 7}, "#5FAFFF": {RGB{0x5f, 0xaf, 0xff}, 75, 7}, "75": {RGB{0x5f, 0xaf, 0xff}, 75, 7},
		"0": {Black, 0, 0}, "15": {White, 15, 15}, "255": {RGB{0xee, 0xee, 0xee}, 255, 7}, "007": {RGB{0xe5, 0xe5, 0xe5}, 7, 7},
		"red": {RGB{0xcd, 0, 0}, 1, 1}, "Bright-Blue": {RGB{0x5c, 0x5c, 0xff}, 12, 12}, "#000000": {Black, 16, 0},
	} {
		got, err := ParseColor(text)
		want.Basic = got.Basic
		if err != nil || got != want {
			t.Errorf("%q is %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "#", "#fff", "#12345g", "#1234567", "#+12345", "256", "-1", "1.5", "mauve", "bright", "rgb(1,2,3)", " red", "٣"} {
		if c, err := ParseColor(text); err == nil || c != (Color{}) {
			t.Errorf("%q is %+v, %v", text, c, err)
		}
	}
	if greys, _ := ParseColor("#333333"); greys.Basic != 0 && greys.Basic != 8 {
		t.Errorf("a dark grey is colour %d of 16", greys.Basic)
	}
}

// FuzzParseColor: a colour is read or an error says so, and a colour that was read is read again as it is sent.
func FuzzParseColor(f *testing.F) {
	for _, text := range append(ColorWords(), "#5fafff", "75", "256", "#", "#zzzzzz", "-0", "1e2") {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseColor(text)
		if err != nil {
			if c != (Color{}) || !strings.Contains(err.Error(), "is no colour") {
				t.Errorf("%q: %+v, %v", text, c, err)
			}
			return
		}
		if c.Basic > 15 || len(c.Made(TrueColor)) == 0 || len(c.Made(Colors16)) != 2 {
			t.Errorf("%q is %+v", text, c)
		}
		again, err := ParseColor(c.Sent())
		if err != nil || again.RGB != c.RGB || again.Index != c.Index {
			t.Errorf("%q is %+v, and sent as %s it is %+v, %v", text, c, c.Sent(), again, err)
		}
	})
}

func TestOverrides(t *testing.T) {
	red, _ := ParseColor("red")
	blue, _ := ParseColor("blue")
	overrides := []Override{{Light, "accent", blue}, {"", "accent", red}, {HighContrast, "dim", blue}, {"", "nothing", red}}
	for name, want := range map[string][2]Color{
		Dark: {red, of(t, Dark).Dim}, Light: {blue, of(t, Light).Dim}, HighContrast: {red, blue}, HighContrastLight: {red, blue},
	} {
		p := of(t, name).With(name, overrides)
		if p.Accent != want[0] || p.Dim != want[1] || p.Bad != of(t, name).Bad {
			t.Errorf("%s: accent %+v, dim %+v", name, p.Accent, p.Dim)
		}
	}
}

func TestLow(t *testing.T) {
	p := of(t, Dark)
	p.Muted, _ = ParseColor("#333333")
	p.CursorBack, _ = ParseColor("#eeeeee")
	p.LiveBack, _ = ParseColor("bright-white")
	found := p.Low(Black, TrueColor)
	var names []string
	for _, low := range found {
		names = append(names, fmt.Sprintf("%s on %q %.1f", low.Name, low.BehindName, low.Ratio))
	}
	if want := []string{`muted on "" 1.7`, `cursor on "cursor_back" 1.2`, `live on "live_back" 1.0`}; !slices.Equal(names, want) {
		t.Errorf("found %q, want %q", names, want)
	}
	if low := p.Low(Black, NoColors); low != nil {
		t.Errorf("without colours: %+v", low)
	}
}

func TestBasicTerminal(t *testing.T) {
	for term, want := range map[string]bool{
		"linux": true, "xterm": true, "screen": true, "tmux": true, "rxvt": true, "putty": true, "vt100": false, "dumb": false, "": false, "xterm-mono": false,
	} {
		if BasicTerminal(term) != want {
			t.Errorf("TERM=%s: %v", term, !want)
		}
	}
}

// The table of the documentation is what the schemes are.
func TestTheDocumentedColours(t *testing.T) {
	text, err := os.ReadFile("../../docs/themes.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range Names() {
		var colours []string
		for _, scheme := range all() {
			c, _ := of(t, scheme).Named(name)
			colours = append(colours, "`"+c.RGB.String()+"`")
		}
		row := regexp.MustCompile("(?m)^\\| `" + name + "` \\|[^|]+\\| " + regexp.QuoteMeta(strings.Join(colours, " | ")) + " \\|$")
		if !row.Match(text) {
			t.Errorf("docs/themes.md has no row of %s with %s", name, strings.Join(colours, " | "))
		}
	}
	for _, word := range ColorWords()[:8] {
		if !strings.Contains(string(text), "`"+word+"`") {
			t.Errorf("docs/themes.md does not name the colour %s", word)
		}
	}
}
