//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"bellhop/internal/gated"
)

// configure writes a home's config file.
func configure(t *testing.T, home, text string) {
	t.Helper()
	folder := filepath.Join(home, "config", "bellhop")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// walkAround goes through the screens that show the most: the search, its answers, a list of hotels and its map, rates,
// terms, the reservations and one of them.
func walkAround(d fixture, arrow string) {
	at := func(title string) {
		d.t.Helper()
		d.WaitFor(`^ bellhop  SANDBOX demo   (.* [›>] )?` + title + `(   .*)?$`)
	}
	d.WaitFor(`London, England`)
	d.Type("lon 12dec 3n 2a")
	d.WaitFor(`12dec ` + arrow + ` Sat 12 Dec`)
	d.Press("ctrl+s")
	at("hotels")
	d.WaitFor(`total`)
	d.Press("m")
	d.WaitFor(`zoom`)
	d.Press("m")
	d.WaitFor(`in words .* m leaves`)
	d.Press("m")
	d.WaitGone(`m leaves`)
	d.WaitFor(`^ enter rates .* (?:nothing sent yet|help)$`)
	d.Press("enter")
	at("rates")
	d.Press("enter")
	at("terms")
	d.Press("ctrl+r")
	at("reservations")
	d.WaitFor(`^ enter open `)
	d.Press("enter")
	at("reservation")
}

// In a locale without UTF-8 no byte reaches the terminal that only UTF-8 has, and the rows are as wide as they are with it.
func TestJourneyASCII(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, env := range map[string][]string{
		"the locale":    {"LANG=C"},
		"LC_ALL":        {"LC_ALL=en_GB.ISO-8859-1", "LANG=C.UTF-8"},
		"a bare system": {"LANG=", "TERM=linux"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40, Env: env}, "demo")
			walkAround(d, ">")
			d.WaitFor(`^ -{118}$`)
			d.quit()
			for i, c := range d.Output() {
				if c >= 0x80 {
					t.Fatalf("byte %#x was sent: %q", c, d.Output()[max(0, i-40):min(len(d.Output()), i+40)])
				}
			}
		})
	}
}

// Where ambiguous characters are wide, the console sends none of its own.
func TestJourneyWideCharacters(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	configure(t, home, "[preferences]\nambiguous_width = \"wide\"\n")
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40}, "demo")
	walkAround(d, ">")
	d.WaitFor(`-{80}`)
	d.quit()
	if at := strings.IndexAny(string(d.Output()), "─│…·–≈→▁█"); at >= 0 {
		out := string(d.Output())
		t.Errorf("a sign is sent that is wide here: %q", out[max(0, at-40):min(len(out), at+40)])
	}
	if !strings.Contains(string(d.Output()), "›") {
		t.Error("a sign that is narrow everywhere has a stand-in")
	}
}

// A colour that cannot be read is told with its contrast: before the console opens, and in it.
func TestJourneyLowContrast(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	configure(t, home, "[preferences]\ntheme = \"dark\"\n\n[theme]\nmuted = \"#333333\"\naccent = \"#ffaf00\"\n")
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40, Env: []string{"COLORTERM=truecolor"}}, "demo")
	d.WaitFor(`muted has a contrast of 1\.7 to 1 \(config\.toml:5\)`)
	out := string(d.Output())
	before, _, _ := strings.Cut(out, "\x1b[?1049h")
	if want := "config.toml:5: in the theme dark, muted is #333333 on #000000: a contrast of 1.7 to 1, and 4.5 is easy to read"; !strings.Contains(before, want) {
		t.Errorf("before the console: %q, want %q", before, want)
	}
	if !strings.Contains(out, "38;2;51;51;51") || !strings.Contains(out, "38;5;214") {
		t.Error("the colours of the file are not drawn")
	}
	d.quit()
}

