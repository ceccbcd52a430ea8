package sandbox

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/training"
)

// quirky answers with these quirks.
func quirky(quirks string) func(*Options) {
	return func(o *Options) { o.Properties, o.Quirks, o.Samples = 100, quirks, 24 }
}

// session asks everything once and returns what was answered, by request. What
// it sends does not depend on the answers, so that two sandboxes can be compared.
// With names it leaves out what they do not name and what changes nothing.
func (l *testFixture) session(made string, verify, create any, names ...string) map[string][]byte {
	l.t.Helper()
	found := map[string][]byte{}
	for _, one := range []struct {
		what, method, path string
		body               any
	}{
		{"places", "GET", "/rest/v1/destinations/search?query=london", nil},
		{"search", "POST", pathSearch, searchBody()},
		{"verify", "POST", "/rest/v1/hotel/rate_verification", verify},
		{"create", "POST", pathCreate, create},
		{"list", "GET", pathList + "?page_size=60", nil},
		{"read", "GET", pathCreate + "/" + made, nil},
		{"pay", "PATCH", pathCreate + "/" + made, tree{"payment": tree{"guest": tree{"token": "card_good", "cvv": "123"}}}},
		{"cancel", "POST", pathCreate + "/" + made + "/cancel", nil},
		{"again", "POST", pathCreate + "/" + made + "/cancel", nil},
		{"wrong", "GET", pathList + "?page_size=0", nil},
	} {
		reads := one.method == "GET" || one.what == "search" || one.what == "verify"
		if len(names) == 0 || !reads || slices.Contains(names, one.what) {
			found[one.what] = l.sent(one.method, one.path, one.body).raw
		}
	}
	return found
}

// TestWire_4_Quirks has a row for each quirk: what its answers hold, and what
// the answers of the specification hold instead. A pattern is looked for in the
// answer to a request of a session.
func TestWire_4_Quirks(t *testing.T) {
	t.Parallel()
	empty := func(o *Options) { o.Samples = 0 } // Only the list is about those.
	plain := start(t, quirky(""), empty)
	offer := plain.offer()
	verify, create := offer.verifyBody(), offer.createBody()
	made := text(start(t, quirky(""), empty).ok(201, "POST", pathCreate, create), "id")
	before := plain.session(made, verify, create)
	before["list"] = start(t, quirky("")).session(made, verify, create, "list")["list"]

	rows := map[string]struct{ in, odd, ordinary string }{
		"state-province":       {"search", `"state_province":`, `"state_providence":`},
		"state-provience":      {"search", `"state_provience":`, `"state_providence":`},
		"numbers-for-strings":  {"search", `"(phone|fax)":[1-9]\d+`, `"(phone|fax)":"\+?[1-9]`},
		"penalties-object":     {"create", `"cancel_penalties":\{`, `"cancel_penalties":\[\{`},
		"penalties-null":       {"create", `"cancel_penalties":null`, `"cancel_penalties":\[\{`},
		"penalties-missing":    {"create", `"cancel_note":[^,]+\}`, `"cancel_penalties":\[\{`},
		"deadline-minutes":     {"create", `"deadline_local":"[-0-9]+T\d\d:\d\d(Z|[-+]\d\d:\d\d)"`, `"deadline_local":"[-0-9]+T\d\d:\d\d:00`},
		"prose-contradicts":    {"create", `"Free cancellation until 18:00 on the day of arrival."`, `is charged whenever|hotel time`},
		"guarantee-array":      {"create", `"guarantee_type":\["`, `"guarantee_type":"`},
		"guarantee-string":     {"verify", `"guarantee_type":"`, `"guarantee_type":\["`},
		"terms-array":          {"create", `"terms":\[\{`, `"terms":\{`},
		"terms-object":         {"verify", `"terms":\{`, `"terms":\[\{`},
		"stripe":               {"create", `"stripe":\{`, `"processor":\{`},
		"short-description":    {"search", `"short_description":"`, `"room_name":"`},
		"category-string":      {"search", `"category":"\d+"`, `"category":\d+`},
		"other-names":          {"verify", `"name":"[^a-z"]+"`, `"name":"[^"]*[a-z]`},
		"missing-lowest-rate":  {"search", `"check_out_time_local":"\d\d:\d\d","rating"`, `"lowest_rate":`},
		"missing-rooms":        {"search", `\}\]\}`, `"rooms":`},
		"missing-email":        {"search", `"availability":true,"phone"`, `"email":`},
		"missing-occupancy":    {"verify", `\},"price"`, `"max_occupancy":`},
		"missing-tax-flag":     {"search", `"total_taxes":[0-9.]+,"currency_code"`, `"taxes_and_fees_included":`},
		"missing-confirmation": {"create", `"created_at":"[^"]+","custom_data|"created_at":"[^"]+","guests"`, `"confirmation":`},
		"missing-number":       {"create", `"confirmation":\{"record_locator"`, `"hotel_confirmation_number":`},
		"missing-locator":      {"create", `"confirmation":\{"hotel_confirmation_number":"[^"]+"\}`, `"record_locator":`},
		"unknown-status":       {"list", `"status":"COMPLETED"`, `"status":"CONFIRMED"`},
		"unknown-error":        {"again", `"code":93002.*"type":"SUPPLIER_FAULT"`, `"type":"BOOKING_CANCELLATION_ERROR"`},
		"html-error":           {"wrong", `<h1>400 Bad Request</h1>`, `"type":"VALIDATION"`},
		"null-optional":        {"create", `"custom_data":null`, `"confirmation":\{`},
		"unknown-keys":         {"create", `^\{"x_meta":.*"x_checked":true\}`, `^\{"id":`},
		"key-order":            {"read", `"id":"`, `^\{"id":"[^"]+","status":"[^"]+","check_in_date":`},
		"wrong-flags":          {"verify", `"included_in_base":true`, `"included_in_base":false`},
		"parts-disagree":       {"search", `"total_taxes":0,`, `"total_taxes":[1-9]`},
	}
	for _, q := range training.ListQuirks() {
		t.Run(q.Name, func(t *testing.T) {
			t.Parallel()
			proves(t, "WIRE 4/2")
			row, ok := rows[q.Name]
			if !ok {
				t.Fatal("the quirk has no row")
			}
			l := start(t, quirky(q.Name), func(o *Options) {
				if row.in != "list" {
					empty(o)
				}
			})
			after := l.session(made, verify, create, row.in)
			odd, ordinary := regexp.MustCompile(row.odd), regexp.MustCompile(row.ordinary)
			if !ordinary.Match(before[row.in]) {
				t.Errorf("the ordinary answer lacks %s:\n%.3000s", ordinary, before[row.in])
			}
			if !odd.Match(after[row.in]) || bytes.Equal(after[row.in], before[row.in]) {
				t.Errorf("the answer lacks %s:\n%.3000s", odd, after[row.in])
			}
			// Of a list some are as they should be; of what stands alone nothing is.
			if left := ordinary.Match(after[row.in]); left != (row.in == "search" || row.in == "list") && q.Name != "null-optional" && q.Name != "wrong-flags" {
				t.Errorf("the ordinary shape is left: %t, %s", left, ordinary)
			}
		})
	}
}

