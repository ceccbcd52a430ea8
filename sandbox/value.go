package sandbox

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// kind is the type of a JSON value.
type kind int

const (
	kindNull kind = iota
	kindBool
	kindNumber
	kindString
	kindArray
	kindObject
)

// value is a decoded JSON value. Numbers are kept as written.
type value struct {
	kind    kind
	truth   bool
	text    string // a string's characters, a number's digits
	items   []value
	members []member
}

type member struct {
	name  string
	value value
}

func textOf(text string) value { return value{kind: kindString, text: text} }

// member is the value of a member, null when there is none.
func (v value) member(name string) value {
	for _, m := range v.members {
		if m.name == name {
			return m.value
		}
	}
	return value{}
}

// has says whether an object has a member.
func (v value) has(name string) bool {
	return slices.ContainsFunc(v.members, func(m member) bool { return m.name == name })
}

// sorted is a value with the members of all its objects in the order of their
// names.
func (v value) sorted() value {
	v.items = convert(v.items, value.sorted)
	v.members = convert(v.members, func(m member) member { return member{m.name, m.value.sorted()} })
	slices.SortStableFunc(v.members, func(a, b member) int { return strings.Compare(a.name, b.name) })
	return v
}

// write writes a value as JSON, its numbers as they were read.
func (v value) write(b *bytes.Buffer) {
	switch v.kind {
	case kindObject:
		b.WriteByte('{')
		for i, m := range v.members {
			if i > 0 {
				b.WriteByte(',')
			}
			writeText(b, m.name)
			b.WriteByte(':')
			m.value.write(b)
		}
		b.WriteByte('}')
	case kindArray:
		b.WriteByte('[')
		for i, item := range v.items {
			if i > 0 {
				b.WriteByte(',')
			}
			item.write(b)
		}
		b.WriteByte(']')
	case kindString:
		writeText(b, v.text)
	case kindNumber:
		b.WriteString(v.text)
	case kindBool:
		b.WriteString(strconv.FormatBool(v.truth))
	case kindNull:
		b.WriteString("null")
	}
}

// String is a value as JSON.
func (v value) String() string {
	var b bytes.Buffer
	v.write(&b)
	return b.String()
}

func writeText(b *bytes.Buffer, text string) {
	quoted, _ := encode(text) // A string always encodes.
	b.Write(quoted)
}
