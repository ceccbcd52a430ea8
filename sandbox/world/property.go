package world

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// LocationOf returns the zone of the hotel with a key; false where this world has none.
func (w *World) LocationOf(key int64) (*time.Location, bool) {
	no := key >> 32
	if no < 0 || no >= int64(len(w.byNo)) || w.byNo[no] < 0 {
		return nil, false
	}
	return w.zone(&w.cities[w.byNo[no]]), true
}

// Property returns every fact about the hotel with index i.
func (w *World) Property(i int) Property {
	h := w.hotel(i)
	p := Property{
		Index: h.index, CityNo: h.city.No, Chain: h.chain.code, Code: propertyCode(h.city.No, h.k),
		ID:   fmt.Sprintf("%016x%08x", uint64(h.key), uint32(h.key.bits(factID))), //nolint:gosec // the low half is wanted
		Name: h.name(), Brand: h.brand(), City: h.city.Name, State: h.city.State, StateCode: h.city.StateCode,
		Country: h.city.Country, CountryCode: h.city.CountryCode, Currency: h.city.Currency, Zone: h.city.Zone,
		Rank: h.rank(), At: h.place(), Category: h.kind.String(), Stars: h.stars,
	}
	h.address(&p)
	h.contact(&p)
	h.awards(&p)
	p.Amenities = h.amenities()
	p.Images = h.pictures()
	p.Image = p.Images[0].URL
	p.CheckIn = one(h.key, factTimes, []string{"14:00:00", "15:00:00", "15:00:00", "16:00:00", "13:30:00"})
	p.CheckOut = one(h.key, factText3, []string{"10:00:00", "11:00:00", "11:00:00", "12:00:00", "10:30:00"})
	p.Description = h.description(&p)
	if s := h.scenario(); s != nil {
		p.Scenario, p.Description = s.Key, s.Does
		return p
	}
	h.forget(&p)
	return p
}

// forget makes every nullable field of SPEC 2.7 null somewhere. What SPEC 2.8 always
// has is only hidden: the hotel search shows it.
func (h hotel) forget(p *Property) {
	if h.key.chance(factNulls, 120) {
		p.Description = ""
	}
	p.HideStars = h.key.chance(factNull2, 80)
	if h.key.chance(factNull3, 50) {
		p.Category = ""
	}
	if h.key.chance(factNull4, 60) {
		p.Image, p.Images = "", nil
	}
	p.HideTimes = h.key.chance(factNull5, 40)
	p.HideZone = h.key.chance(factNull6, 40)
	p.HidePoint = h.key.chance(factNull7, 30)
	if h.key.chance(factNull8, 30) {
		p.Amenities = nil
	}
	if h.key.chance(factNull9, 20) {
		p.Address1, p.Address2, p.PostalCode = "", "", ""
	}
	p.HideParts = h.key.chance(factNull10, 15)
}

// rank is the priority_rank: better classes tend to come first.
func (h hotel) rank() int {
	if h.city.No == scenarioCity {
		// In the order of the file, and behind nearly everything that is no scenario's.
		return 999 - len(scenarios()) + h.k + 1
	}
	switch n := h.key.below(factRank, 1000); {
	case n < 40:
		return 0
	case n < 180:
		return 9999
	default:
		return 1 + h.key.below(factLevel, 620) + (5-h.stars)*94
	}
}

func (h hotel) address(p *Property) {
	culture := h.city.country.culture
	street := strings.ReplaceAll(one(h.key, factStreet, culture.streets), "{n}", one(h.key, factStreetName, culture.stems))
	house := strconv.Itoa(h.key.between(factHouse, 1, 190))
	p.PostalCode = h.key.fill(factPostal, h.city.postal)
	line2 := []string{"Level 2", "Block C", "Courtyard entrance", "Tower 1"}
	if h.key.chance(factAddress2, 130) {
		p.Address2 = one(h.key, factFeature, line2)
	}
	switch h.city.country.style {
	case "u":
		p.Address1 = house + strconv.Itoa(h.key.between(factText, 10, 99)) + " " + street
		region := strings.TrimSpace(p.StateCode + " " + p.PostalCode)
		p.FullAddress = lines(p.Address1, p.Address2, p.City, region, p.Country)
	case "r":
		p.Address1 = street + " " + house
		p.FullAddress = lines(p.Address1, p.Address2, strings.TrimSpace(p.PostalCode+" "+p.City), p.Country)
	case "j":
		p.Address1 = fmt.Sprintf("%d-%d-%d %s", h.key.between(factText, 1, 8), h.key.between(factText2, 1, 20), h.key.between(factHouse, 1, 30), street)
		p.FullAddress = lines(p.Address1, p.Address2, strings.TrimSpace(p.City+" "+p.PostalCode), p.Country)
	default:
		p.Address1 = house + " " + street
		p.FullAddress = lines(p.Address1, p.Address2, strings.TrimSpace(p.City+" "+p.PostalCode), p.Country)
	}
}

// lines joins the parts of an address that are not empty.
func lines(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ", ")
}

