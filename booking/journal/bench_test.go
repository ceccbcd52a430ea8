package journal

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// BenchmarkAppend is one event on the disk. The floor is a write and a sync of
// as many bytes.
func BenchmarkAppend(b *testing.B) {
	b.Run("floor", func(b *testing.B) {
		f, err := os.Create(filepath.Join(b.TempDir(), "f"))
		if err != nil {
			b.Fatal(err)
		}
		defer f.Close()
		line := make([]byte, 260)
		for b.Loop() {
			if _, err := f.Write(line); err != nil {
				b.Fatal(err)
			}
			if err := f.Sync(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("event", func(b *testing.B) {
		j, err := Open(filepath.Join(b.TempDir(), "j"), Options{})
		if err != nil {
			b.Fatal(err)
		}
		defer j.Close()
		a, err := j.Begin(plan("att-1"))
		if err != nil {
			b.Fatal(err)
		}
		defer a.Close()
		if err := a.Sent(); err != nil {
			b.Fatal(err)
		}
		if err := a.Unknown(CauseReset); err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if err := a.Looked(Look{Found: NotFound}); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// long is a journal of so many events, four for each booking, written without
// a sync.
func long(b *testing.B, events int) string {
	b.Helper()
	dir := b.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		b.Fatal(err)
	}
	var text []byte
	last := link{Hash: noHash}
	for i := range events {
		id := fmt.Sprintf("att-ABCDEFGHIJKLMNOPQRST%06d", i/4)
		e := Event{Seq: last.Seq + 1, At: momentOf(noon.Add(time.Duration(i) * time.Second)), Attempt: id, PID: 4711, Host: "9c1f0a7b22d4", Prev: last.Hash}
		o := booked
		o.Reservation = fmt.Sprintf("R%031d", i/4)
		switch i % 4 {
		case 0:
			p := plan(id)
			p.Guest = fmt.Sprintf("%032x", i/40)
			e.Step, e.Plan = Planned, &p
		case 1:
			e.Step = Sent
		case 2:
			e.Step, e.Outcome = Answered, &o
		default:
			e.Step, e.Outcome = Resolved, &o
		}
		line, hash, err := encode(e)
		if err != nil {
			b.Fatal(err)
		}
		text, last = append(text, line...), link{e.Seq, hash}
	}
	if err := os.WriteFile(filepath.Join(dir, fileName), text, 0o600); err != nil {
		b.Fatal(err)
	}
	if _, err := (head{}).replace(dir, last); err != nil {
		b.Fatal(err)
	}
	return dir
}

// BenchmarkLong is what a journal of 100,000 events costs: at the first start,
// which makes the index, at the later ones, with as many lines behind the index
// as there ever are, and then for each question. The floor of a start is the
// digest of the file: no start is faster that notices every edit.
func BenchmarkLong(b *testing.B) {
	dir := long(b, 100_000)
	file, index := filepath.Join(dir, fileName), filepath.Join(dir, indexName)
	opened := func(b *testing.B, before func()) {
		for b.Loop() {
			if before != nil {
				b.StopTimer()
				before()
				b.StartTimer()
			}
			j, err := Open(dir, Options{})
			if err != nil {
				b.Fatal(err)
			}
			j.Close()
		}
	}
	b.Run("first open", func(b *testing.B) {
		opened(b, func() { _ = os.Remove(index) })
	})
	b.Run("open", func(b *testing.B) { opened(b, nil) })
	b.Run("floor", func(b *testing.B) {
		for b.Loop() {
			f, err := os.Open(file)
			if err != nil {
				b.Fatal(err)
			}
			size, err := io.CopyBuffer(sha256.New(), io.LimitReader(f, 1<<40), make([]byte, digestBuffer))
			if err != nil || f.Close() != nil {
				b.Fatal(err)
			}
			b.SetBytes(size)
		}
	})
	b.Run("verify", func(b *testing.B) {
		for b.Loop() {
			if r, err := Verify(dir); err != nil || !r.OK() || r.Lines < 100_000 {
				b.Fatal(r, err)
			}
		}
	})
	j, err := Open(dir, Options{Now: func() time.Time { return noon }})
	if err != nil {
		b.Fatal(err)
	}
	defer j.Close()
	for name, ask := range map[string]func() (int, error){
		"open attempts": func() (int, error) { s, err := j.Attempts(Filter{Open: true}); return len(s) + 1, err },
		"newest 50":     func() (int, error) { s, err := j.Attempts(Filter{Most: 50}); return len(s), err },
		"all":           func() (int, error) { s, err := j.Attempts(Filter{}); return len(s), err },
		"show":          func() (int, error) { e, err := j.Show(fmt.Sprintf("R%031d", 12_345)); return len(e), err },
		"similar": func() (int, error) {
			p := plan("att-9")
			p.Guest = fmt.Sprintf("%032x", 1234)
			s, err := j.Similar(p, 24*time.Hour)
			return len(s), err
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if n, err := ask(); err != nil || n == 0 {
					b.Fatal(n, err)
				}
			}
		})
	}
}
