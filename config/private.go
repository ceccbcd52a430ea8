package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// deepest is how far below a folder of Bellhop's own its files stand.
const deepest = 4

// CheckFiles makes sure that nobody but the owner can reach what names guests
// and bookings: the log, the journal with its key, the drafts and the demo's
// database. What is not there is private. The error is an *Error with the
// commands that repair it.
func CheckFiles(p Paths) error {
	var found problems
	for _, dir := range []string{p.StateDir, p.DemoDir} {
		checkFolder(dir, &found)
	}
	return found.err()
}

// CheckDataFolder is CheckFiles for a sandbox's folder that the user has named,
// which must be the user's own besides: nobody else may put a database there.
func CheckDataFolder(dir string) error {
	var found problems
	if info, err := os.Stat(dir); err == nil && modeBits {
		if owner, foreign := foreignOwner(info); foreign {
			found.add(Problem{
				Where: dir, What: fmt.Sprintf("belongs to another user (%d)", owner),
				Fix: fmt.Sprintf("use a folder of your own, or run: sudo chown -R %d %s", os.Geteuid(), shellQuote(dir)),
			})
		}
	}
	checkFolder(dir, &found)
	return found.err()
}

// checkFolder finds what others can reach in a folder, the folder included. One
// command repairs all of it, so it is one problem, and what a link leads to out
// of the folder is one of its own: no command for a whole folder follows it.
func checkFolder(dir string, found *problems) {
	if !modeBits {
		return
	}
	s := search{problems: found}
	s.look(dir, 0)
	switch len(s.open) {
	case 0:
	case 1:
		found.add(tooOpen(s.open[0].path, s.open[0].info, "your bookings"))
	default:
		if target, err := filepath.EvalSymlinks(dir); err == nil {
			dir = target
		}
		found.add(Problem{
			Where: dir,
			What: fmt.Sprintf("others can reach %d files and folders there, such as %s (mode %04o)",
				len(s.open), visible(s.open[0].path), s.open[0].info.Mode().Perm()),
			Fix: "run: chmod -R go= " + shellQuote(dir),
		})
	}
}

// A search collects the files and folders that others can reach.
type search struct {
	problems *problems
	open     []place
}

// place is a file or a folder that is there; what a link leads to counts.
type place struct {
	path string
	info fs.FileInfo
}

func (s *search) look(path string, depth int) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return // Another console has just removed it, or it is a link to nothing.
	}
	if err != nil {
		s.problems.add(Problem{Where: path, What: "cannot be checked: " + reason(err), Fix: "check the folder's permissions"})
		return
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return
	}
	if info.Mode().Perm()&0o077 != 0 {
		s.found(path, info, depth)
	}
	if !info.IsDir() || depth == deepest {
		return
	}
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.problems.add(Problem{Where: path, What: "cannot be checked: " + reason(err), Fix: "check the folder's permissions"})
	}
	for _, entry := range entries {
		s.look(filepath.Join(path, entry.Name()), depth+1)
	}
}

func (s *search) found(path string, info fs.FileInfo, depth int) {
	if link, err := os.Lstat(path); depth > 0 && err == nil && link.Mode()&fs.ModeSymlink != 0 {
		s.problems.add(tooOpen(path, info, "your bookings"))
		return
	}
	s.open = append(s.open, place{path, info})
}
