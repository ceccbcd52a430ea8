package check

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"bellhop/sandbox"
)

// An exchange is an answer on its way, to be broken.
type exchange struct {
	t       testing.TB
	r       *http.Request
	sent    any // the request's body
	status  int
	header  http.Header
	text    []byte // the body as the service sent it,
	value   any    // and decoded, if anybody has asked for it
	decoded bool
	earlier func(nth int) *exchange                         // answers of this run
	ask     func(method, target string, sent any) *exchange // what the service says to another request
	booked  func(simulate string) []string                  // ids that this run has made
	nth     int                                             // of its method and path, from 1
}

func (x *exchange) is(method, path string) bool { return x.r.Method == method && x.r.URL.Path == path }

func (x *exchange) asks(name string) bool { return x.r.URL.Query().Has(name) }

func (x *exchange) become(other *exchange) {
	x.status, x.header, x.text, x.decoded = other.status, other.header.Clone(), other.text, false
}

// body returns the body of the answer. What is never asked for is sent as it came.
func (x *exchange) body() any {
	if !x.decoded {
		v, _ := decode(x.text)
		x.answer(v)
	}
	return x.value
}

// answer gives the answer another body.
func (x *exchange) answer(v any) { x.value, x.decoded = v, true }

// fields returns the members of the body.
func (x *exchange) fields() map[string]any { return x.body().(map[string]any) }

// without asks the same without a parameter, with others in its place.
func (x *exchange) without(name string, pairs ...string) {
	query := x.r.URL.Query()
	query.Del(name)
	for i := 0; i+1 < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	x.become(x.ask(x.r.Method, x.r.URL.Path+"?"+query.Encode(), nil))
}

// items returns the reservations, hotels or places of an answer.
func (x *exchange) items() []map[string]any {
	return append(objects(x.body(), "items"), objects(x.body(), "results")...)
}

func (x *exchange) rooms() []map[string]any {
	var out []map[string]any
	for _, hotel := range x.items() {
		out = append(out, objects(hotel, "rooms")...)
	}
	return out
}

func (x *exchange) rates() []map[string]any {
	var out []map[string]any
	for _, room := range x.rooms() {
		out = append(out, objects(room, "rates")...)
	}
	return out
}

func clone(v any) any {
	text, _ := json.Marshal(v)
	out, _ := decode(text)
	return out
}

// savedAnswers are what an honest service answered, so that a run with one
// broken answer costs next to nothing.
type savedAnswers struct {
	honest http.Handler
	mu     sync.Mutex
	known  map[string]*exchange
	rest   []any // the hotels of the second page
}

func newSavedAnswers(h http.Handler) *savedAnswers {
	return &savedAnswers{honest: h, known: map[string]*exchange{}}
}

// options returns a check of the saved answers with some of them changed. What is changed
// comes once, and is not remembered.
func (s *savedAnswers) options(t testing.TB, change func(*exchange), write bool) Options {
	o := options(s.broken(t, change), write)
	o.examine = func(a answer) examination {
		if e, known := examined.Load(keyOf(a)); known {
			return e.(examination)
		}
		return examineAgain(a)
	}
	return o
}

func (s *savedAnswers) answer(r *http.Request, body []byte, nth int) *exchange {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := strings.Join([]string{r.Method, r.URL.String(), string(body), r.Header.Get("Authorization"), strconv.Itoa(nth)}, "\n")
	if x := s.known[key]; x != nil {
		return x
	}
	in := r.Clone(r.Context())
	in.Body = io.NopCloser(bytes.NewReader(body))
	w := httptest.NewRecorder()
	s.honest.ServeHTTP(w, in)
	x := &exchange{status: w.Code, header: w.Header(), text: w.Body.Bytes()}
	sent, _ := decode(body)
	s.cut(r.URL.Path, sent, x)
	x.text, _ = json.Marshal(x.body())
	s.known[key] = x
	return x
}

