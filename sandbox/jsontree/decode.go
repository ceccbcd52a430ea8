package jsontree

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf8"
)

// maxDepth is how deep a request body may be nested. The deepest one that
// means anything has six levels.
const maxDepth = 32

// maxValues is how many JSON values a body may hold. The largest one that
// means anything has some hundreds; in memory a value takes far more than the
// two bytes that it can be written in.
const maxValues = 20_000

// The errors of decoding that are about shape, not syntax.
var (
	errTooDeep = errors.New("is nested too deeply")
	errTooMany = fmt.Errorf("holds more than %d values", maxValues)
)

// DecodeRequest is Decode for what a client sends: it takes a bounded number of
// values.
func DecodeRequest(body []byte, p *Problems) (Value, error) { return decodeUpTo(body, p, maxValues) }

// Decode reads one JSON value and nothing else. A name that an object holds
// twice is a problem: which of the two was meant can't be known. Problems may be
// nil.
func Decode(body []byte, p *Problems) (Value, error) { return decodeUpTo(body, p, math.MaxInt) }

func decodeUpTo(body []byte, p *Problems, most int) (Value, error) {
	if !utf8.Valid(body) {
		return Value{}, errors.New("is not UTF-8")
	}
	d := decoder{json.NewDecoder(bytes.NewReader(body)), most}
	d.UseNumber()
	v, err := d.value(nil, p)
	if err != nil {
		return Value{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return Value{}, errors.New("goes on after the JSON value")
	}
	return v, nil
}

// DecodeNext reads the next value, however many it holds.
func DecodeNext(d *json.Decoder, path []string, p *Problems) (Value, error) {
	return (&decoder{d, math.MaxInt}).value(path, p)
}

// decoder reads values, and counts how many more it may.
type decoder struct {
	*json.Decoder
	left int
}

func (d *decoder) value(path []string, p *Problems) (Value, error) {
	if len(path) > maxDepth {
		return Value{}, errTooDeep
	}
	if d.left--; d.left < 0 {
		return Value{}, errTooMany
	}
	token, err := d.Token()
	if err != nil {
		return Value{}, err
	}
	switch t := token.(type) {
	case bool:
		return Value{Kind: Bool, Bool: t}, nil
	case json.Number:
		return Value{Kind: Number, Text: t.String()}, nil
	case string:
		return Value{Kind: String, Text: t}, nil
	case json.Delim:
		if t == '[' {
			return d.array(path, p)
		}
		return d.object(path, p)
	default:
		return Value{Kind: Null}, nil
	}
}

func (d *decoder) array(path []string, p *Problems) (Value, error) {
	v := Value{Kind: Array}
	for d.More() {
		item, err := d.value(Join(path, strconv.Itoa(len(v.Items))), p)
		if err != nil {
			return Value{}, err
		}
		v.Items = append(v.Items, item)
	}
	_, err := d.Token()
	return v, err
}

func (d *decoder) object(path []string, p *Problems) (Value, error) {
	v := Value{Kind: Object}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return Value{}, err
		}
		name, ok := token.(string)
		if !ok {
			return Value{}, fmt.Errorf("has an object with a name that is no string")
		}
		inside := Join(path, name)
		one, err := d.value(inside, p)
		if err != nil {
			return Value{}, err
		}
		if seen[name] {
			p.Add(inside, "is given twice")
			continue
		}
		seen[name] = true
		v.Members = append(v.Members, Member{Name: name, Value: one})
	}
	_, err := d.Token()
	return v, err
}

// Join returns a path one step longer, never sharing memory with another.
func Join(path []string, name string) []string {
	longer := make([]string, 0, len(path)+1)
	return append(append(longer, path...), name)
}

// DescribeError describes a decoding error in words that fit after "it".
func DescribeError(err error) string {
	var bad *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return "ends too early"
	case errors.As(err, &bad):
		return fmt.Sprintf("has an error after byte %d", bad.Offset)
	default:
		return err.Error()
	}
}
