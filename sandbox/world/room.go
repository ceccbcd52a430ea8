package world

import (
	"fmt"
	"slices"
	"strings"
)

const mostRooms = 6

// bedSet is a choice of beds with what follows from it.
type bedSet struct {
	name   string
	label  string
	beds   []Bed
	sleeps int
}

var (
	single    = Bed{Type: "Single", Quantity: 1, Size: "90 x 200 cm"}
	double    = Bed{Type: "Double", Quantity: 1, Size: "137 x 190 cm"}
	queen     = Bed{Type: "Queen", Quantity: 1, Size: "152 x 203 cm"}
	king      = Bed{Type: "King", Quantity: 1, Size: "193 x 203 cm"}
	twin      = Bed{Type: "Twin", Quantity: 2, Size: "99 x 190 cm"}
	twoQueens = Bed{Type: "Queen", Quantity: 2, Size: "152 x 203 cm"}
	sofa      = Bed{Type: "Sofa bed", Quantity: 1, Size: "140 x 190 cm"}
)

// bedSets go from small to large; which of them a room may have depends on its grade.
var bedSets = []bedSet{
	{"Single", "1 Single Bed", []Bed{single}, 1},
	{"Double", "1 Double Bed", []Bed{double}, 2},
	{"Twin", "2 Twin Beds", []Bed{twin}, 2},
	{"Queen", "1 Queen Bed", []Bed{queen}, 2},
	{"King", "1 King Bed", []Bed{king}, 2},
	{"King with Sofa", "1 King Bed and 1 Sofa Bed", []Bed{king, sofa}, 4},
	{"Double Queen", "2 Queen Beds", []Bed{twoQueens}, 4},
	{"Family", "2 Queen Beds and 1 Sofa Bed", []Bed{twoQueens, sofa}, 6},
	{"Triple", "1 Double Bed and 1 Single Bed", []Bed{double, single}, 3},
}

// grade is a step in a hotel's range of rooms.
type grade struct {
	name     string
	price    int64 // in thousandths of the hotel's own price
	sets     []int // positions in bedSets
	ota      int   // OTA room type code
	category Trait
}

var grades = []grade{
	{"Classic", 1000, []int{1, 2, 3}, 42, Trait{"Standard", 1}},
	{"Superior", 1140, []int{3, 4, 2, 6}, 36, Trait{"Superior", 2}},
	{"Deluxe", 1320, []int{4, 6, 8}, 34, Trait{"Deluxe", 3}},
	{"Family Room", 1500, []int{7, 6}, 43, Trait{"Family", 4}},
	{"Studio", 1620, []int{4, 5}, 31, Trait{"Studio", 5}},
	{"Junior Suite", 1950, []int{5, 4}, 8, Trait{"Junior suite", 6}},
	{"Suite", 2700, []int{5, 7}, 46, Trait{"Suite", 7}},
}

var views = []Trait{{"City view", 4}, {"Courtyard view", 3}, {"Garden view", 7}, {"Street view", 21}, {"River view", 15}, {"Sea view", 12}, {"Mountain view", 11}}

// roomSketch is what prices and stock need to know of a room.
type roomSketch struct {
	key    key
	no     int
	grade  int
	set    int
	units  int
	closed int  // thousandths of the nights on which the room is sold out
	always bool // all its rooms are for sale every night
}

func (h hotel) roomCount() int {
	if h.city.No == scenarioCity {
		return 2
	}
	return h.key.between(factRooms, 2, mostRooms)
}

// sketch draws room no. The grade rises with the number.
func (h hotel) sketch(no int) roomSketch {
	k := h.key.sub(factRoom, uint64(no)) //nolint:gosec // room numbers are not negative
	s := roomSketch{key: k, no: no, units: k.between(factUnits, 12, 18+20*(mostRooms-no)/mostRooms), closed: 25}
	s.grade = min(no, len(grades)-1)
	if h.city.No == scenarioCity {
		// One room for two and one for a family, so that any party can try it.
		s.always, s.units, s.set = true, 40, []int{3, 7}[no]
		if h.scenario().lastRoom() {
			s.units = 1
		}
		return s
	}
	if h.stars >= 4 && no == h.roomCount()-1 {
		s.grade = len(grades) - 1
	}
	if no == 0 && h.stars <= 2 && k.chance(factGrade, 350) {
		s.set = 0
		return s
	}
	s.set = one(k, factBeds, grades[s.grade].sets)
	return s
}

func (s roomSketch) sleeps() int { return bedSets[s.set].sleeps }

