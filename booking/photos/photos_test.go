package photos

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api"
)

func picture(t testing.TB, format string, width, height int) []byte {
	t.Helper()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			img.Set(x, y, color.RGBA{uint8(x * 7), uint8(y * 5), 90, 255})
		}
	}
	var out bytes.Buffer
	var err error
	switch format {
	case "png":
		err = png.Encode(&out, img)
	case "gif":
		err = gif.Encode(&out, img, nil)
	default:
		err = jpeg.Encode(&out, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// bomb is a PNG of a few bytes that says that it is huge.
func bomb(width, height uint32) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32([]byte("IHDR"), width), height)
	head = append(head, 8, 2, 0, 0, 0)
	out := append([]byte("\x89PNG\r\n\x1a\n"), 0, 0, 0, 13)
	out = append(out, head...)
	return binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(head))
}

// A host serves photos and counts what it is asked.
type host struct {
	*httptest.Server
	asked atomic.Int32
}

func serve(t *testing.T, answer http.HandlerFunc) *host {
	t.Helper()
	h := &host{}
	h.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.asked.Add(1)
		for _, name := range []string{"Authorization", "Cookie", "Referer"} {
			if r.Header.Get(name) != "" {
				t.Errorf("%s is sent: %q", name, r.Header.Get(name))
			}
		}
		answer(w, r)
	}))
	t.Cleanup(h.Close)
	return h
}

func bytesOf(text []byte) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(text) }
}

func refused(t *testing.T, err error, want string) {
	t.Helper()
	var r *Refusal
	if !errors.As(err, &r) || !strings.Contains(r.Text, want) {
		t.Errorf("the error is %v, want a refusal with %q", err, want)
	}
}

func TestWhatIsFetched(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		want   string // of a refusal; empty for a photo
	}{
		"jpeg": {bytesOf(picture(t, "jpeg", 60, 40)), ""},
		"png":  {bytesOf(picture(t, "png", 60, 40)), ""},
		"gif":  {bytesOf(picture(t, "gif", 60, 40)), ""},
		"wrong type": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			_, _ = w.Write(picture(t, "png", 60, 40))
		}, ""},
		"no picture": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "image/png")
			_, _ = w.Write([]byte("<html>no"))
		}, "text/html, not a photo"},
		"empty":      {bytesOf(nil), "not a photo"},
		"a bomb":     {bytesOf(bomb(60_000, 60_000)), "60000 by 60000 pixels"},
		"overflow":   {bytesOf(bomb(1<<31-1, 1<<31-1)), "it is damaged, or not a JPEG, PNG or GIF"},
		"torn":       {bytesOf(picture(t, "png", 60, 40)[:90]), "damaged"},
		"torn early": {bytesOf(picture(t, "jpeg", 60, 40)[:30]), "it is damaged, or not a JPEG, PNG or GIF"},
		"webp":       {bytesOf([]byte("RIFF\x24\x00\x00\x00WEBPVP8 \x18\x00\x00\x00")), "JPEG, PNG or GIF"},
		"not there":  {http.NotFound, "does not have this photo (404)"},
		"broken":     {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, "answers 503"},
		"100 MB": {func(w http.ResponseWriter, _ *http.Request) {
			block := bytes.Repeat([]byte{0xff, 0xd8, 0xff}, 1<<20/3)
			for range 100 {
				if _, err := w.Write(block); err != nil {
					return
				}
			}
		}, "larger than 5 MB"},
		"100 MB, said before": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "104857600")
			w.WriteHeader(200)
		}, "larger than 5 MB"},
		"cut off": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", "5000")
			_, _ = w.Write([]byte("abc"))
		}, "was closed before"},
		"to http elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://other.example/x.png", http.StatusFound)
		}, "without https"},
		"to a file": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		}, "without https"},
		"to the network": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "https://10.0.0.1/x.png", http.StatusFound)
		}, "within this machine"},
		"in circles": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Location", "x")
			w.WriteHeader(http.StatusFound)
		}, "too many"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := serve(t, test.answer)
			got, err := NewAlbum(Options{Service: h.URL}).Fetch(t.Context(), Photo{Address: h.URL + "/a"})
			if test.want != "" {
				refused(t, err, test.want)
				return
			}
			if err != nil || got.Image.Bounds().Dx() != 60 || got.Kept || "http://"+got.Host != h.URL {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

// Only https is asked, and the service's own address where that is on this machine.
func TestWhatIsNeverAsked(t *testing.T) {
	t.Parallel()
	h := serve(t, bytesOf(picture(t, "png", 6, 4)))
	elsewhere := NewAlbum(Options{Service: "https://service.example"})
	for address, want := range map[string]string{
		h.URL + "/a": "does not use https", "http://photos.example/a.png": "does not use https", "ftp://photos.example/a": "does not use https",
		"https://127.0.0.1/a": "within this machine", "https://[::1]/a": "within this machine", "https://192.168.1.1/a": "within this machine",
		"https://localhost./a": "within this machine", "https://a:b@photos.example/a": "no address", "/a": "no address", "%": "no address", "https://": "no address",
	} {
		_, err := elsewhere.Fetch(t.Context(), Photo{Address: address})
		refused(t, err, want)
	}
	// A service that is not on this machine has no photos without https either.
	plain := NewAlbum(Options{Service: "http://service.example"})
	_, err := plain.Fetch(t.Context(), Photo{Address: "http://service.example/a"})
	refused(t, err, "does not use https")
	if n := h.asked.Load(); n != 0 {
		t.Errorf("%d requests were sent", n)
	}
}

// Of an answer that does not come the end is the call's, and so is a call that is stopped.
func TestSlowPhotos(t *testing.T) {
	t.Parallel()
	arrived, release := make(chan struct{}, 8), make(chan struct{})
	h := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write([]byte("\x89PNG"))
		_ = http.NewResponseController(w).Flush()
		arrived <- struct{}{}
		<-release
	})
	defer close(release)
	album := NewAlbum(Options{Service: h.URL})
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	for i := range 3 {
		go func() {
			_, err := album.Fetch(ctx, Photo{Address: fmt.Sprint(h.URL, "/", i)})
			ended <- err
		}()
	}
	<-arrived
	<-arrived // The third waits for its turn.
	cancel()
	for range 3 {
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("a call that was stopped ends with %v", err)
		}
	}
	if n := h.asked.Load(); n != mostAtOnce {
		t.Errorf("%d were asked at once", n)
	}
	refused(t, failed(t.Context(), &url.Error{Op: "Get", URL: h.URL, Err: context.DeadlineExceeded}, "slow.example"), "slow.example did not send the photo within 10 seconds")
}

