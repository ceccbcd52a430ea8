package sandbox

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"log/slog"
	"strings"
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
	o := l.offer()
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
	ofOneServer(t)
	dir := t.TempDir()
	l := reopen(t, dir, -6*time.Hour)
	o := l.offer()
	l.shut()
	killed(t, dir, func(l *testFixture) {
		refused(t, l.do("POST", pathVerify, o.verifyBody()), 400, 3003, typeBooking, expired, "booking_code")
		l.offers(searchBody())
	})
	reopen(t, dir, time.Minute).ok(200, "POST", pathVerify, o.verifyBody())
}

// Offers that cannot be read do not keep the sandbox from starting: they are as
// never made, the log says so, and the next start knows nothing of them.
func TestDamagedOffersAreForgotten(t *testing.T) {
	t.Parallel()
	ofOneServer(t)
	dir := t.TempDir()
	l := reopen(t, dir, 0)
	l.sandbox.service.WaitForOffers() // They would be taken for those to read.
	if err := l.sandbox.store.SetFact(t.Context(), "offers", `{"list":7}`); err != nil {
		t.Fatal(err)
	}
	l.shut()
	o := options(dir)
	var log bytes.Buffer
	o.Logger = slog.New(slog.NewTextHandler(&log, nil))
	var said []string
	o.Notice = func(text string) { said = append(said, text) }
	s, err := Open(t.Context(), placed(t, o))
	if err != nil {
		t.Fatal(err)
	}
	s.service.WaitForOffers()
	if want := `level=ERROR msg="the offers of earlier are forgotten" component=sandbox error="the offers in the data are damaged"`; !strings.Contains(log.String(), want) {
		t.Errorf("the log is %s, want %s", log.String(), want)
	}
	if want := "[which rates were offered before is forgotten, and none of them expires: the offers in the data are damaged]"; fmt.Sprint(said) != want {
		t.Errorf("it says %v, want %s", said, want)
	}
	if _, found, err := s.store.Fact(t.Context(), "offers"); found || err != nil {
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
	ofOneServer(t)
	o := options(t.TempDir())
	s := must(t, o)
	check := func(what string, of int32) {
		t.Helper()
		if got, want := kept(t, s), offersText(t, of, 5_000); got != want {
			t.Errorf("%s: the offers are %d bytes that begin %.80q, want %d that begin %.80q", what, len(got), got, len(want), want)
		}
	}
	for of, name := range []string{"a", "b"} {
		plant(t, s, offersText(t, int32(of), 5_000))
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
	if got := kept(t, s); got != "" {
		t.Errorf("a reset after a load keeps its offers: %.80q", got)
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
	s, err := Open(t.Context(), placed(t, o))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// offersText is what the data keeps of so many offers for a night.
func offersText(t testing.TB, night int32, count int) string {
	t.Helper()
	type record struct {
		Account, Hotel, In, Out int32
		Code                    [8]byte
		At                      int64
	}
	list := make([]record, count)
	for i := range list {
		list[i] = record{Hotel: int32(i), In: night, Out: night + 1, At: 5}
	}
	raw, err := binary.Append(nil, binary.LittleEndian, list)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`{"accounts":["acme"],"list":%q}`, base64.StdEncoding.EncodeToString(raw))
}

// plant makes a text of the data the offers that a sandbox remembers.
func plant(t testing.TB, s *Sandbox, text string) {
	t.Helper()
	s.service.WaitForOffers() // Open reads offers after it has returned, and would take these.
	if err := s.store.SetFact(t.Context(), "offers", text); err != nil {
		t.Fatal(err)
	}
	s.service.RecallOffers(t.Context())
	s.service.WaitForOffers()
}

// kept is what the data would keep of the offers.
func kept(t testing.TB, s *Sandbox) string {
	t.Helper()
	facts, err := s.service.KeepOffers()
	if err != nil {
		t.Fatal(err)
	}
	if len(facts) == 0 {
		return ""
	}
	return facts[0].Value
}
