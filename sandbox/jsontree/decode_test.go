package jsontree

import (
	"encoding/json"
	"strings"
	"testing"
)

func FuzzDecode(f *testing.F) {
	for _, seed := range []string{
		`{}`, `{"a":[1,2.5e3,"x",null,true,{"b":{}}]}`, `{"a":1,"a":2}`, `[[[[`, `"\ud800"`, `{"a":`, "\xff", `{"":{"":""}}`, `1e999`, ` {} x`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		p := &Problems{}
		v, err := Decode(body, p)
		if err == nil && !json.Valid(body) {
			t.Errorf("%q is not JSON and was decoded", body)
		}
		if err == nil && v.Kind == Object {
			r := NewFields(p, nil, v)
			r.Text("a", Required)
			r.Integer("b", Optional, 0, 9)
			r.Number("c", Optional)
			r.Day("d", Optional)
			r.Objects("e", Optional)
			r.Texts("f", Optional)
			r.Done()
			if len(p.List) == 0 && !r.Has("a") {
				t.Errorf("%q has no a, and nobody said so", body)
			}
		}
	})
}

func FuzzParseDecimal(f *testing.F) {
	for _, seed := range []string{"0", "-0", "1.50", "1e3", "12E-2", "007", "1.", ".5", "+1", "1e+", "1e999999999999", "-12.5e-10"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, ok := ParseDecimal(text)
		valid := json.Valid([]byte(text)) && text == strings.TrimSpace(text) && strings.IndexAny(text, "-0123456789") == 0
		if ok && !valid {
			t.Errorf("%q is no JSON number and was read as %s", text, d)
		}
		if !ok && valid && !strings.ContainsAny(text, "eE") {
			t.Errorf("%q is a JSON number and was refused", text)
		}
		if ok {
			if again, ok := ParseDecimal(d.String()); (!ok || again != d) && d.exponent <= maxExponent && d.exponent >= -maxExponent {
				t.Errorf("%q is %s, which reads as %s", text, d, again)
			}
		}
	})
}

func TestDecimal(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"0": "0", "-0": "0", "0.00": "0", "7": "7e0", "7.0": "7e0", "70e-1": "7e0", "0.7e1": "7e0", "700": "7e2", "-1.50": "-15e-1", "0.001": "1e-3",
	} {
		if d, ok := ParseDecimal(text); !ok || d.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, d, ok, want)
		}
	}
	for text, want := range map[string]int64{"12.5": 1250, "12.50": 1250, "0": 0, "1e3": 100000, "12.505": -1, "-1": -1, "1e14": -1, "9999999999999.99": 999999999999999} {
		d, _ := ParseDecimal(text)
		got, ok := d.Minor(2)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%s has %d minor units, want %d", text, got, want)
		}
	}
}

func TestDays(t *testing.T) {
	t.Parallel()
	if d, ok := ParseDay("1970-01-02"); !ok || d != 1 {
		t.Errorf("1970-01-02 is day %d, %v", d, ok)
	}
	for _, bad := range []string{"", "2026-1-2", "2026-01-02T00:00:00Z", "02026-01-02", "2026-13-01", "１970-01-01"} {
		if _, ok := ParseDay(bad); ok {
			t.Errorf("%q is read as a date", bad)
		}
	}
}
