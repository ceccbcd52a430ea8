package sandbox

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// A penalty leaves something to give back exactly when it is less than the price.
func TestSpec_2_9_RefundableSteps(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.9/10")
	l := start(t)
	seen := map[string]int{}
	for _, o := range l.offers(searchBody()) {
		v := l.ok(200, "POST", pathVerify, o.verifyBody())
		total := thousandths(t, at(v, "price", "total_price"))
		for _, p := range list(v, "terms", 0, "cancel_penalties") {
			want := fmt.Sprint(thousandths(t, at(p, "penalty", "currency_amount", "amount")) < total)
			if got := text(p, "refundable"); got != want {
				t.Errorf("a penalty of %v at a price of %d is refundable: %s", at(p, "penalty"), total, got)
			}
			seen[want]++
		}
	}
	if seen["true"] == 0 || seen["false"] == 0 {
		t.Errorf("the penalties are refundable: %v", seen)
	}
}

// Each name and text of a rate says what it is for, and none says another's.
func TestSpec_2_8_WordsOfARate(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.8/20", "SPEC 2.8/23", "SPEC 2.8/24", "SPEC 2.5/7", "SPEC 2.8/25")
	l := start(t)
	perks, penalties := map[string]string{}, 0
	for _, o := range l.offers(searchBody()) {
		if kind := text(o.rate, "rate_type"); !slices.Contains([]string{"PUBLIC", "MEMBER", "PACKAGE", "PROMOTION"}, kind) {
			t.Errorf("%s is of the type %q", text(o.rate, "rate_name"), kind)
		}
		for name, description := range at(o.rate, "included_perks").(tree) {
			perks[name] = fmt.Sprint(description)
		}
		for _, p := range list(o.rate, "terms", "cancel_penalties") {
			penalties++
			amount := text(p, "penalty", "currency_amount", "amount")
			for _, field := range []string{text(p, "cancel_short_description"), text(p, "penalty", "original_penalty_info")} {
				if !strings.Contains(field, amount) {
					t.Errorf("a penalty of %s says %q", amount, field)
				}
			}
		}
	}
	for name, description := range perks {
		if len(description) < 10 || description == name {
			t.Errorf("the perk %s is described as %q", name, description)
		}
	}
	if len(perks) < 3 || perks["breakfast"] != "Breakfast for everyone in the room, every morning" || penalties == 0 {
		t.Errorf("the perks are %v, there are %d penalties", perks, penalties)
	}
}

// A request at a limit passes, and one beyond it doesn't.
func TestWire_2_NamesAtTheLimit(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 2/7", "SPEC 4.2/6", "SPEC 4.1/7")
	l := start(t)
	body := searchBody()
	for _, short := range []string{" ab ", "  a", "ab\t"} {
		put(body, "filter.hotel.name", short)
		invalid(t, l.do("POST", pathSearch, body), "filter.hotel.name must have at least 3 characters", "filter", "hotel", "name")
	}
	put(body, "filter.hotel.name", "ééé")
	l.ok(200, "POST", pathSearch, body)

	hotel := l.offer().hotel
	upper := "rs-" + text(hotel, "chain_code") + text(hotel, "property_code")
	sites := searchBody()
	sites["filter"] = tree{"reviewsite_ids": []any{upper}}
	if found := l.ok(200, "POST", pathSearch, sites); fmt.Sprint(found["missing_reviewsite_ids"]) != "["+upper+"]" || length(found, "results") != 0 {
		t.Errorf("the id %s of another spelling finds %d hotels, missing are %v", upper, length(found, "results"), found["missing_reviewsite_ids"])
	}
	l.ok(200, "GET", pathPlaces+"?query="+url.QueryEscape(strings.Repeat("é", 256)), nil)
}

// A card verification code has three or four digits.
func TestSpec_4_5_CardVerificationCode(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.5/2", "SPEC 4.5/3")
	l := start(t)
	made := l.book()
	change := func(cvv any) tree { return tree{"payment": tree{"guest": tree{"token": "pay-2", "cvv": cvv}}} }
	for _, cvv := range []any{"12", "12345", "12a", "１２３", " 123"} {
		invalid(t, l.do("PATCH", pathOf(made), change(cvv)), "payment.guest.cvv must be 3 or 4 digits", "payment", "guest", "cvv")
	}
	invalid(t, l.do("PATCH", pathOf(made), change(123)), "payment.guest.cvv must be a string", "payment", "guest", "cvv")
	for _, cvv := range []string{"123", "0000"} {
		if got := text(l.ok(200, "PATCH", pathOf(made), change(cvv)), "payment", "guest", "cvv"); got != cvv {
			t.Errorf("the cvv %s comes back as %s", cvv, got)
		}
	}
}

// What the partner pays stays, and stays in sight, when the guest's card changes.
func TestSpec_4_5_PartnerStays(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.3/1", "SPEC 4.5/3")
	l := start(t)
	body := l.offer().createBody()
	total := text(body, "rate", "price", "total_price")
	put(body, "payment.partner", tree{"amount": json.Number("10.50"), "token": "partner-card"})
	put(body, "payment.guest.amount", json.Number(plus(t, total, -1050)))
	made := l.ok(201, "POST", pathCreate, body)
	done := l.ok(200, "PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "pay-2"}}})
	read := l.ok(200, "GET", pathOf(made), nil)
	for what, r := range map[string]tree{"the answer": done, "a later read": read} {
		if got, want := fmt.Sprint(at(r, "payment", "partner")), fmt.Sprint(at(made, "payment", "partner")); got != want || text(r, "payment", "guest", "token") != "pay-2" {
			t.Errorf("%s shows the partner as %s, want %s", what, got, want)
		}
	}
}

// A modification with several mistakes is told all of them, before anybody
// looks for the reservation.
func TestWire_3a_AllProblemsOfAModification(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/15", "WIRE 3/4", "WIRE 3a/20")
	l := start(t)
	path := pathCreate + "/" + strings.Repeat("a", 32)
	body := tree{"check_in_date": "2026-11-01", "check_out_date": "2026-10-30", "payment": tree{"guest": tree{"token": 7}}, "rooms": 2}
	r := l.do("PATCH", path, body)
	invalid(t, r, "check_in_date is in the past", "check_in_date")
	invalid(t, r, "The check-in date must be before the check-out date.")
	invalid(t, r, "payment.guest.token must be a string", "payment", "guest", "token")
	invalid(t, r, "rooms is not a field of this request", "rooms")
	if n := length(r.body, "details"); n != 4 {
		t.Errorf("four problems give %d details: %s", n, r.raw)
	}
}
