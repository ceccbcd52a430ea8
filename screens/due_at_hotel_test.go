package screens_test

import (
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
)

// What is paid at the hotel is never said to be on the card: the read-back and
// the receipt have the price under what is due at the hotel.
func TestWhatIsPaidAtTheHotelIsNotOnTheCard(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		guarantee     string
		book, receipt []string
		not           []string
	}{
		{
			"GUARANTEE",
			[]string{"due now           nothing: guaranteed by card, paid at the hotel", "due at the hotel  270.01 GBP, the price of the stay", "City charge"},
			[]string{"due now             nothing: guaranteed by card, paid at the hotel", "due at the hotel    270.01 GBP, the price of the stay"},
			[]string{"on the card", ", charged", "no other fees"},
		},
		{
			"DEPOSIT",
			[]string{"due now           a deposit"},
			[]string{"due now             a deposit"},
			[]string{"on the card", ", charged", "the price of the stay"},
		},
		{
			"PREPAY",
			[]string{"due now           270.01 GBP, on the card"},
			[]string{"612.40 GBP, charged"},
			[]string{"the price of the stay", "paid at the hotel"},
		},
	} {
		t.Run(tt.guarantee, func(t *testing.T) {
			f, service := newFixtureWith(t, 0)
			draft := verifiedDraft(t, f)
			service.verified = func(v *api.Verification) { v.Terms[0].Guarantee = []string{tt.guarantee} }
			f.start(screens.NewTerms(f.deps, londonDraft(f))).Has(tt.book[:1]...).HasNot(tt.not[1:]...)
			draft.Verified.Terms = []api.Terms{{Guarantee: []string{tt.guarantee}}}
			startOn(f, screens.NewBook(f.deps, draft)).Has(tt.book...).HasNot(tt.not...)
			startOn(f, screens.NewReceipt(f.deps, booking.Booking{Reservation: storedReservation(0)}, draft)).Has(tt.receipt...).HasNot(tt.not...)
		})
	}
}

// What the hotel asks for at the new dates stands there as in terms and book: the
// price of the stay where that is paid there, and each fee.
func TestDatesNameWhatIsDueAtTheHotel(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		guarantee string
		want, not string
	}{
		{"GUARANTEE", "due at the hotel   90.00 GBP, the price of the stay", "no other fees"},
		{"PREPAY", "due at the hotel   City charge · 2.50 GBP", "the price of the stay"},
	} {
		t.Run(tt.guarantee, func(t *testing.T) {
			f, service := newFixtureWith(t, 0)
			r := movable(service)
			service.verified = func(v *api.Verification) { v.Terms[0].Guarantee = []string{tt.guarantee} }
			startOn(f, screens.NewDates(f.deps, r)).Type("27dec").Press("enter", "enter").Has(tt.want, "City charge · 2.50 GBP").HasNot(tt.not)
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
		"no terms": {func(v *api.Verification) { v.Terms = nil }, "270.01 GBP; when it is charged is not said"},
		"nulls":    {func(v *api.Verification) { v.Terms = []api.Terms{{}} }, "270.01 GBP; when it is charged is not said"},
		"no price": {func(v *api.Verification) { v.Total = api.Money{} }, "not said"},
	} {
		t.Run(name, func(t *testing.T) {
			f, service := newFixtureWith(t, 0)
			draft := verifiedDraft(t, f)
			tt.change(draft.Verified)
			not := []string{"on the card", ", charged"}
			startOn(f, screens.NewBook(f.deps, draft)).Has("due now           " + tt.want).HasNot(not...)
			startOn(f, screens.NewReceipt(f.deps, booking.Booking{Reservation: storedReservation(0)}, draft)).Has("due now             " + tt.want).HasNot(not...)
			service.verified = tt.change
			f.start(screens.NewTerms(f.deps, londonDraft(f))).Has("due now           " + tt.want).HasNot(not...)
		})
	}
}

// The payment of a rate that is paid at the hotel is not said to have been charged when it is cancelled.
func TestCancellingWhatIsPaidAtTheHotelSaysNoCharge(t *testing.T) {
	t.Parallel()
	for guarantee, x := range map[string]struct{ has, hasNot string }{
		"PREPAID":   {"612.40 GBP by the service; what is given back", "paid at the hotel"},
		"GUARANTEE": {"the rate was to be paid at the hotel", "612.40 GBP by the service"},
	} {
		f, service := newFixtureWith(t, 1)
		r := &service.items[0]
		r.Rate.Terms.Guarantee, r.Rate.Terms.PaymentInfo = []string{guarantee}, ""
		p := startOn(f, screens.NewCancel(f.deps, *r)).Press("ctrl+x")
		p.Has("cancelled (CANCELED)", x.has).HasNot(x.hasNot)
	}
}
