package booking_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/internal/contract"
	"bellhop/sandbox"
	"bellhop/sandbox/recording"
)

// A sessionLog is what came of one agent's session, in words that can be compared.
type sessionLog []string

func (o *sessionLog) note(what string, facts ...any) {
	*o = append(*o, what+": "+strings.TrimSpace(fmt.Sprintln(facts...)))
}

// deskAt is a new desk, with a journal of its own, at a service.
func deskAt(t *testing.T, handler http.Handler, now func() time.Time) *booking.Desk {
	t.Helper()
	server := httptest.NewServer(contract.CheckAnswers(t, handler))
	t.Cleanup(server.Close)
	client, err := api.New(api.Options{BaseURL: server.URL, Account: "agency", Token: api.NewSecret("token"), Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return booking.NewDesk(booking.Options{
		Service: client, Now: now, Journal: newJournal(t, now), Profile: "demo", Environment: "sandbox",
		Sleep: func(context.Context, time.Duration) error { return nil },
	})
}

// runSession searches, verifies, books, reads, lists, moves, pays otherwise, cancels,
// and books with a card that is declined.
func runSession(t *testing.T, desk *booking.Desk, guest api.Guest) sessionLog {
	t.Helper()
	var o sessionLog
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// Each of them searches the same, whichever test was the first.
	draft, found := draftAt(t, desk, 1, nil)
	if !found {
		t.Fatal("no refundable rate in London")
	}
	draft.Guest = guest
	o.note("verified", draft.Hotel.Name, draft.Rate.BookingCode, draft.Verified.Total, len(draft.Changes), draft.Rate.Expires)
	booked, err := desk.Book(t.Context(), draft)
	must(err)
	r := booked.Reservation
	o.note("booked", r.ID, r.Status, r.Confirmation.HotelNumber, r.Confirmation.RecordLocator, r.Rate.Total, booked.Deviations, r.Guest, booked.Found != nil)
	read, err := readOne(t.Context(), desk, r.ID)
	must(err)
	o.note("read", read.Status, desk.StayOf(read).Words(), read.Guest)
	list, _, err := desk.Reservations(t.Context(), api.ReservationQuery{IDs: []string{r.ID}})
	must(err)
	o.note("listed", list.Total, list.Items[0].Status, list.Items[0].Guest)
	change, err := priceDates(t.Context(), desk, r.ID, draft.Trip.CheckIn.AddDays(1), draft.Trip.CheckOut.AddDays(2))
	must(err)
	moved, err := desk.ChangeDates(t.Context(), change)
	must(err)
	o.note("moved", desk.StayOf(moved.Reservation).Words(), moved.Reservation.Rate.Total, desk.Moved(change, moved.Reservation))
	paid, err := desk.ChangePayment(t.Context(), desk.ShownNow(moved.Reservation), api.NewSecret("another_good_one"), api.NewSecret("4711"))
	must(err)
	o.note("paid", paid.Reservation.ID, paid.Reservation.Status)
	now, err := readOne(t.Context(), desk, r.ID)
	must(err)
	canceled, err := desk.Cancel(t.Context(), desk.ShownNow(now))
	must(err)
	o.note("cancelled", canceled.Reservation.Status)
	last, err := readOne(t.Context(), desk, r.ID)
	must(err)
	o.note("read again", last.Status, last.Guest)
	entries, err := desk.Timeline(last)
	must(err)
	o.note("timeline", len(entries))
	draft.Attempt, draft.Token = "", api.NewSecret("card_declined")
	draft.Guest.Surname = "Declined"
	_, err = desk.Book(t.Context(), draft)
	o.note("declined", booking.Explain(err).Title)
	return o
}

// byChance matches what may hold any digits in a line of a recording.
var byChance = regexp.MustCompile(`"(request_id":"[^"]*"|took_ms":[0-9.e-]*)`)

// What an agent's client records, it can play again without the service: a fresh
// desk has the same outcomes, even at another hour, with other cards and as
// another guest of the same initials.
func TestARecordedSessionIsReplayed(t *testing.T) {
	t.Parallel()
	var tape bytes.Buffer
	now := func() time.Time { return clock }
	service, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: fewHotels, Samples: 20, Now: now, Accounts: []sandbox.Account{{ID: "agency", Token: "token"}}, Record: &tape,
	})
	if err != nil {
		t.Fatal(err)
	}
	first := runSession(t, deskAt(t, service.Handler(), now), zoe)
	if err := service.Close(); err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"Zoë", "O'Neill", "zoe@example.com", "7946", "High Street", "4711", "another_good_one", "card_good"} {
		for line := range bytes.Lines(tape.Bytes()) {
			if plain := byChance.ReplaceAll(recording.Unpack(line), nil); bytes.Contains(plain, []byte(secret)) && !bytes.Contains(line, []byte(`_gzip":`)) {
				t.Errorf("the recording holds %q:\n%.300s", secret, plain)
			}
		}
	}

	recorded, err := recording.Read(bytes.NewReader(tape.Bytes()), int64(tape.Len()))
	if err != nil {
		t.Fatal(err)
	}
	for name, hours := range map[string]time.Duration{"at once": 0, "another day": 77 * time.Hour} {
		replay, err := sandbox.NewReplay(recorded, sandbox.ReplayOptions{Accounts: []sandbox.Account{{ID: "agency", Token: "token"}}})
		if err != nil {
			t.Fatal(err)
		}
		guest := zoe
		guest.GivenName = "Zelda"
		want := strings.ReplaceAll(strings.Join(first, "\n"), "Zoë", "Zelda")
		later := func() time.Time { return clock.Add(hours) }
		if got := strings.Join(runSession(t, deskAt(t, replay.Handler(), later), guest), "\n"); got != want {
			t.Errorf("%s, it comes to\n%s\nwant\n%s", name, got, want)
		}
	}
}

