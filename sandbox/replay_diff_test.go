package sandbox

import (
	"fmt"
	"strings"
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

func compared(t *testing.T, a, b *recording.Recording) []string {
	t.Helper()
	list, err := recording.Compare(a, b)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, 0, len(list))
	for _, d := range list {
		out = append(out, strings.TrimSpace(fmt.Sprintf("%d %d %s %s %s %s %s", d.A, d.B, d.Path, d.Kind, d.Field, d.Before, d.After)))
	}
	return out
}

// Two runs of the same script with the same seed have no difference.
func TestCompareEqualRuns(t *testing.T) {
	t.Parallel()
	for _, quirks := range []string{"", "key-order,null-optional,missing-confirmation,missing-number,missing-locator"} {
		change := func(o *Options) { o.Quirks = quirks }
		a := runOf(t, 0, oneAttempt, change)
		b := runOf(t, 63*time.Second+700*time.Millisecond, otherAttempt, change)
		if list := compared(t, a, b); len(list) > 0 {
			t.Errorf("with the quirks %q they differ:\n%s", quirks, strings.Join(list, "\n"))
		}
	}
}

// A price that changes between search and verification is named, and so is what
// follows from it.
func TestCompareNamesAChangedPrice(t *testing.T) {
	t.Parallel()
	list := compared(t, runOf(t, 0, oneAttempt), runOf(t, 0, oneAttempt, func(o *Options) { o.Changes = 1000 }))
	for _, want := range []string{
		"3 3 /rest/v1/hotel/rate_verification changed response.price.total_price ",
		"4 4 /rest/v1/reservation changed status 201 400",
		"5 0 /rest/v1/reservation/{reservation_id} removed request",
	} {
		found := false
		for _, one := range list {
			found = found || strings.HasPrefix(one, want)
		}
		if !found {
			t.Errorf("there is no %q in\n%s", want, strings.Join(list, "\n"))
		}
	}
}
