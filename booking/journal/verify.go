package journal

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

// A Report is what Verify found.
type Report struct {
	Lines    int64
	Attempts int
	Open     int       // attempts of which it is not known what came
	Last     time.Time // of the last whole event; zero for an empty journal
	Repairs  int       // torn lines that were cut off after a crash
	Torn     int64     // bytes of a torn line at the end, which the next append cuts off
	// Problems are what no crash explains, by line; they stay in every later report.
	Problems []Problem
	// Notes are what is unusual and harmless.
	Notes []string
	// SignedBy is the fingerprint of the key with which an export was signed; empty for a journal, and where none fits.
	SignedBy string

	key string // what the lines say of guest.key
}

// OK says that the lines fit each other (see Fits).
func (r Report) OK() bool { return len(r.Problems) == 0 }

// Verify reads a whole journal, changes nothing, and reports every line that is changed, removed, inserted or
// in the wrong place, an end that was cut off (FEATURES B8), and a guest.key that is not the journal's. It finds
// accidents, not forgers: the owner can compute all hashes and journal.head again. An error means that the file could
// not be read.
func Verify(dir string) (Report, error) {
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(dir); err != nil {
		return Report{}, fmt.Errorf("the journal cannot be read: %w", err)
	}
	// A copy without its lock file, or on a medium that cannot be written, has no writers.
	lock := flock.New(filepath.Join(dir, lockName), flock.SetFlag(os.O_RDONLY))
	if err := patiently(lock.TryRLockContext); errors.Is(err, ErrBusy) {
		return Report{}, err
	}
	defer func() { _ = lock.Unlock() }()
	h := readHead(dir)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return examine(strings.NewReader(""), 0, h)
	}
	if err != nil {
		return Report{}, fmt.Errorf("the journal cannot be read: %w", err)
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return Report{}, fmt.Errorf("the journal cannot be read: %w", err)
	}
	r, err := examine(f, info.Size(), h)
	found, notes := examineKey(dir, r.key)
	r.Problems, r.Notes = append(r.Problems, found...), append(r.Notes, notes...)
	return r, err
}

// examine reads a file of so many bytes and compares its end with the head.
func examine(in io.Reader, size int64, h head) (Report, error) {
	var r Report
	c, attempts, end := newChain(h), newAttemptSet(0), int64(0)
	err := eachLine(io.LimitReader(in, size), 0, func(line []byte, at span) {
		if at.end() == size && c.unfinished(line) {
			return
		}
		e, found := c.apply(attempts, line, at)
		r.Problems = append(r.Problems, found...)
		end = at.end()
		if !e.At.IsZero() {
			r.Last = e.At.Time
		}
		if e.Step == Repaired && e.Cut > 0 {
			r.Repairs++
		}
	})
	if err != nil {
		return Report{}, fmt.Errorf("the journal cannot be read: %w", err)
	}
	found, notes := c.end()
	r.Problems, r.Notes, r.key = append(r.Problems, found...), notes, c.key
	r.Lines, r.Attempts, r.Torn = c.line, len(attempts.planned), size-end
	for _, a := range attempts.planned {
		if a.open {
			r.Open++
		}
	}
	return r, nil
}
