package api

import (
	"bytes"
	"io"
	"net/http"
	"strings"
	"testing"
)

// decodeText decodes a text as an answer would be.
func decodeText[T any](t testing.TB, text string, read func(*reader) T) T {
	t.Helper()
	value, err := decodeObject(strings.NewReader(text), tolerant, read)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

func verificationOf(r *reader) Verification {
	v, _ := readVerification(r)
	return v
}

func pageOf(r *reader) HotelPage {
	page, _ := r.readHotelPage(nil)
	return page
}

func listOf(r *reader) ReservationPage {
	page, _ := readReservationPage(r)
	return page
}

func destinationsOf(r *reader) DestinationResults {
	results, _ := readDestinations(r)
	return results
}

// TestHotelQuirks has a case for each shape of a property that must be tolerated.
func TestHotelQuirks(t *testing.T) {
	for name, c := range map[string]struct {
		hotel string
		want  Hotel
	}{
		"state_providence":       {`{"address": {"state_providence": "NY"}}`, Hotel{Address: Address{State: "NY"}}},
		"state_provience":        {`{"address": {"state_provience": "NY"}}`, Hotel{Address: Address{State: "NY"}}},
		"state_province":         {`{"address": {"state_province": "NY", "state_providence": null}}`, Hotel{Address: Address{State: "NY"}}},
		"address as text":        {`{"address": "1 High St"}`, Hotel{Address: Address{Street: "1 High St"}}},
		"numbers for texts":      {`{"address": {"postal_code": 10001}, "phone": 12125550000, "fax": 0}`, Hotel{Address: Address{PostalCode: "10001"}, Phone: "12125550000", Fax: "0"}},
		"everything null":        {`{"name": null, "address": null, "geolocation": null, "lowest_rate": null, "rooms": null, "images": null, "amenities": null, "rating": null, "email": null, "availability": null}`, Hotel{}},
		"everything missing":     {`{}`, Hotel{}},
		"unknown keys":           {`{"new": {"a": [1, {"b": null}]}, "name": "N", "newer": "x"}`, Hotel{Name: "N"}},
		"wrong types":            {`{"name": {"en": "N"}, "rating": 4, "rooms": "none", "geolocation": {"latitude": "x", "longitude": 1}, "images": [5, "u"], "availability": "yes"}`, Hotel{Name: `{"en": "N"}`, Rating: Rating{Value: "4"}, Images: []Image{{URL: "u"}}}},
		"text for a number":      {`{"geolocation": {"latitude": "1.5", "longitude": "2"}, "amenities": [{"code": "12"}, "Pool"]}`, Hotel{Location: &Coordinates{1.5, 2}, Amenities: []Amenity{{Code: 12}, {Description: "Pool"}}}},
		"category number or not": {`{"images": [{"category": 3}, {"category": "lobby"}]}`, Hotel{Images: []Image{{Category: "3"}, {Category: "lobby"}}}},
		"no taxes flag":          {`{"lowest_rate": {"total_price": 5, "currency_code": "GBP"}}`, Hotel{Lowest: &LowestRate{Total: gbp("5")}}},
		"currency first":         {`{"lowest_rate": {"currency_code": "GBP", "total_price": "5.10"}}`, Hotel{Lowest: &LowestRate{Total: gbp("5.10")}}},
		"price that is none":     {`{"lowest_rate": {"currency_code": "GBP", "total_price": "call"}}`, Hotel{Lowest: &LowestRate{Total: gbp("call")}}},
		"available as text":      {`{"availability": "true", "ada_compliant": 1}`, Hotel{Available: true, ADACompliant: true}},
	} {
		t.Run(name, func(t *testing.T) {
			hotel := strings.Replace(`{"chain_code": "LX", "property_code": "1", `+c.hotel[1:], ", }", "}", 1)
			c.want.ID = PropertyID{"LX", "1"}
			page := decodeText(t, `{"results": [`+hotel+`]}`, pageOf)
			if d := diff(HotelPage{Hotels: []Hotel{c.want}}, page); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestRoomQuirks(t *testing.T) {
	for name, c := range map[string]struct {
		room string
		want Room
	}{
		"short_description":    {`{"short_description": "Queen"}`, Room{Name: "Queen"}},
		"room_name wins":       {`{"short_description": "Queen", "room_name": "Classic"}`, Room{Name: "Classic"}},
		"occupancy missing":    {`{"room_name": "A"}`, Room{Name: "A"}},
		"occupancy text":       {`{"max_occupancy": "3"}`, Room{MaxOccupancy: 3}},
		"feature as text":      {`{"room_characteristics": {"view": "Sea", "other_features": "quiet"}}`, Room{Characteristics: Characteristics{View: Feature{Description: "Sea"}, Other: []string{"quiet"}}}},
		"bed as text":          {`{"bed_types": ["king", {"quantity": 2.0}]}`, Room{Beds: []Bed{{Type: "king"}, {Quantity: 2}}}},
		"rate short":           {`{"rates": [{"short_description": "Queen"}]}`, Room{Rates: []Rate{{RoomName: "Queen"}}}},
		"one bare rate":        {`{"rates": {"rate_name": "Flex"}}`, Room{Rates: []Rate{{Name: "Flex"}}}},
		"perks as list":        {`{"rates": [{"included_perks": ["wifi"]}]}`, Room{Rates: []Rate{{Perks: []Perk{{Name: "wifi"}}}}}},
		"night without money":  {`{"rates": [{"price": {"nightly_breakdown": [{"date": "2026-12-12", "total_price": 1}], "currency_code": "JPY"}}]}`, Room{Rates: []Rate{{Price: Price{Nights: []NightPrice{{NewDate(2026, 12, 12), NewMoney("1", "JPY")}}}}}}},
		"expiration is prose":  {`{"rates": [{"expiration": "soon"}]}`, Room{Rates: []Rate{{Expires: Instant{Text: "soon"}}}}},
		"rate that is nothing": {`{"rates": [null, 1, "x", {"pcc": "P"}]}`, Room{Rates: []Rate{{PCC: "P"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			page := decodeText(t, `{"results": [{"chain_code": "LX", "property_code": "1", "rooms": [`+c.room+`]}]}`, pageOf)
			if d := diff(HotelPage{Hotels: []Hotel{{ID: PropertyID{"LX", "1"}, Rooms: []Room{c.want}}}}, page); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestTermsQuirks(t *testing.T) {
	night := CancelPenalty{Description: "one night", Amount: gbp("9")}
	const nightText = `{"cancel_short_description": "one night", "penalty": {"currency_amount": {"amount": 9, "currency": "GBP"}}}`
	for name, c := range map[string]struct {
		terms string
		want  Terms
	}{
		"penalties array":   {`{"cancel_penalties": [` + nightText + `]}`, Terms{Penalties: []CancelPenalty{night}}},
		"penalties bare":    {`{"cancel_penalties": ` + nightText + `}`, Terms{Penalties: []CancelPenalty{night}}},
		"penalties null":    {`{"cancel_penalties": null, "rate_payment_info": "x"}`, Terms{PaymentInfo: "x"}},
		"penalties missing": {`{}`, Terms{}},
		"guarantee text":    {`{"guarantee_type": "DEPOSIT"}`, Terms{Guarantee: []string{"DEPOSIT"}}},
		"guarantee array":   {`{"guarantee_type": ["DEPOSIT", "GUARANTEE"]}`, Terms{Guarantee: []string{"DEPOSIT", "GUARANTEE"}}},
		"no seconds":        {`{"cancel_penalties": [{"deadline_local": "2026-12-10T18:00+00:00"}]}`, Terms{Penalties: []CancelPenalty{{Deadline: deadline("2026-12-10T18:00+00:00", evening(10), true)}}}},
		"seconds":           {`{"cancel_penalties": [{"deadline_local": "2026-12-10T18:00:00+00:00"}]}`, Terms{Penalties: []CancelPenalty{{Deadline: deadline("2026-12-10T18:00:00+00:00", evening(10), true)}}}},
		"deadline contradicts": {
			`{"cancel_penalties": [{"deadline_local": "2026-12-10T18:00:00", "cancel_short_description": "Cancel by 1 January"}]}`,
			Terms{Penalties: []CancelPenalty{{Deadline: deadline("2026-12-10T18:00:00", evening(10), false), Description: "Cancel by 1 January"}}},
		},
		"amount without currency": {`{"cancel_penalties": [{"penalty": {"currency_amount": 9}}]}`, Terms{Penalties: []CancelPenalty{{Amount: NewMoney("9", "")}}}},
		"deposit as text":         {`{"deposit_policies": "none", "description": "one"}`, Terms{Deposit: []Fact{{"", "none"}}, Description: []string{"one"}}},
		"deposit empty":           {`{"deposit_policies": {}}`, Terms{}},
	} {
		t.Run(name, func(t *testing.T) {
			for shape, text := range map[string]string{"object": c.terms, "array": `[` + c.terms + `]`} {
				want := Verification{Terms: []Terms{c.want}}
				if d := diff(want, decodeText(t, `{"terms": `+text+`}`, verificationOf)); d != "" {
					t.Errorf("verification, %s (-want +got):\n%s", shape, d)
				}
				booked := Reservation{Rate: BookedRate{Terms: c.want}}
				if d := diff(booked, decodeText(t, `{"rate": {"terms": `+text+`}}`, readReservation)); d != "" {
					t.Errorf("reservation, %s (-want +got):\n%s", shape, d)
				}
			}
		})
	}
}

// TestSeveralTermsBecomeOne is for the places that have room for one.
func TestSeveralTermsBecomeOne(t *testing.T) {
	got := decodeText(t, `{"rate": {"terms": [
		{"refundable": true, "guarantee_type": "A", "rate_payment_info": "x", "cancel_penalties": {"cancel_short_description": "1"}},
		{"refundable": false, "guarantee_type": ["A", "B"], "rate_payment_info": "y", "cancel_note": "n", "cancel_penalties": [{"cancel_short_description": "2"}]}]}}`, readReservation)
	want := Terms{
		PaymentInfo: "x; y", Guarantee: []string{"A", "B"}, Refundable: truth(false), CancelNote: "n",
		Penalties: []CancelPenalty{{Description: "1"}, {Description: "2"}},
	}
	if d := diff(want, got.Rate.Terms); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestReservationQuirks(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want Reservation
	}{
		"stripe":               {`{"payment": {"guest": {"stripe": {"customer": "c", "payment_method": "p"}}}}`, Reservation{Payment: &Payment{Customer: "c", MethodRef: "p"}}},
		"processor":            {`{"payment": {"guest": {"processor": {"customer": "c", "payment_method": "p"}, "stripe": null}}}`, Reservation{Payment: &Payment{Customer: "c", MethodRef: "p"}}},
		"payment null":         {`{"payment": {"guest": null, "partner": null}}`, Reservation{}},
		"payment before rate":  {`{"payment": {"guest": {"amount": 5}}, "rate": {"price": {"currency_code": "GBP"}}}`, Reservation{Payment: &Payment{Amount: gbp("5")}}},
		"rate before payment":  {`{"rate": {"price": {"currency_code": "GBP"}}, "payment": {"guest": {"amount": 5}}}`, Reservation{Payment: &Payment{Amount: gbp("5")}}},
		"confirmation missing": {`{"status": "CREATED"}`, Reservation{Status: StatusCreated}},
		"confirmation null":    {`{"confirmation": null}`, Reservation{}},
		"only a number":        {`{"confirmation": {"hotel_confirmation_number": 77}}`, Reservation{Confirmation: &Confirmation{HotelNumber: "77"}}},
		"only a locator":       {`{"confirmation": {"record_locator": "L"}}`, Reservation{Confirmation: &Confirmation{RecordLocator: "L"}}},
		"unknown status":       {`{"status": "NO_SHOW"}`, Reservation{Status: "NO_SHOW"}},
		"numbers for texts":    {`{"guests": {"number_of_adults": "2", "primary": {"postal_code": 50667, "telephone_number": 49}}}`, Reservation{Adults: 2, Guest: Guest{PostalCode: "50667", Phone: "49"}}},
		"date without time":    {`{"check_in_date": "2026-12-12"}`, Reservation{CheckIn: Instant{Text: "2026-12-12"}}},
		"cvv never arrives":    {`{"payment": {"guest": {"cvv": "987", "token": "t"}}}`, Reservation{Payment: &Payment{Token: NewSecret("t")}}},
		"hostile text":         {`{"guests": {"primary": {"given_name": "\u001b]52;c;eA==\u0007", "surname": "a\u202eb"}}, "custom_data": {"k\u0000": "v\n"}}`, Reservation{Guest: Guest{GivenName: "\x1b]52;c;eA==\a", Surname: "a\u202eb"}, CustomData: CustomData{{Key: "k\x00", Text: "v\n"}}}},
	} {
		t.Run(name, func(t *testing.T) {
			if d := diff(c.want, decodeText(t, c.text, readReservation)); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

// TestOneOddElementCostsNothingElse has elements that are no objects.
func TestOneOddElementCostsNothingElse(t *testing.T) {
	const a, b = `{"name": "A", "chain_code": "LX", "property_code": "1"}`, `{"property_code": 2, "chain_code": "LX", "name": "B"}`
	page := decodeText(t, `{"results": [`+a+`, null, "x", [{}], 7, `+b+`], "pagination": {"total_items": 6}}`, pageOf)
	if len(page.Hotels) != 2 || page.Hotels[1].Name != "B" || page.Skipped != 4 || page.TotalItems != 6 {
		t.Errorf("%+v", page)
	}
	list := decodeText(t, `{"items": [null, {"id": "1"}], "total_items_without_paging": "2"}`, listOf)
	if len(list.Items) != 1 || list.Items[0].ID != "1" || list.Skipped != 1 || list.Total != 2 {
		t.Errorf("%+v", list)
	}
	found := decodeText(t, `{"results": [null, {"type": "hotel", "name": "H"}, {"type": "boat"}]}`, destinationsOf)
	if len(found.Properties) != 1 || found.Unknown != 2 {
		t.Errorf("%+v", found)
	}
}

func TestDecodeRefusesWhatIsNoObject(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 20000)
	for text, want := range map[string]string{
		"":               "unexpected EOF",
		`[]`:             "the answer is not a JSON object",
		`null`:           "the answer is not a JSON object",
		`"x"`:            "the answer is not a JSON object",
		`{"a": 1`:        "unexpected EOF",
		`{"a": tru}`:     "not JSON at byte 9",
		`{} {}`:          "something follows the answer",
		`{}x`:            "not JSON at byte 2",
		`{"secret": "s`:  "unexpected EOF",
		`<html></html>`:  "not JSON at byte 0",
		`{"a": 'quote'}`: "not JSON at byte 6",
		deep:             "not JSON at byte 50000",
	} {
		_, err := decodeObject(strings.NewReader(text), tolerant, readReservation)
		if err == nil || syntaxError(err).Error() != want {
			t.Errorf("%.20s: got %v, want %s", text, syntaxError(err), want)
		}
	}
}

// TestDepositIsBounded takes a deep value apart only so far.
func TestDepositIsBounded(t *testing.T) {
	deep := strings.Repeat(`{"a":`, 100) + "1" + strings.Repeat("}", 100)
	got := decodeText(t, `{"terms": {"deposit_policies": `+deep+`}}`, verificationOf)
	facts := got.Terms[0].Deposit
	if len(facts) != 1 || facts[0].Name != "a.a.a.a.a.a.a.a" || !strings.HasPrefix(facts[0].Value, `{"a":`) {
		t.Errorf("%+v", facts)
	}
}

func TestInternedTextsAreBounded(t *testing.T) {
	r := newReader(bytes.NewReader(nil), tolerant)
	for i := range 2 * maxInternedTexts {
		r.intern([]byte{byte(i), byte(i >> 8)})
	}
	if len(r.interned) != maxInternedTexts {
		t.Errorf("%d texts are kept", len(r.interned))
	}
}

// TestReadReservation_ByteOrderMark shows that a mark before an answer is no part of it, packed or not, in one piece or byte by byte.
func TestReadReservation_ByteOrderMark(t *testing.T) {
	text := "\ufeff" + fixture(t, "reservation")
	trickle := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		for i := range len(text) {
			_, _ = io.WriteString(w, text[i:i+1])
			w.(http.Flusher).Flush()
		}
	}
	for name, x := range map[string]exchange{
		"plain":        {answer: text},
		"packed":       {answer: gzipped(text), headers: map[string]string{"Content-Encoding": "x-gzip"}},
		"identity":     {answer: text, headers: map[string]string{"Content-Encoding": "identity"}},
		"byte by byte": {act: trickle},
	} {
		t.Run(name, func(t *testing.T) {
			x.method, x.path = "GET", "/rest/v1/reservation/"+testID
			if r, err := newFake(t, x).client().ReadReservation(t.Context(), testID); err != nil || r.ID == "" {
				t.Errorf("%q, %v", r.ID, err)
			}
		})
	}
}
