package booking

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
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
		gone, last := map[string]bool{}, map[string]string{}
		for _, e := range events {
			if e.Plan != nil {
				gone[e.Attempt] = d.gone(*e.Plan)
			}
			if gone[e.Attempt] {
				continue // The id was another reservation's in that world.
			}
			text := eventWords(e)
			if text != "" && last[e.Attempt] != answeredWords+text { // An answer that settles it is told once.
				out = append(out, Entry{e.At.Time, "journal", text})
			}
			last[e.Attempt] = text
		}
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return a.At.Compare(b.At) })
	return append(out, Entry{d.Now(), "service", "now " + cmp.Or(r.Status, "without a status")}), nil
}

// answeredWords stand before what the service answered.
const answeredWords = "answered: "

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
		return joinedWords(answeredWords+resultWords(e.Outcome.Result), e.Outcome.Status, string(e.Outcome.Cause))
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
	case movesDates(p):
		words += " of dates"
	case p.Kind == journal.Modify:
		words += " of payment"
	}
	if days := PlanDays(p); days != "" {
		words += ", " + days
	}
	if p.Replaces != "" {
		words += ", in place of reservation " + api.Clean(p.Replaces)
	}
	if p.Total != "" {
		words += ", " + api.NewMoney(p.Total, p.Currency).String()
	}
	return words
}

// movesDates says whether a plan is a change of dates: of both, or of one that
// leaves the other as it is.
func movesDates(p journal.Plan) bool {
	return p.Kind == journal.Modify && (p.CheckIn != "" || p.CheckOut != "")
}

// PlanDays is the stay of a plan, or the one day that it changes: "arrival Sat
// 12 Dec 2026". A day that is none is told as noted.
func PlanDays(p journal.Plan) string {
	in, errIn := api.ParseDate(p.CheckIn)
	out, errOut := api.ParseDate(p.CheckOut)
	switch {
	case errIn == nil && errOut == nil:
		return trip.StayWords(in, out)
	case errIn == nil && p.CheckOut == "":
		return "arrival " + trip.DayWords(in)
	case errOut == nil && p.CheckIn == "":
		return "departure " + trip.DayWords(out)
	case p.CheckIn != "" || p.CheckOut != "":
		return p.CheckIn + " to " + p.CheckOut
	default:
		return ""
	}
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
	// Twins are the bookings that stand for the same stay besides, where one of
	// them was taken for not made and booked again; the newest is first.
	Twins []journal.State
	// Deviations are what the service has otherwise now. A change of dates that
	// the journal knows of is not one.
	Deviations []terms.Change
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
		case d.gone(s.Plan): // Of a world that is there no more.
		case s.Kind == journal.Create && s.Outcome.Result == journal.Booked:
			sale, want, found = Sale{State: s}, s.Plan, true
		case movesDates(s.Plan) && s.Outcome.Result == journal.Modified:
			want.CheckIn, want.CheckOut = cmp.Or(s.CheckIn, want.CheckIn), cmp.Or(s.CheckOut, want.CheckOut)
			want.Total, want.Currency = s.Total, s.Currency
			want.Terms, sale.Moved = "", &s
		}
	}
	if !found {
		return Sale{}, false, nil
	}
	sale.Deviations = d.soldOtherwise(want, r)
	if r.Status != api.StatusCanceled {
		if sale.Twins, err = d.twins(sale.State); err != nil {
			return Sale{}, false, err
		}
		if !sale.State.MadeLate() && !slices.ContainsFunc(sale.Twins, journal.State.MadeLate) {
			sale.Twins = nil // They were asked about when they were made.
		}
	}
	return sale, true, nil
}

// LateLines say that the booking was taken for not made and exists, and which
// others stand for the same stay because of it. Most sales have none.
func (s Sale) LateLines(now time.Time, zone *time.Location) []string {
	var lines []string
	if at := s.State.CountedNotMade; !at.IsZero() {
		lines = append(lines, "This booking was "+madeLateWords(at, now, zone)+".")
	}
	return append(lines, twinLines(s.Twins, now, zone)...)
}

func (d *Desk) soldOtherwise(sold journal.Plan, r api.Reservation) []terms.Change {
	var out []terms.Change
	differs := func(what, before, after string) {
		if before != "" && after != "" && before != after {
			out = append(out, terms.Change{What: what, Before: before, After: after, Verdict: terms.Worse})
		}
	}
	if r.Rate.Total.IsSet() && sold.Total != "" {
		out = terms.CompareMoney(out, "total", api.NewMoney(sold.Total, sold.Currency), r.Rate.Total)
	}
	if stay := d.StayOf(r); stay.Zone == trip.HotelDay {
		differs("arrival", sold.CheckIn, stay.InPlain())
		differs("departure", sold.CheckOut, stay.OutPlain())
	}
	differs("property", sold.Chain+" "+sold.Property, r.Hotel.ID.Chain+" "+r.Hotel.ID.Code)
	differs("booking code", api.Clean(sold.BookingCode), api.Clean(r.Rate.BookingCode))
	if stored := d.TermsOf(r); sold.Terms != "" && sold.Terms != stored.Hash() {
		out = append(out, terms.Change{What: "terms", Before: "those agreed to", After: stored.StoredWords(d.Now()), Verdict: terms.Unclear})
	}
	return out
}
