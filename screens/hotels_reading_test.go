package screens_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"bellhop/api"
	"bellhop/ui/uitest"
)

// A slowService sends the hotels of an answer bit by bit, as it is told.
type slowService struct {
	*httptest.Server
	send chan string // texts, each flushed
	cut  chan bool   // true ends an answer as it should end
}

func newSlowService(t *testing.T) *slowService {
	t.Helper()
	s := &slowService{send: make(chan string), cut: make(chan bool)}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if !strings.HasSuffix(r.URL.Path, "/hotel/search") {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		for {
			select {
			case text := <-s.send:
				_, _ = w.Write([]byte(text))
				w.(http.Flusher).Flush()
			case whole := <-s.cut:
				if !whole {
					panic(http.ErrAbortHandler)
				}
				return
			case <-r.Context().Done():
				return
			}
		}
	}))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// bytesOf is a hotel of an answer, with one rate.
func bytesOf(i, pounds int) string {
	return fmt.Sprintf(`{"chain_code": "LX", "property_code": "%d", "name": "House %d", "rooms": [{"room_name": "Queen", "rates": [{
		"booking_code": "code-%d", "price": {"total_price": %d, "base_price": %d, "total_taxes": 0, "taxes_and_fees_included": true, "currency_code": "GBP"},
		"terms": {"refundable": true, "guarantee_type": "GUARANTEE"}}]}]}`, i, i, i, pounds, pounds)
}

// reading starts a list on a service that has sent three hotels of its answer.
func reading(t *testing.T) (*slowService, *uitest.Pump) {
	t.Helper()
	f, s := newFixture(t), newSlowService(t)
	client, err := api.New(api.Options{BaseURL: s.URL, Account: "a", Token: api.NewSecret("t"), Now: f.now})
	if err != nil {
		t.Fatal(err)
	}
	f.deskAt(client)
	go func() {
		s.send <- `{"results": [` + strings.Join([]string{bytesOf(1, 300), bytesOf(2, 200), bytesOf(3, 400)}, ",")
	}()
	p := f.start(&emptyScreen{next: hotelListOf(f.deps, londonTrip())}).Hold().Press("x")
	for p.Step(); !strings.Contains(p.View(), "3 hotels so far"); p.Step() {
		if !strings.Contains(p.View(), "so far") {
			t.Fatalf("no part of the answer is shown:\n%s", p.View())
		}
	}
	return s, p
}

// Hotels are on the screen while the rest of the answer is on its way, and may be sorted, found and opened; the cursor
// stays on its hotel.
func TestHotelsAreShownWhileTheyAreRead(t *testing.T) {
	t.Parallel()
	s, p := reading(t)
	p.Has("3 hotels so far", "by total", "House 1", "House 3", "reading …")
	p.Press("down").Has("› House 1")
	p.Press("/", "3").Has("1 of 3 hotels so far").HasNot("House 2").Press("esc")
	p.Press("enter").Has("Queen", "300.00").Press("esc")
	go func() {
		s.send <- "," + bytesOf(4, 100) + `], "pagination": {"page_number": 1, "total_pages": 1, "total_items": 4}}`
		s.cut <- true
	}()
	p.Step().Release().Has("4 of 4 hotels", "End of list").HasNot("so far", "reading")
	if view := p.View(); strings.Index(view, "House 4") > strings.Index(view, "House 2") {
		t.Errorf("the hotels are not in order:\n%s", view)
	}
}

// What has come of an answer that breaks off stays on the screen, and is not taken for all there is.
func TestHotelsOfAnAnswerThatBreaksOff(t *testing.T) {
	t.Parallel()
	s, p := reading(t)
	go func() { // Each time that it is tried.
		for {
			select {
			case s.cut <- false:
			case <-t.Context().Done():
				return
			}
		}
	}()
	p.Step().Release().Has("3 hotels, the rest did not come", "House 2", "f5 tries again").HasNot("End of list", "so far")
}

// A list that is left alone while it is read shows the newest order from its top.
func TestHotelsStoppedWhileTheyAreRead(t *testing.T) {
	t.Parallel()
	_, p := reading(t)
	p.Press("esc").Has("Stopped", "3 hotels, the rest did not come")
}

// While an answer is read, a cursor that was not moved stays on the first row: the cheapest, not the one that came first.
func TestAnUntouchedCursorStaysOnTopWhileHotelsAreRead(t *testing.T) {
	t.Parallel()
	s, p := reading(t)
	p.Has("› House 2")
	go func() {
		s.send <- "," + bytesOf(4, 100) + `], "pagination": {"page_number": 1, "total_pages": 1, "total_items": 4}}`
		s.cut <- true
	}()
	p.Step().Release().Has("4 of 4 hotels", "› House 4")
}

// A search ends if its pages repeat, and says above the rows that the list is incomplete.
func TestHotels_PagesThatRepeat(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	f.service.repeats = true
	p := f.start(&emptyScreen{next: hotelListOf(f.deps, londonTrip())}).Press("x")
	if n := len(f.service.searches); n < 3 || n > 3+6 { // The days around are searched as well.
		t.Errorf("%d searches", n)
	}
	p.Has("25 of 15,000 loaded", "! The list of hotels is incomplete: the service repeats its pages. f5", "reads it again.")
	f.service.repeats = false
	p.Press("r").Has("63 of 63 hotels").HasNot("is incomplete")
}
