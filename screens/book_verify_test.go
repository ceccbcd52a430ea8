package screens_test

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/screens"
)

// A verification after the offer has run out holds for ten minutes, and not
// for as long as the screen stands there.
func TestBookVerifiesAgainAfterTenMinutes(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t").Has("verified just now; the offer runs out in 20 min 00 s").Skip(21 * time.Minute)
	p.Press("ctrl+v").Has("verified just now, good for 10 min 00 s", "ctrl+b book it")
	p.Advance(9*time.Minute).Has("verified 9 min ago, good for 1 min 00 s", "ctrl+b book it").HasNot("ctrl+v verify again")
	p.Advance(time.Minute).Has("The rate was verified 10 min ago. ctrl+v verifies it again.", "ctrl+v verify again").HasNot("ctrl+b book it")
	p.Press("ctrl+b")
	if len(service.created) != 0 {
		t.Fatal("a rate whose verification is too old was sent")
	}
	p.Press("ctrl+v").Has("ctrl+b book it").Press("ctrl+b")
	onTop(t, p, "receipt")
}

func TestBookVerifiesAnExpiredOfferAgain(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
	p.Press("ctrl+t").Skip(21*time.Minute).Has("The offer has expired.", "ctrl+v verify again").HasNot("ctrl+b book it")
	f.goldens("book_expired")
	p.Press("ctrl+b")
	if len(service.created) != 0 {
		t.Fatal("an expired offer was sent")
	}
	service.fail = &api.Error{Status: 500, Message: "Sorry"}
	p.Press("ctrl+v").Has("The service failed", "ctrl+v tries again")
	service.verified = func(v *api.Verification) { v.Total = pounds(99999) }
	p.Press("ctrl+v").Has("The rate has changed", "worse: ", "999.99 GBP").HasNot("ctrl+b book it")
	f.goldens("book_changed")
	p.Press("ctrl+b", "enter")
	if len(service.created) != 0 {
		t.Fatal("a changed rate was sent without consent")
	}
	p.Press("ctrl+y").Has("ctrl+b books this for 999.99 GBP").Press("ctrl+b")
	onTop(t, p, "receipt")
	if got := service.created[0].Payment.Amount.String(); got != "999.99 GBP" {
		t.Errorf("charged %s", got)
	}
}

// A machine that slept wakes up with another time: what was agreed to before is
// verified again, and nothing that was typed is lost.
func TestBookVerifiesAgainAfterASleep(t *testing.T) {
	t.Parallel()
	for words, by := range map[string]time.Duration{
		"The clock has jumped ahead by 5 min 01 s.": 5 * time.Minute, "The clock was set back by 59 min 59 s.": -time.Hour,
	} {
		f, service := newFixtureWith(t, 0)
		p := startOn(f, screens.NewBook(f.deps, verifiedDraft(t, f)))
		p.Press("ctrl+t")
		f.asleep += by
		p.Advance(time.Second).Has(words, "ctrl+v verify again").HasNot("ctrl+b book it")
		p.Press("ctrl+b").Press("ctrl+v").Has("Verified again").Press("ctrl+b")
		onTop(t, p, "receipt")
		if len(service.created) != 1 || service.created[0].Payment.Token.Reveal() != "tok_good" {
			t.Errorf("%d bookings were sent", len(service.created))
		}
	}
}

// A rate that is refused shortly before its end, or for its price, is verified
// again first; any other leaves its hotel's nearest ones first.
func TestBookTakesARefusalNearTheEndForTheEnd(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Rate.Expires = api.Instant{Time: f.now().Add(90 * time.Second)}
	service.createErr = &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Message: "The rate has expired"}
	p := startOn(f, screens.NewBook(f.deps, draft))
	p.Press("ctrl+t", "ctrl+b").Has("The rate has expired", "ctrl+v verifies the rate again", " ctrl+v verify again").HasNot("ctrl+e")
}

// Only booking confirms several rooms. If they are refused, one room fewer is verified each time, for the guests of the
// remaining rooms.
func TestBook_FewerRooms(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	draft.Trip.Rooms, draft.Trip.Adults = 3, 6
	service.createErr = &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Outcome: api.OutcomeRefused, Message: "The room is sold out for this stay."}
	p := startOn(f, screens.NewBook(f.deps, draft))
	p.Has("only booking confirms all 3 rooms", "810.03 GBP").Press("ctrl+t", "ctrl+b")
	p.Has("The room is sold out", "Nothing was booked or charged.", "2 rooms for 4 adults may still be available", "The service refused 3 rooms. ctrl+v verifies 2 rooms for 4 adults.")
	f.goldens("book_fewer_rooms")
	p.Resize(120, 40).Press("ctrl+v").Has("worse: 3 rooms → 2 rooms", "worse: 6 adults → 4 adults", "only booking confirms both rooms", "540.02 GBP", "ctrl+y")
	p.Press("ctrl+b")
	if len(service.created) != 1 {
		t.Fatalf("%d bookings were sent before the change was accepted", len(service.created))
	}
	p.Press("ctrl+y", "ctrl+b").Has("1 room for 2 adults may still be available")
	service.createErr = nil
	p.Press("ctrl+v", "ctrl+y", "ctrl+b")
	onTop(t, p, "receipt")
	if sent := service.created[len(service.created)-1]; len(service.created) != 3 || sent.Rate.Rooms != 1 || sent.Adults != 2 {
		t.Errorf("the booking that was made is the %dth, of %d rooms for %d adults", len(service.created), sent.Rate.Rooms, sent.Adults)
	}
}

// A rate that is gone leaves the nearest ones of its hotel, with the guest as
// typed.
func TestBookOffersTheNearestRates(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	draft := verifiedDraft(t, f)
	service.createErr = &api.Error{Status: 400, Code: 3001, Type: api.TypeCreation, Message: "The rate is gone"}
	p := startOn(f, screens.NewBook(f.deps, draft))
	p.Press("ctrl+t", "ctrl+b").Has("The rate is gone", "ctrl+v verify again").Press("ctrl+v").Has("Verified again")
	p.Press("ctrl+b", "ctrl+v") // It could be verified, and was refused again all the same.
	onTop(t, p, "other rates")
	p.Press("esc").Has("ctrl+e nearest rates").Press("ctrl+e")
	onTop(t, p, "other rates")
	p.Has("The service refused this rate", "those of the same room first", "Classic Queen", "› Flexible, breakfast", "Lantern Suite", "297.01", "enter its terms", "nothing booked").HasNot("Flexible   ", "nothing sent yet")
	p.Resize(80, 24).Has("Classic Queen, 1 queen bed · up to 2 guests", "› Flexible, breakfast", "297.01").Resize(120, 40)
	f.goldens("nearest")
	service.createErr = nil
	p.Press("down", "up", "enter")
	onTop(t, p, "terms")
	p.Press("enter")
	onTop(t, p, "guest")
	p.Has("Graham").Press("ctrl+s", "ctrl+t", "ctrl+b")
	onTop(t, p, "receipt")
	if got := service.created[len(service.created)-1]; got.Rate.BookingCode != "code/0/1/2026-12-19" || got.Guest != draft.Guest {
		t.Errorf("booked %q for %+v", got.Rate.BookingCode, got.Guest)
	}
}
