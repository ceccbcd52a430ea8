package traffic

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
)

func masking(guests bool) *Masking {
	m := NewMasking(Options{Guests: guests, Secrets: []string{"key-1234", "tok_5678"}, Account: "acme", Drawn: unicode.IsPrint})
	m.Forget([]string{"Rossi", "x"})
	return m
}

func TestMask(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{ //nolint:gosec // None of them is a secret.
		``:                                ``,
		` `:                               ``,
		`{"id": "1", "x_note": "Rossi"}`:  `{"id":"1","x_note":"R···"}`,
		`{"message": "for Rossi, ROSSI"}`: `{"message":"for R···, R···"}`,
		`{"items":[{"guests":{"primary":{"surname":"Rossi","n":[1,true,null,{"a":"b"}]}}}]}`: `{"items":[{"guests":{"primary":{"surname":"R···","n":["#···","?···",null,{"a":"b···"}]}}}]}`,
		`{"payment":{"guest":{"Token":{"a":1},"amount":1.50,"cvv":[1,"2"]}}}`:                `{"payment":{"guest":{"···":{"a":"[redacted]"},"amount":1.50,"cvv":["[redacted]","[redacted]"]}}}`,
		`{"rate":{"cancel":"a\u202eb","n":1.10,"token":"a"}}`:                                `{"rate":{"cancel":"a\u202eb","n":1.10,"token":"[redacted]"}}`,
		`{"Ada Rossi": 1, "rate": {"Q 1": 2}}`:                                               `{"···":"#···","rate":{"Q 1":2}}`,
		`{"rate": {"a": "key-1234", "b": "YWNtZTprZXktMTIzNA=="}}`:                           `{"rate":{"a":"[redacted]","b":"[redacted]"}}`,
		`{"details": [{"field": ["guests", "0", "surname", "Ada R"], "message": "m"}]}`:      `{"details":[{"field":["guests","0","surname","A···"],"message":"m"}]}`,
		`"Rossi"`: `"R···"`,
	} {
		got, cut := masking(true).Mask([]byte(body))
		if string(got) != want || cut {
			t.Errorf("%s is seen as %s (%t), want %s", body, got, cut, want)
		}
	}
	for body, want := range map[string]string{
		`{"id": "1", "hotel": {"name"`:     `{"id":"1","hotel":{"name":null}}`,
		`{"id": "1", "hotel": {"name": "A`: `{"id":"1","hotel":{"name":null}}`,
		`{"items": [{"id": "1"}, `:         `{"items":[{"id":"1"}]}`,
		`{} Rossi`:                         `{}`,
		`{} {"a": "Rossi"}`:                `{}`,
		`Rossi`:                            ``,
		`[1,`:                              `["#···"]`,
	} {
		got, cut := masking(true).Mask([]byte(body))
		if string(got) != want || !cut {
			t.Errorf("%s is seen as %s (%t), want %s", body, got, cut, want)
		}
	}
	got, _ := masking(false).Mask([]byte(`{"results":[{"name":"The Rossi","token":"t"}],"a":"tok_5678"}`))
	if want := `{"results":[{"name":"The Rossi","token":"[redacted]"}],"a":"[redacted]"}`; string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Whatever a body is, what is seen of it is JSON of characters that may be drawn, and neither a secret nor a guest is
// in it.
func FuzzMask(f *testing.F) {
	for _, seed := range []string{
		`{"guests":{"primary":{"surname":"Zq9Zq9"}}}`, `{"custom_data":{"k":"Zq9Zq9","Zq9Zq9":1}}`, `{"items":[{"payment":{"guest":{"token":"Zq9Zq9"}}}]}`,
		`{"message":"Zq9Zq9"}`, `[[["Zq9Zq9`, `{"Zq9Zq9":`, "\"\\u202e\xff", `{"rate":{"a":1e999}}`, `{"a":1,"a":2}`, `{"rate":{"token":"tok_5678"}}`, `{"a":"\ud800"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		m := masking(true)
		m.Forget([]string{"Zq9Zq9"})
		got, _ := m.Mask(body)
		if len(got) > 0 && !json.Valid(got) {
			t.Fatalf("%q is seen as %q", body, got)
		}
		for _, r := range string(got) {
			if !unicode.IsPrint(r) {
				t.Fatalf("%q is seen as %q", body, got)
			}
		}
		// Only what the service alone writes is seen as it is.
		if !strings.Contains(string(body), "rate") && strings.Contains(string(got), "Zq9Zq9") && !strings.ContainsAny(string(body), `\`) &&
			!strings.Contains(string(body), "price") && !strings.Contains(string(body), "terms") && !strings.Contains(string(body), "pagination") &&
			strings.Count(string(body), "Zq9Zq9") == strings.Count(string(got), "Zq9Zq9") && strings.Contains(string(body), "primary") {
			t.Fatalf("%q is seen as %q", body, got)
		}
		for _, secret := range []string{"key-1234", "tok_5678"} {
			if strings.Contains(string(got), secret) {
				t.Fatalf("%q is seen as %q", body, got)
			}
		}
	})
}

// In no minute there are more calls than the cap, whenever they are asked for.
func TestLimiter(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	for _, most := range []int{1, 2, 7} {
		l := NewLimiter(most)
		var made []time.Time
		now := start
		for i := range 60 {
			now = now.Add(time.Duration(i*i%17) * time.Second)
			wait := l.Take(now)
			if i%5 == 3 && wait > 0 {
				l.Back(now.Add(wait))
				continue
			}
			made = append(made, now.Add(wait))
		}
		slices.SortFunc(made, time.Time.Compare)
		for i := most; i < len(made); i++ {
			if gap := made[i].Sub(made[i-most]); gap < time.Minute {
				t.Errorf("%d a minute: call %d comes %s after call %d", most, i, gap, i-most)
			}
		}
		l.Count(made[len(made)-1].Add(time.Hour))
		if len(l.at) != 1 {
			t.Errorf("%d times are kept for an hour", len(l.at))
		}
	}
	var none *Limiter
	if none.Count(start); none.Take(start) != 0 || none.Most() != 0 || NewLimiter(0) != nil || NewLimiter(-1) != nil {
		t.Error("no cap limits something")
	}
	none.Back(start)
}

// What nobody asked for leaves half of the places.
func TestLimiterSpares(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	l := NewLimiter(4)
	for i, want := range []time.Duration{0, 0, time.Minute} {
		if got := l.TakeSpare(start); got != want {
			t.Errorf("call %d waits %s, want %s", i, got, want)
		}
	}
	l.Back(start.Add(time.Minute))
	for i, want := range []time.Duration{0, 0, time.Minute} {
		if got := l.Take(start); got != want {
			t.Errorf("the others' call %d waits %s, want %s", i, got, want)
		}
	}
	if one := NewLimiter(1); one.TakeSpare(start) != 0 || (*Limiter)(nil).TakeSpare(start) != 0 {
		t.Error("there is no place at all")
	}
}

func TestWaits(t *testing.T) {
	t.Parallel()
	ctx, stop := context.WithCancel(context.Background())
	stop()
	told := &Waits{}
	from := Unasked(AtOnce(told.On(ctx)))
	if to := Carry(from, context.Background()); to.Err() != nil || WaitsOf(to) != told || !IsAtOnce(to) || !IsUnasked(to) {
		t.Error("something is not carried over, or the end is")
	}
	if to := Carry(context.Background(), ctx); to.Err() == nil || WaitsOf(to) != nil || IsUnasked(to) {
		t.Error("something comes from nowhere")
	}
	var nobody *Waits
	nobody.Begin(time.Now(), "x")()
	if _, ok := nobody.Now(); ok || WaitsOf(context.Background()) != nil || IsAtOnce(context.Background()) || !IsAtOnce(AtOnce(context.Background())) {
		t.Error("something waits")
	}
	w := &Waits{}
	if WaitsOf(w.On(context.Background())) != w {
		t.Error("nobody is told")
	}
	first := w.Begin(time.Now(), "a")
	second := w.Begin(time.Now(), "b")
	first()
	if now, ok := w.Now(); !ok || now.Why != "b" {
		t.Errorf("%v", now)
	}
	if second(); w.wait.Why != "" {
		t.Error("it still waits")
	}
}

// A body as large as is kept, of what a search for hotels is answered.
func BenchmarkMask(b *testing.B) {
	hotel := `{"chain_code":"LX","property_code":"20417","name":"The Aldwych Lantern","rooms":[{"rates":[{"booking_code":"ABC123","price":{"total_price":612.40,"currency_code":"GBP"},"refundable":true}]}]},`
	body := []byte(`{"results":[` + strings.Repeat(hotel, 2*MaxBody/len(hotel)))[:MaxBody]
	m := masking(false)
	b.SetBytes(MaxBody)
	b.ReportAllocs()
	for b.Loop() {
		m.Mask(body)
	}
}
