package sandbox

import (
	"context"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
)

const (
	defaultPageSize = 25
	maxPageSize     = 100
	maxFilterValues = 5
)

// dateFilters are the two dates that a list filters on, and operators the
// forms of each, "" being equality (SPEC 4.6).
func dateFilters() []string { return []string{"check_in_date", "check_out_date"} }

func operators() []string { return []string{"", "gt", "gte", "lt", "lte"} }

func dateParameter(date, operator string) string {
	name := "filter[" + date + "]"
	if operator != "" {
		name += "[" + operator + "]"
	}
	return name
}

// dateParameters lists all ten forms.
func dateParameters() []string {
	var list []string
	for _, date := range dateFilters() {
		for _, operator := range operators() {
			list = append(list, dateParameter(date, operator))
		}
	}
	return list
}

// listReservations is SPEC 4.6.
func (s *Sandbox) listReservations(ctx context.Context, c *call) (answer, error) {
	q := &parameters{query: c.query, p: c.problems, read: map[string]bool{}}
	filter := s.readFilter(q)
	q.done()
	if err := rejectProblems(c.problems); err != nil {
		return answer{}, err
	}
	page, total, err := s.store.List(ctx, c.account, filter)
	if err != nil {
		return answer{}, err
	}
	items := make([]json.RawMessage, 0, len(page))
	for _, r := range page {
		item, err := wireReservation(r)
		if err != nil {
			return answer{}, err
		}
		items = append(items, item)
	}
	return answer{http.StatusOK, struct {
		Total int64             `json:"total_items_without_paging"`
		Items []json.RawMessage `json:"items"`
	}{total, items}}, nil
}

func (s *Sandbox) readFilter(q *parameters) store.Filter {
	f := store.Filter{CheckIn: readDays(q, dateFilters()[0]), CheckOut: readDays(q, dateFilters()[1])}
	one, hasOne := q.one(s.names.ID)
	if hasOne && !wellFormedID(one) {
		q.p.Add(parameterPath(s.names.ID), "must be %d letters and digits", idLength)
	}
	many, hasMany := q.one(s.names.IDs)
	if hasMany {
		f.IDs = strings.Split(many, ",")
		for _, id := range f.IDs {
			if !wellFormedID(id) {
				q.p.Add(parameterPath(s.names.IDs), "must be reservation ids of %d letters and digits, joined by commas", idLength)
				break
			}
		}
	}
	if hasOne {
		// Both filters given hold together.
		if hasMany && !slices.Contains(f.IDs, one) {
			f.IDs = []string{}
		} else {
			f.IDs = []string{one}
		}
	}
	if values := q.all(s.names.CustomData); len(values) > 0 {
		f.Values = readValues(q, s.names.CustomData, values)
	}
	page := readCount(q, s.names.PageNumber, 1, math.MaxInt64)
	size := readCount(q, s.names.PageSize, defaultPageSize, maxPageSize)
	f.Limit, f.Offset = size, math.MaxInt64
	if page-1 <= math.MaxInt64/maxPageSize {
		f.Offset = (page - 1) * size
	}
	return f
}

// readDays reads the five forms of a date filter into one range of days of the
// hotel's calendar.
func readDays(q *parameters, date string) store.Days {
	days := store.AllDays()
	for _, operator := range operators() {
		name := dateParameter(date, operator)
		text, there := q.one(name)
		if !there {
			continue
		}
		day, ok := jsontree.ParseDay(text)
		if !ok {
			q.p.Add(parameterPath(name), "must be a date, YYYY-MM-DD")
			continue
		}
		switch operator {
		case "gt":
			days.From = max(days.From, day+1)
		case "gte":
			days.From = max(days.From, day)
		case "lt":
			days.Until = min(days.Until, day-1)
		case "lte":
			days.Until = min(days.Until, day)
		default:
			days.From, days.Until = max(days.From, day), min(days.Until, day)
		}
	}
	return days
}

// readValues reads the custom_data filter (SPEC 4.6 and 8).
func readValues(q *parameters, name string, values []string) []string {
	path := parameterPath(name)
	if len(values) > maxFilterValues {
		q.p.Add(path, "is given %d times, at most %d are allowed", len(values), maxFilterValues)
		return nil
	}
	var list []string
	for _, text := range values {
		if !utf8.ValidString(text) {
			q.p.Add(path, "is not valid UTF-8")
			continue
		}
		checkDataText(q.p, path, text)
		list = append(list, filterValues(text)...)
	}
	return list
}

// readCount reads a whole number from 1 to most.
func readCount(q *parameters, name string, normal, most int64) int64 {
	text, there := q.one(name)
	if !there {
		return normal
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !jsontree.OnlyDigits(text) || n < 1 || n > most {
		if most == math.MaxInt64 {
			q.p.Add(parameterPath(name), "must be a whole number from 1")
		} else {
			q.p.Add(parameterPath(name), "must be a whole number from 1 to %d", most)
		}
		return normal
	}
	return n
}
