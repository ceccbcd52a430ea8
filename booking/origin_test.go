package booking_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/document"
	"bellhop/booking/exports"
	"bellhop/booking/proof"
	"bellhop/booking/quote"
	"bellhop/booking/quote/quotetest"
	"bellhop/booking/quotestore"
	"bellhop/booking/voucher"
)

// Each paper names the environment and the profile. A paper of a sandbox does so in its first line, lest a client take it
// for a booking; a paper of production at its end.
func TestOrigin_Papers(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r := someReservations(now)[0]
	r.Status, r.Confirmation = api.StatusConfirmed, &api.Confirmation{RecordLocator: "QWERTZ"}
	for environment, want := range map[string]string{"sandbox": "SANDBOX, profile work", "production": "PRODUCTION, profile work"} {
		desk := booking.NewDesk(booking.Options{Service: silent{}, Now: func() time.Time { return now }, Environment: environment, ProfileName: "work"})
		paper := voucher.Of(desk, r, booking.Sale{})
		evidence, err := proof.Of(desk, r, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		offered, err := quote.Quote{At: now, Origin: desk.Origin(), Offers: quotetest.Offers(quotetest.Desk())}.Document()
		if err != nil {
			t.Fatal(err)
		}
		for name, d := range map[string]document.Document{"voucher": paper.Document(), "proof": evidence.Document(), "quote": offered} {
			files, err := exports.Forms(d)
			if err != nil {
				t.Fatal(err)
			}
			for _, file := range files {
				text := file.Text
				if _, body, ok := strings.Cut(text, "<main>\n"); ok {
					text = body
				}
				first, _, _ := strings.Cut(text, "\n")
				if !strings.Contains(text, want) || strings.Contains(first, want+": this is a trial.") != (environment == "sandbox") {
					t.Errorf("%s: the %s as %s begins with %q:\n%s", environment, name, file.Ending, first, text)
				}
			}
		}
		if name, files := paper.MessageFiles(); strings.HasPrefix(files[0].Text, want+": this is a trial.") != (environment == "sandbox") {
			t.Errorf("%s: the message %s is\n%s", environment, name, files[0].Text)
		}
		calendar, err := paper.Calendar()
		if err != nil || !strings.Contains(unfolded(calendar), "X-WR-CALNAME:Hotel stay\\, "+strings.ReplaceAll(want, ",", "\\,")) {
			t.Errorf("%s: %v, the calendar of a stay is\n%s", environment, err, calendar)
		}
		var deadlines bytes.Buffer
		if err := booking.WriteCalendar(&deadlines, now, desk.Origin(), desk.Deadlines(now, []api.Reservation{r})); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(unfolded(deadlines.String()), "\r\n")
		if !slices.Contains(lines, "X-WR-CALNAME:Deadlines\\, "+strings.ReplaceAll(want, ",", "\\,")) {
			t.Errorf("%s: the calendar of deadlines is\n%s", environment, deadlines.String())
		}
	}
}

// A file's name has the environment and the profile, except for a client's paper of production, which has them inside.
func TestOrigin_FileNames(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	r := someReservations(now)[0]
	r.ID, r.Status, r.Confirmation = "r1", api.StatusConfirmed, &api.Confirmation{RecordLocator: "QWERTZ"}
	for environment, want := range map[string][]string{
		"sandbox": {
			"sandbox-work-voucher-qwertz", "sandbox-work-stay-qwertz", "sandbox-work-message-qwertz", "sandbox-work-proof-r1",
			"sandbox-work-quote-2026-12-12-the-lantern",
		},
		"production": {"voucher-qwertz", "stay-qwertz", "production-work-message-qwertz", "production-work-proof-r1", "quote-2026-12-12-the-lantern"},
	} {
		desk := booking.NewDesk(booking.Options{Service: silent{}, Now: func() time.Time { return now }, Environment: environment, ProfileName: "work"})
		paper := voucher.Of(desk, r, booking.Sale{})
		page, _, errPage := paper.Files()
		stay, _, errStay := paper.CalendarFile()
		message, _ := paper.MessageFiles()
		evidence, errProof := proof.Of(desk, r, false, nil)
		proved, _, errProved := evidence.Files()
		quoted, _, errQuote := quotestore.Files(quote.Quote{At: now, Origin: desk.Origin(), Offers: quotetest.Offers(quotetest.Desk())})
		if err := errors.Join(errPage, errStay, errProof, errProved, errQuote); err != nil {
			t.Fatal(err)
		}
		if got := []string{page, stay, message, proved, quoted}; !slices.Equal(got, want) {
			t.Errorf("%s: the names are %q, want %q", environment, got, want)
		}
	}
}

// unfolded joins the folded lines of a calendar.
func unfolded(calendar string) string { return strings.ReplaceAll(calendar, "\r\n ", "") }
