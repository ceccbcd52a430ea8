package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
)

// What the hotel asks for at the new dates stands there as in terms and book: the
// price of the stay where that is paid there, and each fee.
func TestDatesNameWhatIsDueAtTheHotel(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		guarantee string
		want, not string
	}{
		{"GUARANTEE", "due at the hotel   90.00 GBP, the price of the stay", "No fees"},
		{"PREPAY", "due at the hotel   2.50 GBP, City charge", "the price of the stay"},
	} {
		t.Run(tt.guarantee, func(t *testing.T) {
			f, service := newFixtureWith(t, 0)
			r := movable(service)
			service.verified = func(v *api.Verification) { v.Terms[0].Guarantee = []string{tt.guarantee} }
			startOn(f, screens.NewDates(f.deps, r)).Type("27dec").Press("enter", "enter").Has(tt.want, "2.50 GBP, City charge").HasNot(tt.not)
		})
	}
}

// Where nobody says when the price is paid, and where there is none, nothing is
// promised to be on the card or charged.
func TestWhatIsNotSaidIsNotOnTheCard(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		change func(*api.Verification)
		want   string
	}{
		"no terms": {func(v *api.Verification) { v.Terms = nil }, "; the price is 270.01 GBP"},
		"nulls":    {func(v *api.Verification) { v.Terms = []api.Terms{{}} }, "; the price is 270.01 GBP"},
		"no price": {func(v *api.Verification) { v.Total = api.Money{} }, "not known: the verification names no total"},
	} {
		t.Run(name, func(t *testing.T) {
			f, service := newFixtureWith(t, 0)
			draft := verifiedDraft(t, f)
			tt.change(draft.Verified)
			not := []string{"on the card", ", charged"}
			startOn(f, screens.NewBook(f.deps, draft)).Has("charged now", tt.want).HasNot(not...)
			startOn(f, screens.NewReceipt(f.deps, booking.Booking{Reservation: storedReservation(0)}, draft)).Has("paid  ", tt.want).HasNot(not...)
			service.verified = tt.change
			f.start(screens.NewTerms(f.deps, londonDraft(f))).Has("charged now", tt.want).HasNot(not...)
		})
	}
}

// The payment of a rate that is paid at the hotel is not said to have been charged when it is cancelled.
func TestCancellingWhatIsPaidAtTheHotelSaysNoCharge(t *testing.T) {
	t.Parallel()
	for guarantee, x := range map[string]struct{ has, hasNot string }{
		"PREPAID":   {"612.40 GBP on the card; the service does not say", "guaranteed the room"},
		"GUARANTEE": {"paid          Nothing. The card only guaranteed the room.", "612.40 GBP on the card"},
	} {
		f, service := newFixtureWith(t, 1)
		r := &service.items[0]
		r.Rate.Terms.Guarantee, r.Rate.Terms.PaymentInfo = []string{guarantee}, ""
		p := startOn(f, screens.NewCancel(f.deps, *r)).Press("ctrl+x")
		p.Has("cancelled (CANCELED)", x.has).HasNot(x.hasNot)
	}
}
