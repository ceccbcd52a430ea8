package trip

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A WordKind is what a word of a line is about.
type WordKind int

// The kinds of words, as the grammar lists them.
const (
	WordDestination WordKind = iota
	WordDays
	WordNights
	WordParty
	WordRooms
	WordRadius
	WordRefundable
	WordPrice
	WordClass
	WordChain
	WordAmenity
	WordAccessible
	WordSort
	WordOption // an entry of another desktop, or an option of one that is none of the others
)

// A Row is one kind of word in the grammar of a line. The rows print the help and the phrasebook.
type Row struct {
	Kind  WordKind
	Name  string
	Forms []string // as they are typed, the usual one first
	Says  string
	read  func(l *lineReading, at int) int // how many tokens are such a word; nil: what no other row reads
}

// Grammar lists the rows.
func Grammar() []Row { return grammar[:] }

func rowOf(kind WordKind) Row {
	for _, row := range grammar {
		if row.Kind == kind {
			return row
		}
	}
	return grammar[0]
}

var grammar [14]Row

// Rows are tried in this order; the rules of the days come first, because they may take the words of others.
func init() { //nolint:gochecknoinits // The rows and their readers name each other.
	grammar = [...]Row{
		{WordDestination, "destination", []string{"london", "LHR", `"sun city"`}, "what nothing else here is, and all that is quoted; a code in capitals is the code", nil},
		{WordDays, "days", []string{"12dec", "12-15dec", "12dec 15dec", "fri", "weekend", "tonight", "+3", "2026-12-12"}, "the arrival, or arrival and departure; digits with two readings are refused", (*lineReading).readDays},
		{WordNights, "nights", []string{"3n", "3 nights"}, "how many nights from the arrival", (*lineReading).readNights},
		{WordParty, "party", []string{"2a", "2a1c", "2a1c2r", "2+1", "2 adults 1 child"}, "adults and children, of all rooms", (*lineReading).readParty},
		{WordRooms, "rooms", []string{"2r", "2 rooms"}, "rooms that the party is divided over", (*lineReading).readRooms},
		{WordRadius, "radius", []string{"5mi", "8km"}, "how far around a code", (*lineReading).readRadius},
		{WordRefundable, "refundable", []string{"ref", "refundable", "free", "free cancellation"}, "free to cancel now", (*lineReading).readRefundable},
		{WordPrice, "price", []string{"<300", "300-500", "<300gbp", "300-500 gbp", ">300", "under 300", "over 300"}, "the most, the least or both that the guest pays for all rooms and nights", (*lineReading).readPrice},
		{WordClass, "class", []string{"4*", "4+", "4 stars"}, "as many stars, and up", (*lineReading).readClass},
		{WordChain, "chain", []string{"chain:lx", "chain lx"}, "hotels of a chain, by its code of two characters", (*lineReading).readChain},
		{WordAmenity, "amenity", []string{"+pool", `+"airport shuttle"`, "with pool"}, "hotels that have it, by a part of its name", (*lineReading).readAmenity},
		{WordAccessible, "accessible", []string{"ada", "accessible"}, "accessible hotels", (*lineReading).readAccessible},
		{WordSort, "sort", sortHelp(), "the order of the list; reversed for the opposite", (*lineReading).readSort},
		{WordOption, "entry", []string{"HOTLHR/12DEC-3NT2", "HALHR12DEC-15DEC/RT-2", "HOA12DEC-15DECLHR2"}, "an availability entry of Sabre, Amadeus or Travelport, in place of all the others", nil},
	}
}

// A token is what stands between spaces, or in quotes.
type token struct {
	start, end int
	raw        string // without quotes
	text       string // folded to small letters, without a comma at its end
	quoted     bool   // all of it
	inner      int    // where in raw a quoted part begins; -1 without one
}

// tokensOf cuts a text. A quote begins at the start of a token or behind a sign; two quotes within are one, and one that
// is not closed goes to the end.
func tokensOf(text string) []token {
	var tokens []token
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRuneInString(text[at:])
		if unicode.IsSpace(r) {
			at += size
			continue
		}
		t := nextToken(text, at)
		tokens = append(tokens, t)
		at = t.end
	}
	return tokens
}

func nextToken(text string, at int) token {
	t := token{start: at, inner: -1}
	var raw []byte
	open := false
	for at < len(text) {
		r, size := utf8.DecodeRuneInString(text[at:])
		begins := t.inner < 0 && (at == t.start || strings.ContainsRune("+:", rune(text[at-1])))
		switch {
		case r == '"' && open && at+1 < len(text) && text[at+1] == '"':
			raw, size = append(raw, '"'), 2
		case r == '"' && open, r == '"' && begins:
			if open = !open; open {
				t.inner = len(raw)
			} else {
				t.end = at + size
				return t.finish(raw)
			}
		case !open && unicode.IsSpace(r):
			t.end = at
			return t.finish(raw)
		default:
			raw = append(raw, text[at:at+size]...)
		}
		at += size
	}
	t.end = at
	return t.finish(raw)
}

func (t token) finish(raw []byte) token {
	t.raw, t.quoted = string(raw), t.inner == 0
	t.text = strings.TrimRight(strings.ToLower(t.raw), ",;")
	if t.inner > 0 {
		t.text = strings.ToLower(t.raw[:t.inner]) + `"` // What is quoted is no word of the grammar.
	}
	return t
}
