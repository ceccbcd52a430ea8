package proof_test

import (
	"slices"
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
			s.r.Rate.Total, s.r.Rate.Terms = c.Total.Times(c.Rooms), c.Stored()
			s.r.Payment.Amount = s.r.Rate.Total
			got := strings.Join(strings.Fields(text(t, desk, s.r, false)), " ")
			c := c.Unsold() // The fixture has no sale.
			for _, want := range slices.Concat([]string{"paid " + c.Now}, c.Later, c.AtHotel) {
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
