package trip

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

// base is a Saturday.
var dayBase = api.NewDate(2026, time.November, 21)

func TestParseDay(t *testing.T) {
	for text, want := range map[string]string{
		"2026-12-12":  "2026-12-12",
		" 12dec ":     "2026-12-12",
		"12 Dec":      "2026-12-12",
		"DEC 12":      "2026-12-12",
		"12december":  "2026-12-12",
		"12dec27":     "2027-12-12",
		"12 dec 2027": "2027-12-12",
		"12-dec-2027": "2027-12-12",
		"20nov":       "2027-11-20",
		"21nov":       "2026-11-21",
		"29feb":       "2028-02-29",
		"fri":         "2026-11-27",
		"friday":      "2026-11-27",
		"sat":         "2026-11-28",
		"+3":          "2026-11-24",
		"3n":          "2026-11-24",
		"+0":          "2026-11-21",
		"tonight":     "2026-11-21",
		"today":       "2026-11-21",
		"tomorrow":    "2026-11-22",
		"25/12":       "2026-12-25",
		"12/25":       "2026-12-25",
		"12.12.2026":  "2026-12-12",
		"31.12.27":    "2027-12-31",
		"1212":        "2026-12-12",
	} {
		got, err := ParseDay(text, dayBase)
		if err != nil || got.String() != want {
			t.Errorf("ParseDay(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
}

func TestParseDayRefuses(t *testing.T) {
	for text, part := range map[string]string{
		"":              "type a day",
		"soon":          "is not a day",
		"12":            "could be many days",
		"121226":        "could be many days",
		"12122026":      "could be many days",
		"10/12":         "10/12 is 10 Dec or 12 Oct; type 10dec or 12oct",
		"10.12.2026":    "is 10 Dec or 12 Oct",
		"1012":          "is 10 Dec or 12 Oct",
		"31jun":         "there is no day 31 June",
		"29feb2027":     "there is no day 29 February 2027",
		"2026-02-30":    "there is no day 2026-02-30",
		"32/13":         "there is no day 32/13",
		"40dec":         "is not a day",
		"12dezember":    "is not a day",
		"12dec99999":    "is not a day",
		"+1000":         "is not a day",
		"+":             "is not a day",
		"-3":            "could be many days",
		"12dec\x1b[31m": "is not a day",
		"fr":            "is not a day",
	} {
		got, err := ParseDay(text, dayBase)
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("ParseDay(%q) = %v, %v; want an error with %q", text, got, err, part)
		}
		if err != nil && !got.IsZero() {
			t.Errorf("ParseDay(%q) gives %v beside an error", text, got)
		}
	}
}

func TestEntryDayIsReadBack(t *testing.T) {
	for i := range 800 {
		day := dayBase.AddDays(i)
		got, err := ParseDay(EntryDay(day), dayBase)
		if err != nil || got != day {
			t.Fatalf("%s is read back as %v, %v", EntryDay(day), got, err)
		}
	}
	if got := EntryDay(api.Date{}); got != "" {
		t.Errorf("no date is %q", got)
	}
}

func FuzzParseDay(f *testing.F) {
	for _, seed := range []string{"12dec", "fri", "+3", "10/12", "2026-12-12", "29feb", "\x1b[2J", "١٢", "12dec2026", ""} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		day, err := ParseDay(text, dayBase)
		if (err == nil) == day.IsZero() {
			t.Fatalf("ParseDay(%q) = %v, %v", text, day, err)
		}
		if err == nil && day != api.NewDate(day.Year, day.Month, day.Day) {
			t.Fatalf("ParseDay(%q) is no day of the calendar: %v", text, day)
		}
		if err != nil && (len(err.Error()) > 300 || strings.ContainsRune(err.Error(), '\x1b')) {
			t.Fatalf("ParseDay(%q) has an error that is not for a line: %q", text, err)
		}
	})
}
