package sandbox

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// need says whether a field has to be there.
type need bool

const (
	required need = true
	optional need = false
)

// fields reads the members of one object of a request. What is missing or has
// the wrong type or value is noted with its path, and reading goes on. An
// object that isn't there yields zero values and no further problems.
type fields struct {
	p       *problems
	path    []string
	members []member
	read    map[string]bool
	lifted  map[string]bool // names with dots
	absent  bool
}

// bodyFields starts reading a request body.
func bodyFields(body []byte, p *problems) *fields {
	v, err := decodeRequest(body, p)
	if err != nil {
		p.add(nil, "The body is not valid JSON: it %s.", syntax(err))
		return &fields{p: p, absent: true}
	}
	if v.kind != kindObject {
		p.add(nil, "The body must be a JSON object.")
		return &fields{p: p, absent: true}
	}
	return newFields(p, nil, v)
}

func newFields(p *problems, path []string, v value) *fields {
	return &fields{p: p, path: path, members: v.members, read: map[string]bool{}}
}

// at is the path of a member; of one that is inside others, see lift.
func (f *fields) at(name string) []string {
	if !f.lifted[name] {
		return join(f.path, name)
	}
	path := f.path
	for _, part := range strings.Split(name, ".") {
		path = join(path, part)
	}
	return path
}

// lift brings members out of the objects that they are inside of, to be read
// under names with dots: options.simulate is the member simulate of options. An
// object that nothing is left in goes away with its last member. A member whose
// own name has the dots in it is no field: another service would ignore it.
func (f *fields) lift(names ...string) {
	for _, name := range names {
		if !strings.Contains(name, ".") {
			continue
		}
		f.members = slices.DeleteFunc(slices.Clone(f.members), func(m member) bool {
			if m.name == name {
				f.p.add(join(f.path, name), "is not a field of this request")
			}
			return m.name == name
		})
		if f.lifted == nil {
			f.lifted = map[string]bool{}
		}
		f.lifted[name] = true
		if v, ok := take(&f.members, strings.Split(name, ".")); ok {
			f.members = append(f.members, member{name: name, value: v})
		}
	}
}

func take(members *[]member, path []string) (value, bool) {
	i := slices.IndexFunc(*members, func(m member) bool { return m.name == path[0] })
	if i < 0 {
		return value{}, false
	}
	v := (*members)[i].value
	if len(path) > 1 {
		if v.kind != kindObject {
			return value{}, false
		}
		outer := v
		inner := slices.Clone(outer.members)
		taken, ok := take(&inner, path[1:])
		if !ok {
			return value{}, false
		}
		if outer.members = inner; len(inner) > 0 {
			*members = slices.Clone(*members)
			(*members)[i].value = outer
			return taken, true
		}
		v = taken
	}
	*members = slices.Delete(slices.Clone(*members), i, i+1)
	return v, true
}

// get returns a member that is there and not null. Null stands for a missing
// member only where the specification says that a field is nullable (SPEC 2),
// see textOrNull.
//
// Nothing has the empty name: it is what the service does not have (WIRE 1).
func (f *fields) get(name string, n need) (value, bool) {
	if f.absent || name == "" {
		return value{}, false
	}
	again := f.read[name]
	f.read[name] = true
	for _, m := range f.members {
		if m.name != name {
			continue
		}
		if m.value.kind != kindNull {
			return m.value, true
		}
		if n == optional && !again {
			f.p.add(f.at(name), "must not be null")
		}
	}
	if n == required {
		f.p.add(f.at(name), "is missing")
	}
	return value{}, false
}

// has says whether a member is there, null or not.
func (f *fields) has(name string) bool {
	for _, m := range f.members {
		if m.name == name {
			return name != ""
		}
	}
	return false
}

// typed returns a member of one type.
func (f *fields) typed(name string, n need, k kind, want string) (value, bool) {
	v, ok := f.get(name, n)
	if ok && v.kind != k {
		f.p.add(f.at(name), "must be %s", want)
		return value{}, false
	}
	return v, ok
}

// text reads a string that has at least one visible character when it is
// required.
func (f *fields) text(name string, n need) string {
	v, ok := f.typed(name, n, kindString, "a string")
	if ok && n == required && strings.TrimSpace(v.text) == "" {
		f.p.add(f.at(name), "is empty")
	}
	return v.text
}

