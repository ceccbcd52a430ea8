package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/world"
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
	o.Put(k, 5)
	k.Account, k.Code = 0, [8]byte{}
	o.Put(k, 6)
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
	o.Put(offerKey{Account: 0, Hotel: 1, In: 2, Out: 3}, 4)
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

// A damaged list of offers is an error with a name.
func TestDamagedOffers(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", `{"accounts":["acme"],"list":"AA=="}`, `{"accounts":[],"list":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="}`} {
		if _, err := readOffers(text, []string{"acme"}); !errors.Is(err, errOffers) || err.Error() != "the offers in the data are damaged" {
			t.Errorf("%q is read with %v", text, err)
		}
	}
}

// Offers that cannot be read do not keep the sandbox from starting: they are as
// never made, the log says so, and the next start knows nothing of them.
func TestDamagedOffersAreForgotten(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l := reopen(t, dir, 0)
	l.sandbox.offers.Wait() // They would be taken for those to read.
	if err := l.sandbox.store.SetFact(t.Context(), factOffers, `{"list":7}`); err != nil {
		t.Fatal(err)
	}
	l.shut()
	o := options(dir)
	var log bytes.Buffer
	o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	var said []string
	o.Notice = func(text string) { said = append(said, text) }
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	s.offers.Wait()
	if want := `level=ERROR msg="the offers of earlier are forgotten" component=sandbox error="the offers in the data are damaged"`; !strings.Contains(log.String(), want) {
		t.Errorf("the log is %s, want %s", log.String(), want)
	}
	if want := "[which rates were offered before is forgotten, and none of them expires: the offers in the data are damaged]"; fmt.Sprint(said) != want {
		t.Errorf("it says %v, want %s", said, want)
	}
	if _, found, err := s.store.Fact(t.Context(), factOffers); found || err != nil {
		t.Errorf("the data keeps them: %v, %v", found, err)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

// Offers are read behind Open and Load. Whatever comes next finds all of them:
// a request, another load, a save, and an end at once.
func TestOffersAreThereForWhoeverAsks(t *testing.T) {
	t.Parallel()
	o := options(t.TempDir())
	s := must(t, o)
	const some = 20_000
	key := func(of, i int32) offerKey { return offerKey{Hotel: i, In: world.Day(of), Out: world.Day(of + 1)} }
	check := func(what string, of int32) {
		t.Helper()
		if _, ok := s.offers.Get(key(of, some-1)); !ok {
			t.Errorf("%s: the last offer is not there", what)
		}
		if _, ok := s.offers.Get(key(1-of, some-1)); ok {
			t.Errorf("%s: an offer of the other state is there", what)
		}
	}
	for of, name := range []string{"a", "b"} {
		s.offers.Clear()
		for i := range int32(some) {
			s.offers.Put(key(int32(of), i), 5)
		}
		if err := s.Save(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	load := func(name string) {
		t.Helper()
		if err := s.Load(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	load("a")
	check("after a load", 0)
	load("b")
	load("a")
	check("after loads in a row", 0)
	load("b")
	if err := s.Save(t.Context(), "c"); err != nil {
		t.Fatal(err)
	}
	load("a")
	load("c")
	check("after a save at once", 1)
	load("a")
	if err := s.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.offers.Get(key(0, 0)); ok {
		t.Error("a reset after a load keeps its offers")
	}
	load("a")
	for range 2 { // An end at once after a load, and at once after a start.
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		s = must(t, o)
	}
	check("after ends at once", 0)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func must(t *testing.T, o Options) *Sandbox {
	t.Helper()
	s, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
