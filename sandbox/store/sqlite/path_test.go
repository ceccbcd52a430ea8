package sqlite

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"bellhop/sandbox/store/storetest"
)

// A folder's name may hold what an address, a pattern or a shell takes for
// something else: the database and its snapshots are in that folder all the same.
func TestFoldersWithAnyName(t *testing.T) {
	t.Parallel()
	names := []string{"a[1]b", "[unclosed", "plain 100% #1; $HOME & 'x'", "%41%00", "a+b=c,d", "ünï", "-rf"}
	if runtime.GOOS != "windows" {
		names = append(names, "*", "what?mode=memory", `back\slash`, `a"b`, "line\nbreak", "\x1b]0;x\a", "c:d", "file:x", "\xff")
	}
	for _, name := range names {
		dir := filepath.Join(t.TempDir(), name)
		s := open(t, dir)
		storetest.Create(t, s, "a")
		if err := s.Save(t.Context(), "one", time.Unix(1, 0)); err != nil {
			t.Errorf("%q: %v", name, err)
			continue
		}
		storetest.Create(t, s, "a")
		if list, err := s.Snapshots(t.Context()); err != nil || len(list) != 1 || list[0].Reservations != 1 {
			t.Errorf("%q: the snapshots are %v, %v", name, list, err)
		}
		if err := s.Load(t.Context(), "one"); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		s = open(t, dir)
		if n, err := s.Reservations(t.Context()); err != nil || n != 1 {
			t.Errorf("%q: %d reservations, %v", name, n, err)
		}
		if err := s.Close(); err != nil {
			t.Errorf("%q: %v", name, err)
		}
		if info, err := os.Stat(filepath.Join(dir, fileName)); err != nil || info.Size() == 0 {
			t.Errorf("%q: the database is elsewhere: %v", name, err)
		}
		if beside, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(beside) != 1 {
			t.Errorf("%q: beside the folder is %v, %v", name, beside, err)
		}
	}
}
