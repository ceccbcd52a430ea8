// Example books the cheapest refundable rate in London, finds the reservation again by
// its own data, and cancels it. It is for a sandbox:
//
//	bellhop sandbox --listen 127.0.0.1:8080 --account partner:secret --data memory &
//	BELLHOP_TOKEN=secret BELLHOP_PAYMENT_TOKEN=card_good go run ./docs/example http://127.0.0.1:8080 partner
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"time"

	"bellhop/api"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Stdout, os.Args[1:], os.Getenv, time.Now); err != nil {
		fmt.Fprintln(os.Stderr, "example:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, args []string, env func(string) string, now func() time.Time) error {
	if len(args) != 2 {
		return errors.New("usage: example ADDRESS ACCOUNT, with the key in BELLHOP_TOKEN")
	}
	client, err := api.New(api.Options{BaseURL: args[0], Account: args[1], Token: api.NewSecret(env("BELLHOP_TOKEN")), UserAgent: "example/1", Now: now})
	if err != nil {
		return err
	}
	defer client.Close()

	say := func(format string, args ...any) { _, _ = fmt.Fprintf(out, format+"\n", args...) }
	checkIn := api.DateOf(now()).AddDays(30)
	search := api.HotelQuery{CheckIn: checkIn, CheckOut: checkIn.AddDays(2), Adults: 2, Code: "LON", Radius: 10, RadiusUnit: "mi"}
	page, err := client.SearchHotels(ctx, search)
	if err != nil {
		return err
	}
	found := refundable(page.Hotels)
	for _, one := range found[:min(len(found), 5)] { // One that is gone is not the end.
		booked, err := book(ctx, client, search, one, api.NewSecret(env("BELLHOP_PAYMENT_TOKEN")))
		if failed := new(api.Error); errors.Is(err, errDearer) || errors.As(err, &failed) && failed.Outcome == api.OutcomeRefused {
			say("%s: %v", one.hotel.Name, err)
			continue
		}
		if err != nil {
			return err
		}
		say("booked %s for %s: %s", booked.Hotel.Name, booked.Rate.Total, booked.Status)
		cancelled, err := client.CancelReservation(ctx, booked.ID)
		if err != nil {
			return err
		}
		say("cancelled: %s", cancelled.Status)
		return nil
	}
	return fmt.Errorf("none of %d refundable rates could be booked", len(found))
}

var errDearer = errors.New("it costs more now")

type offer struct {
	hotel api.Hotel
	rate  api.Rate
}

// refundable are the rates of some hotels that say that they are, the cheapest of each
// currency first. Amounts of different currencies are not compared.
func refundable(hotels []api.Hotel) []offer {
	var found []offer
	for _, hotel := range hotels {
		for _, room := range hotel.Rooms {
			for _, rate := range room.Rates {
				if r := rate.Terms.Refundable; r != nil && *r && rate.Price.Total.Valid() {
					found = append(found, offer{hotel, rate})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b offer) int {
		if order, err := a.rate.Price.Total.Cmp(b.rate.Price.Total); err == nil {
			return order
		}
		return cmp.Compare(a.rate.Price.Total.Currency(), b.rate.Price.Total.Currency())
	})
	return found
}

// book verifies a rate, and books it for what it costs then. The attempt goes with it: by
// it a reservation is found whose answer was lost.
func book(ctx context.Context, client *api.Client, search api.HotelQuery, o offer, card api.Secret) (api.Reservation, error) {
	verified, err := client.VerifyRate(ctx, api.VerifyRequest{
		BookingCode: o.rate.BookingCode, ChannelCode: o.rate.ChannelCode, Property: o.hotel.ID,
		CheckIn: search.CheckIn, CheckOut: search.CheckOut, Adults: search.Adults,
	})
	if err != nil {
		return api.Reservation{}, err
	}
	if order, err := verified.Total.Cmp(o.rate.Price.Total); err != nil || order > 0 {
		return api.Reservation{}, fmt.Errorf("%w: %s instead of %s", errDearer, verified.Total, o.rate.Price.Total)
	}
	attempt := "example-" + rand.Text()
	// Write it down here, before it is sent: a process that ends meanwhile has no other trace.
	booked, err := client.CreateReservation(ctx, api.CreateRequest{
		CheckIn: search.CheckIn, CheckOut: search.CheckOut, Adults: search.Adults,
		Guest: api.Guest{
			GivenName: "Ada", Surname: "Rossi", Email: "ada@example.com", Phone: "+442071234567",
			Address: "1 High Street", City: "London", PostalCode: "N1 1AA", Country: "GB",
		},
		Hotel:   api.HotelRef{ID: o.hotel.ID, Name: o.hotel.Name},
		Payment: api.PaymentSource{Amount: verified.Total, Token: card},
		Rate: api.BookedRate{
			BookingCode: o.rate.BookingCode, ChannelCode: o.rate.ChannelCode, Rooms: 1,
			Total: verified.Total, Base: verified.Base, Taxes: verified.Taxes, Terms: o.rate.Terms,
		},
		CustomData: api.CustomData{{Key: "attempt", Text: attempt}},
	})
	if failed := new(api.Error); errors.As(err, &failed) && failed.Outcome == api.OutcomeUnknown {
		return look(ctx, client, attempt, err)
	}
	return booked, err
}

// look finds what became of a booking whose answer was lost. It is never sent again: it may
// have been made. One that is not found may still appear, so a real program looks for longer.
func look(ctx context.Context, client *api.Client, attempt string, lost error) (api.Reservation, error) {
	page, err := client.ListReservations(ctx, api.ReservationQuery{CustomValues: []string{attempt}})
	if err != nil {
		return api.Reservation{}, errors.Join(lost, err)
	}
	if len(page.Items) != 1 {
		return api.Reservation{}, fmt.Errorf("%d reservations have the attempt %s: %w", len(page.Items), attempt, lost)
	}
	return page.Items[0], nil
}
