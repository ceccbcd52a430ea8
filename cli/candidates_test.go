package cli_test

import (
	"strings"
	"testing"

	"bellhop/cli/exit"
)

// Each place suggested by an error or a list can be typed as it stands and means that place. Hotels have their codes.
func TestCandidates_AreTypedBack(t *testing.T) {
	f, _ := drafted(t)
	for _, text := range []string{"the larkspur", "the lantern", "london"} {
		code, out, errOut := f.run("destinations", text, "--limit", "8", "--jq", `.[] | .line + "\t" + .kind + "\t" + .name + "\t" + .hotel_code`)
		rows := strings.Split(strings.TrimSpace(out), "\n")
		if code != exit.OK || len(rows) < 2 {
			t.Fatalf("%s: exit %d, %s%s", text, code, out, errOut)
		}
		seen := map[string]bool{}
		for _, row := range rows {
			cells := strings.Split(row, "\t")
			line := cells[0]
			if seen[line] {
				t.Errorf("%s: %s is offered twice:\n%s", text, line, out)
			}
			seen[line] = true
			if cells[1] != "hotel" {
				continue
			}
			if code, _, errOut := f.run("hotels", line+" +200 2n", "--limit", "1", "--json", "hotel_code"); code != exit.OK || strings.Contains(errOut, "several places") {
				t.Errorf("%s: %s is not read back: exit %d, %s", text, line, code, errOut)
			}
		}
		code, _, errOut = f.run("hotels", text+" +200 2n", "--limit", "1", "--json", "hotel_code")
		_, which, asked := strings.Cut(errOut, "say which: ")
		offered := map[string]bool{}
		for one := range strings.SplitSeq(strings.TrimSpace(which), "; ") {
			if asked && offered[one] {
				t.Errorf("%s: exit %d, %q is offered twice: %s", text, code, one, errOut)
			}
			offered[one] = true
		}
	}
}
