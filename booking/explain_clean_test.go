package booking_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode"

	"bellhop/booking"
	"bellhop/booking/journal"
)

// An error may name a file or a setting of any name; a screen draws its words as
// they are.
func TestWordsOfErrorsDriveNoTerminal(t *testing.T) {
	t.Parallel()
	wantPlain := func(where, text string) {
		t.Helper()
		if !strings.Contains(text, "mark") || strings.IndexFunc(text, func(r rune) bool { return r != '\n' && unicode.IsControl(r) || r == '\u202e' }) >= 0 {
			t.Errorf("%s: %q", where, text)
		}
	}
	const text = "mark\x1b]0;x\a\u009b31m\u202e\nsecond \x7f"
	x := booking.Explain(errors.New(text))
	wantPlain("an error", x.Text)
	if strings.Count(x.Text, "\n") != 1 {
		t.Errorf("its lines are gone: %q", x.Text)
	}
	if runtime.GOOS == "windows" {
		return // Such names are not possible there.
	}
	dir := filepath.Join(t.TempDir(), text)
	noError(t, os.MkdirAll(filepath.Dir(dir), 0o700))
	noError(t, os.WriteFile(dir, nil, 0o600))
	desk := booking.NewDesk(booking.Options{
		Service: newFixture(t, nil).service, OpenJournal: func() (*journal.Journal, error) { return journal.Open(dir, journal.Options{}) },
	})
	_, err := desk.Book(t.Context(), firstDraft(t, desk, 1))
	if err == nil {
		t.Fatal("it was booked without a journal")
	}
	wantPlain("a journal", booking.Explain(err).Text)
}
