package bulk

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestReadBatch(t *testing.T) {
	t.Parallel()
	batch := func(format int, ids ...string) string {
		text, err := json.Marshal(batchFile{Format: format, Account: "agency@host", Reservations: ids})
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	for name, c := range map[string]struct {
		text string
		read bool
	}{
		"one reservation":    {batch(1, "R1"), true},
		"as many as allowed": {batch(1, slices.Repeat([]string{"R1"}, Most)...), true},
		"longest id":         {batch(1, strings.Repeat("R", mostID)), true},
		"no reservation":     {batch(1), false},
		"one too many":       {batch(1, slices.Repeat([]string{"R1"}, Most+1)...), false},
		"empty id":           {batch(1, "R1", ""), false},
		"id too long":        {batch(1, strings.Repeat("R", mostID+1)), false},
		"another format":     {batch(2, "R1"), false},
		"more after it":      {batch(1, "R1") + "{}", false},
		"unknown field":      {`{"format":1,"reservations":["R1"],"guests":[]}`, false},
		"no text":            {"", false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, err := readBatch([]byte(c.text))
			if (err == nil) != c.read || c.read != (len(b.Reservations) > 0) {
				t.Errorf("read: %v, with %d reservations", err, len(b.Reservations))
			}
		})
	}
}

// A run is finished only if each reservation is cancelled, was cancelled already or was refused. Its saved choice is
// deleted then.
func TestReport_Finished(t *testing.T) {
	t.Parallel()
	over := []Outcome{Canceled, Already, Refused, LeftOut}
	for _, a := range outcomes() {
		for _, b := range outcomes() {
			t.Run(fmt.Sprintf("%s and %s", a, b), func(t *testing.T) {
				t.Parallel()
				want := slices.Contains(over, a) && slices.Contains(over, b)
				r := Report{Results: []Result{{Outcome: a}, {Outcome: b}}}
				if r.Finished() != want {
					t.Errorf("it is finished: %t", r.Finished())
				}
				if r.Unknown = []string{"R1"}; r.Finished() {
					t.Error("with an unknown one it is finished")
				}
				if r.Unknown = []string{"R1", "R2"}; r.Finished() {
					t.Error("with two unknown ones it is finished")
				}
			})
		}
	}
}

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
