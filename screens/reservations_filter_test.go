package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
)

func TestReservationsReadEveryFilter(t *testing.T) {
	t.Parallel()
	one, two := storedReservation(1).ID, storedReservation(2).ID
	day := func(n int) api.Date { return api.NewDate(2026, 12, n) }
	rest := []string{one, one + " " + two, "a", "b", "c", "d", "e"}
	for _, tt := range []struct {
		days    []string
		in, out api.DateRange
	}{
		{
			[]string{"1dec2026", "", "", "", "", "", "2dec2026", "3dec2026", "14dec2026", "15dec2026"},
			api.DateRange{On: day(1)},
			api.DateRange{After: day(2), From: day(3), Before: day(14), Until: day(15)},
		},
		{
			[]string{"", "2dec2026", "3dec2026", "14dec2026", "15dec2026", "16dec2026", "", "", "", ""},
			api.DateRange{After: day(2), From: day(3), Before: day(14), Until: day(15)},
			api.DateRange{On: day(16)},
		},
	} {
		f, service := newFixtureWith(t, 3)
		for i := range service.items {
			service.items[i].CheckIn = api.Instant{Time: day(20).In(time.UTC)}
		}
		p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
		p.Press("f")
		for _, text := range append(tt.days, rest...) {
			p.Paste(text).Press("tab")
		}
		p.Press("ctrl+s")
		got := service.queries[len(service.queries)-1]
		if got.CheckIn != tt.in || got.CheckOut != tt.out || got.ID != one {
			t.Errorf("asked for %+v", got)
		}
		if len(got.IDs) != 2 || got.IDs[0] != one || got.IDs[1] != two || len(got.CustomValues) != 5 {
			t.Errorf("asked for ids %q, values %q", got.IDs, got.CustomValues)
		}
		p.Has("No reservation matches", "x clears them all").Press("x").Has("3 of 3 reservations")
	}
}

// What no day can meet, and what is no id, is told at its field and not asked.
func TestReservationsFilterRefusesContradictions(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		values []string // of the fields, from the first on
		want   []string
	}{
		"a day and a range": {[]string{"1dec2026", "2dec2026"}, []string{"! one day, or a range:"}},
		"no day left":       {[]string{"", "3dec2026", "", "3dec2026"}, []string{"! no day is after Thu 3 Dec 2026", "before Thu 3 Dec 2026"}},
		"departures":        {[]string{"", "", "", "", "", "", "", "4dec2026", "", "3dec2026"}, []string{"! no day is on or after Fri 4 Dec", "Thu 3 Dec"}},
		"one id":            {[]string{"", "", "", "", "", "", "", "", "", "", "abc"}, []string{"! an id is 32 letters and digits"}},
		"all at once":       {[]string{"", "3dec2026", "", "3dec2026", "", "", "", "4dec2026", "", "3dec2026", "abc"}, []string{"! no day is after Thu 3 Dec 2026", "! no day is on or after Fri 4 Dec", "! an id is 32 letters and digits"}},
		"several ids":       {[]string{"", "", "", "", "", "", "", "", "", "", "", "abc, d-e"}, []string{"! an id is 32 letters and digits:", "abc, d-e"}},
	} {
		t.Run(name, func(t *testing.T) {
			f, service := newFixtureWith(t, 3)
			p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("f")
			for _, text := range tt.values {
				p.Paste(text).Press("tab")
			}
			p.Press("ctrl+s").Has(tt.want...)
			if len(service.queries) != 1 {
				t.Errorf("it was asked for: %+v", service.queries[1])
			}
		})
	}
}

func TestReservationsEscClearsTheFilterFirst(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Has("esc back").Press("f").Type("20dec2026").Press("ctrl+s").Has("1 of 1 reservation", "esc clear filter")
	p.Press("/").Type("x").Press("tab", "esc").Has("1 of 1 reservation")
	p.Press("esc").Has("3 of 3 reservations", "esc back")
	onTop(t, p, "reservations")
	p.Press("f").HasNot("20 Dec").Press("esc", "esc")
	onTop(t, p, "floor")
	// A list that was opened narrowed, to look for one arrival, leads back there.
	p = startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{CheckIn: api.DateRange{On: api.NewDate(2026, 12, 20)}}))
	p.Has("esc back").Press("esc")
	onTop(t, p, "floor")
	if len(service.queries) != 4 {
		t.Errorf("%d lists were asked for", len(service.queries))
	}
}

func TestReservationsUndoInTheFilters(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{}))
	p.Press("f").Type("20dec").Has("20dec").Press("ctrl+_").Has(`"20dec" taken back`)
}

// Opened again, the filters hold what was typed, and typing begins at the first of them.
func TestReservationsFilterOpensInItsFirstField(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 3)
	p := startOn(f, screens.NewReservations(f.deps, api.ReservationQuery{})).Press("f")
	for range 12 {
		p.Press("tab")
	}
	p.Type("CC-110").Press("ctrl+s", "f").Has("CC-110").Type("20dec2026").HasNot("CC-11020dec").Press("ctrl+s")
	last := service.queries[len(service.queries)-1]
	if last.CheckIn.On != api.NewDate(2026, 12, 20) || len(last.CustomValues) != 1 || last.CustomValues[0] != "CC-110" {
		t.Errorf("asked for %+v", last)
	}
	p.Press("f", "tab", "esc", "f").Type("x").Has("20dec2026x")
}
