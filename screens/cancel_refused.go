package screens

import "bellhop/booking"

// stands takes how the reservation stands after a refusal, here and on the screen
// below.
func (c *Cancel) stands(e *booking.RefusedError) {
	c.over, c.unread = e.Over(), e.Now == nil
	if e.Now == nil {
		return
	}
	c.reservation = *e.Now
	if c.changed != nil {
		c.changed(*e.Now)
	}
}

// stale says that the screen below does not show what the service has now.
func (c *Cancel) stale() bool { return c.done != nil || c.lost.on || c.unread }

// asItIs is the reservation of which there is nothing left to cancel. One that is
// not there has no state to show.
func (c *Cancel) asItIs(s *sheet) {
	if !c.unread {
		s.text(statusStyle(c.deps.Theme, c.reservation.Status).Bold(true), c.reservation.Status+"  "+booking.StatusWords(c.reservation))
		s.blank()
	}
	c.stay(s)
}
