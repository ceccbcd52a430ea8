package desk

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
	"bellhop/cli/output"
)

// However narrow the terminal is, a deadline has its guest, hotel, amount and id.
func TestDeadlinesOnANarrowTerminal(t *testing.T) {
	now := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	list := make([]booking.Due, 3)
	for i := range list {
		deadline := api.ParseDeadline([]string{"2026-12-10T18:00:00+00:00", "2026-12-11T18:00", "2026-12-12T18:00:00Z"}[i])
		list[i] = booking.Due{
			Reservation: api.Reservation{
				ID:    fmt.Sprintf("%032d", i),
				Guest: api.Guest{GivenName: "Maria", Surname: "Guest"},
				Hotel: api.HotelRef{Name: []string{"Lamía House", "Casa sin Zona", "The Aldwych Lantern"}[i]},
			},
			Next:    &terms.Step{Deadline: deadline, From: now.Add(time.Hour), Assumed: i == 1},
			AtStake: booking.Stake{Money: api.NewMoney("1713600", "GBP"), Estimated: i == 2},
		}
	}
	want := map[int]string{
		80: `CANCEL BY          AT STAKE                GUEST      HOTEL
  RESERVATION
Thu 10 Dec 18:00   1,713,600.00 GBP        M··· G···  Lamía House
  00000000000000000000000000000000
Fri 11 Dec 18:00?  1,713,600.00 GBP        M··· G···  Casa sin Zona
  00000000000000000000000000000001
Sat 12 Dec 18:00   about 1,713,600.00 GBP  M··· G···  The Aldwych Lantern
  00000000000000000000000000000002
?: the zone is not said; the earliest moment that it can mean is taken.
`,
	}
	for _, width := range []int{60, 80, 120, 200} {
		var out strings.Builder
		if err := printDue(output.SizedTable(&out, width), now, list); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if want[width] != "" && got != want[width] {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, got, want[width])
		}
		for _, due := range list {
			for _, part := range []string{due.Reservation.ID, due.Reservation.Hotel.Name, "M··· G···", "1,713,600.00 GBP", "Fri 11 Dec"} {
				if !strings.Contains(got, part) {
					t.Errorf("%d columns have no %q:\n%s", width, part, got)
				}
			}
		}
		for line := range strings.Lines(got) {
			if n := ansi.StringWidth(strings.TrimSuffix(line, "\n")); n > width {
				t.Errorf("%d columns: a line has %d: %s", width, n, line)
			}
		}
	}
}

// FuzzSpan: what is read is above nothing, and a text that is not is an error.
func FuzzSpan(f *testing.F) {
	for _, seed := range []string{"48h", "7d", "1d12h", "", "-1h", "2d-48h", "9999d", "1.5h", "d", "99999d", "1h\n"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if span, err := readSpan(text); (err == nil) != (span > 0) {
			t.Errorf("%q is %s, %v", text, span, err)
		}
	})
}
