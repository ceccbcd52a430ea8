package service

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/jsontree"
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
	unknown   bool        // the location is well-formed, but does not exist
	at        world.Point // the place of the location
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

func (s *hotelSearch) readSearch(f *jsontree.Fields, now time.Time) hotelQuery {
	var q hotelQuery
	info := f.Object("stay_info", jsontree.Required)
	q.stay.In, q.stay.Out = readStay(info, now, "check_in_date", "check_out_date")
	guests := info.Object("guests", jsontree.Required)
	q.stay.Adults = int(guests.Integer("adults", jsontree.Required, 1, MaxPerson))
	q.stay.Children = int(guests.Integer("children", jsontree.Optional, 0, MaxPerson))
	guests.Done()
	info.Done()

	filter := f.Object("filter", jsontree.Required)
	filter.Lift(s.names.ReviewSiteIDs)
	if _, there := filter.Get("location", jsontree.Optional); there {
		s.readLocation(filter.Object("location", jsontree.Optional), &q)
	}
	right := len(filter.Problems.List)
	readHotels(filter, &q)
	wrong := len(filter.Problems.List) > right // What it was to say of the place is not known.
	if _, there := filter.Get(s.names.ReviewSiteIDs, jsontree.Optional); there {
		q.reviewIDs, q.reviewed = filter.Texts(s.names.ReviewSiteIDs, jsontree.Optional), true
		if len(q.reviewIDs) > maxCandidates {
			filter.Problem(s.names.ReviewSiteIDs, "names more than %d hotels", maxCandidates)
		}
	}
	if !filter.Absent && !wrong && !q.located && len(q.codes) == 0 && !q.reviewed {
		filter.Problem("location", "is missing")
	}
	filter.Done()
	return q
}

// readLocation reads filter.location (WIRE 2).
func (s *hotelSearch) readLocation(f *jsontree.Fields, q *hotelQuery) {
	q.located = true
	form := f.Text("type", jsontree.Required)
	details := f.Object("details", jsontree.Required)
	switch form {
	case "iata_code":
		code := details.Text("iata_code", jsontree.Required)
		if len(code) != 3 || strings.Trim(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			if strings.TrimSpace(code) != "" {
				details.Problem("iata_code", "must be three capital letters")
			}
			break
		}
		at, known := s.rates.world.Locate(code)
		q.at, q.unknown = at, !known
	case "coordinates":
		lat := details.Float("latitude", jsontree.Required, -90, 90)
		lon := details.Float("longitude", jsontree.Required, -180, 180)
		q.at = world.Point{Lat: lat, Lon: lon}
	default:
		if form != "" {
			f.Problem("type", "must be iata_code or coordinates")
		}
		details = f.Problems.NoFields()
	}
	details.Done()
	q.km = defaultRadius
	if _, there := f.Get("radius", jsontree.Optional); there {
		radius := f.Object("radius", jsontree.Optional)
		q.km = radius.Float("value", jsontree.Required, 0, maxRadius)
		switch unit := radius.Text("type", jsontree.Required); unit {
		case "mi":
			q.km *= kmPerMile
		case "km", "":
		default:
			radius.Problem("type", "must be mi or km")
		}
		radius.Done()
	}
	f.Done()
}

// readHotels reads filter.hotel: one object, or an array of codes (WIRE 2).
func readHotels(filter *jsontree.Fields, q *hotelQuery) {
	v, there := filter.Get("hotel", jsontree.Optional)
	if !there {
		return
	}
	if v.Kind == jsontree.Array {
		for _, one := range filter.Objects("hotel", jsontree.Optional) {
			q.codes = append(q.codes, hotelCode{one.Text("chain_code", jsontree.Required), one.Text("property_code", jsontree.Required)})
			one.Done()
		}
		switch {
		case len(v.Items) == 0:
			filter.Problem("hotel", "is empty")
		case len(v.Items) > maxCandidates:
			filter.Problem("hotel", "names more than %d hotels", maxCandidates)
		}
		return
	}
	if v.Kind != jsontree.Object {
		filter.Problem("hotel", "must be an object or an array")
		return
	}
	one := filter.Object("hotel", jsontree.Optional)
	q.chain, q.name = one.Text("chain_code", jsontree.Optional), one.Text("name", jsontree.Optional)
	property := one.Text("property_code", jsontree.Optional)
	switch {
	case one.Has("property_code") && !one.Has("chain_code"):
		one.Problem("chain_code", "is missing")
	case one.Has("property_code"):
		q.codes, q.chain = []hotelCode{{q.chain, property}}, ""
	case !one.Has("chain_code") && !one.Has("name"):
		filter.Problem("hotel", "names neither a chain, a property nor a name")
	}
	if n := utf8.RuneCountInString(strings.TrimSpace(q.name)); n > 0 && n < minName {
		one.Problem("name", "must have at least %d characters", minName)
	}
	one.Done()
}

// namedHotels finds the hotels that a search names by code or by review-site
// id, in the order given, and the review-site ids that are no hotel's.
func (s *hotelSearch) namedHotels(q hotelQuery) (hotels []int, missing []string) {
	missing = []string{}
	seen := map[int]bool{}
	add := func(chain, code string) bool {
		index, ok := s.rates.world.Find(chain, code)
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
func (s *hotelSearch) candidates(q hotelQuery, named []int) []int {
	hotels := named
	switch {
	case q.unknown:
		return nil
	case q.located && (len(q.codes) > 0 || q.reviewed):
		hotels = s.near(named, q.at, q.km)
	case q.located:
		hotels = lists.Map(s.rates.world.Nearest(q.at, q.km, q.chain, maxCandidates), func(n world.Near) int { return n.Index })
	}
	if q.chain == "" && q.name == "" {
		return hotels
	}
	part := strings.TrimSpace(q.name)
	return slices.DeleteFunc(slices.Clone(hotels), func(index int) bool {
		name, chain := s.rates.world.Name(index)
		return q.chain != "" && chain != q.chain || q.name != "" && !world.Matches(name, part)
	})
}

// near keeps the hotels within km kilometres of a point, nearest first.
func (s *hotelSearch) near(hotels []int, at world.Point, km float64) []int {
	var list []world.Near
	for _, index := range hotels {
		if away := s.rates.world.Distance(index, at); away <= km {
			list = append(list, world.Near{Index: index, Km: away})
		}
	}
	slices.SortFunc(list, func(a, b world.Near) int { return cmp.Or(cmp.Compare(a.Km, b.Km), a.Index-b.Index) })
	return lists.Map(list, func(n world.Near) int { return n.Index })
}
