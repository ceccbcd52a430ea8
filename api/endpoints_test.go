package api

import (
	"net/http"
	"net/url"
	"os"
	"testing"
	"time"
)

func fixture(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// opaque has to go back byte for byte, a control for bidirectional text included.
const opaque = "BC|~1 %2Fé\u202e"

func evening(day int) time.Time { return time.Date(2026, time.December, day, 18, 0, 0, 0, time.UTC) }

func deadline(text string, wall time.Time, offset bool) Deadline {
	return Deadline{Text: text, Wall: wall, HasOffset: offset}
}

func soldTerms() Terms {
	return Terms{
		PaymentInfo: "Pay at hotel", Guarantee: []string{"GUARANTEE"}, Refundable: truth(true),
		Penalties: []CancelPenalty{{
			Deadline: deadline("2026-12-10T18:00:00+00:00", evening(10), true), Description: "One night after that",
			Amount: gbp("204.13"), Estimated: true, Original: "1 night",
		}},
	}
}

func TestSearchDestinations(t *testing.T) {
	f := newFake(t, exchange{
		method: "GET", path: "/rest/v1/destinations/search",
		query:  url.Values{"query": {"lon don&x"}, "category": {"Landmarks"}, "type": {"hotels"}},
		answer: fixture(t, "destinations"),
	}, exchange{
		method: "GET", path: "/rest/v1/destinations/search", query: url.Values{"query": {""}}, answer: `{"results":[]}`,
	})
	c := f.client()
	got, err := c.SearchDestinations(t.Context(), DestinationQuery{Text: "lon don&x", Category: "Landmarks", Type: "hotels"})
	if err != nil {
		t.Fatal(err)
	}
	stars := 4
	want := DestinationResults{
		Destinations: []Destination{
			{
				ObjectID: "gb:england:london", Name: "London, England, United Kingdom", City: "London", State: "England",
				Country: "United Kingdom", CountryCode: "GB", HotelsCount: 63, Hotels: []string{"LX-20417", "LX-20418"},
			},
			{ObjectID: "gb", Name: "United Kingdom", Country: "United Kingdom", HotelsCount: 900},
		},
		Properties: []Property{
			{
				ObjectID: "5f2a", ID: PropertyID{"LX", "20417"}, Name: "The Aldwych Lantern", Brand: "Lantern",
				AddressLine1: "19 Lantern Row", AddressLine2: "Aldwych", FullAddress: "19 Lantern Row, London WC2B 4DD",
				City: "London", State: "England", PostalCode: "WC2B 4DD", Country: "United Kingdom", CountryCode: "GB",
				Description: "A lantern.\nAnd\ta hotel.\x1b[2J", Amenities: []string{"wifi", "gym"}, Phone: "+44", Email: "a@b.example",
				Timezone: "Europe/London", Stars: &stars, CheckInTime: "15:00:00", CheckOutTime: "11:00:00",
				ImageURL: "https://img.example/1.jpg", Images: []string{"https://img.example/1.jpg"}, Category: "Landmarks",
				Rank: 3, Location: &Coordinates{51.5131, -0.1174},
			},
			{ObjectID: "77", ID: PropertyID{"LX", "1"}, Name: "Bare", Rank: Unranked},
		},
		Unknown: 2,
	}
	if d := diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if empty, err := c.SearchDestinations(t.Context(), DestinationQuery{}); err != nil || len(empty.Destinations) != 0 {
		t.Errorf("the wildcard search: %v, %v", empty, err)
	}
}

func TestSearchHotels(t *testing.T) {
	f := newFake(t, exchange{
		method: "POST", path: "/rest/v1/hotel/search", answer: fixture(t, "search"),
		body: compact(t, `{"stay_info": {"check_in_date": "2026-12-12", "check_out_date": "2026-12-15", "guests": {"adults": 2, "children": 1}},
			"filter": {"location": {"type": "iata_code", "details": {"iata_code": "LON"}, "radius": {"value": 2.5, "type": "km"}},
			"hotel": {"name": "Lantern"}, "reviewsite_ids": ["ta-1"]},
			"pagination": {"pagination_token": "tok", "page_number": 2}}`),
	})
	got, err := f.client().SearchHotels(t.Context(), HotelQuery{
		CheckIn: NewDate(2026, time.December, 12), CheckOut: NewDate(2026, time.December, 15), Adults: 2, Children: 1,
		Code: "LON", Radius: 2.5, RadiusUnit: "km", Name: "Lantern", ReviewSiteIDs: []string{"ta-1"}, PageToken: "tok", Page: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	rate := Rate{
		BookingCode: opaque, ChannelCode: "GDS", Type: "public", PCC: "1ABC", Name: "Flexible",
		RoomName: "Classic Queen", RoomWithBeds: "Classic Queen, 1 queen bed",
		Price: Price{
			Total: gbp("612.40"), Base: gbp("510.00"), Taxes: gbp("102.40"), Fees: gbp("0"), TaxesIncluded: truth(true),
			Nights: []NightPrice{{NewDate(2026, time.December, 12), gbp("204.13")}, {NewDate(2026, time.December, 13), gbp("198.130")}},
		},
		Terms:   soldTerms(),
		Perks:   []Perk{{"breakfast", "Full English"}, {"wifi", "Free"}},
		Expires: ParseInstant("2026-11-21T12:30:00Z"),
	}
	want := HotelPage{
		Hotels: []Hotel{{
			ID: PropertyID{"LX", "20417"}, Name: "The Aldwych Lantern",
			Address:  Address{"19 Lantern Row", "London", "England", "GB", "WC2B 4DD"},
			Location: &Coordinates{51.5131, -0.1174}, Available: true,
			Email: "stay@lantern.example", Phone: "+442070000000", Fax: "+442070000001", ADACompliant: true,
			CheckInTime: "15:00", CheckOutTime: "11:00",
			Lowest: &LowestRate{gbp("612.40"), gbp("510.00"), gbp("102.40"), truth(true)},
			Rating: Rating{"4.5", "Star"}, Michelin: "1", Forbes: "4", Affiliation: "Lantern",
			Images:    []Image{{"https://img.example/1.jpg", "Front", "L", "3"}},
			Amenities: []Amenity{{"Wi-Fi", 179, "net"}},
			Rooms: []Room{{
				Name: "Classic Queen", NameWithBeds: "Classic Queen, 1 queen bed", TypeCode: 42,
				Beds: []Bed{{"queen", 1, "160"}}, Amenities: []Amenity{{"Safe", 92, ""}}, MaxOccupancy: 2,
				Characteristics: Characteristics{Feature{"Classic", 5}, Feature{"Room", 6}, Feature{"City", 7}, []string{"quiet", "high floor"}},
				Images:          []Image{{"https://img.example/2.jpg", "Bed", "M", "room"}},
				Rates:           []Rate{rate},
			}},
		}},
		Page: 1, PageSize: 20, TotalPages: 3, TotalItems: 48, NextToken: "page-token-1",
		Exchange:        []ExchangeRate{{"1.2345678901234567", "GBP", "USD"}},
		UnmappedReviews: []string{"ta-1"},
	}
	if d := diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

// TestHotelQueries sends each way of saying where.
func TestHotelQueries(t *testing.T) {
	stay := `"stay_info": {"check_in_date": "2026-12-12", "check_out_date": "2026-12-15", "guests": {"adults": 2}}`
	for name, c := range map[string]struct {
		query  HotelQuery
		filter string
	}{
		"coordinates": {
			HotelQuery{Around: &Coordinates{51.5, -0.12}, Radius: 3},
			`{"location": {"type": "coordinates", "details": {"latitude": 51.5, "longitude": -0.12}, "radius": {"value": 3, "type": "mi"}}}`,
		},
		"code only": {HotelQuery{Code: "LHR"}, `{"location": {"type": "iata_code", "details": {"iata_code": "LHR"}}}`},
		"name": {
			HotelQuery{Code: "LON", Name: "lantern", Page: 1},
			`{"hotel": {"name": "lantern"}, "location": {"type": "iata_code", "details": {"iata_code": "LON"}}}`,
		},
		"properties": {HotelQuery{Properties: []PropertyID{{"LX", "1"}, {"QQ", "2"}}}, `{"hotel": [{"chain_code": "LX", "property_code": "1"}, {"chain_code": "QQ", "property_code": "2"}]}`},
	} {
		t.Run(name, func(t *testing.T) {
			paging := ""
			if c.query.Page > 0 {
				paging = `, "pagination": {"page_number": 1}`
			}
			f := newFake(t, exchange{
				method: "POST", path: "/rest/v1/hotel/search", answer: `{"results": []}`,
				body: compact(t, `{`+stay+`, "filter": `+c.filter+paging+`}`),
			})
			c.query.CheckIn, c.query.CheckOut, c.query.Adults = NewDate(2026, time.December, 12), NewDate(2026, time.December, 15), 2
			if _, err := f.client().SearchHotels(t.Context(), c.query); err != nil {
				t.Fatal(err)
			}
		})
	}
}

func TestVerifyRate(t *testing.T) {
	f := newFake(t, exchange{
		method: "POST", path: "/rest/v1/hotel/rate_verification", answer: fixture(t, "verification"),
		body: compact(t, `{"booking_code": "BC|~1 %2F\u00e9\u202e", "chain_code": "LX", "channel_code": "GDS", "check_in_date": "2026-12-12",
			"check_out_date": "2026-12-15", "guests": {"adults": 2, "children": 0}, "property_code": "20417"}`),
	})
	got, err := f.client().VerifyRate(t.Context(), VerifyRequest{
		BookingCode: opaque, ChannelCode: "GDS", Property: PropertyID{"LX", "20417"}, Adults: 2,
		CheckIn: NewDate(2026, time.December, 12), CheckOut: NewDate(2026, time.December, 15),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Verification{
		BookingCode: opaque, ChannelCode: "GDS", CheckIn: NewDate(2026, time.December, 12), CheckOut: NewDate(2026, time.December, 15),
		Hotel: HotelRef{PropertyID{"LX", "20417"}, "Aldwych Lantern (London)"}, MaxOccupancy: 2,
		Total: gbp("612.40"), Base: gbp("510.00"), Taxes: gbp("102.40"), Fees: gbp("15.5"),
		FeeLines: []Charge{{NewMoney("15.5", "USD"), "Resort fee", truth(false), truth(false)}},
		TaxLines: []Charge{{gbp("102.40"), "VAT", truth(false), nil}},
		Terms: []Terms{{
			PaymentInfo: "Pay now", Guarantee: []string{"GUARANTEE", "DEPOSIT"}, AcceptedCards: []string{"VI", "MC"},
			Penalties: []CancelPenalty{
				{Deadline: deadline("2026-12-10T18:00", evening(10), false), Description: "Free until then", Refundable: truth(true), Amount: gbp("0")},
				{Deadline: deadline("2026-12-11T18:00:00+00:00", evening(11), true), Description: "No refund", Refundable: truth(false), Amount: gbp("612.40"), Estimated: true},
			},
			Deposit:     []Fact{{"amount.value", "100"}, {"amount.currency", "GBP"}, {"due.1", "booking"}, {"due.2", "arrival"}},
			Description: []string{"Line one\nLine two", "Second"},
		}},
	}
	if d := diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func storedReservation() Reservation {
	terms := soldTerms()
	terms.CancelNote = "note"
	terms.Penalties[0].Description, terms.Penalties[0].Estimated = "One night", false
	return Reservation{
		ID: testID, Status: StatusConfirmed,
		CheckIn: ParseInstant("2026-12-12T00:00:00Z"), CheckOut: ParseInstant("2026-12-15T00:00:00Z"), Created: ParseInstant("2026-11-21T12:00:00Z"),
		Confirmation: &Confirmation{"HC-1", "ABC123"},
		CustomData: CustomData{
			{Key: "zeta", Text: "last first"},
			{Key: "trip", Kind: CustomNumber, Text: "7.0"},
			{Key: "vip", Kind: CustomBool, Truth: true},
			{Key: "list", Kind: CustomOther, Text: `[1, "a"]`},
			{Key: "none", Kind: CustomOther, Text: "null"},
		},
		Adults: 2, Children: 1,
		Guest: Guest{
			GivenName: "Ada", Surname: "Müller", Email: "ada@example.com", Phone: "+492210000",
			Address: "1 HIGH ST", City: "Köln", State: "NW", PostalCode: "50667", Country: "DE",
		},
		Hotel:   HotelRef{PropertyID{"LX", "20417"}, "The Aldwych Lantern"},
		Payment: &Payment{gbp("512.40"), NewSecret("tok_SECRET_1"), "cus_1", "pm_1"},
		Partner: &Payment{gbp("100.00"), NewSecret("tok_SECRET_2"), "cus_2", "pm_2"},
		Rate: BookedRate{
			BookingCode: "BC|~1", ChannelCode: "GDS", Rooms: 1,
			Total: gbp("612.40"), Base: gbp("510.00"), Taxes: gbp("102.40"), Terms: terms,
		},
	}
}

func createRequest() CreateRequest {
	return CreateRequest{
		CheckIn: NewDate(2026, time.December, 12), CheckOut: NewDate(2026, time.December, 15), Adults: 2, Children: 1,
		Guest:   storedReservation().Guest,
		Hotel:   HotelRef{PropertyID{"LX", "20417"}, "The Aldwych Lantern"},
		Payment: PaymentSource{gbp("512.40"), NewSecret("tok_SECRET_1")},
		Partner: &PaymentSource{gbp("100.00"), NewSecret("tok_SECRET_2")},
		Rate: BookedRate{
			BookingCode: opaque, ChannelCode: "GDS", Rooms: 1,
			Total: gbp("612.40"), Base: gbp("510.00"), Taxes: gbp("102.40"), Terms: soldTerms(),
		},
		CustomData: CustomData{
			{Key: "trip", Kind: CustomNumber, Text: "7.10"}, {Key: "vip", Kind: CustomBool, Truth: true}, {Key: "ref", Text: "a&b"},
		},
		Loyalty:  &Loyalty{"LanternClub", "M-1"},
		Simulate: SimulateConfirmed,
	}
}

const createdBody = `{"check_in_date": "2026-12-12", "check_out_date": "2026-12-15",
	"guests": {"number_of_adults": 2, "number_of_children": 1, "primary": {"address": "1 HIGH ST", "city": "Köln", "country": "DE",
		"email": "ada@example.com", "given_name": "Ada", "surname": "Müller", "telephone_number": "+492210000", "state": "NW", "postal_code": "50667"}},
	"hotel": {"chain_code": "LX", "name": "The Aldwych Lantern", "property_code": "20417"},
	"payment": {"guest": {"amount": 512.40, "token": "tok_SECRET_1"}, "partner": {"amount": 100.00, "token": "tok_SECRET_2"}},
	"rate": {"booking_code": "BC|~1 %2F\u00e9\u202e", "channel_code": "GDS", "number_of_rooms": 1,
		"price": {"total_price": 612.40, "base_price": 510.00, "total_taxes": 102.40, "currency_code": "GBP"},
		"terms": {"rate_payment_info": "Pay at hotel", "guarantee_type": "GUARANTEE", "refundable": true, "cancel_note": null,
			"cancel_penalties": [{"deadline_local": "2026-12-10T18:00:00+00:00", "cancel_short_description": "One night after that",
				"penalty": {"estimated_amount": true, "currency_amount": {"amount": 204.13, "currency": "GBP"}, "original_penalty_info": "1 night"}}]}},
	"custom_data": {"trip": 7.10, "vip": true, "ref": "a&b"},
	"loyalty": {"program": "LanternClub", "member_id": "M-1"}, "simulate": "confirmed"}`

func TestCreateReservation(t *testing.T) {
	for _, status := range []int{http.StatusOK, http.StatusCreated, http.StatusAccepted} {
		f := newFake(t, exchange{
			method: "POST", path: "/rest/v1/reservation", body: compact(t, createdBody), status: status, answer: fixture(t, "reservation"),
		})
		got, err := f.client().CreateReservation(t.Context(), createRequest())
		if err != nil {
			t.Fatal(err)
		}
		if d := diff(storedReservation(), got); d != "" {
			t.Errorf("(-want +got):\n%s", d)
		}
	}
}

func TestModifyReservation(t *testing.T) {
	f := newFake(t, exchange{
		method: "PATCH", path: "/rest/v1/reservation/" + testID,
		body:   `{"check_in_date":"2026-12-13","check_out_date":"2026-12-16","payment":{"guest":{"cvv":"987","token":"tok_NEW"}}}`,
		answer: `{"id": "` + testID + `", "status": "CONFIRMED", "payment": {"guest": {"cvv": "987", "token": "tok_NEW"}}, "rate": {"price": {"currency_code": "GBP"}}}`,
	}, exchange{
		method: "PATCH", path: "/rest/v1/reservation/" + testID, body: `{"check_out_date":"2026-12-16"}`, answer: fixture(t, "reservation"),
	})
	c := f.client()
	got, err := c.ModifyReservation(t.Context(), ModifyRequest{
		ID: testID, CheckIn: NewDate(2026, time.December, 13), CheckOut: NewDate(2026, time.December, 16),
		Token: NewSecret("tok_NEW"), CVV: NewSecret("987"),
	})
	if err != nil {
		t.Fatal(err)
	}
	want := Reservation{ID: testID, Status: StatusConfirmed, Payment: &Payment{Token: NewSecret("tok_NEW")}}
	if d := diff(want, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if _, err := c.ModifyReservation(t.Context(), ModifyRequest{ID: testID, CheckOut: NewDate(2026, time.December, 16)}); err != nil {
		t.Error(err)
	}
}

func TestListReservations(t *testing.T) {
	date := func(day int) Date { return NewDate(2026, time.December, day) }
	f := newFake(t, exchange{
		method: "GET", path: "/rest/v1/reservations", answer: `{"total_items_without_paging": 31, "items": [` + fixture(t, "reservation") + `, 7]}`,
		query: url.Values{
			"filter[check_in_date]": {"2026-12-01"}, "filter[check_in_date][gt]": {"2026-12-02"}, "filter[check_in_date][gte]": {"2026-12-03"},
			"filter[check_in_date][lt]": {"2026-12-04"}, "filter[check_in_date][lte]": {"2026-12-05"},
			"filter[check_out_date]": {"2026-12-06"}, "filter[check_out_date][gt]": {"2026-12-07"}, "filter[check_out_date][gte]": {"2026-12-08"},
			"filter[check_out_date][lt]": {"2026-12-09"}, "filter[check_out_date][lte]": {"2026-12-10"},
			"filter[id]": {testID}, "filter[id][in]": {testID + "," + testID}, "filter[custom_data]": {"a,b", "7"},
			"page_number": {"2"}, "page_size": {"50"},
		},
	}, exchange{
		method: "GET", path: "/rest/v1/reservations", answer: `{"total_items_without_paging": 0, "items": []}`,
	})
	c := f.client()
	got, err := c.ListReservations(t.Context(), ReservationQuery{
		CheckIn:  DateRange{date(1), date(2), date(3), date(4), date(5)},
		CheckOut: DateRange{date(6), date(7), date(8), date(9), date(10)},
		ID:       testID, IDs: []string{testID, testID}, CustomValues: []string{"a,b", "7"}, Page: 2, PageSize: 50,
	})
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(ReservationPage{Total: 31, Items: []Reservation{storedReservation()}, Skipped: 1}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	if empty, err := c.ListReservations(t.Context(), ReservationQuery{}); err != nil || len(empty.Items) != 0 {
		t.Errorf("the empty list: %v, %v", empty, err)
	}
}

func TestCancelAndReadReservation(t *testing.T) {
	f := newFake(t,
		exchange{method: "POST", path: "/rest/v1/reservation/" + testID + "/cancel", answer: `{"id": "` + testID + `", "status": "CANCELED"}`},
		exchange{method: "GET", path: "/rest/v1/reservation/" + testID, answer: fixture(t, "reservation")})
	c := f.client()
	cancelled, err := c.CancelReservation(t.Context(), testID)
	if err != nil || cancelled.Status != StatusCanceled || cancelled.ID != testID {
		t.Errorf("cancel: %v, %v", cancelled, err)
	}
	read, err := c.ReadReservation(t.Context(), testID)
	if err != nil {
		t.Fatal(err)
	}
	if d := diff(storedReservation(), read); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}
