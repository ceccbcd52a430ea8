package screens_test

import (
	"strings"
	"testing"

	"bellhop/screens"
	"bellhop/ui/uitest"
)

func TestDeadlinesAsAMonth(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 30, 1, 2, 100, 1000)
	p := startOn(f, screens.NewDeadlines(f.deps)).Press("ctrl+d")
	onTop(t, p, "calendar")
	p.Has("December 2026", "›12·2", "Sat 12 Dec 2026, today", "2 deadlines by the hotel's time", "at stake: ", "11:30", "5 deadlines")
	f.allGoldens("deadlines_month")
	p.Resize(120, 40).Press("left").Has("Sat 12 Dec 2026") // Nothing is due before.
	p.Press("right").Has("Sun 13 Dec 2026", "no deadline on this day", "in December 2026: 4 deadlines", "'12·2")
	p.Press("enter")
	onTop(t, p, "calendar")
	p.Press("pgdown").Has("January 2027", "in January 2027: 1 deadline").Press("down", "right", "right", "right").Has("Sat 23 Jan 2027", "1 deadline by")
	p.Press("enter")
	onTop(t, p, "deadlines")
	if row := cursorRow(p); !strings.Contains(row, "Sat 23 Jan") {
		t.Errorf("the cursor is on %q", row)
	}
}

// A day from the window of all is found in a narrower one.
func TestMonthOpensTheWindow(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	dues(service, 1, 100)
	p := startOn(f, screens.NewDeadlines(f.deps)).Press("w").Has("within 24 h").HasNot("Wed 16 Dec")
	p.Press("ctrl+d", "right", "right", "right").Has("Wed 16 Dec 2026", "1 deadline by").Press("enter").Has("2 of 2 open", "Wed 16 Dec")
	if row := cursorRow(p); !strings.Contains(row, "Wed 16 Dec") {
		t.Errorf("the cursor is on %q", row)
	}
}

func TestSweepOfTheMonth(t *testing.T) {
	t.Parallel()
	f, service := newFixtureWith(t, 0)
	hours := make([]int, 150)
	for i := range hours {
		hours[i] = 1 + i/3
	}
	dues(service, hours...)
	uitest.Sweep(t, startOn(f, screens.NewDeadlines(f.deps)).Press("ctrl+d"))
}

// cursorRow returns the row of a list that the cursor is on.
func cursorRow(p *uitest.Pump) string {
	for line := range strings.Lines(p.View()) {
		if strings.HasPrefix(line, " › ") {
			return line
		}
	}
	return ""
}
