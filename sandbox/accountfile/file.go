// Package accountfile keeps the partner accounts of a sandbox in a file, a line each:
//
//	# id     digest of the token        what it may ask of one server
//	team-a   sha256:2bd806c97f0e00af…   per-second=50 burst=100 at-once=20
//
// It holds no token: those are random, made here, and told once. So a plain digest is
// enough: nobody guesses 128 random bits, however fast the guessing is.
package accountfile

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"bellhop/sandbox"
)

// mostBytes bounds a file: far more accounts than anybody has.
const mostBytes = 4 << 20

// errNobody means that a file is whole and names no account. An empty file is perhaps being
// written, and is another error.
var errNobody = errors.New("names no account")

// An Error is a mistake in a file.
type Error struct {
	File string
	Line int // from 1
	Text string
}

func (e *Error) Error() string { return fmt.Sprintf("%s, line %d: %s", e.File, e.Line, e.Text) }

// Read reads a file. One that others may write is refused: they could let anybody in.
func Read(name string) ([]sandbox.Account, error) {
	// The opening of a pipe would wait for who writes into it.
	if about, err := os.Stat(name); err == nil && !about.Mode().IsRegular() {
		return nil, fmt.Errorf("the accounts: %s is no ordinary file", name)
	}
	file, err := os.Open(name)
	if err != nil {
		return nil, fmt.Errorf("the accounts: %w", err)
	}
	defer func() { _ = file.Close() }() // It was only read.
	if err := private(file); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.LimitReader(file, mostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("the accounts: %w", err)
	}
	if len(text) > mostBytes {
		return nil, fmt.Errorf("%s is larger than %d bytes", name, mostBytes)
	}
	return parse(name, string(text))
}

// parse reads the text of a file, whose name is for the *Error.
func parse(name, text string) (list []sandbox.Account, err error) {
	lines := bufio.NewScanner(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))) // Some editors start a file with this mark.
	lines.Buffer(nil, mostBytes)
	seen := map[string]int{}
	for n := 1; lines.Scan(); n++ {
		line, _, _ := strings.Cut(lines.Text(), "#")
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		account, err := parseLine(words)
		if before := seen[words[0]]; err == nil && before > 0 {
			err = fmt.Errorf("the account %q stands on line %d already", words[0], before)
		}
		if err != nil {
			return nil, &Error{File: name, Line: n, Text: err.Error()}
		}
		seen[words[0]] = n
		list = append(list, account)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(list) == 0 {
		err := fmt.Errorf("%s %w: make one with bellhop sandbox account add ID --file %s", name, errNobody, name)
		if strings.TrimSpace(text) == "" {
			err = fmt.Errorf("%s is empty: make an account with bellhop sandbox account add ID --file %s", name, name)
		}
		return nil, err
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
