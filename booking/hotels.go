package booking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unique"

	"bellhop/api"
	"bellhop/booking/exchange"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A Listing is one hotel of a list. What no row shows and no order needs is packed, because a list may have ten
// thousand hotels.
type Listing struct {
	ID           api.PropertyID
	Name         string
	Street, City string
	Chain        string  // its chain or network by name; empty when it names none
	Accessible   bool    // ADA compliant
	Stars        float64 // 0 when unrated
	// Km is the distance from the list's Centre; negative when not known.
	Km      float64
	Compass string // "NE"; empty when not known
	// Location is where the hotel is; Located is false when the service does not say.
	Location api.Coordinates
	Located  bool

	rates     []ListedRate          // the cheapest for the guest first
	amenities unique.Handle[string] // their descriptions, a line each; many hotels have the same
	packed    api.PackedHotel
}

// Hotel unpacks all that the service said of the hotel, in up to a tenth of a millisecond: not for every row.
func (l Listing) Hotel() api.Hotel { return l.packed.Hotel() }

// Amenities returns the descriptions of what the hotel has.
func (l Listing) Amenities() []string {
	if l.amenities == (unique.Handle[string]{}) || l.amenities.Value() == "" {
		return nil
	}
	return strings.Split(l.amenities.Value(), "\n")
}

// A HotelList is what a search found so far, in the service's order.
type HotelList struct {
	Trip     trip.Trip
	Items    []Listing
	Total    int // all that the search found
	Skipped  int // hotels without their codes, left out of the pages that were read
	Pages    int
	Exchange []api.ExchangeRate
	// ReadAt is when the newest page came, by the service's clock (Desk.Now).
	ReadAt time.Time
	// Reading tells that the rest of the page is on its way, or has not come: Total is only what is in the list.
	Reading bool
	// Away are hotels that were found around the destination and do not belong to it; unless they were asked for, they are in
	// no list, count or order.
	Away []Listing
	// Around reports whether they were asked for, and are among the items.
	Around bool
	// Centre is what distances are measured from; nil when the destination has no known place: none has one then.
	Centre *trip.Centre

	query     api.HotelQuery // of the first page
	page      int
	token     string
	former    []string         // earlier tokens
	uncounted bool             // the service does not say how many there are
	barren    int              // pages in a row without a new hotel
	end       searchEnd        // why no further page is read
	packer    *api.HotelPacker // of all its hotels
}

// A searchEnd is the reason why a search ends although the service names a next page.
type searchEnd int

const (
	searchOpen    searchEnd = iota // the search goes on while the service names pages
	searchEmpty                    // an empty page ends a search without counts
	searchWhole                    // the list has as many hotels as the service counts
	searchRefused                  // the next page was refused: there may be none, or the search is over
	searchRepeats                  // the pages bring no new hotels
)

// mostBarren is how many pages in a row without a new hotel end a search.
const mostBarren = 2

// Middle returns the place with as many hotels to its north as to its south, and to its east as to its west: one that is
// far away does not move it. False means that no hotel has a place.
func (l HotelList) Middle() (api.Coordinates, bool) {
	var first *Listing
	var east, north []float64
	for i := range l.Items {
		item := &l.Items[i]
		if !item.Located {
			continue
		}
		if first == nil {
			first = item
		}
		x, y := trip.Plane{Origin: first.Location}.Of(item.Location)
		east, north = append(east, x), append(north, y)
	}
	if first == nil {
		return api.Coordinates{}, false
	}
	slices.Sort(east)
	slices.Sort(north)
	return trip.Plane{Origin: first.Location}.At(east[len(east)/2], north[len(north)/2]), true
}

// HotelsUnasked is how many hotels of a search are read without being asked for, page after page.
const HotelsUnasked = 500

// The pauses between pages for a service that was asked too often.
const (
	firstPageDelay   = 2 * time.Second
	longestPageDelay = time.Minute
)

// PageDelay returns how long to wait before a page is asked for again, after an error and the pause before it;
// false where waiting is not what helps.
func PageDelay(err error, before time.Duration) (time.Duration, bool) {
	var e *api.Error
	if !errors.As(err, &e) || e.Status != http.StatusTooManyRequests {
		return 0, false
	}
	return min(max(2*before, firstPageDelay), longestPageDelay), true
}

// Hotels searches the trip's first page (section 4.2).
func (d *Desk) Hotels(ctx context.Context, search trip.Trip) (HotelList, error) {
	return HotelsInParts(ctx, d, search, nil)
}

// HotelsInParts is Hotels. What was read of the page goes to a function with each hotel that has come, as a list of its own
// that does not change any more; nil wants none.
//
// If a service refuses a search by the codes of hotels, their nearest airport is searched instead; if it refuses the
// coordinates of an airport, the airport's code is.
func HotelsInParts(ctx context.Context, d *Desk, search trip.Trip, part func(HotelList)) (HotelList, error) {
	if joined, ok := search.Joined(); ok && len(search.Destination.Properties) == 0 {
		search = joined
	}
	list, err := firstPage(ctx, d, search, part)
	if joined, ok := search.Joined(); ok && refusesFilter(err) {
		if around, failed := firstPage(ctx, d, joined, part); failed == nil {
			return around, nil
		}
	}
	return list, err
}

