package sandbox

import (
	"slices"
	"testing"
	"time"

	"bellhop/sandbox/recording"
)

// runOf is a session that varies as two runs do: in its instants, in the ids of
// attempts, in cards and in what else the world holds.
func runOf(t *testing.T, late time.Duration, attempt string, change ...func(*Options)) *recording.Recording {
	t.Helper()
	l, out := recorded(t, change...)
	l.clock.pass(late)
	l.offers(searchBody())
	offer := l.offer()
	l.clock.pass(late / 7)
	l.do("POST", "/rest/v1/hotel/rate_verification", offer.verifyBody())
	body := offer.createBody()
	put(body, "custom_data.bellhop_attempt", attempt)
	put(body, "payment.guest.token", "card-of-"+attempt)
	if made := l.do("POST", pathCreate, body); made.status == 201 {
		l.clock.pass(late)
		l.ok(200, "GET", pathOf(made.body), nil)
		l.ok(200, "GET", pathList+"?filter[id]="+text(made.body, "id"), nil)
		l.ok(200, "GET", pathList+"?filter[custom_data]="+attempt, nil)
		l.ok(200, "POST", pathOf(made.body)+"/cancel", nil)
	}
	return out.read(t)
}

// Two runs of the same script with the same seed have no difference.
func TestCompareEqualRuns(t *testing.T) {
	t.Parallel()
	for _, quirks := range []string{"", "key-order,null-optional,missing-confirmation,missing-number,missing-locator"} {
		change := func(o *Options) { o.Quirks = quirks }
		a := runOf(t, 0, oneAttempt, change)
		b := runOf(t, 63*time.Second+700*time.Millisecond, otherAttempt, change)
		if list, err := recording.Compare(a, b); err != nil || len(list) > 0 {
			t.Errorf("with the quirks %q they differ: %v\n%+v", quirks, err, list)
		}
	}
}

// A price that changes between search and verification is named, and so is what
// follows from it.
func TestCompareNamesAChangedPrice(t *testing.T) {
	t.Parallel()
	list, err := recording.Compare(runOf(t, 0, oneAttempt), runOf(t, 0, oneAttempt, func(o *Options) { o.Changes = 1000 }))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []recording.Difference{
		{A: 3, B: 3, Method: "POST", Path: "/rest/v1/hotel/rate_verification", Kind: "changed", Field: "response.price.total_price"},
		{A: 4, B: 4, Method: "POST", Path: "/rest/v1/reservation", Kind: "changed", Field: "status", Before: "201", After: "400"},
		{A: 5, Method: "GET", Path: "/rest/v1/reservation/{reservation_id}", Kind: "removed", Field: "request"},
	} {
		if !slices.ContainsFunc(list, func(d recording.Difference) bool {
			if want.Before == "" {
				d.Before, d.After = "", "" // Any.
			}
			return d == want
		}) {
			t.Errorf("there is no %+v in\n%+v", want, list)
		}
	}
}
