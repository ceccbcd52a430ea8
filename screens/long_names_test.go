package screens_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/screens"
	"bellhop/ui"
)

// long is a text that fills every screen of these tests twice: once as several
// words and once as one.
func long(name string) string {
	const cells = 80 * 24
	return strings.Repeat(name+" ", cells/(len(name)+1)+1) + strings.Repeat(name, cells/len(name)+1)
}

// lengthen makes all texts of a draft long that come from outside.
func lengthen(d *booking.Draft) {
	d.Hotel.Name, d.Hotel.Address.Street, d.Hotel.Address.City = long("Hotel"), long("Street"), long("City")
	d.Room.Name, d.Rate.Name = long("Room"), long("Rate")
	d.Guest.GivenName, d.Guest.Surname, d.Guest.Email = long("Given"), long("Surname"), long("mail")+"@example.com"
	t := api.Terms{
		PaymentInfo: long("Pay"), Guarantee: []string{long("Guarantee")}, CancelNote: long("Note"),
		Penalties: d.Rate.Terms.Penalties, Refundable: d.Rate.Terms.Refundable,
		AcceptedCards: []string{long("Card")}, Description: []string{long("Terms")},
	}
	d.Rate.Terms = t
	if d.Verified == nil {
		return
	}
	v := *d.Verified
	v.Hotel.Name, v.Terms = d.Hotel.Name, []api.Terms{t}
	for range 30 {
		v.FeeLines = append(v.FeeLines, api.Charge{Amount: pounds(250), Description: long("Fee"), IncludedInTotal: yes(false)})
	}
	d.Verified = &v
}

// However long the texts are that a service sends, the facts that matter most
// are within the frame before anything is scrolled: the price, what cancelling
// costs, the environment, and the key that writes.
func TestLongNamesLeaveRoomForTheFacts(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		screen func(f *fixture, service *reservationService) (ui.Screen, []string)
		want   []string
	}{
		"terms": {func(f *fixture, _ *reservationService) (ui.Screen, []string) {
			d := verifiedDraft(f.t, f)
			lengthen(&d)
			d.Changes = nil
			return screens.NewVerifiedTerms(f.deps, d), nil
		}, []string{"270.01 GBP on the card", "free until Thu 17 Dec", "enter go on"}},
		"terms, changed": {func(f *fixture, _ *reservationService) (ui.Screen, []string) {
			d := verifiedDraft(f.t, f)
			lengthen(&d)
			d.Changes = []terms.Change{{What: "payment", Before: long("Before"), After: long("After"), Verdict: terms.Unclear}}
			return screens.NewVerifiedTerms(f.deps, d), nil
		}, []string{"! Not as searched", "? payment Before", "ctrl+y accept the change"}},
		"book": {func(f *fixture, _ *reservationService) (ui.Screen, []string) {
			d := verifiedDraft(f.t, f)
			lengthen(&d)
			return screens.NewBook(f.deps, d), nil
		}, []string{"270.01 GBP on the card", "free until Thu 17 Dec", "ctrl+b book it", "ctrl+b books this for 270.01 GBP"}},
		"book, changed": {func(f *fixture, _ *reservationService) (ui.Screen, []string) {
			d := verifiedDraft(f.t, f)
			lengthen(&d)
			d.Changes = []terms.Change{{What: "payment", Before: long("Before"), After: long("After"), Verdict: terms.Unclear}}
			return screens.NewBook(f.deps, d), nil
		}, []string{"270.01 GBP on the card", "free until Thu 17 Dec", "ctrl+b book it"}},
		"receipt": {func(f *fixture, _ *reservationService) (ui.Screen, []string) {
			d := verifiedDraft(f.t, f)
			lengthen(&d)
			r := storedReservation(0)
			r.Hotel.Name = d.Hotel.Name
			return screens.NewReceipt(f.deps, booking.Booking{Reservation: r, Attempt: "att-1"}, d), nil
		}, []string{"Confirmed · booked", "612.40 on the card", "free until Thu 17 Dec", "HC-00000", "REC000"}},
		"cancel": {func(f *fixture, service *reservationService) (ui.Screen, []string) {
			return screens.NewCancel(f.deps, longStored(service)), nil
		}, []string{"cancelling now costs", "nothing", "ctrl+x", "612.40 GBP"}},
		"payment": {func(f *fixture, service *reservationService) (ui.Screen, []string) {
			return screens.NewPayment(f.deps, longStored(service)), nil
		}, []string{"ctrl+b", "612.40 GBP"}},
		"reservation": {func(f *fixture, service *reservationService) (ui.Screen, []string) {
			return screens.NewReservation(f.deps, longStored(service)), nil
		}, []string{"confirmed"}},
		"dates": {func(f *fixture, service *reservationService) (ui.Screen, []string) {
			r := longStored(service)
			r.Rate.BookingCode = "code/0/0/2026-12-27"
			service.items[0] = r
			return screens.NewDates(f.deps, r), append([]string{"2", "7", "d", "e", "c", "ctrl+s"}, slices.Repeat([]string{"ctrl+y"}, 40)...)
		}, []string{"90.00 GBP", "ctrl+b", "free until"}},
	} {
		for _, size := range [][2]int{{80, 24}, {60, 20}} {
			t.Run(name+" "+fmt.Sprint(size), func(t *testing.T) {
				f, service := newFixtureWith(t, 0)
				screen, keys := c.screen(f, service)
				p := startOn(f, screen).Resize(size[0], size[1])
				p.Press(keys...)
				p.Has(append(c.want, "SANDBOX")...)
				for i, line := range strings.Split(p.View(), "\n") {
					if ui.Width(line) > size[0] {
						t.Errorf("line %d is wider than the screen: %q", i, line)
					}
				}
			})
		}
	}
}

// longStored puts a reservation with long texts into the service.
func longStored(service *reservationService) api.Reservation {
	r := storedReservation(0)
	r.Hotel.Name, r.Guest.Surname, r.Guest.Email = long("Hotel"), long("Surname"), long("mail")+"@example.com"
	r.Rate.Terms.CancelNote, r.Rate.Terms.PaymentInfo, r.Rate.Terms.Guarantee = long("Note"), long("Pay"), []string{long("Guarantee")}
	service.items = []api.Reservation{r}
	return r
}
