package accountfile

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/gofrs/flock"
)

// errNoAccount means that the file does not name the account.
var errNoAccount = errors.New("there is no such account")

// Add adds an account to a file, which is made where there is none, and returns its
// token. It is told nowhere else.
func Add(name, id string) (token string, err error) {
	if err := CheckID(id); err != nil {
		return "", err
	}
	token, line := newLine(id)
	return token, edit(name, func(lines []string) ([]string, error) {
		if at(lines, id) >= 0 {
			return nil, fmt.Errorf("the account %q is there already: bellhop sandbox account rotate gives it another token", id)
		}
		return append(lines, line), nil
	})
}

// Rotate gives an account another token, and returns it. What it may ask stays.
func Rotate(name, id string) (token string, err error) {
	token, line := newLine(id)
	return token, edit(name, func(lines []string) ([]string, error) {
		i := at(lines, id)
		if i < 0 {
			return nil, fmt.Errorf("%q: %w", id, errNoAccount)
		}
		was := strings.Fields(lines[i])[1]
		now := strings.Fields(line)[1]
		lines[i] = strings.Replace(lines[i], was, now, 1)
		return lines, nil
	})
}

// Remove removes an account.
func Remove(name, id string) error {
	return edit(name, func(lines []string) ([]string, error) {
		i := at(lines, id)
		if i < 0 {
			return nil, fmt.Errorf("%q: %w", id, errNoAccount)
		}
		if lines = append(lines[:i], lines[i+1:]...); len(lines) == 0 {
			lines = []string{"# Nobody may call: the last account was removed."}
		}
		return lines, nil
	})
}

func newLine(id string) (token, line string) {
	token = strings.ToLower(rand.Text()) // At least 128 bits.
	digest := sha256.Sum256([]byte(token))
	return token, id + " " + digestPrefix + hex.EncodeToString(digest[:])
}

// at returns the line of an account, -1 where there is none.
func at(lines []string, id string) int {
	for i, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		if words := strings.Fields(line); len(words) > 0 && words[0] == id {
			return i
		}
	}
	return -1
}

// edit changes the lines of a file, one process after another. The file is whole at
// every moment.
func edit(name string, change func(lines []string) ([]string, error)) (err error) {
	if file, err := filepath.EvalSymlinks(name); err == nil {
		name = file // The file, and not the link to it, is replaced.
	}
	lock := flock.New(name+".lock", flock.SetPermissions(0o600))
	if err := lock.Lock(); err != nil {
		return fmt.Errorf("the accounts: %w", err)
	}
	defer func() { err = errors.Join(err, lock.Unlock()) }()
	text, err := edited(name).Read()
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(bytes.TrimSpace(text)) > 0 {
		if _, err := parse(name, text); err != nil {
			return err // What is not understood is not changed.
		}
	}
	lines := strings.Split(strings.TrimRight(string(text), "\n"), "\n")
	if len(lines) == 1 && lines[0] == "" {
		lines = nil
	}
	if lines, err = change(lines); err != nil {
		return err
	}
	changed := strings.Join(lines, "\n") + "\n"
	if _, err := parse(name, []byte(changed)); err != nil {
		return err // Servers could not read it.
	}
	return replace(name, changed)
}

// replace puts a text in the place of a file.
func replace(name, text string) error {
	file, err := os.CreateTemp(filepath.Dir(name), ".accounts-*") // Only its owner can read it.
	if err != nil {
		return fmt.Errorf("the accounts: %w", err)
	}
	// Who could read the file before still can: a service may be another user.
	if was, failed := os.Stat(name); failed == nil {
		err = errors.Join(file.Chmod(was.Mode().Perm()), keepOwner(file, was))
	}
	if err == nil {
		_, err = file.WriteString(text)
	}
	if err = errors.Join(err, file.Sync(), file.Close()); err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name())
		return fmt.Errorf("the accounts: %w", err)
	}
	return nil
}
