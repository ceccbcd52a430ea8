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
	for name, start := range map[string]func(f *fixture) *uitest.Pump{
		"welcome": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewWelcome(welcomeTo(f, nil, failed))).Press("enter")
		},
		"account": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewWelcome(welcomeTo(f, nil, nil))).Press("down", "enter", "ctrl+s")
		},
		"search": func(f *fixture) *uitest.Pump { return f.start(screens.NewSearch(f.deps, londonTrip())) },
		"search nowhere": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, emptyTrip())).Type("nowhere").Advance(pause)
		},
		"search date": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, londonTrip())).Press("tab").Type("10/12").Press("enter")
		},
		"search calendar": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, londonTrip())).Press("tab", "enter")
		},
		"search numbers": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewSearch(f.deps, londonTrip())).Press("shift+tab").Type("99").Press("tab")
		},
		"search failed": func(f *fixture) *uitest.Pump {
			f.service.fail = failed
			return f.start(screens.NewSearch(f.deps, londonTrip()))
		},
		"hotels": func(f *fixture) *uitest.Pump { return f.start(screens.NewHotels(f.deps, londonTrip())) },
		"hotels find": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewHotels(f.deps, londonTrip())).Press("/").Type("löwe")
		},
		"hotels filter": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewHotels(f.deps, londonTrip())).Press("f", "up")
		},
		"hotels none": func(f *fixture) *uitest.Pump {
			f.service.hotels = 0
			return f.start(screens.NewHotels(f.deps, londonTrip()))
		},
		"hotels loading": func(f *fixture) *uitest.Pump {
			p := f.start(screens.NewHotels(f.deps, londonTrip()))
			return p.Hold().Press("]")
		},
		"hotels failed": func(f *fixture) *uitest.Pump {
			p := f.start(screens.NewHotels(f.deps, londonTrip()))
			f.service.fail = failed
			return p.Press("r")
		},
		"rates": func(f *fixture) *uitest.Pump { return f.start(screens.NewRates(f.deps, londonDraft(f))) },
		"rates expired": func(f *fixture) *uitest.Pump {
			return f.start(screens.NewRates(f.deps, londonDraft(f))).Press("end").Skip(time.Hour)
		},
		"rates failed": func(f *fixture) *uitest.Pump {
			p := f.start(screens.NewRates(f.deps, londonDraft(f)))
			f.service.fail = failed
			return p.Press("r")
		},
		"terms": func(f *fixture) *uitest.Pump { return f.start(screens.NewTerms(f.deps, londonDraft(f))) },
		"terms changed": func(f *fixture) *uitest.Pump {
			f.service.verified = func(v *api.Verification) { v.Total, v.MaxOccupancy = pounds(99900), 1 }
			return f.start(screens.NewTerms(f.deps, londonDraft(f))).Press("enter", "down")
		},
		"terms failed": func(f *fixture) *uitest.Pump {
			f.service.fail = failed
			return f.start(screens.NewTerms(f.deps, londonDraft(f)))
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
	for name, start := range map[string]func(f *fixture) ui.Screen{
		"hotels": func(f *fixture) ui.Screen { return screens.NewHotels(f.deps, londonTrip()) },
		"rates":  func(f *fixture) ui.Screen { return screens.NewRates(f.deps, londonDraft(f)) },
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			p := f.start(start(f))
			p.Resize(109, 40).HasNot(" │ ")
			p.Resize(110, 40).Has(" │ ")
		})
	}
}

// The bodies themselves are exact too, below the shell's least size as well.
func TestBodiesAreExact(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for name, s := range map[string]ui.Screen{
		"welcome": screens.NewWelcome(welcomeTo(f, nil, nil)), "search": screens.NewSearch(f.deps, londonTrip()),
		"hotels": screens.NewHotels(f.deps, londonTrip()), "rates": screens.NewRates(f.deps, londonDraft(f)),
		"terms": screens.NewTerms(f.deps, londonDraft(f)),
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
