package traffic

import (
	"errors"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// closeAll ends what was begun, so that the beginning of a body is JSON as well.
func closeAll(e *jsontext.Encoder) {
	for depth := e.StackDepth(); depth > 0; depth = e.StackDepth() {
		kind, length := e.StackIndex(depth)
		if kind == '{' && length%2 == 1 {
			if e.WriteToken(jsontext.Null) != nil { // A name without its value.
				return
			}
		}
		end := jsontext.EndObject
		if kind == '[' {
			end = jsontext.EndArray
		}
		if e.WriteToken(end) != nil {
			return
		}
	}
}

var errNoName = errors.New("a member has no name")

// A walk goes through a body once.
type walk struct {
	m *Masking
	d *jsontext.Decoder
	e *jsontext.Encoder
}

// value copies the next value, masked by a node. hidden says that something around it is a secret.
func (w walk) value(n *node, hidden bool) error {
	switch w.d.PeekKind() {
	case '{':
		return w.object(n, hidden)
	case '[':
		if _, err := w.d.ReadToken(); err != nil {
			return err
		}
		if err := w.e.WriteToken(jsontext.BeginArray); err != nil {
			return err
		}
		for w.d.PeekKind() != ']' {
			if err := w.value(n, hidden); err != nil {
				return err
			}
		}
		if _, err := w.d.ReadToken(); err != nil {
			return err
		}
		return w.e.WriteToken(jsontext.EndArray)
	default:
		raw, err := w.d.ReadValue()
		if err != nil {
			return err
		}
		if text, masked := w.m.scalar(raw, n, hidden); masked {
			return w.e.WriteValue(w.m.quote(text))
		}
		return w.e.WriteValue(raw)
	}
}

func (w walk) object(n *node, hidden bool) error {
	if _, err := w.d.ReadToken(); err != nil {
		return err
	}
	if err := w.e.WriteToken(jsontext.BeginObject); err != nil {
		return err
	}
	for w.d.PeekKind() != '}' {
		raw, err := w.d.ReadValue()
		if err != nil {
			return err
		}
		if raw.Kind() != '"' {
			return errNoName
		}
		name := unquoted(raw)
		if n.rule != below || hidden || !w.m.plain(raw) {
			raw = w.m.quote(w.m.name(name, n, hidden))
		}
		if err := w.e.WriteValue(raw); err != nil {
			return err
		}
		if err := w.value(n.field(name), hidden || secretNames[strings.ToLower(name)]); err != nil {
			return err
		}
	}
	if _, err := w.d.ReadToken(); err != nil {
		return err
	}
	return w.e.WriteToken(jsontext.EndObject)
}
