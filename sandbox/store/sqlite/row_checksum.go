package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	driver "modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"bellhop/sandbox/store"
)

// Every row carries a checksum over all of its columns. It is compared whenever
// the row is answered from, filtered by or changed.

// rowSum is the checksum of a row: of its numbers, and then its texts.
func rowSum[T string | []byte](numbers []int64, texts ...T) int64 {
	buffer := make([]byte, 0, 128)
	for _, n := range numbers {
		buffer = binary.LittleEndian.AppendUint64(buffer, uint64(n)) //nolint:gosec // The bits count, not the number.
	}
	sum := uint32(0)
	for _, text := range texts {
		buffer = binary.LittleEndian.AppendUint64(buffer, uint64(len(text)))
		sum = crc32.Update(sum, castagnoli, buffer)
		sum = crc32.Update(sum, castagnoli, []byte(text))
		buffer = buffer[:0]
	}
	return int64(crc32.Update(sum, castagnoli, buffer))
}

func reservationSum(r store.Reservation, stored []byte) int64 {
	held := int64(0)
	if r.Held {
		held = 1
	}
	return rowSum([]int64{
		r.Seq, int64(r.Status), int64(r.Stay.CheckIn), int64(r.Stay.CheckOut), r.Stay.CheckInAt, r.Stay.CheckOutAt,
		r.CreatedAt, r.Hotel, int64(r.Room), int64(r.Rooms), held,
	}, stored)
}

func factSum(name, value string) int64 { return rowSum(nil, name, value) }

func accountSum(number int64, id string) int64 { return rowSum([]int64{number}, id) }

func blockSum(account, block int64, days []byte) int64 { return rowSum([]int64{account, block}, days) }

func valueSum(account int64, value string, chunk int64, members []byte) int64 {
	return rowSum([]int64{account, chunk}, []byte(value), members)
}

// The checksum of a row of stock is one that SQL can work out as it adds and
// takes away: each number times a factor of its own, in 32 bits. A hotel's
// number is cut in two, or it would leave the range of integers.
const (
	stockFactor1, stockFactor2, stockFactor3, stockFactor4, stockFactor5 = 104395301, 86028121, 122949823, 67867967, 98491421

	stockMask  = 1<<32 - 1
	stockLower = 1<<20 - 1
)

func stockSum(n store.Night, sold int) int64 {
	return (int64(n.Night)*stockFactor1&stockMask + (n.Hotel>>20)*stockFactor2&stockMask + (n.Hotel&stockLower)*stockFactor3&stockMask +
		int64(n.Room)*stockFactor4&stockMask + int64(sold)*stockFactor5&stockMask) & stockMask
}

// stockSQL is stockSum as an expression of SQL.
func stockSQL(night, hotel, room, sold string) string {
	return fmt.Sprintf("((((%s)*%d)&%d)+((((%s)>>20)*%d)&%d)+((((%s)&%d)*%d)&%d)+(((%s)*%d)&%d)+(((%s)*%d)&%d))&%d",
		night, stockFactor1, stockMask, hotel, stockFactor2, stockMask, hotel, stockLower, stockFactor3, stockMask,
		room, stockFactor4, stockMask, sold, stockFactor5, stockMask, stockMask)
}

// asDamage turns what SQLite says of a damaged file into a *DamageError, and
// names the file of one that has none yet.
func asDamage(file string, err error) error {
	var known *store.DamageError
	if errors.As(err, &known) {
		if known.File == "" {
			known.File = file
		}
		return err
	}
	var e *driver.Error
	if errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB) {
		return &store.DamageError{File: file, Text: "it cannot be read", Cause: err}
	}
	return err
}

// table is one with a checksum in each row.
type table struct {
	name string
	key  string // of a row, for where there is an order to it
	rows string // all that is in the rows, and their checksums
	// read reads a row: its key and the checksum that it should have.
	read func(*sql.Rows, *int64) (key []any, want int64, err error)
}

