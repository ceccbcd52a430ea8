package booking

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A DateChange is what moving a reservation to other dates means, before anything is changed.
type DateChange struct {
	Reservation api.Reservation // as the service has it now
	Stay        trip.Stay       // its dates now
	In, Out     api.Date        // the new ones; one that was not asked for is as it was
	// AskedIn and AskedOut were asked for; a zero one keeps the reservation's date, and is not sent.
	AskedIn, AskedOut api.Date
	// RoomRate is the rate with the reservation's booking code. Without one the service cannot change the dates,
	// and Nearest are the rates that a new booking could take. Off is why this service cannot change these dates at all.
	Off      *api.FeatureOffError
	Hotel    api.Hotel
	RoomRate *RoomRate
	Nearest  []RoomRate
	// Verified is the price for the new dates, Total that of all rooms, New are the rate's terms for them, and
	// Terms those at which the reservation was sold.
	Verified   *api.Verification
	VerifiedAt time.Time // by the service's clock (Desk.Now)
	Total      api.Money
	Terms, New terms.Terms
	// Changes are the differences that a person must see.
	Changes []terms.Change
	// AtMost limits Total, and is checked right before the change is sent.
	AtMost  terms.Limits
	zone    *time.Location // the hotel's; nil when it is not known
	charged api.Money      // with the booking; unset if unknown
	// attempts is the journal's id of the booking; none where this machine did not make it.
	attempts []string
}

// Sends returns the dates that were asked for and are not the reservation's own. The service keeps one that is
// not sent (WIRE 3a), so that a date which was read wrongly is not moved.
func (c DateChange) Sends() (in, out api.Date) {
	if c.AskedIn != c.Stay.In {
		in = c.AskedIn
	}
	if c.AskedOut != c.Stay.Out {
		out = c.AskedOut
	}
	return in, out
}

// Possible reports whether the service can change the dates.
func (c DateChange) Possible() bool { return c.RoomRate != nil && c.Verified != nil }

// Stale says in a sentence why the new dates must be priced again; it is empty when they may be sent.
func (c DateChange) Stale(now time.Time) string {
	if c.RoomRate == nil {
		return ""
	}
	return Draft{Rate: c.RoomRate.Rate, Verified: c.Verified, VerifiedAt: c.VerifiedAt}.Stale(now)
}

// trip returns the stay at the new dates with the reservation's own party.
func (c DateChange) trip() trip.Trip {
	r := c.Reservation
	return trip.Trip{
		Destination: trip.HotelDestination(api.Hotel{ID: r.Hotel.ID, Name: r.Hotel.Name}), CheckIn: c.In, CheckOut: c.Out,
		Adults: max(r.Adults, 1), Children: r.Children, Rooms: max(r.Rate.Rooms, 1),
	}
}

// nearestRates is how many rates are offered in place of one that is gone.
const nearestRates = 5

// CanChange reports whether dates and payment can be changed, and otherwise why not (WIRE 2).
func CanChange(r api.Reservation) (bool, string) {
	if r.Status == api.StatusConfirmed {
		return true, ""
	}
	return false, "Only a confirmed reservation can be changed; this one is " + wording.WithCode(wording.Status(r.Status), r.Status) + "."
}

// ErrNotChangeable is why a reservation that is not CONFIRMED is not changed.
var ErrNotChangeable = errors.New("only a confirmed reservation can be changed")

// ErrSameDates is returned for new dates that the reservation has already.
var ErrSameDates = errors.New("the reservation has these dates already")

// CheckDates lists what is wrong with new dates for a reservation, by the hotel's own day where its zone is
// known.
func (d *Desk) CheckDates(r api.Reservation, in, out api.Date) []trip.Problem {
	search := trip.Trip{CheckIn: in, CheckOut: out, Adults: 1, Rooms: 1}
	if known, ok := d.Directory.Known(r.Hotel.ID); ok {
		search.Destination.Zone = known.Timezone
	}
	var list []trip.Problem
	for _, p := range search.Problems(d.Now()) {
		if p.Field == trip.FieldCheckIn || p.Field == trip.FieldCheckOut {
			list = append(list, p)
		}
	}
	change := DateChange{Stay: d.StayOf(r), AskedIn: in, AskedOut: out}
	if len(list) == 0 && change.same() {
		list = append(list, trip.Problem{Field: trip.FieldCheckIn, Message: ErrSameDates.Error()})
	}
	return list
}

// same reports whether the reservation has these dates already.
func (c DateChange) same() bool {
	in, out := c.Sends()
	return in.IsZero() && out.IsZero()
}

// offFor returns why these dates cannot be sent to the service; nil if they can.
func (d *Desk) offFor(change DateChange) *api.FeatureOffError {
	in, out := change.Sends()
	return d.off.Dates(!in.IsZero(), !out.IsZero())
}

