package check

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// remember keeps a destination and a hotel of a destination search.
func (s *script) remember(v any) {
	for _, one := range objects(v, "results") {
		switch {
		case s.destination == nil && text(one, "type") == "destination":
			s.destination = one
		case s.listed == nil && text(one, "type") == "hotel" && text(one, "category") != "":
			s.listed = one
		}
	}
}

// destinations is SPEC 4.1.
func (s *script) destinations(ctx context.Context) {
	search := func(query ...string) (answer, any) {
		values := url.Values{"query": {""}}
		for i := 0; i+1 < len(query); i += 2 {
			values.Set(query[i], query[i+1])
		}
		return s.get(ctx, "searchDestinations", destinationsPath, values)
	}
	known := s.destination
	if known == nil {
		known = s.listed
	}
	s.byName(known, search)
	s.byType(search)
	if s.listed == nil {
		s.tries.skip("no hotel with a category was found", placesCategory)
	} else {
		category := text(s.listed, "category")
		a, v := search("category", category)
		if s.tries.accepted(placesCategory, a) {
			s.tries.ranked(a, v)
			list := objects(v, "results")
			other := slices.ContainsFunc(list, func(one map[string]any) bool { return text(one, "category") != category })
			if s.tries.judge(placesCategory, a, len(list) > 0, "/results", "one or more", "none") {
				s.tries.judge(placesCategory, a, !other, "/results/*/category", "the category asked for", "another one")
			}
		}
	}
	a, v := search("type", "nonsense")
	s.tries.refused(placesWrong, a, v, http.StatusBadRequest, "VALIDATION", "type")
	s.tries.skip("no two hotels of one category were found together", placesRank)
}

func (s *script) byName(known map[string]any, search func(...string) (answer, any)) {
	if known == nil {
		s.tries.skip("the empty query found nothing to look for", placesWord)
		return
	}
	a, v := search("query", cmp.Or(text(known, "city"), text(known, "name")))
	if !s.tries.accepted(placesWord, a) {
		return
	}
	s.tries.ranked(a, v)
	there := slices.ContainsFunc(array(v, "results"), func(one any) bool { return text(one, "objectID") == text(known, "objectID") })
	s.tries.judge(placesWord, a, there, "/results", "the place that the word is from", "others")
}

func (s *script) byType(search func(...string) (answer, any)) {
	for _, one := range []struct {
		rule       RuleID
		kind, want string
	}{{placesTypes, "destinations", "destination"}, {placesHotels, "hotels", "hotel"}} {
		a, v := search("type", one.kind)
		if !s.tries.accepted(one.rule, a) {
			continue
		}
		s.tries.ranked(a, v)
		list := objects(v, "results")
		s.remember(v)
		other := slices.ContainsFunc(list, func(found map[string]any) bool { return text(found, "type") != one.want })
		if s.tries.judge(one.rule, a, len(list) > 0, "/results", "one or more", "none") {
			s.tries.judge(one.rule, a, !other, "/results/*/type", one.want, "others")
		}
	}
}

const (
	codeRadius  = 10.0 // miles around a city
	pointRadius = 5.0  // and around a hotel
)

// around returns the location of a search around a city.
func around(code string) map[string]any {
	return map[string]any{
		"type": "iata_code", "details": map[string]any{"iata_code": code}, "radius": map[string]any{"value": codeRadius, "type": "mi"},
	}
}

func (s *script) search(ctx context.Context, body map[string]any) (answer, any) {
	a, v := s.post(ctx, "searchHotels", searchPath, body)
	if v == nil || a.status != http.StatusOK {
		return a, v
	}
	s.tries.paged(a, v)
	if ids := s.o.Names.ReviewSiteIDs; ids == "" || at(body["filter"], strings.Split(ids, ".")...) == nil {
		s.tries.judge(searchNoReview, a, at(v, "missing_reviewsite_ids") == nil, "/missing_reviewsite_ids", "nothing", "a list")
	}
	return a, v
}

