package check

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/sandbox"
)

// deviating returns the rules that a report has as deviations.
func deviating(r *Report) []string {
	var out []string
	for _, one := range r.Results {
		if one.Verdict == Deviates {
			out = append(out, string(one.ID))
		}
	}
	return out
}

func resultOf(r *Report, id RuleID) Result {
	i := slices.IndexFunc(r.Results, func(one Result) bool { return one.ID == id })
	return r.Results[i]
}

// Each shape that WIRE 4 names is tolerated where it stands, and no deviation.
func TestShapesAreTolerated(t *testing.T) {
	t.Parallel()
	in := func(name string, then func(map[string]any)) func(*exchange) {
		return func(x *exchange) {
			if !bytes.Contains(x.text, []byte(`"`+name+`"`)) {
				return
			}
			var walk func(v any)
			walk = func(v any) {
				switch v := v.(type) {
				case []any:
					for _, one := range v {
						walk(one)
					}
				case map[string]any:
					if _, there := v[name]; there {
						then(v)
					}
					for _, one := range v {
						walk(one)
					}
				}
			}
			walk(x.body())
		}
	}
	rename := func(from, to string) func(*exchange) {
		return in(from, func(m map[string]any) { m[to] = m[from]; delete(m, from) })
	}
	set := func(name string, to any) func(*exchange) {
		return in(name, func(m map[string]any) { m[name] = clone(to) })
	}
	drop := func(name string) func(*exchange) { return in(name, func(m map[string]any) { delete(m, name) }) }
	words := func(name string) func(*exchange) {
		return in(name, func(m map[string]any) {
			switch v := m[name].(type) {
			case []any:
				m[name] = v[0]
			case string:
				m[name] = []any{v}
			case map[string]any:
				m[name] = []any{v}
			}
		})
	}
	s := answersToReads()
	for name, c := range map[string]struct {
		change func(*exchange)
		rule   RuleID
	}{
		"state_provience":        {rename("state_providence", "state_provience"), hotelFields},
		"state_province":         {rename("state_providence", "state_province"), hotelFields},
		"postal_code as number":  {set("postal_code", 1234), hotelFields},
		"phone as number":        {set("phone", 3511234), hotelFields},
		"fax as number":          {set("fax", 3511234), hotelFields},
		"penalties null":         {set("cancel_penalties", nil), termsFields},
		"penalties missing":      {drop("cancel_penalties"), termsFields},
		"one bare penalty":       {words("cancel_penalties"), termsFields},
		"deadline, no seconds":   {set("deadline_local", "2026-12-12T14:00+00:00"), termsFields},
		"stripe":                 {rename("processor", "stripe"), paymentFields},
		"short_description":      {rename("room_name", "short_description"), roomFields},
		"guarantee_type":         {words("guarantee_type"), termsFields},
		"terms":                  {words("terms"), termsFields},
		"no lowest_rate":         {drop("lowest_rate"), hotelFields},
		"no email":               {drop("email"), hotelFields},
		"no max_occupancy":       {drop("max_occupancy"), roomFields},
		"no taxes included":      {drop("taxes_and_fees_included"), rateFields},
		"no confirmation":        {drop("confirmation"), reservationFields},
		"no record locator":      {drop("record_locator"), reservationFields},
		"no confirmation number": {drop("hotel_confirmation_number"), reservationFields},
		"unknown status":         {set("status", "ON_REQUEST"), reservationFields},
		"unknown keys":           {in("rate_type", func(m map[string]any) { m["x_new"] = 1 }), rateFields},
		"null for nothing":       {set("michelin_keys_rating", nil), hotelFields},
		"unknown type of error": {func(x *exchange) {
			if x.status >= 400 {
				x.fields()["type"], x.fields()["code"] = "OTHER_ERROR", 77
			}
		}, errorFields},
		"unknown code": {func(x *exchange) {
			if x.status == 404 {
				x.fields()["code"] = 77
			}
		}, errorFields},
		"errors in HTML": {func(x *exchange) {
			if x.status >= 400 {
				x.header.Set("Content-Type", "text/html")
				x.answer(raw("<html>Bad</html>"))
			}
		}, jsonBodies},
		"other words": {func(x *exchange) {
			if x.status == 400 && text(x.body(), "type") == "VALIDATION" {
				x.fields()["message"] = "No."
			}
		}, errorFields},
		"long lists": {func(x *exchange) {
			if list := array(x.body(), "items"); len(list) > 20 && x.r.URL.RawQuery == "" {
				x.header.Set("X-Long", "yes")
				for range 4 {
					list = append(list, list...)
				}
				x.answer(map[string]any{"total_items_without_paging": 9999, "items": list})
			}
		}, listAnswer},
		"more of a place": {func(x *exchange) {
			for _, hotel := range x.items() {
				if place, ok := hotel["geolocation"].(map[string]any); ok {
					place["x_source"] = "gps"
				}
			}
		}, hotelFields},
		"category of a hotel's image": {func(x *exchange) {
			for _, hotel := range x.items() {
				if _, priced := hotel["rooms"]; priced {
					hotel["images"] = []any{map[string]any{"url": "https://i.example/1.jpg", "caption": "", "size": "", "category": "1"}}
				}
			}
		}, hotelFields},
		"category of a room's image": {func(x *exchange) {
			for _, room := range x.rooms() {
				room["room_images"] = []any{map[string]any{"url": "https://i.example/1.jpg", "caption": "", "size": "", "category": 1}}
			}
		}, roomFields},
	} {
		r := check(t, s.options(t, c.change, false))
		if got := resultOf(r, c.rule); got.Verdict != Tolerated {
			t.Errorf("%s: %s: %s %+v", name, c.rule, got.Verdict, got.Mismatches)
		}
		if name == "long lists" {
			continue // It is so long that the rules of the list deviate.
		}
		if got := deviating(r); len(got) > 0 {
			t.Errorf("%s: %s deviate: %+v", name, got, resultOf(r, RuleID(got[0])).Mismatches)
		}
	}
}

