package service

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox/store"
	"bellhop/sandbox/world"
)

// book makes the reservation of the first rate that a search finds, and returns its path.
func (f *fixture) book() (path, answer string) {
	f.t.Helper()
	made := f.ok(http.StatusCreated, http.MethodPost, PathReservation, f.offer().createBody())
	return PathReservation + "/" + made.Member("id").Text, made.String()
}

// reservations lists those of the account.
func (f *fixture) reservations() []string {
	f.t.Helper()
	var list []string
	for _, one := range f.ok(http.StatusOK, http.MethodGet, PathReservations, "").Member("items").Items {
		list = append(list, one.String())
	}
	return list
}

// Every endpoint of SPEC 4 answers without HTTP and without any training.
func TestHandleServesEveryEndpoint(t *testing.T) {
	t.Parallel()
	f := open(t)
	offer := f.offer()
	path, made := f.book()
	cancellation := path + "/cancel"
	var served []Endpoint
	for _, test := range []struct {
		method, path, body string
		status             int
		want               string // what the answer holds
	}{
		{http.MethodGet, PathDestinations + "?query=lon", "", 200, `"city":"London"`},
		{http.MethodPost, PathSearch, searchBody, 200, `"booking_code":` + offer.rate.Member("booking_code").String()},
		{http.MethodPost, PathVerification, offer.verifyBody(), 200, `"booking_code":` + offer.rate.Member("booking_code").String()},
		{http.MethodGet, path, "", 200, made},
		{http.MethodGet, PathReservations, "", 200, made},
		{http.MethodPatch, path, `{"check_out_date":"2026-12-14"}`, 200, `"status":"CONFIRMED"`},
		{http.MethodPatch, path, `{"payment":{"guest":{"token":"card_another"}}}`, 400, `VALIDATION`},
		{http.MethodPatch, path, `{"payment":{"guest":{"token":"tok_2"}}}`, 200, `"token":"tok_2"`},
		{http.MethodPost, cancellation, "", 200, `"status":"CANCELED"`},
		{http.MethodPost, cancellation, "", 400, `BOOKING_CANCELLATION_ERROR`},
		{http.MethodPost, PathReservation, offer.createBody(), 201, `"status":"CONFIRMED"`},
	} {
		r := f.request(test.method, test.path, test.body)
		a := f.service.Handle(t.Context(), r)
		if a.Status != test.status || !strings.Contains(string(a.Body), test.want) || a.Success() != (a.Reject == nil) {
			t.Errorf("%s %s: %d %.300s, want %d %s", test.method, test.path, a.Status, a.Body, test.status, test.want)
		}
		if route, err := r.Route(); err == nil && a.Success() {
			served = append(served, route.Endpoint)
		}
	}
	for _, one := range Endpoints() {
		if !slices.Contains(served, one) {
			t.Errorf("%s %s was not served", one.Method, one.Path)
		}
	}
}

// A request that is refused changes nothing.
func TestHandleRefuses(t *testing.T) {
	t.Parallel()
	f := open(t)
	path, made := f.book()
	body := f.offer().createBody()
	for name, test := range map[string]struct {
		method, path, body string
		change             func(*Request)
		want               *Rejection // its status, code and type
	}{
		"nobody":            {http.MethodPost, PathReservation, body, func(r *Request) { r.Account = "" }, ErrUnauthorized},
		"another account":   {http.MethodGet, path, "", func(r *Request) { r.Account = "other" }, errNoReservation},
		"another's to keep": {http.MethodPost, path + "/cancel", "", func(r *Request) { r.Account = "other" }, errNoReservation},
		"no path":           {http.MethodGet, "/rest/v2/reservations", "", nil, ErrNoResource},
		"no method":         {http.MethodDelete, path, "", nil, RejectMethod("")},
		"no JSON":           {http.MethodPost, PathReservation, body, func(r *Request) { r.ContentType = "text/plain" }, errMediaType},
		"no body":           {http.MethodPost, PathSearch, "", nil, RejectInvalid()},
		"no query":          {http.MethodGet, PathDestinations, "", nil, RejectInvalid()},
		"no such filter":    {http.MethodGet, PathReservations + "?status=CONFIRMED", "", nil, RejectInvalid()},
		"no id":             {http.MethodGet, PathReservation + "/7", "", nil, RejectInvalid()},
		"no such rate":      {http.MethodPost, PathVerification, strings.Replace(f.offer().verifyBody(), `"booking_code":"`, `"booking_code":"x`, 1), nil, RejectBooking("")},
		"an old price":      {http.MethodPost, PathReservation, strings.NewReplacer(`"amount":`, `"amount":1`, `"total_price":`, `"total_price":1`).Replace(body), nil, rejectCreation("")},
		"a card declined":   {http.MethodPost, PathReservation, strings.Replace(body, "card_good", "card_declined", 1), nil, RejectPayment("")},
		"dates upside down": {http.MethodPatch, path, `{"check_out_date":"2026-12-12"}`, nil, RejectInvalid()},
		"no change":         {http.MethodPatch, path, `{}`, nil, RejectInvalid()},
	} {
		r := f.request(test.method, test.path, test.body)
		if test.change != nil {
			test.change(&r)
		}
		a := f.service.Handle(t.Context(), r)
		if a.Reject == nil || a.Status != test.want.Status || a.Reject.Code != test.want.Code || a.Reject.Type != test.want.Type {
			t.Errorf("%s: %d %s, want %v", name, a.Status, a.Body, test.want)
		}
	}
	if got := f.reservations(); !slices.Equal(got, []string{made}) {
		t.Errorf("the reservations are %v, want %s", got, made)
	}
}

