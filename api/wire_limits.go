package api

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"reflect"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// A bound is how many elements a list may have. No service sends nearly as
// many; what does is broken or hostile.
type bound struct {
	list string // as the specification calls it
	most int
}

// The bounds of every list that is kept.
var (
	boundResults       = bound{"results", 10_000}
	boundReservations  = bound{"items", 10_000}
	boundRooms         = bound{"rooms", 500}
	boundRates         = bound{"rates", 1_000}
	boundNights        = bound{"nightly_breakdown", 1_000}
	boundTerms         = bound{"terms", 50}
	boundPenalties     = bound{"cancel_penalties", 200}
	boundPerks         = bound{"included_perks", 500}
	boundBeds          = bound{"bed_types", 100}
	boundImages        = bound{"images", 1_000}
	boundAmenities     = bound{"amenities", 1_000}
	boundFacts         = bound{"deposit_policies", 1_000}
	boundCharges       = bound{"fees or taxes", 500}
	boundCustom        = bound{"custom_data", 200}
	boundExchange      = bound{"currency_exchange_rates", 1_000}
	boundInDestination = bound{"hotels", 200_000} // the widest of all lists of texts
	boundReviewSites   = bound{"missing_reviewsite_ids", 10_000}
	boundPath          = bound{"field", 32}
	boundTexts         = bound{"a list of texts", 1_000}
)

// maxProblems is how many details of a refusal are kept. The others are
// counted: a form has far fewer fields.
const maxProblems = 50

const (
	maxText  = 4 << 10  // bytes of a text for one line; a longer one is cut
	maxProse = 32 << 10 // bytes of a text of several lines; a longer one is cut
	maxExact = 4 << 10  // bytes of what is sent back; a longer one is an error
)

// headroom is what an answer may take in memory beside twice its own size. The
// lists of a short one grow by leaps, and it holds the texts that are shared.
const headroom = 8 << 20

type limitError struct{ text string }

func (e *limitError) Error() string { return e.text }

// stop ends the decoding at a bound.
func (r *reader) stop(format string, arguments ...any) {
	if r.err == nil {
		r.err = &limitError{fmt.Sprintf(format, arguments...)}
	}
}

// charge counts memory that was taken for the answer: what a few bytes stand
// for may be a hundred times as large.
func (r *reader) charge(bytes int) {
	if r.spent += int64(bytes); r.spent > 2*r.source.total+headroom {
		r.stop("the answer takes more than twice its size in memory (%s)", orElse(r.list, "one object"))
	}
}

// add appends an element to a list within its bound. Its capacity never goes
// beyond the bound, so that only growing has to look at it.
func add[T any](r *reader, b bound, list []T, element T) []T {
	if len(list) == cap(list) {
		if !r.mayGrow(b, len(list)) {
			return list
		}
		list = grown(r, b, list)
	}
	return append(list, element)
}

// mayGrow reports whether a list may have more elements than it has.
func (r *reader) mayGrow(b bound, length int) bool {
	if length >= b.most {
		r.stop("the answer has more than %d elements in %s", b.most, b.list)
	}
	r.list = b.list
	return length < b.most
}

func grown[T any](r *reader, b bound, list []T) []T {
	more := make([]T, len(list), min(max(2*len(list), 1), b.most))
	r.charge(cap(more) * int(reflect.TypeFor[T]().Size()))
	copy(more, list)
	return more
}

// cut shortens a text to so many bytes at the border of a character, and shows
// that it did.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most - len("…")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// How much of one value the decoder is given: it keeps every value whole in
// memory, however long. No text that is kept is as long.
const (
	maxValue  = 64 << 10
	maxStrict = 2 << 20 // where nothing may be left out unread
)

var (
	errLongValue  = errors.New("the answer has one value of more than 64 KiB that is no text")
	errLongStrict = errors.New("the answer has one value of more than 2 MiB")
)

// longTexts stands between an answer and its decoder and leaves out what a text
// has beyond maxValue. Any other value of that length is an error. Of an answer
// that is read strictly every byte counts, so that a longer text is one too.
type longTexts struct {
	source  io.Reader
	dec     *jsontext.Decoder
	strict  strictness
	given   int64  // bytes that the decoder was given
	total   int64  // bytes of the answer, with those left out
	held    []byte // read from the source and not given yet
	scratch []byte
}

func (l *longTexts) Read(p []byte) (int, error) {
	most := int64(maxValue)
	if l.strict == strict {
		most = maxStrict
	}
	if len(l.held) == 0 && l.given-l.dec.InputOffset() > most {
		if err := l.leaveOut(); err != nil {
			return 0, err
		}
	}
	if len(l.held) > 0 {
		n := copy(p, l.held)
		l.held = l.held[n:]
		l.given += int64(n)
		return n, nil
	}
	n, err := l.source.Read(p)
	l.given += int64(n)
	l.total += int64(n)
	return n, err
}

// leaveOut reads on to the end of the text that the decoder is in, and holds
// what ends it: the rest of an escape, the quote and what follows.
func (l *longTexts) leaveOut() error {
	if l.strict == strict {
		return errLongStrict
	}
	begun := bytes.TrimLeft(l.dec.UnreadBuffer(), " \t\r\n,:")
	if len(begun) == 0 || begun[0] != '"' {
		return errLongValue
	}
	var e escape
	for _, c := range begun[1:] {
		e.next(c)
	}
	if l.scratch == nil {
		l.scratch = make([]byte, 32<<10)
	}
	var tail []byte // that ends an escape
	inEscape := e.left > 0
	for {
		n, err := l.source.Read(l.scratch)
		l.total += int64(n)
		if n == 0 && err != nil {
			return err
		}
		for i, c := range l.scratch[:n] {
			if e.left == 0 && c == '"' {
				l.held = append(tail, l.scratch[i:n]...)
				return nil
			}
			e.next(c)
			if inEscape {
				tail = append(tail, c)
				inEscape = e.left > 0
			}
		}
	}
}

// An escape follows the escapes of a JSON text from byte to byte.
type escape struct {
	left int // bytes until the escape is over, one at least; 0 outside of any
	name bool
}

func (e *escape) next(c byte) {
	switch {
	case e.name: // The byte behind the backslash.
		e.name = false
		if e.left = 0; c == 'u' {
			e.left = 4
		}
	case e.left > 0:
		e.left--
	case c == '\\':
		e.left, e.name = 1, true
	}
}

// nameMemory is what the decoder keeps of a name to find it when it comes twice.
const nameMemory = 64

// skip reads over a value. A strict decoder remembers the names of the objects
// that it is in.
func (r *reader) skip() {
	if r.strict == tolerant || !r.is(kindObject) && !r.is(kindArray) {
		if r.err == nil {
			r.err = r.dec.SkipValue()
		}
		return
	}
	var open []int // tokens in each value that has begun and not ended
	for r.err == nil {
		token, err := r.dec.ReadToken()
		if err != nil {
			r.err = err
			return
		}
		switch token.Kind() {
		case kindObject, kindArray:
			open = append(open, 0)
		case '}', ']':
			last := len(open) - 1
			r.spent -= int64(nameMemory * open[last])
			if open = open[:last]; last == 0 {
				return
			}
		default:
			open[len(open)-1]++
			r.charge(nameMemory)
		}
	}
}
