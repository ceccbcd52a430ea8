package journal

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// A Kind is what an attempt tries to write.
type Kind string

// The three writes of the service (SPEC 4.4, 4.5 and 4.7).
const (
	Create Kind = "create"
	Modify Kind = "modify"
	Cancel Kind = "cancel"
)

// A Step is what one line of the journal says.
type Step string

// The steps of an attempt in their order (see AttemptState), and Revealed, Repaired and Keyed, which belong to no attempt.
const (
	Planned  Step = "planned"  // decided on; nothing was sent
	Agreed   Step = "agreed"   // a note: the terms that the agent agreed to
	Sent     Step = "sent"     // the request goes out now; it may have arrived
	Answered Step = "answered" // the service's answer was read and is clear
	Unknown  Step = "unknown"  // the answer was lost
	Looked   Step = "looked"   // a look for what the lost answer was about
	Resolved Step = "resolved" // its outcome is known
	Closed   Step = "closed"   // a note: of the rebooking that the attempt began nothing is left to do
	Shown    Step = "shown"    // a note: the booking was shown to a person
	Revealed Step = "revealed" // guests that are masked were shown
	Repaired Step = "repaired" // the end of the file was cut off or is missing
	Keyed    Step = "keyed"    // guest.key was made anew, or no line proved it
)

// A Result is the outcome of an attempt in one word.
type Result string

// The results: a pair for each kind, and GivenUp for what nobody can find out.
const (
	Booked      Result = "booked"
	NotBooked   Result = "not-booked"
	Canceled    Result = "canceled"
	NotCanceled Result = "not-canceled"
	Modified    Result = "modified"
	NotModified Result = "not-modified"
	GivenUp     Result = "given-up"
)

// results are what a write of each kind comes to.
var results = map[Kind]struct{ made, notMade Result }{
	Create: {Booked, NotBooked}, Modify: {Modified, NotModified}, Cancel: {Canceled, NotCanceled},
}

// Made returns the result of a write of this kind that took place; empty for an unknown kind.
func (k Kind) Made() Result { return results[k].made }

// NotMade returns the result of a write of this kind that did not take place.
func (k Kind) NotMade() Result { return results[k].notMade }

// A Cause says why in one word: one of the constants, or an error type of the service (SPEC 8). The words of an
// error message may hold what the guest typed and become CauseOther.
type Cause string

// The causes that Bellhop knows of itself.
const (
	CauseTimeout      Cause = "timeout"
	CauseReset        Cause = "reset"        // the connection broke after the request went out
	CauseServerError  Cause = "server-error" // a status of 500 or more
	CauseUnreadable   Cause = "unreadable"   // an answer that is cut off, not JSON or without an id
	CauseForeign      Cause = "foreign"      // an answer that is not about what was sent
	CauseInterrupted  Cause = "interrupted"  // the process ended between sending and the answer
	CauseCanceled     Cause = "canceled"     // the agent left while the request was under way
	CauseNotSent      Cause = "not-sent"     // the process ended before it sent anything
	CauseDamaged      Cause = "damaged"      // the journal is damaged, so "not sent" cannot be relied on
	CauseExpired      Cause = "expired"      // not found within the window
	CauseDataReplaced Cause = "world-gone"   // it was sent to a state of a sandbox's data that has been replaced
	CauseOther        Cause = "other"
)

// Found is what a look for an unresolved write came to.
type Found string

// NotFound proves nothing before the window is over: a reservation may appear late.
const (
	FoundIt    Found = "found"
	NotFound   Found = "not-found"
	LookFailed Found = "failed"
)

