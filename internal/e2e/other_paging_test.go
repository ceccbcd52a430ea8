package e2e

import (
	"fmt"
	"net/http"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/guests"
	"bellhop/booking/trip"
	"bellhop/sandbox"
)

// A search is read to its end however little a service says of its pages, and as long as there may be more, no list says that
// it is whole.
func TestASearchWhosePagesAreCountedOtherwise(t *testing.T) {
	t.Parallel()
	paging := func(a answer) answer { return a["pagination"].(answer) }
	for name, x := range map[string]struct {
		change func(answer)
		first  string // what is said of the first page
		last   string // what is said in the end
	}{
		"as specified":       {func(answer) {}, "95 hotels", "95 hotels"},
		"numbers as text":    {func(a answer) { paging(a)["total_pages"] = fmt.Sprint(paging(a)["total_pages"]) }, "95 hotels", "95 hotels"},
		"no page number":     {func(a answer) { delete(paging(a), "page_number") }, "95 hotels", "95 hotels"},
		"pages not counted":  {func(a answer) { delete(paging(a), "total_pages") }, "95 hotels", "95 hotels"},
		"hotels not counted": {func(a answer) { delete(paging(a), "total_items") }, "25+ hotels", "95 hotels"},
		"nothing counted":    {func(a answer) { a["pagination"] = answer{"pagination_token": paging(a)["pagination_token"]} }, "25+ hotels", "95+ hotels"},
		"nothing counted, no token in the end": {func(a answer) {
			next := answer{"pagination_token": paging(a)["pagination_token"]}
			if len(parts(a, "results")) < 25 {
				next = answer{}
			}
			a["pagination"] = next
		}, "25+ hotels", "95 hotels"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			desk, _ := deskAround(t, sandbox.Options{}, nil, altered(t, "/hotel/search", x.change))
			list, err := desk.Hotels(t.Context(), wideTrip(t, desk))
			if err != nil {
				t.Fatal(err)
			}
			if list.TotalWords() != x.first || list.Whole() || !list.Prices().More() {
				t.Errorf("of the first page it says %q, whole %t", list.TotalWords(), list.Whole())
			}
			for calls := 0; list.More(); calls++ {
				if list, err = desk.MoreHotels(t.Context(), list); err != nil || calls > 10 {
					t.Fatalf("after %d pages: %v", calls, err)
				}
			}
			if len(list.Items) != 95 || list.TotalWords() != x.last || list.Whole() != (x.last == "95 hotels") {
				t.Errorf("%d hotels are %q, whole %t", len(list.Items), list.TotalWords(), list.Whole())
			}
		})
	}
}

