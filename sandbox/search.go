package sandbox

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

const (
	searchPageSize = 25
	searchLife     = 30 * time.Minute
	maxSearches    = 4000 // of 8 kB each at most
)

// savedSearch is what a paging token stands for. It keeps the hotels, so that
// pages neither overlap nor skip while rooms are sold.
type savedSearch struct {
	account string
	query   string
	hotels  []int32
	until   time.Time
}

// searchAnswer is the top level of SPEC 2.8.
type searchAnswer struct {
	Pagination pagination     `json:"pagination"`
	Rates      []exchangeRate `json:"currency_exchange_rates"`
	Results    []pricedHotel  `json:"results"`
	Missing    *[]string      `json:"missing_reviewsite_ids,omitempty"`
}

type pagination struct {
	PageNumber int    `json:"page_number"`
	PageSize   int    `json:"page_size"`
	TotalPages int    `json:"total_pages"`
	TotalItems int    `json:"total_items"`
	Token      string `json:"pagination_token,omitempty"`
}

type exchangeRate struct {
	Factor json.Number `json:"conversion_factor"`
	Source string      `json:"source_currency"`
	Target string      `json:"target_currency"`
}

// searchHotels is SPEC 4.2.
func (s *Sandbox) searchHotels(ctx context.Context, c *call) (answer, error) {
	f := c.fields()
	q := s.readSearch(f, c.now)
	paging := f.object(s.names.Pagination, optional)
	token := paging.plain(s.names.PaginationToken, optional)
	page := int(paging.whole(s.names.PaginationPage, optional, 1, 1<<31))
	if !paging.has(s.names.PaginationPage) {
		page = 1
	}
	paging.done()
	f.done()
	if page > 1 && token == "" {
		paging.p.add(paging.at(s.names.PaginationToken), "is missing")
	}
	if err := c.problems.rejection(); err != nil {
		return answer{}, err
	}
	named, missing := s.namedHotels(q)
	saved, err := s.saved(ctx, c, paging, q, named, token)
	if err != nil {
		return answer{}, err
	}
	pages := (len(saved.hotels) + searchPageSize - 1) / searchPageSize
	if page > max(pages, 1) {
		paging.p.add(paging.at(s.names.PaginationPage), "is past the last page, %d", max(pages, 1))
		return answer{}, c.problems.rejection()
	}
	from := (page - 1) * searchPageSize
	onPage := convert(saved.hotels[from:min(from+searchPageSize, len(saved.hotels))], func(index int32) int { return int(index) })
	results, err := s.priced(ctx, c, onPage, q.stay)
	if err != nil {
		return answer{}, err
	}
	if token == "" && pages > 1 {
		token = s.pagingToken(c, saved)
		s.searches.put(token, saved)
	}
	body := searchAnswer{
		Pagination: pagination{page, searchPageSize, pages, len(saved.hotels), token},
		Rates:      exchangeRates(results), Results: results,
	}
	if q.reviewed {
		body.Missing = &missing
	}
	return answer{http.StatusOK, body}, nil
}

// saved returns the hotels of a search: those of its token, or else found now.
func (s *Sandbox) saved(ctx context.Context, c *call, paging *fields, q hotelQuery, named []int, token string) (savedSearch, error) {
	text := q.text()
	if token == "" {
		hotels, err := s.available(ctx, s.candidates(q, named), q.stay, c.now)
		small := convert(hotels, func(index int) int32 { return int32(index) }) //nolint:gosec // at most world.MostProperties
		return savedSearch{c.account, text, small, c.now.Add(searchLife)}, err
	}
	saved, ok := s.searches.get(token)
	if !ok || saved.account != c.account || saved.query != text || !c.now.Before(saved.until) {
		paging.p.add(paging.at(s.names.PaginationToken), "is unknown, has expired, or belongs to another search")
	}
	return saved, c.problems.rejection()
}

// available keeps the hotels that sell a room for the stay.
func (s *Sandbox) available(ctx context.Context, hotels []int, stay world.Stay, now time.Time) ([]int, error) {
	var open []int
	var keys []int64
	for _, index := range hotels {
		if s.world.Sells(index, stay, now) {
			open = append(open, index)
			keys = append(keys, s.world.Key(index))
		}
	}
	sold, err := s.store.Sold(ctx, store.Ranges(keys), int32(stay.In), int32(stay.Out))
	if err != nil {
		return nil, err
	}
	touched := map[int64]bool{}
	for night := range sold {
		touched[night.Hotel] = true
	}
	kept := open[:0]
	for i, index := range open {
		if !touched[keys[i]] || len(s.unsold(sold, index, stay, now)) > 0 {
			kept = append(kept, index)
		}
	}
	return kept, nil
}

// unsold lists the rooms that a hotel offers and still has.
func (s *Sandbox) unsold(sold map[store.Night]int, hotel int, stay world.Stay, now time.Time) []world.RoomOffer {
	return slices.DeleteFunc(s.searched(hotel, stay, now), func(o world.RoomOffer) bool {
		return s.left(sold, hotel, o.Room.No, stay) < 1
	})
}

// priced prices the hotels of one page, and notes that it offered them.
func (s *Sandbox) priced(ctx context.Context, c *call, hotels []int, stay world.Stay) ([]pricedHotel, error) {
	properties := convert(hotels, s.world.Property)
	sold, err := s.store.Sold(ctx, store.Ranges(convert(hotels, s.world.Key)), int32(stay.In), int32(stay.Out))
	if err != nil {
		return nil, err
	}
	results := make([]pricedHotel, 0, len(hotels))
	for i, index := range hotels {
		// A hotel that has sold its last room since the first page is left out.
		if offers := s.unsold(sold, index, stay, c.now); len(offers) > 0 {
			s.offers.put(offerKey{c.account, index, stay.In, stay.Out, ""}, c.now)
			results = append(results, wirePriced(properties[i], offers))
		}
	}
	return results, nil
}

func wirePriced(p world.Property, offers []world.RoomOffer) pricedHotel {
	lowest := offers[0].Rates[0].Price
	for _, o := range offers {
		for _, r := range o.Rates {
			if r.Price.Total.Minor < lowest.Total.Minor {
				lowest = r.Price
			}
		}
	}
	h := pricedHotel{
		ChainCode: p.Chain, PropertyCode: p.Code, Name: p.Name,
		Address:     address{street(p), p.City, p.State, p.CountryCode, p.PostalCode},
		Geolocation: points{p.At.Lat, p.At.Lon}, Availability: true,
		Email: p.Email, Phone: p.Phone, Fax: p.Fax, ADACompliant: p.Accessible,
		CheckInTime: hourMinute(p.CheckIn), CheckOutTime: hourMinute(p.CheckOut),
		LowestRate: lowestRate{lowest.Total, lowest.Base, lowest.Taxes, lowest.Included, lowest.Total.Currency},
		Michelin:   p.Michelin, Forbes: p.Forbes, Network: p.Network,
		Images:    convert(p.Images, wireImage),
		Amenities: convert(p.Amenities, func(a world.Amenity) amenity { return amenity(a) }),
		Rooms:     convert(offers, wireRoom),
	}
	if p.Stars > 0 {
		h.Rating = &classRating{p.Stars, "Official class"}
	}
	return h
}

func street(p world.Property) string {
	return strings.TrimSpace(strings.TrimSuffix(p.Address1+", "+p.Address2, ", "))
}
