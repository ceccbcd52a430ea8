package booking

import (
	"strings"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// AttemptWords is a write in a word: "booking", "cancellation", "change".
func AttemptWords(s journal.State) string { return action(s.Kind) }

// OutcomeWords is what came of an attempt: "booked", "not booked (not found in
// time)", "not known yet".
func OutcomeWords(s journal.State) string {
	switch {
	case s.Step == journal.Planned:
		return "not sent yet"
	case s.Open():
		return "not known yet"
	case s.Outcome.Cause == journal.CauseOtherWorld:
		return resultWords(s.Outcome.Result) + " (the sandbox began anew)"
	case !s.CountedNotMade.IsZero():
		return resultWords(s.Outcome.Result) + " (found after it had counted as not booked)"
	case s.Outcome.Cause == journal.CauseExpired:
		return resultWords(s.Outcome.Result) + " (not found in time)"
	case s.Outcome.Cause == journal.CauseNotSent:
		return resultWords(s.Outcome.Result) + " (never sent)"
	case s.Outcome.Cause != "":
		return resultWords(s.Outcome.Result) + " (" + string(s.Outcome.Cause) + ")"
	case s.Cause != "":
		return resultWords(s.Outcome.Result) + " (found after its answer was lost)"
	default:
		return resultWords(s.Outcome.Result)
	}
}

// PlanLines are what an attempt writes, a line each and the write itself first:
// nothing of it is secret or names the guest.
func PlanLines(p journal.Plan) []string {
	lines := []string{strings.TrimSpace(planWords(p) + despiteWords(p))}
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, name+" "+value)
		}
	}
	add("hotel", api.Clean(joinedWords(p.HotelName, strings.TrimSpace(p.Chain+" "+p.Property))))
	add("party", partyOf(p))
	add("booking code", api.Clean(p.BookingCode))
	add("terms agreed to", p.Terms)
	return lines
}

func despiteWords(p journal.Plan) string {
	if len(p.Despite) == 0 {
		return ""
	}
	return ", besides " + strings.Join(p.Despite, ", ")
}

func partyOf(p journal.Plan) string {
	if p.Adults == 0 {
		return ""
	}
	rooms := ""
	if p.Rooms > 1 {
		rooms = wording.Plural(p.Rooms, "room")
	}
	return joinedWords(trip.PartyWords(p.Adults, p.Children), rooms)
}

// EventWords is an event of the journal in a line, empty for one that tells
// nobody anything.
func EventWords(e journal.Event) string { return eventWords(e) }
