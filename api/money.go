package api

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"github.com/bojanz/currency"
	"github.com/cockroachdb/apd/v3"
)

// Money is an exact amount in a currency. The zero Money is unset: nothing was
// sent. A number that cannot be read keeps its text and is not Valid. Money of
// different currencies is never added or compared. Sums and products are exact;
// Cmp, Sign, Digits and String use the amount WithoutNoise.
type Money struct {
	number   string // decimal text as sent, never a float
	currency string // ISO 4217, or as sent
}

const (
	maxMoneyText     = 40  // characters; no price needs more
	maxMoneyExponent = 20  // either way, so that no text unfolds into megabytes
	noiseDigits      = 6   // after the decimal point; a smaller difference is noise of binary fractions
	moneyPrecision   = 200 // digits; sums and products of such numbers are exact
)

// moneyNumber is the grammar of a JSON number, so that every valid amount can
// be sent exactly as it is.
var moneyNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE]([+-]?[0-9]+))?$`) })

// NewMoney makes an amount from decimal text ("612.40") and a currency code.
// Nothing is rounded. A text of more than 40 characters or with an exponent
// beyond 20 is kept but not Valid.
func NewMoney(number, currency string) Money { return Money{number: number, currency: currency} }

// Number is the decimal text exactly as sent.
func (m Money) Number() string { return m.number }

// Currency is the currency code.
func (m Money) Currency() string { return m.currency }

// IsSet reports whether an amount was given at all.
func (m Money) IsSet() bool { return m.number != "" }

// Valid reports whether the number can be calculated with: a JSON number of at
// most 40 characters with an exponent between -20 and 20.
func (m Money) Valid() bool {
	_, ok := m.decimal()
	return ok
}

// Add returns m + other. It fails for different currencies and for amounts
// that are not Valid.
func (m Money) Add(other Money) (Money, error) {
	return m.combine(other, "add", (*apd.Context).Add)
}

// Sub returns m - other. It fails as Add does.
func (m Money) Sub(other Money) (Money, error) {
	return m.combine(other, "subtract", (*apd.Context).Sub)
}

// Times returns m multiplied by a whole number, and unset money of the same
// currency for an amount that is not Valid.
func (m Money) Times(n int) Money {
	product := Money{currency: m.currency}
	d, ok := m.decimal()
	if !ok {
		return product
	}
	var result apd.Decimal
	if _, err := moneyContext().Mul(&result, d, apd.New(int64(n), 0)); err == nil {
		product.number = decimalText(&result)
	}
	return product
}

// WithoutNoise returns the amount rounded to its currency's digits if the two differ by
// less than 0.000001. A service that calculates in binary fractions sends
// 64.30000000000001 for 64.30. Any other amount, and one in an unknown currency, is
// unchanged.
func (m Money) WithoutNoise() Money {
	if len(m.number) <= noiseDigits && !strings.ContainsAny(m.number, "eE") {
		return m
	}
	d, ok := m.decimal()
	digits, known := currency.GetDigits(m.currency)
	if !ok || !known || d.Exponent >= -noiseDigits {
		return m
	}
	var rounded, rest apd.Decimal
	c := moneyContext()
	c.Rounding = apd.RoundHalfUp
	if _, err := c.Quantize(&rounded, d, -int32(digits)); err != nil {
		return m
	}
	if _, err := c.Sub(&rest, d, &rounded); err != nil || rest.IsZero() || rest.Abs(&rest).Cmp(apd.New(1, -noiseDigits)) >= 0 {
		return m
	}
	return Money{number: decimalText(&rounded), currency: m.currency}
}

// Cmp compares two amounts of one currency: -1, 0 or 1. It fails as Add does.
func (m Money) Cmp(other Money) (int, error) {
	a, b, err := m.WithoutNoise().pair(other.WithoutNoise(), "compare")
	if err != nil {
		return 0, err
	}
	return a.Cmp(b), nil
}

// Sign is -1, 0 or 1; 0 for an amount that is not Valid.
func (m Money) Sign() int {
	d, ok := m.WithoutNoise().decimal()
	if !ok {
		return 0
	}
	return d.Sign()
}

// Digits is the amount with thousands separators and the currency's own
// digits ("1,204.00", "12,800" in JPY, "31.250" in KWD), without the code.
// Digits beyond the currency's are shown, not cut, unless they are zeros; a
// currency that is not known has the digits that were sent. What is not Valid
// is shown as sent; unset is "n/a". See WithoutNoise for the digits left out.
func (m Money) Digits() string {
	if !m.IsSet() {
		return "n/a"
	}
	d, ok := m.WithoutNoise().decimal()
	if !ok {
		return m.number
	}
	text, negative := strings.CutPrefix(d.Text('f'), "-")
	whole, fraction, _ := strings.Cut(text, ".")
	if digits, known := currency.GetDigits(m.currency); known {
		for len(fraction) > int(digits) && strings.HasSuffix(fraction, "0") {
			fraction = fraction[:len(fraction)-1]
		}
		if missing := int(digits) - len(fraction); missing > 0 {
			fraction += strings.Repeat("0", missing)
		}
	}
	text = thousands(whole)
	if fraction != "" {
		text += "." + fraction
	}
	if negative {
		text = "-" + text
	}
	return text
}

// IsCurrency reports whether a code is a currency's of ISO 4217, in capitals.
func IsCurrency(code string) bool { return code != "" && currency.IsValid(code) }

// String is Digits followed by the currency code, where there is one.
func (m Money) String() string {
	if !m.IsSet() || m.currency == "" {
		return m.Digits()
	}
	return m.Digits() + " " + m.currency
}

func (m Money) decimal() (*apd.Decimal, bool) {
	if m.number == "" || len(m.number) > maxMoneyText {
		return nil, false
	}
	if d, plain := plainDecimal(m.number); plain {
		return d, true
	}
	parts := moneyNumber().FindStringSubmatch(m.number)
	if parts == nil {
		return nil, false
	}
	if parts[4] != "" {
		exponent, err := strconv.Atoi(parts[4])
		if err != nil || exponent < -maxMoneyExponent || exponent > maxMoneyExponent {
			return nil, false
		}
	}
	d, _, err := apd.NewFromString(m.number)
	return d, err == nil && d.Form == apd.Finite
}

// plainDigits are as many as an int64 holds.
const plainDigits = 18

// plainDecimal reads what nearly all amounts are, 612.40: an exponent, and what is no number, is left to others. Lists of
// thousands are added up, and a pattern for each took most of the time.
func plainDecimal(number string) (*apd.Decimal, bool) {
	digits, negative := strings.CutPrefix(number, "-")
	if len(digits) > plainDigits || len(digits) > 1 && digits[0] == '0' && digits[1] != '.' {
		return nil, false
	}
	var value int64
	point := -1
	for i := range len(digits) {
		switch c := digits[i]; {
		case c >= '0' && c <= '9':
			value = value*10 + int64(c-'0')
		case c == '.' && point < 0 && i > 0:
			point = i
		default:
			return nil, false
		}
	}
	exponent := 0
	if point >= 0 {
		exponent = point + 1 - len(digits)
	}
	if len(digits) == 0 || point == len(digits)-1 {
		return nil, false
	}
	d := apd.New(value, int32(exponent))
	d.Negative = negative
	return d, true
}

func (m Money) pair(other Money, verb string) (a, b *apd.Decimal, err error) {
	if m.currency != other.currency {
		return nil, nil, fmt.Errorf("cannot %s amounts in %q and %q", verb, m.currency, other.currency)
	}
	a, ok := m.decimal()
	if !ok {
		return nil, nil, fmt.Errorf("cannot %s: %q is not an amount", verb, m.number)
	}
	b, ok = other.decimal()
	if !ok {
		return nil, nil, fmt.Errorf("cannot %s: %q is not an amount", verb, other.number)
	}
	return a, b, nil
}

type moneyOperation func(c *apd.Context, d, x, y *apd.Decimal) (apd.Condition, error)

func (m Money) combine(other Money, verb string, operate moneyOperation) (Money, error) {
	a, b, err := m.pair(other, verb)
	if err != nil {
		return Money{}, err
	}
	var result apd.Decimal
	if _, err := operate(moneyContext(), &result, a, b); err != nil {
		return Money{}, fmt.Errorf("cannot %s: %w", verb, err)
	}
	return Money{number: decimalText(&result), currency: m.currency}, nil
}

func moneyContext() *apd.Context { return apd.BaseContext.WithPrecision(moneyPrecision) }

// decimalText prints a result without an exponent and without a negative zero.
func decimalText(d *apd.Decimal) string {
	if d.IsZero() {
		d.Negative = false
	}
	return d.Text('f')
}

func thousands(whole string) string {
	var b strings.Builder
	for i, digit := range whole {
		if i > 0 && (len(whole)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(digit)
	}
	return b.String()
}
