package booking_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/booking"
	"bellhop/booking/document"
)

// A calendar that follows the file of one profile never reads the deadlines of another one.
func TestSaveCalendar_FileOfEachProfile(t *testing.T) {
	t.Parallel()
	folder, now := filepath.Join(t.TempDir(), "exports"), time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	from := map[string]document.Origin{
		"production-work-deadlines.ics":    {Environment: "PRODUCTION", Profile: "work"},
		"production-eu-work-deadlines.ics": {Environment: "PRODUCTION", Profile: "eu-work"},
		"production-eu_work-deadlines.ics": {Environment: "PRODUCTION", Profile: "eu_work"},
		"sandbox-work-deadlines.ics":       {Environment: "SANDBOX", Profile: "work"},
		"sandbox-demo-deadlines.ics":       {Environment: "SANDBOX", Profile: "demo"},
	}
	for range 2 { // The name stays the same when the file is written again.
		for name, origin := range from {
			if path, err := booking.SaveCalendar(folder, now, origin, nil); err != nil || path != filepath.Join(folder, name) {
				t.Errorf("%s: %v, the calendar is %s, want %s", origin.Words(), err, path, name)
			}
		}
	}
	for name, origin := range from {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if want := "Deadlines\\, " + strings.ReplaceAll(origin.Words(), ",", "\\,") + "\r\n"; err != nil || !strings.Contains(unfolded(string(text)), want) {
			t.Errorf("%v, %s is\n%s", err, name, text)
		}
	}
}
