package check

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// remember keeps a place and a hotel of a destination search, and holds the
// order of the hotels against their ranks.
func (s *script) remember(v any) {
	for _, one := range objects(v, "results") {
		switch {
		case s.place == nil && text(one, "type") == "destination":
			s.place = one
		case s.listed == nil && text(one, "type") == "hotel" && text(one, "category") != "":
			s.listed = one
		}
	}
}

// ranked says whether the hotels of each category come by their ranks.
func (s *script) ranked(a answer, v any) {
	last := map[string]int64{}
	tried, ok := false, true
	for _, one := range objects(v, "results") {
		category, rank := text(one, "category"), whole(one, "priority_rank")
		if text(one, "type") != "hotel" || category == "" || rank < 0 {
			continue
		}
		if before, there := last[category]; there {
			tried, ok = true, ok && before <= rank
		}
		last[category] = rank
	}
	if tried {
		s.judge(placesRank, a, ok, "/results/*/priority_rank", "lower ranks first", "another order")
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
	known := s.place
	if known == nil {
		known = s.listed
	}
	s.byName(known, search)
	s.byType(search)
	if s.listed == nil {
		s.skip(placesCategory, "no hotel with a category was found")
	} else {
		category := text(s.listed, "category")
		a, v := search("category", category)
		if s.accepted(placesCategory, a) {
			s.ranked(a, v)
			list := objects(v, "results")
			other := slices.ContainsFunc(list, func(one map[string]any) bool { return text(one, "category") != category })
			if s.judge(placesCategory, a, len(list) > 0, "/results", "one or more", "none") {
				s.judge(placesCategory, a, !other, "/results/*/category", "the category asked for", "another one")
			}
		}
	}
	a, v := search("type", "nonsense")
	s.refused(placesWrong, a, v, http.StatusBadRequest, "VALIDATION", "type")
	s.skip(placesRank, "no two hotels of one category were found together")
}

func (s *script) byName(known map[string]any, search func(...string) (answer, any)) {
	if known == nil {
		s.skip(placesWord, "the empty query found nothing to look for")
		return
	}
	a, v := search("query", cmp.Or(text(known, "city"), text(known, "name")))
	if !s.accepted(placesWord, a) {
		return
	}
	s.ranked(a, v)
	there := slices.ContainsFunc(array(v, "results"), func(one any) bool { return text(one, "objectID") == text(known, "objectID") })
	s.judge(placesWord, a, there, "/results", "the place that the word is from", "others")
}

func (s *script) byType(search func(...string) (answer, any)) {
	for _, one := range []struct {
		rule       RuleID
		kind, want string
	}{{placesTypes, "destinations", "destination"}, {placesHotels, "hotels", "hotel"}} {
		a, v := search("type", one.kind)
		if !s.accepted(one.rule, a) {
			continue
		}
		s.ranked(a, v)
		list := objects(v, "results")
		s.remember(v)
		other := slices.ContainsFunc(list, func(found map[string]any) bool { return text(found, "type") != one.want })
		if s.judge(one.rule, a, len(list) > 0, "/results", "one or more", "none") {
			s.judge(one.rule, a, !other, "/results/*/type", one.want, "others")
		}
	}
}

const (
	codeRadius  = 10.0 // miles around a city
	pointRadius = 5.0  // and around a hotel
)

// stay is the stay_info of every search.
func (s *script) stay() map[string]any {
	return map[string]any{
		"check_in_date": date(s.in), "check_out_date": date(s.out), "guests": map[string]any{"adults": 2},
	}
}

func (s *script) around() map[string]any {
	return map[string]any{
		"type": "iata_code", "details": map[string]any{"iata_code": s.o.Place}, "radius": map[string]any{"value": codeRadius, "type": "mi"},
	}
}

func (s *script) search(ctx context.Context, body map[string]any) (answer, any) {
	a, v := s.post(ctx, "searchHotels", searchPath, body)
	if v == nil || a.status != http.StatusOK {
		return a, v
	}
	s.paged(a, v)
	if ids := s.o.Names.ReviewSiteIDs; ids == "" || at(body["filter"], strings.Split(ids, ".")...) == nil {
		s.judge(searchNoReview, a, at(v, "missing_reviewsite_ids") == nil, "/missing_reviewsite_ids", "nothing", "a list")
	}
	return a, v
}

// paged holds the figures of a page against one another.
func (s *script) paged(a answer, v any) {
	page := object(v, "pagination")
	size, pages, total := whole(page, "page_size"), whole(page, "total_pages"), whole(page, "total_items")
	if size < 1 || pages < 0 || total < 0 {
		return // The fields are wrong already.
	}
	want := (total + size - 1) / size
	s.judge(searchPages, a, pages == want, "/pagination/total_pages", fmt.Sprintf("%d for %d of %d each", want, total, size), strconv.FormatInt(pages, 10))
	found := int64(len(array(v, "results")))
	s.judge(searchPages, a, found <= size, "/results", fmt.Sprintf("at most %d", size), strconv.FormatInt(found, 10))
}

// hotels is SPEC 4.2.
func (s *script) hotels(ctx context.Context) {
	body := map[string]any{"stay_info": s.stay(), "filter": map[string]any{"location": s.around()}}
	a, first := s.search(ctx, body)
	if s.accepted(searchCode, a) && s.judge(searchCode, a, len(array(first, "results")) > 0, "/results", "one or more", "none") {
		s.choose(ctx, objects(first, "results"))
	}
	if s.hotel == nil {
		s.skipAll("no hotel with a rate was found around "+s.o.Place, searchPoint, searchName, searchSecond, verifyRate, verifyMissing)
	} else {
		s.secondPage(ctx, body, first)
		s.byPoint(ctx)
		s.byHotelName(ctx)
	}
	s.byReview(ctx)

	without := s.stay()
	delete(without, "check_out_date")
	a, v := s.search(ctx, map[string]any{"stay_info": without, "filter": body["filter"]})
	s.refused(searchMissing, a, v, http.StatusBadRequest, "VALIDATION", "stay_info", "check_out_date")
	order := s.stay()
	order["check_out_date"] = order["check_in_date"]
	a, v = s.search(ctx, map[string]any{"stay_info": order, "filter": body["filter"]})
	s.refused(searchOrder, a, v, http.StatusBadRequest, "VALIDATION")
}

// choose chooses a hotel and a rate: to write, one that is offered for other
// dates as well and can be given back.
func (s *script) choose(ctx context.Context, hotels []map[string]any) {
	for _, hotel := range hotels {
		for _, room := range objects(hotel, "rooms") {
			for _, rate := range objects(room, "rates") {
				refundable := at(rate, "terms", "refundable") == true
				if s.hotel == nil || refundable && at(s.rate, "terms", "refundable") != true {
					s.hotel, s.rate = hotel, rate
				}
			}
		}
	}
	if s.hotel == nil || !s.o.Write {
		return
	}
	later := s.stay()
	later["check_in_date"], later["check_out_date"] = date(s.in.AddDate(0, 0, 1)), date(s.out.AddDate(0, 0, 1))
	a, v := s.search(ctx, map[string]any{"stay_info": later, "filter": map[string]any{"hotel": []any{map[string]any{
		"chain_code": text(s.hotel, "chain_code"), "property_code": text(s.hotel, "property_code"),
	}}}})
	if a.status != http.StatusOK {
		return
	}
	code := text(s.rate, "booking_code")
	for _, hotel := range objects(v, "results") {
		for _, room := range objects(hotel, "rooms") {
			s.moves = s.moves || slices.ContainsFunc(objects(room, "rates"), func(rate map[string]any) bool { return text(rate, "booking_code") == code })
		}
	}
}

func (s *script) secondPage(ctx context.Context, body map[string]any, first any) {
	n, token := s.o.Names, text(first, "pagination", "pagination_token")
	switch {
	case n.Pagination == "" || n.PaginationToken == "" || n.PaginationPage == "":
		s.skip(searchSecond, "the profile says that the service does not have it")
		return
	case whole(first, "pagination", "total_pages") < 2:
		s.skip(searchSecond, "the hotels around %s are on one page", s.o.Place)
		return
	case token == "":
		s.skip(searchSecond, "the first page came without a token")
		return
	}
	next := map[string]any{"stay_info": body["stay_info"], "filter": body["filter"]}
	put(next, n.Pagination+"."+n.PaginationToken, token)
	put(next, n.Pagination+"."+n.PaginationPage, 2)
	a, v := s.search(ctx, next)
	if !s.accepted(searchSecond, a) {
		return
	}
	page := at(v, "pagination", "page_number")
	if !s.judge(searchSecond, a, whole(v, "pagination", "page_number") == 2, "/pagination/page_number", "2", kind(page, nil)) {
		return
	}
	known := map[string]bool{}
	for _, one := range array(first, "results") {
		known[hotelID(one)] = true
	}
	again := slices.ContainsFunc(array(v, "results"), func(one any) bool { return known[hotelID(one)] })
	s.judge(searchSecond, a, !again && len(array(v, "results")) > 0, "/results", "hotels that the first page has not", "some of the first page")
}

func (s *script) byPoint(ctx context.Context) {
	lat, lon := number(s.hotel, "geolocation", "latitude"), number(s.hotel, "geolocation", "longitude")
	if math.IsNaN(lat) || math.IsNaN(lon) {
		s.skip(searchPoint, "the hotel that was found has no coordinates")
		return
	}
	a, v := s.search(ctx, map[string]any{"stay_info": s.stay(), "filter": map[string]any{"location": map[string]any{
		// Only these two: an answer's object can have more in it than a request may.
		"type": "coordinates", "details": map[string]any{"latitude": lat, "longitude": lon}, "radius": map[string]any{"value": pointRadius, "type": "mi"},
	}}})
	if !s.accepted(searchPoint, a) {
		return
	}
	list := objects(v, "results")
	far := slices.ContainsFunc(list, func(one map[string]any) bool {
		// What has no coordinates is told as such elsewhere. Earth is no ball:
		// a hundredth is left to whoever measures more exactly.
		return miles(lat, lon, number(one, "geolocation", "latitude"), number(one, "geolocation", "longitude")) > pointRadius*1.01
	})
	if s.judge(searchPoint, a, len(list) > 0, "/results", "the hotel that stands there", "none") {
		s.judge(searchPoint, a, !far, "/results/*/geolocation", fmt.Sprintf("within %g miles", pointRadius), "farther away")
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
		s.skip(searchName, "the hotel's name has no word of three letters")
		return
	}
	a, v := s.search(ctx, map[string]any{
		"stay_info": s.stay(), "filter": map[string]any{"location": s.around(), "hotel": map[string]any{"name": word}},
	})
	if !s.accepted(searchName, a) {
		return
	}
	list := objects(v, "results")
	other := slices.ContainsFunc(list, func(one map[string]any) bool {
		return !strings.Contains(strings.ToLower(text(one, "name")), strings.ToLower(word))
	})
	if s.judge(searchName, a, len(list) > 0, "/results", "the hotel that the word is from", "none") {
		s.judge(searchName, a, !other, "/results/*/name", "names with the word", "others")
	}
}

// noReview is a review id that no hotel has.
const noReview = "bellhop-check-no-such-id"

func (s *script) byReview(ctx context.Context) {
	if s.o.Names.ReviewSiteIDs == "" {
		s.skip(searchReviews, "the profile says that the service does not have it")
		return
	}
	filter := map[string]any{}
	put(filter, s.o.Names.ReviewSiteIDs, []any{noReview})
	a, v := s.search(ctx, map[string]any{"stay_info": s.stay(), "filter": filter})
	if s.accepted(searchReviews, a) {
		s.judge(searchReviews, a, slices.Contains(array(v, "missing_reviewsite_ids"), any(noReview)), "/missing_reviewsite_ids", "the id", "not that id")
	}
}

// noCode is a booking code that no rate has.
const noCode = "BELLHOPCHECKNONE"

// verification is SPEC 4.3.
func (s *script) verification(ctx context.Context) {
	if s.rate == nil {
		s.skipAll("no rate was found", verifyRate, verifyMissing, verifyUnknown)
		return
	}
	body := map[string]any{
		"booking_code": text(s.rate, "booking_code"), "channel_code": text(s.rate, "channel_code"),
		"chain_code": text(s.hotel, "chain_code"), "property_code": text(s.hotel, "property_code"),
		"check_in_date": date(s.in), "check_out_date": date(s.out), "guests": map[string]any{"adults": 2, "children": 0},
	}
	a, v := s.post(ctx, "verifyRate", verifyPath, body)
	if s.accepted(verifyRate, a) {
		s.price = object(v, "price")
		for _, name := range []string{"booking_code", "channel_code", "check_in_date", "check_out_date"} {
			s.judge(verifyRate, a, at(v, name) == body[name], "/"+name, "as asked for", kind(at(v, name), []string{name}))
		}
		for _, name := range []string{"chain_code", "property_code"} {
			s.judge(verifyRate, a, at(v, "hotel", name) == body[name], "/hotel/"+name, "as asked for", kind(at(v, "hotel", name), []string{name}))
		}
	}
	delete(body, "booking_code")
	a, v = s.post(ctx, "verifyRate", verifyPath, body)
	s.refused(verifyMissing, a, v, http.StatusBadRequest, "VALIDATION", "booking_code")
	body["booking_code"] = noCode
	a, v = s.post(ctx, "verifyRate", verifyPath, body)
	s.refused(verifyUnknown, a, v, http.StatusBadRequest, "BOOKING_ERROR")
}
