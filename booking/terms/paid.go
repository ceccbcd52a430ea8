package terms

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"bellhop/api"
	"bellhop/booking/wording"
)

// A Telling is the reader of a payment and the stage of the booking. It decides the name of the part paid with the booking.
type Telling int

// The readers of a payment.
const (
	BeforeBooking Telling = iota // the agent before booking: "charged now"
	InQuote                      // the client, who may book later: "due with the booking"
	Booked                       // anyone who reads a reservation: "paid"
)

// A Bill holds the amounts to pay, for all rooms.
type Bill struct {
	Total api.Money // the price of the stay
	// NoPrice is why the total cannot be booked at; empty if it can.
	NoPrice string
	// Rooms is how many rooms the total covers, and Room the total of each; unset for one room.
	Rooms int
	Room  api.Money
	// Fees are paid at the hotel on top of the total, or may be included in it. Unsaid says what is not known about
	// them; it is empty if the service names them all.
	Fees   []api.Charge
	Unsaid string
	// AllIncluded is set if the service says that the total includes all taxes and fees.
	AllIncluded bool
	// Markup is paid to the agency with the booking, and MarkupWords is its name; both may be empty.
	Markup      api.Money
	MarkupWords string
	Telling     Telling
	// Read is when a reservation was read; unset if that is when it was booked.
	Read time.Time
	// Charged was charged with the booking, before the dates were changed. It is unset if they were not, or if it is unknown.
	Charged api.Money
}

// FeesSum adds up the fees at the hotel. It returns false if an amount is unknown, is in another currency, or may be
// included in the total.
func (b Bill) FeesSum() (api.Money, bool) {
	if b.NoPrice != "" || b.Unsaid != "" || !b.Total.Valid() {
		return api.Money{}, false
	}
	sum := api.NewMoney("0", b.Total.Currency())
	for _, fee := range b.Fees {
		more, err := sum.Add(fee.Amount)
		if err != nil || fee.IncludedInTotal == nil {
			return api.Money{}, false
		}
		sum = more
	}
	return sum, true
}

// FeesWords lists the fees at the hotel in words.
func (b Bill) FeesWords() string {
	lines := make([]string, len(b.Fees))
	for i, fee := range b.Fees {
		lines[i] = FeeWords(fee)
	}
	if b.Unsaid != "" {
		lines = append(lines, b.Unsaid)
	}
	return cmp.Or(strings.Join(lines, "; "), "nothing")
}

// FeesRow names a change of the fees at the hotel.
const FeesRow = "fees at the hotel"

// CompareFees appends the change of the fees at the hotel since an earlier bill. Fees that the earlier bill does not name
// are not a change.
func CompareFees(changes []Change, before, now Bill) []Change {
	was, wasKnown := before.FeesSum()
	is, isKnown := now.FeesSum()
	switch {
	case wasKnown && isKnown && len(before.Fees)+len(now.Fees) > 0:
		return CompareMoney(changes, FeesRow, was, is)
	case before.Unsaid == "" && before.FeesWords() != now.FeesWords():
		return append(changes, Change{What: FeesRow, Before: before.FeesWords(), After: now.FeesWords(), Verdict: Unclear})
	}
	return changes
}

// Something is Bill.Unsaid if there are fees on top of the total, of an unknown amount.
const Something = "amount not said"

// A Due is a part of what the guest pays.
type Due struct {
	Amount api.Money // unset if unknown
	Words  string    // the amount and what it is for
	what   string    // replaces an unknown amount: "a deposit"
	when   string    // "on the card now"
}

// A Payment divides a price and the fees at the hotel by when they are paid.
type Payment struct {
	Kind    DueKind
	Now     []Due // with the booking; an amount of zero if nothing is
	Later   []Due // after it, and not at the hotel
	AtHotel []Due
	Unsaid  string // as of the bill
	// All is the known sum that the guest pays, in the currency of the total.
	All api.Money

	bill  Bill
	notes []string // amounts that All leaves out or may count twice
}

