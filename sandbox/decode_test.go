package sandbox

import (
	"encoding/json"
	"slices"
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
		p := &problems{}
		v, err := decode(body, p)
		if err == nil && !json.Valid(body) {
			t.Errorf("%q is not JSON and was decoded", body)
		}
		if err == nil && v.kind == kindObject {
			r := newFields(p, nil, v)
			r.text("a", required)
			r.whole("b", optional, 0, 9)
			r.number("c", optional)
			r.day("d", optional)
			r.objects("e", optional)
			r.texts("f", optional)
			r.done()
			if len(p.list) == 0 && !r.has("a") {
				t.Errorf("%q has no a, and nobody said so", body)
			}
		}
	})
}

// What is let through is consistent, whatever the body.
func FuzzCreate(f *testing.F) {
	l := start(f)
	whole, err := json.Marshal(l.offers(searchBody())[0].createBody())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(whole))
	f.Add(strings.Replace(string(whole), `"2026-12-15"`, `"9999-12-31"`, 1))
	f.Add(`{"rate":{"price":{"total_price":1e-400,"currency_code":"JPY"}},"custom_data":{"k":-0}}`)
	f.Fuzz(func(t *testing.T, body string) {
		p := &problems{}
		c := &call{account: "acme", now: l.clock.time(), body: []byte(body), problems: p}
		fields := c.fields()
		b := l.sandbox.readBooking(fields, c.now)
		fields.done()
		if len(p.list) > 0 {
			return
		}
		sum := b.guest.amount
		if b.partner != nil {
			sum = sum.Add(b.partner.amount)
		}
		if sum != b.total || b.stay.In >= b.stay.Out || b.rooms < 1 || b.stay.Adults < 1 || b.guests.Primary.Surname == "" {
			t.Errorf("%q is let through as %+v", body, b)
		}
		if q, err := l.sandbox.agree(c, b); err == nil && q.booked().Price.TotalPrice != b.total {
			t.Errorf("%q is agreed at %s", body, q.booked().Price.TotalPrice)
		}
	})
}

func FuzzParseDecimal(f *testing.F) {
	for _, seed := range []string{"0", "-0", "1.50", "1e3", "12E-2", "007", "1.", ".5", "+1", "1e+", "1e999999999999", "-12.5e-10"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, ok := parseDecimal(text)
		valid := json.Valid([]byte(text)) && text == strings.TrimSpace(text) && strings.IndexAny(text, "-0123456789") == 0
		if ok && !valid {
			t.Errorf("%q is no JSON number and was read as %s", text, d)
		}
		if !ok && valid && !strings.ContainsAny(text, "eE") {
			t.Errorf("%q is a JSON number and was refused", text)
		}
		if ok {
			if again, ok := parseDecimal(d.String()); (!ok || again != d) && d.exponent <= maxExponent && d.exponent >= -maxExponent {
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
		if d, ok := parseDecimal(text); !ok || d.String() != want {
			t.Errorf("%s is %s, %v; want %s", text, d, ok, want)
		}
	}
	for text, want := range map[string]int64{"12.5": 1250, "12.50": 1250, "0": 0, "1e3": 100000, "12.505": -1, "-1": -1, "1e14": -1, "9999999999999.99": 999999999999999} {
		d, _ := parseDecimal(text)
		got, ok := d.minor(2)
		if !ok {
			got = -1
		}
		if got != want {
			t.Errorf("%s has %d minor units, want %d", text, got, want)
		}
	}
}

func TestBounded(t *testing.T) {
	t.Parallel()
	b := newBounded[int, string](3)
	for i := range 3 {
		b.put(i, "old")
	}
	b.put(0, "new") // A key that is there keeps its age.
	b.put(3, "x")
	b.put(4, "x")
	for key, want := range map[int]bool{0: false, 1: false, 2: true, 3: true, 4: true} {
		if _, got := b.get(key); got != want {
			t.Errorf("key %d is there: %v, want %v", key, got, want)
		}
	}
	var keys []int
	for key, value := range b.all() {
		if value != map[int]string{2: "old", 3: "x", 4: "x"}[key] {
			t.Errorf("key %d has %q", key, value)
		}
		keys = append(keys, key)
	}
	if !slices.Equal(keys, []int{2, 3, 4}) {
		t.Errorf("from the oldest on it lists %v", keys)
	}
	if len(b.values) != 3 || len(b.order) != 3 {
		t.Errorf("it holds %d values and %d keys, want 3", len(b.values), len(b.order))
	}
}

func TestDays(t *testing.T) {
	t.Parallel()
	if d, ok := parseDay("1970-01-02"); !ok || d != 1 {
		t.Errorf("1970-01-02 is day %d, %v", d, ok)
	}
	for _, bad := range []string{"", "2026-1-2", "2026-01-02T00:00:00Z", "02026-01-02", "2026-13-01", "１970-01-01"} {
		if _, ok := parseDay(bad); ok {
			t.Errorf("%q is read as a date", bad)
		}
	}
}
