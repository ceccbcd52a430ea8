package screens_test

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// guestMarks are in every value that is a guest's in the tests below, and in
// nothing else.
var guestMarks = regexp.MustCompile(`(?i)mark|5550199|att-TEST`)

// markedGuest is a guest whose every value is marked.
func markedGuest() api.Guest {
	return api.Guest{
		GivenName: "Givenmark", Surname: "Surmark", Email: "mailmark@example.com", Phone: "+442075550199",
		Address: "1 Markstreet", City: "Markcity", PostalCode: "MARK1", State: "Markstate", Country: "GB",
	}
}

// marked is a reservation with everything that is a guest's.
func marked(r api.Reservation) api.Reservation {
	r.ID = "mark" + r.ID[4:]
	r.Guest = markedGuest()
	r.CustomData = api.CustomData{{Key: "cost_centre", Text: "CC-MARK"}, {Key: "vip", Kind: api.CustomBool, Truth: true}}
	r.Payment = &api.Payment{Amount: pounds(61240), Token: api.NewSecret("tok_mark"), Customer: "cus_mark", MethodRef: "pm_mark"}
	r.Partner = &api.Payment{Amount: pounds(1000), Customer: "cus_mark2"}
	if r.Confirmation != nil {
		r.Confirmation = &api.Confirmation{HotelNumber: "HC-MARK", RecordLocator: "LOCMARK"}
	}
	return r
}

// refusal is an error of a service that repeats what it was sent.
func refusal(kind string) *api.Error {
	return &api.Error{
		Operation: "create reservation", Status: 400, Type: kind, Message: "no: Givenmark Surmark at mailmark@example.com", RequestID: "r1",
		Problems: []api.Problem{
			{Field: []string{"guests", "primary", "email"}, Message: "mailmark@example.com is refused"},
			{Field: []string{"payment", "guest", "token"}, Message: "tok_mark is not known"},
			{Field: []string{"elsewhere"}, Message: "Surmark is not wanted"},
		},
	}
}

// audience puts a fixture into presenter mode.
func audience(b *fixture) {
	mode := ui.NewPresenter(true)
	b.deps.Theme.Presenter = mode
	b.change = append(b.change, func(o *ui.Options) { o.Theme.Presenter = mode })
}

// hidesGuests fails the test where the frame shows a mark: at the sizes of the
// house style, and so high that nothing is scrolled away.
func hidesGuests(t *testing.T, p *uitest.Pump) {
	t.Helper()
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {80, 150}, {160, 150}} {
		view := p.Resize(size[0], size[1]).View()
		if found := guestMarks.FindString(view); found != "" {
			t.Fatalf("at %dx%d %q is shown to the audience:\n%s", size[0], size[1], found, view)
		}
		uitest.CheckSize(t, p.Raw(), size[0], size[1])
	}
}

// typeGuest fills in the guest's form, and the optional part of it.
func typeGuest(p *uitest.Pump) *uitest.Pump {
	g := markedGuest()
	for _, text := range []string{g.GivenName, g.Surname, g.Email, g.Phone, g.Address, g.City, g.PostalCode, g.State, g.Country, "Club", "MARK77", "cost_centre", "CC-MARK"} {
		p.Type(text).Press("tab")
	}
	return p
}

