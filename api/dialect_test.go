package api

import (
	"errors"
	"net/http"
	"reflect"
	"slices"
	"testing"
)

// A dialect without a single name means a service that has nothing of it.
func TestAnEmptyDialectIsNotTheDefault(t *testing.T) {
	c := newFake(t).client(func(o *Options) { o.Dialect = &Dialect{} })
	_, err := c.ListReservations(t.Context(), ReservationQuery{CustomValues: []string{"a"}})
	var off *FeatureOffError
	if !errors.As(err, &off) || !slices.Equal(off.Settings, []string{"custom_data_filter"}) || off.Feature != "filter by custom data" {
		t.Errorf("got %v", err)
	}
	d := DefaultDialect()
	f := newFake(t, exchange{
		method: "GET", path: "/rest/v1/reservations", answer: `{"items": []}`, query: map[string][]string{"filter[id]": {testID}},
	})
	c = f.client(func(o *Options) { o.Dialect = &d })
	d.IDFilter = "changed afterwards"
	if _, err := c.ListReservations(t.Context(), ReservationQuery{ID: testID}); err != nil {
		t.Error(err)
	}
}

// Above the client a field has one name, whatever the service calls it.
func TestProblemsHaveTheDefaultNames(t *testing.T) {
	d := DefaultDialect()
	d.Loyalty, d.LoyaltyProgram, d.LoyaltyMember, d.Simulation = "membership", "club", "number", "sim"
	const body = `{"code": 2001, "type": "VALIDATION", "message": "no", "details": [
		{"message": "a", "field": ["membership", "club"]}, {"message": "b", "field": ["membership", "number"]},
		{"message": "c", "field": ["membership"]}, {"message": "d", "field": ["sim"]},
		{"message": "e", "field": ["membership", "tier"]}, {"message": "f", "field": ["guests", "primary", "email"]},
		{"message": "g", "field": ["custom_data", "club"]}, {"message": "h"}]}`
	want := []Problem{
		{[]string{"loyalty", "program"}, "a"},
		{[]string{"loyalty", "member_id"}, "b"},
		{[]string{"loyalty"}, "c"},
		{[]string{"simulate"}, "d"},
		{[]string{"loyalty", "tier"}, "e"},
		{[]string{"guests", "primary", "email"}, "f"},
		{[]string{"custom_data", "club"}, "g"},
		{nil, "h"},
	}
	answer := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusBadRequest)
		_, _ = w.Write([]byte(body))
	})
	c := handlerClient(t, answer, func(o *Options) { o.Dialect = &d })
	_, err := c.CreateReservation(t.Context(), createRequest())
	if got := failure(t, err).Problems; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// Every name of a dialect can stand in a path, and comes back as the default.
func TestStandardPath(t *testing.T) {
	d, standard := DefaultDialect(), DefaultDialect()
	names := reflect.ValueOf(&d).Elem()
	for i := range names.NumField() {
		names.Field(i).SetString("x" + names.Type().Field(i).Name)
	}
	for _, c := range [][2][]string{
		{{"xIDFilter"}, {standard.IDFilter}},
		{{"xIDsFilter"}, {standard.IDsFilter}},
		{{"xCustomDataFilter"}, {standard.CustomDataFilter}},
		{{"xPageNumber"}, {standard.PageNumber}},
		{{"xPageSize"}, {standard.PageSize}},
		{{"xSimulation"}, {FieldSimulation}},
		{{"xLoyalty", "xLoyaltyProgram"}, {FieldLoyalty, FieldLoyaltyProgram}},
		{{"xLoyalty", "xLoyaltyMember"}, {FieldLoyalty, FieldLoyaltyMember}},
		{{"xCheckIn"}, {FieldCheckIn}},
		{{"xCheckOut"}, {FieldCheckOut}},
		{{"xPagination", "xPaginationToken"}, {standard.Pagination, standard.PaginationToken}},
		{{"xPagination", "xPaginationPage"}, {standard.Pagination, standard.PaginationPage}},
		{{"xPagination"}, {standard.Pagination}},
		{{"filter", "xReviewSiteIDs", "0"}, {"filter", standard.ReviewSiteIDs, "0"}},
	} {
		if got := d.standardPath(c[0]); !slices.Equal(got, c[1]) {
			t.Errorf("%q is %q, want %q", c[0], got, c[1])
		}
	}
	for _, same := range [][]string{nil, {}, {""}, {"", ""}, {"payment", "xLoyalty"}} {
		if got := (Dialect{}).standardPath(same); !slices.Equal(got, same) {
			t.Errorf("%q is %q", same, got)
		}
		if got := d.standardPath(same); !slices.Equal(got, same) {
			t.Errorf("%q is %q", same, got)
		}
	}
}

