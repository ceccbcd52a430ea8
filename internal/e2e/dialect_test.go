package e2e

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/trip"
	"bellhop/config"
	"bellhop/sandbox"
	partner "bellhop/sandbox/service"
)

// renamed returns settings of a sandbox and the dialect of a profile that know each
// other: every open name has the words before it, or is left out.
func renamed(before string) (names []string, profile map[string]string) {
	profile = map[string]string{}
	for _, entry := range config.DialectKeys() {
		name := before + entry
		if before == "" {
			name = ""
		}
		names, profile[entry] = append(names, entry+"="+name), name
	}
	return names, profile
}

// A profile's entries are those of the sandbox, one and all.
func TestDialectEntries(t *testing.T) {
	for _, entry := range config.DialectKeys() {
		if err := partner.CheckNames([]string{entry + "=x"}); err != nil {
			t.Error(err)
		}
	}
	want := fmt.Sprintf("there is no name for %q; there are %s", "?", strings.Join(config.DialectKeys(), ", "))
	if err := partner.CheckNames([]string{"?=x"}); err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// ghostDraft returns a rate whose booking is committed and whose answer is lost.
func ghostDraft(t *testing.T, desk *booking.Desk) booking.Draft {
	t.Helper()
	draft, err := verifiedDraft(t, desk, "ghost")
	if err != nil {
		t.Fatal(err)
	}
	return draft
}

// The console's client finds its way through a service that calls everything
// otherwise, and is lost there without its profile (WIRE 1).
func TestEveryNameChanged(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{"other names": "x_", "inside other objects": "more.options.x_"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			everyNameChanged(t, before)
		})
	}
}

