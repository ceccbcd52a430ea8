package screens_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/internal/gated"
	"bellhop/sandbox"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// counting has the fixture count the keys that are pressed.
func counting(f *fixture) *int {
	var keys int
	f.change = append(f.change, func(o *ui.Options) { o.Pressed = func(string, tea.KeyMsg) { keys++ } })
	return &keys
}

// From any screen a pasted number is three keys from its page, before and after all was read, and a surname its letters
// and three.
func TestFindIsThreeKeysFromAnyScreen(t *testing.T) {
	t.Parallel()
	wanted := storedReservation(117)
	for name, open := range map[string]func(f *fixture) ui.Screen{
		"search":       func(f *fixture) ui.Screen { return screens.NewSearch(f.deps, londonTrip()) },
		"hotels":       func(f *fixture) ui.Screen { return hotelListOf(f.deps, londonTrip()) },
		"guest":        func(f *fixture) ui.Screen { return screens.NewGuest(f.deps, londonDraft(f)) },
		"book":         func(f *fixture) ui.Screen { return screens.NewBook(f.deps, verifiedDraft(t, f)) },
		"reservations": func(f *fixture) ui.Screen { return screens.NewReservations(f.deps, api.ReservationQuery{}) },
		"filtered": func(f *fixture) ui.Screen {
			return screens.NewReservations(f.deps, api.ReservationQuery{CheckIn: api.DateRange{On: api.NewDate(2026, 12, 20)}})
		},
		"reservation":   func(f *fixture) ui.Screen { return screens.NewReservation(f.deps, storedReservation(0)) },
		"cancel":        func(f *fixture) ui.Screen { return screens.NewCancel(f.deps, storedReservation(0)) },
		"deadlines":     func(f *fixture) ui.Screen { return screens.NewDeadlines(f.deps) },
		"tray":          func(f *fixture) ui.Screen { return screens.NewTray(f.deps) },
		"sandbox panel": func(f *fixture) ui.Screen { newControls(f); return screens.NewSandboxPanel(f.deps) },
		"lost answers":  func(f *fixture) ui.Screen { return screens.NewUnresolved(f.deps) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 120)
			service.items[117].Guest.Surname = "Rossi"
			keys := counting(f)
			// Everything but a first screen is opened from the search.
			p := f.start(screens.NewSearch(f.deps, emptyTrip()))
			if name != "search" {
				p = f.start(&above{Search: screens.NewSearch(f.deps, emptyTrip()), next: open(f)}).Press("f12")
			}
			for _, number := range []string{wanted.ID, wanted.Confirmation.HotelNumber, wanted.Confirmation.RecordLocator, "CC-117"} {
				*keys = 0
				p.Press("ctrl+r").Paste(number).Press("enter")
				onTop(t, p, "reservation")
				if p.Has(wanted.ID); *keys != 3 {
					t.Errorf("%s takes %d keys", number, *keys)
				}
			}
			depth := p.Shell().Depth()
			*keys = 0
			p.Press("ctrl+r").Type("rossi").Press("enter")
			onTop(t, p, "reservation")
			if p.Has(wanted.ID); *keys > len("rossi")+3 {
				t.Errorf("a surname takes %d keys", *keys)
			}
			// A day of looking up leaves no heap of screens.
			if p.Shell().Depth() != depth {
				t.Errorf("%d screens are open after a find more, %d before it", p.Shell().Depth(), depth)
			}
			if name != "search" && name != "reservation" {
				p.Press("esc", "esc", "esc")
				if top := p.Top().Title(); top == "reservation" {
					t.Errorf("esc leads to %q", top)
				}
			}
		})
	}
}

// An above is the search, from which one other screen is opened.
type above struct {
	*screens.Search
	next ui.Screen
}

func (a *above) Update(msg tea.Msg) (ui.Nav, tea.Cmd) {
	if msg, ok := msg.(tea.KeyMsg); ok && msg.String() == "f12" {
		return ui.Push(a.next), nil
	}
	return a.Search.Update(msg)
}

