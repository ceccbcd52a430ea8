package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/booking/trip"
	"bellhop/sandbox"
)

// A codeless service does not search by the codes of hotels, and has few of them on a page.
type codeless struct {
	service http.Handler
	size    int  // of a page
	silent  bool // it counts nothing
	single  bool // it has no further page
	status  int  // of its refusal
	refusal string

	mu    sync.Mutex
	lists map[string][]any // what a search found, by its token
	gone  bool             // no rate can be verified any more
}

func (c *codeless) around(service http.Handler) http.Handler {
	c.service, c.lists = service, map[string][]any{}
	if c.status == 0 {
		c.status = http.StatusBadRequest
		c.refusal = `{"code":2001,"type":"VALIDATION","message":"no","details":[{"field":["filter","hotel"],"message":"unknown"}]}`
	}
	return c
}

// sellOut has every rate gone.
func (c *codeless) sellOut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gone = true
}

func (c *codeless) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.gone && strings.HasSuffix(r.URL.Path, "/rate_verification"):
		reply(w, http.StatusNotFound, `{"code":1004,"type":"APPLICATION_ERROR","message":"gone"}`)
		return
	case !strings.HasSuffix(r.URL.Path, "/hotel/search"):
		c.service.ServeHTTP(w, r)
		return
	}
	body, _ := io.ReadAll(r.Body)
	var asked struct {
		Filter     struct{ Hotel any }
		Pagination struct {
			Token string `json:"pagination_token"`
			Page  int    `json:"page_number"`
		}
	}
	_ = json.Unmarshal(body, &asked)
	switch {
	case asked.Filter.Hotel != nil:
		reply(w, c.status, c.refusal)
		return
	case asked.Pagination.Token != "":
		reply(w, http.StatusOK, c.page(asked.Pagination.Token, asked.Pagination.Page))
		return
	}
	kept := httptest.NewRecorder()
	r.Body = io.NopCloser(bytes.NewReader(body))
	c.service.ServeHTTP(kept, r)
	var found answer
	decoder := json.NewDecoder(kept.Body)
	decoder.UseNumber()
	_ = decoder.Decode(&found)
	token := fmt.Sprintf("00000000-0000-4000-8000-%012d", len(c.lists))
	c.lists[token], _ = found["results"].([]any)
	reply(w, kept.Code, c.page(token, 1))
}

func (c *codeless) page(token string, number int) string {
	all := c.lists[token]
	from := min((number-1)*c.size, len(all))
	paging := answer{"pagination_token": token}
	if c.single {
		paging["pagination_token"] = nil
	}
	if !c.silent {
		paging["page_number"], paging["total_pages"], paging["total_items"] = number, (len(all)+c.size-1)/c.size, len(all)
	}
	text, _ := json.Marshal(answer{"results": all[from:min(from+c.size, len(all))], "pagination": paging})
	return string(text)
}

func reply(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, body)
}

// listedDraft returns a rate of the last of all hotels that a search finds, on whatever page it is.
func listedDraft(t *testing.T, desk *booking.Desk) booking.Draft {
	t.Helper()
	search := trip.Default(api.DateOf(desk.Now()))
	search.Destination = trip.CodeDestination("LON")
	list, err := desk.Hotels(t.Context(), search)
	for err == nil && list.More() {
		list, err = desk.MoreHotels(t.Context(), list)
	}
	if err != nil || len(list.Items) < 6 {
		t.Fatalf("%d hotels, %v", len(list.Items), err)
	}
	for i := len(list.Items) - 1; i > 3; i-- {
		hotel := list.Items[i].Hotel()
		if rates := booking.RoomRates(hotel); len(rates) > 1 {
			return booking.Draft{Trip: search, Hotel: hotel, Room: rates[0].Room, Rate: rates[0].Rate, SearchedAt: desk.Now()}
		}
	}
	t.Fatal("no hotel of a later page has rates")
	return booking.Draft{}
}