// DatesOff says which new dates cannot be sent to this service, and what to do instead. It is empty if all can. It needs no
// dates, so that it can be shown before any are typed.
func (d *Desk) DatesOff() string {
	off := d.off.Dates(true, true)
	if off == nil {
		return ""
	}
	words := wording.Sentence(off.Error())
	switch {
	case d.off.CheckOut == nil:
		words += " The check-out date alone can be changed. For another check-in date, book"
	case d.off.CheckIn == nil:
		words += " The check-in date alone can be changed. For another check-out date, book"
	default:
		words += " Book"
	}
	return words + " the new dates, then cancel this reservation."
}

// PriceDates finds and verifies the rate of a reservation that was just read for the new dates; a zero date
// keeps the reservation's. It changes nothing. Of one that is not CONFIRMED the error is a *RefusedError of
// ErrNotChangeable.
func (d *Desk) PriceDates(ctx context.Context, r api.Reservation, in, out api.Date) (DateChange, error) {
	if able, _ := CanChange(r); !able {
		plan := journal.Plan{Kind: journal.Modify, Reservation: r.ID, CheckIn: in.String(), CheckOut: out.String()}
		return DateChange{}, &RefusedError{Plan: plan, Cause: ErrNotChangeable, Now: &r}
	}
	if _, _, err := d.Directory.Facts(ctx, r.Hotel); err != nil {
		return DateChange{}, err
	}
	change := DateChange{Reservation: r, AskedIn: in, AskedOut: out, Terms: d.TermsOf(r)}
	sale, sold, err := d.SaleOf(r)
	change.attempts = soldAs(sale, sold, err)
	// Now that the zone is known and the journal open: both tell the days.
	change.zone = d.Directory.Zone(r.Hotel.ID)
	change.Stay = d.StayOf(r)
	if charged, known := d.PaymentOf(r, sale).Charged(); known {
		change.charged = charged
	}
	change.In, change.Out = cmp.Or(in, change.Stay.In), cmp.Or(out, change.Stay.Out)
	if change.same() {
		return DateChange{}, ErrSameDates
	}
	change.Off = d.offFor(change)
	trip := change.trip()
	hotel, there, err := d.HotelAgain(ctx, trip, api.Hotel{ID: r.Hotel.ID, Name: r.Hotel.Name})
	if err != nil || !there {
		return change, err
	}
	change.Hotel = hotel
	same := findRoomRate(hotel, api.Rate{BookingCode: r.Rate.BookingCode, ChannelCode: r.Rate.ChannelCode})
	if same != nil && change.Off == nil {
		change.RoomRate = same
		return d.verifyDates(ctx, change, sale.Bill(r))
	}
	// Without its rate the room of a reservation is unknown, so the price decides.
	paid := r.Rate.Total
	if fees, known := sale.Bill(r).FeesSum(); known {
		paid, _ = paid.Add(fees) // Their sum is in its currency.
	}
	change.Nearest = Nearest(hotel, "", paid, trip, nearestRates)
	if same != nil {
		others := slices.DeleteFunc(change.Nearest, func(rate RoomRate) bool { return sameRate(rate.Rate, same.Rate) })
		change.Nearest = append([]RoomRate{*same}, others...)
	}
	return change, nil
}

// FromReceipt tells Instead that the receipt of the new reservation leads to the cancellation of the old one.
const FromReceipt = "from the receipt of the new one"

// Instead says why the dates cannot be changed, and what replacing the reservation with a new booking means. cancels is how the
// old one is cancelled then, such as FromReceipt.
func (c DateChange) Instead(now time.Time, cancels string) (title, text string) {
	words := trip.StayWords(c.In, c.Out)
	switch {
	case len(c.Nearest) == 0:
		return "The hotel offers nothing for " + words, "Nothing was changed; the reservation stands."
	case c.Off != nil:
		title = "The dates cannot be changed here: " + c.Off.Error()
	default:
		title = "The dates cannot be changed: the reservation's rate is not offered for " + words
	}
	return title, "Book the new dates, then cancel: the new booking is for the same guest, and verified like any other. " +
		"The old reservation stands until you cancel it " + cancels + ". " +
		"Cancelling the old one costs now: " + c.Terms.CostAt(now).Sentence() + "."
}

// verifyDates verifies the rate for the new dates and compares it with the reservation, whose bill is before.
func (d *Desk) verifyDates(ctx context.Context, change DateChange, before terms.Bill) (DateChange, error) {
	trip, again := change.trip(), *change.RoomRate
	draft, err := d.Verify(ctx, Draft{
		Trip: trip, Hotel: change.Hotel, Room: again.Room, Rate: again.Rate, Zone: change.zone,
	})
	if err != nil {
		return DateChange{}, err
	}
	change.Verified, change.VerifiedAt, change.Total, change.New = draft.Verified, draft.VerifiedAt, draft.Charge(), draft.AllRooms()
	change.Changes = terms.CompareMoney(nil, "total", change.Reservation.Rate.Total, change.Total)
	change.Changes = terms.CompareFees(change.Changes, before, draft.Bill(terms.Booked))
	change.Changes = append(change.Changes, compareStay(draft, *draft.Verified)...)
	change.Changes = append(change.Changes, terms.Compare(draft.VerifiedAt, change.Terms, change.New)...)
	return change, nil
}

