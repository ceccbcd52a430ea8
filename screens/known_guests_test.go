package screens_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/guests"
	"bellhop/booking/references"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A guest who was booked before is in the form in two keys, or in the letters of
// the name and two keys, and goes to the read-back in a third.
func TestGuestTakesAKnownGuest(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 9)
	service.items[0].Guest = api.Guest{
		GivenName: "Daisy", Surname: "Moreau", Email: "daisy@example.com", Phone: "+33 1 23 45 67 89",
		Address: "3 Rue du Port", City: "Lyon", PostalCode: "69001", Country: "fr",
	}
	draft := verifiedDraft(t, f)
	draft.Guest = api.Guest{}
	p := startOn(f, screens.NewGuest(f.deps, draft)).Resize(80, 24).Has("ctrl+g known guest")
	p.Press("ctrl+g")
	onTop(t, p, "known guests")
	p.Has("4 guests of 9 reservations", "› D··· M···", "d···@example.com", "20–21 Dec 2026 · The Aldwych", "nothing sent yet")
	p.HasNot("Daisy", "Moreau", "daisy@", "Lyon")
	f.goldens("known")
	p.Resize(80, 24).Type("g").Has("2 guests of 9 reservations", "M··· G···").HasNot("Graham")
	p.Type("r").Has("Mary Graham", "Jürgen Groß", "g···@example.com").HasNot("guest@example.com")
	p.Type("xyz").Has("No name begins like this", "Try fewer letters").Press("enter")
	onTop(t, p, "known guests")
	p.Press("ctrl+u").Type("groß").Has("1 guest of 9").Press("enter")
	onTop(t, p, "guest")
	p.Has("Jürgen", "Groß", "+442079460000", "12 Lamp Street", "London")
	p.Press("ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_", "ctrl+_").HasNot("Jürgen", "Groß")
	p.Press("ctrl+g", "enter").Has("Daisy", "Moreau", "+33123456789")
	p.Press("ctrl+s")
	onTop(t, p, "book")
	p.Has("Daisy Moreau · +33123456789 · daisy@example.com").Press("pgdown").Has("3 Rue du Port, Lyon 69001, FR")
	if len(service.created) != 0 {
		t.Error("something was sent")
	}
}

// What is typed in the form already is looked for, and esc keeps it.
func TestKnownGuestsBeginWithWhatIsTyped(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	draft := verifiedDraft(t, f)
	draft.Guest = api.Guest{}
	p := startOn(f, screens.NewGuest(f.deps, draft)).Press("tab").Type("tan").Press("ctrl+g")
	p.Has("1 guest of 3 reservations", "Aiko Tanaka").Press("esc")
	onTop(t, p, "guest")
	p.Has("tan").HasNot("Aiko").Press("ctrl+g", "enter").Has("Aiko", "Tanaka")
}

// Enter does not wait for the answer, and takes nobody whom the letters do not
// name.
func TestKnownGuestsAreTakenAsSoonAsTheyAreRead(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	for i := range service.items {
		service.items[i].Guest.Surname, service.items[i].Guest.Email = fmt.Sprint("Number", i), fmt.Sprint(i, "@example.com")
	}
	service.items[70].Guest.Surname = "Quist"
	draft := verifiedDraft(t, f)
	draft.Guest = api.Guest{}
	p := startOn(f, screens.NewGuest(f.deps, draft))
	p.Hold().Press("ctrl+g").Type("qui").Press("enter")
	onTop(t, p, "known guests")
	p.Release()
	onTop(t, p, "guest")
	p.Has("Quist")
	p.Press("ctrl+g", "ctrl+u").Has("120 guests of 120 reservations").Press("esc")
}

func TestKnownGuestsSayWhyThereAreNone(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	p := startOn(f, screens.NewKnownGuests(f.deps, draft.Trip, "", nil))
	p.Has("No guest is known yet").Press("enter")
	onTop(t, p, "known guests")

	service.items = []api.Reservation{storedReservation(0)}
	service.fail = &api.Error{Operation: "list reservations", Status: 503, Message: "out of order"}
	p = startOn(f, screens.NewKnownGuests(f.deps, draft.Trip, "", nil))
	p.Has("! The service failed", "enter tries again.", "enter try again").HasNot("Reading reservations", "No guest is known")
	p.Press("enter").Has("M··· G···").HasNot("The service failed")

	service.fail = unauthorized()
	p = startOn(f, screens.NewKnownGuests(f.deps, draft.Trip, "gr", nil))
	onTop(t, p, "API key")
}

