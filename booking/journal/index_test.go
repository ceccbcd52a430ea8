package journal

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// openWith opens a journal that makes its index anew after so many lines.
func openWith(t testing.TB, dir string, every int64) *Journal {
	t.Helper()
	j, err := Open(dir, Options{Now: func() time.Time { return noon.Add(time.Hour) }, Host: "desk", open: openLazy, indexEvery: every})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// everything is all that can be asked of a journal, in words.
func everything(t testing.TB, j *Journal) string {
	t.Helper()
	var out strings.Builder
	say := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&out, "%+v\n", v)
	}
	say(j.Attempts(Filter{}))
	say(j.Attempts(Filter{Open: true}))
	say(j.Attempts(Filter{Unproven: true}))
	all, err := j.Attempts(Filter{})
	say(len(all), err)
	for _, s := range all {
		say(j.State(s.Attempt))
		events, err := j.Show(s.Attempt)
		say(len(events), err)
		if id := s.ReservationID(); id != "" {
			say(j.Attempts(Filter{Reservation: id}))
			if events, err = j.Show(id); !errors.Is(err, ErrNoAttempt) {
				say(len(events), err)
			}
		}
		p := s.Plan
		p.Attempt = "att-other"
		say(j.Similar(p, 24*time.Hour))
		say(j.NotMade([]string{s.Attempt}), nil)
	}
	reveals, err := j.Reveals()
	for _, e := range reveals {
		say(e.Hash+" "+e.Reveal.Reservation, err)
	}
	fmt.Fprintln(&out, j.Damage())
	return out.String()
}

// refused is a clear answer that a booking was not made.
var refused = Outcome{Result: NotBooked, Cause: "VALIDATION"}

// varied is a journal of bookings in every state, of one that was canceled and
// of a reservation id that was given twice.
func varied(t *testing.T, dir string) {
	t.Helper()
	j := openIn(t, dir)
	for i, left := range []func(a *Attempt) error{
		func(*Attempt) error { return nil },
		(*Attempt).Sent,
		func(a *Attempt) error { return errors.Join(a.Sent(), a.Answered(booked), a.Resolve(booked)) },
		func(a *Attempt) error {
			return errors.Join(a.Sent(), a.Unknown(CauseReset), a.Resolve(Outcome{Result: NotBooked, Cause: CauseExpired}))
		},
		func(a *Attempt) error { return errors.Join(a.Sent(), a.Answered(booked), a.Resolve(booked)) },
		func(a *Attempt) error {
			return errors.Join(a.Sent(), a.Unknown(CauseReset), a.Resolve(Outcome{Result: NotBooked}), a.Resolve(Outcome{Result: Booked, Reservation: "R9"}))
		},
		func(a *Attempt) error { return errors.Join(a.Sent(), a.Answered(refused), a.Resolve(refused)) },
	} {
		a := begin(t, j, plan(fmt.Sprintf("att-%d", i)))
		must(t, errors.Join(left(a), a.Close()))
	}
	must(t, errors.Join(j.NoteReveal(shown("R9")), j.NoteReveal(shown("")), j.NoteReveal(shown("R-elsewhere"))))
	p := plan("att-cancel")
	p.Kind, p.Reservation = Cancel, "R9"
	a := begin(t, j, p)
	must(t, errors.Join(a.Sent(), a.Answered(Outcome{Result: Canceled, Status: "CANCELED"}), a.Resolve(Outcome{Result: Canceled}), a.Close()))
	must(t, j.Close())
}

// usesIndex reports whether a journal was opened with its index.
func usesIndex(j *Journal) bool {
	for _, r := range j.attempts.planned {
		if r.state == nil {
			return true
		}
	}
	return false
}