// Divide divides a bill by when it is paid, for a booking made at that time at a hotel in the zone, which may be nil.
func (t Terms) Divide(bill Bill, made time.Time, zone *time.Location) Payment {
	p := Payment{Kind: t.Due(), Unsaid: bill.Unsaid, All: bill.Total, bill: bill}
	zero := api.NewMoney("0", bill.Total.Currency())
	switch {
	case bill.NoPrice != "":
		return Payment{Kind: p.Kind, Unsaid: bill.Unsaid, Now: []Due{{Words: "not known: " + bill.NoPrice}}, bill: bill}
	case p.Kind == DueAtHotel:
		p.Now = []Due{{Amount: zero, Words: "Nothing. The card guarantees the room."}}
		p.AtHotel = []Due{{Amount: bill.Total, Words: strings.TrimPrefix(saidMoney(bill.Total)+", the price of the stay", ", "), what: "the price", when: atHotel}}
	case p.Kind == DueDeposit:
		t.divideDeposit(&p, made, zone)
	case p.Kind == DueUnsaid:
		unsaid := NotSaid
		if bill.Telling == Booked {
			unsaid = notReported
		}
		p.Now = []Due{{Amount: bill.Total, Words: bill.unpaid(unsaid), what: "the price", when: "on an unstated date"}}
	default:
		words := bill.price() + bill.onTheCard()
		if bill.Rooms > 1 && bill.Room.IsSet() {
			words += " for " + wording.Plural(bill.Rooms, "room") + ", " + bill.Room.String() + " each"
		}
		p.Now = []Due{{Amount: bill.Total, Words: words, what: "the price", when: bill.withBooking()}}
		if bill.Charged.IsSet() {
			p.charged(bill.Charged)
		}
	}
	p.addMarkup()
	p.addFees()
	return p
}

const atHotel = "at the hotel"

// charged sets the amount that was charged with the booking, and adds its difference from the price.
func (p *Payment) charged(amount api.Money) {
	words := amount.String() + p.bill.onTheCard()
	if amount.Sign() == 0 {
		words = "Nothing."
	}
	p.Now = []Due{{Amount: amount, Words: words, when: p.bill.withBooking()}}
	more, err := p.bill.Total.Sub(amount)
	switch {
	case err != nil || more.Sign() == 0:
	case more.Sign() > 0:
		p.Later = []Due{{Amount: more, Words: more.String() + " more than was paid; the service does not say when it is charged", when: "on an unstated date"}}
	default:
		back, _ := amount.Sub(p.bill.Total)
		p.Now = append(p.Now, Due{Amount: api.NewMoney("0", amount.Currency()), Words: back.String() + " of this exceeds the price; the service does not say whether it is refunded"})
		p.notes = append(p.notes, back.String()+" overpaid (refund not said)")
	}
}

// price returns the total, or "the price" if it is unknown.
func (b Bill) price() string { return cmp.Or(saidMoney(b.Total), "the price") }

// notReported replaces an amount that the service does not report as paid.
const notReported = "not reported"

// unpaid returns the words for a row of which it is not known whether, or when, the price is paid.
func (b Bill) unpaid(unsaid string) string {
	if !b.Total.IsSet() {
		return unsaid
	}
	return unsaid + "; the price is " + b.Total.String()
}

// onTheCard returns the words behind an amount paid with the booking, in a row whose name says when.
func (b Bill) onTheCard() string {
	if b.Telling == InQuote {
		return "" // The client may pay the agency in another way.
	}
	return " on the card"
}

// withBooking returns the words for an amount paid with the booking.
func (b Bill) withBooking() string {
	return [...]string{"on the card now", "with the booking", "on the card"}[b.Telling]
}

