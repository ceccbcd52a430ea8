package booking

import (
	"context"
	"fmt"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/booking/wording"
)

// A Draft is a booking before it is sent. Each step has its own copy.
type Draft struct {
	Trip  trip.Trip
	Hotel api.Hotel
	Room  api.Room
	Rate  api.Rate
	// SearchedAt is when the rate came, by the service's clock; zero is not known.
	SearchedAt time.Time
	// Zone is the hotel's time zone; nil when it is not known.
	Zone *time.Location

	Verified *api.Verification
	// VerifiedAt is when, by the service's clock (Desk.Now).
	VerifiedAt time.Time
	Changes    []terms.Change

	Guest      api.Guest
	Loyalty    *api.Loyalty
	CustomData api.CustomData
	Token      api.Secret
	Simulate   api.Simulation
	// Attempt is the id by which an unresolved booking is found again; without one, Book makes it.
	Attempt string
	// Watched promises that the face that books calls Recovery.NoteShown once it has shown the booking.
	Watched bool
	// Despite are the attempts of similar bookings that a person has seen and wants this one besides. Unmade
	// are those of them that were not known to be made then: found after all, they were not agreed to.
	Despite, Unmade []string
	// Replaces is the reservation in whose place this one is booked; nil for any other. Nothing cancels it by
	// itself.
	Replaces *api.Reservation
	// Rebooks says that the reservation which it replaces is cancelled next: the journal links the two.
	Rebooks bool
}

// Reveals returns the id of the reservation that the draft replaces, because the draft names its stored guest. The guest of any
// other draft was entered by the agent.
func (draft Draft) Reveals() []string {
	if draft.Replaces == nil {
		return nil
	}
	return []string{draft.Replaces.ID}
}

// Verify asks the service for price and terms of one room with the party's largest share (section 4.3, WIRE 3a), and
// returns the draft with both and with every difference from the search.
func (d *Desk) Verify(ctx context.Context, draft Draft) (Draft, error) {
	share := draft.Trip.Largest()
	v, err := d.service.VerifyRate(ctx, api.VerifyRequest{
		BookingCode: draft.Rate.BookingCode, ChannelCode: draft.Rate.ChannelCode, Property: draft.Hotel.ID,
		CheckIn: draft.Trip.CheckIn, CheckOut: draft.Trip.CheckOut,
		Adults: share.Adults, Children: share.Children,
	})
	if err != nil {
		return Draft{}, err
	}
	draft.Verified, draft.VerifiedAt = &v, d.Now()
	draft.Changes = compareDraft(draft.VerifiedAt, draft, v)
	return draft, nil
}

// Terms returns the verified terms, or the searched ones as long as nothing is verified.
func (draft Draft) Terms() terms.Terms {
	if draft.Verified != nil {
		return terms.Verified(*draft.Verified).In(draft.Zone)
	}
	return draft.Searched()
}

// Searched returns the terms of the draft's rate as the search has them.
func (draft Draft) Searched() terms.Terms {
	return terms.Of(draft.Rate.Terms).For(draft.Rate.Price.Total).In(draft.Zone)
}

// Charge returns what is charged for all rooms: the verified total times the rooms.
func (draft Draft) Charge() api.Money {
	if draft.Verified == nil {
		return draft.Rate.Price.Total.Times(draft.Trip.Rooms)
	}
	return draft.Verified.Total.Times(draft.Trip.Rooms)
}

// NoPrice says why the verification names no price that can be booked at; it is empty for a price.
func (draft Draft) NoPrice() string {
	v := draft.Verified
	switch {
	case v == nil:
		return ErrNotVerified.Error()
	case !v.Total.IsSet():
		return "the verification names no total"
	}
	for _, part := range []struct {
		what   string
		amount api.Money
	}{{"total", v.Total}, {"base price", v.Base}, {"taxes", v.Taxes}} {
		switch m := part.amount; {
		case !m.IsSet():
		case !m.Valid():
			return fmt.Sprintf("the %s %q cannot be read", part.what, wording.Clip(m.Number()))
		case strings.TrimSpace(m.Currency()) == "":
			return "the " + part.what + " " + m.Digits() + " has no currency"
		case m.Sign() < 0:
			return "the " + part.what + " " + m.String() + " is below zero"
		}
	}
	return ""
}

// A NoPriceError means that a verification names no price to book at. Nothing was noted or sent.
type NoPriceError struct{ Why string } // as of Draft.NoPrice

