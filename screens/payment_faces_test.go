package screens_test

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms/paytest"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// flat is what a screen shows, on one line.
func flat(p *uitest.Pump) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", " ", "\n", " ").Replace(p.View())), " ")
}

// The tray, the terms, the read-back and the receipt tell of a payment the same.
func TestPaymentOnEveryScreen(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			f, _ := newFixtureWith(t, 0)
			draft := verifiedDraft(t, f)
			draft.Trip.Rooms, draft.Zone, draft.VerifiedAt = c.Rooms, time.UTC, uitest.Now()
			c.Verify(draft.Verified)
			told := func(face string, p *uitest.Pump, c paytest.Case, now string) {
				t.Helper()
				text := flat(p.Resize(160, 60))
				for _, want := range append(append([]string{"guest pays " + c.Pays, now + " " + c.Now}, c.Later...), c.AtHotel...) {
					if !strings.Contains(text, want) {
						t.Errorf("%s does not say %q:\n%s", face, want, p.View())
					}
				}
			}
			told("the terms", f.start(screens.NewVerifiedTerms(f.deps, draft)), c, "charged now")
			told("the read-back", startOn(f, screens.NewBook(f.deps, draft)), c, "charged now")
			made := storedReservation(0)
			made.Created, made.Payment = api.Instant{Time: uitest.Now()}, &api.Payment{Amount: draft.Charge()}
			booked := c.Booked()
			booked.Now = strings.TrimSuffix(booked.Now, " for 2 rooms, 241.03 EUR each")
			told("the receipt", startOn(f, screens.NewReceipt(f.deps, booking.Booking{Reservation: made}, draft)), booked, "paid")

			tray := newFixture(t)
			tray.service.verified = c.Verify
			trip := londonTrip()
			trip.Rooms = c.Rooms
			p := tray.start(screens.NewSearch(tray.deps, trip)).Press("ctrl+s", "space", "t", "ctrl+v")
			onTop(t, p, "tray")
			told("the tray", p, c, "charged now")
		})
	}
}
