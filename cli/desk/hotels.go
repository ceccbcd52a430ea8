package desk

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
	"bellhop/cli/exit"
	"bellhop/cli/output"
	"bellhop/config"

	"github.com/spf13/cobra"
)

type destinationJSON struct {
	Name        string `json:"name"`
	Kind        string `json:"kind"` // destination, code, hotel
	Line        string `json:"line"` // how it is said in a line
	Code        string `json:"code"` // IATA; empty where it has none
	HotelCode   string `json:"hotel_code"`
	CountryCode string `json:"country_code"`
	Detail      string `json:"detail"`
}

func destinationsCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var limit int
	cmd := &cobra.Command{
		Use:   "destinations QUERY",
		Short: "Find cities, airports and hotels by their names",
		Long: `Destinations finds what the search's own field finds: cities, codes of airports
and cities, and hotels, the best first. LINE is how it is said in a line.`,
		Example: "  bellhop destinations london\n  bellhop destinations 'aldwych lantern' --json line --limit 1",
		Args:    atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				groups, err := s.Desk.Directory.Destinations(ctx, strings.Join(args, " "))
				if err != nil {
					return err
				}
				list := output.Limited(destinationsOf(groups), limit)
				return format.Print(ctx, cmd.OutOrStdout(), list, func() error {
					out := output.NewList(cmd.OutOrStdout(), "LINE", "NAME", "WHAT")
					for _, d := range list {
						out.Row(d.Line, d.Name, d.Detail)
					}
					nothingFound(cmd, len(list))
					return out.Flush()
				})
			})
		},
	}
	format.Flags(cmd, []destinationJSON{})
	dryRunFlag(cmd)
	output.LimitFlag(cmd, &limit)
	h.Flags(cmd, &flags)
	return cmd
}

func destinationsOf(groups []trip.SuggestionGroup) []destinationJSON {
	out := []destinationJSON{}
	for _, group := range groups {
		for _, item := range group.Items {
			d := item.Destination
			one := destinationJSON{
				Name: d.Name, Kind: "destination", Code: d.Code, CountryCode: d.CountryCode, Detail: item.Detail,
				Line: item.Line(),
			}
			switch d.Kind { //nolint:exhaustive // Every other is a destination.
			case trip.KindCode:
				one.Kind = "code"
			case trip.KindHotel:
				one.Kind = "hotel"
				if len(d.Properties) > 0 {
					one.HotelCode = d.Properties[0].Chain + d.Properties[0].Code
				}
			}
			out = append(out, one)
		}
	}
	return out
}

// hotelJSON is a hotel with the rate that its price is of.
type hotelJSON struct {
	HotelCode   string  `json:"hotel_code"` // chain and code, as rates and verify take them
	Hotel       string  `json:"hotel"`
	Address     string  `json:"address"`
	City        string  `json:"city"`
	Stars       float64 `json:"stars"`       // 0 when unrated
	DistanceKm  *string `json:"distance_km"` // from the centre that standard error names
	Direction   string  `json:"direction"`
	Total       string  `json:"total"`  // of all rooms, as the service has it
	Pays        string  `json:"pays"`   // the price: the total with the known fees at the hotel
	Refund      string  `json:"refund"` // yes, part, no, n/a: what is given back when it is cancelled at once
	Room        string  `json:"room"`
	BookingCode string  `json:"booking_code"`
	ChannelCode string  `json:"channel_code"`
	Accessible  bool    `json:"accessible"`
}

func hotelsCommand(h Host) *cobra.Command {
	var flags config.Flags
	var format output.Format
	var limit int
	cmd := &cobra.Command{
		Use:   "hotels LINE",
		Short: "Search hotels by one line, with the price of a rate that meets it",
		Long: `Hotels searches what a line asks: where, when, who, which filters, in which order.
The line is that of the console's search; "bellhop phrasebook" has all it can say.
Everything that was found is read, filtered and sorted, whatever --limit prints.

A price is that of a rate that meets the line's filters, for all rooms; its
booking code is what "bellhop verify" takes. The exit code is 11 if the list is
incomplete: the service repeats its pages or sent fewer hotels than it counts.`,
		Example: `  bellhop hotels "lon 12dec 3n 2a ref <300 by total" --demo
  bellhop hotels "lon 12dec 3n" --limit 5 --json hotel_code,hotel,total
  bellhop hotels "lon 12dec 3n" --jq 'map(select(.stars >= 4)) | length'`,
		Args: atLeast(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return h.with(cmd, &flags, &format, func(ctx context.Context, s *Session) error {
				q, unsaid, err := question(ctx, s, args)
				if err != nil {
					return err
				}
				notes(cmd, unsaid)
				list, err := allHotels(ctx, cmd, s.Desk, q.Trip)
				if err != nil {
					return err
				}
				for _, words := range []string{list.CentreWords(s.Miles), list.Trip.RadiusNote()} {
					if words != "" && !slices.Contains(unsaid, words) {
						notes(cmd, []string{words})
					}
				}
				filter, unapplied := list.InForce(q.Filter)
				q.Filter = filter
				order, unsorted := list.InOrder(q.Sort)
				q.Sort = order
				found := list.Arrange(order, filter, "")
				rows := output.Limited(found, limit)
				err = format.Print(ctx, cmd.OutOrStdout(), hotelsOf(rows), func() error {
					return printHotels(cmd, s, q, list, rows, len(found))
				})
				for _, note := range []string{unapplied, unsorted, booking.Mixed(rows), list.SkippedWords()} {
					if err == nil && note != "" {
						notes(cmd, []string{note})
					}
				}
				if words := list.IncompleteWords(); err == nil && words != "" {
					return exit.With(exit.Incomplete, exit.Tell(nil, words+" Run it again."))
				}
				return err
			})
		},
	}
	format.Flags(cmd, []hotelJSON{})
	dryRunFlag(cmd)
	output.LimitFlag(cmd, &limit)
	h.Flags(cmd, &flags)
	return cmd
}

