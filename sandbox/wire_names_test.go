package sandbox

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/service"
)

func TestWire_1_NameSettings(t *testing.T) {
	t.Parallel()
	all := "there are id_filter, ids_filter, custom_data_filter, page_number, page_size, simulation, loyalty, loyalty_program, " +
		"loyalty_member, check_in, check_out, pagination, pagination_token, pagination_page, reviewsite_ids"
	for _, c := range []struct{ settings, want string }{
		{"id_filter", `"id_filter" is not ENTRY=NAME, such as id_filter=id; an empty NAME leaves it out`},
		{"", `"" is not ENTRY=NAME, such as id_filter=id; an empty NAME leaves it out`},
		{"=x", `there is no name for ""; ` + all},
		{"id_fliter=x", `there is no name for "id_fliter"; did you mean id_filter?`},
		{"simulate=x", `there is no name for "simulate"; did you mean simulation?`},
		{"zzzzzzzzzzzz=x", `there is no name for "zzzzzzzzzzzz"; ` + all},
		{"id_filter=a,id_filter=b", "id_filter is given twice"},
		{"simulation= ", "the name of simulation must be printable ASCII without spaces"},
		{"simulation=é", "the name of simulation must be printable ASCII without spaces"},
		{"page_size=page_number", `the name "page_number" stands for two things in one request`},
		{"id_filter=filter[check_in_date]", `the name "filter[check_in_date]" stands for two things in one request`},
		{"loyalty=guests", `the name "guests" stands for two things in one request`},
	} {
		_, err := Open(t.Context(), Options{Accounts: []Account{{ID: "a", Token: "b"}}, Names: strings.Split(c.settings, ",")})
		var input *InputError
		if !errors.As(err, &input) || input.Text != c.want {
			t.Errorf("%q: got %v, want %s", c.settings, err, c.want)
		}
	}
	// Two that are left out do not meet.
	if err := service.CheckNames([]string{"id_filter=", "ids_filter=", "simulation=", "loyalty=", "check_in=", "check_out="}); err != nil {
		t.Error(err)
	}
	if err := service.CheckNames([]string{"simulation=a=b"}); err != nil {
		t.Errorf("a name may hold an equals sign: %v", err)
	}
}

// TestWire_1_NamesLeftOut has a service without anything that is optional: what
// would carry it is unknown, under its usual name and under none.
func TestWire_1_NamesLeftOut(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 1/12")
	var recorded bytes.Buffer
	l := start(t, twoPages, func(o *Options) {
		for _, entry := range strings.Fields("id_filter ids_filter custom_data_filter page_number page_size simulation loyalty loyalty_program " +
			"loyalty_member check_in check_out pagination pagination_token pagination_page reviewsite_ids") {
			o.Names = append(o.Names, entry+"=")
		}
		o.Record = &recorded
	})
	made := l.book(func(b tree) { b["custom_data"] = tree{"k": "v"} })
	for _, query := range []string{"filter[id]", "filter[id][in]", "filter[custom_data]", "page_number", "page_size"} {
		path := service.ParameterPath(query)
		invalid(t, l.do("GET", pathList+"?"+query+"=1", nil), jsontree.Dotted(path)+" is not a parameter of this request", path...)
	}
	invalid(t, l.do("GET", pathList+"?=x", nil), `"" is not a parameter of this request`, "")
	if got := length(l.ok(200, "GET", pathList, nil), "items"); got != 1 {
		t.Errorf("%d reservations are listed", got)
	}
	for _, field := range []string{"simulate", "loyalty", ""} {
		body := l.offer().createBody()
		body[field] = "Geheimnis"
		invalid(t, l.do("POST", pathCreate, body), jsontree.Dotted([]string{field})+" is not a field of this request", field)
	}
	for _, field := range []string{"check_in_date", "check_out_date", ""} {
		r := l.do("PATCH", pathOf(made), tree{field: "2026-12-14"})
		invalid(t, r, jsontree.Dotted([]string{field})+" is not a field of this request", field)
		invalid(t, r, "payment.guest.token is missing", "payment", "guest", "token")
	}
	search := searchBody()
	put(search, "filter.location.radius.value", 300)
	found := l.ok(200, "POST", pathSearch, search)
	if pages := text(found, "pagination", "total_pages"); pages == "1" || at(found, "pagination", "pagination_token") != nil {
		t.Errorf("of %s pages the second is promised: %v", pages, found["pagination"])
	}
	search["pagination"] = tree{"page_number": 2}
	invalid(t, l.do("POST", pathSearch, search), "pagination is not a field of this request", "pagination")
	delete(search, "pagination")
	put(search, "filter.reviewsite_ids", []any{"rs-zz9"})
	invalid(t, l.do("POST", pathSearch, search), "filter.reviewsite_ids is not a field of this request", "filter", "reviewsite_ids")
	if strings.Contains(recorded.String(), "Geheimnis") {
		t.Error("the recording shows what has no name")
	}
}

// Without tokens the pages of a hotel search are asked for by number alone, and
// one date can be changed where the service lacks the other.
func TestWire_1_SomeNamesLeftOut(t *testing.T) {
	t.Parallel()
	l := start(t, twoPages, func(o *Options) { o.Names = []string{"pagination_token=", "check_in="} })
	search := searchBody()
	put(search, "filter.location.radius.value", 300)
	search["pagination"] = tree{"page_number": 2}
	if got := text(l.ok(200, "POST", pathSearch, search), "pagination", "page_number"); got != "2" {
		t.Errorf("the second page says it is %s", got)
	}
	search["pagination"] = tree{"page_number": 2, "pagination_token": "x"}
	invalid(t, l.do("POST", pathSearch, search), "pagination.pagination_token is not a field of this request", "pagination", "pagination_token")
	made := l.book()
	if got := text(l.ok(200, "PATCH", pathOf(made), tree{"check_out_date": "2026-12-14"}), "check_out_date"); got != "2026-12-14T00:00:00Z" {
		t.Errorf("check_out_date is %s", got)
	}
	// Once the stay has begun no field is to blame.
	l.clock.pass(24 * 25 * time.Hour)
	invalid(t, l.do("PATCH", pathOf(made), tree{"check_out_date": "2026-12-20"}), "The check-in date is in the past.")
}