func checkedTables() []table {
	return []table{
		{"fact", "name = ?", "SELECT name, value, sum FROM fact", func(r *sql.Rows, have *int64) ([]any, int64, error) {
			var name, value string
			err := r.Scan(&name, &value, have)
			return []any{name}, factSum(name, value), err
		}},
		{"account", "number = ?", "SELECT number, id, sum FROM account", func(r *sql.Rows, have *int64) ([]any, int64, error) {
			var number int64
			var id string
			err := r.Scan(&number, &id, have)
			return []any{number}, accountSum(number, id), err
		}},
		{"reservation", "seq = ?", "SELECT " + columns + " FROM reservation", func(r *sql.Rows, have *int64) ([]any, int64, error) {
			one, stored, sum, err := scanStored(r)
			*have = sum
			return []any{one.Seq}, reservationSum(one, stored), err
		}},
		{"stay_block", "account = ? AND block = ?", "SELECT account, block, days, sum FROM stay_block", func(r *sql.Rows, have *int64) ([]any, int64, error) {
			var account, number int64
			var days sql.RawBytes
			err := r.Scan(&account, &number, &days, have)
			return []any{account, number}, blockSum(account, number, days), err
		}},
		{"custom_value", "account = ? AND value = ? AND chunk = ?", "SELECT account, value, chunk, members, sum FROM custom_value", func(r *sql.Rows, have *int64) ([]any, int64, error) {
			var account, chunk int64
			var value string
			var members sql.RawBytes
			err := r.Scan(&account, &value, &chunk, &members, have)
			return []any{account, value, chunk}, valueSum(account, value, chunk, members), err
		}},
		{"stock", "night = ? AND hotel = ? AND room = ?", "SELECT night, hotel, room, sold, sum FROM stock", func(r *sql.Rows, have *int64) ([]any, int64, error) {
			var n store.Night
			var sold int
			err := r.Scan(&n.Night, &n.Hotel, &n.Room, &sold, have)
			return []any{n.Night, n.Hotel, n.Room}, stockSum(n, sold), err
		}},
	}
}

// checkAll checks all of a database that has no page sums: its structure, and
// every row.
func checkAll(ctx context.Context, db querier, file string) error {
	if err := checkStructure(ctx, db, file); err != nil {
		return err
	}
	for _, t := range checkedTables() {
		rows, err := db.QueryContext(ctx, t.rows)
		err = eachRow(rows, err, func(rows *sql.Rows) error {
			var have int64
			key, want, err := t.read(rows, &have)
			if err == nil && have != want {
				err = &store.DamageError{File: file, Text: fmt.Sprintf("the row %v of %s is not as it was written", key, t.name)}
			}
			return err
		})
		if err != nil {
			return asDamage(file, err)
		}
	}
	return nil
}

func checkStructure(ctx context.Context, db querier, file string) error {
	var says string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&says); err != nil {
		return asDamage(file, dataError(err))
	}
	if says != "ok" {
		return &store.DamageError{File: file, Text: "its structure is not as it was written: " + says}
	}
	return nil
}

// addSums gives every row of a database of schema 2 its checksum.
func addSums(ctx context.Context, tx *sql.Tx) error {
	for _, t := range checkedTables() {
		type update struct {
			key []any
			sum int64
		}
		var list []update
		rows, err := tx.QueryContext(ctx, t.rows)
		err = eachRow(rows, err, func(rows *sql.Rows) error {
			var have int64
			key, want, err := t.read(rows, &have)
			list = append(list, update{key, want})
			return err
		})
		if err != nil {
			return err
		}
		set, err := tx.PrepareContext(ctx, "UPDATE "+t.name+" SET sum = ? WHERE "+t.key) //nolint:gosec // The names are our own.
		if err != nil {
			return dataError(err)
		}
		for _, one := range list {
			if _, err := set.ExecContext(ctx, append([]any{one.sum}, one.key...)...); err != nil {
				return errors.Join(dataError(err), set.Close())
			}
		}
		if err := set.Close(); err != nil {
			return dataError(err)
		}
	}
	_, err := tx.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", schemaVersion))
	return err
}
