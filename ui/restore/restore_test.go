//go:build unix

package restore_test

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/creack/pty"
	"golang.org/x/term"

	"bellhop/ui/restore"
)

// A broken terminal fails or panics at each write, and notes what was tried.
type broken struct {
	tried  []string
	panics bool
}

func (b *broken) Write(text []byte) (int, error) {
	b.tried = append(b.tried, string(text))
	if b.panics {
		panic("Ada Lovelace")
	}
	return 0, errors.New("the terminal is gone")
}

func TestEachStepIsTried(t *testing.T) {
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
	saved := restore.Save(tty)
	for _, panics := range []bool{false, true} {
		if _, err := term.MakeRaw(int(tty.Fd())); err != nil {
			t.Fatal(err)
		}
		out := &broken{panics: panics}
		err = saved.Steps(out, true)
		if len(out.tried) != len(restore.Modes)+1 || out.tried[0] != restore.LeaveScreen {
			t.Errorf("tried %q", out.tried)
		}
		if err == nil || strings.Count(err.Error(), "\n") != len(restore.Modes) || strings.Contains(err.Error(), "Ada") {
			t.Errorf("the error is %v", err)
		}
		after, err := term.GetState(int(tty.Fd()))
		if err != nil || !reflect.DeepEqual(before, after) {
			t.Errorf("the line is %+v, %v; it was %+v", after, err, before)
		}
	}
}

func TestWithoutATerminal(t *testing.T) {
	file, tty, err := pty.Open()
	if err != nil {
		t.Fatal(err)
	}
	_, _ = file.Close(), tty.Close()
	var out strings.Builder
	if err := restore.Save(tty).Steps(&out, false); err != nil || strings.Contains(out.String(), restore.LeaveScreen) {
		t.Errorf("%v, %q", err, out.String())
	}
}