// The last room is sold once, and a cancellation gives it back.
func TestHandleSellsWhatThereIs(t *testing.T) {
	t.Parallel()
	f := open(t)
	body := f.offer().createBody()
	var last Answer
	sold := 0
	for ; sold < 1000; sold++ {
		if last = f.service.Handle(t.Context(), f.request(http.MethodPost, PathReservation, body)); !last.Success() {
			break
		}
	}
	if sold == 0 || last.Reject == nil || last.Reject.Message != ErrSoldOut.Message {
		t.Fatalf("after %d bookings: %d %s", sold, last.Status, last.Body)
	}
	first := f.ok(http.StatusOK, http.MethodGet, PathReservations, "").Member("items").Items[0]
	f.ok(http.StatusOK, http.MethodPost, PathReservation+"/"+first.Member("id").Text+"/cancel", "")
	f.ok(http.StatusCreated, http.MethodPost, PathReservation, body)
}

// Hooks are asked about a booking before it is made, and a fact that it settles goes with it.
func TestHandleAsksItsHooks(t *testing.T) {
	t.Parallel()
	f := open(t, func(o *Options) {
		o.Policies = func(int, string, world.Stay) Policy { return Policy{OfferLife: time.Minute} }
	})
	broken := errors.New("an error of its own")
	for name, test := range map[string]struct {
		step   Step
		end    error
		status int
		text   string
	}{
		"a refusal":     {PriceAgreed, ErrForbidden, 403, ErrForbidden.Message},
		"an error":      {RateFound, broken, 500, ErrInternal.Message},
		"no store":      {PriceAgreed, fmt.Errorf("%w: gone", store.ErrUnavailable), 503, ErrUnavailable.Message},
		"who knows":     {PriceAgreed, fmt.Errorf("%w: gone", store.ErrUnknown), 500, errOutcome.Message},
		"an ended rate": {RateFound, ErrOfferEnded, 400, "The rate has expired: search again."},
	} {
		r := f.request(http.MethodPost, PathReservation, f.offer().createBody())
		var steps []Step
		r.Approve = func(p Proposal) error {
			if steps = append(steps, p.Step); p.Step == test.step {
				return test.end
			}
			return nil
		}
		a := f.service.Handle(t.Context(), r)
		if a.Status != test.status || !strings.Contains(string(a.Body), test.text) || len(f.reservations()) != 0 {
			t.Errorf("%s: %d %s", name, a.Status, a.Body)
		}
		if want := []Step{RateFound, PriceAgreed}[:test.step+1]; !slices.Equal(steps, want) {
			t.Errorf("%s: it was asked at %v, want %v", name, steps, want)
		}
	}
	if err := f.store.SetFact(t.Context(), "late 1", "x"); err != nil {
		t.Fatal(err)
	}
	r := f.request(http.MethodPost, PathReservation, f.offer().createBody())
	r.Settles = "late 1"
	a := f.service.Handle(t.Context(), r)
	if _, there, err := f.store.Fact(t.Context(), "late 1"); !a.Success() || there || err != nil {
		t.Errorf("the fact that the creation settles: %d %s, %t, %v", a.Status, a.Body, there, err)
	}
}
