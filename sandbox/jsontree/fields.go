package jsontree

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Need reports whether a field has to be there.
type Need bool

// The two needs.
const (
	Required Need = true
	Optional Need = false
)

// Fields reads the members of one object of a request. What is missing or has
// the wrong type or value is noted with its path, and reading goes on. An
// object that isn't there yields zero values and no further problems.
type Fields struct {
	Problems *Problems
	Path     []string
	Members  []Member
	read     map[string]bool
	lifted   map[string]bool // names with dots
	Absent   bool            // there is no such object
}

// ReadObject starts reading a request body.
func ReadObject(body []byte, p *Problems) *Fields {
	v, err := DecodeRequest(body, p)
	if err != nil {
		p.Add(nil, "The body is not valid JSON: it %s.", DescribeError(err))
		return p.NoFields()
	}
	if v.Kind != Object {
		p.Add(nil, "The body must be a JSON object.")
		return p.NoFields()
	}
	return NewFields(p, nil, v)
}

// NoFields reads an object that isn't there.
func (p *Problems) NoFields() *Fields { return &Fields{Problems: p, Absent: true} }

// NewFields starts reading an object that stands at a path.
func NewFields(p *Problems, path []string, v Value) *Fields {
	return &Fields{Problems: p, Path: path, Members: v.Members, read: map[string]bool{}}
}

// At returns the path of a member; of one that is inside others, see Lift.
func (f *Fields) At(name string) []string {
	if !f.lifted[name] {
		return Join(f.Path, name)
	}
	path := f.Path
	for _, part := range strings.Split(name, ".") {
		path = Join(path, part)
	}
	return path
}

// Problem notes a problem of a member.
func (f *Fields) Problem(name, format string, args ...any) {
	f.Problems.Add(f.At(name), format, args...)
}

// Lift brings members out of the objects that they are inside of, to be read
// under names with dots: options.simulate is the member simulate of options. An
// object that nothing is left in goes away with its last member. A member whose
// own name has the dots in it is no field: another service would ignore it.
func (f *Fields) Lift(names ...string) {
	for _, name := range names {
		if !strings.Contains(name, ".") {
			continue
		}
		f.Members = slices.DeleteFunc(slices.Clone(f.Members), func(m Member) bool {
			if m.Name == name {
				f.Problems.Add(Join(f.Path, name), "is not a field of this request")
			}
			return m.Name == name
		})
		if f.lifted == nil {
			f.lifted = map[string]bool{}
		}
		f.lifted[name] = true
		if v, ok := take(&f.Members, strings.Split(name, ".")); ok {
			f.Members = append(f.Members, Member{Name: name, Value: v})
		}
	}
}

func take(members *[]Member, path []string) (Value, bool) {
	i := slices.IndexFunc(*members, func(m Member) bool { return m.Name == path[0] })
	if i < 0 {
		return Value{}, false
	}
	v := (*members)[i].Value
	if len(path) > 1 {
		if v.Kind != Object {
			return Value{}, false
		}
		outer := v
		inner := slices.Clone(outer.Members)
		taken, ok := take(&inner, path[1:])
		if !ok {
			return Value{}, false
		}
		if outer.Members = inner; len(inner) > 0 {
			*members = slices.Clone(*members)
			(*members)[i].Value = outer
			return taken, true
		}
		v = taken
	}
	*members = slices.Delete(slices.Clone(*members), i, i+1)
	return v, true
}

// Get returns a member that is there and not null. Null stands for a missing
// member only where the specification says that a field is nullable (SPEC 2),
// see TextOrNull.
//
// Nothing has the empty name: it is what the service does not have (WIRE 1).
func (f *Fields) Get(name string, n Need) (Value, bool) {
	if f.Absent || name == "" {
		return Value{}, false
	}
	again := f.read[name]
	f.read[name] = true
	for _, m := range f.Members {
		if m.Name != name {
			continue
		}
		if m.Value.Kind != Null {
			return m.Value, true
		}
		if n == Optional && !again {
			f.Problem(name, "must not be null")
		}
	}
	if n == Required {
		f.Problem(name, "is missing")
	}
	return Value{}, false
}

// Has reports whether a member is there, null or not.
func (f *Fields) Has(name string) bool {
	for _, m := range f.Members {
		if m.Name == name {
			return name != ""
		}
	}
	return false
}

// Typed returns a member of one type.
func (f *Fields) Typed(name string, n Need, k Kind, want string) (Value, bool) {
	v, ok := f.Get(name, n)
	if ok && v.Kind != k {
		f.Problem(name, "must be %s", want)
		return Value{}, false
	}
	return v, ok
}

