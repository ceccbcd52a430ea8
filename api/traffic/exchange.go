// Package traffic has the requests that a client makes, as values: what each was and what became of it, without
// secrets and with guests masked; how many there may be in a minute; and what one waits for. It sends nothing.
package traffic

import (
	"io"
	"time"
)

// An Exchange is one request and what came of it. A read that is repeated is an exchange each time. It never holds an
// API key, a payment token or a verification code, and of a guest it holds initials.
type Exchange struct {
	Number    uint64 // counts the exchanges of the program from 1
	Operation string // in words: "search hotels"
	Method    string
	Base      string // the service's address, without a path
	Path      string // with the id of a reservation
	Template  string // without it
	Query     []Parameter
	Write     bool
	Try       int // 0, or how often a read was repeated before
	Began     time.Time
	Request   Body

	// Over reports whether it has ended; before that nothing below is known.
	Over      bool
	Took      time.Duration
	Status    int    // 0 where no answer came
	Failure   string // why none came, or what kind of refusal it was; empty for a success
	RequestID string
	Answer    Body
}

// A Parameter is one of a query. Masked says that its value is not what was sent.
type Parameter struct {
	Name, Value string
	Masked      bool
}

// A Body is a request's or an answer's, as it may be seen.
type Body struct {
	Text []byte // JSON; nil where nothing of it is kept
	Size int64  // in bytes, as it was sent or as far as it was read
	Kind string // what it is, where it is not JSON: "text/html"
	Cut  bool   // Text has only its beginning
	Gone bool   // Text was kept, and is not any more
}

// MaxBody is how much of a body is kept, in bytes: a page of hotels can have a hundred times that.
const MaxBody = 32 << 10

// A Seen is a reader that keeps the beginning of what is read through it.
type Seen struct {
	io.ReadCloser
	begin []byte
	size  int64
}

// See returns a reader of a body that keeps its beginning.
func See(body io.ReadCloser) *Seen { return &Seen{ReadCloser: body} }

func (s *Seen) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if n > 0 {
		s.size += int64(n)
		if room := MaxBody - len(s.begin); room > 0 {
			s.begin = append(s.begin, p[:min(n, room)]...)
		}
	}
	return n, err
}

// Body returns what was read, masked.
func (s *Seen) Body(m *Masking, kind string, isJSON bool) Body {
	b := Body{Size: s.size}
	if !isJSON {
		b.Kind = kind // Nobody knows what a page repeats.
		return b
	}
	b.Text, b.Cut = m.Mask(s.begin)
	b.Cut = b.Cut || s.size > int64(len(s.begin))
	return b
}

// Sent returns the body of a request, masked.
func (m *Masking) Sent(text []byte) Body {
	b := Body{Size: int64(len(text))}
	if len(text) > 0 {
		b.Text, b.Cut = m.Mask(text[:min(len(text), MaxBody)])
		b.Cut = b.Cut || len(text) > MaxBody
	}
	return b
}
