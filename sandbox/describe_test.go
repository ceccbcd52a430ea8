package sandbox

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"

	"bellhop/internal/contract"
)

// open asks for a path without credentials.
func (l *testFixture) open(method, path string) opened {
	l.t.Helper()
	r, err := http.NewRequestWithContext(l.t.Context(), method, l.url+path, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return opened{answer.StatusCode, answer.Header.Get("Content-Type"), answer.ContentLength, text}
}

// opened is an answer of any media type.
type opened struct {
	status int
	kind   string
	length int64 // as declared
	text   []byte
}

func TestDescriptionIsServedToAnyone(t *testing.T) {
	t.Parallel()
	l := start(t)
	want, err := contract.Text()
	if err != nil {
		t.Fatal(err)
	}
	got := l.open("GET", "/openapi.yaml")
	if got.status != 200 || got.kind != "application/yaml" || !bytes.Equal(got.text, want) {
		t.Errorf("GET is %d %q with %d bytes, want 200 and the %d of the file", got.status, got.kind, len(got.text), len(want))
	}
	got = l.open("HEAD", "/openapi.yaml")
	if got.status != 200 || got.kind != "application/yaml" || got.length != int64(len(want)) || len(got.text) != 0 {
		t.Errorf("HEAD is %d %q, %d bytes declared, %d sent", got.status, got.kind, got.length, len(got.text))
	}
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
		r := l.do(method, "/openapi.yaml", nil)
		refused(t, r, 405, 1005, "APPLICATION_ERROR", "The resource does not have this method. It has GET, HEAD.")
		if got := r.header.Get("Allow"); got != "GET, HEAD" {
			t.Errorf("%s: Allow is %q", method, got)
		}
	}
	// Nothing below or beside it is open.
	for _, path := range []string{"/openapi.yaml/", "/openapi.yml", "/openapi.yaml/x"} {
		if got := l.open("GET", path); got.status != 401 {
			t.Errorf("%s without credentials is %d, want 401", path, got.status)
		}
	}
}

// A replay describes the service as well, and to anyone.
func TestReplayServesTheDescription(t *testing.T) {
	t.Parallel()
	l, out := recorded(t)
	l.ok(200, "GET", pathList, nil)
	want, err := contract.Text()
	if err != nil {
		t.Fatal(err)
	}
	p := l.replayedAsIs(out.read(t))
	got := p.open("GET", "/openapi.yaml")
	if got.status != 200 || got.kind != "application/yaml" || !bytes.Equal(got.text, want) {
		t.Errorf("GET is %d %q with %d bytes, want 200 and the %d of the file", got.status, got.kind, len(got.text), len(want))
	}
	if got := p.open("HEAD", "/openapi.yaml"); got.status != 200 || got.length != int64(len(want)) || len(got.text) != 0 {
		t.Errorf("HEAD is %d, %d bytes declared, %d sent", got.status, got.length, len(got.text))
	}
	r := p.do("POST", "/openapi.yaml", nil)
	refused(t, r, 405, 1005, "APPLICATION_ERROR", "The resource does not have this method. It has GET, HEAD.")
	if got := p.open("GET", "/openapi.yml"); got.status != 401 {
		t.Errorf("a path beside it is %d without credentials, want 401", got.status)
	}
}

// Who copies an example out of the description gets an answer that is about the
// hotel or the reservation, never about the form of what was sent. The paging
// token of the example is nobody's.
func TestDescriptionsExamplesAreTaken(t *testing.T) {
	t.Parallel()
	l := start(t)
	list := contract.Examples(t)
	for _, one := range list {
		var body any
		if one.Body != "" {
			body = one.Body
		}
		r := l.do(one.Method, one.Target, body)
		want := map[bool]int{true: 200}[strings.HasPrefix(one.Name, "search") || strings.HasPrefix(one.Name, "list") || one.Target == pathHealth || one.Target == pathReady]
		switch {
		case one.Name == "searchHotels page":
			invalid(t, r, "pagination.pagination_token is unknown, has expired, or belongs to another search", "pagination", "pagination_token")
		case want != 0 && r.status != want, want == 0 && r.status >= 500, text(r.body, "type") == "VALIDATION":
			t.Errorf("%s: %d %s", one.Name, r.status, r.raw)
		}
	}
	if len(list) != 15 {
		t.Errorf("the description shows %d requests, want 15", len(list))
	}
}
