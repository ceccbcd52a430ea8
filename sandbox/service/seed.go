package service

import (
	"crypto/sha256"
	"fmt"
	"time"
)

// idLength is the length of a reservation id (SPEC 8).
const idLength = 32

// Seed is what all that the sandbox invents is made from: the same seed invents
// the same.
type Seed uint64

// Hash makes bytes that look random from the seed and what they are for.
func (s Seed) Hash(purpose string, of any) [32]byte {
	return sha256.Sum256(fmt.Appendf(nil, "%d/%s/%v", uint64(s), purpose, of))
}

// UUID makes a UUID from the seed and what it stands for.
func (s Seed) UUID(purpose string, now time.Time, parts ...string) string {
	b := s.Hash(purpose, fmt.Sprintf("%d%q", now.UnixNano(), parts))
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[0:4], b[4:6], b[6:8], b[8:10], b[10:16])
}

// ReservationID makes the id of a reservation that there is not (SPEC 8).
func (s Seed) ReservationID(purpose string, of any) string {
	return spell(s.Hash(purpose, of), lower, idLength)
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
func (s Seed) confirmation(seq int64) *confirmation {
	return &confirmation{
		Number:  spell(s.Hash("confirmation", seq), digits, 9),
		Locator: spell(s.Hash("locator", seq), distinct, 6),
	}
}

// processor makes the identifiers of a payment method at the processor (SPEC
// 2.3): the same token of the same account is the same method.
func (s Seed) processor(account, token string) *processor {
	return &processor{
		Customer: "cus_" + spell(s.Hash("customer", account), lower, 14),
		Method:   "pm_" + spell(s.Hash("method", account+"\x00"+token), lower, 24),
	}
}

// WellFormedID reports whether a text can be the id of a reservation.
func WellFormedID(id string) bool {
	for _, r := range id {
		if (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') {
			return false
		}
	}
	return len(id) == idLength
}
