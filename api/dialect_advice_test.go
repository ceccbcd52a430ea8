package api

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

const refusedRequest = `{"code": 2001, "type": "VALIDATION", "message": "The request could not be processed."`

// A service that has another name for the page size is asked without, once and
// for all.
func TestTheSizeOfAPageIsAWish(t *testing.T) {
	for name, answer := range map[string]string{
		"named": refusedRequest + `, "details": [{"message": "is not a parameter", "field": ["page_size"]}]}`,
		"not":   `{"message": "Bad Request"}`,
		"page":  "<html>",
	} {
		t.Run(name, func(t *testing.T) {
			get := func(query url.Values, status int, answer string) exchange {
				return exchange{method: "GET", path: pathList, query: query, status: status, answer: answer}
			}
			c := newFake(t,
				get(url.Values{"page_number": {"1"}, "page_size": {"50"}}, 400, answer),
				get(url.Values{"page_number": {"1"}}, 200, `{"items": []}`),
				get(url.Values{"page_number": {"2"}}, 200, `{"items": []}`)).client()
			for page := range 2 {
				if _, err := c.ListReservations(t.Context(), ReservationQuery{Page: page + 1, PageSize: 50}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// Where it is not the size, the size is asked for again the next time; and one
// that is too large is the caller's mistake.
func TestASizeThatIsNotTheFault(t *testing.T) {
	with, without := url.Values{"page_size": {"50"}}, url.Values(nil)
	bad := func(query url.Values) exchange {
		return exchange{method: "GET", path: pathList, query: query, status: 400, answer: refusedRequest + `}`}
	}
	c := newFake(t, bad(with), bad(without), bad(with), bad(without)).client()
	for range 2 {
		_, err := c.ListReservations(t.Context(), ReservationQuery{PageSize: 50})
		if e := failure(t, err); e.Status != 400 {
			t.Errorf("%+v", e)
		}
	}
	s := newSwitchServer(t)
	s.answer(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadRequest) })
	_, err := testClient(t, s.URL).ListReservations(t.Context(), ReservationQuery{PageSize: 101})
	if e := failure(t, err); e.Status != 400 || s.requests.Load() != 1 {
		t.Errorf("%+v after %d requests", e, s.requests.Load())
	}
}

// An open name that the service does not know is told with the setting that
// changes it, as the request carried it.
func TestUnknownNamesAreExplained(t *testing.T) {
	d := DefaultDialect()
	d.Simulation, d.Loyalty, d.CheckIn = "options.sim", "options.club", "stay.from"
	in := NewDate(2026, time.December, 12)
	s := newSwitchServer(t)
	c := testClient(t, s.URL, func(o *Options) { o.Dialect = &d })
	list := func(q ReservationQuery) func() error {
		return func() error { _, err := c.ListReservations(t.Context(), q); return err }
	}
	hotels := func(q HotelQuery) func() error {
		q.Code = "LON"
		return func() error { _, err := c.SearchHotels(t.Context(), q); return err }
	}
	create := func(r CreateRequest) func() error {
		return func() error { _, err := c.CreateReservation(t.Context(), r); return err }
	}
	modify := func() error {
		_, err := c.ModifyReservation(t.Context(), ModifyRequest{ID: testID, CheckIn: in})
		return err
	}
	for name, one := range map[string]struct {
		call    func() error
		field   string // as the service sends it
		message string
		want    string // the setting; empty where nothing may be said
		sent    string
	}{
		"one id":                {list(ReservationQuery{ID: testID}), `["filter","id"]`, "is not allowed", "id_filter", "filter[id]"},
		"one id, whole":         {list(ReservationQuery{ID: testID}), `["filter[id]"]`, "no", "id_filter", "filter[id]"},
		"ids":                   {list(ReservationQuery{IDs: []string{testID}}), `["filter","id","in"]`, "no", "ids_filter", "filter[id][in]"},
		"custom data":           {list(ReservationQuery{CustomValues: []string{"a"}}), `[]`, "unknown query parameter filter[custom_data].", "custom_data_filter", "filter[custom_data]"},
		"page":                  {list(ReservationQuery{Page: 2}), `["page_number"]`, "no", "page_number", "page_number"},
		"a list, nothing named": {list(ReservationQuery{Page: 2}), ``, "", "page_number", "page_number"},
		"simulation":            {create(CreateRequest{Simulate: SimulateCreated}), `["options","sim"]`, "is not a field of this request", "simulation", "options.sim"},
		"simulation, around it": {create(CreateRequest{Simulate: SimulateCreated}), `["options"]`, "is not a field of this request", "simulation", "options.sim"},
		"loyalty":               {create(CreateRequest{Loyalty: &Loyalty{MemberID: "7"}}), `["options","club","member_id"]`, "unknown field", "loyalty_member", "options.club.member_id"},
		"a member's number":     {create(CreateRequest{Loyalty: &Loyalty{MemberID: "7"}}), `["options","club","member_id"]`, "is too short", "", ""},
		"a date's name":         {modify, `["stay","from"]`, "unexpected property", "check_in", "stay.from"},
		"a date":                {modify, `["stay","from"]`, "is past", "", ""},
		"a token's name":        {hotels(HotelQuery{PageToken: "t"}), `["pagination","pagination_token"]`, "is not a field of this request", "pagination_token", "pagination.pagination_token"},
		"a token that is over":  {hotels(HotelQuery{PageToken: "t"}), `["pagination","pagination_token"]`, "is unknown, has expired, or belongs to another search", "", ""},
		"a page's name":         {hotels(HotelQuery{Page: 2}), `["pagination"]`, "is not a field of this request", "pagination_page", "pagination.page_number"},
		"review sites":          {hotels(HotelQuery{ReviewSiteIDs: []string{"1"}}), `["filter","reviewsite_ids"]`, "unrecognized key", "reviewsite_ids", "filter.reviewsite_ids"},
		"another field":         {hotels(HotelQuery{ReviewSiteIDs: []string{"1"}}), `["filter"]`, "unknown field", "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			body := refusedRequest + `}`
			if one.field != "" {
				body = refusedRequest + `, "details": [{"message": "` + one.message + `", "field": ` + one.field + `}]}`
			}
			s.answer(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", "application/json")
				w.WriteHeader(http.StatusBadRequest)
				_, _ = w.Write([]byte(body))
			})
			e := failure(t, one.call())
			var said []string
			for _, p := range e.Problems {
				if strings.Contains(p.Message, "dialect.") {
					said = append(said, p.Message)
				}
			}
			if one.want == "" {
				if len(said) > 0 {
					t.Errorf("it says %q", said)
				}
				return
			}
			want := "if this service does not know " + one.sent + ", set dialect." + one.want + " in the profile to its name for it"
			if len(said) != 1 || said[0] != want {
				t.Errorf("it says %q, want %q", said, want)
			}
		})
	}
}
