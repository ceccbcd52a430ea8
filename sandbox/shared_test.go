package sandbox

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/internal/contract"
	"bellhop/internal/gated"
	"bellhop/internal/pgtest"
)

// together opens so many sandboxes on one database. The first fixture asks each of
// them in turn; the others ask one.
func together(t *testing.T, n int, change ...func(*Options)) (turns *testFixture, each []*testFixture) {
	t.Helper()
	place := pgtest.URL(t)
	var handlers []http.Handler
	for range n {
		l := start(t, append(change, func(o *Options) { o.Dir = place })...)
		each = append(each, l)
		handlers = append(handlers, l.sandbox.Handler())
	}
	var asked atomic.Int64
	server := httptest.NewServer(contract.Check(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handlers[asked.Add(1)%int64(n)].ServeHTTP(w, r)
	})))
	t.Cleanup(server.Close)
	all := *each[0]
	all.url = server.URL
	return &all, each
}

// soon waits until something holds that other servers are told.
func soon(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("other servers do not know: %s", what)
		}
	}
}

// The same requests have the same answers, to the byte, whichever store a sandbox has
// and whichever of its servers answers.
func TestAnswersAreTheSameOnEveryServer(t *testing.T) {
	t.Parallel()
	set := func(o *Options) {
		o.Now, o.Start, o.Samples, o.Changes = nil, "2026-11-21T12:30:00Z", 40, 200
		o.Faults = "busy GET /rest/v1/reservations every=3\nbusy PATCH nth=2"
	}
	run := func(l *testFixture) string {
		s := &transcript{testFixture: l}
		s.places()
		s.paging()
		s.bookings()
		s.simulations()
		s.lists()
		return strings.Join(s.answers, "\n")
	}
	turns, _ := together(t, 3, set)
	sameText(t, run(start(t, set)), run(turns))
}

// 200 clients of three servers want the last room of a hotel, and one has it.
func TestLastRoomOverManyServers(t *testing.T) {
	t.Parallel()
	turns, each := together(t, 3)
	body := turns.offer().createBody()
	for round := range 5 {
		var made, refusedAsSold atomic.Int64
		var group sync.WaitGroup
		for client := range 200 {
			group.Go(func() {
				own := copied(body)
				put(own, "custom_data", tree{"client": fmt.Sprintf("c%d-%d", round, client)})
				switch r := each[client%3].send("POST", pathCreate, own); {
				case r.status == 201:
					made.Add(1)
				case r.status == 400 && strings.Contains(string(r.raw), "sold out"):
					refusedAsSold.Add(1)
				default:
					t.Errorf("%d: %s", r.status, r.raw)
				}
			})
		}
		group.Wait()
		if made.Load()+refusedAsSold.Load() != 200 || round > 0 && made.Load() != 0 {
			t.Errorf("round %d: %d made and %d sold out of 200", round, made.Load(), refusedAsSold.Load())
		}
	}
	// Each room that is given back is sold once.
	list := turns.ok(200, "GET", pathList, nil)
	turns.ok(200, "POST", pathCreate+"/"+text(list, "items", 0, "id")+"/cancel", nil)
	var made atomic.Int64
	var group sync.WaitGroup
	for client := range 200 {
		group.Go(func() {
			if each[client%3].send("POST", pathCreate, body).status == 201 {
				made.Add(1)
			}
		})
	}
	group.Wait()
	if made.Load() != 1 {
		t.Errorf("the room that was given back was sold %d times", made.Load())
	}
}

// What one server offers the others know: its end, and its paging tokens.
func TestOffersOfOtherServers(t *testing.T) {
	t.Parallel()
	_, each := together(t, 2, twoPages)
	a, b := each[0], each[1]
	o := a.offer()
	b.clock.pass(6 * time.Hour)
	refused(t, b.do("POST", pathVerify, o.verifyBody()), 400, 3003, typeBooking, expired, "booking_code")
	refused(t, b.do("POST", pathCreate, o.createBody()), 400, 3001, typeCreation, expired, "rate", "booking_code")
	a.clock.pass(6 * time.Hour)
	a.offer()
	b.ok(200, "POST", pathVerify, o.verifyBody())
	wide := searchBody()
	put(wide, "filter.location.radius.value", 300)
	first := a.ok(200, "POST", pathSearch, wide)
	wide["pagination"] = tree{"pagination_token": at(first, "pagination", "pagination_token"), "page_number": 2}
	b.ok(200, "POST", pathSearch, wide)
	invalid(t, b.as("other", "key-2").do("POST", pathSearch, wide), "pagination.pagination_token is unknown, has expired, or belongs to another search", "pagination", "pagination_token")
}