// Postal codes are numbers where they can be: those of Paris, and not all of a
// list; a guest's too.
func TestWire_4_PostalCodesAsNumbers(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 4/2")
	l := start(t, quirky("numbers-for-strings"))
	body := searchBody()
	put(body, "filter.location.details.iata_code", "PAR")
	found := l.sent("POST", pathSearch, body).raw
	for _, pattern := range []string{`"postal_code":[1-9]\d*[,}]`, `"postal_code":"\d+"`} {
		if !regexp.MustCompile(pattern).Match(found) {
			t.Errorf("no hotel of Paris has %s", pattern)
		}
	}
	create := start(t, quirky("")).offer().createBody()
	for code, want := range map[string]string{"69002": `"postal_code":69002`, "01001": `"postal_code":"01001"`, "V6C 2W2": `"postal_code":"V6C 2W2"`} {
		put(create, "guests.primary.postal_code", code)
		if made := l.sent("POST", pathCreate, create).raw; !bytes.Contains(made, []byte(want)) {
			t.Errorf("a guest at %s: the answer lacks %s:\n%s", code, want, made)
		}
	}
}

// Without a quirk every answer is what it is without the mode, byte for byte,
// and the same quirks and requests give the same bytes.
func TestWire_4_QuirksAreDeterministic(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 4/1", "WIRE 4/3")
	plain := start(t, quirky(""))
	offer := plain.offer()
	verify, create := offer.verifyBody(), offer.createBody()
	made := text(start(t, quirky("")).ok(201, "POST", pathCreate, create), "id")
	run := func(quirks string) map[string][]byte { return start(t, quirky(quirks)).session(made, verify, create) }
	before, none, one, two := plain.session(made, verify, create), run("none"), run("all"), run("all")
	for what := range before {
		if !bytes.Equal(before[what], none[what]) {
			t.Errorf("%s: without quirks the answer is another", what)
		}
		if !bytes.Equal(one[what], two[what]) {
			t.Errorf("%s: the same quirks give other bytes", what)
		}
		if bytes.Equal(one[what], before[what]) {
			t.Errorf("%s: all quirks change nothing", what)
		}
	}
}

