package api

// PropertyID identifies a property everywhere: chain code and the property's
// code within the chain. Match properties by it and by nothing else.
type PropertyID struct {
	Chain string `wire:"chain_code" as:"exact"`
	Code  string `wire:"property_code" as:"exact"`
}

// String is the pair as people read it, "LX 20417".
func (p PropertyID) String() string { return p.Chain + " " + p.Code }

// Coordinates are degrees, north and east positive.
type Coordinates struct {
	Latitude  float64
	Longitude float64
}

// Destination is a city, a region or a country that a search by text found (section 2.6).
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
	ObjectID     string       `wire:"objectID"`
	ID           PropertyID   `wire:",inline"`
	Name         string       `wire:"name"`
	Brand        string       `wire:"brand"`
	AddressLine1 string       `wire:"address_line1"`
	AddressLine2 string       `wire:"address_line2"`
	FullAddress  string       `wire:"full_address"`
	City         string       `wire:"city"`
	State        string       `wire:"state"`
	PostalCode   string       `wire:"postal_code"`
	Country      string       `wire:"country"`
	CountryCode  string       `wire:"country_code"`
	Description  string       `wire:"description" as:"prose"`
	Amenities    []string     `wire:"amenities"`
	Phone        string       `wire:"phone"`
	Email        string       `wire:"email"`
	Timezone     string       `wire:"timezone"`      // IANA name; empty when not known
	Stars        *int         `wire:"rating"`        // nil when unrated
	CheckInTime  string       `wire:"check_in_time"` // local, HH:MM:SS
	CheckOutTime string       `wire:"check_out_time"`
	ImageURL     string       `wire:"image_url"`
	Images       []string     `wire:"images"`
	Category     string       `wire:"category"`
	Rank         int          // priority_rank; lower first, Unranked when there is none
	Location     *Coordinates `wire:"coordinates"`
}

// Unranked is the priority rank of a property that has none (section 2.7).
const Unranked = 9999

// Hotel is a property with its rooms and rates for a stay (section 2.8).
type Hotel struct {
	ID           PropertyID   `wire:",inline"`
	Name         string       `wire:"name"`
	Address      Address      `wire:"address"`
	Location     *Coordinates `wire:"geolocation"`
	Available    bool         `wire:"availability"`
	Email        string       `wire:"email"`
	Phone        string       `wire:"phone"`
	Fax          string       `wire:"fax"`
	ADACompliant bool         `wire:"ada_compliant"`
	CheckInTime  string       `wire:"check_in_time_local"` // local, HH:MM
	CheckOutTime string       `wire:"check_out_time_local"`
	Lowest       *LowestRate  `wire:"lowest_rate"`
	Rating       Rating       `wire:"rating"`
	Michelin     string       `wire:"michelin_keys_rating"`
	Forbes       string       `wire:"forbes_travel_guide_rating"`
	Affiliation  string       `wire:"hotel_network_affiliation"`
	Images       []Image      `wire:"images"`
	Amenities    []Amenity    `wire:"amenities"`
	Rooms        []Room
	Skipped      int // rooms of which nothing was said, left out
}

// Address is a property's address in a hotel search.
type Address struct {
	Street      string `wire:"street"`
	City        string `wire:"city"`
	State       string `wire:"state_providence,state_provience,state_province"`
	CountryCode string `wire:"country_code"`
	PostalCode  string `wire:"postal_code"`
}

// Rating is a property's class as a provider gives it. Value is the number as
// sent ("4.5"), empty when there is none.
type Rating struct {
	Value    string `wire:"value" as:"number"`
	Provider string `wire:"provider"`
}

// LowestRate is the cheapest price of a property for the stay.
type LowestRate struct {
	Total         Money `wire:"total_price"`
	Base          Money `wire:"base_price"`
	Taxes         Money `wire:"total_taxes"`
	TaxesIncluded *bool `wire:"taxes_and_fees_included"` // taxes_and_fees_included; nil when not said
}

// Image is a picture of a property or a room.
type Image struct {
	URL      string `wire:"url"`
	Caption  string `wire:"caption"`
	Size     string `wire:"size"`
	Category string `wire:"category"` // a number or a word, as sent
}

// Amenity is something that a property or a room has.
type Amenity struct {
	Description string `wire:"description"`
	Code        int    `wire:"code"`
	Category    string `wire:"category"`
}

// Room is a kind of room of a hotel, with its rates.
type Room struct {
	Name            string          `wire:"room_name,short_description"`
	NameWithBeds    string          `wire:"room_name_with_beds"`
	TypeCode        int             `wire:"room_type_ota_code"` // room_type_ota_code
	Beds            []Bed           `wire:"bed_types"`
	Amenities       []Amenity       `wire:"room_amenities"`
	MaxOccupancy    int             `wire:"max_occupancy"` // 0 when not said
	Characteristics Characteristics `wire:"room_characteristics"`
	Images          []Image         `wire:"room_images"`
	Rates           []Rate
	Skipped         int // rates of which nothing was said, left out
}

// Bed is a kind of bed in a room and how many of it.
type Bed struct {
	Type     string `wire:"bed_type"`
	Quantity int    `wire:"quantity"`
	Size     string `wire:"size"`
}

// Characteristics are the coded properties of a room.
type Characteristics struct {
	Category Feature  `wire:"category"`
	Class    Feature  `wire:"class"`
	View     Feature  `wire:"view"`
	Other    []string `wire:"other_features"`
}

// Feature is a coded description.
type Feature struct {
	Description string `wire:"description"`
	Code        int    `wire:"code"`
}

