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

// keys holds the digests of the accounts' tokens. Digests have one length, so
// that comparing them takes the same time whatever was sent.
type keys map[string][sha256.Size]byte

func newKeys(accounts []Account) (keys, error) {
	k := keys{}
	for _, a := range accounts {
		if a.ID == "" || a.Token == "" || strings.ContainsAny(a.ID, ":\x00") {
			return nil, errors.New("an account needs an ID without a colon, and a token")
		}
		if _, twice := k[a.ID]; twice {
			return nil, fmt.Errorf("the account %s is given twice", a.ID)
		}
		k[a.ID] = sha256.Sum256([]byte(a.Token))
	}
	if len(k) == 0 {
		return nil, errors.New("the sandbox needs at least one account")
	}
	return k, nil
}

// account returns the account that the request proves to be (SPEC 5).
func (k keys) account(r *http.Request) (string, bool) {
	id, token, ok := r.BasicAuth()
	if !ok {
		return "", false
	}
	want, known := k[id]
	have := sha256.Sum256([]byte(token))
	return id, subtle.ConstantTimeCompare(have[:], want[:]) == 1 && known
}
