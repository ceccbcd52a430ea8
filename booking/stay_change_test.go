package booking_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// A calendarService returns the days of a stay as midnights in UTC, as some
// services do, and notes the changes that it is sent.
type calendarService struct {
	booking.Service
	mu      sync.Mutex
	zone    *time.Location // of the hotel
	as      string         // how a midnight is written
	changes []api.ModifyRequest
}

func (s *calendarService) days(r api.Reservation) api.Reservation {
	day := func(i api.Instant) api.Instant {
		return api.ParseInstant(api.DateOf(i.Time.In(s.zone)).String() + s.as)
	}
	r.CheckIn, r.CheckOut = day(r.CheckIn), day(r.CheckOut)
	return r
}

func (s *calendarService) CreateReservation(ctx context.Context, r api.CreateRequest) (api.Reservation, error) {
	got, err := s.Service.CreateReservation(ctx, r)
	return s.days(got), err
}

func (s *calendarService) ModifyReservation(ctx context.Context, r api.ModifyRequest) (api.Reservation, error) {
	s.mu.Lock()
	s.changes = append(s.changes, r)
	s.mu.Unlock()
	got, err := s.Service.ModifyReservation(ctx, r)
	return s.days(got), err
}

func (s *calendarService) ReadReservation(ctx context.Context, id string) (api.Reservation, error) {
	got, err := s.Service.ReadReservation(ctx, id)
	return s.days(got), err
}

func (s *calendarService) ListReservations(ctx context.Context, q api.ReservationQuery) (api.ReservationPage, error) {
	page, err := s.Service.ListReservations(ctx, q)
	for i, r := range page.Items {
		page.Items[i] = s.days(r)
	}
	return page, err
}

// bookedIn books a refundable rate in a city that is to be had for a week after
// that as well.
func bookedIn(t *testing.T, desk *booking.Desk, city string) booking.Booking {
	t.Helper()
	list, err := desk.Hotels(t.Context(), tripTo(trip.CodeDestination(city)))
	if err != nil {
		t.Fatal(err)
	}
	week := list.Trip
	week.CheckOut = week.CheckIn.AddDays(7)
	for _, item := range list.Items {
		hotel := item.Hotel()
		for _, roomRate := range booking.RoomRates(hotel) {
			if terms.Of(roomRate.Rate.Terms).CostAt(clock).Kind != terms.CostFree {
				continue
			}
			draft, err := desk.Verify(t.Context(), booking.Draft{Trip: list.Trip, Hotel: hotel, Room: roomRate.Room, Rate: roomRate.Rate})
			if err != nil {
				continue // Its last room was taken by the rate before.
			}
			draft.Guest, draft.Token = zoe, api.NewSecret("card_good")
			draft.Guest.Surname += roomRate.Rate.BookingCode // Another guest each time.
			booked, err := desk.Book(t.Context(), draft)
			if err != nil {
				t.Fatal(err)
			}
			long, there, err := desk.HotelAgain(t.Context(), week, hotel)
			if err == nil && there && slices.ContainsFunc(booking.RoomRates(long), func(o booking.RoomRate) bool {
				return o.Rate.BookingCode == roomRate.Rate.BookingCode
			}) {
				return booked
			}
		}
	}
	t.Fatal("no refundable rate is to be had twice in " + city)
	return booking.Booking{}
}

// At hotels west and east of UTC, whichever way the service writes a day: what
// is stored reads as it was sent, only the date that was changed is sent, and a
// change whose answer was lost is found.
func TestOnlyTheChangedDateIsSent(t *testing.T) {
	t.Parallel()
	for city, zone := range map[string]string{"NYC": "America/New_York", "LAX": "America/Los_Angeles", "LON": "Europe/London", "TYO": "Asia/Tokyo"} {
		for _, as := range []string{"T00:00:00Z", "T15:00:00" + offsetIn(t, zone)} {
			t.Run(city+as, func(t *testing.T) {
				t.Parallel()
				o := newFixture(t, nil)
				location, err := time.LoadLocation(zone)
				if err != nil {
					t.Fatal(err)
				}
				service := &calendarService{Service: o.service.Service, zone: location, as: as}
				o.service.Service = service
				booked := bookedIn(t, o.desk, city)
				if len(booked.Deviations) != 0 {
					t.Errorf("stored otherwise than sent: %+v", booked.Deviations)
				}
				in, out := api.NewDate(2026, 12, 12), api.NewDate(2026, 12, 15)
				for i, c := range []struct {
					in, out api.Date // that are asked for
					lost    bool
				}{
					{api.Date{}, out.AddDays(1), false},
					{api.Date{}, out.AddDays(2), true},
					{in.AddDays(1), api.Date{}, false},
					{in.AddDays(2), api.Date{}, true},
					{in.AddDays(1), out.AddDays(1), true},
					{in.AddDays(2), out.AddDays(2), false},
					{in.AddDays(2), out.AddDays(3), false},
				} {
					before := o.desk.StayOf(booked.Reservation)
					change, err := priceDates(t.Context(), o.desk, booked.Reservation.ID, c.in, c.out)
					if err != nil || !change.Possible() {
						t.Fatalf("%d: %+v, %v", i, change.Changes, err)
					}
					o.service.set(false, c.lost, false)
					moved, err := o.desk.ChangeDates(t.Context(), change)
					got := moved.Reservation
					if c.lost {
						p := o.resolved(attemptOf(t, err))
						if p.Result() != journal.Modified || p.Reservation == nil {
							t.Fatalf("%d: the change whose answer was lost came to %q", i, p.Result())
						}
						got = *p.Reservation
					} else if err != nil {
						t.Fatal(i, err)
					}
					o.service.set(false, false, false)
					wantIn, wantOut := c.in, c.out
					if c.in.IsZero() || c.in == before.In {
						c.in, wantIn = api.Date{}, before.In
					}
					if c.out.IsZero() || c.out == before.Out {
						c.out, wantOut = api.Date{}, before.Out
					}
					if sent := service.changes[i]; sent.CheckIn != c.in || sent.CheckOut != c.out {
						t.Errorf("%d: %q to %q is sent, want %q to %q", i, sent.CheckIn, sent.CheckOut, c.in, c.out)
					}
					if stay := o.desk.StayOf(got); stay.In != wantIn || stay.Out != wantOut {
						t.Errorf("%d: it is %s to %s now, want %s to %s", i, stay.In, stay.Out, wantIn, wantOut)
					}
					if deviations := o.desk.Moved(change, got); len(deviations) != 0 {
						t.Errorf("%d: %+v", i, deviations)
					}
					booked.Reservation = got
				}
				sale, known, err := o.desk.SaleOf(booked.Reservation)
				if err != nil || !known || len(sale.Deviations) != 0 || sale.Moved == nil {
					t.Errorf("what was sold and moved reads as %+v, %t, %v", sale, known, err)
				}
			})
		}
	}
}