// Rate is one price with its terms, for one room of a kind (section 2.8).
// BookingCode is opaque: never read anything out of it.
type Rate struct {
	BookingCode  string  `wire:"booking_code" as:"exact"`
	ChannelCode  string  `wire:"channel_code" as:"exact"`
	Type         string  `wire:"rate_type"`
	PCC          string  `wire:"pcc"`
	Name         string  `wire:"rate_name"`
	RoomName     string  `wire:"room_name,short_description"`
	RoomWithBeds string  `wire:"room_name_with_beds"`
	Price        Price   `wire:"price"`
	Terms        Terms   `wire:"terms"`
	Perks        []Perk  `wire:"included_perks"` // in the order in which they came
	Expires      Instant `wire:"expiration"`
}

// Price is what one room costs for the stay. All parts are in one currency.
// Totals are as sent: parts that disagree with them are not repaired.
type Price struct {
	Total         Money        `wire:"total_price"`
	Base          Money        `wire:"base_price"`
	Taxes         Money        `wire:"total_taxes"`
	Fees          Money        `wire:"additional_fees"`         // additional_fees
	TaxesIncluded *bool        `wire:"taxes_and_fees_included"` // taxes_and_fees_included; nil when not said
	Nights        []NightPrice `wire:"nightly_breakdown"`
}

// NightPrice is the price of one night.
type NightPrice struct {
	Date  Date  `wire:"date"`
	Total Money `wire:"total_price"`
}

// Perk is something included in a rate.
type Perk struct {
	Name        string
	Description string
}

// Terms are what a rate obliges to. Search results and reservations fill
// what section 2.5 has, rate verification what section 2.9 has.
type Terms struct {
	PaymentInfo string          `wire:"rate_payment_info"` // rate_payment_info
	Guarantee   []string        `wire:"guarantee_type"`    // guarantee_type, one or several
	Refundable  *bool           `wire:"refundable"`        // nil where only the penalties say so
	CancelNote  string          `wire:"cancel_note" as:"prose"`
	Penalties   []CancelPenalty `wire:"cancel_penalties"`

	AcceptedCards []string `wire:"accepted_credit_cards"` // from here on: rate verification only
	Deposit       []Fact   `wire:"deposit_policies"`      // deposit_policies, flattened, in the order sent
	Description   []string `wire:"description" as:"prose"`
}

// Fact is a name and a value as sent, for what has no fixed shape.
type Fact struct {
	Name  string
	Value string
}

// CancelPenalty is what cancelling costs from a deadline on.
type CancelPenalty struct {
	Deadline    Deadline `wire:"deadline_local"`
	Description string   `wire:"cancel_short_description"`            // prose for people; the deadline decides
	Refundable  *bool    `wire:"refundable"`                          // rate verification only
	Amount      Money    `wire:"penalty.currency_amount" as:"amount"` // unset when not said
	Estimated   bool     `wire:"penalty.estimated_amount"`
	Original    string   `wire:"penalty.original_penalty_info"` // original_penalty_info
}

// ExchangeRate is a conversion for display only; its direction and date are
// not specified, so converted amounts are marked.
type ExchangeRate struct {
	Factor string `wire:"conversion_factor" as:"number"`
	Source string `wire:"source_currency"`
	Target string `wire:"target_currency"`
}

// Verification is the price and the full terms of one rate (section 2.9).
type Verification struct {
	BookingCode  string   `wire:"booking_code" as:"exact"`
	ChannelCode  string   `wire:"channel_code" as:"exact"`
	CheckIn      Date     `wire:"check_in_date"`
	CheckOut     Date     `wire:"check_out_date"`
	Hotel        HotelRef `wire:"hotel"`
	MaxOccupancy int      `wire:"max_occupancy"` // 0 when not said
	Total        Money    `wire:"price.total_price"`
	Base         Money    `wire:"price.base_price"`
	Taxes        Money    `wire:"price.total_taxes"`
	Fees         Money    `wire:"price.additional_fees"`
	FeeLines     []Charge `wire:"price.fees"`
	TaxLines     []Charge `wire:"price.taxes"`
	Terms        []Terms  `wire:"terms"`
}

// Charge is one tax or fee of a verified rate. A nil flag was not sent.
type Charge struct {
	Amount          Money  `wire:"amount"`
	Description     string `wire:"description"`
	IncludedInBase  *bool  `wire:"included_in_base"`
	IncludedInTotal *bool  `wire:"included_in_total"` // fees only
}

// DestinationQuery searches destinations and properties by text (section 4.1). An
// empty Text lists the most prominent ones.
type DestinationQuery struct {
	Text     string
	Category string
	Type     string // "", "destinations" or "hotels"
}

// DestinationResults are the destinations and properties found, each in the order
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
	// Read is given each hotel of the page as soon as its bytes are there, while the rest is on its way; nil wants none. A
	// search that is tried again begins again with its first hotel.
	Read func(Hotel)
}

// HotelPage is one page of a hotel search.
type HotelPage struct {
	Hotels          []Hotel
	Page            int            `wire:"pagination.page_number"`
	PageSize        int            `wire:"pagination.page_size"`
	TotalPages      int            `wire:"pagination.total_pages"`
	TotalItems      int            `wire:"pagination.total_items"`
	NextToken       string         `wire:"pagination.pagination_token" as:"exact"` // empty when there is nothing more
	Exchange        []ExchangeRate `wire:"currency_exchange_rates"`
	UnmappedReviews []string       `wire:"missing_reviewsite_ids"` // missing_reviewsite_ids
	Skipped         int            // results without their codes, left out
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
