package trip_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bellhop/booking/trip"
)

var (
	lineBlocks = regexp.MustCompile("(?s)```lines\n(.*?)```")
	wideGap    = regexp.MustCompile(` {2,}`)
)

// Each sample line of the page for agents is read without a problem, and the two of a row ask the same.
func TestLinesOfTheAgentsPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/agents.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, block := range lineBlocks.FindAllStringSubmatch(string(page), -1) {
		for row := range strings.Lines(block[1]) {
			rows++
			var asked []trip.Question
			for i, text := range wideGap.Split(strings.TrimSpace(row), -1) {
				line := reader().Read(text)
				if line.Problem != nil || (line.Desktop == trip.Plain) != (i > 0 || !strings.HasPrefix(text, "H")) {
					t.Errorf("%s is of %s: %+v", text, line.Desktop, line.Problem)
				}
				asked = append(asked, line.Question)
			}
			for _, q := range asked[1:] {
				if got, want := asked[0].Line(), q.Line(); got != want || !cmp.Equal(asked[0].Trip.HotelQuery(), q.Trip.HotelQuery()) {
					t.Errorf("%s is read as %s and %s", strings.TrimSpace(row), got, want)
				}
			}
		}
	}
	if rows < 15 {
		t.Errorf("the page has %d lines", rows)
	}
}
