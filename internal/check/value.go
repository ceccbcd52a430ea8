package check

import (
	"encoding/json"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// at returns the value of a member of a member; nil when there is none.
func at(v any, path ...string) any {
	for _, name := range path {
		object, _ := v.(map[string]any)
		v = object[name]
	}
	return v
}

func array(v any, path ...string) []any {
	list, _ := at(v, path...).([]any)
	return list
}

func objects(v any, path ...string) []map[string]any {
	var out []map[string]any
	for _, one := range array(v, path...) {
		if object, ok := one.(map[string]any); ok {
			out = append(out, object)
		}
	}
	return out
}

func object(v any, path ...string) map[string]any {
	out, _ := at(v, path...).(map[string]any)
	return out
}

// put adds a value under a name of the profile: options.simulate is the member
// simulate of the object options.
func put(body map[string]any, name string, value any) {
	path := strings.Split(name, ".")
	for _, part := range path[:len(path)-1] {
		inner, ok := body[part].(map[string]any)
		if !ok {
			inner = map[string]any{}
			body[part] = inner
		}
		body = inner
	}
	body[path[len(path)-1]] = value
}

func text(v any, path ...string) string {
	out, _ := at(v, path...).(string)
	return out
}

// number returns a number; without one it is NaN, which equals nothing.
func number(v any, path ...string) float64 {
	n, _ := at(v, path...).(json.Number)
	f, err := n.Float64()
	if err != nil {
		return math.NaN()
	}
	return f
}

func whole(v any, path ...string) int64 {
	n, _ := at(v, path...).(json.Number)
	i, err := n.Int64()
	if err != nil {
		return -1
	}
	return i
}

// day returns the calendar date that a reservation's check-in or check-out means. It
// comes as an instant: midnight at a hotel whose zone is not known, so that the
// nearest midnight in UTC has the date.
func day(v any, path ...string) (time.Time, bool) {
	instant, err := time.Parse(time.RFC3339, text(v, path...))
	if err != nil {
		return time.Time{}, false
	}
	return instant.UTC().Add(12 * time.Hour).Truncate(24 * time.Hour), true
}

// days returns the earliest and the latest date that an instant can be anywhere on
// earth.
func days(v any, path ...string) (first, last time.Time, ok bool) {
	instant, err := time.Parse(time.RFC3339, text(v, path...))
	if err != nil {
		return first, last, false
	}
	instant = instant.UTC()
	return instant.Add(-12 * time.Hour).Truncate(24 * time.Hour), instant.Add(14 * time.Hour).Truncate(24 * time.Hour), true
}

// pattern returns a regular expression that is compiled when it is first needed: the
// program starts without it.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

// idForm is what a reservation's id looks like (SPEC 8).
var idForm = pattern(`^[0-9A-Za-z]{32}$`)

func date(t time.Time) string { return t.Format(time.DateOnly) }

// hotelID returns how hotels are told apart, in every answer.
func hotelID(v any) string { return text(v, "chain_code") + " " + text(v, "property_code") }

// customText returns a value of custom data as a filter spells it; "" when it cannot
// be asked for.
func customText(v any) string {
	switch v := v.(type) {
	case string:
		if len([]rune(v)) > 128 || strings.ContainsAny(v, "><\"'\\") {
			return ""
		}
		return v
	case json.Number:
		return v.String()
	case bool:
		if v {
			return "true"
		}
		return "false"
	default:
		return ""
	}
}

// holdsCustom reports whether a reservation has a value under any key.
func holdsCustom(r any, value string) bool {
	for _, one := range object(r, "custom_data") {
		if customText(one) == value {
			return true
		}
	}
	return false
}

// miles returns how far two points are from one another on a round earth.
func miles(lat1, lon1, lat2, lon2 float64) float64 {
	const radius = 3958.8
	rad := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	a := math.Pow(math.Sin(rad(lat2-lat1)/2), 2) + math.Cos(rad(lat1))*math.Cos(rad(lat2))*math.Pow(math.Sin(rad(lon2-lon1)/2), 2)
	return 2 * radius * math.Asin(math.Sqrt(min(1, a)))
}

// agree reports whether two values are one as far as both of them have it: a member
// that only one of them has is told elsewhere.
func agree(a, b any) bool {
	switch x := a.(type) {
	case nil:
		return true
	case []any:
		y, ok := b.([]any)
		return b == nil || ok && slices.EqualFunc(x, y, agree)
	case map[string]any:
		y, ok := b.(map[string]any)
		for name, v := range x {
			ok = ok && agree(v, y[name])
		}
		return b == nil || ok
	default:
		return b == nil || a == "" || b == "" || same(a, b)
	}
}

// same reports whether two values are one, numbers by their value.
func same(a, b any) bool {
	switch a := a.(type) {
	case json.Number:
		b, ok := b.(json.Number)
		if !ok {
			return false
		}
		f, err1 := a.Float64()
		g, err2 := b.Float64()
		return err1 == nil && err2 == nil && f == g
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, same)
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for name, v := range a {
			if w, there := b[name]; !there || !same(v, w) {
				return false
			}
		}
		return true
	default:
		return a == b
	}
}
