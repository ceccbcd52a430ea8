package accessible_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellhop/accessible"
	"bellhop/booking/lines"
	"bellhop/booking/references"
)

// count returns how often a whole line was told.
func count(told, line string) int { return strings.Count("\n"+told, "\n"+line+"\n") }

// A list is told in numbered pages of ten. The words that work everywhere work in it, and a number that it does not have is
// named.
func TestListInPages(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("reservations", "more", "repeat", "where am i", "0", "-1", "999", "some", "12", "where am i", "back", "more", "more", "more", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told,
		"> reservations\nReading reservations.\n40 reservations.\n1. ", "\n10. ", "That was 1 to 10 of 40. More goes on.\nNumber of a reservation, cancel and numbers or views:\n",
		"> more\n11. ", "\n20. ", "That was 11 to 20 of 40. More goes on.\n", "> repeat\n11. ", "\n20. ", "That was 11 to 20 of 40. More goes on.\n",
		"> where am i\nYou are here: reservations.\nBefore it: beginning.\n",
		"> 0\nError in reservation: there is no number 0; the numbers are 1 to 40.\n", "> -1\nError in reservation: there is no number -1", "> 999\nError in reservation: there is no number 999",
		"> some\nError in reservation: type show guests, mask guests or views.\n",
		"> 12\nStatus: ", "> where am i\nYou are here: reservation at ", "Before it: beginning; reservations.\n", "> back\nNumber of a reservation",
		"> more\n21. ", "That was 21 to 30 of 40", "> more\n31. ", "\n40. ", "> more\nThat was all.\n", "> back\n1. Search hotels.\n")
	for _, line := range []string{"1. Search hotels.", "2. Find a reservation by a name, a number or a day.", "3. All reservations, the newest first.", "4. Deadlines: what must be cancelled by when."} {
		if n := count(told, line); n != 2 {
			t.Errorf("%q was told %d times at two menus", line, n)
		}
	}
}

// Lists mask guests until they are asked for, and do again. The journal notes it first, and without a note nobody is shown.
func TestGuestsAreShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("reservations", "show guests", "mask guests", "1", "show guest", "back", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	parts := regexp.MustCompile(`(?m)^> (?:show guests|mask guests|1|show guest)$`).Split(told, -1)
	if len(parts) != 5 {
		t.Fatalf("%d parts:\n%s", len(parts), told)
	}
	row := regexp.MustCompile(`(?m)^1\. (.*)$`)
	hidden, shown, again := row.FindString(parts[0][strings.Index(parts[0], "40 reservations"):]), row.FindString(parts[1]), row.FindString(parts[2])
	if !strings.Contains(hidden, " masked") || hidden != again {
		t.Errorf("hidden %q, and again %q", hidden, again)
	}
	if shown == "" || strings.Contains(shown, "masked") {
		t.Errorf("shown %q", shown)
	}
	wants(t, parts[3], "Guest: ", " masked")
	if strings.Contains(parts[3], "Email: ") {
		t.Errorf("the guest was told unasked:\n%s", parts[3])
	}
	wants(t, parts[4], "Guest: ", "Email: ", "Phone: ", "Spelled: plus, ")
	if noted, err := f.journal.Reveals(); err != nil || len(noted) != 2 {
		t.Errorf("noted %v, %v", noted, err)
	}
}

