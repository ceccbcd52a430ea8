package screens_test

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
)

func TestReservationsListsAndPages(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Has("50 of 120 reservations · most recent first", "50 of 120 loaded", "confirmed", "Sun 20 Dec 2026", "The Aldwych Lantern", "M··· G···", "HC-00000")
	p.HasNot("Graham", "guest@example.com", "+442079460000", "cus_9001", "\x1b[31m")
	f.goldens("reservations")
	p.Resize(120, 40).Press("end").Has("100 of 120 loaded").Press("end").Has("120 of 120 loaded", "120 of 120 reservations")
	asked := len(service.queries)
	p.Press("home", "end", "home")
	if len(service.queries) != asked || asked != 4 { // At the end, the first page is read again.
		t.Errorf("%d pages were asked for, %d before the end was seen", len(service.queries), asked)
	}
	for i, q := range service.queries {
		if q.Page != i%3+1 || q.PageSize != 100 {
			t.Errorf("question %d is page %d of %d", i, q.Page, q.PageSize)
		}
	}
}

// A find reads on by itself until all were looked at, says where it found what, and enter opens the best.
func TestReservationsFindInAll(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Hold().Press("/").Type("CC-119").Has("0 found · looked at 50 of 120", "Nothing found yet", "esc stop", "reading all: 50 of 120")
	f.goldens("reservations_find")
	p.Resize(120, 40).Release().Has("1 found · looked at all 120", "data CC-119", "A··· T···")
	if len(service.queries) != 4 {
		t.Errorf("%d pages were asked for", len(service.queries))
	}
	p.Press("enter")
	onTop(t, p, "reservation")
	p.Press("esc")
	onTop(t, p, "reservations")
	p.Has("1 found · looked at all 120").Press("esc").Has("120 of 120 reservations", "› cancelled    Thu 28 Jan 2027")
	onTop(t, p, "reservations")
	// The guest is found although the list shows the name masked, and what was typed is seen in it.
	p.Press("/").Type("gross, j").Has("40 found", "J···", "Groß", "found in", "guest").HasNot("Jürgen").Press("esc", "esc")
	onTop(t, p, "floor")
}

// What was found while reading is stopped stays, and the rest can be looked at.
func TestReservationsFindCanBeStopped(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Hold().Press("/").Type("tanaka").Press("esc").Release().Has("16 found · looked at 50 of 120", "Stopped: looked at 50 of 120. ctrl+a looks at the rest.")
	p.Press("ctrl+a").Has("40 found · looked at all 120").HasNot("Stopped")
	p.Press("esc").Has("120 of 120 reservations")
	// One that a page fails under says so, and goes on.
	service.fail = &api.Error{Status: 503, Message: "Too busy"}
	p = startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{CheckIn: api.DateRange{After: api.NewDate(2026, 12, 1)}}))
	p.Press("f5").Press("/").Has("find")
	service.fail = nil
	p.Press("ctrl+a").Type("tanaka").HasNot("r/f5")
}

// A short text is found where a word begins, and what matched can be seen; the name comes before somebody else's
// address.
func TestReservationsFindSaysWhere(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	for i, g := range []api.Guest{
		{GivenName: "Peter", Surname: "Otto", Email: "peter@mueller.example"},
		{GivenName: "Ruth", Surname: "Manning", Email: "rm@example.com"},
		{GivenName: "Anna", Surname: "Müller", Email: "am@example.com"},
		{GivenName: "Linh", Surname: "Ng", Email: "ln@example.com"},
	} {
		r := storedReservation(i)
		r.Guest = g
		service.items = append(service.items, r)
	}
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("/").Type("ng").Has("1 found", "Li··· Ng", "guest").HasNot("Manning", "P···", "R···")
	for range "ng" {
		p.Press("backspace")
	}
	p.Type("mueller").Has("2 found", "› ", "An··· Müller", "email …mueller").HasNot("peter@")
	if name, address := strings.Index(p.View(), "Müller"), strings.Index(p.View(), "email …mueller"); name > address {
		t.Error("an address of somebody else comes first")
	}
	f.allGoldens("reservations_found")
	p.Press("tab", "s", "down", "down", "enter").Has("by arrival")
	f.deps.Theme.Presenter = ui.NewPresenter(true)
	startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("/").Type("mueller").
		Has("2 found", "email", "guest", "•••••••", "A··· M···").HasNot("Müller", "mueller", "An···")
}

// The one reservation whose whole id is typed or pasted is asked for: nothing else need be read.
func TestReservationsAskForAnID(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	id := storedReservation(118).ID
	p.Hold().Paste(id).Press("enter").Release()
	onTop(t, p, "reservation")
	p.Has(id)
	if service.reads != 1 {
		t.Errorf("%d reservations were asked for", service.reads)
	}
	p.Press("esc").Has("1 found · looked at all 120")
	// Another text that looks like one is looked for in the list.
	p.Press("esc").Paste("00000000000000000000000000009999").Has("0 found · looked at all 120", "Nothing found")
	if service.reads != 2 || len(service.queries) != 4 {
		t.Errorf("%d lists and %d reservations were asked for", len(service.queries), service.reads)
	}
}

