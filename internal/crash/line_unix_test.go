//go:build unix

package crash_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"

	"bellhop/internal/crash"
)

func TestRepair(t *testing.T) {
	file, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	defer tty.Close()
	before, err := term.GetState(int(tty.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	// It goes through the file of a mark.
	text, err := json.Marshal(crash.Ending{Service: "demo", Began: now, Line: crash.LineOf(tty)})
	if err != nil {
		t.Fatal(err)
	}
	var left crash.Ending
	if err := json.Unmarshal(text, &left); err != nil {
		t.Fatal(err)
	}
	if crash.Repair(tty, []crash.Ending{left}) {
		t.Error("a line that is well was put back")
	}
	if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	other := left
	other.Line = &crash.Line{Device: left.Line.Device + 1, Modes: left.Line.Modes}
	raw := crash.Ending{Line: crash.LineOf(tty)}
	if crash.Repair(tty, []crash.Ending{other, raw, {}}) || crash.Repair(tty, nil) {
		t.Error("the line was put back as that of another terminal, or raw")
	}
	if !crash.Repair(tty, []crash.Ending{left, raw, other}) {
		t.Error("the line was not put back")
	}
	after, err := term.GetState(int(tty.Fd()))
	if err != nil || !reflect.DeepEqual(before, after) {
		t.Errorf("it is %+v, %v; it was %+v", after, err, before)
	}
}

func TestWhatIsNoTerminalHasNoLine(t *testing.T) {
	file, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.Close(), tty.Close()
	if line := crash.LineOf(tty); line != nil || crash.Repair(tty, nil) {
		t.Errorf("%+v", line)
	}
}
