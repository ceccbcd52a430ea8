package sandbox

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/input"
	"bellhop/sandbox/jsontree"
)

// shape is what a value of the fixture format may be. Every name and type is
// checked against it, in the file and in the settings, before a value is read.
type shape struct {
	kind jsontree.Kind
	each *shape // of an array: what its items are
	// members are an object's fields; nil lets it have any, with strings,
	// numbers and booleans (SPEC 8).
	members []memberShape
}

type memberShape struct {
	name string
	shape
}

// fixtureShape returns the shape of a whole fixture file.
func fixtureShape() shape {
	text, number, truth := shape{kind: jsontree.String}, shape{kind: jsontree.Number}, shape{kind: jsontree.Bool}
	all := func(of shape, names string) (list []memberShape) {
		for _, name := range strings.Fields(names) {
			list = append(list, memberShape{name, of})
		}
		return list
	}
	guest := all(text, "address city country email given_name postal_code state surname telephone_number")
	one := shape{kind: jsontree.Object, members: slices.Concat(
		all(text, "place hotel check_in"), all(number, "nights adults children rooms"), all(truth, "refundable"), all(text, "status made"),
		[]memberShape{{"guest", shape{kind: jsontree.Object, members: guest}}, {"custom_data", shape{kind: jsontree.Object}}},
	)}
	return shape{kind: jsontree.Object, members: []memberShape{{"reservations", shape{kind: jsontree.Array, each: &one}}}}
}

// check notes every name and type that the shape does not have.
func (s shape) check(v jsontree.Value, path []string, p *jsontree.Problems) {
	if v.Kind != s.kind {
		if len(path) == 0 {
			p.Add(nil, "The whole must be %s, and is %s.", s.kind, v.Kind)
			return
		}
		p.Add(path, "must be %s, and is %s", s.kind, v.Kind)
		return
	}
	for i, item := range v.Items {
		s.each.check(item, jsontree.Join(path, strconv.Itoa(i)), p)
	}
	for _, m := range v.Members {
		if s.members == nil {
			break
		}
		inside := jsontree.Join(path, m.Name)
		if one, hint := s.member(m.Name); one == nil {
			p.Add(inside, "is not known; %s", hint)
		} else {
			one.check(m.Value, inside, p)
		}
	}
}

// member returns the shape of a field, or a hint at the name that was meant.
func (s shape) member(name string) (one *shape, hint string) {
	names := make([]string, 0, len(s.members))
	for i := range s.members {
		if s.members[i].name == name {
			return &s.members[i].shape, ""
		}
		names = append(names, s.members[i].name)
	}
	return nil, spelling.Hint(name, names)
}

// set puts PATH=VALUE into a value: reservations.0.guest.surname=Smith. The
// index one past the end of an array adds an item. The error is an *InputError;
// it does not repeat the value, which may be somebody's name.
func (s shape) set(v jsontree.Value, setting string) (jsontree.Value, error) {
	path, text, ok := strings.Cut(setting, "=")
	if !ok || path == "" || !utf8.ValidString(setting) {
		return v, input.Errorf("%s%q is not PATH=VALUE, such as reservations.0.guest.surname=Smith", settingPrefix, setting)
	}
	v, wrong := s.put(v, strings.Split(path, "."), text)
	if wrong != "" {
		return v, input.Errorf("%s%s: %s", settingPrefix, visible(path), wrong)
	}
	return v, nil
}

// put returns the value with a text at the end of the steps, or what is wrong.
func (s shape) put(v jsontree.Value, steps []string, text string) (changed jsontree.Value, wrong string) {
	if len(steps) == 0 {
		return s.scalar(text)
	}
	step, rest := steps[0], steps[1:]
	switch {
	case s.kind == jsontree.Array:
		i, err := strconv.Atoi(step)
		if err != nil || !jsontree.OnlyDigits(step) || i > len(v.Items) {
			return v, strconv.Quote(step) + " is no index here; there are " + strconv.Itoa(len(v.Items)) + " items, counted from 0, and the next number adds one"
		}
		v.Items = slices.Clone(v.Items)
		if i == len(v.Items) {
			v.Items = append(v.Items, jsontree.Value{Kind: s.each.kind})
		}
		v.Items[i], wrong = s.each.put(v.Items[i], rest, text)
		return v, wrong
	case s.kind != jsontree.Object:
		return v, strconv.Quote(step) + " goes on behind what is " + s.kind.String()
	}
	one, hint := &shape{}, ""
	if s.members == nil {
		one.kind = freeKind(text)
	} else if one, hint = s.member(step); one == nil {
		return v, "there is no " + strconv.Quote(step) + "; " + hint
	}
	v.Members = slices.Clone(v.Members)
	at := slices.IndexFunc(v.Members, func(m jsontree.Member) bool { return m.Name == step })
	if at < 0 {
		at = len(v.Members)
		v.Members = append(v.Members, jsontree.Member{Name: step, Value: jsontree.Value{Kind: one.kind}})
	}
	v.Members[at].Value, wrong = one.put(v.Members[at].Value, rest, text)
	return v, wrong
}

// scalar reads a text as what the shape says.
func (s shape) scalar(text string) (v jsontree.Value, wrong string) {
	switch s.kind {
	case jsontree.String:
		return jsontree.Value{Kind: jsontree.String, Text: text}, ""
	case jsontree.Number, jsontree.Bool:
		if freeKind(text) != s.kind {
			return v, "the value must be " + s.kind.String()
		}
		return jsontree.Value{Kind: s.kind, Text: text, Bool: text == "true"}, ""
	case jsontree.Array:
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

// freeKind returns the type of a text where any scalar may stand.
func freeKind(text string) jsontree.Kind {
	switch {
	case text == "true" || text == "false":
		return jsontree.Bool
	case text != "" && strings.Contains("-0123456789", text[:1]) && json.Valid([]byte(text)):
		return jsontree.Number
	default:
		return jsontree.String
	}
}
