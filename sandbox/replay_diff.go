package sandbox

import (
	"encoding/json"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The kinds of differences between two recordings.
const (
	DiffRemoved = "removed" // only the first recording has it
	DiffAdded   = "added"   // only the second one has it
	DiffChanged = "changed"
)

// Difference is one thing that two recordings have otherwise.
type Difference struct {
	// A and B are the lines that were compared, from 1; 0 is none.
	A, B         int
	Method, Path string // the path is a template
	Kind         string
	// Field is where: "request" for a request that one recording does not have,
	// and else status, target, fault, sent, or a path of names that begins with
	// query, header, request or response.
	Field string
	// Before and After are JSON; "" where there is nothing.
	Before, After string
}

// Compare lists what two recordings have otherwise: each request is compared
// with the one that came as the same of its method and path. What differs from
// run to run counts as the same: ids and confirmation numbers when one always
// stands where the other does, the instant at which something was made, and an
// offer's expiry when it is as far away. Times, accounts and request ids are
// not compared.
func Compare(a, b *Recording) ([]Difference, error) {
	c := &comparison{stands: map[string]string{}, taken: map[string]string{}}
	others := map[string][]int{}
	for i, e := range b.entries {
		name := e.method + " " + e.path
		others[name] = append(others[name], i)
	}
	for i, e := range a.entries {
		name := e.method + " " + e.path
		if len(others[name]) == 0 {
			c.list = append(c.list, Difference{A: e.number, Method: e.method, Path: e.path, Kind: DiffRemoved, Field: "request"})
			continue
		}
		j := others[name][0]
		others[name] = others[name][1:]
		one, err := a.line(i, true)
		if err != nil {
			return nil, err
		}
		other, err := b.line(j, true)
		if err != nil {
			return nil, err
		}
		c.at = Difference{A: e.number, B: b.entries[j].number, Method: e.method, Path: e.path}
		c.aTime, c.bTime = e.time, b.entries[j].time
		c.lines(one, other)
	}
	for i, e := range b.entries {
		// What is left of a name begins with the first that was not compared.
		if left := others[e.method+" "+e.path]; len(left) > 0 && i >= left[0] {
			c.list = append(c.list, Difference{B: e.number, Method: e.method, Path: e.path, Kind: DiffAdded, Field: "request"})
		}
	}
	return c.list, nil
}

// comparison is two recordings being compared.
type comparison struct {
	at           Difference // the requests
	aTime, bTime time.Time
	list         []Difference
	// stands says for an id of the first recording what stands there in the
	// second, and taken the other way round.
	stands, taken map[string]string
}

func (c *comparison) note(kind string, path []string, before, after string) {
	d := c.at
	d.Kind, d.Field, d.Before, d.After = kind, strings.Join(path, "."), before, after
	c.list = append(c.list, d)
}

// lines compares two requests and their answers.
func (c *comparison) lines(a, b recordedRequest) {
	number := func(n int) value { return value{kind: kindNumber, text: strconv.Itoa(n)} }
	sent := func(cut bool) value {
		if cut {
			return textOf("its first half")
		}
		return textOf("whole")
	}
	c.values([]string{"target"}, textOf(a.Target), textOf(b.Target))
	c.values([]string{"query"}, queryValue(a.Query), queryValue(b.Query))
	c.bodies("request", a.Request, b.Request)
	c.values([]string{"status"}, number(a.Status), number(b.Status))
	c.values([]string{"fault"}, textOf(a.Fault), textOf(b.Fault))
	c.values([]string{"sent"}, sent(a.Cut), sent(b.Cut))
	c.values([]string{"header"}, headerValue(a.Header), headerValue(b.Header))
	c.bodies("response", a.Response, b.Response)
	c.values([]string{"page"}, textOf(a.Page), textOf(b.Page))
}

func queryValue(q map[string][]string) value {
	v := value{kind: kindObject}
	for _, name := range sortedNames(q) {
		v.members = append(v.members, member{name, textOf(strings.Join(q[name], " & "))})
	}
	return v
}

func headerValue(h map[string]string) value {
	v := value{kind: kindObject}
	for _, name := range sortedNames(h) {
		v.members = append(v.members, member{name, textOf(h[name])})
	}
	return v
}

func (c *comparison) bodies(name string, a, b json.RawMessage) {
	one, errA := decode(a, &problems{})
	other, errB := decode(b, &problems{})
	path := []string{name}
	switch {
	case string(a) == string(b) && (len(a) == 0 || errA != nil):
	case len(a) == 0:
		c.note(DiffAdded, path, "", string(b))
	case len(b) == 0:
		c.note(DiffRemoved, path, string(a), "")
	case errA != nil || errB != nil: // It is nested too deeply to be one of ours.
		c.note(DiffChanged, path, string(a), string(b))
	default:
		c.values(path, one, other)
	}
}

// values compares two values that stand in the same place.
func (c *comparison) values(path []string, a, b value) {
	switch {
	case a.kind == kindObject && b.kind == kindObject:
		c.objects(path, a, b)
	case a.kind == kindArray && b.kind == kindArray:
		c.arrays(path, a, b)
	case a.kind != b.kind || a.kind == kindObject || a.kind == kindArray || !c.same(path[len(path)-1], a.String(), b.String()):
		c.note(DiffChanged, path, inBrief(a), inBrief(b))
	}
}

func (c *comparison) objects(path []string, a, b value) {
	for _, m := range a.members {
		if i := slices.IndexFunc(b.members, func(o member) bool { return o.name == m.name }); i >= 0 {
			c.values(join(path, m.name), m.value, b.members[i].value)
		} else {
			c.note(DiffRemoved, join(path, m.name), inBrief(m.value), "")
		}
	}
	for _, m := range b.members {
		if !slices.ContainsFunc(a.members, func(o member) bool { return o.name == m.name }) {
			c.note(DiffAdded, join(path, m.name), "", inBrief(m.value))
		}
	}
}

// arrays compares what has the same name with each other where everything has
// one, so that one hotel more is one difference; and else by position.
func (c *comparison) arrays(path []string, a, b value) {
	as, aNamed := namesOf(a.items)
	bs, bNamed := namesOf(b.items)
	if !aNamed || !bNamed {
		for i := range max(len(a.items), len(b.items)) {
			at := join(path, strconv.Itoa(i))
			switch {
			case i >= len(b.items):
				c.note(DiffRemoved, at, inBrief(a.items[i]), "")
			case i >= len(a.items):
				c.note(DiffAdded, at, "", inBrief(b.items[i]))
			default:
				c.values(at, a.items[i], b.items[i])
			}
		}
		return
	}
	var both, order []string
	for i, name := range as {
		if j := slices.Index(bs, name); j >= 0 {
			both = append(both, name)
			c.values(join(path, name), a.items[i], b.items[j])
		} else {
			c.note(DiffRemoved, join(path, name), inBrief(a.items[i]), "")
		}
	}
	for j, name := range bs {
		if slices.Contains(as, name) {
			order = append(order, name)
		} else {
			c.note(DiffAdded, join(path, name), "", inBrief(b.items[j]))
		}
	}
	if !slices.Equal(both, order) {
		c.note(DiffChanged, join(path, "(order)"), strings.Join(both, " "), strings.Join(order, " "))
	}
}

// namesOf are the names of the elements of an array: the codes of a hotel, the
// code of a rate, or the id of a destination. It is false unless each has one of
// its own.
func namesOf(items []value) ([]string, bool) {
	list := make([]string, 0, len(items))
	seen := map[string]bool{}
	for _, item := range items {
		name := item.member("objectID").text
		if code := item.member("booking_code").text; code != "" {
			name = code
		}
		if code := item.member("property_code").text; code != "" {
			name = item.member("chain_code").text + code
		}
		if name == "" || seen[name] {
			return nil, false
		}
		seen[name] = true
		list = append(list, name)
	}
	return list, len(items) > 0
}

// volatile finds what names something of one run: reservations, requests,
// pages and attempts.
var volatile = regexp.MustCompile(`\b(?:att-[A-Z0-9]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z]{32})\b`)

// sameExpiry is how far two expiries may be apart, beside the times at which
// they were told: these have fractions of a second, and those have none.
const sameExpiry = 2 * time.Second

// same says whether two texts of a field are the same but for what differs from
// run to run.
func (c *comparison) same(name, a, b string) bool {
	switch name {
	case "created_at", "expiration":
		one, errA := time.Parse(`"`+time.RFC3339+`"`, a)
		other, errB := time.Parse(`"`+time.RFC3339+`"`, b)
		if errA != nil || errB != nil {
			return a == b
		}
		return name == "created_at" || (one.Sub(c.aTime)-other.Sub(c.bTime)).Abs() <= sameExpiry
	case "hotel_confirmation_number", "record_locator":
		return c.pair(name, a, b)
	}
	if a == b && !volatile.MatchString(a) {
		return true
	}
	as, bs := volatile.FindAllString(a, -1), volatile.FindAllString(b, -1)
	if len(as) != len(bs) || volatile.ReplaceAllString(a, "") != volatile.ReplaceAllString(b, "") {
		return false
	}
	for i := range as {
		if !c.pair("", as[i], bs[i]) {
			return false
		}
	}
	return true
}

// pair says whether one text stands for the other, and lets it from now on when
// both are new.
func (c *comparison) pair(kind, a, b string) bool {
	stands, known := c.stands[kind+a]
	of, taken := c.taken[kind+b]
	if !known && !taken {
		c.stands[kind+a], c.taken[kind+b] = b, a
		return true
	}
	return stands == b && of == a
}

// inBrief is a value as it stands in a difference.
func inBrief(v value) string {
	switch v.kind {
	case kindObject:
		return "{" + count(len(v.members), "field") + "}"
	case kindArray:
		return "[" + count(len(v.items), "element") + "]"
	default:
		return v.String()
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}
