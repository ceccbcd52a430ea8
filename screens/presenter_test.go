package screens_test

import (
	"regexp"
	"slices"
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

// ofGuests returns a guest's mark in a frame. A key that marks a rate is none.
func ofGuests(view string) string {
	return guestMarks.FindString(strings.ReplaceAll(view, "space mark", "space"))
}

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

// presenterMode puts a fixture into presenter mode.
func presenterMode(f *fixture) {
	mode := ui.NewPresenter(true)
	f.deps.Theme.Presenter = mode
	f.change = append(f.change, func(o *ui.Options) { o.Theme.Presenter = mode })
}

// hidesGuests fails the test where the frame shows a mark: at the sizes of the
// house style, and so high that nothing is scrolled away.
func hidesGuests(t *testing.T, p *uitest.Pump) {
	t.Helper()
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 40}, {80, 150}, {160, 150}} {
		frame := p.Resize(size[0], size[1]).Raw()
		view := uitest.Plain(frame)
		if found := ofGuests(view); found != "" {
			t.Fatalf("at %dx%d %q is shown to the audience:\n%s", size[0], size[1], found, view)
		}
		uitest.CheckSize(t, frame, size[0], size[1])
	}
}

// A presented screen is one in a state in which it may have something of a guest
// to show.
type presented struct {
	name   string
	screen func(f *fixture, service *reservationService) ui.Screen
	fails  func(service *reservationService) // what the service refuses or loses; nil is nothing
	steps  []string                          // keys; what begins with "type " is typed, "hold" holds answers back
	mute   bool                              // it shows nothing of a guest in any case
}

// open brings the screen into its state.
func (s presented) open(f *fixture, service *reservationService) *uitest.Pump {
	screen := s.screen(f, service)
	if s.fails != nil {
		s.fails(service)
	}
	p := startOn(f, screen).Advance(signInPause)
	for _, step := range s.steps {
		switch text, typed := strings.CutPrefix(step, "type "); {
		case typed:
			p.Type(text)
		case step == "hold":
			p.Hold()
		default:
			p.Press(step)
		}
	}
	return p
}

// markedDraft is a verified draft with everything that is a guest's.
func markedDraft(f *fixture) booking.Draft {
	made := verifiedDraft(f.t, f)
	made.Guest, made.Loyalty = markedGuest(), &api.Loyalty{Program: "Club", MemberID: "MARK77"}
	made.CustomData = api.CustomData{{Key: "cost_centre", Text: "CC-MARK"}}
	return made
}

func markedBook(f *fixture, _ *reservationService) ui.Screen {
	return screens.NewBook(f.deps, markedDraft(f))
}

func markedReplacement(f *fixture, service *reservationService) ui.Screen {
	made := markedDraft(f)
	made.Replaces = &service.items[0]
	return screens.NewBook(f.deps, made)
}

func newGuest(f *fixture, _ *reservationService) ui.Screen {
	return screens.NewGuest(f.deps, londonDraft(f))
}

func knownGuest(f *fixture, _ *reservationService) ui.Screen {
	return screens.NewGuest(f.deps, markedDraft(f))
}

func list(f *fixture, _ *reservationService) ui.Screen {
	return screens.NewReservations(f.deps, api.ReservationQuery{})
}

func filteredList(f *fixture, _ *reservationService) ui.Screen {
	return screens.NewReservations(f.deps, api.ReservationQuery{
		ID: "mark" + strings.Repeat("0", 28), IDs: []string{strings.Repeat("mark", 8)}, CustomValues: []string{"CC-MARK"},
	})
}

func oneReservation(f *fixture, service *reservationService) ui.Screen {
	return screens.NewReservation(f.deps, service.items[0])
}

func cancelOne(f *fixture, service *reservationService) ui.Screen {
	return screens.NewCancel(f.deps, service.items[0])
}

func moveOne(f *fixture, service *reservationService) ui.Screen {
	return screens.NewDates(f.deps, service.items[0])
}

func moveMovable(f *fixture, service *reservationService) ui.Screen {
	service.items[0] = marked(movable(service))
	return screens.NewDates(f.deps, service.items[0])
}

func payOne(f *fixture, service *reservationService) ui.Screen {
	return screens.NewPayment(f.deps, service.items[0])
}

// createFails, cancelFails, modifyFails and anyFails have the service answer so.
func createFails(err error) func(*reservationService) {
	return func(service *reservationService) { service.createErr = err }
}

func cancelFails(err error) func(*reservationService) {
	return func(service *reservationService) { service.cancelErr = err }
}

func modifyFails(err error) func(*reservationService) {
	return func(service *reservationService) { service.modifyErr = err }
}

func anyFails(kind string) func(*reservationService) {
	return func(service *reservationService) { service.fail = refusal(kind) }
}

// typedGuest are the steps that fill in the guest's form, and the optional part
// of it.
func typedGuest() []string {
	g := markedGuest()
	var steps []string
	for _, text := range []string{g.GivenName, g.Surname, g.Email, g.Phone, g.Address, g.City, g.PostalCode, g.State, g.Country, "Club", "MARK77", "cost_centre", "CC-MARK"} {
		steps = append(steps, "type "+text, "tab")
	}
	return steps
}

