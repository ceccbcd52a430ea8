package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/jsontree"
)

// proves says which rules of the specification a test fails for when they are
// broken. docs/conformance.md is made from it.
func proves(t *testing.T, rules ...string) {
	t.Helper()
	for _, rule := range rules {
		t.Attr("rule", rule)
	}
}

// in is the same sandbox for a subtest.
func (l *testFixture) in(t testing.TB) *testFixture {
	other := *l
	other.t = t
	return &other
}

// row is a row of one of the field tables of SPEC 2: the rules that it proves,
// joined by commas, the names of its fields, and the form of each. A name that
// ends in ? may be absent.
type row struct {
	rules  string
	fields string
	form   any
}

// checkRows fails for objects that are not made of exactly these fields.
func checkRows(t *testing.T, objects []any, rows []row) {
	t.Helper()
	if len(objects) == 0 {
		t.Fatal("there is nothing to check")
	}
	whole := tree{}
	for _, r := range rows {
		part := tree{}
		for _, field := range strings.Fields(r.fields) {
			part[field], whole[field] = r.form, r.form
		}
		t.Run(strings.ReplaceAll(r.fields, "?", ""), func(t *testing.T) {
			if r.rules != "" {
				proves(t, strings.Split(r.rules, ", ")...)
			}
			for _, one := range objects {
				if wrong := misfit(only(one, part), part); wrong != "" {
					t.Fatalf("%s in %.600v", wrong, one)
				}
			}
		})
	}
	for _, one := range objects {
		if wrong := misfit(one, whole); wrong != "" {
			t.Fatalf("%s in %.600v", wrong, one)
		}
	}
}

// only keeps the members of an object that a form speaks of.
func only(v any, form tree) any {
	object, ok := v.(tree)
	if !ok {
		return v
	}
	part := tree{}
	for name := range form {
		name = strings.TrimSuffix(name, "?")
		if value, there := object[name]; there {
			part[name] = value
		}
	}
	return part
}

// misfit compares a value with a form and says what is wrong, or nothing. A
// form is an object of forms, an array that holds the form of its elements, or
// a word: string, integer, number, bool, object, date, instant, local,
// ~ and a pattern that a string has to match. With ? before it, it may be null,
// and a string that may be null is never empty.
func misfit(v, form any) string {
	switch f := form.(type) {
	case tree:
		return misfitObject(v, f)
	case []any:
		list, ok := v.([]any)
		if !ok {
			return fmt.Sprintf("%.80v is no array", v)
		}
		for i, item := range list {
			if wrong := misfit(item, f[0]); wrong != "" {
				return fmt.Sprintf("%d: %s", i, wrong)
			}
		}
		return ""
	default:
		return misfitWord(v, form.(string))
	}
}

func misfitObject(v any, form tree) string {
	object, ok := v.(tree)
	if !ok {
		return fmt.Sprintf("%.80v is no object", v)
	}
	left := keysOf(object)
	for name, inside := range form {
		name, absent := strings.CutSuffix(name, "?")
		value, there := object[name]
		left = slices.DeleteFunc(left, func(one string) bool { return one == name })
		if !there && absent {
			continue
		}
		if !there {
			return name + " is missing"
		}
		if wrong := misfit(value, inside); wrong != "" {
			return name + ": " + wrong
		}
	}
	if len(left) > 0 {
		return fmt.Sprintf("%v should not be there", left)
	}
	return ""
}