// No screen shows an audience anything of a guest, in any state; and each does
// show it outside presenter mode, where it has something to show.
func TestPresenterHidesTheGuestOnEveryScreen(t *testing.T) {
	t.Parallel()
	type opened func(b *fixture, o *reservationService) *uitest.Pump
	draft := func(b *fixture) booking.Draft {
		made := verifiedDraft(b.t, b)
		made.Guest, made.Loyalty = markedGuest(), &api.Loyalty{Program: "Club", MemberID: "MARK77"}
		made.CustomData = api.CustomData{{Key: "cost_centre", Text: "CC-MARK"}}
		return made
	}
	book := func(b *fixture, keys ...string) *uitest.Pump {
		return startOn(b, screens.NewBook(b.deps, draft(b))).Press(append([]string{"ctrl+t"}, keys...)...)
	}
	list := func(b *fixture) *uitest.Pump {
		return startOn(b, screens.NewReservations(b.deps, api.ReservationQuery{}))
	}
	filtered := api.ReservationQuery{ID: "mark" + strings.Repeat("0", 28), IDs: []string{strings.Repeat("mark", 8)}, CustomValues: []string{"CC-MARK"}}
	for name, test := range map[string]struct {
		open opened
		mute bool // it shows nothing of a guest in any case
	}{
		"guest": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewGuest(b.deps, draft(b)))
		}},
		"guest typed": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return typeGuest(startOn(b, screens.NewGuest(b.deps, londonDraft(b))))
		}},
		"guest wrong": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewGuest(b.deps, londonDraft(b))).Type("Surmark").Press("ctrl+s")
		}},
		"known guests": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewKnown(b.deps, londonTrip(), "surm", nil))
		}},
		"guest refused": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.createErr = refusal(api.TypeValidation)
			return startOn(b, screens.NewGuest(b.deps, draft(b))).Press("ctrl+s", "ctrl+t", "ctrl+b")
		}},
		"book": {open: func(b *fixture, _ *reservationService) *uitest.Pump { return book(b) }},
		"book declined": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.createErr = refusal(api.TypePayment)
			return book(b, "ctrl+b")
		}},
		"book refused": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.createErr = refusal(api.TypeCreation)
			return book(b, "ctrl+b")
		}},
		"book sending": {open: func(b *fixture, _ *reservationService) *uitest.Pump { return book(b).Hold().Press("ctrl+b") }},
		"book lost": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.createErr = lost("create reservation")
			return book(b, "ctrl+b")
		}},
		"receipt": {open: func(b *fixture, _ *reservationService) *uitest.Pump { return book(b, "ctrl+b") }},
		"receipt of a replacement": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			made := draft(b)
			made.Replaces = &o.items[0]
			return startOn(b, screens.NewBook(b.deps, made)).Press("ctrl+t", "ctrl+b")
		}},
		"booked reservation": {open: func(b *fixture, _ *reservationService) *uitest.Pump { return book(b, "ctrl+b", "enter", "u") }},
		"reservations":       {open: func(b *fixture, _ *reservationService) *uitest.Pump { return list(b) }},
		"reservations found": {open: func(b *fixture, _ *reservationService) *uitest.Pump { return list(b).Press("/").Type("Surmark") }},
		"reservations kept": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return list(b).Press("/").Type("Surmark").Press("enter")
		}},
		"reservations failed": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.fail = refusal("")
			return list(b)
		}},
		"filters": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewReservations(b.deps, filtered)).Press("f", "shift+tab")
		}},
		"filters wrong": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			p := list(b).Press("f")
			for range 11 {
				p.Press("tab")
			}
			return p.Type("nomark, markmark").Press("ctrl+s")
		}},
		"filtered": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewReservations(b.deps, filtered))
		}},
		"filtered failed": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.fail = refusal("")
			return startOn(b, screens.NewReservations(b.deps, filtered))
		}},
		"reservation": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			return startOn(b, screens.NewReservation(b.deps, o.items[0]))
		}},
		"reservation open": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			return startOn(b, screens.NewReservation(b.deps, o.items[0])).Press("u")
		}},
		"cancel": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			return startOn(b, screens.NewCancel(b.deps, o.items[0]))
		}},
		"cancelled": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			return startOn(b, screens.NewCancel(b.deps, o.items[0])).Press("ctrl+x")
		}},
		"cancel refused": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.cancelErr = refusal(api.TypeCancellation)
			return startOn(b, screens.NewCancel(b.deps, o.items[0])).Press("ctrl+x")
		}},
		"cancel lost": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.cancelErr = lost("cancel reservation")
			return startOn(b, screens.NewCancel(b.deps, o.items[0])).Press("ctrl+x")
		}},
		"dates": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			return startOn(b, screens.NewDates(b.deps, o.items[0]))
		}},
		"dates priced": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			r := marked(movable(o))
			o.items[0] = r
			return startOn(b, screens.NewDates(b.deps, r)).Type("27dec").Press("ctrl+s")
		}},
		"dates not possible": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			return startOn(b, screens.NewDates(b.deps, o.items[0])).Type("27dec").Press("ctrl+s")
		}, mute: true},
		"payment": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			return startOn(b, screens.NewPayment(b.deps, o.items[0])).Type("tok_mark").Press("tab").Type("9172")
		}},
		"payment refused": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.modifyErr = refusal(api.TypePayment)
			return startOn(b, screens.NewPayment(b.deps, o.items[0])).Type("tok_mark").Press("ctrl+p")
		}},
		"deadlines": {open: func(b *fixture, _ *reservationService) *uitest.Pump { return startOn(b, screens.NewDeadlines(b.deps)) }},
		"sign in": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewSignIn(b.deps)).Advance(signInPause).Type("keymark")
		}, mute: true},
		"search": {open: func(b *fixture, _ *reservationService) *uitest.Pump {
			return startOn(b, screens.NewSearch(b.deps, londonTrip()))
		}, mute: true},
		"hotels failed": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.fail = refusal("")
			return startOn(b, screens.NewHotels(b.deps, londonTrip()))
		}},
		"terms failed": {open: func(b *fixture, o *reservationService) *uitest.Pump {
			o.fail = refusal(api.TypeBooking)
			return startOn(b, screens.NewTerms(b.deps, londonDraft(b)))
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, o := newFixtureWith(t, 40)
			for i := range o.items {
				o.items[i] = marked(o.items[i])
			}
			audience(b)
			p := test.open(b, o)
			hidesGuests(t, p)
			p.Press("f2")
			shown := guestMarks.MatchString(p.Resize(80, 150).View()) || guestMarks.MatchString(p.Resize(160, 150).View())
			if shown == test.mute {
				t.Errorf("outside presenter mode a mark is shown: %t\n%s", shown, p.View())
			}
			// Switched on while a screen stands there, it is as if it had been on.
			p.Press("f2")
			hidesGuests(t, p)
		})
	}
}