// With an index everything is answered as without one, also about what was
// appended behind it.
func TestTheIndexChangesNoAnswer(t *testing.T) {
	dir := t.TempDir()
	varied(t, dir)
	must(t, openWith(t, dir, 1).Close())
	for range 2 {
		with := openWith(t, dir, 1)
		if !usesIndex(with) {
			t.Fatal("the index is not used")
		}
		without := openWith(t, dir, 1<<40)
		without.restart(head{}, 0) // No head, no index.
		if got, want := everything(t, with), everything(t, without); got != want {
			t.Errorf("with the index:\n%s\nwithout:\n%s", got, want)
		}
		// What the index knows as not done is found after all, behind it.
		for _, id := range with.NotMade([]string{"att-3", "att-5", "att-none"}) {
			a, ok, err := with.Resume(id)
			if err != nil || !ok || id != "att-3" {
				t.Fatalf("%s is resumed: %t, %v", id, ok, err)
			}
			must(t, errors.Join(a.Looked(Look{Found: FoundIt, Reservation: "R3"}), a.Resolve(Outcome{Result: Booked, Reservation: "R3"}), a.Close()))
			if s := state(t, with, id); !s.Made() || s.CountedNotMade.IsZero() {
				t.Errorf("found late, it is %+v", s)
			}
		}
		must(t, errors.Join(with.Close(), without.Close()))
	}
	verified(t, dir)
}