func misfitWord(v any, form string) string {
	form, nullable := strings.CutPrefix(form, "?")
	if v == nil && nullable {
		return ""
	}
	text, isText := v.(string)
	number, isNumber := v.(json.Number)
	_, isBool := v.(bool)
	_, isObject := v.(tree)
	var err error
	ok := isText && (text != "" || !nullable)
	pattern, matches := strings.CutPrefix(form, "~")
	switch {
	case matches:
		ok = isText && regexp.MustCompile(pattern).MatchString(text)
	case form == "integer":
		ok = isNumber && regexp.MustCompile(`^-?[0-9]+$`).MatchString(number.String())
	case form == "number":
		ok = isNumber
	case form == "bool":
		ok = isBool
	case form == "object":
		ok = isObject
	case form == "date":
		_, err = time.Parse(time.DateOnly, text)
	case form == "instant":
		_, err = time.Parse("2006-01-02T15:04:05Z", text)
		ok = ok && len(text) == len("2006-01-02T15:04:05Z")
	case form == "local":
		_, err = time.Parse("2006-01-02T15:04:05-07:00", text)
	case form == "uri":
		var address *url.URL
		address, err = url.Parse(text)
		ok = ok && err == nil && address.IsAbs()
	case form != "string":
		return "there is no form " + form
	}
	if !ok || err != nil {
		return fmt.Sprintf("%.80v (%T) is not %s", v, v, form)
	}
	return ""
}

// A checker that accepts everything would prove every rule.
func TestFormsRefuse(t *testing.T) {
	t.Parallel()
	form := tree{"a": "string", "b?": []any{"integer"}, "c": "?string"}
	for text, want := range map[string]string{
		`{"a":"","c":null}`:                "",
		`{"a":"x","b":[],"c":"y"}`:         "",
		`{"a":"x","b":[1,2.5],"c":"y"}`:    "b: 1: 2.5 (json.Number) is not integer",
		`{"a":"x","b":null,"c":"y"}`:       "b: <nil> is no array",
		`{"a":null,"c":"y"}`:               "a: <nil> (<nil>) is not string",
		`{"a":"x","c":""}`:                 "c:  (string) is not string",
		`{"a":"x"}`:                        "c is missing",
		`{"a":"x","c":null,"d":1}`:         "[d] should not be there",
		`[]`:                               "[] is no object",
		`{"a":"x","b":["1"],"c":null}`:     "b: 0: 1 (string) is not integer",
		`{"a":"x","b":[1],"c":{"d":null}}`: "c: map[d:<nil>] (map[string]interface {}) is not string",
	} {
		var v any
		d := json.NewDecoder(strings.NewReader(text))
		d.UseNumber()
		if err := d.Decode(&v); err != nil {
			t.Fatal(err)
		}
		if got := misfit(v, form); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	for word, bad := range map[string]any{
		"date": "2026-1-2", "instant": "2026-01-02T03:04:05+00:00", "local": "2026-01-02T03:04:05Z", "bool": "true",
		"object": []any{}, "uri": "images/1", "number": "1", "~^a$": "b",
	} {
		if misfit(bad, word) == "" {
			t.Errorf("%v passes as %s", bad, word)
		}
	}
}

// inCity searches an IATA code for the stay of searchBody and lists what is
// offered there, nothing included.
func (l *testFixture) inCity(code string) []offer {
	l.t.Helper()
	search := searchBody()
	put(search, "filter.location.details.iata_code", code)
	return ratesOf(l.ok(200, "POST", pathSearch, search))
}

// list returns the elements of an array in a tree.
func list(v any, path ...any) []any {
	found, _ := at(v, path...).([]any)
	return found
}

// collect lists what is at a path of each value.
func collect(values []any, path ...any) []any {
	var all []any
	for _, v := range values {
		all = append(all, at(v, path...))
	}
	return all
}

// flatten lists the elements of the arrays at a path of each value.
func flatten(values []any, path ...any) []any {
	var all []any
	for _, v := range values {
		all = append(all, list(v, path...)...)
	}
	return all
}

// thousandths is an amount of any currency as an exact integer.
func thousandths(t testing.TB, amount any) int64 {
	t.Helper()
	d, ok := jsontree.ParseDecimal(fmt.Sprint(amount))
	minor, fits := d.Minor(3)
	if !ok || !fits {
		t.Fatalf("%v is no amount", amount)
	}
	return minor
}

// places searches destinations.
func (l *testFixture) places(query string) []any {
	l.t.Helper()
	return list(l.ok(200, "GET", pathPlaces+"?"+query, nil), "results")
}

// total is how many reservations a list query finds.
func (l *testFixture) total(query string) string {
	l.t.Helper()
	return text(l.ok(200, "GET", pathList+"?"+query, nil), "total_items_without_paging")
}
