//go:build unix

package sandbox

import (
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"testing"
)

// BenchmarkRead reads one reservation over 32 connections, beside a server that
// answers the same bytes to everything.
func BenchmarkRead(b *testing.B) {
	x := serve(b)
	path := pathOf(x.book())
	text := x.answer(200, http.MethodGet, path, nil)
	for _, target := range []struct {
		name string
		*benchFixture
	}{{"sandbox", x}, {"floor", floor(b, 200, text)}} {
		b.Run(target.name, func(b *testing.B) {
			measure(b, 32, func(int) error {
				_, err := target.ask(200, http.MethodGet, path, nil)
				return err
			})
		})
	}
}

// BenchmarkCreate creates reservations that are on disk when they are answered,
// beside its floor: a synced insert of one such row by the raw driver.
func BenchmarkCreate(b *testing.B) {
	x := serve(b)
	body := x.offer().createBody()
	body["simulate"] = "confirmed" // Stock would run out.
	text := encoded(b, body)
	for _, clients := range []int{1, 32} {
		b.Run(fmt.Sprintf("clients=%d", clients), func(b *testing.B) {
			measure(b, clients, func(int) error {
				_, err := x.ask(201, http.MethodPost, pathCreate, text)
				return err
			})
		})
	}
	b.Run("raw", func(b *testing.B) {
		db, err := sql.Open("sqlite", "file:"+filepath.Join(b.TempDir(), "raw.db")+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)")
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		db.SetMaxOpenConns(1)
		if _, err := db.ExecContext(b.Context(), "CREATE TABLE r (seq INTEGER PRIMARY KEY, document BLOB)"); err != nil {
			b.Fatal(err)
		}
		insert, err := db.PrepareContext(b.Context(), "INSERT INTO r (document) VALUES (?)")
		if err != nil {
			b.Fatal(err)
		}
		defer func() { _ = insert.Close() }()
		measure(b, 1, func(int) error {
			_, err := insert.ExecContext(b.Context(), text)
			return err
		})
	})
}

// BenchmarkOpen opens the data of a world that exists. The making of the search
// index is apart: a small world's is made behind Open.
func BenchmarkOpen(b *testing.B) {
	for _, size := range benchSizes {
		for _, index := range []bool{false, true} {
			b.Run(fmt.Sprintf("hotels=%d/index=%v", size, index), func(b *testing.B) {
				o := options(b.TempDir())
				o.Properties, o.Samples = size, 240
				open := func(int) error {
					s, err := Open(b.Context(), o)
					if err != nil {
						return err
					}
					if index {
						s.world.Prepare(nil)
					}
					return s.Close()
				}
				if err := open(0); err != nil { // It makes the data.
					b.Fatal(err)
				}
				measure(b, 1, open)
			})
		}
	}
}
