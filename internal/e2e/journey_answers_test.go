//go:build unix

package e2e

import (
	"strings"
	"testing"
)

// What a terminal sends by itself presses no key: bytes of the keys that send
// something do nothing within its answers, whole or not, in a paste, or beside
// anything else.
func TestJourneyTerminalAnswersBookNothing(t *testing.T) {
	t.Parallel()
	d := openConsole(t, t.TempDir(), Setup{}, "demo")
	d.search("SANDBOX")
	d.toRates("SANDBOX")
	d.toGuest("SANDBOX")
	d.toBook("SANDBOX", xenia())
	d.chooseToken("card_good")
	// So much is read at once: what comes after it is the rest of it.
	filled := strings.Repeat("\x1b[?62;1c", 26) + "\x1b[111n"
	for _, key := range []string{"\x02", "\x18", "\x19", "\x07", "\x10"} {
		for _, answer := range [][]string{
			{"\x1b]11;rgb:1111/K/3333\x07"},
			{"\x1b]11;rgb:1111/", "KK", "K/3333\x1b\\"},
			{"\x1bP1$rK\x1b\\", "\x1b_GK\x1b\\", "\x1b^K\x1b\\", "\x1bXK\x1b\\"},
			{"\x1b]52;c;K never ended"},
			{"\x1b[200~K pasted K\x1b[201~"},
			{"\x1b[IK", "\x1b[?62;1cK", "\x1b[12;7RK"},
			{"KK"},
			{filled + "K"},
			{filled + filled + "K"},
		} {
			for _, text := range answer {
				if _, err := d.pty.WriteString(strings.ReplaceAll(text, "K", key)); err != nil {
					t.Fatal(err)
				}
			}
			// Help comes once all of it was read.
			d.Press("f1")
			d.WaitFor(`^ enter press it  esc close help `)
			d.Press("esc")
			d.WaitFor(`^ ctrl\+b book it .* nothing sent yet$`)
		}
	}
	// The key itself still does what it says, with a token that nothing was
	// typed into.
	d.Press("ctrl+u")
	d.chooseToken("card_good")
	d.book("SANDBOX")
	d.reservations("SANDBOX")
	d.WaitFor(` of 241 reservations `)
	d.quit()
}
