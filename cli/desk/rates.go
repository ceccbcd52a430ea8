package desk

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

// rateJSON is a rate as the search has it, for all rooms.
type rateJSON struct {
	Room        string            `json:"room"`
	Rate        string            `json:"rate"`
	BookingCode string            `json:"booking_code"`
	ChannelCode string            `json:"channel_code"`
	Total       string            `json:"total"`         // the service's total
	Pays        string            `json:"pays"`          // the price: the total with the known fees at the hotel
	Guests      int               `json:"max_occupancy"` // 0 when not said
	Refund      string            `json:"refund"`
	CostNow     string            `json:"cost_now"`
	Terms       []string          `json:"terms"` // what cancelling costs, in lines
	Perks       map[string]string `json:"perks"`
	Expires     *time.Time        `json:"expires"`
}

func ratesCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var limit int
	cmd := &cobra.Command{
		Use:   "rates HOTEL LINE",
		Short: "List one hotel's rooms and rates for a stay",
		Long: `Rates lists what one hotel offers, room by room. HOTEL is its chain and code, as
"bellhop hotels" lists them. The line says when, who and which filters; it has no
destination. Prices are for all rooms.`,
		Example: "  bellhop rates LX20417 \"12dec 3n 2a\"\n  bellhop rates LX20417 \"12dec 3n ref\" --json booking_code,total",
		Args:    atLeast(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				t, hotel, err := stayAt(ctx, s, args[0], args[1:])
				if err != nil {
					return err
				}
				line, err := s.readLine(args[1:])
				if err != nil {
					return err
				}
				notes(cmd, line.Notes)
				now, zone := s.Desk.Now(), s.Desk.Directory.Zone(hotel.ID)
				rates := booking.RoomRates(hotel)
				all := len(rates)
				rates = slices.DeleteFunc(rates, func(r booking.RoomRate) bool {
					return !booking.Meets(line.Question.Filter, r.Rate, t.Rooms, now)
				})
				meet := len(rates)
				rates = output.Limited(rates, limit)
				return format.Print(ctx, cmd.OutOrStdout(), ratesOf(rates, t, now, zone), func() error {
					return printRates(cmd, hotel, t, rates, meet, all, now, zone)
				})
			})
		},
	}
	format.Flags(cmd, []rateJSON{})
	dryRunFlag(cmd)
	output.LimitFlag(cmd, &limit)
	h.Flags(cmd, &flags)
	return cmd
}

func ratesOf(rates []booking.RoomRate, t trip.Trip, now time.Time, zone *time.Location) []rateJSON {
	out := make([]rateJSON, len(rates))
	for i, r := range rates {
		terms := r.Terms(t.Rooms, zone)
		one := rateJSON{
			Room: r.RoomName(), Rate: r.Rate.Name, BookingCode: r.Rate.BookingCode, ChannelCode: r.Rate.ChannelCode,
			Total: plainMoney(r.Price(t.Rooms).Total), Pays: plainMoney(r.Pays(t.Rooms)), Guests: r.Room.MaxOccupancy, Refund: terms.Refund(now).Short(),
			CostNow: plainCost(terms.CostAt(now)), Terms: terms.AgreedLines(now), Perks: map[string]string{},
		}
		for _, perk := range r.Rate.Perks {
			one.Perks[perk.Name] = perk.Description
		}
		if !r.Rate.Expires.IsZero() {
			at := r.Rate.Expires.Time.UTC()
			one.Expires = &at
		}
		out[i] = one
	}
	return out
}

func printRates(cmd *cobra.Command, hotel api.Hotel, t trip.Trip, rates []booking.RoomRate, meet, all int, now time.Time, zone *time.Location) error {
	out := output.NewList(cmd.OutOrStdout(), "BOOKING CODE", "TOTAL", "ROOM", "RATE", "CANCELLING")
	out.Spare("RATE")
	note := booking.RatePrices(rates)
	for _, r := range rates {
		words := r.Terms(t.Rooms, zone)
		detail, _ := words.RefundDetail(now)
		out.Row(r.Rate.BookingCode, terms.PriceWords(r.Pays(t.Rooms))+note.Sign(r.Taxes(t.Rooms).Kind), r.RoomName(), r.Rate.Name, strings.TrimSpace(words.Refund(now).Word()+" "+detail))
	}
	if note.Mixed() {
		notes(cmd, []string{note.Words()})
	}
	if err := out.Flush(); err != nil || !out.AtTerminal() {
		return err
	}
	line := fmt.Sprintf("%s, %s, %s: %s", hotel.Name, hotel.ID, booking.RatesWords(meet, all), t.Words())
	if len(rates) < meet {
		line = "the first " + wording.Count(len(rates)) + " of " + line
	}
	return output.PrintFolded(cmd.OutOrStdout(), withNote(line, note))
}

// rateByCode is the hotel's rate with a booking code. Several channels may sell one code: then the channel is asked for.
func rateByCode(hotel api.Hotel, code, channel string) (booking.RoomRate, error) {
	found := slices.DeleteFunc(booking.RoomRates(hotel), func(r booking.RoomRate) bool {
		return r.Rate.BookingCode != code || channel != "" && r.Rate.ChannelCode != channel
	})
	switch len(found) {
	case 0:
		return booking.RoomRate{}, fmt.Errorf("%s has no rate with the booking code %q for this stay; bellhop rates lists what it has", hotel.ID, code)
	case 1:
		return found[0], nil
	}
	var channels []string
	for _, r := range found {
		channels = append(channels, r.Rate.ChannelCode)
	}
	return booking.RoomRate{}, exit.Wrong("several channels sell %q; add --channel with one of %s", code, strings.Join(channels, ", "))
}
