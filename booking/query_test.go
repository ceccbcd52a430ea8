package booking

import (
	"testing"
	"time"

	"bellhop/api"
)

func TestCheckRange(t *testing.T) {
	day := func(d int) api.Date { return api.NewDate(2026, time.December, d) }
	for name, c := range map[string]struct {
		r     api.DateRange
		field string
	}{
		"nothing":             {api.DateRange{}, ""},
		"a day":               {api.DateRange{On: day(3)}, ""},
		"a day and a range":   {api.DateRange{On: day(3), Until: day(9)}, rangeOn},
		"a range":             {api.DateRange{From: day(3), Until: day(3)}, ""},
		"one day between":     {api.DateRange{After: day(3), Before: day(5)}, ""},
		"no day between":      {api.DateRange{After: day(3), Before: day(4)}, rangeBefore},
		"after and before":    {api.DateRange{After: day(3), Before: day(3)}, rangeBefore},
		"from and before":     {api.DateRange{From: day(3), Before: day(3)}, rangeBefore},
		"after and until":     {api.DateRange{After: day(3), Until: day(3)}, rangeUntil},
		"the later one holds": {api.DateRange{From: day(1), After: day(5), Until: day(4)}, rangeUntil},
		"ends alone":          {api.DateRange{Before: day(3), Until: day(9)}, ""},
		"beginnings alone":    {api.DateRange{After: day(3), From: day(9)}, ""},
	} {
		problems := CheckRange(c.r)
		if c.field == "" && len(problems) != 0 || c.field != "" && (len(problems) != 1 || problems[0].Field != c.field || problems[0].Message == "") {
			t.Errorf("%s: %+v, want a problem at %q", name, problems, c.field)
		}
	}
	got := CheckRange(api.DateRange{After: day(3), Before: day(3)})[0].Message
	if want := "no day is after Thu 3 Dec 2026 and before Thu 3 Dec 2026"; got != want {
		t.Errorf("the message is %q, want %q", got, want)
	}
}

func TestSplitIDsNamesEachBadOne(t *testing.T) {
	_, problem := SplitIDs("abc, 0123456789abcdef0123456789abcdef d-e abc")
	if want := "an id is 32 letters and digits: abc, d-e"; problem != want {
		t.Errorf("got %q, want %q", problem, want)
	}
}
