package sandbox

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Account is a partner account: the user-id and the user-password of SPEC 5.
type Account struct {
	ID    string // must not hold a colon
	Token string // the API key token; never stored or logged
	// TokenSHA256 is the digest of the token, where Token is "". Tokens are random,
	// so that a slow digest would keep nobody from guessing them.
	TokenSHA256 [sha256.Size]byte
	Limits      AccountLimits
}

// AccountLimits are what an account may ask of one server; what is zero is not
// limited.
type AccountLimits struct {
	PerSecond float64 // requests, on average
	Burst     int     // requests at once after a pause; PerSecond, rounded up, if zero
	AtOnce    int     // requests under way
}

// keys holds the digests of the accounts' IDs and tokens. Digests have one
// length, so that comparing them takes the same time whatever was sent.
type keys []key

type key struct {
	account   string
	id, token [sha256.Size]byte
	allowance *allowance
}

func newKeys(accounts []Account) (keys, error) {
	var k keys
	seen := map[string]bool{}
	for _, a := range accounts {
		digest := a.TokenSHA256
		if a.Token != "" {
			digest = sha256.Sum256([]byte(a.Token))
		}
		if a.ID == "" || digest == [sha256.Size]byte{} || strings.ContainsAny(a.ID, ":\x00") {
			return nil, errors.New("an account needs an ID without a colon, and a token")
		}
		if seen[a.ID] {
			return nil, fmt.Errorf("the account %s is given twice", a.ID)
		}
		seen[a.ID] = true
		k = append(k, key{a.ID, sha256.Sum256([]byte(a.ID)), digest, newAllowance(a.Limits)})
	}
	if len(k) == 0 {
		return nil, errors.New("the sandbox needs at least one account")
	}
	return k, nil
}

// find returns the account that the request proves to be (SPEC 5), or nil. It
// compares with every account to the end, so that the time tells neither which
// accounts there are nor how much of a token is right. A request with two
// Authorization headers proves nothing: which of them was meant can't be known.
func (k keys) find(r *http.Request) *key {
	id, token, ok := r.BasicAuth()
	if !ok || len(r.Header.Values("Authorization")) > 1 {
		return nil
	}
	sentID, sentToken := sha256.Sum256([]byte(id)), sha256.Sum256([]byte(token))
	found := -1
	for i, one := range k {
		proved := subtle.ConstantTimeCompare(sentID[:], one.id[:]) & subtle.ConstantTimeCompare(sentToken[:], one.token[:])
		found = subtle.ConstantTimeSelect(proved, i, found)
	}
	if found < 0 {
		return nil
	}
	return &k[found]
}

// of returns the keys of the accounts that others are of, too.
func (k keys) of(others keys) (list keys) {
	for _, one := range k {
		if slices.ContainsFunc(others, func(other key) bool { return other.id == one.id }) {
			list = append(list, one)
		}
	}
	return list
}

func accountIDs(accounts []Account) []string {
	ids := make([]string, 0, len(accounts))
	for _, a := range accounts {
		ids = append(ids, a.ID)
	}
	return ids
}

// SetAccounts makes these the accounts that may call, from the next request on. Of an
// account that is left out nothing is removed. What an account may still ask of this
// second counts anew.
func (s *Sandbox) SetAccounts(ctx context.Context, accounts []Account) error {
	s.admin.Lock()
	defer s.admin.Unlock()
	if len(accounts) == 0 {
		s.keys.Store(&keys{}) // Nobody may call.
		return nil
	}
	k, err := newKeys(accounts)
	if err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	// Who is left out, or has another token, is so at once, whether there is a database or not.
	known := k.of(*s.keys.Load())
	s.keys.Store(&known)
	if err := s.store.AddAccounts(ctx, accountIDs(accounts)); err != nil {
		return fmt.Errorf("sandbox: %w", err)
	}
	s.service.AddAccounts(accountIDs(accounts))
	s.keys.Store(&k)
	return nil
}
