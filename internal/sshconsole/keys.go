// Package sshconsole lets a team reach the console over SSH. Each session is a console
// in a process and a pseudo-terminal of its own, whose bytes pass through unchanged: the
// terminal that it draws for is the client's, and a line that drops leaves what a killed
// console leaves. There are no passwords, no shell and no forwarding.
package sshconsole

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/ssh"

	"bellhop/internal/local"
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

// keysFile is the file of keys: lines as those of OpenSSH's authorized_keys, whose options say who a key belongs to and
// what that person may do:
//
//	user="anna",profile="agency" ssh-ed25519 AAAA... anna@desk
//	user="ben",profile="live",production,read-only ssh-ed25519 AAAA... ben@desk
func keysFile(name string) local.File {
	return local.File{Path: name, Holds: "the keys", Harm: "let anybody in", Most: 4 << 20} // Far more keys than any team has.
}

// ReadKeys reads a file of keys.
func ReadKeys(name string) ([]Person, error) {
	_, people, err := followKeys(name)
	return people, err
}

// followKeys reads a file of keys that may change. A file without keys is an error at the start; later it lets
// nobody in.
func followKeys(name string) (*local.Followed[[]Person], []Person, error) {
	followed, people, err := local.Follow(func(texts [][]byte) ([]Person, error) { return parseKeys(name, texts[0]) }, keysFile(name))
	if err == nil && len(people) == 0 {
		err = fmt.Errorf("%s has no key: %s", name, lineForm)
	}
	return followed, people, err
}

// lineForm says what a line of the file is.
const lineForm = `each line is user="NAME",profile="PROFILE" and a public key`

// parseKeys reads the text of a file of keys, which may have none where all lines are commented out. Its errors name the file
// and the line.
func parseKeys(name string, text []byte) (people []Person, err error) {
	seen, folders := map[string]int{}, map[string]Person{}
	for i, line := range bytes.Split(text, []byte("\n")) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		p, err := parseLine(line)
		if before := seen[string(p.key)]; err == nil && before > 0 {
			err = fmt.Errorf("the key stands on line %d already", before)
		}
		folder := strings.ToLower(p.Name)
		if other, taken := folders[folder]; err == nil && taken && other.Name != p.Name {
			err = fmt.Errorf("user=%q and user=%q on line %d share one folder on some systems: spell one person's name the same way everywhere, or give two people different names", p.Name, other.Name, other.line)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", name, i+1, err)
		}
		p.line = i + 1
		seen[string(p.key)], folders[folder] = p.line, p
		people = append(people, p)
	}
	if len(bytes.TrimSpace(text)) == 0 { // It is perhaps being written.
		return nil, fmt.Errorf("%s is empty: %s", name, lineForm)
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
