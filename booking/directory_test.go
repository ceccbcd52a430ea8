package booking

import (
	"testing"

	"bellhop/api"
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
