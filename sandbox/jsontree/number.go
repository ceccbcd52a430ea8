package jsontree

import (
	"strconv"
	"strings"
)

// Decimal is a JSON number, exactly: its digits times a power of ten. Digits
// have no zeros at either end, so that equal numbers are equal values; zero has
// no digits at all.
type Decimal struct {
	negative bool
	digits   string
	exponent int64
}

// maxExponent bounds what counts as a number of use here; the arithmetic on
// exponents stays far from overflow.
const maxExponent = 1_000_000

// ParseDecimal reads a number in JSON's grammar, which is the one that stored
// custom_data numbers have too.
func ParseDecimal(text string) (Decimal, bool) {
	rest, negative := strings.CutPrefix(text, "-")
	mantissa, exponentText, hasExponent := rest, "", false
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, exponentText, hasExponent = rest[:i], rest[i+1:], true
	}
	whole, fraction, hasFraction := strings.Cut(mantissa, ".")
	if !OnlyDigits(whole) || len(whole) > 1 && whole[0] == '0' || hasFraction && !OnlyDigits(fraction) {
		return Decimal{}, false
	}
	var exponent int64
	if hasExponent {
		unsigned := strings.TrimLeft(exponentText, "+-")
		if !OnlyDigits(unsigned) || len(exponentText)-len(unsigned) > 1 {
			return Decimal{}, false
		}
		n, err := strconv.ParseInt(exponentText, 10, 64)
		if err != nil || n > maxExponent || n < -maxExponent {
			return Decimal{}, false
		}
		exponent = n
	}
	digits := strings.TrimLeft(whole+fraction, "0")
	short := strings.TrimRight(digits, "0")
	if short == "" {
		return Decimal{}, true
	}
	exponent += int64(len(digits)-len(short)) - int64(len(fraction))
	return Decimal{negative: negative, digits: short, exponent: exponent}, true
}

// OnlyDigits reports whether a text is one or more decimal digits.
func OnlyDigits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// String is the number's one spelling, for comparing and storing.
func (d Decimal) String() string {
	if d.digits == "" {
		return "0"
	}
	sign := ""
	if d.negative {
		sign = "-"
	}
	return sign + d.digits + "e" + strconv.FormatInt(d.exponent, 10)
}

// Minor returns the number in units of 10 to the power of -places: 12.5 with
// two places is 1250. It fails when the number has more places than that, is
// below zero, or is too large to be an amount of money.
func (d Decimal) Minor(places int) (int64, bool) {
	if d.digits == "" {
		return 0, true
	}
	zeros := d.exponent + int64(places)
	if d.negative || zeros < 0 || int64(len(d.digits))+zeros > 15 {
		return 0, false
	}
	n, err := strconv.ParseInt(d.digits+strings.Repeat("0", int(zeros)), 10, 64)
	return n, err == nil
}
