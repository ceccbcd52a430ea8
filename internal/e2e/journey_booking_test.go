//go:build unix

package e2e

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"bellhop/internal/gated"
)

// From an empty home to a cancelled reservation, at both sizes.
func TestJourneyBooking(t *testing.T) {
	t.Parallel()
	for _, size := range sizes() {
		t.Run(size.name(), func(t *testing.T) {
			t.Parallel()
			home := t.TempDir()
			d := openConsole(t, home, size, "demo")
			when := d.toTheBookScreen("SANDBOX")
			d.chooseToken("card_good")
			made := d.book("SANDBOX")

			d.reservations("SANDBOX")
			d.WaitFor(`^ +› ` + made.row("confirmed", when))
			d.WaitFor(regexp.QuoteMeta(xenia().masked()))
			filterByArrival(d, when)
			openAndKeep(d, when, made)
			cancelForGood(d, when, made)
			d.quit()
			demoPersists(t, home, size, when, made)
		})
	}
}

// filterByArrival asks the service for one day and checks every line of what it
// says.
func filterByArrival(d fixture, when stay) {
	d.t.Helper()
	d.Press("f")
	d.WaitFor(`^ +› on +_`)
	d.WaitFor(`^ ctrl\+s show these `)
	d.Type(when.iso(d.t))
	d.Press("ctrl+s")
	d.WaitFor(`only: arrival on ` + when.arrival)
	// The day has fewer than the world's 241 reservations; the old list stays
	// until they are there.
	counted := d.WaitFor(`^ +(\d{1,2}) of (\d{1,2}) reservations? · most recent first`)
	d.WaitFor(`^ enter open .* \d{1,2} of \d{1,2} loaded$`)
	lines := regexp.MustCompile(`(?m)^ +(?:› )?(?:confirmed|unconfirmed|cancelled) +(\w{3} \d+ \w{3} \d{4})`).FindAllStringSubmatch(d.Screen(), -1)
	if len(lines) == 0 {
		d.t.Fatalf("%s reservations, but none is listed:\n%s", counted[1], d.picture())
	}
	for _, line := range lines {
		if line[1] != when.arrival {
			d.t.Errorf("the filter for %s lets %s through", when.arrival, line[1])
		}
	}
}

// openAndKeep opens the reservation, asks to cancel it and takes the default
// answer, which is no; the service must still hold it as confirmed.
func openAndKeep(d fixture, when stay, made receipt) {
	d.t.Helper()
	d.WaitFor(`^ +› ` + made.row("confirmed", when))
	d.Press("enter")
	d.at("SANDBOX", "reservation")
	d.WaitFor(made.locator)
	d.WaitFor(`^ c cancel it .* confirmed$`)
	askToCancel(d)
	d.Press("enter")
	d.at("SANDBOX", "reservation")
	d.WaitFor(`^ c cancel it .* confirmed$`)

	// A list that is opened anew knows nothing but what the service says.
	d.Press("esc")
	d.at("SANDBOX", "reservations")
	// The first esc clears the filter, the second leaves.
	d.Press("esc")
	d.WaitFor(` of 241 reservations `)
	d.Press("esc")
	d.at("SANDBOX", "receipt")
	d.reservations("SANDBOX")
	d.WaitFor(`^ +› ` + made.row("confirmed", when))
}

// askToCancel opens the question, which says first what cancelling costs.
func askToCancel(d fixture) {
	d.t.Helper()
	d.Press("c")
	d.at("SANDBOX", "cancel")
	d.WaitFor(`^ +cancelling now costs +nothing$`)
	d.WaitFor(`^ enter keep it .*ctrl\+x cancel it .* nothing sent yet$`)
	screen := d.Screen()
	cost, price := strings.Index(screen, "cancelling now costs"), strings.Index(screen, "price ")
	if cost < 0 || price >= 0 && price < cost {
		d.t.Errorf("the cost does not come first:\n%s", screen)
	}
}

