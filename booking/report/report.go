// Package report counts reservations by the hotel's day: arrivals, departures, cancellations and deadlines, with sums by
// currency. A report is a value that a screen, a table and JSON print.
package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/booking/views"
	"bellhop/booking/wording"
	"bellhop/internal/spelling"
)

// A Kind is what a report counts.
type Kind string

// The kinds of reports.
const (
	Arrivals      Kind = "arrivals"
	Departures    Kind = "departures"
	Cancellations Kind = "cancellations"
	Deadlines     Kind = "deadlines"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Arrivals, Departures, Cancellations, Deadlines} }

// ParseKind reads a kind. The error names the one that was probably meant.
func ParseKind(text string) (Kind, error) {
	names := make([]string, len(Kinds()))
	for i, k := range Kinds() {
		if names[i] = string(k); names[i] == strings.ToLower(strings.TrimSpace(text)) {
			return k, nil
		}
	}
	return "", fmt.Errorf("there is no report %q; %s", text, spelling.Hint(text, names))
}

// AmountTitle says what the amounts of a kind are.
func (k Kind) AmountTitle() string {
	switch k {
	case Cancellations:
		return "it cost"
	case Deadlines:
		return "at stake"
	default:
		return "total"
	}
}

// Columns returns what a list of a report's reservations shows of each, besides the amount.
func (k Kind) Columns() []views.Column {
	var names []string
	switch k {
	case Arrivals:
		names = []string{"status", "hotel", "guest", "nights", "rooms", "confirmation"}
	case Departures:
		names = []string{"status", "hotel", "guest", "nights", "confirmation"}
	default:
		names = []string{"arrival", "hotel", "guest", "confirmation"}
	}
	return views.View{Columns: names}.Shown()
}

// A Report is what was counted. Sums never hold two currencies.
type Report struct {
	Kind     Kind
	From, To api.Date // both included
	Days     []Day    // those on which something is, in their order
	// Undated are the reservations that were cancelled elsewhere, perhaps in these days. Nil where
	// there are none.
	Undated *Day
	Count   int // of items of Days
	Sums    []Sum
	// Unsaid is how many items of Days have no amount.
	Unsaid int
	// Complete reports whether all reservations were read; Notes are what a reader of the report has to know.
	Complete bool
	Notes    []string
}

// A Day is what is on one of the hotels' days.
type Day struct {
	Date   api.Date
	Items  []Item
	Sums   []Sum
	Unsaid int
}

// An Item is a reservation in a report.
type Item struct {
	Row *views.Row
	// Amount is the total of a stay, what a cancellation cost, or what a deadline makes dearer; unset where it is not said.
	Amount booking.Stake
	// At is the moment of a cancellation or a deadline, by the hotel's clock as far as that is known.
	At time.Time
	// Origin is who says that it is on this day: "service", or "journal" for what this machine did.
	Origin string
}

// The values of Item.Origin.
const (
	OfService = "service"
	OfJournal = "journal"
)

// A Sum is money of one currency.
type Sum struct {
	booking.Stake
	Count int // of the items that it adds up
}

// Words returns the sum with what an estimate is in it: "about 408.26 GBP".
func (s Sum) Words() string { return s.String() }

// SumWords returns sums in a line, and how many have no amount: "612.40 GBP + 90.00 EUR, 2 not said".
func SumWords(sums []Sum, unsaid int) string {
	words := make([]string, len(sums))
	for i, s := range sums {
		words[i] = s.Words()
	}
	line := strings.Join(words, " + ")
	if unsaid > 0 {
		if line != "" {
			line += ", "
		}
		line += wording.Count(unsaid) + " not said"
	}
	return line
}

// Make counts reservations. What the days ask for besides was left out when they were read.
func Make(c views.Cells, kind Kind, from, to api.Date, all []api.Reservation) Report {
	m := maker{c: c, days: map[api.Date]*Day{}, Report: Report{Kind: kind, From: from, To: to, Complete: true}}
	for _, r := range all {
		m.take(c.Row(r))
	}
	return m.report()
}

type maker struct {
	Report
	c    views.Cells
	days map[api.Date]*Day
}

func (m *maker) take(row *views.Row) {
	total := booking.Stake{Money: row.Rate.Total}
	canceled := row.Status == api.StatusCanceled
	switch {
	case m.Kind == Cancellations:
		if canceled {
			m.takeCanceled(row)
		}
	case canceled:
	case m.Kind == Arrivals:
		m.add(row.Stay.In, Item{Row: row, Amount: total, Origin: OfService})
	case m.Kind == Departures:
		m.add(row.Stay.Out, Item{Row: row, Amount: total, Origin: OfService})
	default:
		m.takeDeadlines(row)
	}
}

