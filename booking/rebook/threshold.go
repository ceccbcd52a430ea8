package rebook

import (
	"errors"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"bellhop/api"
)

// A Threshold is how much a rebooking must save at least to be offered: a part of the price, or an amount. Its zero
// value is the default.
type Threshold struct {
	hundredths int       // of a percent
	amount     api.Money // unset for a part of the price
}

// defaultHundredths is 5 percent.
const defaultHundredths = 500

var (
	percentForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,2})(?:\.([0-9]{1,2}))? ?%$`) })
	amountForm  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^([0-9]{1,9}(?:\.[0-9]{1,3})?) ?([A-Za-z]{3})$`) })
)

// errThreshold is returned for a text that is no threshold.
var errThreshold = errors.New(`it is a part of the price like 5% or 2.5%, or an amount with its currency like "20 GBP"`)

// ParseThreshold reads "5%", "2.5%" or "20 GBP"; the empty text is the default.
func ParseThreshold(text string) (Threshold, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return Threshold{}, nil
	}
	if parts := percentForm().FindStringSubmatch(text); parts != nil {
		whole, _ := strconv.Atoi(parts[1])
		part, _ := strconv.Atoi((parts[2] + "00")[:2])
		return Threshold{hundredths: whole*100 + part}.orLeast(), nil
	}
	if parts := amountForm().FindStringSubmatch(text); parts != nil {
		if m := api.NewMoney(parts[1], strings.ToUpper(parts[2])); m.Valid() {
			return Threshold{amount: m}, nil
		}
	}
	return Threshold{}, errThreshold
}

// noLeast stands for 0 %, which the zero value is not.
const noLeast = -1

func (t Threshold) orLeast() Threshold {
	if t.hundredths == 0 {
		t.hundredths = noLeast
	}
	return t
}

// part returns the hundredths of a percent that count for a currency: those of the default where the threshold is an
// amount in another one.
func (t Threshold) part() int {
	switch {
	case t.hundredths == noLeast:
		return 0
	case t.hundredths > 0:
		return t.hundredths
	default:
		return defaultHundredths
	}
}

// met reports whether a saving on a price is worth it. One of nothing never is.
func (t Threshold) met(saving, price api.Money) bool {
	if saving.Sign() <= 0 {
		return false
	}
	least, of := t.amount, saving
	if !t.inCurrency(price.Currency()) {
		least, of = price.Times(t.part()), saving.Times(100*100)
	}
	c, err := of.Cmp(least)
	return err == nil && c >= 0
}

func (t Threshold) inCurrency(code string) bool {
	return t.amount.IsSet() && t.amount.Currency() == code
}

// Words says what the threshold is for a price: "5% of 612.40 GBP".
func (t Threshold) Words(price api.Money) string {
	if t.inCurrency(price.Currency()) {
		return t.amount.String()
	}
	words := t.partWords() + " of " + price.String()
	if t.amount.IsSet() {
		words += ", because the one that is set is in " + t.amount.Currency()
	}
	return words
}

// String returns the threshold as it is written in a configuration.
func (t Threshold) String() string {
	if t.amount.IsSet() {
		return t.amount.Number() + " " + t.amount.Currency()
	}
	return t.partWords()
}

func (t Threshold) partWords() string {
	part := t.part()
	words := strconv.Itoa(part / 100)
	if rest := part % 100; rest > 0 {
		words += "." + strings.TrimRight(strconv.Itoa(100 + rest)[1:], "0")
	}
	return words + "%"
}