// divideDeposit divides the total of a rate with a deposit.
func (t Terms) divideDeposit(p *Payment, made time.Time, zone *time.Location) {
	deposit, ok := t.ReadDeposit()
	rest, err := p.bill.Total.Sub(deposit.Amount)
	if !ok || err == nil && rest.Sign() < 0 {
		t.unreadDeposit(p)
		return
	}
	when := "on " + deposit.Due.Format(depositDay)
	switch charged := p.bill.Charged; {
	case charged.Sign() > 0:
		if rest, err = p.bill.Total.Sub(charged); err == nil && rest.Sign() < 0 {
			p.charged(charged)
			return
		}
		p.Now = []Due{{Amount: charged, Words: charged.String() + p.bill.onTheCard(), when: p.bill.withBooking()}}
	case charged.IsSet() && deposit.DueAt(made, zone):
		p.Kind = DueUnsaid
		p.Now = []Due{{Amount: deposit.Amount, Words: notReported + "; a deposit of " + deposit.Amount.String() + " is due with the new dates", when: "on an unstated date"}}
	case deposit.DueAt(made, zone):
		p.Now = []Due{{Amount: deposit.Amount, Words: deposit.Amount.String() + p.bill.onTheCard() + ", the deposit", when: p.bill.withBooking()}}
	case p.bill.Telling == Booked && !p.bill.Read.IsZero() && deposit.DueAt(p.bill.Read, zone):
		p.Kind = DueUnsaid // Nothing reports that it was charged.
		p.Now = []Due{{Amount: deposit.Amount, Words: notReported + "; the deposit of " + deposit.Amount.String() + " was due " + when, when: when}}
	default:
		p.Now = []Due{{Amount: api.NewMoney("0", p.bill.Total.Currency()), Words: "Nothing. The deposit is due later."}}
		p.Later = []Due{{Amount: deposit.Amount, Words: deposit.Words() + ", the deposit", when: when}}
	}
	left := Due{what: "the rest", Words: "the rest of the price", when: "later"}
	if err == nil {
		if rest.Sign() == 0 {
			return
		}
		left.Amount, left.Words = rest, rest.String()+", "+left.Words
	}
	if t.RestAtHotel() {
		left.when = atHotel
		p.AtHotel = []Due{left}
		return
	}
	left.Words = asSaid(left.Words, t.PaymentWords(p.bill.Rooms))
	p.Later = append(p.Later, left)
}

// unreadDeposit divides the total of a rate with a deposit whose amount or day could not be read.
func (t Terms) unreadDeposit(p *Payment) {
	words, when := NotSaid, "on an unstated date"
	if p.bill.Telling == Booked {
		words = notReported
		p.Kind = DueUnsaid
	}
	words += "; the rate asks for a deposit"
	if t.Payment == "" {
		t.Payment = strings.Join(t.DepositLines(), "; ")
	}
	if t.Payment != "" {
		words, when = words+". The hotel says: "+wording.ClipTo(mostPayment, t.PaymentWords(p.bill.Rooms)), "as the hotel says"
	}
	p.Now = []Due{{Words: words, what: "a deposit", when: when}}
	rest := Due{Words: "not said whether the rest is paid there", what: "the rest", when: "later"}
	if t.RestAtHotel() {
		rest.Words, rest.when = "the price less the deposit", atHotel
	}
	p.AtHotel = []Due{rest}
}

// mostPayment is the most characters quoted of a hotel's own words on payment.
const mostPayment = 160

// asSaid appends the hotel's own words on payment, if there are any.
func asSaid(words, payment string) string {
	if payment == "" {
		return words
	}
	return words + ": " + wording.ClipTo(mostPayment, payment)
}

// addMarkup adds the mark-up, which is paid to the agency with the booking.
func (p *Payment) addMarkup() {
	b := p.bill
	if !b.Markup.IsSet() {
		return
	}
	words := b.Markup.String()
	if b.MarkupWords != "" {
		words += ", " + b.MarkupWords
	}
	due := Due{Amount: b.Markup, Words: words, when: b.withBooking()}
	if !p.PaysNow() {
		p.Now = nil // That nothing is due to the hotel now would contradict the mark-up.
	}
	p.Now = append([]Due{due}, p.Now...)
	if more, err := p.All.Add(b.Markup); err == nil {
		p.All = more
	}
}

// addFees adds the fees at the hotel.
func (p *Payment) addFees() {
	for _, fee := range p.bill.Fees {
		due := Due{Amount: fee.Amount, Words: FeeWords(fee), when: atHotel}
		name := wording.ClipTo(maxFeeName, cmp.Or(fee.Description, "a fee"))
		more, err := p.All.Add(fee.Amount)
		switch {
		case !fee.Amount.IsSet() || !fee.Amount.Valid():
			p.notes = append(p.notes, "and "+name+" (amount not said)")
		case err != nil:
			p.notes = append(p.notes, "and "+fee.Amount.String()+", "+name)
		case fee.IncludedInTotal == nil:
			p.All = more
			p.notes = append(p.notes, fee.Amount.String()+" less if the total includes "+name+" (not said)")
		default:
			p.All = more
		}
		p.AtHotel = append(p.AtHotel, due)
	}
	if p.Unsaid != "" && p.bill.Telling != Booked {
		p.notes = append(p.notes, "fees at the hotel: "+p.Unsaid)
	}
}

// maxFeeName is the most characters quoted of a fee's description beside a sum.
const maxFeeName = 36

