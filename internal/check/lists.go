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
		s.tries.newestFirst(a, v)
	}
	return a, v
}

// list is SPEC 4.6 without the date filters.
func (s *script) list(ctx context.Context) {
	a, v := s.listing(ctx)
	if !s.tries.accepted(listAll, a) {
		s.tries.skip("the reservations cannot be listed", listOrder, listSize, listPageSize, listPage, listPastEnd,
			listID, listIDs, listCustom, listSixValues, listUnknown, listWrongDate)
		return
	}
	s.items, s.total = append([]map[string]any{}, objects(v, "items")...), whole(v, "total_items_without_paging")
	s.tries.judge(listAll, a, s.total >= int64(len(s.items)), "/total_items_without_paging", "as many as there are items, or more", strconv.FormatInt(s.total, 10))
	s.tries.skip("there are no two reservations", listOrder)
	if s.total < defaultPageSize && len(s.items) < defaultPageSize {
		s.tries.skip("there are fewer reservations", listSize)
	} else {
		s.tries.judge(listSize, a, len(s.items) == defaultPageSize, "/items", strconv.Itoa(defaultPageSize), strconv.Itoa(len(s.items)))
	}
	s.pages(ctx)
	s.narrow(ctx, listID, s.o.Names.ID, 1)
	s.narrow(ctx, listIDs, s.o.Names.IDs, 2)
	s.byCustom(ctx)
	a, v = s.listing(ctx, "filter[check_in_dat]", date(s.stay.in))
	s.tries.refused(listUnknown, a, v, http.StatusBadRequest, "VALIDATION")
	a, v = s.listing(ctx, "filter[check_in_date]", "2026-02-30")
	s.tries.refused(listWrongDate, a, v, http.StatusBadRequest, "VALIDATION")
}

// pages asks for the second page of one reservation each, which shows of both
// names whether the service has them.
func (s *script) pages(ctx context.Context) {
	n := s.o.Names
	switch {
	case n.PageNumber == "" || n.PageSize == "":
		s.tries.skip(notHad, listPageSize, listPage)
		return
	case len(s.items) < 2:
		s.tries.skip("there are no two reservations", listPageSize, listPage)
		return
	}
	a, v := s.listing(ctx, n.PageSize, "1", n.PageNumber, "2")
	if !s.tries.accepted(listPageSize, a) {
		s.tries.skip("its request was refused", listPage)
		return
	}
	list := array(v, "items")
	if !s.tries.judge(listPageSize, a, len(list) == 1, "/items", "1", strconv.Itoa(len(list))) {
		s.tries.skip("the page size is not kept to", listPage)
		return
	}
	s.tries.judge(listPage, a, text(list[0], "id") == text(s.items[1], "id"), "/items/0/id", "the second of the list", "another")
}

// narrow narrows the list to the ids of its last reservations.
func (s *script) narrow(ctx context.Context, rule RuleID, name string, count int) {
	switch {
	case name == "":
		s.tries.skip(notHad, rule)
		return
	case len(s.items) < count:
		s.tries.skip("there are too few reservations", rule)
		return
	}
	var want []string
	for _, one := range s.items[len(s.items)-count:] {
		want = append(want, text(one, "id"))
	}
	a, v := s.listing(ctx, name, strings.Join(want, ","))
	if !s.tries.accepted(rule, a) {
		return
	}
	var got []string
	for _, one := range array(v, "items") {
		got = append(got, text(one, "id"))
	}
	slices.Sort(want)
	slices.Sort(got)
	s.tries.judge(rule, a, slices.Equal(got, want), "/items", fmt.Sprintf("those %d", count), fmt.Sprintf("others, %d", len(got)))
}

func (s *script) byCustom(ctx context.Context) {
	name := s.o.Names.CustomData
	if name == "" {
		s.tries.skip(notHad, listCustom, listSixValues)
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
		s.tries.skip("no reservation of the first page has custom data", listCustom)
	} else {
		a, v := s.listing(ctx, name, s.custom)
		if s.tries.accepted(listCustom, a) {
			list := array(v, "items")
			other := slices.ContainsFunc(list, func(one any) bool { return !holdsCustom(one, s.custom) })
			if s.tries.judge(listCustom, a, len(list) > 0, "/items", "one or more", "none") {
				s.tries.judge(listCustom, a, !other, "/items/*/custom_data", "the value under any key", "others")
			}
		}
	}
	var six []string
	for i := range 6 {
		six = append(six, name, "bellhop-check-"+strconv.Itoa(i))
	}
	a, v := s.listing(ctx, six...)
	s.tries.refused(listSixValues, a, v, http.StatusBadRequest, "VALIDATION")
}

// A count is what one form of a date filter found.
type count struct {
	answer answer
	total  int64
	wrong  bool // it kept what it should not have
}

// filters compares the ten date filters with what they keep, and with each other:
// the five forms of a date divide the list.
func (s *script) filters(ctx context.Context) {
	found := map[string]counts{}
	var and *count
	for i, field := range dates() {
		found[field] = counts{}
		on, ok := time.Time{}, false
		if n := len(s.items); n > 0 {
			on, ok = day(s.items[n/2], field)
		}
		for _, operator := range operators() {
			if ok {
				found[field][operator] = s.filter(ctx, field, operator, on)
			} else {
				s.tries.skip("there is no reservation to filter by", filterRule(field, operator))
			}
		}
		switch {
		case !ok:
			s.tries.skip("there is no reservation to filter by", listAnd)
		case i == 0:
			and = s.both(ctx, field, on)
		}
	}
	s.pastEnd(ctx)
	for _, field := range dates() {
		c := found[field]
		for _, operator := range c.blamed(s.total) {
			s.tries.judge(filterRule(field, operator), c[operator].answer, false, "/total_items_without_paging",
				fmt.Sprintf("a part of %d beside the other forms", s.total), strconv.FormatInt(c[operator].total, 10))
		}
	}
	if equal := found[dates()[0]][""]; equal != nil && and != nil {
		s.tries.judge(listAnd, and.answer, and.total == equal.total || equal.wrong, "/total_items_without_paging",
			strconv.FormatInt(equal.total, 10)+", as many as on the day", strconv.FormatInt(and.total, 10))
	}
}

