package accessible_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/accessible/dialogue"
	"bellhop/api"
	"bellhop/booking/terms/paytest"
)

// fact returns a fact as the conversation prints it.
func fact(name, text string) string {
	var out bytes.Buffer
	dialogue.New(dialogue.Options{In: strings.NewReader(""), Out: &out, After: func(time.Duration) <-chan time.Time { return nil }}).Fact(name, text)
	return out.String()
}

// The verified rate and the read-back show the payment in the same words as every screen.
func TestConversation_Payment(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.service.verified = func(v *api.Verification) {
				c.Verify(v)
				v.Terms[0].Deposit = slices.Clone(v.Terms[0].Deposit)
				for i, fact := range v.Terms[0].Deposit {
					if fact.Name == "due_date" { // The cases have the days of a booking on another day.
						due, err := api.ParseDate(fact.Value)
						if err != nil {
							t.Error(err)
						}
						v.Terms[0].Deposit[i].Value = due.AddDays(-11).String()
					}
				}
			}
			line := "lon 12dec 3n 2a free"
			if c.Rooms > 1 {
				line += " 2r"
			}
			transcript, err := f.talk(line, "1", "1", "accept", "quit")
			if err != nil {
				t.Error(err)
			}
			moved := strings.NewReplacer("Sun 13 Dec", "Wed 2 Dec")
			wants(t, transcript, fact("guest pays", moved.Replace(c.Pays)), fact("charged now", c.Now))
			name := "due later"
			for _, text := range c.Later {
				wants(t, transcript, fact(name, moved.Replace(text)))
				name = "And"
			}
			name = "due at the hotel"
			for _, text := range c.AtHotel {
				wants(t, transcript, fact(name, text))
				name = "And"
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
			f := newFixture(t)
			f.service.verified = func(v *api.Verification) {
				if v.CheckIn == api.NewDate(2026, 12, 13) {
					c.Verify(v)
				}
			}
			f.service.stored = func(r *api.Reservation) { // Nothing was charged with the booking.
				r.Rate.Terms.Guarantee, r.Rate.Terms.PaymentInfo = []string{"GUARANTEE"}, ""
			}
			line := "lon 12dec 3n 2a free"
			if c.Rooms > 1 {
				line += " 2r"
			}
			transcript, err := f.talk(append(toBook(line), "book", "open", "dates", "13dec", "16dec", "quit")...)
			if err != nil {
				t.Error(err)
			}
			_, priced, _ := strings.Cut(transcript, "Pricing the new dates.")
			name := "due at the hotel"
			for _, text := range c.AtHotel {
				wants(t, priced, fact(name, text))
				name = "And"
			}
		})
	}
}

// A reservation that was sold here shows its deposit, which the service leaves out.
func TestReservation_Deposit(t *testing.T) {
	t.Parallel()
	const restThere = "The rest is paid at the hotel."
	f := newFixture(t)
	total := ""
	f.service.verified = func(v *api.Verification) {
		total = v.Total.Currency()
		v.Terms[0].Guarantee, v.Terms[0].PaymentInfo = []string{"DEPOSIT"}, restThere
		v.Terms[0].Deposit = []api.Fact{{Name: "amount", Value: "10.00"}, {Name: "currency_code", Value: total}, {Name: "due_date", Value: "2026-12-04"}}
	}
	f.service.stored = func(r *api.Reservation) {
		r.Rate.Terms.Guarantee, r.Rate.Terms.PaymentInfo = []string{"DEPOSIT"}, restThere
	}
	transcript, err := f.talk(slices.Concat([]string{"lon 12dec 3n 2a free", "1", "1", "accept"}, guest(), []string{"tok_good", "book", "open", "quit"})...)
	if err != nil {
		t.Error(err)
	}
	_, opened, _ := strings.Cut(transcript, "> open\n")
	wants(t, opened, fact("paid", "Nothing. The deposit is due later."), fact("due later", "10.00 "+total+" on Fri 4 Dec 2026, the deposit"), "Due at the hotel: ", ", the rest of the price")
}

// A reservation shows the amounts paid and due, and parts that add up. Nothing is paid if the card only guarantees the room.
func TestReservation_Payment(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.stored = func(r *api.Reservation) {
		r.Rate.Terms.Guarantee, r.Rate.Terms.PaymentInfo = []string{"GUARANTEE"}, ""
		r.Rate.Total, r.Rate.Base, r.Rate.Taxes = api.NewMoney("34.492", "KWD"), api.NewMoney("29.993", "KWD"), api.NewMoney("0", "KWD")
		r.Payment = &api.Payment{Amount: r.Rate.Total}
	}
	transcript, err := f.talk(append(toBook("lon 12dec 3n 2a free"), "book", "open", "quit")...)
	if err != nil {
		t.Error(err)
	}
	wants(t, transcript, "> open\n", "Status: confirmed", fact("total", "34.492 KWD"), fact("of that", "base price 29.993, taxes 0.000"),
		fact("", "4.499 KWD of the total is not broken down by the service")[2:], fact("paid", "Nothing. The card guarantees the room."),
		fact("due at the hotel", "34.492 KWD, the price of the stay"), "Guest: ")
	if strings.Contains(transcript[strings.Index(transcript, "> open"):], "aid by the guest") {
		t.Errorf("it says that the price was paid:\n%s", transcript)
	}
}
