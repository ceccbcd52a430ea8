package booking

import "bellhop/api"

// The comparisons of a date range, as Problems name them.
const (
	RangeOn     = "on"
	RangeAfter  = "after"
	RangeFrom   = "from"
	RangeBefore = "before"
	RangeUntil  = "until"
)

// CheckRange lists what makes a range of dates one that no day can be in
// (section 4.6: all that is given must hold). Each problem stands at the
// comparison that has to be mended.
func CheckRange(r api.DateRange) []Problem {
	bounds := api.DateRange{After: r.After, From: r.From, Before: r.Before, Until: r.Until}
	if !r.On.IsZero() {
		if bounds != (api.DateRange{}) {
			return []Problem{{Field: RangeOn, Message: "one day, or a range: empty this or the others"}}
		}
		return nil
	}
	first, low := r.From, "on or after "+DayWords(r.From)
	if next := r.After.AddDays(1); !r.After.IsZero() && (first.IsZero() || first.Before(next)) {
		first, low = next, "after "+DayWords(r.After)
	}
	if first.IsZero() {
		return nil
	}
	var out []Problem
	if !r.Before.IsZero() && !first.Before(r.Before) {
		out = append(out, Problem{Field: RangeBefore, Message: "no day is " + low + " and before " + DayWords(r.Before)})
	}
	if !r.Until.IsZero() && r.Until.Before(first) {
		out = append(out, Problem{Field: RangeUntil, Message: "no day is " + low + " and on or before " + DayWords(r.Until)})
	}
	return out
}
