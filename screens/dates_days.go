package screens

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/ui"
)

// days are the new ones as they are typed, and what is wrong with them. Where
// only one is typed, an arrival keeps the nights, and a departure the arrival.
func (s *Dates) days() (in, out api.Date, problems map[string]string) {
	in, out, problems = s.typed()
	if len(problems) > 0 {
		return in, out, problems
	}
	if in.IsZero() {
		in = s.stay.In
	}
	if out.IsZero() {
		out = s.stay.Out
	}
	for _, p := range s.deps.Desk.CheckDates(s.reservation, in, out) {
		field := fieldArrival
		if p.Field == trip.FieldCheckOut {
			field = fieldDeparture
		}
		if problems[field] == "" {
			problems[field] = p.Message
		}
	}
	return in, out, problems
}

// typed are the days that are asked for; a zero one stays as it is.
func (s *Dates) typed() (in, out api.Date, problems map[string]string) {
	problems = map[string]string{}
	from := s.stay.In
	if from.IsZero() {
		from = today(s.deps) // An arrival that cannot be read.
	}
	if text := s.form.Value(fieldArrival); text != "" {
		day, err := trip.ParseDay(text, today(s.deps))
		if err != nil {
			problems[fieldArrival] = err.Error()
			return in, out, problems
		}
		in, from = day, day
		if nights, known := s.stay.Nights(); known {
			out = day.AddDays(nights)
		}
	}
	if text := s.form.Value(fieldDeparture); text != "" {
		day, err := trip.ParseDay(text, from)
		if err != nil {
			problems[fieldDeparture] = err.Error()
			return in, out, problems
		}
		out = day
	}
	return in, out, problems
}

// ask prices the days if they can be a stay. It changes nothing.
func (s *Dates) ask() tea.Cmd {
	_, _, problems := s.days()
	in, out, _ := s.typed()
	if s.change != nil {
		in, out = s.change.AskedIn, s.change.AskedOut
	}
	s.form.ClearErrors()
	for _, name := range []string{fieldDeparture, fieldArrival} {
		if problems[name] != "" {
			s.form.SetFieldError(name, problems[name])
			s.form.Focus(name)
		}
	}
	if len(problems) > 0 {
		return nil
	}
	s.failure, s.note = nil, ""
	desk, id := s.deps.Desk, s.reservation.ID
	return s.price.start(func(ctx context.Context) (booking.DateChange, error) { return desk.PriceDates(ctx, id, in, out) })
}

// priced takes what the days mean. What was accepted before holds only for the
// same changes. Where the days are not possible a new booking is offered.
func (s *Dates) priced(change booking.DateChange) ui.Nav {
	s.reservation, s.stay = change.Reservation, change.Stay
	if s.changed != nil {
		s.changed(change.Reservation)
	}
	if !change.Possible() {
		s.change = nil
		return s.instead(change)
	}
	s.agreed = s.agreed && s.change != nil && slices.Equal(s.change.Changes, change.Changes)
	s.change, s.word = &change, nil
	if !s.deps.Sandbox {
		s.word = ui.NewForm(s.deps.Theme, ui.Section{Fields: []ui.Field{productionWord(datesWord, datesKey)}})
	}
	return ui.Stay()
}

// instead offers a new booking in the reservation's place, for the same guest.
// The reservation stands until a person cancels it.
func (s *Dates) instead(change booking.DateChange) ui.Nav {
	words := trip.StayWords(change.In, change.Out)
	if len(change.Nearest) == 0 {
		s.failure = &booking.Explanation{
			Title: "The hotel offers nothing for " + words, Text: "Nothing was changed; the reservation stands.", Hint: "Try other dates.",
		}
		return ui.Stay()
	}
	var zone *time.Location
	if facts, known := s.deps.Desk.Directory.Known(s.reservation.Hotel.ID); known {
		zone = zoneOf(facts.Timezone)
	}
	return ui.Push(NewNearest(s.deps, booking.Replacement(change, zone), change.Nearest,
		"The dates can't be changed: the reservation's rate is not offered for "+words,
		"A new booking can take its place, with the same guest; it is verified and asked about like any other. "+
			"The old reservation stands until you cancel it, which the new one's receipt offers. "+
			"Cancelling the old one costs now: "+change.Terms.CostAt(s.now).Sentence()+"."))
}
