package check

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

const defaultPageSize = 25 // SPEC 8

const notHad = "the profile says that the service does not have it"

// listing lists with parameters, each a name and its value.
func (s *script) listing(ctx context.Context, parameters ...string) (answer, any) {
	query := url.Values{}
	for i := 0; i+1 < len(parameters); i += 2 {
		query.Add(parameters[i], parameters[i+1])
	}
	a, v := s.send(ctx, request{
		operation: "listReservations", method: http.MethodGet, path: listPath, query: query, secret: s.o.Names.CustomData,
	})
	if a.err == nil && a.status == http.StatusOK {
		s.newestFirst(a, v)
	}
	return a, v
}

// newestFirst says whether the most recent come first.
func (s *script) newestFirst(a answer, v any) {
	var last time.Time
	tried, ok := false, true
	for _, one := range array(v, "items") {
		created, err := time.Parse(time.RFC3339, text(one, "created_at"))
		if err != nil {
			continue
		}
		if !last.IsZero() {
			tried, ok = true, ok && !created.After(last)
		}
		last = created
	}
	if tried {
		s.judge(listOrder, a, ok, "/items/*/created_at", "the most recent first", "another order")
	}
}

// list is SPEC 4.6 without the date filters.
func (s *script) list(ctx context.Context) {
	a, v := s.listing(ctx)
	if !s.accepted(listAll, a) {
		s.skipAll("the reservations cannot be listed", listOrder, listSize, listPageSize, listPage, listPastEnd,
			listID, listIDs, listCustom, listSixValues, listUnknown, listWrongDate)
		return
	}
	s.items, s.total = append([]map[string]any{}, objects(v, "items")...), whole(v, "total_items_without_paging")
	s.judge(listAll, a, s.total >= int64(len(s.items)), "/total_items_without_paging", "as many as there are items, or more", strconv.FormatInt(s.total, 10))
	s.skip(listOrder, "there are no two reservations")
	if s.total < defaultPageSize && len(s.items) < defaultPageSize {
		s.skip(listSize, "there are fewer reservations")
	} else {
		s.judge(listSize, a, len(s.items) == defaultPageSize, "/items", strconv.Itoa(defaultPageSize), strconv.Itoa(len(s.items)))
	}
	s.pages(ctx)
	s.byID(ctx)
	s.byCustom(ctx)
	a, v = s.listing(ctx, "filter[check_in_dat]", date(s.in))
	s.refused(listUnknown, a, v, http.StatusBadRequest, "VALIDATION")
	a, v = s.listing(ctx, "filter[check_in_date]", "2026-02-30")
	s.refused(listWrongDate, a, v, http.StatusBadRequest, "VALIDATION")
}

// pages asks for the second page of one reservation each, which says of both
// names whether the service has them.
func (s *script) pages(ctx context.Context) {
	n := s.o.Names
	switch {
	case n.PageNumber == "" || n.PageSize == "":
		s.skipAll(notHad, listPageSize, listPage)
		return
	case len(s.items) < 2:
		s.skipAll("there are no two reservations", listPageSize, listPage)
		return
	}
	a, v := s.listing(ctx, n.PageSize, "1", n.PageNumber, "2")
	if !s.accepted(listPageSize, a) {
		s.skip(listPage, "its request was refused")
		return
	}
	list := array(v, "items")
	if !s.judge(listPageSize, a, len(list) == 1, "/items", "1", strconv.Itoa(len(list))) {
		s.skip(listPage, "the page size is not kept to")
		return
	}
	s.judge(listPage, a, text(list[0], "id") == text(s.items[1], "id"), "/items/0/id", "the second of the list", "another")
}

func (s *script) byID(ctx context.Context) {
	n := s.o.Names
	s.narrow(ctx, listID, n.ID, 1)
	s.narrow(ctx, listIDs, n.IDs, 2)
}

// narrow narrows the list to the ids of its last reservations.
func (s *script) narrow(ctx context.Context, rule RuleID, name string, count int) {
	switch {
	case name == "":
		s.skip(rule, notHad)
		return
	case len(s.items) < count:
		s.skip(rule, "there are too few reservations")
		return
	}
	var want []string
	for _, one := range s.items[len(s.items)-count:] {
		want = append(want, text(one, "id"))
	}
	a, v := s.listing(ctx, name, strings.Join(want, ","))
	if !s.accepted(rule, a) {
		return
	}
	var got []string
	for _, one := range array(v, "items") {
		got = append(got, text(one, "id"))
	}
	slices.Sort(want)
	slices.Sort(got)
	s.judge(rule, a, slices.Equal(got, want), "/items", fmt.Sprintf("those %d", count), fmt.Sprintf("others, %d", len(got)))
}

