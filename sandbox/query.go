package sandbox

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/sandbox/world"
)

const (
	kmPerMile     = 1.609344
	defaultRadius = 10 * kmPerMile // WIRE 3a
	maxRadius     = 1000           // of either unit
	minName       = 3              // characters of a hotel's name

	// The fictional review site's id of a hotel is this and the hotel's chain
	// and property code in small letters: rs-lx20417.
	reviewPrefix = "rs-"
)

// hotelQuery is a hotel search, but for its page.
type hotelQuery struct {
	stay      world.Stay
	located   bool
	unknown   bool // the location is well-formed, but nowhere
	at        world.Point
	km        float64
	chain     string // filters what the location holds
	name      string // filters what the location holds
	codes     []hotelCode
	reviewIDs []string
	reviewed  bool // review-site ids were sent
}

type hotelCode struct{ chain, property string }

// text tells searches apart.
func (q hotelQuery) text() string {
	text, err := json.Marshal([]any{q.stay, q.located, q.at, q.km, q.chain, q.name, q.reviewIDs, len(q.codes)})
	if err != nil {
		return "" // Numbers and strings always encode.
	}
	var b strings.Builder
	b.Write(text)
	for _, code := range q.codes {
		b.WriteString("\x00" + code.chain + "\x00" + code.property)
	}
	return b.String()
}

// readSearch reads stay_info and filter.
func (s *Sandbox) readSearch(f *fields, now time.Time) hotelQuery {
	var q hotelQuery
	info := f.object("stay_info", required)
	q.stay.In, q.stay.Out = readStay(info, now, "check_in_date", "check_out_date")
	guests := info.object("guests", required)
	q.stay.Adults = int(guests.whole("adults", required, 1, maxPerson))
	q.stay.Children = int(guests.whole("children", optional, 0, maxPerson))
	guests.done()
	info.done()

	filter := f.object("filter", required)
	filter.lift(s.names.ReviewSiteIDs)
	if _, there := filter.get("location", optional); there {
		s.readLocation(filter.object("location", optional), &q)
	}
	readHotels(filter, &q)
	if _, there := filter.get(s.names.ReviewSiteIDs, optional); there {
		q.reviewIDs, q.reviewed = filter.texts(s.names.ReviewSiteIDs, optional), true
		if len(q.reviewIDs) > maxCandidates {
			f.p.add(filter.at(s.names.ReviewSiteIDs), "names more than %d hotels", maxCandidates)
		}
	}
	if !filter.absent && !q.located && len(q.codes) == 0 && !q.reviewed {
		f.p.add(filter.at("location"), "is missing")
	}
	filter.done()
	return q
}

// readLocation reads filter.location (WIRE 2).
func (s *Sandbox) readLocation(f *fields, q *hotelQuery) {
	q.located = true
	form := f.text("type", required)
	details := f.object("details", required)
	switch form {
	case "iata_code":
		code := details.text("iata_code", required)
		if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			if strings.TrimSpace(code) != "" {
				f.p.add(details.at("iata_code"), "must be three capital letters")
			}
			break
		}
		var known bool
		q.at, known = s.world.Locate(code)
		q.unknown = !known
	case "coordinates":
		q.at.Lat = details.float("latitude", required, -90, 90)
		q.at.Lon = details.float("longitude", required, -180, 180)
	default:
		if form != "" {
			f.p.add(f.at("type"), "must be iata_code or coordinates")
		}
		details = &fields{p: f.p, absent: true}
	}
	details.done()
	q.km = defaultRadius
	if _, there := f.get("radius", optional); there {
		radius := f.object("radius", optional)
		q.km = radius.float("value", required, 0, maxRadius)
		switch unit := radius.text("type", required); unit {
		case "mi":
			q.km *= kmPerMile
		case "km", "":
		default:
			f.p.add(radius.at("type"), "must be mi or km")
		}
		radius.done()
	}
	f.done()
}

