package booking

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
	"bellhop/booking/wording"
)

// agreementOf returns what the agent agrees to by booking the draft, for the journal: nothing of it is from the guest.
func agreementOf(now time.Time, draft Draft) *journal.Agreement {
	a, rooms := agreedTo(now, draft.AllRooms()), max(draft.Trip.Rooms, 1)
	offered := RoomRate{Room: draft.Room, Rate: draft.Rate}
	a.Room, a.Rate, a.Included, a.Sleeps = offered.RoomName(), draft.Rate.Name, offered.Included(), draft.Room.MaxOccupancy
	v := draft.Verified
	if v == nil {
		return a
	}
	a.Sleeps = cmp.Or(v.MaxOccupancy, a.Sleeps)
	draft.agreeOnPrice(a)
	price := draft.Charge().String() + " for " + wording.Plural(draft.Trip.Nights(), "night") + ", " + wording.Plural(rooms, "room")
	parts, note := terms.PartsWords(draft.Charge(), v.Base.Times(rooms), v.Taxes.Times(rooms), forRooms(draft.feesInTotal(), rooms))
	if parts != "" {
		price += ": " + parts
	}
	a.Price = append(a.Price, price)
	if note != "" {
		a.Price = append(a.Price, note)
	}
	for _, fee := range draft.AtHotel() {
		a.Price = append(a.Price, "at the hotel: "+terms.FeeWords(fee))
	}
	return a
}

// agreeOnPrice puts the figures of a verified draft into its agreement.
func (draft Draft) agreeOnPrice(a *journal.Agreement) {
	v, rooms := draft.Verified, max(draft.Trip.Rooms, 1)
	a.Currency, a.Base, a.Taxes = v.Total.Currency(), terms.PlainAmount(v.Base.Times(rooms)), terms.PlainAmount(v.Taxes.Times(rooms))
	a.Fees = terms.PlainAmount(forRooms(draft.feesInTotal(), rooms))
	for _, fee := range draft.AtHotel() {
		a.AtHotel = append(a.AtHotel, journal.Charge{
			Name: fee.Description, Amount: terms.PlainAmount(fee.Amount), Currency: fee.Amount.Currency(), MaybeInTotal: fee.IncludedInTotal == nil,
		})
	}
}

// agreedChange returns what the agent agrees to by moving a reservation to other dates.
func (c DateChange) agreedChange() *journal.Agreement {
	a := agreedTo(c.VerifiedAt, c.New)
	if c.Verified != nil && c.RoomRate != nil {
		c.priced().agreeOnPrice(a)
	}
	a.Price = append(a.Price, c.Total.String()+" for "+wording.Plural(c.trip().Nights(), "night")+
		", instead of "+terms.PriceWords(c.Reservation.Rate.Total))
	return a
}

// agreedCancel returns what the agent agrees to by cancelling now.
func agreedCancel(now time.Time, stored terms.Terms, total api.Money) *journal.Agreement {
	a := agreedTo(now, stored)
	a.Cancelling = []string{"cancelling costs " + stored.CostAt(now).Sentence() + ", of " + terms.PriceWords(total)}
	return a
}

// The labels of the payment and of the guarantee in the journal.
const (
	paymentLabel   = "payment: "
	guaranteeLabel = "guarantee: "
)

func agreedTo(now time.Time, t terms.Terms) *journal.Agreement {
	a := journal.NewAgreement(now)
	a.Cancelling, a.Refundable = t.AgreedLines(now), t.Refundable
	if t.Payment != "" {
		a.Payment = append(a.Payment, paymentLabel+t.Payment)
	}
	if words := t.GuaranteeWords(); words != "" {
		a.Payment = append(a.Payment, guaranteeLabel+words)
	}
	if d, ok := t.ReadDeposit(); ok {
		a.Deposit = &journal.Deposit{
			Amount: terms.PlainAmount(d.Amount), Currency: d.Amount.Currency(), Due: d.Due.String(), RestAtHotel: t.RestAtHotel(),
		}
	}
	for _, step := range t.Steps {
		one := journal.Penalty{
			Amount: terms.PlainAmount(step.Amount), Currency: step.Amount.Currency(), Estimated: step.Estimated, NoRefund: step.NoRefund,
		}
		if !step.From.IsZero() {
			one.From = step.From.UTC().Format(time.RFC3339)
		}
		a.Penalties = append(a.Penalties, one)
	}
	return a
}

