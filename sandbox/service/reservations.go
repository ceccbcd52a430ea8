package service

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
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

// DateParameters lists all ten forms.
func DateParameters() []string {
	var list []string
	for _, date := range dateFilters() {
		for _, operator := range operators() {
			list = append(list, dateParameter(date, operator))
		}
	}
	return list
}

type reservations struct {
	names Names
	store store.Store
	world *world.World
}

// list is SPEC 4.6.
func (s reservations) list(ctx context.Context, c *call) (result, error) {
	q := &parameters{query: c.query, p: c.problems, read: map[string]bool{}}
	filter := s.readFilter(q)
	q.done()
	if err := c.rejection(); err != nil {
		return result{}, err
	}
	page, total, err := s.store.List(ctx, c.Account, filter)
	if err != nil {
		return result{}, err
	}
	items := make([]json.RawMessage, 0, len(page))
	for _, r := range page {
		item, err := wireReservation(r, s.world)
		if err != nil {
			return result{}, err
		}
		items = append(items, item)
	}
	return result{http.StatusOK, struct {
		Total int64             `json:"total_items_without_paging"`
		Items []json.RawMessage `json:"items"`
	}{total, items}}, nil
}

func (s reservations) readFilter(q *parameters) store.Filter {
	f := store.Filter{CheckIn: q.readDays(dateFilters()[0]), CheckOut: q.readDays(dateFilters()[1])}
	one, hasOne := q.one(s.names.ID)
	if hasOne && !WellFormedID(one) {
		q.p.Add(ParameterPath(s.names.ID), "must be %d letters and digits", idLength)
	}
	many, hasMany := q.one(s.names.IDs)
	if hasMany {
		f.IDs = strings.Split(many, ",")
		for _, id := range f.IDs {
			if !WellFormedID(id) {
				q.p.Add(ParameterPath(s.names.IDs), "must be reservation ids of %d letters and digits, joined by commas", idLength)
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
		f.Values = q.readValues(s.names.CustomData, values)
	}
	page := q.readCount(s.names.PageNumber, 1, math.MaxInt64)
	size := q.readCount(s.names.PageSize, defaultPageSize, maxPageSize)
	f.Limit, f.Offset = size, math.MaxInt64
	if page-1 <= math.MaxInt64/maxPageSize {
		f.Offset = (page - 1) * size
	}
	return f
}

// readDays reads the five forms of a date filter into one range of days of the
// hotel's calendar.
func (q *parameters) readDays(date string) store.Days {
	days := store.AllDays()
	for _, operator := range operators() {
		name := dateParameter(date, operator)
		text, there := q.one(name)
		if !there {
			continue
		}
		day, ok := jsontree.ParseDay(text)
		if !ok {
			q.p.Add(ParameterPath(name), "must be a date, YYYY-MM-DD")
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
func (q *parameters) readValues(name string, values []string) []string {
	path := ParameterPath(name)
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
		list = append(list, FilterValues(text)...)
	}
	return list
}

func (q *parameters) readCount(name string, normal, most int64) int64 {
	text, there := q.one(name)
	if !there {
		return normal
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || !jsontree.OnlyDigits(text) || n < 1 || n > most {
		if most == math.MaxInt64 {
			q.p.Add(ParameterPath(name), "must be a whole number from 1")
		} else {
			q.p.Add(ParameterPath(name), "must be a whole number from 1 to %d", most)
		}
		return normal
	}
	return n
}

// read is SPEC 4.8.
func (s reservations) read(ctx context.Context, c *call) (result, error) {
	r, err := s.store.Read(ctx, c.Account, c.reservation)
	return found(r, s.world, err)
}

// cancel is SPEC 4.7. Only a confirmed reservation can be cancelled, and none whose
// stay is over: its penalties say nothing of a guest who has left. Its rooms go back
// into stock.
func (s reservations) cancel(ctx context.Context, c *call) (result, error) {
	r, err := s.store.Cancel(ctx, c.Account, c.reservation, func(r store.Reservation) error {
		if stayOver(r, s.world, c.Now) {
			return RejectCancellation("The stay is over, and cannot be cancelled: the guest left on " + world.Day(r.Stay.CheckOut).String() + ".")
		}
		return nil
	})
	if errors.Is(err, store.ErrNotConfirmed) {
		err = RejectCancellation("Only a CONFIRMED reservation can be cancelled.")
	}
	return found(r, s.world, err)
}

// stayOver reports whether the last day of a stay has ended at its hotel.
func stayOver(r store.Reservation, w *world.World, now time.Time) bool {
	zone, known := w.LocationOf(r.Hotel)
	return known && world.Day(r.Stay.CheckOut) < world.DayAt(now.In(zone))
}

func found(r store.Reservation, w *world.World, err error) (result, error) {
	if errors.Is(err, store.ErrNotFound) {
		err = errNoReservation
	}
	if err != nil {
		return result{}, err
	}
	body, err := wireReservation(r, w)
	return result{http.StatusOK, body}, err
}
