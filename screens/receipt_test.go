package screens_test

import (
	"testing"

	"bellhop/booking"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

func TestReceiptOpensWhatWasBooked(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 2)
	draft := londonDraft(f)
	receipt := func() *screens.Receipt {
		return screens.NewReceipt(f.deps, booking.Booking{Reservation: storedReservation(0)}, draft)
	}
	p := startOn(f, receipt()).Has("enter open reservation", "esc new search")
	p.Press("enter")
	onTop(t, p, "reservation")
	// Mashed, it loses nothing.
	p.Press("enter", "enter")
	onTop(t, p, "reservation")
	p.Press("esc", "ctrl+r")
	onTop(t, p, "reservations")
	p.Press("esc", "esc", "ctrl+n")
	onTop(t, p, "search")
}

// The receipt follows what becomes of the booking below it.
func TestTheReceiptOfABookingThatIsCancelledFromIt(t *testing.T) {
	t.Parallel()
	for name, way := range map[string][]string{
		"its page": {"enter", "c", "ctrl+x", "enter", "esc"},
		"the list": {"ctrl+r", "enter", "c", "ctrl+x", "enter", "esc", "esc", "esc"},
	} {
		t.Run(name, func(t *testing.T) {
			f, _ := newFixtureWith(t, 0)
			p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f))).Press("ctrl+t", "ctrl+b")
			onTop(t, p, "receipt")
			p.Has("Confirmed · booked", "270.01 on the card, 2.50 at the hotel").Press(way...)
			onTop(t, p, "receipt")
			p.Has("Cancelled (CANCELED)", "paid                270.01 GBP on the card; the service does not").HasNot("confirmed", "guest pays", "due at the hotel", "cancelling")
			if name == "its page" {
				f.allGoldens("receipt_canceled")
			}
			uitest.Sweep(t, p)
		})
	}
}

func TestReceipt_Deviations(t *testing.T) {
	t.Parallel()
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	stored := storedReservation(0)
	stored.Rate.Total, stored.Adults = pounds(99900), 1
	made := f.deps.Desk.Booked(draft, stored, nil)
	startOn(f, screens.NewReceipt(f.deps, made, draft)).Has("! Differs from what was agreed:",
		"agreed 270.01 GBP, on file 999.00 GBP", "agreed 2 adults, on file 1 adult", "guest pays", "due at the hotel", "2.50 GBP, City charge")
	f.goldens("receipt_deviations")
}
