package trip

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"bellhop/api"
	"bellhop/booking/wording"
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
		{WordParty, "party", []string{"2a", "2a1c", "2 adults 1 child"}, "adults and children, of all rooms", (*lineReading).readParty},
		{WordRooms, "rooms", []string{"2r", "2 rooms"}, "rooms that the party is divided over", (*lineReading).readRooms},
		{WordRadius, "radius", []string{"5mi", "8km"}, "how far around a code", (*lineReading).readRadius},
		{WordRefundable, "refundable", []string{"ref", "refundable"}, "free to cancel now", (*lineReading).readRefundable},
		{WordPrice, "price", []string{"<300", "<300gbp"}, "the most that the guest pays for all rooms and nights", (*lineReading).readPrice},
		{WordClass, "class", []string{"4*", "4+", "4 stars"}, "as many stars, and up", (*lineReading).readClass},
		{WordChain, "chain", []string{"chain:lx"}, "hotels of a chain, by its code of two characters", (*lineReading).readChain},
		{WordAmenity, "amenity", []string{"+pool", `+"airport shuttle"`, "with pool"}, "hotels that have it, by a part of its name", (*lineReading).readAmenity},
		{WordAccessible, "accessible", []string{"ada", "accessible"}, "accessible hotels", (*lineReading).readAccessible},
		{WordSort, "sort", sortHelp(), "the order of the list", (*lineReading).readSort},
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

// unit reads a number with its unit, in one token or in two: "2a", "2 adults".
func (l *lineReading) unit(at int, units ...string) (number, n int) {
	text := l.tokens[at].text
	word := strings.TrimLeft(text, "0123456789")
	number, ok := digits(text[:len(text)-len(word)])
	if !ok {
		return 0, 0
	}
	n = 1
	if word == "" && at+1 < len(l.tokens) && !l.tokens[at+1].quoted {
		if word = l.tokens[at+1].text; len(word) < 2 {
			return 0, 0 // "2 a" is no party.
		}
		n = 2
	}
	for _, u := range units {
		if word == u {
			return number, n
		}
	}
	return 0, 0
}

func (l *lineReading) readNights(at int) int {
	nights, n := l.unit(at, "n", "nt", "nts", "night", "nights")
	switch {
	case n == 0:
		return 0
	case nights < 1 || nights > MaxNights:
		return l.wrong(WordNights, at, n, fmt.Sprintf("1 to %d nights", MaxNights), "")
	}
	l.stay.nights = nights
	return l.once(WordNights, at, n, wording.Plural(nights, "night"))
}

var partyForm = regexp.MustCompile(`^([0-9]{1,2})a(?:([0-9]{1,2})c)?$`)

func (l *lineReading) readParty(at int) int {
	if found := partyForm.FindStringSubmatch(l.tokens[at].text); found != nil {
		adults, _ := strconv.Atoi(found[1])
		children, _ := strconv.Atoi(found[2])
		return l.guests(at, 1, adults, children, found[2] != "")
	}
	if adults, n := l.unit(at, "adult", "adults", "adt", "pax"); n > 0 {
		return l.guests(at, n, adults, 0, false)
	}
	if children, n := l.unit(at, "c", "child", "children", "kid", "kids"); n > 0 {
		return l.guests(at, n, 0, children, true)
	}
	return 0
}

// guests takes a part of the party, or all of it.
func (l *lineReading) guests(at, n, adults, children int, hasChildren bool) int {
	switch {
	case adults > 0 && l.party.adults > 0 || hasChildren && l.party.hasChildren:
		return l.wrong(WordParty, at, n, l.text(at, n)+": the party is said twice", "")
	case adults > MaxGuests || adults == 0 && !hasChildren:
		return l.wrong(WordParty, at, n, fmt.Sprintf("1 to %d adults; a name with a number is quoted", MaxGuests), "")
	case children > MaxGuests:
		return l.wrong(WordParty, at, n, fmt.Sprintf("0 to %d children; a name with a number is quoted", MaxGuests), "")
	}
	if adults > 0 {
		l.party.adults = adults
	}
	if hasChildren {
		l.party.children, l.party.hasChildren = children, true
	}
	reading := PartyWords(adults, children)
	if adults == 0 {
		reading = strings.TrimPrefix(reading, wording.Plural(0, "adult")+", ")
	}
	return l.word(WordParty, at, n, reading)
}

func (l *lineReading) readRooms(at int) int {
	rooms, n := l.unit(at, "r", "room", "rooms")
	switch {
	case n == 0:
		return 0
	case rooms < 1 || rooms > MaxRooms:
		return l.wrong(WordRooms, at, n, fmt.Sprintf("1 to %d rooms", MaxRooms), "")
	}
	l.party.rooms = rooms
	return l.once(WordRooms, at, n, wording.Plural(rooms, "room"))
}

