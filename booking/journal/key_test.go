package journal

import (
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const keyTold = "guest.key is not the key that this journal was written with; " +
	"put the file back, or move it away: then guests of earlier bookings are not recognised"

// flipKey flips one bit of the key, so that it is still a key.
func flipKey(t *testing.T, dir string, bit int) {
	t.Helper()
	path := filepath.Join(dir, keyName)
	text, err := os.ReadFile(path)
	must(t, err)
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	must(t, err)
	key[bit/8] ^= 1 << (bit % 8)
	must(t, replaceFile(path, []byte(hex.EncodeToString(key)+"\n")))
}

// With another key no guest is recognised, and a second booking of one stay would
// not be asked about: one flipped bit is found by Verify and at the next start, and
// both say what to do.
func TestAFlippedBitOfTheGuestKeyIsFound(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	book(t, j, "att-1")
	must(t, j.Close())
	verified(t, dir)
	for bit := range keySize * 8 {
		flipKey(t, dir, bit)
		r, err := Verify(dir)
		must(t, err)
		if r.OK() || text(r.Problems) != keyTold {
			t.Fatalf("bit %d: the report is %+v", bit, r)
		}
		flipKey(t, dir, bit)
	}
	verified(t, dir)
	flipKey(t, dir, 77)
	must(t, openedWith(t, dir, 1, keyTold)) // Also with an index that knows the lines.
	must(t, os.WriteFile(filepath.Join(dir, keyName), []byte("abc\n"), 0o600))
	if r, err := Verify(dir); err != nil || !strings.Contains(text(r.Problems), "guest.key is not a key of 32 bytes in hexadecimal") {
		t.Errorf("the report is %+v, %v", r, err)
	}
}

// openedWith wants that a journal cannot be opened for this reason.
func openedWith(t *testing.T, dir string, every int64, why string) error {
	t.Helper()
	j, err := Open(dir, Options{open: openLazy, indexEvery: every})
	if err == nil {
		return j.Close()
	}
	if !strings.HasSuffix(err.Error(), why) {
		t.Errorf("the error is %v", err)
	}
	return nil
}

// Who moves the key away gets another one, and is not told of it again.
func TestAKeyThatIsMadeAnewIsTheJournalsOwn(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	book(t, j, "att-1")
	must(t, j.Close())
	must(t, openWith(t, dir, 1).Close())
	must(t, os.Remove(filepath.Join(dir, keyName)))
	if r, err := Verify(dir); err != nil || !r.OK() || len(r.Notes) != 1 || r.Notes[0] != "guest.key is missing: guests of earlier bookings are not recognised" {
		t.Errorf("without it the report is %+v, %v", r, err)
	}
	for range 2 {
		j = openWith(t, dir, 1)
		must(t, j.Close())
		if r := verified(t, dir); len(r.Notes) != 0 || r.Repairs != 0 || r.Attempts != 1 {
			t.Errorf("the report is %+v", r)
		}
	}
	j = openIn(t, dir)
	book(t, j, "att-2")
	must(t, j.Close())
	flipKey(t, dir, 3)
	if r, err := Verify(dir); err != nil || text(r.Problems) != keyTold {
		t.Errorf("the report is %+v, %v", r, err)
	}
}

// A journal from before keys were proved takes the key that it has as soon as it
// is opened, once, and also when nothing is booked then.
func TestAnOldJournalTakesItsKey(t *testing.T) {
	s := written(t)
	s.unproved()
	before := s.read(fileName)
	for range 2 {
		must(t, open(t, s.dir).Close())
		added, ok := strings.CutPrefix(s.read(fileName), before)
		if !ok || strings.Count(added, "\n") != 1 || !strings.Contains(added, `"step":"keyed"`) || !strings.Contains(added, `"key":"`) {
			t.Errorf("opening adds %q", added)
		}
	}
	verified(t, s.dir)
	for bit := range keySize * 8 {
		flipKey(s.t, s.dir, bit)
		if r := s.verify(); text(r.Problems) != keyTold {
			t.Fatalf("bit %d: the report is %+v", bit, r)
		}
		flipKey(s.t, s.dir, bit)
	}
}

// One that cannot be written can still be read, and its next line proves the key.
func TestAnOldJournalOnAFullDiskTakesItsKeyLater(t *testing.T) {
	s := written(t)
	s.unproved()
	before := s.read(fileName)
	room, noSync, noShrink := 0, false, false
	j, err := Open(s.dir, Options{Now: ticking(), Host: "desk", open: func(path string) (file, error) {
		f, err := os.OpenFile(path, os.O_RDWR, 0)
		return failing{f, &room, &noSync, &noShrink}, err
	}})
	must(t, err)
	if s.read(fileName) != before || state(t, j, "att-1").Outcome.Result != Booked {
		t.Error("it is not as it was")
	}
	room = 1 << 20
	book(t, j, "att-3")
	must(t, j.Close())
	added, _ := strings.CutPrefix(s.read(fileName), before)
	if first, _, _ := strings.Cut(added, "\n"); strings.Count(added, `"key":"`) != 1 || !strings.Contains(first, `"key":"`) {
		t.Errorf("the next lines are %s", added)
	}
	verified(t, s.dir)
}

// unproved writes the journal as a version did that proved no key.
func (s *journalFiles) unproved() {
	s.t.Helper()
	var lines []string
	last := link{Hash: noHash}
	for _, line := range s.lines {
		e, err := decode([]byte(strings.TrimSuffix(line, "\n")))
		must(s.t, err)
		e.Key, e.Prev = "", last.Hash
		sealed, hash, err := encode(e)
		must(s.t, err)
		lines, last = append(lines, string(sealed)), link{e.Seq, hash}
	}
	s.lines = lines
	s.write(fileName, strings.Join(lines, ""))
	s.headAt(len(lines))
	_ = os.Remove(filepath.Join(s.dir, indexName))
}
