package service

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
)

// remembered is a memory without offers.
func remembered() *offers { return newOffers(Options{Accounts: []string{"acme", "other"}}, rates{}) }

// Offers belong to an account, whatever its place among the accounts.
func TestOffersOfAccounts(t *testing.T) {
	t.Parallel()
	k := offerKey{Account: 1, Hotel: 7, In: 20_000, Out: 20_003, Code: [8]byte{'A', 'B'}}
	o := remembered()
	o.own.Put(k, 5)
	k.Account, k.Code = 0, [8]byte{}
	o.own.Put(k, 6)
	facts, err := o.keep()
	if err != nil || len(facts) != 1 || facts[0].Name != factOffers {
		t.Fatalf("%v, %v", facts, err)
	}
	list, err := readOffers(facts[0].Value, []string{"new", "other"})
	want := []offerRecord{{offerKey{1, 7, 20_000, 20_003, [8]byte{'A', 'B'}}, 5}}
	if err != nil || !slices.Equal(list, want) {
		t.Errorf("without acme it reads %v, %v; want %v", list, err, want)
	}
	list, err = readOffers(facts[0].Value, []string{"other", "acme"})
	want = []offerRecord{{offerKey{0, 7, 20_000, 20_003, [8]byte{'A', 'B'}}, 5}, {offerKey{1, 7, 20_000, 20_003, [8]byte{}}, 6}}
	if err != nil || !slices.Equal(list, want) {
		t.Errorf("in another order it reads %v, %v; want %v", list, err, want)
	}
	if facts, err := remembered().keep(); err != nil || len(facts) != 0 {
		t.Errorf("no offers are kept as %v, %v", facts, err)
	}
}

// FuzzReadOffers: whatever the data holds, reading it ends in offers of accounts
// that there are, or in errOffers.
func FuzzReadOffers(f *testing.F) {
	o := remembered()
	o.own.Put(offerKey{Account: 0, Hotel: 1, In: 2, Out: 3}, 4)
	facts, err := o.keep()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{facts[0].Value, "", "{}", `{"accounts":[],"list":"AA=="}`, `{"list":7}`} {
		f.Add(seed)
	}
	foreign, err := json.Marshal(keptOffers{[]string{"acme"}, make([]byte, 33)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(foreign))
	f.Fuzz(func(t *testing.T, text string) {
		list, err := readOffers(text, []string{"other", "acme"})
		if err != nil && !errors.Is(err, errOffers) {
			t.Errorf("the error is %v", err)
		}
		for _, one := range list {
			if one.Key.Account < 0 || one.Key.Account > 1 {
				t.Errorf("an offer of account %d", one.Key.Account)
			}
		}
	})
}

// A damaged list of offers is an error with a name.
func TestDamagedOffers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", `{"accounts":["acme"],"list":"AA=="}`, `{"accounts":[],"list":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}`} {
		if _, err := readOffers(text, []string{"acme"}); !errors.Is(err, errOffers) || err.Error() != "the offers in the data are damaged" {
			t.Errorf("%q is read with %v", text, err)
		}
	}
}
