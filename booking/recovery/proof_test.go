package recovery

import (
	"errors"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking/journal"
)

// An answer is a proof unless something in it contradicts what was sent; a field that it leaves out contradicts nothing.
func TestMismatch(t *testing.T) {
	t.Parallel()
	create, cancel := lookedFor, journal.Plan{Kind: journal.Cancel, Attempt: "att-2", Reservation: "ours"}
	modify := journal.Plan{Kind: journal.Modify, Attempt: "att-3", Reservation: "ours", CheckIn: "2026-12-13"}
	for name, c := range map[string]struct {
		plan    journal.Plan
		change  func(*api.Reservation)
		want    error // nil for a proof
		foreign bool
	}{
		"create":                    {create, unchanged, nil, false},
		"create, no attempt":        {create, func(r *api.Reservation) { r.CustomData = nil }, nil, false},
		"create, no hotel":          {create, func(r *api.Reservation) { r.Hotel.ID = api.PropertyID{} }, nil, false},
		"create, no days":           {create, func(r *api.Reservation) { r.CheckIn, r.CheckOut = api.Instant{}, api.Instant{} }, nil, false},
		"create, no rate":           {create, func(r *api.Reservation) { r.Rate.BookingCode = "" }, nil, false},
		"create, no id":             {create, func(r *api.Reservation) { r.ID = "" }, errNoID, false},
		"create, another attempt":   {create, func(r *api.Reservation) { r.CustomData[0].Text = "att-9" }, errOtherBooking, true},
		"create, another chain":     {create, func(r *api.Reservation) { r.Hotel.ID.Chain = "ZZ" }, errOtherProperty, true},
		"create, another hotel":     {create, func(r *api.Reservation) { r.Hotel.ID.Code = "1" }, errOtherProperty, true},
		"create, another arrival":   {create, func(r *api.Reservation) { r.CheckIn = api.ParseInstant("2026-12-11") }, errOtherStay, true},
		"create, another departure": {create, func(r *api.Reservation) { r.CheckOut = api.ParseInstant("2026-12-16") }, errOtherStay, true},
		"create, another rate":      {create, func(r *api.Reservation) { r.Rate.BookingCode = "other" }, errOtherRate, true},
		"cancel":                    {cancel, func(r *api.Reservation) { r.Status = api.StatusCanceled }, nil, false},
		"cancel, id in capitals":    {cancel, func(r *api.Reservation) { r.Status, r.ID = api.StatusCanceled, "OURS" }, nil, false},
		"cancel, another id":        {cancel, func(r *api.Reservation) { r.Status, r.ID = api.StatusCanceled, "another" }, ErrOtherAnswer, true},
		"modify":                    {modify, unchanged, nil, false},
		"modify, another id":        {modify, func(r *api.Reservation) { r.ID = "another" }, ErrOtherAnswer, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := ours()
			c.change(&r)
			err := mismatch(c.plan, r, time.UTC)
			if !errors.Is(err, c.want) || (err != nil) != (c.want != nil) || Foreign(err) != c.foreign {
				t.Errorf("got %v, foreign: %t", err, Foreign(err))
			}
		})
	}
	if err := mismatch(cancel, ours(), time.UTC); err == nil || Foreign(err) {
		t.Errorf("a cancellation that is answered with a confirmed reservation: %v", err)
	}
}