// Reloading reads as many again, and leaving the list and coming back keeps them: the cursor stays on its row.
func TestReservationsKeepWhatWasLoaded(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("ctrl+a", "end", "up").Has("120 of 120 loaded", "› unconfirmed  Wed 27 Jan 2027")
	asked := len(service.queries)
	p.Press("r").Has("120 of 120 loaded", "› unconfirmed  Wed 27 Jan 2027")
	if got := len(service.queries) - asked; got != 4 {
		t.Errorf("%d pages were asked for again", got)
	}
	p.Press("esc")
	asked = len(service.queries)
	service.items = append([]api.Reservation{storedReservation(900)}, service.items...)
	p = startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Has("121 of 121 loaded", "› unconfirmed  Wed 27 Jan 2027")
	if got := len(service.queries) - asked; got != 1 {
		t.Errorf("%d pages were asked for by opening it again", got)
	}
	p.Press("esc")
	service.items = service.items[60:]
	startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Has("50 of 61 loaded")
}

// One key shows the guests until the list is left. If the journal cannot note the reveal, they stay masked.
func TestReservationsShowGuests(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Has("u show guests", "M··· G···").Press("u").Has("Mary Graham", "Jürgen Groß", "u mask guests").HasNot("M··· G···", "guest@example.com")
	f.goldens("reservations_named")
	reveals, err := f.journal.Reveals()
	if err != nil || len(reveals) != 1 || reveals[0].Reveal.Reservation != "" || reveals[0].User == "" {
		t.Errorf("the journal has %+v, %v", reveals, err)
	}
	p.Press("esc")
	p = startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Has("M··· G···").HasNot("Mary")
	if err := f.journal.Close(); err != nil {
		t.Fatal(err)
	}
	p.Press("u").Has("M··· G···", "the guest stays masked, because the journal could not").HasNot("Mary")
}

func TestReservationsLoadingCanBeStopped(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Hold().Press("ctrl+a").Has("reading all: 50 of 120").Press("esc").Release().Has("50 of 120 loaded", "Stopped.")
	onTop(t, p, "reservations")
	p.Press("ctrl+a").Has("120 of 120 loaded").HasNot("Stopped.")
	service.fail = &api.Error{Status: 503, Message: "Too busy"}
	p.Press("r").Has("The service failed", "Too busy", "120 of 120 reservations").Press("r").HasNot("Too busy").Has("120 of 120 loaded")
}

func TestReservationsFilterAsksTheService(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("f").Has("Arrival", "on or before", "Departure", "one id", "any of these ids", "value 5")
	f.goldens("reservations_filter")
	p.Resize(120, 40).Type("13/14").Press("ctrl+s").Has("!")
	if len(service.queries) != 1 {
		t.Fatal("a bad day was asked for")
	}
	// The text survives leaving the form.
	p.Press("esc").HasNot("any of these ids").Press("f").Has("13/14")
	for range "13/14" {
		p.Press("backspace")
	}
	p.Type("24dec2026").Press("ctrl+s").Has("only: arrival on Thu 24 Dec 2026", "3 of 3 reservations", "unconfirmed  Thu 24 Dec 2026")
	if got := service.queries[1].CheckIn.On; got != api.NewDate(2026, 12, 24) {
		t.Errorf("asked for arrival on %s", got)
	}
	p.Press("x").Has("50 of 120 reservations").HasNot("only:")
	p.Press("f")
	for range 12 {
		p.Press("tab")
	}
	p.Type("CC-7").Press("tab").Type("nothing").Press("ctrl+s").Has("custom data CC-7 or nothing", "1 of 1 reservation ")
	if got := service.queries[3].CustomValues; len(got) != 2 || got[0] != "CC-7" || got[1] != "nothing" {
		t.Errorf("asked for %q", got)
	}
	service.fail = &api.FeatureOffError{Feature: "filter by custom data", Settings: []string{"custom_data_filter"}}
	p.Press("r").Has("This service does not offer that", "filter by custom data: off until the profile sets", "1 of 1 reservation ")
	f.goldens("reservations_refused")
}

func TestReservationsSortAndEmpty(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 120)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("s", "down", "down", "enter").Has("by arrival, of the 50 loaded").Press("s", "enter").Has("by arrival, latest first, of the 50 loaded")
	p.Press("s", "up", "enter").Has("by status, of").Press("s", "up", "enter").Has("most recent first")
	f, _ = newFixtureWith(t, 0)
	startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Has("No reservations yet", "0 of 0 reservations")
	f.goldens("reservations_none")
}

// Of a name that is longer than its column the words in which something was found are shown.
func TestReservationsFindShowsWhatMatchedOfALongName(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	service.items[1].Guest.GivenName, service.items[1].Guest.Surname = "María del Carmen Guadalupe", "Núñez y Tres Palacios de la Frontera"
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("/").Type("nunez y tres")
	f.allGoldens("reservations_find_long")
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {160, 50}} {
		p.Resize(size[0], size[1]).Has("Núñez y Tres").HasNot("Guadalupe", "Palacios")
	}
}
