package wording

import "strings"

// The words for what services send as codes, by kind. A code that is not here is shown as it was sent.
var (
	statuses = map[string]string{"CONFIRMED": "confirmed", "CREATED": "unconfirmed", "CANCELED": "cancelled", "CANCELLED": "cancelled"}

	guarantees = map[string]string{
		"GUARANTEE": "guaranteed by card", "GUARANTEED": "guaranteed by card", "GUARANTEEREQUIRED": "guaranteed by card",
		"DEPOSIT": "deposit", "DEPOSITREQUIRED": "deposit", "PREPAY": "paid in advance", "PREPAID": "paid in advance",
		"NONE": "no guarantee needed", "HOLD": "held without a card",
	}

	channels = map[string]string{
		"GDS": "global distribution system", "CRS": "the chain's reservation system", "DIR": "the hotel itself", "DIRECT": "the hotel itself",
	}

	cards = map[string]string{
		"VI": "Visa", "MC": "Mastercard", "CA": "Mastercard", "AX": "American Express", "DC": "Diners Club", "DS": "Discover",
		"JC": "JCB", "UP": "UnionPay", "CU": "UnionPay", "MA": "Maestro", "MD": "Maestro",
	}

	// failures are the types of the service's errors (section 7).
	failures = map[string]string{
		"APPLICATION_ERROR": "the service failed on it", "BOOKING_CANCELLATION_ERROR": "it cannot be cancelled",
		"BOOKING_CREATION_ERROR": "it could not be booked", "BOOKING_ERROR": "the rate or the reservation does not allow it",
		"PAYMENT_PROCESSING_ERROR": "the payment was not accepted", "VALIDATION": "something in the request was not accepted",
	}
)

func said(table map[string]string, code string) string {
	if words, known := table[strings.ToUpper(strings.TrimSpace(code))]; known {
		return words
	}
	return code
}

// Status says a reservation's status (section 3): "confirmed", "unconfirmed", "cancelled".
func Status(code string) string { return said(statuses, code) }

// Guarantee says a kind of guarantee (section 2.5): "guaranteed by card", "deposit", "paid in advance".
func Guarantee(code string) string {
	if words := said(guarantees, squeezed(code)); words != squeezed(code) {
		return words
	}
	return code
}

// Channel says through what a rate is sold.
func Channel(code string) string { return said(channels, code) }

// Card names a payment card: "Visa".
func Card(code string) string { return said(cards, code) }

// Failure says the type of an error.
func Failure(code string) string { return said(failures, code) }

// WithCode puts a code behind its words, unless they are the same word: "confirmed", "cancelled (CANCELED)".
func WithCode(words, code string) string {
	if strings.EqualFold(words, code) || code == "" {
		return words
	}
	return words + " (" + code + ")"
}

// squeezed leaves out what some services put between the words of a code.
func squeezed(code string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' {
			return -1
		}
		return r
	}, code)
}
