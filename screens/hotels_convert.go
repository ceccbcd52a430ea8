package screens

import (
	"slices"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/exchange"
	"bellhop/ui"
)

// A conversion is the other currency that prices are shown in as well, for the session, with the factors of the newest list.
type conversion struct {
	to      string // empty for none
	factors []api.ExchangeRate
}

func (c conversion) of(m api.Money) (exchange.Price, bool) {
	if c.to == "" {
		return exchange.Price{}, false
	}
	return exchange.Convert(c.factors, m, c.to)
}

// words tells what a price is in the other currency; empty where that is not known.
func (c conversion) words(m api.Money) string {
	price, ok := c.of(m)
	if !ok {
		return ""
	}
	return price.Words()
}

// convertNext shows prices in the next of the currencies that the service gives factors for, and in their own after the last.
func (h *Hotels) convertNext() {
	c := &h.deps.conversion
	if h.has {
		c.factors = h.list.Exchange
	}
	targets := exchange.Targets(c.factors, h.filter.currency)
	at := slices.Index(targets, c.to)
	switch {
	case len(targets) > at+1:
		c.to = targets[at+1]
	case len(targets) > 0:
		c.to = ""
	case h.list.Reading && h.load.call.Busy():
		h.note = "The rest of the answer is on its way, and has the factors."
	case len(h.list.Items) == 0:
		h.note = "No prices to convert."
	default:
		c.to = ""
		h.note = "The service gives no factor to convert " + when(h.filter.currency != "", h.filter.currency+" ") + "prices by."
	}
	h.wide.converted = 0
	h.arrange()
}

// conversionWords tells by which factor the list's prices are converted; empty where none are asked for.
func (h *Hotels) conversionWords() string {
	c, source := h.deps.conversion, h.filter.currency
	switch {
	case c.to == "" || c.to == source || len(h.list.Items) == 0:
		return ""
	case len(exchange.Targets(h.list.Exchange, source)) == 0, source != "" && exchange.FactorWords(h.list.Exchange, source, c.to) == "":
		return "no factor for " + c.to
	case source == "":
		return "≈ " + c.to + " by the service's factors"
	default:
		return exchange.FactorWords(h.list.Exchange, source, c.to)
	}
}

// converted returns a row's price in the other currency: unmarked if it is in that currency already, and n/a if the service
// gives no factor for it.
func (t *hotelTable) converted(row *booking.HotelRow) string {
	pays := row.Rate.Pays()
	if price, ok := t.head.converted.of(pays); ok {
		return price.Digits()
	}
	return when(pays.Currency() == t.head.converted.to, pays.Digits()) + when(pays.Currency() != t.head.converted.to, "n/a")
}

// measureConverted widens the column for the converted prices of the rows, as the longest would be in each currency.
func (t *hotelTable) measureConverted(longest api.Money) {
	c := t.head.converted
	for _, rate := range c.factors {
		if price, ok := c.of(api.NewMoney(longest.Number(), rate.Source)); ok {
			t.wide.converted = max(t.wide.converted, ui.Width(price.Digits()))
		}
	}
	t.wide.converted = max(t.wide.converted, ui.Width("≈ "+c.to))
}

// converts reports whether each row has a converted price.
func (t *hotelTable) converts() bool {
	c := t.head.converted
	return c.to != "" && slices.Contains(exchange.Targets(c.factors, t.head.currency), c.to)
}

// conversionOf is that of the list: its own factors count.
func (h *Hotels) conversionOf() conversion {
	return conversion{to: h.deps.conversion.to, factors: h.list.Exchange}
}