// Photos that are kept are opened one after the other, and those not at all that nobody waits for any more.
func TestKeptPhotosAreOpenedInTurn(t *testing.T) {
	t.Parallel()
	h := serve(t, bytesOf(picture(t, "png", 6, 4)))
	kept, p := NewCache(t.TempDir(), MostKept, time.Now), Photo{Address: h.URL + "/a"}
	if _, err := NewAlbum(Options{Service: h.URL, Cache: kept}).Fetch(t.Context(), p); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		var opened atomic.Int32
		album := NewAlbum(Options{Service: h.URL, Cache: kept, Reduce: func(_ context.Context, img image.Image) (image.Image, error) {
			opened.Add(1)
			<-release
			return img, nil
		}})
		ctx, cancel := context.WithCancel(t.Context())
		first, others := make(chan error, 1), make(chan error, 5)
		fetch := func(ctx context.Context, ended chan<- error) {
			_, err := album.Fetch(ctx, p)
			ended <- err
		}
		go fetch(t.Context(), first)
		synctest.Wait()
		for range 5 {
			go fetch(ctx, others)
		}
		synctest.Wait()
		if opened.Load() != 1 || len(first)+len(others) > 0 {
			t.Errorf("%d photos are being opened and %d calls have ended, want 1 and 0", opened.Load(), len(first)+len(others))
		}
		cancel()
		for range 5 {
			if err := <-others; !errors.Is(err, context.Canceled) {
				t.Errorf("it ends with %v", err)
			}
		}
		close(release)
		if err := <-first; err != nil || opened.Load() != 1 || h.asked.Load() != 1 {
			t.Errorf("%v, %d opened, %d asked", err, opened.Load(), h.asked.Load())
		}
		if _, err := album.Fetch(ctx, p); !errors.Is(err, context.Canceled) || opened.Load() != 1 {
			t.Errorf("after the cancellation: %v", err)
		}
	})
}

func TestTheSessionsPhotosAreCounted(t *testing.T) {
	t.Parallel()
	h := serve(t, bytesOf(picture(t, "png", 6, 4)))
	album := NewAlbum(Options{Service: h.URL})
	album.fetched.Store(mostFetched - 1)
	if _, err := album.Fetch(t.Context(), Photo{Address: h.URL + "/a"}); err != nil {
		t.Fatal(err)
	}
	_, err := album.Fetch(t.Context(), Photo{Address: h.URL + "/a"})
	refused(t, err, "500 photos were fetched")
}