func everyNameChanged(t *testing.T, before string) {
	t.Helper()
	names, profile := renamed(before)
	desk, client := deskInDialect(t, sandbox.Options{Names: names}, profile)
	draft, err := verifiedDraft(t, desk, "created")
	if err != nil {
		t.Fatal(err)
	}
	draft.Simulate, draft.Loyalty = api.SimulateConfirmed, &api.Loyalty{Program: "Lantern Club", MemberID: "7"}
	draft.CustomData = api.CustomData{{Key: "trip", Text: "spring"}}
	booked, err := desk.Book(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	made := booked.Reservation
	if made.Status != api.StatusConfirmed || made.Confirmation == nil {
		t.Errorf("a simulated booking is %+v", made)
	}
	filters(t, client, made, draft.Trip)

	// The answer of the second one is lost, and it is found by its custom data.
	_, err = desk.Book(t.Context(), ghostDraft(t, desk))
	if p := foundOut(t, desk, err); p.Result() != journal.Booked || p.Looks != 1 {
		t.Errorf("the lost booking came to %+v", p)
	}
	pages(t, desk, client)

	made, _, err = desk.Read(t.Context(), made.ID)
	if err != nil {
		t.Fatal(err)
	}
	change, err := desk.PriceDates(t.Context(), made, draft.Trip.CheckIn, draft.Trip.CheckOut.AddDays(1))
	if err != nil {
		t.Fatal(err)
	}
	moved, err := desk.ChangeDates(t.Context(), change)
	if err != nil || len(moved.Deviations) > 0 {
		t.Errorf("the dates changed to %+v, %v", moved, err)
	}
}

// filters lists by each filter of SPEC 4.6, one that holds and one that does
// not.
func filters(t *testing.T, client *api.Client, made api.Reservation, trip trip.Trip) {
	t.Helper()
	dates := func(d api.Date) map[string][2]api.DateRange {
		before, after := d.AddDays(-1), d.AddDays(1)
		return map[string][2]api.DateRange{
			"on": {{On: d}, {On: after}}, "after": {{After: before}, {After: d}}, "from": {{From: d}, {From: after}},
			"before": {{Before: after}, {Before: d}}, "until": {{Until: d}, {Until: before}},
		}
	}
	rows := map[string][2]api.ReservationQuery{
		"id":     {{ID: made.ID}, {ID: strings.Repeat("0", 32)}},
		"ids":    {{IDs: []string{strings.Repeat("0", 32), made.ID}}, {IDs: []string{strings.Repeat("0", 32)}}},
		"custom": {{CustomValues: []string{"winter", "spring"}}, {CustomValues: []string{"winter"}}},
	}
	for name, pair := range dates(trip.CheckIn) {
		rows["check in "+name] = [2]api.ReservationQuery{{CheckIn: pair[0]}, {CheckIn: pair[1]}}
	}
	for name, pair := range dates(trip.CheckOut) {
		rows["check out "+name] = [2]api.ReservationQuery{{CheckOut: pair[0]}, {CheckOut: pair[1]}}
	}
	for name, pair := range rows {
		for i, want := range []int{1, 0} {
			page, err := client.ListReservations(t.Context(), pair[i])
			if err != nil || page.Total != want || len(page.Items) != want {
				t.Errorf("%s: %d of %d found, want %d; %v", name, len(page.Items), page.Total, want, err)
			}
		}
	}
}

// wideTrip returns one to a whole country, whose hotels fill several pages.
func wideTrip(t *testing.T, desk *booking.Desk) trip.Trip {
	t.Helper()
	groups, err := desk.Directory.Destinations(t.Context(), "united states")
	if err != nil || len(groups) == 0 {
		t.Fatalf("no place: %v", err)
	}
	trip := trip.Default(api.DateOf(desk.Now()))
	trip.Destination = groups[0].Items[0].Destination
	return trip
}

// pages turns the pages of the list and of a hotel search, and names a hotel by
// its review-site id.
func pages(t *testing.T, desk *booking.Desk, client *api.Client) {
	t.Helper()
	seen := map[string]bool{}
	for number := range 2 {
		page, err := client.ListReservations(t.Context(), api.ReservationQuery{Page: number + 1, PageSize: 1})
		if err != nil || page.Total != 2 || len(page.Items) != 1 {
			t.Fatalf("page %d of the list: %+v, %v", number+1, page, err)
		}
		seen[page.Items[0].ID] = true
	}
	if len(seen) != 2 {
		t.Error("two pages of the list hold the same reservation")
	}
	trip := wideTrip(t, desk)
	list, err := desk.Hotels(t.Context(), trip)
	if err != nil {
		t.Fatal(err)
	}
	first := len(list.Items)
	if list, err = desk.MoreHotels(t.Context(), list); err != nil || len(list.Items) <= first {
		t.Errorf("the second page brings %d hotels to %d, %v", first, len(list.Items), err)
	}
	hotel := list.Items[0].ID
	page, err := client.SearchHotels(t.Context(), api.HotelQuery{
		CheckIn: trip.CheckIn, CheckOut: trip.CheckOut, Adults: 1,
		ReviewSiteIDs: []string{"rs-" + strings.ToLower(hotel.Chain+hotel.Code), "rs-zz1"},
	})
	if err != nil || len(page.Hotels) != 1 || page.Hotels[0].ID != hotel || fmt.Sprint(page.UnmappedReviews) != "[rs-zz1]" {
		t.Errorf("by review-site ids: %+v, %v", page, err)
	}
}

// What a service does not have is refused as unknown, and each refusal is told
// by the console's own name for it.
func TestNamesThatAreNotTold(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]string{"changed": "x_", "inside other objects": "more.x_", "left out": ""} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			names, _ := renamed(before)
			desk, client := deskInDialect(t, sandbox.Options{Names: names}, nil)
			draft, err := verifiedDraft(t, desk, "created")
			if err != nil {
				t.Fatal(err)
			}
			booked, err := desk.Book(t.Context(), draft)
			if err != nil {
				t.Fatal(err)
			}
			id := booked.Reservation.ID
			list := func(q api.ReservationQuery) error {
				_, err := client.ListReservations(t.Context(), q)
				return err
			}
			draft.Attempt, draft.Simulate, draft.Despite = "", api.SimulateCreated, []string{booked.Attempt}
			_, simulated := desk.Book(t.Context(), draft)
			draft.Attempt, draft.Simulate, draft.Loyalty = "", "", &api.Loyalty{Program: "Lantern Club"}
			_, loyal := desk.Book(t.Context(), draft)
			_, moved := client.ModifyReservation(t.Context(), api.ModifyRequest{ID: id, CheckOut: draft.Trip.CheckOut.AddDays(1)})
			search := api.HotelQuery{CheckIn: draft.Trip.CheckIn, CheckOut: draft.Trip.CheckOut, Adults: 1, Code: "LON"}
			search.Page, search.PageToken = 2, "b0a8a2a4-5d6c-4c1e-8f83-2f6f3e1d7c55"
			_, paged := client.SearchHotels(t.Context(), search)
			search.Page, search.PageToken, search.ReviewSiteIDs = 0, "", []string{"rs-zz1"}
			_, reviewed := client.SearchHotels(t.Context(), search)
			if err := list(api.ReservationQuery{PageSize: 2}); err != nil {
				t.Errorf("the size of a page is more than a wish: %v", err)
			}
			for what, err := range map[string]error{
				"filter.id": list(api.ReservationQuery{ID: id}), "filter.id.in": list(api.ReservationQuery{IDs: []string{id}}),
				"filter.custom_data": list(api.ReservationQuery{CustomValues: []string{"a"}}),
				"page_number":        list(api.ReservationQuery{Page: 2}),
				"simulate":           simulated, "loyalty": loyal, "check_out_date": moved, "pagination": paged, "filter.reviewsite_ids": reviewed,
			} {
				var e *api.Error
				if !errors.As(err, &e) || e.Status != http.StatusBadRequest || !slices.ContainsFunc(e.Problems, func(p api.Problem) bool {
					return strings.Join(p.Field, ".") == what && strings.HasSuffix(p.Message, " of this request")
				}) {
					t.Errorf("%s: %v", what, err)
				}
			}
		})
	}
}

