// Package accountfile keeps the partner accounts of a sandbox in a file, a line each:
//
//	# id     digest of the token        what it may ask of one server
//	team-a   sha256:2bd806c97f0e00af…   per-second=50 burst=100 at-once=20
//
// It holds no token: those are random, made here, and told once. So a plain digest is
// enough: nobody guesses 128 random bits, however fast the guessing is.
package accountfile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"bellhop/internal/local"
	"bellhop/sandbox"
)

// An Error is a mistake in a file.
type Error struct {
	File string
	Line int // from 1
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%s, line %d: %s", e.File, e.Line, e.Text) }

// fileOf is a file of accounts that a server reads.
func fileOf(name string) local.File {
	return local.File{Path: name, Holds: "the accounts", Harm: "let anybody in", Most: 4 << 20} // Far more accounts than anybody has.
}

// edited is the file for editing, perhaps by root for a service that runs as another user.
func edited(name string) local.File {
	file := fileOf(name)
	file.ModeAlone = true
	return file
}

// Follow reads a file of accounts that may change. One that names none is an error at the start; later it lets nobody in.
func Follow(name string) (*local.Followed[[]sandbox.Account], []sandbox.Account, error) {
	return follow(fileOf(name))
}

// List reads a file for whoever edits it.
func List(name string) ([]sandbox.Account, error) {
	_, list, err := follow(edited(name))
	return list, err
}

func follow(file local.File) (*local.Followed[[]sandbox.Account], []sandbox.Account, error) {
	name := file.Path
	followed, list, err := local.Follow(func(texts [][]byte) ([]sandbox.Account, error) { return parse(name, texts[0]) }, file)
	if err == nil && len(list) == 0 {
		err = fmt.Errorf("%s names no account: make one with bellhop sandbox account add ID --file %s", name, name)
	}
	return followed, list, err
}

// parse reads the text of a file, whose name is for the *Error. It may name no account.
func parse(name string, text []byte) (list []sandbox.Account, err error) {
	if len(bytes.TrimSpace(text)) == 0 { // It is perhaps being written.
		return nil, fmt.Errorf("%s is empty: make an account with bellhop sandbox account add ID --file %s", name, name)
	}
	seen := map[string]int{}
	for i, line := range strings.Split(string(text), "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		account, err := parseLine(words)
		if before := seen[words[0]]; err == nil && before > 0 {
			err = fmt.Errorf("the account %q stands on line %d already", words[0], before)
		}
		if err != nil {
			return nil, &Error{File: name, Line: i + 1, Text: err.Error()}
		}
		seen[words[0]] = i + 1
		list = append(list, account)
	}
	return list, nil
}

const digestPrefix = "sha256:"

var errLine = errors.New("an account is its id, then sha256: and the 64 hexadecimal digits of its token's digest, then what it may ask, such as per-second=50")

func parseLine(words []string) (a sandbox.Account, err error) {
	if a.ID = words[0]; CheckID(a.ID) != nil {
		return a, CheckID(a.ID)
	}
	if len(words) < 2 || !strings.HasPrefix(words[1], digestPrefix) {
		return a, errLine
	}
	digest, err := hex.DecodeString(strings.TrimPrefix(words[1], digestPrefix))
	if err != nil || len(digest) != sha256.Size || [sha256.Size]byte(digest) == [sha256.Size]byte{} {
		return a, errLine
	}
	a.TokenSHA256 = [sha256.Size]byte(digest)
	given := map[string]bool{}
	for _, word := range words[2:] {
		name, value, _ := strings.Cut(word, "=")
		if given[name] {
			return a, fmt.Errorf("%s is given twice", name)
		}
		given[name] = true
		if err := limit(&a.Limits, name, value); err != nil {
			return a, err
		}
	}
	if a.Limits.Burst > 0 && a.Limits.PerSecond <= 0 {
		return a, errors.New("burst goes with per-second only")
	}
	return a, nil
}

// mostAsked bounds every limit: what is higher limits nothing.
const mostAsked = 1_000_000

// limit reads one word of what an account may ask.
func limit(l *sandbox.AccountLimits, name, value string) error {
	number, err := strconv.ParseFloat(value, 64)
	whole := number == math.Trunc(number)
	switch {
	case name != "per-second" && name != "burst" && name != "at-once":
		return fmt.Errorf("there is no %q: an account can have per-second=, burst= and at-once=", name)
	case err != nil || !(number > 0 && number <= mostAsked) || name != "per-second" && !whole:
		return fmt.Errorf("%s=%s is no number from 1 to %d", name, value, mostAsked)
	}
	switch name {
	case "per-second":
		l.PerSecond = number
	case "burst":
		l.Burst = int(number)
	case "at-once":
		l.AtOnce = int(number)
	}
	return nil
}

// CheckID returns why a text cannot be the id of an account in a file.
func CheckID(id string) error {
	bad := func(r rune) bool { return r <= ' ' || r == 0x7f || r == ':' || r == '#' || r == '=' || r > 0x7e }
	if id == "" || len(id) > 64 || strings.ContainsFunc(id, bad) {
		return errors.New("the id of an account is 1 to 64 characters without spaces, colons, # and =")
	}
	return nil
}
