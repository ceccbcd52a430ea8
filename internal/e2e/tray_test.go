package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"bellhop/booking/marked"
	"bellhop/booking/quote"
	"bellhop/sandbox"
)

// A marked rate that is verified again is told of alike, whatever a service calls things and however it answers.
func TestOutcomesOfMarkedRates(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]struct {
		before, quirks string
	}{
		"own names": {}, "other names": {before: "x_"}, "inside other objects": {before: "more.options.x_"}, "quirks": {quirks: "all"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options, profile := sandbox.Options{Quirks: at.quirks}, map[string]string(nil)
			if at.before != "" {
				options.Names, profile = renamed(at.before)
			}
			desk, _ := deskInDialect(t, options, profile)
			for key, want := range map[string]quote.OutcomeKind{
				"created": quote.Same, "price-up": quote.Dearer, "price-down": quote.Cheaper, "terms-stricter": quote.TermsChanged,
				"gone-non-refundable": quote.TermsChanged, "rate-gone": quote.Gone,
			} {
				o := marked.OfferOf(desk, searchedDraft(t, desk, key), desk.Now())
				if !o.Total.Valid() || o.Rate.BookingCode == "" {
					t.Fatalf("%s: %+v", key, o)
				}
				got, err := marked.Verify(t.Context(), desk, o)
				// What a service with quirks leaves out is a change, and a refusal that cannot be read says nothing.
				if odd := at.quirks != "" && got.Kind != quote.Same; err != nil || got.Kind != want && !odd {
					t.Errorf("%s came to %q, %v: %+v", key, got.Words(), err, got.Changes)
				}
				if !got.Kind.Priced() || err != nil {
					continue
				}
				// As it was told of a moment ago, nothing has changed since.
				if again, err := marked.Verify(t.Context(), desk, got.Offer); err != nil || again.Kind != quote.Same {
					t.Errorf("%s came to %q after %q, %v: %+v", key, again.Words(), got.Words(), err, again.Changes)
				}
			}
		})
	}
}

// A rate is gone where the service says so, in whatever words; where it says something else, or nothing, the rate was not asked
// for, and is as it was.
func TestRefusalsOfMarkedRates(t *testing.T) {
	t.Parallel()
	refusal := func(status int, code int, kind, details string) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(status)
			_, _ = fmt.Fprintf(w, `{"code":%d,"type":%q,"message":"no","details":[%s]}`, code, kind, details)
		}
	}
	page := func(status int) func(http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(status)
			_, _ = fmt.Fprint(w, "<html>")
		}
	}
	for name, x := range map[string]struct {
		answer func(http.ResponseWriter)
		want   quote.OutcomeKind
		why    string
	}{
		"as the sandbox":         {refusal(400, 3003, "BOOKING_ERROR", ""), quote.Gone, ""},
		"not found":              {refusal(404, 1004, "APPLICATION_ERROR", ""), quote.Gone, ""},
		"gone":                   {refusal(410, 9, "GONE", ""), quote.Gone, ""},
		"its code is wrong":      {refusal(400, 2001, "VALIDATION", `{"field":["booking_code"],"message":"expired"}`), quote.Gone, ""},
		"more than its code":     {refusal(400, 2001, "VALIDATION", `{"field":["booking_code"],"message":"x"},{"field":["guests"],"message":"y"}`), quote.NotAsked, "The service did not accept the request"},
		"a type that is unknown": {refusal(409, 9, "RATE_LOCKED", ""), quote.NotAsked, "The service has refused it"},
		"too often":              {refusal(429, 1029, "APPLICATION_ERROR", ""), quote.NotAsked, "Too many requests"},
		"a page instead":         {page(404), quote.NotAsked, "The answer is not the service's own"},
		"a page of success":      {page(200), quote.NotAsked, "The answer could not be used"},
		"failed":                 {page(500), quote.NotAsked, "The service failed"},
		"nothing":                {func(w http.ResponseWriter) { w.WriteHeader(http.StatusNoContent) }, quote.NotAsked, "The answer could not be used"},
		"cut": {func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "500")
			_, _ = fmt.Fprint(w, `{"booking_code":"x","price":{"total_pr`)
		}, quote.NotAsked, "The answer could not be used"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var begun atomic.Bool
			desk, _ := deskAround(t, sandbox.Options{}, nil, func(service http.Handler) http.Handler {
				return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					if begun.Load() && strings.HasSuffix(r.URL.Path, "/rate_verification") {
						x.answer(w)
						return
					}
					service.ServeHTTP(w, r)
				})
			})
			o := marked.OfferOf(desk, searchedDraft(t, desk, "created"), desk.Now())
			begun.Store(true)
			got, err := marked.Verify(t.Context(), desk, o)
			if err != nil || got.Kind != x.want || got.Why != x.why || (len(got.Nearest) > 0) != (x.want == quote.Gone) {
				t.Errorf("it came to %q, %v", got.Words(), err)
			}
			if got.Offer.ID() != o.ID() || got.Offer.Total != o.Total {
				t.Errorf("the offer is now %+v", got.Offer)
			}
		})
	}
}