// FeeWords describes a fee that is paid at the hotel: "2.50 GBP, City charge".
func FeeWords(fee api.Charge) string {
	name := cmp.Or(fee.Description, "a fee")
	words := name + " (amount not said)"
	if fee.Amount.IsSet() {
		words = strings.TrimSuffix(fee.Amount.String()+", "+fee.Description, ", ")
	}
	if fee.IncludedInTotal == nil {
		words += " (may be included in the price)"
	}
	return words
}

// Simulated returns the payment of a booking that is only simulated: nothing is paid (section 3).
func (p Payment) Simulated() Payment {
	words := "Nothing. This is simulated"
	if p.bill.NoPrice == "" && p.bill.Total.IsSet() {
		words += "; the price is " + p.bill.Total.String()
	}
	return Payment{Kind: p.Kind, Now: []Due{{Amount: api.NewMoney("0", p.bill.Total.Currency()), Words: words + "."}}, bill: Bill{Telling: p.bill.Telling}}
}

// Canceled returns the payment of a cancelled reservation: only the part paid before.
func (p Payment) Canceled() Payment {
	now := slices.Clone(p.Now[:min(len(p.Now), 1)]) // The second row is the difference from a new price.
	for i := range now {
		switch {
		case p.Kind == DueAtHotel:
			now[i].Words = "Nothing. The card only guaranteed the room."
		case p.Kind == DueUnsaid:
		case !p.PaysNow():
			now[i].Words = "Nothing. The deposit was due later."
		default:
			now[i].Words += "; the service does not say what is refunded or when"
		}
	}
	return Payment{Kind: p.Kind, Now: now, bill: Bill{Telling: p.bill.Telling}}
}

// Answered returns the payment of a reservation with the amount in the service's answer (section 2.3). The amount counts
// as charged only if the terms ask for the whole price with the booking.
func (p Payment) Answered(answer api.Money, confirmed bool) Payment {
	switch {
	case p.bill.NoPrice != "":
		return p
	case p.Kind == DueAtHotel && !confirmed:
		p.Now = []Due{{Amount: p.Now[0].Amount, Words: "Nothing. The card guarantees the room once it is confirmed."}}
		return p
	case p.Kind == DueDeposit && !confirmed && p.PaysNow():
		p.Kind, p.Now = DueUnsaid, slices.Clone(p.Now)
		p.Now[0].Words = notReported + " yet: " + p.Now[0].Words
		return p
	case p.Kind != DueNow || p.bill.Charged.IsSet() && confirmed:
		return p
	}
	due := Due{Amount: answer, Words: answer.String() + p.bill.onTheCard(), when: p.bill.withBooking()}
	const unsaid = "charge not reported"
	switch {
	case !answer.IsSet():
		p.Kind, due = DueUnsaid, Due{Amount: p.bill.Total, Words: p.bill.unpaid(notReported), when: ", " + unsaid}
	case !confirmed:
		p.Kind, due = DueUnsaid, Due{Amount: answer, Words: p.bill.unpaid(notReported + " yet"), when: ", " + unsaid + " yet"}
	}
	if others, err := p.All.Sub(p.bill.Total); err == nil && due.Amount.IsSet() {
		if all, err := others.Add(due.Amount); err == nil {
			p.All = all // A partner may pay the rest.
		}
	}
	p.Now = []Due{due}
	return p
}

// Fees returns the fees at the hotel, which are the last entries of AtHotel.
func (p Payment) Fees() []api.Charge { return p.bill.Fees }

// FeesSum adds up the fees at the hotel; false if the sum is unknown.
func (p Payment) FeesSum() (api.Money, bool) { return p.bill.FeesSum() }

// PaysNow reports whether anything is paid with the booking. An unknown amount counts.
func (p Payment) PaysNow() bool {
	for _, due := range p.Now {
		if !due.Amount.IsSet() || due.Amount.Sign() != 0 {
			return true
		}
	}
	return false
}

// Charged returns the sum paid with the booking; false if it is unknown.
func (p Payment) Charged() (api.Money, bool) {
	if p.Kind == DueUnsaid || len(p.Now) == 0 || p.bill.NoPrice != "" {
		return api.Money{}, false
	}
	sum := p.Now[0].Amount
	for _, due := range p.Now[1:] {
		more, err := sum.Add(due.Amount)
		if err != nil {
			return api.Money{}, false
		}
		sum = more
	}
	return sum, sum.IsSet() && sum.Valid()
}

