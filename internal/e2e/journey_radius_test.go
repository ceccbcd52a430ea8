//go:build unix

package e2e

import (
	"fmt"
	"regexp"
	"testing"

	"bellhop/internal/gated"
)

// The caller lands at an airport whose city has the same code. The list names the airport as its centre, and has no hotel that
// is farther from it than the radius.
func TestJourneyRadiusOfAnAirport(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, clock()...)
			distance := regexp.MustCompile(`(?m)^  [› ] \S.* +\d\* +(\d+\.\d) [NESW]+ `)
			before := 0
			for i, radius := range []int{10, 6} {
				line := fmt.Sprintf("SGF 12dec 3n %dmi", radius)
				if i > 0 {
					d.Press("ctrl+n")
					d.at(noted, "search")
					d.Press("ctrl+u")
					d.WaitFor(`^ › destination    city, hotel or code`)
				}
				d.asks(line)
				d.WaitFor(`· mi from SGF airport`)
				rows := distance.FindAllStringSubmatch(d.Screen(), -1)
				for _, row := range rows {
					if d.sum(row[1]) > float64(radius) {
						t.Errorf("%s: a hotel is %s mi away:\n%s", line, row[1], d.picture())
					}
				}
				if len(rows) == 0 || i > 0 && len(rows) >= before {
					t.Errorf("%s: %d hotels after %d:\n%s", line, len(rows), before, d.picture())
				}
				before = len(rows)
			}
			d.Press("ctrl+n")
			d.at(noted, "search")
			d.Press("ctrl+u")
			d.WaitFor(`^ › destination    city, hotel or code`)
			d.Type("SGF 12dec 3n 1mi")
			d.WaitFor(`^ enter search .* nothing sent yet$`)
			d.Press("enter")
			d.WaitFor(`No hotels found`)
			d.WaitFor(`no free room within 1 mi of SGF`)
			d.quit()
		})
	}
}
