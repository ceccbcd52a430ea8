package booking

import (
	"context"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking/trip"
)

func TestClassOf(t *testing.T) {
	desk := NewDesk(Options{Service: oneHotel{}})
	four := 4
	known, unrated := api.PropertyID{Chain: "LX", Code: "1"}, api.PropertyID{Chain: "LX", Code: "2"}
	desk.Directory.remember([]api.Property{{ID: known, Stars: &four}, {ID: unrated}})
	for name, c := range map[string]struct {
		id    api.PropertyID
		value string
		want  float64
	}{
		"facts before a rating":        {known, "3", 4},
		"a rating that can be stars":   {unrated, "4.5", 4.5},
		"a guest rating out of ten":    {unrated, "8.4", 0},
		"nothing":                      {unrated, "", 0},
		"a rating that is not a count": {api.PropertyID{}, "good", 0},
	} {
		if got := desk.Directory.Class(api.Hotel{ID: c.id, Rating: api.Rating{Value: c.value}}); got != c.want {
			t.Errorf("%s: the class is %v, want %v", name, got, c.want)
		}
	}
}

func TestRatingWords(t *testing.T) {
	for want, r := range map[string]api.Rating{"": {}, "8.4": {Value: "8.4"}, "8.4 by Guests": {Value: "8.4", Provider: "Guests"}} {
		if got := RatingWords(r); got != want {
			t.Errorf("%+v is %q, want %q", r, got, want)
		}
	}
}

// A plainService finds a destination by the beginning of its name alone, and knows no country.
type plainService struct{ oneHotel }

func (plainService) SearchDestinations(_ context.Context, q api.DestinationQuery) (api.DestinationResults, error) {
	if q.Text != "london" {
		return api.DestinationResults{}, nil
	}
	return api.DestinationResults{Destinations: []api.Destination{
		{Name: "London, Ontario, Canada", City: "London", CountryCode: "CA", Hotels: []string{"LX1"}},
		{Name: "London, England, United Kingdom", City: "London", CountryCode: "GB", Hotels: []string{"LX2"}},
	}}, nil
}

// A country behind a city chooses among the cities of that name, also at a service that does not read it.
func TestMeant_CountryBehind(t *testing.T) {
	t.Parallel()
	desk := NewDesk(Options{Service: plainService{}})
	for text, want := range map[string]string{
		"london, uk": "London, England, United Kingdom", "london gb": "London, England, United Kingdom", "london, united kingdom": "London, England, United Kingdom",
		"london canada": "London, Ontario, Canada", "london, france": "", "london": "",
	} {
		meant, groups, err := desk.Directory.Meant(t.Context(), text)
		if meant == nil {
			meant = &trip.Destination{}
		}
		if err != nil || meant.Name != want || len(groups) == 0 {
			t.Errorf("%q means %q among %d groups, %v; want %q", text, meant.Name, len(groups), err, want)
		}
	}
}

// noService fails the test when it is called.
type noService struct {
	oneHotel
	t *testing.T
}

func (n noService) SearchDestinations(_ context.Context, q api.DestinationQuery) (api.DestinationResults, error) {
	n.t.Errorf("it is asked for %d bytes", len(q.Text))
	return api.DestinationResults{}, nil
}

// TestDirectory_LongDestination shows that a destination over the service's limit is refused without a request.
func TestDirectory_LongDestination(t *testing.T) {
	t.Parallel()
	desk, long := NewDesk(Options{Service: noService{t: t}}), strings.Repeat("é", 5400)
	_, _, meant := desk.Directory.Meant(t.Context(), long)
	_, found := desk.Directory.Destinations(t.Context(), long)
	for _, err := range []error{meant, found} {
		if x := Explain(err); x.Text != "The destination has 5,400 characters, the limit is 200: shorten it." || x.Title != "Not looked up" || x.Retry {
			t.Errorf("%+v", x)
		}
	}
	if _, known, err := desk.Directory.Facts(t.Context(), api.HotelRef{Name: long}); known || err != nil {
		t.Errorf("%v, %v", known, err)
	}
}