// What happens only once happens on one server.
func TestOnceOnManyServers(t *testing.T) {
	t.Parallel()
	_, each := together(t, 3)
	o := each[0].play("busy")
	var busy atomic.Int64
	var group sync.WaitGroup
	for i := range 9 {
		group.Go(func() {
			if each[i%3].send("POST", pathCreate, o.createBody()).status == 429 {
				busy.Add(1)
			}
		})
	}
	group.Wait()
	if busy.Load() != 1 {
		t.Errorf("%d of 9 were told to come back later, want one", busy.Load())
	}
}

// The clock, the faults, the latency and the quirks of one server are those of all.
func TestSettingsOfOtherServers(t *testing.T) {
	t.Parallel()
	_, each := together(t, 3, func(o *Options) { o.Control, o.Latency = controlToken, "1ms" })
	a, b, c := each[0], each[1], each[2]
	if got := c.sandbox.Training().Latency.String(); got != "1ms" {
		t.Errorf("a server that was started with a latency has %s", got)
	}
	a.setClock("+6h")
	soon(t, "the clock", func() bool { return b.sandbox.Clock().Offset == 6*time.Hour })
	b.setClock("+1h") // It goes from where the clock is.
	soon(t, "the clock", func() bool { return c.sandbox.Clock().Offset == 7*time.Hour })
	a.rules("busy POST /rest/v1/reservation nth=2\nforbidden GET /rest/v1/reservations times=1")
	soon(t, "the faults", func() bool {
		return len(b.sandbox.Training().Faults.List()) == 2 && len(c.sandbox.Training().Faults.List()) == 2
	})
	for i, want := range []int{400, 429, 400} { // Whoever is asked: it is the second that meets it.
		if r := each[i].do("POST", pathCreate, tree{}); r.status != want {
			t.Errorf("request %d is answered with %d, want %d", i+1, r.status, want)
		}
	}
	var forbidden atomic.Int64
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() {
			if each[i%3].do("GET", pathList, nil).status == 403 {
				forbidden.Add(1)
			}
		})
	}
	group.Wait()
	if forbidden.Load() != 1 {
		t.Errorf("%d of 12 were forbidden, want one", forbidden.Load())
	}
	if err := b.sandbox.Training().Quirks.Set(t.Context(), "stripe"); err != nil {
		t.Fatal(err)
	}
	if err := b.sandbox.Training().Latency.Set(t.Context(), "2ms"); err != nil {
		t.Fatal(err)
	}
	soon(t, "quirks and latency", func() bool {
		return len(a.sandbox.Training().Quirks.Names()) == 1 && a.sandbox.Training().Latency.String() == "2ms"
	})
	if state, err := c.sandbox.controlState(t.Context()); err != nil || state.Faults[0].Matched != 3 || state.Faults[1].Fired != 1 {
		t.Errorf("another server tells of %+v, %v", state.Faults, err)
	}
	if err := c.sandbox.Training().Faults.Clear(t.Context()); err != nil {
		t.Fatal(err)
	}
	soon(t, "no faults", func() bool { return len(a.sandbox.Training().Faults.List()) == 0 })
}

// A server that starts again, with what it was started with, undoes nothing that was changed
// since; one with other settings makes its own those of all.
func TestStartedAgain(t *testing.T) {
	t.Parallel()
	place := pgtest.URL(t)
	again := func(latency string) *testFixture {
		return start(t, func(o *Options) {
			o.Dir, o.Latency, o.Faults, o.Start, o.Now = place, latency, "busy POST nth=2", "+1h", nil
		})
	}
	a := again("1ms")
	a.setClock("+6h")
	a.rules("busy POST nth=2\nforbidden GET times=1")
	if r := a.do("POST", pathCreate, tree{}); r.status != 400 { // The first of nth=2
		t.Fatalf("%d %s", r.status, r.raw)
	}
	if err := a.sandbox.Training().Latency.Set(t.Context(), "2ms"); err != nil {
		t.Fatal(err)
	}
	b := again("1ms")
	if at := b.sandbox.Clock().Offset; at != 7*time.Hour {
		t.Errorf("the clock is %v ahead", at)
	}
	training := b.sandbox.Training()
	if list := training.Faults.List(); len(list) != 2 || list[0].Matched != 1 || training.Latency.String() != "2ms" {
		t.Errorf("the faults are %+v, the latency %s", list, training.Latency)
	}
	c := again("3ms")
	if list := c.sandbox.Training().Faults.List(); len(list) != 1 || list[0].Matched != 0 || c.sandbox.Training().Latency.String() != "3ms" {
		t.Errorf("with another latency the faults are %+v", list)
	}
	if err := c.sandbox.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if at := c.sandbox.Clock().Offset; at != time.Hour {
		t.Errorf("after a reset the clock is %v ahead", at)
	}
}