// plain reads a string that may be empty.
func (f *fields) plain(name string, n need) string {
	v, _ := f.typed(name, n, kindString, "a string")
	return v.text
}

// textOrNull checks a string that may be null or absent (SPEC 2.5). Nothing
// needs its value yet: a request only repeats what was offered.
func (f *fields) textOrNull(name string) {
	for _, m := range f.members {
		if m.name == name && m.value.kind == kindNull {
			f.read[name] = true
			return
		}
	}
	f.plain(name, optional)
}

// whole reads an integer within bounds. 2.0 is not an integer here, so that
// what is echoed is what was sent.
func (f *fields) whole(name string, n need, least, most int64) int64 {
	v, ok := f.typed(name, n, kindNumber, "an integer")
	if !ok {
		return 0
	}
	number, err := strconv.ParseInt(v.text, 10, 64)
	switch {
	case err != nil:
		f.p.add(f.at(name), "must be an integer")
	case number < least:
		f.p.add(f.at(name), "must be at least %d", least)
	case number > most:
		f.p.add(f.at(name), "must be at most %d", most)
	default:
		return number
	}
	return 0
}

// number reads a number of any size, exactly.
func (f *fields) number(name string, n need) (decimal, bool) {
	v, ok := f.typed(name, n, kindNumber, "a number")
	if !ok {
		return decimal{}, false
	}
	d, ok := parseDecimal(v.text)
	if !ok {
		f.p.add(f.at(name), "is out of range")
	}
	return d, ok
}

// float reads a number within bounds where exactness does not matter.
func (f *fields) float(name string, n need, least, most float64) float64 {
	v, ok := f.typed(name, n, kindNumber, "a number")
	if !ok {
		return 0
	}
	x, err := strconv.ParseFloat(v.text, 64)
	if err != nil || math.IsNaN(x) || x < least || x > most {
		f.p.add(f.at(name), "must be between %g and %g", least, most)
		return 0
	}
	return x
}

// boolean checks a member that is true or false. Nothing needs its value yet:
// the flags in requests only repeat what was offered.
func (f *fields) boolean(name string, n need) {
	f.typed(name, n, kindBool, "true or false")
}

// day reads a calendar date as days since 1970-01-01.
func (f *fields) day(name string, n need) (int32, bool) {
	v, ok := f.typed(name, n, kindString, "a date, YYYY-MM-DD")
	if !ok {
		return 0, false
	}
	d, ok := parseDay(v.text)
	if !ok {
		f.p.add(f.at(name), "must be a date, YYYY-MM-DD")
	}
	return d, ok
}

// object reads a member that is an object.
func (f *fields) object(name string, n need) *fields {
	v, ok := f.typed(name, n, kindObject, "an object")
	if !ok {
		return &fields{p: f.p, path: f.at(name), absent: true}
	}
	return newFields(f.p, f.at(name), v)
}

// objects reads a member that is an array of objects.
func (f *fields) objects(name string, n need) []*fields {
	v, ok := f.typed(name, n, kindArray, "an array")
	if !ok {
		return nil
	}
	list := make([]*fields, 0, len(v.items))
	for i, item := range v.items {
		path := join(f.at(name), strconv.Itoa(i))
		if item.kind != kindObject {
			f.p.add(path, "must be an object")
			continue
		}
		list = append(list, newFields(f.p, path, item))
	}
	return list
}

// texts reads a member that is an array of strings.
func (f *fields) texts(name string, n need) []string {
	v, ok := f.typed(name, n, kindArray, "an array of strings")
	if !ok {
		return nil
	}
	list := make([]string, 0, len(v.items))
	for i, item := range v.items {
		if item.kind != kindString {
			f.p.add(join(f.at(name), strconv.Itoa(i)), "must be a string")
			continue
		}
		list = append(list, item.text)
	}
	return list
}

// done notes every member that nothing has read: a misspelt optional field
// must not pass silently (WIRE 3a).
func (f *fields) done() {
	for _, m := range f.members {
		if !f.read[m.name] {
			f.p.add(join(f.path, m.name), "is not a field of this request")
		}
	}
}

const daySeconds = 24 * 60 * 60

// parseDay reads YYYY-MM-DD as days since 1970-01-01.
func parseDay(text string) (int32, bool) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, false
	}
	return int32(t.Unix() / daySeconds), true //nolint:gosec // Four digits of year fit.
}
