package sandbox

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
)

// direct sends a request to the handler without a network between.
func (l *lab) direct(b *testing.B, status int, method, path string, body []byte) {
	b.Helper()
	r := httptest.NewRequestWithContext(b.Context(), method, path, bytes.NewReader(body))
	r.SetBasicAuth(l.account, l.token)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	l.sandbox.Handler().ServeHTTP(w, r)
	if w.Code != status {
		b.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
	}
}

func encoded(b *testing.B, v any) []byte {
	b.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		b.Fatal(err)
	}
	return text
}

func BenchmarkHotelSearch(b *testing.B) {
	l := start(b, func(o *Options) { o.Properties = DefaultProperties })
	body := encoded(b, searchBody())
	for b.Loop() {
		l.direct(b, 200, http.MethodPost, pathSearch, body)
	}
}

func BenchmarkDestinations(b *testing.B) {
	l := start(b, func(o *Options) { o.Properties = DefaultProperties })
	l.direct(b, 200, http.MethodGet, pathPlaces+"?query=lon", nil)
	for b.Loop() {
		l.direct(b, 200, http.MethodGet, pathPlaces+"?query=lon", nil)
	}
}

func BenchmarkRead(b *testing.B) {
	l := start(b, func(o *Options) { o.Dir = b.TempDir() })
	path := pathOf(l.book())
	b.RunParallel(func(p *testing.PB) {
		for p.Next() {
			l.direct(b, 200, http.MethodGet, path, nil)
		}
	})
}

// BenchmarkCreateDurable creates reservations that are on disk when they are
// answered, beside its floor: a synced insert of one such row by the raw
// driver.
func BenchmarkCreateDurable(b *testing.B) {
	l := start(b, func(o *Options) { o.Dir = b.TempDir() })
	body := l.offers(searchBody())[0].createBody()
	body["simulate"] = "confirmed" // Stock would run out.
	text := encoded(b, body)
	for name, clients := range map[string]int{"clients=1": 0, "clients=32": 32} {
		b.Run(name, func(b *testing.B) {
			if clients == 0 {
				for b.Loop() {
					l.direct(b, 201, http.MethodPost, pathCreate, text)
				}
				return
			}
			b.SetParallelism(clients / 2)
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					l.direct(b, 201, http.MethodPost, pathCreate, text)
				}
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
		for b.Loop() {
			if _, err := insert.ExecContext(b.Context(), text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkOpenExisting(b *testing.B) {
	o := options(b.TempDir())
	o.Properties, o.Samples = DefaultProperties, 240
	for b.Loop() {
		s, err := Open(b.Context(), o)
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}
