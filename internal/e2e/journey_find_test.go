//go:build unix

package e2e

import (
	"testing"

	"bellhop/internal/gated"
)

// What one agent books, a colleague of another machine finds with three keys by each of its numbers, from whatever screen,
// and by the name with its letters and three; leaving the list leads back to where they were.
func TestJourneyFind(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const where = "SANDBOX work"
	s := startService(t, "127.0.0.1:0", "a:secret-of-the-account")
	homes := [2]string{t.TempDir(), t.TempDir()}
	for _, home := range homes {
		addProfile(t, home, "secret-of-the-account", "work", "--base-url", "http://"+s.address, "--account", "a")
	}
	d := openConsole(t, homes[0], Setup{})
	d.search(where)
	d.toRates(where)
	d.toGuest(where)
	guest := xenia()
	d.toBook(where, guest)
	d.chooseToken("card_good")
	made := d.book(where)
	d.quit()

	colleague := openConsole(t, homes[1], Setup{})
	colleague.search(where)
	colleague.at(where, "hotels")
	for _, typed := range []string{made.id, made.confirmation, made.locator, guest.surname} {
		colleague.Press("ctrl+r")
		colleague.at(where, "reservations")
		colleague.Type(typed)
		colleague.Press("enter")
		colleague.at(where, "reservation")
		colleague.WaitFor(made.locator)
	}
	// One list is open, whatever was looked up: esc leads to it, out of its find, and back to the hotels.
	colleague.Press("esc")
	colleague.at(where, "reservations")
	colleague.WaitFor(`looked at all`) // Until then esc stops the reading.
	colleague.WaitFor(`tab to the list +esc clear`)
	colleague.Press("esc")
	colleague.WaitFor(`^ *enter open +/ find `)
	colleague.Press("esc")
	colleague.at(where, "hotels")
	colleague.quit()
	s.stop()
}
