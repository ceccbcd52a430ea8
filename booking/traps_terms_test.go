package booking

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
)

// searchedDraft is a draft of the searched rate.
func searchedDraft() Draft {
	trip, hotel, rate := searched()
	return Draft{Trip: trip, Hotel: api.Hotel{ID: hotel, Name: "The Aldwych Lantern"}, Rate: rate}
}

// verifier answers every verification with one and the same, and counts.
type verifier struct {
	Service
	answer api.Verification
	asked  []api.VerifyRequest
	skew   time.Duration
}

func (s *verifier) Skew() time.Duration { return s.skew }

func (s *verifier) VerifyRate(_ context.Context, r api.VerifyRequest) (api.Verification, error) {
	s.asked = append(s.asked, r)
	return s.answer, nil
}

func (s *verifier) desk() *Desk {
	return NewDesk(Options{Service: s, Now: func() time.Time { return december }})
}

// A search is never booked as it is: without a verification nothing is sent, and
// one penny stops.
func TestTrap11ASearchIsNotTheOffer(t *testing.T) {
	s := &verifier{answer: verified()}
	s.answer.Total = api.NewMoney("612.41", "GBP")
	if _, err := s.desk().Book(t.Context(), searchedDraft()); !errors.Is(err, ErrNotVerified) {
		t.Errorf("a rate that was not verified: %v", err)
	}
	draft, err := s.desk().Verify(t.Context(), searchedDraft())
	if err != nil || !terms.Stops(draft.Changes) || draft.Charge().String() != "612.41 GBP" {
		t.Errorf("got %+v, %v", draft.Changes, err)
	}
}

// The same price at worse terms stops, and so does another stay or hotel in the
// answer.
func TestTrap12TheSamePriceAtWorseTermsStops(t *testing.T) {
	for what, change := range map[string]func(*api.Verification){
		"cancel penalties": func(v *api.Verification) {
			v.Terms[0].Penalties[0].Deadline = api.ParseDeadline("2026-12-10T17:59:59+00:00")
		},
		"occupancy": func(v *api.Verification) { v.MaxOccupancy = 2 },
		"arrival":   func(v *api.Verification) { v.CheckIn = v.CheckIn.AddDays(-1) },
		"property":  func(v *api.Verification) { v.Hotel.ID.Chain = "ZZ" },
	} {
		v := verified()
		change(&v)
		changes := compareDraft(december, searchedDraft(), v)
		if c := named(changes, what); c == nil || c.Verdict != terms.Worse || !terms.Stops(changes) || named(changes, "total") != nil {
			t.Errorf("%s: %+v", what, changes)
		}
	}
}

// An offer ends at its instant in UTC, by the service's clock where the local
// one is slow.
func TestTrap13ExpiryGoesByTheServicesClock(t *testing.T) {
	draft := searchedDraft()
	draft.Rate.Expires = api.ParseInstant(december.Add(time.Minute).Format(time.RFC3339))
	v := verified()
	draft.Verified, draft.VerifiedAt = &v, december
	for skew, stale := range map[time.Duration]bool{0: false, 20 * time.Second: false, 2 * time.Minute: true, -2 * time.Minute: false} {
		now := (&verifier{skew: skew}).desk().Now()
		if got := draft.Stale(now) != ""; got != stale {
			t.Errorf("with a service %s ahead: stale is %v", skew, got)
		}
	}
}

