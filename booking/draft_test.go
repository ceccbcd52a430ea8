package booking

import (
	"context"
	"slices"
	"testing"
	"time"

	"bellhop/api"
)

// A fee is due at the hotel unless the service says that the total holds it.
func TestAtHotel(t *testing.T) {
	charge := func(text string, inTotal *bool) api.Charge {
		return api.Charge{Description: text, Amount: api.NewMoney("4.00", "GBP"), IncludedInTotal: inTotal}
	}
	for name, c := range map[string]struct {
		fees []api.Charge
		want []string
	}{
		"in the total":     {[]api.Charge{charge("service", ref(true))}, nil},
		"not in the total": {[]api.Charge{charge("resort", ref(false))}, []string{"resort"}},
		"not said":         {[]api.Charge{charge("city", nil)}, []string{"city"}},
		"in the base but not in the total": {
			[]api.Charge{{Description: "cleaning", IncludedInBase: ref(true), IncludedInTotal: ref(false)}}, []string{"cleaning"},
		},
		"some of each, in order": {
			[]api.Charge{charge("a", nil), charge("b", ref(true)), charge("c", ref(false))}, []string{"a", "c"},
		},
		"no fees": {nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, fee := range (Draft{Verified: &api.Verification{FeeLines: c.fees}}).AtHotel() {
				got = append(got, fee.Description)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("due at the hotel: %q, want %q", got, c.want)
			}
		})
	}
	if got := (Draft{}).AtHotel(); got != nil {
		t.Errorf("nothing is verified and %+v is due", got)
	}
}

// A skewed service has its own clock. Nothing else of it is asked.
type skewed struct {
	Service
	skew time.Duration
}

func (s skewed) Skew() time.Duration { return s.skew }

func (s skewed) VerifyRate(context.Context, api.VerifyRequest) (api.Verification, error) {
	return verified(), nil
}

func TestNowFollowsTheServiceBeyondHalfAMinute(t *testing.T) {
	for skew, want := range map[time.Duration]time.Duration{
		0:                 0,
		25 * time.Second:  0,
		-25 * time.Second: 0,
		31 * time.Second:  31 * time.Second,
		10 * time.Minute:  10 * time.Minute,
		-10 * time.Minute: -10 * time.Minute,
	} {
		desk := NewDesk(Options{Service: skewed{skew: skew}, Now: func() time.Time { return december }})
		if got := desk.Now().Sub(december); got != want {
			t.Errorf("a skew of %s moves the clock by %s, want %s", skew, got, want)
		}
	}
}

// The service decides when its offer has run out, not a clock that is slow.
func TestAnOfferExpiresByTheServicesClock(t *testing.T) {
	trip, hotel, rate := searched()
	rate.Expires = api.ParseInstant("2026-12-01T12:05:00Z") // five minutes later by the desk's clock
	for skew, expired := range map[time.Duration]bool{
		0: false, 25 * time.Second: false, 10 * time.Minute: true, -10 * time.Minute: false,
	} {
		desk := NewDesk(Options{Service: skewed{skew: skew}, Now: func() time.Time { return december }})
		draft := Draft{Trip: trip, Hotel: api.Hotel{ID: hotel}, Rate: rate}
		if got := draft.Expired(desk.Now()); got != expired {
			t.Errorf("a skew of %s: expired is %v", skew, got)
		}
		draft, err := desk.Verify(t.Context(), draft)
		if err != nil || !draft.VerifiedAt.Equal(desk.Now()) {
			t.Errorf("a skew of %s: verified at %s, %v", skew, draft.VerifiedAt, err)
		}
	}
}

