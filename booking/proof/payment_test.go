package proof_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms/paytest"
)

// The proof shows the payment in the same words as every screen, and reports only what was paid.
func TestPaymentInProof(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			s, desk, _ := fixture(t)
			s.r.Created, s.r.Rate.Rooms = api.Instant{Time: paytest.Made.In(time.UTC)}, c.Rooms
			s.r.Rate.Total, s.r.Rate.Terms = c.Total.Times(c.Rooms), c.Terms
			s.r.Payment.Amount = s.r.Rate.Total
			got := strings.Join(strings.Fields(text(t, desk, s.r, false)), " ")
			wants := append([]string{"paid " + c.Booked().Now}, c.Later...)
			for _, line := range c.AtHotel {
				if len(c.Fees) == 0 && line != "No fees are named." { // It was not sold here, so that its fees are not known.
					wants = append(wants, line)
				}
			}
			for _, want := range wants {
				if !strings.Contains(got, want) {
					t.Errorf("the proof does not say %q:\n%s", want, got)
				}
			}
			if strings.Contains(got, "charged "+s.r.Rate.Total.String()) {
				t.Errorf("the proof says that the price was charged:\n%s", got)
			}
		})
	}
}
