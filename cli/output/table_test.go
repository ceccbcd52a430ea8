package output

import (
	"fmt"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
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
		w := &Table{out: &out, width: tt.width}
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
		w := &Table{out: &out, width: width, Spare: []string{"STAY", "HOTEL"}}
		_, _ = fmt.Fprint(w, text)
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%d columns:\n%s\nwant\n%s", width, out.String(), want)
		}
	}
}
