package screens

import (
	"testing"

	"bellhop/api"
)

// A total that a service sends with the noise of binary fractions is the same total.
func TestChangedWord_Total(t *testing.T) {
	t.Parallel()
	line := func(total api.Money) *reservationLine {
		return &reservationLine{Reservation: api.Reservation{ID: "1", Rate: api.BookedRate{Total: total}}}
	}
	for _, c := range []struct {
		before, after api.Money
		want          string
	}{
		{api.NewMoney("64.30", "GBP"), api.NewMoney("64.30000000000001", "GBP"), ""},
		{api.NewMoney("64.3", "GBP"), api.NewMoney("64.30", "GBP"), ""},
		{api.NewMoney("n/a", "GBP"), api.NewMoney("n/a", "GBP"), ""},
		{api.NewMoney("64.30", "GBP"), api.NewMoney("64.31", "GBP"), "price"},
		{api.NewMoney("64.30", "GBP"), api.NewMoney("64.30", "EUR"), "price"},
		{api.NewMoney("n/a", "GBP"), api.NewMoney("64.30", "GBP"), "price"},
	} {
		if got := changedWord(line(c.before), line(c.after)); got != c.want {
			t.Errorf("%s, then %s: %q, want %q", c.before.Number(), c.after.Number(), got, c.want)
		}
	}
}
