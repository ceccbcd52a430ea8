// Package local reads the files on which the safety of this machine rests: SSH keys, accounts, certificates and signing keys. A
// file that others could change or replace is refused, and a Followed one that changes is read again.
package local

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// The bits of a mode by which others than the owner write and read.
const (
	othersWrite = 0o022
	othersRead  = 0o044
)

// A File is a file that only its owner and root may change.
type File struct {
	Path   string
	Holds  string // what it holds, for errors: "the keys"
	Harm   string // what somebody else could do by changing it: "let anybody in"
	Most   int64  // bytes
	Secret bool   // others must not read it either
	// ModeAlone checks the file's mode only, not its owner or the folders above. It is for a file that lets nobody in, and for
	// editing, perhaps by root for a service that runs as another user.
	ModeAlone bool
}

// Read returns the text of a file without a byte order mark. It refuses a file that others could change: by its owner and
// mode, and by those of each folder and link on the way to it, as OpenSSH does. Windows has no such modes.
func (f File) Read() ([]byte, error) {
	if err := f.trusted(); err != nil {
		return nil, err
	}
	file, err := os.Open(f.Path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Holds, err)
	}
	defer func() { _ = file.Close() }() // It was only read.
	info, err := file.Stat()
	if err == nil {
		err = f.trustedFile(f.Path, info) // It may be another than before.
	}
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, f.Most+1))
	if err == nil && int64(len(text)) > f.Most {
		err = fmt.Errorf("%s is larger than %d bytes", f.Path, f.Most)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.Holds, err)
	}
	return bytes.TrimPrefix(text, []byte("\ufeff")), nil
}

// mostLinks bounds the links of a path, as the system does.
const mostLinks = 40

// trusted returns why others than this user and root could change a file, by what stands on the way to it.
func (f File) trusted() error {
	if runtime.GOOS == "windows" || f.ModeAlone {
		info, err := os.Stat(f.Path)
		if err != nil {
			return fmt.Errorf("%s: %w", f.Holds, err)
		}
		return f.trustedFile(f.Path, info)
	}
	rest := f.Path
	if !filepath.IsAbs(rest) {
		here, err := os.Getwd()
		if err != nil {
			return fmt.Errorf("%s: %w", f.Holds, err)
		}
		rest = here + "/" + rest // It is not cleaned: after a link, ".." is the parent of what the link leads to.
	}
	at, names, links := "/", strings.Split(rest, "/"), 0
	if err := f.trustedStep(at); err != nil {
		return err
	}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		next := filepath.Join(at, name)
		if err := f.trustedStep(next); err != nil {
			return err
		}
		target, err := os.Readlink(next)
		if err != nil { // It is no link.
			at = next
			continue
		}
		if links++; links > mostLinks {
			return fmt.Errorf("%s: %s leads on through more than %d links", f.Holds, f.Path, mostLinks)
		}
		if filepath.IsAbs(target) {
			at = "/"
		}
		names = append(strings.Split(target, "/"), names...)
	}
	return nil
}

// trustedStep judges one folder, link or file on the way.
func (f File) trustedStep(path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Holds, err)
	}
	owner, other := otherOwner(info)
	switch {
	case info.Mode()&fs.ModeSymlink != 0 && other:
		return fmt.Errorf("the link %s belongs to another user (%d), who could make it lead to another file: replace it by one of your own", path, owner)
	case info.Mode()&fs.ModeSymlink != 0:
		return nil
	case !info.IsDir():
		return f.trustedFile(path, info)
	case other:
		return fmt.Errorf("the folder %s belongs to another user (%d), who could put another file there: use a folder of your own", path, owner)
	case info.Mode().Perm()&othersWrite != 0 && info.Mode()&fs.ModeSticky == 0: // In a sticky folder nobody replaces the file of another user.
		return fmt.Errorf("others may write the folder %s, and could put another file there: chmod go-w %s", path, path)
	}
	return nil
}

// trustedFile judges the file itself.
func (f File) trustedFile(path string, info fs.FileInfo) error {
	owner, other := otherOwner(info)
	mode := info.Mode().Perm()
	switch {
	case !info.Mode().IsRegular(): // Opening a pipe would wait for a writer.
		return fmt.Errorf("%s: %s is no ordinary file", f.Holds, path)
	case runtime.GOOS == "windows":
		return nil
	case other && !f.ModeAlone:
		return fmt.Errorf("%s belongs to another user (%d), who could %s: sudo chown %d %s", path, owner, f.Harm, os.Geteuid(), path)
	case mode&othersWrite != 0:
		return fmt.Errorf("others may write %s, and could %s: chmod 600 %s", path, f.Harm, path)
	case f.Secret && mode&othersRead != 0:
		return fmt.Errorf("others can read %s, and could %s: make another one, or chmod 600 %s if nobody has read it", path, f.Harm, path)
	}
	return nil
}
