package postgres

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"bellhop/sandbox/store"
)

// Each night and range is one seek.
const selectSold = `SELECT s.hotel, s.night, s.room, s.sold
	FROM generate_series($1::int, $2::int) AS n(night) CROSS JOIN unnest($3::bigint[], $4::bigint[]) AS h(first, last)
	JOIN stock s ON s.night = n.night AND s.hotel BETWEEN h.first AND h.last WHERE s.sold > 0`

// takeStock takes rooms for all nights of a stay or, where one is full, for none. It
// looks before it takes, so only who takes at the same moment can make it take some;
// that is errPartial. Nights come in their order, which is that of the locks.
const takeStock = `WITH wanted AS MATERIALIZED (
		SELECT w.night, w.most FROM unnest($4::int[], $5::int[]) AS w(night, most)
	), full_nights AS MATERIALIZED (
		SELECT 1 FROM wanted w LEFT JOIN stock s ON s.night = w.night AND s.hotel = $1 AND s.room = $2
		WHERE coalesce(s.sold, 0) + $3::int > w.most
	)
	INSERT INTO stock AS s (night, hotel, room, sold)
	SELECT night, $1, $2, $3 FROM wanted WHERE NOT EXISTS (SELECT 1 FROM full_nights) ORDER BY night
	ON CONFLICT (night, hotel, room) DO UPDATE SET sold = s.sold + excluded.sold
	WHERE s.sold + excluded.sold <= (SELECT most FROM wanted w WHERE w.night = s.night)`

const releaseStock = `UPDATE stock SET sold = sold - $3 WHERE hotel = $1 AND room = $2 AND night >= $4 AND night < $5`

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

func (d *database) EachSold(ctx context.Context, hotels []store.Hotels, checkIn, checkOut int32, each func(night store.Night, rooms int)) error {
	if len(hotels) == 0 || checkIn >= checkOut {
		return nil
	}
	first, last := make([]int64, len(hotels)), make([]int64, len(hotels))
	for i, h := range hotels {
		first[i], last[i] = h.From, h.Until
	}
	type row struct {
		night store.Night
		sold  int
	}
	var all []row // A connection that breaks midway must not have told a part.
	err := d.read(ctx, func(ctx context.Context, q querier) error {
		all = all[:0]
		rows, err := q.Query(ctx, selectSold, checkIn, checkOut-1, first, last)
		if err != nil {
			return err
		}
		var one row
		_, err = pgx.ForEachRow(rows, []any{&one.night.Hotel, &one.night.Night, &one.night.Room, &one.sold}, func() error {
			all = append(all, one)
			return nil
		})
		return err
	})
	if err != nil {
		return err
	}
	for _, one := range all {
		each(one.night, one.sold)
	}
	return nil
}

// taking returns the arguments of takeStock.
func taking(r store.Reservation, limit store.Allotment) ([]any, error) {
	if nights := int(r.Stay.CheckOut - r.Stay.CheckIn); len(limit) != nights {
		return nil, fmt.Errorf("sandbox data: rooms given for %d nights of a stay of %d", len(limit), nights)
	}
	nights, most := make([]int32, len(limit)), make([]int32, len(limit))
	for i, n := range limit {
		nights[i], most[i] = r.Stay.CheckIn+int32(i), int32(n) //nolint:gosec // A hotel has fewer rooms.
	}
	return []any{r.Hotel, r.Room, r.Rooms, nights, most}, nil
}

// taken tells what became of a stay of so many nights from how many were taken.
func taken(rows int64, nights int32) error {
	switch rows {
	case int64(nights):
		return nil
	case 0:
		return store.ErrSoldOut
	default:
		return errPartial
	}
}

// takeRooms takes the reservation's rooms for all its nights, or fails with
// ErrSoldOut.
func takeRooms(ctx context.Context, tx querier, r store.Reservation, limit store.Allotment) error {
	args, err := taking(r, limit)
	if err != nil {
		return err
	}
	done, err := tx.Exec(ctx, takeStock, args...)
	if err != nil {
		return err
	}
	return taken(done.RowsAffected(), r.Stay.CheckOut-r.Stay.CheckIn)
}

func releaseRooms(ctx context.Context, tx querier, r store.Reservation) error {
	done, err := tx.Exec(ctx, releaseStock, r.Hotel, r.Room, r.Rooms, r.Stay.CheckIn, r.Stay.CheckOut)
	if err == nil && done.RowsAffected() != int64(r.Stay.CheckOut-r.Stay.CheckIn) {
		err = fmt.Errorf("sandbox data: reservation %d holds rooms on nights that have none sold", r.Seq)
	}
	return err
}