// Random journals of several consoles, each opened with an index of any age.
func TestTheIndexOfAnyJournal(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		dir, err := os.MkdirTemp("", "journal") //nolint:usetesting // A check of rapid has no folder of its own.
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = os.RemoveAll(dir) }()
		n := 0
		for range rapid.IntRange(1, 4).Draw(t, "starts") {
			j, err := Open(dir, Options{Now: ticking(), open: openLazy, indexEvery: rapid.Int64Range(1, 12).Draw(t, "every")})
			if err != nil {
				t.Fatal(err)
			}
			for range rapid.IntRange(0, 5).Draw(t, "attempts") {
				n++
				p := plan(fmt.Sprintf("att-%d", n))
				p.Profile = rapid.SampledFrom([]string{"demo", "work"}).Draw(t, "profile")
				a, err := j.Begin(p)
				if err != nil {
					t.Fatal(err)
				}
				for range rapid.IntRange(0, 4).Draw(t, "steps") {
					_ = try(a, rapid.SampledFrom([]string{"sent", "answered booked", "unknown", "looked", "resolved booked", "resolved not-booked"}).Draw(t, "step"))
				}
				if err := a.Close(); err != nil {
					t.Fatal(err)
				}
			}
			fresh, err := Open(dir, Options{Now: ticking(), open: openLazy, indexEvery: 1 << 40})
			if err != nil {
				t.Fatal(err)
			}
			whole, err := Open(dir, Options{Now: ticking(), open: openLazy, indexEvery: 1 << 40})
			if err != nil {
				t.Fatal(err)
			}
			whole.restart(head{}, 0)
			for _, ask := range []Filter{{}, {Open: true}, {Unproven: true}, {Profile: "demo"}} {
				got, gotErr := fresh.Attempts(ask)
				want, wantErr := whole.Attempts(ask)
				if gotErr != nil || wantErr != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("%+v: with the index %+v, %v; without %+v, %v", ask, got, gotErr, want, wantErr)
				}
			}
			if err := errors.Join(j.Close(), fresh.Close(), whole.Close()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// A crash, or anybody, may leave any bytes of the index: it is used whole or not
// at all.
func TestAnIndexCutOffOrChangedAtAnyByte(t *testing.T) {
	dir := t.TempDir()
	varied(t, dir)
	must(t, openWith(t, dir, 1).Close())
	s := &journalFiles{t: t, dir: dir}
	whole := s.read(indexName)
	want := everything(t, openWith(t, dir, 1<<40))
	for at := range len(whole) {
		for what, text := range map[string]string{"cut off": whole[:at], "changed": whole[:at] + string(whole[at]^1) + whole[at+1:]} {
			if _, err := decodeIndex([]byte(text)); err == nil {
				t.Fatalf("%s at byte %d: it is an index", what, at)
			}
			if at%37 != 0 {
				continue
			}
			s.write(indexName, text)
			j := openWith(t, dir, 1<<40)
			if got := everything(t, j); usesIndex(j) || got != want {
				t.Fatalf("%s at byte %d: the answers are\n%s", what, at, got)
			}
			must(t, j.Close())
		}
	}
	// A process was killed while it wrote the next one.
	s.write(indexName, whole)
	s.write(indexName+".new", whole[:len(whole)/2])
	if j := openWith(t, dir, 1<<40); !usesIndex(j) || everything(t, j) != want {
		t.Error("half of the next index is in the way")
	}
}

// The console is told of every edit at its start, as without an index, however
// long ago the line was written.
func TestAnEditBeforeTheIndexIsFoundAtTheStart(t *testing.T) {
	dir := t.TempDir()
	varied(t, dir)
	must(t, openWith(t, dir, 1).Close())
	s := &journalFiles{t: t, dir: dir}
	whole, index := s.read(fileName), s.read(indexName)
	for at := 0; at < len(whole); at += 83 {
		for what, text := range map[string]string{
			"changed": whole[:at] + string(whole[at]^1) + whole[at+1:], "taken out": whole[:at] + whole[at+1:], "put in": whole[:at] + "0" + whole[at:],
			"cut off": whole[:at],
		} {
			s.write(fileName, text)
			j := openWith(t, dir, 1<<40)
			if len(j.Damage()) == 0 || usesIndex(j) {
				t.Fatalf("byte %d %s: not found", at, what)
			}
			must(t, j.Close())
		}
	}
	// No index is made of a damaged journal, so that every start reads it all.
	s.write(fileName, strings.Replace(whole, "612.40", "612.41", 1))
	s.write(indexName, index)
	must(t, openWith(t, dir, 1).Close())
	if s.read(indexName) != index {
		t.Error("a damaged journal has a new index")
	}
}

// A torn line behind the index is cut off as ever, and an older head makes it
// unused.
func TestTheEndBehindTheIndex(t *testing.T) {
	s := written(t)
	must(t, openWith(t, s.dir, 1).Close())
	index := s.read(indexName)
	j := openWith(t, s.dir, 1<<40)
	book(t, j, "att-7")
	must(t, j.Close())
	whole, head := s.read(fileName), s.read(headName)
	for _, cut := range []int{1, 100, 300} {
		s.write(fileName, whole+strings.Repeat("x", cut))
		s.write(headName, head)
		j := openWith(t, s.dir, 1<<40)
		if !usesIndex(j) || len(j.Damage()) > 0 || state(t, j, "att-7").Outcome != booked {
			t.Errorf("%d bytes of a torn line: %v", cut, j.Damage())
		}
		must(t, j.Close())
		if r := verified(t, s.dir); r.Repairs != 1 || r.Lines != 11 {
			t.Errorf("the report is %+v", r)
		}
	}
	s.write(fileName, whole)
	s.headAt(5)
	if j := openWith(t, s.dir, 1<<40); usesIndex(j) || state(t, j, "att-7").Outcome != booked {
		t.Error("the index is used although the head knows less")
	}
	s.write(fileName, strings.Join(s.lines[:3], ""))
	s.write(headName, head)
	if j := openWith(t, s.dir, 1<<40); usesIndex(j) || len(j.Damage()) == 0 {
		t.Error("a file that is shorter than its index is believed")
	}
	if s.read(indexName) != index {
		t.Error("somebody has made a new index")
	}
}

// Two consoles that are open at once read each other's lines, whoever of them
// makes the index.
func TestAnIndexBesideAnOpenConsole(t *testing.T) {
	dir := t.TempDir()
	first := openIn(t, dir)
	book(t, first, "att-1")
	second := openWith(t, dir, 1)
	book(t, first, "att-2")
	third := openWith(t, dir, 1)
	if !usesIndex(third) {
		t.Error("the second console has made no index")
	}
	book(t, second, "att-3")
	book(t, third, "att-4")
	for i, j := range []*Journal{first, second, third} {
		all, err := j.Attempts(Filter{})
		must(t, err)
		if got := ids(all); got != "att-4 att-3 att-2 att-1" {
			t.Errorf("console %d knows %s", i+1, got)
		}
	}
	if _, err := third.Begin(plan("att-1")); err == nil || err.Error() != `attempt att-1: "planned" cannot follow resolved` {
		t.Errorf("an attempt that only the index knows is begun again: %v", err)
	}
	verified(t, dir)
}

// What only a later version understands would be missing in an index, and that
// version would never read it: no index is made. One from before is used.
func TestNoIndexHidesTheLinesOfALaterVersion(t *testing.T) {
	dir := t.TempDir()
	varied(t, dir)
	must(t, openWith(t, dir, 1).Close())
	s := &journalFiles{t: t, dir: dir}
	index := s.read(indexName)
	j := openWith(t, dir, 1)
	must(t, j.current(func() error { return j.write(Event{Step: "of-a-later-version", Attempt: "att-1"}) }))
	must(t, j.Close())
	for range 2 {
		j := openWith(t, dir, 1)
		if !usesIndex(j) || len(j.Damage()) > 0 {
			t.Errorf("the index from before is not used, or: %v", j.Damage())
		}
		must(t, j.Close())
		if s.read(indexName) != index {
			t.Fatal("an index was made that lacks a line")
		}
	}
	must(t, os.Remove(filepath.Join(dir, indexName)))
	must(t, openWith(t, dir, 1).Close())
	if _, err := os.Stat(filepath.Join(dir, indexName)); !os.IsNotExist(err) {
		t.Errorf("the first index lacks a line: %v", err)
	}
	verified(t, dir)
}

// A repaired journal has an index like any other.
func TestTheIndexOfARepairedJournal(t *testing.T) {
	s := written(t)
	s.write(fileName, s.read(fileName)+"{torn")
	must(t, openWith(t, s.dir, 1).Close())
	if j := openWith(t, s.dir, 1); !usesIndex(j) {
		t.Error("a repair keeps the index from being made")
	}
	if r := verified(t, s.dir); r.Repairs != 1 {
		t.Errorf("the report is %+v", r)
	}
}

// A line that the index names can only be changed after the start, which is
// then said.
func TestALineOfTheIndexThatChangesLater(t *testing.T) {
	dir := t.TempDir()
	varied(t, dir)
	must(t, openWith(t, dir, 1).Close())
	j := openWith(t, dir, 1)
	f, err := os.OpenFile(filepath.Join(dir, fileName), os.O_WRONLY, 0)
	must(t, err)
	_, err = f.WriteAt([]byte("9"), 7)
	must(t, errors.Join(err, f.Close()))
	_, err = j.State("att-0")
	wantError(t, err, "the journal was changed while it was open: the line does not fit its hash: it was changed")
}

// What decodes as an index is one, and no bytes at all are a panic.
func FuzzIndex(f *testing.F) {
	dir := f.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		f.Fatal(err)
	}
	j := openWith(f, dir, 1)
	if err := j.NoteReveal(shown("R1")); err != nil {
		f.Fatal(err)
	}
	for i := range 3 {
		p := plan(fmt.Sprintf("att-%d", i))
		a, err := j.Begin(p)
		if err != nil {
			f.Fatal(err)
		}
		if err := errors.Join(a.Sent(), a.Answered(booked), a.Resolve(booked), a.Close()); err != nil {
			f.Fatal(err)
		}
	}
	x := index{link: j.chain.link, end: j.end, digest: string(j.digest.Sum(nil)), attempts: j.attempts}
	f.Add(x.encode()[:len(x.encode())-32])
	f.Add([]byte(indexMark))
	f.Fuzz(func(t *testing.T, body []byte) {
		x, err := decodeIndex(sealed(body))
		if err != nil {
			return
		}
		again, err := decodeIndex(x.encode())
		if err != nil || again.link != x.link || again.end != x.end ||
			len(again.attempts.reveals) != len(x.attempts.reveals) || len(again.attempts.planned) != len(x.attempts.planned) {
			t.Errorf("it was read as %+v and then as %+v, %v", x.link, again.link, err)
		}
	})
}

// sealed is an index's body with the sum that fits it.
func sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(body[:len(body):len(body)], sum[:]...)
}

// What the index holds is worked out in another way by earlier versions: theirs is
// not believed.
func TestAnIndexOfAnEarlierVersionIsNotUsed(t *testing.T) {
	dir := t.TempDir()
	varied(t, dir)
	must(t, openWith(t, dir, 1).Close())
	path := filepath.Join(dir, indexName)
	file, err := os.ReadFile(path)
	must(t, err)
	old := append([]byte("bellhop journal index 3\n"), file[len(indexMark):len(file)-sha256.Size]...)
	sum := sha256.Sum256(old)
	must(t, replaceFile(path, append(old, sum[:]...)))
	if j := openWith(t, dir, 1<<40); usesIndex(j) {
		t.Error("it is used")
	}
}