func presentedScreens() []presented {
	toIDs := slices.Repeat([]string{"tab"}, 11) // the field of several ids
	return []presented{
		{name: "guest", screen: knownGuest},
		{name: "guest typed", screen: newGuest, steps: typedGuest()},
		{name: "guest wrong", screen: newGuest, steps: []string{"type Surmark", "ctrl+s"}},
		{name: "guest refused", screen: knownGuest, fails: createFails(refusal(api.TypeValidation)), steps: []string{"ctrl+s", "ctrl+t", "ctrl+b"}},
		{name: "known guests", screen: func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewKnownGuests(f.deps, londonTrip(), "surm", nil)
		}},
		{name: "book", screen: markedBook, steps: []string{"ctrl+t"}},
		{name: "book declined", screen: markedBook, fails: createFails(refusal(api.TypePayment)), steps: []string{"ctrl+t", "ctrl+b"}},
		{name: "book refused", screen: markedBook, fails: createFails(refusal(api.TypeCreation)), steps: []string{"ctrl+t", "ctrl+b"}},
		{name: "book sending", screen: markedBook, steps: []string{"ctrl+t", "hold", "ctrl+b"}},
		{name: "book unanswered", screen: markedBook, fails: createFails(unanswered("create reservation")), steps: []string{"ctrl+t", "ctrl+b"}},
		{name: "receipt", screen: markedBook, steps: []string{"ctrl+t", "ctrl+b"}},
		{name: "receipt of a replacement", screen: markedReplacement, steps: []string{"ctrl+t", "ctrl+b"}},
		{name: "booked reservation", screen: markedBook, steps: []string{"ctrl+t", "ctrl+b", "enter", "u"}},
		{name: "reservations", screen: list},
		{name: "reservations found", screen: list, steps: []string{"/", "type Surmark"}},
		{name: "reservations kept", screen: list, steps: []string{"/", "type Surmark", "enter"}},
		{name: "reservations failed", screen: list, fails: anyFails("")},
		{name: "filters", screen: filteredList, steps: []string{"f", "shift+tab"}},
		{name: "filters wrong", screen: list, steps: slices.Concat([]string{"f"}, toIDs, []string{"type nomark, markmark", "ctrl+s"})},
		{name: "filtered", screen: filteredList},
		{name: "filtered failed", screen: filteredList, fails: anyFails("")},
		{name: "reservation", screen: oneReservation},
		{name: "reservation open", screen: oneReservation, steps: []string{"u"}},
		{name: "cancel", screen: cancelOne},
		{name: "cancelled", screen: cancelOne, steps: []string{"ctrl+x"}},
		{name: "cancel refused", screen: cancelOne, fails: cancelFails(refusal(api.TypeCancellation)), steps: []string{"ctrl+x"}},
		{name: "cancel unanswered", screen: cancelOne, fails: cancelFails(unanswered("cancel reservation")), steps: []string{"ctrl+x"}},
		{name: "dates", screen: moveOne},
		{name: "dates priced", screen: moveMovable, steps: []string{"type 27dec", "ctrl+s"}},
		{name: "dates not possible", screen: moveOne, steps: []string{"type 27dec", "ctrl+s"}, mute: true},
		{name: "payment", screen: payOne, steps: []string{"type tok_mark", "tab", "type 9172"}},
		{name: "payment refused", screen: payOne, fails: modifyFails(refusal(api.TypePayment)), steps: []string{"type tok_mark", "ctrl+b"}},
		{name: "deadlines", screen: func(f *fixture, _ *reservationService) ui.Screen { return screens.NewDeadlines(f.deps) }},
		{name: "sign in", screen: func(f *fixture, _ *reservationService) ui.Screen { return screens.NewSignIn(f.deps) }, steps: []string{"type keymark"}, mute: true},
		{name: "search", screen: func(f *fixture, _ *reservationService) ui.Screen { return screens.NewSearch(f.deps, londonTrip()) }, mute: true},
		{name: "hotels failed", screen: func(f *fixture, _ *reservationService) ui.Screen {
			return hotelListOf(f.deps, londonTrip())
		}, fails: anyFails("")},
		{name: "terms failed", screen: func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewTerms(f.deps, londonDraft(f))
		}, fails: anyFails(api.TypeBooking)},
	}
}