func TestStale(t *testing.T) {
	at := func(minutes float64) time.Time { return december.Add(time.Duration(minutes * float64(time.Minute))) }
	v := verified()
	for name, c := range map[string]struct {
		expires    string // minutes are counted from 12:00
		verifiedAt float64
		now        float64
		stale      string
		words      string
	}{
		"just verified":                          {"2026-12-01T12:20:00Z", 0, 0, "", "verified just now; the offer runs out in 20 min 00 s"},
		"an offer holds longer than ten minutes": {"2026-12-01T12:20:00Z", 0, 15, "", "verified 15 min ago; the offer runs out in 5 min 00 s"},
		"up to its last second":                  {"2026-12-01T12:20:00Z", 0, 20 - 1.0/60, "", "verified 19 min ago; the offer runs out in 1 s"},
		"and then no longer":                     {"2026-12-01T12:20:00Z", 0, 20, "The offer has expired.", "verified 20 min ago; the offer has expired"},
		"however fresh the verification":         {"2026-12-01T12:20:00Z", 19, 20, "The offer has expired.", "verified 1 min ago; the offer has expired"},
		"verified after that it holds":           {"2026-12-01T12:20:00Z", 20, 29, "", "verified 9 min ago, good for 1 min 00 s"},
		"for ten minutes":                        {"2026-12-01T12:20:00Z", 20, 30, "The rate was verified 10 min ago.", "verified 10 min ago, which is too long"},
		"and stays stale":                        {"2026-12-01T12:20:00Z", 20, 500, "The rate was verified 8 h 0 min ago.", "verified 8 h 0 min ago, which is too long"},
		"no expiry":                              {"", 0, 9, "", "verified 9 min ago, good for 1 min 00 s"},
		"no expiry, too old":                     {"", 0, 10, "The rate was verified 10 min ago.", "verified 10 min ago, which is too long"},
	} {
		t.Run(name, func(t *testing.T) {
			draft := Draft{Verified: &v, VerifiedAt: at(c.verifiedAt)}
			if c.expires != "" {
				draft.Rate.Expires = api.ParseInstant(c.expires)
			}
			if got := draft.Stale(at(c.now)); got != c.stale {
				t.Errorf("stale %q, want %q", got, c.stale)
			}
			if got := draft.OfferWords(at(c.now)); got != c.words {
				t.Errorf("%q, want %q", got, c.words)
			}
		})
	}
	// An offer that had run out when it came says nothing of its end.
	draft := Draft{SearchedAt: at(60), Verified: &v, VerifiedAt: at(61)}
	draft.Rate.Expires = api.ParseInstant("2026-12-01T12:20:00Z")
	if draft.Expired(at(65)) || draft.OfferOver(at(65)) || draft.Stale(at(65)) != "" || draft.Stale(at(71)) == "" {
		t.Errorf("expired %t, over %t, stale %q", draft.Expired(at(65)), draft.OfferOver(at(65)), draft.Stale(at(65)))
	}
	if draft.SearchedAt = at(19); !draft.Expired(at(65)) {
		t.Error("an offer that ran out after it came has not expired")
	}
	if got := (Draft{}).Stale(december); got != "The rate is not verified." {
		t.Errorf("got %q", got)
	}
	if got := (Draft{}).OfferWords(december); got != "not verified" {
		t.Errorf("got %q", got)
	}
}

func TestDraftOfSeveralRooms(t *testing.T) {
	trip, _, rate := searched()
	v := verified()
	v.FeeLines = []api.Charge{{Amount: api.NewMoney("2.50", "GBP"), Description: "City charge"}, {Description: "not said"}}
	for rooms, want := range map[int][3]string{
		1: {"204.13 GBP", "2.50 GBP", ""},
		3: {"612.39 GBP", "7.50 GBP", "penalties and hotel fees are for all 3 rooms"},
	} {
		trip.Rooms = rooms
		draft := Draft{Trip: trip, Rate: rate, Verified: &v}
		late := december.Add(30 * 24 * time.Hour)
		got := [3]string{draft.AllRooms().CostAt(late).Words(), draft.AtHotel()[0].Amount.String(), draft.AllRoomsNote()}
		if got != want {
			t.Errorf("%d rooms: %q, want %q", rooms, got, want)
		}
		if draft.AtHotel()[1].Amount.IsSet() {
			t.Error("a fee without an amount has one")
		}
		if one := draft.Terms().CostAt(late).Words(); one != "204.13 GBP" {
			t.Errorf("one room costs %s", one)
		}
	}
}
