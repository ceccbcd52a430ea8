package service

import (
	"errors"
	"strings"
	"testing"
)

func TestTestTokensHaveTellingNames(t *testing.T) {
	t.Parallel()
	tokens := TestTokens()
	if tokens[0].Token != "card_good" || pay("card_good") != nil || pay("anything") != nil {
		t.Error("card_good is not accepted")
	}
	for _, token := range tokens[1:] {
		var f *Rejection
		if err := pay(token.Token); !errors.As(err, &f) || f.Type != typePayment || !strings.Contains(f.Message, token.Meaning) {
			t.Errorf("%s: %v", token.Token, err)
		}
	}
}
