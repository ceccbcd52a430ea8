package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// The joins are crossed by hand, so that each night and range is one seek, and
// the lists are unpacked first, or every night would unpack all ranges again.
const selectSold = `WITH
	nights AS MATERIALIZED (SELECT value AS night FROM json_each(?)),
	hotels AS MATERIALIZED (SELECT json_extract(value, '$[0]') AS first, json_extract(value, '$[1]') AS last FROM json_each(?))
	SELECT stock.night, stock.hotel, stock.room, stock.sold, stock.sum
	FROM nights CROSS JOIN hotels CROSS JOIN stock
	ON stock.night = nights.night AND stock.hotel BETWEEN hotels.first AND hotels.last`

const selectStock = `SELECT sold, sum FROM stock WHERE night = ? AND hotel = ? AND room = ?`

// takeStock and giveStock change no row that is not as it was written.
func takeStock() string {
	return `INSERT INTO stock (night, hotel, room, sold, sum) VALUES (?1, ?2, ?3, ?4, ` + stockSQL("?1", "?2", "?3", "?4") + `)
		ON CONFLICT DO UPDATE SET sold = sold + excluded.sold, sum = ` + stockSQL("night", "hotel", "room", "sold + excluded.sold") + `
		WHERE sold + excluded.sold <= ?5 AND sum = ` + stockSQL("night", "hotel", "room", "sold")
}

func giveStock() string {
	return `UPDATE stock SET sold = sold - ?1, sum = ` + stockSQL("night", "hotel", "room", "sold - ?1") + `
		WHERE night = ?2 AND hotel = ?3 AND room = ?4 AND sum = ` + stockSQL("night", "hotel", "room", "sold")
}

// Night is one kind of room of one hotel on one night.
type Night struct {
	Hotel int64
	Night int32
	Room  int
}

// Hotels is a range of hotel keys, both ends included.
type Hotels struct{ From, Until int64 }

// nearby is how many keys may lie between two hotels of one range: reading past
// a few that nobody asked for is cheaper than seeking again.
const nearby = 32

// Ranges joins hotel keys into as few ranges as it is cheap to read: the hotels
// of a city have neighbouring keys. A range can hold hotels that were not
// given.
func Ranges(keys []int64) []Hotels {
	sorted := slices.Sorted(slices.Values(keys))
	var list []Hotels
	for _, key := range sorted {
		if n := len(list); n > 0 && key-list[n-1].Until <= nearby {
			list[n-1].Until = key
			continue
		}
		list = append(list, Hotels{key, key})
	}
	return list
}

// Sold returns how many rooms are taken at the hotels, for the nights from
// check-in until before check-out. Nights without a sale are left out; where
// nothing is sold, the map is nil.
func (s *Store) Sold(ctx context.Context, hotels []Hotels, checkIn, checkOut int32) (map[Night]int, error) {
	var sold map[Night]int
	err := s.EachSold(ctx, hotels, checkIn, checkOut, func(night Night, rooms int) {
		if sold == nil {
			sold = map[Night]int{}
		}
		sold[night] = rooms
	})
	return sold, err
}

// EachSold calls each with what Sold returns, one after the other: where much
// is sold, that costs half as much. It costs one seek for each night and range,
// and a row for each sale.
func (s *Store) EachSold(ctx context.Context, hotels []Hotels, checkIn, checkOut int32, each func(night Night, rooms int)) error {
	if len(hotels) == 0 || checkIn >= checkOut {
		return nil
	}
	nights := make([]int32, 0, checkOut-checkIn)
	for night := checkIn; night < checkOut; night++ {
		nights = append(nights, night)
	}
	ranges := make([][2]int64, 0, len(hotels))
	for _, h := range hotels {
		ranges = append(ranges, [2]int64{h.From, h.Until})
	}
	when, err1 := json.Marshal(nights)
	where, err2 := json.Marshal(ranges)
	if err := errors.Join(err1, err2); err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	rows, err := s.queries.sold.QueryContext(ctx, string(when), string(where))
	if err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	defer func() { _ = rows.Close() }() // rows.Err tells what went wrong.
	for rows.Next() {
		var night Night
		var rooms int
		var sum int64
		if err := rows.Scan(&night.Night, &night.Hotel, &night.Room, &rooms, &sum); err != nil {
			return fmt.Errorf("sandbox data: %w", err)
		}
		if sum != stockSum(night, rooms) {
			return s.damagedStock(night)
		}
		if rooms > 0 {
			each(night, rooms)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("sandbox data: %w", err)
	}
	return nil
}

// take takes the reservation's rooms for all its nights, or fails with
// ErrSoldOut; what it took before it failed is undone with the job.
func (w *writer) take(r Reservation, limit Allotment) error {
	if nights := int(r.Stay.CheckOut - r.Stay.CheckIn); len(limit) != nights {
		return fmt.Errorf("sandbox data: rooms given for %d nights of a stay of %d", len(limit), nights)
	}
	for i, most := range limit {
		night := r.Stay.CheckIn + int32(i) //nolint:gosec // A stay has few nights.
		if r.Rooms > most {
			return ErrSoldOut
		}
		taken, err := w.affect(w.takeRoom, night, r.Hotel, r.Room, r.Rooms, most)
		if err != nil {
			return err
		}
		if taken != 1 {
			return w.soldOut(Night{r.Hotel, night, r.Room})
		}
	}
	return nil
}

// soldOut says why no room was taken: there is none left, or how many there are
// is not known.
func (w *writer) soldOut(n Night) error {
	var sold int
	var sum int64
	err := w.stock.QueryRowContext(context.Background(), n.Night, n.Hotel, n.Room).Scan(&sold, &sum)
	switch {
	case err != nil:
		return fmt.Errorf("sandbox data: %w", err)
	case sum != stockSum(n, sold):
		return w.store.damagedStock(n)
	default:
		return ErrSoldOut
	}
}

func (s *Store) damagedStock(n Night) error {
	return s.damagedRow("how many rooms of hotel %d are sold for night %d", n.Hotel, n.Night)
}

func (w *writer) give(r Reservation) error {
	for night := r.Stay.CheckIn; night < r.Stay.CheckOut; night++ {
		given, err := w.affect(w.giveRoom, r.Rooms, night, r.Hotel, r.Room)
		if err != nil {
			return err
		}
		if given != 1 {
			return w.store.damagedStock(Night{r.Hotel, night, r.Room})
		}
	}
	return nil
}
