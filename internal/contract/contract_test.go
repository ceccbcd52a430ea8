package contract

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestTheDescriptionHasTheEightOperations(t *testing.T) {
	d := document(t)
	var got []string
	for _, o := range d.operations {
		got = append(got, o.method+" "+strings.Join(o.path, "/"))
		if one := got[len(got)-1]; one == "GET /healthz" || one == "GET /readyz" {
			continue
		}
		for _, status := range []int{400, 401} {
			if _, there := o.answers[status]; !there {
				t.Errorf("%s does not say what %d is", got[len(got)-1], status)
			}
		}
	}
	slices.Sort(got)
	want := []string{
		"GET /healthz",
		"GET /readyz",
		"GET /rest/v1/destinations/search",
		"GET /rest/v1/reservation/{reservation_id}",
		"GET /rest/v1/reservations",
		"PATCH /rest/v1/reservation/{reservation_id}",
		"POST /rest/v1/hotel/rate_verification",
		"POST /rest/v1/hotel/search",
		"POST /rest/v1/reservation",
		"POST /rest/v1/reservation/{reservation_id}/cancel",
	}
	if !slices.Equal(got, want) {
		t.Errorf("the operations are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestLoadRefuses(t *testing.T) {
	text, err := Text()
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string][2]string{
		"what is no OpenAPI":        {"openapi: 3.1.0", "openapi: []"},
		"an unknown reference":      {`$ref: "#/components/schemas/Rate"`, `$ref: "#/components/schemas/Rat"`},
		"an example that is wrong":  {"total_items: 31", "total_items: many"},
		"a pattern that is no such": {`pattern: "^[A-Z]{3}$", description: ISO 4217.`, `pattern: "^[A-Z", description: ISO 4217.`},
		"a body of another type":    {"text/html: {schema: {type: string}}", "text/html: {schema: {type: strin}}"},
	} {
		if !strings.Contains(string(text), change[0]) {
			t.Errorf("%s: the description does not hold %q", name, change[0])
		}
		if _, err := load([]byte(strings.Replace(string(text), change[0], change[1], 1))); err == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}

// recorder is a test that remembers how it failed.
type recorder struct {
	testing.TB
	lines []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.lines = append(r.lines, fmt.Sprintf(format, args...))
}

const (
	id      = "4f2k9x0c7d1mzq8w3e5r6t7y8u9i0p1a"
	uuid    = "b3c1f0de-5a0e-4f5c-8a55-0c6f6cbb7d10"
	guests  = `{"number_of_adults":2,"number_of_children":0,"primary":{"address":"a","city":"c","country":"FR","email":"e@example.com","given_name":"g","surname":"s","telephone_number":"+33478000000","state":"","postal_code":""}}`
	terms   = `{"rate_payment_info":"i","guarantee_type":"g","refundable":true,"cancel_note":null,"cancel_penalties":[{"deadline_local":"2027-03-08T14:00:00+01:00","cancel_short_description":"d","penalty":{"estimated_amount":false,"currency_amount":{"amount":127.40,"currency":"EUR"},"original_penalty_info":"o"}}]}`
	rate    = `{"booking_code":"B","channel_code":"C","number_of_rooms":1,"price":{"total_price":254.80,"base_price":240.40,"total_taxes":14.40,"currency_code":"EUR"},"terms":` + terms + `}`
	payment = `{"guest":{"amount":254.80,"token":"card_good","processor":{"customer":"cus","payment_method":"pm"}}}`
	made    = `{"id":"` + id + `","status":"CONFIRMED","check_in_date":"2027-03-12T00:00:00Z","check_out_date":"2027-03-14T00:00:00Z","created_at":"2026-11-21T12:00:00Z",` +
		`"confirmation":{"hotel_confirmation_number":"1","record_locator":"L"},"guests":` + guests + `,"hotel":{"chain_code":"ZO","name":"n","property_code":"1"},"payment":` + payment + `,"rate":` + rate + `}`
	create = `{"check_in_date":"2027-03-12","check_out_date":"2027-03-14","guests":` + guests + `,"hotel":{"chain_code":"ZO","property_code":"1"},` +
		`"payment":{"guest":{"amount":254.80,"token":"card_good"}},"rate":` + rate + `}`
	city       = `{"objectID":"a:b","type":"destination","name":"n","city":"c","state":null,"country":"d","country_code":null,"hotels_count":0,"hotels":[]}`
	validation = `{"code":2001,"message":"The request could not be processed because of missing or invalid parameters.","type":"VALIDATION","details":[{"message":"m","field":["f"]}],"request_id":"` + uuid + `"}`

	createPath = "/rest/v1/reservation"
	idPath     = createPath + "/" + id
	listPath   = "/rest/v1/reservations"
	findPath   = "/rest/v1/destinations/search"
)

// trial is one exchange. What is empty is what goes well.
type trial struct {
	method, path, send string // POST createPath create
	kind               string // application/json
	status             int    // 201
	answer             string // made
	header             map[string]string
	want               string // a part of a complaint; "" means none
}

func (one trial) run(t *testing.T, check func(testing.TB, http.Handler) http.Handler) []string {
	t.Helper()
	r := &recorder{TB: t}
	h := check(r, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("X-Request-Id", uuid)
		for name, value := range one.header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(one.status)
		_, _ = io.WriteString(w, one.answer)
	}))
	request := httptest.NewRequestWithContext(t.Context(), one.method, one.path, strings.NewReader(one.send))
	request.SetBasicAuth("a", "b")
	if one.kind != "" {
		request.Header.Set("Content-Type", one.kind)
	}
	h.ServeHTTP(httptest.NewRecorder(), request)
	return r.lines
}

