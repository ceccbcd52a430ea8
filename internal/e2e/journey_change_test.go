//go:build unix

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/internal/gated"
)

// The service answers for other dates with a price, with other rates in place of the reservation's, or with nothing, and then
// the days are typed again.
const (
	datesPriced     = "ctrl+b changes the dates to"
	datesWorse      = "Something is worse: not changed"
	datesChanged    = "Something has changed: not sent"
	datesOtherRates = "The dates cannot be changed"
	datesNothing    = "The hotel offers nothing for "
)

// newDay types another arrival over what stands there, asks what it costs, and returns the answer.
func (d fixture) newDay(before, day string) string {
	d.t.Helper()
	date, err := time.Parse(time.DateOnly, day)
	if err != nil {
		d.t.Fatal(err)
	}
	d.at(noted, "change dates")
	d.WaitFor(`^ ctrl\+s price it .* nothing sent yet$`)
	d.clearField(len(before))
	d.Type(day)
	d.WaitFor(`· \d+ nights?; enter prices it$`)
	d.Press("ctrl+s")
	// The day before had no offer either: its answer stays on the screen until the one for this day arrives.
	answers := []string{datesPriced, datesWorse, datesChanged, datesOtherRates, datesNothing + date.Format("Mon 2 Jan")}
	for i := range answers {
		answers[i] = regexp.QuoteMeta(answers[i])
	}
	found := d.WaitFor(`(` + strings.Join(answers, "|") + `)`)[1]
	if strings.HasPrefix(found, datesNothing) {
		return datesNothing
	}
	return found
}

// Dates are changed where the service can; where it cannot, a new booking comes
// first and the old one is cancelled after it, by the agent; the payment is set
// unseen; the list of deadlines knows them. Each is in the journal.
func TestJourneyChanges(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	home := t.TempDir()
	d := openConsole(t, home, Setup{Cols: 120, Rows: 90}, "demo", "--clock", "2026-12-01 09:00")
	when := d.toTheBookScreen(noted)
	d.chooseToken("card_good")
	d.book(noted)
	d.Press("enter")
	d.at(noted, "reservation")
	d.WaitFor(`^ c cancel it  d change dates  p change payment .* confirmed$`)

	d.setPayment()
	moved := d.changeDates(when)
	d.Press("d")
	d = d.replaceBooking(home, moved)
	d.deadlinesKnow(home)
	d.quit()
	database := filepath.Join(home, "data", "bellhop", "demo")
	searchFiles(t, home, func(path string) bool { return filepath.Dir(path) == database }, "other_card_marked")
	// Four digits alone stand in many a number: as a value they stand nowhere,
	// not even where the service keeps the token.
	searchFiles(t, home, func(string) bool { return false }, `"9172"`, "=9172", `:9172,`, ":9172}")
}

// setPayment sets another payment and sees nothing of it on the screen.
func (d fixture) setPayment() {
	d.t.Helper()
	d.Press("p")
	d.at(noted, "change payment")
	d.WaitFor(`^ ctrl\+b set the payment `)
	d.Type("other_card_marked")
	d.WaitFor(`payment token \* +•{17} ?_`)
	d.Press("tab")
	d.WaitFor(`› cvv`)
	d.Type("9172")
	d.WaitFor(`cvv +••••`)
	d.Press("ctrl+b")
	d.WaitFor(`The payment method is changed`)
	if strings.Contains(d.Screen(), "other_card_marked") || strings.Contains(d.Screen(), "9172") {
		d.t.Errorf("the payment is on the screen:\n%s", d.picture())
	}
	d.WaitFor(`^ enter back .* payment changed$`)
	d.Press("enter")
	d.at(noted, "reservation")
	d.WaitFor(`journal · (?:\S+ · )?planned: change of payment`)
	d.WaitFor(`^ c cancel it .* confirmed$`)
}

// days returns arrivals after the one booked, as they are typed.
func days(t *testing.T, when stay) []string {
	t.Helper()
	first, err := time.Parse(time.DateOnly, when.iso(t))
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for i := range 60 {
		out = append(out, first.AddDate(0, 0, i+1).Format(time.DateOnly))
	}
	return out
}