// Orders to the clock that come to several servers at once all count.
func TestClockMovedByManyServers(t *testing.T) {
	t.Parallel()
	_, each := together(t, 3, func(o *Options) { o.Now = nil })
	var group sync.WaitGroup
	for i := range 30 {
		group.Go(func() { each[i%3].setClock("+1h") })
	}
	group.Wait()
	soon(t, "the clock", func() bool { return each[0].sandbox.Clock().Offset == 30*time.Hour })
}

// Without a database every request is told to come again, also where a rule of faults could
// meet it, and an account that is left out is out at once.
func TestAnswersWithoutADatabase(t *testing.T) {
	t.Parallel()
	gated.Test(t, pgtest.Gated)
	server, err := pgtest.Start()
	if err != nil {
		pgtest.Missing(t, err)
	}
	t.Cleanup(server.Remove)
	var each []*testFixture
	var made []string
	var offers []offer
	for _, rules := range []string{"", "busy GET nth=1000\nbusy POST nth=1000"} {
		l := start(t, func(o *Options) {
			o.Dir, o.Accounts, o.Faults = pgtest.URLOf("", server), append(o.Accounts, Account{ID: "gone", Token: "token-of-gone"}), rules
		})
		each, made, offers = append(each, l), append(made, text(l.book(), "id")), append(offers, l.offer())
	}
	server.Kill()
	for i, l := range each {
		for name, r := range map[string]reply{
			"list": l.do("GET", pathList, nil), "read": l.do("GET", pathCreate+"/"+made[i], nil), "cancel": l.do("POST", pathCreate+"/"+made[i]+"/cancel", nil),
			"book": l.do("POST", pathCreate, offers[i].createBody()), "verify": l.do("POST", pathVerify, offers[i].verifyBody()),
		} {
			if r.status != 503 || r.header.Get("Retry-After") == "" {
				t.Errorf("%s of server %d is answered %d %v %s", name, i, r.status, r.header, r.raw)
			}
		}
	}
	l := *each[0]
	if err := l.sandbox.SetAccounts(t.Context(), []Account{{ID: l.account, Token: l.token}}); err == nil {
		t.Error("accounts are added without a database")
	}
	if l.account, l.token = "gone", "token-of-gone"; l.do("GET", pathList, nil).status != 401 {
		t.Error("an account that is left out is let in")
	}
}

// A reset and a load on one server are one on all: reservations, clock, lineage.
func TestReplacedByAnotherServer(t *testing.T) {
	t.Parallel()
	_, each := together(t, 2, func(o *Options) { o.Samples, o.Start, o.Latency = 20, "+1h", "1ms" })
	a, b := each[0], each[1]
	total := func(l *testFixture) string {
		return text(l.ok(200, "GET", pathList, nil), "total_items_without_paging")
	}
	made := a.book()
	if err := a.sandbox.Save(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	a.setClock("+1h")
	if err := b.sandbox.Training().Latency.Set(t.Context(), "none"); err != nil {
		t.Fatal(err)
	}
	if err := b.sandbox.Reset(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := total(a); got != "20" {
		t.Errorf("after another server's reset there are %s reservations, want 20", got)
	}
	soon(t, "the reset", func() bool {
		return a.sandbox.Clock().Offset == time.Hour && a.sandbox.Training().Latency.String() == "1ms" && fmt.Sprint(a.sandbox.Lineage()) == fmt.Sprint(b.sandbox.Lineage())
	})
	refused(t, a.do("GET", pathOf(made), nil), 404, 1004, typeApplication, "There is no such reservation.")
	if err := b.sandbox.Load(t.Context(), "one"); err != nil {
		t.Fatal(err)
	}
	a.ok(200, "GET", pathOf(made), nil)
	if next := a.book(); text(next, "id") == text(made, "id") {
		t.Error("a number was given twice")
	}
}

// A late booking is made once, by whichever server is asked first.
func TestLateOnManyServers(t *testing.T) {
	t.Parallel()
	_, each := together(t, 3)
	each[0].bookLate()
	for _, l := range each {
		soon(t, "a late booking", func() bool {
			facts, err := l.sandbox.store.Facts(t.Context(), "late ")
			return err == nil && len(facts) == 1 && l.sandbox.training.Late() == 1
		})
		l.clock.pass(time.Hour)
	}
	var group sync.WaitGroup
	for i := range 12 {
		group.Go(func() { each[i%3].ok(200, "GET", pathList, nil) })
	}
	group.Wait()
	for _, l := range each {
		if got := l.made(); got != "1" {
			t.Errorf("%s reservations, want 1", got)
		}
	}
}
