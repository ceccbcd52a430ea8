package trip

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// Help lines of the fields that take days. They differ in what +N and a number count from, and in nothing else.
const (
	DayHelp       = "12dec, fri, +3, 2026-12-12"
	ArrivalHelp   = "12dec, 12-15dec, fri, weekend, +3"
	DepartureHelp = "15dec, 3n, sun, +3, 2026-12-15"
	// Where a stay is changed, +1 counts from the day that the field has now.
	NewArrivalHelp   = "+1 is a day later, 12dec, 12-15dec, fri"
	NewDepartureHelp = "+1 is a day later, 3n, 15dec, sun"
)

// maxAhead bounds a relative day, so that a slip of the finger is refused.
const maxAhead = 999

// longestEntry is more than any day or stay needs.
const longestEntry = 64

// A DayField is what a field takes.
type DayField int

// The fields that take days.
const (
	DayOnly        DayField = iota // one day
	ArrivalField                   // an arrival, or a whole stay
	DepartureField                 // a departure, a number of nights, or a whole stay
)

// A DayReader reads days as agents type them, in the same words on every screen and for every command: "12dec",
// "fri", "tonight", "+3", "2026-12-12", and at a stay also "12-15dec", "weekend", "3n" and "12dec 3n".
type DayReader struct {
	Field DayField
	// Today is the day at the hotel, or at the destination.
	Today api.Date
	// Agent is the agent's today, by which "yesterday" is read; zero means Today. That day may still be today at the hotel.
	Agent api.Date
	// Earliest is the first day that one without a year may be; zero is Today. It is earlier where the zone is not
	// known.
	Earliest api.Date
	// Plus is what +3 counts from; zero is Today.
	Plus api.Date
	// Arrival is the present arrival, which nights count from; zero is Today. Days without a year and weekdays of
	// a departure count from it, too.
	Arrival api.Date
}

// A TypedStay is what was typed at a field of a stay; a date that was not named is zero.
type TypedStay struct{ In, Out api.Date }

// Whole reports whether both days were named.
func (s TypedStay) Whole() bool { return !s.In.IsZero() && !s.Out.IsZero() }

// Read returns the days that the text names. An arrival field gives In, a departure field Out; "12-15dec",
// "weekend" and "12dec 3n" give both, and "3n" the arrival that there is and a departure. Digits with two readings
// are refused with both, and so is an arrival without a year whose next such day is far away. The error is one line for
// the field.
func (r DayReader) Read(text string) (TypedStay, error) {
	r.settle()
	typed, err := r.read(text)
	if err == nil && r.Field != DayOnly {
		err = r.needsYear(text, typed)
	}
	if err != nil {
		return TypedStay{}, err
	}
	return typed, nil
}

// farMonths is how many months away an arrival without a year may be. For a later one the past day was probably meant.
const farMonths = 11

// needsYear returns an error if an arrival is far away only because its year was left out.
func (r DayReader) needsYear(text string, typed TypedStay) error {
	if far := api.NewDate(r.Today.Year, r.Today.Month+farMonths, r.Today.Day); typed.In.IsZero() || !typed.In.After(far) {
		return nil
	}
	r.Earliest = r.Earliest.AddDays(-365)
	past, err := r.read(text)
	if err != nil || past == typed {
		return nil //nolint:nilerr // The year was typed, so the day does not depend on the base.
	}
	instead := EntryDay(typed.In)
	if typed.Whole() {
		instead += "-" + EntryDay(typed.Out)
	}
	return ambiguousError{fmt.Sprintf("%s is %s, which is past, or %s; type %s", wording.Clip(text),
		past.In.Format("2 Jan 2006"), typed.In.Format("2 Jan 2006"), instead), instead}
}

