package booking_test

import (
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/proof"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// A search and a reservation flag the rate as non-refundable; a verification flags its only penalty. The terms are the same.
func TestSaleOf_NonRefundableRateIsOnFileAsAgreed(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	list, err := o.desk.Hotels(t.Context(), tripTo(trip.CodeDestination("LON")))
	if err != nil {
		t.Fatal(err)
	}
	booked := 0
	for _, item := range list.Items {
		hotel := item.Hotel()
		for _, offered := range booking.RoomRates(hotel) {
			if terms.Of(offered.Rate.Terms).Refund(clock) != terms.RefundNone || booked == 6 {
				continue
			}
			draft, err := o.desk.Verify(t.Context(), booking.Draft{Trip: list.Trip, Hotel: hotel, Room: offered.Room, Rate: offered.Rate})
			if err != nil {
				t.Fatal(err)
			}
			draft.Guest, draft.Token = zoe, api.NewSecret("card_good")
			draft.Guest.Surname += string(rune('a' + booked)) // Another guest each time.
			made, err := o.desk.Book(t.Context(), draft)
			if err != nil {
				t.Fatal(err)
			}
			booked++
			r, _, err := o.desk.Read(t.Context(), made.Reservation.ID)
			if err != nil {
				t.Fatal(err)
			}
			sale, sold, err := o.desk.SaleOf(r)
			if err != nil || !sold || len(sale.Deviations) != 0 || len(made.Deviations) != 0 {
				t.Errorf("%s: %t, %v, %+v, at once %+v", offered.Rate.Name, sold, err, sale.Deviations, made.Deviations)
			}
			if got := sale.OnFile(); got != "On file as agreed" {
				t.Errorf("%s: %s", offered.Rate.Name, got)
			}
			paper, err := proof.Of(o.desk, r, false, nil)
			if err != nil || !strings.Contains(paper.Document().Text(), "On file as agreed") {
				t.Errorf("%s: the proof does not say that it is on file as agreed: %v", offered.Rate.Name, err)
			}
		}
	}
	if booked != 6 {
		t.Errorf("%d non-refundable rates were booked", booked)
	}
}
