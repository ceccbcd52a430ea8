package sandbox

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// Account is a partner account: the user-id and the user-password of SPEC 5.
type Account struct {
	ID    string // must not hold a colon
	Token string // the API key token; never stored or logged
}

// keys holds the digests of the accounts' IDs and tokens. Digests have one
// length, so that comparing them takes the same time whatever was sent.
type keys []key

type key struct {
	account   string
	id, token [sha256.Size]byte
}

func newKeys(accounts []Account) (keys, error) {
	var k keys
	seen := map[string]bool{}
	for _, a := range accounts {
		if a.ID == "" || a.Token == "" || strings.ContainsAny(a.ID, ":\x00") {
			return nil, errors.New("an account needs an ID without a colon, and a token")
		}
		if seen[a.ID] {
			return nil, fmt.Errorf("the account %s is given twice", a.ID)
		}
		seen[a.ID] = true
		k = append(k, key{a.ID, sha256.Sum256([]byte(a.ID)), sha256.Sum256([]byte(a.Token))})
	}
	if len(k) == 0 {
		return nil, errors.New("the sandbox needs at least one account")
	}
	return k, nil
}

// account returns the account that the request proves to be (SPEC 5). It
// compares with every account to the end, so that the time tells neither which
// accounts there are nor how much of a token is right. A request with two
// Authorization headers proves nothing: which of them was meant can't be known.
func (k keys) account(r *http.Request) (string, bool) {
	id, token, ok := r.BasicAuth()
	if !ok || len(r.Header.Values("Authorization")) > 1 {
		return "", false
	}
	sent := key{id, sha256.Sum256([]byte(id)), sha256.Sum256([]byte(token))}
	proved := 0
	for _, one := range k {
		proved |= subtle.ConstantTimeCompare(sent.id[:], one.id[:]) & subtle.ConstantTimeCompare(sent.token[:], one.token[:])
	}
	return id, proved == 1
}

func accountIDs(accounts []Account) []string {
	ids := make([]string, 0, len(accounts))
	for _, a := range accounts {
		ids = append(ids, a.ID)
	}
	return ids
}
