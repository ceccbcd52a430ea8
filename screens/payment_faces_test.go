package screens_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms/paytest"
	"bellhop/screens"
	"bellhop/ui/uitest"
)

// flat returns the text of a screen on one line.
func flat(p *uitest.Pump) string {
	return strings.Join(strings.Fields(strings.NewReplacer("│", " ", "\n", " ").Replace(p.View())), " ")
}

// The tray, the terms, the read-back and the receipt show the payment in the same words.
func TestScreens_Payment(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			f, _ := newFixtureWith(t, 0)
			draft := verifiedDraft(t, f)
			draft.Trip.Rooms, draft.Zone, draft.VerifiedAt = c.Rooms, time.UTC, uitest.Now()
			c.Verify(draft.Verified)
			shows := func(face string, p *uitest.Pump, c paytest.Case, now string) {
				t.Helper()
				text := flat(p.Resize(160, 60))
				for _, want := range append(append([]string{"guest pays " + c.Pays, now + " " + c.Now}, c.Later...), c.AtHotel...) {
					if !strings.Contains(text, want) {
						t.Errorf("%s does not say %q:\n%s", face, want, p.View())
					}
				}
			}
			shows("the terms", f.start(screens.NewVerifiedTerms(f.deps, draft)), c, "charged now")
			shows("the read-back", startOn(f, screens.NewBook(f.deps, draft)), c, "charged now")
			made := storedReservation(0)
			made.Created, made.Payment = api.Instant{Time: uitest.Now()}, &api.Payment{Amount: draft.Charge()}
			booked := c.Booked()
			shows("the receipt", startOn(f, screens.NewReceipt(f.deps, booking.Booking{Reservation: made}, draft)), booked, "paid")

			tray := newFixture(t)
			tray.service.verified = c.Verify
			trip := londonTrip()
			trip.Rooms = c.Rooms
			p := tray.start(screens.NewSearch(tray.deps, trip)).Press("ctrl+s", "space", "t", "ctrl+v")
			onTop(t, p, "tray")
			shows("the tray", p, c, "charged now")
		})
	}
}

// The page of a reservation shows the payment near its top in the words of the booking, with the fees from the journal.
func TestReservation_Payment(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			f, _ := newFixtureWith(t, 0)
			draft := verifiedDraft(t, f)
			draft.Trip.Rooms, draft.Token = c.Rooms, api.NewSecret("tok_good")
			c.Verify(draft.Verified)
			draft.Rate.Terms = draft.Verified.Terms[0]
			made, err := f.deps.Desk.Book(t.Context(), draft)
			if err != nil {
				t.Fatal(err)
			}
			p := startOn(f, screens.NewReservation(f.deps, made.Reservation)).Resize(160, 60)
			text, top := flat(p), strings.Join(strings.Fields(strings.Join(strings.Split(p.View(), "\n")[:22], " ")), " ")
			booked := c.Booked()
			wants := slices.Concat([]string{"paid " + booked.Now}, booked.Later, booked.AtHotel)
			if len(c.Fees) > 0 {
				wants = append(wants, "guest pays "+booked.Pays)
			}
			for _, want := range wants {
				if !strings.Contains(top, want) {
					t.Errorf("the first lines do not say %q:\n%s", want, p.View())
				}
			}
			if strings.Contains(text, "charged "+draft.Charge().String()) {
				t.Errorf("it says that the price was charged:\n%s", p.View())
			}
		})
	}
}

// A change of dates shows what is due at the hotel for the new dates.
func TestDates_Payment(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			f, service := newFixtureWith(t, 0)
			r := movable(service)
			for _, rate := range []*api.BookedRate{&r.Rate, &service.items[0].Rate} {
				rate.Rooms, rate.Terms.Guarantee, rate.Terms.PaymentInfo = c.Rooms, []string{"GUARANTEE"}, "" // Nothing was charged.
			}
			service.verified = c.Verify
			p := startOn(f, screens.NewDates(f.deps, r)).Type("27dec").Press("enter", "enter").Has("new price")
			text := flat(p.Resize(160, 60))
			for _, want := range c.AtHotel {
				if !strings.Contains(text, want) {
					t.Errorf("it does not say %q:\n%s", want, p.View())
				}
			}
		})
	}
}

// The parts of a reservation's total add up, with the fees from the journal or with the amount that is not broken down.
func TestReservation_FeesInTheTotal(t *testing.T) {
	t.Parallel()
	kwd := func(number string) api.Money { return api.NewMoney(number, "KWD") }
	f, _ := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Token = api.NewSecret("tok_good")
	v := draft.Verified
	v.Total, v.Base, v.Taxes, v.Fees, v.TaxLines = kwd("34.492"), kwd("29.993"), kwd("0"), kwd("4.499"), nil
	v.FeeLines = []api.Charge{{Amount: kwd("4.499"), Description: "Service charge", IncludedInTotal: yes(true), IncludedInBase: yes(false)}}
	made, err := f.deps.Desk.Book(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	const fees, unknown = "base price 29.993, taxes 0.000, fees and other charges in the total 4.499", "4.499 KWD of the total is not broken down by the service"
	startOn(f, screens.NewReservation(f.deps, made.Reservation)).Has("of that              " + fees).HasNot(unknown)
	other, service := newFixtureWith(t, 0)
	service.items = append(service.items, made.Reservation)
	startOn(other, screens.NewReservation(other.deps, made.Reservation)).Has("base price 29.993, taxes 0.000", unknown)
}
