//go:build unix

package e2e

import (
	"regexp"
	"testing"

	"bellhop/internal/gated"
)

// With every shape that services have been seen to answer in, an agent books,
// finds the booking again and cancels it. What the service does not say may be
// asked about on the way, but nothing is taken for granted (WIRE 4).
func TestJourneyQuirks(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			d := openConsole(t, t.TempDir(), size, "demo", "--quirks", "all", "--clock", "2026-12-01 09:00")
			when := d.search(noted)
			d.toAnyRates()
			d.Press("enter")
			d.at(noted, "terms")
			d.agree()
			d.at(noted, "guest")
			d.WaitFor(`ctrl\+s go on .* nothing sent yet$`)
			d.toBook(noted, xenia())
			d.chooseToken("card_good")
			d.Press("ctrl+b")
			d.at(noted, "receipt")
			d.WaitFor(`enter open reservation .* booked$`)
			id := d.WaitFor(`^ +reservation id +([A-Za-z0-9]{32})$`)[1]

			d.reservations(noted)
			d.findID(noted, id, `^ +› confirmed +`+when.arrival)
			d.WaitFor(regexp.QuoteMeta(xenia().masked()))
			d.Press("enter")
			d.at(noted, "reservation")
			d.WaitFor(`^ c cancel it .* confirmed$`)
			d.Press("c")
			d.at(noted, "cancel")
			// Free, or not said; a price would be made up.
			d.WaitFor(`^ +cancelling now costs +(nothing|.*not said.*)$`)
			d.cancelWhatChanges()
			d.quit()
		})
	}
}

// toAnyRates is toRates where some hotels are listed without rooms.
func (d fixture) toAnyRates() {
	d.t.Helper()
	wanted := regexp.MustCompile(refundable)
	for range 20 {
		d.Press("enter")
		d.at(noted, "rates")
		d.WaitFor(`^ +(?:enter terms|r/f5 reload) .*nothing sent yet$`)
		if wanted.MatchString(d.Screen()) {
			d.moveTo(refundable)
			return
		}
		d.Press("esc")
		d.at(noted, "hotels")
		d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
		d.down()
	}
	d.t.Fatalf("no hotel has a rate with free cancellation:\n%s", d.picture())
}

// cancelWhatChanges cancels from the screen that asks. The reservation is read again before anything is sent, and which
// shape an answer comes in depends on how many came before: where it says less than the screen did, a person accepts
// that first.
func (d fixture) cancelWhatChanges() {
	d.t.Helper()
	for range 10 {
		switch d.WaitFor(`^ enter (?:keep it|back) .*?(ctrl\+x cancel it|ctrl\+y accept the change|cancelled)`)[1] {
		case "cancelled":
			d.WaitFor(`^ +status +cancelled \(CANCELED\)$`)
			return
		case "ctrl+x cancel it":
			d.Press("ctrl+x")
			d.WaitGone(`^ enter keep it .*ctrl\+x cancel it .* nothing sent yet$`)
		default:
			d.Press("ctrl+y")
			d.WaitGone(`ctrl\+y accept the change`)
		}
	}
	d.t.Fatalf("it changed ten times before it was sent:\n%s", d.picture())
}

// agree goes on from the terms. Where the service says otherwise than before,
// or no longer says something, a person has to accept it.
func (d fixture) agree() {
	d.t.Helper()
	key := d.WaitFor(`(enter|ctrl\+y) (?:go on to the guest|accept the change) .*nothing sent yet$`)[1]
	d.Press(key)
}
