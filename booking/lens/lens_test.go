package lens_test

import (
	"strings"
	"testing"

	"bellhop/booking/lens"

	"github.com/google/go-cmp/cmp"
)

func TestFields(t *testing.T) {
	t.Parallel()
	fields, err := lens.Fields([]byte(`{"id":"a","rate":{"price":{"total_price":612.40},"terms":{"cancel_penalties":[{"deadline_local":"x","penalty":{}},{"penalty":{"estimated_amount":true}}],"cancel_note":null}},
		"custom_data":{"cost<centre":7},"odd":["b\u001b"]}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range fields {
		got = append(got, f.Path+" "+f.JSON+" "+f.Section)
	}
	want := []string{
		`id "a" 2.1`, "rate.price.total_price 612.40 2.4", `rate.terms.cancel_penalties[0].deadline_local "x" 2.5`, "rate.terms.cancel_penalties[0].penalty {} ",
		"rate.terms.cancel_penalties[1].penalty.estimated_amount true 2.5", "rate.terms.cancel_note null 2.5", "custom_data.cost<centre 7 2.1", `odd[0] "b\u001b" `,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"", "{", `{"a":1}x`, strings.Repeat("[", 100), "[" + strings.Repeat("1,", lens.MostFields) + "1]"} {
		if _, err := lens.Fields([]byte(bad)); err == nil {
			t.Errorf("%.20q is read", bad)
		}
	}
}

// Every entry names its section and says something.
func TestEntries(t *testing.T) {
	t.Parallel()
	for _, path := range lens.Paths() {
		if e := lens.Of(strings.ReplaceAll(path, "*", "x")); e.Section == "" || e.Type == "" || !strings.HasSuffix(e.Says, ".") {
			t.Errorf("%s: %+v", path, e)
		}
	}
	if e := lens.Of("guests.primary.nickname"); e.Section != "" || !strings.Contains(e.Says, "does not have this field") {
		t.Errorf("a field of nobody's: %+v", e)
	}
}

func FuzzFields(f *testing.F) {
	for _, seed := range []string{`{"id":"a"}`, `[1,{"a":[]}]`, `"x"`, `{"a":{"b":null}}`, "\xff", `{"":{"":""}}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		fields, err := lens.Fields(text)
		if err != nil {
			return
		}
		for _, field := range fields {
			if strings.ContainsAny(field.Path+field.JSON+field.Text, "\x1b\n\u202e") {
				t.Errorf("%q drives a terminal", field)
			}
		}
	})
}
