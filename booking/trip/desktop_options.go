package trip

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bellhop/api"
	"bellhop/booking/wording"
)

// An option is one part of an entry behind its head.
type option struct {
	start, end int
	text       string   // in capitals
	found      []string // what its form found in it
}

// An entryOption is a form of option that desktops have.
type entryOption struct {
	of   map[Desktop]bool
	form *regexp.Regexp
	read func(g *entryReading, o option)
}

func of(desktops ...Desktop) map[Desktop]bool {
	in := map[Desktop]bool{}
	for _, d := range desktops {
		in[d] = true
	}
	return in
}

// entryOptions are the options of the public sample lines, and what becomes of them. The first form that fits is taken.
var entryOptions = sync.OnceValue(func() []entryOption {
	return []entryOption{
		// What a search has.
		{of(Travelport, Sabre), regexp.MustCompile(`^D-?([0-9]{1,3})(?:-([0-9]{1,3}))?([MK])?([NSEW]{1,2})?$`), readDistance},
		{of(Travelport), regexp.MustCompile(`^RM-?([1-9])$`), readEntryRooms},
		{of(Amadeus), regexp.MustCompile(`^NR-?([1-9])$`), readEntryRooms},
		{of(Amadeus), regexp.MustCompile(`^RT-?([1-9])?([A-Z][0-9][A-Z])?$`), readRoomType},
		{of(Sabre), regexp.MustCompile(`^([1-9])$`), readEntryGuests},
		{of(Amadeus), regexp.MustCompile(`^D([TD])-(` + entryDay + `)(?:-(` + entryDay + `|[0-9]{1,2}))?$`), readDates},
		{of(Travelport), regexp.MustCompile(`^V([-+])?(?:([0-9]+)-)?([0-9]+)$`), readNightly},
		{of(Amadeus), regexp.MustCompile(`^QU-?(H)?(?:([0-9]+)-)?([0-9]+)$`), readNightly},
		{of(Travelport), regexp.MustCompile(`^V([A-Z]{3})$`), readCurrency},
		{of(Amadeus), regexp.MustCompile(`^FC-?([A-Z]{3})$`), readCurrency},
		{of(Travelport, Sabre), regexp.MustCompile(`^[A-Z0-9]{2}$`), func(g *entryReading, o option) { g.chain(o.start, o.end) }},
		{of(Amadeus), regexp.MustCompile(`^D[TD]-`), func(g *entryReading, o option) {
			g.add(WordDays, o.start, o.end, "")
			g.bad(WordDays, o.start, o.end, "days are like DT-12DEC-15DEC, DT-12DEC-3 and DD-15DEC")
		}},
		// What it has not.
		{of(Travelport), regexp.MustCompile(`^[A-Z0-9]{2}(\+[A-Z0-9]{2})+$`), refused("one chain at a time can be kept; none of %s is left out")},
		{of(Travelport), regexp.MustCompile(`^D\+`), refused("%s: a least distance cannot be asked")},
		{of(Amadeus, Sabre, Travelport), regexp.MustCompile(`^(?:N|HN|NM)-`), refused("%s: a hotel's name is typed as the destination, or looked for in the list by /")},
		{of(Amadeus), regexp.MustCompile(`^SR-?`), refused("%s: rate codes cannot be asked for in a search")},
		{of(Sabre), regexp.MustCompile(`^RC?-`), refused("%s: rate codes cannot be asked for in a search")},
		{of(Travelport), regexp.MustCompile(`^(?:[A-Z0-9]{3}|R-.*|ML.*)$`), refused("%s: rate codes cannot be asked for in a search")},
		{of(Travelport), regexp.MustCompile(`^AAA[0-9]$`), refused("%s: AAA ratings are not known; a class is asked as 3*")},
		{of(Travelport), regexp.MustCompile(`^F-`), refused("%s: codes of amenities are not known; an amenity is asked by name, +pool")},
		{of(Travelport), regexp.MustCompile(`^(?:L-[A-Z]+|[ACRS])$`), refused("%s: the kind of location cannot be asked")},
		{of(Travelport), regexp.MustCompile(`^P-`), refused("%s: the type of property cannot be asked")},
		{of(Travelport), regexp.MustCompile(`^PC-`), refused("%s: a postal code cannot be asked")},
		{of(Amadeus), regexp.MustCompile(`^BT-`), refused("%s: bed types cannot be asked; the rates name their beds")},
		{of(Amadeus), regexp.MustCompile(`^ST-`), refused("%s: what cannot be sold is never listed")},
		{of(Amadeus), regexp.MustCompile(`^PH-`), refused("%s: hotels cannot be searched by telephone")},
		{of(Amadeus), regexp.MustCompile(`^LO-`), refused("%s: there is no segment to take another place than")},
		{of(Amadeus, Sabre, Travelport), regexp.MustCompile(`^G-?`), guarantee},
		{of(Amadeus, Sabre, Travelport), regexp.MustCompile(`^(?:ID|CD)-`), secret("corporate and loyalty numbers are no part of a search")},
		{of(Amadeus), regexp.MustCompile(`^BS-`), secret("the booking source is that of the account")},
		{of(Amadeus), regexp.MustCompile(`^DP-`), secret("deposits are said by the terms of a rate")},
		{of(Amadeus, Sabre), regexp.MustCompile(`^SI-`), secret("wishes are no part of a search")},
	}
})

