package ui_test

import (
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"bellhop/ui"
	"bellhop/ui/uitest"
)

func date(y int, m time.Month, d int) time.Time { return time.Date(y, m, d, 0, 0, 0, 0, time.UTC) }

func december() *ui.Calendar {
	c := ui.NewCalendar(uitest.Theme(), date(2026, 12, 10), date(2026, 12, 10))
	c.SetSize(50, 11)
	return c
}

func pressCalendar(t testing.TB, c *ui.Calendar, keys string) (last ui.CalendarEvent) {
	t.Helper()
	for _, name := range strings.Fields(keys) {
		msg, ok := ui.ParseKey(name)
		if !ok {
			t.Fatalf("there is no key %q", name)
		}
		last = c.Update(msg)
	}
	return last
}

func TestCalendarPicksARange(t *testing.T) {
	c := december()
	if got := pressCalendar(t, c, "right right enter"); got != ui.CalendarFirst {
		t.Errorf("the first day is event %d", got)
	}
	if _, _, ok := c.Range(); ok {
		t.Error("one day is a range")
	}
	if got := pressCalendar(t, c, "right right right enter"); got != ui.CalendarPicked {
		t.Errorf("the last day is event %d", got)
	}
	from, to, ok := c.Range()
	if !from.Equal(date(2026, 12, 12)) || !to.Equal(date(2026, 12, 15)) || !ok || c.Nights() != 3 {
		t.Errorf("%v to %v, %d nights", from, to, c.Nights())
	}
	uitest.Golden(t, "calendar-50x11", c.View())
	c.SetSize(40, 11)
	uitest.Golden(t, "calendar-40x11", c.View())
	if got := pressCalendar(t, c, "enter"); got != ui.CalendarFirst {
		t.Errorf("a third day is event %d, want a new start", got)
	}
	for _, keys := range []string{"enter", "left enter"} {
		if got := pressCalendar(t, c, keys); got != ui.CalendarMoved || !strings.Contains(c.View(), "in Tue 15 Dec 2026; choose a later day") {
			t.Errorf("%s on a day not after the first is event %d:\n%s", keys, got, c.View())
		}
	}
	if pressCalendar(t, c, "right"); strings.Contains(c.View(), "choose a later day") {
		t.Errorf("the next key leaves the reproach:\n%s", c.View())
	}
	c.SetCursor(date(2026, 12, 17))
	if got := pressCalendar(t, c, "enter"); got != ui.CalendarPicked || c.Nights() != 2 {
		t.Errorf("event %d, %d nights", got, c.Nights())
	}
}

func TestCalendarKeys(t *testing.T) {
	for _, c := range []struct {
		keys string
		want time.Time
	}{
		{"left", date(2026, 12, 10)},
		{"down", date(2026, 12, 17)},
		{"down up", date(2026, 12, 10)},
		{"pgdown", date(2027, 1, 10)},
		{"pgup", date(2026, 12, 10)},
		{"down down down pgdown pgdown", date(2027, 2, 28)},
		{"pgdown home", date(2026, 12, 10)},
	} {
		calendar := december()
		pressCalendar(t, calendar, c.keys)
		if got := calendar.Cursor(); !got.Equal(c.want) {
			t.Errorf("%q goes to %v, want %v", c.keys, got, c.want)
		}
	}
	if pressCalendar(t, december(), "x") != ui.CalendarNone {
		t.Error("a key that means nothing was taken")
	}
}

func TestCalendarLimits(t *testing.T) {
	c := december()
	if pressCalendar(t, c, "pgup"); !c.Cursor().Equal(date(2026, 12, 10)) {
		t.Errorf("before the first day: %v", c.Cursor())
	}
	c.SetRange(date(2026, 12, 15), date(2026, 12, 15))
	if _, _, ok := c.Range(); ok || c.Nights() != 0 {
		t.Error("a range of no nights is a range")
	}
}

func TestDaysDoNotPassThroughZones(t *testing.T) {
	east := time.FixedZone("east", 14*3600)
	if got := ui.Day(time.Date(2026, 12, 12, 1, 0, 0, 0, east)); !got.Equal(date(2026, 12, 12)) {
		t.Errorf("the date became %v", got)
	}
	if !ui.Day(time.Time{}).IsZero() {
		t.Error("no day became a day")
	}
}

func TestCalendarIsExactlyItsSize(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := december()
		for range rapid.IntRange(0, 6).Draw(t, "keys") {
			name := rapid.SampledFrom([]string{"left", "right", "down", "pgdown", "enter"}).Draw(t, "key")
			msg, _ := ui.ParseKey(name)
			c.Update(msg)
		}
		w, h := rapid.IntRange(-1, 80).Draw(t, "w"), rapid.IntRange(-1, 20).Draw(t, "h")
		c.SetSize(w, h)
		lines := c.Lines()
		if len(lines) != max(h, 0) {
			t.Fatalf("%d lines for %d", len(lines), h)
		}
		for _, line := range lines {
			if ui.Width(line) != max(w, 0) {
				t.Fatalf("line %q is %d wide, want %d", line, ui.Width(line), w)
			}
		}
	})
}
