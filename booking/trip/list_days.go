package trip

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// SpanHelp has examples of the days of a list.
const SpanHelp = "12dec, 1-30nov, nov, 2026-11, last month"

// A Span is a range of days, both ends included.
type Span struct{ From, Until api.Date }

// Words returns the span with its years: "Sun 1 Nov 2026 to Mon 30 Nov 2026".
func (s Span) Words() string {
	if s.From == s.Until {
		return DayWords(s.From)
	}
	return DayWords(s.From) + " to " + DayWords(s.Until)
}

// distance returns how many days away the nearest day of the span is; 0 within it.
func (s Span) distance(today api.Date) int {
	return max(today.DaysUntil(s.From), s.Until.DaysUntil(today), 0)
}

// A ListReader reads the days of a list, a report or an export, which may be past: "12nov", "1-30nov", "nov", "2026-11",
// "last month", "yesterday", "-7". Days without a year are the nearest, past or future; a span is taken as a whole.
type ListReader struct{ Today api.Date }

// ListDays returns a reader of the days of lists on the agent's today.
func ListDays(now time.Time, agent *time.Location) ListReader {
	return ListReader{Today: api.DateOf(now.In(agent))}
}

// Day reads a single day.
func (r ListReader) Day(text string) (api.Date, error) {
	s, err := r.Span(text)
	if err == nil && s.From != s.Until {
		return api.Date{}, fmt.Errorf("%s is more than a day; type one like %s", wording.Clip(text), DayHelp)
	}
	return s.From, err
}

// Span reads a day or a range. The error is one line for a field.
func (r ListReader) Span(text string) (Span, error) {
	folded := foldDays(text)
	if folded == "" || len(folded) > longestEntry {
		return Span{}, notASpan(text)
	}
	span, err := r.nearest(func(base api.Date) (Span, error) { return r.part(base, folded) })
	if err == nil || isAmbiguous(err) {
		return span, err
	}
	for _, cuts := range []string{"-", " ,"} { // "nov 1-30" is cut at its hyphen.
		for at, c := range folded {
			if !strings.ContainsRune(cuts, c) {
				continue
			}
			first, last := strings.Trim(folded[:at], " ,"), strings.Trim(folded[at+1:], " ,")
			if c == '-' {
				first, last = wholeEnds(first, last)
			}
			span, cutErr := r.Between(first, last)
			if cutErr == nil || isAmbiguous(cutErr) || errors.Is(cutErr, errOrder) {
				return span, cutErr
			}
		}
	}
	return Span{}, err
}

var errOrder = errors.New("ends before it begins")

// Between reads the two ends of a span. If neither has a year, it returns the nearest span.
func (r ListReader) Between(first, last string) (Span, error) {
	from := func(base api.Date) (Span, error) { return r.part(base, foldDays(first)) }
	until := func(base api.Date) (Span, error) { return r.part(base, foldDays(last)) }
	both := func(base api.Date) (Span, error) {
		begins, err := from(base)
		if err != nil {
			return begins, err
		}
		ends, err := until(begins.From)
		return Span{begins.From, ends.Until}, err
	}
	span, err := r.nearest(both)
	fixed, known := dated(until)
	if err == nil && known {
		// "12dec to 15dec2027", "fri to today": the first day is the last such day before the end.
		begins, wrong := from(fixed.Until.AddDays(-365))
		for next := begins; wrong == nil && !next.From.After(fixed.Until); {
			begins = next
			if next, wrong = from(begins.From.AddDays(1)); !next.From.After(begins.From) {
				break
			}
		}
		span, err = Span{begins.From, fixed.Until}, wrong
	}
	switch {
	case err != nil:
	case !known && span.From.Month == span.Until.Month && span.From.Year < span.Until.Year: // "30-1nov"
		err = fmt.Errorf("%s to %s %w; name the month or the year of its end", wording.Clip(first), wording.Clip(last), errOrder)
	case span.Until.Before(span.From):
		err = fmt.Errorf("%s to %s %w", wording.Clip(first), wording.Clip(last), errOrder)
	}
	return span, err
}

