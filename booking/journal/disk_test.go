package journal

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestOthersMustNotReadTheJournal(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no mode bits")
	}
	for name, mode := range map[string]fs.FileMode{
		".": 0o750, "attempts": 0o711, "journal.jsonl": 0o640, "journal.head": 0o604, "journal.lock": 0o660, "guest.key": 0o644,
		"journal.index": 0o640,
	} {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "bell's", "journal")
			book(t, open(t, dir), "att-1")
			must(t, openWith(t, dir, 1).Close()) // Makes the index.
			for path, want := range map[string]fs.FileMode{dir: 0o700, filepath.Join(dir, name): 0o700} {
				if info, err := os.Stat(path); err != nil || info.Mode().Perm()&^want != 0 {
					t.Errorf("%s has mode %v", path, info.Mode())
				}
			}
			path := filepath.Join(dir, name)
			must(t, os.Chmod(path, mode))
			_, err := Open(dir, Options{})
			want := "600"
			if info, statErr := os.Stat(path); statErr == nil && info.IsDir() {
				want = "700"
			}
			quoted := "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
			wantError(t, err, fmt.Sprintf("the journal cannot be opened: %s: others can reach your bookings (mode %04o); run: chmod %s %s",
				path, mode, want, quoted))
		})
	}
}

func TestAFileThatWasReplacedIsNotWrittenTo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows removes no open file")
	}
	dir := t.TempDir()
	j := openIn(t, dir)
	book(t, j, "att-1")
	path := filepath.Join(dir, "journal.jsonl")
	must(t, os.Rename(path, path+".away"))
	_, err := j.Begin(plan("att-2"))
	wantError(t, err, "the journal's file was removed or replaced while it was open; start again")
	must(t, os.WriteFile(path, nil, 0o600))
	_, err = j.Attempts(Filter{})
	wantError(t, err, "the journal's file was removed or replaced while it was open; start again")
}

func TestTheGuestKey(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	mark := j.GuestMark("Müller", "Anna-Lena", " Anna@Example.com ")
	if len(mark) != 32 {
		t.Errorf("the mark is %q", mark)
	}
	for _, same := range [][3]string{
		{"MUELLER", "Anna Lena", "anna@example.com"},
		{"Muller", "annalena", "ANNA@EXAMPLE.COM"},
		{"Mu\u0308ller", "Anna–Lena", "anna@example.com"},
	} {
		if got := j.GuestMark(same[0], same[1], same[2]); got != mark {
			t.Errorf("%q has another mark", same)
		}
	}
	for _, other := range [][3]string{
		{"Müller", "Anna", "anna@example.com"},
		{"Miller", "Anna-Lena", "anna@example.com"},
		{"Müller", "Anna-Lena", "anna@example.org"},
		{"MüllerAnna", "Lena", "anna@example.com"},
		{"李", "娜", "anna@example.com"},
	} {
		if got := j.GuestMark(other[0], other[1], other[2]); got == mark {
			t.Errorf("%q has the same mark", other)
		}
	}
	if got := j.GuestMark(" ", "", ""); got != "" {
		t.Errorf("nobody has the mark %q", got)
	}
	if got := open(t, dir).GuestMark("Müller", "Anna-Lena", "anna@example.com"); got != mark {
		t.Error("the next console gives another mark")
	}
	if got := openIn(t, t.TempDir()).GuestMark("Müller", "Anna-Lena", "anna@example.com"); got == mark {
		t.Error("another journal gives the same mark")
	}
	must(t, os.WriteFile(filepath.Join(dir, "guest.key"), []byte("abc\n"), 0o600))
	_, err := Open(dir, Options{})
	wantError(t, err, "the journal cannot be opened: "+filepath.Join(dir, "guest.key")+": not a key of 32 bytes in hexadecimal; "+
		"put the file back, or move it away: then guests of earlier bookings are not recognised")
}

// failing is a file on a disk that fails.
type failing struct {
	*os.File
	room     *int // bytes that can still be written
	noSync   *bool
	noShrink *bool
}

var errFull = errors.New("no space left on device")

func (f failing) WriteAt(p []byte, at int64) (int, error) {
	if len(p) <= *f.room {
		return f.File.WriteAt(p, at)
	}
	n, err := f.File.WriteAt(p[:*f.room], at)
	return n, errors.Join(err, errFull)
}

func (f failing) Sync() error {
	if *f.noSync {
		return errors.New("input/output error")
	}
	return f.File.Sync()
}

func (f failing) Truncate(size int64) error {
	if *f.noShrink {
		return errors.New("input/output error")
	}
	return f.File.Truncate(size)
}

// On a full disk a step fails, leaves nothing of itself behind and can be taken
// later.
func TestADiskThatFails(t *testing.T) {
	for name, tt := range map[string]struct {
		room             int
		noSync, noShrink bool
		want             string
		cut              int64
	}{
		"full":                         {0, false, false, "the journal cannot be written: no space left on device", 0},
		"full after half a line":       {100, false, false, "the journal cannot be written: no space left on device", 0},
		"full, cannot be undone":       {100, false, true, "the journal cannot be written: no space left on device", 100},
		"cannot be synced":             {1 << 20, true, false, "the journal cannot be written: input/output error", 0},
		"full, and cannot even be cut": {1, false, true, "the journal cannot be written: no space left on device", 1},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.Chmod(dir, 0o700))
			room, noSync, noShrink := 1<<20, false, false
			j, err := Open(dir, Options{Now: ticking(), open: func(path string) (file, error) {
				f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
				return failing{f, &room, &noSync, &noShrink}, err
			}})
			must(t, err)
			defer j.Close()
			a := begin(t, j, plan("att-1"))
			before, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
			must(t, err)

			room, noSync, noShrink = tt.room, tt.noSync, tt.noShrink
			wantError(t, a.Sent(), tt.want)
			after, err := os.ReadFile(filepath.Join(dir, "journal.jsonl"))
			must(t, err)
			if !bytes.HasPrefix(after, before) || int64(len(after)-len(before)) != tt.cut {
				t.Errorf("%d bytes are left behind", len(after)-len(before))
			}
			if s := state(t, j, "att-1"); s.Step != Planned {
				t.Errorf("the attempt is %q", s.Step)
			}
			if r, err := Verify(dir); err != nil || !r.OK() || r.Lines != 1 || r.Torn != tt.cut {
				t.Errorf("the report is %+v, %v", r, err)
			}

			room, noSync, noShrink = 1<<20, false, false
			must(t, a.Sent())
			want := "planned sent"
			if got := steps(t, j, "att-1"); got != want {
				t.Errorf("the events are %q", got)
			}
			verified(t, dir)
		})
	}
}

// A head that cannot be written leaves the line accepted and stops the next one,
// so that it is never more than one line behind.
func TestAHeadThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	j := openIn(t, dir)
	block := filepath.Join(dir, "journal.head.new")
	must(t, os.Mkdir(block, 0o700))
	a := begin(t, j, plan("att-1"))
	if err := a.Sent(); err == nil || !strings.HasPrefix(err.Error(), "the journal cannot be written: open ") {
		t.Errorf("the error is %v", err)
	}
	if r := verified(t, dir); r.Lines != 1 {
		t.Errorf("the report is %+v", r)
	}
	must(t, os.Remove(block))
	must(t, a.Sent())
	if r := verified(t, dir); r.Lines != 2 {
		t.Errorf("the report is %+v", r)
	}
}