// The sandbox in its quirk mode sends all of them at once, and worse.
func TestQuirksAreTolerated(t *testing.T) {
	t.Parallel()
	h := service(t, func(o *sandbox.Options) { small(o); o.Quirks = "all" })
	r := check(t, options(h, true))
	for _, id := range deviating(r) {
		t.Errorf("%s: %+v", id, resultOf(r, RuleID(id)).Mismatches)
	}
	if r.Counts[Tolerated] < 10 {
		t.Errorf("only %d are tolerated", r.Counts[Tolerated])
	}
}

// What a service calls otherwise is asked for by that name, and what it does not
// have is not tried, with the reason.
func TestOtherNames(t *testing.T) {
	t.Parallel()
	for _, names := range []Names{
		{"id", "ids", "custom", "page", "per_page", "test", "arrival", "departure", "paging", "cursor", "number", "reviews"},
		// Inside other objects.
		{"id", "ids", "custom", "page", "per_page", "options.test", "stay.from", "stay.to", "paging.of", "at.cursor", "at.number", "by.reviews"},
	} {
		entries := []string{
			"id_filter=" + names.ID, "ids_filter=" + names.IDs, "custom_data_filter=" + names.CustomData, "page_number=" + names.PageNumber,
			"page_size=" + names.PageSize, "simulation=" + names.Simulation, "check_in=" + names.CheckIn, "check_out=" + names.CheckOut,
			"pagination=" + names.Pagination, "pagination_token=" + names.PaginationToken, "pagination_page=" + names.PaginationPage,
			"reviewsite_ids=" + names.ReviewSiteIDs,
		}
		o := options(service(t, func(o *sandbox.Options) { o.Names, o.Properties = entries, large }), true)
		o.Names = names
		for _, one := range check(t, o).Results {
			if one.Verdict != Holds {
				t.Errorf("%s: %s (%s) %+v", one.ID, one.Verdict, one.Why, one.Mismatches)
			}
		}
	}
	o := options(service(t, small), true)
	o.Names = Names{}
	r := check(t, o)
	for _, id := range []RuleID{
		listID, listIDs, listCustom, listSixValues, listPage, listPageSize, listPastEnd, searchSecond, searchReviews, createSimulated,
		createConfirmed, modifyDates,
	} {
		if got := resultOf(r, id); got.Verdict != NotTried || got.Why != notHad {
			t.Errorf("%s: %s (%s)", id, got.Verdict, got.Why)
		}
	}
	if got := deviating(r); len(got) > 0 || resultOf(r, createReal).Verdict != Holds {
		t.Errorf("%s deviate, create %s", got, resultOf(r, createReal).Verdict)
	}
}