// allHotels reads a search to its end.
func allHotels(ctx context.Context, cmd *cobra.Command, d *booking.Desk, t trip.Trip) (booking.HotelList, error) {
	p := progress(cmd)
	defer p.Done()
	p.Tell("searching " + t.Words())
	list, err := d.Hotels(ctx, t)
	for err == nil && list.More() {
		p.Tell("reading hotels: " + wording.Count(len(list.Items)) + " of " + list.TotalWords())
		list, err = d.MoreHotels(ctx, list)
	}
	return list, err
}

func hotelsOf(rows []booking.HotelRow) []hotelJSON {
	out := make([]hotelJSON, len(rows))
	for i, row := range rows {
		one := hotelJSON{
			HotelCode: row.ID.Chain + row.ID.Code, Hotel: row.Name, Address: row.Street, City: row.City, Stars: row.Stars, Accessible: row.Accessible,
			Direction: row.Compass, Total: plainMoney(row.Rate.Total()), Pays: plainMoney(row.Rate.Pays()), Refund: row.Rate.Refund().Short(),
		}
		if row.Km >= 0 {
			km := strconv.FormatFloat(row.Km, 'f', 2, 64)
			one.DistanceKm = &km
		}
		if rate, ok := row.Rate.Of(row.Hotel()); ok {
			one.Room, one.BookingCode, one.ChannelCode = rate.RoomName(), rate.Rate.BookingCode, rate.Rate.ChannelCode
		}
		out[i] = one
	}
	return out
}

func printHotels(cmd *cobra.Command, s *Session, q trip.Question, list booking.HotelList, rows []booking.HotelRow, found int) error {
	out := output.NewList(cmd.OutOrStdout(), "HOTEL", "NAME", "CLASS", "DISTANCE", "TOTAL", "REFUND", "BOOKING CODE")
	out.Spare("DISTANCE", "CLASS")
	note := booking.HotelPrices(rows)
	for i, one := range hotelsOf(rows) {
		price := terms.PriceWords(rows[i].Rate.Pays()) + note.Sign(rows[i].Rate.Taxes().Kind)
		out.Row(one.HotelCode, one.Hotel, classWords(rows[i].Stars), distanceWords(rows[i], s.Miles), price, one.Refund, one.BookingCode)
	}
	if note.Mixed() {
		notes(cmd, []string{note.Words()})
	}
	if err := out.Flush(); err != nil || !out.AtTerminal() {
		return err
	}
	line := list.TotalWords() + ": " + q.Words()
	if found < len(list.Items) {
		line = wording.Count(found) + " of " + line
	}
	if len(rows) < found {
		line = "the first " + wording.Count(len(rows)) + " of " + line
	}
	return output.PrintFolded(cmd.OutOrStdout(), withNote(line, note))
}

// withNote appends the note on prices to the last line of a list, unless it has a line of its own.
func withNote(line string, note booking.PriceNote) string {
	if words := note.Words(); words != "" && !note.Mixed() {
		return line + "; " + words
	}
	return line
}

func classWords(stars float64) string {
	if stars == 0 {
		return "-"
	}
	return strconv.FormatFloat(stars, 'f', -1, 64) + "*"
}

func distanceWords(row booking.HotelRow, miles bool) string {
	if row.Km < 0 {
		return "-"
	}
	distance, unit := row.Km, "km"
	if miles {
		distance, unit = row.Km/trip.KmPerMile, "mi"
	}
	return strings.TrimSpace(fmt.Sprintf("%.1f %s %s", distance, unit, row.Compass))
}

// nothingFound tells somebody at a terminal that a list is empty; a script sees that.
func nothingFound(cmd *cobra.Command, n int) {
	if _, shown := output.TerminalOf(cmd.OutOrStdout()); shown && n == 0 {
		notes(cmd, []string{"nothing was found"})
	}
}