// A name with dots is a field inside objects, those of the service and new ones.
func TestNamesInsideAnotherObject(t *testing.T) {
	d := DefaultDialect()
	d.Simulation, d.Loyalty, d.LoyaltyProgram = "options.simulation", "options.member", "of.club"
	d.CheckIn, d.CheckOut = "stay.dates.in", "stay.dates.out"
	d.Pagination, d.PaginationToken, d.ReviewSiteIDs = "stay_info.paging", "next.token", "sites.ids"
	in, out := NewDate(2026, 12, 12), NewDate(2026, 12, 15)
	for name, c := range map[string]struct {
		body object
		want string
	}{
		"modify": {d.modifyBody(ModifyRequest{CheckIn: in, CheckOut: out}), `{"stay":{"dates":{"in":"2026-12-12","out":"2026-12-15"}}}`},
		"hotels": {
			d.hotelQuery(HotelQuery{Adults: 1, PageToken: "t", Page: 2, ReviewSiteIDs: []string{"9"}}),
			`{"filter":{"sites":{"ids":["9"]}},"stay_info":{"guests":{"adults":1},"paging":{"next":{"token":"t"},"page_number":2}}}`,
		},
		"create": {
			object{"options": d.createBody(CreateRequest{Simulate: SimulateCreated, Loyalty: &Loyalty{Program: "P", MemberID: "7"}})["options"]},
			`{"options":{"member":{"member_id":"7","of":{"club":"P"}},"simulation":"created"}}`,
		},
	} {
		if got, err := c.body.encode(); err != nil || string(got) != c.want {
			t.Errorf("%s: %s, %v; want %s", name, got, err, c.want)
		}
	}
	for _, c := range [][2][]string{
		{{"options", "simulation"}, {FieldSimulation}},
		{{"options", "member", "of", "club"}, {FieldLoyalty, FieldLoyaltyProgram}},
		{{"stay", "dates", "in"}, {FieldCheckIn}},
		{{"filter", "sites", "ids", "0"}, {"filter", "reviewsite_ids", "0"}},
		{{"options"}, {"options"}},
	} {
		if got := d.standardPath(c[0]); !slices.Equal(got, c[1]) {
			t.Errorf("%q is %q, want %q", c[0], got, c[1])
		}
	}
}

// Two names for one field cannot both be sent.
func TestDialectsThatContradict(t *testing.T) {
	for _, c := range []struct {
		names map[string]string
		want  string
	}{
		{map[string]string{"simulation": "loyalty.program"}, `the dialect's simulation is "loyalty.program" and its loyalty_program "loyalty.program": one of them would be lost`},
		{map[string]string{"simulation": "loyalty"}, `the dialect's simulation is "loyalty" and its loyalty_program "loyalty.program": one of them would be lost`},
		{map[string]string{"loyalty_member": "program.id"}, `the dialect's loyalty_program is "loyalty.program" and its loyalty_member "loyalty.program.id": one of them would be lost`},
		{map[string]string{"simulation": "rate"}, `the dialect's simulation is "rate", but the service has "rate.booking_code" there; choose another name`},
		{map[string]string{"simulation": "custom_data.mode"}, `the dialect's simulation is "custom_data.mode", but the service has "custom_data" there; choose another name`},
		{map[string]string{"loyalty": "check_in_date"}, `the dialect's loyalty_program is "check_in_date.program", but the service has "check_in_date" there; choose another name`},
		{map[string]string{"check_in": "payment.guest.token"}, `the dialect's check_in is "payment.guest.token", but the service has "payment.guest.token" there; choose another name`},
		{map[string]string{"check_in": "day", "check_out": "day"}, `the dialect's check_in is "day" and its check_out "day": one of them would be lost`},
		{map[string]string{"pagination": "filter", "pagination_page": "hotel"}, `the dialect's pagination_page is "filter.hotel", but the service has "filter.hotel" there; choose another name`},
		{map[string]string{"reviewsite_ids": "location.ids"}, `the dialect's reviewsite_ids is "filter.location.ids", but the service has "filter.location" there; choose another name`},
		{map[string]string{"page_size": "page_number"}, `the dialect's page_number is "page_number" and its page_size "page_number": one of them would be lost`},
		{map[string]string{"id_filter": "filter[check_in_date][gte]"}, `the dialect's id_filter is "filter[check_in_date][gte]", but the service has "filter[check_in_date][gte]" there; choose another name`},
		{map[string]string{"simulation": "options..mode"}, `the dialect's simulation is "options..mode": between, before or behind its dots a name is missing`},
		{map[string]string{"loyalty": ".club"}, `the dialect's loyalty_program is ".club.program": between, before or behind its dots a name is missing`},
		{map[string]string{"simulation": "options.mode", "loyalty": "options"}, ""},
		{map[string]string{"simulation": "rate.simulate", "check_in": "payment.in", "page_size": "page.size"}, ""},
		{map[string]string{"simulation": "", "loyalty": "", "check_in": "", "check_out": ""}, ""},
	} {
		d, err := DefaultDialect().With(c.names)
		if (err == nil) != (c.want == "") || err != nil && err.Error() != c.want {
			t.Errorf("%v: %v, want %s", c.names, err, c.want)
		}
		if err == nil {
			continue
		}
		if _, newErr := New(Options{BaseURL: "https://service.example", Account: "a", Token: NewSecret("t"), Dialect: &d}); newErr == nil {
			t.Errorf("%v: a client takes it", c.names)
		}
	}
}
