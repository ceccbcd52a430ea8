package accessible_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A list of hotels has one price for each, which is what the guest pays and what the list is sorted by. Hotels of this city
// charge a fee at the hotel, which follows the price.
func TestHotels_OnePrice(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	transcript, err := f.talk("LAS 12dec 2n", "by total reversed", "quit")
	if err != nil {
		t.Error(err)
	}
	if !strings.Contains(transcript, " U S D in fees at the hotel") {
		t.Fatalf("no hotel charges a fee:\n%s", transcript)
	}
	wants(t, transcript, "sorted by total.\n", "> by total reversed\n", "sorted by total, dearest first.\n")
	first, second, _ := strings.Cut(transcript, "> by total reversed")
	var lists [2][]float64
	for i, text := range []string{first, second} {
		for _, row := range regexp.MustCompile(`(?m)^\d+\. .*`).FindAllString(text, -1) {
			amount := regexp.MustCompile(`, ([\d,]+\.\d\d) U S D`).FindStringSubmatch(row)
			if amount == nil {
				continue // The menu at the beginning.
			}
			price, err := strconv.ParseFloat(strings.ReplaceAll(amount[1], ",", ""), 64)
			if err != nil {
				t.Fatal(err)
			}
			lists[i] = append(lists[i], price)
		}
	}
	if slices.Reverse(lists[1]); len(lists[0]) < 5 || !slices.IsSorted(lists[0]) || !slices.Equal(lists[0], lists[1]) {
		t.Errorf("the prices are not in order: %v, and reversed %v", lists[0], lists[1])
	}
}

// A price without a currency does not apply to a list with several currencies, which keeps its hotels.
func TestHotels_SeveralCurrencies(t *testing.T) {
	t.Parallel()
	transcript, err := newFixture(t).talk("SIN 12dec 3n 60mi <300", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, transcript, "5 hotels found, sorted by total.\n", "under 300 is not applied: prices are in MYR, SGD; name one, like under 300myr.\n")
}

// A whole line asks the same after another search as at the beginning.
func TestSearch_WholeLineMeansTheSame(t *testing.T) {
	t.Parallel()
	transcript, err := newFixture(t).talk("kuwait 12dec 3n 3a 3r", "lon 12dec 2n", "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, transcript, "3 nights, 3 adults, 3 rooms.\n", "> lon 12dec 2n\n", "2 nights, 2 adults.\n")
}

// Tonight is the hotel's day, not that of the agent.
func TestSearch_TonightAtTheDestination(t *testing.T) {
	t.Parallel()
	transcript, err := newFixture(t).talk("honolulu tonight", "quit") // On 1 December in UTC.
	if err != nil {
		t.Error(err)
	}
	wants(t, transcript, "Searching Honolulu US, Monday 30 November to Wednesday 2 December 2026")
}

// TestSearch_LongDestination shows that a destination that is too long is refused with its length, in a line and where it is asked for.
func TestSearch_LongDestination(t *testing.T) {
	t.Parallel()
	transcript, err := newFixture(t).talk(strings.Repeat("x", 300)+" 12dec 3n", "12dec 3n", strings.Repeat("y", 3400), "quit")
	if err != nil {
		t.Error(err)
	}
	wants(t, transcript, "Error in search line: The destination has 300 characters, the limit is 200: shorten it.\n",
		"Error in destination: the destination has 3,400 characters, the limit is 200: shorten it.\n")
}
