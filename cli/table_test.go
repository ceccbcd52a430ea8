package cli

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"bellhop/api"
	"bellhop/booking"
	"bellhop/booking/terms"
)

func TestTableFitsTheTerminal(t *testing.T) {
	const prose = "KEY\tWHAT\tDOES\nup\tprice goes up\tit costs 10 % more when it is verified\n"
	const ids = "BY\tHOTEL\tRESERVATION\nFri 18:00\tLamía House\t" + "0123456789abcdef0123456789abcdef\nSat 6:00\tThe Very Long Name of a Hotel by the Sea\tfedcba9876543210fedcba9876543210\n"
	const price = "BY\tCOSTS\nFri\tthe cancellation costs 116.16 GBP, which is all\n"
	const wide = "ID\tHOTEL\tSTATE\n1\t白鹤大酒店\topen\n2\tCafé\tclosed\n"
	for _, tt := range []struct {
		text  string
		width int
		want  string
	}{
		{prose, 0, "KEY  WHAT           DOES\nup   price goes up  it costs 10 % more when it is verified\n"},
		{prose, 58, "KEY  WHAT           DOES\nup   price goes up  it costs 10 % more when it is verified\n"},
		{prose, 50, "KEY  WHAT           DOES\nup   price goes up  it costs 10 % more when it is\n                    verified\n"},
		{prose, 30, "KEY  WHAT\n  DOES\nup   price goes up\n  it costs 10 % more when it\n  is verified\n"},
		{wide, 0, "ID  HOTEL       STATE\n1   白鹤大酒店  open\n2   Café        closed\n"},
		{wide, 16, "ID  HOTEL\n  STATE\n1   白鹤大酒店\n  open\n2   Café\n  closed\n"},
		{price, 36, "BY   COSTS\nFri  the cancellation costs\n     116.16 GBP, which is all\n"},
		{ids, 50, `BY
  HOTEL
  RESERVATION
Fri 18:00
  Lamía House
  0123456789abcdef0123456789abcdef
Sat 6:00
  The Very Long Name of a Hotel by the Sea
  fedcba9876543210fedcba9876543210
`},
		{ids, 60, `BY         HOTEL
  RESERVATION
Fri 18:00  Lamía House
  0123456789abcdef0123456789abcdef
Sat 6:00   The Very Long Name of a Hotel by the Sea
  fedcba9876543210fedcba9876543210
`},
	} {
		var out strings.Builder
		w := &table{out: &out, width: tt.width}
		_, _ = fmt.Fprint(w, tt.text)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		if got != tt.want {
			t.Errorf("%d columns:\n%s\nwant\n%s", tt.width, got, tt.want)
		}
		for line := range strings.Lines(got) {
			if n := ansi.StringWidth(strings.TrimSuffix(line, "\n")); tt.width > 0 && n > tt.width {
				t.Errorf("%d columns: a line has %d", tt.width, n)
			}
		}
	}
}

// Spare columns are left out one by one where a terminal is too narrow for them, so that an id stays whole.
func TestTableLeavesSpareColumnsOut(t *testing.T) {
	const text = "BY\tHOTEL\tSTAY\tRESERVATION\nFri 18:00\tLamía House\tSat 12 Dec\t0123456789abcdef0123456789abcdef\n"
	for width, want := range map[int]string{
		0:  "BY         HOTEL        STAY        RESERVATION\nFri 18:00  Lamía House  Sat 12 Dec  0123456789abcdef0123456789abcdef\n",
		67: "BY         HOTEL        RESERVATION\nFri 18:00  Lamía House  0123456789abcdef0123456789abcdef\n",
		55: "BY         RESERVATION\nFri 18:00  0123456789abcdef0123456789abcdef\n",
		40: "BY\n  RESERVATION\nFri 18:00\n  0123456789abcdef0123456789abcdef\n",
	} {
		var out strings.Builder
		w := &table{out: &out, width: width, spare: []string{"STAY", "HOTEL"}}
		_, _ = fmt.Fprint(w, text)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, out.String(), want)
		}
	}
}

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
		if err := printDue(&table{out: &out, width: width}, now, list); err != nil {
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
