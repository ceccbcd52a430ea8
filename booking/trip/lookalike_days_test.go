package trip

import (
	"strings"
	"testing"

	"bellhop/api"
)

// Days are printed with weekday and the month's name, and all-digit days with
// two readings are refused with both.
func TestTrap29LookAlikeDays(t *testing.T) {
	in := api.NewDate(2026, 6, 7)
	if got := StayWords(in, in.AddDays(30)); got != "Sun 7 Jun – Tue 7 Jul 2026 · 30 nights" {
		t.Errorf("the stay reads %q", got)
	}
	base := api.NewDate(2026, 1, 1)
	for text, want := range map[string]string{
		"06/07":      "06/07 is 6 Jul or 7 Jun; type 6jul or 7jun",
		"07.06.2026": "is 7 Jun or 6 Jul",
		"0306":       "is 3 Jun or 6 Mar",
		"060726":     "could be many days",
	} {
		if day, err := (DayReader{Today: base}).Day(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %s, %v", text, day, err)
		}
	}
	for text, want := range map[string]string{"7jun": "2026-06-07", "7jul": "2026-07-07", "3mar": "2026-03-03", "3may": "2026-05-03", "25/6": "2026-06-25"} {
		if day, err := (DayReader{Today: base}).Day(text); err != nil || day.String() != want {
			t.Errorf("%s is read as %s, %v", text, day, err)
		}
	}
}
