package check

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled returns the description's schemas as a library for JSON Schema has them.
func compiled(t testing.TB) map[string]*jsonschema.Schema {
	t.Helper()
	all, _ := components(t)
	text, err := json.Marshal(map[string]any{"components": map[string]any{"schemas": all}})
	if err != nil {
		t.Fatal(err)
	}
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("file:///d.json", v); err != nil {
		t.Fatal(err)
	}
	out := map[string]*jsonschema.Schema{}
	for name := range all {
		s, err := c.Compile("file:///d.json#/components/schemas/" + name)
		if err != nil {
			t.Fatal(err)
		}
		out[name] = s
	}
	return out
}

// honest returns answers of the real service by the name of their schema.
func honest(t testing.TB) map[string][][]byte {
	t.Helper()
	doc, err := described()
	if err != nil {
		t.Fatal(err)
	}
	s := answersToWrites()
	s.mu.Lock()
	defer s.mu.Unlock()
	out := map[string][][]byte{}
	for key, x := range s.known {
		method, rest, _ := strings.Cut(key, "\n")
		target, _, _ := strings.Cut(rest, "\n")
		path, _, _ := strings.Cut(strings.TrimPrefix(target, "http://service.example"), "?")
		operation := map[string]string{
			"GET " + destinationsPath: "searchDestinations", "POST " + searchPath: "searchHotels", "POST " + verifyPath: "verifyRate",
			"GET " + listPath: "listReservations", "POST " + reservationPath: "createReservation",
		}[method+" "+path]
		if operation == "" {
			operation = map[string]string{"GET": "readReservation", "PATCH": "modifyReservation", "POST": "cancelReservation"}[method]
		}
		name := doc.Answers[operation][fmt.Sprint(x.status)][jsonType]
		if name != "" {
			out[name] = append(out[name], x.text)
		}
	}
	// The shortest are as good as any.
	for name, list := range out {
		slices.SortFunc(list, func(a, b []byte) int { return cmp.Or(cmp.Compare(len(a), len(b)), bytes.Compare(a, b)) })
		out[name] = list[:min(len(list), 4)]
	}
	if len(out) < 8 {
		t.Fatalf("only %v", slices.Sorted(maps.Keys(out)))
	}
	return out
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// changeOne changes one place of a value at random.
func changeOne(random *rand.Rand, v any) any {
	odd := []any{
		nil, true, "", "x", "CONFIRMED", "612.40", json.Number("-1"), json.Number("0"), json.Number("2.5"), json.Number("2.0"), json.Number("1e6"),
		[]any{},
		[]any{"x", "x"},
		map[string]any{},
		"2026-02-30", "2026-12-12T10:00:00Z", "a b", strings.Repeat("y", 200), "GB", "VALIDATION",
	}
	if random.IntN(4) > 0 {
		switch v := v.(type) {
		case map[string]any:
			names := slices.Sorted(maps.Keys(v))
			if len(names) == 0 || random.IntN(12) == 0 {
				v["x_unknown"] = odd[random.IntN(len(odd))]
				return v
			}
			name := names[random.IntN(len(names))]
			if random.IntN(8) == 0 {
				delete(v, name)
			} else {
				v[name] = changeOne(random, v[name])
			}
			return v
		case []any:
			if len(v) > 0 {
				i := random.IntN(len(v))
				v[i] = changeOne(random, v[i])
				return v
			}
		}
	}
	return odd[random.IntN(len(odd))]
}

// What the check calls right or wrong is what JSON Schema does.
func TestCompareAgreesWithJSONSchema(t *testing.T) {
	t.Parallel()
	doc, err := described()
	if err != nil {
		t.Fatal(err)
	}
	schemas, bodies := compiled(t), honest(t)
	random := rand.New(rand.NewPCG(4, 7))
	wrong := 0
	for _, name := range slices.Sorted(maps.Keys(bodies)) {
		for round := range 250 {
			v, err := decode(bodies[name][round%len(bodies[name])])
			if err != nil {
				t.Fatal(err)
			}
			for range round % 3 {
				v = changeOne(random, v)
			}
			ours, theirs := doc.compare(name, v).differences, schemas[name].Validate(v)
			if (len(ours) == 0) != (theirs == nil) {
				t.Fatalf("%s: we say %+v, JSON Schema says %v", name, ours, theirs)
			}
			if theirs != nil {
				wrong++
			}
		}
	}
	if wrong < 500 {
		t.Errorf("only %d were wrong", wrong)
	}
}

// Whatever a service sends is examined without a panic, and what is told of it is
// short and in one line.
func FuzzExamine(f *testing.F) {
	doc, err := described()
	if err != nil {
		f.Fatal(err)
	}
	operations := slices.Sorted(maps.Keys(doc.Answers))
	for _, text := range []string{
		`{"results":[{"type":"hotel"},{"type":"destination","hotels":["a","a"]},7]}`,
		`{"pagination":{"total_items":-1},"results":[{"rooms":[{"rates":[{"terms":[{"cancel_penalties":{"deadline_local":"2026-12-12T10:00Z"}}]}]}]}]}`,
		`{"terms":{"guarantee_type":"x","cancel_penalties":null},"price":{"fees":{}}}`,
		`{"items":[{"status":"LOST","custom_data":{"<b>":[]},"payment":{"guest":{"stripe":{},"cvv":"1"}}}]}`,
		`{"type":"VALIDATION","code":1e400,"details":[{"field":[]}],"request_id":"\u001b[2J"}`,
		`{"status":"CREATED","confirmation":{}}`, `[]`, `null`, `{"images":[{"category":"1"}],"address":{"state_province":1}}`, `not JSON`,
	} {
		for i := range operations {
			f.Add([]byte(text), uint8(i), 200)
		}
		f.Add([]byte(text), uint8(0), 400)
	}
	f.Fuzz(func(t *testing.T, body []byte, operation uint8, status int) {
		s := newScript(Options{Now: now})
		a := answer{
			request: request{operation: operations[int(operation)%len(operations)], method: "GET", path: "/"},
			status:  status, header: http.Header{"Content-Type": {jsonType}}, text: body,
		}
		s.tries.add(a, doc.examine(a).notes)
		for id, one := range s.tries {
			if id == "" {
				t.Errorf("something is compared with no rule: %+v", one)
			}
			for _, mismatch := range one.mismatches {
				if text := mismatch.String(); strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f }) {
					t.Errorf("%s: %q", id, text)
				}
			}
		}
		for _, result := range s.report().Results {
			if result.Section == "" {
				t.Error("a rule has no section")
			}
		}
	})
}
