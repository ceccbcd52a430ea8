// Package pictures holds the pictures of the sandbox's hotels: a dozen JPEG files of 672 by 448 pixels. They were drawn
// for Bellhop and have its licence.
package pictures

import (
	"embed"
	"fmt"
	"io/fs"
)

//go:embed *.jpg
var files embed.FS

// A Subject is what a picture shows. The names of the files that show it begin with it.
type Subject string

// The subjects.
const (
	Exterior   Subject = "exterior"
	Lobby      Subject = "lobby"
	Room       Subject = "room" // whatever its beds
	SingleBed  Subject = "room-single"
	DoubleBed  Subject = "room-double"
	TwoBeds    Subject = "room-two-beds"
	Restaurant Subject = "restaurant"
	Breakfast  Subject = "breakfast"
	Bathroom   Subject = "bathroom"
	View       Subject = "view"
	CityView   Subject = "view-city" // a city on a river
	SeaView    Subject = "view-sea"  // a garden by the sea, before mountains
)

// JPEG returns the file of a picture of a subject. The same key has the same picture.
func JPEG(s Subject, key uint64) ([]byte, error) {
	names, err := fs.Glob(files, string(s)+"*.jpg")
	if err != nil || len(names) == 0 {
		return nil, fmt.Errorf("there is no picture of %q", s)
	}
	return files.ReadFile(names[key%uint64(len(names))])
}