// changeDates moves the reservation to the first later day that is possible, and
// returns its stay then.
func (d fixture) changeDates(when stay) stay {
	d.t.Helper()
	d.Press("d")
	before := ""
	for _, day := range days(d.t, when) {
		answer := d.newDay(before, day)
		before = day
		if answer == datesOtherRates {
			d.Press("esc")
		} else if answer != datesNothing {
			break
		}
	}
	d.WaitFor(`new stay +\w{3} \d+ \w{3}`)
	d.WaitFor(`^ +stay +` + strings.Fields(when.arrival)[0])
	// The footer is the last to reach the terminal: what stands above it may be there already.
	if d.WaitFor(`^ ctrl\+(y accept|b change the dates) .* nothing sent yet$`)[1] == "y accept" {
		d.Press("ctrl+y")
	}
	d.WaitFor(`^ ctrl\+b change the dates .* nothing sent yet$`)
	d.Press("ctrl+b")
	d.WaitFor(`The dates are changed`)
	in := d.WaitFor(`^ +stay +(\w{3} \d+ \w{3})`)[1]
	d.WaitFor(`^ enter back .* dates changed$`)
	d.Press("enter")
	d.at(noted, "reservation")
	d.WaitFor(`dates +` + in)
	d.WaitFor(`journal · (?:\S+ · )?answered: modified, confirmed$`)
	d.WaitFor(`moved to +` + in + `.* attempt att-`)
	d.WaitFor(`On file as agreed, with its new dates`)
	d.WaitFor(`^ c cancel it .* confirmed$`)
	full := d.WaitFor(`dates +(\w{3} \d+ \w{3}).*? – \w{3} \d+ \w{3} (\d{4})`)
	return stay{arrival: full[1] + " " + full[2], nights: when.nights}
}

// replaceBooking asks for a day on which the rate is not offered, books another
// in its place, and cancels the old one after that. In between the console is
// killed: the draft still knows what it replaces. The result is the next one.
func (d fixture) replaceBooking(home string, when stay) fixture {
	d.t.Helper()
	before, answer := "", ""
	for _, day := range days(d.t, when) {
		if answer = d.newDay(before, day); answer == datesOtherRates {
			break
		}
		before = day
		if answer != datesNothing {
			// The footer is drawn last: before it is there the key would meet the form.
			d.WaitFor(`^ ctrl\+[by] .* nothing sent yet$`)
			d.Press("esc")
		}
	}
	if answer != datesOtherRates {
		d.t.Fatal("no day offers other rates, so that the test shows nothing")
	}
	d.at(noted, "other rates")
	d.WaitFor(`^ enter its terms .* nothing sent yet$`)
	d.Press("enter")
	d.at(noted, "terms")
	d.WaitFor(`^ enter go on to the guest .* nothing sent yet$`)
	d.Press("enter")
	d.at(noted, "guest")
	d.WaitFor(`given name +Xenia`)
	d.WaitFor(`ctrl\+s go on .* nothing sent yet$`)
	waitForFile(d.t, home, `"replaces"`)
	d.kill()

	d = openConsole(d.t, home, Setup{Cols: 120, Rows: 90}, "demo")
	d.WaitFor(`f3 continues the booking of \d\d:\d\d: `)
	d.WaitFor(`^ +in place of ` + regexp.QuoteMeta(when.arrival[:len("Sat")]))
	d.WaitFor(`nothing sent yet$`)
	d.Press("f3")
	d.at(noted, "terms")
	d.WaitFor(`^ enter go on to the guest .* nothing sent yet$`)
	d.Press("enter")
	d.at(noted, "guest")
	d.WaitFor(`given name +Xenia`)
	d.WaitFor(`ctrl\+s go on .* nothing sent yet$`)
	d.Press("ctrl+s")
	d.at(noted, "book")
	d.WaitFor(`^ +in place of +` + regexp.QuoteMeta(when.arrival[:len("Sat")]))
	d.WaitFor(`^ ctrl\+b book it .* nothing sent yet$`)
	d.chooseToken("card_good")
	d.book(noted)
	d.WaitFor(`The old reservation stands beside this one`)
	d.WaitFor(`c cancel the old one`)
	d.Press("c")
	d.at(noted, "cancel")
	d.WaitFor(`cancelling now costs`)
	d.WaitFor(`^ enter keep it .* nothing sent yet$`)
	d.Press("ctrl+x")
	d.WaitFor(`^ +status +cancelled \(CANCELED\)$`)
	d.WaitFor(`^ enter back .* cancelled$`)
	d.Press("enter")
	d.at(noted, "receipt")
	d.WaitFor(`The old reservation is cancelled\.`)
	return d
}

