package booking

import (
	"errors"
	"strconv"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/wording"
)

// What is what was sent, in a line: "booking · The Aldwych Lantern · Sat 19 Dec –
// Tue 22 Dec 2026 · 3 nights · 612.40 GBP". It names no guest, because the
// journal knows none.
func (p Pending) What() string {
	plan := p.Plan
	words := action(plan.Kind)
	if plan.Kind == journal.Modify && !movesDates(plan) {
		words = "change of payment"
	}
	if plan.HotelName != "" {
		words += " · " + plan.HotelName
	}
	if days := PlanDays(plan); days != "" {
		words += " · " + days
	}
	if plan.Kind == journal.Create && plan.Total != "" {
		words += " · " + api.NewMoney(plan.Total, plan.Currency).String()
	}
	if plan.Replaces != "" {
		words += " · in place of reservation " + api.Clean(plan.Replaces)
	}
	if plan.Reservation != "" {
		words += " · reservation " + api.Clean(plan.Reservation)
	}
	return words
}

// Story is what is known of how the answer was lost: "Sent once at 14:03:10. The
// answer was lost: the connection broke off. It may be booked and charged." The
// last sentence stands only as long as nothing else is known.
func (p Pending) Story(now time.Time, zone *time.Location) string {
	at := clockWords(p.Sent, now, zone, "15:04:05") + "."
	story := "Sent once at " + at + " The answer was lost: " + lostWords(p.Cause) + "."
	switch {
	case p.Unsent && p.Cause == journal.CauseDamaged:
		story = "Planned at " + at + " Whether it was sent is not known: " + lostWords(p.Cause) + "."
	case p.Unsent:
		story = "Planned at " + at + " The journal does not say that it was sent."
	case p.Cause == "":
		story = "Sent once at " + at + " It was answered as not " + resultWords(p.Plan.Kind.Made()) + "."
	}
	if (p.Open() || p.Result == journal.GivenUp) && !p.Gone {
		story += " " + mayHave(p.Plan)
	}
	return story
}

// mayHave is what a write whose answer was lost may have done.
func mayHave(p journal.Plan) string {
	switch {
	case p.Kind == journal.Create && p.Simulate:
		return "It was simulated: nothing is charged."
	case p.Kind == journal.Create:
		return "It may be booked and charged."
	case p.Kind == journal.Cancel:
		return "It may be cancelled."
	case movesDates(p):
		return "The dates may be changed."
	default:
		return "The new payment method may be set. Setting the same one again ends in the same."
	}
}

// lostWords is why an answer was lost.
func lostWords(c journal.Cause) string {
	switch c {
	case journal.CauseTimeout:
		return "it took too long"
	case journal.CauseReset:
		return "the connection broke off"
	case journal.CauseServerError:
		return "the service failed"
	case journal.CauseUnreadable:
		return "it could not be read"
	case journal.CauseForeign:
		return "it was not about what was sent"
	case journal.CauseInterrupted:
		return "Bellhop ended before it came"
	case journal.CauseCanceled:
		return "it was not waited for"
	case journal.CauseDamaged:
		return "the journal is damaged there"
	default:
		return "it is not known why"
	}
}

// Progress is what looking for it has come to: "looked 3 times, not there so far;
// next in 18 s, until 14:33", or what came of it.
func (p Pending) Progress(now time.Time, zone *time.Location) string {
	switch {
	case p.Gone:
		return "the sandbox began anew: what was sent before is gone with its world"
	case p.Open():
		return p.looking(now, zone)
	case p.Result == journal.GivenUp:
		if p.Missing {
			return "the service does not have the reservation any more"
		}
		return "a reservation does not show whether it happened"
	case p.Result == p.Plan.Kind.Made():
		words := resultWords(p.Result)
		if !p.CountedNotMade.IsZero() {
			words = madeLateWords(p.CountedNotMade, now, zone)
		}
		if r := p.Reservation; r != nil {
			words += ": " + joinedWords(r.Status, reference(*r))
		}
		return words
	default:
		return resultWords(p.Result) + ": it did not show until " + clockWords(p.Until, now, zone, "15:04")
	}
}

// madeLateWords is what is told of a booking that shows up late.
func madeLateWords(at, now time.Time, zone *time.Location) string {
	return "taken for not made at " + clockWords(at, now, zone, "15:04") + " and exists"
}

// Notes are what a person must be told besides: the bookings that stand for the
// same stay, by name, and that one of them can be cancelled. Most have none.
func (p Pending) Notes(now time.Time, zone *time.Location) []string {
	if p.CountedNotMade.IsZero() {
		return nil
	}
	return twinLines(p.Twins, now, zone)
}

// twinLines name the bookings that stand for the same stay besides.
func twinLines(twins []journal.State, now time.Time, zone *time.Location) []string {
	if len(twins) == 0 {
		return nil
	}
	var lines []string
	for _, s := range twins {
		lines = append(lines, "The same stay stands a second time: "+similarWords(s, now, zone)+".")
	}
	return append(lines, "If one is wanted, cancel the other.")
}

func (p Pending) looking(now time.Time, zone *time.Location) string {
	switch {
	case p.Elsewhere:
		return "another Bellhop on this machine is looking for it"
	case p.Looking:
		return "looking now, look " + strconv.Itoa(p.Looks+1)
	}
	words := "not looked for yet"
	switch {
	case p.LookFailed && p.Trouble != "":
		words = "looked " + wording.Plural(p.Looks, "time") + "; " + p.Trouble
	case p.LookFailed:
		words = "the last of " + wording.Plural(p.Looks, "look") + " got no answer"
	case p.Looks > 0:
		words = "looked " + wording.Plural(p.Looks, "time") + ", not there so far"
	}
	if left := p.Next.Sub(now); left >= time.Second {
		words += "; next in " + wording.Left(left)
	} else {
		words += "; next at once"
	}
	if now.After(p.Until) {
		return words + ", until there is an answer"
	}
	return words + ", until " + clockWords(p.Until, now, zone, "15:04")
}

// troubleWords is why a look told nothing, where that is more than that no answer
// came.
func troubleWords(err error) string {
	switch {
	case errors.Is(err, errNotWhole), errors.Is(err, errClash), errors.Is(err, errNameless):
		return err.Error()
	case errors.Is(err, errOtherAnswer):
		return "the service answers with another reservation"
	case api.Unauthorized(err):
		return "the service does not accept the key"
	default:
		return ""
	}
}

// clockWords is a time of day in the agent's zone, with its day where that is
// not today's.
func clockWords(at, now time.Time, zone *time.Location, layout string) string {
	at, now = at.In(zone), now.In(zone)
	if api.DateOf(at) != api.DateOf(now) {
		layout = "Mon 2 Jan " + layout
	}
	return at.Format(layout)
}

// reference is the number by which people call a reservation.
func reference(r api.Reservation) string {
	switch c := r.Confirmation; {
	case c == nil:
		return ""
	case c.RecordLocator != "":
		return "record locator " + c.RecordLocator
	case c.HotelNumber != "":
		return "hotel confirmation " + c.HotelNumber
	default:
		return ""
	}
}
