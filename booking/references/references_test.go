package references

import "testing"

func TestReference(t *testing.T) {
	t.Parallel()
	r, err := New("cost_center", "", `[A-Z]{2}\d{3}|none`)
	if err != nil || r.Label != "cost_center" || r.Pattern() != `[A-Z]{2}\d{3}|none` {
		t.Fatalf("%+v, %v", r, err)
	}
	for value, want := range map[string]string{
		"AB123": "", "none": "", "": "needed", "AB1234": `not like [A-Z]{2}\d{3}|none`, "xAB123": `not like [A-Z]{2}\d{3}|none`,
		"<b>": `without < > " ' \`,
	} {
		if got := r.Problem(value); got != want {
			t.Errorf("%q: %q, want %q", value, got, want)
		}
	}
	for key, pattern := range map[string]string{"cost center": "", "": "", "a": "["} {
		if _, err := New(key, "", pattern); err == nil {
			t.Errorf("%q, %q is a reference", key, pattern)
		}
	}
	if r, err := New("order", "order number", ""); err != nil || r.Problem("anything") != "" || r.Pattern() != "" || r.Label != "order number" {
		t.Errorf("%+v, %v", r, err)
	}
}

func FuzzReference(f *testing.F) {
	f.Add("cost_center", `\d+`, "12")
	f.Add("a", `(`, "")
	f.Fuzz(func(t *testing.T, key, pattern, value string) {
		r, err := New(key, "", pattern)
		if err != nil {
			return
		}
		if r.Pattern() != pattern {
			t.Fatalf("%q came back as %q", pattern, r.Pattern())
		}
		r.Problem(value)
	})
}
