package cli_test

import (
	"regexp"
	"slices"
	"testing"

	"bellhop/cli/exit"
)

// The play's world is always the same: every flag that would make it another one
// is refused, also those that come later.
func TestDemoPlay(t *testing.T) {
	f := newFixture(t)
	f.want([]string{"demo", "--play", "--present", "--theme", "none"}, exit.OK, "", "")
	if o := f.demo; !o.Play || !o.Present {
		t.Fatalf("%+v", o)
	}
	f.want([]string{"demo", "--present"}, exit.OK, "", "")
	if o := f.demo; o.Play || !o.Present {
		t.Fatalf("%+v", o)
	}
	_, help, _ := f.run("demo", "--help")
	var tried int
	for _, found := range regexp.MustCompile(`(?m)^ +(?:-\w, )?--([a-z-]+)`).FindAllStringSubmatch(help, -1) {
		name := found[1]
		if slices.Contains([]string{"play", "present", "theme", "read-only", "accessible", "help"}, name) {
			continue
		}
		tried++
		f.want([]string{"demo", "--play", "--" + name + "=1"}, exit.Usage, "",
			"bellhop: --play has a world of its own that is always the same; leave --"+name+" out\n")
	}
	if tried < 10 {
		t.Errorf("only %d flags were found in the help:\n%s", tried, help)
	}
}
