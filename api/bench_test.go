package api

import (
	"encoding/json"
	"strings"
	"testing"
)

// tenMegabytes is a search answer of the size that the budget is about.
func tenMegabytes(b *testing.B) string {
	page := fixture(b, "search")
	start := strings.Index(page, `"results": [`) + len(`"results": [`)
	end := strings.Index(page, `],
  "missing_reviewsite_ids"`)
	hotel := page[start:end]
	rooms := strings.Index(hotel, `"rooms": [`) + len(`"rooms": [`)
	room := hotel[rooms:strings.LastIndex(hotel, `]`)]
	hotel = hotel[:rooms] + strings.Repeat(room+",", 7) + room + "]}"
	n := 10<<20/len(hotel) + 1
	return page[:start] + strings.Repeat(hotel+",", n-1) + hotel + page[end:]
}

func BenchmarkDecodeSearch10MB(b *testing.B) {
	text := tenMegabytes(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		page, err := decodeObject(strings.NewReader(text), tolerant, pageOf)
		if err != nil || len(page.Hotels) < 100 || len(page.Hotels[0].Rooms) != 8 {
			b.Fatalf("%d hotels, %v", len(page.Hotels), err)
		}
	}
}

// BenchmarkDecodeSearch10MBFloor is encoding/json with plain structs of the
// same fields: it is what the budget is measured against.
func BenchmarkDecodeSearch10MBFloor(b *testing.B) {
	text := tenMegabytes(b)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		var page floorPage
		if err := json.NewDecoder(strings.NewReader(text)).Decode(&page); err != nil || len(page.Results) < 100 {
			b.Fatalf("%d hotels, %v", len(page.Results), err)
		}
	}
}

type floorPrice struct {
	Total    json.Number `json:"total_price"`
	Base     json.Number `json:"base_price"`
	Taxes    json.Number `json:"total_taxes"`
	Fees     json.Number `json:"additional_fees"`
	Included *bool       `json:"taxes_and_fees_included"`
	Currency string      `json:"currency_code"`
	Nights   []struct {
		Date     string      `json:"date"`
		Total    json.Number `json:"total_price"`
		Currency string      `json:"currency_code"`
	} `json:"nightly_breakdown"`
}

type floorFeature struct {
	Description string `json:"description"`
	Code        int    `json:"code"`
	Category    string `json:"category"`
}

type floorImage struct {
	URL      string `json:"url"`
	Caption  string `json:"caption"`
	Size     string `json:"size"`
	Category any    `json:"category"`
}

type floorTerms struct {
	Info       string `json:"rate_payment_info"`
	Guarantee  string `json:"guarantee_type"`
	Refundable *bool  `json:"refundable"`
	Note       string `json:"cancel_note"`
	Penalties  []struct {
		Deadline    string `json:"deadline_local"`
		Description string `json:"cancel_short_description"`
		Penalty     struct {
			Estimated bool `json:"estimated_amount"`
			Amount    struct {
				Amount   json.Number `json:"amount"`
				Currency string      `json:"currency"`
			} `json:"currency_amount"`
			Original string `json:"original_penalty_info"`
		} `json:"penalty"`
	} `json:"cancel_penalties"`
}

type floorRoom struct {
	Name         string `json:"room_name"`
	NameWithBeds string `json:"room_name_with_beds"`
	TypeCode     int    `json:"room_type_ota_code"`
	Beds         []struct {
		Type     string `json:"bed_type"`
		Quantity int    `json:"quantity"`
		Size     string `json:"size"`
	} `json:"bed_types"`
	Amenities       []floorFeature `json:"room_amenities"`
	MaxOccupancy    int            `json:"max_occupancy"`
	Characteristics struct {
		Category floorFeature `json:"category"`
		Class    floorFeature `json:"class"`
		View     floorFeature `json:"view"`
		Other    []string     `json:"other_features"`
	} `json:"room_characteristics"`
	Images []floorImage `json:"room_images"`
	Rates  []struct {
		BookingCode  string            `json:"booking_code"`
		ChannelCode  string            `json:"channel_code"`
		Type         string            `json:"rate_type"`
		PCC          string            `json:"pcc"`
		Name         string            `json:"rate_name"`
		RoomName     string            `json:"room_name"`
		RoomWithBeds string            `json:"room_name_with_beds"`
		Price        floorPrice        `json:"price"`
		Terms        floorTerms        `json:"terms"`
		Perks        map[string]string `json:"included_perks"`
		Expires      string            `json:"expiration"`
	} `json:"rates"`
}

type floorPage struct {
	Results []struct {
		Chain   string `json:"chain_code"`
		Code    string `json:"property_code"`
		Name    string `json:"name"`
		Address struct {
			Street  string `json:"street"`
			City    string `json:"city"`
			State   string `json:"state_providence"`
			Country string `json:"country_code"`
			Postal  string `json:"postal_code"`
		} `json:"address"`
		Location struct {
			Latitude  float64 `json:"latitude"`
			Longitude float64 `json:"longitude"`
		} `json:"geolocation"`
		Available bool       `json:"availability"`
		Email     string     `json:"email"`
		Phone     string     `json:"phone"`
		Fax       string     `json:"fax"`
		ADA       bool       `json:"ada_compliant"`
		CheckIn   string     `json:"check_in_time_local"`
		CheckOut  string     `json:"check_out_time_local"`
		Lowest    floorPrice `json:"lowest_rate"`
		Rating    struct {
			Value    json.Number `json:"value"`
			Provider string      `json:"provider"`
		} `json:"rating"`
		Michelin    string         `json:"michelin_keys_rating"`
		Forbes      string         `json:"forbes_travel_guide_rating"`
		Affiliation string         `json:"hotel_network_affiliation"`
		Images      []floorImage   `json:"images"`
		Amenities   []floorFeature `json:"amenities"`
		Rooms       []floorRoom    `json:"rooms"`
	} `json:"results"`
}
