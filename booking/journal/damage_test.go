package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// journalFiles are a journal as it lies on the disk, to be damaged.
type journalFiles struct {
	t     *testing.T
	dir   string
	lines []string // each with its newline
}

// written is a journal of one booking and one attempt that is left open: six
// lines.
func written(t *testing.T) *journalFiles {
	t.Helper()
	dir := t.TempDir()
	j := openIn(t, dir)
	book(t, j, "att-1")
	a := begin(t, j, plan("att-2"))
	must(t, a.Sent())
	must(t, a.Close())
	must(t, j.Close())
	s := &journalFiles{t: t, dir: dir}
	s.lines = strings.SplitAfter(s.read("journal.jsonl"), "\n")
	s.lines = s.lines[:len(s.lines)-1]
	return s
}

func (s *journalFiles) read(name string) string {
	s.t.Helper()
	text, err := os.ReadFile(filepath.Join(s.dir, name))
	must(s.t, err)
	return string(text)
}

// write makes a file anew: to write over one makes some file systems wait for
// the disk.
func (s *journalFiles) write(name, text string) {
	s.t.Helper()
	_ = os.Remove(filepath.Join(s.dir, name))
	must(s.t, os.WriteFile(filepath.Join(s.dir, name), []byte(text), 0o600))
}

// headAt puts back the journal.head that was there after line n; none for 0.
func (s *journalFiles) headAt(n int) {
	s.t.Helper()
	if n == 0 {
		must(s.t, os.Remove(filepath.Join(s.dir, "journal.head")))
		return
	}
	e, err := decode([]byte(strings.TrimSuffix(s.lines[n-1], "\n")))
	must(s.t, err)
	s.write("journal.head", fmt.Sprintf(headForm, n, e.Hash))
}

func (s *journalFiles) verify() Report {
	s.t.Helper()
	r, err := Verify(s.dir)
	must(s.t, err)
	return r
}

func text(problems []Problem) string {
	var out []string
	for _, p := range problems {
		out = append(out, p.String())
	}
	return strings.Join(out, "\n")
}

// A crash can cut the last line at any byte. It was not acknowledged, so it is
// cut off, and what it would have said is not known.
func TestATornLineIsRepairedWhereverItIsTorn(t *testing.T) {
	s := written(t)
	whole, last := strings.Join(s.lines[:5], ""), s.lines[5]
	for cut := range len(last) {
		s.write("journal.jsonl", whole+last[:cut])
		s.headAt(5)
		if r := s.verify(); !r.OK() || r.Torn != int64(cut) || r.Lines != 5 {
			t.Fatalf("%d bytes: before the repair the report is %+v", cut, r)
		}
		j := open(t, s.dir)
		if got := state(t, j, "att-2"); got.Step != Planned {
			t.Fatalf("%d bytes: the attempt is %q", cut, got.Step)
		}
		if damage := j.Damage(); len(damage) > 0 {
			t.Fatalf("%d bytes: damage: %v", cut, damage)
		}
		must(t, j.Close())
		want := Report{Lines: 5, Attempts: 2, Open: 1}
		if cut > 0 {
			want.Lines, want.Repairs = 6, 1
			line := strings.TrimPrefix(s.read("journal.jsonl"), whole)
			if e, err := decode([]byte(strings.TrimSuffix(line, "\n"))); err != nil || e.Step != Repaired || e.Cut != int64(cut) || e.Missing != 0 || e.Headless {
				t.Fatalf("%d bytes: the repair is %q", cut, line)
			}
		}
		r := verified(t, s.dir)
		if r.Last = (time.Time{}); r.Lines != want.Lines || r.Repairs != want.Repairs || r.Open != 1 || r.Torn != 0 {
			t.Fatalf("%d bytes: after the repair the report is %+v", cut, r)
		}
	}
}