// A verification cannot ask for a number of rooms (SPEC 4.3). Ordinary hotels therefore stop selling a kind of room when fewer
// are left than a small party needs, and have enough for a larger one on most nights.
const (
	fewRooms  = 4
	manyRooms = 9
)

// LeastRooms returns how many rooms of a kind must be left for the hotel with index i to offer one.
func (w *World) LeastRooms(i int) int {
	if w.hotel(i).scenario().lastRoom() {
		return 1
	}
	return fewRooms
}

// allotment returns how many rooms are on sale on a night: none, few, many or all.
func (s roomSketch) allotment(night Day) int {
	if s.always {
		return s.units
	}
	k := s.key.sub(factNight, uint64(int64(night))) //nolint:gosec // only the bits matter
	n := k.below(factUnits, 1000)
	switch {
	case n < s.closed:
		return 0
	case n < s.closed+60:
		return fewRooms + k.below(factOpen, manyRooms-fewRooms)
	case n < 400:
		return manyRooms + k.below(factOpen, s.units-manyRooms+1)
	}
	return s.units
}

// closed reports whether the whole hotel is full on a night.
func (h hotel) closed(night Day) bool {
	if h.city.No == scenarioCity {
		return false
	}
	permille := 8
	if h.event(night) {
		permille = 70
	}
	return h.key.sub(factOpen, uint64(int64(night))).chance(factOpen, permille) //nolint:gosec // only the bits matter
}

// event reports whether something is on in the hotel's city in the week of a night.
func (h hotel) event(night Day) bool {
	week := uint64(int64(night)+int64(h.city.No)) / 7                                  //nolint:gosec // only the bits matter
	return key(mix(uint64(h.city.No)+golden)).sub(factWeek, week).chance(factWeek, 80) //nolint:gosec // not negative
}

func (h hotel) room(s roomSketch) Room {
	set, g := bedSets[s.set], grades[s.grade]
	name := g.name
	if !strings.Contains(g.name, set.name) {
		name += " " + set.name
	}
	if g.name == "Family Room" {
		name = g.name
	}
	if play := h.scenario(); play != nil {
		name = play.Room + []string{"", " (family)"}[s.no]
	}
	r := Room{
		No: s.no, Name: name, NameWithBeds: name + ", " + set.label, OTACode: g.ota,
		Beds: slices.Clone(set.beds), MaxOccupancy: set.sleeps, Category: g.category, Units: s.units,
		Class: Trait{"Non-smoking", 2}, View: one(s.key, factView, views),
	}
	if s.key.chance(factFeature, 60) {
		r.Class = Trait{"Smoking permitted", 1}
	}
	for i, a := range roomAmenities {
		if s.key.sub(factAmenity, uint64(i)).chance(factAmenity, min(960, 240+120*h.stars+60*s.grade-25*i)) {
			r.Amenities = append(r.Amenities, a)
		}
	}
	for i, f := range roomFeatures {
		if s.key.sub(factFeature, uint64(i)).chance(factFeature, 220) {
			r.Features = append(r.Features, f)
		}
	}
	code := strings.ToLower(h.chain.code) + propertyCode(h.city.No, h.k)
	for i := range s.key.below(factImages, 4) {
		caption := roomPictures[i]
		r.Images = append(r.Images, Image{
			URL: fmt.Sprintf("%s%s/room%d-%d.jpg", h.images, code, s.no+1, i+1), Caption: r.Name + ": " + strings.ToLower(caption),
			Size: "MEDIUM", Category: 6, Kind: "Guest room",
		})
	}
	return r
}

// roomAmenities are OTA room amenities, the commonest first.
var roomAmenities = []Amenity{
	{Description: "Wi-Fi", Code: 123},
	{Description: "Hairdryer", Code: 50},
	{Description: "Desk", Code: 28},
	{Description: "Television", Code: 90},
	{Description: "Air conditioning", Code: 2},
	{Description: "Safe", Code: 92},
	{Description: "Coffee maker", Code: 19},
	{Description: "Shower", Code: 142},
	{Description: "Iron", Code: 55},
	{Description: "Minibar", Code: 69},
	{Description: "Bathtub", Code: 13},
	{Description: "Bathrobe", Code: 10},
	{Description: "Balcony", Code: 7},
	{Description: "Kitchenette", Code: 59},
}

var roomFeatures = []string{"High floor", "Connecting rooms possible", "Step-free shower", "Windows that open", "Quiet side", "Walk-in wardrobe", "Corner room"}
