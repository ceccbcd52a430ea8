package terms

import (
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/api"
)

// A Deposit is what a rate asks for ahead of the stay.
type Deposit struct {
	Amount api.Money // more than nothing
	Due    api.Date  // by the hotel's calendar
	Text   string    // the service's own words, empty for none
}

// Names of the facts of a deposit.
const (
	factAmount   = "amount"
	factCurrency = "currency_code"
	factDue      = "due_date"
	factText     = "description"
)

// ReadDeposit returns the deposit that the facts name (section 2.9): one amount, its currency and one date. It reports
// false where one of them is missing, said twice or not readable, and where there is a fact that it does not know, because
// that may change what the others mean.
func (t Terms) ReadDeposit() (Deposit, bool) {
	said := map[string]string{factAmount: "", factCurrency: "", factDue: "", factText: ""}
	for _, fact := range t.Deposit {
		if before, known := said[fact.Name]; !known || before != "" {
			return Deposit{}, false
		}
		said[fact.Name] = strings.TrimSpace(fact.Value)
	}
	amount := api.NewMoney(said[factAmount], said[factCurrency])
	due, err := api.ParseDate(said[factDue])
	if err != nil || !currencyCode().MatchString(amount.Currency()) || !amount.Valid() || amount.Sign() <= 0 {
		return Deposit{}, false
	}
	return Deposit{Amount: amount, Due: due, Text: said[factText]}, true
}

var currencyCode = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Z]{3}$`) })

// DueAt reports whether the deposit is due at a moment, by the day at the hotel; without its zone by the day that
// begins first.
func (d Deposit) DueAt(now time.Time, zone *time.Location) bool {
	if zone == nil {
		zone = time.FixedZone("", int(earliestOffset/time.Second))
	}
	return !d.Due.After(api.DateOf(now.In(zone)))
}

// Words returns the amount and the day: "3,226.60 GBP on Sat 28 Nov 2026".
func (d Deposit) Words() string {
	return d.Amount.String() + " on " + d.Due.Format(depositDay)
}

const depositDay = "Mon 2 Jan 2006"

// DepositLines returns what is said of the deposit in words, a line each: the amount with its day, or the facts as they
// were sent where they cannot be read.
func (t Terms) DepositLines() (lines []string) {
	if d, ok := t.ReadDeposit(); ok {
		lines = append(lines, d.Words())
		if d.Text != "" && d.Text != t.Payment {
			lines = append(lines, d.Text)
		}
		return lines
	}
	for _, fact := range t.Deposit {
		name := strings.NewReplacer("_", " ", ".", " ").Replace(fact.Name)
		lines = append(lines, strings.TrimPrefix(name+": "+fact.Value, ": "))
	}
	return lines
}

// timesDeposit multiplies the amount of a deposit that can be read.
func (t Terms) timesDeposit(rooms int) []api.Fact {
	d, ok := t.ReadDeposit()
	if !ok || rooms == 1 {
		return t.Deposit
	}
	facts := slices.Clone(t.Deposit)
	for i := range facts {
		if facts[i].Name == factAmount {
			facts[i].Value = d.Amount.Times(rooms).Number()
		}
	}
	return facts
}

// restAtHotel is how services write that what a deposit leaves is paid at the hotel.
var restAtHotel = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\b(rest|balance|remainder)( is| will be)?( paid| payable| due)? ?(at (the )?(hotel|property)|on arrival|at check-?(in|out))\b`)
})

// RestAtHotel reports whether the payment says that what a deposit leaves is paid at the hotel.
func (t Terms) RestAtHotel() bool { return t.RestThere || restAtHotel().MatchString(t.Payment) }

// amountInText is an amount with its currency in a hotel's own words.
var amountInText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\b[A-Z]{3} ?\d|\d ?[A-Z]{3}\b|[$€£¥₫] ?\d|\d ?[$€£¥₫]`)
})

// PaymentWords returns the hotel's own words on payment. A hotel writes about one room: for several an amount is marked.
func (t Terms) PaymentWords(rooms int) string {
	if rooms > 1 && amountInText().MatchString(t.Payment) {
		return "(for one room) " + t.Payment
	}
	return t.Payment
}

// SetDeposit sets a deposit for all rooms, and whether the rest is paid at the hotel.
func (t Terms) SetDeposit(d Deposit, restAtHotel bool) Terms {
	t.Deposit = []api.Fact{
		{Name: factAmount, Value: d.Amount.Number()}, {Name: factCurrency, Value: d.Amount.Currency()}, {Name: factDue, Value: d.Due.String()},
	}
	t.RestThere = restAtHotel
	return t
}
