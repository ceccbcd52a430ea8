package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/service"
)

// bookStay books a stay in London of other dates than searchBody's, simulated.
func (l *testFixture) bookStay(in, out string, change ...func(tree)) tree {
	l.t.Helper()
	search := searchBody()
	put(search, "stay_info.check_in_date", in)
	put(search, "stay_info.check_out_date", out)
	body := l.offers(search)[0].createBody()
	body["check_in_date"], body["check_out_date"], body["simulate"] = in, out, "created"
	for _, c := range change {
		c(body)
	}
	return l.ok(201, "POST", pathCreate, body)
}

// finds lists which of the reservations a query finds, by their number.
func (l *testFixture) finds(query string, ids []string) string {
	l.t.Helper()
	answer := l.ok(200, "GET", pathList+"?"+query, nil)
	if wrong := misfit(answer, tree{"total_items_without_paging": "integer", "items": []any{"object"}}); wrong != "" {
		l.t.Fatalf("%s: %s", query, wrong)
	}
	var found []string
	for _, item := range list(answer, "items") {
		name := "?"
		for i, id := range ids {
			if id == text(item, "id") {
				name = fmt.Sprint(i)
			}
		}
		found = append(found, name)
	}
	return strings.Join(found, " ")
}

func TestSpec_4_6_DateFilters(t *testing.T) {
	t.Parallel()
	l := start(t)
	var ids []string
	for _, stay := range [][2]string{{"2026-12-12", "2026-12-15"}, {"2026-12-13", "2026-12-15"}, {"2026-12-13", "2026-12-16"}} {
		ids = append(ids, text(l.bookStay(stay[0], stay[1]), "id"))
	}
	in := func(text string) string { return strings.ReplaceAll(text, "in", "filter[check_in_date]") }
	out := func(text string) string { return strings.ReplaceAll(text, "out", "filter[check_out_date]") }
	for _, test := range []struct{ rules, query, want string }{
		{"SPEC 4.6/5, WIRE 3a/37", in("in=2026-12-13"), "2 1"},
		{"SPEC 4.6/5", in("in=2026-12-14"), ""},
		{"SPEC 4.6/6", in("in[gt]=2026-12-12"), "2 1"},
		{"SPEC 4.6/6", in("in[gt]=2026-12-13"), ""},
		{"SPEC 4.6/7", in("in[gte]=2026-12-13"), "2 1"},
		{"SPEC 4.6/7", in("in[gte]=2026-12-12"), "2 1 0"},
		{"SPEC 4.6/8", in("in[lt]=2026-12-13"), "0"},
		{"SPEC 4.6/8", in("in[lt]=2026-12-12"), ""},
		{"SPEC 4.6/9", in("in[lte]=2026-12-12"), "0"},
		{"SPEC 4.6/9", in("in[lte]=2026-12-13"), "2 1 0"},
		{"SPEC 4.6/10", in("in[gte]=2026-12-12&in[lte]=2026-12-12"), "0"},
		{"SPEC 4.6/10, WIRE 3a/37", in("in[gte]=2026-12-13&in[lte]=2026-12-13"), "2 1"},
		{"SPEC 4.6/10", in("in[gte]=2026-12-13&in[lte]=2026-12-12"), ""},
		{"SPEC 4.6/11, WIRE 3a/37", out("out=2026-12-15"), "1 0"},
		{"SPEC 4.6/11", out("out=2026-12-14"), ""},
		{"SPEC 4.6/12", out("out[gt]=2026-12-15"), "2"},
		{"SPEC 4.6/12", out("out[gt]=2026-12-16"), ""},
		{"SPEC 4.6/13", out("out[gte]=2026-12-16"), "2"},
		{"SPEC 4.6/13", out("out[gte]=2026-12-15"), "2 1 0"},
		{"SPEC 4.6/14", out("out[lt]=2026-12-16"), "1 0"},
		{"SPEC 4.6/14", out("out[lt]=2026-12-15"), ""},
		{"SPEC 4.6/15", out("out[lte]=2026-12-15"), "1 0"},
		{"SPEC 4.6/15", out("out[lte]=2026-12-16"), "2 1 0"},
		{"SPEC 4.6/16", out("out[gte]=2026-12-16&out[lte]=2026-12-31"), "2"},
		{"SPEC 4.6/16, WIRE 3a/37", out("out[gte]=2026-12-15&out[lte]=2026-12-15"), "1 0"},
		{"SPEC 4.6/4", in("in=2026-12-13") + "&" + out("out=2026-12-15"), "1"},
		{"SPEC 4.6/4", in("in=2026-12-12") + "&" + out("out=2026-12-16"), ""},
		{"SPEC 4.6/4", in("in=2026-12-13") + "&filter[id]=" + ids[0], ""},
		{"SPEC 4.6/4", in("in=2026-12-13&in[gte]=2026-12-14"), ""},
		{"SPEC 4.6/4", in("in=2026-12-12&in[gte]=2026-12-11"), "0"},
		{"SPEC 4.6/4", in("in=2026-12-12&in[gt]=2026-12-10"), "0"},
		{"SPEC 4.6/4", in("in=2026-12-12&in[lte]=2026-12-14"), "0"},
		{"SPEC 4.6/4", in("in=2026-12-12&in[lt]=2026-12-14"), "0"},
		{"SPEC 4.6/2", "", "2 1 0"},
		{"", in("in[gt]=9999-12-31"), ""},
		{"", in("in[lt]=0001-01-01"), ""},
	} {
		name := strings.NewReplacer("filter", "", "[", " ", "]", "", "2026-", "", ids[0], "ID").Replace(test.query)
		t.Run(name, func(t *testing.T) {
			if test.rules != "" {
				proves(t, strings.Split(test.rules, ", ")...)
			}
			if got := l.in(t).finds(test.query, ids); got != test.want {
				t.Errorf("%s finds %q, want %q", test.query, got, test.want)
			}
		})
	}
}

