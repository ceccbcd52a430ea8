package sandbox

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestSpec_4_6_List(t *testing.T) {
	t.Parallel()
	l := start(t)
	var ids []string
	for i, data := range []tree{
		{"k": json.Number("7")}, {"k": "7"}, {"k": json.Number("7.0")}, {"k": true}, {"k": "true"}, {"k": "a,b", "n": json.Number("1e2")}, nil,
	} {
		made := l.book(func(b tree) {
			if b["simulate"] = "created"; data != nil {
				b["custom_data"] = data
			}
			_ = i
		})
		ids = append(ids, text(made, "id"))
	}
	for query, want := range map[string][]int{
		"":                     {6, 5, 4, 3, 2, 1, 0},
		"filter[id]=" + ids[2]: {2},
		"filter[id][in]=" + ids[2] + "," + ids[5]:                            {5, 2},
		"filter[id][in]=" + ids[2] + "," + ids[5] + "&filter[id]=" + ids[5]:  {5},
		"filter[id][in]=" + ids[2] + "&filter[id]=" + ids[5]:                 {},
		"filter[custom_data]=7":                                              {2, 1, 0},
		"filter[custom_data]=7.0":                                            {2, 0},
		"filter[custom_data]=100":                                            {5},
		"filter[custom_data]=true":                                           {4, 3},
		"filter[custom_data]=True":                                           {},
		"filter[custom_data]=a,b&filter[custom_data]=true":                   {5, 4, 3},
		"filter[custom_data]=a":                                              {},
		"filter[check_in_date]=2026-12-12":                                   {6, 5, 4, 3, 2, 1, 0},
		"filter[check_in_date][gt]=2026-12-12":                               {},
		"filter[check_in_date][gt]=2026-12-11&page_size=2":                   {6, 5},
		"filter[check_in_date][gte]=2026-12-12&page_size=2&page_number=4":    {0},
		"filter[check_in_date][lt]=2026-12-12":                               {},
		"filter[check_in_date][lte]=2026-12-12&page_size=1":                  {6},
		"filter[check_out_date]=2026-12-15&page_size=1":                      {6},
		"filter[check_out_date][gt]=2026-12-15":                              {},
		"filter[check_out_date][gte]=2026-12-15&page_size=1":                 {6},
		"filter[check_out_date][lt]=2026-12-15":                              {},
		"filter[check_out_date][lte]=2026-12-15&page_size=1":                 {6},
		"filter[check_in_date]=2026-12-12&filter[check_out_date]=2026-12-16": {},
		"page_number=2": {},
		"page_number=9223372036854775807&page_size=100": {},
	} {
		list := l.ok(200, "GET", pathList+"?"+query, nil)
		hasKeys(t, "a list", list, "total_items_without_paging items")
		got := []int{}
		items, _ := list["items"].([]any)
		for _, item := range items {
			for i, id := range ids {
				if id == text(item, "id") {
					got = append(got, i)
				}
			}
		}
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s finds %v, want %v", query, got, want)
		}
	}
	if total := text(l.ok(200, "GET", pathList+"?page_number=99&page_size=3", nil), "total_items_without_paging"); total != "7" {
		t.Errorf("past the end the total is %s, want 7", total)
	}
}

func TestSpec_4_6_DefaultPage(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) { o.Samples = 60 })
	list := l.ok(200, "GET", pathList, nil)
	if length(list, "items") != 25 || text(list, "total_items_without_paging") != "60" {
		t.Errorf("the first page has %d of %s, want 25 of 60", length(list, "items"), text(list, "total_items_without_paging"))
	}
}

func TestSpec_4_6_InvalidFilters(t *testing.T) {
	t.Parallel()
	l := start(t)
	long := strings.Repeat("x", 129)
	for query, want := range map[string]string{
		"filter[check_in_date]=12":                                          "filter.check_in_date must be a date, YYYY-MM-DD",
		"filter[check_in_date][gt]=2026-2-1":                                "filter.check_in_date.gt must be a date, YYYY-MM-DD",
		"filter[check_in_date][eq]=2026-02-01":                              "filter.check_in_date.eq is not a parameter of this request",
		"filter[check_in]=2026-02-01":                                       "filter.check_in is not a parameter of this request",
		"filter[created_at]=2026-02-01":                                     "filter.created_at is not a parameter of this request",
		"status=CONFIRMED":                                                  "status is not a parameter of this request",
		"filter[check_in_date]=2026-02-01&filter[check_in_date]=2026-02-02": "filter.check_in_date is given 2 times",
		"filter[id]=abc":                                                    "filter.id must be 32 letters and digits",
		"filter[id][in]=":                                                   "filter.id.in must be reservation ids of 32 letters and digits, joined by commas",
		"page_number=0":                                                     "page_number must be a whole number from 1",
		"page_number=%2B1":                                                  "page_number must be a whole number from 1",
		"page_size=101":                                                     "page_size must be a whole number from 1 to 100",
		"page_size=x":                                                       "page_size must be a whole number from 1 to 100",
		"filter[custom_data]=" + long:                                       "filter.custom_data must be at most 128 characters",
		"filter[custom_data]=%22":                                           `filter.custom_data must not hold any of the characters ><"'\`,
		"filter[custom_data]=%FF":                                           "filter.custom_data is not valid UTF-8",
		strings.Repeat("filter[custom_data]=a&", 6) + "page_size=1":         "filter.custom_data is given 6 times, at most 5 are allowed",
	} {
		field, _, _ := strings.Cut(want, " ")
		invalid(t, l.do("GET", pathList+"?"+query, nil), want, strings.Split(field, ".")...)
	}
	invalid(t, l.do("GET", pathList+"?a=%zz", nil), "The query string is malformed.")
	r := l.do("GET", pathList+"?page_size=0&page_number=x&odd=1", nil)
	if n := length(r.body, "details"); n != 3 {
		t.Errorf("three problems give %d details: %s", n, r.raw)
	}
}

func TestWire_1_OtherNames(t *testing.T) {
	t.Parallel()
	l := start(t, func(o *Options) {
		o.Names = Names{ID: "id", IDs: "ids", CustomData: "data", PageNumber: "page", PageSize: "size", Simulation: "pretend", CheckOut: "until"}
	})
	made := l.book(func(b tree) { b["pretend"], b["custom_data"] = "confirmed", tree{"k": "v"} })
	id := text(made, "id")
	for _, query := range []string{"id=" + id, "ids=" + id, "data=v", "page=1&size=1"} {
		if got := text(l.ok(200, "GET", pathList+"?"+query, nil), "items", 0, "id"); got != id {
			t.Errorf("%s does not find the reservation", query)
		}
	}
	invalid(t, l.do("GET", pathList+"?page_size=1", nil), "page_size is not a parameter of this request", "page_size")
	if got := text(l.ok(200, "PATCH", pathOf(made), tree{"until": "2026-12-14"}), "check_out_date"); got != "2026-12-14T00:00:00Z" {
		t.Errorf("check_out_date is %s", got)
	}
	_, err := Open(t.Context(), Options{Accounts: []Account{{"a", "b"}}, Names: Names{PageSize: "page_number"}})
	if err == nil || !strings.Contains(err.Error(), `the name "page_number" stands for two things`) {
		t.Errorf("two equal names: %v", err)
	}
}