// hotels is SPEC 4.2.
func (s *script) hotels(ctx context.Context) {
	body := map[string]any{"stay_info": s.stay.info(), "filter": map[string]any{"location": around(s.o.City)}}
	a, first := s.search(ctx, body)
	if s.tries.accepted(searchCode, a) && s.tries.judge(searchCode, a, len(array(first, "results")) > 0, "/results", "one or more", "none") {
		s.choose(ctx, objects(first, "results"))
	}
	if s.hotel == nil {
		s.tries.skip("no hotel with a rate was found around "+s.o.City, searchPoint, searchName, searchSecond, verifyRate, verifyMissing)
	} else {
		s.secondPage(ctx, body, first)
		s.byPoint(ctx)
		s.byHotelName(ctx)
	}
	s.byReview(ctx)

	without := s.stay.info()
	delete(without, "check_out_date")
	a, v := s.search(ctx, map[string]any{"stay_info": without, "filter": body["filter"]})
	s.tries.refused(searchMissing, a, v, http.StatusBadRequest, "VALIDATION", "stay_info", "check_out_date")
	order := s.stay.info()
	order["check_out_date"] = order["check_in_date"]
	a, v = s.search(ctx, map[string]any{"stay_info": order, "filter": body["filter"]})
	s.tries.refused(searchOrder, a, v, http.StatusBadRequest, "VALIDATION")
}

// choose chooses a hotel and a rate: to write, one that is offered for other
// dates as well and can be given back.
func (s *script) choose(ctx context.Context, hotels []map[string]any) {
	for _, hotel := range hotels {
		for _, rate := range ratesOf(hotel) {
			refundable := at(rate, "terms", "refundable") == true
			if s.hotel == nil || refundable && at(s.rate, "terms", "refundable") != true {
				s.hotel, s.rate = hotel, rate
			}
		}
	}
	if s.hotel == nil || !s.o.Write {
		return
	}
	a, v := s.search(ctx, map[string]any{"stay_info": s.stay.later().info(), "filter": map[string]any{"hotel": []any{map[string]any{
		"chain_code": text(s.hotel, "chain_code"), "property_code": text(s.hotel, "property_code"),
	}}}})
	if a.status != http.StatusOK {
		return
	}
	code := text(s.rate, "booking_code")
	for _, hotel := range objects(v, "results") {
		s.moves = s.moves || slices.ContainsFunc(ratesOf(hotel), func(rate map[string]any) bool { return text(rate, "booking_code") == code })
	}
}

func ratesOf(hotel map[string]any) (out []map[string]any) {
	for _, room := range objects(hotel, "rooms") {
		out = append(out, objects(room, "rates")...)
	}
	return out
}

func (s *script) secondPage(ctx context.Context, body map[string]any, first any) {
	n, token := s.o.Names, text(first, "pagination", "pagination_token")
	switch {
	case n.Pagination == "" || n.PaginationToken == "" || n.PaginationPage == "":
		s.tries.skip(notHad, searchSecond)
		return
	case whole(first, "pagination", "total_pages") < 2:
		s.tries.skip("the hotels around "+s.o.City+" are on one page", searchSecond)
		return
	case token == "":
		s.tries.skip("the first page came without a token", searchSecond)
		return
	}
	next := map[string]any{"stay_info": body["stay_info"], "filter": body["filter"]}
	put(next, n.Pagination+"."+n.PaginationToken, token)
	put(next, n.Pagination+"."+n.PaginationPage, 2)
	a, v := s.search(ctx, next)
	if !s.tries.accepted(searchSecond, a) {
		return
	}
	page := at(v, "pagination", "page_number")
	if !s.tries.judge(searchSecond, a, whole(v, "pagination", "page_number") == 2, "/pagination/page_number", "2", kind(page, nil)) {
		return
	}
	known := map[string]bool{}
	for _, one := range array(first, "results") {
		known[hotelID(one)] = true
	}
	again := slices.ContainsFunc(array(v, "results"), func(one any) bool { return known[hotelID(one)] })
	s.tries.judge(searchSecond, a, !again && len(array(v, "results")) > 0, "/results", "hotels that the first page has not", "some of the first page")
}

