package sandbox

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/jsontree"
)

// served is a sandbox on a listener of its own, served as the program serves it,
// with the server's bounds changed. The check of requests against the
// description is not between: it reads a body before the service does, and not
// every hostile one can be held against a schema.
func served(t *testing.T, change ...func(*limits)) *testFixture {
	t.Helper()
	l := start(t, func(o *Options) { o.Properties = 100 })
	for _, c := range change {
		c(&l.sandbox.limits)
	}
	var listen net.ListenConfig
	listener, err := listen.Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		_ = l.sandbox.Serve(ctx, listener)
	}()
	t.Cleanup(func() { stop(); <-ended })
	l.url = "http://" + listener.Addr().String()
	return l
}

// dial opens a connection, which ends with the test or after half a minute.
func (l *testFixture) dial() net.Conn {
	l.t.Helper()
	var dialer net.Dialer
	c, err := dialer.DialContext(l.t.Context(), "tcp", strings.TrimPrefix(l.url, "http://"))
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = c.Close() })
	if err := c.SetDeadline(time.Now().Add(30 * time.Second)); err != nil {
		l.t.Fatal(err)
	}
	return c
}

// basic is the header line that proves the fixture's account.
func (l *testFixture) basic() string {
	return "Authorization: Basic " + base64.StdEncoding.EncodeToString([]byte(l.account+":"+l.token)) + "\r\n"
}

