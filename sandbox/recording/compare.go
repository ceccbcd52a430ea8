package recording

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"bellhop/sandbox/jsontree"
)

// The kinds of differences between two recordings.
const (
	Removed = "removed" // only the first recording has it
	Added   = "added"   // only the second one has it
	Changed = "changed"
)

// Difference is one thing that two recordings have otherwise.
type Difference struct {
	// A and B are the lines that were compared, from 1; 0 is none.
	A      int    `json:"a_line"`
	B      int    `json:"b_line"`
	Method string `json:"method"`
	Path   string `json:"path"` // a template
	Kind   string `json:"kind"`
	// Field is where: "request" for a request that one recording does not have,
	// and else status, target, fault, sent, or a path of names that begins with
	// query, header, request or response.
	Field string `json:"field"`
	// Before and After are JSON; "" where there is nothing.
	Before string `json:"before,omitempty"`
	After  string `json:"after,omitempty"`
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
			c.list = append(c.list, Difference{A: e.number, Method: e.method, Path: e.path, Kind: Removed, Field: "request"})
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
			c.list = append(c.list, Difference{B: e.number, Method: e.method, Path: e.path, Kind: Added, Field: "request"})
		}
	}
	return c.list, nil
}

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

func (c *comparison) lines(a, b line) {
	number := func(n int) jsontree.Value { return jsontree.Value{Kind: jsontree.Number, Text: strconv.Itoa(n)} }
	sent := func(cut bool) jsontree.Value {
		if cut {
			return jsontree.Text("its first half")
		}
		return jsontree.Text("whole")
	}
	query := func(values []string) string { return strings.Join(values, " & ") }
	header := func(value string) string { return value }
	c.values([]string{"target"}, jsontree.Text(a.Target), jsontree.Text(b.Target))
	c.values([]string{"query"}, texts(a.Query, query), texts(b.Query, query))
	c.bodies("request", a.Request, b.Request)
	c.values([]string{"status"}, number(a.Status), number(b.Status))
	c.values([]string{"fault"}, jsontree.Text(a.Fault), jsontree.Text(b.Fault))
	c.values([]string{"sent"}, sent(a.Cut), sent(b.Cut))
	c.values([]string{"header"}, texts(a.Header, header), texts(b.Header, header))
	c.bodies("response", a.Response, b.Response)
	c.values([]string{"page"}, jsontree.Text(a.Page), jsontree.Text(b.Page))
}

// texts makes an object of named texts.
func texts[T any](of map[string]T, text func(T) string) jsontree.Value {
	v := jsontree.Value{Kind: jsontree.Object}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		v.Members = append(v.Members, jsontree.TextMember(name, text(of[name])))
	}
	return v
}

func (c *comparison) bodies(name string, a, b json.RawMessage) {
	one, errA := jsontree.Decode(a, nil)
	other, errB := jsontree.Decode(b, nil)
	path := []string{name}
	switch {
	case string(a) == string(b) && (len(a) == 0 || errA != nil):
	case len(a) == 0:
		c.note(Added, path, "", string(b))
	case len(b) == 0:
		c.note(Removed, path, string(a), "")
	case errA != nil || errB != nil: // It is nested too deeply to be one of ours.
		c.note(Changed, path, string(a), string(b))
	default:
		c.values(path, one, other)
	}
}

// values compares two values that stand in the same place.
func (c *comparison) values(path []string, a, b jsontree.Value) {
	switch holds := a.Kind == jsontree.Object || a.Kind == jsontree.Array; {
	case holds && a.Kind == b.Kind:
		c.parts(path, a, b)
	case holds || a.Kind != b.Kind || !c.same(path[len(path)-1], a.String(), b.String()):
		c.note(Changed, path, inBrief(a), inBrief(b))
	}
}

// parts compares what two values hold under the same name. Elements of arrays
// have the position as their name unless each has one of its own, so that one
// hotel more is one difference.
func (c *comparison) parts(path []string, a, b jsontree.Value) {
	as, aNamed := named(a.Items)
	bs, bNamed := named(b.Items)
	if !aNamed || !bNamed {
		as.Members, bs.Members = a.Parts(), b.Parts()
	}
	var both, order []string
	for _, m := range as.Members {
		at := jsontree.Join(path, m.Name)
		if bs.Has(m.Name) {
			both = append(both, m.Name)
			c.values(at, m.Value, bs.Member(m.Name))
		} else {
			c.note(Removed, at, inBrief(m.Value), "")
		}
	}
	for _, m := range bs.Members {
		if as.Has(m.Name) {
			order = append(order, m.Name)
		} else {
			c.note(Added, jsontree.Join(path, m.Name), "", inBrief(m.Value))
		}
	}
	if aNamed && bNamed && !slices.Equal(both, order) {
		c.note(Changed, jsontree.Join(path, "(order)"), strings.Join(both, " "), strings.Join(order, " "))
	}
}

// named returns the elements of an array as members named by the codes of a
// hotel, the code of a rate, or the id of a destination. It is false unless each
// has a name of its own.
func named(items []jsontree.Value) (jsontree.Value, bool) {
	var list jsontree.Value
	for _, item := range items {
		name := item.Member("objectID").Text
		if code := item.Member("booking_code").Text; code != "" {
			name = code
		}
		if code := item.Member("property_code").Text; code != "" {
			name = item.Member("chain_code").Text + code
		}
		if name == "" || list.Has(name) {
			return jsontree.Value{}, false
		}
		list.Members = append(list.Members, jsontree.Member{Name: name, Value: item})
	}
	return list, len(items) > 0
}

// volatile finds what names something of one run: reservations, requests,
// pages and attempts.
var volatile = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b(?:att-[A-Z0-9]{26}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9A-Za-z]{32})\b`)
})

// sameExpiry is how far two expiries may be apart, beside the times at which
// they were told: these have fractions of a second, and those have none.
const sameExpiry = 2 * time.Second

// same reports whether two texts of a field are the same but for what differs from
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
	if a == b && !volatile().MatchString(a) {
		return true
	}
	as, bs := volatile().FindAllString(a, -1), volatile().FindAllString(b, -1)
	if len(as) != len(bs) || volatile().ReplaceAllString(a, "") != volatile().ReplaceAllString(b, "") {
		return false
	}
	for i := range as {
		if !c.pair("", as[i], bs[i]) {
			return false
		}
	}
	return true
}

// pair reports whether one text stands for the other, and lets it from now on when
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

// inBrief returns a value as a difference shows it.
func inBrief(v jsontree.Value) string {
	switch v.Kind {
	case jsontree.Object:
		return "{" + count(len(v.Members), "field") + "}"
	case jsontree.Array:
		return "[" + count(len(v.Items), "element") + "]"
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
