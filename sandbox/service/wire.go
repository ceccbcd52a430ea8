package service

import (
	"strings"
	"time"

	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/world"
)

// The structs of this file spell SPEC 2. Pointers are what may be null; empty
// lists are written as [], never as null.

type points struct {
	Latitude  float64 `json:"latitude"`
	Longitude float64 `json:"longitude"`
}

// destination is SPEC 2.6.
type destination struct {
	ObjectID    string   `json:"objectID"`
	Type        string   `json:"type"`
	Name        string   `json:"name"`
	City        *string  `json:"city"`
	State       *string  `json:"state"`
	Country     string   `json:"country"`
	CountryCode *string  `json:"country_code"`
	HotelsCount int      `json:"hotels_count"`
	Hotels      []string `json:"hotels"`
}

// listedHotel is SPEC 2.7.
type listedHotel struct {
	ObjectID     string   `json:"objectID"`
	Type         string   `json:"type"`
	Name         string   `json:"name"`
	ChainCode    string   `json:"chain_code"`
	PropertyCode string   `json:"property_code"`
	Brand        *string  `json:"brand"`
	AddressLine1 *string  `json:"address_line1"`
	AddressLine2 *string  `json:"address_line2"`
	FullAddress  string   `json:"full_address"`
	City         *string  `json:"city"`
	State        *string  `json:"state"`
	PostalCode   *string  `json:"postal_code"`
	Country      *string  `json:"country"`
	CountryCode  *string  `json:"country_code"`
	Description  *string  `json:"description"`
	Amenities    []string `json:"amenities"`
	Phone        *string  `json:"phone"`
	Email        *string  `json:"email"`
	Timezone     *string  `json:"timezone"`
	Rating       *int     `json:"rating"`
	CheckInTime  *string  `json:"check_in_time"`
	CheckOutTime *string  `json:"check_out_time"`
	ImageURL     *string  `json:"image_url"`
	Images       []string `json:"images"`
	Category     *string  `json:"category"`
	PriorityRank *int     `json:"priority_rank"`
	Coordinates  *points  `json:"coordinates"`
}

// pricedHotel is SPEC 2.8.
type pricedHotel struct {
	ChainCode    string      `json:"chain_code"`
	PropertyCode string      `json:"property_code"`
	Name         string      `json:"name"`
	Address      address     `json:"address"`
	Geolocation  points      `json:"geolocation"`
	Availability bool        `json:"availability"`
	Email        string      `json:"email"`
	Phone        string      `json:"phone"`
	Fax          string      `json:"fax"`
	ADACompliant bool        `json:"ada_compliant"`
	CheckInTime  string      `json:"check_in_time_local"`
	CheckOutTime string      `json:"check_out_time_local"`
	LowestRate   lowestRate  `json:"lowest_rate"`
	Rating       classRating `json:"rating"`
	Michelin     string      `json:"michelin_keys_rating"`
	Forbes       string      `json:"forbes_travel_guide_rating"`
	Network      string      `json:"hotel_network_affiliation"`
	Images       []image     `json:"images"`
	Amenities    []amenity   `json:"amenities"`
	Rooms        []room      `json:"rooms"`
}

type address struct {
	Street      string `json:"street"`
	City        string `json:"city"`
	State       string `json:"state_providence"` // SPEC 2.8 spells it so.
	CountryCode string `json:"country_code"`
	PostalCode  string `json:"postal_code"`
}

type lowestRate struct {
	TotalPrice   world.Money `json:"total_price"`
	BasePrice    world.Money `json:"base_price"`
	TotalTaxes   world.Money `json:"total_taxes"`
	Included     bool        `json:"taxes_and_fees_included"`
	CurrencyCode string      `json:"currency_code"`
}

// classRating is the official class, in stars.
type classRating struct {
	Value    int    `json:"value"`
	Provider string `json:"provider"`
}

type image struct {
	URL      string `json:"url"`
	Caption  string `json:"caption"`
	Size     string `json:"size"`
	Category any    `json:"category"` // A code for hotels, a word for rooms.
}

type amenity struct {
	Description string `json:"description"`
	Code        int    `json:"code"`
	Category    string `json:"category"`
}

type trait struct {
	Description string `json:"description"`
	Code        int    `json:"code"`
}

