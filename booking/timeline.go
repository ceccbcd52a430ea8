package booking

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// An Entry is one moment in the life of a reservation and who says so.
type Entry struct {
	At     time.Time
	Source string // "service", or "journal": what this machine did
	Text   string
}

// Timeline puts together what the service and the journal know of a
// reservation, the earliest first. The service tells no times but that of the
// creation; its present status stands at the moment of asking.
func (d *Desk) Timeline(r api.Reservation) ([]Entry, error) {
	var out []Entry
	if !r.Created.IsZero() {
		out = append(out, Entry{r.Created.Time, "service", "created"})
	}
	j, err := d.journal()
	switch {
	case errors.Is(err, errNoJournal):
	case err != nil:
		return nil, err
	default:
		events, err := j.Show(r.ID)
		if err != nil && !errors.Is(err, journal.ErrNoAttempt) {
			return nil, err
		}
		for _, e := range events {
			if text := eventWords(e); text != "" {
				out = append(out, Entry{e.At.Time, "journal", text})
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return a.At.Compare(b.At) })
	return append(out, Entry{d.Now(), "service", "now " + cmp.Or(r.Status, "without a status")}), nil
}

// eventWords is an event in a line, empty for one that tells nobody anything.
func eventWords(e journal.Event) string {
	switch e.Step {
	case journal.Planned:
		return "planned: " + planWords(*e.Plan)
	case journal.Agreed:
		return "terms agreed to"
	case journal.Sent:
		return "sent"
	case journal.Answered:
		return joinedWords("answered: "+resultWords(e.Outcome.Result), e.Outcome.Status, string(e.Outcome.Cause))
	case journal.Unknown:
		return "the answer was lost (" + string(e.Cause) + ")"
	case journal.Looked:
		return joinedWords("looked: "+strings.ReplaceAll(string(e.Look.Found), "-", " "), e.Look.Status)
	case journal.Resolved:
		return joinedWords(resultWords(e.Outcome.Result), e.Outcome.Status, string(e.Outcome.Cause))
	default:
		return ""
	}
}

func planWords(p journal.Plan) string {
	words := action(p.Kind)
	switch {
	case p.Kind == journal.Modify && p.CheckIn == "":
		words += " of payment"
	case p.Kind == journal.Modify:
		words += " of dates"
	}
	if p.CheckIn != "" && p.CheckOut != "" {
		words += ", " + p.CheckIn + " to " + p.CheckOut
	}
	if p.Total != "" {
		words += ", " + api.NewMoney(p.Total, p.Currency).String()
	}
	return words
}

func resultWords(r journal.Result) string {
	if r == journal.GivenUp {
		return "could not be found out"
	}
	return strings.ReplaceAll(string(r), "-", " ")
}

func joinedWords(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}

// A Sale is what the journal knows of how a reservation was sold.
type Sale struct {
	State journal.State
	// Moved is the last change of its dates; nil when they were not changed.
	Moved *journal.State
	// Deviations are what the service has otherwise now. A change of dates that
	// the journal knows of is not one.
	Deviations []Change
}

// SaleOf compares a reservation with what was sold. It is false when this
// machine did not book it.
func (d *Desk) SaleOf(r api.Reservation) (Sale, bool, error) {
	j, err := d.journal()
	if err != nil {
		if errors.Is(err, errNoJournal) {
			err = nil
		}
		return Sale{}, false, err
	}
	all, err := j.Attempts(journal.Filter{Reservation: r.ID})
	if err != nil {
		return Sale{}, false, err
	}
	var sale Sale
	found := false
	want := journal.Plan{}
	for _, s := range slices.Backward(all) {
		switch {
		case s.Kind == journal.Create && s.Outcome.Result == journal.Booked:
			sale.State, want, found = s, s.Plan, true
		case s.Kind == journal.Modify && s.Outcome.Result == journal.Modified && s.CheckIn != "":
			want.CheckIn, want.CheckOut, want.Total, want.Currency = s.CheckIn, s.CheckOut, s.Total, s.Currency
			want.Terms, sale.Moved = "", &s
		}
	}
	if !found {
		return Sale{}, false, nil
	}
	sale.Deviations = d.soldOtherwise(want, r)
	return sale, true, nil
}

func (d *Desk) soldOtherwise(sold journal.Plan, r api.Reservation) []Change {
	var out []Change
	differs := func(what, before, after string) {
		if before != "" && after != "" && before != after {
			out = append(out, Change{What: what, Before: before, After: after, Verdict: Worse})
		}
	}
	if r.Rate.Total.IsSet() && sold.Total != "" {
		out = compareMoney(out, "total", api.NewMoney(sold.Total, sold.Currency), r.Rate.Total)
	}
	if stay := d.StayOf(r); stay.Zone == "hotel" {
		differs("arrival", sold.CheckIn, stay.In.String())
		differs("departure", sold.CheckOut, stay.Out.String())
	}
	differs("property", sold.Chain+" "+sold.Property, r.Hotel.ID.Chain+" "+r.Hotel.ID.Code)
	differs("booking code", api.Clean(sold.BookingCode), api.Clean(r.Rate.BookingCode))
	if terms := ConditionsOf(r.Rate.Terms).Hash(); sold.Terms != "" && sold.Terms != terms {
		out = append(out, Change{What: "terms", Before: "agreed " + sold.Terms[:min(8, len(sold.Terms))], After: "stored " + terms[:8], Verdict: Unclear})
	}
	return out
}
