package config

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

const (
	maxFile     = 1 << 20 // bytes; nobody writes so much by hand
	privateFile = 0o600
	privateDir  = 0o700
)

// readFile returns what a file holds, nil when there is none. A symbolic link
// is followed.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, oneProblem(path, "cannot be read: "+reason(err), "check the folder's permissions")
	}
	if !info.Mode().IsRegular() {
		return nil, oneProblem(path, "is not a file", "move it away")
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, oneProblem(path, "cannot be read: "+reason(err), "check its permissions")
	}
	defer func() { _ = f.Close() }()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	switch {
	case err != nil:
		return nil, oneProblem(path, "cannot be read: "+reason(err), "")
	case len(text) > maxFile:
		return nil, oneProblem(path, "is larger than 1 MiB", "move it away")
	case text == nil:
		text = []byte{}
	}
	return text, nil
}

// reason is the cause of a file error without the path, which stands elsewhere
// in the message.
func reason(err error) string {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err.Error()
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err.Error()
	}
	return err.Error()
}

// checkStorage makes sure that nobody but the owner can read the tokens: the
// file is 0600 and its folder 0700. The problems hold the commands that repair
// it. Without a credentials file there is nothing to protect, and no problem.
func checkStorage(p Paths, found *problems) {
	info, err := os.Stat(p.CredentialsFile)
	if err != nil || !modeBits {
		return // Reading it says what is wrong with it.
	}
	if info.Mode().Perm()&0o077 != 0 {
		found.add(tooOpen(p.CredentialsFile, info, "your tokens"))
	}
	if dir, err := os.Stat(p.ConfigDir); err == nil && dir.Mode().Perm()&0o077 != 0 {
		found.add(tooOpen(p.ConfigDir, dir, "your tokens"))
	}
}

// tooOpen is the problem of a file or a folder that others can reach.
func tooOpen(path string, info fs.FileInfo, what string) Problem {
	want := fs.FileMode(privateFile)
	if info.IsDir() {
		want = privateDir
	}
	return Problem{
		Where: path,
		What:  fmt.Sprintf("others can reach %s (mode %04o)", what, modeOf(info)),
		Fix:   fmt.Sprintf("run: chmod %o %s", want, shellQuote(path)),
	}
}

func modeOf(info fs.FileInfo) fs.FileMode {
	mode := info.Mode().Perm()
	for bit, number := range map[fs.FileMode]fs.FileMode{fs.ModeSetuid: 0o4000, fs.ModeSetgid: 0o2000, fs.ModeSticky: 0o1000} {
		if info.Mode()&bit != 0 {
			mode |= number
		}
	}
	return mode
}

func shellQuote(path string) string {
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}

// writeFile replaces a file as a whole: whoever reads it, even after a crash,
// finds the old text or the new one. A symbolic link stays, and what it points
// to is replaced. The write is refused when the file is not what it was when
// it was read, so that two programs do not undo each other's changes.
func writeFile(path string, was, now []byte) error {
	current, err := readFile(path)
	if err != nil {
		return err
	}
	if !bytes.Equal(current, was) {
		return oneProblem(path, "was changed meanwhile", "run the command again")
	}
	if bytes.Equal(was, now) && was != nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(path), privateDir); err != nil {
		return oneProblem(filepath.Dir(path), "cannot be made: "+reason(err), "")
	}
	target, err := linkTarget(path)
	if err != nil {
		return oneProblem(path, "cannot be written: "+reason(err), "")
	}
	if err := replace(target, now); err != nil {
		return oneProblem(path, "cannot be written: "+reason(err), "")
	}
	return nil
}

// linkTarget follows symbolic links to the file itself, which need not exist.
func linkTarget(path string) (string, error) {
	for range 40 {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		path = next
	}
	return "", errors.New("too many symbolic links")
}

func replace(path string, text []byte) (err error) {
	dir := filepath.Dir(path)
	f, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*.tmp") // It is made 0600.
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = f.Close()
			_ = os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(text); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return err
	}
	return syncDir(dir)
}