func (e *NoPriceError) Error() string { return "there is no price to book at: " + e.Why }

// PartsNote gives the amount of the verified total that its parts do not explain; empty if they add up to it.
func (draft Draft) PartsNote() string {
	v := draft.Verified
	if v == nil {
		return ""
	}
	_, note := terms.PartsWords(v.Total, v.Base, v.Taxes, draft.feesInTotal())
	return note
}

// feesInTotal adds up the verified fees that the total of a room includes on top of the base price; unset if they are
// unknown.
func (draft Draft) feesInTotal() api.Money {
	var sum api.Money
	for _, fee := range draft.Verified.FeeLines {
		inTotal, inBase := fee.IncludedInTotal, fee.IncludedInBase
		if inTotal == nil || !*inTotal || inBase != nil && *inBase {
			continue
		}
		if more, err := sum.Add(fee.Amount); err == nil {
			sum = more
		} else if !sum.IsSet() {
			sum = fee.Amount
		}
	}
	if sum.IsSet() {
		return sum
	}
	v := draft.Verified
	if parts, err := v.Base.Add(v.Taxes); err == nil {
		if parts, err = parts.Add(v.Fees); err == nil {
			if order, err := parts.Cmp(v.Total); err == nil && order == 0 {
				return v.Fees
			}
		}
	}
	return api.Money{}
}

// Limited reports whether it is known when the rate's offer runs out. One that came with a time in the past
// does not tell: some clock is wrong.
func (draft Draft) Limited() bool {
	expires := draft.Rate.Expires
	return !expires.IsZero() && (draft.SearchedAt.IsZero() || expires.Time.After(draft.SearchedAt))
}

// Expired reports whether the rate's offer has run out at the moment.
func (draft Draft) Expired(now time.Time) bool {
	return draft.Limited() && !now.Before(draft.Rate.Expires.Time)
}

// offered reports whether the offer of the search counts: it does unless it had run out when the rate was
// verified.
func (draft Draft) offered() bool { return draft.Limited() && !draft.Expired(draft.VerifiedAt) }

// OfferOver reports whether the offer has run out since the rate was verified under it.
func (draft Draft) OfferOver(now time.Time) bool { return draft.offered() && draft.Expired(now) }

// Stale says in a sentence why the rate must be verified again before it is booked; it is empty when it may be
// booked.
func (draft Draft) Stale(now time.Time) string {
	switch {
	case draft.Verified == nil:
		return "The rate is not verified."
	case draft.OfferOver(now):
		return "The offer has expired."
	case draft.offered():
		return ""
	case now.Sub(draft.VerifiedAt) >= verifiedFor:
		return "The rate was verified " + wording.Ago(now.Sub(draft.VerifiedAt)) + "."
	default:
		return ""
	}
}

// Holds reports whether the rate needs no new verification and its offer is not about to end, so that a refusal has another
// cause.
func (draft Draft) Holds(now time.Time) bool {
	return draft.Stale(now) == "" && (!draft.offered() || draft.Rate.Expires.Time.Sub(now) >= expiring)
}

// expiring is the time left below which a refusal may mean that the offer has ended: clocks differ.
const expiring = 2 * time.Minute

// OfferWords says when the rate was verified and how long it can be booked.
func (draft Draft) OfferWords(now time.Time) string {
	if draft.Verified == nil {
		return "not verified"
	}
	age := now.Sub(draft.VerifiedAt)
	words := "verified " + wording.Ago(age)
	switch {
	case draft.OfferOver(now):
		return words + "; the offer has expired"
	case draft.offered():
		return words + "; the offer runs out in " + wording.Left(draft.Rate.Expires.Time.Sub(now))
	case age >= verifiedFor:
		return words + ", which is too long"
	default:
		return words + ", good for " + wording.Left(verifiedFor-age)
	}
}

// verifiedFor is how long a rate counts as verified once its offer has run out; the service names no such time.
const verifiedFor = 10 * time.Minute

// AllRooms returns the draft's terms with the penalties for all its rooms.
func (draft Draft) AllRooms() terms.Terms {
	return draft.Terms().Times(max(draft.Trip.Rooms, 1))
}

// AtHotel lists, for all rooms, the verified fees that are not in the total, or do not say that they are.
func (draft Draft) AtHotel() []api.Charge {
	if draft.Verified == nil {
		return nil
	}
	var out []api.Charge
	for _, fee := range draft.Verified.FeeLines {
		if fee.IncludedInTotal != nil && *fee.IncludedInTotal {
			continue
		}
		if fee.Amount.Valid() {
			fee.Amount = fee.Amount.Times(max(draft.Trip.Rooms, 1))
		}
		out = append(out, fee)
	}
	return out
}