// Replacement returns a draft of a new booking for the new dates, without a rate, with the reservation's guest
// and data. Nothing cancels the old reservation: Replaces names it, so that a person can. That the two are
// alike need not be asked.
func (c DateChange) Replacement(zone *time.Location) Draft {
	r := c.Reservation
	draft := Draft{Trip: c.trip(), Hotel: c.Hotel, Zone: zone, Guest: r.Guest, Replaces: &r, Despite: c.attempts}
	for _, field := range r.CustomData {
		if !OwnData(field.Key) {
			draft.CustomData = append(draft.CustomData, field)
		}
	}
	return draft
}

// RebookingDraft returns a draft of a new booking of the same stay in the place of a reservation that was just read,
// without a rate, with its guest and data: the reservation is cancelled once the new one is confirmed.
func (d *Desk) RebookingDraft(r api.Reservation) Draft {
	stay := d.StayOf(r)
	draft := (DateChange{
		Reservation: r, In: stay.In, Out: stay.Out, Hotel: api.Hotel{ID: r.Hotel.ID, Name: r.Hotel.Name}, attempts: soldAs(d.SaleOf(r)),
	}).Replacement(d.Directory.Zone(r.Hotel.ID))
	draft.Rebooks = true
	return draft
}

// A Modified is a reservation after a change, and its differences from what was agreed.
type Modified struct {
	Reservation api.Reservation
	Attempt     string
	Deviations  []terms.Change
}

// ChangeDates moves the reservation, once (section 4.5, WIRE 2), and compares what came with what PriceDates
// said. New dates that were priced a while ago are priced again first, and the reservation is read right before it
// is sent. The errors are those of Cancel.
func (d *Desk) ChangeDates(ctx context.Context, change DateChange) (Modified, error) {
	return readFirst(func() (Modified, error) { return d.changeDates(ctx, change) })
}

func (d *Desk) changeDates(ctx context.Context, change DateChange) (Modified, error) {
	if change.same() {
		return Modified{}, ErrSameDates
	}
	if off := d.offFor(change); off != nil {
		return Modified{}, off
	}
	in, out := change.Sends()
	plan := d.changePlan(change.Reservation, journal.Modify)
	plan.CheckIn, plan.CheckOut = in.String(), out.String()
	shown := Shown{Reservation: change.Reservation, At: change.VerifiedAt}
	limits := change.AtMost
	change, err := d.stillPriced(ctx, plan, change)
	if err != nil {
		return Modified{}, err
	}
	if err := within(limits, plan, change.Total, false, ChangedError{Now: &change.Reservation, At: d.Now(), Dates: &change}); err != nil {
		return Modified{}, err
	}
	plan.Total, plan.Currency = terms.PlainAmount(change.Total), change.Total.Currency()
	plan.Terms = change.New.Hash() // Those that were shown for the new dates, and accepted.
	plan.Agreement = change.agreedChange()
	if _, err := d.unchanged(ctx, &plan, shown); err != nil {
		return Modified{}, err
	}
	r, err := d.Recovery.Send(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		sending(ctx)
		return d.service.ModifyReservation(ctx, api.ModifyRequest{ID: change.Reservation.ID, CheckIn: in, CheckOut: out})
	})
	if err != nil {
		return Modified{Attempt: plan.Attempt}, d.refused(ctx, plan, err)
	}
	return Modified{Reservation: r, Attempt: plan.Attempt, Deviations: d.Moved(change, r)}, nil
}

// Moved lists the differences of a reservation from the change of dates that was agreed.
func (d *Desk) Moved(change DateChange, r api.Reservation) []terms.Change {
	var out []terms.Change
	if r.Rate.Total.IsSet() && change.Total.IsSet() {
		out = terms.CompareMoney(out, "total", change.Total, r.Rate.Total)
	}
	differs := func(what, before, after string) {
		if before != after {
			out = append(out, terms.Change{What: what, Before: before, After: after, Verdict: terms.Worse})
		}
	}
	stay := d.stayAfter(change, r)
	differs("arrival", change.In.String(), stay.InPlain())
	differs("departure", change.Out.String(), stay.OutPlain())
	differs("booking code", change.Reservation.Rate.BookingCode, r.Rate.BookingCode)
	differs("status", wording.Status(change.Reservation.Status), wording.Status(r.Status))
	if old := change.Reservation.Confirmation; old != nil && r.Confirmation != nil {
		differs("hotel confirmation", old.HotelNumber, r.Confirmation.HotelNumber)
	}
	// The service may keep the terms of the sale or take those of the new dates: both were shown.
	now, stored := d.Now(), d.TermsOf(r)
	if other := terms.StoredOtherwise(now, change.New, stored); len(terms.StoredOtherwise(now, change.Terms, stored)) > 0 {
		out = append(out, other...)
	}
	return out
}

