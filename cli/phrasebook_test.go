package cli_test

import (
	"strings"
	"testing"

	"bellhop/cli/exit"
)

func TestPhrasebook(t *testing.T) {
	f := newFixture(t)
	var all strings.Builder
	for _, line := range []string{
		"", "LHR 12dec2095 3n 4a1c 2r 5mi ref <600gbp 4* chain:hi by distance", "LHR 12dec2095 3n 2a", `"sun city" 12dec2095 1n ada`, "san jose 12dec2095 1n",
	} {
		var args []string
		if line != "" {
			args = []string{line}
		}
		code, out, errOut := f.run(append([]string{"phrasebook"}, args...)...)
		if code != exit.OK || errOut != "" {
			t.Errorf("%s: exit %d, %q", line, code, errOut)
		}
		all.WriteString("$ bellhop phrasebook " + line + "\n" + out + "\n")
	}
	golden(t, "phrasebook", all.String())
	for line, want := range map[string]string{
		"HOA12DECLHR2/D-5MS/XXX": "! XXX: rate codes",
		"LHR 12dec 3n":           "HOTLHR/12DEC-15DEC/2",
	} {
		if code, out, errOut := f.run("phrasebook", line); code != exit.OK || !strings.Contains(out, want) {
			t.Errorf("%s: exit %d, %q %q", line, code, out, errOut)
		}
	}
	if _, out, _ := f.run("phrasebook", "sun city", "12dec", "3n"); !strings.HasPrefix(out, "sun city · ") {
		t.Errorf("a name in a shell's quotes is read as %q", out)
	}
	f.want([]string{"phrasebook", "lon", "12dce"}, exit.Usage, "",
		"bellhop: at \"12dce\": \"12dce\" is not read; quote it if it is a name; perhaps 12dec; "+
			"days: 12dec, 12-15dec, 12dec 15dec, fri, weekend, tonight, +3, 2026-12-12\n")
}
