package screens_test

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/activity"
	"bellhop/booking/guests"
	"bellhop/booking/quotestore"
	"bellhop/booking/views"
	"bellhop/internal/gated"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// A countedService counts its calls, which show a reload that finds nothing new.
type countedService struct {
	*reservationService
	calls int
}

func (s *countedService) SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error) {
	s.calls++
	return s.reservationService.SearchHotels(ctx, q)
}

func (s *countedService) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	s.calls++
	return s.reservationService.VerifyRate(ctx, r)
}

func (s *countedService) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	s.calls++
	return s.reservationService.ListReservations(ctx, q)
}

func (s *countedService) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	s.calls++
	return s.reservationService.ReadReservation(ctx, id)
}

// A namedState is a screen in a state in which it names keys.
type namedState func(f *fixture, service *reservationService) *uitest.Pump

// onSearch opens a screen above a search, so that esc can leave it.
func onSearch(f *fixture, s ui.Screen) *uitest.Pump {
	return f.start(&above{Search: screens.NewSearch(f.deps, emptyTrip()), next: s}).Press("f12")
}

// namedStates returns every screen in each state that names other keys.
func namedStates(t *testing.T) map[string]namedState {
	on := func(open func(f *fixture, service *reservationService) ui.Screen, press ...string) namedState {
		return func(f *fixture, service *reservationService) *uitest.Pump {
			p := onSearch(f, open(f, service))
			for _, key := range press {
				if text, typed := strings.CutPrefix(key, "type "); typed {
					p.Type(text)
					continue
				}
				p.Press(key)
			}
			return p
		}
	}
	search := func(f *fixture, _ *reservationService) ui.Screen { return screens.NewSearch(f.deps, londonTrip()) }
	empty := func(f *fixture, _ *reservationService) ui.Screen { return screens.NewSearch(f.deps, emptyTrip()) }
	hotels := func(f *fixture, _ *reservationService) ui.Screen { return hotelListOf(f.deps, londonTrip()) }
	rates := func(f *fixture, _ *reservationService) ui.Screen { return ratesOf(f.deps, londonDraft(f)) }
	terms := func(f *fixture, _ *reservationService) ui.Screen { return screens.NewTerms(f.deps, londonDraft(f)) }
	guest := func(f *fixture, _ *reservationService) ui.Screen {
		return screens.NewGuest(f.deps, verifiedDraft(t, f))
	}
	book := func(f *fixture, _ *reservationService) ui.Screen { return screens.NewBook(f.deps, verifiedDraft(t, f)) }
	list := func(f *fixture, _ *reservationService) ui.Screen {
		return screens.NewReservations(f.deps, api.ReservationQuery{})
	}
	one := func(f *fixture, service *reservationService) ui.Screen {
		return screens.NewReservation(f.deps, service.items[0])
	}
	cancel := func(f *fixture, service *reservationService) ui.Screen {
		return screens.NewCancel(f.deps, service.items[0])
	}
	dates := func(f *fixture, service *reservationService) ui.Screen {
		return screens.NewDates(f.deps, movable(service))
	}
	with := func(change func(f *fixture, service *reservationService), state namedState) namedState {
		return func(f *fixture, service *reservationService) *uitest.Pump {
			change(f, service)
			return state(f, service)
		}
	}
	later := func(by time.Duration, state namedState) namedState {
		return func(f *fixture, service *reservationService) *uitest.Pump { return state(f, service).Skip(by) }
	}
	live := func(f *fixture, _ *reservationService) { production(f) }
	failing := func(f *fixture, _ *reservationService) { f.service.fail = errors.New("no") }
	return map[string]namedState{
		"search":               on(empty),
		"search of a trip":     on(search),
		"search, found":        on(empty, "type lond"),
		"search, wrong word":   on(empty, "type LON 12dce"),
		"search, check-in":     on(search, "tab"),
		"search, adults":       on(search, "tab", "tab", "tab"),
		"search, radius":       on(search, "shift+tab"),
		"search, calendar":     on(search, "tab", "ctrl+d"),
		"line help":            on(search, "f8"),
		"hotels":               on(hotels),
		"hotels, marked":       on(hotels, "space"),
		"hotels, find":         on(hotels, "/", "type lon"),
		"hotels, filter":       on(hotels, "f"),
		"hotels, filter set":   on(hotels, "f", "right"),
		"hotels, filtered":     on(hotels, "f", "right", "enter"),
		"hotels, filter price": on(hotels, "f", "down", "down", "down", "type 300-500"),
		"hotels, none left":    on(hotels, "f", "down", "down", "down", "type 1", "enter"),
		"hotels, map":          on(hotels, "m"),
		"hotels, very many":    with(func(f *fixture, _ *reservationService) { f.service.hotels, f.service.pageSize = 1300, 100 }, on(hotels)),
		"hotels, none":         with(func(f *fixture, _ *reservationService) { f.service.hotels = 0 }, on(hotels)),
		"hotels, failed":       with(failing, on(hotels)),
		"hotels, repeated":     with(func(f *fixture, _ *reservationService) { f.service.repeats = true }, on(hotels)),
		"rates":                on(rates),
		"rates, expired":       later(21*time.Minute, on(rates)),
		"terms":                on(terms),
		"terms, worse": with(func(f *fixture, _ *reservationService) {
			f.service.verified = func(v *api.Verification) { v.Total = pounds(99999) }
		}, on(terms)),
		"terms, expired": later(21*time.Minute, on(terms)),
		"terms, failed":  with(failing, on(terms)),
		"terms, gone": with(func(f *fixture, _ *reservationService) {
			f.service.fail = &api.Error{Status: 400, Type: api.TypeBooking}
		}, on(terms)),
		"other rates": on(func(f *fixture, _ *reservationService) ui.Screen {
			draft := londonDraft(f)
			return screens.NewNearestRates(f.deps, draft, booking.RoomRates(draft.Hotel), "gone", "These come nearest:")
		}),
		"guest": on(guest),
		"known guests": on(func(f *fixture, _ *reservationService) ui.Screen {
			return screens.NewKnownGuests(f.deps, londonTrip(), "", func(guests.Known) tea.Cmd { return nil })
		}),
		"book":                   on(book),
		"book, token":            on(book, "ctrl+t"),
		"book in production":     with(live, on(book)),
		"book, expired":          later(31*time.Minute, on(book, "ctrl+t")),
		"receipt":                on(func(f *fixture, _ *reservationService) ui.Screen { return receiptOf(t, f) }),
		"tray, empty":            on(func(f *fixture, _ *reservationService) ui.Screen { return screens.NewTray(f.deps) }),
		"tray":                   func(f *fixture, _ *reservationService) *uitest.Pump { return trayOf(f, 2) },
		"quote":                  func(f *fixture, _ *reservationService) *uitest.Pump { return trayOf(f, 2).Press("q") },
		"quote, mark-up":         func(f *fixture, _ *reservationService) *uitest.Pump { return trayOf(f, 2).Press("q", "%") },
		"quotes":                 func(f *fixture, _ *reservationService) *uitest.Pump { return trayOf(f, 2).Press("q", "v", "Q") },
		"reservations":           on(list),
		"reservations, marked":   on(list, "space"),
		"reservations, find":     on(list, "/"),
		"reservations, found":    on(list, "/", "type graham", "enter"),
		"reservations, filter":   on(list, "f"),
		"reservations, filtered": on(list, "f", "type 20dec", "ctrl+s"),
		"reservations, none":     with(func(_ *fixture, service *reservationService) { service.items = nil }, on(list)),
		"reservations, failed":   with(failing, on(list)),
		"columns":                on(list, "o"),
		"views":                  on(list, "v"),
		"views, own":             on(list, "v", "ctrl+s", "type mine", "ctrl+s", "home"),
		"views, name":            on(list, "v", "ctrl+s"),
		"views, days":            on(list, "f", "type 20dec", "ctrl+s", "v", "ctrl+s", "tab"),
		"cancel several":         on(list, "space", "down", "space", "c"),
		"reports":                on(list, "R"),
		"reports, days":          on(list, "R", "f"),
		"reservation":            on(one),
		"reservation, cancelled": on(func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewReservation(f.deps, service.items[2])
		}),
		"fields": on(func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewFields(f.deps, service.items[0], nil)
		}),
		"message":              on(one, "s"),
		"cancel":               on(cancel),
		"cancel in production": with(live, on(cancel)),
		"cancelled":            on(cancel, "ctrl+x"),
		"change dates":         on(dates),
		"dates, priced":        on(dates, "type 27dec", "ctrl+s"),
		"dates, not possible":  on(dates, "type 24dec", "ctrl+s"),
		"change payment": on(func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewPayment(f.deps, service.items[0])
		}),
		"rebook": on(func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewReservation(f.deps, dear(service))
		}, "a"),
		"rebook, half": on(func(f *fixture, service *reservationService) ui.Screen {
			return screens.NewReservation(f.deps, dear(service))
		}, "a", "enter", "ctrl+t", "ctrl+b"),
		"deadlines":        with(func(_ *fixture, service *reservationService) { dues(service, 5, 30, 80) }, on(func(f *fixture, _ *reservationService) ui.Screen { return screens.NewDeadlines(f.deps) })),
		"deadlines, none":  with(func(_ *fixture, service *reservationService) { service.items = nil }, on(func(f *fixture, _ *reservationService) ui.Screen { return screens.NewDeadlines(f.deps) })),
		"deadlines, month": with(func(_ *fixture, service *reservationService) { dues(service, 5, 30, 80) }, on(func(f *fixture, _ *reservationService) ui.Screen { return screens.NewDeadlines(f.deps) }, "ctrl+d")),
		"lost answers":     on(func(f *fixture, _ *reservationService) ui.Screen { return screens.NewUnresolved(f.deps) }),
		"activity":         on(func(f *fixture, _ *reservationService) ui.Screen { return screens.NewActivity(f.deps) }),
		"sandbox panel": on(func(f *fixture, _ *reservationService) ui.Screen {
			newControls(f)
			return screens.NewSandboxPanel(f.deps)
		}),
		"photos": on(func(f *fixture, _ *reservationService) ui.Screen {
			draft, _ := photographed(f)
			return ratesOf(f.deps, draft)
		}, "p"),
		"hand-over":        on(terms, "f7"),
		"open a hand-over": on(search, "f7"),
		"another key": func(f *fixture, _ *reservationService) *uitest.Pump {
			return startOn(f, screens.NewSignIn(f.deps)).Advance(signInPause)
		},
		"welcome": on(func(f *fixture, _ *reservationService) ui.Screen { return screens.NewWelcome(welcomeTo(f, nil, nil)) }),
	}
}