// A number of which no whole one was read yet is waited for, which is said: a row that has the same digits in it is
// another one's. Esc stops that.
func TestFindWaitsForTheOneThatIsMeant(t *testing.T) {
	t.Parallel()
	const waits = "enter opens it as soon as it is found · esc stops"
	f, service := newFixtureWith(t, 120)
	service.items[5].CustomData[0].Text = "HC-00110-B"
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Hold()
	p.Press("ctrl+r").Paste("HC-00110").Press("enter").Has(waits)
	p.Step().Has(waits, "1 found · looked at 50 of 120", "data HC-00110-B")
	f.allGoldens("find_waits")
	uitest.Sweep(t, p)
	p.Resize(120, 40).Press("esc").Has("Stopped: looked at 50 of 120").HasNot(waits)
	onTop(t, p, "reservations")
	p.Press("enter").Has(waits).Release()
	onTop(t, p, "reservation")
	p.Has(storedReservation(110).ID)
	// Whoever sees that it is the one opens it with the next enter.
	f, service = newFixtureWith(t, 120)
	service.items[5].CustomData[0].Text = "HC-00110-B"
	p = f.start(screens.NewSearch(f.deps, emptyTrip())).Hold().Press("ctrl+r").Paste("HC-00110").Press("enter").Step().Press("enter")
	onTop(t, p, "reservation")
	p.Has(storedReservation(5).ID)
}

// Of several that have a number, and of several guests of a name, somebody chooses; the only one is opened once all were
// looked at. What stands nowhere is said to.
func TestFindOpensOnlyWhatIsUnique(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct{ typed, top, has string }{
		"two of a number":    {"SAME-77", "reservations", "2 found · looked at all 120"},
		"no such number":     {"HC-99999", "reservations", "Nothing found"},
		"one guest":          {"rossi", "reservation", storedReservation(110).ID},
		"two guests":         {"bianchi", "reservations", "2 found · looked at all 120"},
		"no such guest":      {"verdi", "reservations", "Nothing found"},
		"no such id":         {strings.Repeat("9", 32), "reservations", "Nothing found"},
		"an id of the last":  {storedReservation(119).ID, "reservation", storedReservation(119).ID},
		"a day of many":      {"24dec", "reservations", "found · looked at all 120"},
		"a name and a day":   {"rossi 19jan", "reservation", storedReservation(110).ID},
		"the name, reversed": {"rossi, ada", "reservation", storedReservation(110).ID},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 120)
			service.items[3].CustomData[0].Text, service.items[4].CustomData[0].Text = "SAME-77", "SAME-77"
			service.items[110].Guest.GivenName, service.items[110].Guest.Surname = "Ada", "Rossi"
			service.items[60].Guest.Surname, service.items[61].Guest.Surname = "Bianchi", "Bianchi"
			p := f.start(screens.NewSearch(f.deps, emptyTrip())).Hold().Press("ctrl+r").Paste(tt.typed).Press("enter").Release()
			onTop(t, p, tt.top)
			p.Has(tt.has)
		})
	}
}

// A list that was never there can be stopped too, whatever it was narrowed to.
func TestFindIsStoppedBeforeTheFirstPage(t *testing.T) {
	t.Parallel()
	for name, q := range map[string]api.ReservationQuery{"all": {}, "a day": {CheckIn: api.DateRange{On: api.NewDate(2026, 12, 20)}}} {
		f, _ := newFixtureWith(t, 120)
		p := f.start(&above{Search: screens.NewSearch(f.deps, emptyTrip()), next: screens.NewReservations(f.deps, q)}).Hold().Press("f12")
		p.Press("esc").Has("Stopped.").Release().Press("esc")
		if onTop(t, p, "search"); name == "all" {
			p.Hold().Press("ctrl+r").Type("x").Press("esc").Has("Stopped: looked at 0").Release()
		}
	}
}