func (h hotel) contact(p *Property) {
	digits := max(0, h.city.country.national-len(h.city.area))
	number := h.key.fill(factPhone, strings.Repeat("#", digits))
	if h.city.country.calling == "1" {
		// 555-0100 to 555-0199 are set aside for fiction.
		number = h.key.fill(factPhone, "55501##")
	}
	stem := "+" + h.city.country.calling + h.city.area
	if !h.key.chance(factPhone, 30) {
		p.Phone = stem + number
	}
	if h.key.chance(factEmail, 150) && len(number) > 1 {
		last := (number[len(number)-1]-'0'+1)%10 + '0'
		p.Fax = stem + number[:len(number)-1] + string(last)
	}
	if h.key.chance(factEmail, 400) {
		p.Email = "reservations@" + strings.ToLower(p.Chain+p.Code) + ".example"
	}
}

func (h hotel) awards(p *Property) {
	p.Accessible = h.key.chance(factAward, 700)
	n := h.key.below(factText2, 100)
	switch {
	case h.stars == 5 && n < 40:
		p.Michelin = one(h.key, factAward, []string{"1 Key", "2 Keys", "3 Keys"})
		p.Forbes = "Five-Star"
	case h.stars == 5 && n < 70:
		p.Forbes = "Four-Star"
	case h.stars == 4 && n < 15:
		p.Michelin, p.Forbes = "1 Key", "Recommended"
	}
	if len(h.chain.brands) > 0 {
		p.Network = h.chain.name
	}
}

// amenityList has the OTA codes of amenities, with the least class that usually has them.
var amenityList = []struct {
	Amenity
	stars int
}{
	{Amenity{"Wi-Fi", 179, "Connectivity"}, 1},
	{Amenity{"24-hour front desk", 1, "Services"}, 2},
	{Amenity{"Air conditioning", 5, "Comfort"}, 3},
	{Amenity{"Elevator", 33, "Access"}, 2},
	{Amenity{"Restaurant", 76, "Dining"}, 3},
	{Amenity{"Bar", 165, "Dining"}, 3},
	{Amenity{"Fitness center", 35, "Wellness"}, 4},
	{Amenity{"Indoor pool", 54, "Wellness"}, 5},
	{Amenity{"Outdoor pool", 66, "Wellness"}, 5},
	{Amenity{"Spa", 84, "Wellness"}, 5},
	{Amenity{"Parking", 68, "Transport"}, 2},
	{Amenity{"Airport shuttle", 7, "Transport"}, 5},
	{Amenity{"Business center", 12, "Business"}, 4},
	{Amenity{"Meeting rooms", 61, "Business"}, 4},
	{Amenity{"Room service", 77, "Services"}, 4},
	{Amenity{"Concierge", 22, "Services"}, 5},
	{Amenity{"Laundry", 58, "Services"}, 3},
	{Amenity{"Pets allowed", 224, "Policies"}, 6},
	{Amenity{"Electric vehicle charging", 342, "Transport"}, 6},
	{Amenity{"Accessible facilities", 47, "Access"}, 4},
}

func (h hotel) amenities() []Amenity {
	list := make([]Amenity, 0, len(amenityList))
	for i, a := range amenityList {
		permille := 180
		if h.stars >= a.stars {
			permille = 880
		}
		if a.Code == 7 && h.kind == airport {
			permille = 1000
		}
		if h.key.sub(factAmenity, uint64(i)).chance(factAmenity, permille) {
			list = append(list, a.Amenity)
		}
	}
	return list
}

// pictures names what hotel pictures show, with their OTA category codes.
var pictures = []Image{
	{Caption: "Exterior", Category: 1},
	{Caption: "Lobby", Category: 2},
	{Caption: "Guest room", Category: 6},
	{Caption: "Restaurant", Category: 4},
	{Caption: "Breakfast", Category: 4},
	{Caption: "View", Category: 20},
}

func (h hotel) pictures() []Image {
	list := make([]Image, h.key.between(factImages, 2, len(pictures)))
	stem := h.images + strings.ToLower(h.chain.code) + propertyCode(h.city.No, h.k) + "/"
	for i := range list {
		list[i] = pictures[i]
		list[i].Size = "LARGE"
		list[i].Kind = list[i].Caption
		list[i].URL = stem + strconv.Itoa(i+1) + ".jpg"
	}
	return list
}

func (h hotel) description(p *Property) string {
	what := [kinds]string{
		luxury: "A grand house for unhurried stays", boutique: "A small hotel with a character of its own", resort: "A place to do nothing at all, well",
		business: "A calm base for working days", airport: "Sleep within minutes of your gate", budget: "A clean bed at an honest price", apartments: "Rooms with a kitchen, for longer stays",
	}[h.kind]
	where := one(h.key, factText, []string{"in the heart of %s", "on a quiet street in %s", "a short walk from the old centre of %s", "among the cafés of %s", "with a long view over %s"})
	extra := one(h.key, factText2, []string{
		"The house was built in %d and opened again after careful work.", "Family-run since %d.", "Guests have signed the same book since %d.", "The bar has kept its counter of %d.",
	})
	text := what + " " + fmt.Sprintf(where, p.City) + ". " + fmt.Sprintf(extra, h.key.between(factText3, 1848, 2019))
	if len(p.Amenities) > 2 {
		text += " " + p.Amenities[1].Description + " and " + strings.ToLower(p.Amenities[2].Description) + " on the premises."
	}
	return text
}