// With a service that has nothing that is optional, what needs it is off, with
// the reason, and a lost booking is found by its day (WIRE 5).
func TestEveryNameLeftOut(t *testing.T) {
	t.Parallel()
	names, profile := renamed("")
	desk, client := deskInDialect(t, sandbox.Options{Names: names}, profile)
	off := desk.Off()
	if got := off.Loyalty; got == nil || got.Error() != "loyalty details: off until the profile sets dialect.loyalty, dialect.loyalty_program and dialect.loyalty_member" {
		t.Errorf("loyalty: %v", got)
	}
	for entry, reason := range map[string]*api.FeatureOffError{
		"simulation": off.Simulation, "id_filter": off.IDFilter, "ids_filter": off.IDsFilter,
		"custom_data_filter": off.CustomDataFilter,
	} {
		if reason == nil || !slices.Equal(reason.Settings, []string{entry}) || !strings.HasSuffix(reason.Error(), ": off until the profile sets dialect."+entry) {
			t.Errorf("%s: %v", entry, reason)
		}
	}
	draft := ghostDraft(t, desk)
	draft.Simulate = api.SimulateCreated
	_, err := desk.Book(t.Context(), draft)
	isOff(t, err, "simulation")
	draft.Simulate, draft.Attempt, draft.Loyalty = "", "", &api.Loyalty{Program: "Lantern Club", MemberID: "7"}
	_, err = desk.Book(t.Context(), draft)
	isOff(t, err, "loyalty", "loyalty_program", "loyalty_member")
	draft.Loyalty, draft.Attempt = nil, ""
	_, err = desk.Book(t.Context(), draft)
	p := foundOut(t, desk, err)
	if p.Result() != journal.Booked || p.Reservation == nil || p.Looks != 1 {
		t.Fatalf("the lost booking came to %+v", p)
	}
	id := p.Reservation.ID
	list := func(q api.ReservationQuery) error {
		_, err := client.ListReservations(t.Context(), q)
		return err
	}
	isOff(t, list(api.ReservationQuery{ID: id}), "id_filter")
	isOff(t, list(api.ReservationQuery{IDs: []string{id}}), "ids_filter")
	isOff(t, list(api.ReservationQuery{CustomValues: []string{"a"}}), "custom_data_filter")
	isOff(t, list(api.ReservationQuery{Page: 2}), "page_number")
	if err := list(api.ReservationQuery{Page: 1, PageSize: 50}); err != nil {
		t.Errorf("a page's size is a wish: %v", err)
	}
	found, err := client.ListReservations(t.Context(), api.ReservationQuery{CheckIn: api.DateRange{On: draft.Trip.CheckIn}})
	if err != nil || found.Total != 1 {
		t.Errorf("by the day of arrival %d are found, %v", found.Total, err)
	}
	_, err = client.ModifyReservation(t.Context(), api.ModifyRequest{ID: id, CheckIn: draft.Trip.CheckIn.AddDays(1)})
	isOff(t, err, "check_in")
	_, err = client.ModifyReservation(t.Context(), api.ModifyRequest{ID: id, CheckOut: draft.Trip.CheckOut.AddDays(1)})
	isOff(t, err, "check_out")
	trip := wideTrip(t, desk)
	hotels, err := desk.Hotels(t.Context(), trip)
	if err != nil || hotels.Pages < 2 || hotels.More() {
		t.Errorf("of %d pages another is promised: %t, %v", hotels.Pages, hotels.More(), err)
	}
	_, err = client.SearchHotels(t.Context(), api.HotelQuery{
		CheckIn: trip.CheckIn, CheckOut: trip.CheckOut, Adults: 1, ReviewSiteIDs: []string{"rs-zz1"},
	})
	isOff(t, err, "reviewsite_ids")
	paid, err := desk.ChangePayment(t.Context(), desk.ShownNow(*p.Reservation), api.NewSecret("tok_other"), api.Secret{})
	if err != nil || paid.Reservation.ID != id {
		t.Errorf("the payment changed to %+v, %v", paid, err)
	}
	now, _, err := desk.Read(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	if canceled, err := desk.Cancel(t.Context(), desk.ShownNow(now)); err != nil || canceled.Reservation.Status != api.StatusCanceled {
		t.Errorf("cancelled: %+v, %v", canceled, err)
	}
}

// A lost booking is found among odd shapes too, with and without the filter.
func TestALostBookingIsFoundAmongQuirks(t *testing.T) {
	t.Parallel()
	for name, dialect := range map[string]map[string]string{"by the attempt": nil, "by the arrival day": {"custom_data_filter": ""}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			desk, _ := deskInDialect(t, sandbox.Options{Quirks: "all"}, dialect)
			_, err := desk.Book(t.Context(), ghostDraft(t, desk))
			p := foundOut(t, desk, err)
			if p.Result() != journal.Booked || p.Reservation == nil || p.Looks != 1 {
				t.Fatalf("the lost booking came to %+v", p)
			}
			if canceled, err := desk.Cancel(t.Context(), desk.ShownNow(*p.Reservation)); err != nil || canceled.Reservation.Status != api.StatusCanceled {
				t.Errorf("cancelled: %+v, %v", canceled, err)
			}
		})
	}
}

// isOff fails unless nothing was sent, because the dialect lacks these entries.
func isOff(t *testing.T, err error, entries ...string) {
	t.Helper()
	var off *api.FeatureOffError
	if !errors.As(err, &off) || !slices.Equal(off.Settings, entries) {
		t.Errorf("%q: %v is not switched off", entries, err)
	}
}
