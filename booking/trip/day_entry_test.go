package trip

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
)

// dayBase is a Saturday.
var dayBase = api.NewDate(2026, time.November, 21)

func dayReader(field DayField) DayReader {
	return DayReader{Field: field, Today: dayBase, Arrival: api.NewDate(2026, time.December, 12), Plus: api.NewDate(2026, time.December, 12)}
}

func (s TypedStay) String() string { return s.In.String() + ".." + s.Out.String() }

func TestDayReaderDay(t *testing.T) {
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
		got, err := DayReader{Today: dayBase}.Day(text)
		if err != nil || got.String() != want {
			t.Errorf("Day(%q) = %v, %v; want %s", text, got, err, want)
		}
	}
}

func TestDayReaderRefuses(t *testing.T) {
	for text, part := range map[string]string{
		"":                      "type a day",
		"soon":                  "is not a day",
		"12":                    "could be many days",
		"121226":                "could be many days",
		"12122026":              "could be many days",
		"10/12":                 "10/12 is 10 Dec or 12 Oct; type 10dec or 12oct",
		"10.12.2026":            "is 10 Dec or 12 Oct",
		"1012":                  "is 10 Dec or 12 Oct",
		"31jun":                 "there is no day 31 June",
		"29feb2027":             "there is no day 29 February 2027",
		"2026-02-30":            "there is no day 2026-02-30",
		"32/13":                 "there is no day 32/13",
		"40dec":                 "is not a day",
		"12dezember":            "is not a day",
		"12dec99999":            "is not a day",
		"+1000":                 "is not a day",
		"+":                     "is not a day",
		"-3":                    "could be many days",
		"12dec\x1b[31m":         "is not a day",
		"fr":                    "is not a day",
		"weekend":               "weekend is more than a day; type one like",
		"3n":                    "3n is more than a day; type one like",
		"12-15dec":              "12-15dec is more than a day; type one like",
		"2026-12-12 2026-12-15": "is more than a day; type one like",
	} {
		got, err := DayReader{Today: dayBase}.Day(text)
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("Day(%q) = %v, %v; want an error with %q", text, got, err, part)
		}
		if err != nil && !got.IsZero() {
			t.Errorf("Day(%q) gives %v beside an error", text, got)
		}
	}
}

