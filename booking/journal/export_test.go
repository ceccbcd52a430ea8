package journal

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

func exported(t testing.TB, dir string) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := Export(dir, Source{"reception", "production", "work"}, noon, signingKey(t), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// signingKey makes a key.
func signingKey(t testing.TB) SigningKey {
	t.Helper()
	key, err := OpenSigningKey(filepath.Join(t.TempDir(), "state", "export.key"))
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// An export has every line as it stands; one that was edited, cut or put in another order shows it.
func TestExport_Edited(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "j")
	j := open(t, dir)
	book(t, j, "att-1")
	book(t, j, "att-2")
	text := exported(t, dir)
	const named = `,"environment":"production","profile":"work"`
	x, err := VerifyExport(strings.NewReader(text))
	must(t, err)
	d, err := j.Digest()
	must(t, err)
	if !x.OK() || !strings.Contains(text, `"machine":"reception"`+named) || x.Lines != 8 || x.Attempts != 2 || !strings.Contains(text, d.Hash) || d.Lines != 8 || len(d.Problems) != 0 {
		t.Errorf("%+v, digest %+v", x, d)
	}
	lines := strings.SplitAfter(text, "\n")
	unsigned := strings.Replace(strings.Join(lines[:len(lines)-2], ""), `_journal":2`, `_journal":1`, 1)
	for _, earlier := range []string{unsigned, strings.Replace(unsigned, named, "", 1)} {
		x, err := VerifyExport(strings.NewReader(earlier))
		if err != nil || !x.OK() || x.SignedBy != "" || !slices.Contains(x.Notes, "it has no signature: it claims to be of an earlier version, which anyone could write") {
			t.Errorf("one of an earlier version: %v, %+v", err, x)
		}
	}
	for name, edited := range map[string]string{
		"marked":        "\ufeff" + text,
		"edited":        strings.Replace(text, "Aldwych", "Oldwych", 1),
		"cut off":       strings.Join(lines[:len(lines)-3], ""),
		"without one":   strings.Join(append(append([]string{}, lines[:3]...), lines[4:]...), ""),
		"in disorder":   strings.Join([]string{lines[0], lines[2], lines[1]}, "") + strings.Join(lines[3:], ""),
		"with one more": text + lines[len(lines)-2],
		"torn":          text[:len(text)-5],
		"no line":       text + "garbage\n",
		"no event":      text + `{"seq":99}` + "\n",
		"half a line":   text + `{"seq":`,
	} {
		x, err := VerifyExport(strings.NewReader(edited))
		if err != nil || x.OK() {
			t.Errorf("%s: %v, %+v", name, err, x)
		}
	}
	for name, bad := range map[string]string{"nothing": "", "a journal": strings.Join(lines[1:], ""), "another form": strings.Replace(text, `_journal":2`, `_journal":3`, 1), "not JSON": "x\n"} {
		if _, err := VerifyExport(strings.NewReader(bad)); err == nil {
			t.Errorf("%s is read as an export", name)
		}
	}
}

// What was wrong on the machine goes along: an export does not heal.
func TestExportTellsOfDamage(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "j")
	j := open(t, dir)
	book(t, j, "att-1")
	must(t, j.Close())
	path := filepath.Join(dir, fileName)
	text, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, bytes.Replace(text, []byte("Aldwych"), []byte("Oldwych"), 1), 0o600))
	x, err := VerifyExport(strings.NewReader(exported(t, dir)))
	if err != nil || x.OK() {
		t.Errorf("%v, %+v", err, x)
	}
}

// forged seals lines anew, with a header that fits them, as whoever knows this code can.
func forged(t *testing.T, dir string, change func(text string) string) (sealed string) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, fileName))
	must(t, err)
	before := link{Hash: noHash}
	for _, line := range strings.SplitAfter(change(string(text)), "\n") {
		if line == "" {
			continue
		}
		var e Event
		must(t, json.Unmarshal([]byte(line), &e))
		e.Prev, e.Hash = before.Hash, ""
		again, hash, err := encode(e)
		must(t, err)
		sealed += string(again)
		before = link{e.Seq, hash}
	}
	header := exportHeader{
		Form: exportForm, At: momentOf(noon), Source: Source{"reception", "production", "work"}, Lines: int64(strings.Count(sealed, "\n")),
		Seq: before.Seq, Hash: before.Hash, Problems: []string{},
	}
	first, err := json.Marshal(header)
	must(t, err)
	return string(first) + "\n" + sealed
}

