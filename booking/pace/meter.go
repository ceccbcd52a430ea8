// Package pace counts what a booking took: keys, time and calls. It keeps the numbers on this machine, without anything
// of the guest, the hotel or what was typed.
package pace

import (
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"bellhop/booking/wording"
)

// A Meter counts from the first key of a search until a booking is confirmed. It is safe for concurrent use; a nil one
// counts nothing.
type Meter struct {
	now func() time.Time

	mu       sync.Mutex
	began    time.Time
	calls    int
	searches int // for hotels since the booking before, also those that led to none
	keys     int
	asked    int            // keys on the search screen
	moves    int            // keys that went through the hotels row by row
	typed    map[string]int // letters by the title of the screen
	filled   bool           // a known guest was taken
}

// NewMeter counts by a clock that nobody moves.
func NewMeter(now func() time.Time) *Meter { return &Meter{now: now, typed: map[string]int{}} }

// A Press is one key on a screen.
type Press struct {
	Screen  string // its title
	Key     string // by name: "enter", "ctrl+s"; "" for a paste
	Letters int    // how many were typed at once; 0 for a key that is none, and for a paste
}

// Press counts a key. A paste is one.
func (m *Meter) Press(p Press) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if otherWork[p.Screen] {
		m.restart()
		return
	}
	if m.keys == 0 {
		m.began = m.now()
	}
	m.keys += max(1, p.Letters)
	switch {
	case p.Letters > 0:
		m.typed[p.Screen] += p.Letters
	case p.Key == "ctrl+g":
		m.filled = true
	}
	if p.Screen == searchScreen {
		m.asked += max(1, p.Letters)
	}
	if p.Screen == hotelsScreen && strings.Contains(" up down j k pgup pgdown ", " "+p.Key+" ") {
		m.moves++
	}
}

// The titles of the screens whose keys can be saved.
const (
	searchScreen = "search"
	hotelsScreen = "hotels"
	guestScreen  = "guest"
)

// otherWork are the titles of screens whose keys belong to no booking: who is there does something else.
var otherWork = map[string]bool{
	"reservations": true, "reservation": true, "deadlines": true, "cancel": true, "dates": true, "payment": true, "lost answers": true,
}

// Call counts a request to the service.
func (m *Meter) Call() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.calls++
}

// Search counts a search for hotels, which is a call as well.
func (m *Meter) Search() {
	if m == nil {
		return
	}
	m.Call()
	m.mu.Lock()
	defer m.mu.Unlock()
	m.searches++
}

// Restart begins anew: what was counted led to no booking.
func (m *Meter) Restart() {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.restart()
}

func (m *Meter) restart() {
	m.began, m.calls, m.keys, m.asked, m.moves, m.filled = time.Time{}, 0, 0, 0, 0, false
	clear(m.typed)
}

// Finish returns what the booking took and begins anew; ok is false where no key was pressed. The line asks for the same
// stay; empty is none.
func (m *Meter) Finish(line string) (b Booking, ok bool) {
	if m == nil {
		return Booking{}, false
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	defer m.restart()
	if m.keys == 0 {
		return Booking{}, false
	}
	at, searches := m.now(), m.searches
	m.searches = 0
	return Booking{Searches: &searches, At: at.UTC().Truncate(time.Second), Keys: m.keys, Calls: m.calls, Milliseconds: max(0, at.Sub(m.began).Milliseconds()), Hint: m.hint(line)}, true
}

// What each way costs in keys: letters in fields that a known guest fills, and rows of a list that a find skips.
const (
	knownGuestKeys = 5 // ctrl+g, two letters, enter, ctrl+s
	findKeys       = 5 // a slash, three letters, enter
	worthSaying    = 5 // a hint that saves less is none
)

// hint returns the one way that would have saved most.
func (m *Meter) hint(line string) string {
	asked, guest, rows := 0, 0, m.moves-findKeys
	if line != "" {
		asked = m.asked - utf8.RuneCountInString(line) - 1 // Enter.
	}
	if !m.filled {
		guest = m.typed[guestScreen] - knownGuestKeys
	}
	switch {
	case asked >= worthSaying && asked >= guest && asked >= rows:
		return "One line asks for all of it, " + line + ": " + wording.Plural(asked, "key") + " less"
	case guest >= worthSaying && guest >= rows:
		return "ctrl+g fills in a guest who was here before: " + wording.Plural(guest, "key") + " less"
	case rows >= worthSaying:
		return "/ on the hotels finds one by some letters: " + wording.Plural(rows, "key") + " less"
	}
	return ""
}

// A Booking is what one booking took.
type Booking struct {
	At           time.Time `json:"at"` // when it was confirmed, by this machine's clock
	Keys         int       `json:"keys"`
	Calls        int       `json:"calls"`
	Milliseconds int64     `json:"ms"`
	// Searches are those for hotels since the booking before, also those that led to none; nil where they were not counted.
	Searches *int   `json:"searches,omitempty"`
	Hint     string `json:"-"` // the one way that would have saved most; empty is none
}

// LookToBook returns how many searches for hotels led to this booking: "look-to-book 8:1"; "" where they were not counted.
func (b Booking) LookToBook() string {
	if b.Searches == nil || *b.Searches == 0 {
		return ""
	}
	return "look-to-book " + strconv.Itoa(*b.Searches) + ":1"
}

// Words returns "19 keys, 41 s, 3 calls".
func (b Booking) Words() string {
	return wording.Plural(b.Keys, "key") + ", " + seconds(b.Milliseconds) + ", " + wording.Plural(b.Calls, "call")
}

func seconds(ms int64) string {
	s := (ms + 500) / 1000
	if s < 120 {
		return strconv.FormatInt(s, 10) + " s"
	}
	return strconv.FormatInt(s/60, 10) + " min " + strconv.FormatInt(s%60, 10) + " s"
}
