package sqlite

import (
	"context"
	"database/sql"
	"fmt"

	"bellhop/sandbox/store"
)

// The joins are crossed by hand, so that each night and range is one seek, and
// the lists are unpacked first, or every night would unpack all ranges again.
const selectSold = `WITH
	nights AS MATERIALIZED (SELECT value AS night FROM json_each(?)),
	hotels AS MATERIALIZED (SELECT json_extract(value, '$[0]') AS first, json_extract(value, '$[1]') AS last FROM json_each(?))
	SELECT stock.night, stock.hotel, stock.room, stock.sold
	FROM nights CROSS JOIN hotels CROSS JOIN stock
	ON stock.night = nights.night AND stock.hotel BETWEEN hotels.first AND hotels.last`

const (
	takeStock = `INSERT INTO stock (night, hotel, room, sold) VALUES (?1, ?2, ?3, ?4)
		ON CONFLICT DO UPDATE SET sold = sold + excluded.sold WHERE sold + excluded.sold <= ?5`
	releaseStock = `UPDATE stock SET sold = sold - ? WHERE night = ? AND hotel = ? AND room = ?`
)

func (d *database) Sold(ctx context.Context, hotels []store.Hotels, checkIn, checkOut int32) (map[store.Night]int, error) {
	var sold map[store.Night]int
	err := d.EachSold(ctx, hotels, checkIn, checkOut, func(night store.Night, rooms int) {
		if sold == nil {
			sold = map[store.Night]int{}
		}
		sold[night] = rooms
	})
	return sold, err
}

// It costs one seek for each night and range,
// and a row for each sale.
func (d *database) EachSold(ctx context.Context, hotels []store.Hotels, checkIn, checkOut int32, each func(night store.Night, rooms int)) error {
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
	rows, err := d.queries[selectSold].QueryContext(ctx, jsonList(nights), jsonList(ranges))
	err = eachRow(rows, err, func(rows *sql.Rows) error {
		var night store.Night
		var sold int
		if err := rows.Scan(&night.Night, &night.Hotel, &night.Room, &sold); err != nil {
			return dataError(err)
		}
		if sold > 0 {
			each(night, sold)
		}
		return nil
	})
	return asDamage(d.file(), err)
}

// takeRooms takes the reservation's rooms for all its nights, or fails with
// ErrSoldOut; what it took before it failed is undone with the job.
func (w *writer) takeRooms(r store.Reservation, limit store.Allotment) error {
	if nights := int(r.Stay.CheckOut - r.Stay.CheckIn); len(limit) != nights {
		return fmt.Errorf("sandbox data: rooms given for %d nights of a stay of %d", len(limit), nights)
	}
	for i, most := range limit {
		night := r.Stay.CheckIn + int32(i)
		if r.Rooms > most {
			return store.ErrSoldOut
		}
		taken, err := w.execCount(takeStock, night, r.Hotel, r.Room, r.Rooms, most)
		if err != nil {
			return err
		}
		if taken != 1 {
			return store.ErrSoldOut
		}
	}
	return nil
}

func (w *writer) releaseRooms(r store.Reservation) error {
	for night := r.Stay.CheckIn; night < r.Stay.CheckOut; night++ {
		given, err := w.execCount(releaseStock, r.Rooms, night, r.Hotel, r.Room)
		if err != nil {
			return err
		}
		if given != 1 {
			return w.db.damagedRow("how many rooms of hotel %d are sold for night %d", r.Hotel, night)
		}
	}
	return nil
}
