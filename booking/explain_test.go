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
		x := Explain(&UnknownOutcomeError{Action: "booking", Attempt: "att-1", Cause: cause})
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
		if x.Wait != want || x.Hint != want+", then press r." || !x.Retry || len(x.Problems) != 0 {
			t.Errorf("%q: %+v", retryAt, x)
		}
	}
}
