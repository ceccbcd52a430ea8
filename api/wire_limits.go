package api

import (
	"fmt"
	"reflect"
	"unicode/utf8"
)

// A bound is how many elements a list may have. No service sends nearly as
// many; what does is broken or hostile.
type bound struct {
	list string // as the specification calls it
	most int
}

// The bounds of every list that is kept.
var (
	boundResults      = bound{"results", 10_000}
	boundReservations = bound{"items", 10_000}
	boundRooms        = bound{"rooms", 500}
	boundRates        = bound{"rates", 1_000}
	boundNights       = bound{"nightly_breakdown", 1_000}
	boundTerms        = bound{"terms", 50}
	boundPenalties    = bound{"cancel_penalties", 200}
	boundPerks        = bound{"included_perks", 500}
	boundBeds         = bound{"bed_types", 100}
	boundImages       = bound{"images", 1_000}
	boundAmenities    = bound{"amenities", 1_000}
	boundFacts        = bound{"deposit_policies", 1_000}
	boundCharges      = bound{"fees or taxes", 500}
	boundCustom       = bound{"custom_data", 200}
	boundExchange     = bound{"currency_exchange_rates", 1_000}
	boundInPlace      = bound{"hotels", 200_000} // the widest of all lists of texts
	boundReviewSites  = bound{"missing_reviewsite_ids", 10_000}
	boundPath         = bound{"field", 32}
	boundTexts        = bound{"a list of texts", 1_000}
)

// maxProblems is how many details of a refusal are kept. The others are
// counted: a form has far fewer fields.
const maxProblems = 50

const (
	maxText  = 4 << 10  // bytes of a text for one line; a longer one is cut
	maxProse = 32 << 10 // bytes of a text of several lines; a longer one is cut
	maxExact = 4 << 10  // bytes of what is sent back; a longer one is an error
)

// headroom is what an answer may take in memory beside twice its own size. The
// lists of a short one grow by leaps, and it holds the texts that are shared.
const headroom = 8 << 20

// A limitError is an answer that goes beyond a bound, and says beyond which.
type limitError struct{ text string }

func (e *limitError) Error() string { return e.text }

// stop ends the decoding at a bound.
func (r *reader) stop(format string, arguments ...any) {
	if r.err == nil {
		r.err = &limitError{fmt.Sprintf(format, arguments...)}
	}
}

// charge counts memory that was taken for the answer: what a few bytes stand
// for may be a hundred times as large.
func (r *reader) charge(bytes int) {
	if r.spent += int64(bytes); r.spent > 2*r.source.total+headroom {
		r.stop("the answer takes more than twice its size in memory (%s)", orElse(r.list, "one object"))
	}
}

// add appends an element to a list within its bound. Its capacity never goes
// beyond the bound, so that only growing has to look at it.
func add[T any](r *reader, b bound, list []T, element T) []T {
	if len(list) == cap(list) {
		if !r.mayGrow(b, len(list)) {
			return list
		}
		list = grown(r, b, list)
	}
	return append(list, element)
}

// mayGrow reports whether a list may have more elements than it has.
func (r *reader) mayGrow(b bound, length int) bool {
	if length >= b.most {
		r.stop("the answer has more than %d elements in %s", b.most, b.list)
	}
	r.list = b.list
	return length < b.most
}

func grown[T any](r *reader, b bound, list []T) []T {
	more := make([]T, len(list), min(max(2*len(list), 1), b.most))
	r.charge(cap(more) * int(reflect.TypeFor[T]().Size()))
	copy(more, list)
	return more
}

// cut shortens a text to so many bytes at the border of a character, and shows
// that it did.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	end := most - len("…")
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}
