package api

// PropertyID identifies a property everywhere: chain code and the property's
// code within the chain. Match properties by it and by nothing else.
type PropertyID struct {
	Chain string
	Code  string
}

// String is the pair as people read it, "LX 20417".
func (p PropertyID) String() string { return p.Chain + " " + p.Code }

// Coordinates are degrees, north and east positive.
type Coordinates struct {
	Latitude  float64
	Longitude float64
}

// Destination is a place that a search by text found (section 2.6).
type Destination struct {
	ObjectID    string // slug parts: country, state, city
	Name        string // the full display string
	City        string // empty for a state or a country
	State       string // empty for a country
	Country     string
	CountryCode string
	HotelsCount int
	Hotels      []string // chain-prefixed property ids, as sent
}

// Property is a hotel that a search by text found: facts without prices
// (section 2.7).
type Property struct {
	ObjectID     string
	ID           PropertyID
	Name         string
	Brand        string
	AddressLine1 string
	AddressLine2 string
	FullAddress  string
	City         string
	State        string
	PostalCode   string
	Country      string
	CountryCode  string
	Description  string
	Amenities    []string
	Phone        string
	Email        string
	Timezone     string // IANA name; empty when not known
	Stars        *int   // nil when unrated
	CheckInTime  string // local, HH:MM:SS
	CheckOutTime string
	ImageURL     string
	Images       []string
	Category     string
	Rank         int // priority_rank; lower first, Unranked when there is none
	Location     *Coordinates
}

// Unranked is the priority rank of a property that has none (section 2.7).
const Unranked = 9999

// Hotel is a property with its rooms and rates for a stay (section 2.8).
type Hotel struct {
	ID           PropertyID
	Name         string
	Address      Address
	Location     *Coordinates
	Available    bool
	Email        string
	Phone        string
	Fax          string
	ADACompliant bool
	CheckInTime  string // local, HH:MM
	CheckOutTime string
	Lowest       *LowestRate
	Rating       Rating
	Michelin     string
	Forbes       string
	Affiliation  string
	Images       []Image
	Amenities    []Amenity
	Rooms        []Room
	Skipped      int // rooms of which nothing was said, left out
}

// Address is a property's address in a hotel search.
type Address struct {
	Street      string
	City        string
	State       string
	CountryCode string
	PostalCode  string
}

// Rating is a property's class as a provider gives it. Value is the number as
// sent ("4.5"), empty when there is none.
type Rating struct {
	Value    string
	Provider string
}

// LowestRate is the cheapest price of a property for the stay.
type LowestRate struct {
	Total         Money
	Base          Money
	Taxes         Money
	TaxesIncluded *bool // taxes_and_fees_included; nil when not said
}

// Image is a picture of a property or a room.
type Image struct {
	URL      string
	Caption  string
	Size     string
	Category string // a number or a word, as sent
}

// Amenity is something that a property or a room has.
type Amenity struct {
	Description string
	Code        int
	Category    string
}

// Room is a kind of room of a hotel, with its rates.
type Room struct {
	Name            string
	NameWithBeds    string
	TypeCode        int // room_type_ota_code
	Beds            []Bed
	Amenities       []Amenity
	MaxOccupancy    int // 0 when not said
	Characteristics Characteristics
	Images          []Image
	Rates           []Rate
	Skipped         int // rates of which nothing was said, left out
}

// Bed is a kind of bed in a room and how many of it.
type Bed struct {
	Type     string
	Quantity int
	Size     string
}

// Characteristics are the coded properties of a room.
type Characteristics struct {
	Category Feature
	Class    Feature
	View     Feature
	Other    []string
}

// Feature is a coded description.
type Feature struct {
	Description string
	Code        int
}

// Rate is one price with its terms, for one room of a kind (section 2.8).
// BookingCode is opaque: never read anything out of it.
type Rate struct {
	BookingCode  string
	ChannelCode  string
	Type         string
	PCC          string
	Name         string
	RoomName     string
	RoomWithBeds string
	Price        Price
	Terms        Terms
	Perks        []Perk // in the order in which they came
	Expires      Instant
}

