package cli_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/cli/exit"
	"bellhop/config"
)

// oneHotelPage is a service that answers every search with the same page, which has one hotel.
type oneHotelPage struct {
	booking.Service
	pages    int // the number of pages that it claims
	total    int // the number of hotels that it claims
	skipped  int // hotels without a code
	searches *[]api.HotelQuery
}

func (oneHotelPage) Skew() time.Duration { return 0 }

func (oneHotelPage) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	return api.DestinationResults{}, nil
}

func (s oneHotelPage) SearchHotels(_ context.Context, q api.HotelQuery) (api.HotelPage, error) {
	*s.searches = append(*s.searches, q)
	return api.HotelPage{
		Page: 1, Skipped: s.skipped, TotalPages: s.pages, TotalItems: s.total, NextToken: "A",
		Hotels: []api.Hotel{{
			ID: api.PropertyID{Chain: "LX", Code: "20417"}, Name: "The Aldwych Lantern", Location: &api.Coordinates{Latitude: 51.47, Longitude: -0.44},
			Rooms: []api.Room{{Name: "Queen", Rates: []api.Rate{{BookingCode: "A1", Price: api.Price{Total: api.NewMoney("402.88", "GBP")}}}}},
		}},
	}, nil
}

func (f *fixture) atOneHotel(pages, total int) *[]api.HotelQuery {
	searches := &[]api.HotelQuery{}
	f.service, f.now = oneHotelPage{pages: pages, total: total, searches: searches}, time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	return searches
}

// A search ends if its pages repeat. It prints the hotels so far and a warning, and has its own exit code.
func TestHotels_PagesThatRepeat(t *testing.T) {
	f := newFixture(t)
	searches := f.atOneHotel(600, 15_000)
	code, out, errOut := f.run("hotels", "LON 12dec 3n", "--json", "hotel_code")
	if code != exit.Incomplete || len(*searches) != 3 || strings.Count(out, "LX20417") != 1 ||
		!strings.HasSuffix(errOut, "The list of hotels is incomplete: the service repeats its pages. Run it again.\n") {
		t.Errorf("exit %d after %d searches\n%s---\n%s", code, len(*searches), out, errOut)
	}
}

// A list with fewer hotels than the service counts is incomplete, and hotels that are left out are counted.
func TestHotels_FewerThanCounted(t *testing.T) {
	f := newFixture(t)
	f.atOneHotel(1, 25)
	code, out, errOut := f.run("hotels", "LON 12dec 3n", "--json", "hotel_code")
	if code != exit.Incomplete || strings.Count(out, "LX20417") != 1 || !strings.HasSuffix(errOut, "the service counts 25 hotels and sent 1. Run it again.\n") {
		t.Errorf("exit %d\n%s---\n%s", code, out, errOut)
	}
	f.service = oneHotelPage{pages: 1, total: 3, skipped: 2, searches: &[]api.HotelQuery{}}
	code, _, errOut = f.run("hotels", "LON 12dec 3n", "--json", "hotel_code")
	if code != exit.OK || !strings.Contains(errOut, "2 hotels left out: the service sent no code to book by") {
		t.Errorf("exit %d\n%s", code, errOut)
	}
}

// A line without a radius means 10 mi in either unit, and standard error names the centre.
func TestHotels_RadiusAndCentre(t *testing.T) {
	for line, want := range map[string]string{
		"LHR 12dec 3n":      "10 mi of LHR airport",
		"LHR 12dec 3n 5km":  "5 km of LHR airport",
		"LON 12dec 3n 1mi":  "1 mi of LON centre",
		"SGF 12dec 3n 25mi": "25 mi of SGF airport",
	} {
		for _, miles := range []bool{true, false} {
			f := newFixture(t)
			f.miles = miles
			searches := f.atOneHotel(1, 1)
			code, out, errOut := f.run("hotels", line, "--json", "hotel_code,distance_km")
			if code != exit.OK || !strings.Contains(out, "distance_km") || len(*searches) != 1 {
				t.Fatalf("%s: exit %d, %s, %s", line, code, out, errOut)
			}
			sent := (*searches)[0]
			if got := fmt.Sprint(sent.Radius, " ", sent.RadiusUnit); !strings.HasPrefix(want, got+" of ") {
				t.Errorf("%s: searched within %s, want %s", line, got, want)
			}
			if (sent.Around != nil) != strings.HasSuffix(want, "airport") || (sent.Code == "LON") != strings.HasSuffix(want, "centre") {
				t.Errorf("%s: searched around %v %q", line, sent.Around, sent.Code)
			}
			inUnit := strings.Contains(want, " mi ") == miles
			if named := strings.Contains(errOut, "within "+want+"; "); named != inUnit || !strings.Contains(errOut, " distances are from there\n") {
				t.Errorf("%s, miles %t: %q", line, miles, errOut)
			}
		}
	}
}