// An Event is one line of the journal. It has no field for a secret, for anything of a guest or for custom
// data, and none may be added.
type Event struct {
	Seq     int64  `json:"seq"` // counts from 1 without a gap
	At      Moment `json:"at"`
	Step    Step   `json:"step"`
	Attempt string `json:"attempt,omitempty"` // empty in Revealed, Repaired and Keyed
	PID     int    `json:"pid"`               // the process that wrote the line
	Host    string `json:"host"`              // its machine, as a keyed hash
	User    string `json:"user,omitempty"`    // who ran it, by the name that the operating system knows

	Plan    *Plan    `json:"plan,omitempty"`    // in Planned
	Terms   string   `json:"terms,omitempty"`   // in Agreed: hash of the terms agreed to
	Cause   Cause    `json:"cause,omitempty"`   // in Unknown
	Look    *Look    `json:"look,omitempty"`    // in Looked
	Outcome *Outcome `json:"outcome,omitempty"` // in Answered and Resolved
	Reveal  *Reveal  `json:"reveal,omitempty"`  // in Revealed
	Cut     int64    `json:"cut,omitempty"`     // in Repaired: bytes of a torn line that were cut off
	Missing int64    `json:"missing,omitempty"` // in Repaired: whole events that journal.head knew of and the file lacks
	// Headless, in Repaired: journal.head could not tell whether events are missing.
	Headless bool `json:"headless,omitempty"`
	// Key proves guest.key and says nothing of it. It stands in the first line, in Keyed, and in the next line
	// where none has it.
	Key string `json:"key,omitempty"`

	Prev string `json:"prev"`           // hash of the line before, 64 zeros in the first line
	Hash string `json:"hash,omitempty"` // hash of this line without this field
}

// A Moment is a UTC time in RFC 3339, always with three digits of milliseconds.
type Moment struct{ time.Time }

const momentLayout = "2006-01-02T15:04:05.000Z"

func momentOf(t time.Time) Moment { return Moment{t.UTC().Truncate(time.Millisecond)} }

// MarshalJSON keeps the trailing zeros that time.Time leaves out.
func (m Moment) MarshalJSON() ([]byte, error) {
	return []byte(`"` + m.UTC().Format(momentLayout) + `"`), nil
}

// UnmarshalJSON reads what MarshalJSON writes and nothing else.
func (m *Moment) UnmarshalJSON(text []byte) error {
	t, err := time.Parse(`"`+momentLayout+`"`, string(text))
	if err != nil {
		return fmt.Errorf("%s is not a time like %q", text, momentLayout)
	}
	m.Time = t
	return nil
}

const (
	hashHex = 2 * sha256.Size // characters of a hash as text
	maxLine = 64 << 10        // bytes of a line; a real one has 300 to 900
)

// noHash is what the first line names as the hash before it.
const noHash = "0000000000000000000000000000000000000000000000000000000000000000"

const (
	sealStart = `,"hash":"`
	sealEnd   = `"}`
	sealSize  = len(sealStart) + hashHex + len(sealEnd)
)

// encode returns the event as a line with its newline, and the hash of the line as it stands without the hash.
func encode(e Event) (line []byte, hash string, err error) {
	e.Hash = ""
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		return nil, "", err
	}
	body := bytes.TrimSuffix(b.Bytes(), []byte("\n"))
	sum := sha256.Sum256(body)
	hash = hex.EncodeToString(sum[:])
	line = append(body[:len(body)-1], sealStart+hash+sealEnd+"\n"...)
	if len(line) > maxLine {
		return nil, "", fmt.Errorf("the event has %d bytes, more than %d", len(line), maxLine)
	}
	return line, hash, nil
}

var (
	errNoSeal  = errors.New("the line does not end in its hash")
	errChanged = errors.New("the line does not fit its hash: it was changed")
)

// sealOf splits a line without its newline into what the hash is taken over and the hash that it claims.
func sealOf(line []byte) (body []byte, hash string, ok bool) {
	cut := len(line) - sealSize
	if cut <= 0 || !bytes.HasPrefix(line[cut:], []byte(sealStart)) || !bytes.HasSuffix(line, []byte(sealEnd)) {
		return nil, "", false
	}
	hash = string(line[cut+len(sealStart) : len(line)-len(sealEnd)])
	for _, c := range []byte(hash) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return nil, "", false
		}
	}
	return line[:cut], hash, true
}

// decode reads a line without its newline. The hash is proved before anything is read. A step that this version
// does not know is returned as it stands.
func decode(line []byte) (Event, error) {
	body, hash, ok := sealOf(line)
	if !ok {
		return Event{}, errNoSeal
	}
	h := sha256.New()
	h.Write(body)
	h.Write([]byte("}"))
	var sum [sha256.Size]byte
	if hex.EncodeToString(h.Sum(sum[:0])) != hash {
		return Event{}, errChanged
	}
	var e Event
	if err := json.Unmarshal(line, &e); err != nil {
		return Event{}, fmt.Errorf("the line cannot be read: %w", err)
	}
	if e.Hash != hash || e.Seq < 1 {
		return Event{}, errors.New("the line's number or hash cannot be read")
	}
	return e, nil
}
