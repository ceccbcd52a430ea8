package journal

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// samples are lines as the journal writes them, with their newlines.
func samples(t testing.TB) []string {
	p := plan("att-1")
	var out []string
	last := link{Hash: noHash}
	for _, e := range []Event{
		{Step: Planned, Attempt: "att-1", Plan: &p},
		{Step: Sent, Attempt: "att-1"},
		{Step: Unknown, Attempt: "att-1", Cause: CauseReset},
		{Step: Looked, Attempt: "att-1", Look: &Look{Found: NotFound}},
		{Step: Resolved, Attempt: "att-1", Outcome: &Outcome{Result: GivenUp}},
		{Step: Repaired, Cut: 12, Missing: 1, Headless: true},
		{Step: Keyed, Key: "11fab061b7fc32a4"},
		{Step: Revealed, Reveal: &Reveal{Reservation: "R1", Profile: "demo", Environment: "sandbox"}},
		{Step: "of-a-later-version"},
	} {
		e.Seq, e.At, e.PID, e.Host, e.Prev = last.Seq+1, momentOf(noon), 7, "9c1f", last.Hash
		line, hash, err := encode(e)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, string(line))
		last = link{e.Seq, hash}
	}
	return out
}

// What is read as a key has its size, and is read as the same key again.
func FuzzParseKey(f *testing.F) {
	f.Add([]byte(strings.Repeat("5f", keySize) + "\n"))
	f.Add([]byte("abc\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		key, ok := parseKey(text)
		if !ok {
			return
		}
		if again, ok := parseKey([]byte(hex.EncodeToString(key))); !ok || len(key) != keySize || !bytes.Equal(again, key) {
			t.Fatalf("%q gives %x and %x", text, key, again)
		}
	})
}

// What decodes is what was encoded: no other bytes give an event.
func FuzzDecode(f *testing.F) {
	for _, line := range samples(f) {
		f.Add([]byte(strings.TrimSuffix(line, "\n")))
	}
	f.Add([]byte(`{"seq":1,"hash":"` + noHash + `"}`))
	f.Add([]byte(`,"hash":"` + noHash + `"}`))
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, line []byte) {
		e, err := decode(line)
		if err != nil {
			return
		}
		if _, hash, ok := sealOf(line); !ok || e.Hash != hash || e.Seq < 1 {
			t.Fatalf("%q gives %+v", line, e)
		}
		if changed := bytes.Replace(line, []byte(`"seq":`), []byte(`"seq":1`), 1); !bytes.Equal(changed, line) {
			if _, err := decode(changed); err == nil {
				t.Fatalf("%q was changed and is read", changed)
			}
		}
	})
}

// Whatever the files hold, Verify ends, and what it finds whole is whole: every
// line decodes, counts from 1 and follows the one before. Open copes with the
// same files, and what it then writes can be read.
func FuzzVerify(f *testing.F) {
	lines := samples(f)
	whole := strings.Join(lines, "")
	e, err := decode([]byte(strings.TrimSuffix(lines[7], "\n")))
	if err != nil {
		f.Fatal(err)
	}
	fits, err := json.Marshal(link{8, e.Hash})
	if err != nil {
		f.Fatal(err)
	}
	f.Add([]byte(whole), fits)
	f.Add([]byte(whole[:len(whole)-10]), fits)
	f.Add([]byte(whole+"{\x00\x00\n"), fits)
	f.Add([]byte(whole+strings.Repeat("\n", 3)), []byte("{"))
	f.Add([]byte(lines[0]+lines[2]), []byte(nil))
	f.Add([]byte("x\n"+whole), []byte(`{"seq":-1}`))
	f.Add([]byte(nil), []byte(nil))
	f.Fuzz(func(t *testing.T, text, sidecar []byte) {
		dir := filepath.Join(t.TempDir(), "j")
		must(t, os.Mkdir(dir, 0o700))
		must(t, os.WriteFile(filepath.Join(dir, fileName), text, 0o600))
		if len(sidecar) > 0 {
			must(t, os.WriteFile(filepath.Join(dir, headName), sidecar, 0o600))
		}
		r, err := Verify(dir)
		must(t, err)
		if r.OK() {
			c := newChain(head{})
			for line := range bytes.Lines(text[:int64(len(text))-r.Torn]) {
				if _, found, ok := c.take(bytes.TrimSuffix(line, []byte("\n"))); !ok || len(found) > 0 && r.Repairs == 0 {
					t.Fatalf("not found: %v in %q", found, line)
				}
			}
			if c.line != r.Lines {
				t.Fatalf("%d lines, not %d", c.line, r.Lines)
			}
		}
		j, err := Open(dir, Options{Host: "desk", open: openLazy})
		must(t, err)
		defer j.Close()
		if damage := j.Damage(); r.OK() != (len(damage) == 0) {
			t.Fatalf("Verify finds %v, Open %v", r.Problems, damage)
		}
		a, err := j.Begin(plan("att-fuzz"))
		must(t, err)
		must(t, a.Sent())
		must(t, a.Close())
		if again, err := Verify(dir); err != nil || r.OK() != again.OK() || again.Torn != 0 {
			t.Fatalf("first %+v, then %+v, %v", r, again, err)
		}
		if got := steps(t, j, "att-fuzz"); got != "planned sent" {
			t.Fatalf("the events are %q", got)
		}
	})
}

func TestMomentsHaveThreeDigits(t *testing.T) {
	text, err := json.Marshal(momentOf(noon))
	must(t, err)
	if string(text) != `"2026-11-21T12:00:00.000Z"` {
		t.Errorf("noon is %s", text)
	}
	var m Moment
	if err := json.Unmarshal([]byte(`"2026-11-21T13:00:00.000+01:00"`), &m); err == nil {
		t.Error("a time with an offset is read")
	}
}