// readHotels reads filter.hotel: one object, or an array of codes (WIRE 2).
func readHotels(filter *fields, q *hotelQuery) {
	v, there := filter.get("hotel", optional)
	if !there {
		return
	}
	if v.kind == kindArray {
		for _, one := range filter.objects("hotel", optional) {
			q.codes = append(q.codes, hotelCode{one.text("chain_code", required), one.text("property_code", required)})
			one.done()
		}
		switch {
		case len(v.items) == 0:
			filter.p.add(filter.at("hotel"), "is empty")
		case len(v.items) > maxCandidates:
			filter.p.add(filter.at("hotel"), "names more than %d hotels", maxCandidates)
		}
		return
	}
	if v.kind != kindObject {
		filter.p.add(filter.at("hotel"), "must be an object or an array")
		return
	}
	one := filter.object("hotel", optional)
	q.chain, q.name = one.plain("chain_code", optional), one.plain("name", optional)
	property := one.plain("property_code", optional)
	switch {
	case property != "" && q.chain == "":
		filter.p.add(one.at("chain_code"), "is missing")
	case property != "":
		q.codes, q.chain = []hotelCode{{q.chain, property}}, ""
	case q.chain == "" && q.name == "":
		filter.p.add(filter.at("hotel"), "names neither a chain, a property nor a name")
	}
	if q.name != "" && utf8.RuneCountInString(strings.TrimSpace(q.name)) < minName {
		filter.p.add(one.at("name"), "must have at least %d characters", minName)
	}
	one.done()
}

// namedHotels finds the hotels that a search names by code or by review-site
// id, in the order given, and the review-site ids that are no hotel's.
func (s *Sandbox) namedHotels(q hotelQuery) (hotels []int, missing []string) {
	missing = []string{}
	seen := map[int]bool{}
	add := func(chain, code string) bool {
		index, ok := s.world.Find(chain, code)
		if ok && !seen[index] {
			seen[index] = true
			hotels = append(hotels, index)
		}
		return ok
	}
	for _, code := range q.codes {
		add(code.chain, code.property)
	}
	for _, id := range q.reviewIDs {
		codes, ok := strings.CutPrefix(id, reviewPrefix)
		if !ok || len(codes) < 3 || codes != strings.ToLower(codes) || !add(strings.ToUpper(codes[:2]), strings.ToUpper(codes[2:])) {
			missing = append(missing, id)
		}
	}
	return hotels, missing
}

// maxCandidates is how many hotels one search may be about. Around a place they
// are its nearest ones, so that a wide circle in a large world costs what a
// narrow one does.
const maxCandidates = 2000

// candidates lists the hotels that a search is about, before asking whether
// they have rooms: nearest first where there is a location.
func (s *Sandbox) candidates(q hotelQuery, named []int) []int {
	hotels := named
	switch {
	case q.unknown:
		return nil
	case q.located && (len(q.codes) > 0 || q.reviewed):
		hotels = s.near(named, q.at, q.km)
	case q.located:
		hotels = convert(s.world.Nearest(q.at, q.km, q.chain, maxCandidates), func(n world.Near) int { return n.Index })
	}
	if q.chain == "" && q.name == "" {
		return hotels
	}
	part := strings.TrimSpace(q.name)
	return slices.DeleteFunc(slices.Clone(hotels), func(index int) bool {
		name, chain := s.world.Name(index)
		return q.chain != "" && chain != q.chain || q.name != "" && !world.Matches(name, part)
	})
}

// near keeps the hotels within km kilometres of a point, nearest first.
func (s *Sandbox) near(hotels []int, at world.Point, km float64) []int {
	var list []world.Near
	for _, index := range hotels {
		if away := s.world.Distance(index, at); away <= km {
			list = append(list, world.Near{Index: index, Km: away})
		}
	}
	slices.SortFunc(list, func(a, b world.Near) int { return cmp.Or(cmp.Compare(a.Km, b.Km), a.Index-b.Index) })
	return convert(list, func(n world.Near) int { return n.Index })
}