// A page that fails ends the waiting and is said; enter goes on with it.
func TestFindGoesOnAfterAnError(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Hold()
	p.Press("ctrl+r").Step().Paste("HC-00110").Press("enter")
	service.fail = &api.Error{Status: 429, Message: "Too many requests", RetryAt: "30"}
	p.Release().Has("Too many requests", "ctrl+a", "looked at 50 of 120")
	onTop(t, p, "reservations")
	p.Press("enter")
	onTop(t, p, "reservation")
	// An id that could not be asked for is not said to be nowhere.
	p.Press("ctrl+r").Has("120 of 120 loaded")
	service.fail = &api.Error{Status: 503, Message: "Out of order"}
	p.Paste(strings.Repeat("7", 32)).Has("Out of order")
}

// What was booked, cancelled and changed since is found as it is, wherever it was done.
func TestFindKnowsOwnWrites(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := f.start(&above{Search: screens.NewSearch(f.deps, emptyTrip()), next: screens.NewCancel(f.deps, service.items[117])})
	p.Press("ctrl+r").Type("CC-117").Has("confirmed").Press("esc", "esc", "esc")
	onTop(t, p, "search")
	asked := len(service.queries)
	p.Press("f12", "ctrl+x").Has("CANCELED").Press("esc")
	service.items = append([]api.Reservation{storedReservation(900)}, service.items...)
	p.Press("ctrl+r").Type("CC-117").Has("1 found", "cancelled").Press("ctrl+u").Type("CC-900").Has("1 found")
	if got := len(service.queries) - asked; got != 1 {
		t.Errorf("%d lists were asked for after it", got)
	}
}

// What was read more than a minute ago is read again by the page that it opens: a colleague may have cancelled it.
func TestFindOpensWhatIsSoNow(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 120)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("ctrl+r").Paste("HC-00117").Press("enter")
	onTop(t, p, "reservation")
	if p.Has("status               confirmed"); service.reads != 0 {
		t.Errorf("what was read just now is read again")
	}
	p.Press("esc").Advance(2 * time.Minute)
	service.items[117].Status = api.StatusCanceled
	p.Press("ctrl+r").Paste("HC-00117").Press("enter")
	onTop(t, p, "reservation")
	if p.Has("status               cancelled"); service.reads != 1 {
		t.Errorf("it was read %d times", service.reads)
	}
	p.Press("esc").Has("cancelled").Press("enter")
	if service.reads != 1 {
		t.Errorf("it was read %d times", service.reads)
	}
}

// A find that works is no reason to show a guest: before an audience a surname finds them masked, and the journal has no
// word of a reveal.
func TestFindWorksMasked(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 60)
	service.items[40].Guest = api.Guest{GivenName: "Ada", Surname: "Rossi", Email: "ada.rossi@example.com", Phone: "+442079460958"}
	f.deps.Theme.Presenter = ui.NewPresenter(true)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	for _, typed := range []string{"rossi, ada", "ada.rossi@example.com", "+44 20 7946 0958"} {
		p.Press("ctrl+r").Type(typed).Has("1 found").HasNot("Rossi", "rossi", "ada.", "0958", "Ada")
		p.Press("enter")
		onTop(t, p, "reservation")
		p.HasNot("Rossi", "rossi", "Ada ")
	}
	if reveals, err := f.journal.Reveals(); err != nil || len(reveals) != 0 {
		t.Errorf("the journal has %+v, %v", reveals, err)
	}
}

// bigSandbox has the fixture work at a sandbox with 4,000 reservations, and counts what it is asked for.
func bigSandbox(t testing.TB, f *fixture) (address string, calls *atomic.Int64) {
	t.Helper()
	s, err := sandbox.Open(context.Background(), sandbox.Options{
		Seed: 1, Accounts: []sandbox.Account{{ID: "demo", Token: "key"}}, Now: uitest.Now, Samples: 4000, Properties: 600,
	})
	if err != nil {
		t.Fatal(err)
	}
	calls = &atomic.Int64{}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		calls.Add(1)
		s.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.Close()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	f.atSandbox(server.URL)
	return server.URL, calls
}