// An account without reservations can be checked as far as it goes, and one with
// writes all the way.
func TestAnEmptyAccount(t *testing.T) {
	t.Parallel()
	empty := func(o *sandbox.Options) { small(o); o.Samples = 0 }
	r := check(t, options(service(t, empty), false))
	if got := deviating(r); len(got) > 0 {
		t.Errorf("%s deviate", got)
	}
	for id, why := range map[RuleID]string{
		filterRule("check_in_date", "gt"): "there is no reservation to filter by", readOne: "there is no reservation to read",
		listOrder: "there are no two reservations", listCustom: "no reservation of the first page has custom data", createReal: needsWrite,
		guestsFields: "no answer had any",
	} {
		if got := resultOf(r, id); got.Verdict != NotTried || got.Why != why {
			t.Errorf("%s: %s (%s)", id, got.Verdict, got.Why)
		}
	}
	r = check(t, options(service(t, empty), true))
	for _, one := range r.Results {
		if one.Verdict != Holds && one.ID != listSize && one.ID != searchSecond {
			t.Errorf("%s: %s (%s) %+v", one.ID, one.Verdict, one.Why, one.Mismatches)
		}
	}
}

// Without a payment token nothing is booked but what is simulated.
func TestWithoutACard(t *testing.T) {
	t.Parallel()
	var bodies []string
	h := service(t, small)
	o := options(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost && r.URL.Path == reservationPath {
			text, _ := io.ReadAll(r.Body)
			bodies = append(bodies, string(text))
			r.Body = io.NopCloser(bytes.NewReader(text))
		}
		h.ServeHTTP(w, r)
	}), true)
	o.Card = ""
	r := check(t, o)
	if len(bodies) != 4 || slices.ContainsFunc(bodies, func(text string) bool { return !strings.Contains(text, `"simulate":"c`) }) {
		t.Errorf("sent %q", bodies)
	}
	if got := deviating(r); len(got) > 0 {
		t.Errorf("%s deviate", got)
	}
	if got := resultOf(r, createReal); got.Why != "there is no payment token to book with" {
		t.Errorf("create: %s", got.Why)
	}
	for _, id := range []RuleID{modifyPayment, modifyDates, cancelOne, cancelAgain, modifyCanceled} {
		if got := resultOf(r, id); got.Verdict != Holds {
			t.Errorf("%s: %s (%s)", id, got.Verdict, got.Why)
		}
	}
}

// A sandbox's clock can be anywhere: the stay is one of its own future.
func TestTheServicesCalendarCounts(t *testing.T) {
	t.Parallel()
	h := service(t, func(o *sandbox.Options) { small(o); o.Start = "2028-02-28T12:00:00Z" })
	r := check(t, options(h, true))
	if got := deviating(r); len(got) > 0 || resultOf(r, verifyRate).Verdict != Holds {
		t.Errorf("%s deviate; verify: %+v", got, resultOf(r, verifyRate))
	}
}

// A log of what was sent, and a way to answer in the service's place.
type tap struct {
	next   http.RoundTripper
	sent   []string
	answer func(r *http.Request, n int) (*http.Response, error) // nil, nil lets it through
	after  func(n int)
}

func (p *tap) RoundTrip(r *http.Request) (*http.Response, error) {
	line := r.Method + " " + r.URL.RequestURI()
	if r.Body != nil {
		text, _ := io.ReadAll(r.Body)
		line += " " + string(text)
		r.Body = io.NopCloser(bytes.NewReader(text))
	}
	p.sent = append(p.sent, line)
	if p.answer != nil {
		if a, err := p.answer(r, len(p.sent)); a != nil || err != nil {
			return a, err
		}
	}
	a, err := p.next.RoundTrip(r)
	if p.after != nil {
		p.after(len(p.sent))
	}
	return a, err
}

func refusal(status int, header http.Header) *http.Response {
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader("busy")), Request: &http.Request{}}
}

