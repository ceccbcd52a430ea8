package journal

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A lossy file keeps only what was synced through a power cut.
type lossy struct {
	*os.File
	t      *testing.T
	dir    string
	synced string // what is on the disk
	syncs  int
}

func (f *lossy) text() string {
	f.t.Helper()
	text, err := os.ReadFile(f.Name())
	must(f.t, err)
	return string(text)
}

func (f *lossy) Sync() error {
	f.t.Helper()
	f.synced = f.text()
	f.syncs++
	// A head that is ahead of the lines would say that lines are missing.
	if lines, h := strings.Count(f.synced, "\n"), readHead(f.dir); h.Seq >= int64(lines) {
		f.t.Errorf("the head names line %d while line %d is not on the disk", h.Seq, lines)
	}
	return f.File.Sync()
}

// Each step is on the disk when its method returns: a request leaves only after "planned" and "sent", and a power cut
// takes back nothing that was accepted.
func TestAttempt_SyncedWhenItReturns(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Chmod(dir, 0o700))
	var f *lossy
	j, err := Open(dir, Options{Now: ticking(), Host: "desk", open: func(path string) (file, error) {
		inner, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
		f = &lossy{File: inner, t: t, dir: dir}
		return f, err
	}})
	must(t, err)
	defer func() { must(t, j.Close()) }()
	lost := plan("att-2")
	lost.CheckIn, lost.CheckOut = "2027-01-12", "2027-01-15"
	var a, b *Attempt
	for i, step := range []struct {
		name string
		do   func() error
	}{
		{"planned", func() (err error) { a, err = j.Begin(plan("att-1")); return err }},
		{"sent", func() error { return a.Sent() }},
		{"answered", func() error { return a.Answered(booked) }},
		{"resolved", func() error { return a.Resolve(booked) }},
		{"planned", func() (err error) { b, err = j.BeginUnlessSimilar(lost, 0); return err }},
		{"sent", func() error { return b.Sent() }},
		{"unknown", func() error { return b.Unknown(CauseTimeout) }},
		{"looked", func() error { return b.Looked(Look{Found: NotFound}) }},
		{"resolved", func() error { return b.Resolve(Outcome{Result: NotBooked, Cause: CauseExpired}) }},
		{"reveal", func() error { return j.NoteReveal(Reveal{Profile: "demo", Environment: "sandbox", Reservation: "R1"}) }},
	} {
		must(t, step.do())
		if f.synced != f.text() || f.syncs != i+1 {
			t.Errorf("after %q %d bytes are not on the disk, %d syncs", step.name, len(f.text())-len(f.synced), f.syncs)
		}
		if lines := strings.Split(strings.TrimSpace(f.synced), "\n"); len(lines) != i+1 || !strings.Contains(lines[i], step.name) {
			t.Errorf("on the disk after %q are %d lines: %s", step.name, len(lines), lines[len(lines)-1])
		}
	}
	must(t, errors.Join(a.Close(), b.Close()))
}

// A replacement that must last is synced before it takes the file's name: a power cut would leave an empty key, which
// recognises no guest. A device that cannot be synced shows the order.
func TestReplaceFile_SyncedFirst(t *testing.T) {
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	must(t, err)
	defer func() { _ = null.Close() }()
	if null.Sync() == nil {
		t.Skip(os.DevNull + " can be synced on this system")
	}
	path := filepath.Join(t.TempDir(), "guest.key")
	must(t, os.WriteFile(path, []byte("old"), 0o600))
	must(t, os.Symlink(os.DevNull, path+".new"))
	if err := replaceFile(path, []byte("new")); err == nil {
		t.Error("the new file has taken the name before it was synced")
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != "old" {
		t.Errorf("the file holds %q, %v", text, err)
	}
	must(t, putFile(path, []byte("new"), false))
}
