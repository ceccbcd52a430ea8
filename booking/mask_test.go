package booking_test

import (
	"fmt"
	"reflect"
	"regexp"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// privateMarks are in every value that is a guest's below.
var privateMarks = regexp.MustCompile(`(?i)mark|5550199`)

func privateReservation() api.Reservation {
	return api.Reservation{
		ID: "mark0000", Status: api.StatusConfirmed, Adults: 2,
		Guest: api.Guest{
			GivenName: "Äbermark", Surname: "Mark", Email: "xmark@example.com", Phone: "+442075550199",
			Address: "1 Markstreet", City: "Markcity", State: "Mark", PostalCode: "MARK1", Country: "GB",
		},
		Hotel:        api.HotelRef{Name: "The Aldwych Lantern"},
		Confirmation: &api.Confirmation{HotelNumber: "HC-MARK", RecordLocator: "LOCMARK"},
		CustomData:   api.CustomData{{Key: "centre", Text: "CC-MARK"}, {Key: "vip", Kind: api.CustomBool, Truth: true}},
		Payment:      &api.Payment{Amount: api.NewMoney("10.00", "GBP"), Token: api.NewSecret("tok_mark"), Customer: "cus_mark", MethodRef: "pm_mark"},
		Partner:      &api.Payment{Customer: "cus_mark"},
	}
}

// Masked, nothing is left of a guest, and all else is; masked again it is the
// same. What was masked is untouched.
func TestMask(t *testing.T) {
	t.Parallel()
	r := privateReservation()
	draft := booking.Draft{
		Guest: r.Guest, CustomData: r.CustomData, Loyalty: &api.Loyalty{Program: "Club", MemberID: "MARK7"},
		Token: api.NewSecret("tok_mark"), Attempt: "att-mark", Replaces: &r,
	}
	pending := recovery.Write{Plan: journal.Plan{Attempt: "att-mark", Reservation: "mark1"}, Reservation: &r}
	query := api.ReservationQuery{ID: "mark", IDs: []string{"mark1", "mark2"}, CustomValues: []string{"mark"}}
	for name, test := range map[string]struct {
		before any
		mask   func(any) any
	}{
		"guest":       {r.Guest, func(v any) any { return booking.MaskGuest(v.(api.Guest)) }},
		"reservation": {r, func(v any) any { return booking.MaskReservation(v.(api.Reservation)) }},
		"draft":       {draft, func(v any) any { return booking.MaskDraft(v.(booking.Draft)) }},
		"pending":     {pending, func(v any) any { return booking.MaskWrite(v.(recovery.Write)) }},
		"query":       {query, func(v any) any { return booking.MaskQuery(v.(api.ReservationQuery)) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := everything(test.before)
			if !privateMarks.MatchString(before) {
				t.Fatalf("nothing is marked in %s", before)
			}
			masked := test.mask(test.before)
			if found := privateMarks.FindString(everything(masked)); found != "" {
				t.Errorf("%q is left in %s", found, everything(masked))
			}
			if again := test.mask(masked); !reflect.DeepEqual(again, masked) {
				t.Errorf("masked twice it is %s, want %s", everything(again), everything(masked))
			}
			if after := everything(test.before); after != before {
				t.Errorf("what was masked has become %s, it was %s", after, before)
			}
		})
	}
	seen := booking.MaskReservation(r)
	if seen.Status != r.Status || seen.Hotel != r.Hotel || seen.Adults != 2 || seen.Payment.Amount.String() != "10.00 GBP" || seen.CustomData[0].Key != "centre" {
		t.Errorf("what is nobody's is not there: %+v", seen)
	}
	if got := booking.MaskName(seen.Guest); got != "Ä··· M···" || seen.Guest.Email != "x···@example.com" || seen.Guest.Phone != "···99" {
		t.Errorf("masked otherwise than in lists: %q, %+v", got, seen.Guest)
	}
	if empty := booking.MaskReservation(api.Reservation{}); empty.ID != "" || empty.Guest != (api.Guest{}) || empty.Confirmation != nil || empty.Payment != nil {
		t.Errorf("of nothing something is shown: %+v", empty)
	}
}

// everything is a value in text, with what its pointers point to.
func everything(v any) string {
	switch v := v.(type) {
	case api.Reservation:
		text := fmt.Sprintf("%+v", v)
		if v.Confirmation != nil {
			text += fmt.Sprintf("%+v", *v.Confirmation)
		}
		for _, p := range []*api.Payment{v.Payment, v.Partner} {
			if p != nil {
				text += fmt.Sprintf("%+v %q", *p, p.Token.Reveal())
			}
		}
		return regexp.MustCompile(`0x[0-9a-f]+`).ReplaceAllString(text, "")
	case booking.Draft:
		replaced, loyalty := everything(*v.Replaces), fmt.Sprintf("%+v", *v.Loyalty)
		v.Replaces, v.Loyalty = nil, nil
		return fmt.Sprintf("%+v %q", v, v.Token.Reveal()) + replaced + loyalty
	case recovery.Write:
		found := everything(*v.Reservation)
		v.Reservation = nil
		return fmt.Sprintf("%+v", v) + found
	default:
		return fmt.Sprintf("%+v", v)
	}
}
