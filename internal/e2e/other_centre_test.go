package e2e

import (
	"math"
	"net/http"
	"testing"

	"bellhop/api"
	"bellhop/booking/trip"
	"bellhop/sandbox"
)

// A search around a code lists exactly the hotels within the radius of the centre that the list names. If a city has the
// code as well (SGF, LYR, VIE), the centre is the airport. The airports DKR and ULN have moved, and tables have either place.
func TestHotels_RadiusAndDistanceHaveOneCentre(t *testing.T) {
	t.Parallel()
	desk, client := deskAround(t, sandbox.Options{Properties: 6000}, nil, func(service http.Handler) http.Handler { return service })
	for code, words := range map[string]string{
		"SGF": "SGF airport", "LYR": "LYR airport", "VIE": "VIE airport", "DKR": "DKR airport", "ULN": "ULN airport",
		"LHR": "LHR airport", "SUV": "SUV airport", "LON": "LON centre", "NYC": "NYC centre", "TYO": "TYO centre",
	} {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			search := trip.Default(api.DateOf(desk.Now()))
			search.Destination = trip.CodeDestination(code)
			listed := 0
			for _, miles := range []int{1, 3, 10, 25} {
				search.Radius = trip.Radius{Value: miles, Unit: "mi"}
				list, err := desk.Hotels(t.Context(), search)
				for err == nil && list.More() {
					list, err = desk.MoreHotels(t.Context(), list)
				}
				if err != nil || list.Centre == nil || list.Centre.Words != words {
					t.Fatalf("%+v, %v", list.Centre, err)
				}
				listed = len(list.Items)
				farthest := 0.0
				for _, item := range list.Items {
					farthest = math.Max(farthest, item.Km/trip.KmPerMile)
				}
				// Rounded coordinates may move a hotel across the edge.
				if farthest > float64(miles)+0.01 {
					t.Errorf("within %d mi of %s a hotel is %.2f mi away", miles, words, farthest)
				}
				around := search.HotelQuery()
				around.Code, around.Around = "", &list.Centre.Coordinates
				page, err := client.SearchHotels(t.Context(), around)
				if err != nil || page.TotalItems != listed {
					t.Errorf("%d hotels are within %d mi of %s, %d of them listed; %v", page.TotalItems, miles, words, listed, err)
				}
			}
			if listed == 0 {
				t.Errorf("no hotels were found around %s, so none were compared", code)
			}
		})
	}
}
