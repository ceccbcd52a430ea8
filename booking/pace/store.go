package pace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"time"

	"bellhop/booking/localfile"
	"bellhop/booking/wording"
)

const (
	mostKept  = 2000      // bookings; the oldest go first
	mostBytes = 1 << 20   // of a file
	longest   = 200 << 10 // of a line
)

// A Store keeps what bookings took in one file, a line of JSON each. A nil Store keeps nothing.
type Store struct{ path string }

// NewStore keeps the numbers in a file, which is made when it is needed.
func NewStore(path string) *Store { return &Store{path: path} }

// Add keeps one more booking.
func (s *Store) Add(b Booking) error {
	if s == nil {
		return nil
	}
	line, err := json.Marshal(b)
	if err != nil {
		return fmt.Errorf("keeping what a booking took: %w", err)
	}
	err = localfile.Update(s.path, mostBytes, func(old []byte) ([]byte, error) {
		// A line that is damaged stays: it is not for this one to throw it away.
		lines := bytes.Split(bytes.TrimRight(old, "\n"), []byte("\n"))
		if len(old) == 0 {
			lines = nil
		}
		lines = append(lines, line)
		return append(bytes.Join(lines[max(0, len(lines)-mostKept):], []byte("\n")), '\n'), nil
	})
	if err != nil {
		return fmt.Errorf("keeping what a booking took: %w", err)
	}
	return nil
}

// Bookings returns what is kept, the oldest first, and how many lines cannot be read: they are passed over.
func (s *Store) Bookings() (kept []Booking, damaged int, err error) {
	if s == nil {
		return nil, 0, nil
	}
	text, err := localfile.Read(s.path, mostBytes)
	if err != nil {
		return nil, 0, fmt.Errorf("reading what bookings took: %w", err)
	}
	return Read(bytes.NewReader(text))
}

// Path returns the file; empty for a nil Store.
func (s *Store) Path() string {
	if s == nil {
		return ""
	}
	return s.path
}

// Read returns the bookings of a file's text, and how many of its lines are none.
func Read(from io.Reader) (kept []Booking, damaged int, err error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longest)
	for lines.Scan() {
		var b Booking
		switch {
		case len(bytes.TrimSpace(lines.Bytes())) == 0:
		case json.Unmarshal(lines.Bytes(), &b) == nil && b.Keys > 0 && b.Calls >= 0 && b.Milliseconds >= 0 && !b.At.IsZero():
			kept = append(kept, b)
		default:
			damaged++
		}
	}
	if err := lines.Err(); err != nil {
		return nil, 0, fmt.Errorf("reading what bookings took: %w", err)
	}
	return kept, damaged, nil
}

// Remove throws away what is kept.
func (s *Store) Remove() error {
	if s == nil {
		return nil
	}
	if err := localfile.Remove(s.path); err != nil {
		return fmt.Errorf("removing what bookings took: %w", err)
	}
	return nil
}

// A Summary is what the bookings of some days took: how many there are, the one in the middle, and the best.
type Summary struct {
	Count        int      `json:"bookings"`
	Keys         Range    `json:"keys"`
	Calls        Range    `json:"calls"`
	Milliseconds Range    `json:"ms"`
	Searches     Searches `json:"searches"`
}

// Searches are those for hotels that some bookings took, also those in between that led to none.
type Searches struct {
	Made     int `json:"made"`
	Bookings int `json:"bookings"` // whose searches were counted
}

// A Range is a median and the least.
type Range struct {
	Median int64 `json:"median"`
	Best   int64 `json:"best"`
}

// Since summarises the bookings from a moment on.
func Since(kept []Booking, from time.Time) Summary {
	kept = slices.DeleteFunc(slices.Clone(kept), func(b Booking) bool { return b.At.Before(from) })
	of := func(value func(Booking) int64) Range {
		values := make([]int64, len(kept))
		for i, b := range kept {
			values[i] = value(b)
		}
		return rangeOf(values)
	}
	var searches Searches
	for _, b := range kept {
		if b.Searches != nil && *b.Searches >= 0 {
			searches.Made, searches.Bookings = searches.Made+*b.Searches, searches.Bookings+1
		}
	}
	return Summary{
		Searches: searches, Count: len(kept), Keys: of(func(b Booking) int64 { return int64(b.Keys) }), Calls: of(func(b Booking) int64 { return int64(b.Calls) }),
		Milliseconds: of(func(b Booking) int64 { return b.Milliseconds }),
	}
}

// rangeOf takes of an even number of values the lower of the two in the middle: it is one that happened.
func rangeOf(values []int64) Range {
	if len(values) == 0 {
		return Range{}
	}
	slices.Sort(values)
	return Range{Median: values[(len(values)-1)/2], Best: values[0]}
}

// Words returns the summary in a line for each number; nothing for no booking.
func (s Summary) Words() []string {
	if s.Count == 0 {
		return nil
	}
	lines := []string{
		fmt.Sprintf("keys     median %d, best %d", s.Keys.Median, s.Keys.Best),
		fmt.Sprintf("time     median %s, best %s", seconds(s.Milliseconds.Median), seconds(s.Milliseconds.Best)),
		fmt.Sprintf("calls    median %d, best %d", s.Calls.Median, s.Calls.Best),
	}
	if all := s.Searches; all.Bookings > 0 {
		each := float64(all.Made) / float64(all.Bookings)
		lines = append(lines, fmt.Sprintf("searches %s for %s, %.1f each", wording.Count(all.Made), wording.Plural(all.Bookings, "booking"), each))
	}
	return lines
}
