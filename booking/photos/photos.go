// Package photos fetches the photos of hotels and rooms that somebody asks to see, within bounds, and keeps them on this machine.
//
// A photo's address comes from the service and may be anybody's: nothing of the account is sent there, and what comes is
// looked at before it is decoded.
package photos

import (
	"cmp"
	"strings"

	"bellhop/api"
)

// A Photo is one that the service tells of. It is not fetched yet.
type Photo struct {
	Address string
	Caption string // may be empty
	Kind    string // what it shows in words: "lobby"; may be empty
	Size    string // as the service says it, in small letters; may be empty
	Room    string // the room that it is of; empty for the hotel
}

// mostOffered is how many photos of a hotel and its rooms are offered.
const mostOffered = 200

// Of returns the photos of a hotel and then of its rooms, each address once, and the position of the first of a room; that is
// 0 where the room has none. More are the photos that the service's facts of the hotel have.
func Of(hotel api.Hotel, more []string, room string) (list []Photo, first int) {
	seen := map[string]bool{}
	add := func(image api.Image, room string) bool {
		address := strings.TrimSpace(image.URL)
		if address == "" || seen[address] || len(list) == mostOffered {
			return false
		}
		seen[address] = true
		p := Photo{Address: address, Caption: image.Caption, Kind: kindWords(image.Category), Size: strings.ToLower(image.Size), Room: room}
		if strings.EqualFold(p.Kind, p.Caption) {
			p.Kind = ""
		}
		list = append(list, p)
		return true
	}
	for _, image := range hotel.Images {
		add(image, "")
	}
	for _, address := range more {
		add(api.Image{URL: address}, "")
	}
	for _, one := range hotel.Rooms {
		name := cmp.Or(one.NameWithBeds, one.Name)
		for _, image := range one.Images {
			if add(image, name) && first == 0 && room != "" && name == room {
				first = len(list) - 1
			}
		}
	}
	return list, first
}

// kindWords returns what a picture shows, of OTA's list of picture categories where the service sends its number.
func kindWords(category string) string {
	if words, known := map[string]string{
		"1": "exterior", "2": "lobby", "3": "pool", "4": "restaurant", "5": "health club", "6": "guest room", "7": "suite", "8": "meeting room",
		"9": "ballroom", "10": "golf course", "11": "beach", "12": "spa", "13": "bar", "14": "recreation", "15": "logo", "20": "miscellaneous",
		"21": "map", "22": "promotion",
	}[category]; known {
		return words
	}
	if strings.Trim(category, "0123456789") == "" {
		return ""
	}
	return strings.ToLower(category)
}

// Words tell what the photo is of, for who does not see it.
func (p Photo) Words() string {
	of := "the hotel"
	if p.Room != "" {
		of = p.Room
	}
	var parts []string
	for _, part := range []string{cmp.Or(p.Caption, p.Kind, "no caption"), p.Kind, of, p.Size} {
		if part != "" && (len(parts) == 0 || !strings.EqualFold(part, parts[0])) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, " · ")
}
