package booking

import (
	"context"
	"errors"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/api/traffic"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// The words that must be typed for a write in production, and for one that may be there already.
const (
	WordBook    = "book"
	WordCancel  = "cancel"
	WordDates   = "change"
	WordPayment = "payment"
	WordAgain   = "again"
)

// Shown is a reservation as a person saw it who decided to write to it. Every write reads the reservation first, and
// is sent only where nothing has changed since.
type Shown struct {
	Reservation api.Reservation
	At          time.Time // when it was shown, by Desk.Now: what cancelling cost then
	// Rebooking is the attempt of the booking in whose favour it is cancelled; empty for any other write.
	Rebooking string
	// AtMost limits the cost of the write, and is checked right before the write is sent.
	AtMost terms.Limits
}

// ShownNow returns a reservation as it is shown at this moment.
func (d *Desk) ShownNow(r api.Reservation) Shown { return Shown{Reservation: r, At: d.Now()} }

type sendingKey struct{}

// WhenSending returns a context with which a write calls told, once, when the reading before it is done and it is sent
// next.
func WhenSending(ctx context.Context, told func()) context.Context {
	return context.WithValue(ctx, sendingKey{}, told)
}

// sending tells whoever asked that the write is sent now.
func sending(ctx context.Context) {
	if told, asked := ctx.Value(sendingKey{}).(func()); asked {
		told()
	}
}

// firstRead bounds each read before a write: an agent waits for it. For the same reason it does not wait for its turn.
const firstRead = 15 * time.Second

// NotReadError means that a write was not sent, because what it is about could not be read first.
type NotReadError struct {
	Plan  journal.Plan
	Cause error
	// Missing says that the service does not have the reservation.
	Missing bool
}

func (e *NotReadError) Error() string {
	return "the " + recovery.WriteWords(e.Plan) + " was not sent, because it could not be read first: " + e.Cause.Error()
}

// Unwrap returns why it could not be read.
func (e *NotReadError) Unwrap() error { return e.Cause }

// ChangedError means that a write was not sent, because something is not any more as it was shown. A person is asked
// about the changes; Shown with the newer state sends it then.
type ChangedError struct {
	Plan    journal.Plan
	Changes []terms.Change // never empty; for a screen, because they may name a guest
	// Now is the reservation as it was just read, At when that was; nil before a booking.
	Now *api.Reservation
	At  time.Time
	// Dates are the new dates as they are priced now, Draft the rate as it is verified now; nil where that was not
	// asked again.
	Dates *DateChange
	Draft *Draft
}

func (e *ChangedError) Error() string {
	return "the " + recovery.WriteWords(e.Plan) + " was not sent: something has changed since it was shown"
}

// Canceled reports whether the reservation was cancelled meanwhile.
func (e *ChangedError) Canceled() bool { return e.Now != nil && e.Now.Status == api.StatusCanceled }

// Unsent reports whether an error says that a write was stopped by what was read before it.
func Unsent(err error) bool {
	var unread *NotReadError
	var changed *ChangedError
	return errors.As(err, &unread) || errors.As(err, &changed) || errors.Is(err, journal.ErrOvertaken)
}

// overtakenTries is how often a write is tried while other writes of this machine keep overtaking it.
const overtakenTries = 5

// readFirst runs a write that reads its reservation first. If another write to it overtakes this one, nothing was sent and it is
// tried again: the new read returns a *ChangedError if the reservation has changed. After the last try the error is journal.ErrOvertaken.
func readFirst[T any](write func() (T, error)) (done T, err error) {
	for range overtakenTries {
		if done, err = write(); !errors.Is(err, journal.ErrOvertaken) {
			break
		}
	}
	return done, err
}

// unchanged reads the reservation of a plan, and returns it where it still is as it was shown. Any error means that
// nothing may be sent.
func (d *Desk) unchanged(ctx context.Context, p *journal.Plan, shown Shown) (api.Reservation, error) {
	ctx, cancel := context.WithTimeout(traffic.AtOnce(ctx), firstRead)
	defer cancel()
	p.ReadAt = d.Recovery.Position()
	r, found, err := d.Read(ctx, shown.Reservation.ID)
	d.Recovery.Correct(found)
	if err != nil {
		return api.Reservation{}, &NotReadError{Plan: *p, Cause: err, Missing: recovery.Missing(err)}
	}
	if changes := shown.Since(d, r); len(changes) > 0 {
		return api.Reservation{}, &ChangedError{Plan: *p, Changes: changes, Now: &r, At: d.Now()}
	}
	return r, nil
}

// Since lists what is otherwise with a reservation, read now, than it was shown: its state, whose it is, the stay,
// the price, the payment, and what cancelling costs. What one of the two does not say is no change, but for the
// penalties.
func (shown Shown) Since(d *Desk, now api.Reservation) []terms.Change {
	was := shown.Reservation
	var out []terms.Change
	differs := func(verdict terms.Verdict, what, before, after string) {
		if contradict(before, after) {
			out = append(out, terms.Change{What: what, Before: before, After: after, Verdict: verdict})
		}
	}
	lost := terms.Worse
	if now.Status == api.StatusConfirmed {
		lost = terms.Better
	}
	differs(lost, StatusRow, wording.Status(was.Status), wording.Status(now.Status))
	before, after := d.StayOf(was), d.StayOf(now)
	if otherDay(before.In, after.In) || otherDay(before.Out, after.Out) {
		differs(terms.Unclear, "stay", before.Words(), after.Words())
	}
	if a, b := was.Hotel.ID, now.Hotel.ID; contradict(a.Chain, b.Chain) || contradict(a.Code, b.Code) {
		differs(terms.Unclear, "hotel", a.String(), b.String())
	}
	if a, b := GuestName(was.Guest), GuestName(now.Guest); wording.Fold(a) != wording.Fold(b) {
		differs(terms.Unclear, guestRow, a, b)
	}
	differs(terms.Unclear, "party", partyWords(was), partyWords(now))
	differs(terms.Unclear, "rate", was.Rate.BookingCode, now.Rate.BookingCode)
	if a, b := was.Confirmation, now.Confirmation; a != nil && b != nil {
		differs(terms.Unclear, "hotel confirmation", a.HotelNumber, b.HotelNumber)
		differs(terms.Unclear, "record locator", a.RecordLocator, b.RecordLocator)
	}
	var paid []terms.Change
	if was.Rate.Total.IsSet() && now.Rate.Total.IsSet() {
		paid = terms.CompareMoney(paid, "price", was.Rate.Total, now.Rate.Total)
	}
	paid = comparePayment(paid, amountRow, was.Payment, now.Payment)
	paid = comparePayment(paid, "partner's part", was.Partner, now.Partner)
	nights, known := before.Nights()
	if others, also := after.Nights(); known && also && nights != others { // What other nights cost is neither better nor worse.
		for i := range paid {
			paid[i].Verdict = terms.Unclear
		}
	}
	out = append(out, paid...)
	if now.Status == api.StatusCanceled {
		return out // Nothing of it can be cancelled any more, so that costs nothing.
	}
	return append(out, terms.Since(shown.At, d.TermsOf(was), d.Now(), d.TermsOf(now))...)
}

// within returns a ChangedError if the cost right before the write is sent exceeds the agreed limits.
func within(limits terms.Limits, p journal.Plan, cost api.Money, estimated bool, now ChangedError) error {
	over := limits.Exceeded(cost, estimated)
	if over == "" {
		return nil
	}
	now.Plan, now.Changes = p, []terms.Change{{What: "cost", Before: "at most " + limits.String(), After: over, Verdict: terms.Worse}}
	return &now
}

// contradict reports whether two texts are both present and differ.
func contradict(a, b string) bool { return a != b && a != "" && b != "" }

// otherDay reports whether two days are both present and differ.
func otherDay(a, b api.Date) bool { return a != b && !a.IsZero() && !b.IsZero() }

// StatusRow names a change of the status.
const StatusRow = "status"

// guestRow names a change of the guest, which a presenter masks.
const guestRow = "guest"

// MaskChanges masks the guests that changes name.
func MaskChanges(changes []terms.Change) []terms.Change {
	out := make([]terms.Change, len(changes))
	for i, c := range changes {
		if c.What == guestRow {
			c.Before, c.After = MaskText(c.Before), MaskText(c.After)
		}
		out[i] = c
	}
	return out
}

func partyWords(r api.Reservation) string {
	if r.Adults <= 0 {
		return ""
	}
	return trip.PartyWords(r.Adults, r.Children) + ", " + wording.Plural(max(r.Rate.Rooms, 1), "room")
}

// comparePayment compares what one source pays. The processor's reference tells another method, and is not shown.
func comparePayment(out []terms.Change, what string, was, now *api.Payment) []terms.Change {
	if was == nil || now == nil {
		return out
	}
	if was.Amount.IsSet() && now.Amount.IsSet() {
		out = terms.CompareMoney(out, what, was.Amount, now.Amount)
	}
	if was.MethodRef != "" && now.MethodRef != "" && was.MethodRef != now.MethodRef {
		out = append(out, terms.Change{What: "payment method", Before: "the one it had", After: "another one", Verdict: terms.Unclear})
	}
	return out
}

// agedAfter is how old a verification may be when what it priced is sent: an older one is asked for again first.
const agedAfter = 2 * time.Minute

// aged reports whether the rate is verified again before it is sent: after a while, or where the offer runs out so
// soon that the service may count it as over.
func (draft Draft) aged(now time.Time) bool {
	return now.Sub(draft.VerifiedAt) >= agedAfter ||
		draft.offered() && draft.Rate.Expires.Time.Sub(now) < agedAfter && now.Sub(draft.VerifiedAt) >= agedAfter/4
}

// repriced lists what is otherwise with a rate, verified again, than it was shown.
func (draft Draft) repriced(again Draft) []terms.Change {
	out := terms.CompareMoney(nil, "total", draft.Charge(), again.Charge())
	out = terms.CompareFees(out, draft.Bill(terms.BeforeBooking), again.Bill(terms.BeforeBooking))
	return append(out, terms.Since(draft.VerifiedAt, draft.AllRooms(), again.VerifiedAt, again.AllRooms())...)
}

// stillOffered verifies an aged rate again before it is booked, and returns the draft as it is to be sent. Any error
// means that nothing may be sent.
func (d *Desk) stillOffered(ctx context.Context, draft Draft) (Draft, error) {
	if !draft.aged(d.Now()) {
		return draft, nil
	}
	ctx, cancel := context.WithTimeout(traffic.AtOnce(ctx), firstRead)
	defer cancel()
	plan := draft.createPlan()
	again, err := d.Verify(ctx, draft)
	if err != nil {
		return Draft{}, &NotReadError{Plan: plan, Cause: err}
	}
	if changes := draft.repriced(again); len(changes) > 0 {
		again.Token = api.Secret{}
		return Draft{}, &ChangedError{Plan: plan, Changes: changes, At: again.VerifiedAt, Draft: &again}
	}
	return again, nil
}

// stillPriced prices aged new dates again before they are sent, as stillOffered does.
func (d *Desk) stillPriced(ctx context.Context, p journal.Plan, change DateChange) (DateChange, error) {
	if !change.Possible() || !change.priced().aged(d.Now()) {
		return change, nil
	}
	ctx, cancel := context.WithTimeout(traffic.AtOnce(ctx), firstRead)
	defer cancel()
	again, err := d.PriceDates(ctx, change.Reservation, change.AskedIn, change.AskedOut)
	if err != nil {
		return DateChange{}, &NotReadError{Plan: p, Cause: err}
	}
	gone := []terms.Change{{What: "rate", Before: "offered for these dates", After: "not offered any more", Verdict: terms.Worse}}
	if again.Possible() {
		gone = change.priced().repriced(again.priced())
	}
	if len(gone) > 0 {
		return DateChange{}, &ChangedError{Plan: p, Changes: gone, Now: &again.Reservation, At: d.Now(), Dates: &again}
	}
	return again, nil
}

// priced returns the new dates as a draft of their own.
func (c DateChange) priced() Draft {
	return Draft{Trip: c.trip(), Rate: c.RoomRate.Rate, Verified: c.Verified, VerifiedAt: c.VerifiedAt, Zone: c.zone}
}

// Payment returns the payment after the change: what was paid before, and the rest of the new price. The service does not
// say what becomes of a difference.
func (c DateChange) Payment() terms.Payment {
	bill := c.priced().Bill(terms.Booked)
	bill.Charged = c.charged
	p := c.New.Divide(bill, c.VerifiedAt, c.zone)
	if c.charged.IsSet() {
		return p
	}
	return p.Answered(api.Money{}, true)
}

func explainUnread(e *NotReadError) Explanation {
	x := Explain(e.Cause)
	what := "the reservation"
	if e.Plan.Kind == journal.Create {
		what = "the rate"
	}
	if e.Missing {
		return Explanation{
			Title: "The reservation is not there", Text: x.Text,
			Hint: "The service does not have it under this account: it is another account's, or gone. Nothing was sent.",
		}
	}
	if !x.SignIn {
		x.Text = wording.Sentence(strings.TrimSuffix(x.Title, ".")) + " " + x.Text
		x.Title = "Nothing was sent: " + what + " could not be read first"
		x.Hint, x.Retry = "Try again.", true
	}
	return x
}

func explainChanged(e *ChangedError) Explanation {
	x := Explanation{Title: "Nothing was sent: something has changed since this was opened"}
	switch {
	case e.Canceled():
		x.Title, x.Hint = "The reservation is cancelled already", "Nothing was sent: it was cancelled since this was opened. It is shown as it is now."
		if e.Plan.Kind == journal.Cancel {
			x.Title = "It was cancelled already"
		}
		return x
	case e.Draft != nil:
		x.Title = "Nothing was sent: the rate has changed since it was verified"
	}
	lines := make([]string, len(e.Changes))
	for i, c := range e.Changes {
		lines[i] = c.What + ": " + c.Before + " → " + c.After
	}
	x.Text, x.Hint = strings.Join(lines, "\n"), "It is sent only after somebody has agreed to this."
	return x
}
