package screens_test

import (
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/screens"
)

func TestTermsAsSearchedGoOnWithEnter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Has("Verified: price and terms are as searched", "270.01 GBP", "free until Thu 17 Dec 18:00", "2.50 GBP, City charge", "Visa, Mastercard")
	p.Press("ctrl+y")
	if p.Top().Title() != "terms" {
		t.Errorf("ctrl+y accepted what did not change, on to %q", p.Top().Title())
	}
	p.Press("enter")
	if p.Top().Title() == "terms" {
		t.Error("enter did not go on")
	}
	if f.service.verifications != 1 {
		t.Errorf("verified %d times", f.service.verifications)
	}
}

func TestTermsStopAtAChangeForTheWorse(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*api.Verification){
		"dearer":       func(v *api.Verification) { v.Total = pounds(27002) },
		"fewer guests": func(v *api.Verification) { v.MaxOccupancy = 1 },
		"other dates":  func(v *api.Verification) { v.CheckIn = v.CheckIn.AddDays(1) },
		"no refund": func(v *api.Verification) {
			v.Terms[0].Refundable, v.Terms[0].Penalties = yes(false), nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			f.service.verified = change
			p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
			p.Has("! Not as searched", ", worse", "ctrl+y accept the change")
			p.Press("enter")
			if p.Top().Title() != "terms" {
				t.Fatalf("enter accepted the change")
			}
			p.Has("Not accepted.")
			p.Press("ctrl+y")
			if p.Top().Title() == "terms" {
				t.Error("ctrl+y did not accept the change")
			}
		})
	}
}

func TestTermsBetterGoOnWithEnter(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.verified = func(v *api.Verification) { v.Total = pounds(26001) }
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Has("Verified, with 1 change and none for the worse", "+ total 270.01 GBP → 260.01 GBP (-10.00), better", "base price and taxes make 270.01 GBP, the total is 260.01 GBP")
	p.Press("enter")
	if p.Top().Title() == "terms" {
		t.Error("enter did not go on")
	}
}

// Parts of another total are not the same, and are no changes of their own.
func TestTermsSendFromThePartsToTheTotal(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.verified = func(v *api.Verification) { v.Total, v.Base = pounds(28001), pounds(23501) }
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Has("! Not as searched: 1 change", "! total 270.01 GBP → 280.01 GBP (+10.00), worse")
	p.Has("nothing else changed: taxes, ")
	if rows := regexp.MustCompile(`(base price|taxes) .* see total`).FindAllStringSubmatch(p.View(), -1); len(rows) != 1 || rows[0][1] != "base price" {
		t.Errorf("the parts are shown as %q\n%s", rows, p.View())
	}
}

func TestTermsOfARateThatIsGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.fail = &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "rate is gone", Problems: []api.Problem{
		{Field: []string{"booking_code"}, Message: "rate is gone"},
	}}
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Has("! The rate is not available", "rate is gone", "ctrl+n search again").HasNot("- booking code")
	p.Press("enter", "ctrl+y")
	if p.Top().Title() != "terms" {
		t.Fatalf("went on to %q without terms", p.Top().Title())
	}
	p.Press("ctrl+v")
	p.Has("Verified: price and terms are as searched")
	p.Press("ctrl+n")
	if p.Top().Title() != "search" {
		t.Errorf("ctrl+n went to %q", p.Top().Title())
	}
	p.Has("LON within 10 mi · Sat 19 Dec – Tue 22 Dec 2026")
}