func (s *script) byPoint(ctx context.Context) {
	lat, lon := number(s.hotel, "geolocation", "latitude"), number(s.hotel, "geolocation", "longitude")
	if math.IsNaN(lat) || math.IsNaN(lon) {
		s.tries.skip("the hotel that was found has no coordinates", searchPoint)
		return
	}
	a, v := s.search(ctx, map[string]any{"stay_info": s.stay.info(), "filter": map[string]any{"location": map[string]any{
		// Only these two: an answer's object can have more in it than a request may.
		"type": "coordinates", "details": map[string]any{"latitude": lat, "longitude": lon}, "radius": map[string]any{"value": pointRadius, "type": "mi"},
	}}})
	if !s.tries.accepted(searchPoint, a) {
		return
	}
	list := objects(v, "results")
	far := slices.ContainsFunc(list, func(one map[string]any) bool {
		// What has no coordinates is told as such elsewhere. Earth is no ball:
		// a hundredth is left to whoever measures more exactly.
		return miles(lat, lon, number(one, "geolocation", "latitude"), number(one, "geolocation", "longitude")) > pointRadius*1.01
	})
	if s.tries.judge(searchPoint, a, len(list) > 0, "/results", "the hotel that stands there", "none") {
		s.tries.judge(searchPoint, a, !far, "/results/*/geolocation", fmt.Sprintf("within %g miles", pointRadius), "farther away")
	}
}

func (s *script) byHotelName(ctx context.Context) {
	word := ""
	for _, one := range strings.FieldsFunc(text(s.hotel, "name"), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len([]rune(one)) > len([]rune(word)) {
			word = one
		}
	}
	if len([]rune(word)) < 3 {
		s.tries.skip("the hotel's name has no word of three letters", searchName)
		return
	}
	a, v := s.search(ctx, map[string]any{
		"stay_info": s.stay.info(), "filter": map[string]any{"location": around(s.o.City), "hotel": map[string]any{"name": word}},
	})
	if !s.tries.accepted(searchName, a) {
		return
	}
	list := objects(v, "results")
	other := slices.ContainsFunc(list, func(one map[string]any) bool {
		return !strings.Contains(strings.ToLower(text(one, "name")), strings.ToLower(word))
	})
	if s.tries.judge(searchName, a, len(list) > 0, "/results", "the hotel that the word is from", "none") {
		s.tries.judge(searchName, a, !other, "/results/*/name", "names with the word", "others")
	}
}

// noReview is a review id that no hotel has.
const noReview = "bellhop-check-no-such-id"

func (s *script) byReview(ctx context.Context) {
	if s.o.Names.ReviewSiteIDs == "" {
		s.tries.skip(notHad, searchReviews)
		return
	}
	filter := map[string]any{}
	put(filter, s.o.Names.ReviewSiteIDs, []any{noReview})
	a, v := s.search(ctx, map[string]any{"stay_info": s.stay.info(), "filter": filter})
	if s.tries.accepted(searchReviews, a) {
		s.tries.judge(searchReviews, a, slices.Contains(array(v, "missing_reviewsite_ids"), any(noReview)), "/missing_reviewsite_ids", "the id", "not that id")
	}
}

// noCode is a booking code that no rate has.
const noCode = "BELLHOPCHECKNONE"

// verification is SPEC 4.3.
func (s *script) verification(ctx context.Context) {
	if s.rate == nil {
		s.tries.skip("no rate was found", verifyRate, verifyMissing, verifyUnknown)
		return
	}
	body := map[string]any{
		"booking_code": text(s.rate, "booking_code"), "channel_code": text(s.rate, "channel_code"),
		"chain_code": text(s.hotel, "chain_code"), "property_code": text(s.hotel, "property_code"),
		"check_in_date": date(s.stay.in), "check_out_date": date(s.stay.out), "guests": map[string]any{"adults": 2, "children": 0},
	}
	a, v := s.post(ctx, "verifyRate", verifyPath, body)
	if s.tries.accepted(verifyRate, a) {
		s.price = object(v, "price")
		for _, name := range []string{"booking_code", "channel_code", "check_in_date", "check_out_date"} {
			s.tries.judge(verifyRate, a, at(v, name) == body[name], "/"+name, "as asked for", kind(at(v, name), []string{name}))
		}
		for _, name := range []string{"chain_code", "property_code"} {
			s.tries.judge(verifyRate, a, at(v, "hotel", name) == body[name], "/hotel/"+name, "as asked for", kind(at(v, "hotel", name), []string{name}))
		}
	}
	delete(body, "booking_code")
	a, v = s.post(ctx, "verifyRate", verifyPath, body)
	s.tries.refused(verifyMissing, a, v, http.StatusBadRequest, "VALIDATION", "booking_code")
	body["booking_code"] = noCode
	a, v = s.post(ctx, "verifyRate", verifyPath, body)
	s.tries.refused(verifyUnknown, a, v, http.StatusBadRequest, "BOOKING_ERROR")
}