// A busy service is asked again after as long as it wants for what only reads,
// and never for what writes.
func TestBusy(t *testing.T) {
	t.Parallel()
	o := options(service(t, small), true)
	var pauses []time.Duration
	o.Sleep = func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil }
	seen := map[string]int{}
	p := &tap{next: o.Transport, answer: func(r *http.Request, _ int) (*http.Response, error) {
		key := r.Method + " " + r.URL.Path
		if seen[key]++; seen[key] > 1 || !strings.HasPrefix(r.URL.Path, reservationPath) && r.URL.Path != verifyPath {
			return nil, nil
		}
		return refusal(http.StatusTooManyRequests, http.Header{"Retry-After": {"7"}}), nil
	}}
	o.Transport = p
	r := check(t, o)
	if got := deviating(r); len(got) > 0 {
		t.Errorf("%s deviate", got)
	}
	if len(pauses) < 3 || slices.ContainsFunc(pauses, func(d time.Duration) bool { return d != 7*time.Second }) {
		t.Errorf("paused %v", pauses)
	}
	if got := resultOf(r, createSimulated); got.Why != "the service answered with 429" {
		t.Errorf("%s (%s)", got.Verdict, got.Why)
	}
	once(t, p.sent)
	o.Transport = &tap{next: p.next, answer: func(*http.Request, int) (*http.Response, error) {
		return refusal(http.StatusTooManyRequests, http.Header{"Retry-After": {"86400"}}), nil
	}}
	pauses = nil
	r = check(t, o)
	if r.Counts[Deviates] > 0 || len(pauses) == 0 || pauses[0] != maxPause {
		t.Errorf("%s deviate, paused %v", deviating(r), pauses)
	}
}

// once fails the test when a write went out twice. The cancellation that is
// tried again on purpose is no repetition: the answer of the first was there.
func once(t *testing.T, sent []string) {
	t.Helper()
	counts := map[string]int{}
	for _, line := range sent {
		if strings.HasPrefix(line, "PATCH") || strings.HasPrefix(line, "POST "+reservationPath) {
			counts[line]++
		}
	}
	again := 0
	for line, n := range counts {
		if n > 2 || n == 2 && !strings.HasSuffix(line, "/cancel") {
			t.Errorf("sent %d times: %s", n, line)
		}
		if n == 2 {
			again++
		}
	}
	if again > 1 {
		t.Errorf("%d cancellations were sent twice", again)
	}
}

// A write whose answer is lost is not sent again and named, the rest is not
// tried, and what was booked before is given back.
func TestALostAnswer(t *testing.T) {
	t.Parallel()
	o := options(service(t, small), true)
	lost := errors.New("connection reset by peer")
	p := &tap{next: o.Transport}
	p.answer = func(r *http.Request, _ int) (*http.Response, error) {
		if line := p.sent[len(p.sent)-1]; r.URL.Path == reservationPath && !strings.Contains(line, `"simulate"`) {
			if _, err := p.next.RoundTrip(r); err != nil {
				t.Error(err)
			}
			return nil, lost
		}
		return nil, nil
	}
	o.Transport = p
	r := check(t, o)
	once(t, p.sent)
	if want := []string{"POST /rest/v1/reservation: connection reset by peer; it would carry bellhop_attempt att-00000000000000000000000005"}; !slices.Equal(r.Unknown, want) {
		t.Errorf("unknown: %q", r.Unknown)
	}
	if got := resultOf(r, readOne); got.Verdict != NotTried || got.Why != "the service stopped answering: connection reset by peer" {
		t.Errorf("%s (%s)", got.Verdict, got.Why)
	}
	// Half a check that found nothing is no check that holds.
	if want := "the check did not come to its end: the service stopped answering: connection reset by peer"; r.OK() || r.Figures() != want {
		t.Errorf("%v, %s", r.OK(), r.Figures())
	}
	if got := p.sent[len(p.sent)-1]; !strings.HasSuffix(got, "/cancel") {
		t.Errorf("the last request was %s", got)
	}
	if len(r.Left) != 1 || !strings.HasSuffix(r.Left[0], "(CREATED)") {
		t.Errorf("left %q", r.Left)
	}
	var b strings.Builder
	if err := r.Print(&b); err != nil || !strings.Contains(b.String(), "it is not known what came of POST /rest/v1/reservation") {
		t.Errorf("%v: %s", err, b.String())
	}
}

// An interrupted check stops, gives back what it has booked, and says what is
// left.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	o := options(service(t, small), true)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	booked := 0
	p := &tap{next: o.Transport}
	p.after = func(n int) {
		if line := p.sent[n-1]; strings.HasPrefix(line, "POST "+reservationPath+" ") && !strings.Contains(line, `"simulate"`) {
			booked = n
			cancel()
		}
	}
	o.Transport = p
	r, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || r == nil {
		t.Fatalf("%v, %v", r, err)
	}
	rest := p.sent[booked:]
	if booked == 0 || len(rest) > 3 || len(rest) < 2 || !strings.HasSuffix(rest[len(rest)-1], "/cancel") {
		t.Errorf("after the interruption came %q", rest)
	}
	if len(r.Left) != 1 || len(r.Unknown) != 0 {
		t.Errorf("left %q, unknown %q", r.Left, r.Unknown)
	}
	if got := resultOf(r, listAll); got.Verdict != NotTried || got.Why != "the check was interrupted" {
		t.Errorf("%s (%s)", got.Verdict, got.Why)
	}
	once(t, p.sent)
}