// refused names an option that this service has not, as it was typed.
func refused(format string) func(*entryReading, option) {
	return func(g *entryReading, o option) {
		g.add(WordOption, o.start, o.end, "not asked")
		g.note(fmt.Sprintf(format, o.text))
	}
}

// secret names an option without its value, which may be a client's or a card's.
func secret(why string) func(*entryReading, option) {
	return func(g *entryReading, o option) {
		key, _, _ := strings.Cut(o.text, "-")
		g.add(WordOption, o.start, o.end, "not asked")
		g.note(key + ": " + why)
	}
}

// guarantee names no digit of what may be a card.
func guarantee(g *entryReading, o option) {
	secret("a guarantee is given with the guest's payment, after the rate is verified")(g, option{start: o.start, end: o.end, text: "G-"})
}

func readDistance(g *entryReading, o option) {
	most, _ := strconv.Atoi(o.found[1])
	if o.found[2] != "" {
		most, _ = strconv.Atoi(o.found[2])
		g.note(o.text + ": a least distance cannot be asked")
	}
	radius := Radius{most, unitMiles}
	if o.found[3] == "K" {
		radius.Unit = unitKm
	}
	if o.found[4] != "" {
		g.note(o.text + ": a direction cannot be asked; all around is searched")
	}
	g.line.Question.Trip.Radius = radius
	g.add(WordRadius, o.start, o.end, "within "+radius.String())
}

func readEntryRooms(g *entryReading, o option) {
	g.rooms, _ = strconv.Atoi(o.found[1])
	g.add(WordRooms, o.start, o.end, wording.Plural(g.rooms, "room"))
}

func readEntryGuests(g *entryReading, o option) {
	g.guests, _ = strconv.Atoi(o.found[1])
	g.add(WordParty, o.start, o.end, wording.Plural(g.guests, "guest"))
}

func readRoomType(g *entryReading, o option) {
	reading := "not asked"
	if o.found[1] != "" {
		g.guests, _ = strconv.Atoi(o.found[1])
		reading = wording.Plural(g.guests, "guest")
	}
	if o.found[2] != "" {
		g.note(o.found[2] + ": room types cannot be asked; the rates name their rooms")
	}
	g.add(WordParty, o.start, o.end, reading)
}

// readDates reads DT-31JUL-2AUG, DT-31JUL-2 and DD-2AUG.
func readDates(g *entryReading, o option) {
	at := o.start + strings.IndexAny(g.line.Text[o.start:o.end], "-–") + 1
	for at < o.end && (g.line.Text[at] < '0' || g.line.Text[at] > '9') {
		at++ // the rest of a long dash
	}
	if o.found[1] == "T" {
		in, out := at, at+len(o.found[2])
		if o.found[3] == "" {
			g.stayOf(in, out, 0, 0)
			return
		}
		g.stayOf(in, out, o.end-len(o.found[3]), o.end)
		return
	}
	t := &g.line.Question.Trip
	g.days.CheckIn = t.CheckIn
	typed, err := g.days.Days(DepartureField, g.Now, g.Agent).Read(strings.ToLower(o.found[2]))
	if err != nil {
		g.add(WordDays, o.start, o.end, "")
		g.bad(WordDays, o.start, o.end, err.Error())
		return
	}
	t.CheckOut, g.dated = typed.Out, true
	g.add(WordDays, o.start, o.end, StayWords(t.CheckIn, t.CheckOut))
}

// readNightly takes the bounds of a price for a night. A price alone is an approximate one at Travelport.
func readNightly(g *entryReading, o option) {
	least, most := o.found[2], o.found[3]
	switch {
	case least == "" && (o.found[1] == "+" || o.found[1] == "H"):
		least, most = most, ""
	case least == "" && o.found[1] == "" && g.line.Desktop == Travelport:
		g.note(o.text + ": an approximate price cannot be asked; V-" + most + " is the most")
		g.add(WordOption, o.start, o.end, "not asked")
		return
	}
	price := func(text string) api.Money {
		number := strings.TrimLeft(text, "0")
		if text != "" && (number == "" || len(number) > maxNightly) {
			g.bad(WordPrice, o.start, o.end, "a price is 1 to "+strings.Repeat("9", maxNightly))
			return api.Money{}
		}
		return api.NewMoney(number, "")
	}
	g.nightly = Filter{MinPrice: price(least), MaxPrice: price(most)}
	if order, err := g.nightly.MinPrice.Cmp(g.nightly.MaxPrice); err == nil && order > 0 {
		g.bad(WordPrice, o.start, o.end, least+" is more than "+most)
	}
	g.add(WordPrice, o.start, o.end, g.nightly.PriceWords()+" a night")
}

