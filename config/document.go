package config

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// A document is a TOML file in two readings: its values, and where each of them
// stands, so that messages can point and edits can leave the rest alone.
type document struct {
	path     string
	text     []byte
	values   map[string]any
	entries  []entry
	original []byte // as the file has it, nil when there is none
	nth      int    // which table of an array find looks into, from 1 on; 0 is none
}

type entry struct {
	path       []string // the whole key
	header     bool     // a [table] line
	start, end int      // the bytes of the key as written; end excludes
	value      span     // the bytes of the value; of use for text only
}

type span struct{ start, end int }

// parse reads a document. With secret, no message repeats anything that the
// file holds. A nil document comes with a problem.
func parse(path string, text []byte, secret bool) (*document, *Problem) {
	d := &document{path: path, text: bytes.TrimPrefix(text, []byte("\uFEFF"))}
	if err := toml.Unmarshal(d.text, &d.values); err != nil {
		return nil, d.syntaxProblem(err, secret)
	}
	if d.values == nil {
		d.values = map[string]any{}
	}
	var p unstable.Parser
	p.Reset(d.text)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			at := keyEntry(e, nil)
			at.header = true
			table = at.path
			d.entries = append(d.entries, at)
		case unstable.KeyValue:
			d.index(e, table)
		default: // Comments say nothing about where a value stands.
		}
	}
	return d, nil
}

// index notes where a value stands, and what stands inside it.
func (d *document) index(e *unstable.Node, table []string) {
	at := keyEntry(e, table)
	v := e.Value()
	at.value = span{int(v.Raw.Offset), int(v.Raw.Offset + v.Raw.Length)}
	d.entries = append(d.entries, at)
	if v.Kind == unstable.InlineTable {
		for inner := v.Children(); inner.Next(); {
			d.index(inner.Node(), at.path)
		}
	}
}

func keyEntry(e *unstable.Node, table []string) entry {
	at := entry{path: append([]string(nil), table...), start: -1}
	for keys := e.Key(); keys.Next(); {
		k := keys.Node()
		at.path = append(at.path, string(k.Data))
		if at.start < 0 {
			at.start = int(k.Raw.Offset)
		}
		at.end = int(k.Raw.Offset + k.Raw.Length)
	}
	return at
}

func (d *document) find(path ...string) (entry, bool) {
	if d.nth > 0 && len(path) > 0 {
		if e, ok := d.findInArray(path); ok {
			return e, true
		}
	}
	for _, e := range d.entries {
		if slices.Equal(e.path, path) {
			return e, true
		}
	}
	// A key such as a.b.c = 1 defines a and a.b too: point at the first such.
	for _, e := range d.entries {
		if len(e.path) > len(path) && slices.Equal(e.path[:len(path)], path) {
			return e, true
		}
	}
	return entry{}, false
}

// findInArray finds a key in the nth of the tables that have one name, or else where that table begins.
func (d *document) findInArray(path []string) (entry, bool) {
	passed, at := 0, -1
	for i, e := range d.entries {
		switch {
		case e.header && slices.Equal(e.path, path[:len(path)-1]):
			if passed++; passed == d.nth {
				at = i
			}
		case passed == d.nth && slices.Equal(e.path, path):
			return e, true
		}
	}
	if at < 0 {
		return entry{}, false
	}
	return d.entries[at], true
}

// problem points at a key.
func (d *document) problem(what, fix string, path ...string) Problem {
	p := Problem{Where: d.path, What: what, Fix: fix}
	if e, ok := d.find(path...); ok {
		p.Line, p.Column = d.position(e.start)
	}
	return p
}

// position turns an offset into a line and a column in characters, as editors
// count them.
func (d *document) position(offset int) (line, column int) {
	before := d.text[:offset]
	start := bytes.LastIndexByte(before, '\n') + 1
	return bytes.Count(before, []byte{'\n'}) + 1, utf8.RuneCount(before[start:]) + 1
}

// syntaxProblem is what the reader of TOML says, in our form.
func (d *document) syntaxProblem(err error, secret bool) *Problem {
	p := &Problem{Where: d.path, What: "this is not valid TOML", Fix: `values look like name = "text"`}
	if !secret {
		p.What += " (" + strings.TrimPrefix(visible(err.Error()), "toml: ") + ")"
	}
	var decode *toml.DecodeError
	if errors.As(err, &decode) {
		line, column := decode.Position()
		p.Line, p.Column = line, d.characters(line, column)
	}
	return p
}

// characters turns a column in bytes into one in characters.
func (d *document) characters(line, column int) int {
	lines := bytes.Split(d.text, []byte{'\n'})
	if line < 1 || line > len(lines) || column < 1 {
		return column
	}
	return utf8.RuneCount(lines[line-1][:min(column-1, len(lines[line-1]))]) + 1
}

// written is a key as a message spells it: profiles.work.base_url.
func written(path ...string) string {
	parts := make([]string, len(path))
	for i, part := range path {
		parts[i] = visible(part)
	}
	return strings.Join(parts, ".")
}

func kind(v any) string {
	switch v.(type) {
	case string:
		return "text"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case map[string]any:
		return "a table"
	case []any:
		return "a list"
	default:
		return "a date or time"
	}
}