type bed struct {
	Type     string `json:"bed_type"`
	Quantity int    `json:"quantity"`
	Size     string `json:"size"`
}

type room struct {
	Name            string          `json:"room_name"`
	NameWithBeds    string          `json:"room_name_with_beds"`
	OTACode         int             `json:"room_type_ota_code"`
	BedTypes        []bed           `json:"bed_types"`
	Amenities       []trait         `json:"room_amenities"`
	MaxOccupancy    int             `json:"max_occupancy"`
	Characteristics characteristics `json:"room_characteristics"`
	Images          []image         `json:"room_images"`
	Rates           []rate          `json:"rates"`
}

type characteristics struct {
	Category trait    `json:"category"`
	Class    trait    `json:"class"`
	View     trait    `json:"view"`
	Other    []string `json:"other_features"`
}

type rate struct {
	BookingCode  string            `json:"booking_code"`
	ChannelCode  string            `json:"channel_code"`
	Type         string            `json:"rate_type"`
	PCC          string            `json:"pcc"`
	Name         string            `json:"rate_name"`
	RoomName     string            `json:"room_name"`
	NameWithBeds string            `json:"room_name_with_beds"`
	Price        ratePrice         `json:"price"`
	Terms        terms             `json:"terms"`
	Perks        map[string]string `json:"included_perks"`
	Expiration   string            `json:"expiration"`
}

type ratePrice struct {
	TotalPrice     world.Money  `json:"total_price"`
	BasePrice      world.Money  `json:"base_price"`
	TotalTaxes     world.Money  `json:"total_taxes"`
	AdditionalFees world.Money  `json:"additional_fees"`
	Included       bool         `json:"taxes_and_fees_included"`
	CurrencyCode   string       `json:"currency_code"`
	Nights         []nightPrice `json:"nightly_breakdown"`
}

type nightPrice struct {
	Date         string      `json:"date"`
	TotalPrice   world.Money `json:"total_price"`
	CurrencyCode string      `json:"currency_code"`
}

// terms is SPEC 2.5.
type terms struct {
	PaymentInfo string          `json:"rate_payment_info"`
	Guarantee   string          `json:"guarantee_type"`
	Refundable  bool            `json:"refundable"`
	CancelNote  *string         `json:"cancel_note"`
	Penalties   []cancelPenalty `json:"cancel_penalties"`
}

type cancelPenalty struct {
	Deadline string  `json:"deadline_local"`
	Short    string  `json:"cancel_short_description"`
	Penalty  penalty `json:"penalty"`
}

type penalty struct {
	Estimated bool        `json:"estimated_amount"`
	Amount    moneyAmount `json:"currency_amount"`
	Original  string      `json:"original_penalty_info"`
}

type moneyAmount struct {
	Amount   world.Money `json:"amount"`
	Currency string      `json:"currency"`
}

// verifiedRate is SPEC 2.9.
type verifiedRate struct {
	BookingCode  string          `json:"booking_code"`
	ChannelCode  string          `json:"channel_code"`
	CheckIn      string          `json:"check_in_date"`
	CheckOut     string          `json:"check_out_date"`
	Hotel        hotelName       `json:"hotel"`
	MaxOccupancy int             `json:"max_occupancy"`
	Price        verifiedPrice   `json:"price"`
	Terms        []verifiedTerms `json:"terms"`
}

type hotelName struct {
	ChainCode    string `json:"chain_code"`
	Name         string `json:"name"`
	PropertyCode string `json:"property_code"`
}

type verifiedPrice struct {
	BasePrice      world.Money `json:"base_price"`
	TotalPrice     world.Money `json:"total_price"`
	TotalTaxes     world.Money `json:"total_taxes"`
	AdditionalFees world.Money `json:"additional_fees"`
	CurrencyCode   string      `json:"currency_code"`
	Fees           []fee       `json:"fees"`
	Taxes          []tax       `json:"taxes"`
}

type fee struct {
	Amount          world.Money `json:"amount"`
	CurrencyCode    string      `json:"currency_code"`
	Description     string      `json:"description"`
	IncludedInBase  bool        `json:"included_in_base"`
	IncludedInTotal bool        `json:"included_in_total"`
}

type tax struct {
	Amount         world.Money `json:"amount"`
	CurrencyCode   string      `json:"currency_code"`
	Description    string      `json:"description"`
	IncludedInBase bool        `json:"included_in_base"`
}