// dated returns the span if it does not depend on the base: a year is typed, or days are counted from today.
func dated(read func(base api.Date) (Span, error)) (Span, bool) {
	one, err := read(api.NewDate(2024, 1, 1))
	other, wrong := read(api.NewDate(2029, 6, 15))
	return one, err == nil && wrong == nil && one == other
}

// nearest returns the nearest of the spans that a text may mean. read returns the first that begins on or after a day.
func (r ListReader) nearest(read func(base api.Date) (Span, error)) (Span, error) {
	const back = 4*366 + 1 // finds the last 29 February too
	best, err := read(r.Today.AddDays(-back))
	for next := best; err == nil && !next.From.After(r.Today); {
		following, wrong := read(next.From.AddDays(1))
		if wrong != nil || !following.From.After(next.From) {
			break
		}
		if next = following; next.distance(r.Today) <= best.distance(r.Today) {
			best = next
		}
	}
	return best, err
}

// part reads one end of a span: a day, a month or a weekend. Without a year it returns the first on or after base.
func (r ListReader) part(base api.Date, text string) (Span, error) {
	if span, ok := r.month(base, text); ok {
		return span, nil
	}
	onOrAfter := func(first api.Date, day time.Weekday) api.Date { return (&DayReader{}).next(first.AddDays(-1), day) }
	if text == "weekend" || text == "this weekend" {
		if text != "weekend" {
			base = r.Today.AddDays(-2) // On a Saturday or Sunday the weekend's Friday is already past.
		}
		friday := onOrAfter(base, time.Friday)
		return Span{friday, friday.AddDays(2)}, nil
	}
	if weekday, ok := weekdayOf(text); ok {
		d := onOrAfter(base, weekday)
		return Span{d, d}, nil
	}
	if number, minus := strings.CutPrefix(text, "-"); minus {
		days, ok := digits(number)
		if !ok || days > maxAhead {
			return Span{}, notASpan(text)
		}
		d := r.Today.AddDays(-days)
		return Span{d, d}, nil
	}
	days := DayReader{Today: r.Today, Agent: r.Today, Earliest: base, Plus: r.Today, Arrival: base}
	d, err := days.day(text)
	if err != nil && !isAmbiguous(err) {
		err = notASpan(text)
	}
	return Span{d, d}, err
}

func notASpan(text string) error {
	return fmt.Errorf("%q is not a day or a range; type it like %s", wording.Clip(text), SpanHelp)
}

var monthForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:([0-9]{4})-([0-9]{2})|(this|last|next) month|([a-z]{3,9}) ?([0-9]{4})?)$`)
})

// month reads a whole month.
func (r ListReader) month(base api.Date, text string) (Span, bool) {
	found := monthForm().FindStringSubmatch(text)
	if found == nil {
		return Span{}, false
	}
	whole := func(year int, month time.Month) (Span, bool) {
		first := api.NewDate(year, month, 1)
		return Span{first, api.NewDate(first.Year, first.Month+1, 0)}, true
	}
	if found[3] != "" {
		return whole(r.Today.Year, r.Today.Month+map[string]time.Month{"last": -1, "this": 0, "next": 1}[found[3]])
	}
	if found[1] != "" {
		year, _ := digits(found[1])
		month, _ := digits(found[2])
		if year < 2000 || month < 1 || month > 12 {
			return Span{}, false
		}
		return whole(year, time.Month(month))
	}
	month, ok := monthOf(found[4])
	if !ok {
		return Span{}, false
	}
	if year, said := digits(found[5]); said {
		return whole(year, month)
	}
	year := base.Year
	if api.NewDate(year, month, 1).Before(base) {
		year++
	}
	return whole(year, month)
}

// wholeEnds returns both ends with their month, for "1-30nov" and "nov 1-30".
func wholeEnds(first, last string) (string, string) {
	if month := strings.TrimLeft(last, "0123456789"); isDayNumber(first) && isDayNumber(strings.TrimSuffix(last, month)) {
		return first + month, last
	}
	day, year, _ := strings.Cut(last, " ")
	if words := dayWords(first); isDayNumber(day) && strings.Trim(year, "0123456789") == "" && len(words) > 1 {
		for _, word := range words[:2] {
			if _, month := monthOf(word); month {
				return first, strings.TrimSpace(day + " " + word + " " + year)
			}
		}
	}
	return first, last
}