// A booking code goes back byte for byte, whatever is in it.
func TestTrap14CodesAreOpaque(t *testing.T) {
	const code = "  LX|20417|\u00e9e\u0301 %2F+/=\u202e\x1b[0m "
	s := &verifier{answer: verified()}
	draft := searchedDraft()
	draft.Rate.BookingCode, draft.Rate.ChannelCode = code, code
	draft, err := s.desk().Verify(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	if got := s.asked[0]; got.BookingCode != code || got.ChannelCode != code {
		t.Errorf("verified with %q", got.BookingCode)
	}
	if got := createRequest(december, draft, TidyGuest(draft.Guest)); got.Rate.BookingCode != code || got.Rate.ChannelCode != code {
		t.Errorf("booked with %q", got.Rate.BookingCode)
	}
}

// One verification is one call for one rate.
func TestTrap15OneRateOneCall(t *testing.T) {
	s := &verifier{answer: verified()}
	if _, err := s.desk().Verify(t.Context(), searchedDraft()); err != nil || len(s.asked) != 1 {
		t.Errorf("%d calls, %v", len(s.asked), err)
	}
}

// The three shapes of terms become one model in which what is the same is the
// same, and of several terms all steps count.
func TestTrap16ShapesDiffer(t *testing.T) {
	_, _, rate := searched()
	v := verified()
	search, verification, stored := terms.Of(rate.Terms), terms.Verified(v), terms.Of(createRequest(december, Draft{
		Trip: trip.Trip{Rooms: 1}, Rate: rate, Verified: &v,
	}, api.Guest{}).Rate.Terms)
	if len(terms.Compare(december, search, verification)) != 0 || search.Hash() != stored.Hash() {
		t.Error("the same terms in another shape differ")
	}
	v.Terms = append(v.Terms, api.Terms{Penalties: []api.CancelPenalty{penalty("2026-12-05T18:00:00Z", "612.40")}})
	strict := terms.Verified(v)
	if cost := strict.CostAt(at(t, "2026-12-06T00:00:00Z")); cost.Words() != "612.40 GBP" {
		t.Errorf("of two terms the milder counts: %s", cost.Words())
	}
}

// What is charged now and what the hotel asks for are never one amount; a fee of
// which nothing is said is among those that may be due at the hotel.
func TestTrap17WhichTotalIsCharged(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	v.FeeLines = []api.Charge{
		{Amount: api.NewMoney("5.00", "GBP"), Description: "City charge", IncludedInTotal: ref(false)},
		{Amount: api.NewMoney("7.00", "GBP"), Description: "Resort fee", IncludedInTotal: ref(true)},
		{Amount: api.NewMoney("9.00", "GBP"), Description: "Linen"},
	}
	draft.Verified = &v
	var due []string
	for _, c := range draft.AtHotel() {
		due = append(due, c.Description)
	}
	if got := strings.Join(due, ", "); got != "City charge, Linen" || draft.Charge().String() != "612.40 GBP" {
		t.Errorf("due at the hotel: %s; now: %s", got, draft.Charge())
	}
	r := api.Reservation{Rate: api.BookedRate{Total: v.Total}, Payment: &api.Payment{Amount: api.NewMoney("617.40", "GBP")}}
	if c := named(draft.Deviations(december, nil, r), "payment amount"); c == nil || c.Verdict != terms.Worse {
		t.Error("another amount on the card than the price is not told")
	}
}

// The real party is verified, children too, and a room that is too small stops.
func TestTrap18OccupancyDrift(t *testing.T) {
	s := &verifier{answer: verified()}
	s.answer.MaxOccupancy = 2
	draft, err := s.desk().Verify(t.Context(), searchedDraft())
	if err != nil || s.asked[0].Adults != 2 || s.asked[0].Children != 1 {
		t.Fatalf("asked for %+v, %v", s.asked, err)
	}
	if c := named(draft.Changes, "occupancy"); c == nil || c.Verdict != terms.Worse {
		t.Errorf("got %+v", draft.Changes)
	}
}

// All rooms are priced and penalised, and the amounts say of how many they are.
func TestTrap19Rooms(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	draft.Trip.Rooms, draft.Verified = 3, &v
	if got := draft.Charge().String(); got != "1,837.20 GBP" {
		t.Errorf("three rooms cost %s", got)
	}
	if cost := draft.AllRooms().CostAt(at(t, "2026-12-11T00:00:00Z")); cost.Words() != "612.39 GBP" || !strings.Contains(draft.AllRoomsNote(), "3 rooms") {
		t.Errorf("cancelling costs %s, %q", cost.Words(), draft.AllRoomsNote())
	}
	r := createRequest(december, draft, TidyGuest(draft.Guest))
	if r.Rate.Rooms != 3 || r.Rate.Total.String() != "1,837.20 GBP" || r.Payment.Amount.String() != "1,837.20 GBP" {
		t.Errorf("sent %+v", r.Rate)
	}
}

// A rate with the flag "refundable" whose first penalty is past is not free.
func TestTrap20RefundableIsAFlag(t *testing.T) {
	c := terms.Of(api.Terms{Refundable: ref(true), Penalties: []api.CancelPenalty{
		{Deadline: api.ParseDeadline("2026-11-01T18:00:00Z"), Amount: api.NewMoney("204.13", "GBP"), Refundable: ref(false)},
	}})
	if got := c.Short(december); got != "non-refundable" {
		t.Errorf("got %q", got)
	}
	if r := c.RefundableAt(december); r == nil || *r {
		t.Error("it is called refundable")
	}
	if r := c.RefundableAt(at(t, "2026-10-01T00:00:00Z")); r == nil || !*r {
		t.Error("before the deadline it is refundable")
	}
}

// Amounts are exact and have their currency's own digits; an unknown currency is
// shown as it came.
func TestTrap21ExactDecimals(t *testing.T) {
	sum, tenth := api.NewMoney("0.00", "GBP"), api.NewMoney("0.10", "GBP")
	for range 1000 {
		var err error
		if sum, err = sum.Add(tenth); err != nil {
			t.Fatal(err)
		}
	}
	for want, m := range map[string]api.Money{
		"100.00 GBP": sum, "12,000 JPY": api.NewMoney("12000", "JPY"), "1.500 KWD": api.NewMoney("1.5", "KWD"),
		"9,007,199,254,740,993.01 USD": api.NewMoney("9007199254740993.01", "USD"),
	} {
		if m.String() != want {
			t.Errorf("got %s, want %s", m, want)
		}
	}
	if got := api.NewMoney("12.345", "QQQ").String(); !strings.Contains(got, "12.345") || !strings.Contains(got, "QQQ") {
		t.Errorf("an unknown currency is shown as %q", got)
	}
}

// What the deadlines cost is summed for each currency apart.
func TestTrap22DeadlinesOfTwoCurrencies(t *testing.T) {
	gbp, eur := Stake{Money: api.NewMoney("10", "GBP")}, Stake{Money: api.NewMoney("10", "EUR")}
	if got := AtStake([]Due{{AtStake: gbp}, {AtStake: eur}, {AtStake: gbp}}); len(got) != 2 || got[0].String() != "10.00 EUR" || got[1].String() != "20.00 GBP" {
		t.Errorf("at stake are %v", got)
	}
}

// What is booked is in the rate's own currency; amounts are not converted.
func TestTrap23NothingIsBookedConverted(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	v.Total, v.Base, v.Taxes = api.NewMoney("98000", "JPY"), api.NewMoney("90000", "JPY"), api.NewMoney("8000", "JPY")
	draft.Verified = &v
	if r := createRequest(december, draft, TidyGuest(draft.Guest)); r.Payment.Amount.String() != "98,000 JPY" || r.Rate.Total.Currency() != "JPY" {
		t.Errorf("sent %s", r.Payment.Amount)
	}
	if _, err := v.Total.Cmp(draft.Rate.Price.Total); err == nil {
		t.Error("JPY and GBP are compared")
	}
}

// Parts that do not make their total are told, and nothing is repaired.
func TestTrap24PartsThatDoNotAddUp(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	v.Base = api.NewMoney("500.00", "GBP")
	draft.Verified = &v
	if got := draft.PartsNote(); got != "10.00 GBP of the total is not broken down by the service" {
		t.Errorf("got %q", got)
	}
	if draft.Charge().String() != "612.40 GBP" || draft.Verified.Base.String() != "500.00 GBP" {
		t.Error("an amount was repaired")
	}
}

// After a change of dates the terms may be the old ones or those of the new
// dates; any others are told.
func TestTrap12TermsAfterAChangeOfDates(t *testing.T) {
	terms := func(deadline string) terms.Terms {
		return terms.Of(api.Terms{Penalties: []api.CancelPenalty{penalty(deadline, "204.13")}})
	}
	change := DateChange{Terms: terms("2026-12-10T18:00:00Z"), New: terms("2026-12-17T18:00:00Z")}
	for deadline, told := range map[string]bool{"2026-12-10T18:00:00Z": false, "2026-12-17T18:00:00Z": false, "2026-12-12T18:00:00Z": true} {
		r := api.Reservation{Rate: api.BookedRate{Terms: api.Terms{Penalties: []api.CancelPenalty{penalty(deadline, "204.13")}}}}
		if c := named((&verifier{}).desk().Moved(change, r), "cancel penalties"); (c != nil) != told {
			t.Errorf("with the deadline %s: %+v", deadline, c)
		}
	}
}