// A booking whose answer was lost is found in the replay as it was in the
// recording, under the new attempt's id.
func TestALostAnswerIsReplayed(t *testing.T) {
	t.Parallel()
	var tape bytes.Buffer
	o := newFixture(t, nil)
	service, err := sandbox.Open(t.Context(), sandbox.Options{
		Seed: 1, Properties: fewHotels, Now: o.clock, Accounts: []sandbox.Account{{ID: "agency", Token: "token"}}, Record: &tape,
		Faults: "reset-after POST /rest/v1/reservation nth=1",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = service.Close() })
	find := func(handler http.Handler) string {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		client, err := api.New(api.Options{BaseURL: server.URL, Account: "agency", Token: api.NewSecret("token"), Now: o.clock})
		if err != nil {
			t.Fatal(err)
		}
		o.stop()
		o.service.Service, o.dir = client, filepath.Join(t.TempDir(), "journal")
		o.open()
		// Both search the same, whichever test was the first.
		draft, found := draftAt(t, o.desk, 1, nil)
		if !found {
			t.Fatal("no refundable rate in London")
		}
		_, err = o.desk.Book(t.Context(), draft)
		p := o.resolved(attemptOf(t, err))
		if p.Reservation == nil {
			t.Fatalf("it came to %+v", p)
		}
		return string(p.Result()) + " " + p.Reservation.ID
	}
	want := find(service.Handler())
	recorded, err := recording.Read(bytes.NewReader(tape.Bytes()), int64(tape.Len()))
	if err != nil {
		t.Fatal(err)
	}
	replay, err := sandbox.NewReplay(recorded, sandbox.ReplayOptions{Accounts: []sandbox.Account{{ID: "agency", Token: "token"}}})
	if err != nil {
		t.Fatal(err)
	}
	if got := find(replay.Handler()); got != want {
		t.Errorf("in the replay it came to %s, want %s", got, want)
	}
}
