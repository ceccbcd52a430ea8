package api

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// The kinds of JSON value, by the first byte of each; '0' stands for numbers.
const (
	kindNull   jsontext.Kind = 'n'
	kindTrue   jsontext.Kind = 't'
	kindFalse  jsontext.Kind = 'f'
	kindString jsontext.Kind = '"'
	kindNumber jsontext.Kind = '0'
	kindObject jsontext.Kind = '{'
	kindArray  jsontext.Kind = '['
)

// A reader takes an answer apart as it arrives, without a model of it in
// between. It is lenient about types and strict about syntax: each of its
// methods reads one value, whatever it is, so that one odd field never costs
// the rest. The first syntax or transport error stays in err and ends every loop.
type reader struct {
	dec      *jsontext.Decoder
	source   *longTexts
	strict   strictness
	interned map[string]string
	list     string   // the list that grew last, for errors
	spare    []string // where lists of texts grow
	unquoted []byte   // where texts with escapes are written
	spent    int64    // bytes of memory, see charge
	err      error
}

// maxInterned is the longest text that is shared between its occurrences:
// keys, codes and currencies come back thousands of times in one answer.
const maxInterned = 32

// maxInternedTexts bounds the table of shared texts.
const maxInternedTexts = 4096

// A strictness says what a body may get wrong and still be read.
type strictness bool

const (
	tolerant strictness = false // of names that stand twice, and of what is not UTF-8
	strict   strictness = true  // for what decides about a write: which of two ids is meant?
)

func newReader(source io.Reader, s strictness) *reader {
	texts := &longTexts{source: source, strict: s}
	texts.dec = jsontext.NewDecoder(texts,
		jsontext.AllowDuplicateNames(s == tolerant), jsontext.AllowInvalidUTF8(s == tolerant))
	return &reader{dec: texts.dec, source: texts, strict: s, interned: make(map[string]string, 128)}
}

// errNotObject says that the answer is JSON but not an object.
var errNotObject = errors.New("the answer is not a JSON object")

// decodeObject reads exactly one JSON object with the function and makes sure
// that nothing but white space follows it.
func decodeObject[T any](source io.Reader, s strictness, read func(*reader) T) (T, error) {
	var zero T
	r := newReader(source, s)
	switch r.kind() {
	case kindObject:
	case jsontext.KindInvalid:
		_, err := r.dec.ReadToken()
		return zero, err
	default:
		return zero, errNotObject
	}
	value := read(r)
	if r.err == nil {
		if _, err := r.dec.ReadToken(); err == nil {
			r.err = errors.New("something follows the answer")
		} else if !errors.Is(err, io.EOF) {
			r.err = err
		}
	}
	return value, r.err
}

func (r *reader) kind() jsontext.Kind { return r.dec.PeekKind() }

// is reports whether the next value is of the kind.
func (r *reader) is(kind jsontext.Kind) bool { return r.err == nil && r.kind() == kind }

// value reads the next value as it is written. The bytes last until the next read.
func (r *reader) value() []byte {
	if r.err != nil {
		return nil
	}
	raw, err := r.dec.ReadValue()
	if err != nil {
		r.err = err
		return nil
	}
	return raw
}

// position identifies the next value, to find out whether a loop's body read it.
func (r *reader) position() int64 {
	_, n := r.dec.StackIndex(r.dec.StackDepth())
	return n
}

// fields loops over the members of an object; what the body does not read is
// skipped. Anything but an object has no members.
func (r *reader) fields() iter.Seq[string] {
	return func(yield func(string) bool) {
		for name := range r.names() {
			if !yield(cut(r.read(name), maxText)) {
				return // no body breaks off
			}
		}
	}
}

// names is fields with the names as they are written, until the next read.
func (r *reader) names() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		if !r.is(kindObject) {
			r.skip()
			return
		}
		_, r.err = r.dec.ReadToken()
		for r.err == nil && r.kind() != '}' {
			name := r.value()
			before := r.position()
			if r.strict == strict {
				r.charge(nameMemory)
			}
			if !yield(name) {
				return
			}
			if r.err == nil && r.position() == before {
				r.skip()
			}
		}
		if r.err == nil {
			_, r.err = r.dec.ReadToken()
		}
	}
}

// items loops over the elements of an array; what the body does not read is
// skipped. Null is an empty array, and anything else is its only element: some
// services send a single element bare.
func (r *reader) items() iter.Seq[int] {
	return func(yield func(int) bool) {
		switch {
		case r.is(kindNull):
			r.skip()
			return
		case !r.is(kindArray):
			r.item(0, yield)
			return
		}
		_, r.err = r.dec.ReadToken()
		for i := 0; r.err == nil && r.kind() != ']'; i++ {
			if !r.item(i, yield) {
				return
			}
		}
		if r.err == nil {
			_, r.err = r.dec.ReadToken()
		}
	}
}

