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

// A Desktop is a system that agents search in, each with entries of its own.
type Desktop int

// The desktops; Plain is this one. Their availability entries are known from public sample lines only; docs/agents.md says which parts of
// them are samples and which are inferred.
const (
	Plain Desktop = iota
	Sabre
	Amadeus
	Travelport
)

// String returns the name that agents know it by.
func (d Desktop) String() string {
	return [...]string{"Bellhop", "Sabre", "Amadeus", "Travelport"}[d]
}

// Desktops lists the other desktops.
func Desktops() []Desktop { return []Desktop{Sabre, Amadeus, Travelport} }

// An entry is how a search begins at a desktop. What follows the head are options.
type entry struct {
	desktop Desktop
	prefix  *regexp.Regexp
	head    *regexp.Regexp
}

// entries are made when one may be read: most lines are none.
var entries = sync.OnceValue(func() []entry {
	stay := func(in, out, departure string) string {
		return `(?P<` + in + `>` + entryDay + `)(?:[-–](?P<` + out + `>` + entryDay + `|` + departure + `))?`
	}
	return []entry{
		{
			Sabre, regexp.MustCompile(`(?i)^HOT/?[A-Z]{3}(/|$)|^HOT([*‡¥]|[0-9]+$)`),
			regexp.MustCompile(`(?i)^HOT/?(?P<place>[A-Z]{3})(?:/` + stay("in", "out", `[0-9]{1,2}NT`) + `(?:/?(?P<guests>[0-9]))?)?`),
		},
		{
			Amadeus, regexp.MustCompile(`(?i)^H[AL] ?([A-Z0-9]{2})?[A-Z]{3}([0-9]{1,2}[A-Z]{3}|/[A-Z]{2}|$)|^HA([*]|[0-9]+$|[0-9]*/)`),
			regexp.MustCompile(`(?i)^H[AL] ?(?P<chain>[A-Z0-9]{2})?(?P<place>[A-Z]{3})(?:` + stay("in", "out", `[0-9]{1,2}`) + `)?`),
		},
		{
			Travelport, regexp.MustCompile(`(?i)^HO[AI]([0-9]{1,2}[A-Z]{3}|[A-Z]{3,}([0-9]{1,2}[A-Z]{3}|/|$))|^HO[AI]([*]|[0-9]+$)`),
			regexp.MustCompile(`(?i)^HO[AI](?:` + stay("in", "out", `[0-9]{1,2}NT`) + `(?P<place>[A-Z]{3,})(?P<guests>[0-9])?` +
				`|(?P<place2>[A-Z]{3,}?)` + stay("in2", "out2", `[0-9]{1,2}NT`) + `(?P<guests2>[0-9])?` +
				`|(?P<place3>[A-Z]{3,})(?P<guests3>[0-9])?)`),
		},
	}
})

// entryDay matches a day of an entry. A day far away needs its year.
const entryDay = `[0-9]{1,2}[A-Z]{3}(?:20[0-9]{2})?`

// separators stand before an option. Sabre's cross is typed as ¥ on some keyboards.
const separators = "/‡¥"

// entryOf returns the entry that a text is. One without a day or an option may be a name: it is an entry in capitals only,
// of a code that is known, and where no airport has such a name.
func entryOf(text string) (entry, bool) {
	if len(text) < len("HA1") || text[0]|0x20 != 'h' {
		return entry{}, false
	}
	for _, e := range entries() {
		if !e.prefix.MatchString(text) {
			continue
		}
		if strings.ContainsAny(text, "0123456789*"+separators) {
			return e, true
		}
		found := e.head.FindStringSubmatchIndex(text)
		if found == nil || text != strings.ToUpper(text) || text == "HOTELS" || len(airportsNamed(text, 1)) > 0 {
			return entry{}, false
		}
		start, end := e.part("place", found)
		_, known := findAirport(text[start:end])
		return e, known || end-start > len("LHR") && len(airportsNamed(text[start:end], 1)) > 0
	}
	return entry{}, false
}

// part returns where a part of the head was found, under any of its names.
func (e entry) part(name string, found []int) (start, end int) {
	for i, n := range e.head.SubexpNames() {
		if strings.TrimRight(n, "23") == name && found[2*i] >= 0 {
			return found[2*i], found[2*i+1]
		}
	}
	return 0, 0
}

