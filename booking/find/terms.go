package find

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// The ranks of matches. Those of several words are added up, so that they are far enough apart.
const (
	rankNumber       = 0   // the whole of a number, or of a custom value
	rankSurname      = 100 // a whole word of the surname
	rankGiven        = 110 // a whole word of the other names
	rankSurnameStart = 120
	rankGivenStart   = 130
	rankArrival      = 200
	rankDeparture    = 210
	rankCreated      = 220
	rankHotel        = 300 // a whole word
	rankHotelStart   = 310
	rankNumberStart  = 400
	rankCustomStart  = 410
	rankStatus       = 420
	rankGuestInside  = 500
	rankHotelInside  = 510
	rankNumberInside = 520
	rankEmailStart   = 600
	rankEmailInside  = 610
	rankPhone        = 620
)

// How many letters must be typed before they are looked for inside words too. A shorter text inside a masked name,
// or somewhere in an id, would be found without a visible reason.
const (
	insideName   = 3
	insideNumber = 4
	insideID     = 6
	phoneLeast   = 4 // digits
	emailLeast   = 3
	attemptLeast = 8
	longest      = 12 // terms
)

// A term is one thing that was typed: a day, or words.
type term struct {
	day    *dayTerm
	words  []findWord
	digits string // of something that may be a phone number
}

// A dayTerm is a day that was typed, in whichever year when none was.
type dayTerm struct {
	api.Date
	anyYear bool
}

// A findWord is a word as it is looked for in names and in all else.
type findWord struct {
	name, code string
	letters    int  // of code
	named      int  // letters of name, which may be fewer: aa is one
	address    bool // it is part of an email address, and of no name
}

