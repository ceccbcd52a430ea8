package screens

import (
	"github.com/charmbracelet/lipgloss"

	"bellhop/api"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/ui"
)

// What the screens that change a reservation have in common.

// whereWords is for what service something is about to be done.
func whereWords(d *Deps) string {
	if d.Sandbox {
		return "in the SANDBOX, not for real"
	}
	return "in PRODUCTION, for real"
}

// changeStyle is the colour of a change; its verdict stands there in a word.
func changeStyle(t ui.Theme, v terms.Verdict) lipgloss.Style {
	switch v {
	case terms.Better:
		return t.Good
	case terms.Neutral:
		return t.Plain
	case terms.Worse, terms.Unclear:
		return t.Bad
	default:
		return t.Plain
	}
}

// changeFacts name changes, each with what it is for the guest.
func changeFacts(s *sheet, changes []terms.Change) {
	s.short(shortTrouble)
	defer s.full()
	for _, c := range changes {
		s.styled(c.What, c.Verdict.String()+": "+valueOr(c.Before, "nothing")+" → "+valueOr(c.After, "nothing"), changeStyle(s.theme, c.Verdict))
	}
}

// unresolvedOf are the unresolved writes to a reservation.
func unresolvedOf(d *Deps, reservation string) []recovery.Write {
	var out []recovery.Write
	for _, p := range d.Desk.Recovery.Writes() {
		if p.State == recovery.Unresolved && p.Plan.Reservation == reservation {
			out = append(out, p)
		}
	}
	return out
}

// stayFacts are which reservation it is about.
func stayFacts(s *sheet, d *Deps, r api.Reservation) {
	r = d.mask(r)
	s.short(shortLines)
	s.fact("hotel", hotelWords(r.Hotel))
	s.fact("guest", guestWords(r.Guest, false))
	s.facts("reference", referenceLines(r))
	s.full()
}
