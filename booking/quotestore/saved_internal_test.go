package quotestore

import (
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/trip"
	"bellhop/internal/safetext"
)

type nobody struct{ booking.Service }

func (nobody) Skew() time.Duration { return 0 }

// Whatever stands in a file, reading it neither fails loudly nor lets anything drive the terminal; what can be read is
// written and read again as the same.
func FuzzRead(f *testing.F) {
	noon := time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)
	desk := booking.NewDesk(booking.Options{Service: nobody{}, Now: func() time.Time { return noon }})
	draft := booking.Draft{
		Trip:  trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: 1},
		Hotel: api.Hotel{ID: api.PropertyID{Chain: "LX", Code: "1"}, Name: "The Lantern"},
		Rate:  api.Rate{BookingCode: "a", Price: api.Price{Total: api.NewMoney("300", "GBP")}}, SearchedAt: noon,
		Verified: &api.Verification{Total: api.NewMoney("300", "GBP")}, VerifiedAt: noon,
	}
	whole, err := save(quote.Quote{At: noon, Offers: []quote.Offer{marked.OfferOf(desk, draft, noon)}}, "demo@here")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(whole)
	f.Add([]byte(strings.Replace(string(whole), "The Lantern", `\u001b[2J\u202e`, 1)))
	f.Add([]byte(strings.Replace(string(whole), `"rooms":1`, `"rooms":99999999`, 1)))
	f.Add([]byte(`{"version":1,"at":"2026-12-01T12:00:00Z","service":"demo@here","markup":"10%","offers":[{}]}`))
	f.Add([]byte(`null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		q, err := read(text, "demo@here", desk)
		if err != nil {
			return
		}
		d, err := q.Document()
		if err != nil && q.Markup.IsZero() {
			t.Errorf("it cannot be told: %v", err)
		}
		if printed := d.Text(); safetext.Lines(printed) != printed {
			t.Errorf("%q is not safe to print", printed)
		}
		again, err := save(q, "demo@here")
		if err != nil {
			return // A year that no date has.
		}
		twice, err := read(again, "demo@here", desk)
		if err != nil || len(twice.Offers) != len(q.Offers) {
			t.Errorf("written again it is not read: %v\n%s", err, again)
		}
	})
}
