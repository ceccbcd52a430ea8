package sandbox

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"bellhop/sandbox/recording"
	"bellhop/sandbox/service"
)

// follow reads the requests that the control path tells of.
func (l *testFixture) follow(ctx context.Context) *bufio.Reader {
	l.t.Helper()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, l.url+controlRequests, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+controlToken)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = answer.Body.Close() })
	return bufio.NewReader(answer.Body)
}

// line reads one of them.
func line(t *testing.T, from *bufio.Reader) seenRequest {
	t.Helper()
	text, err := from.ReadBytes('\n')
	if err != nil {
		t.Fatal(err)
	}
	var one seenRequest
	strict := json.NewDecoder(bytes.NewReader(text))
	strict.DisallowUnknownFields()
	if err := strict.Decode(&one); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return one
}

// Who comes later is told of the latest requests first, then of those that come, and of
// nothing private.
func TestRequestsAreToldAsTheyCome(t *testing.T) {
	t.Parallel()
	l := start(t, withControl)
	const private = "Nakamura-4711"
	l.do("GET", "/rest/v1/destinations/search?query="+private, nil)
	l.do("GET", "/rest/v1/reservation/"+private, nil)
	early := l.follow(t.Context())
	first, second := line(t, early), line(t, early)
	if first.Path != "/rest/v1/destinations/search" || first.Status != 200 || first.Account == "" || first.ID == "" || first.At.IsZero() {
		t.Errorf("the first request is told as %+v", first)
	}
	if second.Status != 400 || strings.Contains(fmt.Sprint(second), private) {
		t.Errorf("the second request is told as %+v", second)
	}
	l.do("POST", "/rest/v1/"+private, `{"surname":"`+private+`"}`)
	if third := line(t, early); third.Method != http.MethodPost || strings.Contains(fmt.Sprint(third), private) {
		t.Errorf("the third request is told as %+v", third)
	}
	l.told("POST", controlRoot+"/clock", `{"to":"+1h"}`)
	l.do("GET", "/rest/v1/reservations", nil)
	if fourth := line(t, early); fourth.Path != "/rest/v1/reservations" {
		t.Errorf("of the control path it is told: %+v", fourth)
	}
}

// A reader that does not read holds nobody up, and is told how many it missed; the list that
// is kept, and the readers, are bounded; all end with the sandbox.
func TestSlowReadersOfRequests(t *testing.T) {
	t.Parallel()
	var l latestRequests
	list, slow := l.read()
	if len(list) != 0 || slow == nil {
		t.Fatal("there are requests before the first one")
	}
	exchange := recording.Exchange{
		Request: service.Request{Method: http.MethodGet, URL: &url.URL{Path: "/nowhere"}}, Answer: service.Answer{Status: http.StatusNotFound},
	}
	for range mostWaiting + 7 {
		l.add(exchange)
	}
	for range mostWaiting {
		if one := <-slow.next; one.Missed != 0 {
			t.Fatalf("%d are missed before the reader is behind", one.Missed)
		}
	}
	l.add(exchange)
	if one := <-slow.next; one.Missed != 7 {
		t.Errorf("%d are told to be missed, want 7", one.Missed)
	}
	for range mostSeen {
		l.add(exchange)
	}
	if list, reader := l.read(); len(list) != mostSeen || reader == nil {
		t.Errorf("%d are kept", len(list))
	}
	for range mostReaders - 2 {
		l.read()
	}
	if _, reader := l.read(); reader != nil {
		t.Error("there is no limit of readers")
	}
	l.leave(slow)
	if _, reader := l.read(); reader == nil {
		t.Error("a reader that goes makes no room")
	}
}

func TestReadersOfRequestsEndWithTheSandbox(t *testing.T) {
	t.Parallel()
	l := start(t, withControl)
	reader := l.follow(t.Context())
	if err := l.sandbox.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := reader.ReadByte(); err != io.EOF {
		t.Errorf("the reading ends with %v", err)
	}
}
