package booking

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
	"bellhop/booking/terms"
)

// A creator counts what is sent to it.
type creator struct {
	verifier
	sent int
}

func (c *creator) CreateReservation(context.Context, api.CreateRequest) (api.Reservation, error) {
	c.sent++
	return api.Reservation{ID: "R1", Status: api.StatusConfirmed}, nil
}

// Without a price that can be read nothing is noted and nothing is sent.
func TestNoPriceNoBooking(t *testing.T) {
	gbp := func(n string) api.Money { return api.NewMoney(n, "GBP") }
	for name, c := range map[string]struct {
		change func(*api.Verification)
		want   string
	}{
		"no price":            {func(v *api.Verification) { v.Total, v.Base, v.Taxes = api.Money{}, api.Money{}, api.Money{} }, "the verification names no total"},
		"no total":            {func(v *api.Verification) { v.Total = api.Money{} }, "the verification names no total"},
		"no currency":         {func(v *api.Verification) { v.Total = api.NewMoney("612.40", "") }, "the total 612.40 has no currency"},
		"blank currency":      {func(v *api.Verification) { v.Total = api.NewMoney("612.40", " ") }, "the total 612.40 has no currency"},
		"unreadable":          {func(v *api.Verification) { v.Total = gbp("on request") }, `the total "on request" cannot be read`},
		"negative":            {func(v *api.Verification) { v.Total = gbp("-612.40") }, "the total -612.40 GBP is below zero"},
		"base not readable":   {func(v *api.Verification) { v.Base = gbp("x") }, `the base price "x" cannot be read`},
		"taxes below zero":    {func(v *api.Verification) { v.Taxes = gbp("-1") }, "the taxes -1.00 GBP is below zero"},
		"all is there":        {func(*api.Verification) {}, ""},
		"no parts are needed": {func(v *api.Verification) { v.Base, v.Taxes = api.Money{}, api.Money{} }, ""},
		"nothing to pay":      {func(v *api.Verification) { v.Total = gbp("0") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{Now: func() time.Time { return december }})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = j.Close() }()
			service := &creator{}
			desk := NewDesk(Options{Service: service, Now: func() time.Time { return december }, Journal: j, Profile: "demo", Environment: sandboxEnvironment})
			draft, v := searchedDraft(), verified()
			c.change(&v)
			draft.Verified, draft.VerifiedAt = &v, december
			_, err = desk.Book(t.Context(), draft)
			noted, errNoted := j.Attempts(journal.Filter{})
			if errNoted != nil {
				t.Fatal(errNoted)
			}
			var unpriced *NoPriceError
			switch is := errors.As(err, &unpriced); {
			case draft.NoPrice() != c.want:
				t.Errorf("the reason is %q, want %q", draft.NoPrice(), c.want)
			case is != (c.want != "") || is && unpriced.Why != c.want:
				t.Errorf("got %v, want %q", err, c.want)
			case is && (service.sent != 0 || len(noted) != 0):
				t.Errorf("%d sent, %d noted", service.sent, len(noted))
			case !is && service.sent != 1:
				t.Errorf("%d sent", service.sent)
			}
			if err != nil && Explain(err).Title != "Not sent: there is no price to book at" {
				t.Errorf("explained as %+v", Explain(err))
			}
		})
	}
}

// A price below zero is no bargain.
func TestANegativePriceIsNotBetter(t *testing.T) {
	v := verified()
	v.Total = api.NewMoney("-1", "GBP")
	if c := named(compareDraft(december, searchedDraft(), v), "total"); c == nil || c.Verdict != terms.Unclear {
		t.Errorf("it is %+v", c)
	}
}
