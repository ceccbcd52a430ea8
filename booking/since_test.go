package booking

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// shownReservation returns a reservation with every field whose change is reported.
func shownReservation() api.Reservation {
	_, hotel, rate := searched()
	return api.Reservation{
		ID: "R1", Status: api.StatusConfirmed, CheckIn: api.ParseInstant("2026-12-12"), CheckOut: api.ParseInstant("2026-12-15"),
		Adults: 2, Children: 1, Guest: api.Guest{GivenName: "Zoë", Surname: "O'Neill"},
		Hotel:        api.HotelRef{ID: hotel, Name: "The Aldwych Lantern"},
		Confirmation: &api.Confirmation{HotelNumber: "HC-1", RecordLocator: "ABCDEF"},
		Payment:      &api.Payment{Amount: api.NewMoney("512.40", "GBP"), MethodRef: "pm_1"},
		Partner:      &api.Payment{Amount: api.NewMoney("100.00", "GBP"), MethodRef: "pm_2"},
		Rate:         api.BookedRate{BookingCode: "code", Rooms: 1, Total: api.NewMoney("612.40", "GBP"), Terms: rate.Terms},
	}
}

// changed returns shownReservation after a change, with pointers of its own.
func changed(change func(*api.Reservation)) api.Reservation {
	r := shownReservation()
	change(&r)
	return r
}

// rows writes changes as "what: before → after (verdict)".
func rows(changes []terms.Change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, fmt.Sprintf("%s: %s → %s (%s)", c.What, c.Before, c.After, c.Verdict))
	}
	return out
}