// A read that is called off says nothing about the service.
func TestInterruptedRead(t *testing.T) {
	t.Parallel()
	o := options(service(t, small), false)
	ctx, cancel := context.WithCancelCause(t.Context())
	p := &tap{next: o.Transport}
	p.answer = func(r *http.Request, _ int) (*http.Response, error) {
		if len(p.sent) < 5 {
			return nil, nil
		}
		cancel(errors.New("terminated signal received"))
		return nil, context.Cause(r.Context())
	}
	o.Transport = p
	r, err := Run(ctx, o)
	if !errors.Is(err, context.Canceled) || r == nil {
		t.Fatalf("%v, %v", r, err)
	}
	for _, one := range r.Results {
		if strings.Contains(one.Why, "stopped answering") || strings.Contains(one.Why, "signal") {
			t.Errorf("%s: %s", one.ID, one.Why)
		}
	}
	if len(p.sent) != 5 {
		t.Errorf("%d requests were sent", len(p.sent))
	}
}

// What makes a check senseless is an error, and a redirect leads nowhere: it
// would carry the token there.
func TestNothingToCheck(t *testing.T) {
	t.Parallel()
	o := options(service(t, small), false)
	o.Token = "wrong"
	if r, err := Run(t.Context(), o); r != nil || !errors.Is(err, ErrUnauthorized) {
		t.Errorf("a wrong token: %v, %v", r, err)
	}
	o.Transport = transport(func(*http.Request) (*http.Response, error) { return nil, errors.New("no such host") })
	if r, err := Run(t.Context(), o); r != nil || err == nil || err.Error() != "the service cannot be reached: no such host" {
		t.Errorf("nobody there: %v, %v", r, err)
	}
	var hosts []string
	o.Transport = transport(func(r *http.Request) (*http.Response, error) {
		if !slices.Contains(hosts, r.URL.Host) {
			hosts = append(hosts, r.URL.Host)
		}
		return refusal(http.StatusTemporaryRedirect, http.Header{"Location": {"https://elsewhere.example/"}}), nil
	})
	r := check(t, o)
	if !slices.Equal(hosts, []string{"service.example"}) || resultOf(r, placesEmpty).Verdict != Deviates {
		t.Errorf("hosts %q, %+v", hosts, resultOf(r, placesEmpty))
	}
}

// A guest's data and secrets are not printed wherever a service puts them.
func TestMisplacedSecrets(t *testing.T) {
	t.Parallel()
	planted := []string{"maria.guest@example.com", "tok_live_4242", "O'Maria", "+442079460958"}
	s := newSavedAnswers(service(t, small))
	for i, secret := range planted {
		var walk func(v any, depth int) any
		n := 0
		walk = func(v any, depth int) any {
			switch v := v.(type) {
			case map[string]any:
				for _, name := range slices.Sorted(maps.Keys(v)) {
					v[name] = walk(v[name], depth+1)
				}
				v[secret+" key"] = secret
				return v
			case []any:
				for i := range v {
					v[i] = walk(v[i], depth+1)
				}
				return v
			case string:
				if n++; (n+i)%5 == 0 {
					return secret
				}
			}
			return v
		}
		r := check(t, options(s.broken(t, func(x *exchange) { x.answer(walk(x.body(), 0)) }), true))
		if r.OK() {
			t.Errorf("%s: nothing deviates", secret)
		}
		var b strings.Builder
		if err := r.Print(&b); err != nil {
			t.Error(err)
		}
		encoded, err := json.Marshal(r)
		if err != nil {
			t.Error(err)
		}
		for _, line := range strings.Split(b.String()+string(encoded), "\n") {
			if at := strings.Index(line, secret); at >= 0 {
				t.Errorf("%s: %s", secret, line[max(0, at-60):min(len(line), at+60)])
			}
		}
	}
}

// Each create is an attempt of its own, which a console knows by its id
// (WIRE 5).
func TestCreatesAreAttempts(t *testing.T) {
	t.Parallel()
	o := options(service(t, small), true)
	o.Attempt = nil
	p := &tap{next: o.Transport}
	o.Transport = p
	check(t, o)
	creates, attempts := 0, map[string]bool{}
	for _, line := range p.sent {
		if !strings.Contains(line, `"custom_data"`) {
			continue
		}
		creates++
		attempts[regexp.MustCompile(`"bellhop_attempt":"(att-[A-Z0-9]{26})"`).FindString(line)] = true
	}
	if creates != 5 || len(attempts) != creates || attempts[""] {
		t.Errorf("%d creates, attempts %v", creates, attempts)
	}
}

