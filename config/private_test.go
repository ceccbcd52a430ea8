package config

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// kept are the files that a user of everything has, by their folders.
func kept(p Paths) []string {
	return []string{
		p.LogFile, p.LogFile + ".1",
		filepath.Join(p.JournalDir, "journal.jsonl"), filepath.Join(p.JournalDir, "guest.key"), filepath.Join(p.JournalDir, "attempts", "a.lock"),
		filepath.Join(p.DraftsDir, "A.json"),
		filepath.Join(p.DemoDir, "world.db"), filepath.Join(p.DemoDir, "world.db-wal"), filepath.Join(p.DemoDir, "snapshots", "s.db"),
		filepath.Join(p.DemoJournalDir, "guest.key"), filepath.Join(p.DemoDraftsDir, "B.json"),
	}
}

func withFiles(t *testing.T) Paths {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("Windows has access lists and no mode bits.")
	}
	p := home(t, "", "")
	for _, path := range kept(p) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

func chmod(t *testing.T, path string, mode os.FileMode) {
	t.Helper()
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
}

// TestFilesAreTheOwnersOnly opens each file and each folder to others, one after
// the other, and repairs it as told.
func TestFilesAreTheOwnersOnly(t *testing.T) {
	p := withFiles(t)
	if err := CheckFiles(p); err != nil {
		t.Fatal(err)
	}
	for _, path := range kept(p) {
		for _, mode := range []os.FileMode{0o666, 0o640, 0o604, 0o610} {
			chmod(t, path, mode)
			wantError(t, CheckFiles(p), fmt.Sprintf("%s: others can reach your bookings (mode %04o); run: chmod 600 '%s'", path, mode, path))
		}
		chmod(t, path, 0o600)
	}
	for _, dir := range []string{p.StateDir, p.JournalDir, p.DraftsDir, p.DemoDir, filepath.Join(p.DemoDir, "snapshots")} {
		chmod(t, dir, 0o755)
		wantError(t, CheckFiles(p), fmt.Sprintf("%s: others can reach your bookings (mode 0755); run: chmod 700 '%s'", dir, dir))
		chmod(t, dir, 0o700)
	}
	if err := CheckFiles(p); err != nil {
		t.Errorf("repaired as told: %v", err)
	}
}

// TestManyOpenFilesAreOneCommand: nobody types a command for each draft.
func TestManyOpenFilesAreOneCommand(t *testing.T) {
	p := withFiles(t)
	open := filepath.Join(p.DraftsDir, "A.json")
	chmod(t, open, 0o666)
	chmod(t, p.LogFile, 0o644)
	chmod(t, filepath.Join(p.DemoDir, "world.db"), 0o644)
	wantError(t, CheckFiles(p), p.StateDir+": others can reach 2 files and folders there, such as "+p.LogFile+
		" (mode 0644); run: chmod -R go= '"+p.StateDir+"'\n"+filepath.Join(p.DemoDir, "world.db")+
		": others can reach your bookings (mode 0644); run: chmod 600 '"+filepath.Join(p.DemoDir, "world.db")+"'")
}

// TestLinksAreFollowed: the permissions that count are those of what a link leads
// to, which no command that is told would change.
func TestLinksAreFollowed(t *testing.T) {
	p := withFiles(t)
	elsewhere := filepath.Join(targetOf(t.TempDir()), "journal")
	if err := os.Rename(p.JournalDir, elsewhere); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, p.JournalDir); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(elsewhere, "nothing"), filepath.Join(p.StateDir, "dangling")); err != nil {
		t.Fatal(err)
	}
	if err := CheckFiles(p); err != nil {
		t.Fatal(err)
	}
	told := func(link, target, what string, mode int) string {
		return fmt.Sprintf("%s: is a link to %s, which is not Bellhop's own; others can reach %s (mode %04o); remove the link", link, target, what, mode)
	}
	chmod(t, elsewhere, 0o750)
	wantError(t, CheckFiles(p), told(p.JournalDir, elsewhere, "it", 0o750))
	chmod(t, elsewhere, 0o700)
	key := filepath.Join(elsewhere, "guest.key")
	chmod(t, key, 0o644)
	chmod(t, filepath.Join(elsewhere, "journal.jsonl"), 0o644) // One problem is enough for a link.
	wantError(t, CheckFiles(p), told(p.JournalDir, elsewhere, key, 0o644))
	chmod(t, filepath.Join(elsewhere, "journal.jsonl"), 0o600)
	link := filepath.Join(p.DraftsDir, "link.json")
	if err := errors.Join(os.Remove(p.JournalDir), os.Symlink(key, link)); err != nil {
		t.Fatal(err)
	}
	wantError(t, CheckFiles(p), told(link, key, "it", 0o644))
	wantError(t, CheckDataFolder(p.DraftsDir), told(link, key, "it", 0o644))
	// A link within the folder is told where the file is.
	draft := filepath.Join(p.DraftsDir, "A.json")
	if err := errors.Join(os.Remove(link), os.Symlink("A.json", link)); err != nil {
		t.Fatal(err)
	}
	chmod(t, draft, 0o640)
	wantError(t, CheckFiles(p), fmt.Sprintf("%s: others can reach your bookings (mode 0640); run: chmod 600 '%s'", draft, draft))
}

// TestDataFolderThatIsALink: no command is told that would change what the link
// leads to.
func TestDataFolderThatIsALink(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has access lists and no mode bits.")
	}
	target, link := filepath.Join(targetOf(t.TempDir()), "target"), filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	wantError(t, CheckDataFolder(link), link+": is a link to "+target+", which is not there; remove the link, or name another folder")
	if err := os.Mkdir(target, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := CheckDataFolder(link); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(filepath.Join(target, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	chmod(t, filepath.Join(target, "x"), 0o644)
	chmod(t, target, 0o777|os.ModeSticky)
	wantError(t, CheckDataFolder(link), link+": is a link to "+target+", which is not Bellhop's own; others can reach it (mode 1777); remove the link")
	wantError(t, CheckDataFolder(target), target+": others can reach 2 files and folders there, such as "+target+" (mode 1777); run: chmod -R go= '"+target+"'")
}

// TestDataFolder: a sandbox's folder is its user's alone.
func TestDataFolder(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has access lists and no mode bits.")
	}
	dir := filepath.Join(t.TempDir(), "it's [data]")
	if err := CheckDataFolder(dir); err != nil {
		t.Errorf("what is not there yet: %v", err)
	}
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := CheckDataFolder(dir); err != nil {
		t.Error(err)
	}
	for _, mode := range []os.FileMode{0o701, 0o710, 0o704, 0o770, 0o777, 0o755} {
		chmod(t, dir, mode)
		wantError(t, CheckDataFolder(dir), fmt.Sprintf("%s: others can reach your bookings (mode %04o); run: chmod 700 %s", dir, mode, shellQuote(dir)))
	}
	chmod(t, dir, 0o700)
	foreign := "/" // Nobody who runs tests without privileges owns it.
	if os.Geteuid() == 0 {
		foreign = dir
		if err := os.Chown(dir, 12345, -1); err != nil {
			t.Skip("this folder takes no other owner: ", err)
		}
	}
	err := CheckDataFolder(foreign)
	if err == nil || !strings.Contains(err.Error(), foreign+": belongs to another user (") || !strings.Contains(err.Error(), "sudo chown -R ") {
		t.Errorf("another user's folder: %v", err)
	}
}
