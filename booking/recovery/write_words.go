package recovery

import (
	"errors"
	"strconv"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// What says what was sent: "booking · The Aldwych Lantern · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights · 612.40
// GBP".
func (w Write) What() string {
	plan := w.Plan
	words := ActionWords(plan.Kind)
	if plan.Kind == journal.Modify && !plan.MovesDates() {
		words = WriteWords(plan)
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
		words += " · in place of reservation " + plan.Replaces
	}
	if plan.Reservation != "" {
		words += " · reservation " + plan.Reservation
	}
	return words
}

// Story says how it was sent and answered: "Sent once at 14:03:10. The answer was lost: the connection broke
// off. It may be booked and charged."
func (w Write) Story(now time.Time, zone *time.Location) string {
	at := clockWords(w.Sent, now, zone, "15:04:05") + "."
	story := "Sent once at " + at + " The answer was lost: " + causeWords(w.Cause) + "."
	switch {
	case w.Unsent && w.Cause == journal.CauseDamaged:
		story = "Planned at " + at + " Whether it was sent is not known: " + causeWords(w.Cause) + "."
	case w.Unsent:
		story = "Planned at " + at + " The journal does not say that it was sent."
	case w.endedBefore():
		story = "Sent once at " + at + " " + w.UnseenWords("showed")
	case w.Cause == "":
		story = "Sent once at " + at + " It was answered as not " + resultWords(w.Plan.Kind.Made()) + "."
	}
	if w.Unseen != nil && w.State == Made && !w.endedBefore() {
		story += " It was found since."
	}
	if (w.State == Unresolved || w.State == GivenUp) && !w.BeganAnew {
		story += " " + mayHave(w.Plan)
	}
	return story
}

func mayHave(p journal.Plan) string {
	switch {
	case p.Kind == journal.Create && p.Simulate:
		return "It was simulated: nothing is charged."
	case p.Kind == journal.Create:
		return "It may be booked and charged."
	case p.Kind == journal.Cancel:
		return "It may be cancelled."
	case p.MovesDates():
		return "The dates may be changed."
	default:
		return "The new payment method may be set. Setting the same one again ends in the same."
	}
}

func causeWords(c journal.Cause) string {
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

// Progress says what looking for it has come to: "looked 3 times, not there so far; next in 18 s, until 14:33".
func (w Write) Progress(now time.Time, zone *time.Location) string {
	switch {
	case w.BeganAnew:
		return "the sandbox began anew: what was sent before is gone with its world"
	case w.State == Unresolved:
		return w.looking(now, zone)
	case w.State == GivenUp:
		if w.Missing {
			return "the service does not have the reservation any more"
		}
		return "a reservation does not show whether it happened"
	case w.Made():
		words := resultWords(w.Result())
		if w.State == MadeLate {
			words = madeLateWords(w.CountedNotMade, now, zone)
		}
		switch r, u := w.Reservation, w.Unseen; {
		case r != nil:
			words += ": " + joinedWords(wording.Status(r.Status), reference(*r))
		case u != nil:
			answer := api.Reservation{Confirmation: &api.Confirmation{HotelNumber: u.Confirmation, RecordLocator: u.Locator}}
			words += ": " + joinedWords(wording.Status(u.Status), reference(answer))
		}
		return words
	default:
		return resultWords(w.Result()) + ": it did not show until " + clockWords(w.Until, now, zone, "15:04")
	}
}

func madeLateWords(at, now time.Time, zone *time.Location) string {
	return "taken for not made at " + clockWords(at, now, zone, "15:04") + " and exists"
}

// Notes name the other bookings of the same stay. Most writes have none.
func (w Write) Notes(now time.Time, zone *time.Location) []string {
	if w.State != MadeLate {
		return nil
	}
	return sameStayLines(w.Others, now, zone)
}

func sameStayLines(others []journal.AttemptState, now time.Time, zone *time.Location) []string {
	if len(others) == 0 {
		return nil
	}
	var lines []string
	for _, s := range others {
		lines = append(lines, "The same stay stands a second time: "+bookingWords(s, now, zone)+".")
	}
	return append(lines, "If one is wanted, cancel the other.")
}

// LateLines say of a recorded booking that it was made late, and name the other bookings of the same stay.
func LateLines(s journal.AttemptState, others []journal.AttemptState, now time.Time, zone *time.Location) []string {
	var lines []string
	if at := s.CountedNotMade; !at.IsZero() {
		lines = append(lines, "This booking was "+madeLateWords(at, now, zone)+".")
	}
	return append(lines, sameStayLines(others, now, zone)...)
}

// OtherLines name the bookings for which a write was held back, with times in the agent's zone: "booked at
// 14:03, confirmed, record locator ABCDEF · Sat 19 Dec – Tue 22 Dec 2026 · 3 nights".
func (w *Write) OtherLines(now time.Time, zone *time.Location) []string {
	lines := make([]string, len(w.Others))
	for i, s := range w.Others {
		lines[i] = bookingWords(s, now, zone)
	}
	return lines
}

func bookingWords(s journal.AttemptState, now time.Time, zone *time.Location) string {
	at := " at " + clockWords(sent(s), now, zone, "15:04")
	words := "sent" + at + ", and it is not known whether it was booked"
	switch {
	case s.Step == journal.Planned:
		words = "planned" + at + " by another Bellhop, and not sent so far"
	case s.Sent.IsZero() && s.Outcome.Result != journal.Booked:
		words = "planned" + at + ", and it is not known whether it was sent: the journal is damaged there"
	case s.Outcome.Result == journal.Booked:
		locator := ""
		if s.Outcome.Locator != "" {
			locator = "record locator " + s.Outcome.Locator
		}
		words = joinedWords("booked"+at, wording.Status(s.Outcome.Status), locator)
	case s.Outcome.Result == journal.NotBooked:
		words = "sent" + at + ", its answer was lost, and it was not found within its time"
	}
	in, errIn := api.ParseDate(s.CheckIn)
	out, errOut := api.ParseDate(s.CheckOut)
	if errIn == nil && errOut == nil {
		words += " · " + trip.StayWords(in, out)
	}
	return words
}

func (w Write) looking(now time.Time, zone *time.Location) string {
	switch {
	case w.OtherConsole:
		return "another Bellhop on this machine is looking for it"
	case w.Looking:
		return "looking now, look " + strconv.Itoa(w.Looks+1)
	}
	words := "not looked for yet"
	switch {
	case w.LookFailed && w.Trouble != "":
		words = "looked " + wording.Plural(w.Looks, "time") + "; " + w.Trouble
	case w.LookFailed:
		words = "the last of " + wording.Plural(w.Looks, "look") + " got no answer"
	case w.Looks > 0:
		words = "looked " + wording.Plural(w.Looks, "time") + ", not there so far"
	}
	if left := w.Next.Sub(now); left >= time.Second {
		words += "; next in " + wording.Left(left)
	} else {
		words += "; next at once"
	}
	if now.After(w.Until) {
		return words + ", until there is an answer"
	}
	return words + ", until " + clockWords(w.Until, now, zone, "15:04")
}

// troubleWords says why a look told nothing, where that is more than that no answer came.
func troubleWords(err error) string {
	switch {
	case errors.Is(err, errNotWhole), errors.Is(err, errClash), errors.Is(err, errNameless):
		return err.Error()
	case errors.Is(err, ErrOtherAnswer):
		return "the service answers with another reservation"
	case api.Unauthorized(err):
		return "the service does not accept the key"
	default:
		return ""
	}
}

// clockWords returns a time of day in the agent's zone, with its day where that is not today's.
func clockWords(at, now time.Time, zone *time.Location, layout string) string {
	at, now = at.In(zone), now.In(zone)
	if api.DateOf(at) != api.DateOf(now) {
		layout = "Mon 2 Jan " + layout
	}
	return at.Format(layout)
}

// reference returns the number by which people call a reservation.
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
