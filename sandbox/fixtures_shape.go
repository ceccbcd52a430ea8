package sandbox

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bellhop/sandbox/internal/spelling"
)

// shape is what a value of the fixture format may be. Every name and type is
// checked against it, in the file and in the settings, before a value is read.
type shape struct {
	kind kind
	each *shape // of an array: what its items are
	// members are an object's fields; nil lets it have any, with strings,
	// numbers and booleans (SPEC 8).
	members []memberShape
}

type memberShape struct {
	name string
	shape
}

// fixtureShape is the shape of a whole fixture file.
func fixtureShape() shape {
	text, number, truth := shape{kind: kindString}, shape{kind: kindNumber}, shape{kind: kindBool}
	guest := shape{kind: kindObject, members: []memberShape{
		{"address", text},
		{"city", text},
		{"country", text},
		{"email", text},
		{"given_name", text},
		{"postal_code", text},
		{"state", text},
		{"surname", text},
		{"telephone_number", text},
	}}
	one := shape{kind: kindObject, members: []memberShape{
		{"place", text},
		{"hotel", text},
		{"check_in", text},
		{"nights", number},
		{"adults", number},
		{"children", number},
		{"rooms", number},
		{"refundable", truth},
		{"status", text},
		{"made", text},
		{"guest", guest},
		{"custom_data", shape{kind: kindObject}},
	}}
	return shape{kind: kindObject, members: []memberShape{{"reservations", shape{kind: kindArray, each: &one}}}}
}

// check notes every name and type that the shape does not have.
func (s shape) check(v value, path []string, p *problems) {
	if v.kind != s.kind {
		if len(path) == 0 {
			p.add(nil, "The whole must be %s, and is %s.", s.kind, v.kind)
			return
		}
		p.add(path, "must be %s, and is %s", s.kind, v.kind)
		return
	}
	for i, item := range v.items {
		s.each.check(item, join(path, strconv.Itoa(i)), p)
	}
	for _, m := range v.members {
		if s.members == nil {
			break
		}
		inside := join(path, m.name)
		if one, hint := s.member(m.name); one == nil {
			p.add(inside, "is not known; %s", hint)
		} else {
			one.check(m.value, inside, p)
		}
	}
}

// member is the shape of a field, or a hint at the name that was meant.
func (s shape) member(name string) (one *shape, hint string) {
	names := make([]string, 0, len(s.members))
	for i := range s.members {
		if s.members[i].name == name {
			return &s.members[i].shape, ""
		}
		names = append(names, s.members[i].name)
	}
	if near := spelling.Nearest(name, names); near != "" {
		return nil, "did you mean " + near + "?"
	}
	return nil, "there are " + strings.Join(names, ", ")
}

// set puts PATH=VALUE into a value: reservations.0.guest.surname=Smith. The
// index one past the end of an array adds an item. The error is an *InputError;
// it does not repeat the value, which may be somebody's name.
func (s shape) set(v value, setting string) (value, error) {
	path, text, ok := strings.Cut(setting, "=")
	if !ok || path == "" || !utf8.ValidString(setting) {
		return v, inputError("%s%q is not PATH=VALUE, such as reservations.0.guest.surname=Smith", settingPrefix, setting)
	}
	v, wrong := s.put(v, strings.Split(path, "."), text)
	if wrong != "" {
		return v, inputError("%s%s: %s", settingPrefix, visible(path), wrong)
	}
	return v, nil
}

// put returns the value with a text at the end of the steps, or what is wrong.
func (s shape) put(v value, steps []string, text string) (changed value, wrong string) {
	if len(steps) == 0 {
		return s.scalar(text)
	}
	step, rest := steps[0], steps[1:]
	switch {
	case s.kind == kindArray:
		i, err := strconv.Atoi(step)
		if err != nil || !onlyDigits(step) || i > len(v.items) {
			return v, strconv.Quote(step) + " is no index here; there are " + strconv.Itoa(len(v.items)) + " items, counted from 0, and the next number adds one"
		}
		v.items = slices.Clone(v.items)
		if i == len(v.items) {
			v.items = append(v.items, value{kind: s.each.kind})
		}
		v.items[i], wrong = s.each.put(v.items[i], rest, text)
		return v, wrong
	case s.kind != kindObject:
		return v, strconv.Quote(step) + " goes on behind what is " + s.kind.String()
	}
	one, hint := &shape{}, ""
	if s.members == nil {
		one.kind = freeKind(text)
	} else if one, hint = s.member(step); one == nil {
		return v, "there is no " + strconv.Quote(step) + "; " + hint
	}
	v.members = slices.Clone(v.members)
	at := slices.IndexFunc(v.members, func(m member) bool { return m.name == step })
	if at < 0 {
		at = len(v.members)
		v.members = append(v.members, member{step, value{kind: one.kind}})
	}
	v.members[at].value, wrong = one.put(v.members[at].value, rest, text)
	return v, wrong
}

// scalar reads a text as what the shape says.
func (s shape) scalar(text string) (v value, wrong string) {
	switch s.kind {
	case kindString:
		return value{kind: kindString, text: text}, ""
	case kindNumber, kindBool:
		if freeKind(text) != s.kind {
			return v, "the value must be " + s.kind.String()
		}
		return value{kind: s.kind, text: text, truth: text == "true"}, ""
	case kindArray:
		return v, "this is " + s.kind.String() + "; name one of its items by number, and then a field"
	default:
		hint := "any name of yours"
		if s.members != nil {
			_, hint = s.member("")
			hint = strings.TrimPrefix(hint, "there are ")
		}
		return v, "this is " + s.kind.String() + "; name one of its fields: " + hint
	}
}

// freeKind is the type of a text where any scalar may stand.
func freeKind(text string) kind {
	switch {
	case text == "true" || text == "false":
		return kindBool
	case text != "" && strings.Contains("-0123456789", text[:1]) && json.Valid([]byte(text)):
		return kindNumber
	default:
		return kindString
	}
}

// String is the kind in words that fit after "must be".
func (k kind) String() string {
	switch k {
	case kindBool:
		return "true or false"
	case kindNumber:
		return "a number"
	case kindString:
		return "a string"
	case kindArray:
		return "an array"
	case kindObject:
		return "an object"
	default:
		return "null"
	}
}