// A price without a currency does not apply to a list with several currencies, which keeps its hotels.
func TestHotels_SeveralCurrencies(t *testing.T) {
	f := newFixture(t)
	const unapplied = "<300 is not applied: prices are in CHF, EUR; name one, like <300chf\n"
	if code, out, errOut := f.run("hotels", "kuwait 12dec 3n <500usd"); code != exit.OK || out != "" || !strings.Contains(errOut, "no price is in USD: prices are in KWD\n") {
		t.Errorf("exit %d\n%s---\n%s", code, out, errOut)
	}
	for line, rows := range map[string]int{"GVA 12dec 3n 60mi <300": 17, "GVA 12dec 3n 60mi <300chf": 3} {
		code, out, errOut := f.run("hotels", line)
		if code != exit.OK || strings.Count(out, "\n") != rows || strings.Contains(errOut, unapplied) != (rows == 17) {
			t.Errorf("%s: exit %d\n%s---\n%s", line, code, out, errOut)
		}
	}
}

// A radius beside a place that has none is said to be unused, once.
func TestHotels_RadiusNotUsed(t *testing.T) {
	f, _ := drafted(t)
	for line, want := range map[string]int{"munich +200 3n 3mi": 1, "munich +200 3n": 0, "MUC +200 3n 3mi": 0} {
		code, _, errOut := f.run("hotels", line, "--limit", "1", "--json", "hotel")
		if n := strings.Count(errOut, "the radius is ignored: it applies only to a search by code"); code != exit.OK || n != want {
			t.Errorf("%s: exit %d, said %d times, want %d: %s", line, code, n, want, errOut)
		}
	}
}

// Tonight is the hotel's day, not that of the agent.
func TestHotels_TonightAtTheDestination(t *testing.T) {
	f := newFixture(t)
	f.now = time.Date(2026, 11, 28, 23, 30, 0, 0, time.UTC)
	code, out, errOut := f.run("hotels", "tokyo tonight")
	if code != exit.OK || !strings.Contains(out, "JPY") {
		t.Errorf("exit %d: %s%s", code, out, errOut)
	}
}

// An order that the list cannot have is said.
func TestHotels_ByDistanceWithoutACentre(t *testing.T) {
	f, _ := drafted(t)
	const note = "No distances are known here; the list is sorted by total."
	for line, want := range map[string]bool{"LON +200 3n by distance": false, "\"London, England, United Kingdom\" +200 3n by distance": true, "\"London, England, United Kingdom\" +200 3n": false} {
		if code, out, errOut := f.run("hotels", line, "--limit", "1"); code != exit.OK || out == "" || strings.Contains(errOut, note) != want {
			t.Errorf("%s: exit %d, %s%s", line, code, out, errOut)
		}
	}
}

// TestHotels_LongDestination shows that a destination that is too long is refused before anything is asked, with its length.
func TestHotels_LongDestination(t *testing.T) {
	f := newFixture(t)
	f.env[config.EnvBaseURL], f.env[config.EnvAccount], f.env[config.EnvToken] = "https://127.0.0.1:1", "1", "hunter2"
	long := strings.Repeat("x", 5400)
	f.want([]string{"destinations", long}, exit.Usage, "", "bellhop: the destination has 5,400 characters, the limit is 200: shorten it\n")
	for line, want := range map[string]string{
		long + " 12dec 3n":       "the line has 5,409 characters, the limit is 600: shorten it; ",
		long[:300] + " 12dec 3n": "the destination has 300 characters, the limit is 200: shorten it; ",
	} {
		code, out, errOut := f.run("hotels", line)
		if code != exit.Usage || out != "" || !strings.HasPrefix(errOut, `bellhop: at "`+long[:60]+`…": `+want) {
			t.Errorf("exit %d: %s%s", code, out, errOut)
		}
	}
}
