package sandbox

import (
	"crypto/sha256"
	"fmt"
)

// idLength is the length of a reservation id (SPEC 8).
const idLength = 32

// hash makes bytes that look random from the seed and what they are for.
func (s *Sandbox) hash(purpose string, of any) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%d/%s/%v", s.seed, purpose, of))
}

// spell writes a hash with the letters of an alphabet.
func spell(hash [32]byte, alphabet string, length int) string {
	text := make([]byte, length)
	for i := range text {
		text[i] = alphabet[int(hash[i])%len(alphabet)]
	}
	return string(text)
}

const (
	digits   = "0123456789"
	lower    = digits + "abcdefghijklmnopqrstuvwxyz"
	distinct = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789" // no letter that looks like a digit
)

// confirmation makes the two numbers that a hotel confirms with (SPEC 2.1).
func (s *Sandbox) confirmation(seq int64) *confirmation {
	return &confirmation{
		Number:  spell(s.hash("confirmation", seq), digits, 9),
		Locator: spell(s.hash("locator", seq), distinct, 6),
	}
}

// processor makes the identifiers of a payment method at the processor (SPEC
// 2.3): the same token of the same account is the same method.
func (s *Sandbox) processor(account, token string) *processor {
	return &processor{
		Customer: "cus_" + spell(s.hash("customer", account), lower, 14),
		Method:   "pm_" + spell(s.hash("method", account+"\x00"+token), lower, 24),
	}
}

func wellFormedID(id string) bool {
	for _, r := range id {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return len(id) == idLength
}