// No screen shows an audience anything of a guest, in any state; and each does
// show it outside presenter mode, where it has something to show.
func TestPresenterHidesTheGuestOnEveryScreen(t *testing.T) {
	t.Parallel()
	for _, test := range presentedScreens() {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 40)
			for i := range service.items {
				service.items[i] = marked(service.items[i])
			}
			presenterMode(f)
			p := test.open(f, service)
			hidesGuests(t, p)
			p.Press("f2")
			shown := ofGuests(p.Resize(80, 150).View()) != "" || ofGuests(p.Resize(160, 150).View()) != ""
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
	looking(t, 3, func(t *testing.T, f *fixture, service *reservationService) {
		for i := range service.items {
			service.items[i] = marked(service.items[i])
		}
		presenterMode(f)
		service.createErr, service.cancelErr = unanswered("create reservation"), unanswered("cancel reservation")
		startOn(f, screens.NewCancel(f.deps, service.items[0])).Press("ctrl+x")
		hidesGuests(t, f.settled())
		draft := verifiedDraft(t, f)
		draft.Guest = markedGuest()
		p := startOn(f, screens.NewBook(f.deps, draft)).Press("ctrl+t", "ctrl+b")
		hidesGuests(t, f.settled())
		p.Press("ctrl+n")
		onTop(t, p, "search")
		p.Has("The outcome of 2 writes is not known")
		hidesGuests(t, p)
		p.Resize(120, 40).Press("ctrl+p")
		onTop(t, p, "lost answers")
		hidesGuests(t, p)
		p.Press("f2").Has("att-TEST", "reservation mark").Press("f2")

		service.items[0].Status = api.StatusCanceled
		service.items = append([]api.Reservation{marked(service.stored[0])}, service.items...)
		service.items[0].CustomData = service.stored[0].CustomData
		for range 4 {
			p.Advance(time.Minute)
			for _, to := range []string{"up", "down"} {
				// What is found goes to the end of the list, and the cursor with it.
				p.Press(to, "l")
				f.settled()
			}
		}
		p.Has("o u t c o m e s   k n o w n")
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
	f, service := newFixtureWith(t, 3)
	presenterMode(f)
	keys := func(p *uitest.Pump) string { return p.Resize(160, 40).Footer() }
	for name, test := range map[string]struct {
		screen ui.Screen
		want   string
	}{
		"search":  {screens.NewSearch(f.deps, emptyTrip()), `help  "abc"  tab`},
		"guest":   {screens.NewGuest(f.deps, londonDraft(f)), `help  "•••"  tab`},
		"known":   {screens.NewKnownGuests(f.deps, londonTrip(), "", nil), `help  "•••"  tab`},
		"dates":   {screens.NewDates(f.deps, service.items[0]), `help  "abc"  tab`},
		"book":    {screens.NewBook(f.deps, verifiedDraft(t, f)), `help  tab`},
		"payment": {screens.NewPayment(f.deps, service.items[0]), `help  tab`},
		"sign in": {screens.NewSignIn(f.deps), `help  tab`},
		"list":    {screens.NewReservations(f.deps, api.ReservationQuery{}), `help  a  b  c  tab`},
	} {
		t.Run(name, func(t *testing.T) {
			p := startOn(f, test.screen).Advance(signInPause).Press("f2", "f2").Type("abc").Press("tab")
			// What stands between the help and the keys is only room.
			if got := regexp.MustCompile(`help +`).ReplaceAllString(keys(p), "help  "); !strings.HasSuffix(got, test.want) {
				t.Errorf("the footer is %q, want it to end with %q", got, test.want)
			}
		})
	}
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("/").Type("Surmark")
	if got := keys(p); !strings.HasSuffix(got, `/  "•••••••"`) {
		t.Errorf("the footer is %q", got)
	}
}

// In presenter mode every screen is exactly its size all the same.
func TestSweepOfPresenter(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(f *fixture, service *reservationService) ui.Screen{
		"search": func(f *fixture, _ *reservationService) ui.Screen { return screens.NewSearch(f.deps, londonTrip()) },
		"hotels": func(f *fixture, _ *reservationService) ui.Screen { return hotelListOf(f.deps, londonTrip()) },
		"rates":  func(f *fixture, _ *reservationService) ui.Screen { return ratesOf(f.deps, londonDraft(f)) },
		"terms":  func(f *fixture, _ *reservationService) ui.Screen { return screens.NewTerms(f.deps, londonDraft(f)) },
		"guest": func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewGuest(f.deps, verifiedDraft(f.t, f))
		},
		"known": func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewKnownGuests(f.deps, londonTrip(), "gr", nil)
		},
		"book": func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewBook(f.deps, verifiedDraft(f.t, f))
		},
		"book live": func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewBook(f.deps, verifiedDraft(f.t, f))
		},
		"list": func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewReservations(f.deps, api.ReservationQuery{})
		},
		"one": func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewReservation(f.deps, service.items[0])
		},
		"cancel": func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewCancel(f.deps, service.items[0])
		},
		"dates": func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewDates(f.deps, movable(service))
		},
		"pay": func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewPayment(f.deps, service.items[0])
		},
		"due": func(f *fixture, _ *reservationService) ui.Screen { return screens.NewDeadlines(f.deps) },
		"key": func(f *fixture, _ *reservationService) ui.Screen { return screens.NewSignIn(f.deps) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 12)
			if name == "book live" {
				production(f)
			}
			presenterMode(f)
			uitest.SweepSizes(t, startOn(f, open(f, service))) // The caption stands in place of the state.
		})
	}
}
