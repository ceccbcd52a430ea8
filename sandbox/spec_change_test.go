package sandbox

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"bellhop/sandbox/jsontree"
	"bellhop/sandbox/world"
)

func pathOf(r tree) string { return pathCreate + "/" + text(r, "id") }

func TestSpec_3_CancelConfirmed(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 3/6", "SPEC 4.7/2")
	l := start(t)
	made := l.book()
	done := l.ok(200, "POST", pathOf(made)+"/cancel", nil)
	want := copied(made)
	want["status"] = "CANCELED"
	if fmt.Sprint(done) != fmt.Sprint(want) {
		t.Errorf("cancelling changed more than the status:\n%v\n%v", done, want)
	}
	if got := text(l.ok(200, "GET", pathOf(made), nil), "status"); got != "CANCELED" {
		t.Errorf("it reads as %s afterwards", got)
	}
}

func TestWire_3_CancelOthers(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/8", "WIRE 3/9", "WIRE 2/15", "SPEC 4.7/1", "SPEC 4.7/3")
	l := start(t)
	canceled, created := l.book(), l.book(func(b tree) { b["simulate"] = "created" })
	l.ok(200, "POST", pathOf(canceled)+"/cancel", nil)
	for _, r := range []tree{canceled, created} {
		refused(t, l.do("POST", pathOf(r)+"/cancel", nil), 400, 3002, "BOOKING_CANCELLATION_ERROR", "Only a CONFIRMED reservation can be cancelled.")
		refused(t, l.do("PATCH", pathOf(r), tree{"payment": tree{"guest": tree{"token": "x"}}}), 400, 3003, "BOOKING_ERROR", "Only a CONFIRMED reservation can be modified.")
	}
	invalid(t, l.do("POST", pathOf(created)+"/cancel", tree{"reason": "x"}), "The request takes no body.")
}

// What a stay cost cannot be taken back once the guest has left: its penalties end with
// the arrival.
func TestWire_3_CancelAStayThatIsOver(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/26")
	l := start(t)
	last, over := l.book(), l.book()
	l.setClock("2026-12-15T23:00:00Z") // The 15th in London, which is the last day.
	l.ok(200, "POST", pathOf(last)+"/cancel", nil)
	l.setClock("2026-12-16T00:00:00Z")
	refused(t, l.do("POST", pathOf(over)+"/cancel", nil), 400, 3002, "BOOKING_CANCELLATION_ERROR",
		"The stay is over, and cannot be cancelled: the guest left on 2026-12-15.")
	refused(t, l.do("PATCH", pathOf(over), tree{"check_in_date": "2027-01-12", "check_out_date": "2027-01-15"}), 400, 3003, "BOOKING_ERROR",
		"The stay is over: its dates cannot be changed.")
	if got := text(l.ok(200, "GET", pathOf(over), nil), "status"); got != "CONFIRMED" {
		t.Errorf("it reads as %s afterwards", got)
	}
}

// A list is in the order of creation, and its times agree with it, whatever the clock did.
func TestWire_3a_CreatedAtNeverRunsBackwards(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/38", "SPEC 2.1/6")
	l := start(t)
	var made []string
	for _, at := range []string{"2026-11-21T12:30:00Z", "2026-11-20T08:00:00Z", "2026-11-21T12:30:01Z"} {
		l.setClock(at)
		r := l.book(func(b tree) { b["simulate"] = "confirmed" })
		made = append(made, text(r, "created_at"))
		if again := text(l.ok(200, "GET", pathOf(r), nil), "created_at"); again != made[len(made)-1] {
			t.Errorf("it is made at %s, and reads as %s", made[len(made)-1], again)
		}
	}
	if got := strings.Join(made, " "); got != "2026-11-21T12:30:00Z 2026-11-21T12:30:00Z 2026-11-21T12:30:01Z" {
		t.Errorf("they are made at %s", got)
	}
	for i, r := range list(l.ok(200, "GET", pathList, nil), "items") {
		if got := text(r, "created_at"); got != made[len(made)-1-i] {
			t.Errorf("the list has %s at %d", got, i)
		}
	}
	// Another account's clock is its own.
	l.setClock("2026-11-20T08:00:00Z")
	other := l.as("other", "key-2")
	if got := text(other.book(func(b tree) { b["simulate"] = "created" }), "created_at"); got != "2026-11-20T08:00:00Z" {
		t.Errorf("the other account's is made at %s", got)
	}
}

