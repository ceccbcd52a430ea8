package cli_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/cli/exit"
)

// repeatedPages answers every page of a search with the same hotel, of very many.
type repeatedPages struct {
	booking.Service
	searches *int
}

func (repeatedPages) Skew() time.Duration { return 0 }

func (repeatedPages) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	return api.DestinationResults{}, nil
}

func (s repeatedPages) SearchHotels(context.Context, api.HotelQuery) (api.HotelPage, error) {
	*s.searches++
	total := api.NewMoney("402.88", "GBP")
	return api.HotelPage{
		Page: 1, TotalPages: 600, TotalItems: 15000, NextToken: "A",
		Hotels: []api.Hotel{{
			ID: api.PropertyID{Chain: "LX", Code: "20417"}, Name: "The Aldwych Lantern",
			Rooms: []api.Room{{Name: "Queen", Rates: []api.Rate{{BookingCode: "A1", Price: api.Price{Total: total}}}}},
		}},
	}, nil
}

// A search whose pages repeat ends with what came, says so and has an exit code of its own.
func TestHotels_PagesThatRepeat(t *testing.T) {
	f := newFixture(t)
	searches := 0
	f.service, f.now = repeatedPages{searches: &searches}, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	code, out, errOut := f.run("hotels", "LON 12dec 3n", "--json", "hotel_code")
	if code != exit.Incomplete || searches != 3 || strings.Count(out, "LX20417") != 1 ||
		!strings.HasSuffix(errOut, "The list of hotels did not come whole: the service repeats its pages. Run it again.\n") {
		t.Errorf("exit %d after %d searches\n%s---\n%s", code, searches, out, errOut)
	}
}
