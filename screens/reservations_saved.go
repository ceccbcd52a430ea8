package screens

import (
	"context"
	"reflect"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/views"
	"bellhop/booking/wording"
)

// queryChips returns what narrows the list, as it was asked for: a view's own days, not those that are asked for wider.
func (s *Reservations) queryChips() []string {
	v := s.look.view
	if v.Arrival.IsZero() && v.Departure.IsZero() && v.Deadline.IsZero() {
		return booking.QueryChips(masked(s.deps, booking.MaskQuery, s.shown()))
	}
	v.States = nil
	q := masked(s.deps, booking.MaskQuery, api.ReservationQuery{IDs: v.IDs, CustomValues: v.Custom})
	v.IDs, v.Custom = q.IDs, q.CustomValues
	return v.Chips(s.look.cells(s).Today())
}

// apply shows the list as a view has it.
func (s *Reservations) applyView(v views.View) tea.Cmd {
	l := &s.look
	l.view, l.columns = v, nil
	if len(v.Columns) > 0 {
		l.columns = v.Shown()
	}
	s.filter = nil
	s.find.clear()
	cmd := l.readJournal()
	s.all = l.narrowed() || v.Sort.Column != "" // What is left out or put in order here is told of all, not of a page.
	q := v.Query(l.cells(s).Today())
	if reflect.DeepEqual(q, s.query) && s.has {
		s.arrange()
		return tea.Batch(cmd, s.renew())
	}
	return tea.Batch(cmd, s.ask(q, 1))
}

// readJournal reads when reservations were cancelled from here, for a view that shows it.
func (l *shownList) readJournal() tea.Cmd {
	asks := func(name string) bool { return name == "cancelled" }
	if !slices.ContainsFunc(l.view.Columns, asks) && !asks(l.view.Sort.Column) {
		return nil
	}
	r := l.deps.Desk.Recovery
	return l.canceled.start(func(context.Context) (map[string]recovery.Cancellation, error) { return r.Cancellations() })
}

// viewShown returns what is shown now as a view without a name. With relative, its days are counted from today.
func (s *Reservations) viewShown(relative bool) views.View {
	v := s.look.view
	today := s.look.cells(s).Today()
	if q := s.shown(); v.Arrival.IsZero() && v.Departure.IsZero() && v.Deadline.IsZero() {
		v.Arrival, v.Departure = views.RangeOf(q.CheckIn, today, relative), views.RangeOf(q.CheckOut, today, relative)
		v.IDs, v.Custom = q.IDs, q.CustomValues
		if q.ID != "" {
			v.IDs = []string{q.ID}
		}
	}
	v.Name, v.BuiltIn = "", false
	return v
}

// exportShown writes the rows of the list and its columns into a file.
func (s *Reservations) exportShown(f views.Format) tea.Cmd {
	l := &s.look
	rows := make([]*views.Row, len(s.rows))
	for i, line := range s.rows {
		rows[i] = views.NewRow(line.Reservation, line.stay) // The list goes on with its own meanwhile.
	}
	cells, name := l.cells(s), l.view.Name
	columns := l.columns
	if len(columns) == 0 {
		columns = views.View{}.Shown()
	}
	words := wording.Plural(len(rows), "reservation") + ", " + wording.Plural(len(columns), "column")
	if slices.ContainsFunc(columns, func(c views.Column) bool { return c.Name == "guest" }) {
		words += when(!cells.Guests || cells.Presenting, ", guests masked") + when(cells.Guests && !cells.Presenting, ", guests by name")
	}
	if s.list.More() {
		words += "; " + s.list.CountWords() + " were loaded"
	}
	folder := l.deps.Exports
	return l.out.write(string(f), func(context.Context) (string, error) {
		path, err := views.Save(folder, name, f, cells, columns, rows)
		return "Written: " + path + " (" + words + ").", err
	})
}

// unrange drops what a view asks for of the service: the service was asked for something else.
func (l *shownList) unrange() {
	l.view = views.View{States: l.view.States, Columns: l.view.Columns, Sort: l.view.Sort}
}

// unfilter shows all states, and asks for another query.
func (s *Reservations) unfilter(q api.ReservationQuery) tea.Cmd {
	s.filter = nil
	s.look.unrange()
	s.look.view.States = nil
	if s.has && reflect.DeepEqual(q, s.query) {
		s.arrange()
		return nil
	}
	return s.ask(q, 1)
}

// exactQuery returns the question as somebody would ask it: a view's own days, where it asks for wider ones.
func (s *Reservations) exactQuery() api.ReservationQuery {
	q, v, today := s.query, s.look.view, s.look.cells(s).Today()
	exact := func(r views.Range, asked api.DateRange) api.DateRange {
		if r.IsZero() {
			return asked
		}
		out := api.DateRange{From: r.From.On(today), Until: r.Until.On(today)}
		if out.From == out.Until {
			out = api.DateRange{On: out.From}
		}
		return out
	}
	q.CheckIn, q.CheckOut = exact(v.Arrival, q.CheckIn), exact(v.Departure, q.CheckOut)
	return q
}
