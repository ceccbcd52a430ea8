package config

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
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
	info, err := os.Stat(dir)
	if errors.Is(err, fs.ErrNotExist) && isLink(dir) {
		return oneProblem(dir, "is a link to "+visible(targetOf(dir))+", which is not there", "remove the link, or name another folder")
	}
	if err == nil && modeBits {
		if owner, foreign := foreignOwner(info); foreign {
			fix := "use a folder of your own"
			if !isLink(dir) {
				fix += fmt.Sprintf(", or run: sudo chown -R %d %s", os.Geteuid(), shellQuote(dir))
			}
			found.add(Problem{Where: dir, What: fmt.Sprintf("belongs to another user (%d)", owner), Fix: fix})
		}
	}
	checkFolder(dir, &found)
	return found.err()
}

// checkFolder finds what others can reach in a folder, the folder included. One
// command repairs all of it, so it is one problem. What a link leads to is one of
// its own, without a command: chmod follows a link, and what lies out of the
// folder is not Bellhop's to change.
func checkFolder(dir string, found *problems) {
	if !modeBits {
		return
	}
	s := search{problems: found, home: targetOf(dir)}
	s.look(dir, 0, "")
	switch len(s.open) {
	case 0:
	case 1:
		found.add(tooOpen(s.open[0].path, s.open[0].info, "your bookings"))
	default:
		found.add(Problem{
			Where: dir,
			What: fmt.Sprintf("others can reach %d files and folders there, such as %s (mode %04o)",
				len(s.open), visible(s.open[0].path), modeOf(s.open[0].info)),
			Fix: "run: chmod -R go= " + shellQuote(dir),
		})
	}
}

type search struct {
	problems *problems
	home     string // the folder, without links
	open     []exposed
	told     string // the last link of which there is a problem
}

type exposed struct {
	path string
	info fs.FileInfo
}

// look goes through a path and what is below it. The link is the one that led out
// of the folder, empty while none did.
func (s *search) look(path string, depth int, link string) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
		return // Another console has just removed it, it is a link to nothing, or there can be nothing.
	}
	if err != nil {
		s.problems.add(Problem{Where: path, What: "cannot be checked: " + reason(err), Fix: "check the folder's permissions"})
		return
	}
	if !info.IsDir() && !info.Mode().IsRegular() {
		return
	}
	if link == "" && isLink(path) {
		if depth > 0 && within(s.home, targetOf(path)) {
			return // It is looked at in its own place.
		}
		link = path
	}
	if info.Mode().Perm()&0o077 != 0 {
		s.found(path, info, link)
	}
	if !info.IsDir() || depth == deepest || link != "" && s.told == link {
		return
	}
	entries, err := os.ReadDir(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.problems.add(Problem{Where: path, What: "cannot be checked: " + reason(err), Fix: "check the folder's permissions"})
	}
	for _, entry := range entries {
		s.look(filepath.Join(path, entry.Name()), depth+1, link)
	}
}

// found notes what others can reach; of what is behind a link, the first is enough.
func (s *search) found(path string, info fs.FileInfo, link string) {
	switch link {
	case "":
		s.open = append(s.open, exposed{path, info})
	case s.told:
	default:
		s.told = link
		what := "it"
		if path != link {
			what = visible(targetOf(path))
		}
		s.problems.add(Problem{
			Where: link,
			What: fmt.Sprintf("is a link to %s, which is not Bellhop's own; others can reach %s (mode %04o)",
				visible(targetOf(link)), what, modeOf(info)),
			Fix: "remove the link",
		})
	}
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&fs.ModeSymlink != 0
}

// targetOf is the file that a path leads to, or what a link to nothing names.
func targetOf(path string) string {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		return target
	}
	target, _ := os.Readlink(path) // Empty for what has just been removed.
	return target
}

// within says that a path is the folder or below it; both are without links.
func within(folder, path string) bool {
	below, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(below)
}
