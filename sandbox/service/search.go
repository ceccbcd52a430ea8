package service

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

const (
	searchPageSize = 25
	searchLife     = 30 * time.Minute
)

// savedSearch is what a paging token stands for. It keeps which hotels had
// rooms, so that pages neither overlap nor skip while rooms are sold.
type savedSearch struct {
	Account string
	Query   [sha256.Size]byte // of its text, which can be long
	Kept    []uint64          // which of its candidates, as bits: those follow from the query
	Until   time.Time
}

// foundHotels are the hotels of a search, and the candidates that they are some
// of, in the same order.
type foundHotels struct{ candidates, hotels []int }

// kept says which of the candidates were found.
func (f foundHotels) kept() []uint64 {
	bits := make([]uint64, (len(f.candidates)+63)/64)
	next := 0
	for i, index := range f.candidates {
		if next < len(f.hotels) && f.hotels[next] == index {
			bits[i/64] |= 1 << (i % 64)
			next++
		}
	}
	return bits
}

// keeping is the candidates that kept says.
func keeping(candidates []int, kept []uint64) []int {
	var hotels []int
	for i, index := range candidates {
		if kept[i/64]>>(i%64)&1 == 1 {
			hotels = append(hotels, index)
		}
	}
	return hotels
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

type hotelSearch struct {
	names  Names
	seed   Seed
	rates  rates
	stock  stock
	offers *offers
	saved  searches
}

// search is SPEC 4.2.
func (s *hotelSearch) search(ctx context.Context, c *call) (result, error) {
	f := c.fields()
	f.Lift(s.names.Pagination)
	q := s.readSearch(f, c.Now)
	paging := f.Object(s.names.Pagination, jsontree.Optional)
	paging.Lift(s.names.PaginationToken, s.names.PaginationPage)
	token := paging.Text(s.names.PaginationToken, jsontree.Optional)
	page := int(paging.Integer(s.names.PaginationPage, jsontree.Optional, 1, 1<<31))
	if !paging.Has(s.names.PaginationPage) {
		page = 1
	}
	paging.Done()
	f.Done()
	if page > 1 && !paging.Has(s.names.PaginationToken) && s.names.PaginationToken != "" {
		paging.Problem(s.names.PaginationToken, "is missing")
	}
	if err := c.rejection(); err != nil {
		return result{}, err
	}
	named, missing := s.namedHotels(q)
	found, err := s.found(ctx, c, paging, q, named, token)
	if err != nil {
		return result{}, err
	}
	hotels := found.hotels
	pages := (len(hotels) + searchPageSize - 1) / searchPageSize
	if page > max(pages, 1) {
		paging.Problem(s.names.PaginationPage, "is past the last page, %d", max(pages, 1))
		return result{}, c.rejection()
	}
	from := (page - 1) * searchPageSize
	results, err := s.priced(ctx, c, hotels[from:min(from+searchPageSize, len(hotels))], q.stay)
	if err != nil {
		return result{}, err
	}
	if token == "" && pages > 1 && s.names.pages() {
		text := q.text()
		token = s.seed.UUID("page", c.Now, c.Account, text, fmt.Sprint(hotels))
		saved := savedSearch{c.Account, sha256.Sum256([]byte(text)), found.kept(), c.Now.Add(searchLife)}
		if err := s.saved.put(ctx, token, saved); err != nil {
			return result{}, err
		}
	}
	body := searchAnswer{
		Pagination: pagination{page, searchPageSize, pages, len(hotels), token},
		Rates:      exchangeRates(results), Results: results,
	}
	if q.reviewed {
		body.Missing = &missing
	}
	return result{http.StatusOK, body}, nil
}

// found returns the hotels of a search: those of its token, or else of now.
func (s *hotelSearch) found(ctx context.Context, c *call, paging *jsontree.Fields, q hotelQuery, named []int, token string) (foundHotels, error) {
	if token == "" {
		candidates := s.candidates(q, named)
		hotels, err := s.stock.available(ctx, candidates, q.stay, c.Now)
		return foundHotels{candidates, hotels}, err
	}
	saved, ok, err := s.saved.get(ctx, token)
	if err != nil {
		return foundHotels{}, err
	}
	if !ok || saved.Account != c.Account || saved.Query != sha256.Sum256([]byte(q.text())) || !c.Now.Before(saved.Until) {
		paging.Problem(s.names.PaginationToken, "is unknown, has expired, or belongs to another search")
		return foundHotels{}, c.rejection()
	}
	candidates := s.candidates(q, named)
	return foundHotels{candidates, keeping(candidates, saved.Kept)}, nil
}

// unsold lists the rooms that a hotel offers and still has.
func (s *hotelSearch) unsold(sold map[store.Night]int, hotel int, stay world.Stay, now time.Time) []world.RoomOffer {
	return slices.DeleteFunc(s.rates.searched(hotel, stay, now), func(o world.RoomOffer) bool {
		return !s.stock.offers(sold, hotel, o.Room.No, stay)
	})
}

// priced prices the hotels of one page, and notes that it offered them.
func (s *hotelSearch) priced(ctx context.Context, c *call, hotels []int, stay world.Stay) ([]pricedHotel, error) {
	properties := lists.Map(hotels, s.rates.world.Property)
	sold, err := s.stock.sold(ctx, hotels, stay)
	if err != nil {
		return nil, err
	}
	results := make([]pricedHotel, 0, len(hotels))
	var made []offer
	for i, index := range hotels {
		// A hotel that has sold its last room since the first page is left out.
		if offers := s.unsold(sold, index, stay, c.Now); len(offers) > 0 {
			made = append(made, s.offers.of(c, index, "", stay))
			results = append(results, wirePriced(properties[i], offers))
		}
	}
	return results, s.offers.renew(ctx, made...)
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
	return pricedHotel{
		ChainCode: p.Chain, PropertyCode: p.Code, Name: p.Name,
		Address:     address{street(p), p.City, p.State, p.CountryCode, p.PostalCode},
		Geolocation: points{p.At.Lat, p.At.Lon}, Availability: true,
		Email: p.Email, Phone: p.Phone, Fax: p.Fax, ADACompliant: p.Accessible,
		CheckInTime: hourMinute(p.CheckIn), CheckOutTime: hourMinute(p.CheckOut),
		LowestRate: lowestRate{lowest.Total, lowest.Base, lowest.Taxes, lowest.Included, lowest.Total.Currency},
		Michelin:   p.Michelin, Forbes: p.Forbes, Network: p.Network,
		Images:    lists.Map(p.Images, wireImage),
		Amenities: lists.Map(p.Amenities, func(a world.Amenity) amenity { return amenity(a) }),
		Rooms:     lists.Map(offers, wireRoom),
		Rating:    classRating{p.Stars, "Official class"},
	}
}

func street(p world.Property) string {
	return strings.TrimSpace(strings.TrimSuffix(p.Address1+", "+p.Address2, ", "))
}
