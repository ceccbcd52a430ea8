package handover_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/handover"
	"bellhop/booking/terms"
	"bellhop/booking/trip"
	"bellhop/internal/safetext/safetexttest"
)

var now = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func key(t testing.TB, secret, environment string) handover.Key {
	t.Helper()
	k, err := handover.NewKey(api.NewSecret(secret), environment)
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// draft has one of everything that must not leave the machine.
func draft() booking.Draft {
	total := api.NewMoney("612.40", "GBP")
	return booking.Draft{
		Trip: trip.Trip{
			Destination: trip.Destination{Kind: trip.KindArea, Name: "London, England, United Kingdom", Properties: make([]api.PropertyID, 900)},
			CheckIn:     api.NewDate(2026, 12, 12), CheckOut: api.NewDate(2026, 12, 15), Adults: 2, Children: 1, Rooms: 1,
		},
		Hotel: api.Hotel{ID: api.PropertyID{Chain: "LX", Code: "20417"}, Name: "The Aldwych Lantern"},
		Room:  api.Room{Name: "Classic Queen"},
		Rate:  api.Rate{BookingCode: "BC|1|zürich", ChannelCode: "CH", Price: api.Price{Total: total}},
		Guest: api.Guest{
			GivenName: "Maria", Surname: "Gunnarsdottir", Email: "maria@mail.example", Phone: "+354 555 0199",
			Address: "Laugavegur 7", City: "Reykjavik", PostalCode: "101", Country: "IS",
		},
		Loyalty:    &api.Loyalty{Program: "LXR", MemberID: "M-445566"},
		CustomData: api.CustomData{{Key: "passport", Text: "A1234567"}},
		Token:      api.NewSecret("tok_live_secret"),
		Attempt:    "att-SECRET",
	}
}

func TestOneLineForAColleague(t *testing.T) {
	t.Parallel()
	mine, theirs := key(t, "shared", "sandbox"), key(t, "shared", "sandbox")
	line, err := handover.Write(mine, handover.AtBook, draft(), now)
	if err != nil {
		t.Fatal(err)
	}
	if strings.ContainsAny(line, " \r\n\t\"'`$") || len(line) > 700 {
		t.Errorf("%d bytes do not fit into a chat: %q", len(line), line)
	}
	// A chat folds long lines, and people copy what stands around them.
	h, err := handover.Read(theirs, "[17:02] Anna: "+line[:40]+"\n  "+line[40:]+"\n", now.Add(time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	want := draft()
	got := h.Draft
	switch {
	case h.Step != handover.AtBook || !h.At.Equal(now):
		t.Errorf("at %s of %s", h.Step, h.At)
	case got.Hotel.ID != want.Hotel.ID || got.Hotel.Name != want.Hotel.Name || got.BookingCode != want.Rate.BookingCode || got.ChannelCode != "CH":
		t.Errorf("another rate: %+v", got)
	case got.Trip.CheckIn != want.Trip.CheckIn || got.Trip.CheckOut != want.Trip.CheckOut || got.Trip.Adults != 2 || got.Trip.Children != 1 || got.Trip.Rooms != 1:
		t.Errorf("another trip: %+v", got.Trip)
	case got.Price() != want.Rate.Price.Total:
		t.Errorf("another price: %s", got.Price())
	case h.Guest != booking.MaskName(want.Guest):
		t.Errorf("the guest is %q", h.Guest)
	}
	for _, private := range []string{"Maria", "Gunnars", "mail.example", "555", "Laugavegur", "445566", "A1234567", "tok_", "att-"} {
		if strings.Contains(fmt.Sprintf("%+v", h), private) {
			t.Errorf("%q was handed over", private)
		}
	}
}

func TestAChangedLineIsRefused(t *testing.T) {
	t.Parallel()
	k := key(t, "shared", "sandbox")
	line, err := handover.Write(k, handover.AtTerms, draft(), now)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(handover.Prefix); i < len(line); i++ {
		other := byte('A')
		if line[i] == other {
			other = 'B'
		}
		if _, err := handover.Read(k, line[:i]+string(other)+line[i+1:], now); err == nil {
			t.Fatalf("byte %d was changed, and the line is opened", i)
		}
	}
	for name, c := range map[string]struct {
		key  handover.Key
		line string
		now  time.Time
		want error
	}{
		"cut":                     {k, line[:len(line)-4], now, handover.ErrChanged},
		"another account's":       {key(t, "other", "sandbox"), line, now, handover.ErrChanged},
		"of another environment":  {key(t, "shared", "production"), line, now, handover.ErrChanged},
		"without a key":           {handover.Key{}, line, now, handover.ErrChanged},
		"three days old":          {k, line, now.Add(72 * time.Hour), handover.ErrTooOld},
		"made in the future":      {k, line, now.Add(-time.Hour), handover.ErrFuture},
		"not a line":              {k, "lon 12dec 3n", now, handover.ErrNotALine},
		"of a form yet to come":   {k, "bellhop9." + line[9:], now, handover.ErrNotALine},
		"nothing but the prefix":  {k, handover.Prefix, now, handover.ErrChanged},
		"with another line in it": {k, line + line, now, handover.ErrChanged},
	} {
		if _, err := handover.Read(c.key, c.line, c.now); err != c.want { //nolint:errorlint // They are returned as they are.
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestNothingToHandOver(t *testing.T) {
	t.Parallel()
	if _, err := handover.NewKey(api.Secret{}, "sandbox"); err == nil {
		t.Error("a key of nothing")
	}
	if _, err := handover.Write(key(t, "shared", "sandbox"), handover.AtTerms, booking.Draft{}, now); err == nil {
		t.Error("a line without a rate")
	}
	if _, err := handover.Write(handover.Key{}, handover.AtTerms, draft(), now); err == nil {
		t.Error("a line without a key")
	}
	if text := fmt.Sprintf("%v %+v %#v %s", key(t, "shared", "a"), key(t, "shared", "a"), key(t, "shared", "a"), key(t, "shared", "a")); text != strings.TrimSpace(strings.Repeat("[redacted] ", 4)) {
		t.Errorf("a key prints as %q", text)
	}
}

// What the terms cost is asked about where it is not what it was; the same terms are not.
func TestTermsSinceTheHandOver(t *testing.T) {
	t.Parallel()
	k := key(t, "shared", "sandbox")
	first := draft()
	first.Verified = &api.Verification{Total: api.NewMoney("612.40", "GBP")}
	line, err := handover.Write(k, handover.AtTerms, first, now)
	if err != nil {
		t.Fatal(err)
	}
	h, err := handover.Read(k, line, now)
	if err != nil {
		t.Fatal(err)
	}
	if same := h.Since(first); terms.Stops(same.Changes) {
		t.Errorf("the same terms ask: %+v", same.Changes)
	}
	other := first
	refundable := false
	other.Verified = &api.Verification{Total: first.Verified.Total, Terms: []api.Terms{{Refundable: &refundable, PaymentInfo: "all of it now"}}}
	if changed := h.Since(other); other.AllRooms().Hash() == first.AllRooms().Hash() || !terms.Stops(changed.Changes) {
		t.Errorf("other terms do not ask: %+v", changed.Changes)
	}
}

// No text that somebody pastes ends in a panic, and none that was not signed is opened.
func FuzzRead(f *testing.F) {
	k, err := handover.NewKey(api.NewSecret("shared"), "sandbox")
	if err != nil {
		f.Fatal(err)
	}
	line, err := handover.Write(k, handover.AtGuest, draft(), now)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(line)
	f.Add(line[:len(line)-1])
	f.Add(handover.Prefix + "AAAA")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := handover.Read(k, text, now); err == nil && strings.Join(strings.Fields(text), "") != line {
			t.Errorf("%q was opened", text)
		}
	})
}

func TestHandover_Names(t *testing.T) {
	t.Parallel()
	k := key(t, "shared", "sandbox")
	for _, name := range safetexttest.HotelNames() {
		d := draft()
		d.Hotel.Name, d.Room.Name = name, name
		line, err := handover.Write(k, handover.AtTerms, d, now)
		if err != nil {
			t.Fatal(err)
		}
		h, err := handover.Read(k, line, now)
		if err != nil || h.Draft.Hotel.Name != name || h.Draft.Room != name {
			t.Errorf("%+q is handed over as %+q, %+q, %v", name, h.Draft.Hotel.Name, h.Draft.Room, err)
		}
	}
}