func (one trial) complains(t *testing.T, check func(testing.TB, http.Handler) http.Handler) {
	t.Helper()
	lines := one.run(t, check)
	told := slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, one.want) })
	switch {
	case one.want == "" && len(lines) > 0:
		t.Errorf("complains without a reason:\n%s", strings.Join(lines, "\n"))
	case one.want != "" && (!told || len(lines) > 10):
		// A mistake can break two rules, or one in each of three alternatives.
		t.Errorf("complains\n%s\nwant few complaints, one of them with\n%s", strings.Join(lines, "\n"), one.want)
	}
}

// created returns a create whose answer has one part replaced by another.
func created(part, by, want string) trial {
	return trial{"POST", createPath, create, "application/json", 201, strings.Replace(made, part, by, 1), nil, want}
}

func TestAnswersThatDiffer(t *testing.T) {
	where := "POST " + createPath + " (201): "
	for name, one := range map[string]trial{
		"none":                      created("", "", ""),
		"a renamed field":           {"GET", findPath + "?query=", "", "", 200, `{"result":[]}`, nil, "missing property 'results'"},
		"a field beyond":            created(`"hotel":{`, `"hotel":{"stars":3,`, where+"/hotel: additional properties 'stars' not allowed: {"),
		"a number as a string":      created(`"total_price":254.80`, `"total_price":"254.80"`, where+`/rate/price/total_price: got string, want number: "254.80"`),
		"a string as a number":      created(`"booking_code":"B"`, `"booking_code":7`, where+"/rate/booking_code: got number, want string: 7"),
		"a missing field":           created(`"guarantee_type":"g",`, ``, where+"/rate/terms: missing property 'guarantee_type'"),
		"null where none may be":    created(`"guarantee_type":"g"`, `"guarantee_type":null`, where+"/rate/terms/guarantee_type: got null, want string: null"),
		"null for an array":         created(`"cancel_penalties":[`, `"cancel_penalties":null,"x":[`, "/rate/terms"),
		"a time without a Z":        created(`T12:00:00Z`, `T12:00:00`, "/created_at"),
		"a time with an offset":     created(`T12:00:00Z`, `T12:00:00+00:00`, where+"/created_at: "),
		"a time with a fraction":    created(`T12:00:00Z`, `T12:00:00.5Z`, where+"/created_at: "),
		"a deadline without offset": created(`14:00:00+01:00`, `14:00:00`, where+"/rate/terms/cancel_penalties/0/deadline_local: "),
		"an unknown status":         created(`"CONFIRMED"`, `"DONE"`, "/status"),
		"an id with a hyphen":       created(id, id[:31]+"-", where+"/id: "),
		"too few digits":            created(`"total_price":254.80`, `"total_price":254.8`, where+`/rate/price/total_price: 254.8 does not have the digits of "EUR"`),
		"too few for a payment":     created(`"amount":254.80`, `"amount":254.8`, where+`/payment/guest/amount: 254.8 does not have the digits of "EUR"`),
		"digits that yen lack":      created(`"amount":127.40,"currency":"EUR"`, `"amount":127.40,"currency":"JPY"`, `amount: 127.40 does not have the digits of "JPY"`),
		"an amount below zero":      created(`"amount":127.40`, `"amount":-127.40`, "minimum: got -127.4, want 0"),
		"a CONFIRMED without":       created(`"confirmation":{"hotel_confirmation_number":"1","record_locator":"L"},`, ``, where+"the whole: missing property 'confirmation'"),
		"a CREATED with":            created(`"CONFIRMED"`, `"CREATED"`, where+"the whole: additional properties 'confirmation' not allowed"),
		"a cvv in a reservation":    created(`"token":"card_good",`, `"token":"card_good","cvv":"123",`, where+"/payment/guest: additional properties 'cvv' not allowed"),
		"no JSON":                   created("}}]}}}", "}", where+"the body is not JSON"),
		"more than JSON":            created("", "null", where+"the body is not JSON"),
		"another success":           {"POST", createPath, create, "application/json", 200, made, nil, "the document does not know this status"},
		"a 404 to a create":         {"POST", createPath, create, "application/json", 404, validation, nil, "the document does not know this status"},
		"another media type":        {"GET", idPath, "", "", 200, made, map[string]string{"Content-Type": "text/plain"}, `its body is "text/plain"`},
		"no request id":             {"GET", idPath, "", "", 200, made, map[string]string{"X-Request-Id": ""}, "header X-Request-Id is missing"},
		"no WWW-Authenticate":       {"GET", idPath, "", "", 401, failure(1001, "APPLICATION_ERROR"), nil, "header WWW-Authenticate is missing"},
		"a code of another type":    {"PATCH", idPath, `{}`, "application/json", 400, failure(3001, "BOOKING_ERROR"), nil, "/code"},
		"an unknown type":           {"GET", idPath, "", "", 404, failure(1004, "NOT_FOUND"), nil, "/type"},
		"an error without its id":   {"GET", idPath, "", "", 404, strings.Replace(failure(1004, "APPLICATION_ERROR"), `,"request_id":"`+uuid+`"`, "", 1), nil, "missing property 'request_id'"},
		"a wait that is no number":  {"GET", idPath, "", "", 429, failure(1029, "APPLICATION_ERROR"), map[string]string{"Retry-After": "soon"}, "header Retry-After"},
		"a place that is null":      {"GET", findPath + "?query=", "", "", 200, `{"results":[` + strings.Replace(city, `"hotels":[]`, `"hotels":null`, 1) + `]}`, nil, "/results/0/hotels: got null, want array: null"},
		"a place without a state":   {"GET", findPath + "?query=", "", "", 200, `{"results":[` + strings.Replace(city, `"state":null,`, ``, 1) + `]}`, nil, "/results/0"},
		"a canceled that is not":    {"POST", idPath + "/cancel", "", "", 200, made, nil, "/status"},
		"items that are null":       {"GET", listPath, "", "", 200, `{"total_items_without_paging":0,"items":null}`, nil, "/items: got null, want array: null"},
		"a path that is none":       {"GET", "/rest/v1/hotels", "", "", 200, `{}`, nil, "no such operation, want 404"},
		"a method that is none":     {"DELETE", idPath, "", "", 404, failure(1004, "APPLICATION_ERROR"), nil, "no such operation, want 405"},
		"an Allow that is not all":  {"DELETE", idPath, "", "", 405, failure(1005, "APPLICATION_ERROR"), map[string]string{"Allow": "GET"}, "header Allow is [GET], the document has [GET PATCH]"},

		"a method, refused":   {"DELETE", idPath, "", "", 405, failure(1005, "APPLICATION_ERROR"), map[string]string{"Allow": "GET, PATCH"}, ""},
		"a path, refused":     {"GET", "/", "", "", 404, failure(1004, "APPLICATION_ERROR"), nil, ""},
		"a place":             {"GET", findPath + "?query=", "", "", 200, `{"results":[` + city + `]}`, nil, ""},
		"a page that is cut":  {"GET", idPath, "", "", 200, made[:99], map[string]string{"Content-Length": "999"}, ""},
		"an empty page":       {"GET", idPath, "", "", 200, "", map[string]string{"Content-Type": ""}, ""},
		"a page of a proxy":   {"GET", idPath, "", "", 200, "<html>", map[string]string{"Content-Type": "text/html"}, ""},
		"a gateway's failure": {"GET", idPath, "", "", 502, "<html>", map[string]string{"Content-Type": "text/html"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			one.complains(t, Check)
		})
	}
}

