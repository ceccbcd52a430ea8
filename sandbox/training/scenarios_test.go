package training

import (
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/training/fault"
	"bellhop/sandbox/world"
)

// Every scenario of the world has its script and every script its scenario.
func TestScriptsAreTheScenarios(t *testing.T) {
	t.Parallel()
	var want, have []string
	for _, one := range world.Scenarios() {
		want = append(want, one.Key)
		if one.Hotel == "" || one.Room == "" || !strings.HasSuffix(one.Does, ".") {
			t.Errorf("%+v lacks words", one)
		}
	}
	for key := range scripts {
		have = append(have, key)
	}
	slices.Sort(want)
	slices.Sort(have)
	if !slices.Equal(want, have) {
		t.Errorf("the world has the scenarios %v, there are scripts for %v", want, have)
	}
}

// Scripts use only faults that there are.
func TestScriptsUseKnownFaults(t *testing.T) {
	t.Parallel()
	known := map[fault.Kind]bool{"": true}
	for _, d := range fault.Kinds() {
		known[d.Kind] = true
	}
	for key, one := range scripts {
		if !known[one.creation.Kind] || !known[one.verification.Kind] {
			t.Errorf("%s uses %q and %q", key, one.creation.Kind, one.verification.Kind)
		}
	}
}