// answersToReads and answersToWrites have the answers to a whole check that only reads,
// and to one that writes. Tests share them: what one run of a script is answered
// does not depend on another.
var (
	answersToReads  = sync.OnceValue(func() *savedAnswers { return answersTo(false) })
	answersToWrites = sync.OnceValue(func() *savedAnswers { return answersTo(true) })
)

// answersTo returns the answers to a whole check.
func answersTo(write bool) *savedAnswers {
	o := serviceOptions()
	o.Properties = 200
	box, err := sandbox.Open(context.Background(), o)
	if err != nil {
		panic(err)
	}
	s := newSavedAnswers(box.Handler())
	if _, err := Run(context.Background(), options(s.broken(nil, nil), write)); err != nil {
		panic(err)
	}
	return s
}

// cut makes of the answers to searches shorter ones that are as right: there are
// many runs, and they see each of them.
func (s *savedAnswers) cut(path string, sent any, x *exchange) {
	body, _ := x.body().(map[string]any)
	results := array(body, "results")
	switch {
	case path == destinationsPath && x.status == http.StatusOK:
		var places, hotels []any
		for _, one := range results {
			if text(one, "type") == "hotel" {
				hotels = append(hotels, one)
				continue
			}
			list := array(one, "hotels")
			one.(map[string]any)["hotels"] = list[:min(len(list), 3)]
			places = append(places, one)
		}
		body["results"] = append(places[:min(len(places), 3)], hotels[:min(len(hotels), 12)]...)
	case path != searchPath || at(sent, "stay_info", "check_out_date") == at(sent, "stay_info", "check_in_date"):
	case at(sent, "pagination") != nil:
		x.status = http.StatusOK
		x.answer(clone(map[string]any{
			"results": s.rest, "currency_exchange_rates": []any{},
			"pagination": map[string]any{"page_number": 2, "page_size": 2, "total_pages": 2, "total_items": 4},
		}))
	case x.status == http.StatusOK && at(sent, "filter", "reviewsite_ids") == nil:
		for _, hotel := range objects(body, "results") {
			rooms := array(hotel, "rooms")
			hotel["rooms"] = rooms[:min(len(rooms), 2)]
			hotel["images"], hotel["amenities"] = []any{}, []any{}
		}
		body["results"] = results[:min(len(results), 2)]
		page := map[string]any{"page_number": 1, "page_size": 25, "total_pages": 1, "total_items": min(len(results), 2)}
		if text(sent, "filter", "location", "type") == "iata_code" && at(sent, "filter", "hotel") == nil {
			s.rest = results[2:4]
			page["page_size"], page["total_pages"], page["total_items"] = 2, 2, 4
			page["pagination_token"] = "5b8c1f53-3f0a-4a3e-9a53-7a0f0a6c2b11"
		}
		body["pagination"] = clone(page)
	}
}

// broken serves the saved answers with some of them changed.
func (s *savedAnswers) broken(t testing.TB, change func(*exchange)) http.Handler {
	counts, same := map[string]int{}, map[string]int{}
	ids := map[string][]string{}
	var past []*exchange
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		sent, _ := decode(body)
		counts[r.Method+r.URL.Path]++
		same[r.Method+r.URL.String()+string(body)]++
		x := &exchange{t: t, r: r, sent: sent, nth: counts[r.Method+r.URL.Path]}
		x.become(s.answer(r, body, same[r.Method+r.URL.String()+string(body)]))
		x.earlier = func(nth int) *exchange { return past[nth] }
		x.ask = func(method, target string, sent any) *exchange {
			var text []byte
			if sent != nil {
				text, _ = json.Marshal(sent)
			}
			other := httptest.NewRequestWithContext(r.Context(), method, target, nil)
			other.Header = r.Header.Clone()
			return s.answer(other, text, 1)
		}
		if x.is("POST", reservationPath) && x.status == http.StatusCreated {
			simulate := text(sent, "simulate")
			ids[simulate] = append(ids[simulate], text(x.body(), "id"))
		}
		x.booked = func(simulate string) []string { return ids[simulate] }
		kept := &exchange{status: x.status, header: x.header, text: x.text, r: r}
		past = append(past, kept)
		if change != nil {
			change(x)
		}
		maps.Copy(w.Header(), x.header)
		if text, isText := x.value.(raw); x.decoded && isText {
			x.text = []byte(text)
		} else if x.decoded {
			encoded, err := json.Marshal(x.value)
			if err != nil {
				t.Error(err)
			}
			x.text = encoded
		}
		w.Header().Del("Content-Length")
		w.WriteHeader(x.status)
		_, _ = w.Write(x.text)
	})
}

