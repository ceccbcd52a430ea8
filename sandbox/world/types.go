// Package world is the invented hotel world behind the sandbox: real cities,
// airports, zones and currencies with hotels, rooms, rates and prices that
// exist only here.
//
// A hotel is a pure function of the seed, its city and its number within that city:
// a larger world holds every hotel of a smaller one unchanged. A hotel's index, 0 to
// Len()-1, differs between sizes; its chain and property code do not. No function
// reads the clock.
package world

import "time"

// Point is a place on earth, in degrees.
type Point struct {
	Lat, Lon float64
}

// airportFacts is one airport that serves a city.
type airportFacts struct {
	Code string // IATA airport code, "LHR"
	Name string // "Heathrow", or "" where nobody has written it down
	At   Point
}

// cityFacts is one real city.
type cityFacts struct {
	No          int    // permanent row number; part of every property code of the city
	Code        string // IATA city code, "LON", or "" without one
	Name        string // "London"
	State       string // "England", or "" where the country has none worth naming
	StateCode   string // "ENG", or ""
	Country     string // "United Kingdom"
	CountryCode string // ISO 3166-1 alpha-2, "GB"
	Zone        string // IANA zone, "Europe/London"
	Currency    string // ISO 4217, "GBP"
	At          Point
	Size        int // prominence, 1 to 100: its share of the world's hotels
	Airports    []airportFacts
}

// Image is a picture's description, and its address below ImageBase.
type Image struct {
	URL      string
	Caption  string
	Size     string // "LARGE", "MEDIUM" or "SMALL"
	Category int    // OTA picture category code
	Kind     string // the same category in words, for room images (SPEC 2.8)
}

// Amenity is a feature of a hotel or of a room. Category is empty for a room.
type Amenity struct {
	Description string
	Code        int
	Category    string
}

// Property holds every fact of SPEC 2.7 and 2.8 about one hotel. A string that
// the service may send as null is empty when it is null.
type Property struct {
	Index  int
	CityNo int
	ID     string // objectID: 24 hexadecimal digits
	Chain  string // two letters
	Code   string // digits, unique within the chain
	Name   string
	Brand  string // "" = null

	Address1    string // "" = null
	Address2    string // "" = null
	FullAddress string // never empty
	City        string
	State       string // "" = null
	StateCode   string // "" = null
	PostalCode  string // "" = null
	Country     string
	CountryCode string

	Description string // "" = null
	Amenities   []Amenity
	Phone       string // E.164, "" = null
	Fax         string // E.164, may be empty
	Email       string // "" = null
	Zone        string // true IANA zone, never empty
	HideZone    bool   // the destination search shows timezone null
	HideParts   bool   // the destination search shows city, state, postal_code, country and its code null
	Stars       int    // 1 to 5
	HideStars   bool   // the destination search shows rating null
	CheckIn     string // "HH:MM:SS"
	CheckOut    string // "HH:MM:SS"
	HideTimes   bool   // the destination search shows check_in_time and check_out_time null
	Image       string // "" = null
	Images      []Image
	Category    string // "" = null
	Rank        int    // 1 to 999, 9999 = unranked, 0 = null
	At          Point  // true position, always set
	HidePoint   bool   // the destination search shows coordinates null

	Accessible bool   // ada_compliant
	Michelin   string // "", "1 Key", "2 Keys", "3 Keys"
	Forbes     string // "", "Recommended", "Four-Star", "Five-Star"
	Network    string // hotel network affiliation, may be empty
	Currency   string
	Scenario   string // key of the scenario that the hotel plays, "" = an ordinary hotel
}

// Bed is one kind of bed in a room.
type Bed struct {
	Type     string // "King"
	Quantity int
	Size     string // "193 x 203 cm"
}

// Trait is a described OTA code.
type Trait struct {
	Description string
	Code        int
}

// Room is one kind of room of a hotel.
type Room struct {
	No           int    // 0 to 5, within the property
	Name         string // "Classic Queen"
	NameWithBeds string // "Classic Queen, 1 Queen Bed"
	OTACode      int
	Beds         []Bed
	Amenities    []Amenity
	MaxOccupancy int
	Category     Trait
	Class        Trait
	View         Trait
	Features     []string
	Images       []Image
	Units        int // how many rooms of this kind the hotel has
}