// readEntry reads a line of another desktop.
func (r LineReader) readEntry(e entry, text string) Line {
	g := &entryReading{lineReading: &lineReading{LineReader: r, line: Line{Text: text, Desktop: e.desktop}, said: map[WordKind]bool{}, days: r.Base.Trip}}
	q := &g.line.Question
	q.Trip = r.Base.Trip
	q.Trip.Destination, q.Trip.Radius = Destination{}, Radius{}
	found := e.head.FindStringSubmatchIndex(text)
	if found == nil {
		g.add(WordOption, 0, len(text), e.desktop.String())
		g.bad(WordOption, 0, len(text), "it goes on with a list of that desktop, and there is none here; begin with the place and the days")
		g.settleWords()
		return g.line
	}
	part := func(name string) (start, end int) { return e.part(name, found) }
	g.index = strings.EqualFold(text[:2], "HL") || len(text) > 2 && strings.EqualFold(text[:3], "HOI")
	g.place(part("place"))
	if start, end := part("chain"); end > start {
		g.chain(start, end)
	}
	in, inEnd := part("in")
	out, outEnd := part("out")
	g.stayOf(in, inEnd, out, outEnd)
	g.guests, g.rooms = 1, 1
	if start, end := part("guests"); end > start {
		g.guests, _ = strconv.Atoi(text[start:end])
		g.add(WordParty, start, end, wording.Plural(g.guests, "guest"))
	}
	rest := g.options(found[1])
	g.settle()
	g.plainWords(rest)
	g.settleWords()
	g.checkTrip()
	return g.line
}

// An entryReading is an entry while it is read.
type entryReading struct {
	*lineReading
	index         bool   // it lists hotels whether they can be sold or not, and needs no days
	dated         bool   // days were said
	guests, rooms int    // guests of each room
	nightly       Filter // its prices
	currency      string
}

func (g *entryReading) add(kind WordKind, start, end int, reading string) {
	g.words = append(g.words, Word{Start: start, End: end, Kind: kind, Reading: reading})
}

func (g *entryReading) bad(kind WordKind, start, end int, message string) {
	g.problem(LineProblem{Start: start, End: end, Kind: kind, Message: message})
}

func (g *entryReading) place(start, end int) {
	text := g.line.Text[start:end]
	q := &g.line.Question
	g.line.Destination = text
	q.Where = text
	if code, ok := ParseCode(text); ok {
		q.Trip.Destination, q.Where = CodeDestination(code), ""
		if base := g.Base.Trip.Destination; base.Kind == KindCode && base.Code == code {
			q.Trip.Destination = base
		}
	}
	g.days.Destination = q.Trip.Destination
	reading := q.Trip.Destination.Short()
	if reading == "" {
		reading = text
	}
	g.add(WordDestination, start, end, reading)
}

func (g *entryReading) chain(start, end int) {
	g.setChain(g.line.Text[start:end])
	g.add(WordChain, start, end, g.line.Question.Filter.chainWords())
}

// stayOf reads the days of an entry. Without any it is tonight, and without a departure one night; an index is searched for
// the days that there are.
func (g *entryReading) stayOf(in, inEnd, out, outEnd int) {
	t := &g.line.Question.Trip
	if inEnd == in {
		if g.index {
			return
		}
		today := t.Today(g.Now, g.Agent)
		t.CheckIn, t.CheckOut = today, today.AddDays(1)
		return
	}
	typed, err := g.arrivals().Read(strings.ToLower(g.line.Text[in:inEnd]))
	if err != nil {
		g.add(WordDays, in, max(inEnd, outEnd), "")
		g.bad(WordDays, in, inEnd, err.Error())
		return
	}
	t.CheckIn, t.CheckOut, g.dated = typed.In, typed.In.AddDays(1), true
	if outEnd > out {
		text := strings.ToLower(g.line.Text[out:outEnd])
		g.days.CheckIn = typed.In
		leaving := g.days.Days(DepartureField, g.Now, g.Agent)
		typed, err = leaving.Read(text)
		switch {
		case err != nil:
			g.bad(WordDays, out, outEnd, err.Error())
		default:
			t.CheckOut = typed.Out
		}
	}
	g.add(WordDays, in, max(inEnd, outEnd), StayWords(t.CheckIn, t.CheckOut))
}

// options reads what stands behind the head, and returns where words of a line follow: behind a space, unless the option
// before it is a name or another text.
func (g *entryReading) options(at int) (rest int) {
	text := g.line.Text
	for at < len(text) {
		if text[at] == ' ' {
			return at
		}
		if !strings.ContainsAny(text[at:at+runeLen(text[at:])], separators) {
			g.add(WordOption, at, len(text), "")
			g.bad(WordOption, at, len(text), fmt.Sprintf("%q is not read in an entry of %s", wording.Clip(text[at:]), g.line.Desktop))
			return len(text)
		}
		at += runeLen(text[at:])
		end := at + strings.IndexAny(text[at:]+"/", separators)
		if textOption().MatchString(text[at:end]) {
			end = at + textEnd(text[at:end])
		} else if space := strings.IndexByte(text[at:end], ' '); space >= 0 {
			end = at + space
		}
		if option := strings.TrimRight(text[at:end], " "); strings.TrimLeft(option, " ") != "" {
			g.option(at, at+len(option))
		}
		at = end
	}
	return at
}

