package e2e

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"

	"bellhop/sandbox"
)

// A pagedPart is the answer to one request of a search: a range of the sandbox's hotels, and the paging fields.
type pagedPart struct {
	from, to int
	paging   answer
	codeless int // more results, which have no code
}

// A repeating service answers the pages of a search by a function of the request's number from 1, its token and its page.
type repeating struct {
	service http.Handler
	answers func(request int, token string, page int) pagedPart

	mu       sync.Mutex
	requests int
	hotels   []any
}

func (s *repeating) around(service http.Handler) http.Handler {
	s.service = service
	return s
}

func (s *repeating) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	var asked map[string]any
	if json.Unmarshal(body, &asked) != nil || asked["stay_info"] == nil {
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.service.ServeHTTP(w, r)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests++
	paging, _ := asked["pagination"].(map[string]any)
	token, _ := paging["pagination_token"].(string)
	page, _ := paging["page_number"].(float64)
	if s.hotels == nil {
		first := httptest.NewRecorder()
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.service.ServeHTTP(first, r)
		var found answer
		decoder := json.NewDecoder(first.Body)
		decoder.UseNumber()
		_ = decoder.Decode(&found)
		s.hotels, _ = found["results"].([]any)
	}
	part := s.answers(s.requests, token, max(1, int(page)))
	results := slices.Clone(s.hotels[part.from:part.to])
	for range part.codeless {
		results = append(results, answer{"name": "The Codeless"})
	}
	text, _ := json.Marshal(answer{"results": results, "pagination": part.paging})
	reply(w, http.StatusOK, string(text))
}

// counted returns the paging fields of a page of five hotels.
func counted(page, pages, hotels int, token string) answer {
	return answer{"page_number": page, "page_size": 5, "total_pages": pages, "total_items": hotels, "pagination_token": token}
}

// A search ends after a few requests if its pages repeat, keeps the hotels read so far and reports that the list is incomplete.
// The same token on every page is not a repetition while the pages bring new hotels: it may belong to the query. A list with
// fewer hotels than its total is incomplete for another reason; hotels without a code are left out of it.
func TestHotels_PagesThatRepeat(t *testing.T) {
	t.Parallel()
	none := answer{}
	const repeats = "The list of hotels is incomplete: the service repeats its pages."
	for name, x := range map[string]struct {
		answers    func(request int, token string, page int) pagedPart
		hotels     int
		requests   int
		incomplete string
	}{
		"one token for a query of four pages": {func(_ int, _ string, page int) pagedPart {
			return pagedPart{5 * (page - 1), 5 * page, counted(page, 4, 20, "A"), 0}
		}, 20, 4, ""},
		"a page number that never moves": {func(_ int, _ string, page int) pagedPart {
			return pagedPart{5 * (page - 1), 5 * page, counted(1, 4, 20, "A"), 0}
		}, 20, 4, ""},
		"one page that comes twice": {func(request int, _ string, page int) pagedPart {
			from := 5 * max(0, request-2)
			return pagedPart{from, from + 5, counted(page, 4, 15, "A"), 0}
		}, 15, 4, ""},
		"more pages promised than there are hotels": {func(_ int, _ string, page int) pagedPart {
			from := 5 * min(page-1, 1)
			return pagedPart{from, from + 5, counted(page, 600, 10, "A"), 0}
		}, 10, 3, ""},
		"an empty page after the last, nothing counted": {func(_ int, _ string, page int) pagedPart {
			return pagedPart{0, 5 * max(0, 2-page), answer{"pagination_token": "A"}, 0}
		}, 5, 2, ""},
		"one token, the first page for ever": {func(_ int, _ string, page int) pagedPart {
			return pagedPart{0, 5, counted(page, 600, 15000, "A"), 0}
		}, 5, 3, repeats},
		"new tokens, the first page for ever": {func(request int, _ string, page int) pagedPart {
			return pagedPart{0, 5, counted(page, 600, 15000, fmt.Sprint(request)), 0}
		}, 5, 3, repeats},
		"tokens A, B, A, B": {func(_ int, token string, page int) pagedPart {
			if token == "A" {
				return pagedPart{5, 10, counted(page, 600, 15000, "B"), 0}
			}
			return pagedPart{0, 5, counted(page, 600, 15000, "A"), 0}
		}, 10, 3, repeats},
		"tokens A, B, C, A, B, C": {func(_ int, token string, page int) pagedPart {
			next := map[string]string{"": "A", "A": "B", "B": "C", "C": "A"}[token]
			from := 5 * map[string]int{"": 0, "C": 0, "A": 1, "B": 2}[token]
			return pagedPart{from, from + 5, counted(page, 600, 15000, next), 0}
		}, 15, 4, repeats},
		"only the hotels counted": {func(int, string, int) pagedPart {
			return pagedPart{0, 5, answer{"total_items": 95, "pagination_token": "A"}, 0}
		}, 5, 3, repeats},
		"nothing counted": {func(int, string, int) pagedPart {
			return pagedPart{0, 5, answer{"pagination_token": "A"}, 0}
		}, 5, 3, repeats},
		"the last page is the first again": {func(_ int, _ string, page int) pagedPart {
			return pagedPart{0, 5, counted(page, 2, 10, "A"), 0}
		}, 5, 2, repeats},
		"empty pages for ever": {func(_ int, _ string, page int) pagedPart {
			return pagedPart{0, 5 * max(0, 2-page), counted(page, 600, 15000, "A"), 0}
		}, 5, 3, repeats},
		"one page short of its total": {func(int, string, int) pagedPart {
			return pagedPart{0, 5, answer{"total_items": 95}, 0}
		}, 5, 1, "The list of hotels is incomplete: the service counts 95 hotels and sent 5."},
		"two pages short of their total": {func(_ int, _ string, page int) pagedPart {
			return pagedPart{5 * (page - 1), 5 * page, counted(page, 2, 15, "A"), 0}
		}, 10, 2, "The list of hotels is incomplete: the service counts 15 hotels and sent 10."},
		"one page with a hotel without a code": {func(int, string, int) pagedPart { return pagedPart{0, 5, answer{"total_items": 6}, 1} }, 5, 1, ""},
		"one page of a hotel without a code":   {func(int, string, int) pagedPart { return pagedPart{0, 0, answer{"total_items": 1}, 1} }, 0, 1, ""},
		"the same, nothing counted":            {func(int, string, int) pagedPart { return pagedPart{0, 0, none, 1} }, 0, 1, ""},
		"a hotel without a code of 95": {
			func(int, string, int) pagedPart { return pagedPart{0, 0, answer{"total_items": 95}, 1} },
			0, 1, "The list of hotels is incomplete: the service counts 95 hotels and sent 1.",
		},
		"one page": {func(int, string, int) pagedPart { return pagedPart{0, 5, none, 0} }, 5, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service := &repeating{answers: x.answers}
			desk, _ := deskAround(t, sandbox.Options{}, nil, service.around)
			list, err := desk.Hotels(t.Context(), wideTrip(t, desk))
			for err == nil && list.More() && service.requests < 50 {
				list, err = desk.MoreHotels(t.Context(), list)
			}
			if err != nil || len(list.Items) != x.hotels || service.requests != x.requests {
				t.Errorf("%d hotels after %d requests, want %d after %d; %v", len(list.Items), service.requests, x.hotels, x.requests, err)
			}
			if words := list.IncompleteWords(); words != x.incomplete || list.Whole() == (x.incomplete != "") {
				t.Errorf("it says %q, whole %t", words, list.Whole())
			}
		})
	}
}