func TestSpec_4_6_OtherFilters(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offer().createBody()
	var ids []string
	for _, data := range []tree{
		{"k": json.Number("7")}, {"k": "7"}, {"k": json.Number("7.0")}, {"k": true}, {"k": "true"}, {"k": "a,b", "n": json.Number("1e2")}, nil, {"k": "A,B", "f": false},
	} {
		body := copied(whole)
		if body["simulate"] = "created"; data != nil {
			body["custom_data"] = data
		}
		ids = append(ids, text(l.ok(201, "POST", pathCreate, body), "id"))
	}
	for _, test := range []struct{ rules, query, want string }{
		{"SPEC 4.6/17, WIRE 1/1", "filter[id]=" + ids[2], "2"},
		{"SPEC 4.6/17", "filter[id]=" + strings.Repeat("a", 32), ""},
		{"SPEC 4.6/18, WIRE 1/2", "filter[id][in]=" + ids[2] + "," + ids[5], "5 2"},
		{"SPEC 4.6/18", "filter[id][in]=" + ids[2] + "," + strings.Repeat("a", 32) + "," + ids[2], "2"},
		{"SPEC 4.6/4", "filter[id][in]=" + ids[2] + "," + ids[5] + "&filter[id]=" + ids[5], "5"},
		{"SPEC 4.6/4", "filter[id][in]=" + ids[2] + "&filter[id]=" + ids[5], ""},
		{"SPEC 4.6/4", "filter[custom_data]=7&filter[id]=" + ids[5], ""},
		{"SPEC 4.6/4", "filter[custom_data]=7&filter[check_in_date]=2026-12-13", ""},
		{"SPEC 4.6/21, WIRE 3a/34", "filter[custom_data]=7", "2 1 0"},
		{"SPEC 4.6/21, WIRE 3a/34, WIRE 3a/36", "filter[custom_data]=7.0", "2 0"},
		{"SPEC 4.6/19, SPEC 4.6/21", "filter[custom_data]=100", "5"},
		{"SPEC 4.6/22", "filter[custom_data]=true", "4 3"},
		{"SPEC 4.6/22", "filter[custom_data]=false", "7"},
		{"WIRE 3a/35", "filter[custom_data]=True", ""},
		{"WIRE 3a/35", "filter[custom_data]=FALSE", ""},
		{"SPEC 4.6/19, WIRE 1/3", "filter[custom_data]=a,b&filter[custom_data]=true", "5 4 3"},
		{"WIRE 3a/36", "filter[custom_data]=a", ""},
		{"WIRE 3a/36", "filter[custom_data]=a,b", "5"},
		{"WIRE 3a/36", "filter[custom_data]=A,B", "7"},
		{"WIRE 3a/36", "filter[custom_data]=a,b%20", ""},
		{"SPEC 4.6/20, SPEC 8/7", "filter[custom_data]=1&filter[custom_data]=2&filter[custom_data]=3&filter[custom_data]=4&filter[custom_data]=100", "5"},
		{"SPEC 8/8", "filter[custom_data]=" + url.QueryEscape(strings.Repeat("é", 128)), ""},
		{"SPEC 4.6/23, SPEC 8/10, WIRE 1/4", "page_size=3", "7 6 5"},
		{"SPEC 4.6/23, SPEC 8/10, WIRE 1/4", "page_size=3&page_number=1", "7 6 5"},
		{"SPEC 4.6/23, WIRE 1/4", "page_size=3&page_number=3", "1 0"},
		{"SPEC 4.6/23, WIRE 1/5", "page_size=1&page_number=8", "0"},
		{"WIRE 1/5", "page_size=100", "7 6 5 4 3 2 1 0"},
		{"WIRE 3a/26", "page_number=2", ""},
		{"WIRE 3a/26", "page_number=9223372036854775807&page_size=100", ""},
	} {
		name := test.query
		for i, id := range ids {
			name = strings.ReplaceAll(name, id, fmt.Sprint("ID", i))
		}
		t.Run(fmt.Sprintf("%.60s", name), func(t *testing.T) {
			proves(t, strings.Split(test.rules, ", ")...)
			if got := l.in(t).finds(test.query, ids); got != test.want {
				t.Errorf("%s finds %q, want %q", test.query, got, test.want)
			}
		})
	}
}