// One hotel is found again behind the first page of what is around it: its rates are not told to be gone.
func TestAHotelIsFoundAgainAroundItsPlace(t *testing.T) {
	t.Parallel()
	for name, silent := range map[string]bool{"counted": false, "not counted": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &codeless{size: 3, silent: silent}
			desk, _ := deskAround(t, sandbox.Options{}, nil, service.around)
			draft := listedDraft(t, desk)
			again, there, err := desk.HotelAgain(t.Context(), draft.Trip, draft.Hotel)
			if err != nil || !there || again.ID != draft.Hotel.ID {
				t.Fatalf("it is %v, %t, %v", again.ID, there, err)
			}
			o := marked.OfferOf(desk, draft, desk.Now())
			service.sellOut()
			got, err := marked.Verify(t.Context(), desk, o)
			if err != nil || got.Kind != quote.Gone || len(got.Nearest) == 0 {
				t.Errorf("its rate came to %q, %v", got.Words(), err)
			}
			draft.Hotel.ID.Code = "NONE"
			if _, there, err := desk.HotelAgain(t.Context(), draft.Trip, draft.Hotel); there || err != nil {
				t.Errorf("a hotel that is nowhere is there %t, %v", there, err)
			}
		})
	}
}

// Where the pages of what is around a hotel cannot be turned, nobody can tell that it is gone.
func TestAHotelBehindPagesThatCannotBeTurned(t *testing.T) {
	t.Parallel()
	whole := &codeless{size: 100}
	desk, _ := deskAround(t, sandbox.Options{}, nil, whole.around)
	draft := listedDraft(t, desk)
	for name, x := range map[string]struct {
		profile map[string]string
		single  bool
		why     string
	}{
		"switched off":    {map[string]string{"pagination": ""}, false, "This service does not offer that"},
		"no further page": {nil, true, "The hotel was not found again"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &codeless{size: 3, single: x.single}
			desk, _ := deskAround(t, sandbox.Options{}, x.profile, service.around)
			_, there, err := desk.HotelAgain(t.Context(), draft.Trip, draft.Hotel)
			if there || booking.Explain(err).Title != x.why {
				t.Errorf("it is there %t, %v", there, err)
			}
			o := marked.OfferOf(desk, draft, desk.Now())
			service.sellOut()
			if got, err := marked.Verify(t.Context(), desk, o); err != nil || got.Kind != quote.NotAsked || got.Why != x.why {
				t.Errorf("its rate came to %q, %v", got.Words(), err)
			}
		})
	}
}

// However a service says that it does not search by codes, an area is searched around the nearest one; what says something
// else is told as it is.
func TestAreasOfAServiceWithoutCodes(t *testing.T) {
	t.Parallel()
	for name, x := range map[string]struct {
		status  int
		refusal string
		joined  bool
	}{
		"a field that is unknown": {400, `{"code":2001,"type":"VALIDATION","message":"no","details":[{"field":["filter"],"message":"needs a location"}]}`, true},
		"within it":               {400, `{"code":2001,"type":"VALIDATION","message":"no","details":[{"field":["filter","location"],"message":"missing"}]}`, true},
		"no details":              {400, `{"code":1000,"type":"APPLICATION_ERROR","message":"location required"}`, true},
		"another status":          {422, `{"code":2001,"type":"VALIDATION","message":"no","details":[{"field":["filter","hotel"],"message":"x"}]}`, true},
		"a field without a path":  {400, `{"code":2001,"type":"VALIDATION","message":"no","details":[{"message":"filter.hotel is unknown"}]}`, true},
		"the dates":               {400, `{"code":2001,"type":"VALIDATION","message":"no","details":[{"field":["stay_info","check_in_date"],"message":"past"}]}`, false},
		"the key":                 {403, `{"code":1003,"type":"APPLICATION_ERROR","message":"no"}`, false},
		"a page":                  {400, `<html>`, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &codeless{size: 25, status: x.status, refusal: x.refusal}
			desk, _ := deskAround(t, sandbox.Options{}, nil, service.around)
			groups, err := desk.Directory.Destinations(t.Context(), "london")
			if err != nil {
				t.Fatal(err)
			}
			search := trip.Default(api.DateOf(desk.Now()))
			for _, group := range groups {
				for _, item := range group.Items {
					if d := item.Destination; d.Kind == trip.KindArea && search.Destination.Kind == trip.KindNone {
						search.Destination = d
					}
				}
			}
			var told int
			list, err := booking.HotelsInParts(t.Context(), desk, search, func(booking.HotelList) { told++ })
			if joined := err == nil && list.Trip.Destination.Near == "LON"; joined != x.joined || joined && (len(list.Items) == 0 || told == 0) {
				t.Errorf("%d hotels by %q, %d told: %v", len(list.Items), list.Trip.Destination.Near, told, err)
			}
		})
	}
}
