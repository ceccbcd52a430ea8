package booking

import (
	"testing"

	"bellhop/api"
	"bellhop/booking/terms"
)

// A step that costs the whole price gives nothing back. In a verification its own
// flag says so and in a reservation none does: stored as it was sent, that is no
// deviation; nor is it where only a flag says it, and stored cheaper or with a refund it is one.
func TestTheWholePriceIsNoRefundInBothShapes(t *testing.T) {
	whole := api.CancelPenalty{Deadline: api.ParseDeadline("2026-11-01T18:00:00Z"), Amount: api.NewMoney("612.40", "GBP"), Refundable: ref(false)}
	draft := searchedDraft()
	v := verified()
	v.Terms = []api.Terms{{Penalties: []api.CancelPenalty{whole}}}
	draft.Verified = &v
	draft.Trip.Rooms = 1
	v.Total = whole.Amount
	plain := whole
	plain.Refundable = nil
	half := plain
	half.Amount = api.NewMoney("300.00", "GBP")
	for _, tt := range []struct {
		name   string
		stored api.Terms
		want   []string
	}{
		{"as sent", api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{plain}}, nil},
		{"as sent, with the flag", api.Terms{Refundable: ref(false), Penalties: []api.CancelPenalty{plain}}, nil},
		{"as no refund, without the amount", api.Terms{Refundable: ref(false)}, nil},
		{"as no refund, with a step without its amount", api.Terms{Refundable: ref(false), Penalties: []api.CancelPenalty{{Deadline: whole.Deadline}}}, nil},
		{"half of it comes back", api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{half}}, []string{"refundable", "cancel penalties"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sent := createRequest(december, draft)
			r := api.Reservation{Adults: draft.Trip.Adults, Children: draft.Trip.Children, Hotel: sent.Hotel, Rate: sent.Rate}
			r.Rate.Terms = tt.stored
			var got []string
			for _, c := range draft.Deviations(december, nil, r) {
				got = append(got, c.What)
			}
			if len(got) != len(tt.want) || len(got) > 0 && (got[0] != tt.want[0] || got[1] != tt.want[1]) {
				t.Errorf("told as deviations: %q, want %q", got, tt.want)
			}
		})
	}
}

// Where less than the whole price was agreed to, a flag that nothing is given
// back is a deviation, in the words of the service.
func TestNoRefundInPlaceOfAPartIsWorse(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	v.Terms = []api.Terms{{Penalties: []api.CancelPenalty{penalty("2026-11-01T18:00:00Z", "300.00")}}}
	draft.Verified, draft.Trip.Rooms = &v, 1
	sent := createRequest(december, draft)
	r := api.Reservation{Adults: draft.Trip.Adults, Children: draft.Trip.Children, Hotel: sent.Hotel, Rate: sent.Rate}
	r.Rate.Terms = api.Terms{Refundable: ref(false)}
	c := named(draft.Deviations(december, nil, r), "cancel penalties")
	if c == nil || c.Verdict != terms.Worse || c.Before != "300.00 GBP to cancel" || c.After != "not refundable" {
		t.Errorf("told as %+v", c)
	}
}
