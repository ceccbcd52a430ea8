package booking

import (
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/terms"
)

func ref[T any](v T) *T { return &v }

func penalty(deadline, amount string) api.CancelPenalty {
	return api.CancelPenalty{Deadline: api.ParseDeadline(deadline), Amount: api.NewMoney(amount, "GBP")}
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	out, err := time.Parse(time.RFC3339, text)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// december is the moment of these comparisons, before every deadline.
var december = time.Date(2026, 12, 1, 12, 0, 0, 0, time.UTC)

func named(changes []terms.Change, what string) *terms.Change {
	for i := range changes {
		if changes[i].What == what {
			return &changes[i]
		}
	}
	return nil
}
