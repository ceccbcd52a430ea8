// Package jsontree holds JSON values as trees: decoded strictly, with numbers as
// they were written and members in their order, read field by field with every
// problem noted at its path, and written again.
package jsontree

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Kind is the type of a JSON value.
type Kind int

// The kinds; the zero Value is null.
const (
	Null Kind = iota
	Bool
	Number
	String
	Array
	Object
	Raw // JSON as it is written; a decoded value has none
)

// String returns the kind in words that fit after "must be".
func (k Kind) String() string {
	switch k {
	case Bool:
		return "true or false"
	case Number:
		return "a number"
	case String:
		return "a string"
	case Array:
		return "an array"
	case Object:
		return "an object"
	default:
		return "null"
	}
}

// Value is a decoded JSON value. Numbers are kept as written.
type Value struct {
	Kind    Kind
	Bool    bool
	Text    string // a string's characters, a number's digits, the whole of what is raw
	Items   []Value
	Members []Member
}

// Member is one member of an object.
type Member struct {
	Name  string
	Value Value
}

// Text returns a string.
func Text(text string) Value { return Value{Kind: String, Text: text} }

// TextMember returns a member that is a string.
func TextMember(name, text string) Member { return Member{Name: name, Value: Text(text)} }

// Member returns the value of a member, or null when there is none.
func (v Value) Member(name string) Value {
	for _, m := range v.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return Value{}
}

// Has reports whether an object has a member.
func (v Value) Has(name string) bool {
	return slices.ContainsFunc(v.Members, func(m Member) bool { return m.Name == name })
}

// Sorted returns a value with the members of all its objects in the order of
// their names.
func (v Value) Sorted() Value {
	v.Items, v.Members = slices.Clone(v.Items), slices.Clone(v.Members)
	for i := range v.Items {
		v.Items[i] = v.Items[i].Sorted()
	}
	for i := range v.Members {
		v.Members[i].Value = v.Members[i].Value.Sorted()
	}
	slices.SortStableFunc(v.Members, func(a, b Member) int { return strings.Compare(a.Name, b.Name) })
	return v
}

// Write writes a value as JSON, its numbers as they were read.
func (v Value) Write(b *bytes.Buffer) {
	switch v.Kind {
	case Object:
		b.WriteByte('{')
		for i, m := range v.Members {
			if i > 0 {
				b.WriteByte(',')
			}
			WriteText(b, m.Name)
			b.WriteByte(':')
			m.Value.Write(b)
		}
		b.WriteByte('}')
	case Array:
		b.WriteByte('[')
		for i, item := range v.Items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.Write(b)
		}
		b.WriteByte(']')
	case String:
		WriteText(b, v.Text)
	case Number, Raw:
		b.WriteString(v.Text)
	case Bool:
		b.WriteString(strconv.FormatBool(v.Bool))
	case Null:
		b.WriteString("null")
	}
}

// String returns a value as JSON.
func (v Value) String() string {
	var b bytes.Buffer
	v.Write(&b)
	return b.String()
}

// WriteText writes a string as JSON.
func WriteText(b *bytes.Buffer, text string) {
	quoted, _ := Encode(text) // A string always encodes.
	b.Write(quoted)
}

// Encode returns v as JSON, < and > as they are.
func Encode(v any) ([]byte, error) {
	text, err := EncodeLine(v)
	return bytes.TrimSuffix(text, []byte("\n")), err
}

// EncodeLine is Encode with a line feed at the end.
func EncodeLine(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return b.Bytes(), err
}
