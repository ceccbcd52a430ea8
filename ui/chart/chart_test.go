package chart_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"bellhop/ui"
	"bellhop/ui/chart"
	"bellhop/ui/uitest"
)

func day(n, hour int) time.Time { return time.Date(2026, time.December, n, hour, 0, 0, 0, time.UTC) }

// two is a line of two steps between a booking and an arrival.
func two(now time.Time) chart.Line {
	return chart.Line{
		Begin: day(1, 9), End: day(13, 0), Now: now,
		Stretches: []chart.Stretch{
			{Words: "free"},
			{From: day(7, 18), Heavy: true, Words: "204.13 GBP", Short: "204.13", At: "Mon 7 Dec 18:00", ShorterAt: "Mon 7 Dec"},
			{From: day(10, 18), Heavy: true, Words: "612.40 GBP", Short: "612.40", At: "Thu 10 Dec 18:00", ShorterAt: "Thu 10 Dec"},
		},
	}
}

func TestLineGoesFromLeftToRight(t *testing.T) {
	t.Parallel()
	together := two(day(1, 9))
	together.Stretches[2].From = day(7, 19)
	always := chart.Line{Now: day(1, 9), Stretches: []chart.Stretch{
		{Words: "non-refundable: 612.40 GBP whenever it is cancelled", Short: "non-refundable", Heavy: true},
	}}
	for name, c := range map[string]struct {
		line  chart.Line
		width int
		want  string
	}{
		"booked now": {two(day(1, 9)), 70, `
now free ──────────────────────────│ 204.13 GBP ━━━━│ 612.40 GBP ━━━━━
                                   Mon 7 Dec 18:00  Thu 10 Dec 18:00`},
		"now is where it falls": {two(day(4, 9)), 70, `
free ─────────── now ──────────────│ 204.13 GBP ━━━━│ 612.40 GBP ━━━━━
                                   Mon 7 Dec 18:00  Thu 10 Dec 18:00`},
		"a step is past": {two(day(8, 9)), 70, `
free ───────────────────────────│ 204.13 GBP ━ now ━│ 612.40 GBP ━━━━━
                                Mon 7 Dec 18:00     Thu 10 Dec 18:00`},
		"all are past": {two(day(12, 23)), 70, `
free ────────────────────────────│ 204.13 GBP ━━━━│ 612.40 GBP ━ now ━
                                 Mon 7 Dec 18:00  Thu 10 Dec 18:00`},
		"close together": {together, 70, `
now free ────────────────────│ 204.13 GBP ━━━━│ 612.40 GBP ━━━━━━━━━━
                             Mon 7 Dec 18:00  Mon 7 Dec 19:00`},
		"narrow": {two(day(1, 9)), 42, `
now free ──────────│ 204.13 ━━│ 612.40 ━━━
                   Mon 7 Dec  Thu 10 Dec`},
		"too narrow": {two(day(1, 9)), 30, ""},
		"one stretch": {always, 60, `
non-refundable: 612.40 GBP whenever it is cancelled ━━━━━━━━`},
		"one stretch, narrow":     {always, 40, "non-refundable ━━━━━━━━━━━━━━━━━━━━━━━━━"},
		"one stretch, too narrow": {always, 16, ""},
	} {
		if name == "close together" {
			c.line.Stretches[2].At = "Mon 7 Dec 19:00"
		}
		got := uitest.Plain(strings.Join(c.line.Draw(uitest.Theme(), c.width), "\n"))
		if want := strings.TrimPrefix(c.want, "\n"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestLine_OfNothing(t *testing.T) {
	t.Parallel()
	if got := (chart.Line{Now: day(1, 9)}).Draw(uitest.Theme(), 80); got != nil {
		t.Errorf("it drew %q", got)
	}
}

// No width and no order of times makes a line wider than asked for, or of two heights.
func TestLineIsNeverWider(t *testing.T) {
	t.Parallel()
	for _, now := range []time.Time{{}, day(1, 9), day(7, 18), day(9, 1), day(31, 0)} {
		for _, end := range []time.Time{{}, day(2, 0), day(13, 0)} {
			for width := range 220 {
				line := two(now)
				line.End = end
				lines := line.Draw(uitest.Theme(), width)
				if lines != nil && len(lines) != 2 {
					t.Fatalf("%d lines", len(lines))
				}
				for _, l := range lines {
					if ui.Width(l) > width {
						t.Fatalf("width %d: %q", width, uitest.Plain(l))
					}
				}
				if lines != nil && strings.Count(uitest.Plain(lines[0]), "now") != 1 {
					t.Fatalf("width %d: now is not there once: %q", width, uitest.Plain(lines[0]))
				}
			}
		}
	}
}

func nights(n int) []chart.Bar {
	out := make([]chart.Bar, n)
	for i := range out {
		out[i] = chart.Bar{Label: day(i+1, 0).Format("Mon _2 Jan"), Amount: fmt.Sprintf("%d.00", 90+i%7), Share: float64(90+i%7) / 96}
		if i > 0 {
			out[i].Change = "+1.00"
		}
		if wd := day(i+1, 0).Weekday(); wd == time.Friday || wd == time.Saturday {
			out[i].Note = "weekend"
		}
	}
	return out
}

func TestRowsKeepTheWords(t *testing.T) {
	t.Parallel()
	for width, want := range map[int]string{
		60: `
Thu  3 Dec  92.00         ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄
Fri  4 Dec  93.00  +1.00  ▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▄▖  weekend`,
		30: `
Thu  3 Dec  92.00
Fri  4 Dec  93.00  weekend`,
	} {
		bars := nights(4)[2:]
		bars[0].Change = ""
		got := uitest.Plain(strings.Join(chart.Rows(uitest.Theme(), bars, width), "\n"))
		if want = strings.TrimPrefix(want, "\n"); got != want {
			t.Errorf("width %d:\n%s\nwant\n%s", width, got, want)
		}
	}
	if lines := chart.Rows(uitest.Theme(), nil, 40); len(lines) != 0 {
		t.Errorf("no bars drew %q", lines)
	}
}

func TestColumnsOfAMonth(t *testing.T) {
	t.Parallel()
	mondays := func(i int) string {
		if i == 0 || day(i+1, 0).Weekday() == time.Monday {
			return day(i+1, 0).Format("2 Jan")
		}
		return ""
	}
	bars := nights(30)
	for i := range bars {
		bars[i].Share = float64(i%7+1) / 7
	}
	got := uitest.Plain(strings.Join(chart.Columns(uitest.Theme(), bars, mondays, 60, 2), "\n"))
	want := strings.TrimPrefix(`
      ▁ ▃ ▆ █       ▁ ▃ ▆ █       ▁ ▃ ▆ █       ▁ ▃ ▆ █
▂ ▅ ▇ █ █ █ █ ▂ ▅ ▇ █ █ █ █ ▂ ▅ ▇ █ █ █ █ ▂ ▅ ▇ █ █ █ █ ▂ ▅
1 Dec       7 Dec         14 Dec        21 Dec        28 Dec`, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if lines := chart.Columns(uitest.Theme(), bars, mondays, 29, 3); lines != nil {
		t.Errorf("30 columns in 29 cells: %q", lines)
	}
	for width := 30; width < 200; width++ {
		for _, line := range chart.Columns(uitest.Theme(), bars, mondays, width, 3) {
			if ui.Width(line) > width {
				t.Fatalf("width %d: %q", width, uitest.Plain(line))
			}
		}
	}
}
