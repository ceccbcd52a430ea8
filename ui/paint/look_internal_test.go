package paint

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// A linuxConsole draws as the console of Linux does, where a bright colour is one of bold letters.
type linuxConsole struct {
	fore, back int
	intensity  string
	underline  bool
}

func (c *linuxConsole) draw(sequence string) {
	for text := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(sequence, "\x1b["), "m"), ";") {
		switch n, _ := strconv.Atoi(text); {
		case n == 0:
			*c = linuxConsole{}
		case n == 1:
			c.intensity = "bold"
		case n == 2:
			c.intensity = "faint"
		case n == 22:
			c.intensity = ""
		case n == 4, n == 24:
			c.underline = n == 4
		case n >= 90 && n <= 97:
			c.fore, c.intensity = n-60, "bold"
		case n >= 30 && n <= 37:
			c.fore = n
		case n == 39:
			c.fore = 0
		case n >= 40 && n <= 47:
			c.back = n
		case n == 49:
			c.back = 0
		}
	}
}

// From each look to the next everything is as if the look had been asked for alone.
func TestLooksOnTheLinuxConsole(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	pick := func() (l look) {
		if n := r.IntN(17); n < 16 {
			l.fore = basic | colour(n) //nolint:gosec // n is small.
		}
		if n := r.IntN(12); n < 8 {
			l.back = basic | colour(n) //nolint:gosec // n is small.
		}
		// Bold and faint together, and a faint bright colour, are no look of Bellhop's.
		switch r.IntN(4) {
		case 0:
			l.attributes |= bold
		case 1:
			if !l.fore.bright() {
				l.attributes |= faint
			}
		}
		if r.IntN(3) == 0 {
			l.attributes |= underline
		}
		return l
	}
	var console linuxConsole
	from := look{}
	for range 20_000 {
		into := pick()
		way := string(change(nil, from, into))
		if way != "" {
			console.draw(way)
		}
		var alone linuxConsole
		alone.draw("\x1b[" + strings.TrimSuffix(string(appendLook(nil, look{}, into)), ";") + "m")
		if console != alone {
			t.Fatalf("from %+v to %+v by %q it draws %+v, and not %+v", from, into, way, console, alone)
		}
		from = into
	}
}
