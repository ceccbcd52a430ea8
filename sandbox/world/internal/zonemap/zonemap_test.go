package zonemap

import (
	"testing"
	_ "time/tzdata"
)

func TestAt(t *testing.T) {
	for _, c := range []struct {
		lat, lon float64
		want     string
	}{
		{51.5074, -0.1278, "Europe/London"},
		{40.7549, -73.984, "America/New_York"},
		{-36.8485, 174.7633, "Pacific/Auckland"},
		{43.6135, -116.2035, "America/Boise"},
		{22.2553, -97.8686, "America/Monterrey"},
		{-27.15, -109.4333, "Pacific/Easter"},
		{-13.8333, -171.7667, "Pacific/Apia"},
		{90, 0, "Etc/GMT"},
		{-90, -180, "Antarctica/McMurdo"},
	} {
		if got := At(c.lat, c.lon); !SameClock(got, c.want) {
			t.Errorf("%v, %v is %s, want %s", c.lat, c.lon, got, c.want)
		}
	}
	if SameClock("America/Boise", "America/Los_Angeles") || SameClock("America/Phoenix", "America/Denver") || !SameClock("Europe/Berlin", "Europe/Rome") || SameClock("Europe/Rome", "Nowhere") {
		t.Error("clocks are not compared")
	}
}

func FuzzAt(f *testing.F) {
	f.Add(0.0, 0.0)
	f.Add(-90.0, 180.0)
	f.Add(89.999, -180.0)
	f.Fuzz(func(t *testing.T, lat, lon float64) {
		if !(lat >= -90 && lat <= 90 && lon >= -180 && lon <= 180) {
			return
		}
		if At(lat, lon) == "" {
			t.Errorf("%v, %v has no zone", lat, lon)
		}
	})
}