// refusesFilter reports whether a service refused the filter of a search, such as the codes of hotels or coordinates, or did
// not say what it refused.
func refusesFilter(err error) bool {
	var e *api.Error
	if !errors.As(err, &e) || e.Foreign || e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
		return false
	}
	return len(e.Problems) == 0 || slices.ContainsFunc(e.Problems, func(p api.Problem) bool {
		return len(p.Field) == 0 || p.Field[0] == "filter"
	})
}

func firstPage(ctx context.Context, d *Desk, search trip.Trip, part func(HotelList)) (HotelList, error) {
	list := HotelList{Trip: search, Centre: search.Destination.Centre(), query: search.HotelQuery()}
	page, err := d.readFirst(ctx, list, part)
	if list.query.Around != nil && refusesFilter(err) {
		list.query = search.CodeQuery()
		page, err = d.readFirst(ctx, list, part)
	}
	if err != nil {
		return HotelList{}, err
	}
	// A service may say how many pages there are, and not how many hotels.
	list.packer = api.NewHotelPacker(page.Hotels, max(page.TotalItems, page.TotalPages*len(page.Hotels)))
	return d.extend(list, page), nil
}

func (d *Desk) readFirst(ctx context.Context, list HotelList, part func(HotelList)) (api.HotelPage, error) {
	query := list.query
	if part != nil {
		query.Read = d.inParts(list, part)
	}
	return d.service.SearchHotels(ctx, query)
}

// inParts returns what makes longer and longer lists of the hotels that it is given. A search that is tried again gives the
// first ones again, which are in the list then.
func (d *Desk) inParts(list HotelList, part func(HotelList)) func(api.Hotel) {
	list.Reading, list.ReadAt = true, d.Now()
	packer, seen := api.NewHotelPacker(nil, 1), map[api.PropertyID]bool{}
	return func(hotel api.Hotel) {
		if seen[hotel.ID] {
			return
		}
		seen[hotel.ID] = true
		if !list.keeps(hotel.ID, hotel.Address.City) {
			return // The whole page counts it.
		}
		item := d.listing(hotel, &list)
		item.packed = packer.Pack([]api.Hotel{hotel})[0]
		list.Items = append(list.Items, item) // Who has a shorter list does not see it.
		list.Total = len(list.Items)
		part(list)
	}
}

// keeps reports whether a hotel belongs into the list.
func (l HotelList) keeps(id api.PropertyID, city string) bool {
	return l.Around || l.Trip.Destination.Has(id, city)
}

// WithAround returns the list with the hotels around its destination, or without them.
func (l HotelList) WithAround(around bool) HotelList {
	all := slices.Concat(l.Items, l.Away)
	l.Total += len(l.Away)
	l.Items, l.Away, l.Around = nil, nil, around
	for _, item := range all {
		if l.keeps(item.ID, item.City) {
			l.Items = append(l.Items, item)
			continue
		}
		l.Away = append(l.Away, item)
	}
	l.Total -= len(l.Away)
	return l
}

// AroundWords tells how much of what was found around a destination belongs to it; empty where all does.
func (l HotelList) AroundWords() string {
	d := l.Trip.Destination
	belong, found := len(l.Items), len(l.Items)+len(l.Away)
	if l.Around {
		belong = 0
		for i := range l.Items {
			if d.Has(l.Items[i].ID, l.Items[i].City) {
				belong++
			}
		}
	}
	switch {
	case d.Near == "" || belong == found:
		return ""
	case l.Around:
		return fmt.Sprintf("all %d near %s, of which %d are in %s", found, d.Near, belong, d.Short())
	default:
		return fmt.Sprintf("%d of %d are in %s; %d near %s are left out", belong, found, d.Short(), found-belong, d.Near)
	}
}

// HotelsForOne counts the hotels for one adult, which shows whether it is the party that leaves nothing.
func (d *Desk) HotelsForOne(ctx context.Context, trip trip.Trip) (int, error) {
	trip.Adults, trip.Children, trip.Rooms = 1, 0, 1
	list, err := d.Hotels(ctx, trip)
	return list.Total + len(list.Away), err
}

// ErrSearchOver means that the service has forgotten a search and refuses its next page.
var ErrSearchOver = errors.New("the service has no more pages of this search")

// forgotten reports whether a service answers like this for a page that it does not know any more (400 for an
// unknown paging token).
func forgotten(err error) bool {
	var e *api.Error
	return errors.As(err, &e) && !e.Foreign && slices.Contains([]int{
		http.StatusBadRequest, http.StatusNotFound, http.StatusGone, http.StatusUnprocessableEntity,
	}, e.Status)
}