// A torn line is also repaired by the next append of a console that was open
// all the time, and the attempt whose line was torn was never sent.
func TestATornLineIsRepairedByTheNextAppend(t *testing.T) {
	s := written(t)
	s.write("journal.jsonl", strings.Join(s.lines[:5], ""))
	s.headAt(5)
	j := open(t, s.dir)
	f, err := os.OpenFile(filepath.Join(s.dir, "journal.jsonl"), os.O_WRONLY|os.O_APPEND, 0)
	must(t, err)
	_, err = f.WriteString(s.lines[5][:100])
	must(t, errors.Join(err, f.Close()))
	a, ok, err := j.Resume("att-2")
	if err != nil || !ok {
		t.Fatalf("resumed: %t, %v", ok, err)
	}
	must(t, a.Close())
	if got := steps(t, j, "att-2"); got != "planned resolved" {
		t.Errorf("the events are %q", got)
	}
	if r := verified(t, s.dir); r.Repairs != 1 || r.Lines != 7 {
		t.Errorf("the report is %+v", r)
	}
}

// A power cut can keep a line's end and lose its middle.
func TestALineWithoutItsMiddleIsTorn(t *testing.T) {
	s := written(t)
	middle := strings.Repeat("\x00", 200)
	s.write("journal.jsonl", strings.Join(s.lines[:5], "")+s.lines[5][:20]+middle+"\n")
	s.headAt(5)
	if r := s.verify(); !r.OK() || r.Torn != 221 {
		t.Errorf("the report is %+v", r)
	}
	must(t, open(t, s.dir).Close())
	if r := verified(t, s.dir); r.Repairs != 1 || r.Lines != 6 {
		t.Errorf("the report is %+v", r)
	}
}

// Every byte of the file counts: whatever is put in its place, taken out or put
// in before it, Verify names that line or the one after.
func TestAnEditOfAnyByteIsFound(t *testing.T) {
	s := &journalFiles{t: t, dir: t.TempDir()}
	a := begin(t, openIn(t, s.dir), plan("att-1"))
	must(t, errors.Join(a.Sent(), a.Unknown(CauseTimeout)))
	whole, h := s.read("journal.jsonl"), readHead(s.dir)
	line := 1
	for at := range len(whole) {
		for what, edited := range map[string]string{
			"flipped bit":  whole[:at] + string(whole[at]^1) + whole[at+1:],
			"newline":      whole[:at] + "\n" + whole[at+1:],
			"space":        whole[:at] + " " + whole[at+1:],
			"taken out":    whole[:at] + whole[at+1:],
			"zero put in":  whole[:at] + "0" + whole[at:],
			"space put in": whole[:at] + " " + whole[at:],
		} {
			if edited == whole {
				continue
			}
			r, err := examine(strings.NewReader(edited), int64(len(edited)), h)
			must(t, err)
			if r.OK() {
				t.Fatalf("byte %d of line %d, %s: not found", at, line, what)
			}
			if got := r.Problems[0].Line; got != int64(line) && got != int64(line)+1 {
				t.Fatalf("byte %d of line %d, %s: %v", at, line, what, r.Problems)
			}
		}
		if whole[at] == '\n' {
			line++
		}
	}
}

