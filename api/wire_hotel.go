package api

import (
	"math"
	"reflect"
)

// hotelPage returns what reads the answer to a hotel search (section 2.8), and reports whether it has results at all. Each
// hotel goes to a function as soon as it is read; nil is none.
func hotelPage(read func(Hotel)) func(r *reader) (HotelPage, bool) {
	return func(r *reader) (HotelPage, bool) { return r.readHotelPage(read) }
}

func (r *reader) readHotelPage(read func(Hotel)) (page HotelPage, found bool) {
	f := r.filling(&page)
	for key := range r.fields() {
		if key != "results" {
			f.member(key)
			continue
		}
		found = true
		page.Hotels = each(r, boundResults, page.Hotels, func(h *Hotel) bool {
			r.readHotel(h)
			// Without its codes a hotel can be neither verified nor booked.
			if h.ID.Chain == "" || h.ID.Code == "" {
				page.Skipped++
				return false
			}
			if read != nil && r.err == nil {
				read(*h)
			}
			return true
		})
	}
	return page, found
}

func (r *reader) readHotel(h *Hotel) {
	f := r.filling(h)
	for key := range r.fields() {
		if key == "rooms" {
			h.Rooms = said(r, boundRooms, h.Rooms, &h.Skipped, readRoom)
		} else {
			f.member(key)
		}
	}
}

func readRoom(r *reader, room *Room) {
	f := r.filling(room)
	for key := range r.fields() {
		if key == "rates" {
			plan := planOf(reflect.TypeFor[Rate]())
			room.Rates = said(r, boundRates, room.Rates, &room.Skipped, func(r *reader, rate *Rate) { plan.fill(r, rate) })
		} else {
			f.member(key)
		}
	}
}

// said appends the objects of a list, and counts those that say nothing.
func said[T any](r *reader, b bound, list []T, silent *int, read func(*reader, *T)) []T {
	return each(r, b, list, func(p *T) bool {
		if !r.is(kindObject) {
			return false
		}
		if read(r, p); !reflect.ValueOf(p).Elem().IsZero() {
			return true
		}
		*silent++
		return false
	})
}

// readCoordinates is nil unless both numbers are there and name a place. Two zeros, a point in the sea, are what systems send
// that do not know one.
func (r *reader) readCoordinates() *Coordinates {
	var c Coordinates
	var latitude, longitude bool
	for key := range r.fields() {
		switch key {
		case "latitude":
			c.Latitude, latitude = r.degrees()
		case "longitude":
			c.Longitude, longitude = r.degrees()
		}
	}
	if !latitude || !longitude || c == (Coordinates{}) || math.Abs(c.Latitude) > 90 || math.Abs(c.Longitude) > 360 {
		return nil
	}
	if math.Abs(c.Longitude) > 180 { // Counted once around, to the east.
		c.Longitude = math.Remainder(c.Longitude, 360)
	}
	return &c
}

// readPerks reads the mapping of section 2.8 in the order of its keys, or a
// plain list of names.
func (r *reader) readPerks() []Perk {
	var list []Perk
	if r.is(kindObject) {
		for key := range r.fields() {
			list = add(r, boundPerks, list, Perk{Name: key, Description: r.prose()})
		}
		return list
	}
	for _, name := range r.texts(boundPerks) {
		list = add(r, boundPerks, list, Perk{Name: name})
	}
	return list
}

func orElse(text, fallback string) string {
	if text == "" {
		return fallback
	}
	return text
}
