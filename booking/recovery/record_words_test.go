package recovery

import (
	"slices"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

func TestOutcomeWords(t *testing.T) {
	t.Parallel()
	resolved := func(o journal.Outcome) journal.AttemptState {
		return journal.AttemptState{Step: journal.Resolved, Outcome: o}
	}
	late := resolved(journal.Outcome{Result: journal.Booked})
	late.CountedNotMade = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	found := resolved(journal.Outcome{Result: journal.Booked})
	found.Cause = journal.CauseReset
	for want, s := range map[string]journal.AttemptState{
		"not sent yet":                                      {Step: journal.Planned},
		"not known yet":                                     {Step: journal.Unknown},
		"not booked (the sandbox began anew)":               resolved(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseDataReplaced}),
		"not booked (not found in time)":                    resolved(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseExpired}),
		"not booked (never sent)":                           resolved(journal.Outcome{Result: journal.NotBooked, Cause: journal.CauseNotSent}),
		"not booked (INVENTORY_ERROR)":                      resolved(journal.Outcome{Result: journal.NotBooked, Cause: "INVENTORY_ERROR"}),
		"booked (found after it had counted as not booked)": late,
		"booked (found after its answer was lost)":          found,
		"cancelled": resolved(journal.Outcome{Result: journal.Canceled}),
	} {
		if got := OutcomeWords(s); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestEventWords_Reveal(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]journal.Event{
		"guest shown to ada":            {Step: journal.Revealed, User: "ada", Reveal: &journal.Reveal{Reservation: "0123"}},
		"guest shown":                   {Step: journal.Revealed, Reveal: &journal.Reveal{Reservation: "0123"}},
		"guests of a list shown to ada": {Step: journal.Revealed, User: "ada", Reveal: &journal.Reveal{}},
	} {
		if got := EventWords(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPlanLines(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		plan journal.Plan
		want []string
	}{
		"a booking": {
			journal.Plan{
				Kind: journal.Create, HotelName: "The Aldwych Lantern", Chain: "LX", Property: "20417", CheckIn: "2026-12-12", CheckOut: "2026-12-15",
				Adults: 2, BookingCode: "BK1", Total: "612.40", Currency: "GBP", Terms: "0a1b", Replaces: "0122", Despite: []string{"att-7", "att-8"},
				Agreement: &journal.Agreement{Room: "King Room", Price: []string{"612.40 GBP", "taxes included"}, Cancelling: []string{"free until then"}, Payment: []string{"due now"}},
			},
			[]string{
				"booking, Sat 12 Dec – Tue 15 Dec 2026 · 3 nights, in place of reservation 0122, 612.40 GBP, besides att-7, att-8",
				"hotel The Aldwych Lantern, LX 20417", "party 2 adults", "booking code BK1", "agreed: King Room", "agreed: 612.40 GBP",
				"agreed: taxes included", "agreed: free until then", "agreed: due now", "digest of the terms 0a1b",
			},
		},
		"a cancellation of a rebooking": {
			journal.Plan{Kind: journal.Cancel, Reservation: "0123", Rebooking: "att-1"}, []string{"cancellation, rebooked as attempt att-1"},
		},
		"the booking of a rebooking": {journal.Plan{Kind: journal.Create, Rebooking: "att-1"}, []string{"booking"}},
		"a change of dates":          {journal.Plan{Kind: journal.Modify, CheckIn: "2026-12-12"}, []string{"change of dates, arrival Sat 12 Dec 2026"}},
		"a change of payment":        {journal.Plan{Kind: journal.Modify}, []string{"change of payment"}},
	} {
		if got := PlanLines(c.plan); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The name of a group of lines stands at its first line.
func TestAgreementLines(t *testing.T) {
	t.Parallel()
	got := AgreementLines(&journal.Agreement{Price: []string{"", "612.40 GBP", "taxes included"}, Payment: []string{"due now"}})
	want := []AgreedLine{{"price", "612.40 GBP"}, {"", "taxes included"}, {"terms", "due now"}}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if got := AgreementLines(nil); got != nil {
		t.Errorf("without an agreement: %q", got)
	}
}

func TestEventWords(t *testing.T) {
	t.Parallel()
	canceled := &journal.Outcome{Result: journal.Canceled, Status: api.StatusCanceled}
	for want, e := range map[string]journal.Event{
		"planned: booking, by ada":    {Step: journal.Planned, User: "ada", Plan: &journal.Plan{Kind: journal.Create}},
		"planned: booking":            {Step: journal.Planned, Plan: &journal.Plan{Kind: journal.Create}},
		"answered: cancelled":         {Step: journal.Answered, Outcome: canceled},
		"answered: booked, confirmed": {Step: journal.Answered, Outcome: &journal.Outcome{Result: journal.Booked, Status: api.StatusConfirmed}},
		"not cancelled, cancelled":    {Step: journal.Resolved, Outcome: &journal.Outcome{Result: journal.NotCanceled, Status: api.StatusCanceled}},
		"cancelled, confirmed":        {Step: journal.Resolved, Outcome: &journal.Outcome{Result: journal.Canceled, Status: api.StatusConfirmed}},
	} {
		if got := EventWords(e); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if !Repeats("cancelled", "answered: cancelled") || Repeats("cancelled", "sent") {
		t.Error("what repeats an answer is not told from what does not")
	}
}

func TestTroubleWords(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]string{
		errNotWhole: errNotWhole.Error(), errClash: errClash.Error(), errNameless: errNameless.Error(),
		ErrOtherAnswer: "the service answers with another reservation", errSignIn: "the service does not accept the key", errLost: "",
	} {
		if got := troubleWords(err); got != want {
			t.Errorf("%v: %q, want %q", err, got, want)
		}
	}
}

func TestPlanDays(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]journal.Plan{
		"Sat 12 Dec – Tue 15 Dec 2026 · 3 nights": {CheckIn: "2026-12-12", CheckOut: "2026-12-15"},
		"arrival Sat 12 Dec 2026":                 {CheckIn: "2026-12-12"},
		"departure Tue 15 Dec 2026":               {CheckOut: "2026-12-15"},
		"soon to 2026-12-15":                      {CheckIn: "soon", CheckOut: "2026-12-15"},
		"2026-12-12 to late":                      {CheckIn: "2026-12-12", CheckOut: "late"},
		"":                                        {},
	} {
		if got := PlanDays(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestPartyOf(t *testing.T) {
	t.Parallel()
	for want, p := range map[string]journal.Plan{
		"2 adults":          {Adults: 2, Rooms: 1},
		"2 adults, 2 rooms": {Adults: 2, Rooms: 2},
		"":                  {Rooms: 2},
	} {
		if got := partyOf(p); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestBookingWords(t *testing.T) {
	t.Parallel()
	sent := time.Date(2026, 12, 1, 9, 3, 10, 0, time.UTC)
	booked := journal.Outcome{Result: journal.Booked, Status: "CONFIRMED", Locator: "QWERTZ"}
	days := journal.Plan{CheckIn: "2026-12-12", CheckOut: "2026-12-15"}
	for want, s := range map[string]journal.AttemptState{
		"planned at 09:03 by another Bellhop, and not sent so far":                                    {Step: journal.Planned, Planned: sent},
		"planned at 09:03, and it is not known whether it was sent: the journal is damaged there":     {Step: journal.Unknown, Planned: sent},
		"sent at 09:03, and it is not known whether it was booked":                                    {Step: journal.Unknown, Sent: sent},
		"sent at 09:03, its answer was lost, and it was not found within its time":                    {Step: journal.Resolved, Sent: sent, Outcome: journal.Outcome{Result: journal.NotBooked}},
		"booked at 09:03, confirmed, record locator QWERTZ · Sat 12 Dec – Tue 15 Dec 2026 · 3 nights": {Plan: days, Step: journal.Resolved, Sent: sent, Outcome: booked},
	} {
		if got := bookingWords(s, sent.Add(time.Minute), time.UTC); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// A time that is not known stays so, whatever the service's clock says.
func TestWrite_ByServiceClock(t *testing.T) {
	t.Parallel()
	sent := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
	w := Write{Sent: sent}.byServiceClock(time.Hour)
	if !w.Sent.Equal(sent.Add(time.Hour)) || !w.Until.IsZero() || !w.CountedNotMade.IsZero() || !w.Next.IsZero() {
		t.Errorf("%s, %s, %s, %s", w.Sent, w.Until, w.CountedNotMade, w.Next)
	}
}

// A write that is added wakes whoever waits for changes.
func TestRegister_PutSignals(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{})
	changed := o.Changed()
	o.register.put(&Write{Plan: lookedFor})
	select {
	case <-changed:
	default:
		t.Error("nobody is woken")
	}
}

// The journal has a look without an answer as failed, with the reason.
func TestFollow_LookFailed(t *testing.T) {
	t.Parallel()
	o := newConsole(t, &lister{filtered: failing(errLost)})
	o.followFor(o.follower(lookedFor), 3)
	if look := o.state("att-1").Look; look.Found != journal.LookFailed || look.Cause == "" {
		t.Errorf("it is in the journal as %+v", look)
	}
}