// All reservations are read, page by page and once in a session; after that only what is new.
func TestKnownGuestsAreOfAllReservations(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 260)
	service.items[255].Guest = api.Guest{GivenName: "Zoe", Surname: "Quist", Email: "zoe@example.com", Country: "SE"}
	p := startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "", nil))
	p.Has("4 guests of 260 reservations").Type("qu").Has("Zoe Quist").Press("esc")
	if pages := len(service.queries); pages != 7 {
		t.Errorf("%d pages were read", pages)
	}
	next := storedReservation(0)
	next.ID, next.Guest.Surname = "fe4a8c57-6f3c-4d1f-9d0e-000000009999", "Newcomer"
	service.items = append([]api.Reservation{next}, service.items...)
	p = startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "", nil))
	p.Has("5 guests of 261 reservations").Type("newc").Has("Newcomer")
	if pages := len(service.queries); pages != 8 {
		t.Errorf("%d pages were read", pages)
	}
}

// What was read is there while the rest is on its way, and is not read again.
func TestKnownGuestsWhileTheyAreRead(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 260)
	p := f.start(&emptyScreen{next: screens.NewKnownGuests(f.deps, londonTrip(), "", nil)}).Hold().Press("x").Step()
	p.Has("3 guests of 50 of 260 reservations, reading on").Type("gra").Has("Mary Graham").Press("esc")
	p.Release()
	startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "", nil)).Has("3 guests of 260 reservations")
	if pages := len(service.queries); pages > 9 {
		t.Errorf("%d pages were read", pages)
	}
}

// With a guest book its guests are there too, bring their loyalty along, and can be thrown away.
func TestKnownGuestsOfTheGuestBook(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	f.deps.GuestBook = guests.NewBook(filepath.Join(t.TempDir(), "guests.jsonl"))
	zoe := guests.Entry{
		Guest:   api.Guest{GivenName: "Zoe", Surname: "Quist", Email: "zoe@example.com", Phone: "+46812345678", Address: "1 A", City: "Lund", Country: "SE"},
		Loyalty: &api.Loyalty{Program: "LX Club", MemberID: "778"},
	}
	if _, err := f.deps.GuestBook.Put(zoe); err != nil {
		t.Fatal(err)
	}
	draft := verifiedDraft(t, f)
	draft.Guest = api.Guest{}
	p := startOn(f, screens.NewGuest(f.deps, draft)).Press("ctrl+g").Type("qu").Has("Zoe Quist", "guest book", "Only the guest book is kept")
	f.allGoldens("known_book")
	p.Press("enter").Has("Quist", "LX Club", "778", "filled: given name, surname, email, phone, address, city, country, loyalty LX Club", "from the guest book")
	f.allGoldens("guest_filled")
	p.Press("ctrl+g", "ctrl+u").Type("gra").Press("ctrl+x").Has("ctrl+x does nothing here").Press("ctrl+u").Type("qu").Press("ctrl+x").Has("Out of the guest book", "No name begins like this")
	if left, err := f.deps.GuestBook.Entries(); len(left) != 0 || err != nil {
		t.Errorf("left are %v, %v", left, err)
	}
	if len(service.created) != 0 {
		t.Error("something was sent")
	}
}