// What a partner wrote comes back as it was written.
func TestWire_4_QuirksLeaveCustomDataAlone(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 4/4")
	l := start(t, quirky("all"))
	plain := start(t, quirky(""))
	body := plain.offer().createBody()
	body["custom_data"] = tree{"postal_code": "12345", "status": "", "email": "a@example.com", "room_name": "x"}
	raw := l.sent("POST", pathCreate, body).raw
	if want := `"custom_data":{"email":"a@example.com","postal_code":"12345","room_name":"x","status":""}`; !bytes.Contains(raw, []byte(want)) {
		t.Errorf("the answer lacks %s:\n%s", want, raw)
	}
}

func TestWire_4_QuirkWords(t *testing.T) {
	t.Parallel()
	l := start(t)
	var names []string
	for _, q := range training.ListQuirks() {
		names = append(names, q.Name)
	}
	if sorted := slices.Sorted(slices.Values(names)); len(slices.Compact(sorted)) != len(names) {
		t.Errorf("a name stands twice: %v", sorted)
	}
	for _, q := range training.ListQuirks() {
		if line := q.Name + "  " + q.Does; len(line) > 100 || q.Does == "" {
			t.Errorf("%q is no line of a list", line)
		}
	}
	for text, want := range map[string]string{
		"":              "no quirk is named: give names with commas between them, or all, or none",
		" , ":           "no quirk is named: give names with commas between them, or all, or none",
		"strype":        `there is no quirk "strype"; did you mean stripe?`,
		"penalty-null":  `there is no quirk "penalty-null"; did you mean penalties-null?`,
		"stripe,al":     `there is no quirk "al"; did you mean all?`,
		"none,stripe":   "none stands alone: leave it out, or the quirks beside it",
		"qqqqqqqqqqqqq": `there is no quirk "qqqqqqqqqqqqq"; there are ` + strings.Join(append(names, "all", "none"), ", "),
	} {
		if err := training.CheckQuirks(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v\nwant %s", text, err, want)
		}
		if _, err := Open(t.Context(), Options{Accounts: []Account{{ID: "a", Token: "b"}}, Quirks: text}); text != "" && (err == nil || err.Error() != "sandbox: "+want) {
			t.Errorf("opening with %q: %v", text, err)
		}
	}
	for text, want := range map[string]int{"none": 0, "all": len(names), "stripe, key-order": 2, "all,stripe": len(names), "stripe stripe": 1} {
		quirks := l.sandbox.Training().Quirks
		if err := quirks.Set(t.Context(), text); err != nil || len(quirks.Names()) != want {
			t.Errorf("%q: %v, %v", text, quirks.Names(), err)
		}
	}
}

// Quirks change while the sandbox runs, and a reset goes back to the start's.
func TestWire_4_QuirksByControl(t *testing.T) {
	t.Parallel()
	l := start(t, withControl, quirky("stripe"))
	if got := fmt.Sprint(l.told("GET", "/control", "")["quirks"]); got != "[stripe]" {
		t.Errorf("the quirks are %s", got)
	}
	if got := fmt.Sprint(l.told("POST", "/control/quirks", `{"to":"key-order, deadline-minutes"}`)["quirks"]); got != "[deadline-minutes key-order]" {
		t.Errorf("the quirks are %s", got)
	}
	if r := l.tell("POST", "/control/quirks", `{"to":"kye-order"}`); r.status != 400 || text(r.body, "error") != `there is no quirk "kye-order"; did you mean key-order?` {
		t.Errorf("got %d %s", r.status, r.raw)
	}
	if got := fmt.Sprint(l.told("POST", "/control/quirks", `{"to":"none"}`)["quirks"]); got != "[]" {
		t.Errorf("the quirks are %s", got)
	}
	if got := fmt.Sprint(l.told("POST", "/control/reset", "")["quirks"]); got != "[stripe]" {
		t.Errorf("after a reset the quirks are %s", got)
	}
}

// A stay that is over stays CONFIRMED for the service: only its answers say
// otherwise, in every answer alike.
func TestWire_4_UnknownStatusIsOfStaysThatAreOver(t *testing.T) {
	t.Parallel()
	l := start(t, quirky("unknown-status"))
	made := l.book()
	if got := text(made, "status"); got != "CONFIRMED" {
		t.Errorf("a new reservation is %s", got)
	}
	l.clock.pass(60 * 24 * time.Hour)
	if got := text(l.ok(200, "GET", pathOf(made), nil), "status"); got != "COMPLETED" {
		t.Errorf("a stay that is over is %s", got)
	}
}