// An arrival and a departure count from other days, and read the same words otherwise.
func TestDayReaderStay(t *testing.T) {
	for text, want := range map[string][2]string{ // as an arrival, as a departure
		"weekend":                 {"2026-11-27..2026-11-29", "2026-11-27..2026-11-29"},
		"12-15dec":                {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"12–15 Dec":               {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"dec 12-15":               {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"12dec-15dec":             {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"12 dec to 15 dec":        {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"12dec 15dec":             {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"12dec 3n":                {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"fri 2 nights":            {"2026-11-27..2026-11-29", "2026-11-27..2026-11-29"},
		"tonight 1n":              {"2026-11-21..2026-11-22", "2026-11-21..2026-11-22"},
		"fri-mon":                 {"2026-11-27..2026-11-30", "2026-11-27..2026-11-30"},
		"30dec-2jan":              {"2026-12-30..2027-01-02", "2026-12-30..2027-01-02"},
		"12-15dec2027":            {"2027-12-12..2027-12-15", "2027-12-12..2027-12-15"},
		"12dec-15dec2027":         {"2027-12-12..2027-12-15", "2027-12-12..2027-12-15"},
		"30dec-2jan2028":          {"2027-12-30..2028-01-02", "2027-12-30..2028-01-02"},
		"18-20nov":                {"18-20nov is 18 Nov 2026, which is past, or", "18-20nov is 18 Nov 2026, which is past, or"},
		"2026-12-12 - 2026-12-15": {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"2026-12-12-2026-12-15":   {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"12/12-15/12":             {"2026-12-12..2026-12-15", "2026-12-12..2026-12-15"},
		"2n":                      {"2026-12-12..2026-12-14", "2026-12-12..2026-12-14"},
		"2 nights":                {"2026-12-12..2026-12-14", "2026-12-12..2026-12-14"},
		"1 night":                 {"2026-12-12..2026-12-13", "2026-12-12..2026-12-13"},
		"2":                       {"2 could be many days; type the month's name, as in 12dec", "2026-12-12..2026-12-14"},
		"+1":                      {"2026-12-13..", "..2026-12-13"},
		"tomorrow":                {"2026-11-22..", "..2026-11-22"},
		"fri":                     {"2026-11-27..", "..2026-12-18"},
		"1dec":                    {"2026-12-01..", "..2027-12-01"},
		"0n":                      {`"0n" is not a day; type one like ` + ArrivalHelp, `"0n" is not a day; type one like ` + DepartureHelp},
		"15-12dec":                {"15-12dec leaves on 12 Dec, which", "15-12dec leaves on 12 Dec, which"},
		"10/12-15/12":             {"10/12 is 10 Dec or 12 Oct", "10/12 is 10 Dec or 12 Oct"},
		"10-12":                   {"10-12 is 10 Dec or 12 Oct", "10-12 is 10 Dec or 12 Oct"},
		"12dec-":                  {"2026-12-12..", "..2026-12-12"},
		"12-dec-27":               {"2027-12-12..", "..2027-12-12"},
		"soon":                    {`"soon" is not a day; type one like ` + ArrivalHelp, `"soon" is not a day; type one like ` + DepartureHelp},
		"":                        {"type a day: " + ArrivalHelp, "type a day: " + DepartureHelp},
	} {
		for i, field := range []DayField{ArrivalField, DepartureField} {
			typed, err := dayReader(field).Read(text)
			got := typed.String()
			if err != nil {
				got = err.Error()
			}
			if got != want[i] && (err == nil || !strings.HasPrefix(got, want[i])) {
				t.Errorf("%q at field %d is %s, want %s", text, field, got, want[i])
			}
		}
	}
}

// A day that has not ended everywhere is no day of next year, where the zone is not known.
func TestDayReaderEarliest(t *testing.T) {
	r := DayReader{Field: ArrivalField, Today: dayBase, Earliest: dayBase.AddDays(-1)}
	for text, want := range map[string]string{"20nov": "2026-11-20..", "19oct": "2027-10-19..", "tonight": "2026-11-21..", "20-22nov": "2026-11-20..2026-11-22"} {
		if got, err := r.Read(text); err != nil || got.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, got, err, want)
		}
	}
}

func TestEntryDayIsReadBack(t *testing.T) {
	for i := range 800 {
		day := dayBase.AddDays(i)
		for _, field := range []DayField{DayOnly, ArrivalField} {
			got, err := dayReader(field).Read(EntryDay(day))
			if err != nil || got.In != day {
				t.Fatalf("%s is read back as %v, %v", EntryDay(day), got, err)
			}
		}
	}
	if got := EntryDay(api.Date{}); got != "" {
		t.Errorf("no date is %q", got)
	}
}

func FuzzDayReader(f *testing.F) {
	for _, seed := range []string{
		"12dec", "fri", "+3", "10/12", "2026-12-12", "29feb", "\x1b[2J", "١٢", "12dec2026", "", "12-15dec", "weekend", "3n", "2 nights",
		"12dec 3n", "fri-mon", "30dec-2jan2028", "2026-12-12 - 2026-12-15", "12 – 15 dec", "-", "1-1-1-1", "9999-12-31 3n", "31dec9999-1jan",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, field := range []DayField{DayOnly, ArrivalField, DepartureField} {
			typed, err := dayReader(field).Read(text)
			if err != nil {
				if typed != (TypedStay{}) {
					t.Fatalf("%q gives %v beside an error", text, typed)
				}
				if len(err.Error()) > 300 || strings.ContainsRune(err.Error(), '\x1b') {
					t.Fatalf("%q has an error that is not for a line: %q", text, err)
				}
				continue
			}
			if typed.Whole() && (field == DayOnly || !typed.In.Before(typed.Out)) || typed == (TypedStay{}) {
				t.Fatalf("%q at field %d gives %s", text, field, typed)
			}
			for _, day := range []api.Date{typed.In, typed.Out} {
				if !day.IsZero() && day != api.NewDate(day.Year, day.Month, day.Day) {
					t.Fatalf("%q is no day of the calendar: %v", text, day)
				}
			}
		}
	})
}

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
