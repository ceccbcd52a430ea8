package trip

import (
	"testing"

	"bellhop/api"
)

func TestDistanceAndDirection(t *testing.T) {
	london, paris := api.Coordinates{Latitude: 51.5074, Longitude: -0.1278}, api.Coordinates{Latitude: 48.8566, Longitude: 2.3522}
	if km := Kilometres(london, paris); km < 340 || km > 348 {
		t.Errorf("London to Paris is %.1f km", km)
	}
	if got := Compass(london, paris); got != "SE" {
		t.Errorf("Paris lies %s of London", got)
	}
	west, east := api.Coordinates{Longitude: 179.9}, api.Coordinates{Longitude: -179.9}
	if km := Kilometres(west, east); km > 23 {
		t.Errorf("across the date line: %.1f km", km)
	}
	if got := Compass(west, east); got != "E" {
		t.Errorf("across the date line: %s", got)
	}
	centre := Middle([]api.Hotel{{Location: &west}, {Location: &east}, {Location: &api.Coordinates{Longitude: 180}}})
	if centre == nil || centre.Longitude < 179 && centre.Longitude > -179 {
		t.Errorf("the middle of hotels on the date line is %v", centre)
	}
	if Middle([]api.Hotel{{}}) != nil {
		t.Error("hotels without coordinates have a middle")
	}
}
