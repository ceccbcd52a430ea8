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

// pictureVersion stands in the addresses of the pictures, which a client keeps for good. Pictures that must not be shown any
// more need another one.
const pictureVersion = 1

// imageBase returns what begins the addresses of the pictures of a seed: another one has other pictures.
func imageBase(seed uint64) string { return fmt.Sprintf("%s%x-%d/", ImageBase, seed, pictureVersion) }

// A Picture is what one of the world's pictures shows.
type Picture struct {
	Caption string // of pictures, or of roomPictures
	Key     uint64 // of what is shown
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
	has := func(list []Image) bool {
		return slices.ContainsFunc(list, func(one Image) bool { return one.URL == ImageBase+name })
	}
	number := parts[4][0] - '1'
	if parts[3] == "" {
		if !has(w.Property(i).Images) {
			return Picture{}, false
		}
		return Picture{Caption: pictures[number].Caption, Key: h.key.sub(factImages, uint64(number)).bits(factImages)}, true
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
	return Picture{Caption: roomPictures[number], Key: s.key.bits(factImages), Beds: room.Beds, View: room.View.Description}, true
}

// roomPictures names what pictures of a room show.
var roomPictures = []string{"Bed", "Bathroom", "View from the room"}
