package booking_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bellhop/booking"
)

// What a shell takes for a pattern is a part of a folder's name here: the drafts
// in it are offered, taken, thrown away and swept like all others.
func TestDraftsInFoldersWithAnyName(t *testing.T) {
	t.Parallel()
	names := []string{"a[1]b", "[unclosed", "plain 100% #1; $HOME & 'x'", "ünï", "-rf"}
	if runtime.GOOS != "windows" {
		names = append(names, "*", "what?", `back\slash`, `a"b`, "line\nbreak", "\x1b]0;x\a", "c:d")
	}
	for _, name := range names {
		dir := filepath.Join(t.TempDir(), name, "drafts")
		savedDraft(t, dir, "demo", atClock, stay("Mary"))
		savedDraft(t, dir, "demo", func() time.Time { return clock.Add(-72 * time.Hour) }, stay("Old"))
		long := clock.Add(-time.Hour)
		for _, left := range []string{".draft-1", "NOBODYS.lock"} {
			path := filepath.Join(dir, left)
			noError(t, os.WriteFile(path, nil, 0o600))
			noError(t, os.Chtimes(path, long, long))
		}
		d := booking.NewDraftStore(dir, "demo", atClock)
		all := d.Drafts()
		if len(all) != 1 || all[0].Guest.GivenName != "Mary" {
			t.Errorf("%q: %d drafts are offered", name, len(all))
			continue
		}
		noError(t, d.Take(all[0]))
		noError(t, d.Clear())
		noError(t, d.Close())
		if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
			t.Errorf("%q: %v is left, %v", name, left, err)
		}
	}
}
