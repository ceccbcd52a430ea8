package sandbox

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

// The errors of decoding that are about shape, not syntax.
var (
	errTooDeep = errors.New("is nested too deeply")
	errTooMany = fmt.Errorf("holds more than %d values", maxValues)
)

// decodeRequest is decode for what a client sends.
func decodeRequest(body []byte, p *problems) (value, error) { return decodeUpTo(body, p, maxValues) }

// decode reads one JSON value and nothing else. A name that an object holds
// twice is a problem: which of the two was meant can't be known.
func decode(body []byte, p *problems) (value, error) { return decodeUpTo(body, p, math.MaxInt) }

// decodeUpTo is decode for at most so many values.
func decodeUpTo(body []byte, p *problems, most int) (value, error) {
	if !utf8.Valid(body) {
		return value{}, errors.New("is not UTF-8")
	}
	d := decoder{json.NewDecoder(bytes.NewReader(body)), most}
	d.UseNumber()
	v, err := d.value(nil, p)
	if err != nil {
		return value{}, err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return value{}, errors.New("goes on after the JSON value")
	}
	return v, nil
}

// decodeValue reads the next value, however many it holds.
func decodeValue(d *json.Decoder, path []string, p *problems) (value, error) {
	all := decoder{d, math.MaxInt}
	return all.value(path, p)
}

// decoder reads values, and counts how many more it may.
type decoder struct {
	*json.Decoder
	left int
}

func (d *decoder) value(path []string, p *problems) (value, error) {
	if len(path) > maxDepth {
		return value{}, errTooDeep
	}
	if d.left--; d.left < 0 {
		return value{}, errTooMany
	}
	token, err := d.Token()
	if err != nil {
		return value{}, err
	}
	switch t := token.(type) {
	case bool:
		return value{kind: kindBool, truth: t}, nil
	case json.Number:
		return value{kind: kindNumber, text: t.String()}, nil
	case string:
		return value{kind: kindString, text: t}, nil
	case json.Delim:
		if t == '[' {
			return d.array(path, p)
		}
		return d.object(path, p)
	default:
		return value{kind: kindNull}, nil
	}
}

func (d *decoder) array(path []string, p *problems) (value, error) {
	v := value{kind: kindArray}
	for d.More() {
		item, err := d.value(join(path, strconv.Itoa(len(v.items))), p)
		if err != nil {
			return value{}, err
		}
		v.items = append(v.items, item)
	}
	_, err := d.Token()
	return v, err
}

func (d *decoder) object(path []string, p *problems) (value, error) {
	v := value{kind: kindObject}
	seen := map[string]bool{}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return value{}, err
		}
		name, ok := token.(string)
		if !ok {
			return value{}, fmt.Errorf("has an object with a name that is no string")
		}
		inside := join(path, name)
		one, err := d.value(inside, p)
		if err != nil {
			return value{}, err
		}
		if seen[name] {
			p.add(inside, "is given twice")
			continue
		}
		seen[name] = true
		v.members = append(v.members, member{name: name, value: one})
	}
	_, err := d.Token()
	return v, err
}

// join returns a path one step longer, never sharing memory with another.
func join(path []string, name string) []string {
	longer := make([]string, 0, len(path)+1)
	return append(append(longer, path...), name)
}

// syntax says what is wrong with a body in words that fit after "it".
func syntax(err error) string {
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
