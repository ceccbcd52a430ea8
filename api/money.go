package api

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bojanz/currency"
	"github.com/cockroachdb/apd/v3"
)

// Money is an exact amount in a currency. The zero Money is unset: nothing was
// sent. A number that cannot be read keeps its text and is not Valid. Money of
// different currencies is never added or compared.
type Money struct {
	number   string // decimal text as sent, never a float
	currency string // ISO 4217, or as sent
}

// Longer numbers than these are kept as text and not calculated with: a huge
// exponent would take all memory.
const (
	maxNumber   = 40
	maxExponent = 20
)

var arithmetic = apd.BaseContext.WithPrecision(100)

// NewMoney makes an amount from decimal text ("612.40") and a currency code.
// Nothing is rounded. A text of more than 40 characters or with an exponent
// beyond 20 is kept but not Valid.
func NewMoney(number, currency string) Money { return Money{number: number, currency: currency} }

// Number is the decimal text exactly as sent.
func (m Money) Number() string { return m.number }

// Currency is the currency code.
func (m Money) Currency() string { return m.currency }

// IsSet says whether an amount was given at all.
func (m Money) IsSet() bool { return m.number != "" }

func (m Money) decimal() (*apd.Decimal, error) {
	if !m.IsSet() {
		return nil, errors.New("there is no amount")
	}
	if len(m.number) > maxNumber {
		return nil, errors.New("the amount is too long to calculate with")
	}
	d, _, err := apd.NewFromString(m.number)
	if err != nil || d.Form != apd.Finite || d.Exponent > maxExponent || d.Exponent < -maxNumber {
		return nil, fmt.Errorf("%q is not an amount", m.number)
	}
	return d, nil
}

func (m Money) pair(other Money) (a, b *apd.Decimal, err error) {
	if a, err = m.decimal(); err != nil {
		return nil, nil, err
	}
	if b, err = other.decimal(); err != nil {
		return nil, nil, err
	}
	if m.currency != other.currency {
		return nil, nil, fmt.Errorf("%s and %s are two currencies", m.currency, other.currency)
	}
	return a, b, nil
}

// Valid says whether the number can be calculated with.
func (m Money) Valid() bool {
	_, err := m.decimal()
	return err == nil
}

// Add returns m + other. It refuses different currencies and amounts that are
// not Valid.
func (m Money) Add(other Money) (Money, error) { return m.combine(other, arithmetic.Add) }

// Sub returns m - other, and refuses what Add refuses.
func (m Money) Sub(other Money) (Money, error) { return m.combine(other, arithmetic.Sub) }

func (m Money) combine(other Money, op func(d, x, y *apd.Decimal) (apd.Condition, error)) (Money, error) {
	a, b, err := m.pair(other)
	if err != nil {
		return Money{}, err
	}
	var sum apd.Decimal
	if _, err := op(&sum, a, b); err != nil {
		return Money{}, err
	}
	return Money{number: sum.Text('f'), currency: m.currency}, nil
}

// Times returns m multiplied by a whole number; an amount that is not Valid
// comes back unset.
func (m Money) Times(n int) Money {
	a, err := m.decimal()
	if err != nil {
		return Money{}
	}
	if n == 1 {
		return m
	}
	var product apd.Decimal
	if _, err := arithmetic.Mul(&product, a, apd.New(int64(n), 0)); err != nil {
		return Money{}
	}
	return Money{number: product.Text('f'), currency: m.currency}
}

// Cmp compares two amounts of one currency: -1, 0 or 1. It refuses what Add
// refuses.
func (m Money) Cmp(other Money) (int, error) {
	a, b, err := m.pair(other)
	if err != nil {
		return 0, err
	}
	return a.Cmp(b), nil
}

// Sign is -1, 0 or 1; 0 for an amount that is not Valid.
func (m Money) Sign() int {
	a, err := m.decimal()
	if err != nil {
		return 0
	}
	return a.Sign()
}

// Digits is the amount with thousands separators and the currency's own
// digits ("1,204.00", "12,800" in JPY, "31.250" in KWD), without the code. More
// digits than the currency has are shown, not cut; what is not Valid is shown
// as sent; unset is "n/a".
func (m Money) Digits() string {
	if !m.IsSet() {
		return "n/a"
	}
	d, err := m.decimal()
	if err != nil {
		return Clean(m.number)
	}
	whole, fraction, _ := strings.Cut(d.Text('f'), ".")
	sign := ""
	if strings.HasPrefix(whole, "-") {
		sign, whole = "-", whole[1:]
	}
	digits, known := currency.GetDigits(m.currency)
	if !known {
		return sign + grouped(whole) + point(fraction)
	}
	for len(fraction) > int(digits) && strings.HasSuffix(fraction, "0") {
		fraction = fraction[:len(fraction)-1]
	}
	for len(fraction) < int(digits) {
		fraction += "0"
	}
	return sign + grouped(whole) + point(fraction)
}

// String is Digits followed by the currency code; unset is "n/a".
func (m Money) String() string {
	if !m.IsSet() {
		return m.Digits()
	}
	return strings.TrimSpace(m.Digits() + " " + m.currency)
}

func point(fraction string) string {
	if fraction == "" {
		return ""
	}
	return "." + fraction
}

func grouped(whole string) string {
	var out strings.Builder
	for i, r := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			out.WriteByte(',')
		}
		out.WriteRune(r)
	}
	return out.String()
}