// readTerms reads what is typed: words, parted by spaces and commas, in any order.
func readTerms(typed string) []term {
	all := strings.FieldsFunc(typed, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
	var out []term
	for len(all) > 0 && len(out) < longest {
		n, day := readDay(all)
		one := term{day: day}
		for _, text := range all[:n] {
			name, _ := wording.FoldPlaces(text, true)
			code, _ := wording.FoldPlaces(text, false)
			if name != "" { // Signs alone ask for nothing.
				letters := utf8.RuneCountInString(code)
				one.words = append(one.words, findWord{
					name: name, code: code, letters: letters, named: min(letters, utf8.RuneCountInString(name)), address: strings.Contains(code, "@"),
				})
			}
		}
		if len(one.words) > 0 {
			out = append(out, one)
		}
		all = all[n:]
	}
	if digits := dialled(typed); len(digits) >= phoneLeast && len(out) > 0 {
		whole := term{digits: digits}
		for _, one := range out {
			whole.words = append(whole.words, one.words...)
			if len(out) == 1 {
				whole.day = one.day
			}
		}
		return []term{whole}
	}
	return out
}

// readDay reads a day at the beginning of words, and says how many belong to it: one where there is none.
func readDay(words []string) (n int, day *dayTerm) {
	for n := min(3, len(words)); n > 0; n-- {
		text := strings.ToLower(strings.Join(words[:n], " "))
		digit := strings.ContainsFunc(text, unicode.IsDigit)
		if !digit || !strings.ContainsFunc(text, unicode.IsLetter) && !strings.ContainsAny(text, "-/.") {
			continue
		}
		if d, ok := absoluteDay(text); ok {
			return n, d
		}
	}
	return 1, nil
}

// absoluteDay reads a day that does not count from today: "Tom" is a name here, and "+4" begins a phone number.
func absoluteDay(text string) (*dayTerm, bool) {
	one, err := trip.DayReader{Today: api.NewDate(2024, 1, 1)}.Day(text)
	if err != nil {
		return nil, false
	}
	other, err := trip.DayReader{Today: api.NewDate(2029, 6, 15)}.Day(text)
	if err != nil || one.Month != other.Month || one.Day != other.Day {
		return nil, false
	}
	return &dayTerm{one, one.Year != other.Year}, true
}

func (d *dayTerm) is(day api.Date) bool {
	return !day.IsZero() && d.Month == day.Month && d.Day == day.Day && (d.anyYear || d.Year == day.Year)
}

// dialled returns the digits of what may be a phone number as somebody says it, without the 0 before an area code.
func dialled(typed string) string {
	if strings.Trim(typed, "0123456789 +()-./") != "" {
		return ""
	}
	digits, _ := phoneDigits(typed)
	if trimmed := strings.TrimLeft(digits, "0"); len(trimmed) >= 6 {
		return trimmed
	}
	return digits
}

// phoneDigits returns the digits of a text, and where each and the end of them stood.
func phoneDigits(text string) (digits string, from []int) {
	var out []byte
	for i := range len(text) {
		if text[i] >= '0' && text[i] <= '9' {
			out, from = append(out, text[i]), append(from, i)
		}
	}
	return string(out), append(from, len(text))
}

// in reports whether a reservation has the term, and adds to the match where.
func (t *term) in(r *findable, m *Match) bool {
	if t.day != nil {
		for i, rank := range []int{rankArrival, rankDeparture, rankCreated} {
			if t.day.is(r.days[i]) {
				m.Rank += rank
				m.parts = append(m.parts, matchPart{field: -1, day: MatchArrival + MatchField(i)})
				return true
			}
		}
	}
	rank, parts := 0, len(m.parts)
	for i := range t.words {
		part, at, ok := t.words[i].in(r)
		if !ok {
			m.parts = m.parts[:parts]
			return t.dials(r, m)
		}
		rank += at
		m.parts = append(m.parts, part)
	}
	m.Rank += rank
	return true
}

func (t *term) dials(r *findable, m *Match) bool {
	if t.digits == "" {
		return false
	}
	last := len(r.fields) - 1
	if last < 0 || r.fields[last].field != MatchPhone {
		return false
	}
	digits, _ := phoneDigits(r.fields[last].text)
	at := strings.Index(digits, t.digits)
	if at < 0 {
		return false
	}
	m.Rank += rankPhone
	m.parts = append(m.parts, matchPart{field: last, from: at, to: at + len(t.digits)})
	return true
}

// in finds the best place of a word in a reservation.
func (w *findWord) in(r *findable) (best matchPart, rank int, ok bool) {
	if !strings.Contains(r.all, w.name) && !strings.Contains(r.all, w.code) {
		return matchPart{}, 0, false
	}
	for i := range r.fields {
		f := &r.fields[i]
		text := w.code
		if f.name {
			if w.address {
				continue
			}
			text = w.name
		}
		for from := 0; from < len(f.folded); {
			at := strings.Index(f.folded[from:], text)
			if at < 0 {
				break
			}
			at += from
			place := placeIn(f, at, at+len(text))
			if found, allowed := w.rank(f, place, at >= r.surname); allowed && (!ok || found < rank) {
				best, rank, ok = matchPart{field: i, from: at, to: at + len(text)}, found, true
			}
			_, size := utf8.DecodeRuneInString(f.folded[at:])
			from = at + size
		}
	}
	return best, rank, ok
}

// A place is where in a field a text stands.
type place int

const (
	inside    place = iota
	wordStart       // at the beginning of a word
	wholeWord
	wholeText
)

func placeIn(f *findField, from, to int) place {
	begins, ends := from == 0 || !partOfWord(f.folded[from-1]), to == len(f.folded) || !partOfWord(f.folded[to])
	switch {
	case from == 0 && to == len(f.folded):
		return wholeText
	case begins && ends:
		return wholeWord
	case begins:
		return wordStart
	default:
		return inside
	}
}

// partOfWord reports whether a byte of a folded text belongs to a letter or a digit.
func partOfWord(b byte) bool {
	return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' || b >= utf8.RuneSelf
}

// rank says how good a place is; false where so few letters are looked for elsewhere only.
func (w *findWord) rank(f *findField, at place, surname bool) (rank int, ok bool) {
	letters := w.letters
	if f.name {
		letters = w.named
	}
	byPlace := func(whole, start, within, least int) (int, bool) {
		switch {
		case at >= wholeWord:
			return whole, true
		case at == wordStart:
			return start, true
		default:
			return within, letters >= least || w.code[0] >= utf8.RuneSelf
		}
	}
	switch f.field {
	case MatchGuest:
		if surname {
			return byPlace(rankSurname, rankSurnameStart, rankGuestInside, insideName)
		}
		return byPlace(rankGiven, rankGivenStart, rankGuestInside, insideName)
	case MatchHotel:
		return byPlace(rankHotel, rankHotelStart, rankHotelInside, insideName)
	case MatchEmail:
		rank, ok = byPlace(rankEmailStart, rankEmailStart, rankEmailInside, emailLeast)
		return rank, ok && w.letters >= emailLeast
	case MatchPhone:
		return 0, false // Its digits are looked for.
	case MatchStatus:
		return rankStatus, at != inside && letters >= insideName
	case MatchCustom:
		if at == wholeText {
			return rankNumber, true
		}
		return byPlace(rankCustomStart, rankCustomStart, rankNumberInside, insideNumber)
	case MatchAttempt:
		// All of them begin alike, and the rest is letters by chance.
		return rankNumber, w.letters >= attemptLeast
	default:
		if at == wholeText && f.most {
			return rankNumber, true
		}
		least := insideNumber
		if f.field == MatchID {
			least = insideID
		}
		return byPlace(rankNumberStart, rankNumberStart, rankNumberInside, least)
	}
}

// Number reports whether what is typed looks like the whole of a number: an id, a locator, a confirmation, a reference. A
// locator of letters alone is one that is written in capitals.
func Number(typed string) bool {
	text := strings.TrimSpace(typed)
	if len(text) < numberLeast || strings.ContainsFunc(text, unicode.IsSpace) || strings.ContainsAny(text, ",;@+") {
		return false
	}
	if _, day := readDay([]string{text}); day != nil {
		return false
	}
	return strings.ContainsFunc(text, unicode.IsDigit) || text == strings.ToUpper(text) && len(text) == locatorLetters
}

const (
	numberLeast    = 4
	locatorLetters = 6
)