func (s *script) byCustom(ctx context.Context) {
	name := s.o.Names.CustomData
	if name == "" {
		s.skipAll(notHad, listCustom, listSixValues)
		return
	}
	for _, one := range s.items {
		for _, value := range object(one, "custom_data") {
			if known := customText(value); s.custom == "" {
				s.custom = known
			}
		}
	}
	if s.custom == "" {
		s.skip(listCustom, "no reservation of the first page has custom data")
	} else {
		a, v := s.listing(ctx, name, s.custom)
		if s.accepted(listCustom, a) {
			list := array(v, "items")
			other := slices.ContainsFunc(list, func(one any) bool { return !holdsCustom(one, s.custom) })
			if s.judge(listCustom, a, len(list) > 0, "/items", "one or more", "none") {
				s.judge(listCustom, a, !other, "/items/*/custom_data", "the value under any key", "others")
			}
		}
	}
	var six []string
	for i := range 6 {
		six = append(six, name, "bellhop-check-"+strconv.Itoa(i))
	}
	a, v := s.listing(ctx, six...)
	s.refused(listSixValues, a, v, http.StatusBadRequest, "VALIDATION")
}

// A count is what one form of a date filter found.
type count struct {
	answer answer
	total  int64
	wrong  bool // it kept what it should not have
}

// filters holds the ten date filters against what they keep, and against each
// other: the five forms of a date divide the list.
func (s *script) filters(ctx context.Context) {
	var pivots []map[string]any
	if len(s.items) > 0 {
		pivots = s.items[len(s.items)/2 : len(s.items)/2+1]
	}
	counts := map[string]map[string]*count{}
	and := count{total: -1}
	for _, field := range dates() {
		counts[field] = map[string]*count{}
		for _, pivot := range pivots {
			on, ok := day(pivot, field)
			if !ok {
				continue
			}
			for _, operator := range operators() {
				counts[field][operator] = s.filter(ctx, field, operator, on)
			}
			if field == dates()[0] {
				and = s.both(ctx, field, on)
			}
		}
		if len(counts[field]) == 0 {
			for _, operator := range operators() {
				s.skip(filterRule(field, operator), "there is no reservation to filter by")
			}
			s.skip(listAnd, "there is no reservation to filter by")
		}
	}
	s.pastEnd(ctx)
	for _, field := range dates() {
		s.divide(field, counts[field])
	}
	if equal := counts[dates()[0]][""]; equal != nil && and.total >= 0 {
		s.judge(listAnd, and.answer, and.total == equal.total || equal.wrong, "/total_items_without_paging",
			strconv.FormatInt(equal.total, 10)+", as many as on the day", strconv.FormatInt(and.total, 10))
	}
}

func dates() []string { return []string{"check_in_date", "check_out_date"} }

// filter tries one form; nil when it found nothing to count.
func (s *script) filter(ctx context.Context, field, operator string, on time.Time) *count {
	name := "filter[" + field + "]"
	if operator != "" {
		name += "[" + operator + "]"
	}
	rule := filterRule(field, operator)
	a, v := s.listing(ctx, name, date(on))
	if !s.accepted(rule, a) {
		return nil
	}
	c := &count{answer: a, total: whole(v, "total_items_without_paging")}
	for _, one := range array(v, "items") {
		if first, last, ok := days(one, field); ok && !keeps(operator, first, last, on) {
			c.wrong = true
		}
	}
	s.judge(rule, a, !c.wrong, "/items/*/"+field, "what the filter keeps for "+date(on), "other dates")
	return c
}

// keeps says whether a filter keeps a reservation whose date is between two: its
// hotel's zone is not known.
func keeps(operator string, first, last, on time.Time) bool {
	switch operator {
	case "gt":
		return last.After(on)
	case "gte":
		return !last.Before(on)
	case "lt":
		return first.Before(on)
	case "lte":
		return !first.After(on)
	default:
		return !first.After(on) && !last.Before(on)
	}
}

// both gives two filters that only the day itself passes.
func (s *script) both(ctx context.Context, field string, on time.Time) count {
	a, v := s.listing(ctx, "filter["+field+"][gte]", date(on), "filter["+field+"][lte]", date(on))
	if !s.accepted(listAnd, a) {
		return count{total: -1}
	}
	return count{answer: a, total: whole(v, "total_items_without_paging")}
}

