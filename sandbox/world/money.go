package world

import (
	"fmt"
	"strconv"
	"strings"
)

// Money is an exact amount in a currency's smallest unit: pence, fils, yen.
type Money struct {
	Minor    int64
	Currency string // ISO 4217
}

// Digits returns how many digits a currency has after the point.
func Digits(currency string) int {
	switch currency {
	case "JPY", "KRW", "CLP", "ISK", "VND", "XPF", "XOF", "XAF", "UGX", "PYG", "RWF", "VUV", "KMF", "GNF", "BIF", "DJF":
		return 0
	case "KWD", "BHD", "OMR", "JOD", "TND", "IQD", "LYD":
		return 3
	}
	return 2
}

// String returns the amount with all the digits of its currency: "612.40", "98000".
func (m Money) String() string {
	digits := Digits(m.Currency)
	text := strconv.FormatInt(m.Minor, 10)
	if digits == 0 {
		return text
	}
	sign := ""
	if text[0] == '-' {
		sign, text = "-", text[1:]
	}
	if len(text) <= digits {
		text = strings.Repeat("0", digits-len(text)+1) + text
	}
	return sign + text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// MarshalJSON writes the amount as a JSON number.
func (m Money) MarshalJSON() ([]byte, error) { return []byte(m.String()), nil }

// Add returns the sum of two amounts of one currency.
func (m Money) Add(n Money) Money { return Money{Minor: m.Minor + n.Minor, Currency: m.Currency} }

// Times returns the amount n times over.
func (m Money) Times(n int) Money {
	return Money{Minor: m.Minor * int64(n), Currency: m.Currency}
}

// ParseMoney reads a JSON number, exponent included, as an amount. More digits than the
// currency has are an error, and so are more than 15.
func ParseMoney(number, currency string) (Money, error) {
	bad := fmt.Errorf("%q is not an amount in %s", number, currency)
	text, exponent, found := strings.Cut(strings.ToLower(number), "e")
	shift := 0
	if found {
		n, err := strconv.Atoi(exponent)
		if err != nil || n > 30 || n < -30 {
			return Money{}, bad
		}
		shift = n
	}
	negative := strings.HasPrefix(text, "-")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(text, "-"), ".")
	if whole == "" || strings.ContainsAny(whole+fraction, "+-_.") {
		return Money{}, bad
	}
	point := len(whole) + shift + Digits(currency)
	digits := whole + fraction
	for len(digits) < point {
		digits += "0"
	}
	if point < 0 {
		digits, point = strings.Repeat("0", -point)+digits, 0
	}
	if strings.Trim(digits[point:], "0") != "" {
		return Money{}, bad
	}
	digits = strings.TrimLeft(digits[:point], "0")
	if digits == "" {
		digits = "0"
	}
	minor, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || len(digits) > 15 {
		return Money{}, bad
	}
	if negative {
		minor = -minor
	}
	return Money{Minor: minor, Currency: currency}, nil
}
