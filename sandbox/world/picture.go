package world

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// ImageBase begins the address of every picture. It never resolves: who serves the world puts an address of its own in its place.
const ImageBase = "https://images.example/"

// drawingVersion counts the ways in which pictures were ever drawn. It stands in their addresses: who keeps a picture keeps
// it for good.
const drawingVersion = 1

// imageBase returns what begins the addresses of the pictures of a seed: another one has other pictures.
func imageBase(seed uint64) string { return fmt.Sprintf("%s%x-%d/", ImageBase, seed, drawingVersion) }

// A Picture is what one of the world's pictures shows.
type Picture struct {
	Caption  string // of pictures, or of roomPictures
	Hotel    string // its category, as of Property.Category, also where that is not published
	Stars    int
	Latitude float64
	Key      uint64 // of what is shown
	Chain    uint64
	// Of a room, or else nothing.
	Beds []Bed
	View string
}

var pictureName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([a-z0-9]{2})([0-9]{1,18})/(?:room([1-6])-)?([1-9])\.jpg$`)
})

// Picture finds a picture by what follows ImageBase in its address; false where no hotel has it.
func (w *World) Picture(name string) (Picture, bool) {
	below, ours := strings.CutPrefix(ImageBase+name, w.images)
	parts := pictureName().FindStringSubmatch(below)
	if !ours || parts == nil {
		return Picture{}, false
	}
	i, ok := w.Find(strings.ToUpper(parts[1]), parts[2])
	if !ok {
		return Picture{}, false
	}
	h := w.hotel(i)
	p := Picture{Hotel: h.kind.String(), Stars: h.stars, Latitude: h.place().Lat, Chain: uint64(parts[1][0])<<8 + uint64(parts[1][1])}
	has := func(list []Image) bool {
		return slices.ContainsFunc(list, func(one Image) bool { return one.URL == ImageBase+name })
	}
	number := int(parts[4][0] - '1')
	if parts[3] == "" {
		p.Key = h.key.bits(factImages)
		if !has(w.Property(i).Images) {
			return Picture{}, false
		}
		p.Caption = pictures[number].Caption
		return p, true
	}
	no := int(parts[3][0] - '1')
	if no >= h.roomCount() {
		return Picture{}, false
	}
	s := h.sketch(no)
	room := h.room(s)
	if !has(room.Images) {
		return Picture{}, false
	}
	p.Key, p.Beds, p.View, p.Caption = s.key.bits(factImages), room.Beds, room.View.Description, roomPictures[number]
	return p, true
}

// roomPictures names what pictures of a room show.
var roomPictures = []string{"Bed", "Bathroom", "View from the room"}
