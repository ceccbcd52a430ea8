package bulk

import (
	"encoding/json"
	"testing"
)

// What is read is a choice of a size that is taken, and is written as the same.
func FuzzReadBatch(f *testing.F) {
	f.Add([]byte(`{"format":1,"account":"a@h","begun":"2026-12-01T09:00:00Z","reservations":["0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a"]}`))
	f.Add([]byte(`{"format":2}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		b, err := readBatch(text)
		if err != nil {
			return
		}
		if len(b.Reservations) == 0 || len(b.Reservations) > Most {
			t.Fatal(len(b.Reservations))
		}
		again, err := json.Marshal(b)
		if err != nil {
			t.Skip() // A year that is no year of JSON.
		}
		if _, err := readBatch(again); err != nil {
			t.Fatal(err)
		}
	})
}