// deadlinesKnow opens the list of deadlines and writes the calendar file, which
// is the owner's only.
func (d fixture) deadlinesKnow(home string) {
	d.t.Helper()
	d.Press("ctrl+f")
	d.at(noted, "deadlines")
	d.WaitFor(`^ +\d+ of \d+ open reservations by what is next`)
	d.WaitFor(`^ enter open .* (?:\? help|\d+ of \d+ open)$`)
	d.Press("i")
	d.WaitFor(`Written, with alarms: \d+ deadlines in`)
	path := filepath.Join(home, "data", "bellhop", "exports", "sandbox-demo-deadlines.ics")
	text, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(text), "SANDBOX: Cancel by ") || strings.Contains(string(text), xenia().surname) {
		d.t.Errorf("the calendar file: %v\n%.2000s", err, text)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		d.t.Errorf("its mode is %v, %v", info.Mode(), err)
	}
	d.Press("w")
	d.WaitFor(`^ +\d+ of \d+ open reservations with a deadline within 24 h`)
	d.WaitFor(`w next 48 h`)
}

// While one desk looks at what cancelling costs, another one cancels. The first then sends nothing: it reads again,
// shows what has become of the reservation, and for whom it was.
func TestJourneyAnotherDeskCancels(t *testing.T) {
	t.Parallel()
	gated.Test(t, "journeys take minutes")
	const work = "SANDBOX work"
	s := startService(t, "127.0.0.1:0", "a:Key-Mark-Vier-9c7d")
	var desks [2]string
	for i := range desks {
		desks[i] = t.TempDir()
		addProfile(t, desks[i], "Key-Mark-Vier-9c7d", "work", "--base-url", "http://"+s.address, "--account", "a")
	}
	d := openConsole(t, desks[0], Setup{})
	d.toTheBookScreen(work)
	d.chooseToken("card_good")
	made := d.book(work)
	d.Press("enter")
	d.at(work, "reservation")
	d.WaitFor(`^ c cancel it .* confirmed$`)
	d.Press("c")
	d.at(work, "cancel")
	d.WaitFor(`^ +guest +` + xenia().given + ` ` + xenia().surname)
	d.WaitFor(`cancelling now costs`)
	d.WaitFor(`^ enter keep it .* nothing sent yet$`)

	other := openConsole(t, desks[1], Setup{})
	other.at(work, "search")
	other.reservations(work)
	other.Press("enter")
	other.at(work, "reservation")
	other.WaitFor(`record locator ` + regexp.QuoteMeta(made.locator))
	other.WaitFor(`^ c cancel it .* confirmed$`)
	other.Press("c")
	other.at(work, "cancel")
	other.WaitFor(`^ enter keep it .* nothing sent yet$`)
	other.Press("ctrl+x")
	other.WaitFor(`^ +status +cancelled \(CANCELED\)$`)
	other.WaitFor(`^ +cancellation +attempt att-`)
	other.quit()

	d.Press("ctrl+x")
	d.WaitFor(`! It was cancelled already`)
	d.WaitFor(`Nothing was sent: it was cancelled since this was opened`)
	d.WaitFor(`^ +status +cancelled \(CANCELED\)$`)
	d.WaitFor(`record locator ` + regexp.QuoteMeta(made.locator))
	d.Press("esc")
	d.at(work, "reservation")
	d.WaitFor(`It was cancelled elsewhere: the service does not say when`)
	d.quit()
}
