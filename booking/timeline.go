package booking

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// An Entry is one moment in the life of a reservation and who says so.
type Entry struct {
	At     time.Time
	Source string // "service", or "journal": what this machine did
	Actor  string // who was at this machine; empty where that is not known
	Text   string
}

// Timeline puts together what the service and the journal know of a reservation, the earliest first. The
// service tells no times but that of the creation.
func (d *Desk) Timeline(r api.Reservation) ([]Entry, error) {
	var out []Entry
	if !r.Created.IsZero() {
		out = append(out, Entry{At: r.Created.Time, Source: "service", Text: "created"})
	}
	events, err := d.Recovery.Events(r.ID)
	if err != nil {
		return nil, err
	}
	last := map[string]string{}
	for _, e := range events {
		text := recovery.EventWords(e)
		if text != "" && !recovery.Repeats(text, last[e.Attempt]) { // An answer that settles it is told once.
			actor := e.User
			out = append(out, Entry{At: e.At.Time, Source: "journal", Actor: actor, Text: strings.TrimSuffix(strings.TrimSuffix(text, ", by "+actor), " to "+actor)})
		}
		last[e.Attempt] = text
	}
	slices.SortStableFunc(out, func(a, b Entry) int { return a.At.Compare(b.At) })
	return append(out, Entry{At: d.Now(), Source: "service", Text: "now " + cmp.Or(wording.WithCode(wording.Status(r.Status), r.Status), "without a status")}), nil
}

// A Sale is what the journal knows of how a reservation was sold.
type Sale struct {
	recovery.Sale
	// SameStay are the other bookings of the same stay, where one had counted as not made; the newest is first.
	SameStay []journal.AttemptState
	// Deviations are the differences of the reservation on file from what was agreed, changes of dates included.
	Deviations []terms.Change
	// TermsUnknown means that the terms cannot be compared: the journal does not have those agreed.
	TermsUnknown bool
}

// OnFile returns one line on whether the reservation on file is as agreed.
func (s Sale) OnFile() string {
	switch {
	case len(s.Deviations) > 0:
		what := make([]string, len(s.Deviations))
		for i, c := range s.Deviations {
			what[i] = c.What
		}
		return "Differs from what was agreed: " + strings.Join(what, ", ")
	case s.TermsUnknown:
		return "Price and stay are on file as agreed. The terms cannot be compared."
	case s.Moved != nil:
		return "On file as agreed, with its new dates"
	default:
		return "On file as agreed"
	}
}

// Agreed returns the agreement for the stay with its present dates, price included; nil if unknown. Other dates have other
// fees, and earlier versions did not record those of a change.
func (s Sale) Agreed() *journal.Agreement {
	switch {
	case s.Moved == nil:
		return s.State.Agreement
	case s.Moved.Agreement != nil && s.Moved.Agreement.Base != "":
		return s.Moved.Agreement
	default:
		return nil
	}
}

// SaleOf compares a reservation with what was sold; false when this machine did not book it.
func (d *Desk) SaleOf(r api.Reservation) (Sale, bool, error) {
	sold, found, err := d.Recovery.SaleOf(r.ID)
	if err != nil || !found {
		return Sale{}, false, err
	}
	sale := Sale{Sale: sold, Deviations: soldOtherwise(sold.Sold, r, d.StayOf(r))}
	agreed := []journal.Plan{sold.State.Plan}
	if sold.Moved != nil {
		agreed = append(agreed, sold.Moved.Plan)
	}
	changes, known := keptAs(agreed, d.TermsOf(r), d.Directory.Zone(r.Hotel.ID))
	sale.Deviations, sale.TermsUnknown = append(sale.Deviations, changes...), !known
	if r.Status != api.StatusCanceled {
		if sale.SameStay, err = d.Recovery.SameStay(sale.State); err != nil {
			return Sale{}, false, err
		}
		if !sale.State.MadeLate() && !slices.ContainsFunc(sale.SameStay, journal.AttemptState.MadeLate) {
			sale.SameStay = nil // They were asked about when they were made.
		}
	}
	return sale, true, nil
}

// soldAs lists the attempt of SaleOf's answer; none when this machine did not book the reservation.
func soldAs(sale Sale, sold bool, err error) []string {
	if err != nil || !sold {
		return nil
	}
	return []string{sale.State.Attempt}
}

// LateLines say that the booking was made late, and name the other bookings of the same stay.
func (s Sale) LateLines(now time.Time, zone *time.Location) []string {
	return recovery.LateLines(s.State, s.SameStay, now, zone)
}

func soldOtherwise(sold journal.Plan, r api.Reservation, stay trip.Stay) []terms.Change {
	var out []terms.Change
	differs := func(what, before, after string) {
		if before != "" && after != "" && before != after {
			out = append(out, terms.Change{What: what, Before: before, After: after, Verdict: terms.Worse})
		}
	}
	if r.Rate.Total.IsSet() && sold.Total != "" {
		out = terms.CompareMoney(out, "total", api.NewMoney(sold.Total, sold.Currency), r.Rate.Total)
	}
	if stay.Zone == trip.HotelDay {
		differs("arrival", sold.CheckIn, stay.InPlain())
		differs("departure", sold.CheckOut, stay.OutPlain())
	}
	differs("property", sold.Chain+" "+sold.Property, r.Hotel.ID.Chain+" "+r.Hotel.ID.Code)
	differs("booking code", sold.BookingCode, r.Rate.BookingCode)
	return out
}

