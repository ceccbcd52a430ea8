package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/world"
)

const (
	maxDestinations = 500 // results in one answer (WIRE 3a)
	maxQuery        = 256 // characters of a search term

	listedSize = 1500 // bytes that a result often has
)

// searchDestinations is SPEC 4.1.
func (s *Sandbox) searchDestinations(_ context.Context, c *call) (answer, error) {
	q := parameters{query: c.query, p: c.problems, read: map[string]bool{}}
	query, there := q.one("query")
	if !there {
		c.problems.Add([]string{"query"}, "is missing")
	}
	if utf8.RuneCountInString(query) > maxQuery || !utf8.ValidString(query) {
		c.problems.Add([]string{"query"}, "must be at most %d characters of UTF-8", maxQuery)
	}
	category, filtered := q.one("category")
	if filtered && category == "" {
		c.problems.Add([]string{"category"}, "is empty")
	}
	sought := world.Everything
	if text, there := q.one("type"); there {
		switch text {
		case "destinations":
			sought = world.Destinations
		case "hotels":
			sought = world.Hotels
		default:
			c.problems.Add([]string{"type"}, "must be destinations or hotels")
		}
	}
	q.done()
	if err := rejectProblems(c.problems); err != nil {
		return answer{}, err
	}
	if strings.TrimSpace(query) == "" && category == "" && sought == world.Everything {
		text, err := s.prominent()
		return answer{http.StatusOK, text}, err
	}
	text, err := s.listed(s.world.Search(query, category, sought, maxDestinations))
	return answer{http.StatusOK, text}, err
}

// mostProminent is the answer to a search without words, which every console
// starts with.
func (s *Sandbox) mostProminent() (written, error) {
	return s.listed(s.world.Search("", "", world.Everything, maxDestinations))
}

// indexAfter is when the index of a small world is made: a console that starts
// has shown its first list by then, and nobody has typed a word yet.
const indexAfter = 250 * time.Millisecond

// warm makes behind the start of a small world what the first requests ask for.
func (s *Sandbox) warm() {
	go func() { _, _ = s.prominent() }() // An error is the request's to tell.
	s.indexing = time.AfterFunc(indexAfter, func() { s.world.Prepare(nil) })
}

// listed is the answer with these results. It is written result by result: what
// a destination says never changes, so it is made once, and for a country that
// is most of the work.
func (s *Sandbox) listed(hits []world.Hit) (written, error) {
	var text bytes.Buffer
	text.Grow(len(hits) * listedSize)
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	text.WriteString(`{"results":[`)
	for i, h := range hits {
		if i > 0 {
			text.WriteByte(',')
		}
		if h.Destination != nil {
			place, err := s.place(h.Destination)
			if err != nil {
				return nil, err
			}
			text.Write(place)
			continue
		}
		if err := e.Encode(wireListed(s.world.Property(h.Index))); err != nil {
			return nil, err
		}
		text.Truncate(text.Len() - 1) // The encoder's line feed.
	}
	text.WriteString("]}\n")
	return text.Bytes(), nil
}

// place is the JSON of a destination. A world has some thousand of them, of a
// few kilobytes at most.
func (s *Sandbox) place(d *world.Destination) ([]byte, error) {
	if text, ok := s.places.Load(d); ok {
		return text.([]byte), nil
	}
	text, err := jsontree.Encode(wireDestination(d, s.world.HotelIDs(d)))
	if err == nil {
		text = bytes.Clone(text) // It is kept, and the encoder leaves room to grow.
		s.places.Store(d, text)
	}
	return text, err
}

func wireDestination(d *world.Destination, hotels []string) destination {
	return destination{
		ObjectID: d.ID, Type: "destination", Name: d.Name, City: nullable(d.City), State: nullable(d.State),
		Country: d.Country, CountryCode: isoCode(d.CountryCode), HotelsCount: d.Count, Hotels: orEmpty(hotels),
	}
}

func wireListed(p world.Property) listedHotel {
	h := listedHotel{
		ObjectID: p.ID, Type: "hotel", Name: p.Name, ChainCode: p.Chain, PropertyCode: p.Code,
		Brand: nullable(p.Brand), AddressLine1: nullable(p.Address1), AddressLine2: nullable(p.Address2), FullAddress: p.FullAddress,
		Description: nullable(p.Description),
		Amenities:   convert(p.Amenities, func(a world.Amenity) string { return a.Description }),
		Phone:       nullable(p.Phone), Email: nullable(p.Email), Rating: nullableInt(p.Stars),
		CheckInTime: nullable(p.CheckIn), CheckOutTime: nullable(p.CheckOut), ImageURL: nullable(p.Image),
		Images:   convert(p.Images, func(i world.Image) string { return i.URL }),
		Category: nullable(p.Category), PriorityRank: nullableInt(p.Rank),
	}
	if !p.HideParts {
		h.City, h.State, h.PostalCode = nullable(p.City), nullable(p.State), nullable(p.PostalCode)
		h.Country, h.CountryCode = nullable(p.Country), isoCode(p.CountryCode)
	}
	if !p.HideZone {
		h.Timezone = nullable(p.Zone)
	}
	if !p.HidePoint {
		h.Coordinates = &points{p.At.Lat, p.At.Lon}
	}
	return h
}

// parameters reads the query of a request, as fields reads a body.
type parameters struct {
	query url.Values
	p     *jsontree.Problems
	read  map[string]bool
}

// one reads a parameter that may be given once. Nothing has the empty name: it
// is what the service does not have (WIRE 1).
func (q *parameters) one(name string) (string, bool) {
	if name == "" {
		return "", false
	}
	q.read[name] = true
	values := q.query[name]
	if len(values) == 0 {
		return "", false
	}
	if len(values) > 1 {
		q.p.Add(parameterPath(name), "is given %d times", len(values))
	}
	return values[0], true
}

// all reads a parameter that may be repeated.
func (q *parameters) all(name string) []string {
	if name == "" {
		return nil
	}
	q.read[name] = true
	return q.query[name]
}

// done notes every parameter that nothing has read: a typing error in a filter
// must never widen a result (WIRE 3).
func (q *parameters) done() {
	for _, name := range slices.Sorted(maps.Keys(q.query)) {
		if !q.read[name] {
			q.p.Add(parameterPath(name), "is not a parameter of this request")
		}
	}
}
