//go:build unix

package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A fixture is a console in a terminal with somebody at it, who does what an agent
// does, in an agent's words. What is read from the screen is read after a wait
// for the footer, which is drawn last: a screen that is half drawn is the old
// one in its lower half.
type fixture struct{ *Terminal }

// openConsole starts the console in a home. A demo is calm, unless it is told
// otherwise: it answers at once, and no price changes by itself.
func openConsole(t *testing.T, home string, s Setup, args ...string) fixture {
	t.Helper()
	if len(args) > 0 && args[0] == "demo" {
		args = append([]string{"demo", "--latency", "none", "--changes", "0"}, args[1:]...)
	}
	s.Program, s.Args, s.Home = bellhop(t), args, home
	return fixture{StartTerminal(t, s)}
}

// sizes returns the windows in which the console is usable as a whole.
func sizes() []Setup { return []Setup{{Cols: 120, Rows: 40}, {Cols: 80, Rows: 24}} }

func (s Setup) name() string { return fmt.Sprintf("%dx%d", s.Cols, s.Rows) }

// at waits for the screen with this title, in the named environment.
func (d fixture) at(environment, title string) {
	d.t.Helper()
	d.WaitFor(`^ bellhop  ` + environment + `( \S+)?   (.* › )?` + title + `(   .*)?$`)
}

// quit leaves the console by its key; from anywhere that is an ordinary end.
func (d fixture) quit() {
	d.t.Helper()
	d.Press("ctrl+c")
	if code := d.WaitEnd(patience); code != 0 {
		d.t.Fatalf("ctrl+c ended the console with code %d, want 0:\n%s", code, d.Output())
	}
	if d.AltScreen() {
		d.t.Error("ctrl+c left the terminal on the console's screen")
	}
}

// A stay is what the search asked for, as the screens say it.
type stay struct {
	arrival string // "Sat 5 Dec 2026"
	nights  string // "2"
}

// iso returns the arrival as a date that can be typed anywhere.
func (s stay) iso(t *testing.T) string {
	t.Helper()
	day, err := time.Parse("Mon 2 Jan 2006", s.arrival)
	if err != nil {
		t.Fatal(err)
	}
	return day.Format(time.DateOnly)
}

// search asks for hotels in London for the dates that the form proposes.
func (d fixture) search(environment string) stay {
	d.t.Helper()
	d.at(environment, "search")
	d.WaitFor(`enter take .* nothing sent yet$`)
	d.Type("London")
	d.Press("enter")
	d.WaitFor(`^ +destination +London, England, United Kingdom`)
	d.WaitFor(`^ +› check-in `)
	d.WaitFor(`ctrl\+d calendar .* nothing sent yet$`)
	in := d.WaitFor(`check-in +([A-Z][a-z]{2} \d+ [A-Z][a-z]{2} \d{4})`)[1]
	nights := d.WaitFor(`(\d+) nights?$`)[1]
	d.Press("ctrl+s")
	d.at(environment, "hotels")
	d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
	d.WaitFor(`^ +\d+ of \d+ hotels`)
	return stay{arrival: in, nights: nights}
}

// refundable is a line of the rates that costs nothing to cancel today.
const refundable = `\d  refundable `

// toRates opens the first hotel that shows a rate with free cancellation, and
// goes to that rate. Which hotels have one depends on the day.
func (d fixture) toRates(environment string) {
	d.t.Helper()
	d.toRate(environment, refundable)
}

// toRate opens the first hotel with a rate that matches the pattern, and moves to that rate.
func (d fixture) toRate(environment, pattern string) {
	d.t.Helper()
	wanted := regexp.MustCompile(pattern)
	for range 20 {
		d.Press("enter")
		d.at(environment, "rates")
		d.WaitFor(`enter terms .* nothing sent yet$`)
		if wanted.MatchString(d.Screen()) {
			d.moveTo(pattern)
			return
		}
		d.Press("esc")
		d.at(environment, "hotels")
		d.WaitFor(`enter rates .* (?:nothing sent yet|help)$`)
		d.down()
	}
	d.t.Fatalf("no hotel has a rate that matches %s:\n%s", pattern, d.picture())
}

// toGuest verifies the rate under the cursor and goes on to the guest. The
// sandbox's rates do not change by themselves, so nothing may be asked.
func (d fixture) toGuest(environment string) {
	d.t.Helper()
	d.Press("enter")
	d.at(environment, "terms")
	d.WaitFor(`Verified: price and terms are as searched`)
	d.WaitFor(`^ enter go on to the guest .* nothing sent yet$`)
	d.Press("enter")
	d.at(environment, "guest")
	d.WaitFor(`ctrl\+s go on .* nothing sent yet$`)
}

// A traveller is what the form asks for, field by field.
type traveller struct {
	given, surname, email, phone, street, city, postcode, country string
}

// xenia returns a guest whose masked name is nobody's in the demo's own
// reservations.
func xenia() traveller {
	return traveller{"Xenia", "Quist", "xenia@example.com", "+442079460000", "12 Lamp Street", "London", "N1 9GU", "gb"}
}

