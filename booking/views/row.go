package views

import (
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
)

// Cells says how the values of reservations are told.
type Cells struct {
	Desk *booking.Desk
	Zone *time.Location // the agent's; nil is UTC
	Now  time.Time
	// Canceled is when this machine cancelled reservations, by their id: the service does not tell it.
	Canceled map[string]recovery.Cancellation
	// Guests shows guests by their names; otherwise they are masked. Presenting masks numbers and custom values too.
	Guests     bool
	Presenting bool
}

// NewCells returns what a list shows its values with: guests are masked. What the journal knows of cancellations is read; a
// desk without a journal knows none.
func NewCells(desk *booking.Desk, zone *time.Location) (Cells, error) {
	canceled, err := desk.Recovery.Cancellations()
	return Cells{Desk: desk, Zone: zone, Now: desk.Now(), Canceled: canceled}, err
}

// Today returns the agent's day: relative days are counted from it.
func (c Cells) Today() api.Date { return api.DateOf(c.Now.In(c.zone())) }

func (c Cells) zone() *time.Location {
	if c.Zone == nil {
		return time.UTC
	}
	return c.Zone
}

// HotelTime returns a moment by the clock of a reservation's hotel: of its zone, of the offset of its deadlines, or else, where
// neither is known, by the agent's.
func (c Cells) HotelTime(r api.Reservation, at time.Time) time.Time {
	if zone := c.Desk.Directory.Zone(r.Hotel.ID); zone != nil {
		return at.In(zone)
	}
	for _, p := range r.Rate.Terms.Penalties {
		if d := p.Deadline; !d.IsZero() && d.HasOffset && !d.InUTC() {
			return at.In(d.Wall.Location())
		}
	}
	return at.In(c.zone())
}

// A Row is a reservation of a list. One goroutine uses it at a time.
type Row struct {
	api.Reservation
	Stay trip.Stay

	due   booking.Due
	open  bool
	dueAt time.Time // the moment that due was worked out for
}

// NewRow returns the row of a reservation whose days are known.
func NewRow(r api.Reservation, stay trip.Stay) *Row { return &Row{Reservation: r, Stay: stay} }

// Row returns the row of a reservation.
func (c Cells) Row(r api.Reservation) *Row { return NewRow(r, c.Desk.StayOf(r)) }

// Rows returns the rows of reservations.
func (c Cells) Rows(all []api.Reservation) []*Row {
	rows := make([]*Row, len(all))
	for i := range all {
		rows[i] = c.Row(all[i])
	}
	return rows
}

// Due returns the next deadline of a row; false where it cannot be cancelled any more.
func (c Cells) Due(r *Row) (booking.Due, bool) {
	if at := c.Now.Truncate(time.Minute); r.dueAt.IsZero() || !at.Equal(r.dueAt) {
		list := c.Desk.Deadlines(c.Now, []api.Reservation{r.Reservation})
		r.dueAt, r.open, r.due = at, len(list) > 0, booking.Due{}
		if r.open {
			r.due = list[0]
		}
	}
	return r.due, r.open
}
