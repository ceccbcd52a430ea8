package proof_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/journal"
	"bellhop/booking/proof"
)

var (
	update = flag.Bool("update", false, "write the golden files")
	nine   = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)
)

const id = "0123456789abcdef0123456789abcdef"

// service has one reservation that can be cancelled.
type service struct {
	booking.Service
	r api.Reservation
}

func (*service) Skew() time.Duration { return 0 }

func (s *service) ReadReservation(context.Context, string) (api.Reservation, error) { return s.r, nil }

func (s *service) CancelReservation(context.Context, string) (api.Reservation, error) {
	s.r.Status = api.StatusCanceled
	return s.r, nil
}

func fixture(t *testing.T) (*service, *booking.Desk, string) {
	t.Helper()
	s := &service{r: api.Reservation{
		ID: id, Status: api.StatusConfirmed, CheckIn: api.ParseInstant("2026-12-12T00:00:00Z"), CheckOut: api.ParseInstant("2026-12-14T00:00:00Z"),
		Created: api.Instant{Time: nine}, Guest: api.Guest{GivenName: "Ada", Surname: "Rossi", Email: "ada@example.com"}, Adults: 2,
		Hotel:        api.HotelRef{ID: api.PropertyID{Chain: "LX", Code: "20417"}, Name: "The Aldwych Lantern"},
		Confirmation: &api.Confirmation{HotelNumber: "HC-1", RecordLocator: "QWERTZ"},
		Payment:      &api.Payment{Amount: api.NewMoney("200.00", "GBP"), MethodRef: "pm_1"},
		Rate: api.BookedRate{Rooms: 1, Total: api.NewMoney("200.00", "GBP"), Terms: api.Terms{Penalties: []api.CancelPenalty{
			{Deadline: api.ParseDeadline("2026-11-30T18:00:00+00:00"), Amount: api.NewMoney("50.00", "GBP")},
		}}},
	}}
	dir, now := filepath.Join(t.TempDir(), "journal"), nine
	j, err := journal.Open(dir, journal.Options{User: "ada", Host: "reception", Now: func() time.Time { now = now.Add(time.Second); return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	desk := booking.NewDesk(booking.Options{
		Service: s, Now: func() time.Time { return nine }, Journal: j, Profile: "demo", Environment: "sandbox", Attempt: func() string { return "att-TEST" },
	})
	return s, desk, dir
}

func text(t *testing.T, d *booking.Desk, r api.Reservation, guest bool) string {
	t.Helper()
	p, err := proof.Of(d, r, guest, nil)
	if err != nil {
		t.Fatal(err)
	}
	return p.Document().Text()
}

// A cancellation is proved by the answer that said CANCELED, with what it cost and the journal's digest.
func TestProofOfACancellation(t *testing.T) {
	t.Parallel()
	s, desk, _ := fixture(t)
	before := text(t, desk, s.r, false)
	for _, want := range []string{"Proof of a reservation", "It was not booked from this machine", "Nothing was sent about it from this machine.", "guest", "A··· R···"} {
		if !strings.Contains(before, want) {
			t.Errorf("before it was cancelled there is no %q:\n%s", want, before)
		}
	}
	if strings.Contains(before, "The cancellation") || strings.Contains(before, "Rossi") || strings.Contains(before, "pm_1") {
		t.Errorf("it says too much:\n%s", before)
	}
	done, err := desk.Cancel(t.Context(), desk.ShownNow(s.r))
	if err != nil {
		t.Fatal(err)
	}
	got := text(t, desk, done.Reservation, false)
	digest, err := journalDigest(desk, t)
	if err != nil {
		t.Fatal(err)
	}
	got = strings.ReplaceAll(got, digest, strings.Repeat("d", 64))
	golden := filepath.Join("testdata", "cancellation.golden")
	got = hashes(got)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
	if shown := text(t, desk, done.Reservation, true); !strings.Contains(shown, "Ada Rossi") || strings.Contains(shown, "ada@example.com") {
		t.Errorf("with its guest it is\n%s", shown)
	}
}

// A journal that somebody has edited proves nothing, and the proof says so first.
func TestProofOfAnEditedJournal(t *testing.T) {
	t.Parallel()
	s, desk, dir := fixture(t)
	if _, err := desk.Cancel(t.Context(), desk.ShownNow(s.r)); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "journal.jsonl")
	lines, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(lines), `"50.00"`, `"00.00"`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	j, err := journal.Open(dir, journal.Options{User: "ada", Host: "reception"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	again := booking.NewDesk(booking.Options{Service: s, Now: func() time.Time { return nine }, Journal: j, Profile: "demo", Environment: "sandbox"})
	if got := text(t, again, s.r, false); !strings.Contains(got, "The journal was edited or is damaged") {
		t.Errorf("it is\n%s", got)
	}
}

func journalDigest(d *booking.Desk, t *testing.T) (string, error) {
	t.Helper()
	digest, err := d.Recovery.Digest()
	return digest.Hash, err
}

// hashes puts the same letters in the place of every hash: they hold the number of the process.
func hashes(text string) string {
	return regexp.MustCompile(`[0-9a-f]{12}\n`).ReplaceAllString(text, "hhhhhhhhhhhh\n")
}
