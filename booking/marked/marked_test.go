package marked_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

var noon = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func yes(b bool) *bool            { return &b }
func gbp(number string) api.Money { return api.NewMoney(number, "GBP") }

// service sells the rates of one hotel; what it does not do fails by a nil call.
type service struct {
	booking.Service
	rates  []api.Rate
	zone   string
	verify func(*api.Verification) error
	asked  []string
}

func (s *service) Skew() time.Duration { return 0 }

var lantern = api.PropertyID{Chain: "LX", Code: "20400"}

func (s *service) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	s.asked = append(s.asked, "facts")
	return api.DestinationResults{Properties: []api.Property{{ID: lantern, Name: "The Lantern", Timezone: s.zone}}}, nil
}

func (s *service) SearchHotels(context.Context, api.HotelQuery) (api.HotelPage, error) {
	s.asked = append(s.asked, "search")
	hotel := api.Hotel{ID: lantern, Name: "The Lantern", Rooms: []api.Room{{Name: "Queen", MaxOccupancy: 2, Rates: s.rates}}}
	return api.HotelPage{Hotels: []api.Hotel{hotel}, TotalItems: 1, TotalPages: 1}, nil
}

func (s *service) VerifyRate(_ context.Context, r api.VerifyRequest) (api.Verification, error) {
	s.asked = append(s.asked, "verify "+r.BookingCode)
	for _, rate := range s.rates {
		if rate.BookingCode == r.BookingCode {
			v := api.Verification{
				BookingCode: r.BookingCode, ChannelCode: r.ChannelCode, CheckIn: r.CheckIn, CheckOut: r.CheckOut, Hotel: api.HotelRef{ID: lantern},
				MaxOccupancy: 2, Total: rate.Price.Total, Base: rate.Price.Base, Taxes: rate.Price.Taxes, Terms: []api.Terms{rate.Terms},
			}
			if s.verify != nil {
				if err := s.verify(&v); err != nil {
					return api.Verification{}, err
				}
			}
			return v, nil
		}
	}
	return api.Verification{}, &api.Error{Operation: "verify rate", Status: 404, Type: api.TypeBooking, Message: "no such rate"}
}

func rate(code, total string) api.Rate {
	return api.Rate{
		BookingCode: code, ChannelCode: "web", Name: "Flexible", Expires: api.ParseInstant(noon.Add(20 * time.Minute).Format(time.RFC3339)),
		Price: api.Price{Total: gbp(total), Base: gbp(total), Taxes: gbp("0"), TaxesIncluded: yes(true)},
		Terms: api.Terms{PaymentInfo: "Charged at booking", Refundable: yes(true), Penalties: []api.CancelPenalty{
			{Deadline: api.ParseDeadline("2026-12-10T18:00:00"), Amount: gbp("50.00")},
		}},
	}
}

func desk() (*booking.Desk, *service) {
	s := &service{rates: []api.Rate{rate("a", "300.00"), rate("b", "340.00")}, zone: "Europe/Paris"}
	return booking.NewDesk(booking.Options{Service: s, Now: func() time.Time { return noon }}), s
}

func draftOf(s *service, rooms int) booking.Draft {
	return booking.Draft{
		Trip:  trip.Trip{CheckIn: api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Rooms: rooms},
		Hotel: api.Hotel{ID: lantern, Name: "The Lantern"}, Room: api.Room{Name: "Queen", MaxOccupancy: 2}, Rate: s.rates[0], SearchedAt: noon,
		Guest: api.Guest{Surname: "Ruskin"}, Token: api.NewSecret("tok"),
	}
}

func TestAnOfferIsForAllRoomsAndHasNoGuest(t *testing.T) {
	t.Parallel()
	d, s := desk()
	s.rates[0].Price.TaxesIncluded, s.rates[0].Price.Fees = yes(false), gbp("6.00")
	o := marked.OfferOf(d, draftOf(s, 2), noon)
	if o.Total.String() != "600.00 GBP" || o.Payment(noon).All.String() != "612.00 GBP" || len(o.Fees) != 1 || o.Terms.Steps[0].Amount.String() != "100.00 GBP" {
		t.Errorf("%v %v %v %v", o.Total, o.Payment(noon), o.Fees, o.Terms.Steps)
	}
	if sum, ok := o.Payment(noon).AtHotelSum(); !ok || sum.String() != "12.00 GBP" {
		t.Error(sum, ok)
	}
	if back := marked.Draft(o); back.Guest.Surname != "" || !back.Token.IsZero() || back.Verified != nil || back.Rate.BookingCode != "a" || back.Trip.Rooms != 2 {
		t.Errorf("%+v", back)
	}
}

