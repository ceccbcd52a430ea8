package trip

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// DayHelp shows in one line what ParseDay reads.
const DayHelp = "12dec · fri · +3 · 2026-12-12"

// maxAhead bounds a relative day, so that a slip of the finger is refused.
const maxAhead = 999

// ParseDay reads a day as agents type it: "2026-12-12", "12dec", "dec 12", "12dec26", "fri", "+3", "3n",
// "tonight", "tomorrow". A relative day counts from base; one without a year is the first on or after it, a
// weekday the first after it. Days of digits with two readings are refused with both. The error is one line for
// the field.
func ParseDay(text string, base api.Date) (api.Date, error) {
	folded := strings.ToLower(strings.TrimSpace(text))
	if folded == "" {
		return api.Date{}, errors.New("type a day: " + DayHelp)
	}
	if d, ok := relativeDay(folded, base); ok {
		return d, nil
	}
	if len(folded) == len(time.DateOnly) && folded[4] == '-' {
		d, err := api.ParseDate(folded)
		if err != nil {
			return api.Date{}, fmt.Errorf("there is no day %s", folded)
		}
		return d, nil
	}
	words := dayWords(folded)
	if len(words) == 0 || len(words) > 3 {
		return api.Date{}, notADay(text)
	}
	if slices.ContainsFunc(words, isLetters) {
		return namedDay(text, words, base)
	}
	return digitDay(folded, words, base)
}

func notADay(text string) error {
	return fmt.Errorf("%q is not a day; type one like %s", wording.Clip(text), DayHelp)
}

// relativeDay reads what counts from base.
func relativeDay(text string, base api.Date) (api.Date, bool) {
	switch text {
	case "today", "tonight":
		return base, true
	case "tomorrow", "tom":
		return base.AddDays(1), true
	}
	if weekday, ok := weekdayOf(text); ok {
		ahead := (int(weekday) - int(base.Weekday()) + 7) % 7
		if ahead == 0 {
			ahead = 7
		}
		return base.AddDays(ahead), true
	}
	number, relative := strings.CutPrefix(text, "+")
	if !relative {
		number, relative = strings.CutSuffix(text, "n")
	}
	if !relative {
		return api.Date{}, false
	}
	days, ok := digits(number)
	if !ok || days > maxAhead {
		return api.Date{}, false
	}
	return base.AddDays(days), true
}

func digits(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 16)
	return int(n), err == nil && len(text) <= 4
}

// dayWords cuts "12dec2026", "12 dec" and "12/10" into their parts; nil when a character belongs to no date.
func dayWords(text string) []string {
	var words []string
	kind := 0 // 1: digits, 2: letters
	for _, r := range text {
		next := 0
		switch {
		case r >= '0' && r <= '9':
			next = 1
		case r >= 'a' && r <= 'z':
			next = 2
		case !strings.ContainsRune(" /.-,", r):
			return nil
		}
		switch next {
		case 0:
		case kind:
			words[len(words)-1] += string(r)
		default:
			words = append(words, string(r))
		}
		kind = next
	}
	return words
}

func isLetters(word string) bool { return word[0] > '9' }

func namedDay(text string, words []string, base api.Date) (api.Date, error) {
	if len(words) < 2 {
		return api.Date{}, notADay(text)
	}
	number, name := words[0], words[1]
	if isLetters(number) {
		number, name = name, number
	}
	month, okMonth := monthOf(name)
	day, okDay := digits(number)
	if !okMonth || !okDay || day < 1 || day > 31 {
		return api.Date{}, notADay(text)
	}
	if len(words) == 2 {
		return nextDay(day, month, base)
	}
	year, ok := yearOf(words[2])
	if !ok {
		return api.Date{}, notADay(text)
	}
	return realDay(year, month, day)
}

func realDay(year int, month time.Month, day int) (api.Date, error) {
	d := api.NewDate(year, month, day)
	if d.Day != day || d.Month != month {
		return api.Date{}, fmt.Errorf("there is no day %d %s %d", day, month, year)
	}
	return d, nil
}

// nextDay returns the first such day on or after base; 29 February may be years away.
func nextDay(day int, month time.Month, base api.Date) (api.Date, error) {
	for year := base.Year; year <= base.Year+8; year++ {
		d, err := realDay(year, month, day)
		if err == nil && !d.Before(base) {
			return d, nil
		}
	}
	return api.Date{}, fmt.Errorf("there is no day %d %s", day, month)
}

func digitDay(text string, words []string, base api.Date) (api.Date, error) {
	if len(words) == 1 && len(words[0]) == 4 {
		words = []string{words[0][:2], words[0][2:]}
	}
	if len(words) == 1 || len(words[0]) > 2 || len(words[1]) > 2 {
		return api.Date{}, fmt.Errorf("%s could be many days; type the month's name, as in 12dec", wording.Clip(text))
	}
	a, _ := digits(words[0])
	b, _ := digits(words[1])
	first, okFirst := readDigits(a, b, words, base)
	second, okSecond := readDigits(b, a, words, base)
	switch {
	case okFirst && okSecond && first != second:
		return api.Date{}, fmt.Errorf("%s is %s or %s; type %s or %s", wording.Clip(text),
			first.Format("2 Jan"), second.Format("2 Jan"),
			strings.ToLower(first.Format("2Jan")), strings.ToLower(second.Format("2Jan")))
	case okFirst:
		return first, nil
	case okSecond:
		return second, nil
	default:
		return api.Date{}, fmt.Errorf("there is no day %s", wording.Clip(text))
	}
}

// readDigits is one reading of a day of digits; false when there is no such day. A third word is the year.
func readDigits(day, month int, words []string, base api.Date) (api.Date, bool) {
	if month < 1 || month > 12 || day < 1 {
		return api.Date{}, false
	}
	if len(words) < 3 {
		d, err := nextDay(day, time.Month(month), base)
		return d, err == nil
	}
	year, ok := yearOf(words[2])
	if !ok {
		return api.Date{}, false
	}
	d, err := realDay(year, time.Month(month), day)
	return d, err == nil
}

func yearOf(text string) (int, bool) {
	n, ok := digits(text)
	switch {
	case ok && len(text) == 4 && n >= 2000:
		return n, true
	case ok && len(text) == 2:
		return 2000 + n, true
	default:
		return 0, false
	}
}

func monthOf(text string) (time.Month, bool) { return abbreviated(text, time.January, time.December) }

func weekdayOf(text string) (time.Weekday, bool) {
	return abbreviated(text, time.Sunday, time.Saturday)
}

// abbreviated returns the first whose name begins with the text, of which there are at least three letters.
func abbreviated[T interface {
	~int
	fmt.Stringer
}](text string, first, last T,
) (T, bool) {
	for t := first; t <= last && len(text) >= 3; t++ {
		if strings.HasPrefix(strings.ToLower(t.String()), text) {
			return t, true
		}
	}
	return 0, false
}

// EntryDay returns a day as an agent would type it and ParseDay reads it: "12dec2026".
func EntryDay(d api.Date) string {
	if d.IsZero() {
		return ""
	}
	return strings.ToLower(d.Format("2Jan2006"))
}
