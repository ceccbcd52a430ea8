package trip

import (
	"fmt"

	"bellhop/api"
	"bellhop/booking/wording"
)

// DayWords returns a date that cannot be misread: "Sat 12 Dec 2026".
func DayWords(d api.Date) string {
	if d.IsZero() {
		return "no date"
	}
	return d.Format("Mon 2 Jan 2006")
}

// StayWords returns "Sat 12 Dec – Tue 15 Dec 2026 · 3 nights", without the nights where the days do not tell them.
func StayWords(in, out api.Date) string {
	first := DayWords(in)
	if !in.IsZero() && in.Year == out.Year {
		first = in.Format("Mon 2 Jan")
	}
	words := first + " – " + DayWords(out)
	if nights, known := Nights(in, out); known {
		words += " · " + wording.Plural(nights, "night")
	}
	return words
}

// BriefStay returns "19–22 Dec" or "30 Dec – 2 Jan", for where the full dates are nearby.
func BriefStay(in, out api.Date) string {
	if in.Year == out.Year && in.Month == out.Month {
		return in.Format("2") + "–" + out.Format("2 Jan")
	}
	return in.Format("2 Jan") + " – " + out.Format("2 Jan")
}

// PartyWords returns "2 adults" or "2 adults, 1 child".
func PartyWords(adults, children int) string {
	words := wording.Plural(adults, "adult")
	switch {
	case children == 1:
		words += ", 1 child"
	case children > 1:
		words += fmt.Sprintf(", %d children", children)
	}
	return words
}

// Nights counts the nights between two days; false when one is not known or they are not in order.
func Nights(in, out api.Date) (int, bool) {
	if in.IsZero() || out.IsZero() || !in.Before(out) {
		return 0, false
	}
	return in.DaysUntil(out), true
}
