package sandbox

import (
	"net/http"
	"regexp"
	"strings"
	"testing"
)

func TestSpec_4_3_Verification(t *testing.T) {
	t.Parallel()
	l := start(t)
	for _, o := range l.offers(searchBody()) {
		v := l.ok(200, "POST", pathVerify, o.verifyBody())
		hasKeys(t, "the answer", v, "booking_code channel_code check_in_date check_out_date hotel max_occupancy price terms")
		hasKeys(t, "price", v["price"], "base_price total_price total_taxes additional_fees currency_code fees taxes")
		hasKeys(t, "terms", at(v, "terms", 0), "accepted_credit_cards cancel_penalties deposit_policies description guarantee_type rate_payment_info")
		for _, part := range []string{"total_price", "base_price", "total_taxes", "currency_code"} {
			if got, want := text(v, "price", part), text(o.rate, "price", part); got != want {
				t.Errorf("%s is verified as %s after %s", part, got, want)
			}
		}
		if length(v, "terms") != 1 || text(v, "check_in_date") != "2026-12-12" || text(v, "max_occupancy") != text(o.room, "max_occupancy") {
			t.Errorf("verified: %v", v)
		}
		sold, _ := at(o.rate, "terms", "cancel_penalties").([]any)
		for i, p := range sold {
			shown := at(v, "terms", 0, "cancel_penalties", i)
			hasKeys(t, "a penalty", shown, "cancel_short_description deadline_local penalty refundable")
			hasKeys(t, "its costs", at(shown, "penalty"), "currency_amount estimated_amount")
			if text(shown, "deadline_local") != text(p, "deadline_local") {
				t.Errorf("the deadline is %s after %s", text(shown, "deadline_local"), text(p, "deadline_local"))
			}
		}
	}
}

func TestSpec_4_3_InvalidVerification(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offers(searchBody())[0].verifyBody()
	for _, field := range []string{"booking_code", "chain_code", "channel_code", "check_in_date", "check_out_date", "guests", "property_code", "guests.adults"} {
		body := copied(whole)
		put(body, field, nil)
		invalid(t, l.do("POST", pathVerify, body), field+" is missing", strings.Split(field, ".")...)
	}
	all := l.do("POST", pathVerify, tree{"rate": 1})
	if n := length(all.body, "details"); n != 8 {
		t.Errorf("an empty request has %d problems, want 8: %s", n, all.raw)
	}
	for field, message := range map[string]string{
		"booking_code": "The rate is not offered for this stay.", "property_code": "There is no hotel with this chain and property code.",
	} {
		body := copied(whole)
		put(body, field, "nowhere")
		refused(t, l.do("POST", pathVerify, body), 400, 3003, "BOOKING_ERROR", message, field)
	}
	body := copied(whole)
	put(body, "guests.children", 40)
	refused(t, l.do("POST", pathVerify, body), 400, 3003, "BOOKING_ERROR", "The rate is not offered for this stay.", "booking_code")
}

func TestSpec_5_Authentication(t *testing.T) {
	t.Parallel()
	l := start(t)
	for name, change := range map[string]func(*http.Request){
		"missing":       func(r *http.Request) { r.Header.Del("Authorization") },
		"wrong token":   func(r *http.Request) { r.SetBasicAuth("acme", "key-2") },
		"no token":      func(r *http.Request) { r.SetBasicAuth("acme", "") },
		"wrong account": func(r *http.Request) { r.SetBasicAuth("nobody", "key-1") },
		"no account":    func(r *http.Request) { r.SetBasicAuth("", "") },
		"bearer":        func(r *http.Request) { r.Header.Set("Authorization", "Bearer key-1") },
		"not base64":    func(r *http.Request) { r.Header.Set("Authorization", "Basic ???") },
	} {
		// Before everything else: the path, the method, the media type, the size.
		for _, path := range []string{pathList, pathCreate, "/nowhere"} {
			r := l.do("PUT", path, strings.Repeat("x", 10), change)
			refused(t, r, 401, 1001, "APPLICATION_ERROR", "The API key token is missing, invalid or expired.")
			if got := r.header.Get("WWW-Authenticate"); got != `Basic realm="bellhop sandbox", charset="UTF-8"` {
				t.Errorf("%s: WWW-Authenticate is %q", name, got)
			}
		}
	}
}

func TestSpec_7_AllProblemsAtOnce(t *testing.T) {
	t.Parallel()
	l := start(t)
	r := l.do("POST", pathCreate+"?x=1", `{"check_in_date":"soon","check_out_date":3,"guests":{"number_of_adults":"2","primary":{}},"hotel":null,"extra":{}}`)
	invalid(t, r, "x is not a parameter of this request", "x")
	for path, message := range map[string]string{
		"check_in_date": "must be a date, YYYY-MM-DD", "check_out_date": "must be a date, YYYY-MM-DD",
		"guests.number_of_adults": "must be an integer", "guests.primary.given_name": "is missing", "hotel": "is missing",
		"rate": "is missing", "payment": "is missing", "extra": "is not a field of this request",
	} {
		invalid(t, r, path+" "+message, strings.Split(path, ".")...)
	}
	if got := r.header.Get("Date"); got != "Sat, 21 Nov 2026 12:30:00 GMT" {
		t.Errorf("Date is %q, want the sandbox's clock", got)
	}
	if id := text(r.body, "request_id"); !regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`).MatchString(id) {
		t.Errorf("request_id is %q", id)
	}
	many := l.do("POST", pathCreate, `{"a":1`+strings.Repeat(`,"b":1`, 5000)+`}`)
	if n := length(many.body, "details"); n != maxProblems {
		t.Errorf("thousands of problems give %d details, want %d", n, maxProblems)
	}
}
