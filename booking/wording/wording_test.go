package wording

import (
	"testing"
	"time"
)

func TestWording(t *testing.T) {
	for got, want := range map[string]string{
		Count(7) + Count(999):         "7999",
		Count(1200):                   "1,200",
		Count(-1234567) + Count(-100): "-1,234,567-100",
		Plural(4000, "reservation"):   "4,000 reservations",
		Left(49 * time.Hour):          "2 d 1 h",
		Left(61 * time.Minute):        "1 h 1 min",
		Left(61 * time.Second):        "1 min 01 s",
		Left(59 * time.Second):        "59 s",
		Left(0):                       "past",
		Fold("Zürich ØRESUND Straße"): "zurich oresund strasse",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// Codes are said in words with the code at hand; what is not known is shown as it was sent.
func TestCodesInWords(t *testing.T) {
	for got, want := range map[string]string{
		WithCode(Status("CANCELED"), "CANCELED"):        "cancelled (CANCELED)",
		WithCode(Status("CONFIRMED"), "CONFIRMED"):      "confirmed",
		WithCode(Status("ON_HOLD"), "ON_HOLD"):          "ON_HOLD",
		WithCode(Guarantee("GUARANTEE"), "GUARANTEE"):   "guaranteed by card (GUARANTEE)",
		WithCode(Guarantee("Pre-Pay"), "Pre-Pay"):       "paid in advance (Pre-Pay)",
		WithCode(Guarantee("on request"), "on request"): "on request",
		WithCode(Channel("CRS"), "CRS"):                 "the chain's reservation system (CRS)",
		WithCode(Card("VI"), "VI"):                      "Visa (VI)",
		Failure("PAYMENT_PROCESSING_ERROR"):             "the payment was not accepted",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