func (l *lineReading) readRadius(at int) int {
	unit := unitMiles
	number, n := l.unit(at, "mi", "mile", "miles")
	if n == 0 {
		unit = unitKm
		number, n = l.unit(at, "km", "kms")
	}
	switch {
	case n == 0:
		return 0
	case number < 1 || number > MaxRadius:
		return l.wrong(WordRadius, at, n, fmt.Sprintf("1 to %d %s", MaxRadius, unit), "")
	}
	l.line.Question.Trip.Radius = Radius{number, unit}
	return l.once(WordRadius, at, n, "within "+Radius{number, unit}.String())
}

func (l *lineReading) readRefundable(at int) int {
	return l.flag(at, WordRefundable, &l.line.Question.Filter.FreeCancel, "free to cancel", "ref", "refundable")
}

func (l *lineReading) readAccessible(at int) int {
	return l.flag(at, WordAccessible, &l.line.Question.Filter.Accessible, "accessible", "ada", "accessible")
}

func (l *lineReading) flag(at int, kind WordKind, set *bool, reading string, forms ...string) int {
	for _, form := range forms {
		if l.tokens[at].text == form {
			*set = true
			return l.once(kind, at, 1, reading)
		}
	}
	return 0
}

var (
	priceForm   = regexp.MustCompile(`^<=?((?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,4})?)([a-z]{3})?$`)
	boundsForm  = regexp.MustCompile(`^[0-9]{2,}-[0-9]{3,}$`)
	noLeastText = "there is no least price; by total lists the cheapest first"
)

func (l *lineReading) readPrice(at int) int {
	text := l.tokens[at].text
	if strings.HasPrefix(text, ">") || boundsForm.MatchString(text) {
		return l.wrong(WordPrice, at, 1, noLeastText, "")
	}
	if !strings.HasPrefix(text, "<") {
		return 0
	}
	found := priceForm.FindStringSubmatch(text)
	if found == nil || strings.Trim(found[1], "0.") == "" {
		return l.wrong(WordPrice, at, 1, "a price is like <300 or <300.50gbp, without a comma or a sign", "")
	}
	most := api.NewMoney(found[1], strings.ToUpper(found[2]))
	l.line.Question.Filter.MaxPrice = most
	return l.once(WordPrice, at, 1, "up to "+most.String())
}

func (l *lineReading) readClass(at int) int {
	stars, n := l.unit(at, "*", "+", "*+", "star", "stars")
	switch {
	case n == 0 && strings.HasPrefix(strings.TrimLeft(l.tokens[at].text, "0123456789.-"), "*"):
		n = 1
		fallthrough
	case n > 0 && (stars < 1 || stars > mostStars):
		return l.wrong(WordClass, at, n, fmt.Sprintf("a class is 1* to %d*", mostStars), "")
	case n == 0:
		return 0
	}
	l.line.Question.Filter.MinStars = stars
	return l.once(WordClass, at, n, wording.Stars(stars)+" and up")
}

const mostStars = 5

func (l *lineReading) readChain(at int) int {
	code, ok := cutKey(l.tokens[at], "chain:")
	if !ok {
		return 0
	}
	if utf8.RuneCountInString(code) != chainLetters {
		return l.wrong(WordChain, at, 1, "a chain is its code of two characters, as hotels show it", "")
	}
	f, base := &l.line.Question.Filter, l.Base.Filter
	f.Chain = strings.ToUpper(code)
	if strings.EqualFold(code, base.Chain) {
		f.Chain, f.ChainName = base.Chain, base.ChainName
	}
	return l.once(WordChain, at, 1, Filter{Chain: f.Chain, ChainName: f.ChainName}.Words())
}

// chainLetters is how long a chain's code is.
const chainLetters = 2

// cutKey returns what stands behind a key, as typed.
func cutKey(t token, key string) (string, bool) {
	if len(t.raw) < len(key) || !strings.EqualFold(t.raw[:len(key)], key) {
		return "", false
	}
	value := t.raw[len(key):]
	if t.inner < 0 {
		value = strings.TrimRight(value, ",;")
	}
	return value, true
}

func (l *lineReading) readAmenity(at int) int {
	t, n := l.tokens[at], 1
	part, ok := cutKey(t, "+")
	switch {
	case ok && t.inner != 1 && (part == "" || strings.ContainsAny(part[:1], "0123456789")):
		return 0
	case !ok && t.text == "with" && at+1 < len(l.tokens):
		part, n = l.tokens[at+1].raw, 2
	case !ok:
		return 0
	}
	if strings.TrimSpace(part) == "" {
		return l.wrong(WordAmenity, at, n, "name the amenity, as in +pool", "")
	}
	l.line.Question.Filter.Amenity = part
	return l.once(WordAmenity, at, n, "has "+part)
}
