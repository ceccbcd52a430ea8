// Package find has all reservations of an account in memory, for the session, and finds in them by what support is asked
// by: numbers, names, days, custom values.
package find

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/recovery"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A MatchField is what of a reservation a text was found in.
type MatchField int

// The fields that support is asked by.
const (
	MatchGuest MatchField = iota
	MatchHotel
	MatchArrival
	MatchDeparture
	MatchCreated
	MatchID
	MatchConfirmation
	MatchLocator
	MatchHotelCode
	MatchCustom
	MatchAttempt
	MatchStatus
	MatchEmail
	MatchPhone
)

var matchFieldWords = [...]string{
	"guest", "hotel", "arrival", "departure", "created", "id", "confirmation", "locator", "hotel code", "data", "attempt", "status", "email", "phone",
}

// String returns the field in words.
func (f MatchField) String() string { return matchFieldWords[f] }

// A Match is a reservation that a text was found in.
type Match struct {
	Index int // of the reservation, as it was added
	// Rank orders matches, the best lowest: whole numbers, whole names, beginnings of names, days, hotels, and
	// last what stands inside a word. 0 also when nothing was asked.
	Rank  int
	parts []matchPart
}

// A matchPart is where one word that was typed was found.
type matchPart struct {
	field    int // of the reservation's texts; -1 for a day
	day      MatchField
	from, to int // bytes of the field's folded text
}

// A MatchText is a field in which something that was typed was found, as it is stored: whoever draws it masks it.
type MatchText struct {
	Field MatchField
	Text  string
	Spans []Span // where in Text, in their order; none for a day
}

// A Span is a part of a text, in bytes.
type Span struct{ From, To int }

// A Finder finds reservations by any field that support is asked by. Its texts are folded once, when a reservation
// is added. The zero value finds nothing. A copy keeps what it had: it may be read while the original goes on.
type Finder struct {
	// Zone is where the day begins on which a reservation was created; nil is UTC.
	Zone  *time.Location
	texts []findable
}

// A findable is what one reservation is found by.
type findable struct {
	all     string // all folded texts, to pass over in one go what cannot match
	fields  []findField
	surname int // where the surname begins in the guest's folded text
	days    [3]api.Date
}

type findField struct {
	field  MatchField
	name   bool // folded as a name
	most   bool // the whole of it is what was asked: a number rather than words
	text   string
	folded string
}

// Len returns how many reservations were added.
func (f *Finder) Len() int { return len(f.texts) }

// Add makes a reservation findable, with its hotel's days. Its Index is how many were added before it.
func (f *Finder) Add(r api.Reservation, stay trip.Stay) {
	f.texts = append(f.texts, f.findable(r, stay))
}

// Set replaces what is known of the reservation at an index.
func (f *Finder) Set(i int, r api.Reservation, stay trip.Stay) {
	f.texts = slices.Clone(f.texts)
	f.texts[i] = f.findable(r, stay)
}

func (f *Finder) findable(r api.Reservation, stay trip.Stay) findable {
	one := findable{days: [...]api.Date{stay.In, stay.Out, {}}}
	if !r.Created.IsZero() {
		one.days[2] = api.DateOf(r.Created.Time.In(cmp.Or(f.Zone, time.UTC)))
	}
	var all strings.Builder
	add := func(field MatchField, name, most bool, text string) {
		if text == "" {
			return
		}
		folded, _ := wording.FoldPlaces(text, name)
		one.fields = append(one.fields, findField{field: field, name: name, most: most, text: text, folded: folded})
		all.WriteString(folded)
		all.WriteByte('\n')
	}
	guest, attempt := booking.GuestName(r.Guest), recovery.AttemptOf(r)
	add(MatchGuest, true, false, guest)
	if surname, _ := wording.FoldPlaces(r.Guest.Surname, true); surname != "" && len(one.fields) > 0 {
		one.surname = len(one.fields[0].folded) - len(surname)
	}
	add(MatchHotel, true, false, r.Hotel.Name)
	if r.Confirmation != nil {
		add(MatchConfirmation, false, true, r.Confirmation.HotelNumber)
		add(MatchLocator, false, true, r.Confirmation.RecordLocator)
	}
	add(MatchID, false, true, r.ID)
	add(MatchHotelCode, false, false, strings.TrimSpace(r.Hotel.ID.Chain+" "+r.Hotel.ID.Code))
	add(MatchHotelCode, false, false, r.Hotel.ID.Chain+r.Hotel.ID.Code)
	for _, custom := range r.CustomData {
		if booking.OldHash(custom.Key) {
			continue // A hash, which nobody types.
		}
		field := MatchCustom
		if custom.Text == attempt {
			field = MatchAttempt
		}
		add(field, false, true, custom.Text)
	}
	add(MatchStatus, true, false, strings.TrimSpace(r.Status+" "+wording.Status(r.Status)+" "+booking.StatusWords(r)))
	add(MatchEmail, false, false, r.Guest.Email)
	add(MatchPhone, false, false, r.Guest.Phone)
	one.all = all.String()
	return one
}

// Find returns the reservations that match every typed word, the best match first. Equal matches stay in the order in
// which they were added. If nothing is typed, it returns all reservations.
func (f *Finder) Find(typed string) []Match {
	terms := readTerms(typed)
	out := make([]Match, 0, len(f.texts))
	for i := range f.texts {
		m := Match{Index: i}
		found := true
		for t := range terms {
			if found = terms[t].in(&f.texts[i], &m); !found {
				break
			}
		}
		if found {
			out = append(out, m)
		}
	}
	slices.SortStableFunc(out, func(a, b Match) int { return cmp.Compare(a.Rank, b.Rank) })
	return out
}

// Why returns in which fields a match was found, the best first and each once.
func (f *Finder) Why(m Match) []MatchText {
	var out []MatchText
	for _, part := range m.parts {
		if part.field < 0 {
			out = append(out, MatchText{Field: part.day})
			continue
		}
		field := &f.texts[m.Index].fields[part.field]
		span := spanOf(field, part.from, part.to)
		same := func(w MatchText) bool { return w.Field == field.field && w.Text == field.text }
		if at := slices.IndexFunc(out, same); at >= 0 {
			out[at].Spans = joinSpans(append(out[at].Spans, span))
		} else {
			out = append(out, MatchText{Field: field.field, Text: field.text, Spans: []Span{span}})
		}
	}
	return out
}

// spanOf finds the letters of a field that a part of its folded text came from.
func spanOf(field *findField, from, to int) Span {
	folded, at := wording.FoldPlaces(field.text, field.name)
	if field.field == MatchPhone {
		folded, at = phoneDigits(field.text)
	}
	from, to = min(from, len(folded)), min(to, len(folded))
	for to > 0 && to < len(folded) && at[to] == at[to-1] {
		to++ // Half of a letter that is written as two, as ß is, is the letter.
	}
	span := Span{at[from], at[to]}
	if span.To == span.From { // Parts of one letter were typed.
		_, size := utf8.DecodeRuneInString(field.text[span.From:])
		span.To += size
	}
	return span
}

// joinSpans puts spans in order and makes one of those that touch.
func joinSpans(spans []Span) []Span {
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.From <= out[n-1].To {
			out[n-1].To = max(out[n-1].To, s.To)
			continue
		}
		out = append(out, s)
	}
	return out
}
