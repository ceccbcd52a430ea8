package sandbox

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

func TestSpec_4_3_Verification(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.3/1", "SPEC 4.3/2", "SPEC 4.3/3", "SPEC 4.3/4", "SPEC 4.3/5", "SPEC 2.9/1", "SPEC 2.9/2", "SPEC 2.9/3", "SPEC 2.9/4", "SPEC 2.9/10",
		"SPEC 2.9/14", "WIRE 3a/5")
	l := start(t)
	penalties := 0
	for _, o := range l.offers(searchBody()) {
		v := l.ok(200, "POST", pathVerify, o.verifyBody())
		for field, want := range map[string]string{
			"booking_code": text(o.rate, "booking_code"), "channel_code": text(o.rate, "channel_code"),
			"check_in_date": "2026-12-12", "check_out_date": "2026-12-15", "max_occupancy": text(o.room, "max_occupancy"),
		} {
			if got := text(v, field); got != want {
				t.Errorf("%s is %s, want %s", field, got, want)
			}
		}
		for field := range hotelForm() {
			if got, want := text(v, "hotel", field), text(o.hotel, field); got != want {
				t.Errorf("hotel.%s is %s, want %s", field, got, want)
			}
		}
		for _, part := range []string{"total_price", "base_price", "total_taxes", "additional_fees", "currency_code"} {
			if got, want := text(v, "price", part), text(o.rate, "price", part); got != want {
				t.Errorf("%s is verified as %s after %s", part, got, want)
			}
		}
		if length(v, "terms") != 1 || text(v, "terms", 0, "rate_payment_info") != text(o.rate, "terms", "rate_payment_info") ||
			fmt.Sprint(at(v, "terms", 0, "guarantee_type")) != "["+text(o.rate, "terms", "guarantee_type")+"]" {
			t.Errorf("the terms are verified as %v after %v", at(v, "terms"), at(o.rate, "terms"))
		}
		searched := list(o.rate, "terms", "cancel_penalties")
		if n := length(v, "terms", 0, "cancel_penalties"); n != len(searched) {
			t.Errorf("%d penalties are verified after %d", n, len(searched))
		}
		for i, p := range searched {
			penalties++
			shown := at(v, "terms", 0, "cancel_penalties", i)
			for _, path := range [][]any{
				{"deadline_local"}, {"cancel_short_description"}, {"penalty", "currency_amount"}, {"penalty", "estimated_amount"},
			} {
				if got, want := text(shown, path...), text(p, path...); got != want {
					t.Errorf("%v is verified as %s after %s", path, got, want)
				}
			}
		}
	}
	if penalties == 0 {
		t.Error("no rate has a penalty")
	}
}

func TestSpec_4_3_InvalidVerification(t *testing.T) {
	t.Parallel()
	l := start(t)
	whole := l.offer().verifyBody()
	for _, test := range []struct {
		rule    string
		path    string
		value   any
		message string
	}{
		{"SPEC 4.3/1", "booking_code", nil, "is missing"},
		{"SPEC 4.3/1", "channel_code", nil, "is missing"},
		{"SPEC 4.3/1", "booking_code", 7, "must be a string"},
		{"SPEC 4.3/1", "booking_code", " ", "is empty"},
		{"SPEC 4.3/2", "chain_code", nil, "is missing"},
		{"SPEC 4.3/2", "property_code", nil, "is missing"},
		{"SPEC 4.3/2", "property_code", 20417, "must be a string"},
		{"SPEC 4.3/3", "check_in_date", nil, "is missing"},
		{"SPEC 4.3/3", "check_out_date", nil, "is missing"},
		{"WIRE 3a/20", "check_in_date", "2026-11-20", "is in the past"},
		{"SPEC 4.3/4", "guests", nil, "is missing"},
		{"SPEC 4.3/4", "guests", []any{2}, "must be an object"},
		{"SPEC 4.3/4", "guests.adults", nil, "is missing"},
		{"SPEC 4.3/4", "guests.adults", "2", "must be an integer"},
		{"SPEC 4.3/4", "guests.adults", 0, "must be at least 1"},
		{"SPEC 4.3/4", "guests.children", json.Number("0.5"), "must be an integer"},
		{"WIRE 3a/4", "guests.infants", 1, "is not a field of this request"},
		{"WIRE 3a/4", "rate", 1, "is not a field of this request"},
	} {
		t.Run(fmt.Sprint(test.path, " ", test.value), func(t *testing.T) {
			proves(t, test.rule, "SPEC 4.3/6")
			body := copied(whole)
			put(body, test.path, test.value)
			r := l.in(t).do("POST", pathVerify, body)
			invalid(t, r, test.path+" "+test.message, strings.Split(test.path, ".")...)
			if n := length(r.body, "details"); n != 1 {
				t.Errorf("one problem gives %d details: %s", n, r.raw)
			}
		})
	}
	t.Run("everything", func(t *testing.T) {
		proves(t, "WIRE 3a/15", "SPEC 7/7")
		if r := l.in(t).do("POST", pathVerify, tree{"rate": 1}); length(r.body, "details") != 8 {
			t.Errorf("an empty request has %d problems, want 8: %s", length(r.body, "details"), r.raw)
		}
	})
	t.Run("dates not in order", func(t *testing.T) {
		proves(t, "WIRE 3/3", "WIRE 3/4")
		l := l.in(t)
		for path, body := range map[string]tree{pathVerify: copied(whole), pathCreate: l.offer().createBody()} {
			for _, out := range []string{"2026-12-12", "2026-12-11"} {
				body["check_out_date"] = out
				invalid(t, l.do("POST", path, body), "The check-in date must be before the check-out date.")
			}
		}
	})
}

func TestWire_3_UnknownRate(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/15", "SPEC 4.3/1", "SPEC 4.3/2")
	l := start(t)
	whole := l.offer().verifyBody()
	for _, test := range []struct {
		path    string
		value   any
		message string
		field   string
	}{
		{"booking_code", "nowhere", "The rate is not offered for this stay.", "booking_code"},
		{"channel_code", "nowhere", "The rate is not offered for this stay.", "booking_code"},
		{"property_code", "nowhere", "There is no hotel with this chain and property code.", "property_code"},
		{"chain_code", "??", "There is no hotel with this chain and property code.", "property_code"},
		{"guests.children", 40, "The rate is not offered for this stay.", "booking_code"},
	} {
		body := copied(whole)
		put(body, test.path, test.value)
		refused(t, l.do("POST", pathVerify, body), 400, 3003, "BOOKING_ERROR", test.message, test.field)
	}
}
