//go:build unix

package sandbox

import (
	"fmt"
	"slices"
	"testing"

	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// BenchmarkSearchWithSales measures a page of hotels where rooms are sold: so
// many bookings of seven nights that hold the searched dates, at hotels all
// over a world of DefaultProperties.
func BenchmarkSearchWithSales(b *testing.B) {
	for _, bookings := range []int{0, 10_000, 40_000} {
		b.Run(fmt.Sprintf("bookings=%d", bookings), func(b *testing.B) {
			x := serve(b)
			sellRooms(b, x.sandbox, bookings)
			for _, radius := range []float64{16, 400, 1609} {
				for _, nights := range []world.Day{3, 7, 30} {
					b.Run(fmt.Sprintf("km=%.0f/nights=%d", radius, nights), func(b *testing.B) {
						var bodies [][]byte
						for _, code := range []string{"LON", "NYC", "TYO", "SYD", "PAR", "LHR", "BOM", "KWI", "DEN", "SAO"} {
							body := searchBody()
							put(body, "filter.location.details.iata_code", code)
							put(body, "filter.location.radius", tree{"value": radius / 1.609344, "type": "mi"})
							put(body, "stay_info.check_out_date", (world.DayOf(2026, 12, 12) + nights).String())
							bodies = append(bodies, encoded(b, body))
						}
						measure(b, 1, func(i int) error {
							_, err := x.ask(200, "POST", pathSearch, bodies[i%len(bodies)])
							return err
						})
					})
				}
			}
		})
	}
}

// sellRooms books a room of each hotel in turn, as often as it has some.
func sellRooms(b *testing.B, s *Sandbox, bookings int) {
	b.Helper()
	in := world.DayOf(2026, 12, 10)
	var list []store.New
	for n := range bookings {
		hotel, room := n%s.world.Len(), n/s.world.Len()%3
		list = append(list, store.New{
			Account: "acme", Status: store.Confirmed, CreatedAt: s.Now().Unix(), Stay: store.Stay{CheckIn: int32(in), CheckOut: int32(in + 7)},
			Hotel: s.world.Key(hotel), Room: room, Rooms: 1, Stock: slices.Repeat(store.Allotment{99}, 7),
			Document: func(int64) ([]byte, error) { return []byte("{}"), nil },
		})
	}
	if err := s.store.Fill(b.Context(), list); err != nil {
		b.Fatal(err)
	}
}
