package guests

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/localfile"
	"bellhop/booking/wording"
)

const (
	mostEntries = 20_000
	mostBytes   = 32 << 20
	longestLine = 64 << 10
)

// An Entry is a guest of the guest book.
type Entry struct {
	Guest   api.Guest    `json:"guest"`
	Loyalty *api.Loyalty `json:"loyalty,omitempty"`
	At      time.Time    `json:"at"` // when they were booked last, or taken over
}

// A Book keeps guests in one file of this machine, a line of JSON each. A nil Book keeps nobody: that is how it is unless an
// operator wants one.
type Book struct{ path string }

// NewBook keeps guests in a file, which is made when it is needed.
func NewBook(path string) *Book { return &Book{path: path} }

// Entries returns the guests, those booked last first.
func (b *Book) Entries() ([]Entry, error) {
	if b == nil {
		return nil, nil
	}
	text, err := localfile.Read(b.path, mostBytes)
	if err != nil {
		return nil, fmt.Errorf("reading the guest book: %w", err)
	}
	list, err := readEntries(text)
	if err != nil {
		return nil, fmt.Errorf("reading the guest book: %s: %w", b.path, err)
	}
	return list, nil
}

// readEntries reads the text of a guest book.
func readEntries(text []byte) ([]Entry, error) {
	var list []Entry
	lines := bufio.NewScanner(bytes.NewReader(text))
	lines.Buffer(nil, longestLine)
	for n := 1; lines.Scan(); n++ {
		var e Entry
		if len(bytes.TrimSpace(lines.Bytes())) == 0 {
			continue
		}
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil || e.Guest.GivenName+e.Guest.Surname == "" {
			return nil, fmt.Errorf("line %d is not a guest", n)
		}
		list = append(list, e)
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	slices.SortStableFunc(list, func(a, b Entry) int { return b.At.Compare(a.At) })
	return list, nil
}

// Put keeps guests, each in place of who has the same name and address for mail. It returns how many are new. In a full
// book one guest takes the place of who was booked longest ago; several are refused.
func (b *Book) Put(entries ...Entry) (added int, err error) {
	if b == nil || len(entries) == 0 {
		return 0, nil
	}
	full := false
	err = b.change(func(old []Entry) []Entry {
		list, places := slices.Clone(old), map[string]int{}
		for i, e := range slices.Backward(list) {
			places[who(e.Guest)] = i
		}
		for _, e := range entries {
			e.Guest = booking.TidyGuest(e.Guest)
			at, known := places[who(e.Guest)]
			if !known {
				places[who(e.Guest)] = len(list)
				list, added = append(list, e), added+1
				continue
			}
			if e.Loyalty == nil {
				e.Loyalty = list[at].Loyalty
			}
			list[at] = e
		}
		if full = len(entries) > 1 && len(list) > mostEntries; full {
			return old
		}
		return list
	})
	if full {
		return 0, fmt.Errorf("the guest book holds %s guests, and with these there are more: nothing was taken over", wording.Count(mostEntries))
	}
	return added, err
}

// Remove throws guests away, and returns how many there were.
func (b *Book) Remove(which func(Entry) bool) (removed int, err error) {
	if b == nil {
		return 0, nil
	}
	err = b.change(func(list []Entry) []Entry {
		kept := slices.DeleteFunc(slices.Clone(list), which)
		removed = len(list) - len(kept)
		return kept
	})
	return removed, err
}

// Same returns what picks one guest.
func Same(g api.Guest) func(Entry) bool {
	return func(e Entry) bool { return who(e.Guest) == who(g) }
}

func (b *Book) change(by func([]Entry) []Entry) error {
	err := localfile.Update(b.path, mostBytes, func(old []byte) ([]byte, error) {
		list, err := readEntries(old)
		if err != nil {
			return nil, err
		}
		list = by(list)
		slices.SortStableFunc(list, func(a, b Entry) int { return b.At.Compare(a.At) })
		var out bytes.Buffer
		encoder := json.NewEncoder(&out)
		for _, e := range list[:min(len(list), mostEntries)] {
			err = errors.Join(err, encoder.Encode(e))
		}
		return out.Bytes(), err
	})
	if err != nil {
		return fmt.Errorf("keeping the guest book: %w", err)
	}
	return nil
}