func TestVerifyAgain(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		change func(*service)
		words  string
	}{
		"same":    {func(*service) {}, "same price and terms"},
		"dearer":  {func(s *service) { s.rates[0].Price.Total, s.rates[0].Price.Base = gbp("312.5"), gbp("312.5") }, "dearer by 12.50 GBP"},
		"cheaper": {func(s *service) { s.rates[0].Price.Total, s.rates[0].Price.Base = gbp("290"), gbp("290") }, "cheaper by 10.00 GBP"},
		"terms": {func(s *service) {
			s.verify = func(v *api.Verification) error {
				v.Terms[0].Penalties = []api.CancelPenalty{{Deadline: api.ParseDeadline("2026-12-09T18:00:00"), Amount: gbp("50.00")}}
				return nil
			}
		}, "terms changed: cancel penalties"},
		"gone":     {func(s *service) { s.rates = s.rates[1:] }, "gone; nearest: Queen, 340.00 GBP"},
		"all gone": {func(s *service) { s.rates = nil }, "gone, and the hotel has no other rate"},
		"no answer": {func(s *service) {
			s.verify = func(*api.Verification) error { return &api.Error{Operation: "verify rate", Status: 503} }
		}, "could not be asked: "},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, s := desk()
			o := marked.OfferOf(d, draftOf(s, 1), noon)
			c.change(s)
			got, err := marked.Verify(context.Background(), d, o)
			if err != nil || len(got.Words()) < len(c.words) || got.Words()[:len(c.words)] != c.words {
				t.Errorf("%q, %v", got.Words(), err)
			}
			if got.Kind.Priced() && (got.Offer.Zone == nil || got.Offer.Zone.String() != "Europe/Paris") {
				t.Error("the hotel's time is not told:", got.Offer.Zone)
			}
		})
	}
}

// What had changed from the search at the last verification is no news at the next.
func TestWhatWasKnownIsNoNews(t *testing.T) {
	t.Parallel()
	d, s := desk()
	o := marked.OfferOf(d, draftOf(s, 1), noon)
	s.verify = func(v *api.Verification) error {
		v.Total, v.Base, v.MaxOccupancy = gbp("320"), gbp("320"), 1
		return nil
	}
	first, err := marked.Verify(context.Background(), d, o)
	if err != nil || first.Kind != quote.Dearer || len(first.Changes) != 1 || first.Changes[0].What != "occupancy" || first.Verdict() != terms.Worse {
		t.Fatalf("%+v, %v", first, err)
	}
	if second, err := marked.Verify(context.Background(), d, first.Offer); err != nil || second.Kind != quote.Same {
		t.Errorf("%q %v", second.Words(), err)
	}
}

func TestARefusedKeyStopsAll(t *testing.T) {
	t.Parallel()
	d, s := desk()
	o := marked.OfferOf(d, draftOf(s, 1), noon)
	for _, refused := range []error{&api.Error{Status: 401}, context.Canceled} {
		s.verify = func(*api.Verification) error { return refused }
		if _, err := marked.Verify(context.Background(), d, o); !errors.Is(err, refused) {
			t.Error(err)
		}
	}
}

// A rate that the service does not know by its old offer any more is searched for again at its hotel.
func TestAnEndedOfferIsSearchedAgain(t *testing.T) {
	t.Parallel()
	d, s := desk()
	o := marked.OfferOf(d, draftOf(s, 1), noon)
	s.rates[0].Expires = api.ParseInstant(noon.Add(time.Hour).Format(time.RFC3339))
	refusals := 1
	s.verify = func(*api.Verification) error {
		if refusals--; refusals >= 0 {
			return &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "expired"}
		}
		return nil
	}
	got, err := marked.Verify(context.Background(), d, o)
	if err != nil || got.Kind != quote.Same || !got.Offer.Ends.Equal(noon.Add(time.Hour)) {
		t.Errorf("%q until %v, %v: %q", got.Words(), got.Offer.Ends, err, s.asked)
	}
}

// An offer that is searched for again to be booked, and is dearer there, is asked about: the new search alone has no
// difference.
func TestADearerOfferIsAskedAboutBeforeItIsBooked(t *testing.T) {
	t.Parallel()
	d, s := desk()
	o := marked.OfferOf(d, draftOf(s, 2), noon)
	s.rates[0].Price.Total, s.rates[0].Price.Base = gbp("320"), gbp("320")
	s.rates[0].Terms.Refundable, s.rates[0].Terms.Penalties = yes(false), nil
	refusals := 1
	s.verify = func(*api.Verification) error {
		if refusals--; refusals >= 0 {
			return &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "expired"}
		}
		return nil
	}
	again, err := marked.Renew(context.Background(), d, o)
	if err != nil || !terms.Stops(again.Draft.Changes) {
		t.Fatalf("%+v, %v", again.Draft.Changes, err)
	}
	var what []string
	for _, c := range again.Draft.Changes {
		what = append(what, c.What)
	}
	if !slices.Equal(what, []string{"total in the tray", "refundable", "cancel penalties"}) {
		t.Errorf("%q", what)
	}
	if first := again.Draft.Changes[0]; first.Before != "300.00 GBP" || first.After != "320.00 GBP (+20.00)" {
		t.Errorf("of one room: %+v", first)
	}
}
