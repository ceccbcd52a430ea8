package screens_test

import (
	"testing"
	"time"

	"bellhop/screens"
)

// A verification after the offer has run out holds for ten minutes, and not
// for as long as the screen stands there.
func TestBookVerifiesAgainAfterTenMinutes(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t").Has("verified just now; the offer runs out in 20 min 00 s").Skip(21 * time.Minute)
	p.Press("ctrl+v").Has("verified just now, good for 10 min 00 s", "ctrl+b book it")
	p.Advance(9*time.Minute).Has("verified 9 min ago, good for 1 min 00 s", "ctrl+b book it").HasNot("ctrl+v verify again")
	p.Advance(time.Minute).Has("The rate was verified 10 min ago. ctrl+v verifies it again.", "ctrl+v verify again").HasNot("ctrl+b book it")
	p.Press("ctrl+b")
	if len(service.created) != 0 {
		t.Fatal("a rate whose verification is too old was sent")
	}
	p.Press("ctrl+v").Has("ctrl+b book it").Press("ctrl+b")
	onTop(t, p, "receipt")
}