// A write is refused by the service's own error alone: after a page of something
// in between nobody knows what came of it, and a cancellation that is not said
// to have taken place leaves the reservation.
func TestForeignAnswersToWritesAreUnknown(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		status  int
		kind    string
		body    string
		unknown int
	}{
		"a page":            {http.StatusConflict, "text/html", "<html>Conflict</html>", 1},
		"nothing":           {http.StatusForbidden, "", "", 1},
		"cut JSON":          {http.StatusBadRequest, "application/json", `{"type":"BOOKING_ERROR","mess`, 1},
		"another error":     {http.StatusTooManyRequests, "application/json", `{"error":{"message":"slow down"}}`, 1},
		"a problem":         {http.StatusConflict, "application/problem+json", `{"type":"about:blank","title":"Conflict","status":409}`, 1},
		"a time-out":        {http.StatusRequestTimeout, "application/json", `{"type":"BOOKING_ERROR","code":3003}`, 1},
		"a redirect":        {http.StatusFound, "", "", 1},
		"the service's own": {http.StatusBadRequest, "application/json", `{"type":"BOOKING_ERROR","code":3003}`, 0},
		"its code alone":    {http.StatusBadRequest, "application/json", `{"code":3003}`, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := answersToWrites().options(t, nil, true)
			p := &tap{next: o.Transport}
			p.answer = func(r *http.Request, _ int) (*http.Response, error) {
				if !strings.HasSuffix(r.URL.Path, "/cancel") {
					return nil, nil
				}
				w := httptest.NewRecorder()
				w.Header().Set("Content-Type", c.kind)
				w.WriteHeader(c.status)
				_, _ = w.WriteString(c.body)
				return w.Result(), nil
			}
			o.Transport = p
			r := check(t, o)
			// Three were made, and one of them cancelled a second time.
			cancels := 0
			for _, line := range p.sent {
				if strings.Contains(line, "/cancel") {
					cancels++
				}
			}
			if len(r.Unknown) != c.unknown*cancels || cancels == 0 || len(r.Left) != 3 {
				t.Errorf("%d cancellations, unknown %q, left %q", cancels, r.Unknown, r.Left)
			}
		})
	}
}

// An id is sent in a path: one that is none is not used, so that no service can
// lead a cancellation elsewhere.
func TestIDsAreNoPaths(t *testing.T) {
	t.Parallel()
	o := answersToWrites().options(t, func(x *exchange) {
		if x.is("POST", reservationPath) && x.status == http.StatusCreated {
			x.fields()["id"] = "../reservation/4f2k9x0c7d1mzq8w3e5r6t7y"
		}
	}, true)
	p := &tap{next: o.Transport}
	o.Transport = p
	r := check(t, o)
	for _, line := range p.sent {
		if strings.Contains(line, "..") || strings.Contains(line, "/cancel") {
			t.Errorf("sent %s", line)
		}
	}
	if len(r.Unknown) != 3 || resultOf(r, cancelOne).Verdict != NotTried {
		t.Errorf("unknown %q, cancel %+v", r.Unknown, resultOf(r, cancelOne))
	}
}

// Rules have names and sentences, and sections of the rule book, and fit a
// terminal.
func TestRules(t *testing.T) {
	t.Parallel()
	book, err := os.ReadFile("../conformance/rules.tsv")
	if err != nil {
		t.Fatal(err)
	}
	sections := map[string]bool{"SPEC 1": true} // What binds both sides is in no rule book of the sandbox.
	for line := range strings.Lines(string(book)) {
		id, _, _ := strings.Cut(line, "\t")
		sections[id] = true
	}
	seen := map[RuleID]bool{}
	for _, rule := range allRules() {
		if seen[rule.ID] || rule.ID == "" || !strings.HasSuffix(rule.Text, ".") || len(rule.Text) > width-20 ||
			!sections[rule.Section] {
			t.Errorf("%+v", rule)
		}
		seen[rule.ID] = true
	}
	doc, err := described()
	if err != nil {
		t.Fatal(err)
	}
	for name := range doc.Schemas {
		if id := ruleOfSchema(name); id != "" && !seen[id] {
			t.Errorf("%s belongs to no rule", name)
		}
	}
}
