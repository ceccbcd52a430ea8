// Package pictures draws the pictures of the sandbox's hotels: flat, without a file or a font, and the same bytes each time.
// It knows nothing of the world; what a picture is of is told in Facts.
package pictures

import (
	"bytes"
	"fmt"
	"image"
	"image/jpeg"
)

// Width and Height are the size of every picture, in pixels.
const (
	Width  = 672
	Height = 448
)

// quality is that of the JPEG: edges stay clean, and a picture takes 20 to 60 kilobytes.
const quality = 90

// A Subject is what a picture shows.
type Subject int

// The subjects.
const (
	Exterior Subject = iota
	Lobby
	Bedroom
	Restaurant
	Breakfast
	View
	Bathroom
	Window // the view from a room
)

// A Kind is what sort of hotel it is.
type Kind int

// The kinds.
const (
	Business Kind = iota
	Luxury
	Boutique
	Resort
	Airport
	Budget
	Apartments
)

// A Land is what lies before the windows.
type Land int

// The lands.
const (
	City Land = iota
	Garden
	River
	Sea
	Mountain
)

// Facts are what a picture follows. The same facts are the same picture.
type Facts struct {
	Subject Subject
	Kind    Kind
	Land    Land
	// Key decides what nothing else does. Chain is the same for all hotels of a chain, whose colours are its own.
	Key, Chain uint64
	Stars      int     // 1 to 5
	Latitude   float64 // degrees, north positive
	Beds       []int   // the width of each bed of a room in centimetres
	Sofa       bool    // the room has a sofa besides
}

// Draw returns the picture.
func Draw(f Facts) image.Image {
	p := newPainter(f)
	switch f.Subject {
	case Lobby:
		drawLobby(p)
	case Bedroom:
		p.bedroom()
	case Restaurant:
		drawRestaurant(p)
	case Breakfast:
		drawBreakfast(p)
	case View:
		p.view(0, 0, Width, Height)
	case Bathroom:
		p.bathroom()
	case Window:
		p.window()
	case Exterior:
		drawExterior(p)
	}
	return p.img
}

// JPEG returns the picture as a JPEG file.
func JPEG(f Facts) ([]byte, error) {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, Draw(f), &jpeg.Options{Quality: quality}); err != nil {
		return nil, fmt.Errorf("drawing a picture: %w", err)
	}
	return out.Bytes(), nil
}
