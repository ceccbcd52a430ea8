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

// fact is how a fact is told.
func fact(name, text string) string {
	var out bytes.Buffer
	dialogue.New(dialogue.Options{In: strings.NewReader(""), Out: &out, After: func(time.Duration) <-chan time.Time { return nil }}).Fact(name, text)
	return out.String()
}

// The verified rate and the read-back tell of a payment what every other face tells.
func TestPaymentInTheConversation(t *testing.T) {
	t.Parallel()
	for _, c := range paytest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			f := newFixture(t)
			f.service.verified = func(v *api.Verification) {
				c.Verify(v)
				v.Terms[0].Deposit = slices.Clone(v.Terms[0].Deposit)
				for i, fact := range v.Terms[0].Deposit {
					if fact.Name == "due_date" { // The days of the cases are those of a booking on another day.
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
			told, err := f.talk(line, "1", "1", "accept", "quit")
			if err != nil {
				t.Error(err)
			}
			moved := strings.NewReplacer("Sun 13 Dec", "Wed 2 Dec")
			wants(t, told, fact("guest pays", moved.Replace(c.Pays)), fact("charged now", c.Now))
			name := "due later"
			for _, text := range c.Later {
				wants(t, told, fact(name, moved.Replace(text)))
				name = "And"
			}
			name = "due at the hotel"
			for _, text := range c.AtHotel {
				wants(t, told, fact(name, text))
				name = "And"
			}
		})
	}
}