func failure(code int, kind string) string {
	return fmt.Sprintf(`{"code":%d,"message":"m","type":"%s","details":[{"message":"m"}],"request_id":"%s"}`, code, kind, uuid)
}

func TestRequestsThatDiffer(t *testing.T) {
	const json, list = "application/json", `{"total_items_without_paging":0,"items":[]}`
	const done = "the request was carried out, which the document does not allow: "
	refuse := func(message string) string { return strings.Replace(validation, `"m"`, `"`+message+`"`, 1) }
	for name, one := range map[string]trial{
		"an unknown field":         {"POST", createPath, strings.Replace(create, `{`, `{"custom":{},`, 1), json, 201, made, nil, done + "the whole: additional properties 'custom' not allowed"},
		"a missing field":          {"POST", createPath, strings.Replace(create, `"booking_code":"B",`, ``, 1), json, 201, made, nil, done + "/rate: missing property 'booking_code'"},
		"null":                     {"POST", createPath, strings.Replace(create, `"postal_code":""`, `"postal_code":null`, 1), json, 201, made, nil, done + "/guests/primary/postal_code: got null, want string"},
		"a number as a string":     {"POST", createPath, strings.Replace(create, `254.80`, `"254.80"`, 1), json, 201, made, nil, done + "/payment/guest/amount: got string, want number"},
		"a date that is none":      {"POST", createPath, strings.Replace(create, `2027-03-12`, `2027-02-29`, 1), json, 201, made, nil, done + "/check_in_date: '2027-02-29' is not valid date"},
		"eleven pairs":             {"POST", createPath, custom(`"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11`), json, 201, made, nil, done + "/custom_data: maxProperties"},
		"a key with a space":       {"POST", createPath, custom(`"a b":1`), json, 201, made, nil, done + "the whole: 'a b' does not match pattern"},
		"a value with a quote":     {"POST", createPath, custom(`"a":"it's"`), json, 201, made, nil, done + "/custom_data/a"},
		"a value that is an array": {"POST", createPath, custom(`"a":[]`), json, 201, made, nil, done + "/custom_data/a"},
		"no JSON":                  {"POST", createPath, "{", json, 201, made, nil, done + "the body is not JSON"},
		"no UTF-8":                 {"POST", createPath, "\xff", json, 201, made, nil, done + "the body is not UTF-8"},
		"another media type":       {"POST", createPath, create, "text/plain", 201, made, nil, done + `its body is "text/plain"`},
		"a body to a read":         {"GET", idPath, "{}", json, 200, made, nil, done + "it takes no body"},
		"an id with a hyphen":      {"GET", idPath[:len(idPath)-1] + "-", "", "", 200, made, nil, done + "parameter reservation_id: "},
		"no query":                 {"GET", findPath, "", "", 200, `{"results":[]}`, nil, done + "parameter query: it is missing"},
		"an unknown filter":        {"GET", listPath + "?filter[check_in]=2027-03-12", "", "", 200, list, nil, done + `parameter "filter[check_in]" is unknown`},
		"a filter given twice":     {"GET", listPath + "?filter[id]=" + id + "&filter[id]=" + id, "", "", 200, list, nil, done + "parameter filter[id]: it is given 2 times"},
		"a filter's bad date":      {"GET", listPath + "?filter[check_in_date][gte]=12.03.2027", "", "", 200, list, nil, done + "parameter filter[check_in_date][gte]: "},
		"six values":               {"GET", listPath + "?" + strings.Repeat("filter[custom_data]=a&", 6), "", "", 200, list, nil, done + "parameter filter[custom_data]: "},
		"one bad id of two":        {"GET", listPath + "?filter[id][in]=" + id + ",x", "", "", 200, list, nil, done + "parameter filter[id][in]: /1: "},
		"page zero":                {"GET", listPath + "?page_number=0", "", "", 200, list, nil, done + "parameter page_number: "},
		"a page of words":          {"GET", listPath + "?page_number=one", "", "", 200, list, nil, done + "parameter page_number: "},
		"a page beyond size":       {"GET", listPath + "?page_size=101", "", "", 200, list, nil, done + "parameter page_size: "},
		"a broken query":           {"GET", listPath + "?a=%zz", "", "", 200, list, nil, done + "its query is malformed"},
		"nothing to modify":        {"PATCH", idPath, `{"x":1}`, json, 400, validation, nil, ""},

		"good, refused":                {"POST", createPath, create, json, 400, refuse("hotel.name is missing"), nil, "the document allows the request, which was refused: hotel.name is missing"},
		"good, refused for the type":   {"POST", createPath, create, json, 415, failure(1015, "APPLICATION_ERROR"), nil, "the document allows the request"},
		"good, refused for the size":   {"POST", createPath, create, json, 413, failure(1013, "APPLICATION_ERROR"), nil, "the document allows the request"},
		"good, but not to the service": {"POST", createPath, create, json, 400, refuse("check_in_date is in the past"), nil, ""},
		"good, but a rate is gone":     {"POST", createPath, create, json, 400, failure(3001, "BOOKING_CREATION_ERROR"), nil, ""},
		"good filters":                 {"GET", listPath + "?filter[id][in]=" + id + "," + id + "&filter[custom_data]=a,b&filter[custom_data]=&page_number=007&page_size=100&filter[check_out_date]=2027-03-12", "", "", 200, list, nil, ""},
		"good pairs":                   {"POST", createPath, custom(`"a_B-9":"é","b":7.5,"c":false`), json, 201, made, nil, ""},
		"good, with a charset":         {"POST", createPath, create, "application/json; charset=UTF-8", 201, made, nil, ""},
	} {
		t.Run(name, func(t *testing.T) { one.complains(t, Check) })
	}
}