// Each difference is exactly one row.
func TestShownSince(t *testing.T) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	desk := NewDesk(Options{Service: &verifier{}, Now: func() time.Time { return december }})
	for name, c := range map[string]struct {
		change func(*api.Reservation)
		want   []string
	}{
		"nothing":          {func(*api.Reservation) {}, nil},
		"status":           {func(r *api.Reservation) { r.Status = api.StatusCreated }, []string{"status: unconfirmed → confirmed (better)"}},
		"chain":            {func(r *api.Reservation) { r.Hotel.ID.Chain = "ZZ" }, []string{"hotel: ZZ 20417 → LX 20417 (unclear)"}},
		"hotel":            {func(r *api.Reservation) { r.Hotel.ID.Code = "1" }, []string{"hotel: LX 1 → LX 20417 (unclear)"}},
		"given name":       {func(r *api.Reservation) { r.Guest.GivenName = "Eva" }, []string{"guest: Eva O'Neill → Zoë O'Neill (unclear)"}},
		"surname":          {func(r *api.Reservation) { r.Guest.Surname = "Rossi" }, []string{"guest: Zoë Rossi → Zoë O'Neill (unclear)"}},
		"name in capitals": {func(r *api.Reservation) { r.Guest = api.Guest{GivenName: "ZOE", Surname: "O'NEILL"} }, nil},
		"adults":           {func(r *api.Reservation) { r.Adults = 3 }, []string{"party: 3 adults, 1 child, 1 room → 2 adults, 1 child, 1 room (unclear)"}},
		"children":         {func(r *api.Reservation) { r.Children = 0 }, []string{"party: 2 adults, 1 room → 2 adults, 1 child, 1 room (unclear)"}},
		"rooms":            {func(r *api.Reservation) { r.Rate.Rooms = 2 }, []string{"party: 2 adults, 1 child, 2 rooms → 2 adults, 1 child, 1 room (unclear)"}},
		"rate":             {func(r *api.Reservation) { r.Rate.BookingCode = "other" }, []string{"rate: other → code (unclear)"}},
		"hotel's number":   {func(r *api.Reservation) { r.Confirmation.HotelNumber = "HC-2" }, []string{"hotel confirmation: HC-2 → HC-1 (unclear)"}},
		"locator":          {func(r *api.Reservation) { r.Confirmation.RecordLocator = "FEDCBA" }, []string{"record locator: FEDCBA → ABCDEF (unclear)"}},
		"price":            {func(r *api.Reservation) { r.Rate.Total = gbp("600.00") }, []string{"price: 600.00 GBP → 612.40 GBP (+12.40) (worse)"}},
		"lower price":      {func(r *api.Reservation) { r.Rate.Total = gbp("612.41") }, []string{"price: 612.41 GBP → 612.40 GBP (-0.01) (better)"}},
		"guest's part":     {func(r *api.Reservation) { r.Payment.Amount = gbp("500.00") }, []string{"payment amount: 500.00 GBP → 512.40 GBP (+12.40) (worse)"}},
		"partner's part":   {func(r *api.Reservation) { r.Partner.Amount = gbp("112.40") }, []string{"partner's part: 112.40 GBP → 100.00 GBP (-12.40) (better)"}},
		"guest's card":     {func(r *api.Reservation) { r.Payment.MethodRef = "pm_9" }, []string{"payment method: the one it had → another one (unclear)"}},
		"partner's card":   {func(r *api.Reservation) { r.Partner.MethodRef = "pm_9" }, []string{"payment method: the one it had → another one (unclear)"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := rows(Shown{Reservation: changed(c.change), At: december}.Since(desk, shownReservation()))
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A field that either answer leaves out is no change.
func TestShownSince_Unsaid(t *testing.T) {
	desk := NewDesk(Options{Service: &verifier{}, Now: func() time.Time { return december }})
	for name, unsay := range map[string]func(*api.Reservation){
		"status":         func(r *api.Reservation) { r.Status = "" },
		"stay":           func(r *api.Reservation) { r.CheckIn, r.CheckOut = api.Instant{}, api.Instant{} },
		"arrival":        func(r *api.Reservation) { r.CheckIn = api.Instant{} },
		"departure":      func(r *api.Reservation) { r.CheckOut = api.Instant{} },
		"hotel":          func(r *api.Reservation) { r.Hotel.ID = api.PropertyID{} },
		"chain":          func(r *api.Reservation) { r.Hotel.ID.Chain = "" },
		"guest":          func(r *api.Reservation) { r.Guest = api.Guest{} },
		"party":          func(r *api.Reservation) { r.Adults, r.Children = 0, 0 },
		"rooms":          func(r *api.Reservation) { r.Rate.Rooms = 0 },
		"rate":           func(r *api.Reservation) { r.Rate.BookingCode = "" },
		"confirmation":   func(r *api.Reservation) { r.Confirmation = nil },
		"hotel's number": func(r *api.Reservation) { r.Confirmation.HotelNumber = "" },
		"locator":        func(r *api.Reservation) { r.Confirmation.RecordLocator = "" },
		"price":          func(r *api.Reservation) { r.Rate.Total = api.Money{} },
		"payment":        func(r *api.Reservation) { r.Payment = nil },
		"partner":        func(r *api.Reservation) { r.Partner = nil },
		"amounts":        func(r *api.Reservation) { r.Payment.Amount, r.Partner.Amount = api.Money{}, api.Money{} },
		"cards":          func(r *api.Reservation) { r.Payment.MethodRef, r.Partner.MethodRef = "", "" },
	} {
		t.Run(name, func(t *testing.T) {
			all, less := shownReservation(), changed(unsay)
			if got := (Shown{Reservation: less, At: december}).Since(desk, all); len(got) != 0 {
				t.Errorf("said now for the first time: %q", rows(got))
			}
			if got := (Shown{Reservation: all, At: december}).Since(desk, less); len(got) != 0 {
				t.Errorf("not said any more: %q", rows(got))
			}
		})
	}
}

// Another stay of as many nights has a price to compare; one of other nights has none.
func TestShownSince_Stay(t *testing.T) {
	desk := NewDesk(Options{Service: &verifier{}, Now: func() time.Time { return december }})
	for name, c := range map[string]struct {
		in, out string
		want    terms.Verdict // of a price that is higher
	}{
		"as many nights":    {"2026-12-13", "2026-12-16", terms.Worse},
		"another arrival":   {"2026-12-11", "2026-12-15", terms.Unclear},
		"another departure": {"2026-12-12", "2026-12-16", terms.Unclear},
	} {
		t.Run(name, func(t *testing.T) {
			now := changed(func(r *api.Reservation) {
				r.CheckIn, r.CheckOut = api.ParseInstant(c.in), api.ParseInstant(c.out)
				r.Rate.Total, r.Payment.Amount = api.NewMoney("700.00", "GBP"), api.NewMoney("600.00", "GBP")
			})
			got := (Shown{Reservation: shownReservation(), At: december}).Since(desk, now)
			stay, price, charged := named(got, "stay"), named(got, "price"), named(got, "payment amount")
			if len(got) != 3 || stay == nil || stay.Verdict != terms.Unclear || price == nil || price.Verdict != c.want || charged == nil || charged.Verdict != c.want {
				t.Errorf("told are %q", rows(got))
			}
		})
	}
}

// Where the nights of one answer are not known, a price is compared as for the same nights.
func TestShownSince_NightsUnsaid(t *testing.T) {
	desk := NewDesk(Options{Service: &verifier{}, Now: func() time.Time { return december }})
	low := func(r *api.Reservation) { r.Rate.Total = api.NewMoney("600.00", "GBP") }
	const want = "price: 600.00 GBP → 612.40 GBP (+12.40) (worse)"
	for name, c := range map[string]struct{ was, now func(*api.Reservation) }{
		"shown without": {func(r *api.Reservation) { low(r); r.CheckOut = api.Instant{} }, func(*api.Reservation) {}},
		"read without":  {low, func(r *api.Reservation) { r.CheckIn = api.Instant{} }},
	} {
		if got := rows(Shown{Reservation: changed(c.was), At: december}.Since(desk, changed(c.now))); len(got) != 1 || got[0] != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The cost of cancelling counts from the moment at which it was shown, and no longer once the reservation is cancelled.
func TestShownSince_Penalty(t *testing.T) {
	now := december
	desk := NewDesk(Options{Service: &verifier{}, Now: func() time.Time { return now }})
	shown := Shown{Reservation: shownReservation(), At: december}
	now = at(t, "2026-12-10T19:00:00Z")
	if got := rows(shown.Since(desk, shownReservation())); len(got) != 1 || !strings.HasPrefix(got[0], terms.CostsNowRow) || !strings.HasSuffix(got[0], "(worse)") {
		t.Errorf("after the deadline: %q", got)
	}
	canceled := changed(func(r *api.Reservation) { r.Status = api.StatusCanceled })
	if got := rows(shown.Since(desk, canceled)); len(got) != 1 || got[0] != "status: confirmed → cancelled (worse)" {
		t.Errorf("cancelled: %q", got)
	}
	if got := (Shown{Reservation: shownReservation(), At: now}).Since(desk, shownReservation()); len(got) != 0 {
		t.Errorf("shown after the deadline: %q", rows(got))
	}
	other := changed(func(r *api.Reservation) {
		r.Rate.Terms.Penalties = []api.CancelPenalty{penalty("2026-12-09T18:00:00+00:00", "204.13")}
	})
	now = december
	if got := shown.Since(desk, other); named(got, "cancel penalties") == nil {
		t.Errorf("an earlier deadline: %q", rows(got))
	}
}

func TestMaskChanges(t *testing.T) {
	changes := []terms.Change{{What: "guest", Before: "Zoë", After: "Eva"}, {What: "party", Before: "1 adult", After: "2 adults"}}
	got := MaskChanges(changes)
	want := []terms.Change{{What: "guest", Before: Dots, After: Dots}, {What: "party", Before: "1 adult", After: "2 adults"}}
	if diff := cmp.Diff(want, got); diff != "" || changes[0].Before != "Zoë" {
		t.Error(diff)
	}
}

// A rate is verified again two minutes after it was verified, and after half a minute where its offer ends within the
// next two.
func TestDraftAged(t *testing.T) {
	const never = 0
	for name, c := range map[string]struct {
		age, left time.Duration // left until the offer ends; never
		want      bool
	}{
		"fresh":                              {0, never, false},
		"just below two minutes":             {2*time.Minute - 1, never, false},
		"two minutes":                        {2 * time.Minute, never, true},
		"two minutes, long offer":            {2 * time.Minute, time.Hour, true},
		"half a minute, no end":              {30 * time.Second, never, false},
		"half a minute, about to end":        {30 * time.Second, 2*time.Minute - 1, true},
		"half a minute, ends in two minutes": {30 * time.Second, 2 * time.Minute, false},
		"below half a minute, about to end":  {30*time.Second - 1, time.Minute, false},
		"half a minute, ended since":         {30 * time.Second, -10 * time.Second, true},
		"half a minute, had ended before":    {30 * time.Second, -time.Minute, false},
	} {
		t.Run(name, func(t *testing.T) {
			draft := searchedDraft()
			draft.VerifiedAt = december.Add(-c.age)
			if c.left != never {
				draft.Rate.Expires = api.Instant{Time: december.Add(c.left)}
			}
			if got := draft.aged(december); got != c.want {
				t.Errorf("aged: %t", got)
			}
		})
	}
}

// A failingVerifier fails each verification.
type failingVerifier struct{ verifier }

var errVerify = errors.New("lost")

func (*failingVerifier) VerifyRate(context.Context, api.VerifyRequest) (api.Verification, error) {
	return api.Verification{}, errVerify
}

// An aged rate is verified again, and sent only if no term has changed.
func TestStillOffered(t *testing.T) {
	draft := searchedDraft()
	v := verified()
	draft.Verified, draft.VerifiedAt, draft.Token = &v, december.Add(-time.Minute), api.NewSecret("tok")
	soon := draft
	soon.Rate.Expires = api.Instant{Time: december.Add(time.Minute)}
	fee := func(included bool) []api.Charge {
		return []api.Charge{{Amount: api.NewMoney("6.00", "GBP"), Description: "City tax", IncludedInTotal: &included}}
	}
	for name, c := range map[string]struct {
		draft  Draft
		change func(*api.Verification)
		asked  int
		want   []string
	}{
		"fresh":            {draft, func(v *api.Verification) { v.Total = api.NewMoney("900.00", "GBP") }, 0, nil},
		"as it was":        {soon, func(*api.Verification) {}, 1, nil},
		"dearer":           {soon, func(v *api.Verification) { v.Total = api.NewMoney("612.41", "GBP") }, 1, []string{"total: 612.40 GBP → 612.41 GBP (+0.01) (worse)"}},
		"cheaper":          {soon, func(v *api.Verification) { v.Total = api.NewMoney("612.39", "GBP") }, 1, []string{"total: 612.40 GBP → 612.39 GBP (-0.01) (better)"}},
		"fee at the hotel": {soon, func(v *api.Verification) { v.FeeLines = fee(false) }, 1, []string{"fees at the hotel: 0.00 GBP → 6.00 GBP (+6.00) (worse)"}},
		"fee in the total": {soon, func(v *api.Verification) { v.FeeLines = fee(true) }, 1, nil},
		"dearer to cancel": {soon, func(v *api.Verification) { v.Terms[0].Penalties[0].Amount = api.NewMoney("612.40", "GBP") }, 1, []string{"cancel penalties"}},
	} {
		t.Run(name, func(t *testing.T) {
			service := &verifier{answer: verified()}
			c.change(&service.answer)
			got, err := service.desk().stillOffered(t.Context(), c.draft)
			if len(service.asked) != c.asked {
				t.Errorf("verified %d times", len(service.asked))
			}
			var stopped *ChangedError
			if c.want == nil {
				if err != nil || got.Token.IsZero() || c.asked == 1 && !got.VerifiedAt.Equal(december) {
					t.Errorf("to be sent is a rate verified at %s, %v", got.VerifiedAt, err)
				}
				return
			}
			if !errors.As(err, &stopped) || !strings.HasPrefix(strings.Join(rows(stopped.Changes), "; "), strings.Join(c.want, "; ")) || len(stopped.Changes) != 1 {
				t.Fatalf("got %v", err)
			}
			if stopped.Draft == nil || !stopped.Draft.Token.IsZero() || !stopped.At.Equal(december) || stopped.Plan.Kind != journal.Create {
				t.Errorf("told is %+v", stopped)
			}
		})
	}
	desk := NewDesk(Options{Service: &failingVerifier{}, Now: func() time.Time { return december }})
	_, err := desk.stillOffered(t.Context(), soon)
	var unread *NotReadError
	if !errors.As(err, &unread) || !errors.Is(err, errVerify) || unread.Missing || !Unsent(err) {
		t.Errorf("not verified again: %v", err)
	}
}

// A pricer has one hotel with one rate, and verifies it with a given answer.
type pricer struct {
	verifier
	gone bool // the rate
	lost error
}

func (*pricer) SearchDestinations(context.Context, api.DestinationQuery) (api.DestinationResults, error) {
	_, hotel, _ := searched()
	return api.DestinationResults{Properties: []api.Property{{ID: hotel, Name: "The Aldwych Lantern", Timezone: "Europe/London"}}}, nil
}

func (s *pricer) SearchHotels(context.Context, api.HotelQuery) (api.HotelPage, error) {
	_, hotel, rate := searched()
	if s.gone {
		rate.BookingCode = "another"
	}
	room := api.Room{Name: "Queen", MaxOccupancy: 3, Rates: []api.Rate{rate}}
	return api.HotelPage{Hotels: []api.Hotel{{ID: hotel, Name: "The Aldwych Lantern", Rooms: []api.Room{room}}}, Page: 1, TotalPages: 1, TotalItems: 1}, nil
}

func (s *pricer) VerifyRate(ctx context.Context, r api.VerifyRequest) (api.Verification, error) {
	v, _ := s.verifier.VerifyRate(ctx, r)
	return v, s.lost
}

// New dates that were priced a while ago are priced again, and sent only if no term has changed.
func TestStillPriced(t *testing.T) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	for name, c := range map[string]struct {
		change func(*pricer)
		age    time.Duration
		asked  int
		want   string // of the changes, its beginning
	}{
		"fresh":            {func(s *pricer) { s.answer.Total = gbp("900.00") }, 2*time.Minute - 1, 0, ""},
		"as it was":        {func(*pricer) {}, 2 * time.Minute, 1, ""},
		"dearer":           {func(s *pricer) { s.answer.Total = gbp("612.41") }, 2 * time.Minute, 1, "total: 612.40 GBP → 612.41 GBP (+0.01) (worse)"},
		"cheaper":          {func(s *pricer) { s.answer.Total = gbp("612.39") }, 2 * time.Minute, 1, "total: 612.40 GBP → 612.39 GBP (-0.01) (better)"},
		"dearer to cancel": {func(s *pricer) { s.answer.Terms[0].Penalties[0].Amount = gbp("612.40") }, 2 * time.Minute, 1, "cancel penalties: "},
		"not offered":      {func(s *pricer) { s.gone = true }, 2 * time.Minute, 0, "rate: offered for these dates → not offered any more (worse)"},
	} {
		t.Run(name, func(t *testing.T) {
			now := december
			service := &pricer{verifier: verifier{answer: verified()}}
			desk := NewDesk(Options{Service: service, Now: func() time.Time { return now }})
			priced, err := desk.PriceDates(t.Context(), shownReservation(), api.Date{}, api.NewDate(2026, 12, 16))
			if err != nil || !priced.Possible() {
				t.Fatalf("%+v, %v", priced, err)
			}
			service.asked, service.answer = nil, verified()
			c.change(service)
			now = now.Add(c.age)
			plan := journal.Plan{Kind: journal.Modify, Reservation: "R1"}
			got, err := desk.stillPriced(t.Context(), plan, priced)
			if len(service.asked) != c.asked {
				t.Errorf("verified %d times", len(service.asked))
			}
			if c.want == "" {
				if err != nil || got.Total != priced.Total || got.VerifiedAt.Equal(now) != (c.asked > 0) {
					t.Errorf("to be sent is a price of %s from %s, %v", got.Total, got.VerifiedAt, err)
				}
				return
			}
			var stopped *ChangedError
			if !errors.As(err, &stopped) || len(stopped.Changes) != 1 || !strings.HasPrefix(rows(stopped.Changes)[0], c.want) {
				t.Fatalf("got %v", err)
			}
			if stopped.Dates == nil || stopped.Dates.Possible() == service.gone || stopped.Now == nil || stopped.Now.ID != "R1" || !stopped.At.Equal(now) || stopped.Plan.Reservation != "R1" {
				t.Errorf("told is %+v", stopped)
			}
		})
	}
}

func TestStillPriced_Unasked(t *testing.T) {
	service := &pricer{verifier: verifier{answer: verified()}}
	now := december
	desk := NewDesk(Options{Service: service, Now: func() time.Time { return now }})
	priced, err := desk.PriceDates(t.Context(), shownReservation(), api.Date{}, api.NewDate(2026, 12, 16))
	if err != nil {
		t.Fatal(err)
	}
	now, service.lost = now.Add(time.Hour), errVerify
	var unread *NotReadError
	if _, err := desk.stillPriced(t.Context(), journal.Plan{}, priced); !errors.As(err, &unread) || !errors.Is(err, errVerify) {
		t.Errorf("not priced again: %v", err)
	}
	service.asked, priced.RoomRate = nil, nil
	if _, err := desk.stillPriced(t.Context(), journal.Plan{}, priced); err != nil || len(service.asked) != 0 {
		t.Errorf("dates without a rate are verified %d times, %v", len(service.asked), err)
	}
}

// The words say that nothing was sent, what has changed, and what to do.
func TestExplain_BeforeWrite(t *testing.T) {
	canceled, open := changed(func(r *api.Reservation) { r.Status = api.StatusCanceled }), shownReservation()
	price := []terms.Change{{What: "price", Before: "1.00 GBP", After: "2.00 GBP"}, {What: "party", Before: "1 adult", After: "2 adults"}}
	const lines = "price: 1.00 GBP → 2.00 GBP\nparty: 1 adult → 2 adults"
	create, cancel, modify := journal.Plan{Kind: journal.Create}, journal.Plan{Kind: journal.Cancel}, journal.Plan{Kind: journal.Modify}
	for name, c := range map[string]struct {
		err               error
		title, text, hint string
		retry, signIn     bool
	}{
		"rate not verified": {
			&NotReadError{Plan: create, Cause: context.DeadlineExceeded}, "Nothing was sent: the rate could not be read first",
			"No answer in time. The service took too long.", "Try again.", true, false,
		},
		"reservation not read": {
			&NotReadError{Plan: cancel, Cause: context.DeadlineExceeded}, "Nothing was sent: the reservation could not be read first",
			"No answer in time. The service took too long.", "Try again.", true, false,
		},
		"reservation not there": {
			&NotReadError{Plan: cancel, Cause: context.DeadlineExceeded, Missing: true}, "The reservation is not there", "The service took too long.",
			"The service does not have it under this account: it is another account's, or gone. Nothing was sent.", false, false,
		},
		"key refused": {
			&NotReadError{Plan: cancel, Cause: &api.Error{Status: http.StatusUnauthorized}}, "The key was not accepted", "",
			"Enter the API key again: it is missing, wrong or expired.", false, true,
		},
		"cancelled, to be cancelled": {
			&ChangedError{Plan: cancel, Changes: price, Now: &canceled}, "It was cancelled already", "",
			"Nothing was sent: it was cancelled since this was opened. It is shown as it is now.", false, false,
		},
		"cancelled, to be changed": {
			&ChangedError{Plan: modify, Changes: price, Now: &canceled}, "The reservation is cancelled already", "",
			"Nothing was sent: it was cancelled since this was opened. It is shown as it is now.", false, false,
		},
		"reservation changed": {
			&ChangedError{Plan: cancel, Changes: price, Now: &open}, "Nothing was sent: something has changed since this was opened", lines,
			"It is sent only after somebody has agreed to this.", false, false,
		},
		"rate changed": {
			&ChangedError{Plan: create, Changes: price, Draft: &Draft{}}, "Nothing was sent: the rate has changed since it was verified", lines,
			"It is sent only after somebody has agreed to this.", false, false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := Explain(c.err)
			if got.Title != c.title || c.text != "" && got.Text != c.text || got.Hint != c.hint || got.Retry != c.retry || got.SignIn != c.signIn || !Unsent(c.err) {
				t.Errorf("%+v", got)
			}
		})
	}
}