func cancelForGood(d fixture, when stay, made receipt) {
	d.t.Helper()
	d.Press("enter")
	d.at("SANDBOX", "reservation")
	d.WaitFor(`^ c cancel it .* confirmed$`)
	askToCancel(d)
	d.Press("ctrl+x")
	d.WaitFor(`^ +status +cancelled \(CANCELED\)$`)
	d.WaitFor(`^ enter back .* cancelled$`)
	d.Press("enter")
	d.at("SANDBOX", "reservation")
	d.WaitFor(` cancelled$`)
	d.Press("esc")
	d.at("SANDBOX", "reservations")
	d.WaitFor(`^ +› ` + made.row("cancelled", when))
	d.Press("esc")
	d.at("SANDBOX", "receipt")
	d.reservations("SANDBOX")
	d.WaitFor(`^ +› ` + made.row("cancelled", when))
}

// demoPersists starts the demo again on the same home, where the reservation
// must be, and then afresh, where it must not.
func demoPersists(t *testing.T, home string, size Setup, when stay, made receipt) {
	t.Helper()
	again := openConsole(t, home, size, "demo")
	again.at("SANDBOX", "search")
	again.reservations("SANDBOX")
	again.findID("SANDBOX", made.id, `^ +› `+made.row("cancelled", when))
	again.WaitFor(`^ +1 of 1 reservation `)
	again.quit()

	fresh := openConsole(t, home, size, "demo", "--fresh")
	fresh.at("SANDBOX", "search")
	fresh.reservations("SANDBOX")
	fresh.findID("SANDBOX", made.id, `No reservation matches`)
	fresh.quit()
}

// A declined card is an error at the token, and nothing is booked; a simulated
// booking never claims to be one.
func TestJourneyNotBooked(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	d := openConsole(t, t.TempDir(), Setup{}, "demo")
	d.at("SANDBOX", "search")
	d.reservations("SANDBOX")
	before := d.WaitFor(` of (\d+) loaded$`)[1]
	d.Press("esc")

	when := d.toTheBookScreen("SANDBOX")
	d.chooseToken("card_declined")
	d.Press("ctrl+b")
	d.WaitFor(`^ +The payment was declined; nothing is booked\. Another token, then ctrl\+b`)
	d.WaitFor(`^ +› payment token \* .*\n +! The payment was not accepted: `)
	d.WaitFor(`^ +ctrl\+t test token .* nothing booked$`)

	d.chooseToken("card_good")
	d.WaitFor(`^ ctrl\+b book it .* nothing booked$`)
	d.Press("tab")
	d.WaitFor(`› simulation `)
	d.Press("right")
	d.WaitFor(`simulation +.*created: check it`)
	d.WaitFor(`ctrl\+b simulates this: nothing is booked or charged`)
	d.Press("ctrl+b")
	d.at("SANDBOX", "receipt")
	d.WaitFor(`^ +Unconfirmed \(CREATED\) · simulated, not booked$`)
	d.WaitFor(`^ enter open reservation .* simulated$`)
	if screen := d.Screen(); strings.Contains(screen, "hotel confirmation") || strings.Contains(screen, "record locator") {
		t.Errorf("a simulated booking has numbers:\n%s", screen)
	}
	d.WaitFor(`^ +paid +Nothing. This is simulated`)

	// What the service holds is the simulation and nothing else of this guest.
	d.reservations("SANDBOX")
	d.WaitFor(`^ +› unconfirmed +` + when.arrival)
	total, err := strconv.Atoi(before)
	if err != nil {
		t.Fatal(err)
	}
	d.WaitFor(fmt.Sprintf(`^ +\d+ of %d reservations `, total+1))
	filterByArrival(d, when)
	if listed := strings.Count(d.Screen(), xenia().masked()); listed != 1 {
		t.Errorf("%d reservations of the guest are listed, want only the simulation:\n%s", listed, d.picture())
	}
	d.quit()
}
