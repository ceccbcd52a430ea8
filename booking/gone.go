package booking

import "bellhop/booking/journal"

// gone says that a write was planned in a world of a sandbox that is there no
// more. One that names none is of a time before worlds were noted.
func (d *Desk) gone(p journal.Plan) bool {
	p.Lineage = d.worlds()
	return p.OutsideLineage(p.World)
}

// resolveGone ends an attempt that was made at a world which is there no more.
func (r *recovery) resolveGone(attempt *journal.Attempt, result journal.Result) {
	r.change(attempt.ID(), func(p *Pending) { p.Gone, p.Looking = true, false })
	r.resolve(attempt, journal.Outcome{Result: result, Cause: journal.CauseOtherWorld}, nil)
}
