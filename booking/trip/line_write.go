package trip

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"bellhop/api"
)

// Line writes the question as the line that is read as it, with the years of its days.
func (q Question) Line() string { return q.line(api.Date{}) }

// Write is Line without the years that go without saying.
func (r LineReader) Write(q Question) string {
	agent := r.Agent
	if agent == nil {
		agent = time.UTC
	}
	return q.line(q.Trip.Days(ArrivalField, r.Now, agent).Earliest)
}

func (q Question) line(first api.Date) string {
	var parts []string
	add := func(on bool, text string) {
		if on {
			parts = append(parts, text)
		}
	}
	t, f := q.Trip, q.Filter
	where := q.where()
	add(where != "", where)
	nights, ordered := Nights(t.CheckIn, t.CheckOut)
	add(!t.CheckIn.IsZero(), lineDay(t.CheckIn, first))
	add(ordered, strconv.Itoa(nights)+"n")
	add(t.Adults > 0, t.partyCode())
	add(t.Rooms > 1, strconv.Itoa(t.Rooms)+"r")
	add(t.Radius != Radius{}, strconv.Itoa(t.Radius.Value)+t.Radius.unit())
	add(f.FreeCancel, "ref")
	price := f.priceLine()
	add(price != "", price)
	add(f.MinStars > 0, strconv.Itoa(f.MinStars)+"*")
	add(f.Chain != "", "chain:"+quotedIf(!isOneWord(f.Chain), f.Chain))
	add(f.Amenity != "", "+"+quotedIf(!isPlainWord(strings.ReplaceAll(f.Amenity, "-", "")) || f.Amenity < "A", f.Amenity))
	add(f.Accessible, "ada")
	add(q.Sort != Order{}, q.Sort.line())
	return strings.Join(parts, " ")
}

// where is the destination as a line has it.
func (q Question) where() string {
	d := q.Trip.Destination
	if text := cmp.Or(q.Where, d.Code, d.Name); text != "" {
		return quotedIf(!isPlainName(text), text) // Codes are names of days, too: MON.
	}
	return ""
}

func quotedIf(quote bool, text string) string {
	if !quote {
		return text
	}
	return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
}

// isOneWord reports whether a text is read to its end where a value ends at a space.
func isOneWord(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("\",;", r) })
}

// isPlainWord reports whether a text is a word of letters.
func isPlainWord(text string) bool {
	for _, r := range text {
		if !isPlainLetter(r) {
			return false
		}
	}
	return text != ""
}

func isPlainLetter(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 0xBF && r != 0xD7 && r != 0xF7 && r < 0x250
}

// isPlainName reports whether a text is read as a destination without quotes, whatever stands beside it.
func isPlainName(text string) bool {
	words := strings.Split(text, " ")
	for _, word := range words {
		folded := strings.TrimRight(strings.ToLower(word), ",")
		_, near := nearForm(folded, true)
		if !isPlainWord(folded) || dayLike(folded) || near != WordDestination || slices.Contains(keywords, folded) {
			return false
		}
	}
	return true
}

// keywords are the words without digits that a row of the grammar has, or a filler.
var keywords = strings.Fields("ref refundable free ada accessible by reversed with chain this next to until from for within sort sorted under below max " +
	"n nt nts night nights day days week weeks adult adults adt pax guest guests people person persons child children kid kids " +
	"room rooms mi mile miles km kms star stars")

// lineDay is an arrival or a departure as a line says it, with its year unless the day is the next one of its name.
func lineDay(d, first api.Date) string {
	text := EntryDay(d)
	if first.IsZero() {
		return text
	}
	short := strings.ToLower(d.Format("2Jan"))
	typed, err := DayReader{Field: ArrivalField, Today: first}.Read(short)
	if err == nil && typed.In == d {
		return short
	}
	return text
}