// The guests of all reservations are known whatever size pages have, whether or not they are counted, and also when the list
// was left half read and was opened anew.
func TestKnownGuestsOfOtherLists(t *testing.T) {
	t.Parallel()
	const booked = 130
	for name, x := range map[string]struct {
		names   []string
		profile map[string]string
		change  func(answer)
		read    int    // of the reservations; 0 is all
		words   string // what is said in the end
	}{
		"as specified":    {words: "130 of 130"},
		"other names":     {names: []string{"page_number=seite", "page_size=anzahl"}, profile: map[string]string{"page_number": "seite", "page_size": "anzahl"}, words: "130 of 130"},
		"no size":         {names: []string{"page_size="}, profile: map[string]string{"page_size": ""}, words: "130 of 130"},
		"a size refused":  {names: []string{"page_size="}, words: "130 of 130"},
		"not counted":     {change: func(a answer) { delete(a, "total_items_without_paging") }, words: "130 of 130"},
		"count as text":   {change: func(a answer) { a["total_items_without_paging"] = fmt.Sprint(a["total_items_without_paging"]) }, words: "130 of 130"},
		"only one page":   {names: []string{"page_number="}, profile: map[string]string{"page_number": ""}, read: 100, words: "100 of 130"},
		"no more said of": {names: []string{"page_number="}, profile: map[string]string{"page_number": ""}, change: func(a answer) { delete(a, "total_items_without_paging") }, read: 100, words: "100 of 100+"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			around := func(service http.Handler) http.Handler { return service }
			if x.change != nil {
				around = altered(t, "/reservations", x.change)
			}
			desk, _ := deskAround(t, sandbox.Options{Names: x.names}, x.profile, around)
			bookMany(t, desk, booked)
			var index guests.Index
			list, _, err := desk.Reservations(t.Context(), api.ReservationQuery{})
			for pages := 1; err == nil; pages++ {
				index.Add(list.Items, desk.StayOf)
				if pages == 3 { // Left, and opened anew.
					var first booking.ReservationList
					if first, _, err = desk.Reservations(t.Context(), api.ReservationQuery{}); err != nil {
						t.Fatal(err)
					}
					list = list.Renewed(first)
				}
				if !list.More() || pages > 20 {
					break
				}
				var next booking.ReservationList
				if next, _, err = desk.MoreReservations(t.Context(), list); err == nil {
					list = next
				}
			}
			if x.read == 0 {
				x.read = booked
			}
			if index.People() != x.read || list.CountWords() != x.words {
				t.Errorf("%d guests are known of %s, %v", index.People(), list.CountWords(), err)
			}
			if x.read < booked {
				isOff(t, err, "page_number")
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// bookMany books one rate for so many guests.
func bookMany(t *testing.T, desk *booking.Desk, many int) {
	t.Helper()
	draft, err := verifiedDraft(t, desk, "created")
	if err != nil {
		t.Fatal(err)
	}
	for i := range many {
		draft.Attempt, draft.Simulate = "", api.SimulateConfirmed
		draft.Guest.Surname = fmt.Sprintf("Guest%c%c", 'a'+i/26, 'a'+i%26)
		draft.Guest.Email = draft.Guest.Surname + "@mail.example"
		if _, err := desk.Book(t.Context(), draft); err != nil {
			t.Fatal(err)
		}
	}
}

// Open reservations are complete only where it is known that none is missing.
func TestOpenReservationsThatAreNotCounted(t *testing.T) {
	t.Parallel()
	const many = booking.ReservationPageSize + 10
	uncounted := func(a answer) { delete(a, "total_items_without_paging") }
	for name, x := range map[string]struct {
		change   func(answer)
		complete bool
	}{
		"pages": {uncounted, true},
		"one page for ever": {func() func(answer) {
			var first []any
			return func(a answer) {
				uncounted(a)
				if first == nil && len(parts(a, "items")) == booking.ReservationPageSize {
					first = a["items"].([]any)
				}
				a["items"] = first
			}
		}(), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			desk, _ := deskAround(t, sandbox.Options{}, nil, altered(t, "/reservations", x.change))
			bookMany(t, desk, many)
			open, _, err := desk.OpenReservations(t.Context(), nil)
			if err != nil || open.Incomplete() == x.complete || x.complete && len(open.Items) != many {
				t.Errorf("%d open, complete %t, %v", len(open.Items), !open.Incomplete(), err)
			}
		})
	}
}

// What is no place is none: it takes part in no distance, no middle and no map.
func TestPlacesOfHotels(t *testing.T) {
	t.Parallel()
	at := func(latitude, longitude any) answer { return answer{"latitude": latitude, "longitude": longitude} }
	for name, x := range map[string]struct {
		place   any
		located bool
	}{
		"numbers": {at(51.5, -0.1), true}, "texts": {at("51.5", "-0.1"), true}, "counted around": {at(51.5, 359.9), true},
		"zeros": {at(0, 0), false}, "zeros as text": {at("0.0", "0"), false}, "beyond the pole": {at(515, -0.1), false},
		"beyond the earth": {at(51.5, 3600), false}, "commas": {at("51,5", "-0,1"), false}, "half": {answer{"latitude": 51.5}, false},
		"nothing": {nil, false}, "empty": {at("", ""), false}, "a list": {[]any{51.5, -0.1}, false}, "a text": {"51.5,-0.1", false},
		"not a number": {at("NaN", "Inf"), false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			desk, _ := deskAround(t, sandbox.Options{}, nil, altered(t, "/hotel/search", func(a answer) {
				for _, hotel := range parts(a, "results") {
					hotel["geolocation"] = x.place
				}
			}))
			search := trip.Default(api.DateOf(desk.Now()))
			search.Destination = trip.CodeDestination("LON")
			list, err := desk.Hotels(t.Context(), search)
			if err != nil {
				t.Fatal(err)
			}
			hotel := list.Items[0]
			if _, middle := list.Middle(); hotel.Located != x.located || middle != x.located || (hotel.Km >= 0) != x.located {
				t.Errorf("%+v, %v km %s", hotel.Location, hotel.Km, hotel.Compass)
			}
			if x.located && (hotel.Km > 5 || hotel.Location.Longitude > 0) {
				t.Errorf("%+v is %v km away", hotel.Location, hotel.Km)
			}
		})
	}
}