// AllRoomsNote says how many rooms the penalties and the hotel fees cover; empty for one room.
func (draft Draft) AllRoomsNote() string {
	note := PenaltiesNote(draft.Trip.Rooms)
	if len(draft.AtHotel()) > 0 {
		note = strings.Replace(note, "penalties are", "penalties and hotel fees are", 1)
	}
	return note
}

// ChangesNote says that the changes of a verification are of one room; empty for one room or without changes.
func (draft Draft) ChangesNote() string {
	if draft.Trip.Rooms < 2 || len(draft.Changes) == 0 {
		return ""
	}
	return "the amounts of these changes are for one room"
}

// createPlan returns what the journal notes of a draft: nothing that is secret or names the guest.
func (draft Draft) createPlan() journal.Plan {
	charge := draft.Charge()
	p := journal.Plan{
		Attempt: draft.Attempt, Kind: journal.Create,
		Chain: draft.Hotel.ID.Chain, Property: draft.Hotel.ID.Code, HotelName: draft.Hotel.Name,
		CheckIn: draft.Trip.CheckIn.String(), CheckOut: draft.Trip.CheckOut.String(),
		Adults: draft.Trip.Adults, Children: draft.Trip.Children, Rooms: draft.Trip.Rooms,
		BookingCode: draft.Rate.BookingCode, ChannelCode: draft.Rate.ChannelCode,
		Total: terms.PlainAmount(charge), Currency: charge.Currency(), Terms: draft.AllRooms().Hash(),
		Simulate: draft.Simulate != api.SimulateNothing, Despite: draft.Despite, Unmade: draft.Unmade, Watched: draft.Watched,
		WindowSeconds: int(recovery.CreateWindow / time.Second),
	}
	if draft.Replaces != nil {
		p.Replaces = draft.Replaces.ID
		if draft.Rebooks && !p.Simulate {
			p.Rebooking = draft.Attempt
		}
	}
	return p
}

func createRequest(now time.Time, draft Draft, guest api.Guest) api.CreateRequest {
	charge, v := draft.Charge(), draft.Verified
	custom := append(api.CustomData{}, draft.CustomData...)
	return api.CreateRequest{
		CheckIn: draft.Trip.CheckIn, CheckOut: draft.Trip.CheckOut,
		Adults: draft.Trip.Adults, Children: draft.Trip.Children,
		Guest:   guest,
		Hotel:   api.HotelRef{ID: draft.Hotel.ID, Name: draft.Hotel.Name},
		Payment: api.PaymentSource{Amount: charge, Token: draft.Token},
		Rate: api.BookedRate{
			BookingCode: draft.Rate.BookingCode, ChannelCode: draft.Rate.ChannelCode, Rooms: draft.Trip.Rooms,
			Total: charge, Base: v.Base.Times(draft.Trip.Rooms), Taxes: v.Taxes.Times(draft.Trip.Rooms),
			Terms: SentTerms(now, draft),
		},
		CustomData: append(custom, api.CustomField{Key: recovery.AttemptKey, Text: draft.Attempt}),
		Loyalty:    draft.Loyalty,
		Simulate:   draft.Simulate,
	}
}

// SentTerms returns the searched terms, which have the shape that a reservation needs, changed where the
// verification says otherwise and the agent agreed. What it leaves out is sent as the service last said it.
func SentTerms(now time.Time, draft Draft) api.Terms {
	rateTerms := draft.Rate.Terms
	if len(terms.Compare(now, draft.Searched(), draft.Terms())) == 0 {
		return rateTerms
	}
	verified := terms.Verified(*draft.Verified)
	if len(verified.Steps) > 0 {
		rateTerms.Penalties = nil
	}
	for _, t := range draft.Verified.Terms {
		rateTerms.Penalties = append(rateTerms.Penalties, t.Penalties...)
	}
	if refundable := verified.RefundableAt(now); refundable != nil {
		rateTerms.Refundable = refundable
	}
	if verified.Payment != "" {
		rateTerms.PaymentInfo = verified.Payment
	}
	if len(verified.Guarantee) > 0 {
		rateTerms.Guarantee = verified.Guarantee
	}
	return rateTerms
}
