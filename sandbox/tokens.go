package sandbox

import "strings"

// TestToken is a payment token with a behaviour of its own. Any other printable
// token of 1 to 128 characters is a good card.
type TestToken struct {
	Token   string
	Meaning string // for people
}

// TestTokens returns the sandbox's named payment tokens, the good one first.
func TestTokens() []TestToken {
	return []TestToken{
		{"card_good", "the payment is accepted"},
		{"card_declined", "the card issuer declines the payment"},
		{"card_insufficient_funds", "the card has insufficient funds"},
		{"card_expired", "the card has expired"},
		{"card_lost", "the card was reported lost"},
		{"card_wrong_cvv", "the card verification code is wrong"},
		{"card_unknown", "the token refers to no stored payment method"},
	}
}

// pay tries a token, and returns the fault that its charge ends in, or nil.
func pay(token string) error {
	for i, t := range TestTokens() {
		if t.Token == token && i > 0 {
			return faultPayment("The payment was not accepted: " + t.Meaning + ".")
		}
	}
	return nil
}

const maxToken = 128

// paymentToken reads a token and checks its form.
func paymentToken(f *fields, name string, n need) string {
	token := f.text(name, n)
	printable := strings.IndexFunc(token, func(r rune) bool { return r < '!' || r > '~' }) < 0
	if strings.TrimSpace(token) != "" && (!printable || len(token) > maxToken) {
		f.p.add(f.at(name), "must be 1 to %d printable characters", maxToken)
	}
	return token
}