// AtHotelSum adds up the amounts paid at the hotel. It returns false if one is unknown, is in another currency, or may be
// included in the total.
func (p Payment) AtHotelSum() (api.Money, bool) {
	sum, known := p.bill.FeesSum()
	for _, due := range p.AtHotel[:len(p.AtHotel)-len(p.bill.Fees)] {
		more, err := sum.Add(due.Amount)
		sum, known = more, known && err == nil
	}
	return sum, known
}

// GuestPays returns one line with the sum that the guest pays and when: "245.03 EUR: 241.03 on the card now, 4.00 at the
// hotel". It is empty if nothing is left to pay.
func (p Payment) GuestPays() string {
	if p.bill.NoPrice != "" {
		return "not known: " + p.bill.NoPrice
	}
	if !p.All.IsSet() {
		return ""
	}
	var parts []string
	for _, due := range slices.Concat(p.Now, p.Later, p.hotelParts()) {
		switch {
		case due.Amount.IsSet() && due.Amount.Sign() == 0:
		case !due.Amount.IsSet():
			parts = append(parts, due.what+" "+due.when)
		case due.Amount.Currency() != p.All.Currency():
			parts = append(parts, due.Amount.String()+" "+due.when)
		default:
			parts = append(parts, due.Amount.Digits()+" "+due.when)
		}
	}
	words := p.All.String()
	if when, whole := strings.CutPrefix(strings.Join(parts, ", "), p.All.Digits()+" "); whole && len(parts) == 1 {
		words += " " + when
	} else if len(parts) > 0 {
		words += ": " + strings.Join(parts, ", ")
	}
	return strings.ReplaceAll(strings.Join(append([]string{words}, p.notes...), ", "), " ,", ",")
}

// hotelParts returns the amounts paid at the hotel, added up where possible, without those in the notes.
func (p Payment) hotelParts() (parts []Due) {
	sum := Due{when: atHotel}
	for _, due := range p.AtHotel {
		more, err := sum.Amount.Add(due.Amount)
		switch {
		case due.what != "" && !due.Amount.IsSet():
			parts = append(parts, due)
		case due.Amount.Currency() != p.All.Currency() || !due.Amount.Valid():
		case err != nil:
			sum.Amount = due.Amount // The first one.
		default:
			sum.Amount = more
		}
	}
	if sum.Amount.IsSet() {
		parts = append(parts, sum)
	}
	return parts
}

// A PaymentRow is a named part of a payment.
type PaymentRow struct {
	Name  string
	Lines []string
}

// The names of a payment's rows.
const (
	GuestPaysRow = "guest pays"
	LaterRow     = "due later"
	AtHotelRow   = "due at the hotel"
)

// Rows lists the parts of a payment: the sum, then the amounts paid with the booking, later, and at the hotel.
func (p Payment) Rows() []PaymentRow {
	rows := []PaymentRow{
		{GuestPaysRow, []string{p.GuestPays()}},
		{p.NowName(), Words(p.Now)},
		{LaterRow, Words(p.Later)},
		{AtHotelRow, p.AtHotelLines()},
	}
	out := rows[:0]
	for _, row := range rows {
		if len(row.Lines) > 0 && row.Lines[0] != "" {
			out = append(out, row)
		}
	}
	return out
}

// RowsBelow returns the rows to draw below the price. It leaves out the sum if that is the price itself.
func (p Payment) RowsBelow() []PaymentRow {
	rows := p.Rows()
	if len(rows) > 0 && rows[0].Name == GuestPaysRow && len(p.notes) == 0 && p.All == p.bill.Total {
		return rows[1:]
	}
	return rows
}

// NowName returns the name of the row for the amount paid with the booking.
func (p Payment) NowName() string {
	return [...]string{"charged now", "due with the booking", "paid"}[p.bill.Telling]
}

// AtHotelLines lists the amounts paid at the hotel, and what is not known about them. A simulated or cancelled booking
// has none.
func (p Payment) AtHotelLines() []string {
	lines := Words(p.AtHotel)
	switch {
	case p.Unsaid != "":
		return append(lines, "fees: "+p.Unsaid)
	case len(lines) > 0 || !p.All.IsSet():
	case p.bill.AllIncluded:
		return []string{"Nothing. The price includes taxes and fees."}
	default:
		return []string{"No fees are named."}
	}
	return lines
}

// Words returns the words of parts, a line each.
func Words(dues []Due) []string {
	lines := make([]string, len(dues))
	for i, due := range dues {
		lines[i] = due.Words
	}
	return lines
}
