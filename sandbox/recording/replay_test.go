package recording

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"testing"

	"bellhop/sandbox/service"
)

const (
	oneAttempt   = "att-ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	otherAttempt = "att-0123456789ABCDEFGHIJKLMNOP"
)

// Two requests are the same whatever the order of their members is, and no
// others are: no value can pass for a name.
func TestQuestionKeys(t *testing.T) {
	t.Parallel()
	key := func(query map[string][]string, body string) string {
		q := (line{Method: "GET", Target: service.PathReservations, Query: query, Request: []byte(body)}).questionOf()
		return fmt.Sprintf("%x", q.key())
	}
	if key(nil, `{"a":{"b":1,"c":[2,"x"]},"d":null}`) != key(nil, `{"d":null,"a":{"c":[2,"x"],"b":1}}`) {
		t.Error("the order of members makes another request")
	}
	seen := map[string]string{}
	for what, one := range map[string]string{
		"a value":               key(map[string][]string{"a": {"b"}, "c": {"d"}}, ""),
		"three values":          key(map[string][]string{"a": {"b", "c", "d"}}, ""),
		"two values":            key(map[string][]string{"a": {"b", "c"}}, ""),
		"values the other way":  key(map[string][]string{"a": {"c", "b"}}, ""),
		"a list":                key(nil, `{"a":[1,2]}`),
		"the other way round":   key(nil, `{"a":[2,1]}`),
		"a list in a list":      key(nil, `{"a":[[1],2]}`),
		"a text":                key(nil, `{"a":"1"}`),
		"a number":              key(nil, `{"a":1}`),
		"null":                  key(nil, `{"a":null}`),
		"an empty object":       key(nil, `{}`),
		"no body":               key(nil, ""),
		"an object in an array": key(nil, `[{}]`),
	} {
		if other, there := seen[one]; there {
			t.Errorf("%s is the same as %s", what, other)
		}
		seen[one] = what
	}
}

func FuzzReadRecording(f *testing.F) {
	text, err := os.ReadFile("testdata/recording.jsonl")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte("{\"time\":\"2026-11-21T12:30:00Z\",\"method\":\"GET\",\"path\":\"/x\",\"status\":200}\n\n{\"time\":\"20"))
	f.Add([]byte(`{"time":"2026-11-21T12:30:00Z","method":"POST","path":"/rest/v1/reservation","target":"/rest/v1/reservation","account":"a","status":201,"request":{"a":[1,{"b":null}]},"response":{"id":"0123456789abcdef0123456789abcdef"}}`))
	f.Add([]byte("nonsense"))
	for _, body := range []string{`{"a":"` + "\x80" + `"}`, strings.Repeat("[", 40) + strings.Repeat("]", 40), `{"a":1,"a":2}`, `1e999`} {
		f.Add([]byte(`{"time":"2026-11-21T12:30:00Z","method":"GET","path":"/x","target":"/x","account":"a","status":200,"request":` + body + `,"response":` + body + `}`))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Read(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return
		}
		p, err := NewReplay(r, ReplayOptions{Accounts: []string{"a"}, Names: names(t), Logger: slog.New(slog.DiscardHandler)})
		if err != nil {
			return
		}
		for i, e := range r.entries {
			l, err := r.line(i)
			if err != nil || e.account != "a" {
				continue
			}
			p.Answer(service.Request{Method: e.method, URL: &url.URL{Path: l.Target}, Account: "a", Body: l.Request})
		}
	})
}

// However often a booking is asked again, a replay answers under the newest
// attempt, finds it by all that it still knows, and does not get slower.
func TestAliases(t *testing.T) {
	t.Parallel()
	a := newAliases()
	id := func(n int) string { return fmt.Sprintf("att-%026d", n) }
	for n := range maxAliases + 2 {
		a.learn(oneAttempt, id(n))
	}
	for _, c := range []struct{ what, got, want string }{
		{"an answer", a.sent(`{"a":"` + oneAttempt + `"}`), `{"a":"` + id(maxAliases+1) + `"}`},
		{"a request", a.recorded("x=" + id(2) + "&y=" + id(maxAliases+1)), "x=" + oneAttempt + "&y=" + oneAttempt},
		{"a forgotten attempt", a.recorded(id(1)), id(1)},
		{"another attempt", a.sent(otherAttempt) + a.recorded(otherAttempt), otherAttempt + otherAttempt},
	} {
		if c.got != c.want {
			t.Errorf("%s is %s, want %s", c.what, c.got, c.want)
		}
	}
	a.learn(oneAttempt, oneAttempt)
	if got := a.sent(oneAttempt); got != oneAttempt {
		t.Errorf("the recorded attempt, sent itself, is answered as %s", got)
	}
}