func TestSpec_4_6_Answer(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.6/25", "WIRE 3a/26")
	l := start(t)
	if r := l.do("GET", pathList, nil); string(r.raw) != "{\"total_items_without_paging\":0,\"items\":[]}\n" {
		t.Errorf("an empty list is %s", r.raw)
	}
	first, second := l.book(), l.book(func(b tree) { b["simulate"] = "created" })
	for query, want := range map[string]string{"": "2", "page_size=1": "2", "page_number=99&page_size=1": "2", "filter[id]=" + text(first, "id"): "1"} {
		if got := l.total(query); got != want {
			t.Errorf("%s: the total is %s, want %s", query, got, want)
		}
	}
	items := list(l.ok(200, "GET", pathList, nil), "items")
	if fmt.Sprint(items) != fmt.Sprint([]any{second, first}) {
		t.Errorf("the list shows\n%v, made were\n%v", items, []any{second, first})
	}
}

func TestSpec_4_6_MostRecentFirst(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.6/2")
	l := start(t)
	body := l.roomy(2).createBody()
	simulated := copied(body)
	simulated["simulate"] = "created"
	var want []string
	for i := range 6 {
		made := l.ok(201, "POST", pathCreate, simulated)
		want = append([]string{text(made, "id")}, want...)
		if i%2 == 0 { // Two in each second.
			l.clock.pass(time.Second)
		}
	}
	// Changing an old reservation does not make it a new one.
	old := l.ok(201, "POST", pathCreate, body)
	l.clock.pass(time.Minute)
	want = append([]string{text(l.ok(201, "POST", pathCreate, simulated), "id"), text(old, "id")}, want...)
	l.ok(200, "POST", pathOf(old)+"/cancel", nil)
	if got := fmt.Sprint(collect(list(l.ok(200, "GET", pathList, nil), "items"), "id")); got != fmt.Sprint(want) {
		t.Errorf("the list is %s, want %s", got, want)
	}
}

func TestSpec_4_6_DefaultPage(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.6/24", "SPEC 8/11", "SPEC 4.6/25")
	l := start(t, func(o *Options) { o.Samples = 60 })
	first := l.ok(200, "GET", pathList, nil)
	if length(first, "items") != 25 || text(first, "total_items_without_paging") != "60" {
		t.Errorf("the first page has %d of %s, want 25 of 60", length(first, "items"), text(first, "total_items_without_paging"))
	}
	if n := length(l.ok(200, "GET", pathList+"?page_number=3", nil), "items"); n != 10 {
		t.Errorf("the third page has %d, want 10", n)
	}
}