// stayAfter returns the stay after a change: a date that came back as it was is the day that it was.
func (d *Desk) stayAfter(change DateChange, r api.Reservation) trip.Stay {
	stay := d.StayOf(r)
	if r.CheckIn == change.Reservation.CheckIn {
		stay.In = change.Stay.In
	}
	if r.CheckOut == change.Reservation.CheckOut {
		stay.Out = change.Stay.Out
	}
	return stay
}

// ChangePayment sets another payment method, once (section 4.5), after the reservation was read again. A
// reservation does not show which one it has: where the outcome is not known the same one may be set again. The
// errors are those of Cancel.
func (d *Desk) ChangePayment(ctx context.Context, shown Shown, token, cvv api.Secret) (Modified, error) {
	return readFirst(func() (Modified, error) { return d.changePayment(ctx, shown, token, cvv) })
}

func (d *Desk) changePayment(ctx context.Context, shown Shown, token, cvv api.Secret) (Modified, error) {
	plan := d.changePlan(shown.Reservation, journal.Modify)
	if _, err := d.unchanged(ctx, &plan, shown); err != nil {
		return Modified{}, err
	}
	got, err := d.Recovery.Send(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		sending(ctx)
		return d.service.ModifyReservation(ctx, api.ModifyRequest{ID: plan.Reservation, Token: token, CVV: cvv})
	})
	return Modified{Reservation: got, Attempt: plan.Attempt}, d.refused(ctx, plan, err)
}

// Cancel cancels, once (section 4.7), after the reservation was read again: what is not any more as it was shown is
// a *ChangedError, and a failed read a *NotReadError. The error is a *recovery.Write where the outcome is not known
// or an earlier write is unresolved, and a *RefusedError where the service refused it. All but the first of these
// mean that nothing was cancelled.
func (d *Desk) Cancel(ctx context.Context, shown Shown) (Canceled, error) {
	return readFirst(func() (Canceled, error) { return d.cancel(ctx, shown) })
}

func (d *Desk) cancel(ctx context.Context, shown Shown) (Canceled, error) {
	plan := d.changePlan(shown.Reservation, journal.Cancel)
	plan.Rebooking = shown.Rebooking
	r, err := d.unchanged(ctx, &plan, shown)
	if err != nil {
		return Canceled{}, err
	}
	now, stored := d.Now(), d.TermsOf(r)
	plan.Agreement = agreedCancel(now, stored, r.Rate.Total)
	cost := stored.CostAt(now)
	if err := within(shown.AtMost, plan, cost.Charge(r.Rate.Total), cost.Estimated, ChangedError{Now: &r, At: now}); err != nil {
		return Canceled{}, err
	}
	if cost.Kind == terms.CostPenalty {
		plan.Total, plan.Currency = terms.PlainAmount(cost.Amount), cost.Amount.Currency()
	}
	got, err := d.Recovery.Send(ctx, plan, func(ctx context.Context) (api.Reservation, error) {
		sending(ctx)
		return d.service.CancelReservation(ctx, plan.Reservation)
	})
	if err != nil {
		return Canceled{}, d.refused(ctx, plan, err)
	}
	return Canceled{Reservation: got, Cancellation: Cancellation{At: d.Now(), Attempt: plan.Attempt, Cost: cost, Before: r.Confirmation, Paid: d.PaidOf(got)}}, nil
}

func (d *Desk) changePlan(r api.Reservation, kind journal.Kind) journal.Plan {
	return journal.Plan{
		Attempt: d.NewAttempt(), Kind: kind, Reservation: r.ID,
		Chain: r.Hotel.ID.Chain, Property: r.Hotel.ID.Code, HotelName: r.Hotel.Name,
		Adults: r.Adults, Children: r.Children, Rooms: r.Rate.Rooms,
		BookingCode: r.Rate.BookingCode, ChannelCode: r.Rate.ChannelCode,
		Terms: terms.Of(r.Rate.Terms).Hash(), WindowSeconds: int(recovery.ChangeWindow / time.Second),
	}
}

// CheckCVV says what is wrong with a card's code, or nothing. It never repeats what was typed.
func CheckCVV(text string) string {
	for _, r := range text {
		if r < '0' || r > '9' {
			return "Digits only."
		}
	}
	if len(text) < 3 || len(text) > 4 {
		return "Three or four digits."
	}
	return ""
}
