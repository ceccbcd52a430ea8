package exit_test

import (
	"fmt"
	"os"
	"regexp"
	"testing"

	"bellhop/cli/exit"

	"github.com/google/go-cmp/cmp"
)

var row = regexp.MustCompile(`(?m)^\| (\d+) \| ([^|]*) \|`)

// The page has each code once, in the order and in the words of the program.
func TestTableOfCodes(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/exit-codes.md")
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, cells := range row.FindAllStringSubmatch(string(page), -1) {
		got = append(got, cells[1]+" "+cells[2])
	}
	last := -1
	for _, code := range exit.Codes() {
		want = append(want, fmt.Sprintf("%d %s", code.Number, code.Means))
		if code.Number <= last {
			t.Errorf("%d stands behind %d", code.Number, last)
		}
		last = code.Number
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
