package booking_test

import (
	"slices"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
)

func TestProblemsFindTheirFormPart(t *testing.T) {
	for _, tt := range []struct {
		path  []string
		part  booking.FormPart
		words string
	}{
		{[]string{"guests", "primary", "email"}, booking.AtGuest, "guest's email: bad"},
		{[]string{"guests", "primary", "telephone_number"}, booking.AtGuest, "guest's telephone number: bad"},
		{[]string{"guests", "number_of_adults"}, booking.AtRequest, "guests number of adults: bad"},
		{[]string{"custom_data", "cost_centre"}, booking.AtGuest, "custom data cost_centre: bad"},
		{[]string{"loyalty", "member_id"}, booking.AtGuest, "loyalty member id: bad"},
		{[]string{"payment", "guest", "token"}, booking.AtPayment, "payment token: bad"},
		{[]string{"payment", "guest", "amount"}, booking.AtPayment, "payment guest amount: bad"},
		{[]string{"check_in_date"}, booking.AtRequest, "check in date: bad"},
		{nil, booking.AtRequest, "bad"},
	} {
		p := api.Problem{Field: tt.path, Message: "bad"}
		if got := booking.FormPartOf(p); got != tt.part {
			t.Errorf("FormPartOf(%q) = %d, want %d", tt.path, got, tt.part)
		}
		if got := booking.ProblemWords(p); got != tt.words {
			t.Errorf("ProblemWords(%q) = %q, want %q", tt.path, got, tt.words)
		}
	}
}

// A field is named in words, or by where the message stands, and not by its
// path as well.
func TestProblemTextHasNoPath(t *testing.T) {
	phone := []string{"guests", "primary", "telephone_number"}
	for message, want := range map[string]string{
		"guests.primary.telephone_number is not accepted by the hotel": "is not accepted by the hotel",
		"guests.primary.telephone_numbers are two":                     "guests.primary.telephone_numbers are two",
		"is too short": "is too short",
	} {
		p := api.Problem{Field: phone, Message: message}
		if got := booking.ProblemText(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
		if got := booking.ProblemWords(p); got != "guest's telephone number: "+want {
			t.Errorf("in words %q", got)
		}
	}
	if got := booking.ProblemText(api.Problem{Message: " spaced"}); got != " spaced" {
		t.Errorf("without a field %q", got)
	}
}

func TestQueryChipsNameEveryFilter(t *testing.T) {
	day := api.NewDate(2026, 12, 12)
	q := api.ReservationQuery{
		CheckIn:      api.DateRange{On: day, After: day, From: day, Before: day, Until: day},
		CheckOut:     api.DateRange{Until: day.AddDays(1)},
		ID:           strings.Repeat("a", 32),
		IDs:          []string{"x", "y"},
		CustomValues: []string{"ACME", "true"},
	}
	want := []string{
		"arrival on Sat 12 Dec 2026", "arrival after Sat 12 Dec 2026", "arrival from Sat 12 Dec 2026",
		"arrival before Sat 12 Dec 2026", "arrival until Sat 12 Dec 2026", "departure until Sun 13 Dec 2026",
		"id " + strings.Repeat("a", 32), "2 ids", "custom data ACME or true",
	}
	if got := booking.QueryChips(q); !slices.Equal(got, want) {
		t.Errorf("chips = %q, want %q", got, want)
	}
	if got := booking.QueryChips(api.ReservationQuery{}); got != nil {
		t.Errorf("an open list has chips %q", got)
	}
}

func TestSplitIDs(t *testing.T) {
	a, b := strings.Repeat("a1", 16), strings.Repeat("B2", 16)
	ids, problem := booking.SplitIDs(" " + a + ", " + b + "\n" + a)
	if problem != "" || !slices.Equal(ids, []string{a, b}) {
		t.Errorf("SplitIDs = %q, %q", ids, problem)
	}
	for _, bad := range []string{"short", a + "x", strings.Repeat("é", 16), a[:31] + "-"} {
		if ids, problem := booking.SplitIDs(a + " " + bad); ids != nil || !strings.HasPrefix(problem, "an id is 32 letters and digits: ") {
			t.Errorf("SplitIDs(%q) = %q, %q", bad, ids, problem)
		}
	}
}

func FuzzSplitIDs(f *testing.F) {
	f.Add("")
	f.Add("a,b c;d")
	f.Add(strings.Repeat("a1", 16) + " \x1b[31m")
	f.Fuzz(func(t *testing.T, text string) {
		ids, problem := booking.SplitIDs(text)
		for _, id := range ids {
			if booking.CheckReservationID(id) != "" {
				t.Errorf("SplitIDs(%q) let %q through", text, id)
			}
		}
		if problem != "" && ids != nil {
			t.Errorf("SplitIDs(%q) = %q and the problem %q", text, ids, problem)
		}
	})
}