// Stay is when and for how many. Price and terms are those of one room.
type Stay struct {
	In, Out          Day
	Adults, Children int
}

// Nights is the number of nights, Out minus In.
func (s Stay) Nights() int { return int(s.Out - s.In) }

// Guests is the size of the party.
func (s Stay) Guests() int { return s.Adults + s.Children }

// RoomOffer is a room that can be had for a stay, with its rates, cheapest first.
type RoomOffer struct {
	Room  Room
	Rates []Rate
}

// Rate is one priced rate of one room for one stay.
type Rate struct {
	BookingCode string // unique in the world; the same for any dates of the same room and plan
	ChannelCode string
	Type        string // "PUBLIC", "MEMBER", "PACKAGE" or "PROMOTION"
	PCC         string
	Name        string
	Price       Price
	Terms       Terms
	Perks       []Perk
	Expires     time.Time // UTC, whole seconds
}

// Perk is something that a rate includes.
type Perk struct {
	Name        string
	Description string
}

// Price is the price of one room for the whole stay. These hold exactly:
//
//	Total = Base + Taxes + the Fees lines that are in the total and not in the base
//	Taxes = the sum of the TaxLines that are not in the base
//	Fees  = the sum of the FeeLines that are not in the base
//	Total = the sum of the Nights, so a night's amount includes its share of taxes
//
// A hotel has either fees that are added into the total or fees that are due
// at the hotel, never both: Fees is all of the one or all of the other.
type Price struct {
	Total    Money
	Base     Money
	Taxes    Money
	Fees     Money // additional_fees
	Included bool  // taxes_and_fees_included: nothing is left to pay beyond Total
	Nights   []Night
	TaxLines []Tax
	FeeLines []Fee
}

// Night is one night's share of the total.
type Night struct {
	Day   Day
	Total Money
}

// Tax is one tax line of SPEC 2.9.
type Tax struct {
	Description string
	Amount      Money
	InBase      bool
}

// Fee is one fee line of SPEC 2.9.
type Fee struct {
	Description string
	Amount      Money
	InBase      bool
	InTotal     bool
}

// Terms is all that is said about paying for and cancelling a rate: SPEC 2.5
// and 2.9 are two views of it.
type Terms struct {
	PaymentInfo string
	Guarantee   string // "DEPOSIT", "GUARANTEE" or "PREPAY"
	Refundable  bool
	CancelNote  string    // "" = null
	Penalties   []Penalty // in order of deadline, amounts never falling; may be empty
	Cards       []string  // accepted card codes, "VI"
	Deposit     *Deposit  // nil = none
	Description []string
}

// Penalty is one step of the cancellation terms: from Deadline on, cancelling
// costs Amount.
type Penalty struct {
	Deadline   time.Time // in the hotel's zone, so that its offset is the true one
	Short      string    // prose that agrees with the deadline
	Amount     Money
	Estimated  bool
	Original   string // original_penalty_info, the hotel's own text
	Refundable bool   // whether anything comes back after this deadline
}

// Local is the deadline as the wire shows it: "2026-12-10T18:00:00+00:00".
func (p Penalty) Local() string { return p.Deadline.Format("2006-01-02T15:04:05-07:00") }

// Deposit is the deposit that a rate asks for.
type Deposit struct {
	Amount      Money
	Due         Day    // hotel-local date
	Description string // prose with amount and date
}

// Near is a hotel at a distance.
type Near struct {
	Index int
	Km    float64
}

// Kind says what a destination search looks for.
type Kind int

// What a destination search may look for (SPEC 4.1, parameter type).
const (
	Everything Kind = iota
	Destinations
	Hotels
)

// Destination is a country, a state or a city (SPEC 2.6).
type Destination struct {
	ID          string // "united-kingdom:england:london"
	Name        string // "London, England, United Kingdom"
	City        string // "" = null
	State       string // "" = null
	Country     string
	CountryCode string
	Code        string // IATA city code of a city, else ""
	Count       int    // number of hotels; World.HotelIDs lists the best of them

	best   []int32 // indexes of its best hotels, see World.HotelIDs
	cities []int   // positions in World.cities
	size   int
}

// Hit is one result of a destination search: a destination, or the index of a
// hotel when Destination is nil.
type Hit struct {
	Destination *Destination
	Index       int
}