func TestLinesRemovedInsertedSwappedOrCutOff(t *testing.T) {
	for name, tt := range map[string]struct {
		edit func(l []string) []string
		want string
	}{
		"first removed": {func(l []string) []string { return l[1:] }, "line 1: event 2 follows event 0: 1 missing, or not in order\n" +
			`line 1: attempt att-1: "sent" cannot follow an attempt that does not exist` + "\n" +
			`line 2: attempt att-1: "answered" cannot follow an attempt that does not exist` + "\n" +
			`line 3: attempt att-1: "resolved" cannot follow an attempt that does not exist`},
		"third removed": {func(l []string) []string { return append(l[:2:2], l[3:]...) }, "line 3: event 4 follows event 2: 1 missing, or not in order\n" +
			`line 3: attempt att-1: "resolved" cannot follow sent: the answer or its loss is written down first`},
		"booking removed": {func(l []string) []string { return l[4:] }, "line 1: event 5 follows event 0: 4 missing, or not in order"},
		"second inserted twice": {func(l []string) []string { return append(l[:2:2], l[1:]...) }, "line 3: event 2 follows event 2: inserted, or not in order\n" +
			`line 3: attempt att-1: "sent" cannot follow sent`},
		"two swapped": {func(l []string) []string { l[3], l[4] = l[4], l[3]; return l }, "line 4: event 5 follows event 3: 1 missing, or not in order\n" +
			"line 5: event 4 follows event 5: inserted, or not in order\nline 6: event 6 follows event 4: 1 missing, or not in order"},
		"last cut off":    {func(l []string) []string { return l[:5] }, "line 6: journal.head knows 6 events and the file ends after event 5: the end was cut off"},
		"three cut off":   {func(l []string) []string { return l[:3] }, "line 4: journal.head knows 6 events and the file ends after event 3: the end was cut off"},
		"all cut off":     {func([]string) []string { return nil }, "line 1: journal.head knows 6 events and the file ends after event 0: the end was cut off"},
		"end of the last": {func(l []string) []string { l[5] = l[5][:50]; return l }, "line 6: journal.head knows 6 events and the file ends after event 5: the end was cut off"},
		"text in between": {func(l []string) []string { l[1] += "hello\n"; return l }, "line 3: the line does not end in its hash\nline 4: event 3 follows event 3: inserted, or not in order"},
		"a long line":     {func(l []string) []string { l[1] += strings.Repeat("x", 1<<17) + "\n"; return l }, "line 3: the line is longer than any event\nline 4: event 3 follows event 3: inserted, or not in order"},
		"changed, with a hash that fits": {func(l []string) []string {
			e, _ := decode([]byte(strings.TrimSuffix(l[0], "\n")))
			e.Plan.Total = "1.00"
			line, _, _ := encode(e)
			l[0] = string(line)
			return l
		}, "line 2: event 2 does not follow the line before it: one of the two was replaced"},
		"last changed, with a hash that fits": {func(l []string) []string {
			e, _ := decode([]byte(strings.TrimSuffix(l[5], "\n")))
			e.PID++
			line, _, _ := encode(e)
			l[5] = string(line)
			return l
		}, "line 6: journal.head knows another event 6 than the file: a line was replaced or added"},
	} {
		t.Run(name, func(t *testing.T) {
			s := written(t)
			s.write("journal.jsonl", strings.Join(tt.edit(s.lines), ""))
			r := s.verify()
			if got := text(r.Problems); got != tt.want {
				t.Errorf("the problems are\n%s\nwant\n%s", got, tt.want)
			}
			staysVisible(t, s)
		})
	}
}

// staysVisible proves that the program works on with a damaged journal, says so,
// and that what it appends hides nothing.
func staysVisible(t *testing.T, s *journalFiles) {
	t.Helper()
	j := open(t, s.dir)
	if len(j.Damage()) == 0 {
		t.Error("an open journal knows nothing of the damage")
	}
	book(t, j, "att-7")
	book(t, j, "att-8")
	if got := steps(t, j, "att-8"); got != "planned sent answered resolved" {
		t.Errorf("later events are %q", got)
	}
	must(t, j.Close())
	if r := s.verify(); r.OK() {
		t.Error("what was appended hides the damage")
	}
	again := open(t, s.dir)
	if len(again.Damage()) == 0 {
		t.Error("the next console knows nothing of the damage")
	}
	if got := state(t, again, "att-8"); got.Outcome != booked {
		t.Errorf("the next console reads %+v", got)
	}
}

