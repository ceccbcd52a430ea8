package booking

import (
	"slices"
	"testing"

	"bellhop/api"
)

// What is agreed to by moving a stay is the new price beside the old one and the new terms; by cancelling it is what
// that costs now.
func TestAgreementsOfChanges(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	draft.Verified, draft.VerifiedAt = &v, december
	stored := api.Reservation{Rate: api.BookedRate{Total: api.NewMoney("99.00", "GBP"), Rooms: 1}}
	change := DateChange{
		Reservation: stored, In: draft.Trip.CheckIn, Out: draft.Trip.CheckOut, Total: draft.Charge(), New: draft.Terms(), VerifiedAt: december,
	}
	moved := change.agreedChange()
	if want := draft.Charge().String() + " for 3 nights, instead of 99.00 GBP"; !slices.Equal(moved.Price, []string{want}) {
		t.Errorf("the price is %q, want %q", moved.Price, want)
	}
	if want := draft.Terms().AgreedLines(december); !slices.Equal(moved.Cancelling, want) || len(want) < 2 {
		t.Errorf("the terms are %q, want %q", moved.Cancelling, want)
	}
	late := december.AddDate(0, 0, 30)
	for at, want := range map[string]string{
		"before": "cancelling costs nothing, of 99.00 GBP",
		"after":  "cancelling costs " + draft.Terms().CostAt(late).Words() + ", of 99.00 GBP",
	} {
		now := december
		if at == "after" {
			now = late
		}
		if got := agreedCancel(now, draft.Terms(), stored.Rate.Total); !slices.Equal(got.Cancelling, []string{want}) || !got.At.Equal(now) {
			t.Errorf("%s the deadline it is %q, want %q", at, got.Cancelling, want)
		}
	}
}
