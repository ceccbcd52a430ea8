package audit_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bellhop/booking/audit"
	"bellhop/booking/journal"
)

var nine = time.Date(2026, 12, 1, 9, 0, 0, 0, time.UTC)

// machine has a journal whose clock ticks from an instant on, with a cancellation of a reservation.
func machine(t *testing.T, user, reservation string, at time.Time) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "journal")
	j, err := journal.Open(dir, journal.Options{User: user, Host: user, Now: func() time.Time { at = at.Add(time.Minute); return at }})
	if err != nil {
		t.Fatal(err)
	}
	a, err := j.Begin(journal.Plan{Attempt: "att-" + user, Kind: journal.Cancel, Reservation: reservation, Profile: "p", Environment: "sandbox", WindowSeconds: 60})
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range []error{
		a.Sent(), a.Answered(journal.Outcome{Result: journal.Canceled, Reservation: reservation, Status: "CANCELED"}),
		a.Resolve(journal.Outcome{Result: journal.Canceled, Reservation: reservation, Status: "CANCELED"}), a.Close(), j.Close(),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func export(t *testing.T, dir, name string) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := journal.Export(dir, name, nine, &out); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name+".jsonl")
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func sources(t *testing.T, paths ...string) []audit.Source {
	t.Helper()
	var out []audit.Source
	for _, path := range paths {
		s, err := audit.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	return out
}

// Two machines are one timeline: by time, each line with its machine, its person and once.
func TestMerge(t *testing.T) {
	t.Parallel()
	ada, bo := machine(t, "ada", "R1", nine), machine(t, "bo", "R2", nine.Add(90*time.Second))
	a := export(t, ada, "reception")
	tl := audit.Merge(sources(t, a, export(t, bo, "office"), ada))
	if !tl.OK() || len(tl.Lines) != 8 || tl.Twice != 4 {
		t.Fatalf("ok %t, %d lines, %d twice", tl.OK(), len(tl.Lines), tl.Twice)
	}
	var who []string
	for i, l := range tl.Lines {
		who = append(who, l.User[:1]+":"+l.Machine[:1])
		if i > 0 && l.At.Before(tl.Lines[i-1].At.Time) {
			t.Errorf("line %d is earlier than the one before", i)
		}
	}
	if got := strings.Join(who, " "); got != "a:r a:r b:o a:r b:o a:r b:o b:o" {
		t.Errorf("the order is %s", got)
	}
	if one := tl.Of("R2"); len(one.Lines) != 4 || one.Lines[0].Words() == "" || one.Lines[3].Reservation() != "R2" {
		t.Errorf("of one reservation there are %d lines", len(one.Lines))
	}
	if one := tl.Of("att-ada"); len(one.Lines) != 4 {
		t.Errorf("of one attempt there are %d lines", len(one.Lines))
	}
}

// A clock that was set back does not put a line before what was written earlier, and an edited journal is told.
func TestMergeOfOddJournals(t *testing.T) {
	t.Parallel()
	dir := machine(t, "ada", "R1", nine)
	j, err := journal.Open(dir, journal.Options{User: "ada", Host: "ada", Now: func() time.Time { return nine.Add(-time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	if err := j.NoteReveal(journal.Reveal{Reservation: "R1", Profile: "p", Environment: "sandbox"}); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	tl := audit.Merge(sources(t, dir))
	if last := tl.Lines[len(tl.Lines)-1]; last.Step != journal.Revealed {
		t.Errorf("the last line is %s", last.Step)
	}
	path := export(t, dir, "x")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte("R1"), []byte("R9"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if tl = audit.Merge(sources(t, path)); tl.OK() {
		t.Error("an edited journal passes")
	}
	if _, err := audit.Open(filepath.Join(dir, "journal.jsonl")); err == nil || !strings.Contains(err.Error(), "bellhop audit export makes one") {
		t.Errorf("a bare journal: %v", err)
	}
}
