package world

import (
	"testing"
	"time"
)

// clockOf returns what the clocks in a place show, as seconds that can be compared.
func clockOf(t time.Time) int64 {
	_, offset := t.Zone()
	return t.Unix() + int64(offset)
}

// changes lists the instants of 2026 to 2029 at which the clocks of a zone are changed.
func changes(zone *time.Location) []time.Time {
	var list []time.Time
	last := time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)
	for at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC).In(zone); ; {
		_, end := at.ZoneBounds()
		if end.IsZero() || end.After(last) {
			return list
		}
		list, at = append(list, end), end
	}
}

// A time of a day is the first instant at which the hotel's clocks show it or a later
// one, in every zone of the world and around every change of its clocks: a day begins
// on that day where it has no midnight, and no deadline comes after what it says.
func TestTimesOfADayAroundChangesOfClocks(t *testing.T) {
	w := build(t, 2000)
	tried, without := map[string]bool{}, 0
	for i := range w.cities {
		zone := w.zone(&w.cities[i])
		if tried[zone.String()] {
			continue
		}
		tried[zone.String()] = true
		for _, change := range changes(zone) {
			for day := DayAt(change) - 1; day <= DayAt(change)+1; day++ {
				first := day.In(zone, 0, 0)
				if DayAt(first) != day || DayAt(first.Add(-time.Second)) != day-1 {
					t.Errorf("%s: %s begins at %s", zone, day, first)
				}
				if first.Hour()+first.Minute() > 0 {
					without++
				}
				for half := range 48 {
					at, wanted := day.In(zone, half/2, half%2*30), int64(day)*secondsPerDay+int64(half)*1800
					before := at.Add(-time.Second)
					if clockOf(at) < wanted || clockOf(before) >= wanted && clockOf(at) == wanted {
						t.Errorf("%s: %d half hours of %s are %s", zone, half, day, at)
					}
					for earlier := at.Add(-3 * time.Hour); earlier.Before(at); earlier = earlier.Add(15 * time.Minute) {
						if clockOf(earlier) >= wanted {
							t.Fatalf("%s: %d half hours of %s are %s, and the clocks show it at %s", zone, half, day, at, earlier)
						}
					}
				}
			}
		}
	}
	if len(tried) < 150 || without < 12 {
		t.Errorf("%d zones were tried, with %d days that have no midnight", len(tried), without)
	}
}
