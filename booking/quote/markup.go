package quote

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/bojanz/currency"
	"github.com/cockroachdb/apd/v3"

	"bellhop/api"
)

// A Markup is what a client pays more than the service asks for: a part of each total, or an amount for each offer. The
// zero Markup adds nothing.
type Markup struct {
	percent string    // decimal text: "7.5"
	amount  api.Money // without a currency it is added to each offer in the offer's own
}

// eachCurrency is the suffix of a mark-up that is added in the currency of each offer.
const eachCurrency = " in each currency"

// markupForm is "10", "7.5%", "25.00 EUR", "EUR 25" or "€25".
var markupForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:([A-Z]{3}|[€£]) ?)?(\d{1,9}(?:\.\d{1,6})?) ?(%|[A-Z]{3}|[€£])?$`)
})

// currencyOf returns the currency of a code or of a sign that means one currency only.
func currencyOf(text string) string {
	switch text {
	case "€":
		return "EUR"
	case "£":
		return "GBP"
	}
	return text
}

// mostPercent is far beyond any mark-up: more is a slip.
const mostPercent = 500

// errMarkup is of a text that is no mark-up.
var errMarkup = errors.New("a mark-up is 10 or 7.5% (per cent), or an amount with its currency: 25.00 EUR")

// ParseMarkup reads a typed mark-up. An empty text is no mark-up, and a bare number is per cent.
func ParseMarkup(text string) (Markup, error) {
	text = strings.ToUpper(strings.Join(strings.Fields(text), " "))
	if text == "" {
		return Markup{}, nil
	}
	parts := markupForm().FindStringSubmatch(text)
	if parts == nil || parts[1] != "" && parts[3] != "" {
		return Markup{}, errMarkup
	}
	number := plainNumber(parts[2])
	if number == "0" {
		return Markup{}, nil
	}
	if code := currencyOf(parts[1] + parts[3]); code != "" && code != "%" {
		if !api.IsCurrency(code) {
			return Markup{}, fmt.Errorf("%s is not a currency; a mark-up is 10 or 7.5%% (per cent), or 25.00 EUR", code)
		}
		return Markup{amount: api.NewMoney(number, code)}, nil
	}
	if parts[1] != "" {
		return Markup{}, errMarkup
	}
	var percent apd.Decimal
	if _, _, err := percent.SetString(number); err != nil || percent.Cmp(apd.New(mostPercent, 0)) > 0 {
		return Markup{}, fmt.Errorf("a mark-up of %s%% is more than %d%%", number, mostPercent)
	}
	return Markup{percent: number}, nil
}

// ParseKept reads the mark-up of a kept quote with these offers. Earlier versions wrote an amount in the currency of
// each offer as a bare number; ParseMarkup reads a bare number as per cent.
func ParseKept(text string, offers []Offer) (Markup, error) {
	number := strings.TrimSuffix(text, eachCurrency)
	if number == "" || strings.Trim(number, "0123456789.") != "" {
		return ParseMarkup(text)
	}
	m, err := ParseMarkup(number + " EUR") // Any currency: only the number counts.
	if err != nil || m.IsZero() {
		return m, err
	}
	code := offers[0].Total.Currency()
	if !api.IsCurrency(code) || slices.ContainsFunc(offers, func(o Offer) bool { return o.Total.Currency() != code }) {
		code = ""
	}
	m.amount = api.NewMoney(m.amount.Number(), code)
	return m, nil
}

// plainNumber leaves out zeros that say nothing: "007.50" is "7.5". JSON takes no number that begins with one.
func plainNumber(text string) string {
	whole, fraction, _ := strings.Cut(text, ".")
	if whole = strings.TrimLeft(whole, "0"); whole == "" {
		whole = "0"
	}
	if fraction = strings.TrimRight(fraction, "0"); fraction != "" {
		return whole + "." + fraction
	}
	return whole
}

// IsZero reports whether nothing is added.
func (m Markup) IsZero() bool { return m == Markup{} }

// String returns the mark-up as it can be typed, except for an amount in each currency; empty for none.
func (m Markup) String() string {
	if m.percent != "" {
		return m.percent + "%"
	}
	if !m.amount.IsSet() {
		return ""
	}
	if m.amount.Currency() == "" {
		return m.amount.Number() + eachCurrency
	}
	return m.amount.Number() + " " + m.amount.Currency()
}

// On returns what is added to a total: exact, and of a percentage rounded half up to the digits of the currency.
func (m Markup) On(total api.Money) (api.Money, error) {
	switch {
	case m.IsZero():
		return api.NewMoney("0", total.Currency()), nil
	case !total.Valid():
		return api.Money{}, errors.New("an offer has no total that a mark-up could be added to")
	case m.percent != "":
		return m.part(total)
	case m.amount.Currency() != "" && m.amount.Currency() != total.Currency():
		return api.Money{}, fmt.Errorf("a mark-up of %s cannot be added to %s: take a percentage", m, total)
	}
	// An amount is what somebody has typed: rounded it would be another one.
	_, fraction, _ := strings.Cut(m.amount.Number(), ".")
	if n, known := currency.GetDigits(total.Currency()); known && len(fraction) > int(n) {
		return api.Money{}, fmt.Errorf("a mark-up of %s has more digits than %s: %d behind the point", m, total.Currency(), n)
	}
	return api.NewMoney(m.amount.Number(), total.Currency()), nil
}

// digits is more than any amount has.
const digits = 100

func (m Markup) part(total api.Money) (api.Money, error) {
	var price, percent, out apd.Decimal
	_, _, err := price.SetString(total.WithoutNoise().Number())
	_, _, errPercent := percent.SetString(m.percent)
	context := apd.BaseContext.WithPrecision(digits)
	context.Rounding = apd.RoundHalfUp
	_, errProduct := context.Mul(&out, &price, &percent)
	out.Exponent -= 2
	_, errRound := context.Quantize(&out, &out, -fractionOf(total))
	if err := errors.Join(err, errPercent, errProduct, errRound); err != nil {
		return api.Money{}, fmt.Errorf("adding %s to %s: %w", m, total, err)
	}
	return api.NewMoney(out.Text('f'), total.Currency()), nil
}

// fractionOf returns how many digits an amount is rounded to: the currency's, or as many as it was sent with where that
// is not known.
func fractionOf(total api.Money) int32 {
	if n, known := currency.GetDigits(total.Currency()); known {
		return int32(n)
	}
	_, fraction, _ := strings.Cut(total.Digits(), ".")
	return int32(len(fraction)) //nolint:gosec // A handful of digits.
}

// Total returns what the client pays for an offer.
func (m Markup) Total(total api.Money) (api.Money, error) {
	more, err := m.On(total)
	if err != nil || m.IsZero() {
		return total, err
	}
	return total.Add(more)
}
