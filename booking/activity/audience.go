package activity

import (
	"regexp"
	"slices"
	"sync"

	"bellhop/api/traffic"
)

var (
	// namesReservation finds the ids of reservations and of attempts.
	namesReservation = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\b(?:att-[A-Z2-7]{26}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|[0-9A-Za-z]{32})\b`)
	})
	// namedBy finds the fields that hold what a hotel and a service call a reservation.
	namedBy = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`"(hotel_confirmation_number|record_locator|id|request_id)":"(?:[^"\\]|\\.)*"`)
	})
)

// ForAudience returns a request as it may be shown while the console is presented: without what names a reservation.
func ForAudience(x traffic.Exchange) traffic.Exchange {
	x.Path = x.Template
	x.Query = slices.Clone(x.Query)
	for i := range x.Query {
		x.Query[i].Value = namesReservation().ReplaceAllString(x.Query[i].Value, traffic.Masked)
	}
	x.RequestID = ""
	for _, b := range []*traffic.Body{&x.Request, &x.Answer} {
		if b.Text != nil {
			b.Text = namesReservation().ReplaceAll(namedBy().ReplaceAll(b.Text, []byte(`"$1":"`+traffic.Masked+`"`)), []byte(traffic.Masked))
		}
	}
	return x
}
