package sandbox

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"
)

const expired = "The rate has expired: search again."

// An orderly end keeps the offers, so that the next start knows that one has
// run out.
func TestOffersSurviveAClose(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := reopen(t, dir, 0)
	o := l.offers(searchBody())[0]
	l.shut()
	l = reopen(t, dir, time.Minute)
	l.ok(200, "POST", pathVerify, o.verifyBody()) // It holds the rate anew from here on.
	l.shut()
	l = reopen(t, dir, 6*time.Hour)
	refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, typeBooking, expired, "booking_code")
	refused(t, l.do("POST", pathCreate, o.createBody()), 400, 3001, typeCreation, expired, "rate", "booking_code")
	l.offers(searchBody())
	l.ok(200, "POST", pathVerify, o.verifyBody())
}

// A process that is killed leaves no offers behind, not even those of an
// earlier end: one of them may have been renewed since, and a code that a
// partner holds has to stay good.
func TestKillForgetsOffers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := reopen(t, dir, -6*time.Hour)
	o := l.offers(searchBody())[0]
	l.shut()
	killed(t, dir, func(l *lab) {
		refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, typeBooking, expired, "booking_code")
		l.offers(searchBody())
	})
	reopen(t, dir, time.Minute).ok(200, "POST", pathVerify, o.verifyBody())
}

// Offers belong to an account, whatever its place among the accounts.
func TestOffersOfAccounts(t *testing.T) {
	t.Parallel()
	k := offerKey{Account: 1, Hotel: 7, In: 20_000, Out: 20_003, Code: [8]byte{'A', 'B'}}
	o := newOffers()
	o.put(k, 5)
	k.Account, k.Code = 0, [8]byte{}
	o.put(k, 6)
	facts, err := o.keep([]string{"acme", "other"})
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
	if facts, err := newOffers().keep([]string{"acme"}); err != nil || len(facts) != 0 {
		t.Errorf("no offers are kept as %v, %v", facts, err)
	}
}

// FuzzReadOffers: whatever the data holds, reading it ends in offers of accounts
// that there are, or in errOffers.
func FuzzReadOffers(f *testing.F) {
	o := newOffers()
	o.put(offerKey{Account: 0, Hotel: 1, In: 2, Out: 3}, 4)
	facts, err := o.keep([]string{"acme"})
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

// A damaged list of offers is an error with a name, at the start and not later.
func TestDamagedOffers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", `{"accounts":["acme"],"list":"AA=="}`, `{"accounts":[],"list":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}`} {
		if _, err := readOffers(text, []string{"acme"}); !errors.Is(err, errOffers) || err.Error() != "the offers in the data are damaged" {
			t.Errorf("%q is read with %v", text, err)
		}
	}
}