// maxNightly is how many digits a price for a night has.
const maxNightly = 9

func readCurrency(g *entryReading, o option) {
	g.currency = o.found[1]
	g.add(WordPrice, o.start, o.end, "in "+o.found[1])
}

// In writes the question as the entry of another desktop, with what that does not say. Only parts that public sample lines
// show are written. The entry is empty where there is none: a place without a code, or no days.
func (q Question) In(d Desktop) (entry string, left []string) {
	if d == Plain {
		return q.Line(), nil
	}
	t, f := q.Trip, q.Filter
	lose := func(on bool, what string) {
		if on {
			left = append(left, what)
		}
	}
	place, ok := q.entryPlace(d)
	nights, ordered := Nights(t.CheckIn, t.CheckOut)
	if !ok || !ordered || nights > MaxNights {
		lose(!ok, "a code for the place")
		lose(!ordered || nights > MaxNights, "the days")
		return "", left
	}
	days, share := strings.ToUpper(t.CheckIn.Format("2Jan")+"-"+t.CheckOut.Format("2Jan")), t.Largest()
	if d == Travelport {
		entry = "HOA" + days + place + strconv.Itoa(share.Adults) + t.travelportOptions(f)
		lose(share.Adults*t.Rooms != t.Adults, wording.Plural(t.Adults, "adult")+" in all")
	} else {
		entry = "HOT" + place + "/" + days + "/" + strconv.Itoa(share.Adults)
		lose(t.Rooms > 1, wording.Plural(t.Rooms, "room")+" for "+wording.Plural(t.Adults, "adult"))
		lose(t.Radius != Radius{}, "the radius of "+t.Radius.String())
	}
	if d == Amadeus {
		entry = "HA" + strings.ToUpper(f.Chain) + place + days
		if share.Adults > 1 {
			entry += "/RT-" + strconv.Itoa(share.Adults)
		}
	}
	lose(t.Children > 0, strings.TrimPrefix(PartyWords(0, t.Children), "0 adults, "))
	if d != Sabre {
		f.Chain, f.ChainName = "", ""
		if price, ok := d.entryPrice(f.MaxPrice, nights*t.Rooms); ok && !f.MinPrice.IsSet() {
			entry += price
			f.MaxPrice = api.Money{}
		}
	}
	return entry, append(append(left, f.Parts()...), Question{Sort: q.Sort}.Asked()...)
}

// In is Question.In, and says where an entry, which has no years, is read as another year.
func (r LineReader) In(d Desktop, q Question) (entry string, left []string) {
	entry, left = q.In(d)
	if again := r.Read(entry).Question.Trip; entry != "" && d != Plain && again.CheckIn != q.Trip.CheckIn {
		left = append(left, "the year "+q.Trip.CheckIn.Format("2006"))
	}
	return entry, left
}

func (t Trip) travelportOptions(f Filter) (options string) {
	if t.Radius != (Radius{}) {
		options += "/D-" + strconv.Itoa(t.Radius.Value) + strings.ToUpper(t.Radius.unit()[:1])
	}
	if t.Rooms > 1 {
		options += "/RM-" + strconv.Itoa(t.Rooms)
	}
	if f.Chain != "" {
		options += "/" + strings.ToUpper(f.Chain)
	}
	return options
}

// entryPrice is the most for a night, where the price of the stay is a whole number of them.
func (d Desktop) entryPrice(most api.Money, nights int) (string, bool) {
	whole, err := strconv.Atoi(most.Number())
	if err != nil || whole%nights != 0 {
		return "", false
	}
	price, currency := "/V-", "/V"
	if d == Amadeus {
		price, currency = "/QU-", "/FC"
	}
	price += strconv.Itoa(whole / nights)
	if most.Currency() != "" {
		price += currency + most.Currency()
	}
	return price, true
}

// entryPlace is the destination as an entry has it: a code, or at Travelport also a name in one word.
func (q Question) entryPlace(d Desktop) (string, bool) {
	if q.Trip.Destination.Kind == KindCode {
		return q.Trip.Destination.Code, true
	}
	city, _, _ := strings.Cut(q.Where, ",")
	if q.Where == "" {
		city, _, _ = strings.Cut(q.Trip.Destination.Name, ",")
	}
	if code, ok := ParseCode(city); ok {
		return code, true
	}
	if code, ok := cityCode(city); ok {
		return code, true
	}
	city = strings.ToUpper(strings.ReplaceAll(city, " ", ""))
	for _, r := range city {
		if r < 'A' || r > 'Z' {
			return "", false
		}
	}
	return city, d == Travelport && len(city) >= len("LHR")
}

// cityCode returns the code of the one city of a name that has a code of its own.
func cityCode(name string) (string, bool) {
	code := ""
	for _, a := range airports() {
		if a.class != classCity || !strings.EqualFold(a.city, name) {
			continue
		}
		if code != "" {
			return "", false
		}
		code = a.code
	}
	return code, code != ""
}