func (r *reader) item(i int, yield func(int) bool) bool {
	before := r.position()
	more := yield(i)
	if r.err == nil && r.position() == before {
		r.skip()
	}
	return more
}

// exact reads a text byte for byte, for what is sent back as it came. One that
// is longer than any of its kind is an error that names it.
func (r *reader) exact(name string) string {
	text := r.raw()
	if len(text) > maxExact {
		r.stop("the answer has a %s of more than %d bytes", name, maxExact)
		return ""
	}
	return text
}

// text reads a text for one line. A number, a boolean or even an object in
// its place is kept as it is written; null is empty.
func (r *reader) text() string {
	return cut(r.raw(), maxText)
}

// prose reads a text that may have several lines.
func (r *reader) prose() string { return cut(r.raw(), maxProse) }

// raw reads a text, or anything else as it is written.
func (r *reader) raw() string { return r.read(r.value()) }

// number reads the text of a number, which may stand in a string.
func (r *reader) number() string { return strings.TrimSpace(r.text()) }

// read returns the text of a value; null is empty.
func (r *reader) read(raw []byte) string {
	switch {
	case len(raw) == 0 || raw[0] == 'n':
		return ""
	case raw[0] != '"':
		return r.intern(raw)
	}
	inner := raw[1 : len(raw)-1]
	for _, c := range inner {
		if c == '\\' || c >= 0x7f {
			r.unquoted, _ = jsontext.AppendUnquote(r.unquoted[:0], raw) // Invalid UTF-8 becomes U+FFFD.
			return r.intern(r.unquoted)
		}
	}
	return r.intern(inner)
}

func (r *reader) intern(raw []byte) string {
	if len(raw) > maxInterned {
		return r.keep(raw)
	}
	if text, ok := r.interned[string(raw)]; ok {
		return text
	}
	text := r.keep(raw)
	if len(r.interned) < maxInternedTexts {
		r.interned[text] = text
	}
	return text
}

func (r *reader) keep(raw []byte) string {
	r.charge(len(raw))
	return string(raw)
}

// integer reads a whole number; what is none, or does not fit, is 0.
func (r *reader) integer() int {
	n, _ := wholeNumber(r.number())
	return n
}

// optionalInteger is nil for what is no number.
func (r *reader) optionalInteger() *int {
	n, ok := wholeNumber(r.number())
	if !ok {
		return nil
	}
	return &n
}

func wholeNumber(text string) (int, bool) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1e9 {
		return 0, false
	}
	return int(f), true
}

func (r *reader) degrees() (float64, bool) {
	f, err := strconv.ParseFloat(r.number(), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// flag reads a boolean, nil for what is none.
func (r *reader) flag() *bool {
	var value bool
	switch strings.ToLower(r.text()) {
	case "true", "1":
		value = true
	case "false", "0":
	default:
		return nil
	}
	return &value
}

func (r *reader) truth() bool {
	flag := r.flag()
	return flag != nil && *flag
}

// texts reads a list of texts, or a single one; empty ones are left out.
func (r *reader) texts(b bound) []string { return r.textsWith(b, (*reader).text) }

func (r *reader) textsWith(b bound, read func(*reader) string) []string {
	spare := r.spare[:0]
	for range r.items() {
		if text := read(r); text != "" && r.mayGrow(b, len(spare)) {
			if len(spare) == cap(spare) {
				spare = grown(r, boundInDestination, spare) // Lists of other bounds grow here too.
			}
			spare = append(spare, text)
		}
	}
	r.spare = spare
	if len(spare) == 0 {
		return nil
	}
	r.charge(len(spare) * int(reflect.TypeFor[string]().Size()))
	return slices.Clone(spare)
}

// date reads a calendar date, or the date of a date-time; what is neither is
// the zero Date.
func (r *reader) date() Date {
	text := r.text()
	if date, err := ParseDate(text); err == nil {
		return date
	}
	t, _, ok := parseISO(text)
	if !ok {
		return Date{}
	}
	return DateOf(t)
}

var errTwice = errors.New("the answer has a name twice")

// syntaxError describes what is wrong with a body without quoting it: a body
// may hold a guest's data.
func syntaxError(err error) error {
	var syntax *jsontext.SyntacticError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF):
		return io.ErrUnexpectedEOF
	case errors.Is(err, errLongValue):
		return errLongValue
	case errors.Is(err, errLongStrict):
		return errLongStrict
	case errors.Is(err, jsontext.ErrDuplicateName):
		return errTwice
	case errors.As(err, &syntax):
		return fmt.Errorf("not JSON at byte %d", syntax.ByteOffset)
	default:
		return err
	}
}