func (r DayReader) read(text string) (TypedStay, error) {
	folded := foldDays(text)
	switch {
	case folded == "":
		return TypedStay{}, errors.New("type a day: " + r.help())
	case len(folded) > longestEntry:
		return TypedStay{}, r.notADay(text)
	}
	if nights, ok := r.nights(folded); ok {
		return r.stay(r.Arrival, r.Arrival.AddDays(nights), folded)
	}
	day, err := r.day(folded)
	switch {
	case err == nil && r.Field == DepartureField:
		return TypedStay{Out: day}, nil
	case err == nil:
		return TypedStay{In: day}, nil
	}
	if isAmbiguous(err) {
		return TypedStay{}, err
	}
	in, out, named, rangeErr := r.wholeStay(folded)
	switch {
	case named:
		return r.stay(in, out, folded)
	case isAmbiguous(rangeErr):
		return TypedStay{}, rangeErr
	}
	return TypedStay{}, err
}

// Day is Read for one day.
func (r DayReader) Day(text string) (api.Date, error) {
	r.Field = DayOnly
	typed, err := r.Read(text)
	return typed.In, err
}

func (r *DayReader) settle() {
	for _, d := range []*api.Date{&r.Agent, &r.Earliest, &r.Plus, &r.Arrival} {
		if d.IsZero() {
			*d = r.Today
		}
	}
}

func (r *DayReader) help() string {
	return [...]string{DayOnly: DayHelp, ArrivalField: ArrivalHelp, DepartureField: DepartureHelp}[r.Field]
}

func (r *DayReader) notADay(text string) error {
	return fmt.Errorf("%q is not a day; type one like %s", wording.Clip(text), r.help())
}

// stay returns two days in their order, at a field that takes both.
func (r *DayReader) stay(in, out api.Date, text string) (TypedStay, error) {
	switch {
	case r.Field == DayOnly:
		return TypedStay{}, fmt.Errorf("%s is more than a day; type one like %s", wording.Clip(text), r.help())
	case !in.Before(out):
		return TypedStay{}, fmt.Errorf("%s leaves on %s, which is not after %s", wording.Clip(text), out.Format("2 Jan"), in.Format("2 Jan"))
	}
	return TypedStay{In: in, Out: out}, nil
}

var daySpelling = strings.NewReplacer("–", "-", "—", "-", "→", "-", " to ", " - ", " until ", " - ", "..", " - ")

func foldDays(text string) string {
	return strings.Join(strings.Fields(daySpelling.Replace(strings.ToLower(text))), " ")
}

var nightsForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,3}) ?(n|nt|nts|night|nights)$`) })

// nights reads a number of nights: "3n", "3 nights", and at a departure "3" alone.
func (r *DayReader) nights(text string) (int, bool) {
	if r.Field == DepartureField && len(text) <= 2 {
		if n, ok := digits(text); ok && n > 0 {
			return n, true
		}
	}
	found := nightsForm().FindStringSubmatch(text)
	if found == nil {
		return 0, false
	}
	n, ok := digits(found[1])
	return n, ok && n > 0
}

// wholeStay reads an arrival and a departure: "weekend", "12dec 3n", "12-15dec", "fri-sun", "12dec 15dec".
func (r *DayReader) wholeStay(text string) (in, out api.Date, named bool, err error) {
	if text == "weekend" || text == "this weekend" {
		friday := r.next(r.Today.AddDays(-1), time.Friday)
		return friday, friday.AddDays(2), true, nil
	}
	for at, c := range text {
		if c != '-' && c != ' ' && c != ',' {
			continue
		}
		first, second := strings.Trim(text[:at], " -,"), strings.Trim(text[at:], " -,")
		in, out, err := r.between(first, second, c == '-')
		if err == nil {
			return in, out, true, nil
		}
		if isAmbiguous(err) {
			return in, out, false, err
		}
	}
	return in, out, false, nil
}

// between reads the two ends of a stay. Beside a hyphen one of them may leave the month to the other.
func (r *DayReader) between(first, second string, hyphen bool) (in, out api.Date, err error) {
	arriving := *r
	arriving.Field = ArrivalField
	month := strings.TrimLeft(second, "0123456789") // with its year
	if hyphen && isDayNumber(first) {
		first, second = first+month, strings.TrimSuffix(second, month)
	}
	if in, err = arriving.day(first); err != nil {
		return in, out, err
	}
	if found := nightsForm().FindStringSubmatch(second); found != nil && !hyphen {
		n, _ := digits(found[1])
		return in, in.AddDays(n), nil
	}
	if n, ok := digits(second); hyphen && ok && isDayNumber(second) {
		out, err = realDay(in.Year, in.Month, n)
		return in, out, err
	}
	leaving := DayReader{Field: DepartureField, Today: r.Today, Agent: r.Agent, Earliest: in, Plus: in, Arrival: in}
	if out, err = leaving.day(second); err != nil {
		return in, out, err
	}
	if in.DaysUntil(out) > MaxNights {
		// "12dec-15dec2027": the year of the departure is the arrival's.
		arriving.Earliest = out.AddDays(-MaxNights)
		if again, err := arriving.day(first); err == nil && again.Before(out) {
			in = again
		}
	}
	return in, out, nil
}

func isDayNumber(text string) bool {
	n, ok := digits(text)
	return ok && len(text) <= 2 && n >= 1 && n <= 31
}

// day reads one day.
func (r *DayReader) day(text string) (api.Date, error) {
	if d, ok := r.relative(text); ok {
		return d, nil
	}
	words := dayWords(text)
	if len(text) == len(time.DateOnly) && text[4] == '-' && words != nil {
		d, err := api.ParseDate(text)
		if err != nil {
			return api.Date{}, fmt.Errorf("there is no day %s", text)
		}
		return d, nil
	}
	if len(words) == 0 || len(words) > 3 {
		return api.Date{}, r.notADay(text)
	}
	for _, word := range words {
		if isLetters(word) {
			return r.named(text, words)
		}
	}
	return r.ofDigits(text, words)
}

// first is the day on or after which one without a year is.
func (r *DayReader) first() api.Date {
	if r.Field == DepartureField {
		return r.Arrival
	}
	return r.Earliest
}

// relative reads what counts from another day.
func (r *DayReader) relative(text string) (api.Date, bool) {
	switch text {
	case "today", "tonight":
		return r.Today, true
	case "tomorrow", "tom":
		return r.Today.AddDays(1), true
	case "yesterday":
		return r.Agent.AddDays(-1), true
	}
	if weekday, ok := weekdayOf(text); ok {
		after := r.Today
		if r.Field == DepartureField {
			after = r.Arrival
		}
		return r.next(after, weekday), true
	}
	number, plus := strings.CutPrefix(text, "+")
	days, ok := digits(number)
	if !plus || !ok || days > maxAhead {
		return api.Date{}, false
	}
	return r.Plus.AddDays(days), true
}

// next returns the first such weekday after a day.
func (r *DayReader) next(after api.Date, weekday time.Weekday) api.Date {
	return after.AddDays(1 + (int(weekday)-int(after.Weekday())+6)%7)
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

func (r *DayReader) named(text string, words []string) (api.Date, error) {
	if len(words) < 2 {
		return api.Date{}, r.notADay(text)
	}
	number, name := words[0], words[1]
	if isLetters(number) {
		number, name = name, number
	}
	month, okMonth := monthOf(name)
	day, okDay := digits(number)
	if !okMonth || !okDay || day < 1 || day > 31 {
		return api.Date{}, r.notADay(text)
	}
	if len(words) == 2 {
		return nextDay(day, month, r.first())
	}
	year, ok := yearOf(words[2])
	if !ok || isLetters(words[0]) && len(words[2]) < 4 { // "dec 12-15" is a stay.
		return api.Date{}, r.notADay(text)
	}
	return realDay(year, month, day)
}

// EntryDay returns a day as an agent would type it and every DayReader reads it: "12dec2026".
func EntryDay(d api.Date) string {
	if d.IsZero() {
		return ""
	}
	return strings.ToLower(d.Format("2Jan2006"))
}