type verifiedTerms struct {
	Cards       []string          `json:"accepted_credit_cards"`
	Penalties   []verifiedPenalty `json:"cancel_penalties"`
	Deposit     map[string]any    `json:"deposit_policies"`
	Description []string          `json:"description"`
	Guarantee   []string          `json:"guarantee_type"`
	PaymentInfo string            `json:"rate_payment_info"`
}

type verifiedPenalty struct {
	Short      string        `json:"cancel_short_description"`
	Deadline   string        `json:"deadline_local"`
	Penalty    verifiedCosts `json:"penalty"`
	Refundable bool          `json:"refundable"`
}

type verifiedCosts struct {
	Amount    moneyAmount `json:"currency_amount"`
	Estimated bool        `json:"estimated_amount"`
}

func nullable(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

func nullableInt(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

// orEmpty makes a list that is written as [] rather than null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// Time spells an instant as the wire has it.
func Time(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }

func wireTrait(t world.Trait) trait { return trait(t) }

func wireMoney(m world.Money) moneyAmount { return moneyAmount{Amount: m, Currency: m.Currency} }

func wireImage(i world.Image) image {
	return image{URL: i.URL, Caption: i.Caption, Size: i.Size, Category: i.Category}
}

func wireRoomImage(i world.Image) image {
	return image{URL: i.URL, Caption: i.Caption, Size: i.Size, Category: i.Kind}
}

// wireTerms is a rate's terms for so many rooms, as search results and
// reservations show them.
func wireTerms(t world.Terms, rooms int) terms {
	return terms{
		PaymentInfo: t.PaymentInfo, Guarantee: t.Guarantee, Refundable: t.Refundable, CancelNote: nullable(t.CancelNote),
		Penalties: lists.Map(t.Penalties, func(p world.Penalty) cancelPenalty {
			return cancelPenalty{
				Deadline: p.Local(), Short: p.Short,
				Penalty: penalty{Estimated: p.Estimated, Amount: wireMoney(p.Amount.Times(rooms)), Original: p.Original},
			}
		}),
	}
}

func wireRoom(offer world.RoomOffer) room {
	r := offer.Room
	return room{
		Name: r.Name, NameWithBeds: r.NameWithBeds, OTACode: r.OTACode,
		BedTypes:     lists.Map(r.Beds, func(b world.Bed) bed { return bed(b) }),
		Amenities:    lists.Map(r.Amenities, func(a world.Amenity) trait { return trait{a.Description, a.Code} }),
		MaxOccupancy: r.MaxOccupancy,
		Characteristics: characteristics{
			Category: wireTrait(r.Category), Class: wireTrait(r.Class), View: wireTrait(r.View), Other: orEmpty(r.Features),
		},
		Images: lists.Map(r.Images, wireRoomImage),
		Rates:  lists.Map(offer.Rates, func(one world.Rate) rate { return wireRate(r, one) }),
	}
}

func wireRate(r world.Room, o world.Rate) rate {
	perks := make(map[string]string, len(o.Perks))
	for _, p := range o.Perks {
		perks[p.Name] = p.Description
	}
	currency := o.Price.Total.Currency
	return rate{
		BookingCode: o.BookingCode, ChannelCode: o.ChannelCode, Type: o.Type, PCC: o.PCC, Name: o.Name,
		RoomName: r.Name, NameWithBeds: r.NameWithBeds,
		Price: ratePrice{
			TotalPrice: o.Price.Total, BasePrice: o.Price.Base, TotalTaxes: o.Price.Taxes, AdditionalFees: o.Price.Fees,
			Included: o.Price.Included, CurrencyCode: currency,
			Nights: lists.Map(o.Price.Nights, func(n world.Night) nightPrice {
				return nightPrice{Date: n.Day.String(), TotalPrice: n.Total, CurrencyCode: currency}
			}),
		},
		Terms: wireTerms(o.Terms, 1), Perks: perks, Expiration: Time(o.Expires),
	}
}

// hourMinute cuts HH:MM:SS to HH:MM.
func hourMinute(s string) string {
	if strings.Count(s, ":") == 2 {
		return s[:strings.LastIndexByte(s, ':')]
	}
	return s
}
