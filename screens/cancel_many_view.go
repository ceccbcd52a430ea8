package screens

import (
	"bellhop/booking"
	"bellhop/booking/bulk"
	"bellhop/booking/wording"
	"bellhop/ui"
)

// facts draws the question, how far the run is, or what came of it.
func (c *cancelMany) facts() *sheet {
	t, s := c.deps.Theme, newSheet(c.deps.Theme)
	switch {
	case c.failed != "" && c.report == nil:
		s.text(t.Bad, "! "+c.failed)
	case c.report != nil:
		c.drawReport(s)
	case c.ask != nil:
		c.drawPlan(s)
	case c.plan.failure != nil:
		s.explain(c.plan.failure, c.deps.say("{reload!}"))
	default:
		s.text(t.Title, "Reading "+wording.Plural(len(c.ids), "reservation")+" once more")
		s.text(t.Muted, "Nothing is sent before you have seen what it costs.")
	}
	return s
}

func (c *cancelMany) drawPlan(s *sheet) {
	t, p := c.deps.Theme, *c.ask
	if len(p.Items) == 0 {
		title := "None of them can be cancelled"
		switch {
		case len(p.Unknown()) > 0:
			title = "None of them can be cancelled yet"
		case len(p.Earlier) > 0:
			title = "Nothing is left to cancel"
		}
		s.text(t.Title, title)
		s.Gap()
		c.drawEarlier(s, p.Earlier)
		c.drawLeft(s, p.Left)
		return
	}
	title := "Cancel " + wording.Plural(len(p.Items), "reservation") + "?"
	if c.rest != nil {
		title = "Go on with it? " + wording.Plural(len(p.Items), "reservation") + " left to cancel"
	}
	s.text(t.Title, title)
	s.Gap()
	costs, style := p.Costs(), t.Bad
	if len(costs.Sums)+costs.Unsaid == 0 {
		style = t.Good
	}
	s.mustRead(func() {
		s.AddStyled("all of it costs now", costs.Words(), style)
		if costs.Unsaid > 0 {
			s.AddStyled("not said", "Of "+wording.Count(costs.Unsaid)+" the service does not say what cancelling costs: ask the hotel first.", t.Warn)
		}
		if n := len(p.Left); n > 0 {
			s.AddStyled("left out", wording.Plural(n, "reservation")+" that cannot be cancelled, named below", t.Warn)
		}
		if n := len(p.Earlier); n > 0 {
			s.AddStyled("earlier", wording.Plural(n, "reservation")+" that the interrupted run has cancelled, which cost "+p.EarlierCosts().Words(), t.Plain)
		}
	})
	s.Gap()
	if word := "Only the word " + bulk.Word + c.deps.say(" and then {cancel}"); len(p.Items) == 1 {
		s.text(t.Plain, "enter keeps it. "+word+" cancels it. It cannot be undone.")
	} else {
		s.text(t.Plain, "enter keeps them. "+word+" cancels them, one after the other. "+
			"It stops at the first that costs something else by then, or of which nobody knows what came of it. None can be undone.")
	}
	s.Gap()
	for _, item := range p.Items {
		s.AddStyled(item.Cost.Brief(), c.which(item), t.Plain)
	}
	if len(p.Earlier)+len(p.Left) > 0 {
		s.Gap()
		c.drawEarlier(s, p.Earlier)
		c.drawLeft(s, p.Left)
	}
}

// drawEarlier names those that the interrupted run has cancelled, and what that cost.
func (c *cancelMany) drawEarlier(s *sheet, list []bulk.Result) {
	for _, result := range list {
		s.AddStyled(outcomeLabel(result), c.which(result.Item)+" · cost: "+result.Canceled.Cost.Words(), c.outcomeStyle(result.Outcome))
	}
}

// which names a reservation in a line.
func (c *cancelMany) which(item bulk.Item) string {
	r := item.Shown.Reservation
	return joined(r.Hotel.Name, item.Stay.BriefYear(), c.guests.asked(r.Guest, c.asks()), c.deps.numberWords(r), r.Rate.Total.String())
}

func (c *cancelMany) drawLeft(s *sheet, list []bulk.Left) {
	for _, left := range list {
		words := left.Why
		if left.Here != nil {
			words = "Cancelled from here: " + left.Here.Words(c.deps.Desk.Directory.Zone(left.Reservation.Hotel.ID), c.deps.agentZone()) + "."
		}
		if r := left.Reservation; r != nil {
			words = joined(r.Hotel.Name, c.deps.Desk.StayOf(*r).BriefYear(), booking.MaskName(r.Guest)) + ": " + words
		} else {
			words = masked(c.deps, booking.MaskText, left.ID) + ": " + words
		}
		s.AddStyled(left.Outcome().String(), words, c.deps.Theme.Muted)
	}
}

func (c *cancelMany) drawReport(s *sheet) {
	t, r := c.deps.Theme, *c.report
	switch {
	case c.run.Busy():
		n := len(r.Results)
		s.text(t.Warn, "Cancelling one after the other: "+wording.Count(min(n, n-r.Count(bulk.NotTried)+1))+" of "+wording.Count(n)+". Please do not close the program.")
		if c.halted {
			s.text(t.Warn, "It stops after the one that is being sent.")
		}
	case r.Finished():
		s.text(t.Title, "Done: "+r.Words())
	default:
		s.text(t.Bad, "! Not all of it: "+r.Words())
		s.text(t.Warn, r.Stopped)
		s.text(t.Muted, c.deps.say("{reload!} reads those that are left, and asks again. A later start of Bellhop offers that too."))
	}
	if c.failed != "" {
		s.text(t.Bad, "! "+c.failed)
	}
	s.Gap()
	if r.Count(bulk.Canceled) > 0 {
		s.AddStyled("cancelling cost", r.Costs().Words(), t.Money)
		s.Gap()
	}
	for _, result := range r.Results {
		words := c.which(result.Item)
		switch result.Outcome {
		case bulk.Canceled:
			if result.Canceled != nil {
				words += " · cost: " + result.Canceled.Cost.Words()
			}
		case bulk.Refused, bulk.Unresolved, bulk.Changed, bulk.NotSent:
			if result.Err != nil {
				words += "\n" + booking.Explain(result.Err).Title
			}
		default:
		}
		s.AddStyled(outcomeLabel(result), words, c.outcomeStyle(result.Outcome))
	}
	if len(r.Left) > 0 {
		s.Gap()
		c.drawLeft(s, r.Left)
	}
}

func outcomeLabel(r bulk.Result) string { return r.Outcome.String() + when(r.Earlier, " earlier") }

func (c *cancelMany) outcomeStyle(o bulk.Outcome) ui.Style {
	t := c.deps.Theme
	switch o {
	case bulk.Canceled:
		return t.Good
	case bulk.NotTried, bulk.Already, bulk.LeftOut:
		return t.Muted
	case bulk.Unresolved, bulk.Refused, bulk.Changed, bulk.NotSent:
		return t.Bad
	default:
		return t.Plain
	}
}