// What is told of a lost answer names nothing by which somebody could find the
// booking, while it is looked for and once it is found.
func TestPresenterHidesLostAnswers(t *testing.T) {
	t.Parallel()
	looking(t, 3, func(t *testing.T, b *fixture, o *reservationService) {
		for i := range o.items {
			o.items[i] = marked(o.items[i])
		}
		audience(b)
		o.createErr, o.cancelErr = lost("create reservation"), lost("cancel reservation")
		startOn(b, screens.NewCancel(b.deps, o.items[0])).Press("ctrl+x")
		hidesGuests(t, b.settled())
		draft := verifiedDraft(t, b)
		draft.Guest = markedGuest()
		p := startOn(b, screens.NewBook(b.deps, draft)).Press("ctrl+t", "ctrl+b")
		hidesGuests(t, b.settled())
		p.Press("ctrl+n")
		onTop(t, p, "search")
		p.Has("The outcome of 2 writes is not known")
		hidesGuests(t, p)
		p.Resize(120, 40).Press("ctrl+p")
		onTop(t, p, "lost answers")
		hidesGuests(t, p)
		p.Press("f2").Has("att-TEST", "reservation mark").Press("f2")

		o.items[0].Status = api.StatusCanceled
		o.items = append([]api.Reservation{marked(o.stored[0])}, o.items...)
		o.items[0].CustomData = o.stored[0].CustomData
		for range 4 {
			p.Advance(time.Minute)
			for _, to := range []string{"up", "down"} {
				// What is found goes to the end of the list, and the cursor with it.
				p.Press(to, "l")
				b.settled()
			}
		}
		p.Has("a l l   o u t c o m e s   k n o w n")
		hidesGuests(t, p)
		p.Press("f2")
		if !strings.Contains(p.View(), "LOCMARK") {
			t.Errorf("the locator of what was found is not there outside presenter mode:\n%s", p.View())
		}
	})
}

