package recovery

import (
	"slices"
	"strings"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// ActionWords returns a write in a word: "booking", "cancellation", "change".
func ActionWords(kind journal.Kind) string {
	switch kind {
	case journal.Cancel:
		return "cancellation"
	case journal.Modify:
		return "change"
	default:
		return "booking"
	}
}

// WriteWords returns a write to a reservation in words.
func WriteWords(p journal.Plan) string {
	switch {
	case p.Kind != journal.Modify:
		return ActionWords(p.Kind)
	case p.MovesDates():
		return "change of dates"
	default:
		return "change of payment"
	}
}

// OutcomeWords returns what came of an attempt: "booked", "not booked (not found in time)", "not known yet".
func OutcomeWords(s journal.AttemptState) string {
	switch {
	case s.Step == journal.Planned:
		return "not sent yet"
	case s.Open():
		return "not known yet"
	case s.Outcome.Cause == journal.CauseDataReplaced:
		return resultWords(s.Outcome.Result) + " (the sandbox began anew)"
	case !s.CountedNotMade.IsZero():
		return resultWords(s.Outcome.Result) + " (found after it had counted as not booked)"
	case s.Outcome.Cause == journal.CauseExpired:
		return resultWords(s.Outcome.Result) + " (not found in time)"
	case s.Outcome.Cause == journal.CauseNotSent:
		return resultWords(s.Outcome.Result) + " (never sent)"
	case s.Outcome.Cause != "":
		return resultWords(s.Outcome.Result) + " (" + wording.Failure(string(s.Outcome.Cause)) + ")"
	case s.Cause != "":
		return resultWords(s.Outcome.Result) + " (found after its answer was lost)"
	default:
		return resultWords(s.Outcome.Result)
	}
}

// PlanLines returns what an attempt writes, a line each and the write itself first, without secrets or the
// guest.
func PlanLines(p journal.Plan) []string {
	lines := []string{strings.TrimSpace(planWords(p) + despiteWords(p))}
	add := func(name, value string) {
		if value != "" {
			lines = append(lines, name+" "+value)
		}
	}
	add("hotel", joinedWords(p.HotelName, strings.TrimSpace(p.Chain+" "+p.Property)))
	add("party", partyOf(p))
	add("booking code", p.BookingCode)
	for _, line := range AgreementLines(p.Agreement) {
		add("agreed:", line.Text)
	}
	add("digest of the terms", p.Terms)
	return lines
}

// An AgreedLine is a line of what was agreed to. Name is what it is about where it begins something: "price".
type AgreedLine struct{ Name, Text string }

// AgreementLines returns what was agreed to; nothing for a plan of before it was kept.
func AgreementLines(a *journal.Agreement) []AgreedLine {
	if a == nil {
		return nil
	}
	var lines []AgreedLine
	add := func(name string, texts ...string) {
		for _, text := range texts {
			if text != "" {
				lines = append(lines, AgreedLine{name, text})
				name = ""
			}
		}
	}
	add("room", a.Room)
	add("price", a.Price...)
	add("cancelling", a.Cancelling...)
	add("terms", a.Payment...)
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

// answeredWords stand before what the service answered.
const answeredWords = "answered: "

// Repeats reports whether the words of an event say again what an answer's before it have said.
func Repeats(words, before string) bool { return before == answeredWords+words }

// EventWords returns an event of the journal in a line; empty for one that tells nobody anything.
func EventWords(e journal.Event) string {
	switch e.Step {
	case journal.Planned:
		return "planned: " + planWords(*e.Plan) + byWhom(e)
	case journal.Agreed:
		return "terms agreed to"
	case journal.Sent:
		return "sent"
	case journal.Answered:
		return joinedWords(answeredWords+resultWords(e.Outcome.Result), statusBeside(e.Outcome), causeSaid(e.Outcome.Cause))
	case journal.Unknown:
		return "the answer was lost: " + causeSaid(e.Cause)
	case journal.Looked:
		return joinedWords("looked: "+strings.ReplaceAll(string(e.Look.Found), "-", " "), wording.Status(e.Look.Status), causeSaid(e.Look.Cause))
	case journal.Resolved:
		return joinedWords(resultWords(e.Outcome.Result), statusBeside(e.Outcome), causeSaid(e.Outcome.Cause))
	case journal.Closed:
		return "the rebooking is over"
	case journal.Revealed:
		return revealWords(e)
	case journal.Shown:
		return "the booking was shown"
	default:
		return ""
	}
}

// revealWords says whom the guest was shown, or those of a list: "guest shown to ada".
func revealWords(e journal.Event) string {
	words := "guest shown"
	if e.Reveal.Reservation == "" {
		words = "guests of a list shown"
	}
	if e.User != "" {
		words += " to " + e.User
	}
	return words
}

// byWhom names who ran Bellhop; nothing in a line of before that was noted.
func byWhom(e journal.Event) string {
	if e.User == "" {
		return ""
	}
	return ", by " + e.User
}

func planWords(p journal.Plan) string {
	words := WriteWords(p)
	if days := PlanDays(p); days != "" {
		words += ", " + days
	}
	if p.Replaces != "" {
		words += ", in place of reservation " + p.Replaces
	}
	if p.Rebooking != "" && p.Kind == journal.Cancel {
		words += ", rebooked as attempt " + p.Rebooking
	}
	if p.Total != "" {
		words += ", " + api.NewMoney(p.Total, p.Currency).String()
	}
	return words
}

// PlanDays returns the stay of a plan, or the one day that it changes: "arrival Sat 12 Dec 2026".
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
	switch r {
	case journal.GivenUp:
		return "could not be found out"
	case journal.Canceled:
		return "cancelled"
	case journal.NotCanceled:
		return "not cancelled"
	default:
	}
	return strings.ReplaceAll(string(r), "-", " ")
}

// statusBeside returns the status beside a result, unless it says the same.
func statusBeside(o *journal.Outcome) string {
	words := wording.Status(o.Status)
	if o.Result == journal.Canceled && o.Status == api.StatusCanceled {
		return ""
	}
	return words
}

// causeSaid says why something did not take place or got no answer: the type of the service's error, or what the
// journal notes in its place; empty where there is no cause.
func causeSaid(c journal.Cause) string {
	switch c {
	case "":
		return ""
	case journal.CauseExpired:
		return "not found in time"
	case journal.CauseNotSent:
		return "never sent"
	case journal.CauseDataReplaced:
		return "the sandbox began anew"
	case journal.CauseTimeout, journal.CauseReset, journal.CauseServerError, journal.CauseUnreadable, journal.CauseForeign,
		journal.CauseInterrupted, journal.CauseCanceled, journal.CauseDamaged, journal.CauseOther:
		return causeWords(c)
	default:
		return wording.WithCode(wording.Failure(string(c)), string(c))
	}
}

func joinedWords(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), ", ")
}
