//go:build unix

package e2e

import (
	"context"
	"fmt"
	"os"
	"time"

	"golang.org/x/term"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/trip"
	"bellhop/screens"
	"bellhop/ui"
)

// manyRows is the length of the list that the console is measured with.
const manyRows = 10_000

// childFloor returns the least that a terminal program can do: raw mode, and for
// each key one write that changes one line. What is measured on it is the
// measurement itself: two trips through the pseudo-terminal.
func childFloor() int {
	old, err := term.MakeRaw(int(os.Stdin.Fd()))
	if err != nil {
		fmt.Fprintln(os.Stderr, "no terminal:", err)
		return 9
	}
	defer func() { _ = term.Restore(int(os.Stdin.Fd()), old) }()
	fmt.Print("\x1b[2J\x1b[Hready")
	key := make([]byte, 64)
	for n := 1; ; n++ {
		if _, err := os.Stdin.Read(key); err != nil || key[0] == 'q' {
			return 0
		}
		fmt.Printf("\x1b[1;1Hkey %d", n)
	}
}

// childHotels returns the console on the hotel list of a service.
func childHotels(service booking.Service) int {
	in := api.NewDate(2026, time.December, 12)
	deps := &screens.Deps{
		Context: context.Background(), Zone: time.UTC, Miles: true, Sandbox: true,
		Desk:  booking.NewDesk(booking.Options{Service: service, Now: measured}),
		Theme: ui.NewTheme(ui.ThemeDark), Environment: ui.Environment{Name: "SANDBOX", Profile: "demo"},
	}
	err := ui.Run(context.Background(), ui.Options{
		Product: "bellhop", Environment: deps.Environment, Theme: deps.Theme, Now: measured,
		First: screens.NewHotels(deps, trip.Question{Trip: trip.Trip{
			Destination: trip.Destination{Kind: trip.KindCode, Name: "LON", Code: "LON"},
			CheckIn:     in, CheckOut: in.AddDays(3), Adults: 2, Rooms: 1,
		}}),
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// serviceVariable is the address of the service that childAtService asks.
const serviceVariable = "BELLHOP_TEST_SERVICE"

// childAtService returns the console on the hotel list of a service in another
// process, over HTTP.
func childAtService() int {
	client, err := api.New(api.Options{
		BaseURL: os.Getenv(serviceVariable), Account: "bench", Token: api.NewSecret("secret"), Now: measured,
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return childHotels(client)
}

// measured returns the clock of what is measured: it stands still, so that every
// run draws the same frames.
func measured() time.Time { return time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC) }

// A onePage is a service that only searches hotels, and answers all at once.
type onePage struct {
	booking.Service
	rows int
}

func (s onePage) Skew() time.Duration { return 0 }

func (s onePage) SearchHotels(_ context.Context, q api.HotelQuery) (api.HotelPage, error) {
	page := api.HotelPage{Page: 1, PageSize: s.rows, TotalPages: 1, TotalItems: s.rows}
	for i := range s.rows {
		page.Hotels = append(page.Hotels, numberedHotel(i, q.CheckIn))
	}
	return page, nil
}

// numberedHotel differs from its neighbours in every line of its details, so
// that moving the cursor changes as much of the screen as it ever does.
func numberedHotel(i int, in api.Date) api.Hotel {
	names := []string{"The Aldwych Lantern", "Zollhaus Kontor London Sable", "Hotel Löwe", "Pelham & Rowe"}
	hotel := api.Hotel{
		ID: api.PropertyID{Chain: "LX", Code: fmt.Sprint(20400 + i)}, Name: fmt.Sprintf("%s %d", names[i%len(names)], i),
		Address:     api.Address{Street: fmt.Sprintf("%d Lantern Row", i+1), City: "London", CountryCode: "GB", PostalCode: "WC2B 4DD"},
		Location:    &api.Coordinates{Latitude: 51.51 + float64(i%70-30)/500, Longitude: -0.12 + float64(i%50-20)/300},
		Available:   true,
		CheckInTime: "15:00", CheckOutTime: "11:00",
		Rating:    api.Rating{Value: fmt.Sprint(2 + i%4), Provider: "Guide"},
		Amenities: []api.Amenity{{Description: "Wi-Fi"}, {Description: []string{"Gym", "Bar", "Pool"}[i%3]}},
	}
	for r, name := range []string{"Classic Queen", "Superior King", "Deluxe Triple", "Family Room"} {
		hotel.Rooms = append(hotel.Rooms, numberedRoom(name, 9000+i*7+r*1700, in))
	}
	return hotel
}

func numberedRoom(name string, pence int, in api.Date) api.Room {
	money := func(n int) api.Money { return api.NewMoney(fmt.Sprintf("%d.%02d", n/100, n%100), "GBP") }
	included, refundable := pence%2 == 0, true
	rate := api.Rate{
		BookingCode: fmt.Sprintf("code-%s-%d", name, pence), ChannelCode: "web", Name: "Flexible",
		Price: api.Price{Total: money(3*pence + 1), Base: money(3 * pence), Taxes: money(1), TaxesIncluded: &included},
		Terms: api.Terms{
			Guarantee: []string{"card"}, Refundable: &refundable,
			Penalties: []api.CancelPenalty{{
				Deadline: api.ParseDeadline(in.AddDays(-1-pence%5).String() + "T18:00:00+00:00"), Amount: money(pence),
			}},
		},
	}
	for n := range 3 {
		rate.Price.Nights = append(rate.Price.Nights, api.NightPrice{Date: in.AddDays(n), Total: money(pence + n)})
	}
	return api.Room{Name: name, MaxOccupancy: 2 + pence%3, Rates: []api.Rate{rate}}
}