func TestSpec_4_8_Read(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.8/2", "SPEC 2.1/10", "WIRE 2/21")
	l := start(t)
	made := l.book(func(b tree) { b["custom_data"] = tree{"z": 1, "a": "x"} })
	if got := l.ok(200, "GET", pathOf(made), nil); fmt.Sprint(got) != fmt.Sprint(made) {
		t.Errorf("read\n%v\nafter creating\n%v", got, made)
	}
}

func TestSpec_5_4_AccountsAreApart(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 5/5", "SPEC 4.6/1", "WIRE 3/5", "WIRE 3/6", "WIRE 3/7", "SPEC 8/12")
	l := start(t)
	made := l.book(func(b tree) { b["custom_data"] = tree{"po": "secret"} })
	other := l.as("other", "key-2")
	for method, path := range map[string]string{"GET": pathOf(made), "POST": pathOf(made) + "/cancel", "PATCH": pathOf(made)} {
		var body any
		if method == "PATCH" {
			body = tree{"payment": tree{"guest": tree{"token": "x"}}}
		}
		refused(t, other.do(method, path, body), 404, 1004, "APPLICATION_ERROR", "There is no such reservation.")
		unknown := strings.Replace(path, text(made, "id"), strings.Repeat("a", 32), 1)
		refused(t, l.do(method, unknown, body), 404, 1004, "APPLICATION_ERROR", "There is no such reservation.")
		short := strings.Replace(path, text(made, "id"), "abc", 1)
		invalid(t, l.do(method, short, body), "reservation_id must be 32 letters and digits", "reservation_id")
	}
	// A stranger cannot tell another's reservation from one that never was.
	theirs := other.do("GET", pathOf(made), nil)
	never := other.do("GET", pathCreate+"/"+strings.Repeat("a", 32), nil)
	put(theirs.body, "request_id", text(never.body, "request_id"))
	if fmt.Sprint(theirs.body) != fmt.Sprint(never.body) {
		t.Errorf("another's reservation is %v, one that never was %v", theirs.body, never.body)
	}
	own := other.book(func(b tree) { b["custom_data"], b["simulate"] = tree{"po": "mine"}, "created" })
	for _, query := range []string{"", "?filter[id][in]=" + text(made, "id") + "," + text(own, "id"), "?filter[custom_data]=mine", "?page_size=100"} {
		if list := other.ok(200, "GET", pathList+query, nil); text(list, "total_items_without_paging") != "1" || text(list, "items", 0, "id") != text(own, "id") {
			t.Errorf("%s shows the other account %v", query, list)
		}
	}
	for _, query := range []string{"?filter[id]=" + text(made, "id"), "?filter[custom_data]=secret", "?filter[id][in]=" + text(made, "id")} {
		if list := other.ok(200, "GET", pathList+query, nil); text(list, "total_items_without_paging") != "0" || length(list, "items") != 0 {
			t.Errorf("the other account sees %v", list)
		}
	}
	if got := text(l.ok(200, "GET", pathOf(made), nil), "status"); got != "CONFIRMED" {
		t.Errorf("it is %s now", got)
	}
}