// What must be cancelled soonest comes first, with when before what; the money at stake is told by currency.
func TestDeadlines(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("deadlines", "more", "sums", "calendar", "1", "cancel", "cancel", "back", "repeat", "quit")
	if err != nil || f.service.cancel != 1 {
		t.Errorf("%v, %d sent", err, f.service.cancel)
	}
	wants(t, told, "> deadlines\nReading open reservations.\n", " open reservations.\nMoney is at stake in ", "\n1. In ", " cancelling costs ", ", now ", " masked",
		"That was 1 to 10 of ", "> sums\nAt stake: ", "> calendar\nWritten for you alone, into the folder ", "File: sandbox-demo-deadlines.ics.\n",
		"> 1\nStatus: confirmed.\nCancelling: ", "> cancel\nCancelling now costs: ", "Type cancel to cancel it", "> cancel\nLooking first", "Status: cancelled.\n")
	info, err := os.Stat(filepath.Join(f.deps.Exports, "sandbox-demo-deadlines.ics"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v, %v", info, err)
	}
}

// Several are cancelled by their numbers, with what all of it costs first, and only for the word.
func TestSeveralAreCancelled(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("deadlines", "cancel 0", "cancel 3 to 1", "cancel 1 9999", "cancel", "cancel x", "cancel 1 to 3, 5 and 2", "", "cancel 1-3 5", "yes", "cancel 1-3 5", "cancel", "cancel 1 3", "back", "quit")
	if err != nil || f.service.cancel != 4 {
		t.Errorf("%v, %d sent", err, f.service.cancel)
	}
	wrong := "Error in reservation: behind cancel stand numbers of the list, such as cancel 1 3 5 to 7.\n"
	wants(t, told, "> cancel 0\n"+wrong, "> cancel 3 to 1\n"+wrong, "> cancel 1 9999\nError in reservation: there is no number 9999",
		"> cancel\nError in reservation: type ", "> cancel x\n"+wrong,
		"> cancel 1 to 3, 5 and 2\nReading 4 reservations once more.\nAll of it costs now: ", "\n1. Costs ", "\n4. Costs ",
		"Type cancel to cancel 4 reservations in the sandbox, not for real; enter keeps them:\n> \nThey are kept. Nothing was sent.\n",
		"> yes\nThey are kept. Nothing was sent.\n", "> cancel\nThey are cancelled one after the other, each once.\n1. ", ": cancelled, it cost ", "\n4. ", "Done: 4 cancelled.\nCancelling cost: ",
		"> cancel 1 3\nReading 2 reservations once more.\nNone of them can be cancelled.\nLeft out: ")
}

// A number that was not told refuses the whole answer, even if the list has loaded its row.
func TestSeveral_NumberNotTold(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("reservations", "cancel 2 4 12", "cancel 2 4 99", "cancel 9 to 11", "12", "more", "cancel 2 12", "", "show guests", "cancel 2 12", "", "back", "quit")
	if err != nil || f.service.cancel != 0 {
		t.Errorf("%v, %d sent", err, f.service.cancel)
	}
	const late = "has not been read out yet; the numbers so far are 1 to 10, and more goes on.\n"
	wants(t, told, "That was 1 to 10 of 40", "> cancel 2 4 12\nError in reservation: number 12 "+late, "> cancel 2 4 99\nError in reservation: there is no number 99; the numbers are 1 to 40.\n",
		"> cancel 9 to 11\nError in reservation: number 11 "+late, "> 12\nError in reservation: number 12 "+late, "> more\n11. ",
		"> cancel 2 12\nReading 2 reservations once more.\n", "> cancel 2 12\nReading 2 reservations once more.\n")
}

// A run that stops in the middle says so, and the beginning offers to go on with what is left.
func TestSeveralGoOn(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.lose = 2
	told, err := f.talk("deadlines", "cancel 1 2 3", "cancel", "back", "lost answers", "back", "interrupted cancellations", "1", "cancel", "quit")
	if err != nil || f.service.cancel != 3 {
		t.Errorf("%v, %d sent", err, f.service.cancel)
	}
	wants(t, told, "> cancel\n", "\n1. ", ": cancelled, it cost ", "\n2. ", ": not known yet", "Not all of it: 1 cancelled, 1 not known yet, 1 not tried.\n",
		"The beginning offers to go on with those that are left.\n", "Lost answers: ", "Cancelling several was interrupted: go on.\n",
		"> interrupted cancellations\n1. 3 reservations, begun ", "> 1\nReading 3 reservations once more.\n", "the interrupted run has cancelled, which cost ",
		"Type cancel to cancel 1 reservation in the sandbox", "> cancel\n", "\n1. ", ": cancelled", "Done: 3 cancelled.\n")
}

// A search is stored under a name, and asks for what it leaves open; those of late stand behind the stored ones.
func TestStoredSearches(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Recent = lines.NewRecent(filepath.Join(f.dir, "recent"))
	told, err := f.talk("lon 12dec 3n 2a free", "store", "store christmas in london", "back", "back", "stored searches", "1", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> store\nError in store: ", "> store christmas in london\nStored. The beginning lists it under stored searches.\n", "Search line: where, when and who, enter for lon 12dec 3n 2a free:\n", "6. Searches of late, and those that were stored.\n",
		"> stored searches\n1. christmas in london: ", "\n2. of late: lon 12dec 3n 2a free.\n", "> 1\nLooking up lon.\nSearching London GB, Saturday 12 December to Tuesday 15 December 2026")
	if err := os.WriteFile(filepath.Join(f.dir, "lines"), []byte("weekend in ${city} = ${city} 12dec 2n\n= broken\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	told, err = f.talk("stored searches", "1", "london", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "Error in stored searches: ", "line 2: ", "1. weekend in ${city}: ${city} 12dec 2n.\n", "> 1\nCity:\n> london\nLooking up london.\n")
}

// A view lists what it holds, and is written into a file with the guests as they are told.
func TestViews(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("reservations", "views", "nothing", "arriving in 7 days", "csv", "json", "back", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> views\n1. arrivals today.\n", "> nothing\nError in view: ", "> arriving in 7 days\nReading reservations.\nView arriving in 7 days: ", "\n1. ", " masked",
		"> csv\nWritten for you alone", "File: sandbox-demo-reservations-arriving-in-7-days.csv.\n", "> json\n", ".json.\n")
	files, err := filepath.Glob(filepath.Join(f.deps.Exports, "sandbox-demo-reservations-*"))
	if err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
}

// A simulated booking books nothing, says so wherever it is told, and hands nothing out.
func TestSimulatedBooking(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk(append(toBook("lon 12dec 3n 2a free"), "simulate", "some", "created", "simulate", "back", "book", "voucher", "back", "quit")...)
	if err != nil || f.service.creates != 1 {
		t.Errorf("%v, %d sent", err, f.service.creates)
	}
	wants(t, told, "> simulate\nSimulate: created, confirmed or none:\n> some\nError in simulation: ", "> created\nThis is what is simulated.\nCharged now: Nothing. This is simulated; the price is ",
		"Environment: in the sandbox, only simulated.\n", "Type book to simulate this; nothing is booked or charged:\n", "> book\n",
		"Unconfirmed, only simulated: no hotel knows of it and nothing was charged.\n", "Paid: Nothing. This is simulated", "> voucher\nThis was only simulated: there is nothing to hand out.\n")
	f.deps.Sandbox = false
	told, err = f.talk(append(toBook("lon 12dec 3n 2a free"), "simulate", "quit")...)
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> simulate\nError in the word: type book, token or read.\n")
}

// What an agency wants with each booking is asked for, anything else may be added and taken away, and both are told.
func TestCustomData(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	centre, err := references.New("cost_centre", "cost centre", `CC-\d+`)
	if err != nil {
		t.Fatal(err)
	}
	f.deps.References = []references.Reference{centre}
	typed := guest()
	script := append([]string{"lon 12dec 3n 2a free", "1", "1", ""}, typed[:len(typed)-1]...)
	script = append(script, "", "12", "CC-12",
		"data", "cost_centre", "a b", "project", "<bad>", "Analytical Engine", "data", "seat", "12A", "data", "seat", "none", "",
		"tok_good", "book", "open", "quit")
	told, err := f.talk(script...)
	if err != nil || f.service.creates != 1 {
		t.Errorf("%v, %d sent", err, f.service.creates)
	}
	wants(t, told, "Cost centre:\n> \nError in cost centre: nothing was typed.\n", "> 12\nError in cost centre: not like ", "> CC-12\nGuest: Ada Lovelace.\nKept with it: cost centre is CC-12.\n",
		"> cost_centre\nError in name of the data: it is one of the fields.\n", "> a b\nError in name of the data: ", "> <bad>\nError in its value: ",
		"> Analytical Engine\nGuest: Ada Lovelace.\nKept with it: cost centre is CC-12.\nAnd: project is Analytical Engine.\n", "And: seat is 12A.\n",
		"> none\nGuest: Ada Lovelace.\nKept with it: cost centre is CC-12.\nAnd: project is Analytical Engine.\nEnter goes on",
		"This is what is booked.\n", "Kept with it: cost centre is CC-12.\nAnd: project is Analytical Engine.\n", "> open\nStatus: confirmed.\n", "project is Analytical Engine.\n")
}

// A profile that only reads says so at each place that would write, and sends nothing.
func TestReadOnly(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.ReadOnly = true
	script := toBook("lon 12dec 3n 2a free")
	booked, err := f.talk(append(script[:len(script)-1], "quit")...)
	if err != nil {
		t.Error(err)
	}
	wants(t, booked, "Read only: nothing is booked, changed or cancelled from here.\n", "Read only: nothing is booked from here.\n")
	told, err := f.talk("deadlines", "cancel 1 2", "1", "cancel", "dates", "payment", "quit")
	if err != nil || f.service.creates+f.service.changes+f.service.cancel != 0 {
		t.Errorf("%v, %d sent", err, f.service.creates+f.service.changes+f.service.cancel)
	}
	const nothing = "Read only: nothing is changed or cancelled from here.\n"
	wants(t, told, "> cancel 1 2\n"+nothing, "> cancel\n"+nothing, "> dates\n"+nothing, "> payment\n"+nothing)
}

// An offer that has run out is never booked, wherever its time ends: it is verified again, and read back again.
func TestExpiredOffer(t *testing.T) {
	t.Parallel()
	to := toBook("lon 12dec 3n 2a free")
	for at, want := range map[string][]string{
		"back":     {"This offer has expired. Its price cannot be booked any more.\nEnter verifies it again:\n"},
		"tok_good": {"> tok_good\nThe offer has expired.\nVerifying the rate again.\n"},
		"book":     {"> book\nThe offer has expired.\nVerifying the rate again.\n"},
	} {
		t.Run(at, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.before[at] = func() {
				if err := f.box.SetClock(t.Context(), "+31m"); err != nil {
					t.Error(err)
				}
			}
			script := append(slices.Clone(to), "book", "quit")
			if at == "back" {
				script = []string{to[0], "1", "1", "", "", "back", "quit"}
			}
			told, err := f.talk(script...)
			if err != nil || at != "tok_good" && f.service.creates != 0 {
				t.Errorf("%v, %d sent", err, f.service.creates)
			}
			wants(t, told, want...)
			if over, sent := strings.Index(told, "has expired"), strings.Index(told, "Sent once."); sent >= 0 && over > sent {
				t.Errorf("it was sent before it was verified again:\n%s", told)
			}
		})
	}
}

// A cancellation of several that is stopped waits for the one that is on its way, and its end says what is not known.
func TestSeveralUnresolvedAtTheEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.lose = 1
	_, err := f.talk("deadlines", "cancel 1 2", "cancel")
	unresolved := new(accessible.UnresolvedError)
	if err != nil && !errors.As(err, &unresolved) {
		t.Error(err)
	}
	if f.service.cancel != 1 {
		t.Errorf("%d sent", f.service.cancel)
	}
}

// A stay is booked again for less: the old reservation stands until the new one is confirmed and a word cancels it. Left half
// done, the beginning offers to go on.
func TestRebooking(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	script := toBook("lon 20dec 2n ref")
	script[2] = "4"
	told, err := f.talk(append(script, "book", "open", "rebook", "1", "no", "rebook", "7", "1", "accept", "", "", "tok_good", "book", "old", "back", "back",
		"half rebookings", "1", "sure", "new", "back", "cancel", "quit")...)
	if err != nil || f.service.creates != 2 || f.service.cancel != 1 {
		t.Errorf("%v, %d and %d sent", err, f.service.creates, f.service.cancel)
	}
	wants(t, told, "> rebook\nLooking for the same stay.\nBooked at: 114.95 GBP.\nCancelling it now costs: nothing.\nA smaller or another room, or less included.\n1. Another room saves 6.70 GBP, 108.25 GBP, ",
		"> 1\nUnclear. Room: was Superior King", "> no\nNot accepted.\n", "> 7\nError in rate: there is no number 7; the numbers are 1 to 1.\n", "> accept\nVerified: ",
		"Enter goes on to the guest:\n> \nGuest: Ada Lovelace.\n", "This is what is booked.\n", "In place of: ",
		"> book\n", "Confirmed, booked.\nThe old reservation stands until you cancel it. Old tells it.\n", "Old, copy, voucher", "> old\nReading both reservations.\nHalf rebooked: ",
		"6. A rebooking is half done", "> half rebookings\n1. The Aldwych Inn, ", "Half rebooked: the new one is confirmed, and the old one stands.\n",
		"Cancelling the old one now costs: nothing.\nSaved then: 6.70 GBP.\n", "> sure\nError in the word: type keep, new or cancel.\n", "> new\nStatus: confirmed.\n",
		"> cancel\n", "Sent once.", "Rebooked: the new one is confirmed, and the old one is cancelled.\nIt cost: nothing.\nPaid: Nothing. The card only guaranteed the room.\nSaved: 6.70 GBP.\n", "Spelled: ")
	f = newFixture(t)
	told, err = f.talk(append(script, "book", "open", "rebook", "1", "accept", "", "", "tok_good", "book", "old", "keep", "back", "half rebookings", "quit")...)
	if err != nil || f.service.cancel != 0 {
		t.Errorf("%v, %d sent", err, f.service.cancel)
	}
	wants(t, told, "> keep\nBoth are kept.\n")
	if strings.Contains(told, "A rebooking is half done") {
		t.Errorf("a rebooking that keeps both is offered again:\n%s", told)
	}
}

// A report tells its sums first, by currency, and then each reservation with its day and amount.
func TestReports(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("reports", "9", "arrival", "arrivals", "x", "+3 to today", "today to +900", "today to +20", "csv", "1", "back", "back", "cancellations", "", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> reports\n1. arrivals.\n2. departures.\n", "> 9\nError in report: ", "> arrival\nError in report: there is no report", "> arrivals\nDays, enter for today to +6:\n",
		"> x\nError in days: ", "> +3 to today\nError in days: ", "> today to +900\nError in days: at most 366 days.\n",
		"> today to +20\nReading reservations.\nArrivals, Tuesday 1 December 2026 to Monday 21 December 2026: ", " reservations.\nTotal in all: ", "\n1. ", ", total ",
		"> csv\nWritten for you alone", "File: sandbox-demo-arrivals-", "> 1\nStatus: ", "> cancellations\n")
}

// How the last console ended is told once, with the file that says more, and so are retired settings.
func TestWhatIsToldAtTheBeginning(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.deps.Ended, f.deps.Report = "The console ended by itself at 09:12.", "/reports/crash.txt"
	f.deps.Retired = "No longer used, and left unchanged. Settings: preferences.pace."
	told, err := f.talk("search", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "The console ended by itself at 09:12.\nA report of it is in: /reports/crash.txt.\nNo longer used, and left unchanged. Settings: preferences.pace.\n1. Search hotels.\n")
	if n := count(told, "The console ended by itself at 09:12."); n != 1 {
		t.Errorf("told %d times", n)
	}
}

// A word that is none in a list of hotels leaves the list where it is, and another search stands before it.
func TestWrongWordKeepsTheHotels(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("lon 12dec 3n 2a", "xyzzyq", "back", "fre", "", "15dec 2n", "back", "paris 12dec 2n", "1", "where am i", "back", "where am i", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> xyzzyq\n", "there is no place called xyzzyq.\n", "> back\nBack at the list of London", "> fre\n", "Type yes to search there; enter keeps this list:\n> \nBack at the list of London",
		"> 15dec 2n\nSearching London GB, Tuesday 15 December to Thursday 17 December", "> back\nBack at the list of London GB, Saturday 12 December", "> paris 12dec 2n\n",
		"> where am i\nYou are here: hotels, Paris", "Before it: beginning; search; hotels, London", "> back\nBack at the list of London", "> where am i\nYou are here: hotels, London")
}

// At the end of a list repeat still tells it.
func TestRepeatAtTheEndOfAList(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("reservations", "more", "more", "more", "more", "repeat", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> more\nThat was all.\n", "> repeat\n31. ", "\n40. ", "That was all.\n")
}

// A word in capitals is asked for again, and does nothing.
func TestWordInCapitals(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("deadlines", "1", "cancel", "CANCEL", "", "quit")
	if err != nil || f.service.cancel != 0 {
		t.Errorf("%v, %d cancelled", err, f.service.cancel)
	}
	wants(t, told, "> CANCEL\nError in the word: it is cancel, in small letters.\nType cancel to cancel it")
}

// A search ends if its pages repeat, and says that the list is incomplete.
func TestHotels_PagesThatRepeat(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.repeats = true
	told, err := f.talk("search", "lon 12dec 3n", "back", "quit")
	if err != nil || f.service.searches != 3 {
		t.Errorf("%d searches, %v", f.service.searches, err)
	}
	wants(t, told, " found, sorted by ", "The list of hotels is incomplete: the service repeats its pages.\n", "Number of a hotel")
	if strings.Contains(told, "All reads the rest") {
		t.Error("it offers to read the rest, which does not exist")
	}
}

// A line without a radius searches within 10 mi, whatever the unit of distances, and the result names the centre.
func TestHotels_RadiusAndCentre(t *testing.T) {
	t.Parallel()
	for miles, says := range map[bool]string{true: "Within 10 miles of LHR airport; distances are from there.", false: "Within 10 miles (16.1 kilometres) of LHR airport; distances are from there."} {
		f := newFixture(t)
		f.deps.Miles = miles
		told, err := f.talk("search", "LHR 12dec 3n", "back", "quit")
		if err != nil {
			t.Error(err)
		}
		wants(t, told, " found, sorted by ", says)
	}
}

// Two rooms whose offer is about to end are refused. The conversation verifies both again instead of one of them.
func TestBook_FewerRoomsWhileTheOfferHolds(t *testing.T) {
	t.Parallel()
	for by, want := range map[string]string{"+1m": "verifies 1 room for 2 adults, nearest", "+29m": "verifies this rate again, nearest"} {
		f := newFixture(t)
		f.before["book"] = func() {
			if err := f.box.SetClock(t.Context(), by); err != nil {
				t.Error(err)
			}
		}
		told, err := f.talk(append(toBook(`"Scenario: last room" 12dec 3n 4a 2r`), "book", "quit")...)
		if err != nil || f.service.creates != 1 {
			t.Errorf("%v, %d sent", err, f.service.creates)
		}
		wants(t, told, "Error. Not booked.\n", "Enter "+want)
	}
}
