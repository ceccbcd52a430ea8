package service

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"sync"
	"unicode/utf8"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/world"
)

const (
	maxDestinations = 500 // results in one answer (WIRE 3a)
	maxQuery        = 256 // characters of a search term

	listedSize = 1500 // bytes that a result often has
)

type destinations struct {
	world *world.World
	// prominent is the answer to a search without words, made once. Every console
	// starts with it.
	prominent func() (written, error)
	known     sync.Map // *world.Destination to its JSON, of those that were ever found
}

func newDestinations(w *world.World) *destinations {
	d := &destinations{world: w}
	d.prominent = sync.OnceValues(func() (written, error) {
		return d.listed(w.Search("", "", world.Everything, maxDestinations))
	})
	return d
}

// search is SPEC 4.1.
func (d *destinations) search(_ context.Context, c *call) (result, error) {
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
	if err := c.rejection(); err != nil {
		return result{}, err
	}
	if strings.TrimSpace(query) == "" && category == "" && sought == world.Everything {
		text, err := d.prominent()
		return result{http.StatusOK, text}, err
	}
	text, err := d.listed(d.world.Search(query, category, sought, maxDestinations))
	return result{http.StatusOK, text}, err
}

// listed is the answer with these results. It is written result by result: what
// a destination says never changes, so it is made once, and for a country that
// is most of the work.
func (d *destinations) listed(hits []world.Hit) (written, error) {
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
			one, err := d.spelled(h.Destination)
			if err != nil {
				return nil, err
			}
			text.Write(one)
			continue
		}
		if err := e.Encode(wireListed(d.world.Property(h.Index))); err != nil {
			return nil, err
		}
		text.Truncate(text.Len() - 1) // The encoder's line feed.
	}
	text.WriteString("]}\n")
	return text.Bytes(), nil
}

// spelled is the JSON of a destination. A world has some thousand of them, of a
// few kilobytes at most.
func (d *destinations) spelled(one *world.Destination) ([]byte, error) {
	if text, ok := d.known.Load(one); ok {
		return text.([]byte), nil
	}
	text, err := jsontree.Encode(wireDestination(one, d.world.HotelIDs(one)))
	if err == nil {
		text = bytes.Clone(text) // It is kept, and the encoder leaves room to grow.
		d.known.Store(one, text)
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
		Amenities:   lists.Map(p.Amenities, func(a world.Amenity) string { return a.Description }),
		Phone:       nullable(p.Phone), Email: nullable(p.Email), ImageURL: nullable(p.Image),
		Images:   lists.Map(p.Images, func(i world.Image) string { return i.URL }),
		Category: nullable(p.Category), PriorityRank: nullableInt(p.Rank),
	}
	if !p.HideParts {
		h.City, h.State, h.PostalCode = nullable(p.City), nullable(p.State), nullable(p.PostalCode)
		h.Country, h.CountryCode = nullable(p.Country), isoCode(p.CountryCode)
	}
	if !p.HideStars {
		h.Rating = nullableInt(p.Stars)
	}
	if !p.HideTimes {
		h.CheckInTime, h.CheckOutTime = nullable(p.CheckIn), nullable(p.CheckOut)
	}
	if !p.HideZone {
		h.Timezone = nullable(p.Zone)
	}
	if !p.HidePoint {
		h.Coordinates = &points{p.At.Lat, p.At.Lon}
	}
	return h
}
