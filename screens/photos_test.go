package screens_test

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/photos"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/ui"
	"bellhop/ui/picture"
	"bellhop/ui/uitest"
)

// An album has a picture of two halves for each address, or refuses it.
type album struct {
	fetched []string
	refuse  map[string]string
}

func (a *album) Fetch(_ context.Context, p photos.Photo) (photos.Fetched, error) {
	a.fetched = append(a.fetched, p.Address)
	if text := a.refuse[p.Address]; text != "" {
		return photos.Fetched{}, &photos.Refusal{Text: text}
	}
	img := image.NewRGBA(image.Rect(0, 0, 60, 40))
	for i := range 60 * 40 {
		img.Set(i%60, i/60, color.Gray{uint8(255 * (i % 60 / 30))})
	}
	return photos.Fetched{Image: img, Format: "jpeg", Bytes: 43_210, Host: "photos.example"}, nil
}

func photographed(f *fixture) (booking.Draft, *album) {
	a := &album{refuse: map[string]string{"https://photos.example/2.jpg": "photos.example does not have this photo (404)."}}
	f.deps.Photos = a
	draft := londonDraft(f)
	draft.Hotel.Images = []api.Image{
		{URL: "https://photos.example/1.jpg", Caption: "Exterior", Category: "1", Size: "LARGE"}, {URL: "https://photos.example/2.jpg", Category: "2"},
	}
	for i := range draft.Hotel.Rooms {
		draft.Hotel.Rooms[i].Images = []api.Image{{URL: fmt.Sprintf("https://photos.example/room%d.jpg", i), Caption: "Bed", Category: "Guest room"}}
	}
	return draft, a
}

func TestPhotosOfAHotel(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft, a := photographed(f)
	p := f.start(ratesOf(f.deps, draft)).Has("photos: p")
	p.Press("p").Has("photos", "3 of 4", "Bed · guest room", "█")
	if got := strings.Join(a.fetched, " "); got != "https://photos.example/room0.jpg" {
		t.Errorf("%s is fetched, and only the photo that is come to may be", got)
	}
	p.Press("home").Has("1 of 4", "Exterior · the hotel · large", "from photos.example · shades: this terminal has too few colours · 60 × 40 · JPEG · 43 kB")
	p.Press("right").Has("2 of 4", "lobby · the hotel", "This photo is not shown", "does not have this photo (404)", "f5")
	p.Press("left").Has("1 of 4").Press("left").Has("4 of 4").Press("right").Has("1 of 4")
	before := len(a.fetched)
	p.Resize(120, 40).Has("█").Press("G").Has("4 of 4")
	if n := len(a.fetched) - before; n != 1 {
		t.Errorf("after a new size and one key %d photos were fetched", n)
	}
	p.Press("esc").HasNot("4 of 4").Has("rates")
}

// A call that hangs is stopped, and then one goes back.
func TestAPhotoThatDoesNotCome(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft, _ := photographed(f)
	p := f.start(ratesOf(f.deps, draft))
	p.Hold().Press("p")
	p.Has("photos", "fetching the photo")
	p.Press("esc")
	p.Release()
	if p.Top().Title() == "photos" {
		p.Press("esc")
	}
	p.Has("rates")
}

func TestPhotosThatAreNotShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	unseen, _ := photographed(f)
	f.deps.Photos = nil
	f.start(ratesOf(f.deps, unseen)).HasNot("photos").Press("p").Has("p does nothing here")

	f = newFixture(t)
	draft, a := photographed(f)
	f.deps.PhotosHidden, f.deps.Theme.Presenter = true, ui.NewPresenter(true)
	f.start(ratesOf(f.deps, draft)).HasNot("photos: p").Press("p").HasNot("of 4")
	if len(a.fetched) > 0 {
		t.Errorf("%v were fetched", a.fetched)
	}
	f = newFixture(t)
	photographed(f)
	f.start(hotelListOf(f.deps, londonTrip())).Press("p").Has("no photos of this hotel")
}