// The keys that are pressed are shown, and nothing of what is typed that is a
// guest's or hidden.
func TestPresenterShowsKeysAndNoSecrets(t *testing.T) {
	t.Parallel()
	b, o := newFixtureWith(t, 3)
	audience(b)
	keys := func(p *uitest.Pump) string { return p.Resize(160, 40).Footer() }
	for name, test := range map[string]struct {
		screen ui.Screen
		want   string
	}{
		"search":  {screens.NewSearch(b.deps, emptyTrip()), `help  "abc"  tab`},
		"guest":   {screens.NewGuest(b.deps, londonDraft(b)), `help  "•••"  tab`},
		"known":   {screens.NewKnown(b.deps, londonTrip(), "", nil), `help  "•••"  tab`},
		"dates":   {screens.NewDates(b.deps, o.items[0]), `help  "abc"  tab`},
		"book":    {screens.NewBook(b.deps, verifiedDraft(t, b)), `help  tab`},
		"payment": {screens.NewPayment(b.deps, o.items[0]), `help  tab`},
		"sign in": {screens.NewSignIn(b.deps), `help  tab`},
		"list":    {screens.NewReservations(b.deps, api.ReservationQuery{}), `help  a  b  c  tab`},
	} {
		t.Run(name, func(t *testing.T) {
			p := startOn(b, test.screen).Advance(signInPause).Press("f2", "f2").Type("abc").Press("tab")
			// What stands between the help and the keys is only room.
			if got := regexp.MustCompile(`help +`).ReplaceAllString(keys(p), "help  "); !strings.HasSuffix(got, test.want) {
				t.Errorf("the footer is %q, want it to end with %q", got, test.want)
			}
		})
	}
	p := startOn(b, screens.NewReservations(b.deps, api.ReservationQuery{})).Press("/").Type("Surmark")
	if got := keys(p); !strings.HasSuffix(got, `/  "•••••••"`) {
		t.Errorf("the footer is %q", got)
	}
}

// In presenter mode every screen is exactly its size all the same.
func TestSweepOfPresenter(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(b *fixture, o *reservationService) ui.Screen{
		"search": func(b *fixture, _ *reservationService) ui.Screen { return screens.NewSearch(b.deps, londonTrip()) },
		"hotels": func(b *fixture, _ *reservationService) ui.Screen { return screens.NewHotels(b.deps, londonTrip()) },
		"rates":  func(b *fixture, _ *reservationService) ui.Screen { return screens.NewRates(b.deps, londonDraft(b)) },
		"terms":  func(b *fixture, _ *reservationService) ui.Screen { return screens.NewTerms(b.deps, londonDraft(b)) },
		"guest": func(b *fixture, _ *reservationService) ui.Screen {
			return screens.NewGuest(b.deps, verifiedDraft(b.t, b))
		},
		"known": func(b *fixture, _ *reservationService) ui.Screen {
			return screens.NewKnown(b.deps, londonTrip(), "gr", nil)
		},
		"book": func(b *fixture, _ *reservationService) ui.Screen {
			return screens.NewBook(b.deps, verifiedDraft(b.t, b))
		},
		"book live": func(b *fixture, _ *reservationService) ui.Screen {
			return screens.NewBook(b.deps, verifiedDraft(b.t, b))
		},
		"list": func(b *fixture, _ *reservationService) ui.Screen {
			return screens.NewReservations(b.deps, api.ReservationQuery{})
		},
		"one":    func(b *fixture, o *reservationService) ui.Screen { return screens.NewReservation(b.deps, o.items[0]) },
		"cancel": func(b *fixture, o *reservationService) ui.Screen { return screens.NewCancel(b.deps, o.items[0]) },
		"dates":  func(b *fixture, o *reservationService) ui.Screen { return screens.NewDates(b.deps, movable(o)) },
		"pay":    func(b *fixture, o *reservationService) ui.Screen { return screens.NewPayment(b.deps, o.items[0]) },
		"due":    func(b *fixture, _ *reservationService) ui.Screen { return screens.NewDeadlines(b.deps) },
		"key":    func(b *fixture, _ *reservationService) ui.Screen { return screens.NewSignIn(b.deps) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, o := newFixtureWith(t, 12)
			if name == "book live" {
				production(b)
			}
			audience(b)
			uitest.Sweep(t, startOn(b, open(b, o)))
		})
	}
}