// bringTo returns a fixture with every store and control, in a state.
func bringTo(t *testing.T, state namedState) (*fixture, *countedService) {
	t.Helper()
	f, service := newFixtureWith(t, 12)
	counted := &countedService{reservationService: service}
	f.deskOpening(counted, filepath.Join(t.TempDir(), "journal"))
	dir := t.TempDir()
	f.deps.Exports, f.deps.Activity = filepath.Join(dir, "exports"), activity.NewLog()
	f.deps.Quotes = quotestore.NewStore(filepath.Join(dir, "quotes"), "demo@here", f.now)
	f.deps.Views, f.deps.Raw = views.NewFile(filepath.Join(dir, "views.toml")), rawReservation
	state(f, service)
	return f, counted
}

// moving lists keys that do nothing at the end of a list, and those that change the terminal only.
var moving = []string{
	"up", "down", "left", "right", "pgup", "pgdown", "home", "end", "j", "k", "g", "G", "tab", "shift+tab",
	"shift+left", "shift+right", "shift+up", "shift+down", "H", "J", "K", "L",
	"ctrl+l", "ctrl+z", "f12", "f2",
}

// inTexts finds control and function keys anywhere in a frame, hintKeys letters before the name of their action.
var (
	inTexts  = regexp.MustCompile(`\b(?:ctrl\+[a-z_]|alt\+[a-z]|f[1-9][0-2]?)\b`)
	hintKeys = regexp.MustCompile(`(?m)(?:^|│) *([a-zA-Z+\-\[\](){}=%$/]|delete|enter)  [a-z]`)
)

