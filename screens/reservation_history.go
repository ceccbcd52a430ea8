package screens

import (
	"cmp"
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
)

type history struct {
	entries []booking.Entry
	sale    booking.Sale
	sold    bool // whether this machine sold it
	// canceled is how it was cancelled; nil where this machine did not do it.
	canceled *booking.Cancellation
	read     bool // whether the journal was read
}

func (d *Deps) soldWords(s journal.AttemptState) string {
	total := ""
	if s.Total != "" {
		total = api.NewMoney(s.Total, s.Currency).String()
	}
	return joined(recovery.PlanDays(s.Plan), total, "attempt "+masked(d, booking.MaskText, s.Attempt))
}

// look reads the journal, and what lies open of this reservation.
func (s *Reservation) look() tea.Cmd {
	s.unresolved = s.deps.unresolvedOf(s.reservation.ID)
	desk, r := s.deps.Desk, s.reservation
	return s.history.start(func(context.Context) (history, error) {
		entries, err := desk.Timeline(r)
		if err != nil {
			return history{}, err
		}
		known := history{entries: entries, read: true}
		if known.canceled, err = desk.CancellationOf(r); err != nil {
			return history{}, err
		}
		known.sale, known.sold, err = desk.SaleOf(r)
		return known, err
	})
}

// follow keeps the lost answers in step; once one is known the reservation is read anew.
func (s *Reservation) follow() tea.Cmd {
	before := s.unresolved
	s.unresolved = s.deps.unresolvedOf(s.reservation.ID)
	settled := func(p recovery.Write) bool {
		return !slices.ContainsFunc(s.unresolved, func(q recovery.Write) bool { return q.Plan.Attempt == p.Plan.Attempt })
	}
	if slices.ContainsFunc(before, settled) && !s.read.call.Busy() {
		return s.reload()
	}
	return nil
}

// unresolvedFacts tells of every unresolved write what is known.
func (s *Reservation) unresolvedFacts(page *sheet) {
	for _, p := range s.unresolved {
		p = masked(s.deps, booking.MaskWrite, p)
		zone := s.deps.agentZone()
		page.text(page.theme.Bad, "! It is not known what came of the "+p.What())
		page.text(page.theme.Plain, p.Story(s.now, zone))
		page.AddStyled("looking for it", p.Progress(s.now, zone), page.theme.Warn)
		page.Gap()
	}
}

// lateFacts tells that the booking was taken for not made, and which others stand for the same stay.
func (s *Reservation) lateFacts(page *sheet) {
	sale := s.known.sale
	if s.deps.masking() {
		sale.SameStay = booking.MaskStates(sale.SameStay)
	}
	lines := sale.LateLines(s.now, s.deps.agentZone())
	for _, line := range lines {
		page.text(page.theme.Bad, "! "+line)
	}
	if len(lines) > 0 {
		page.Gap()
	}
}

// clockFacts draws the penalty clock in full, by all clocks.
func (s *Reservation) clockFacts(page *sheet) {
	if able, _ := booking.CanCancel(s.reservation); !able {
		return
	}
	page.Heading("Penalty clock")
	terms, made := s.deps.Desk.TermsOf(s.reservation), s.reservation.Created.Time
	for _, line := range terms.ClockLines(made, s.now, s.deps.agentZone()) {
		style := page.theme.Muted
		if line.Holds {
			style = costStyle(page.theme, line.Cost.Kind)
		}
		page.text(style, line.Text)
	}
}

// historyFacts draws how it was sold beside what is stored, and the timeline.
func (s *Reservation) historyFacts(page *sheet) {
	t := page.theme
	if x := s.history.failure; x != nil {
		page.Heading("Journal")
		page.explain(x, s.deps.say("{reload!}"))
	}
	if s.known.sold {
		page.Heading("Agreed and on file")
		page.Add("sold", s.deps.soldWords(s.known.sale.State))
		page.agreementFacts(s.known.sale.State, s.deps.agentZone())
		if moved := s.known.sale.Moved; moved != nil {
			page.Add("moved to", s.deps.soldWords(*moved))
			page.agreementFacts(*moved, s.deps.agentZone())
		}
		style := t.Good
		switch {
		case terms.Stops(s.known.sale.Deviations):
			style = t.Bad
		case len(s.known.sale.Deviations) > 0 || s.known.sale.TermsUnknown:
			style = t.Warn
		}
		page.text(style, s.known.sale.OnFile())
		page.changeFacts(s.known.sale.Deviations)
	}
	if len(s.known.entries) == 0 {
		return
	}
	page.Heading("Timeline")
	for _, e := range s.known.entries {
		page.Add(e.At.In(s.deps.agentZone()).Format("Mon 2 Jan 15:04:05"), joined(e.Source, e.Actor, e.Text))
	}
	if !s.known.sold {
		s.elsewhereFacts(page)
	}
}

// agreementFacts tells what was agreed to, when and by whom, in the words of that moment.
func (s *sheet) agreementFacts(sold journal.AttemptState, zone *time.Location) {
	lines := recovery.AgreementLines(sold.Agreement)
	if len(lines) == 0 {
		s.text(s.theme.Muted, "The journal has only a digest of what was agreed to, as earlier versions kept it.")
		return
	}
	who := ""
	if sold.User != "" {
		who = "by " + sold.User
	}
	s.Add("agreed", joined(sold.Agreement.At.In(zone).Format("Mon 2 Jan 2006 15:04"), who))
	for _, line := range lines {
		s.Add(cmp.Or(line.Name, " "), line.Text)
	}
}

// elsewhereFacts tells what the service holds where nobody agreed to anything here.
func (s *Reservation) elsewhereFacts(page *sheet) {
	r, t := s.reservation, page.theme
	page.Heading("Agreed")
	page.text(t.Muted, "It was not booked from this machine: what was agreed to is not known here.")
	page.Add("the service holds", terms.PriceWords(r.Rate.Total))
	made := r.Created.Time
	if made.IsZero() {
		made = s.now
	}
	name := "cancelling"
	for _, line := range s.deps.Desk.TermsOf(r).AgreedLines(made) {
		page.Add(name, line)
		name = " "
	}
}
