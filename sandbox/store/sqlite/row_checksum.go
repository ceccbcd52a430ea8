package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"

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
	name    string
	columns string // all but the checksum
	key     int    // how many of them, from the first, say which row it is
}

var checkedTables = []table{
	{"fact", "name, value", 1},
	{"account", "number, id", 1},
	{"reservation", columns, 1},
	{"stay_block", "account, block, days", 2},
	{"custom_value", "account, value, chunk, members", 3},
	{"stock", "night, hotel, room, sold", 3},
}

// eachRow calls do for every row with its key, the checksum that it has and the
// one that it should have.
func (t table) eachRow(ctx context.Context, db querier, do func(key []any, have, want int64) error) error {
	row := make([]any, strings.Count(t.columns, ",")+1)
	var have int64
	into := []any{}
	for i := range row {
		into = append(into, &row[i])
	}
	into = append(into, &have)
	rows, err := db.QueryContext(ctx, "SELECT "+t.columns+", sum FROM "+t.name)
	return eachRow(rows, err, func(rows *sql.Rows) error {
		if err := rows.Scan(into...); err != nil {
			return dataError(err)
		}
		return do(slices.Clone(row[:t.key]), have, t.sum(row))
	})
}

// sum is the checksum of a row's columns.
func (t table) sum(row []any) int64 {
	var numbers []int64
	var texts [][]byte
	for _, column := range row {
		switch value := column.(type) {
		case int64:
			numbers = append(numbers, value)
		case string:
			texts = append(texts, []byte(value))
		case []byte:
			texts = append(texts, value)
		}
	}
	if t.name != "stock" {
		return rowSum(numbers, texts...)
	}
	if len(numbers) != len(row) {
		return -1 // It is no number that a row can have.
	}
	return stockSum(store.Night{Night: int32(numbers[0]), Hotel: numbers[1], Room: int(numbers[2])}, int(numbers[3])) //nolint:gosec // What is too large has another sum.
}

// checkAll checks all of a database that has no page sums: its structure, and
// every row.
func checkAll(ctx context.Context, db querier, file string) error {
	if err := checkStructure(ctx, db, file); err != nil {
		return err
	}
	for _, t := range checkedTables {
		err := t.eachRow(ctx, db, func(key []any, have, want int64) error {
			if have != want {
				return &store.DamageError{File: file, Text: fmt.Sprintf("the row %v of %s is not as it was written", key, t.name)}
			}
			return nil
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
	for _, t := range checkedTables {
		var updates [][]any // of each row, the checksum and the key
		err := t.eachRow(ctx, tx, func(key []any, _, want int64) error {
			updates = append(updates, append([]any{want}, key...))
			return nil
		})
		if err != nil {
			return err
		}
		key := strings.Join(strings.Split(t.columns, ", ")[:t.key], " = ? AND ")
		set, err := tx.PrepareContext(ctx, "UPDATE "+t.name+" SET sum = ? WHERE "+key+" = ?") //nolint:gosec // The names are our own.
		if err != nil {
			return dataError(err)
		}
		for _, one := range updates {
			if _, err := set.ExecContext(ctx, one...); err != nil {
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
