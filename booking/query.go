package booking

import (
	"slices"
	"strconv"
	"strings"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// CheckRange lists what makes a range of dates one that no day can be in (section 4.6), at the comparison to be
// mended.
func CheckRange(r api.DateRange) []trip.Problem {
	bounds := api.DateRange{After: r.After, From: r.From, Before: r.Before, Until: r.Until}
	if !r.On.IsZero() {
		if bounds != (api.DateRange{}) {
			return []trip.Problem{{Field: rangeOn, Message: "one day, or a range: empty this or the others"}}
		}
		return nil
	}
	first, low := r.From, "on or after "+trip.DayWords(r.From)
	if next := r.After.AddDays(1); !r.After.IsZero() && (first.IsZero() || first.Before(next)) {
		first, low = next, "after "+trip.DayWords(r.After)
	}
	if first.IsZero() {
		return nil
	}
	var out []trip.Problem
	if !r.Before.IsZero() && !first.Before(r.Before) {
		out = append(out, trip.Problem{Field: rangeBefore, Message: "no day is " + low + " and before " + trip.DayWords(r.Before)})
	}
	if !r.Until.IsZero() && r.Until.Before(first) {
		out = append(out, trip.Problem{Field: rangeUntil, Message: "no day is " + low + " and on or before " + trip.DayWords(r.Until)})
	}
	return out
}

// The comparisons of a date range, as Problems name them.
const (
	rangeOn     = "on"
	rangeBefore = "before"
	rangeUntil  = "until"
)

func rangeChips(what string, r api.DateRange) []string {
	var out []string
	add := func(word string, d api.Date) {
		if !d.IsZero() {
			out = append(out, what+" "+word+" "+trip.DayWords(d))
		}
	}
	add("on", r.On)
	add("after", r.After)
	add("from", r.From)
	add("before", r.Before)
	add("until", r.Until)
	return out
}

// QueryChips returns the filters of a reservation list (section 4.6) in words; all of them must hold.
func QueryChips(q api.ReservationQuery) []string {
	out := rangeChips("arrival", q.CheckIn)
	out = append(out, rangeChips("departure", q.CheckOut)...)
	if q.ID != "" {
		out = append(out, "id "+q.ID)
	}
	if len(q.IDs) > 0 {
		out = append(out, strconv.Itoa(len(q.IDs))+" ids")
	}
	if len(q.CustomValues) > 0 {
		out = append(out, "custom data "+strings.Join(q.CustomValues, " or "))
	}
	return out
}

// MaxCustomFilter is the most custom values that one list may be filtered by (section 8).
const MaxCustomFilter = 5

const idLength = 32

// CheckReservationID says what is wrong with a reservation id, or nothing (section 8).
func CheckReservationID(id string) string {
	if len(id) == idLength && !strings.ContainsFunc(id, notLetterOrDigit) {
		return ""
	}
	return "an id is 32 letters and digits"
}

func notLetterOrDigit(r rune) bool {
	return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
}

// SplitIDs reads several ids, parted by commas or spaces. The problem names each part that is no id.
func SplitIDs(text string) (ids []string, problem string) {
	var bad []string
	for _, id := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == ' ' || r == '\n' || r == '\t' }) {
		into := &ids
		if CheckReservationID(id) != "" {
			into, id = &bad, wording.Clip(id)
		}
		if !slices.Contains(*into, id) {
			*into = append(*into, id)
		}
	}
	if len(bad) > 0 {
		return nil, CheckReservationID("") + ": " + strings.Join(bad, ", ")
	}
	return ids, ""
}
