package pictures

import (
	"bytes"
	"image"
	"image/color"
	"testing"
)

var subjects = []Subject{Exterior, Lobby, Bedroom, Restaurant, Breakfast, View, Bathroom, Window}

// The same facts are the same bytes, and other ones another picture.
func TestPicturesFollowTheirFacts(t *testing.T) {
	t.Parallel()
	seen := map[string]Facts{}
	for _, subject := range subjects {
		for key := range uint64(4) {
			f := Facts{Subject: subject, Key: key, Chain: key, Stars: 4, Latitude: 40, Beds: []int{193}, Kind: Kind(key), Land: Land(key)}
			one, err := JPEG(f)
			if err != nil {
				t.Fatal(err)
			}
			two, err := JPEG(f)
			if err != nil || !bytes.Equal(one, two) {
				t.Errorf("%+v is drawn in two ways, %v", f, err)
			}
			if other, had := seen[string(one)]; had {
				t.Errorf("%+v and %+v are one picture", f, other)
			}
			seen[string(one)] = f
			if len(one) > 150<<10 {
				t.Errorf("%+v takes %d bytes", f, len(one))
			}
		}
	}
}

// A room has as many beds as its facts say: so many stretches of linen along a line across the pillows.
func TestARoomHasItsBeds(t *testing.T) {
	t.Parallel()
	for _, beds := range [][]int{{90}, {193}, {99, 99}, {152, 152}, {137, 90}} {
		p := newPainter(Facts{Subject: Bedroom, Key: 3, Stars: 1, Beds: beds})
		p.bedroom()
		linen, runs, inside := lighter(p.scheme.cloth, 0.3).rgba(), 0, 0
		for x := range Width {
			if near(p.img, x, 296, linen) {
				if inside++; inside == 40 {
					runs++
				}
			} else {
				inside = 0
			}
		}
		if runs != len(beds) {
			t.Errorf("%v is drawn as %d beds", beds, runs)
		}
	}
}

func near(img image.Image, x, y int, want color.RGBA) bool {
	got := color.RGBAModel.Convert(img.At(x, y)).(color.RGBA)
	return got == want
}

// Whatever the facts, there is a picture.
func FuzzDraw(f *testing.F) {
	f.Add(0, 0, 0, uint64(1), uint64(2), 3, 51.5, 193, 2, true)
	f.Add(2, 3, 4, uint64(1)<<63, uint64(0), -7, -1e9, -5, 9, false)
	f.Fuzz(func(t *testing.T, subject, kind, land int, key, chain uint64, stars int, latitude float64, bed, beds int, sofa bool) {
		facts := Facts{Subject: Subject(subject % 8), Kind: Kind(kind % 7), Land: Land(land % 5), Key: key, Chain: chain, Stars: stars, Latitude: latitude, Sofa: sofa}
		for range beds % 10 {
			facts.Beds = append(facts.Beds, bed)
		}
		if size := Draw(facts).Bounds().Size(); size != (image.Point{Width, Height}) {
			t.Errorf("%+v is %v large", facts, size)
		}
	})
}

func BenchmarkJPEG(b *testing.B) {
	for name, subject := range map[string]Subject{"exterior": Exterior, "room": Bedroom, "lobby": Lobby, "restaurant": Restaurant} {
		b.Run(name, func(b *testing.B) {
			for i := range b.N {
				if _, err := JPEG(Facts{Subject: subject, Key: uint64(i), Stars: 4, Beds: []int{193}}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