// pastEnd asks for a page that there cannot be. It comes last, because it says
// as well whether the list has changed since it was first read: then nothing
// can be counted.
func (s *script) pastEnd(ctx context.Context) {
	if s.items == nil {
		return // There is no list to compare it with, which is told already.
	}
	if s.o.Names.PageNumber == "" {
		s.skip(listPastEnd, notHad)
		return
	}
	a, v := s.listing(ctx, s.o.Names.PageNumber, "1000000")
	if !s.accepted(listPastEnd, a) {
		return
	}
	total := whole(v, "total_items_without_paging")
	s.judge(listPastEnd, a, len(array(v, "items")) == 0, "/items", "none", strconv.Itoa(len(array(v, "items"))))
	s.judge(listPastEnd, a, total == s.total, "/total_items_without_paging", strconv.FormatInt(s.total, 10), strconv.FormatInt(total, 10))
}

// divide compares how many each form of a filter found with how many there are:
// before, on and after a day, and the pairs of forms that are each other's rest.
// Which sums are wrong says which form it is.
func (s *script) divide(field string, counts map[string]*count) {
	for _, operator := range operators() {
		if counts[operator] == nil || counts[operator].wrong {
			return // A form that keeps the wrong ones is told already.
		}
	}
	total := func(operator string) int64 { return counts[operator].total }
	three := total("lt")+total("")+total("gt") == s.total
	from, until := total("lt")+total("gte") == s.total, total("gt")+total("lte") == s.total
	var blamed []string
	switch {
	case three && from && until:
		return
	case from && until:
		blamed = []string{""}
	case three && until:
		blamed = []string{"gte"}
	case three && from:
		blamed = []string{"lte"}
	case until:
		blamed = []string{"lt"}
	case from:
		blamed = []string{"gt"}
	default:
		blamed = operators() // Which of them cannot be told.
	}
	for _, operator := range blamed {
		s.judge(filterRule(field, operator), counts[operator].answer, false, "/total_items_without_paging",
			fmt.Sprintf("a part of %d beside the other forms", s.total), strconv.FormatInt(total(operator), 10))
	}
}

// noID is a reservation id that is well formed and nobody's.
const noID = "BellhopCheckNoSuchReservation000"

// reading is SPEC 4.8.
func (s *script) reading(ctx context.Context) {
	known := slices.IndexFunc(s.items, func(one map[string]any) bool { return idForm().MatchString(text(one, "id")) })
	if known < 0 {
		s.skip(readOne, "there is no reservation to read")
	} else {
		want := s.items[known]
		a, v := s.get(ctx, "readReservation", reservationPath+"/"+text(want, "id"), nil)
		if s.accepted(readOne, a) {
			s.equal(readOne, a, v, want, "as in the list")
		}
	}
	a, v := s.get(ctx, "readReservation", reservationPath+"/"+noID, nil)
	s.refused(readUnknown, a, v, http.StatusNotFound, "")
	a, v = s.get(ctx, "readReservation", reservationPath+"/not-an-id", nil)
	s.refused(readMalformed, a, v, http.StatusBadRequest, "VALIDATION", "reservation_id")
}

// equal compares the members of a reservation that say which it is, and what.
func (s *script) equal(rule RuleID, a answer, got, want any, words string) {
	if isStatus(text(got, "status")) && isStatus(text(want, "status")) {
		s.judge(rule, a, at(got, "status") == at(want, "status"), "/status", words, text(got, "status"))
	}
	// The hotel's name is left out: it can differ from call to call (WIRE 4).
	for _, path := range [][]string{
		{"id"},
		{"check_in_date"},
		{"check_out_date"},
		{"created_at"},
		{"confirmation"},
		{"hotel", "chain_code"},
		{"hotel", "property_code"},
		{"guests"},
		{"rate"},
		{"custom_data"},
	} {
		s.judge(rule, a, agree(at(got, path...), at(want, path...)), pointer(path), words, "another value")
	}
}

// refusals are SPEC 5 and what goes beyond the endpoints.
func (s *script) refusals(ctx context.Context) {
	r := request{operation: "listReservations", method: http.MethodGet, path: listPath, token: "bellhop-check-wrong-token"}
	a, v := s.send(ctx, r)
	s.refused(wrongToken, a, v, http.StatusUnauthorized, "")
	r.anonymous = true
	a, v = s.send(ctx, r)
	s.refused(noCredentials, a, v, http.StatusUnauthorized, "")
	// The path is there for another method, and GET can do no harm.
	a, _ = s.send(ctx, request{method: http.MethodGet, path: searchPath})
	if s.answered(wrongMethod, a) {
		if s.judge(wrongMethod, a, a.status == http.StatusMethodNotAllowed, "", "405", s.outcome(a)) {
			s.judge(wrongMethod, a, strings.Contains(a.header.Get("Allow"), http.MethodPost), "", "Allow: POST", "no such header")
		}
	}
}