// A chain without a secret is forged in a moment: a cut end with a mended header, and lines that were sealed anew. The
// signature shows it to whoever knows the key.
func TestExport_Forged(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "j")
	j := open(t, dir)
	book(t, j, "att-1")
	book(t, j, "att-2")
	must(t, j.Close())
	var out bytes.Buffer
	key, other := signingKey(t), signingKey(t)
	_, err := Export(dir, Source{"reception", "production", "work"}, noon, key, &out)
	must(t, err)
	last := strings.SplitAfter(strings.TrimSuffix(out.String(), "\n"), "\n")
	genuine := last[len(last)-1] + "\n"
	for name, change := range map[string]func(string) string{
		"a cut end":         func(text string) string { return strings.Join(strings.SplitAfter(text, "\n")[:4], "") },
		"lines sealed anew": func(text string) string { return strings.ReplaceAll(text, "Aldwych", "Oldwych") },
	} {
		body := forged(t, dir, change)
		for how, end := range map[string]string{"without a signature": "", "with the signature of the true one": genuine} {
			x, err := VerifyExport(strings.NewReader(body + end))
			if err != nil || x.OK() || x.SignedBy != "" {
				t.Errorf("%s %s: %v, %+v", name, how, err, x)
			}
		}
		earlier := strings.Replace(body, `"bellhop_journal":2`, `"bellhop_journal":1`, 1)
		x, err := VerifyExport(strings.NewReader(earlier))
		if err != nil || earlier == body || x.SignedBy != "" || !slices.Contains(x.Notes, "it has no signature: it claims to be of an earlier version, which anyone could write") {
			t.Errorf("%s, as of an earlier version: %v, %+v", name, err, x)
		}
		end, err := other.sign([]byte(body))
		must(t, err)
		x, err = VerifyExport(strings.NewReader(body + string(end)))
		if err != nil || x.SignedBy != Fingerprint(other.Public()) || x.SignedBy == Fingerprint(key.Public()) {
			t.Errorf("%s, signed by another: %v, %+v", name, err, x)
		}
	}
}

// No byte of an export can be changed without its key being lost.
func TestExport_EachByteIsSigned(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "j")
	j := open(t, dir)
	book(t, j, "att-1")
	must(t, j.Close())
	var out bytes.Buffer
	key := signingKey(t)
	_, err := Export(dir, Source{"reception", "production", "work"}, noon, key, &out)
	must(t, err)
	text := out.Bytes()
	for i := range text {
		for _, to := range []byte{text[i] ^ 0x20, text[i] + 1} {
			changed := bytes.Clone(text)
			changed[i] = to
			if x, err := VerifyExport(bytes.NewReader(changed)); err == nil && x.SignedBy == Fingerprint(key.Public()) {
				t.Fatalf("byte %d of %q is %q, and it counts as signed", i, text[i], to)
			}
		}
	}
}

func TestOpenSigningKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "state", "export.key")
	var keys [8]SigningKey
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			key, err := OpenSigningKey(path)
			if err != nil {
				t.Error(err)
			}
			keys[i] = key
		})
	}
	all.Wait()
	for _, key := range keys {
		if !key.private.Equal(keys[0].private) {
			t.Fatal("two processes have two keys")
		}
	}
	must(t, os.WriteFile(path, []byte("damaged\n"), 0o600))
	if _, err := OpenSigningKey(path); err == nil || !strings.Contains(err.Error(), "the key of exports "+path+" is damaged") {
		t.Errorf("a damaged key: %v", err)
	}
	if runtime.GOOS == "windows" {
		return // It has no such modes.
	}
	must(t, os.Chmod(path, 0o644))
	if _, err := OpenSigningKey(path); err == nil || !strings.Contains(err.Error(), "others can read "+path+", and could sign exports as you") {
		t.Errorf("a key that others can read: %v", err)
	}
}

func FuzzVerifyExport(f *testing.F) {
	f.Add([]byte(`{"bellhop_journal":1,"exported_at":"2026-11-21T12:00:00.000Z","machine":"m","lines":0,"seq":0,"hash":"","problems":[]}` + "\n"))
	f.Add([]byte(`{"bellhop_journal":1}` + "\n" + strings.Join(samples(f), "")))
	f.Add([]byte(`{"bellhop_journal":2,"exported_at":"2026-11-21T12:00:00.000Z","machine":"m","lines":0,"seq":0,"hash":"","problems":[]}` + "\n" + `{"bellhop_signature":"AA==","key":"AA=="}` + "\n"))
	f.Add([]byte("{\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := VerifyExport(bytes.NewReader(text))
		if err != nil || !x.OK() {
			return
		}
		_, lines, _ := bytes.Cut(text, []byte("\n"))
		n := bytes.Count(lines, []byte("\n"))
		if x.SignedBy != "" {
			n-- // The signature is no line of the journal.
		}
		if int64(n) != x.Lines {
			t.Errorf("%d lines are there, %d were verified", n, x.Lines)
		}
	})
}