// Text reads a string that has at least one visible character, also where it may
// be left out: what is empty is not what is absent.
func (f *Fields) Text(name string, n Need) string {
	v, ok := f.Typed(name, n, String, "a string")
	if ok && strings.TrimSpace(v.Text) == "" {
		f.Problem(name, "is empty")
	}
	return v.Text
}

// Plain reads a string that may be empty.
func (f *Fields) Plain(name string, n Need) string {
	v, _ := f.Typed(name, n, String, "a string")
	return v.Text
}

// TextOrNull checks a string that may be null or absent (SPEC 2.5). Nothing
// needs its value yet: a request only repeats what was offered.
func (f *Fields) TextOrNull(name string) {
	for _, m := range f.Members {
		if m.Name == name && m.Value.Kind == Null {
			f.read[name] = true
			return
		}
	}
	f.Plain(name, Optional)
}

// Integer reads an integer within bounds. 2.0 is not an integer here, so that
// what is echoed is what was sent.
func (f *Fields) Integer(name string, n Need, least, most int64) int64 {
	v, ok := f.Typed(name, n, Number, "an integer")
	if !ok {
		return 0
	}
	number, err := strconv.ParseInt(v.Text, 10, 64)
	switch {
	case err != nil:
		f.Problem(name, "must be an integer")
	case number < least:
		f.Problem(name, "must be at least %d", least)
	case number > most:
		f.Problem(name, "must be at most %d", most)
	default:
		return number
	}
	return 0
}

// Number reads a number of any size, exactly.
func (f *Fields) Number(name string, n Need) (Decimal, bool) {
	v, ok := f.Typed(name, n, Number, "a number")
	if !ok {
		return Decimal{}, false
	}
	d, ok := ParseDecimal(v.Text)
	if !ok {
		f.Problem(name, "is out of range")
	}
	return d, ok
}

// Float reads a number within bounds where exactness does not matter.
func (f *Fields) Float(name string, n Need, least, most float64) float64 {
	v, ok := f.Typed(name, n, Number, "a number")
	if !ok {
		return 0
	}
	x, err := strconv.ParseFloat(v.Text, 64)
	if err != nil || math.IsNaN(x) || x < least || x > most {
		f.Problem(name, "must be between %g and %g", least, most)
		return 0
	}
	return x
}

// Bool checks a member that is true or false. Nothing needs its value yet:
// the flags in requests only repeat what was offered.
func (f *Fields) Bool(name string, n Need) {
	f.Typed(name, n, Bool, "true or false")
}

// Day reads a calendar date as days since 1970-01-01.
func (f *Fields) Day(name string, n Need) (int32, bool) {
	v, ok := f.Typed(name, n, String, "a date, YYYY-MM-DD")
	if !ok {
		return 0, false
	}
	d, ok := ParseDay(v.Text)
	if !ok {
		f.Problem(name, "must be a date, YYYY-MM-DD")
	}
	return d, ok
}

// Object reads a member that is an object.
func (f *Fields) Object(name string, n Need) *Fields {
	v, ok := f.Typed(name, n, Object, "an object")
	if !ok {
		return &Fields{Problems: f.Problems, Path: f.At(name), Absent: true}
	}
	return NewFields(f.Problems, f.At(name), v)
}

// Objects reads a member that is an array of objects.
func (f *Fields) Objects(name string, n Need) []*Fields {
	v, ok := f.Typed(name, n, Array, "an array")
	if !ok {
		return nil
	}
	list := make([]*Fields, 0, len(v.Items))
	for i, item := range v.Items {
		path := Join(f.At(name), strconv.Itoa(i))
		if item.Kind != Object {
			f.Problems.Add(path, "must be an object")
			continue
		}
		list = append(list, NewFields(f.Problems, path, item))
	}
	return list
}

// Texts reads a member that is an array of strings.
func (f *Fields) Texts(name string, n Need) []string {
	v, ok := f.Typed(name, n, Array, "an array of strings")
	if !ok {
		return nil
	}
	list := make([]string, 0, len(v.Items))
	for i, item := range v.Items {
		if item.Kind != String {
			f.Problems.Add(Join(f.At(name), strconv.Itoa(i)), "must be a string")
			continue
		}
		list = append(list, item.Text)
	}
	return list
}

// Done notes every member that nothing has read: a misspelt optional field
// must not pass silently (WIRE 3a).
func (f *Fields) Done() {
	for _, m := range f.Members {
		if !f.read[m.Name] {
			f.Problems.Add(Join(f.Path, m.Name), "is not a field of this request")
		}
	}
}

const daySeconds = 24 * 60 * 60

// ParseDay reads YYYY-MM-DD as days since 1970-01-01.
func ParseDay(text string) (int32, bool) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil {
		return 0, false
	}
	return int32(t.Unix() / daySeconds), true //nolint:gosec // Four digits of year fit.
}
