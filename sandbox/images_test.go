package sandbox

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bellhop/sandbox/pictures"
	"bellhop/sandbox/recording"
	"bellhop/sandbox/world"
)

// fetchedImage is an answer without its body.
type fetchedImage struct {
	StatusCode    int
	Header        http.Header
	ContentLength int64
}

// fetchImage asks for a picture, without credentials.
func (l *testFixture) fetchImage(method, address string) (fetchedImage, []byte) {
	l.t.Helper()
	path := strings.TrimPrefix(address, "http://"+testHost)
	r, err := http.NewRequestWithContext(l.t.Context(), method, l.url+path, nil)
	if err != nil {
		l.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		l.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		l.t.Fatal(err)
	}
	return fetchedImage{answer.StatusCode, answer.Header, answer.ContentLength}, body
}

// imagesOf returns the addresses of all pictures in a search, of hotels and of rooms.
func (l *testFixture) imagesOf(body tree) (hotels, rooms []string) {
	found := l.ok(200, "POST", pathSearch, body)
	for i := range length(found, "results") {
		hotel := at(found, "results", i)
		for n := range length(hotel, "images") {
			hotels = append(hotels, text(hotel, "images", n, "url"))
		}
		for r := range length(hotel, "rooms") {
			for n := range length(hotel, "rooms", r, "room_images") {
				rooms = append(rooms, text(hotel, "rooms", r, "room_images", n, "url"))
			}
		}
	}
	return hotels, rooms
}

// Every address of a picture in an answer is the sandbox's own, and has the same picture each time, for whoever asks.
func TestPicturesAreServed(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	l := start(t, func(o *Options) { o.Record = &log })
	hotels, rooms := l.imagesOf(searchBody())
	if len(hotels) < 6 || len(rooms) < 6 {
		t.Fatalf("%d pictures of hotels and %d of rooms", len(hotels), len(rooms))
	}
	recorded := log.Len()
	for _, address := range append(hotels[:4:4], rooms[:4]...) {
		if !strings.HasPrefix(address, "http://"+testHost+pathImages+"2a-1/") {
			t.Errorf("a picture is at %q", address)
		}
		answer, body := l.fetchImage("GET", address)
		config, format, err := image.DecodeConfig(bytes.NewReader(body))
		if err != nil || format != "jpeg" || config.Width != 672 || config.Height != 448 || answer.StatusCode != 200 {
			t.Errorf("%s: %d, %v %s %v", address, answer.StatusCode, config, format, err)
		}
		if got := answer.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
			t.Errorf("%s may be kept %q", address, got)
		}
		if _, again := l.fetchImage("GET", address); !bytes.Equal(again, body) {
			t.Errorf("%s is another picture the second time", address)
		}
		if head, nothing := l.fetchImage("HEAD", address); head.StatusCode != 200 || len(nothing) != 0 || head.ContentLength != int64(len(body)) {
			t.Errorf("HEAD of %s: %d, %d bytes of %d", address, head.StatusCode, len(nothing), head.ContentLength)
		}
	}
	exteriors := map[string]bool{}
	for _, address := range hotels {
		if _, body := l.fetchImage("GET", address); strings.HasSuffix(address, "/1.jpg") {
			exteriors[string(body)] = true
		}
	}
	if len(exteriors) != 3 {
		t.Errorf("all hotels together have %d exteriors", len(exteriors))
	}
	if log.Len() != recorded {
		t.Error("pictures are in the recording")
	}
	for path, want := range map[string]int{
		pathImages: 404, pathImages + "2a-1/zz99999/1.jpg": 404, strings.TrimPrefix(hotels[0], "http://"+testHost) + "x": 404,
		strings.Replace(strings.TrimPrefix(hotels[0], "http://"+testHost), "2a-1", "2b-1", 1): 404,
		strings.Replace(strings.TrimPrefix(rooms[0], "http://"+testHost), "room", "room9", 1): 404,
	} {
		if answer, body := l.fetchImage("GET", path); answer.StatusCode != want || answer.Header.Get("Content-Type") != "application/json" {
			t.Errorf("%s: %d %s", path, answer.StatusCode, body)
		}
	}
	if answer, _ := l.fetchImage("POST", hotels[0]); answer.StatusCode != 405 || answer.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d", answer.StatusCode)
	}
}

