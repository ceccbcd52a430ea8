package dialogue

import (
	"io"
	"strings"
	"testing"
)

// What a terminal answers late to a screen that is gone is no part of what a person types. A key
// that is no text is told, and not taken.
func TestAnswersOfATerminalAreNotTyped(t *testing.T) {
	t.Parallel()
	for _, late := range []string{
		"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\", "\x1b]11;rgb:ff/ff/ff\x07", "\x1b[?62;4c", "\x1b[24;80R", "\x1b[6;16;8t", "\x1b[?1;0;256S", "\x1b_Gi=7102;OK\x1b\\", "\x1bP>|kitty\x1b\\",
	} {
		d := New(Options{In: strings.NewReader(late + "1\n"), Out: io.Discard})
		if got, err := d.Ask(t.Context(), Question{Field: "choice"}); err != nil || got != "1" {
			t.Errorf("%q and 1 are %q, %v", late, got, err)
		}
	}
	var said strings.Builder
	d := New(Options{In: strings.NewReader("\x1b[B1\n2\n"), Out: &said})
	if got, err := d.Ask(t.Context(), Question{Field: "choice"}); err != nil || got != "2" || !strings.Contains(said.String(), "it holds the control character U+001B") {
		t.Errorf("a key is %q, %v: %s", got, err, said.String())
	}
}
