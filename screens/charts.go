package screens

import (
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/ui"
	"bellhop/ui/chart"
)

// chartLeast is the height of a body from which charts stand beside their words. In a lower one the words have the room.
const chartLeast = 24

// penaltyLine draws when cancelling costs what, from when a reservation was made, or from now, to the arrival; nothing where
// that is always free or unknown, or if there is no room. Its words stand beside it.
func penaltyLine(t ui.Theme, offered terms.Terms, made, now, arrival time.Time, width int) []string {
	stretches := offered.Stretches(made, now)
	line := chart.Line{Begin: made, End: arrival, Now: now, Stretches: make([]chart.Stretch, len(stretches))}
	for i, s := range stretches {
		style := costStyle(t, s.Cost.Kind)
		if s.All {
			style = t.Bad
		}
		line.Stretches[i] = chart.Stretch{
			From: s.From, Words: s.Words, Short: s.Short, At: s.At, ShorterAt: s.Day, Style: style, Heavy: s.Cost.Kind != terms.CostFree,
		}
	}
	return line.Draw(t, width)
}

// arrivalAt returns when the day of an arrival ends at the hotel, or in UTC where its zone is not known: the line of what
// cancelling costs goes on to there.
func arrivalAt(day api.Date, zone *time.Location) time.Time {
	if day.IsZero() {
		return time.Time{}
	}
	if zone == nil {
		zone = time.UTC
	}
	return day.AddDays(1).In(zone)
}

// penaltyLine adds the line of a reservation, where the page is high enough for charts.
func (s *sheet) penaltyLine(d *Deps, r api.Reservation, stay trip.Stay, now time.Time) {
	if !s.charts {
		return
	}
	agreed, end := d.Desk.TermsOf(r), arrivalAt(stay.In, d.Desk.Directory.Zone(r.Hotel.ID))
	s.Drawing(func(width int) []string { return penaltyLine(s.theme, agreed, r.Created.Time, now, end, width) })
}

// nightBars draws what each night costs. Where there are more than fit, they stand upright beside each other, with what
// they cost in words below. One night has no bar.
func nightBars(t ui.Theme, price api.Price, title string, width, height int) []string {
	nights := terms.NightsOf(price)
	if len(nights) < 2 {
		return nil
	}
	shares, bars := booking.Shares(price.Nights), make([]chart.Bar, len(nights))
	for i, n := range nights {
		bars[i] = chart.Bar{
			Label: n.Date.Format("Mon _2 Jan"), Amount: n.Total.Digits(), Change: n.ChangeWords(),
			Note: when(n.Weekend, "weekend"), Share: shares[i],
		}
	}
	lines := []string{t.Title.Render(title)}
	if len(bars) <= height {
		lines = append(lines, chart.Rows(t, bars, width)...)
	} else {
		upright := chart.Columns(t, bars, func(i int) string {
			if i == 0 || nights[i].Date.Weekday() == time.Monday {
				return nights[i].Date.Format("2 Jan")
			}
			return ""
		}, width, uprightLines)
		words := wording.Plural(len(nights), "night") + ": " + terms.RangeWords(nights)
		lines = append(append(lines, upright...), ui.Wrap(words, width)...)
	}
	if _, note := terms.NightsTotal(price); note != "" {
		lines = append(lines, styled(t.Warn.Render, ui.Wrap("! "+note, width))...)
	}
	return lines
}

// nightsTitle heads the nights of a rate.
func nightsTitle(rooms int) string { return "nights" + when(rooms > 1, " of one room") }

// uprightLines is the height of upright bars, and longStay how many nights have a line each beside a list.
const (
	uprightLines = 3
	longStay     = 12
)
