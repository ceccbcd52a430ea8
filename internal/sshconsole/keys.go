// Package sshconsole lets a team reach the console over SSH. Each session is a console
// in a process and a pseudo-terminal of its own, whose bytes pass through unchanged: the
// terminal that it draws for is the client's, and a line that drops leaves what a killed
// console leaves. There are no passwords, no shell and no forwarding.
package sshconsole

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
)

// A Person is who may enter with a key.
type Person struct {
	Name       string // of the person's own folder, and in the audit
	Profile    string // the profile of the service that the console opens on
	ReadOnly   bool   // writes nothing at the service
	Production bool   // may enter where the profile's service is a production one

	line int    // of the file of keys
	key  []byte // as it goes over the wire
}

// mostKeys bounds a file of keys: far more than any team has.
const mostKeys = 4 << 20

// errNobody means that a file is whole and has no key, as where all are commented out. An
// empty one is perhaps being written, and is another error.
var errNobody = errors.New("has no key")

// writableByOthers are the bits of a mode by which others than the owner write.
const writableByOthers = 0o022

// ReadKeys reads a file of keys: lines as those of OpenSSH's authorized_keys, whose
// options say who a key belongs to and what that person may do:
//
//	user="anna",profile="agency" ssh-ed25519 AAAA... anna@desk
//	user="ben",profile="live",production,read-only ssh-ed25519 AAAA... ben@desk
//
// A file that others may write or replace is refused: they could let anybody in.
func ReadKeys(name string) ([]Person, error) {
	// The opening of a pipe would wait for who writes into it.
	if about, err := os.Stat(name); err == nil && !about.Mode().IsRegular() {
		return nil, fmt.Errorf("the keys: %s is no ordinary file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the keys: %w", err)
	}
	defer func() { _ = file.Close() }() // It was only read.
	info, err := file.Stat()
	if err != nil {
		return nil, fmt.Errorf("the keys: %w", err)
	}
	if err := strict(name, info); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, mostKeys+1))
	if err == nil && len(text) > mostKeys {
		err = fmt.Errorf("%s is larger than %d bytes", name, mostKeys)
	}
	if err != nil {
		return nil, fmt.Errorf("the keys: %w", err)
	}
	return parseKeys(name, text)
}

// strict says who else than this user and root could say who may enter: by the file's owner
// and mode, and by those of its folder, and of the one that a link leads to.
func strict(name string, file fs.FileInfo) error {
	if runtime.GOOS == "windows" { // It has no such modes.
		return nil
	}
	if owner, other := otherOwner(file); other {
		return fmt.Errorf("%s belongs to another user (%d), who could let anybody in: sudo chown %d %s", name, owner, os.Geteuid(), name)
	}
	if file.Mode().Perm()&writableByOthers != 0 {
		return fmt.Errorf("others may write %s, and could let anybody in: chmod 600 %s", name, name)
	}
	target, err := filepath.EvalSymlinks(name)
	if err != nil {
		return fmt.Errorf("the keys: %w", err)
	}
	for _, folder := range []string{filepath.Dir(name), filepath.Dir(target)} {
		info, err := os.Stat(folder)
		if err != nil {
			return fmt.Errorf("the keys: %w", err)
		}
		if owner, other := otherOwner(info); other {
			return fmt.Errorf("the folder %s belongs to another user (%d), who could put other keys there: keep them in a folder of your own", folder, owner)
		}
		// In a sticky folder nobody replaces what is another's.
		if info.Mode().Perm()&writableByOthers != 0 && info.Mode()&fs.ModeSticky == 0 {
			return fmt.Errorf("others may write the folder %s, and could put other keys there: chmod go-w %s", folder, folder)
		}
	}
	return nil
}

// parseKeys reads the text of a file of keys. Its errors name the file and the line.
func parseKeys(name string, text []byte) (people []Person, err error) {
	seen := map[string]int{}
	for i, line := range bytes.Split(bytes.TrimPrefix(text, []byte("\ufeff")), []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		p, err := parseLine(line)
		if before := seen[string(p.key)]; err == nil && before > 0 {
			err = fmt.Errorf("the key stands on line %d already", before)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, i+1, err)
		}
		seen[string(p.key)] = i + 1
		p.line = i + 1
		people = append(people, p)
	}
	switch {
	case len(bytes.TrimSpace(text)) == 0:
		return nil, fmt.Errorf(`%s is empty: each line is user="NAME",profile="PROFILE" and a public key`, name)
	case len(people) == 0:
		return nil, fmt.Errorf(`%s %w: each line is user="NAME",profile="PROFILE" and a public key`, name, errNobody)
	}
	return people, nil
}

func parseLine(line []byte) (p Person, err error) {
	key, _, options, _, err := ssh.ParseAuthorizedKey(line)
	if err != nil {
		return p, errors.New(`it is no public key with its options, such as user="anna",profile="agency" ssh-ed25519 AAAA`)
	}
	p.key = key.Marshal()
	given := map[string]bool{}
	for _, option := range options {
		name, value, valued := strings.Cut(option, "=")
		value = strings.TrimSuffix(strings.TrimPrefix(value, `"`), `"`)
		if given[name] {
			return p, fmt.Errorf("%s is given twice", name)
		}
		given[name] = true
		switch {
		case name == "user" && valued:
			p.Name = value
		case name == "profile" && valued:
			p.Profile = value
		case name == "read-only" && !valued:
			p.ReadOnly = true
		case name == "production" && !valued:
			p.Production = true
		default:
			return p, fmt.Errorf(`there is no option %s: a key has user="...", profile="...", read-only and production`, option)
		}
	}
	switch {
	case !plainName(p.Name):
		return p, errors.New(`user="..." is missing, or not 1 to 32 letters, digits, - and _`)
	case p.Profile == "":
		return p, errors.New(`profile="..." is missing: the name of a profile, or demo`)
	}
	return p, nil
}

// plainName reports whether a name can be a folder's everywhere.
func plainName(name string) bool {
	odd := func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
	}
	return name != "" && len(name) <= 32 && !strings.ContainsFunc(name, odd)
}

// fileState is what tells one state of a file from another.
type fileState struct {
	written time.Time
	size    int64
	mode    fs.FileMode
}

func stateOf(name string) (state fileState) {
	if info, err := os.Stat(name); err == nil {
		state = fileState{info.ModTime(), info.Size(), info.Mode()}
	}
	return state
}