// A photo that is kept is not asked for again, by whichever album, and those of a sandbox not either where it listens elsewhere.
func TestPhotosAreKept(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "cache", "photos")
	one, two := serve(t, bytesOf(picture(t, "png", 6, 4))), serve(t, bytesOf(picture(t, "png", 6, 4)))
	for i, h := range []*host{one, one, two} {
		album := NewAlbum(Options{Service: h.URL, Cache: NewCache(folder, MostKept, time.Now), Warn: func(err error) { t.Error(err) }})
		got, err := album.Fetch(t.Context(), Photo{Address: h.URL + "/images/2a-1/x/1.jpg"})
		if err != nil || got.Kept != (i > 0) {
			t.Errorf("the fetch %d: kept %v, %v", i, got.Kept, err)
		}
	}
	if one.asked.Load() != 1 || two.asked.Load() != 0 {
		t.Errorf("%d and %d were asked", one.asked.Load(), two.asked.Load())
	}
	info, err := os.Stat(folder)
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder: %v, %v", info.Mode(), err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%v, %v", entries, err)
	}
	path := filepath.Join(folder, entries[0].Name())
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info.Mode(), err)
	}
	// What is none any more is fetched anew.
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	album := NewAlbum(Options{Service: one.URL, Cache: NewCache(folder, MostKept, time.Now)})
	if got, err := album.Fetch(t.Context(), Photo{Address: one.URL + "/images/2a-1/x/1.jpg"}); err != nil || got.Kept || one.asked.Load() != 2 {
		t.Errorf("a damaged file: %+v, %v, asked %d", got, err, one.asked.Load())
	}
}

// The cache throws out what was looked at longest ago, and touches nothing else in its folder.
func TestTheCacheHasABound(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	c := NewCache(folder, 1000, func() time.Time { now = now.Add(time.Minute); return now })
	foreign := filepath.Join(folder, "of-somebody-else")
	if err := os.WriteFile(foreign, make([]byte, 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(folder, ".abc"+cached+".123")
	if err := os.WriteFile(left, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(left, now.Add(-2*time.Hour), now.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if err := c.put(fmt.Sprint(i), make([]byte, 300)); err != nil {
			t.Fatal(err)
		}
	}
	if c.get("0") == nil { // Now 1 is the oldest.
		t.Fatal("0 is gone")
	}
	if err := c.put("3", make([]byte, 300)); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]bool{"0": true, "1": false, "2": true, "3": true} {
		if got := c.get(key) != nil; got != want {
			t.Errorf("%s is kept: %v", key, got)
		}
	}
	if err := c.put("large", make([]byte, 1001)); err != nil || c.get("large") != nil || c.get("3") == nil {
		t.Errorf("what is larger than all is kept, or throws others out: %v", err)
	}
	if _, err := os.Stat(foreign); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(left); err == nil {
		t.Error("what was left half written is still there")
	}
	// A folder that cannot be written is no reason to show nothing.
	h, told := serve(t, bytesOf(picture(t, "png", 6, 4))), 0
	album := NewAlbum(Options{Service: h.URL, Cache: NewCache(filepath.Join(foreign, "below"), 1000, time.Now), Warn: func(error) { told++ }})
	if _, err := album.Fetch(t.Context(), Photo{Address: h.URL}); err != nil || told != 1 {
		t.Errorf("told %d times, %v", told, err)
	}
}

func TestPhotosOfAHotel(t *testing.T) {
	t.Parallel()
	hotel := api.Hotel{
		Images: []api.Image{{URL: "https://a/1", Caption: "Exterior", Category: "1", Size: "LARGE"}, {URL: "https://a/2", Category: "2"}, {URL: "https://a/1"}, {}},
		Rooms: []api.Room{
			{Name: "Classic", Images: []api.Image{{URL: "https://a/3", Caption: "Classic: bed", Category: "Guest room", Size: "MEDIUM"}}},
			{NameWithBeds: "Suite, 1 King Bed", Images: []api.Image{{URL: "https://a/4", Category: "99"}}},
		},
	}
	list, first := Of(hotel, []string{"https://a/2", "https://a/5"}, "Suite, 1 King Bed")
	var words []string
	for _, one := range list {
		words = append(words, one.Address[len("https://a/"):]+" "+one.Words())
	}
	want := "1 Exterior · the hotel · large|2 lobby · the hotel|5 no caption · the hotel|3 Classic: bed · guest room · Classic · medium|4 no caption · Suite, 1 King Bed"
	if got := strings.Join(words, "|"); got != want || first != 4 {
		t.Errorf("%s, first %d; want %s", got, first, want)
	}
	if list, first := Of(api.Hotel{}, nil, "x"); len(list) != 0 || first != 0 {
		t.Errorf("of nothing there are %v, %d", list, first)
	}
}