// Price is what one room costs for the stay. All parts are in one currency.
// Totals are as sent: parts that disagree with them are not repaired.
type Price struct {
	Total         Money
	Base          Money
	Taxes         Money
	Fees          Money // additional_fees
	TaxesIncluded *bool // taxes_and_fees_included; nil when not said
	Nights        []NightPrice
}

// NightPrice is the price of one night.
type NightPrice struct {
	Date  Date
	Total Money
}

// Perk is something included in a rate.
type Perk struct {
	Name        string
	Description string
}

// Terms are the conditions of a rate. Search results and reservations fill
// what section 2.5 has, rate verification what section 2.9 has.
type Terms struct {
	PaymentInfo string   // rate_payment_info
	Guarantee   []string // guarantee_type, one or several
	Refundable  *bool    // nil where only the penalties say so
	CancelNote  string
	Penalties   []CancelPenalty

	AcceptedCards []string // from here on: rate verification only
	Deposit       []Fact   // deposit_policies, flattened, in the order sent
	Description   []string
}

// Fact is a name and a value as sent, for what has no fixed shape.
type Fact struct {
	Name  string
	Value string
}

// CancelPenalty is what cancelling costs from a deadline on.
type CancelPenalty struct {
	Deadline    Deadline
	Description string // prose for people; the deadline decides
	Refundable  *bool  // rate verification only
	Amount      Money  // unset when not said
	Estimated   bool
	Original    string // original_penalty_info
}

// ExchangeRate is a conversion for display only; its direction and date are
// not specified, so converted amounts are marked.
type ExchangeRate struct {
	Factor string
	Source string
	Target string
}

// Verification is the price and the full terms of one rate (section 2.9).
type Verification struct {
	BookingCode  string
	ChannelCode  string
	CheckIn      Date
	CheckOut     Date
	Hotel        HotelRef
	MaxOccupancy int // 0 when not said
	Total        Money
	Base         Money
	Taxes        Money
	Fees         Money
	FeeLines     []Charge
	TaxLines     []Charge
	Terms        []Terms
}

// Charge is one tax or fee of a verified rate. A nil flag was not sent.
type Charge struct {
	Amount          Money
	Description     string
	IncludedInBase  *bool
	IncludedInTotal *bool // fees only
}

// DestinationQuery searches places and properties by text (section 4.1). An
// empty Text lists the most prominent ones.
type DestinationQuery struct {
	Text     string
	Category string
	Type     string // "", "destinations" or "hotels"
}

// DestinationResults are the places and properties found, each in the order
// in which the service sent them. Unknown counts results of a type that this
// client does not know, and those without a name and an id.
type DestinationResults struct {
	Destinations []Destination
	Properties   []Property
	Unknown      int
}

// HotelQuery searches hotels with rooms and rates (section 4.2). Exactly one
// of Code, Around and Properties says where, unless ReviewSiteIDs does; Name
// narrows Code or Around. A page after the first needs PageToken from the page before.
type HotelQuery struct {
	CheckIn       Date
	CheckOut      Date
	Adults        int
	Children      int
	Code          string // IATA code of a city or an airport
	Around        *Coordinates
	Radius        float64 // 0: the service decides
	RadiusUnit    string  // "mi" or "km"
	Properties    []PropertyID
	Name          string // at least 3 characters
	ReviewSiteIDs []string
	PageToken     string
	Page          int
}

// HotelPage is one page of a hotel search.
type HotelPage struct {
	Hotels          []Hotel
	Page            int
	PageSize        int
	TotalPages      int
	TotalItems      int
	NextToken       string // empty when there is nothing more
	Exchange        []ExchangeRate
	UnmappedReviews []string // missing_reviewsite_ids
	Skipped         int      // results without their codes, left out
}

// VerifyRequest asks for the price and full terms of one rate (section 4.3).
type VerifyRequest struct {
	BookingCode string
	ChannelCode string
	Property    PropertyID
	CheckIn     Date
	CheckOut    Date
	Adults      int
	Children    int
}
