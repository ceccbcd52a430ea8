package recording

import (
	"bytes"
	"crypto/sha256"
	"maps"
	"net/http"
	"slices"

	"bellhop/sandbox/internal/attempt"
	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// question is a request as far as a recording keeps it: what two requests must
// have in common to get the same answer.
type question struct {
	method string
	target string
	query  map[string][]string
	body   jsontree.Value
	bare   bool // there is no body
}

func (l line) questionOf() question {
	q := question{method: l.Method, target: l.Target, query: l.Query, bare: len(l.Request) == 0}
	if !q.bare {
		q.body, _ = jsontree.Decode(l.Request, nil) // It is JSON, and what is too deep is like nothing else.
	}
	return q
}

// key returns the same for questions that mean the same: the order of members
// and of parameters is of no account, and neither is the id of a new booking's
// attempt.
func (q question) key() [sha256.Size]byte {
	var b bytes.Buffer
	b.WriteString(q.method + " " + q.target + "\n")
	for _, name := range slices.Sorted(maps.Keys(q.query)) {
		jsontree.WriteText(&b, name)
		for _, text := range q.query[name] {
			jsontree.WriteText(&b, text)
		}
		b.WriteByte('&')
	}
	b.WriteByte('\n')
	if !q.bare {
		q.body.Sorted().Write(&b)
	}
	text := b.Bytes()
	if q.books() {
		text = attempt.IDs().ReplaceAll(text, []byte(attempt.AnyID))
	}
	return sha256.Sum256(text)
}

// books reports whether the request makes a reservation.
func (q question) books() bool {
	return q.method == http.MethodPost && q.target == service.PathReservation
}

// attempt returns the id of the attempt in a request, or "".
func (q question) attempt() string {
	for _, m := range q.body.Member("custom_data").Members {
		if attempt.IsID(m.Value.Text) {
			return m.Value.Text
		}
	}
	return ""
}