func TestSpec_4_6_InvalidFilters(t *testing.T) {
	t.Parallel()
	l := start(t)
	long := strings.Repeat("x", 129)
	for _, test := range []struct{ rules, query, want string }{
		{"SPEC 4.6/26", "filter[check_in_date]=12", "filter.check_in_date must be a date, YYYY-MM-DD"},
		{"SPEC 4.6/26", "filter[check_in_date][gt]=2026-2-1", "filter.check_in_date.gt must be a date, YYYY-MM-DD"},
		{"SPEC 4.6/26", "filter[check_out_date][lte]=", "filter.check_out_date.lte must be a date, YYYY-MM-DD"},
		{"WIRE 3/22", "filter[check_in_date][eq]=2026-02-01", "filter.check_in_date.eq is not a parameter of this request"},
		{"WIRE 3/22", "filter[check_in_date][GT]=2026-02-01", "filter.check_in_date.GT is not a parameter of this request"},
		{"WIRE 3/22", "filter[check_in]=2026-02-01", "filter.check_in is not a parameter of this request"},
		{"WIRE 3/22", "filter[created_at]=2026-02-01", "filter.created_at is not a parameter of this request"},
		{"WIRE 3/22", "filter=2026-02-01", "filter is not a parameter of this request"},
		{"WIRE 3/21", "status=CONFIRMED", "status is not a parameter of this request"},
		{"WIRE 3/21", "check_in_date=2026-02-01", "check_in_date is not a parameter of this request"},
		{"SPEC 4.6/26", "filter[check_in_date]=2026-02-01&filter[check_in_date]=2026-02-02", "filter.check_in_date is given 2 times"},
		{"SPEC 4.6/26, SPEC 8/12", "filter[id]=abc", "filter.id must be 32 letters and digits"},
		{"SPEC 4.6/26, SPEC 8/12", "filter[id]=" + strings.Repeat("-", 32), "filter.id must be 32 letters and digits"},
		{"SPEC 4.6/26", "filter[id][in]=", "filter.id.in must be reservation ids of 32 letters and digits, joined by commas"},
		{"SPEC 8/10, SPEC 4.6/23", "page_number=0", "page_number must be a whole number from 1"},
		{"SPEC 8/10", "page_number=-1", "page_number must be a whole number from 1"},
		{"SPEC 4.6/26", "page_number=%2B1", "page_number must be a whole number from 1"},
		{"WIRE 1/5", "page_size=0", "page_size must be a whole number from 1 to 100"},
		{"WIRE 1/5", "page_size=101", "page_size must be a whole number from 1 to 100"},
		{"SPEC 4.6/26", "page_size=x", "page_size must be a whole number from 1 to 100"},
		{"SPEC 8/8", "filter[custom_data]=" + long, "filter.custom_data must be at most 128 characters"},
		{"SPEC 8/9", "filter[custom_data]=%22", `filter.custom_data must not hold any of the characters ><"'\`},
		{"SPEC 8/9", "filter[custom_data]=%27", `filter.custom_data must not hold any of the characters ><"'\`},
		{"SPEC 8/9", "filter[custom_data]=a%3Eb", `filter.custom_data must not hold any of the characters ><"'\`},
		{"SPEC 8/9", "filter[custom_data]=a%3Cb", `filter.custom_data must not hold any of the characters ><"'\`},
		{"SPEC 8/9", "filter[custom_data]=ok&filter[custom_data]=%5C", `filter.custom_data must not hold any of the characters ><"'\`},
		{"SPEC 4.6/26", "filter[custom_data]=%FF", "filter.custom_data is not valid UTF-8"},
		{"SPEC 8/7, SPEC 4.6/20", strings.Repeat("filter[custom_data]=a&", 6) + "page_size=1", "filter.custom_data is given 6 times, at most 5 are allowed"},
	} {
		t.Run(fmt.Sprintf("%.60s", test.query), func(t *testing.T) {
			proves(t, strings.Split(test.rules, ", ")...)
			field, _, _ := strings.Cut(test.want, " ")
			invalid(t, l.in(t).do("GET", pathList+"?"+test.query, nil), test.want, strings.Split(field, ".")...)
		})
	}
	t.Run("malformed", func(t *testing.T) {
		proves(t, "SPEC 4.6/26", "WIRE 3a/15", "WIRE 3/21")
		l := l.in(t)
		invalid(t, l.do("GET", pathList+"?a=%zz", nil), "The query string is malformed.")
		r := l.do("GET", pathList+"?page_size=0&page_number=x&odd=1", nil)
		if n := length(r.body, "details"); n != 3 {
			t.Errorf("three problems give %d details: %s", n, r.raw)
		}
	})
}

func TestWire_1_OtherNames(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 1/11", "WIRE 2/21")
	l := start(t, twoPages, func(o *Options) {
		o.Names = []string{
			"id_filter=id", "ids_filter=ids", "custom_data_filter=data", "page_number=page", "page_size=size",
			"simulation=pretend", "loyalty=club", "loyalty_program=name", "loyalty_member=number", "check_in=from", "check_out=until",
			"pagination=paging", "pagination_token=token", "pagination_page=page", "reviewsite_ids=reviews",
		}
	})
	made := l.book(func(b tree) {
		b["pretend"], b["custom_data"], b["club"] = "confirmed", tree{"k": "v"}, tree{"name": "Lantern Club", "number": "1"}
	})
	id := text(made, "id")
	for _, query := range []string{"id=" + id, "ids=" + id, "data=v", "page=1&size=1"} {
		if got := text(l.ok(200, "GET", pathList+"?"+query, nil), "items", 0, "id"); got != id {
			t.Errorf("%s does not find the reservation", query)
		}
	}
	for _, query := range []string{"filter[id]=" + id, "filter[id][in]=" + id, "filter[custom_data]=v", "page_number=1", "page_size=1"} {
		name, _, _ := strings.Cut(query, "=")
		path := service.ParameterPath(name)
		invalid(t, l.do("GET", pathList+"?"+query, nil), strings.Join(path, ".")+" is not a parameter of this request", path...)
	}
	for _, query := range []string{"=1", "[]=1"} {
		name, _, _ := strings.Cut(query, "=")
		shown := name
		if name == "" {
			shown = `""`
		}
		invalid(t, l.do("GET", pathList+"?"+query, nil), shown+" is not a parameter of this request", name)
	}
	nameless := l.offer().createBody()
	nameless[""] = "x"
	invalid(t, l.do("POST", pathCreate, nameless), `"" is not a field of this request`, "")
	for _, field := range []string{"simulate", "loyalty"} {
		body := l.offer().createBody()
		body[field] = "x"
		invalid(t, l.do("POST", pathCreate, body), field+" is not a field of this request", field)
	}
	if got := text(l.ok(200, "PATCH", pathOf(made), tree{"until": "2026-12-14"}), "check_out_date"); got != "2026-12-14T00:00:00Z" {
		t.Errorf("check_out_date is %s", got)
	}
	if got := text(l.ok(200, "PATCH", pathOf(made), tree{"from": "2026-12-13"}), "check_in_date"); got != "2026-12-13T00:00:00Z" {
		t.Errorf("check_in_date is %s", got)
	}
	invalid(t, l.do("PATCH", pathOf(made), tree{"check_out_date": "2026-12-15"}), "check_out_date is not a field of this request", "check_out_date")
	search := searchBody()
	put(search, "filter.location.radius.value", 300)
	token := text(l.ok(200, "POST", pathSearch, search), "pagination", "pagination_token")
	search["paging"] = tree{"token": token, "page": 2}
	if got := text(l.ok(200, "POST", pathSearch, search), "pagination", "page_number"); got != "2" {
		t.Errorf("the second page says it is %s", got)
	}
	search["pagination"] = tree{}
	invalid(t, l.do("POST", pathSearch, search), "pagination is not a field of this request", "pagination")
	search = searchBody()
	search["filter"] = tree{"reviews": []any{"rs-zz9"}}
	if got := fmt.Sprint(l.ok(200, "POST", pathSearch, search)["missing_reviewsite_ids"]); got != "[rs-zz9]" {
		t.Errorf("missing_reviewsite_ids is %s", got)
	}
}