// answerOn reads an answer, and fails unless it is JSON.
func (l *testFixture) answerOn(r *bufio.Reader, method string) reply {
	l.t.Helper()
	got, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	raw, err := io.ReadAll(got.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	if kind := got.Header.Get("Content-Type"); kind != "application/json" || got.Header.Get("X-Request-Id") == "" {
		l.t.Fatalf("status %d, header %v\n%s", got.StatusCode, got.Header, raw)
	}
	out := reply{status: got.StatusCode, header: got.Header, raw: raw}
	if method != http.MethodHead {
		out.body = l.decode(raw)
	}
	return out
}

// raw sends bytes on a connection of their own and reads one answer.
func (l *testFixture) raw(text string) reply {
	l.t.Helper()
	c := l.dial()
	go func() { _, _ = io.WriteString(c, text) }() // The server may answer before it has read all.
	method, _, _ := strings.Cut(text, " ")
	return l.answerOn(bufio.NewReader(c), method)
}

// hasErrorBody fails unless an answer is a 4xx with the body of SPEC 7.
func hasErrorBody(t *testing.T, what string, r reply) {
	t.Helper()
	if r.status < 400 || r.status > 499 {
		t.Errorf("%s is answered %d\n%.300s", what, r.status, r.raw)
		return
	}
	hasKeys(t, what, r.body, "code message type details request_id")
	if text(r.body, "request_id") != r.header.Get("X-Request-Id") {
		t.Errorf("%s: the body and the header name the request differently\n%.300s", what, r.raw)
	}
}

// bodied are the requests that take a body, with one that is right.
func (l *testFixture) bodied() map[string]tree {
	l.t.Helper()
	search := searchBody()
	put(search, "filter.hotel", tree{"name": "hotel"})
	put(search, "filter.reviewsite_ids", []any{"rs-xx1"})
	put(search, "pagination", tree{"page_number": 1})
	o := l.offer()
	create := o.createBody()
	put(create, "simulate", "confirmed")
	put(create, "custom_data", tree{"k": "v"})
	put(create, "loyalty", tree{"program": "p", "member_id": "m"})
	made := l.ok(201, "POST", pathCreate, create)
	return map[string]tree{
		"POST " + pathSearch:    search,
		"POST " + pathVerify:    o.verifyBody(),
		"POST " + pathCreate:    create,
		"PATCH " + pathOf(made): {"payment": tree{"guest": tree{"token": "t", "cvv": "123"}}, "check_in_date": "2026-12-12", "check_out_date": "2026-12-15"},
	}
}

func TestHostileBodies(t *testing.T) {
	t.Parallel()
	l := served(t)
	for request, body := range l.bodied() {
		method, path, _ := strings.Cut(request, " ")
		good, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ body, message string }{
			{"", "The body is not valid JSON: it ends too early."},
			{string(good[:len(good)-1]), "The body is not valid JSON: it ends too early."},
			{string(good) + "}", "The body is not valid JSON: it goes on after the JSON value."},
			{string(good) + string(good), "The body is not valid JSON: it goes on after the JSON value."},
			{strings.Repeat("[", 100_000), "The body is not valid JSON: it is nested too deeply."},
			{strings.Repeat(`{"a":`, 100_000), "The body is not valid JSON: it is nested too deeply."},
			{`{"a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "}", "The body is not valid JSON: it is nested too deeply."},
			{`{"a":[` + strings.Repeat("0,", 30_000) + "0]}", "The body is not valid JSON: it holds more than 20000 values."},
			{"\xff\xfe{}", "The body is not valid JSON: it is not UTF-8."},
			{"{\"a\":\"\xc0\x80\"}", "The body is not valid JSON: it is not UTF-8."},
			{"\xef\xbb\xbf{}", ""},
			{"{\"a\":\"\x00\"}", ""},
			{"{\x00}", ""},
			{`{"a":01}`, ""},
			{`{"a":+1}`, ""},
			{`{"a":NaN}`, ""},
			{`{a:1}`, ""},
			{`{"a":1,}`, ""},
			{`{'a':1}`, ""},
			{`{"a":"\x"}`, ""},
			{`{"a":"\ud8"}`, ""},
			{"null", "The body must be a JSON object."},
			{"[]", "The body must be a JSON object."},
			{`"x"`, "The body must be a JSON object."},
			{"1e999999999", "The body must be a JSON object."},
		} {
			got := l.do(method, path, c.body)
			hasErrorBody(t, request+" with "+fmt.Sprintf("%.40q", c.body), got)
			if got.status != 400 || c.message != "" && text(got.body, "details", 0, "message") != c.message {
				t.Errorf("%s with %.40q is answered %d\n%.300s\nwant %s", request, c.body, got.status, got.raw, c.message)
			}
		}
		// Every name that an object holds, twice.
		for name := range body {
			twice := strings.Replace(string(good), "{", `{"`+name+`":null,`, 1)
			invalid(t, l.do(method, path, twice), name+" is given twice", name)
		}
	}
	l.ok(200, "GET", pathList, nil)
}

// leaf is one value of a body: how to replace it, and where it is.
type leaf struct {
	path  []string
	value any
	set   func(any)
}

// leaves lists every value inside a value, objects and arrays as well.
func leaves(path []string, v any, set func(any)) []leaf {
	list := []leaf{{path, v, set}}
	switch v := v.(type) {
	case tree:
		for name, inside := range v {
			list = append(list, leaves(jsontree.Join(path, name), inside, func(to any) { v[name] = to })...)
		}
	case []any:
		for i, inside := range v {
			list = append(list, leaves(jsontree.Join(path, strconv.Itoa(i)), inside, func(to any) { v[i] = to })...)
		}
	}
	return list
}

func kindOf(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "bool"
	case string:
		return "string"
	case tree:
		return "object"
	case []any:
		return "array"
	default:
		return "number"
	}
}

// Every value of every valid request, replaced by every other type and by the
// extremes of its own, is refused where it stands or is as good as the value;
// it never fails the service.
func TestWrongTypesAtAnyDepth(t *testing.T) {
	t.Parallel()
	l := served(t)
	others := []any{
		nil, true, false, json.Number("0"), json.Number("-1"), json.Number("1.5"), json.Number("1e400"), json.Number("-0"), json.Number("9223372036854775808"),
		json.Number("1" + strings.Repeat("0", 400)), json.Number("1e-999999999"), json.Number("1e999999999"),
		"", " ", "x", "\x00", "9", "2026-02-30", "9999-12-31", "0000-01-01", strings.Repeat("é", 5000), "\u202e", "'; DROP TABLE reservation; --",
		[]any{},
		[]any{nil},
		[]any{[]any{tree{}}},
		[]any{"x"},
		tree{},
		tree{"x": nil},
		tree{"": tree{"": []any{}}},
	}
	sent := 0
	for request, body := range l.bodied() {
		method, path, _ := strings.Cut(request, " ")
		body = copied(body)
		for _, one := range leaves(nil, body, nil) {
			if one.set == nil {
				continue
			}
			for _, other := range others {
				one.set(other)
				got := l.do(method, path, body)
				sent++
				what := fmt.Sprintf("%s with %s = %.40q", request, strings.Join(one.path, "."), fmt.Sprint(other))
				if got.status >= 300 {
					hasErrorBody(t, what, got)
				}
				free := slices.Contains(one.path, "custom_data") && kindOf(other) != "object" && kindOf(other) != "array" || strings.HasSuffix(strings.Join(one.path, "."), "filter.hotel")
				if kindOf(other) == kindOf(one.value) || other == nil || free || one.value == nil {
					continue
				}
				named := false
				details, _ := got.body["details"].([]any)
				for _, d := range details {
					field, _ := at(d, "field").([]any)
					named = named || fmt.Sprint(field) == fmt.Sprint(one.path)
				}
				if got.status != 400 || text(got.body, "code") != "2001" || !named {
					t.Errorf("%s is answered %d\n%.300s", what, got.status, got.raw)
				}
			}
			one.set(one.value)
		}
	}
	if sent < 1500 {
		t.Errorf("only %d requests were made of the valid ones", sent)
	}
	l.ok(200, "GET", pathList, nil)
}

func TestHostileQueries(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties, o.Samples = 100, 5 })
	for _, query := range []string{
		"%", "%zz", "a;b", "filter[id]=%00", "filter[id]=" + strings.Repeat("a", 32) + "%00", "page_number=1e1", "page_number=-1", "page_number=99999999999999999999",
		"page_size=0", "page_size=101", "page_size=%31%30%31", "filter[check_in_date]=2026-13-01", "filter[check_in_date][gt]=x", "filter[check_in_date][ne]=2026-12-12",
		"filter[custom_data]=%ff", "filter[custom_data]='", "filter[custom_data]=" + strings.Repeat("x", 129), strings.Repeat("filter[custom_data]=x&", 6),
		"page_number=1&page_number=2", "filter[id][in]=" + strings.Repeat(",", 5000), "filter[]=x", "[=x", "filter[id][in][x]=1", "&=&=x",
	} {
		hasErrorBody(t, query, l.do("GET", pathList+"?"+query, nil))
	}
	for _, query := range []string{
		"page_number=9223372036854775807", "page_number=9223372036854775807&page_size=100", "filter[check_in_date][gt]=9999-12-31", "filter[check_in_date][lt]=0000-01-01",
		"filter[custom_data]=1e999999999", "filter[custom_data]=" + strings.Repeat("9", 128), "filter[custom_data]=%00", "filter[custom_data]=", "",
	} {
		l.ok(200, "GET", pathList+"?"+query, nil)
	}
	for _, query := range []string{"query=%ff", "query=%00", "query=" + strings.Repeat("%F0%9F%98%80", 2000), "query=" + strings.Repeat("a%20", 5000), "query='%22%5C%25_*", "query=%E2%80%AE"} {
		if got := l.do("GET", pathPlaces+"?"+query, nil); got.status != 200 {
			hasErrorBody(t, query, got)
		}
	}
}