// filter tries one form; nil when it found nothing to count.
func (s *script) filter(ctx context.Context, field, operator string, on time.Time) *count {
	rule := filterRule(field, operator)
	a, v := s.listing(ctx, filterName(field, operator), date(on))
	if !s.tries.accepted(rule, a) {
		return nil
	}
	c := &count{answer: a, total: whole(v, "total_items_without_paging")}
	for _, one := range array(v, "items") {
		if first, last, ok := days(one, field); ok && !keeps(operator, first, last, on) {
			c.wrong = true
		}
	}
	s.tries.judge(rule, a, !c.wrong, "/items/*/"+field, "what the filter keeps for "+date(on), "other dates")
	return c
}

// keeps reports whether a filter keeps a reservation whose date is between two: its
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

// both gives two filters that only the day itself passes; nil when they were not
// accepted.
func (s *script) both(ctx context.Context, field string, on time.Time) *count {
	a, v := s.listing(ctx, filterName(field, "gte"), date(on), filterName(field, "lte"), date(on))
	total := whole(v, "total_items_without_paging")
	if !s.tries.accepted(listAnd, a) || total < 0 {
		return nil
	}
	return &count{answer: a, total: total}
}

// pastEnd asks for a page that there cannot be. It comes last, because it shows
// as well whether the list has changed since it was first read: then nothing
// can be counted.
func (s *script) pastEnd(ctx context.Context) {
	if s.items == nil {
		return // There is no list to compare it with, which is told already.
	}
	if s.o.Names.PageNumber == "" {
		s.tries.skip(notHad, listPastEnd)
		return
	}
	a, v := s.listing(ctx, s.o.Names.PageNumber, "1000000")
	if !s.tries.accepted(listPastEnd, a) {
		return
	}
	total := whole(v, "total_items_without_paging")
	s.tries.judge(listPastEnd, a, len(array(v, "items")) == 0, "/items", "none", strconv.Itoa(len(array(v, "items"))))
	s.tries.judge(listPastEnd, a, total == s.total, "/total_items_without_paging", strconv.FormatInt(s.total, 10), strconv.FormatInt(total, 10))
}

// counts are what the forms of one date filter found, by operator.
type counts map[string]*count

// blamed lists the operators whose counts cannot be parts of a list of so many:
// before, on and after a day make it up, and so do the pairs of forms that are each
// other's rest. Which sums are wrong shows which form it is.
func (c counts) blamed(all int64) []string {
	for _, operator := range operators() {
		if c[operator] == nil || c[operator].wrong {
			return nil // A form that keeps the wrong ones is told already.
		}
	}
	three := c["lt"].total+c[""].total+c["gt"].total == all
	from, until := c["lt"].total+c["gte"].total == all, c["gt"].total+c["lte"].total == all
	switch {
	case three && from && until:
		return nil
	case from && until:
		return []string{""}
	case three && until:
		return []string{"gte"}
	case three && from:
		return []string{"lte"}
	case until:
		return []string{"lt"}
	case from:
		return []string{"gt"}
	default:
		return operators() // Which of them cannot be told.
	}
}

// noID is a reservation id that is well formed and nobody's.
const noID = "BellhopCheckNoSuchReservation000"

// reading is SPEC 4.8.
func (s *script) reading(ctx context.Context) {
	known := slices.IndexFunc(s.items, func(one map[string]any) bool { return idForm().MatchString(text(one, "id")) })
	if known < 0 {
		s.tries.skip("there is no reservation to read", readOne)
	} else {
		want := s.items[known]
		a, v := s.get(ctx, "readReservation", reservationPath+"/"+text(want, "id"), nil)
		if s.tries.accepted(readOne, a) {
			s.tries.reservation(readOne, a, v, want, "as in the list")
		}
	}
	a, v := s.get(ctx, "readReservation", reservationPath+"/"+noID, nil)
	s.tries.refused(readUnknown, a, v, http.StatusNotFound, "")
	a, v = s.get(ctx, "readReservation", reservationPath+"/not-an-id", nil)
	s.tries.refused(readMalformed, a, v, http.StatusBadRequest, "VALIDATION", "reservation_id")
}

// refusals are SPEC 5 and what goes beyond the endpoints.
func (s *script) refusals(ctx context.Context) {
	r := request{operation: "listReservations", method: http.MethodGet, path: listPath, token: "bellhop-check-wrong-token"}
	a, v := s.send(ctx, r)
	s.tries.refused(wrongToken, a, v, http.StatusUnauthorized, "")
	r.anonymous = true
	a, v = s.send(ctx, r)
	s.tries.refused(noCredentials, a, v, http.StatusUnauthorized, "")
	// The path is there for another method, and GET can do no harm.
	a, _ = s.send(ctx, request{method: http.MethodGet, path: searchPath})
	if s.tries.answered(wrongMethod, a) {
		if s.tries.judge(wrongMethod, a, a.status == http.StatusMethodNotAllowed, "", "405", a.outcome()) {
			s.tries.judge(wrongMethod, a, strings.Contains(a.header.Get("Allow"), http.MethodPost), "", "Allow: POST", "no such header")
		}
	}
}