// takeCanceled takes a cancelled reservation on the day on which this machine cancelled it.
func (m *maker) takeCanceled(row *views.Row) {
	made, known := m.c.Canceled[row.ID]
	if known {
		at := m.c.HotelTime(row.Reservation, made.At)
		item := Item{Row: row, At: at, Origin: OfJournal}
		agreed := m.c.Desk.TermsOf(row.Reservation).CostAt(made.At)
		if lost, said := agreed.LossOf(row.Rate.Total); said {
			item.Amount = booking.Stake{Money: lost, Estimated: agreed.Estimated}
		}
		if plan := made.State.Plan; plan.Total != "" {
			item.Amount.Money = api.NewMoney(plan.Total, plan.Currency)
		}
		m.add(api.DateOf(at), item)
		return
	}
	created := row.Created.Time
	if !row.Created.IsZero() && m.To.Before(api.DateOf(m.c.HotelTime(row.Reservation, created))) || !row.Stay.Out.IsZero() && row.Stay.Out.Before(m.From) {
		return // It was booked after these days, or over before them.
	}
	if m.Undated == nil {
		m.Undated = &Day{}
	}
	m.Undated.Items = append(m.Undated.Items, Item{Row: row, Origin: OfService})
}

// takeDeadlines takes every step at which cancelling becomes dearer, from now on.
func (m *maker) takeDeadlines(row *views.Row) {
	due, open := m.c.Due(row)
	if !open {
		return
	}
	agreed, cost := m.c.Desk.TermsOf(row.Reservation), due.Now
	next, then := due.Next, due.Then
	for range mostSteps {
		if next == nil {
			return
		}
		m.add(api.DateOf(next.Deadline.Wall), Item{
			Row: row, Amount: booking.Stake{Money: cost.DearerBy(then), Estimated: cost.Estimated || then.Estimated},
			At: next.Deadline.Wall, Origin: OfService,
		})
		at := next.From
		cost = then
		if next, then = agreed.NextChange(at); next != nil && !next.From.After(at) {
			return
		}
	}
}

// mostSteps is more than any reservation has.
const mostSteps = 50

func (m *maker) add(day api.Date, item Item) {
	if day.IsZero() || day.Before(m.From) || m.To.Before(day) {
		return
	}
	d := m.days[day]
	if d == nil {
		d = &Day{Date: day}
		m.days[day] = d
	}
	d.Items = append(d.Items, item)
}

func (m *maker) report() Report {
	r := m.Report
	for _, d := range m.days {
		sortItems(d.Items)
		d.Sums, d.Unsaid = sumsOf(d.Items)
		r.Days = append(r.Days, *d)
		r.Count += len(d.Items)
	}
	slices.SortFunc(r.Days, func(a, b Day) int { return cmp.Compare(a.Date.String(), b.Date.String()) })
	var all []Item
	for _, d := range r.Days {
		all = append(all, d.Items...)
	}
	r.Sums, r.Unsaid = sumsOf(all)
	r.note(m.c)
	return r
}

func (r *Report) note(c views.Cells) {
	if r.Undated != nil {
		sortItems(r.Undated.Items)
		r.Undated.Unsaid = len(r.Undated.Items)
	}
	switch r.Kind {
	case Cancellations:
		r.Notes = append(r.Notes, "The service does not tell when a reservation was cancelled: the days are those that this machine's journal has.")
		if r.Undated != nil {
			n := len(r.Undated.Items)
			r.Notes = append(r.Notes, wording.Plural(n, "reservation")+" cancelled elsewhere: on which day and at what cost is not known here.")
		}
	case Deadlines:
		if r.From.Before(c.Today()) {
			r.Notes = append(r.Notes, "Deadlines that have passed are not listed.")
		}
	default:
	}
	utc := 0
	for _, d := range r.Days {
		for _, item := range d.Items {
			if item.Row.Stay.Mark() != "" {
				utc++
			}
		}
	}
	if utc > 0 && (r.Kind == Arrivals || r.Kind == Departures) {
		r.Notes = append(r.Notes, "Of "+wording.Count(utc)+" the day is that of UTC: the hotel's zone is not known.")
	}
}

func sortItems(items []Item) {
	slices.SortStableFunc(items, func(a, b Item) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(wording.Fold(a.Row.Hotel.Name), wording.Fold(b.Row.Hotel.Name)), cmp.Compare(a.Row.ID, b.Row.ID))
	})
}

// sumsOf adds up the amounts of items.
func sumsOf(items []Item) (sums []Sum, unsaid int) {
	amounts := make([]booking.Stake, len(items))
	for i, item := range items {
		amounts[i] = item.Amount
	}
	return SumsOf(amounts)
}

// SumsOf adds up amounts by currency, and counts those that are not said.
func SumsOf(amounts []booking.Stake) (sums []Sum, unsaid int) {
	for _, amount := range amounts {
		if !amount.Valid() || amount.Currency() == "" {
			unsaid++
			continue
		}
		at := slices.IndexFunc(sums, func(s Sum) bool { return s.Currency() == amount.Currency() })
		if at < 0 {
			sums = append(sums, Sum{Stake: amount, Count: 1})
			continue
		}
		sum, err := sums[at].Add(amount.Money)
		if err != nil {
			unsaid++
			continue
		}
		sums[at].Money, sums[at].Estimated = sum, sums[at].Estimated || amount.Estimated
		sums[at].Count++
	}
	slices.SortFunc(sums, func(a, b Sum) int { return cmp.Compare(a.Currency(), b.Currency()) })
	return sums, unsaid
}

// Title says what is counted: "arrivals, Sat 12 Dec 2026 to Mon 14 Dec 2026".
func (r Report) Title() string {
	words := string(r.Kind) + ", " + trip.DayWords(r.From)
	if r.To != r.From {
		words += " to " + trip.DayWords(r.To)
	}
	return words
}