// namedKeys returns the keys in the footer, the help and the texts of a screen, without the moving ones.
func namedKeys(p *uitest.Pump) []string {
	var named []string
	for _, binding := range p.Shell().Bindings() {
		if binding.Enabled() && binding.Help().Desc != "" {
			named = append(named, binding.Keys()...)
		}
	}
	view := p.View()
	named = append(named, inTexts.FindAllString(view, -1)...)
	for _, found := range hintKeys.FindAllStringSubmatch(view, -1) {
		named = append(named, found[1])
	}
	slices.Sort(named)
	return slices.DeleteFunc(slices.Compact(named), func(key string) bool { return slices.Contains(moving, key) })
}

// Every key that a screen names changes its frame or title, calls the service, copies something or quits.
func TestEveryNamedKeyWorks(t *testing.T) {
	t.Parallel()
	for name, state := range namedStates(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, _ := bringTo(t, state)
			named := namedKeys(f.pump)
			if len(named) < 3 {
				t.Fatalf("only %q are named:\n%s", named, f.pump.View())
			}
			for i, key := range named {
				if !gated.All() && i%4 != len(name)%4 {
					continue // All of them are pressed with BELLHOP_TEST=all.
				}
				f, service := bringTo(t, state)
				p := f.pump
				looks := func() string { return fmt.Sprint(p.View(), p.Top().Title(), service.calls, len(f.copied), p.Quit()) }
				before := looks()
				p.Hold().Press(key)
				during := looks() // A read may be under way.
				p.Release()
				if after := looks(); strings.Contains(after, "does nothing here") || during == before && after == before {
					t.Errorf("%s is named, and does nothing:\n%s", key, p.View())
				}
			}
		})
	}
}