// masked returns how lists show the name.
func (g traveller) masked() string {
	return string([]rune(g.given)[:1]) + "··· " + string([]rune(g.surname)[:1]) + "···"
}

// toBook fills the guest's form in and goes on to the read-back.
func (d fixture) toBook(environment string, g traveller) {
	d.t.Helper()
	d.fillIn(g)
	d.at(environment, "book")
	d.WaitFor(`ctrl\+b books this for .* in the SANDBOX, not for real`)
	d.WaitFor(`guest +` + regexp.QuoteMeta(g.given+" "+g.surname))
	d.WaitFor(`^ ctrl\+b book it .* nothing sent yet$`)
}

// toTheBookScreen goes from an empty search to the book screen of a refundable rate in London, for Xenia.
func (d fixture) toTheBookScreen(environment string) stay {
	d.t.Helper()
	when := d.search(environment)
	d.toRates(environment)
	d.toGuest(environment)
	d.toBook(environment, xenia())
	return when
}

// fillIn fills the guest's form in, and goes on.
func (d fixture) fillIn(g traveller) {
	d.t.Helper()
	fields := []string{g.given, g.surname, g.email, g.phone, g.street, g.city, g.postcode, "", g.country}
	for i, text := range fields {
		if i > 0 {
			d.Press("tab")
		}
		if text != "" {
			d.Type(text)
		}
	}
	d.Press("ctrl+s")
}

// chooseToken goes through the test tokens that are offered to the named one.
func (d fixture) chooseToken(token string) {
	d.t.Helper()
	note := regexp.MustCompile(`test token (\w+): \S`)
	chosen := ""
	for range 20 {
		d.Press("ctrl+t")
		before := chosen
		d.wait("for another test token than "+before, func(screen string) bool {
			found := note.FindStringSubmatch(screen)
			if found == nil || found[1] == before {
				return false
			}
			chosen = found[1]
			return true
		})
		if chosen == token {
			return
		}
	}
	d.t.Fatalf("no test token %s is offered:\n%s", token, d.picture())
}

// A receipt is what an agent would note down.
type receipt struct{ hotel, confirmation, locator, id string }

// book sends the booking and reads the receipt of a confirmed one.
func (d fixture) book(environment string) receipt {
	d.t.Helper()
	d.Press("ctrl+b")
	d.at(environment, "receipt")
	d.WaitFor(`enter open reservation .* booked$`)
	d.WaitFor(`^ +Confirmed · booked$`)
	return receipt{
		confirmation: d.WaitFor(`^ +hotel confirmation +([A-Z0-9]\S+)$`)[1],
		locator:      d.WaitFor(`^ +record locator +([A-Z0-9]{6})$`)[1],
		id:           d.WaitFor(`^ +reservation id +([A-Za-z0-9]{32})$`)[1],
		hotel:        d.WaitFor(`^ +hotel +(\S.*) · [A-Z]{2} \d+$`)[1],
	}
}

// row returns the line of a reservation in the list: the hotel's name may be cut.
func (r receipt) row(status string, s stay) string {
	name := []rune(r.hotel)
	return status + ` +` + s.arrival + ` +` + s.nights + ` +` + regexp.QuoteMeta(string(name[:min(len(name), 12)]))
}

// reservations opens the list anew, from a screen that has ctrl+r.
func (d fixture) reservations(environment string) {
	d.t.Helper()
	d.Press("ctrl+r")
	d.at(environment, "reservations")
	d.WaitFor(`\d+ of \d+ loaded$`)
	d.Press("esc") // leaves the find line to the list
	d.WaitFor(`^ *enter open +/ find `)
}

// findID narrows the list to one id, by the service's own filter, and waits for
// what must come of it.
func (d fixture) findID(environment, id, want string) {
	d.t.Helper()
	d.Press("f")
	d.WaitFor(`Show only reservations with all of this`)
	for range 10 { // Five comparisons for the arrival, five for the departure.
		d.Press("tab")
	}
	d.WaitFor(`› one id `)
	d.Type(id)
	d.Press("ctrl+s")
	d.at(environment, "reservations")
	d.WaitFor(want)
}

// cursorLine returns the line under the cursor, without the pane beside it, and
// where it stands.
func cursorLine(screen string) (string, int) {
	for y, line := range strings.Split(screen, "\n") {
		text, _, _ := strings.Cut(line, "│")
		if strings.HasPrefix(strings.TrimLeft(text, " "), "›") {
			return strings.TrimSpace(text), y
		}
	}
	return "", -1
}

// down goes one line down in a list.
func (d fixture) down() {
	d.t.Helper()
	before, y := cursorLine(d.Screen())
	d.Press("down")
	d.wait("for the cursor to leave "+before, func(screen string) bool {
		line, now := cursorLine(screen)
		return now >= 0 && (line != before || now != y)
	})
}

// moveTo goes down to the line with the pattern.
func (d fixture) moveTo(pattern string) {
	d.t.Helper()
	wanted := regexp.MustCompile(pattern)
	for range 60 {
		if line, _ := cursorLine(d.Screen()); wanted.MatchString(line) {
			return
		}
		d.down()
	}
	d.t.Fatalf("no line has %s:\n%s", pattern, d.picture())
}
