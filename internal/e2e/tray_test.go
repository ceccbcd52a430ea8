package e2e

import (
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
