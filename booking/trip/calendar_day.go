package trip

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// An ambiguousError means that a text could be two days.
type ambiguousError struct {
	message string
	instead string // the suggested spelling; empty if neither day is likelier
}

func (e ambiguousError) Error() string { return e.message }

func isAmbiguous(err error) bool {
	var e ambiguousError
	return errors.As(err, &e)
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

// ofDigits reads a day without letters, which often has two readings.
func (r *DayReader) ofDigits(text string, words []string) (api.Date, error) {
	if len(words) == 1 && len(words[0]) == 4 {
		words = []string{words[0][:2], words[0][2:]}
	}
	if len(words) == 1 || len(words[0]) > 2 || len(words[1]) > 2 {
		return api.Date{}, fmt.Errorf("%s could be many days; type the month's name, as in 12dec", wording.Clip(text))
	}
	a, _ := digits(words[0])
	b, _ := digits(words[1])
	first, okFirst := r.reading(a, b, words)
	second, okSecond := r.reading(b, a, words)
	switch {
	case okFirst && okSecond && first != second:
		return api.Date{}, ambiguousError{message: fmt.Sprintf("%s is %s or %s; type %s or %s", wording.Clip(text),
			first.Format("2 Jan"), second.Format("2 Jan"),
			strings.ToLower(first.Format("2Jan")), strings.ToLower(second.Format("2Jan")))}
	case okFirst:
		return first, nil
	case okSecond:
		return second, nil
	default:
		return api.Date{}, fmt.Errorf("there is no day %s", wording.Clip(text))
	}
}

// reading is one reading of a day of digits; false when there is no such day. A third word is the year.
func (r *DayReader) reading(day, month int, words []string) (api.Date, bool) {
	if month < 1 || month > 12 || day < 1 {
		return api.Date{}, false
	}
	if len(words) < 3 {
		d, err := nextDay(day, time.Month(month), r.first())
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
