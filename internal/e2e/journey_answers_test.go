//go:build unix

package e2e

import (
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// Bytes of a key that sends a write do not press it inside an answer of the terminal, whole or cut, inside a paste, or beside
// other bytes. One key meets every form; the others meet the two that differ by key: alone in an answer and after a full buffer.
func TestJourneyTerminalAnswersBookNothing(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	// A read takes this much at once, so that the bytes after it come with the next read.
	filled := strings.Repeat("\x1b[?62;1c", 26) + "\x1b[111n"
	forms := [][]string{
		{"\x1b]11;rgb:1111/K/3333\x07"},
		{filled + filled + "K"},
		{"\x1b]11;rgb:1111/", "KK", "K/3333\x1b\\"},
		{"\x1bP1$rK\x1b\\", "\x1b_GK\x1b\\", "\x1b^K\x1b\\", "\x1bXK\x1b\\"},
		{"\x1b]52;c;K never ended"},
		{"\x1b[200~K pasted K\x1b[201~"},
		{"\x1b[IK", "\x1b[?62;1cK", "\x1b[12;7RK"},
		{"KK"},
		{filled + "K"},
	}
	for _, key := range []struct {
		name, bytes string
		forms       [][]string
	}{
		{"ctrl+b", "\x02", forms},
		{"ctrl+x", "\x18", forms[:2]},
		{"ctrl+y", "\x19", forms[:2]},
		{"ctrl+g", "\x07", forms[:2]},
		{"ctrl+p", "\x10", forms[:2]},
	} {
		t.Run(key.name, func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), Setup{}, "demo")
			d.toTheBookScreen("SANDBOX")
			d.chooseToken("card_good")
			for _, form := range key.forms {
				for _, text := range form {
					if _, err := d.pty.WriteString(strings.ReplaceAll(text, "K", key.bytes)); err != nil {
						t.Fatal(err)
					}
				}
				// Help opens once all of it was read.
				d.Press("f1")
				d.WaitFor(`^ enter press it  esc close help `)
				d.Press("esc")
				d.WaitFor(`^ ctrl\+b book it .* nothing sent yet$`)
			}
			if key.name != "ctrl+b" {
				d.quit()
				return
			}
			// The key still does what it says, with a token that the bytes did not reach.
			d.Press("ctrl+u")
			d.chooseToken("card_good")
			d.book("SANDBOX")
			d.reservations("SANDBOX")
			d.WaitFor(` of 241 reservations `)
			d.quit()
		})
	}
}
