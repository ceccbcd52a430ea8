package booking_test

import (
	"testing"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
)

// A person with one name has it as the surname, and the service requires a given name (WIRE 3a).
func TestSentGuest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		guest       api.Guest
		word        string
		given, name string
		reading     string
	}{
		{api.Guest{Surname: " Cher "}, "", "Cher", "Cher", "Single name, sent as given name Cher, surname Cher."},
		{api.Guest{Surname: "Sukarno"}, "FNU", "FNU", "Sukarno", "Single name, sent as given name FNU, surname Sukarno."},
		{api.Guest{GivenName: "Mary", Surname: "Graham"}, "FNU", "Mary", "Graham", ""},
		{api.Guest{}, "FNU", "", "", ""},
	} {
		sent := booking.SentGuest(c.guest, c.word)
		if sent.GivenName != c.given || sent.Surname != c.name {
			t.Errorf("%+v is sent as %q %q", c.guest, sent.GivenName, sent.Surname)
		}
		if got := booking.NewDesk(booking.Options{SingleName: c.word}).NameReading(c.guest); got != c.reading {
			t.Errorf("%+v reads %q", c.guest, got)
		}
	}
	for name, want := range map[string]string{
		booking.GuestName(api.Guest{GivenName: "Cher", Surname: "Cher"}): "Cher", booking.GuestName(api.Guest{Surname: "Cher"}): "Cher",
		booking.MaskName(api.Guest{GivenName: "Cher", Surname: "Cher"}): "C···", booking.MaskName(api.Guest{GivenName: "FNU", Surname: "Cher"}): "F··· C···",
	} {
		if name != want {
			t.Errorf("%q, want %q", name, want)
		}
	}
	if problem := booking.CheckGuestField(booking.FieldGivenName, " ", ""); problem != "" {
		t.Errorf("without a given name: %s", problem)
	}
	if problem := booking.CheckGuestField(booking.FieldSurname, " ", ""); problem != "needed" {
		t.Errorf("without a surname: %q", problem)
	}
}

// The stay of a person with one name is known again by the journal's mark, as the service stores them.
func TestBook_PersonWithOneName(t *testing.T) {
	t.Parallel()
	desk, j := newDeskWith(t, 3, booking.Options{SingleName: "FNU"})
	draft := firstDraft(t, desk, 1)
	draft.Guest.GivenName, draft.Guest.Surname = "", "Sukarno"
	booked, err := desk.Book(t.Context(), draft)
	if err != nil {
		t.Fatal(err)
	}
	if g := booked.Reservation.Guest; g.GivenName != "FNU" || g.Surname != "Sukarno" || draft.Guest.GivenName != "" {
		t.Errorf("stored as %q %q", g.GivenName, g.Surname)
	}
	noted, err := j.Attempts(journal.Filter{})
	if err != nil || len(noted) != 1 || noted[0].Guest != desk.Recovery.GuestMark(booked.Reservation.Guest) {
		t.Errorf("%+v, %v", noted, err)
	}
}
