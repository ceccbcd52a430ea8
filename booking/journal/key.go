package journal

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// keyLost is what to do about a key that is not the journal's: no guest is recognised with it, so that nobody
// would be asked about a second booking.
const keyLost = "put the file back, or move it away: then guests of earlier bookings are not recognised"

var errOtherKey = errors.New(keyName + " is not the key that this journal was written with; " + keyLost)

// loadKey reads the key of the guest marks or makes a random one. The journal's lock is held.
func loadKey(dir string) (key []byte, made bool, err error) {
	path := filepath.Join(dir, keyName)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := make([]byte, keySize)
		_, _ = rand.Read(key) // It never fails.
		if err := replaceFile(path, []byte(hex.EncodeToString(key)+"\n")); err != nil {
			return nil, false, err
		}
		return key, true, syncDir(dir)
	}
	if err != nil {
		return nil, false, err
	}
	key, ok := parseKey(text)
	if !ok {
		return nil, false, fmt.Errorf("%s: not a key of %d bytes in hexadecimal; %s", path, keySize, keyLost)
	}
	return key, false, nil
}

func parseKey(text []byte) (key []byte, ok bool) {
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	return key, err == nil && len(key) == keySize
}

// keyCheck returns a keyed hash by which a key is known again.
func keyCheck(key []byte) string { return markWith(key, "key\x00check")[:16] }

// proveKey compares the key with what the lines say of it, and writes down one that no line proves yet. The
// lock is held and everything was read.
func (j *Journal) proveKey(made bool) error {
	check := keyCheck(j.key)
	switch {
	case j.chain.key == check, j.chain.line == 0: // The first line proves it.
		return nil
	case j.chain.key != "" && !made:
		return errOtherKey
	}
	err := j.repair()
	if err == nil && j.chain.key != check {
		err = j.write(Event{Step: Keyed, Key: check})
	}
	if err == nil || j.chain.key == "" {
		return nil // On a full disk everything can still be read; the next line proves the key.
	}
	_ = os.Remove(filepath.Join(j.dir, keyName)) // Unwritten, it would be another's key at the next start.
	return err
}

func examineKey(dir, check string) (found []Problem, notes []string) {
	if check == "" {
		return nil, nil // No line says anything of it.
	}
	text, err := os.ReadFile(filepath.Join(dir, keyName))
	key, ok := parseKey(text)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Join(dir, lockName)); err != nil {
			return nil, nil // A copy has no need of it.
		}
		notes = append(notes, keyName+" is missing: guests of earlier bookings are not recognised")
	case err != nil:
		found = append(found, Problem{What: fmt.Sprintf("%s cannot be read: %v", keyName, err)})
	case !ok:
		found = append(found, Problem{What: fmt.Sprintf("%s is not a key of %d bytes in hexadecimal; %s", keyName, keySize, keyLost)})
	case keyCheck(key) != check:
		found = append(found, Problem{What: errOtherKey.Error()})
	}
	return found, notes
}