// A picture shows what its caption says: a room has its beds, and what lies before its window.
func TestPicturesShowTheirCaptions(t *testing.T) {
	t.Parallel()
	bed := func(kind string, n int) world.Bed { return world.Bed{Type: kind, Quantity: n} }
	for _, c := range []struct {
		picture world.Picture
		want    pictures.Subject
	}{
		{world.Picture{Caption: "Exterior"}, pictures.Exterior},
		{world.Picture{Caption: "Guest room"}, pictures.Room},
		{world.Picture{Caption: "View"}, pictures.View},
		{world.Picture{Caption: "Bathroom"}, pictures.Bathroom},
		{world.Picture{Caption: "Bed", Beds: []world.Bed{bed("Single", 1)}}, pictures.SingleBed},
		{world.Picture{Caption: "Bed", Beds: []world.Bed{bed("King", 1), bed("Sofa bed", 1)}}, pictures.DoubleBed},
		{world.Picture{Caption: "Bed", Beds: []world.Bed{bed("Twin", 2)}}, pictures.TwoBeds},
		{world.Picture{Caption: "Bed", Beds: []world.Bed{bed("Double", 1), bed("Single", 1)}}, pictures.TwoBeds},
		{world.Picture{Caption: "View from the room", View: "River view"}, pictures.CityView},
		{world.Picture{Caption: "View from the room", View: "Mountain view"}, pictures.SeaView},
	} {
		if got := subject(c.picture); got != c.want {
			t.Errorf("%+v is shown by %q, want %q", c.picture, got, c.want)
		}
	}
}

// The addresses are at the host that a client asked, where its header is one; a recording has those of the world.
func TestAddressesOfPicturesAreTheClients(t *testing.T) {
	t.Parallel()
	var log bytes.Buffer
	l := start(t, func(o *Options) { o.Record = &log })
	asked := func(change func(*http.Request)) string {
		r := l.sent("GET", pathPlaces+"?query=london&type=hotels", nil, change)
		return text(l.decode(r.raw), "results", 0, "image_url")
	}
	for host, want := range map[string]string{
		"127.0.0.1:8080": "http://127.0.0.1:8080/images/2a-1/", "[::1]:8080": "http://[::1]:8080/images/2a-1/", "box.example": "http://box.example/images/2a-1/",
		`a".example`: "https://images.example/2a-1/", "a/b": "https://images.example/2a-1/", "a:b": "https://images.example/2a-1/",
	} {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
		r.Host = host
		got := imageBase(r)
		if want == "https://images.example/2a-1/" {
			if got != "" {
				t.Errorf("of the host %q comes %q", host, got)
			}
			continue
		}
		if got := asked(func(r *http.Request) { r.Host = host }); !strings.HasPrefix(got, want) {
			t.Errorf("for the host %q a picture is at %q", host, got)
		}
	}
	if got := asked(func(r *http.Request) { r.Header.Set("X-Forwarded-Proto", "https") }); !strings.HasPrefix(got, "https://"+testHost+"/") {
		t.Errorf("behind a proxy a picture is at %q", got)
	}
	made, err := recording.Read(bytes.NewReader(log.Bytes()), int64(log.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if whole := fmt.Sprint(recordedLines(t, &log)); strings.Contains(whole, testHost) || !strings.Contains(whole, "https://images.example/2a-1/") {
		t.Errorf("the recording is of one host: %.400s", whole)
	}
	again := l.replayed(made)
	r := again.sent("GET", pathPlaces+"?query=london&type=hotels", nil)
	address := text(again.decode(r.raw), "results", 0, "image_url")
	if !strings.HasPrefix(address, "http://"+testHost+"/images/") {
		t.Errorf("in the replay a picture is at %q", address)
	}
	if answer, body := again.fetchImage("GET", address); answer.StatusCode != 404 || !bytes.Contains(body, []byte("no pictures")) {
		t.Errorf("the replay answers %d %s", answer.StatusCode, body)
	}
}
