//go:build unix

package e2e

import (
	"testing"
	"unicode/utf8"
)

// The most keys from the console's start to CONFIRMED, the letters of the line among them. What is the guest's own, typed
// letter by letter, and the payment token are counted apart.
const (
	mostKeysNewGuest   = 22
	mostKeysKnownGuest = 16
)

// A counting is a desk that counts the keys that are pressed at it.
type counting struct {
	fixture
	keys  int // that steer the console
	guest int // characters of the guest's own data
	token int // for the payment token
}

// press counts keys by name.
func (c *counting) press(names ...string) {
	c.t.Helper()
	for _, name := range names {
		c.Press(name)
		c.keys++
	}
}

// text counts what is typed to steer the console: a place, a day.
func (c *counting) text(text string) {
	c.t.Helper()
	c.Type(text)
	c.keys += utf8.RuneCountInString(text)
}

// toTheTerms goes from the start to a verified price: two nights in London from a weekday on, the first hotel, its first
// rate.
func (c *counting) toTheTerms(line, stay string) {
	c.t.Helper()
	c.WaitFor(`enter take .* nothing sent yet$`)
	c.text(line)
	c.WaitFor(`London GB · ` + stay + ` · 2 nights · 2 adults`)
	c.press("enter")
	c.WaitFor(`^ +\d+ of \d+ hotels`)
	c.WaitFor(`^ enter rates `)
	c.press("enter")
	c.WaitFor(`^ enter terms .* nothing sent yet$`)
	c.press("enter")
	c.WaitFor(`Verified: price and terms are as searched`)
	c.WaitFor(`^ enter go on to the guest `)
}

// guestOf fills the form in for a guest whom nobody knows.
func (c *counting) guestOf(g traveller) {
	c.t.Helper()
	for i, text := range []string{g.given, g.surname, g.email, g.phone, g.street, g.city, g.postcode, "", g.country} {
		if i > 0 {
			c.press("tab")
		}
		if text != "" {
			c.Type(text)
			c.guest += utf8.RuneCountInString(text)
		}
	}
}

// confirm goes on to the read-back, takes the test token, and books.
func (c *counting) confirm(g traveller) {
	c.t.Helper()
	c.press("ctrl+s")
	c.WaitFor(`guest +` + g.given + " " + g.surname)
	c.WaitFor(`^ ctrl\+b book it .* nothing sent yet$`)
	c.Press("ctrl+t")
	c.token++
	c.WaitFor(`test token card_good`)
	c.press("ctrl+b")
	c.WaitFor(`^ +Confirmed · booked$`)
	c.WaitFor(`enter open reservation .* booked$`)
}

// How many keys a booking takes, first for a guest whom nobody knows and then
// for the same one after the console was started again. The counts are in
// docs/performance.md: they are the same on every machine.
func TestKeysFromStartToConfirmed(t *testing.T) {
	t.Parallel()
	home, guest := t.TempDir(), xenia()
	start := func() *counting {
		return &counting{fixture: openConsole(t, home, Setup{}, "demo", "--clock", "2026-11-21 12:00")}
	}
	first := start()
	first.toTheTerms("lon fri", `Fri 27 Nov – Sun 29 Nov 2026`)
	first.press("enter")
	first.WaitFor(`^ ctrl\+s go on  ctrl\+g known guest .* nothing sent yet$`)
	first.guestOf(guest)
	first.confirm(guest)
	first.quit()

	again := start()
	// On other days: the same stay once more would be asked about.
	again.toTheTerms("lon mon", `Mon 23 Nov – Wed 25 Nov 2026`)
	again.press("ctrl+g")
	again.WaitFor(`\d+ guests? of `)
	again.text("qu")
	again.WaitFor(`^ +› Xenia Quist `)
	again.press("enter")
	again.WaitFor(`surname \* +Quist`)
	again.WaitFor(`^ ctrl\+s go on `)
	again.confirm(guest)
	again.quit()

	for _, c := range []struct {
		who  string
		made *counting
		most int
	}{{"new guest", first, mostKeysNewGuest}, {"known guest", again, mostKeysKnownGuest}} {
		t.Logf("%-11s  %d keys (budget %d), the guest's own data %d, payment token %d", c.who, c.made.keys, c.most, c.made.guest, c.made.token)
		if c.made.keys > c.most {
			t.Errorf("a booking for a %s takes %d keys, more than %d", c.who, c.made.keys, c.most)
		}
	}
	if again.guest != 0 {
		t.Errorf("%d characters of a known guest were typed", again.guest)
	}
}