func TestSweepOfKnownGuests(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(f *fixture, service *reservationService) *uitest.Pump{
		"some": func(f *fixture, service *reservationService) *uitest.Pump {
			service.items[0].Guest.Surname = strings.Repeat("Wolfeschlegelstein", 6)
			return startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "wo", nil))
		},
		"none": func(f *fixture, _ *reservationService) *uitest.Pump {
			return startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "zz", nil))
		},
		"failed": func(f *fixture, service *reservationService) *uitest.Pump {
			service.fail = &api.Error{Operation: "list reservations", Status: 500, Message: "out of order, and with a message that is rather long for a line"}
			return startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "", nil))
		},
		"reading": func(f *fixture, _ *reservationService) *uitest.Pump {
			return f.start(&emptyScreen{next: screens.NewKnownGuests(f.deps, londonTrip(), "", nil)}).Hold().Press("x")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 12)
			uitest.Sweep(t, start(f, service))
		})
	}
}

// An audience sees neither the letters nor the name.
func TestKnownGuestsAreMaskedForAnAudience(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	f.deps.Theme.Presenter = ui.NewPresenter(true)
	p := startOn(f, screens.NewKnownGuests(f.deps, londonTrip(), "", nil)).Type("gra")
	p.Has("1 guest of 3 reservations", "M··· G···", "•••").HasNot("Graham", "Mary", "gra_", "› gra")
}

// What the profile wants in each booking is asked for, held to its pattern, and offered as it stood in earlier ones.
func TestGuestAsksForReferences(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 6)
	for i := range service.items {
		service.items[i].CustomData = []api.CustomField{{Key: "cost_center", Text: []string{"LX100", "LX200", "LX200", "wrong"}[i%4]}}
	}
	for _, c := range [][3]string{{"cost_center", "", `LX\d{3}`}, {"order", "order number", ""}} {
		r, err := references.New(c[0], c[1], c[2])
		if err != nil {
			t.Fatal(err)
		}
		f.deps.References = append(f.deps.References, r)
	}
	draft := verifiedDraft(t, f)
	draft.CustomData = []api.CustomField{{Key: "mine", Text: "7"}, {Key: "order", Text: "A1"}}
	p := startOn(f, screens.NewGuest(f.deps, draft)).Resize(120, 40)
	p.Has("References", "cost_center *", "order number *", "A1", "mine")
	p.Press("ctrl+s")
	onTop(t, p, "guest")
	p.Has("This is needed.", "right takes LX200, of an earlier one").Type("x").Press("ctrl+s").Has(`not like LX\d{3}`)
	p.Press("ctrl+u").Type("lx1").Has("right takes LX100").Press("right").Has("LX100")
	f.allGoldens("guest_references")
	p.Press("ctrl+s")
	onTop(t, p, "book")
	p.Has("cost_center: LX100", "order: A1", "mine: 7")
}

// Who was booked is in the guest book, if there is one, with the loyalty.
func TestABookedGuestIsKept(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	f.deps.GuestBook = guests.NewBook(filepath.Join(t.TempDir(), "guests.jsonl"))
	draft := verifiedDraft(t, f)
	draft.Loyalty = &api.Loyalty{Program: "LX Club", MemberID: "778"}
	made := storedReservation(0)
	startOn(f, screens.NewReceipt(f.deps, booking.Booking{Reservation: made}, draft))
	list, err := f.deps.GuestBook.Entries()
	if err != nil || len(list) != 1 || list[0].Guest.Surname != draft.Guest.Surname || list[0].Loyalty == nil {
		t.Errorf("kept are %+v, %v", list, err)
	}
	made.Status = api.StatusCreated
	draft.Guest.Surname = "Unconfirmed"
	startOn(f, screens.NewReceipt(f.deps, booking.Booking{Reservation: made}, draft))
	if list, err := f.deps.GuestBook.Entries(); err != nil || len(list) != 1 {
		t.Errorf("kept are %+v, %v", list, err)
	}
}

// On the terms ctrl+g goes on to the guest and to those who are known, once the rate is verified.
func TestKnownGuestsFromTheTerms(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	f.deskAt(f.service)
	p := f.start(&emptyScreen{next: screens.NewTerms(f.deps, londonDraft(f))}).Hold().Press("x").Press("enter")
	onTop(t, p, "terms")
	p.Has("The rate is being verified").Release().Press("ctrl+g")
	onTop(t, p, "known guests")
	p.Press("esc")
	onTop(t, p, "guest")
	p.Press("esc", "enter")
	onTop(t, p, "guest")
}