// offsetIn is the offset of a zone in December.
func offsetIn(t *testing.T, zone string) string {
	t.Helper()
	location, err := time.LoadLocation(zone)
	if err != nil {
		t.Fatal(err)
	}
	return time.Date(2026, 12, 12, 0, 0, 0, 0, location).Format("-07:00")
}

// A date that the service has no name for cannot be changed, and keeps the other
// from nothing.
func TestADateWithoutAName(t *testing.T) {
	t.Parallel()
	o := newFixture(t, func(d *api.Dialect) { d.CheckIn = "" })
	r := bookedIn(t, o.desk, "NYC").Reservation
	in, out := api.NewDate(2026, 12, 13), api.NewDate(2026, 12, 16)
	change, err := priceDates(t.Context(), o.desk, r.ID, api.Date{}, out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := o.desk.ChangeDates(t.Context(), change); err != nil {
		t.Errorf("the departure alone: %v", err)
	}
	change, err = priceDates(t.Context(), o.desk, r.ID, in, api.Date{})
	if err != nil || change.Possible() || change.Off == nil || len(change.Nearest) == 0 {
		t.Fatalf("the arrival: possible %v, off %v, %d rates for a new booking, %v", change.Possible(), change.Off, len(change.Nearest), err)
	}
	if first := change.Nearest[0].Rate; first.BookingCode != r.Rate.BookingCode {
		t.Errorf("the first rate for a new booking is %s, the reservation has %s", first.BookingCode, r.Rate.BookingCode)
	}
	title, text := change.Instead(o.desk.Now(), booking.FromReceipt)
	if !strings.Contains(title, "dialect.check_in") || !strings.Contains(text, "Book the new dates, then cancel") {
		t.Errorf("instead: %s. %s", title, text)
	}
	if _, err := o.desk.ChangeDates(t.Context(), change); !errors.Is(err, api.ErrFeatureOff) {
		t.Errorf("the arrival is sent: %v", err)
	}
	if problems := o.desk.CheckDates(r, in, out); len(problems) > 0 {
		t.Errorf("the problems are %+v", problems)
	}
}

// The note shown before any dates are typed names the date that is off, and says that the other can be changed.
func TestDesk_DatesOff(t *testing.T) {
	for name, c := range map[string]struct{ in, out, want string }{
		"both are named": {"arrival", "departure", ""},
		"neither":        {"", "", "Changing the dates: off until the profile sets dialect.check_in and dialect.check_out. Book the new dates, then cancel this reservation."},
		"arrival alone": {
			"arrival", "",
			"Changing the check-out date: off until the profile sets dialect.check_out. The check-in date alone can be changed. For another check-out date, book the new dates, then cancel this reservation.",
		},
		"departure alone": {
			"", "departure",
			"Changing the check-in date: off until the profile sets dialect.check_in. The check-out date alone can be changed. For another check-in date, book the new dates, then cancel this reservation.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			dialect := api.DefaultDialect()
			dialect.CheckIn, dialect.CheckOut = c.in, c.out
			if got := booking.NewDesk(booking.Options{Off: dialect.Off()}).DatesOff(); got != c.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// Dates that the reservation has already are not sent.
func TestTheSameDatesAreNotSent(t *testing.T) {
	t.Parallel()
	o := newFixture(t, nil)
	r := bookedIn(t, o.desk, "NYC").Reservation
	if _, err := priceDates(t.Context(), o.desk, r.ID, o.desk.StayOf(r).In, api.Date{}); !errors.Is(err, booking.ErrSameDates) {
		t.Errorf("they are priced: %v", err)
	}
	if o.service.modifies != 0 {
		t.Error("they were sent")
	}
}

// A booking in the place of another has its data, and none that Bellhop gave it.
func TestReplacement_LeavesOwnDataOut(t *testing.T) {
	data := api.CustomData{{Key: recovery.AttemptKey, Text: "att-1"}, {Key: "bellhop_surname", Text: "sn-1"}, {Key: "bellhop_email", Text: "em-1"}, {Key: "cost_center", Text: "LO0001"}}
	got := booking.DateChange{Reservation: api.Reservation{CustomData: data}}.Replacement(nil).CustomData
	if len(got) != 1 || got[0].Key != "cost_center" {
		t.Errorf("it begins with %v", got)
	}
}