// Where the rate is gone, the same room's nearest rates are one key away, as
// they are when it goes while it is booked.
func TestTermsOfferTheNearestOfARateThatIsGone(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	gone := &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "rate is gone"}
	f.service.fail = gone
	p := f.start(screens.NewTerms(f.deps, londonDraft(f))).Resize(80, 24)
	p.Has("ctrl+e nearest rates", "nearest rates, those of the same room first").HasNot("go back and search again")
	f.service.fail = &api.Error{Operation: "search hotels", Message: "no route to host"}
	p.Press("ctrl+e")
	onTop(t, p, "terms")
	p.Has("! The rate is not available", "! The service cannot be reached")
	p.Press("ctrl+e")
	onTop(t, p, "other rates")
	p.Has("This rate is gone", "Classic Queen").HasNot("cannot be reached")
	p.Press("enter")
	onTop(t, p, "terms")
	p.Has("Verified").HasNot("ctrl+e")
	p.Press("esc").Press("esc")
	onTop(t, p, "terms")
	p.Press("ctrl+v").Has("Verified: price and terms are as searched").HasNot("ctrl+e", "cannot be reached")
}

func TestTermsOfAnExpiredOffer(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Skip(20 * time.Minute)
	p.Has("! This offer has expired", "enter verify again")
	p.Press("ctrl+y")
	onTop(t, p, "terms")
	if p.Press("enter"); f.service.verifications != 2 {
		t.Errorf("it was verified %d times", f.service.verifications)
	}
	onTop(t, p, "terms")
	p.Has("Verified").HasNot("has expired").Advance(time.Minute).Press("end", "enter")
	onTop(t, p, "guest")
}

// An endsOffers service refuses the booking code of an offer that has expired, until its hotel is searched again.
type endsOffers struct {
	*fakeService
	expired bool
}

func (s *endsOffers) SearchHotels(ctx context.Context, q api.HotelQuery) (api.HotelPage, error) {
	s.expired = false
	return s.fakeService.SearchHotels(ctx, q)
}

func (s *endsOffers) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	if s.expired {
		return api.Verification{}, &api.Error{Operation: "verify rate", Status: 400, Type: api.TypeBooking, Message: "the rate has expired: search again"}
	}
	return s.fakeService.VerifyRate(ctx, r)
}

// An expired offer is searched again and verified by enter and by the key for it. A new price is compared with the one that
// was shown.
func TestTerms_ExpiredOfferIsSearchedAgain(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"enter", "ctrl+v"} {
		for _, dearer := range []bool{false, true} {
			f := newFixture(t)
			service := &endsOffers{fakeService: f.service}
			f.deskOpening(service, filepath.Join(t.TempDir(), "journal"))
			p := f.start(screens.NewTerms(f.deps, londonDraft(f))).Has("Verified: price and terms are as searched")
			p.Skip(20 * time.Minute).Has("! This offer has expired")
			service.expired = true
			if dearer {
				service.verified = func(v *api.Verification) { v.Total = pounds(99900) }
			}
			p.Press(key).HasNot("expired")
			if dearer {
				p.Has("! Not as searched", "270.01 GBP → 999.00 GBP", "worse")
			} else {
				p.Has("Verified: price and terms are as searched").Press("ctrl+v").Has("Verified: price and terms are as searched")
			}
		}
	}
	f := newFixture(t)
	service := &endsOffers{fakeService: f.service}
	f.deskOpening(service, filepath.Join(t.TempDir(), "journal"))
	p := f.start(screens.NewTerms(f.deps, londonDraft(f))).Skip(20 * time.Minute)
	service.expired, f.service.hotels = true, 0
	p.Press("enter").Has("This rate is gone")
}

func TestTermsOfSeveralRooms(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	draft := londonDraft(f)
	draft.Trip.Rooms = 9
	p := f.start(screens.NewTerms(f.deps, draft))
	p.Has("2,430.09 GBP on the card for 9 rooms, 270.01 GBP each", "more than 8 rooms as a group")
}

func TestTermsEscStopsTheVerificationFirst(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, londonDraft(f)))
	p.Hold()
	p.Press("enter")
	p.Has("Verifying the price and the terms", "verifying the rate")
	p.Press("esc")
	p.Has("! Not verified")
	p.Release()
	p.Has("! Not verified")
	p.Press("esc")
	if p.Top().Title() != "rates" {
		t.Errorf("esc went to %q", p.Top().Title())
	}
}