// Among 4,000 reservations of the sandbox a guest is found with 41 calls the first time, and with one after; the
// rest of what is typed costs none.
func TestFindAmong4000CountsItsCalls(t *testing.T) {
	t.Parallel()
	gated.Test(t, "it books 4,000 stays")
	f := newFixture(t)
	_, calls := bigSandbox(t, f)
	p := f.start(&above{Search: screens.NewSearch(f.deps, emptyTrip()), next: screens.NewReservations(f.deps, api.ReservationQuery{})})
	calls.Store(0)
	p.Press("f12")
	if got := calls.Load(); got != 1 {
		t.Errorf("the list alone is %d calls", got)
	}
	p.Press("/").Has("4,000 of 4,000 loaded")
	if got := calls.Load(); got != 41 { // The first page is read once more at the end, to see that the list has not changed.
		t.Errorf("the first find is %d calls", got)
	}
	p.Press("esc", "ctrl+r").Type("rossi, ada").Press("ctrl+u").Type("ng").Press("ctrl+u").Type("24 dec").Has("looked at all 4,000")
	if got := calls.Load(); got != 42 {
		t.Errorf("the second find is the call number %d", got)
	}
}

// BenchmarkFind4000FirstTime is from ctrl+r, with nothing read, to a guest at the end of 4,000 reservations of the
// sandbox; BenchmarkFind4000Again is the same with all of them read.
func BenchmarkFind4000FirstTime(b *testing.B) {
	f := newFixture(b)
	address, _ := bigSandbox(b, f)
	p := f.start(screens.NewSearch(f.deps, emptyTrip()))
	for b.Loop() {
		f.atSandbox(address)
		p.Press("ctrl+r").Type("rossi").Has("looked at all 4,000").Press("esc", "esc")
	}
}

func BenchmarkFind4000Again(b *testing.B) {
	f := newFixture(b)
	bigSandbox(b, f)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("ctrl+r").Has("4,000 of 4,000 loaded").Press("esc", "esc")
	for b.Loop() {
		p.Press("ctrl+r").Type("rossi").Has("looked at all 4,000")
		b.StopTimer()
		p.Press("esc", "esc", "esc")
		b.StartTimer()
	}
}

// Bookings of earlier versions carry two hashes of the guest, which nobody reads.
func TestOldHashesAreNotShown(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 1)
	service.items[0].CustomData = append(service.items[0].CustomData, api.CustomField{Key: "bellhop_surname", Text: "sn-abc"}, api.CustomField{Key: "bellhop_email", Text: "em-def"})
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("ctrl+r").Type("sn-abc").Has("Nothing found").Press("esc").Type(service.items[0].ID).Press("enter")
	onTop(t, p, "reservation")
	p.Has("cost_centre").HasNot("bellhop_surname", "bellhop_email", "sn-abc", "em-def")
}

// A list that shows some reservations alone is no place to find the others in: ctrl+r looks in all of them, and esc leads
// back to those that were chosen.
func TestFindLooksBeyondTheStateThatIsShown(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 120)
	p := f.start(screens.NewSearch(f.deps, emptyTrip())).Press("ctrl+r", "esc", "tab", "tab", "tab").Has("40 of 120 reservations", "cancelled").HasNot("› confirmed")
	depth := p.Shell().Depth()
	for range 3 {
		p.Press("ctrl+r").Paste("HC-00117").Press("enter")
		onTop(t, p, "reservation")
		p.Has("status               confirmed")
	}
	if p.Shell().Depth() != depth+2 {
		t.Errorf("%d screens are open, %d before", p.Shell().Depth(), depth)
	}
	p.Press("esc", "esc", "esc").Has("40 of 120 reservations")
}
