package app

import (
	"testing"

	"bellhop/ui"
)

// Every caption stands in one line of the narrowest window that the console is
// made for, with its keys and in its longest state.
func TestPlayCaptionsFit(t *testing.T) {
	script := DemoScript()
	for i, step := range script.Steps {
		line := " play a quarter  " + script.Caption(i)
		if keys := step.KeyWords(); keys != "" {
			line += "  [" + keys + "]"
		}
		if got := ui.Width(line); got > 80 {
			t.Errorf("step %d takes %d columns: %q", i, got, line)
		}
	}
	if got := ui.Width(script.End) + 1; got > 80 {
		t.Errorf("the end takes %d columns: %q", got, script.End)
	}
}

// A play that cannot be played is found here and not by who watches it.
func TestPlayStepsAreWhole(t *testing.T) {
	script := DemoScript()
	if len(script.Steps) < 20 || script.Steps[0].Caption == "" {
		t.Fatalf("%d steps", len(script.Steps))
	}
	for i, step := range script.Steps {
		if step.Screen == "" {
			t.Errorf("step %d is for no screen: %+v", i, step)
		}
		if step.Until != nil && len(step.Keys) == 0 {
			t.Errorf("step %d waits for something and presses nothing: %+v", i, step)
		}
		for _, name := range step.Keys {
			if _, ok := ui.ParseKey(name); !ok {
				t.Errorf("step %d: no key is called %q", i, name)
			}
		}
	}
}