// textOption begins an option that has spaces in it.
var textOption = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`(?i)^ ?(N|HN|NM|SI|G)[-–]`) })

// textEnd returns where the text of an option ends and words of a line begin: "N-HOLIDAY INN ref <300".
func textEnd(text string) int {
	tokens := tokensOf(text)
	for i, t := range tokens {
		sorts := t.text == "by" && i+1 < len(tokens) && isSort(tokens[i+1].text)
		if i > 0 && (sorts || slices.Contains(flagForms, t.text) || !isPlainName(t.raw) && !slices.Contains(keywords, t.text)) {
			return tokens[i-1].end
		}
	}
	return len(text)
}

// plainWords reads the words of a line behind an entry: what is kept and in which order. The place, the days and the guests
// are the entry's.
func (g *entryReading) plainWords(at int) {
	rest := g.line.Text[at:]
	if strings.TrimSpace(rest) == "" {
		return
	}
	q := &g.line.Question
	reader := g.LineReader
	reader.Base, reader.Placed = *q, true
	more := reader.readPlain(rest)
	for _, w := range more.Words {
		g.add(w.Kind, at+w.Start, at+w.End, w.Reading)
		if w.Kind <= WordRooms { // the place, the days, the nights, the party or the rooms
			g.bad(w.Kind, at+w.Start, at+w.End, "the place, the days and the guests are those of the entry; filters and sort may follow it")
		}
	}
	if p := more.Problem; p != nil {
		g.problem(LineProblem{Start: at + p.Start, End: at + p.End, Kind: p.Kind, Message: p.Message, Instead: p.Instead})
	}
	f, also := &q.Filter, more.Question.Filter
	f.FreeCancel, f.Accessible, f.MinStars, f.Amenity = also.FreeCancel, also.Accessible, also.MinStars, also.Amenity
	if also.PriceWords() != "" {
		f.MinPrice, f.MaxPrice = also.MinPrice, also.MaxPrice
	}
	if also.Chain != "" {
		f.Chain, f.ChainName = also.Chain, also.ChainName
	}
	if r := more.Question.Trip.Radius; r != (Radius{}) {
		q.Trip.Radius = r
	}
	q.Sort = more.Question.Sort
}

func runeLen(text string) int {
	for i := range text {
		if i > 0 {
			return i
		}
	}
	return len(text)
}

func (g *entryReading) option(start, end int) {
	text := strings.ToUpper(strings.NewReplacer("–", "-", "—", "-").Replace(g.line.Text[start:end]))
	for _, o := range entryOptions() {
		if found := o.form.FindStringSubmatch(text); found != nil && o.of[g.line.Desktop] {
			o.read(g, option{start: start, end: end, text: text, found: found})
			return
		}
	}
	if text[0] >= '0' && text[0] <= '9' {
		g.add(WordOption, start, end, "")
		g.bad(WordOption, start, end, "the days and guests of an entry are like 12DEC-15DEC and 2")
		return
	}
	g.add(WordOption, start, end, "not known")
	if at := strings.IndexAny(text, "0123456789"); at >= 0 && len(text)-at > fewDigits {
		text = text[:at] + "…" // It may be a card's number, or a client's.
	}
	g.note(text + " is not an option that is known here")
}

// fewDigits are no number of a card.
const fewDigits = 5

// settle makes the party and the price of what was read, and checks the trip.
func (g *entryReading) settle() {
	t, f := &g.line.Question.Trip, &g.line.Question.Filter
	t.Adults, t.Children, t.Rooms = g.guests*g.rooms, 0, g.rooms
	if g.rooms > 1 {
		g.note(fmt.Sprintf("%s in each of %s: %s in all", wording.Plural(g.guests, "guest"), wording.Plural(g.rooms, "room"), wording.Plural(t.Adults, "adult")))
	}
	if nights, ok := Nights(t.CheckIn, t.CheckOut); ok && g.nightly != (Filter{}) {
		a := g.nightly.in(g.currency)
		f.MinPrice, f.MaxPrice = a.MinPrice.Times(nights*g.rooms), a.MaxPrice.Times(nights*g.rooms)
		g.note(fmt.Sprintf("%s a night means %s for the stay", g.nightly.PriceWords(), f.PriceWords()))
	} else if g.currency != "" {
		g.note("prices are in the hotels' currency; " + g.currency + " is not asked")
	}
	if g.index && !g.dated {
		g.note("a list of hotels without days is searched for " + StayWords(t.CheckIn, t.CheckOut))
	}
}