// raw is a body that is sent as it is.
type raw string

// one returns a reservation that the list gives to somebody who asks by id.
func one(x *exchange) map[string]any {
	if !x.is("GET", listPath) || !x.asks("filter[id]") {
		return nil
	}
	return x.items()[0]
}

// first returns the answer to the first hotel search, of a whole city.
func first(x *exchange) *exchange {
	for i := 0; ; i++ {
		if past := x.earlier(i); past.r.URL.Path == searchPath {
			return past
		}
	}
}

func location(x *exchange) string { return text(x.sent, "filter", "location", "type") }

// Every rule can fail: a service that breaks it and nothing else deviates from
// it and from no other. What is printed then names no guest, token or card.
func TestEveryRuleCanFail(t *testing.T) {
	t.Parallel()
	reading, writing := answersToReads(), answersToWrites()
	secrets := personal(t, reading)
	all := breakers()
	for _, rule := range allRules() {
		if all[string(rule.ID)] == nil {
			t.Errorf("nothing breaks %s", rule.ID)
		}
	}
	for name, change := range all {
		id, _, _ := strings.Cut(name, " ")
		var rule Rule
		for _, one := range allRules() {
			if string(one.ID) == id {
				rule = one
			}
		}
		s := reading
		if rule.Writes {
			s = writing
		}
		r := check(t, s.options(t, change, rule.Writes))
		for _, one := range r.Results {
			if (one.Verdict == Deviates) != (one.ID == rule.ID) {
				t.Errorf("%s: %s: %s (%s) %+v", name, one.ID, one.Verdict, one.Why, one.Mismatches)
			}
		}
		silent(t, name, r, secrets)
	}
}

// personal returns the texts that no report may hold.
func personal(t *testing.T, s *savedAnswers) []string {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	secrets := []string{token, "card_good", "bellhop-check@example.com", "+442079460000", "Check Street"}
	for key, x := range s.known {
		if !strings.Contains(key, listPath) {
			continue
		}
		for _, r := range x.items() {
			for _, name := range []string{"given_name", "surname", "email", "telephone_number", "address"} {
				secrets = append(secrets, text(r, "guests", "primary", name))
			}
			secrets = append(secrets, text(r, "payment", "guest", "token"), text(r, "payment", "guest", "processor", "customer"))
		}
	}
	secrets = slices.DeleteFunc(secrets, func(one string) bool { return len(one) < 4 })
	slices.Sort(secrets)
	secrets = slices.Compact(secrets)
	if len(secrets) < 50 {
		t.Fatalf("only %d texts to look for", len(secrets))
	}
	return secrets
}

// silent fails the test when a report tells what is secret.
func silent(t *testing.T, name string, r *Report, secrets []string) {
	t.Helper()
	var b bytes.Buffer
	if err := r.Print(&b); err != nil {
		t.Error(err)
	}
	for _, line := range strings.Split(b.String(), "\n") {
		if len([]rune(line)) > width {
			t.Errorf("%s: %d columns: %s", name, len([]rune(line)), line)
		}
	}
	encoded, err := json.Marshal(r)
	if err != nil {
		t.Error(err)
	}
	b.Write(encoded)
	report := b.String()
	for _, secret := range secrets {
		if strings.Contains(report, secret) {
			t.Errorf("%s: the report holds %q", name, secret)
		}
	}
}
