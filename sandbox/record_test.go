package sandbox

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

// recording is what a recording holds, line by line.
func recording(t *testing.T, out *bytes.Buffer) []tree {
	t.Helper()
	var list []tree
	for line := range strings.Lines(out.String()) {
		list = append(list, (&lab{t: t}).decode(UnpackLine([]byte(line))))
	}
	return list
}

// A recording tells what was asked and answered, and nothing of guests, cards
// or keys.
func TestRecording(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	l := start(t, func(o *Options) { o.Properties, o.Record = 100, &out })
	body := l.offers(searchBody())[0].createBody()
	put(body, "payment.guest.token", "tok-secret")
	put(body, "custom_data", tree{"trip": "R-7731", "long": strings.Repeat("x", 65), "n": 7731, "vip": true, "attempt": oneAttempt})
	put(body, "loyalty", tree{"program": "Stars", "member_id": "M-4711"})
	made := l.ok(201, "POST", pathCreate, body)
	l.ok(200, "PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "tok-secret", "cvv": "987"}}})
	l.ok(200, "GET", pathList+"?filter[custom_data]=R-7731&filter[custom_data]="+oneAttempt+"&page_size=5", nil)
	l.do("GET", "/nowhere/tok-secret?key=tok-secret", nil)
	l.do("TOK-SECRET", pathList, nil)
	l.do("GET", pathList+"?tok-secret=tok-secret", nil)
	l.as("acme", "tok-secret").do("POST", pathCreate, tree{"a": "tok-secret"})
	l.do("POST", pathCreate, tree{"tok-secret": "tok-secret"})
	l.do("POST", pathCreate, `"tok-secret`)
	l.rules("reset-after POST")
	l.try("POST", pathOf(made)+"/cancel", nil)
	l.ok(200, "GET", pathOf(made), nil) // A reset hands no memory over; an answer does.

	var b strings.Builder
	for line := range strings.Lines(out.String()) {
		b.Write(UnpackLine([]byte(line)))
	}
	whole := b.String()
	for _, secret := range []string{"tok-secret", "TOK-SECRET", `"987"`, "key-1", "Aubign", "Fran", "example.com", "Lyon", "78000000", "M-4711", "Stars", "cus_", "pm_", "7731"} {
		if strings.Contains(whole, secret) {
			t.Errorf("the recording holds %q:\n%s", secret, whole)
		}
	}
	lines := recording(t, &out)
	if len(lines) != 12 {
		t.Fatalf("%d lines:\n%s", len(lines), whole)
	}
	create := lines[1]
	hasKeys(t, "a line", create, "time method path target status took_ms account request_id request response")
	for path, want := range map[string]string{
		"time": "2026-11-21T12:30:00Z", "method": "POST", "path": pathCreate, "target": pathCreate, "status": "201", "account": "acme",
	} {
		if got := text(create, path); got != want {
			t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	for _, side := range []string{"request", "response"} {
		for path, want := range map[string]any{
			"given_name": "F···", "surname": "D···", "email": "f···", "telephone_number": "+···", "country": "F···", "state": "",
		} {
			if got := at(create, side, "guests", "primary", path); got != want {
				t.Errorf("%s: %s is %v, want %v", side, path, got, want)
			}
		}
		if got := text(create, side, "payment", "guest", "token") + text(create, side, "custom_data", "long"); got != "···x···" {
			t.Errorf("%s: the token and the long value are %s", side, got)
		}
		if got, want := text(create, side, "custom_data"), text(tree{"trip": "R···", "long": "x···", "n": 0, "vip": false, "attempt": oneAttempt}); got != want {
			t.Errorf("%s: custom_data is %s, want %s", side, got, want)
		}
		if got, want := text(create, side, "payment", "guest", "amount"), text(body, "payment", "guest", "amount"); got != want {
			t.Errorf("%s: the amount is %s, want %s", side, got, want)
		}
		if got, want := text(create, side, "rate", "terms"), text(body, "rate", "terms"); got != want {
			t.Errorf("%s: the terms are\n%s\nwant\n%s", side, got, want)
		}
	}
	if got := text(lines[2], "target"); got != pathOf(made) || text(lines[2], "path") != pathCreate+"/{reservation_id}" {
		t.Errorf("the target is %s of %s", got, text(lines[2], "path"))
	}
	if got := text(lines[3], "query"); got != "map[filter[custom_data]:[R··· "+oneAttempt+"] page_size:[5]]" {
		t.Errorf("the query is %s", got)
	}
	for i, want := range map[int]string{4: "- - 404 ", 5: "- " + pathList + " 405 ", 7: "POST " + pathCreate + " 401 "} {
		if got := text(lines[i], "method") + " " + text(lines[i], "target") + " " + text(lines[i], "status") + " " + text(lines[i], "request"); !strings.HasSuffix(got, want[1:]) {
			t.Errorf("line %d is %s, want %s", i, got, want)
		}
	}
	if got := text(lines[9], "request"); got != `map[bytes:11 left_out:no JSON]` {
		t.Errorf("a body that is no JSON is %s", got)
	}
	last := lines[10]
	if text(last, "status") != "0" || text(last, "fault") != "reset-after" || at(last, "response") != nil {
		t.Errorf("the reset is %v", last)
	}
}

// A body too large for a recording leaves its size.
func TestRecordingLeavesOut(t *testing.T) {
	t.Parallel()
	r := newRecorder(Options{})
	for body, want := range map[string]string{
		"":                                     "",
		" \n":                                  "",
		"<html>":                               `{"left_out":"no JSON","bytes":6}`,
		strings.Repeat("x", maxBodyRecorded+1): `{"left_out":"larger than a recording keeps","bytes":8388609}`,
		strings.Repeat("[", 100):               `{"left_out":"no JSON","bytes":100}`,
		`["a",1,true,null,{"a.b":1}]`:          `["···",0,false,null,{"···":0}]`,
		`{"guests.number_of_adults":"x"}`:      `{"···":"···"}`,
		`{"guests":{"number_of_adults":"<"}}`:  `{"guests":{"number_of_adults":"<"}}`,
		`{"custom_data":{"k":{"x":"y"},"a b":1,"c":[1]}}`: `{"custom_data":{"k":{"···":"···"},"···":0,"c":[0]}}`,
	} {
		if got := string(r.body([]byte(body), r.request)); got != want {
			t.Errorf("%.60s is recorded as %s, want %s", body, got, want)
		}
	}
}

type failingWriter struct{ calls int }

func (w *failingWriter) Write([]byte) (int, error) {
	w.calls++
	return 0, errors.New("the disk is full")
}

func TestRecordingThatFails(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	w := &failingWriter{}
	l := start(t, func(o *Options) {
		o.Properties, o.Record, o.Logger = 100, w, slog.New(slog.NewTextHandler(&lines, nil))
	})
	for range 3 {
		l.ok(200, "GET", pathList, nil)
	}
	want := `msg="recording failed; the service goes on without it" component=sandbox error="writing the recording: the disk is full"`
	if strings.Count(lines.String(), want) != 1 || w.calls != 1 {
		t.Errorf("%d writes, and the log says\n%s", w.calls, lines.String())
	}
}

// spellings are the forms in which a text could slip through a redaction.
func spellings(secret string) []string {
	quoted, _ := json.Marshal(secret)
	var escaped strings.Builder
	for _, r := range secret {
		escaped.WriteString(`\u00`)
		escaped.WriteString(strings.ToLower(string("0123456789abcdef"[r>>4&15]) + string("0123456789abcdef"[r&15])))
	}
	return []string{
		secret, strings.Trim(string(quoted), `"`), url.QueryEscape(secret), url.PathEscape(secret), escaped.String(),
		base64.StdEncoding.EncodeToString([]byte(secret)), base64.URLEncoding.EncodeToString([]byte(secret)),
		base64.RawStdEncoding.EncodeToString([]byte(secret)),
	}
}

// No secret in any place where one belongs, or where nothing belongs, survives
// in any spelling. The keys of custom_data are not among these places: a
// recording shows them.
func FuzzRedactionKeepsSecrets(f *testing.F) {
	for i := range 16 {
		f.Add("4242 4242/4242+4242", uint8(i), uint8(i))
	}
	f.Add("Zoë <zoe@home.example>", uint8(3), uint8(1))
	f.Add("{\"a\":1}", uint8(9), uint8(4))
	places := []string{
		`{"payment":{"guest":{"token":S,"cvv":S,"processor":{"customer":S}},"partner":{"token":S}}}`,
		`{"guests":{"primary":{"given_name":"x"S}}}`,
		`{"guests":{"primary":{"email":{"x":S},"surname":[S],S:1}}}`,
		`{S:S}`, `{"loyalty":{"program":S,"member_id":S,S:S}}`, `[S,[S,{S:S}]]`, `S`,
		`{"custom_data":{"k":{"x":S},"l":[[{"x":S}]],"m":S,"n":[S]},"rate":{"price":{S:S}}}`,
		`{"stay_info":{"guests":{S:1}},"guests":{"number_of_adults":{"x":S}}}`,
		`{"items":[{"guests":{"primary":{S:S}},"payment":{"guest":{"token":S}}}]}`,
		`{"details":[{"message":S,"field":["rate",S]},{"message":S,"field":["custom_data",{"x":S}]},{"message":S,"field":["guests","primary",S]}]}`,
		`{"guests.primary":S,"payment.guest.amount":S,"":S}`,
	}
	f.Fuzz(func(t *testing.T, secret string, place, spelling uint8) {
		secret = strings.ToValidUTF8("zq9!"+secret+"!9qz", "?")
		spelt := spellings(secret)
		inside := strings.Trim(string(mustQuote(spelt[int(spelling)%len(spelt)])), `"`)
		body := strings.ReplaceAll(places[int(place)%len(places)], `"x"S`, `"x`+inside+`"`)
		body = strings.ReplaceAll(body, "S", `"`+inside+`"`)
		r := newRecorder(Options{})
		query, err := json.Marshal(r.query(url.Values{inside: {inside}, "x": {secret}, "filter[custom_data]": {secret, inside}}.Encode()))
		if err != nil {
			t.Fatal(err)
		}
		for _, as := range []*shown{r.request, r.response} {
			var outlined bytes.Buffer // What large answers pass is no hole.
			if v, err := as.outline([]byte(body)); err == nil && as == r.response {
				as.write(&outlined, r.withoutEchoes(v))
			}
			got := string(r.body([]byte(body), as)) + outlined.String() + string(query)
			for _, one := range append(spelt, inside) {
				if strings.Contains(got, one) {
					t.Fatalf("%q of\n%s\nsurvives in\n%s", one, body, got)
				}
			}
		}
	})
}

func mustQuote(text string) []byte {
	quoted, err := jsontree.Encode(text)
	if err != nil {
		panic(err)
	}
	return quoted
}

// Whatever a body is, its recorded form is JSON.
func FuzzRedactionIsJSON(f *testing.F) {
	for _, seed := range []string{
		`{"guests":{"primary":{"email":"é@x"}}}`, `{"a":1,"a":2}`, `{"items":[{"id":1}],"details":[{"field":[]}]}`, "\x00", `{"custom_data":{"k":1e999}}`,
		`{"results":[{"a":"\ud800"}]}`, `[[[[]]]]`, `"x"`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		r := newRecorder(Options{})
		for _, as := range []*shown{r.request, r.response} {
			once := r.body(body, as)
			if len(once) == 0 {
				continue
			}
			if !json.Valid(once) {
				t.Fatalf("%q is recorded as %q", body, once)
			}
			if bytes.HasPrefix(once, []byte(`{"left_out":`)) {
				continue
			}
			if _, err := jsontree.Decode(once, nil); err != nil {
				t.Fatalf("%q is recorded as %q: %v", body, once, err)
			}
		}
	})
}

func BenchmarkRecording(b *testing.B) {
	l := start(b, func(o *Options) { o.Properties = 100 })
	body, err := json.Marshal(l.offers(searchBody())[0].createBody())
	if err != nil {
		b.Fatal(err)
	}
	r := newRecorder(Options{})
	b.SetBytes(int64(len(body)))
	for b.Loop() {
		r.body(body, r.request)
	}
}

// The line of a page of hotels, from the answer to the bytes of the file.
func BenchmarkRecordingOfASearch(b *testing.B) {
	l := start(b)
	answer := l.do("POST", "/rest/v1/hotel/search", searchBody())
	r := newRecorder(Options{})
	x := newExchange(nil, httptest.NewRequestWithContext(b.Context(), "POST", "/rest/v1/hotel/search", nil))
	x.known, x.route.Path = true, service.PathSearch
	out := response{Answer: service.Answer{Status: 200, Header: map[string]string{"Content-Type": "application/json"}, Body: answer.raw}}
	size := 0
	b.SetBytes(int64(len(answer.raw)))
	for b.Loop() {
		line, err := r.line(x, out, 0)
		if err != nil {
			b.Fatal(err)
		}
		size = len(line)
	}
	b.ReportMetric(float64(len(answer.raw))/1000, "kB/answer")
	b.ReportMetric(float64(size)/1000, "kB/line")
}
