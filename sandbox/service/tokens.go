package service

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"bellhop/internal/spelling"
	"bellhop/sandbox/internal/lists"
	"bellhop/sandbox/jsontree"
)

// testPrefix begins the sandbox's named payment tokens. Others that begin so
// are refused: a misspelt one must not turn into a good card.
const testPrefix = "card_"

// TestToken is a payment token with a behaviour of its own. Any other token of 1 to
// 128 characters without a control character that does not begin with card_ is a
// good card.
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

// pay tries a token, and returns the Rejection that its charge ends in, or nil.
func pay(token string) error {
	for i, t := range TestTokens() {
		if t.Token == token && i > 0 {
			return RejectPayment("The payment was not accepted: " + t.Meaning + ".")
		}
	}
	return nil
}

const maxToken = 128

// paymentToken reads a token and checks its form.
func paymentToken(f *jsontree.Fields, name string, n jsontree.Need) string {
	token := f.Text(name, n)
	switch {
	case strings.TrimSpace(token) == "":
	case strings.ContainsFunc(token, unprintable) || utf8.RuneCountInString(token) > maxToken:
		f.Problem(name, "must be 1 to %d printable characters", maxToken)
	default:
		checkTestToken(f.Problems, f.At(name), token)
	}
	return token
}

// unprintable reports whether a character controls, sets a direction, breaks a
// line or is a tag. Joiners and variation selectors are printable.
func unprintable(r rune) bool {
	return r == utf8.RuneError || unicode.In(r, unicode.Cc, unicode.Bidi_Control, unicode.Zl, unicode.Zp) || r >= 0xe0000 && r <= 0xe007f
}

// checkTestToken refuses a token that is spelt like a test token and is none.
func checkTestToken(p *jsontree.Problems, path []string, token string) {
	if !strings.HasPrefix(token, testPrefix) {
		return
	}
	names := lists.Map(TestTokens(), func(t TestToken) string { return t.Token })
	if slices.Contains(names, token) {
		return
	}
	near := spelling.Nearest(token, names)
	if near == "" {
		p.Add(path, "begins with %s and is none of the test tokens, which are %s", testPrefix, strings.Join(names, ", "))
		return
	}
	p.Add(path, "begins with %s and is none of the test tokens; did you mean %s?", testPrefix, near)
}
