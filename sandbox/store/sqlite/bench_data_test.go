package sqlite

import (
	"bytes"
	"cmp"
	"database/sql"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/store"
	"bellhop/sandbox/store/compress"
	"bellhop/sandbox/store/number"
	"bellhop/sandbox/store/storetest"
)

const (
	benchHotels = 6000
	benchRooms  = 5
	benchFirst  = 20000 // the day on which the first reservation is made
	benchDays   = 730   // the days over which all are made
	benchLead   = 120   // days from making to check-in, at most
	benchNights = 7
)

// benchStay is the stay of a reservation, made so that the newest ones have,
// as in life, the latest dates.
func benchStay(ordinal, count int64) (made, checkIn, checkOut int32) {
	dice := rand.New(rand.NewPCG(scattered(ordinal), 1))
	made = benchFirst + int32((ordinal-1)*benchDays/count) //nolint:gosec // It is below benchDays.
	checkIn = made + dice.Int32N(benchLead)
	return made, checkIn, checkIn + 1 + dice.Int32N(benchNights)
}

// scattered gives every ordinal a number of its own, in no order.
func scattered(ordinal int64) uint64 {
	return uint64(ordinal) * 0x9e3779b97f4a7c15 //nolint:gosec // An ordinal is never negative.
}

// benchAttempt is the value that only one reservation carries.
func benchAttempt(ordinal int64) string {
	return fmt.Sprintf("s:att-%016X%010X", scattered(ordinal), ordinal)
}

// benchValues are the values that many carry: all, a ninth, a fifth, a 9000th.
func benchValues(ordinal int64) []string {
	list := []string{"s:all", fmt.Sprintf("s:CC-%d", 100+ordinal%9*10), fmt.Sprintf("n:%04de0", ordinal*7%9000)}
	if ordinal%5 == 0 {
		list = append(list, "b:true")
	}
	return list
}

// benchStore opens a store of count reservations of account a. It is generated
// once, into the user's cache folder, and used again.
func benchStore(b *testing.B, count int64) *database {
	b.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		b.Fatal(err)
	}
	dir := filepath.Join(cache, "bellhop-bench", fmt.Sprintf("schema%d-%d", schemaVersion, count))
	if _, err := os.Stat(dir); err != nil {
		part := dir + ".part"
		if err := os.RemoveAll(part); err != nil {
			b.Fatal(err)
		}
		if err := open(b, part).Close(); err != nil { // It makes the schema.
			b.Fatal(err)
		}
		generate(b, filepath.Join(part, fileName), count)
		if err := os.Rename(part, dir); err != nil {
			b.Fatal(err)
		}
	}
	return open(b, dir)
}

func generate(b *testing.B, path string, count int64) {
	b.Helper()
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(OFF)&_pragma=synchronous(OFF)&_pragma=cache_size(-400000)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	g := &generator{b: b, db: db, count: count, values: map[string][][]byte{}, sold: make([]uint16, (benchDays+benchLead+benchNights)*benchHotels*benchRooms)}
	g.exec("BEGIN")
	g.reservations()
	g.exec("COMMIT")
	g.exec("BEGIN")
	g.carriers()
	g.stock()
	g.exec("COMMIT")
}

type generator struct {
	b      *testing.B
	db     *sql.DB
	count  int64
	values map[string][][]byte // by value and chunk
	sold   []uint16            // by night, hotel and room
	rows   []any               // of the insert that is being gathered
}

func (g *generator) exec(text string, args ...any) {
	if _, err := g.db.ExecContext(g.b.Context(), text, args...); err != nil {
		g.b.Fatal(err)
	}
}

// insert gathers rows, and writes them in groups.
func (g *generator) insert(table string, row ...any) {
	g.rows = append(g.rows, row...)
	if len(g.rows) >= 100*len(row) {
		g.flush(table, len(row))
	}
}

func (g *generator) flush(table string, width int) {
	if len(g.rows) == 0 {
		return
	}
	one := "(?" + strings.Repeat(",?", width-1) + ")"
	g.exec("INSERT INTO "+table+" VALUES "+one+strings.Repeat(","+one, len(g.rows)/width-1), g.rows...)
	g.rows = g.rows[:0]
}

func (g *generator) reservations() {
	documents := benchDocuments(g.b)
	var stays block
	for ordinal := int64(1); ordinal <= g.count; ordinal++ {
		made, in, out := benchStay(ordinal, g.count)
		status, held := store.Confirmed, true
		if ordinal%10 == 0 {
			status, held = store.Canceled, false
		}
		hotel, room := ordinal*7919%benchHotels, ordinal%benchRooms
		if held {
			for night := in; night < out; night++ {
				g.sold[(int64(night-benchFirst)*benchHotels+hotel)*benchRooms+room]++
			}
		}
		g.insert("reservation", number.Seq(1, ordinal), int(status), in, out, int64(in)*86400, int64(out)*86400, int64(made)*86400,
			hotel, room, 1, held, documents[ordinal%int64(len(documents))])
		for _, value := range benchValues(ordinal) {
			g.label(value, ordinal)
		}
		packed, err := pack(in, out)
		if err != nil {
			g.b.Fatal(err)
		}
		stays.stays[(ordinal-1)%blockSize] = packed
		if ordinal%blockSize == 0 {
			g.flush("reservation", 12)
			g.exec("INSERT INTO stay_block VALUES (1, ?, ?)", ordinal/blockSize-1, stays.encode())
		}
	}
	g.flush("reservation", 12)
}

// benchDocuments are documents as they are stored, as long as real ones and with
// other numbers in each.
func benchDocuments(b *testing.B) [][]byte {
	var c compress.Codec
	var list [][]byte
	dice := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		text := bytes.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return '0' + dice.Int32N(10)
			}
			return r
		}, storetest.Document())
		small, err := c.Compress(text)
		if err != nil {
			b.Fatal(err)
		}
		list = append(list, small)
	}
	return list
}

func (g *generator) label(value string, ordinal int64) {
	chunk, bit := chunkOf(ordinal)
	for int64(len(g.values[value])) <= chunk {
		g.values[value] = append(g.values[value], nil)
	}
	var err error
	if g.values[value][chunk], err = addMember(g.values[value][chunk], bit); err != nil {
		g.b.Fatal(err)
	}
}

func (g *generator) carriers() {
	for _, value := range slices.Sorted(maps.Keys(g.values)) {
		for chunk, members := range g.values[value] {
			if members != nil {
				g.insert("custom_value", 1, value, chunk, members)
			}
		}
	}
	ordinals := make([]int64, g.count)
	for i := range ordinals {
		ordinals[i] = int64(i) + 1
	}
	// In the order of the text, which begins with this number.
	slices.SortFunc(ordinals, func(a, b int64) int {
		return cmp.Compare(scattered(a), scattered(b))
	})
	for _, ordinal := range ordinals {
		chunk, bit := chunkOf(ordinal)
		alone, err := addMember(nil, bit)
		if err != nil {
			g.b.Fatal(err)
		}
		g.insert("custom_value", 1, benchAttempt(ordinal), chunk, alone)
	}
	g.flush("custom_value", 4)
}

func (g *generator) stock() {
	for i, sold := range g.sold {
		if sold > 0 {
			room, hotel, night := i%benchRooms, i/benchRooms%benchHotels, i/benchRooms/benchHotels
			g.insert("stock", night+benchFirst, hotel, room, sold)
		}
	}
	g.flush("stock", 4)
}