// In the smallest usual window the charge and what differs are seen at once,
// and the footer says how to see the rest.
func TestTermsSayWhatIsChargedWithoutScrolling(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.verified = func(v *api.Verification) { v.MaxOccupancy = 1 }
	p := f.start(screens.NewTerms(f.deps, londonDraft(f))).Resize(80, 24)
	p.Has("guest pays        272.51 GBP: 270.01 on the card now, 2.50 at the hotel", "due at the hotel  2.50 GBP, City charge", "↓ more")
	p.Has("! occupancy 2 guests → at most 1, worse")
	view := p.View()
	if strings.Index(view, "! occupancy") > strings.Index(view, "cancelling  ") {
		t.Errorf("what differs does not come before what cancelling costs:\n%s", view)
	}
}

func TestTermsGoldens(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.start(screens.NewTerms(f.deps, londonDraft(f)))
	f.goldens("terms")
	f.service.verified = func(v *api.Verification) { v.Total, v.MaxOccupancy = pounds(31000), 1 }
	f.start(screens.NewTerms(f.deps, londonDraft(f)))
	f.goldens("terms_changed")
}

// A flag without deadlines promises nothing, so the row does not say yes alone.
func TestTermsTellAFlagAsAFlag(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.verified = func(v *api.Verification) { v.Terms[0].Refundable, v.Terms[0].Penalties = yes(true), nil }
	draft := londonDraft(f)
	draft.Rate.Terms.Refundable, draft.Rate.Terms.Penalties = yes(true), nil
	p := f.start(screens.NewTerms(f.deps, draft))
	p.Has("the service says yes, no deadlines sent", "What cancelling costs is not said, now or before.")
	p.Resize(80, 24).Press("down", "down", "down", "down").Has("the service says yes,", "no deadlines sent")
}

// The number by which a service finds a request again stays in one piece.
func TestTheRequestsNumberIsNotParted(t *testing.T) {
	t.Parallel()
	const number = "0f3c5a2e-77b1-4c1d-9a55-2f9c01d7e8aa"
	f := newFixture(t)
	f.service.fail = &api.Error{Status: 500, Type: "INTERNAL", Message: "The service could not work out the price of the stay in time", RequestID: number}
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Resize(80, 24).Has("(request "+number+")").Resize(60, 20).Has("(request " + number + ")")
}

// A rate that is verified after its offer has ended is sold for a while: the
// service has just said that it sells it.
func TestTermsVerifiedAfterTheOffersEnd(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewTerms(f.deps, londonDraft(f)))
	p.Skip(20*time.Minute).Has("! This offer has expired", "ctrl+v verify again").Press("ctrl+v")
	p.Has("Verified: price and terms are as searched").HasNot("expired").Press("enter")
	onTop(t, p, "guest")
}

// steppedDraft is a draft whose verified rate costs more to cancel at each of several deadlines, below a long name.
func steppedDraft(f *fixture, steps int) booking.Draft {
	f.service.verified = func(v *api.Verification) {
		v.MaxOccupancy, v.Terms[0].Penalties = 1, penaltySteps(steps)
	}
	draft := londonDraft(f)
	draft.Rate.Name = "Flexible, breakfast, late check-out and the use of the bath house in the yard"
	draft.Hotel.Rooms[0].Rates[0] = draft.Rate
	return draft
}

// penaltySteps are so many deadlines, from 15 December on, each dearer than the one before.
func penaltySteps(n int) (steps []api.CancelPenalty) {
	for i := range n {
		deadline := api.NewDate(2026, time.December, 15+i).String() + "T18:00:00+00:00"
		steps = append(steps, api.CancelPenalty{Deadline: api.ParseDeadline(deadline), Amount: pounds(3000 * (i + 1))})
	}
	return steps
}

