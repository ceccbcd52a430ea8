package sandbox

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bellhop/sandbox/recording"
)

func TestAcceptsGzip(t *testing.T) {
	t.Parallel()
	for accepted, want := range map[string]bool{
		"": false, "identity": false, "br": false, "br, zstd": false, "gzip;q=0": false, "gzip;q=0.000": false, "*;q=0": false,
		"gzip": true, "GZIP": true, "x-gzip": true, "br, gzip;q=0.8, *;q=0.1": true, "*": true, "gzip, identity": true, "gzip;q=1.0, identity;q=0.5": true,
		"gzip ; Q=0.5": true, "identity;q=0.9, gzip;q=0.8": false, "gzip;q=0, *": false, "*;q=0.5, identity": false, "*, identity;q=0": true,
		"gzip;q=2": false, "gzip;q=-1": false, "gzip;q=x": false, "gzip;q=": false, "gzip;q=0x1p-2": false, "gzip;q=0.5555": false, "gzipped": false,
		",,gzip,": true, "gzip;level=9;q=0.3": true,
	} {
		if got := acceptsGzip(accepted); got != want {
			t.Errorf("%q: %t, want %t", accepted, got, want)
		}
	}
}

func FuzzAcceptsGzip(f *testing.F) {
	for _, text := range []string{"", "gzip", "br;q=1.0, gzip;q=0.8, *;q=0.1", "gzip;q=0", ";;=,", "identity;q=0, *"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, accepted string) {
		got := acceptsGzip(accepted)
		if low := strings.ToLower(accepted); got && !strings.Contains(low, "gzip") && !strings.Contains(low, "*") {
			t.Errorf("%q is taken for gzip", accepted)
		}
		if again := acceptsGzip(accepted + ",gzip;q=0,x-gzip;q=0,*;q=0"); again && !got {
			t.Errorf("%q is gzip once it is refused", accepted)
		}
	})
}

// asks sends a request as it is: nothing asks for an encoding of its own, or unpacks.
func (l *testFixture) asks(method, path string, body any, accepted ...string) reply {
	l.t.Helper()
	return l.sent(method, path, body, func(r *http.Request) {
		r.Header.Del("Accept-Encoding")
		for _, one := range accepted {
			r.Header.Add("Accept-Encoding", one)
		}
		if len(accepted) == 0 {
			r.Header.Set("Accept-Encoding", "") // Else net/http asks for gzip.
		}
	})
}

func unpacked(t testing.TB, packed []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// A large answer is a tenth of its size for a client that takes gzip, and the same once
// it is unpacked. Small ones, pages and what a fault cuts off are sent as they are.
func TestAnswersAsGzip(t *testing.T) {
	t.Parallel()
	var lines bytes.Buffer
	l := start(t, twoPages, func(o *Options) { o.Record = &lines })
	plain := l.asks("POST", pathSearch, searchBody())
	packed := l.asks("POST", pathSearch, searchBody(), "br;q=1, gzip;q=0.9", "*;q=0.1")
	for name, want := range map[string]string{"Vary": "Accept-Encoding", "Content-Encoding": "gzip", "Content-Type": "application/json"} {
		if got := packed.header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	if plain.header.Get("Content-Encoding") != "" || plain.header.Get("Vary") != "Accept-Encoding" {
		t.Errorf("without asking the header is %v", plain.header)
	}
	if !bytes.Equal(unpacked(t, packed.raw), plain.raw) || len(packed.raw) > len(plain.raw)/6 {
		t.Errorf("%d bytes are packed into %d others", len(plain.raw), len(packed.raw))
	}
	for _, accepted := range []string{"identity", "gzip;q=0", "br", "gzip;q=0.1, identity"} {
		if got := l.asks("POST", pathSearch, searchBody(), accepted); got.header.Get("Content-Encoding") != "" || !bytes.Equal(got.raw, plain.raw) {
			t.Errorf("%s is answered as %q, %d bytes", accepted, got.header.Get("Content-Encoding"), len(got.raw))
		}
	}
	if got := l.asks("GET", pathList, nil, "gzip"); got.header.Get("Content-Encoding") != "" || got.header.Get("Vary") == "" {
		t.Errorf("an empty list has the header %v", got.header)
	}
	// The recording has what was answered, however it was sent.
	made, err := recording.Read(bytes.NewReader(lines.Bytes()), int64(lines.Len()))
	if err != nil {
		t.Fatal(err)
	}
	again := l.replayed(made)
	if got := again.asks("POST", pathSearch, searchBody(), "gzip"); got.header.Get("Content-Encoding") != "gzip" || len(unpacked(t, got.raw)) != len(plain.raw) {
		t.Errorf("the replay answers %d bytes, %v", len(got.raw), got.header)
	}
}

// HEAD of the description says what GET would send.
func TestDescriptionAsGzip(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Properties = 100 })
	get, head := l.asks("GET", pathDescription, nil, "gzip"), l.asks("HEAD", pathDescription, nil, "gzip")
	if !bytes.Equal(unpacked(t, get.raw), description) || len(head.raw) != 0 {
		t.Errorf("the description is %d bytes, HEAD %d", len(get.raw), len(head.raw))
	}
	for _, name := range []string{"Content-Encoding", "Content-Length", "Content-Type", "Vary"} {
		if get.header.Get(name) != head.header.Get(name) || get.header.Get(name) == "" {
			t.Errorf("%s is %q, of HEAD %q", name, get.header.Get(name), head.header.Get(name))
		}
	}
}

// A fault cuts the answer that was made, and its page stays a page.
func TestFaultsAreNotPacked(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) {
		o.Properties, o.Faults = 100, "truncated POST /rest/v1/hotel/search times=1\nforeign GET body=html"
	})
	r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, pathSearch, strings.NewReader(`{}`))
	r.SetBasicAuth(l.account, l.token)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept-Encoding", "gzip")
	w := httptest.NewRecorder()
	l.sandbox.Handler().ServeHTTP(w, r)
	if w.Header().Get("Content-Encoding") != "" || !strings.HasPrefix(w.Body.String(), `{"code":`) {
		t.Errorf("what is cut is %v\n%s", w.Header(), w.Body)
	}
	if got := l.asks("GET", pathPlaces+"?query=", nil, "gzip"); got.header.Get("Content-Encoding") != "" || got.header.Get("Vary") != "" {
		t.Errorf("a page has the header %v", got.header)
	}
}

// What a page of hotels costs to pack: beside the page itself, see BenchmarkSearch.
func BenchmarkPackedPage(b *testing.B) {
	l := start(b, twoPages)
	page := l.asks("POST", pathSearch, searchBody()).raw
	b.SetBytes(int64(len(page)))
	for b.Loop() {
		compressed(page)
	}
	b.ReportMetric(float64(len(page))/float64(len(compressed(page))), "times-smaller")
}
