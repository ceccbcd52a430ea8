package booking

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// CalendarName is the file that SaveCalendar writes. It is always the same, so
// that a calendar that follows it sees the newest deadlines.
const CalendarName = "bellhop-deadlines.ics"

// SaveCalendar writes WriteCalendar's file into a folder, which is made for the
// owner only if it is not there, and returns its path. An earlier one is
// replaced as a whole: a crash leaves the old one or the new one.
func SaveCalendar(folder string, made time.Time, environment string, list []Due) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("saving the calendar: %w", err)
	}
	f, err := os.CreateTemp(folder, ".deadlines-*") // For the owner only, as CreateTemp makes it.
	if err != nil {
		return "", fmt.Errorf("saving the calendar: %w", err)
	}
	path := filepath.Join(folder, CalendarName)
	err = errors.Join(WriteCalendar(f, made, environment, list), f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return "", fmt.Errorf("saving the calendar: %w", errors.Join(err, os.Remove(f.Name())))
	}
	return path, nil
}