// What a journal.head that is not that of the last line means.
func TestTheHead(t *testing.T) {
	for name, tt := range map[string]struct {
		lines int // how many there are
		head  func(s *journalFiles)
		want  string // the problem, empty for none
		notes string
	}{
		"one behind: a crash":          {6, func(s *journalFiles) { s.headAt(5) }, "", ""},
		"missing with one line: crash": {1, func(s *journalFiles) { s.headAt(0) }, "", ""},
		"old: proves nothing bad":      {6, func(s *journalFiles) { s.headAt(3) }, "", "journal.head is 3 events behind: an old copy was put back, or the power failed"},
		"missing":                      {6, func(s *journalFiles) { s.headAt(0) }, "line 6: journal.head is missing, so lines after this one could have been cut off unseen", ""},
		"unreadable":                   {6, func(s *journalFiles) { s.write("journal.head", "{") }, "line 6: journal.head cannot be read, so lines after this one could have been cut off unseen", ""},
		"of no hash":                   {6, func(s *journalFiles) { s.write("journal.head", `{"seq":6,"hash":"zz"}`) }, "line 6: journal.head cannot be read, so lines after this one could have been cut off unseen", ""},
		"of another journal":           {6, func(s *journalFiles) { s.write("journal.head", `{"seq":6,"hash":"`+noHash+`"}`) }, "line 6: journal.head knows another event 6 than the file: a line was replaced or added", ""},
		"old, of another journal":      {6, func(s *journalFiles) { s.write("journal.head", `{"seq":2,"hash":"`+noHash+`"}`) }, "line 6: journal.head knows another event 2 than the file: a line was replaced or added", ""},
		"ahead":                        {4, func(s *journalFiles) { s.headAt(6) }, "line 5: journal.head knows 6 events and the file ends after event 4: the end was cut off", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := written(t)
			s.write("journal.jsonl", strings.Join(s.lines[:tt.lines], ""))
			tt.head(s)
			r := s.verify()
			if got := text(r.Problems); got != tt.want {
				t.Errorf("the problem is %q, want %q", got, tt.want)
			}
			if got := strings.Join(r.Notes, "\n"); got != tt.notes {
				t.Errorf("the note is %q, want %q", got, tt.notes)
			}
			if tt.want != "" {
				staysVisible(t, s)
				return
			}
			j := open(t, s.dir)
			book(t, j, "att-7")
			verified(t, s.dir)
		})
	}
}

// The line "sent" may be among what is missing: in a damaged journal nothing
// counts as never sent.
func TestADamagedJournalDoesNotProveThatNothingWasSent(t *testing.T) {
	s := written(t)
	s.write("journal.jsonl", strings.Join(s.lines[:5], "")) // The head knows of line 6, the "sent" of att-2.
	j := open(t, s.dir)
	a, ok, err := j.Resume("att-2")
	if err != nil || !ok {
		t.Fatalf("resumed: %t, %v", ok, err)
	}
	must(t, a.Close())
	if got := state(t, j, "att-2"); got.Step != Unknown || got.Cause != CauseDamaged {
		t.Errorf("the attempt is %q, %q", got.Step, got.Cause)
	}
}

// Verify reads a copy that has no lock file and changes nothing in it.
func TestVerifyOfACopy(t *testing.T) {
	s := written(t)
	copied := t.TempDir()
	for _, name := range []string{"journal.jsonl", "journal.head"} {
		must(t, os.WriteFile(filepath.Join(copied, name), []byte(s.read(name)), 0o400))
	}
	if r := verified(t, copied); r.Lines != 6 || r.Attempts != 2 || r.Open != 1 || !r.Last.Equal(noon.Add(6*time.Second)) {
		t.Errorf("the report is %+v", r)
	}
	files, err := os.ReadDir(copied)
	must(t, err)
	if len(files) != 2 {
		t.Errorf("there are now %v", files)
	}
	if r := verified(t, t.TempDir()); r.Lines != 0 {
		t.Errorf("the report of nothing is %+v", r)
	}
	if _, err := Verify(filepath.Join(copied, "nowhere")); err == nil || !strings.HasPrefix(err.Error(), "the journal cannot be read: ") {
		t.Errorf("the error is %v", err)
	}
}