func custom(pairs string) string {
	return strings.Replace(create, `{`, `{"custom_data":{`+pairs+`},`, 1)
}

// A client's requests are checked whatever they are answered, a sandbox of
// other names by its answers alone.
func TestOneSideAlone(t *testing.T) {
	bad := trial{"POST", createPath, `{"check_in":"2027-03-12"}`, "application/json", 201, `{}`, nil, ""}
	if lines := strings.Join(bad.run(t, CheckRequests), "\n"); !strings.Contains(lines, "additional properties 'check_in' not allowed") || strings.Contains(lines, "'status'") {
		t.Errorf("the request's complaints are\n%s", lines)
	}
	if lines := strings.Join(bad.run(t, CheckAnswers), "\n"); strings.Contains(lines, "'check_in'") || !strings.Contains(lines, "missing properties") {
		t.Errorf("the answer's complaints are\n%s", lines)
	}
	elsewhere := trial{"GET", "/rest/v2/reservations", "", "", 200, `{}`, nil, "the description has no such operation"}
	elsewhere.complains(t, CheckRequests)
	elsewhere.want = ""
	elsewhere.complains(t, CheckAnswers)
}

// What is not the service's is not looked at.
func TestOtherPathsPass(t *testing.T) {
	for _, path := range []string{"/openapi.yaml", "/control", "/control/clock"} {
		trial{"GET", path, "", "", 200, "anything", nil, ""}.complains(t, Check)
	}
}

func TestAmountDigits(t *testing.T) {
	for _, one := range []struct {
		currency, number string
		want             bool
	}{
		{"EUR", "0.00", true},
		{"EUR", "0", false},
		{"EUR", "12.345", false},
		{"EUR", "1e2", false},
		{"EUR", "01.00", false},
		{"JPY", "98000", true},
		{"JPY", "98000.0", false},
		{"KWD", "45.250", true},
		{"KWD", "45.25", false},
		{"", "1.00", false},
	} {
		if got := isWritten(one.number, one.currency); got != one.want {
			t.Errorf("%s %s is %t", one.number, one.currency, got)
		}
	}
}