// Nothing goes on before what cancelling costs was on screen: the key shows it first and says so.
func TestTermsGoOnOnceWhatCancellingCostsWasSeen(t *testing.T) {
	t.Parallel()
	for _, key := range []string{"enter", "ctrl+y"} {
		f := newFixture(t)
		draft := steppedDraft(f, 9)
		if key == "enter" { // It goes on where nothing is worse.
			stepped := f.service.verified
			f.service.verified = func(v *api.Verification) {
				stepped(v)
				v.MaxOccupancy = 2
			}
			draft.Hotel.Rooms[0].Rates[0].Terms.Penalties = penaltySteps(9)
		}
		p := f.start(ratesOf(f.deps, draft)).Resize(60, 20).Press("enter")
		p.HasNot("270.00 GBP").Has(map[string]string{"enter": "enter what cancelling costs", "ctrl+y": "ctrl+y accept the change"}[key])
		seen := p.View()
		p.Press(key)
		onTop(t, p, "terms")
		p.Has("! Read what ", " first, then go on.")
		seen += p.View()
		for range 5 {
			if p.Press(key); p.Top().Title() != "terms" {
				break
			}
			seen += p.View()
		}
		onTop(t, p, "guest")
		for i := range 9 {
			if want := "then              " + pounds(3000*(i+1)).String(); !strings.Contains(seen, want) {
				t.Errorf("%s went on and never showed %q", key, want)
			}
		}
	}
	// A new verification must be read anew; a larger window shows it without a key.
	f := newFixture(t)
	p := f.start(ratesOf(f.deps, steppedDraft(f, 9))).Resize(60, 20).Press("enter", "ctrl+y").Has("! Read what").Press("ctrl+v").HasNot("! Read what")
	p.Press("ctrl+y").Has("! Read what").Resize(80, 50).Press("ctrl+y")
	onTop(t, p, "guest")
}

// Every difference is named in full and must have been on screen before it is accepted, however many there are.
func TestTermsAcceptOnlyWhatWasSeen(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.verified = func(v *api.Verification) {
		v.Total, v.MaxOccupancy, v.CheckIn = pounds(31000), 1, v.CheckIn.AddDays(1)
		v.Terms[0].Guarantee = []string{"DEPOSIT"}
		v.Terms[0].PaymentInfo = "The whole stay is charged on the day of the booking and again on arrival where the card is not shown"
		v.Terms[0].Refundable, v.Terms[0].Penalties = nil, penaltySteps(3)
	}
	f.start(screens.NewTerms(f.deps, londonDraft(f)))
	f.allGoldens("terms_unseen")
	p := f.start(ratesOf(f.deps, londonDraft(f))).Resize(60, 20).Press("enter")
	p.Has("! total 270.01 GBP → 310.00 GBP (+39.99), worse").HasNot("card is not shown")
	p.Press("ctrl+y").Has("! Read what has changed first, then go on.", "card is not shown, unclear").HasNot("The Aldwych Lantern")
	onTop(t, p, "terms")
	for range 4 {
		if p.Press("ctrl+y"); p.Top().Title() != "terms" {
			break
		}
	}
	onTop(t, p, "guest")
}

// Each of several later costs names its date; what did not change is one line.
func TestTermsOfSeveralSteps(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	p := f.start(screens.NewTerms(f.deps, steppedDraft(f, 3))).Resize(80, 24)
	p.Has("then              30.00 GBP from Tue 15 Dec 18:00", "then              60.00 GBP from Wed 16 Dec 18:00", "then              90.00 GBP from Thu 17 Dec 18:00")
	if view := p.Resize(80, 34).View(); strings.Index(view, "cancelling  ") > strings.Index(view, "guest pays  ") {
		t.Errorf("what cancelling costs does not come before what is paid:\n%s", view)
	}
	f.allGoldens("terms_steps")
}