// MoreHotels returns the list with its next page at the end, each hotel once. The error wraps ErrSearchOver
// where the service does not know the search any more.
func (d *Desk) MoreHotels(ctx context.Context, list HotelList) (HotelList, error) {
	if !list.More() {
		return list, nil
	}
	q := list.query
	q.PageToken, q.Page = list.token, list.page+1
	page, err := d.service.SearchHotels(ctx, q)
	switch {
	case forgotten(err) && list.uncounted && list.Pages == 0:
		list.end = searchRefused
		return list, nil
	case forgotten(err):
		return HotelList{}, fmt.Errorf("%w: %w", ErrSearchOver, err)
	case err != nil:
		return HotelList{}, err
	}
	return d.extend(list, page), nil
}

func (d *Desk) extend(list HotelList, page api.HotelPage) HotelList {
	seen := make(map[api.PropertyID]bool, len(list.Items))
	items := make([]Listing, len(list.Items), len(list.Items)+len(page.Hotels))
	copy(items, list.Items)
	for _, known := range [][]Listing{items, list.Away} {
		for i := range known {
			seen[known[i].ID] = true
		}
	}
	away := slices.Clip(list.Away)
	packed := list.packer.Pack(page.Hotels)
	for i, hotel := range page.Hotels {
		if seen[hotel.ID] {
			continue
		}
		seen[hotel.ID] = true
		item := d.listing(hotel, &list)
		item.packed = packed[i]
		if !list.keeps(item.ID, item.City) {
			away = append(away, item)
			continue
		}
		items = append(items, item)
	}
	compact(items[len(list.Items):])
	compact(away[len(list.Away):])
	list.uncounted, list.barren = page.TotalItems == 0, list.barren+1
	if len(items)+len(away) > len(list.Items)+len(list.Away) {
		list.barren = 0
	}
	list.Items, list.Away, list.ReadAt = items, away, d.Now()
	list.Total, list.Pages = max(page.TotalItems, len(items)+len(away))-len(away), page.TotalPages
	list.Skipped += page.Skipped
	list.Exchange = exchange.Merge(list.Exchange, page.Exchange)
	return list.turned(page)
}

// turned returns the list at the next page, and ends a search whose pages bring no new hotels. The first page repeats
// nothing.
//
// A repeated token alone proves nothing: it may belong to the query, with the page number counting. It proves a repetition
// if other tokens came in between and the page has no new hotel.
func (l HotelList) turned(page api.HotelPage) HotelList {
	if l.token != "" && page.NextToken != l.token {
		l.former = append(slices.Clip(l.former), l.token)
	}
	first := l.page == 0
	l.page, l.token = max(page.Page, l.page+1), page.NextToken
	empty := len(page.Hotels)+page.Skipped == 0
	switch {
	case l.barren == 0:
	case !l.uncounted && l.read() >= l.Total:
		l.end = searchWhole
	case empty && l.uncounted && l.Pages == 0:
		l.end = searchEmpty
	case first:
	case l.barren >= mostBarren, slices.Contains(l.former, l.token), !empty && !l.More():
		l.end = searchRepeats
	}
	return l
}

func (d *Desk) listing(hotel api.Hotel, list *HotelList) Listing {
	centre := list.Centre
	item := Listing{
		ID: hotel.ID, Name: wording.HotelName(hotel.Name, hotel.ID.Chain, hotel.ID.Code), Street: hotel.Address.Street, City: hotel.Address.City,
		Accessible: hotel.ADACompliant, amenities: amenityLines(hotel),
		Km: -1, Stars: d.Directory.Class(hotel), Chain: hotel.Affiliation,
		rates: listedRates(hotel, list.Trip.Rooms, d.Now()),
	}
	if hotel.Location != nil {
		item.Location, item.Located = *hotel.Location, true
	}
	if centre != nil && item.Located {
		item.Km = trip.Kilometres(centre.Coordinates, item.Location)
		item.Compass = trip.Compass(centre.Coordinates, item.Location)
	}
	return item
}

// compact copies what listings refer to into few pieces of memory: as read, each small one keeps the memory around it in
// use.
func compact(items []Listing) {
	var all strings.Builder
	rates := 0
	for i := range items {
		items[i].mapStrings(func(text string) string {
			all.WriteString(text)
			return text
		})
		rates += len(items[i].rates)
	}
	rest, allRates := all.String(), make([]ListedRate, 0, rates)
	for i := range items {
		from := len(allRates)
		allRates = append(allRates, items[i].rates...)
		items[i].rates = slices.Clip(allRates[from:])
		items[i].mapStrings(func(text string) string {
			text, rest = rest[:len(text)], rest[len(text):]
			return text
		})
	}
}

func (l *Listing) mapStrings(replace func(string) string) {
	for _, text := range []*string{&l.ID.Chain, &l.ID.Code, &l.Name, &l.Street, &l.City, &l.Chain} {
		*text = replace(*text)
	}
	for i := range l.rates {
		rate := &l.rates[i]
		rate.text = replace(rate.text)
	}
}

func amenityLines(hotel api.Hotel) unique.Handle[string] {
	var lines []string
	for _, a := range hotel.Amenities {
		if a.Description != "" {
			lines = append(lines, a.Description)
		}
	}
	return unique.Make(strings.Join(lines, "\n"))
}