// A Cancellation is what is known of how a reservation was cancelled. The service gives it no number of its own.
type Cancellation struct {
	At      time.Time  // when it was sent, by the service's clock as far as that was noted
	Attempt string     // the journal's id; empty for one that was cancelled elsewhere
	By      string     // the user who sent it, from the journal; empty if unknown
	Cost    terms.Cost // by the terms at that moment
	Found   bool       // whether its answer was lost
	Paid    terms.Payment
	// Before are the numbers that the reservation had until then; nil where they are not known.
	Before *api.Confirmation
}

// A Canceled is a reservation after its cancellation.
type Canceled struct {
	Reservation api.Reservation
	Cancellation
}

// CanceledLater returns what is known of a cancellation that was found after its answer was lost.
func (d *Desk) CanceledLater(found recovery.Write) Canceled {
	out := d.cancellation(*found.Reservation, found.Plan, found.Sent)
	out.Found = true
	return Canceled{Reservation: *found.Reservation, Cancellation: out}
}

// cancellation returns what is known of a cancellation. Its time is that of the plan's agreement; without one it is at.
func (d *Desk) cancellation(r api.Reservation, p journal.Plan, at time.Time) Cancellation {
	at = agreedAt(p, at)
	return Cancellation{At: at, Attempt: p.Attempt, Cost: d.TermsOf(r).CostAt(at), Paid: d.PaidOf(r)}
}

// CancellationOf returns what the journal knows of how a reservation was cancelled; nil where this machine did not
// cancel it.
func (d *Desk) CancellationOf(r api.Reservation) (*Cancellation, error) {
	events, err := d.Recovery.Events(r.ID)
	if err != nil {
		return nil, err
	}
	var out Cancellation
	plans, users := map[string]journal.Plan{}, map[string]string{}
	sent := map[string]time.Time{}
	lost := map[string]bool{}
	for _, e := range events {
		switch {
		case e.Plan != nil:
			plans[e.Attempt], users[e.Attempt] = *e.Plan, e.User
		case e.Step == journal.Sent:
			sent[e.Attempt] = e.At.Time
		case e.Step == journal.Unknown:
			lost[e.Attempt] = true
		case e.Outcome != nil && e.Outcome.Result == journal.Canceled && out.Attempt == "":
			at := e.At.Time
			if lost[e.Attempt] {
				at = sent[e.Attempt]
			}
			out = d.cancellation(r, plans[e.Attempt], at)
			out.Attempt, out.By, out.Found = e.Attempt, users[e.Attempt], lost[e.Attempt]
		}
	}
	if out.Attempt == "" {
		return nil, nil //nolint:nilnil // It was cancelled elsewhere, or stands.
	}
	return &out, nil
}

// agreedAt returns when a write was agreed to, by the service's clock, which decides what it costs; otherwise where
// the journal has it by this machine's clock only.
func agreedAt(p journal.Plan, otherwise time.Time) time.Time {
	if p.Agreement == nil {
		return otherwise
	}
	return p.Agreement.At.Time
}

// Words say when it was cancelled, by the hotel's clock where that is known and by the agent's: "Tue 1 Dec 2026 09:30
// (you), from this machine".
func (c Cancellation) Words(hotel, agent *time.Location) string {
	const layout = "Mon 2 Jan 2006 15:04"
	words := c.At.In(agent).Format(layout) + " " + wording.Yours(agent)
	if hotel != nil {
		mine, theirs := c.At.In(agent), c.At.In(hotel)
		switch {
		case mine.Format(layout) == theirs.Format(layout):
			words = theirs.Format(layout) + " " + wording.AndYours(agent)
		case api.DateOf(mine) == api.DateOf(theirs):
			words = theirs.Format(layout) + " (hotel) = " + mine.Format("15:04") + " " + wording.Yours(agent)
		default:
			words = theirs.Format(layout) + " (hotel) = " + mine.Format("Mon 15:04") + " " + wording.Yours(agent)
		}
	}
	if c.Found {
		words += ", found later"
	}
	return words
}

// ReferenceLines say what proves the cancellation: the numbers that the service gave it, if they are others than
// before, and the journal's attempt, given as it may be shown.
func (c Cancellation) ReferenceLines(r api.Reservation, attempt string) []string {
	var lines []string
	own := false
	if was, is := c.Before, r.Confirmation; was != nil && is != nil {
		if is.HotelNumber != was.HotelNumber && is.HotelNumber != "" {
			lines = append(lines, "the hotel's number of it "+is.HotelNumber)
		}
		if is.RecordLocator != was.RecordLocator && is.RecordLocator != "" {
			lines = append(lines, "record locator of it "+is.RecordLocator)
		}
		own = len(lines) > 0
	}
	if attempt != "" {
		lines = append(lines, "attempt "+attempt)
	}
	if !own {
		lines = append(lines, "the service gives it no number: the reservation's stand for it")
	}
	return lines
}