// The terminal says that it is light: the colours of the file stay, and those for the light palette count.
func TestJourneyColoursOnALightBackground(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	configure(t, home, "[theme]\naccent = \"#b00060\"\nmoney = 20\n\n[theme.light]\nmoney = \"#005f5f\"\n")
	d := openConsole(t, home, Setup{Cols: 120, Rows: 40, Light: true, Env: []string{"COLORTERM=truecolor"}}, "demo")
	d.WaitFor(`London, England`)
	d.Type("lon 12dec 3n 2a")
	d.WaitFor(`12dec → Sat 12 Dec`)
	d.Press("ctrl+s")
	d.at("SANDBOX demo", "hotels")
	d.WaitFor(`total`)
	d.wait("for the money's colour", func(string) bool { return strings.Contains(string(d.Output()), "38;5;23") })
	d.quit()
	out := string(d.Output())
	if !strings.Contains(out, "38;2;176;0;96") {
		t.Error("the colour of the file is not drawn")
	}
	if at := strings.Index(out, "a contrast of"); at >= 0 {
		t.Errorf("a colour is warned of: %q", out[max(0, at-100):min(len(out), at+60)])
	}
}

// A terminal that does not say its background is warned of by what it is taken for, once its time is over, and one that says it by
// that.
func TestJourneyLowContrastOfAGuess(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, test := range map[string]struct {
		setup Setup
		warns bool
	}{
		"mute": {Setup{Mute: true}, true}, "dark": {Setup{}, true}, "light": {Setup{Light: true}, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			configure(t, home, "[theme]\nmuted = \"#333333\"\n")
			test.setup.Cols, test.setup.Rows, test.setup.Env = 120, 40, []string{"COLORTERM=truecolor", "COLORFGBG="}
			d := openConsole(t, home, test.setup, "demo")
			if test.warns {
				d.WaitFor(`muted has a contrast of 1\.[67] to 1 \(config\.toml:2\)`)
			} else {
				d.wait("for the light theme", func(string) bool { return strings.Contains(string(d.Output()), "38;5;25m") })
			}
			d.quit()
			if out := string(d.Output()); !test.warns && strings.Contains(out, "a contrast of") {
				t.Errorf("a colour is warned of that is easy to read: %q", out)
			}
		})
	}
}

var styleSequence = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// A terminal with 16 colours is sent no others.
func TestJourney16Colours(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for name, signs := range map[string][2]string{"xterm": {"→", "─"}, "linux": {">", "-"}, "screen": {"→", "─"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{Cols: 120, Rows: 40, Env: []string{"TERM=" + name}}, "demo")
			walkAround(d, signs[0])
			d.WaitFor(`^ ` + signs[1] + `{118}$`)
			d.quit()
			coloured := false
			for _, found := range styleSequence.FindAllStringSubmatch(string(d.Output()), -1) {
				for code := range strings.SplitSeq(found[1], ";") {
					n, _ := strconv.Atoi(code)
					if n == 38 || n == 48 {
						t.Fatalf("a colour of more than 16 was sent: %q", found[0])
					}
					coloured = coloured || n >= 30 && n <= 37 || n >= 90 && n <= 97
				}
			}
			if !coloured {
				t.Error("there are no colours")
			}
		})
	}
}

// What a config file says of colours and is not so is told with its line, and the console does not open.
func TestJourneyWrongColours(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	configure(t, home, "[theme]\nacent = \"red\"\nmuted = \"#12345\"\n[theme.dark]\ngood = \"grean\"\n")
	x := StartTerminal(t, Setup{Program: bellhop(t), Args: []string{"demo"}, Home: home})
	if code := x.WaitEnd(patience); code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	said := strings.ReplaceAll(ansi.Strip(string(x.Output())), "\r\n", "\n")
	for _, want := range []string{
		"config.toml:2:1: unknown key theme.acent; did you mean accent?",
		"config.toml:3:1: \"#12345\" is no colour: # has six hexadecimal digits after it, as in #5fafff",
		"config.toml:5:1: \"grean\" is no colour: write #rrggbb, a number from 0 to 255 or a name; did you mean green?",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("%q is not in\n%s", want, said)
		}
	}
}
