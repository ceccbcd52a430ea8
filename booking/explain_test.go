package booking

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// An outcome that is not known is told in words, and says what to do and what
// not.
func TestExplainLostAnswers(t *testing.T) {
	for want, cause := range map[string]error{
		"the connection broke off.":           &api.Error{Operation: "create", Cause: fmt.Errorf("read tcp 127.0.0.1:1: %w", syscall.ECONNRESET)},
		"it ended in the middle.":             &api.Error{Status: 200, Cause: io.ErrUnexpectedEOF},
		"it took too long.":                   &api.Error{Cause: context.DeadlineExceeded},
		"the service failed with status 502.": &api.Error{Status: 502, Message: "bad gateway"},
		"who knows.":                          errors.New("who knows"),
	} {
		x := Explain(&recovery.Write{Plan: journal.Plan{Kind: journal.Create, Attempt: "att-1"}, Err: cause})
		if x.Title != "It is not known whether the booking happened" || x.Text != "It was sent once and the answer was lost: "+want ||
			!strings.HasPrefix(x.Hint, "It is looked for by itself") || !strings.Contains(x.Hint, "Do not send it again") {
			t.Errorf("%v: %+v", cause, x)
		}
	}
}

// When the service asks to wait, it is said for how long.
func TestExplainBusy(t *testing.T) {
	for retryAt, want := range map[string]string{"5": "Wait 5 seconds", "1": "Wait 1 second", "": "Wait a little", "0": "Wait a little", "Sat, 12 Dec 2026 09:30:00 GMT": "Wait a little"} {
		x := Explain(&api.Error{Status: 429, Message: "Too many.", RetryAt: retryAt, Problems: []api.Problem{{Message: "Too many."}}})
		if x.Wait != want || x.Hint != want+"." || !x.Retry || len(x.Problems) != 0 {
			t.Errorf("%q: %+v", retryAt, x)
		}
	}
}

// A page of something before the service says neither that a thing does not exist
// nor that a search is forgotten.
func TestAForeignNotFoundSaysNothing(t *testing.T) {
	x := Explain(&api.Error{Status: 404, Message: "the answer has status 404", Foreign: true})
	if x.Title != "The answer is not the service's own" || !x.Retry || x.Hint != "How it stands there is not known." {
		t.Errorf("got %+v", x)
	}
	if x := Explain(&api.Error{Status: 404}); x.Title != "Not found" || x.Retry {
		t.Errorf("the service's own: %+v", x)
	}
	for _, status := range []int{400, 404, 410, 422} {
		if forgotten(&api.Error{Status: status, Foreign: true}) || !forgotten(&api.Error{Status: status}) {
			t.Errorf("%d is taken for the other", status)
		}
	}
}

// TestExplain_NoConnection shows that a service which is not reached is told as what was wrong, where, and what to do.
func TestExplain_NoConnection(t *testing.T) {
	x := Explain(&api.Error{Operation: "search hotels", Message: "no connection to a.example (refused), nothing was sent", Advice: "check the address"})
	if x.Title != "The service cannot be reached" || x.Text != "No connection to a.example (refused), nothing was sent." || x.Hint != "Check the address." || !x.Retry {
		t.Errorf("%+v", x)
	}
	lost := &api.Error{Operation: "create reservation", Message: "the connection broke, or the answer is not HTTP", Outcome: api.OutcomeUnknown}
	x = Explain(&recovery.Write{Plan: journal.Plan{Kind: journal.Create, Attempt: "att-1"}, Err: lost})
	if x.Text != "It was sent once and the answer was lost: the connection broke, or the answer is not HTTP." {
		t.Errorf("%+v", x)
	}
}
