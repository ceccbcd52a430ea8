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
	if !errors.As(err, &off) || off.Setting != "custom_data_filter" || off.Feature != "filter by custom data" {
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
