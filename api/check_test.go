package api

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// unsent is a client of a server that must see nothing.
func unsent(t *testing.T, change ...func(*Options)) *Client { return newFake(t).client(change...) }

func TestCustomDataIsChecked(t *testing.T) {
	pairs := func(n int) CustomData {
		var data CustomData
		for i := range n {
			data = append(data, CustomField{Key: fmt.Sprintf("k%d", i)})
		}
		return data
	}
	text := func(s string) CustomData { return CustomData{{Key: "k", Text: s}} }
	key := func(s string) CustomData { return CustomData{{Key: s, Text: "v"}} }
	const forbidden = `the characters > < " ' \ are not allowed`
	for _, c := range []struct {
		name string
		data CustomData
		want []Problem
	}{
		{"none", nil, nil},
		{"ten", pairs(10), nil},
		{"eleven", pairs(11), []Problem{{[]string{"custom_data"}, "at most 10 pairs, not 11"}}},
		{"key of 32", key(strings.Repeat("k", 32)), nil},
		{"key of 33", key(strings.Repeat("k", 33)), []Problem{{[]string{"custom_data", strings.Repeat("k", 33)}, "a key has at most 32 characters"}}},
		{"key with a dot", key("a.b"), []Problem{{[]string{"custom_data", "a.b"}, "a key has letters, digits, _ and - only"}}},
		{"key with an umlaut", key("ä"), []Problem{{[]string{"custom_data", "ä"}, "a key has letters, digits, _ and - only"}}},
		{"no key", key(""), []Problem{{[]string{"custom_data", ""}, "a key has letters, digits, _ and - only"}}},
		{"key and line break", key("a\n"), []Problem{{[]string{"custom_data", "a\n"}, "a key has letters, digits, _ and - only"}}},
		{"key twice", append(key("a"), key("a")...), []Problem{{[]string{"custom_data", "a"}, "the key stands twice"}}},
		{"128 characters", text(strings.Repeat("東", 128)), nil},
		{"129 characters", text(strings.Repeat("x", 129)), []Problem{{[]string{"custom_data", "k"}, "at most 128 characters"}}},
		{"greater", text("a>b"), []Problem{{[]string{"custom_data", "k"}, forbidden}}},
		{"less", text("a<b"), []Problem{{[]string{"custom_data", "k"}, forbidden}}},
		{"double quote", text(`a"b`), []Problem{{[]string{"custom_data", "k"}, forbidden}}},
		{"single quote", text(`a'b`), []Problem{{[]string{"custom_data", "k"}, forbidden}}},
		{"backslash", text(`a\b`), []Problem{{[]string{"custom_data", "k"}, forbidden}}},
		{"not UTF-8", text("a\xff"), []Problem{{[]string{"custom_data", "k"}, "it holds a byte that is not UTF-8, which has no place here"}}},
		{"number", CustomData{{Key: "k", Kind: CustomNumber, Text: "-1.50e3"}}, nil},
		{"no number", CustomData{{Key: "k", Kind: CustomNumber, Text: "1,5"}}, []Problem{{[]string{"custom_data", "k"}, "not a number"}}},
		{"number that injects", CustomData{{Key: "k", Kind: CustomNumber, Text: `1,"x":2`}}, []Problem{{[]string{"custom_data", "k"}, "not a number"}}},
		{"boolean", CustomData{{Key: "k", Kind: CustomBool}}, nil},
		{"other", CustomData{{Key: "k", Kind: CustomOther, Text: "null"}}, []Problem{{[]string{"custom_data", "k"}, "a value is a string, a number or a boolean"}}},
		{"two at once", append(text("'"), key("!")...), []Problem{{[]string{"custom_data", "k"}, forbidden}, {[]string{"custom_data", "!"}, "a key has letters, digits, _ and - only"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var check check
			check.customData(c.data)
			if d := diff(c.want, check.problems); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestBadRequestsAreNotSent(t *testing.T) {
	c := unsent(t)
	ctx := t.Context()
	create := func(change func(*CreateRequest)) error {
		r := createRequest()
		change(&r)
		_, err := c.CreateReservation(ctx, r)
		return err
	}
	search := func(q HotelQuery) error {
		_, err := c.SearchHotels(ctx, q)
		return err
	}
	list := func(q ReservationQuery) error {
		_, err := c.ListReservations(ctx, q)
		return err
	}
	ofID := func(_ Reservation, err error) error { return err }
	const badID = "a reservation id has 32 letters and digits"
	for name, c := range map[string]struct {
		err  error
		want Problem
	}{
		"custom data":          {create(func(r *CreateRequest) { r.CustomData = CustomData{{Key: "k", Text: "<"}} }), Problem{[]string{"custom_data", "k"}, `the characters > < " ' \ are not allowed`}},
		"simulation":           {create(func(r *CreateRequest) { r.Simulate = "Confirmed" }), Problem{[]string{"simulate"}, "a simulation is created or confirmed"}},
		"amount":               {create(func(r *CreateRequest) { r.Payment.Amount = gbp("1,5") }), Problem{[]string{"payment", "guest", "amount"}, "not an amount"}},
		"partner's amount":     {create(func(r *CreateRequest) { r.Partner.Amount = gbp("x") }), Problem{[]string{"payment", "partner", "amount"}, "not an amount"}},
		"total":                {create(func(r *CreateRequest) { r.Rate.Total = gbp("NaN") }), Problem{[]string{"rate", "price", "total_price"}, "not an amount"}},
		"penalty":              {create(func(r *CreateRequest) { r.Rate.Terms.Penalties[0].Amount = gbp("?") }), Problem{[]string{"rate", "terms", "cancel_penalties", "penalty", "currency_amount", "amount"}, "not an amount"}},
		"nowhere":              {search(HotelQuery{}), Problem{[]string{"filter"}, "a code, coordinates or properties must say where"}},
		"two locations":        {search(HotelQuery{Code: "LON", Around: &Coordinates{}}), Problem{[]string{"filter"}, "a code, coordinates and properties exclude each other"}},
		"properties and name":  {search(HotelQuery{Properties: []PropertyID{{"A", "1"}}, Name: "abc"}), Problem{[]string{"filter", "hotel"}, "properties and a name exclude each other"}},
		"list id":              {list(ReservationQuery{ID: "x"}), Problem{[]string{"id"}, badID}},
		"list ids":             {list(ReservationQuery{IDs: []string{testID, "a,b"}}), Problem{[]string{"ids"}, badID}},
		"six values":           {list(ReservationQuery{CustomValues: make([]string, 6)}), Problem{[]string{"custom_data"}, "at most 5 values, not 6"}},
		"long value":           {list(ReservationQuery{CustomValues: []string{"a", strings.Repeat("é", 129)}}), Problem{[]string{"custom_data", "1"}, "at most 128 characters"}},
		"read id":              {ofID(c.ReadReservation(ctx, "../reservations")), Problem{[]string{"reservation_id"}, badID}},
		"cancel id":            {ofID(c.CancelReservation(ctx, "")), Problem{[]string{"reservation_id"}, badID}},
		"modify id":            {ofID(c.ModifyReservation(ctx, ModifyRequest{ID: testID + "0"})), Problem{[]string{"reservation_id"}, badID}},
		"id with a line break": {ofID(c.ReadReservation(ctx, testID+"\n")), Problem{[]string{"reservation_id"}, badID}},
	} {
		t.Run(name, func(t *testing.T) {
			e := failure(t, c.err)
			if e.Type != TypeValidation || e.Code != CodeValidation || e.Outcome != OutcomeRefused || e.Status != 0 || e.Message != "not sent: something is missing or invalid" {
				t.Errorf("%+v", e)
			}
			if d := diff([]Problem{c.want}, e.Problems); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestTextThatIsNotUTF8IsNotSent(t *testing.T) {
	r := createRequest()
	r.Guest.Surname = "M\xfcller"
	_, err := unsent(t).CreateReservation(t.Context(), r)
	if e := failure(t, err); len(e.Problems) != 1 || e.Problems[0].Message != "it holds a byte that is not UTF-8, which has no place here" || unknown(err) {
		t.Errorf("%+v", e)
	}
}

// TestDialectSwitchesOff empties one name at a time.
func TestDialectSwitchesOff(t *testing.T) {
	day := NewDate(2026, time.December, 12)
	list := func(q ReservationQuery) func(*Client) error {
		return func(c *Client) error {
			_, err := c.ListReservations(t.Context(), q)
			return err
		}
	}
	search := func(q HotelQuery) func(*Client) error {
		q.Code = "LON"
		return func(c *Client) error {
			_, err := c.SearchHotels(t.Context(), q)
			return err
		}
	}
	create := func(c *Client) error {
		_, err := c.CreateReservation(t.Context(), createRequest())
		return err
	}
	modify := func(r ModifyRequest) func(*Client) error {
		r.ID = testID
		return func(c *Client) error {
			_, err := c.ModifyReservation(t.Context(), r)
			return err
		}
	}
	for setting, c := range map[string]struct {
		off     func(*Dialect)
		call    func(*Client) error
		feature string
	}{
		"id_filter":          {func(d *Dialect) { d.IDFilter = "" }, list(ReservationQuery{ID: testID}), "filter by one reservation id"},
		"ids_filter":         {func(d *Dialect) { d.IDsFilter = "" }, list(ReservationQuery{IDs: []string{testID}}), "filter by several reservation ids"},
		"custom_data_filter": {func(d *Dialect) { d.CustomDataFilter = "" }, list(ReservationQuery{CustomValues: []string{"a"}}), "filter by custom data"},
		"page_number":        {func(d *Dialect) { d.PageNumber = "" }, list(ReservationQuery{Page: 2}), "pages of the list after the first"},
		"simulation":         {func(d *Dialect) { d.Simulation = "" }, create, "simulated reservations"},
		"loyalty":            {func(d *Dialect) { d.Loyalty = "" }, create, "loyalty details"},
		"loyalty_program":    {func(d *Dialect) { d.LoyaltyProgram = "" }, create, "the loyalty programme"},
		"loyalty_member":     {func(d *Dialect) { d.LoyaltyMember = "" }, create, "the loyalty member id"},
		"check_in":           {func(d *Dialect) { d.CheckIn = "" }, modify(ModifyRequest{CheckIn: day}), "changing the check-in date"},
		"check_out":          {func(d *Dialect) { d.CheckOut = "" }, modify(ModifyRequest{CheckOut: day}), "changing the check-out date"},
		"pagination":         {func(d *Dialect) { d.Pagination = "" }, search(HotelQuery{Page: 2}), "pages of a hotel search after the first"},
		"pagination_token":   {func(d *Dialect) { d.PaginationToken = "" }, search(HotelQuery{PageToken: "t"}), "pages of a hotel search after the first"},
		"pagination_page":    {func(d *Dialect) { d.PaginationPage = "" }, search(HotelQuery{Page: 2}), "pages of a hotel search by number"},
		"reviewsite_ids":     {func(d *Dialect) { d.ReviewSiteIDs = "" }, search(HotelQuery{ReviewSiteIDs: []string{"1"}}), "search by review-site ids"},
	} {
		t.Run(setting, func(t *testing.T) {
			client := unsent(t, func(o *Options) {
				d := DefaultDialect()
				c.off(&d)
				o.Dialect = &d
			})
			err := c.call(client)
			var off *FeatureOffError
			if !errors.As(err, &off) || !errors.Is(err, ErrFeatureOff) || !slices.Equal(off.Settings, []string{setting}) || off.Feature != c.feature {
				t.Fatalf("got %v", err)
			}
			want := c.feature + ": off until the profile sets dialect." + setting
			if e := failure(t, err); e.Message != want || unknown(err) {
				t.Errorf("%+v", e)
			}
		})
	}
}

// TestDialectRenames proves that nothing else spells the open names.
func TestDialectRenames(t *testing.T) {
	renamed := func(o *Options) {
		o.Dialect = &Dialect{
			"rid", "rids", "cd", "p", "ps", "sim", "club", "name", "number", "arrive", "leave", "paging", "tok", "no", "sites",
		}
	}
	f := newFake(t,
		exchange{
			method: "GET", path: "/rest/v1/reservations", answer: `{"items": []}`,
			query: map[string][]string{"rid": {testID}, "rids": {testID}, "cd": {"a"}, "p": {"1"}, "ps": {"5"}},
		},
		exchange{
			method: "POST", path: "/rest/v1/hotel/search", answer: `{"results": []}`,
			body: `{"filter":{"sites":["s"]},"paging":{"no":2,"tok":"t"},"stay_info":{"guests":{"adults":0}}}`,
		},
		exchange{method: "PATCH", path: "/rest/v1/reservation/" + testID, body: `{"arrive":"2026-12-12","leave":"2026-12-13"}`, answer: `{"id": "` + testID + `"}`},
		exchange{
			method: "POST", path: "/rest/v1/reservation", answer: `{"id": "` + testID + `"}`,
			body: compact(t, strings.NewReplacer(`"loyalty": {"program"`, `"club": {"name"`, `"member_id"`, `"number"`, `"simulate"`, `"sim"`).Replace(createdBody)),
		})
	c, ctx := f.client(renamed), t.Context()
	if _, err := c.ListReservations(ctx, ReservationQuery{ID: testID, IDs: []string{testID}, CustomValues: []string{"a"}, Page: 1, PageSize: 5}); err != nil {
		t.Error(err)
	}
	if _, err := c.SearchHotels(ctx, HotelQuery{ReviewSiteIDs: []string{"s"}, PageToken: "t", Page: 2}); err != nil {
		t.Error(err)
	}
	day := NewDate(2026, time.December, 12)
	if _, err := c.ModifyReservation(ctx, ModifyRequest{ID: testID, CheckIn: day, CheckOut: day.AddDays(1)}); err != nil {
		t.Error(err)
	}
	if _, err := c.CreateReservation(ctx, createRequest()); err != nil {
		t.Error(err)
	}
}

// TestDialectFallsBack needs no name for a first page or for a page's size.
func TestDialectFallsBack(t *testing.T) {
	f := newFake(t,
		exchange{method: "GET", path: "/rest/v1/reservations", answer: `{"items": []}`},
		exchange{method: "POST", path: "/rest/v1/hotel/search", body: `{"filter":{"location":{"details":{"iata_code":"LON"},"type":"iata_code"}},"stay_info":{"guests":{"adults":1}}}`, answer: `{"results": []}`})
	c := f.client(func(o *Options) { o.Dialect = &Dialect{} })
	if _, err := c.ListReservations(t.Context(), ReservationQuery{Page: 1, PageSize: 50}); err != nil {
		t.Error(err)
	}
	if _, err := c.SearchHotels(t.Context(), HotelQuery{Code: "LON", Adults: 1, Page: 1}); err != nil {
		t.Error(err)
	}
}
