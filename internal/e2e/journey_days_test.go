//go:build unix

package e2e

import (
	"strconv"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// sum reads an amount, to compare it with another.
func (d fixture) sum(text string) float64 {
	d.t.Helper()
	n, err := strconv.ParseFloat(strings.ReplaceAll(text, ",", ""), 64)
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

// The caller can come on other days. The strip says what the days around cost, one key goes to the cheapest of them, and what
// each hotel costs more or less than before stands beside its price.
func TestJourneyDays(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, clock()...)
			d.asks("LON 12dec 2n ref")
			d.WaitFor(`Wed 9 +Thu 10 +Fri 11 +\[Sat 12\] +Sun 13 +Mon 14 +Tue 15`)
			d.WaitFor(`by arrival +of these (?:\d+ of )?\d+ hotels`) // Only the hotels that were read on every day are compared.
			if strings.Contains(d.Screen(), "+/-") {
				t.Errorf("there is a difference to nothing:\n%s", d.picture())
			}
			d.Press("]")
			d.WaitFor(`\+/- to 12–14 Dec`)
			d.listed()
			d.WaitFor(`Sat 12 +\[Sun 13\] +Mon 14`)
			d.WaitFor(`^  [› ] The Aldwych Inn .* -\d+\.\d\d  `)
			d.Press("}")
			d.WaitFor(`\+/- to 13–15 Dec`)
			d.listed()
			d.WaitFor(`^  [› ] The Aldwych Inn .* \+\d+\.\d\d  `)
			d.Press("{")
			d.WaitFor(`\+/- to 13–16 Dec`)
			d.listed()
			d.Press("[")
			d.WaitFor(`\+/- to 13–15 Dec`)
			d.listed()

			take := d.WaitFor(`of these (?:\d+ of )?\d+ hotels · take (\w{3} \d+) · b`)[1]
			dear := d.WaitFor(` \[Sat 12\] [^\n]*\n +(?:[\d.,]+ +){3}([\d.]+)`)[1]
			cheap := d.WaitFor(` ([\d.]+)↓`)[1]
			if d.sum(cheap) >= d.sum(dear) {
				t.Errorf("%s costs %s and the stay %s:\n%s", take, cheap, dear, d.picture())
			}
			d.Press("b")
			d.WaitFor(`\+/- to 12–14 Dec`)
			d.listed()
			d.WaitFor(` \[` + take + `\] `)
			d.quit()
		})
	}
}

// The caller asks what it is in dollars and in kilometres.
func TestJourneyConversion(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, clock()...)
			d.asks("LON 12dec 2n ref")
			d.WaitFor(`mi from LON`)
			d.Press("o")
			d.WaitFor(`km from LON`)
			d.Press("=")
			d.WaitFor(`≈ USD at \d\.\d+ per GBP`)
			if pounds := d.WaitFor(`The Aldwych Inn .* ([\d.]+) +≈([\d.]+) `); d.sum(pounds[1]) >= d.sum(pounds[2]) {
				t.Errorf("%s pounds are %s dollars:\n%s", pounds[1], pounds[2], d.picture())
			}
			d.quit()
		})
	}
}
