package sandbox

import (
	"fmt"
	"net/http"
	"testing"
)

// severalRooms books verified rates of a new world of the seed for two to four rooms each, and returns the refused bookings.
// It searches several cities and seasons, and books the same hotels again.
func severalRooms(t *testing.T, seed uint64, bookings int) (refused []string) {
	t.Helper()
	l := start(t, func(o *Options) { o.Seed = seed })
	stays := []struct{ code, in, out string }{
		{"LON", "2026-12-12", "2026-12-15"},
		{"NYC", "2027-02-01", "2027-02-02"},
		{"PAR", "2027-05-14", "2027-05-19"},
		{"TYO", "2027-08-20", "2027-08-27"},
		{"LON", "2026-12-13", "2026-12-14"},
	}
	found := make([][]offer, len(stays))
	for i, s := range stays {
		body := searchBody()
		put(body, "stay_info.check_in_date", s.in)
		put(body, "stay_info.check_out_date", s.out)
		put(body, "filter.location.details.iata_code", s.code)
		found[i] = l.offers(body)
	}
	tried := 0
	for n := 0; tried < bookings; n++ {
		stay, offers := stays[n%len(stays)], found[n%len(stays)]
		o, rooms := offers[n*37%len(offers)], 2+n%3
		of := fmt.Sprintf("seed %d, %s %s, %s: %d rooms", seed, stay.code, stay.in, text(o.rate, "booking_code"), rooms)
		verify := o.verifyBody()
		put(verify, "check_in_date", stay.in)
		put(verify, "check_out_date", stay.out)
		verified := l.do("POST", "/rest/v1/hotel/rate_verification", verify)
		if verified.status != http.StatusOK {
			if n > 10*bookings {
				t.Fatalf("seed %d: only %d rates can be verified", seed, tried)
			}
			continue // The verification reports it sold out.
		}
		tried++
		create := o.createBody()
		put(create, "check_in_date", stay.in)
		put(create, "check_out_date", stay.out)
		put(create, "guests.number_of_adults", 2*rooms)
		forRooms(t, create, int64(rooms))
		if made := l.do("POST", pathCreate, create); made.status != http.StatusCreated {
			refused = append(refused, of+": "+text(made.body, "message"))
		}
	}
	return refused
}

// Several rooms of a verified rate can be booked, because a verification cannot ask for a number of rooms.
func TestWire_3a_SeveralRoomsOfWhatWasVerified(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/5")
	for seed := range uint64(5) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			for _, one := range severalRooms(t, seed+1, 40) {
				t.Error(one)
			}
		})
	}
}
