package accessible_test

import (
	"net/http"
	"regexp"
	"testing"

	"bellhop/api"
)

// The days around are searched when they are asked for. A number searches its day, and back leads to the list of the first.
func TestDaysAround(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("lon 3dec 3n 2a free", "days", "1", "9", "tomorrow", "4", "back", "lon 3dec 3n 2a free", "days", "7", "where am i", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told,
		"> days\nSearching the days around.\n3 nights from each of these days on.\nPrices are the lowest of the 17 hotels checked on every day.\n1. Monday 30 November: over.\n",
		"4. Thursday 3 December: ", " GBP, the day that was searched", "7. Sunday 6 December: ",
		"> 1\nError in day: that day is over.\n", "> 9\nError in day: there is no number 9", "> tomorrow\nError in day: it is no number of the list",
		"> 4\nSearching London GB, Thursday 3 December to Sunday 6 December 2026", "hotels found", "Filter: free to cancel.",
		"> 7\nSearching London GB, Sunday 6 December to Wednesday 9 December 2026",
		"> where am i\nYou are here: hotels, ", "Before it: beginning; search.\n")
	if n := len(regexp.MustCompile(`, the cheapest\.`).FindAllString(told, -1)); n != 2 {
		t.Errorf("%d cheapest days of two lists", n)
	}
}

// A search that fails is told, and so is which days were not looked at.
func TestDaysAroundThatFail(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.before["days"] = func() {
		f.service.fails = &api.Error{Status: http.StatusServiceUnavailable, Message: "not now"}
	}
	told, err := f.talk("lon 12dec 3n 2a", "days", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> days\nSearching the days around.\n", "Thursday 10 December: not looked at.\n", "4. Saturday 12 December: ")
}

// A filter that is refused is told, and the list stays.
func TestARefusedFilterLeavesTheList(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	told, err := f.talk("lon 3dec 3n 2a", "<1,500", "days", "back", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, told, "> <1,500\nError in search line: ", "\nNumber of a hotel, or another line:\n> days\nSearching the days around.\n")
}