// agreedTerms returns the terms of a plan's agreement, at a hotel in the zone.
func agreedTerms(p journal.Plan, zone *time.Location) terms.Terms {
	a := p.Agreement
	sent := api.Terms{Refundable: a.Refundable}
	for _, line := range a.Payment {
		if payment, ok := strings.CutPrefix(line, paymentLabel); ok {
			sent.PaymentInfo = payment
		} else if words, ok := strings.CutPrefix(line, guaranteeLabel); ok {
			for _, one := range strings.Split(words, ", ") {
				sent.Guarantee = append(sent.Guarantee, guaranteeCode(one))
			}
		}
	}
	for _, step := range a.Penalties {
		penalty := api.CancelPenalty{Deadline: api.ParseDeadline(step.From), Estimated: step.Estimated}
		if step.Amount != "" {
			penalty.Amount = api.NewMoney(step.Amount, step.Currency)
		}
		if step.NoRefund {
			penalty.Refundable = new(bool)
		}
		sent.Penalties = append(sent.Penalties, penalty)
	}
	return withDeposit(terms.Of(sent).For(api.NewMoney(p.Total, p.Currency)).In(zone), a)
}

// withDeposit returns the terms with the deposit of an agreement, if it has one.
func withDeposit(t terms.Terms, a *journal.Agreement) terms.Terms {
	if a.Deposit == nil {
		return t
	}
	due, err := api.ParseDate(a.Deposit.Due)
	if err != nil {
		return t // The journal refuses it.
	}
	return t.SetDeposit(terms.Deposit{Amount: api.NewMoney(a.Deposit.Amount, a.Deposit.Currency), Due: due}, a.Deposit.RestAtHotel)
}

// guaranteeCode returns the code of a guarantee in words: "PREPAY" of "paid in advance (PREPAY)".
func guaranteeCode(words string) string {
	if at := strings.LastIndex(words, " ("); at >= 0 && strings.HasSuffix(words, ")") {
		if code := words[at+2 : len(words)-1]; wording.WithCode(wording.Guarantee(code), code) == words {
			return code
		}
	}
	return words
}

// SoldTerms returns the terms of a reservation. What the service leaves out is as it was agreed to where it was sold here.
func (d *Desk) SoldTerms(r api.Reservation) terms.Terms {
	sale, _, err := d.SaleOf(r)
	if err != nil {
		return d.TermsOf(r)
	}
	return d.soldTerms(r, sale)
}

// soldTerms returns the terms of a reservation, filled from its sale. Without a sale, which is a zero one, they are as the
// service has them.
func (d *Desk) soldTerms(r api.Reservation, sale Sale) terms.Terms {
	if sale.Moved != nil {
		return d.filledFrom(r, sale.Moved.Plan)
	}
	return d.filledFrom(r, sale.State.Plan)
}

// filledFrom returns the terms of a reservation, filled from what a plan agreed to.
func (d *Desk) filledFrom(r api.Reservation, p journal.Plan) terms.Terms {
	stored := d.TermsOf(r)
	switch a := p.Agreement; {
	case a == nil:
		return stored
	case a.Cut():
		return stored.Filled(withDeposit(terms.Terms{}, a))
	default:
		return stored.Filled(agreedTerms(p, d.Directory.Zone(r.Hotel.ID)))
	}
}

// keptAs lists where the terms on file differ from those of the plans by which a reservation was sold and moved. After a
// change of dates the service may keep the terms of the sale or take those of the new dates: both were shown. Known reports
// whether they could be compared: earlier versions kept only a digest, and two spellings of the same terms have two digests.
func keptAs(plans []journal.Plan, stored terms.Terms, zone *time.Location) (changes []terms.Change, known bool) {
	unplaced := slices.ContainsFunc(stored.Steps, func(s terms.Step) bool { return s.Assumed })
	for _, p := range plans {
		if p.Terms == stored.Hash() {
			return nil, true
		}
	}
	for _, p := range plans {
		if a := p.Agreement; a == nil || a.Cut() || unplaced || a.Refundable == nil && len(a.Penalties) == 0 {
			return nil, false
		}
		changes = terms.StoredOtherwise(p.Agreement.At.Time, agreedTerms(p, zone), stored)
		if len(changes) == 0 {
			break
		}
	}
	return changes, true
}
