package screens_test

import (
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/uitest"
)

// Every screen in every state is exactly its size, whatever that is.
func TestSweepFromSearchToTerms(t *testing.T) {
	t.Parallel()
	failed := &api.Error{Operation: "search", Status: 500, Message: "out of order, and with a message that is rather long for a line"}
	for name, start := range map[string]func(b *fixture) *uitest.Pump{
		"welcome": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewWelcome(welcomeTo(b, nil, failed))).Press("enter")
		},
		"account": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewWelcome(welcomeTo(b, nil, nil))).Press("down", "enter", "ctrl+s")
		},
		"search": func(b *fixture) *uitest.Pump { return b.start(screens.NewSearch(b.deps, londonTrip())) },
		"search nowhere": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewSearch(b.deps, emptyTrip())).Type("nowhere").Advance(pause)
		},
		"search date": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewSearch(b.deps, londonTrip())).Press("tab").Type("10/12").Press("enter")
		},
		"search calendar": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewSearch(b.deps, londonTrip())).Press("tab", "enter")
		},
		"search numbers": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewSearch(b.deps, londonTrip())).Press("shift+tab").Type("99").Press("tab")
		},
		"search failed": func(b *fixture) *uitest.Pump {
			b.service.fail = failed
			return b.start(screens.NewSearch(b.deps, londonTrip()))
		},
		"hotels": func(b *fixture) *uitest.Pump { return b.start(screens.NewHotels(b.deps, londonTrip())) },
		"hotels find": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewHotels(b.deps, londonTrip())).Press("/").Type("löwe")
		},
		"hotels filter": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewHotels(b.deps, londonTrip())).Press("f", "up")
		},
		"hotels none": func(b *fixture) *uitest.Pump {
			b.service.hotels = 0
			return b.start(screens.NewHotels(b.deps, londonTrip()))
		},
		"hotels loading": func(b *fixture) *uitest.Pump {
			p := b.start(screens.NewHotels(b.deps, londonTrip()))
			return p.Hold().Press("]")
		},
		"hotels failed": func(b *fixture) *uitest.Pump {
			p := b.start(screens.NewHotels(b.deps, londonTrip()))
			b.service.fail = failed
			return p.Press("r")
		},
		"rates": func(b *fixture) *uitest.Pump { return b.start(screens.NewRates(b.deps, londonDraft(b))) },
		"rates expired": func(b *fixture) *uitest.Pump {
			return b.start(screens.NewRates(b.deps, londonDraft(b))).Press("end").Skip(time.Hour)
		},
		"rates failed": func(b *fixture) *uitest.Pump {
			p := b.start(screens.NewRates(b.deps, londonDraft(b)))
			b.service.fail = failed
			return p.Press("r")
		},
		"terms": func(b *fixture) *uitest.Pump { return b.start(screens.NewTerms(b.deps, londonDraft(b))) },
		"terms changed": func(b *fixture) *uitest.Pump {
			b.service.verified = func(v *api.Verification) { v.Total, v.MaxOccupancy = pounds(99900), 1 }
			return b.start(screens.NewTerms(b.deps, londonDraft(b))).Press("enter", "down")
		},
		"terms failed": func(b *fixture) *uitest.Pump {
			b.service.fail = failed
			return b.start(screens.NewTerms(b.deps, londonDraft(b)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			uitest.Sweep(t, start(newFixture(t)))
		})
	}
}

// The details stand beside a list from a window of 110 columns on, as the
// console promises.
func TestDetailsStandBesideAListFrom110Columns(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(b *fixture) ui.Screen{
		"hotels": func(b *fixture) ui.Screen { return screens.NewHotels(b.deps, londonTrip()) },
		"rates":  func(b *fixture) ui.Screen { return screens.NewRates(b.deps, londonDraft(b)) },
	} {
		t.Run(name, func(t *testing.T) {
			b := newFixture(t)
			p := b.start(start(b))
			p.Resize(109, 40).HasNot(" │ ")
			p.Resize(110, 40).Has(" │ ")
		})
	}
}

// The bodies themselves are exact too, below the shell's least size as well.
func TestBodiesAreExact(t *testing.T) {
	t.Parallel()
	b := newFixture(t)
	for name, s := range map[string]ui.Screen{
		"welcome": screens.NewWelcome(welcomeTo(b, nil, nil)), "search": screens.NewSearch(b.deps, londonTrip()),
		"hotels": screens.NewHotels(b.deps, londonTrip()), "rates": screens.NewRates(b.deps, londonDraft(b)),
		"terms": screens.NewTerms(b.deps, londonDraft(b)),
	} {
		t.Run(name, func(t *testing.T) {
			for _, size := range append(uitest.Sizes(), [2]int{1, 1}, [2]int{5, 2}, [2]int{20, 8}) {
				s.SetSize(size[0], size[1])
				uitest.CheckSize(t, s.View(), size[0], size[1])
			}
		})
	}
}

// BenchmarkHotelsKey is a cursor move and the frame after it, with 10,000
// hotels at 120x40.
func BenchmarkHotelsKey(b *testing.B) {
	fix := newFixture(b)
	fix.service.hotels, fix.service.pageSize = 10_000, 10_000
	fix.deps.Theme = ui.NewThemeIn(ui.ThemeDark, ui.TrueColor)
	s := screens.NewHotels(fix.deps, londonTrip())
	fix.start(s).Resize(120, 40)
	down, up := tea.KeyMsg{Type: tea.KeyDown}, tea.KeyMsg{Type: tea.KeyUp}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		key := down
		if i%200 >= 100 {
			key = up
		}
		s.Update(key)
		_ = s.View()
	}
}