func TestSpec_4_5_ModifyPayment(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.5/1", "SPEC 4.5/2", "SPEC 4.5/3", "SPEC 3/7", "SPEC 2.3/5", "WIRE 2/20", "WIRE 3/25", "WIRE 3a/19", "WIRE 3/14")
	l := start(t)
	made := l.book()
	done := l.ok(200, "PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "pay-2", "cvv": "123"}}})
	stored := l.do("GET", pathOf(made), nil)
	// The answer is the reservation (SPEC 2.3); its payment has the token and the cvv as well as the amount and the processor.
	shown := copied(at(stored.body, "payment").(tree))
	put(shown, "guest.cvv", "123")
	if got := fmt.Sprint(at(done, "payment")); got != fmt.Sprint(shown) || text(done, "payment", "guest", "amount") == "" ||
		text(done, "payment", "guest", "processor", "payment_method") == "" || text(done, "status") != "CONFIRMED" {
		t.Errorf("the answer shows payment %s, status %s, want %s", got, text(done, "status"), shown)
	}
	if text(stored.body, "payment", "guest", "token") != "pay-2" || strings.Contains(string(stored.raw), "cvv") ||
		text(stored.body, "payment", "guest", "amount") != text(made, "payment", "guest", "amount") {
		t.Errorf("stored: %s", stored.raw)
	}
	if text(stored.body, "payment", "guest", "processor", "payment_method") == text(made, "payment", "guest", "processor", "payment_method") {
		t.Error("the payment method at the processor stayed the old one")
	}
	done = l.ok(200, "PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "pay-3"}}})
	if got, want := fmt.Sprint(at(done, "payment")), fmt.Sprint(at(l.ok(200, "GET", pathOf(made), nil), "payment")); got != want || text(done, "payment", "guest", "token") != "pay-3" {
		t.Errorf("without cvv the answer shows payment %s, want %s", got, want)
	}
	refused(t, l.do("PATCH", pathOf(made), tree{"payment": tree{"guest": tree{"token": "card_declined"}}}), 400, 4001, "PAYMENT_PROCESSING_ERROR",
		"The payment was not accepted: the card issuer declines the payment.", "payment", "guest", "token")
}

func TestSpec_4_5_MissingToken(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.5/4", "WIRE 3a/18", "WIRE 3a/4", "WIRE 3a/20", "WIRE 3/4", "WIRE 3/3", "SPEC 7/9")
	l := start(t)
	made := l.book()
	for _, body := range []tree{
		{},
		{"payment": tree{}},
		{"payment": nil},
		{"payment": tree{"guest": tree{}}},
		{"payment": tree{"guest": tree{"cvv": "123"}}},
		{"payment": tree{}, "check_out_date": "2026-12-16"},
	} {
		r := l.do("PATCH", pathOf(made), body)
		invalid(t, r, "payment.guest.token is missing", "payment", "guest", "token")
		if p, there := body["payment"]; length(r.body, "details") != 1 && (p != nil || !there) { // A null is a problem of its own.
			t.Errorf("%v: %s", body, r.raw)
		}
	}
	for _, test := range []struct {
		body    tree
		message string
	}{
		{tree{"payment": "x"}, "payment must be an object"},
		{tree{"payment": tree{"guest": tree{"token": "t", "cvv": "12"}}}, "payment.guest.cvv must be 3 or 4 digits"},
		{tree{"payment": tree{"guest": tree{"token": "t", "amount": 3}}}, "payment.guest.amount is not a field of this request"},
		{tree{"check_in_dat": "2026-12-12"}, "check_in_dat is not a field of this request"},
		{tree{"check_in_date": "soon"}, "check_in_date must be a date, YYYY-MM-DD"},
		{tree{"check_in_date": "2026-11-01"}, "check_in_date is in the past"},
	} {
		field, _, _ := strings.Cut(test.message, " ")
		invalid(t, l.do("PATCH", pathOf(made), test.body), test.message, strings.Split(field, ".")...)
	}
	const order = "The check-in date must be before the check-out date."
	invalid(t, l.do("PATCH", pathOf(made), tree{"check_in_date": "2026-12-15"}), order)
	invalid(t, l.do("PATCH", pathOf(made), tree{"check_in_date": "2026-12-20", "check_out_date": "2026-12-19"}), order)
}

func TestWire_2_ModifyDates(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.5/5", "WIRE 1/8", "WIRE 2/17", "WIRE 2/18", "WIRE 2/19", "WIRE 3a/16", "WIRE 3a/17")
	l := start(t)
	search := searchBody()
	offered := l.roomy(2)
	made := l.ok(201, "POST", pathCreate, offered.createBody())
	put(search, "stay_info.check_out_date", "2026-12-14")
	want := ""
	for _, o := range l.offers(search) {
		if o.rate["booking_code"] == offered.rate["booking_code"] {
			want = text(o.rate, "price", "total_price")
		}
	}
	// One date alone keeps the other (WIRE 3a).
	done := l.ok(200, "PATCH", pathOf(made), tree{"check_out_date": "2026-12-14"})
	if text(done, "check_in_date") != "2026-12-12T00:00:00Z" || text(done, "check_out_date") != "2026-12-14T00:00:00Z" {
		t.Errorf("the stay is %s to %s", text(done, "check_in_date"), text(done, "check_out_date"))
	}
	if got := text(done, "rate", "price", "total_price"); got != want || got == text(made, "rate", "price", "total_price") {
		t.Errorf("two nights cost %s, want %s", got, want)
	}
	// The amount charged with the booking stays as it was (SPEC 2.3).
	if got := text(done, "payment", "guest", "amount"); got != text(made, "payment", "guest", "amount") {
		t.Errorf("%s is paid, want %s", got, text(made, "payment", "guest", "amount"))
	}
	for _, same := range []string{"id", "confirmation", "created_at", "hotel", "guests", "status"} {
		if fmt.Sprint(done[same]) != fmt.Sprint(made[same]) {
			t.Errorf("%s changed to %v", same, done[same])
		}
	}
	if got := l.ok(200, "GET", pathOf(made), nil); fmt.Sprint(got) != fmt.Sprint(done) {
		t.Errorf("it reads as %v", got)
	}
	refused(t, l.do("PATCH", pathOf(made), tree{"check_in_date": "2031-12-12", "check_out_date": "2031-12-14"}), 400, 3003, "BOOKING_ERROR",
		"The rate is not offered for the new dates.")
	// Payment and dates together; when one is refused, neither happens.
	both := tree{"check_out_date": "2026-12-15", "payment": tree{"guest": tree{"token": "card_lost"}}}
	refused(t, l.do("PATCH", pathOf(made), both), 400, 4001, "PAYMENT_PROCESSING_ERROR",
		"The payment was not accepted: the card was reported lost.", "payment", "guest", "token")
	if got := l.ok(200, "GET", pathOf(made), nil); fmt.Sprint(got) != fmt.Sprint(done) {
		t.Errorf("a refused change left %v", got)
	}
	put(both, "payment.guest.token", "pay-9")
	if got := l.ok(200, "PATCH", pathOf(made), both); text(got, "check_out_date") != "2026-12-15T00:00:00Z" || text(got, "payment", "guest", "token") != "pay-9" {
		t.Errorf("both together: %v", got)
	}
}

// left is how many rooms of an offer's kind the world has for its stay.
func (l *testFixture) left(o offer) int {
	l.t.Helper()
	index, ok := l.sandbox.world.Find(text(o.hotel, "chain_code"), text(o.hotel, "property_code"))
	day, _ := jsontree.ParseDay("2026-12-12")
	stay := world.Stay{In: world.Day(day), Out: world.Day(day) + 3, Adults: 1}
	room, _, known := l.sandbox.world.Rate(index, text(o.rate, "booking_code"), stay, l.sandbox.Now())
	if !ok || !known {
		l.t.Fatal("the offer is unknown to the world")
	}
	least := 1 << 30
	for night := stay.In; night < stay.Out; night++ {
		least = min(least, l.sandbox.world.Allotment(index, room.No, night))
	}
	return least
}

// roomy returns the first offer of a search that has at least n rooms.
func (l *testFixture) roomy(n int) offer {
	l.t.Helper()
	for _, o := range l.offers(searchBody()) {
		if l.left(o) >= n {
			return o
		}
	}
	l.t.Fatalf("no offer has %d rooms", n)
	return offer{}
}

func TestWire_3a_LastRoomIsSoldOnce(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/11", "WIRE 3a/11", "WIRE 3a/12", "WIRE 3a/13", "WIRE 3a/14")
	l := start(t)
	o := l.roomy(2)
	for range l.left(o) - 1 {
		l.ok(201, "POST", pathCreate, o.createBody())
	}
	var sold, soldOut atomic.Int64
	var id sync.Map
	var group sync.WaitGroup
	for range 12 {
		group.Go(func() {
			r := l.do("POST", pathCreate, o.createBody())
			switch {
			case r.status == 201:
				sold.Add(1)
				id.Store("sold", pathOf(r.body))
			case r.status == 400 && text(r.body, "type") == "BOOKING_CREATION_ERROR":
				soldOut.Add(1)
			default:
				t.Errorf("%d %s", r.status, r.raw)
			}
		})
	}
	group.Wait()
	if sold.Load() != 1 || soldOut.Load() != 11 {
		t.Fatalf("the last room was sold %d times and refused %d times, want 1 and 11", sold.Load(), soldOut.Load())
	}
	refused(t, l.do("POST", pathCreate, o.createBody()), 400, 3001, "BOOKING_CREATION_ERROR", "The room is sold out for this stay.", "rate", "booking_code")
	refused(t, l.do("POST", "/rest/v1/hotel/rate_verification", o.verifyBody()), 400, 3003, "BOOKING_ERROR", "The room is sold out for this stay.", "booking_code")
	for _, other := range l.offers(searchBody()) {
		if other.rate["booking_code"] == o.rate["booking_code"] {
			t.Error("the search still offers the sold-out room")
		}
	}
	// A simulated create takes no room, and needs none.
	free := o.createBody()
	free["simulate"] = "confirmed"
	l.ok(201, "POST", pathCreate, free)
	path, _ := id.Load("sold")
	l.ok(200, "POST", path.(string)+"/cancel", nil)
	l.ok(201, "POST", pathCreate, o.createBody())
}

// An offer holds until its expiration, and a verification prolongs it.
func TestWire_3_ExpiredRate(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3/12", "WIRE 3/16")
	l := start(t)
	o := l.offer()
	until, err := time.Parse(time.RFC3339, text(o.rate, "expiration"))
	if err != nil || !until.After(l.clock.time()) {
		t.Fatalf("the rate expires at %q, %v", text(o.rate, "expiration"), err)
	}
	const verify = "/rest/v1/hotel/rate_verification"
	life := until.Sub(l.clock.time())
	l.clock.pass(life - time.Second)
	l.ok(200, "POST", verify, o.verifyBody())
	l.clock.pass(life / 2)
	l.ok(200, "POST", verify, o.verifyBody())
	l.clock.pass(life) // At its expiration a rate has expired.
	refused(t, l.do("POST", verify, o.verifyBody()), 400, 3003, "BOOKING_ERROR", "The rate has expired: search again.", "booking_code")
	refused(t, l.do("POST", pathCreate, o.createBody()), 400, 3001, "BOOKING_CREATION_ERROR", "The rate has expired: search again.", "rate", "booking_code")
	// Another account was never offered it: to that one the code is current.
	l.as("other", "key-2").ok(200, "POST", verify, o.verifyBody())
	o = l.offer()
	l.ok(201, "POST", pathCreate, o.createBody())
}

func TestSpec_4_RequestsWithoutABody(t *testing.T) {
	t.Parallel()
	l := start(t)
	made := l.book()
	for _, test := range []struct{ rule, method, path string }{
		{"SPEC 4.1/9", "GET", pathPlaces + "?query=lo"},
		{"SPEC 4.6/3", "GET", pathList},
		{"SPEC 4.8/1", "GET", pathOf(made)},
		{"SPEC 4.7/1", "POST", pathOf(made) + "/cancel"},
	} {
		t.Run(test.rule, func(t *testing.T) {
			proves(t, test.rule)
			l := l.in(t)
			for _, body := range []any{tree{"reason": "x"}, "null", "x"} {
				invalid(t, l.do(test.method, test.path, body), "The request takes no body.")
			}
			if text(l.ok(200, "GET", pathOf(made), nil), "status") != "CONFIRMED" {
				t.Error("the refused request was carried out")
			}
			l.ok(200, test.method, test.path, " \n")
		})
	}
}

func TestSpec_4_7_InvalidCancel(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 4.7/3", "WIRE 3/21", "WIRE 3/7")
	l := start(t)
	made := l.book()
	invalid(t, l.do("POST", pathOf(made)+"/cancel?force=1", nil), "force is not a parameter of this request", "force")
	invalid(t, l.do("GET", pathOf(made)+"?fields=id", nil), "fields is not a parameter of this request", "fields")
	for _, id := range []string{"x", strings.Repeat("a", 31), strings.Repeat("a", 33), strings.Repeat("a", 31) + "-", strings.Repeat("a", 31) + "%C3%A9"} {
		for method, path := range map[string]string{"GET": "", "PATCH": "", "POST": "/cancel"} {
			var body any
			if method == "PATCH" {
				body = tree{"check_out_date": "2026-12-15"}
			}
			invalid(t, l.do(method, pathCreate+"/"+id+path, body), "reservation_id must be 32 letters and digits", "reservation_id")
		}
	}
	if got := text(l.ok(200, "GET", pathOf(made), nil), "status"); got != "CONFIRMED" {
		t.Errorf("it is %s after refusals", got)
	}
}

// Of a change of dates, the rate's code, channel and room stay.
func TestWire_2_ModifyKeepsTheRate(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 2/16", "WIRE 2/18")
	l := start(t)
	made := l.ok(201, "POST", pathCreate, l.roomy(2).createBody())
	done := l.ok(200, "PATCH", pathOf(made), tree{"check_in_date": "2026-12-13", "check_out_date": "2026-12-16"})
	for _, field := range []string{"booking_code", "channel_code", "number_of_rooms"} {
		if got, want := text(done, "rate", field), text(made, "rate", field); got != want {
			t.Errorf("rate.%s became %s, it was %s", field, got, want)
		}
	}
	search := searchBody()
	put(search, "stay_info.check_in_date", "2026-12-13")
	put(search, "stay_info.check_out_date", "2026-12-16")
	for _, o := range l.offers(search) {
		if o.rate["booking_code"] == at(made, "rate", "booking_code") {
			for field := range priceForm() {
				if got, want := text(done, "rate", "price", field), text(o.rate, "price", field); got != want {
					t.Errorf("rate.price.%s is %s, offered for %s", field, got, want)
				}
			}
			if got := text(done, "hotel"); got != text(made, "hotel") {
				t.Errorf("the hotel became %s", got)
			}
			return
		}
	}
	t.Error("the rate was changed to dates for which it is not offered")
}

// A change of dates leaves the payments of guest and partner as they were charged (SPEC 2.3).
func TestWire_2_ModifySplitPayment(t *testing.T) {
	t.Parallel()
	proves(t, "SPEC 2.3/1", "WIRE 2/18")
	l := start(t)
	body := l.roomy(2).createBody()
	total := text(body, "rate", "price", "total_price")
	put(body, "payment.guest.amount", json.Number("1.00"))
	put(body, "payment.partner", tree{"amount": json.Number(plus(t, total, -100)), "token": "partner-card"})
	made := l.ok(201, "POST", pathCreate, body)
	for _, out := range []string{"2026-12-16", "2026-12-13"} {
		done := l.ok(200, "PATCH", pathOf(made), tree{"check_out_date": out})
		if text(done, "rate", "price", "total_price") == total {
			t.Fatalf("until %s the price is still %s", out, total)
		}
		for _, side := range []string{"guest", "partner"} {
			if got, want := text(done, "payment", side, "amount"), text(made, "payment", side, "amount"); got != want {
				t.Errorf("until %s: the %s paid %s, want %s", out, side, got, want)
			}
		}
	}
}

// Dates move the rooms: the old nights are free again, the new ones taken.
func TestWire_3a_ModifyMovesTheStock(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/12", "WIRE 3a/13")
	l := start(t)
	later := searchBody()
	put(later, "stay_info.check_in_date", "2026-12-16")
	put(later, "stay_info.check_out_date", "2026-12-19")
	alsoLater := map[any]bool{}
	for _, o := range l.offers(later) {
		alsoLater[o.rate["booking_code"]] = true
	}
	var o offer
	for _, one := range l.offers(searchBody()) {
		if alsoLater[one.rate["booking_code"]] {
			o = one
			break
		}
	}
	var last tree
	for range l.left(o) {
		last = l.ok(201, "POST", pathCreate, o.createBody())
	}
	soldOut := func() {
		t.Helper()
		refused(t, l.do("POST", pathCreate, o.createBody()), 400, 3001, "BOOKING_CREATION_ERROR", "The room is sold out for this stay.", "rate", "booking_code")
	}
	soldOut()
	moved := l.ok(200, "PATCH", pathOf(last), tree{"check_in_date": "2026-12-16", "check_out_date": "2026-12-19"})
	l.ok(201, "POST", pathCreate, o.createBody())
	soldOut()
	refused(t, l.do("PATCH", pathOf(moved), tree{"check_in_date": "2026-12-12", "check_out_date": "2026-12-15"}), 400, 3003, "BOOKING_ERROR",
		"The room is sold out for the new dates.")
	if got := text(l.ok(200, "GET", pathOf(moved), nil), "check_in_date"); got != "2026-12-16T00:00:00Z" {
		t.Errorf("after a refused change check_in_date is %s", got)
	}
}

func TestWire_3a_FullHotel(t *testing.T) {
	t.Parallel()
	proves(t, "WIRE 3a/22", "WIRE 3a/12", "WIRE 3a/13")
	l := start(t)
	hotel := l.offer().hotel
	search := searchBody()
	search["filter"] = tree{"hotel": tree{"chain_code": hotel["chain_code"], "property_code": hotel["property_code"]}}
	var last tree
	rooms := 0
	for length(l.ok(200, "POST", pathSearch, search), "results") > 0 {
		last = l.ok(201, "POST", pathCreate, l.offers(search)[0].createBody())
		if rooms++; rooms > 2000 {
			t.Fatal("the hotel never gets full")
		}
	}
	if got := text(l.ok(200, "POST", pathSearch, search), "pagination", "total_items"); got != "0" {
		t.Errorf("a full hotel is left out and counted: %s", got)
	}
	for _, h := range list(l.ok(200, "POST", pathSearch, searchBody()), "results") {
		if text(h, "chain_code") == text(hotel, "chain_code") && text(h, "property_code") == text(hotel, "property_code") {
			t.Error("a full hotel is still in the search")
		}
	}
	l.ok(200, "POST", pathOf(last)+"/cancel", nil)
	if n := length(l.ok(200, "POST", pathSearch, search), "results"); n != 1 {
		t.Errorf("after a cancellation the hotel is found %d times", n)
	}
}
