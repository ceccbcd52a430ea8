package trip

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"bellhop/booking/wording"
)

// A saidParty is what a line says of the party; zero is nothing.
type saidParty struct {
	adults, children, rooms int
	hasChildren             bool
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

var (
	partyForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,2})a(?:([0-9]{1,2})c)?(?:([0-9])r)?$`) })
	plusForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([1-9])\+([0-9])()$`) })
)

func (l *lineReading) readParty(at int) int {
	found := partyForm().FindStringSubmatch(l.tokens[at].text)
	if found == nil {
		found = plusForm().FindStringSubmatch(l.tokens[at].text)
	}
	if found != nil {
		adults, _ := strconv.Atoi(found[1])
		children, _ := strconv.Atoi(found[2])
		rooms, _ := strconv.Atoi(found[3])
		if rooms > 0 && l.said[WordRooms] {
			return l.wrong(WordRooms, at, 1, l.text(at, 1)+": the rooms are said twice", "")
		}
		l.said[WordRooms] = l.said[WordRooms] || rooms > 0
		l.party.rooms = max(l.party.rooms, rooms)
		return l.guests(at, 1, adults, children, found[2] != "")
	}
	if adults, n := l.unit(at, "adult", "adults", "adt", "pax", "guest", "guests", "people", "person", "persons"); n > 0 {
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
		return l.wrong(WordParty, at, n, l.text(at, n)+" says party a second time", "")
	case adults > MaxGuests || adults == 0 && !hasChildren:
		return l.wrong(WordParty, at, n, outOfRange(adults, 1, "adults")+"; put a name with a number in quotes", "")
	case children > MaxGuests:
		return l.wrong(WordParty, at, n, outOfRange(children, 0, "children")+"; put a name with a number in quotes", "")
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
		return l.wrong(WordRooms, at, n, outOfRange(rooms, 1, "rooms"), "")
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

// settleParty makes the party of what was said of it. Who names a part of it means one room and no children, unless
// they are named.
func (l *lineReading) settleParty() {
	t, p := &l.line.Question.Trip, l.party
	if p == (saidParty{}) {
		return
	}
	if p.adults > 0 {
		t.Adults = p.adults
	}
	if p.adults > 0 || p.hasChildren {
		t.Children = p.children
	}
	t.Rooms = max(1, p.rooms)
}

// settleNumbers reads a number as adults: behind a date, a party or another such word, as in "nyc 24-26 sep 2", and behind
// a code. It is a part of a name beside another word of the destination.
func (l *lineReading) settleNumbers() {
	for i, t := range l.tokens {
		adults, ok := digits(t.text)
		named := i+1 < len(l.tokens) && l.kinds[i+1] == WordDestination
		if !ok || t.quoted || l.kinds[i] != WordDestination || i == 0 || named {
			continue
		}
		if l.kinds[i-1] == WordDestination {
			_, code := ParseCode(l.tokens[i-1].raw)
			if !code || l.tokens[i-1].quoted || i > 1 && l.kinds[i-2] == WordDestination || adults < 1 || adults > MaxGuests {
				continue
			}
		}
		l.guests(i, 1, adults, 0, false)
	}
}

// fillers are words that belong to the word behind them, if that is of one of these kinds.
var fillers = map[string][]WordKind{
	"from": {WordDays}, "for": {WordNights, WordParty, WordRooms}, "within": {WordRadius}, "sort": {WordSort}, "sorted": {WordSort}, "next": {WordDays},
}

// joinFillers takes what stands before a word for its own sake: "from 12dec", "for 2 adults".
func (l *lineReading) joinFillers() {
	for i := range l.tokens {
		text := l.tokens[i].text
		if l.kinds[i] != WordDestination || l.tokens[i].quoted || i+1 == len(l.tokens) || !slices.Contains(fillers[text], l.kinds[i+1]) {
			continue
		}
		at := slices.IndexFunc(l.words, func(w Word) bool { return w.Start == l.tokens[i+1].start })
		l.kinds[i], l.words[at].Start = l.kinds[i+1], l.tokens[i].start
		if text == "next" {
			l.problem(LineProblem{Start: l.words[at].Start, End: l.words[at].End, Kind: WordDays, Message: "next has two readings; type the day, as in 12dec"})
		}
	}
}
