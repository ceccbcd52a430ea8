package trip

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"bellhop/booking/wording"
)

// A saidStay is what a line says of the days.
type saidStay struct {
	typed   TypedStay
	in, out int // tokens of the days, from 1 on
	nights  int
}

// mostDayTokens is the longest way to say a stay: "24 sep 2026 to 26 sep 2026".
const mostDayTokens = 7

var dayNames = []string{"tonight", "today", "tomorrow", "tom", "yesterday", "weekend"}

// joins stand between two days.
var joins = []string{"to", "until", "-", "–", "—", "→"}

// dayLike reports whether a word can be in a date: digits, and names of months and days.
func dayLike(text string) bool {
	if slices.Contains(dayNames, text) {
		return true
	}
	for _, r := range text {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && !strings.ContainsRune("+-–—→/.,", r) {
			return false
		}
	}
	for part := range strings.FieldsFuncSeq(text, func(r rune) bool { return r < 'a' || r > 'z' }) {
		_, month := monthOf(part)
		if _, weekday := weekdayOf(part); !month && !weekday {
			return false
		}
	}
	return strings.ContainsFunc(text, func(r rune) bool { return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' })
}

// readDays takes the longest run of words that is a day or a stay. Nights are a word of their own.
func (l *lineReading) readDays(at int) int {
	if !dayLike(l.tokens[at].text) && l.tokens[at].text != "this" {
		return 0
	}
	n := 1
	for n < mostDayTokens && at+n < len(l.tokens) && !l.tokens[at+n].quoted {
		if text := l.tokens[at+n].text; !dayLike(text) && !slices.Contains(joins, text) {
			break
		}
		n++
	}
	for ; n > 0; n-- {
		if !l.isPhrase(at, n) {
			continue
		}
		typed, err := l.arrivals().Read(l.joined(at, n))
		if err == nil {
			return l.day(typed, at, n)
		}
		if isAmbiguous(err) && (n == 1 || !isAmbiguous(l.readable(at, 1))) {
			var two ambiguousError
			errors.As(err, &two)
			return l.wrong(WordDays, at, n, strings.TrimSuffix(two.message, "; type "+two.instead), two.instead)
		}
	}
	return l.badDay(at)
}

func (l *lineReading) readable(at, n int) error {
	_, err := l.arrivals().Read(l.joined(at, n))
	return err
}

func (l *lineReading) arrivals() DayReader { return l.days.Days(ArrivalField, l.Now, l.Agent) }

func (l *lineReading) joined(at, n int) string {
	words := make([]string, n)
	for i := range words {
		words[i] = l.tokens[at+i].text
	}
	return strings.Join(words, " ")
}

// isPhrase reports whether words can be one day or stay. A bare number is a day of a month or a short year, and
// otherwise part of a name, or of the party: "motel 6 12dec", "24 sep 26 sep 2".
func (l *lineReading) isPhrase(at, n int) bool {
	number := func(i int) bool { return strings.Trim(l.tokens[at+i].text, "0123456789") == "" }
	switch {
	case n == 1:
		return !number(0) || len(l.tokens[at].text) > 2
	case number(0) && strings.ContainsAny(l.tokens[at+1].text[:1], "0123456789"):
		return false
	case !number(n-1) || len(l.tokens[at+n-1].text) > 2:
		return true
	case at+n < len(l.tokens) && !l.tokens[at+n].quoted && slices.Contains(keywords, l.tokens[at+n].text):
		return false
	}
	return n == 2 || n == 3 && number(0) || slices.Contains(joins, l.tokens[at+n-3].text)
}

// day takes what was read: the arrival, the whole stay, or the departure to an arrival.
func (l *lineReading) day(typed TypedStay, at, n int) int {
	s := &l.stay
	switch {
	case s.in == 0 && typed.Whole():
		s.typed, s.in, s.out = typed, at+1, at+1
		return l.word(WordDays, at, n, StayWords(typed.In, typed.Out))
	case s.in == 0:
		s.typed, s.in = typed, at+1
		return l.word(WordDays, at, n, DayWords(typed.In))
	case s.out == 0 && !typed.Whole():
		leaving := l.days.WithCheckIn(s.typed.In)
		departure, err := leaving.Days(DepartureField, l.Now, l.Agent).Read(l.joined(at, n))
		if err != nil {
			return l.wrong(WordDays, at, n, err.Error(), "")
		}
		s.typed.Out, s.out = departure.Out, at+1
		return l.word(WordDays, at, n, DayWords(departure.Out))
	}
	if l.freeWeekday() {
		return l.day(typed, at, n)
	}
	return l.wrong(WordDays, at, n, l.text(at, n)+": the days are said already", "")
}

// freeWeekday gives a weekday back to the name that it begins, where the days are said beside it: "sun valley 12-15dec".
func (l *lineReading) freeWeekday() bool {
	at := l.stay.in - 1
	if _, weekday := weekdayOf(l.tokens[at].text); !weekday || l.stay.out > 0 || l.kinds[at+1] != WordDestination {
		return false
	}
	l.kinds[at], l.stay = WordDestination, saidStay{nights: l.stay.nights}
	l.words = slices.DeleteFunc(l.words, func(w Word) bool { return w.Start == l.tokens[at].start })
	return true
}

var (
	// dayShape is what is meant as a day, whether there is one or not.
	dayShape = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[0-9]{1,2}[-/.]?[0-9]{0,2}[-/.]?[a-z]{3,9}[0-9]{0,4}$|^[0-9]{1,4}[-/.][0-9]{1,4}([-/.][0-9]{1,4})?$|^[0-9]{6}$|^\+[0-9]+$`)
	})
	// rangeShape is two days in one word, as in "12dec-15dec".
	rangeShape = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[0-9]{1,2}([a-z]{3,9})[-–→][0-9]{1,2}([a-z]{3,9})$`)
	})
	mixedForm = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^([0-9]{1,4}[-–/.]?[0-9]{0,2}[-–/.]?)([a-z]+)([0-9]{0,4})$`)
	})
)

// badDay takes a word that is meant as a day and is none. Numbers beside letters are left to the other rows.
func (l *lineReading) badDay(at int) int {
	text := l.tokens[at].text
	if found := rangeShape().FindStringSubmatch(text); found != nil {
		_, in := monthOf(found[1])
		if _, out := monthOf(found[2]); in && out {
			return l.wrong(WordDays, at, 1, l.readable(at, 1).Error(), "")
		}
	}
	if _, _, _, price := boundsOf(text); price || !dayShape().MatchString(text) {
		return 0
	}
	if found := mixedForm().FindStringSubmatch(text); found != nil {
		if _, month := monthOf(found[2]); !month {
			return 0
		}
	}
	return l.wrong(WordDays, at, 1, l.readable(at, 1).Error(), "")
}

// settleStay makes the days of what was said of them.
func (l *lineReading) settleStay() {
	t, s := &l.line.Question.Trip, l.stay
	if s.in > 0 {
		*t = t.WithStay(s.typed)
	}
	if s.nights == 0 || t.CheckIn.IsZero() {
		return
	}
	if s.out > 0 && t.Nights() != s.nights {
		l.wrongWord(WordNights, fmt.Sprintf("the days are %s", wording.Plural(t.Nights(), "night")))
		return
	}
	t.CheckOut = t.CheckIn.AddDays(s.nights)
}

// wrongWord puts a problem at the first word of a kind.
func (l *lineReading) wrongWord(kind WordKind, message string) bool {
	at := slices.IndexFunc(l.words, func(w Word) bool { return w.Kind == kind })
	if at < 0 {
		return false
	}
	l.problem(LineProblem{Start: l.words[at].Start, End: l.words[at].End, Kind: kind, Message: message})
	return true
}

// checkTrip points at the word that keeps the trip from being searched.
func (l *lineReading) checkTrip() {
	if l.line.Problem != nil {
		return
	}
	for _, p := range l.line.Question.Trip.Problems(l.Now) {
		kinds := map[string][]WordKind{
			FieldCheckIn: {WordDays}, FieldCheckOut: {WordNights, WordDays}, FieldAdults: {WordParty, WordRooms},
			FieldChildren: {WordParty}, FieldRooms: {WordRooms, WordParty}, FieldRadius: {WordRadius},
		}[p.Field]
		for _, kind := range kinds {
			if l.wrongWord(kind, p.Message) {
				return
			}
		}
	}
}