// On a terminal that has graphics the body is blank where the picture is drawn, and nothing is drawn under help.
func TestPhotosByTheTerminal(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft, _ := photographed(f)
	list, _ := photos.Of(draft.Hotel, nil, "")
	s := screens.NewPhotos(f.deps, draft.Hotel.Name, list, 0)
	s.SetSize(78, 20)
	_, cmd := s.Update(ui.GraphicsMsg{Support: picture.Support{Kitty: true, Cell: picture.Size{Width: 8, Height: 16}}})
	if s.Picture() != nil || !strings.Contains(s.View(), "fetching") {
		t.Error("there is a picture before it was fetched")
	}
	s.Update(cmd())
	g := s.Picture()
	if g == nil || g.Row != 1 || g.Size != (picture.Size{Width: 51, Height: 17}) || g.Draw == "" || g.Erase == "" {
		t.Fatalf("the picture is %.200q", fmt.Sprint(g))
	}
	if strings.ContainsAny(s.View(), "▀░▒▓█") || !strings.Contains(s.View(), "Exterior") {
		t.Errorf("below it is\n%s", s.View())
	}
	s.SetSize(100, 30)
	if s.Picture() != nil {
		t.Error("it is drawn in the room of another size")
	}
	if _, cmd = s.Update(ui.ResizedMsg{}); cmd == nil {
		t.Fatal("it is not drawn anew")
	}
	s.Update(cmd())
	if g := s.Picture(); g == nil || g.Size.Height != 27 {
		t.Errorf("then it is %.200q", fmt.Sprint(g))
	}
}

func TestSweepPhotos(t *testing.T) {
	t.Parallel()
	for name, keys := range map[string][]string{"a photo": {"p"}, "a refusal": {"p", "home", "right"}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			draft, _ := photographed(f)
			uitest.Sweep(t, f.start(screens.NewRates(f.deps, draft, trip.Filter{})).Press(keys...))
		})
	}
}

// A photoService answers whatever it is asked with a body, or fails.
type photoService struct {
	kind, body string
	fails      error
}

func (s photoService) RoundTrip(r *http.Request) (*http.Response, error) {
	if s.fails != nil {
		return nil, s.fails
	}
	return &http.Response{
		StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {s.kind}}, ContentLength: -1,
		Body: io.NopCloser(strings.NewReader(s.body)), Request: r,
	}, nil
}

// What stands on the screen, word by word: with a photo, and where there is a reason that it is not shown.
func TestPhotosGoldens(t *testing.T) {
	t.Parallel()
	var file bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, 60, 40))
	for i := range img.Pix {
		img.Pix[i] = uint8(i % 60 * 4)
	}
	if err := png.Encode(&file, img); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		address string
		answer  photoService
	}{
		"photo":     {"https://photos.example/1.png", photoService{kind: "image/png", body: file.String()}},
		"too_large": {"https://photos.example/1.png", photoService{kind: "image/png", body: strings.Repeat("x", photos.MostBytes+1)}},
		"no_https":  {"http://photos.example/1.png", photoService{kind: "image/png", body: file.String()}},
		"no_image":  {"https://photos.example/1.png", photoService{kind: "text/html", body: "<!doctype html><html><p>Not here.</p></html>"}},
		"timeout":   {"https://photos.example/1.png", photoService{fails: fmt.Errorf("waiting for the answer: %w", context.DeadlineExceeded)}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			draft := londonDraft(f)
			f.deps.Photos = photos.NewAlbum(photos.Options{Service: "https://service.example", Transport: test.answer})
			draft.Hotel.Images = []api.Image{{URL: test.address, Caption: "Exterior", Category: "1", Size: "LARGE"}}
			f.start(ratesOf(f.deps, draft)).Press("p")
			f.allGoldens("photos_" + name)
		})
	}
}
