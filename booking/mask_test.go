package booking_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/recovery"
)

// privateMarks are in every value that is a guest's below.
var privateMarks = regexp.MustCompile(`(?i)mark|5550199`)

func privateReservation() api.Reservation {
	return api.Reservation{
		ID: "mark0000", Status: api.StatusConfirmed, Adults: 2,
		Guest: api.Guest{
			GivenName: "Äbermark", Surname: "Mark", Email: "xmark@example.com", Phone: "+442075550199",
			Address: "1 Markstreet", City: "Markcity", State: "Mark", PostalCode: "MARK1", Country: "GB",
		},
		Hotel:        api.HotelRef{Name: "The Aldwych Lantern"},
		Confirmation: &api.Confirmation{HotelNumber: "HC-MARK", RecordLocator: "LOCMARK"},
		CustomData:   api.CustomData{{Key: "centre", Text: "CC-MARK"}, {Key: "vip", Kind: api.CustomBool, Truth: true}},
		Payment:      &api.Payment{Amount: api.NewMoney("10.00", "GBP"), Token: api.NewSecret("tok_mark"), Customer: "cus_mark", MethodRef: "pm_mark"},
		Partner:      &api.Payment{Customer: "cus_mark"},
	}
}

// Masked, nothing is left of a guest, and all else is; masked again it is the
// same. What was masked is untouched.
func TestMask(t *testing.T) {
	t.Parallel()
	r := privateReservation()
	draft := booking.Draft{
		Guest: r.Guest, CustomData: r.CustomData, Loyalty: &api.Loyalty{Program: "Club", MemberID: "MARK7"},
		Token: api.NewSecret("tok_mark"), Attempt: "att-mark", Replaces: &r,
	}
	pending := recovery.Write{Plan: journal.Plan{Attempt: "att-mark", Reservation: "mark1"}, Reservation: &r}
	query := api.ReservationQuery{ID: "mark", IDs: []string{"mark1", "mark2"}, CustomValues: []string{"mark"}}
	for name, test := range map[string]struct {
		before any
		mask   func(any) any
	}{
		"guest":       {r.Guest, func(v any) any { return booking.MaskGuest(v.(api.Guest)) }},
		"reservation": {r, func(v any) any { return booking.MaskReservation(v.(api.Reservation)) }},
		"draft":       {draft, func(v any) any { return booking.MaskDraft(v.(booking.Draft)) }},
		"pending":     {pending, func(v any) any { return booking.MaskWrite(v.(recovery.Write)) }},
		"query":       {query, func(v any) any { return booking.MaskQuery(v.(api.ReservationQuery)) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			before := everything(test.before)
			if !privateMarks.MatchString(before) {
				t.Fatalf("nothing is marked in %s", before)
			}
			masked := test.mask(test.before)
			if found := privateMarks.FindString(everything(masked)); found != "" {
				t.Errorf("%q is left in %s", found, everything(masked))
			}
			if again := test.mask(masked); !reflect.DeepEqual(again, masked) {
				t.Errorf("masked twice it is %s, want %s", everything(again), everything(masked))
			}
			if after := everything(test.before); after != before {
				t.Errorf("what was masked has become %s, it was %s", after, before)
			}
		})
	}
	seen := booking.MaskReservation(r)
	if seen.Status != r.Status || seen.Hotel != r.Hotel || seen.Adults != 2 || seen.Payment.Amount.String() != "10.00 GBP" || seen.CustomData[0].Key != "centre" {
		t.Errorf("what is nobody's is not there: %+v", seen)
	}
	if got := booking.MaskName(seen.Guest); got != "Ä··· M···" || seen.Guest.Email != "x···@example.com" || seen.Guest.Phone != "···99" {
		t.Errorf("masked otherwise than in lists: %q, %+v", got, seen.Guest)
	}
	if empty := booking.MaskReservation(api.Reservation{}); empty.ID != "" || empty.Guest != (api.Guest{}) || empty.Confirmation != nil || empty.Payment != nil {
		t.Errorf("of nothing something is shown: %+v", empty)
	}
}

// everything is a value in text, with what its pointers point to.
func everything(v any) string {
	switch v := v.(type) {
	case api.Reservation:
		text := fmt.Sprintf("%+v", v)
		if v.Confirmation != nil {
			text += fmt.Sprintf("%+v", *v.Confirmation)
		}
		for _, p := range []*api.Payment{v.Payment, v.Partner} {
			if p != nil {
				text += fmt.Sprintf("%+v %q", *p, p.Token.Reveal())
			}
		}
		return regexp.MustCompile(`0x[0-9a-f]+`).ReplaceAllString(text, "")
	case booking.Draft:
		replaced, loyalty := everything(*v.Replaces), fmt.Sprintf("%+v", *v.Loyalty)
		v.Replaces, v.Loyalty = nil, nil
		return fmt.Sprintf("%+v %q", v, v.Token.Reveal()) + replaced + loyalty
	case recovery.Write:
		found := everything(*v.Reservation)
		v.Reservation = nil
		return fmt.Sprintf("%+v", v) + found
	default:
		return fmt.Sprintf("%+v", v)
	}
}

// Whom a guest was shown stands in the reservation's timeline, but not what was noted of data that are replaced:
// there the id was another reservation's.
func TestAReservationsTimelineNamesWhomItsGuestWasShown(t *testing.T) {
	t.Parallel()
	at, lineage := time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC), []string{"first"}
	j, err := journal.Open(filepath.Join(t.TempDir(), "journal"), journal.Options{User: "ada", Now: func() time.Time { return at }})
	noError(t, err)
	t.Cleanup(func() { noError(t, j.Close()) })
	desk := booking.NewDesk(booking.Options{
		Service: silent{}, Now: func() time.Time { return at }, Journal: j, Environment: "sandbox",
		Lineage: func() []string { return lineage },
	})
	noError(t, errors.Join(desk.NoteReveal("R1"), desk.NoteReveal()))
	shown := func() (list []booking.Entry) {
		entries, err := desk.Timeline(api.Reservation{ID: "R1"})
		noError(t, err)
		for _, e := range entries {
			if e.Source == "journal" {
				list = append(list, e)
			}
		}
		return list
	}
	if got := shown(); len(got) != 1 || got[0].Text != "guest shown" || !got[0].At.Equal(at) {
		t.Errorf("the timeline has %+v", got)
	}
	lineage = []string{"another"}
	if got := shown(); len(got) != 0 {
		t.Errorf("of another state of the data it has %+v", got)
	}
	if err := booking.NewDesk(booking.Options{Service: silent{}}).NoteReveal("R1"); err != nil {
		t.Errorf("without a journal: %v", err)
	}
	broken := booking.NewDesk(booking.Options{Service: silent{}, OpenJournal: func() (*journal.Journal, error) { return nil, journal.ErrBusy }})
	if err := broken.NoteReveal("R1"); !errors.Is(err, journal.ErrBusy) {
		t.Errorf("a journal that cannot be written: %v", err)
	}
}
