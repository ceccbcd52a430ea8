package journal

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func exported(t testing.TB, dir string) string {
	t.Helper()
	var out bytes.Buffer
	if _, err := Export(dir, Source{"reception", "production", "work"}, noon, &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// An export has every line as it stands and proves itself; one that was edited, cut or put in another order shows it.
func TestExportProvesItself(t *testing.T) {
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
	if x, err := VerifyExport(strings.NewReader(strings.Replace(text, named, "", 1))); err != nil || !x.OK() {
		t.Errorf("one of an earlier version: %v, %+v", err, x)
	}
	lines := strings.SplitAfter(text, "\n")
	for name, edited := range map[string]string{
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
	for name, bad := range map[string]string{"nothing": "", "a journal": strings.Join(lines[1:], ""), "another form": strings.Replace(text, `_journal":1`, `_journal":2`, 1), "not JSON": "x\n"} {
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

func FuzzVerifyExport(f *testing.F) {
	f.Add([]byte(`{"bellhop_journal":1,"exported_at":"2026-11-21T12:00:00.000Z","machine":"m","lines":0,"seq":0,"hash":"","problems":[]}` + "\n"))
	f.Add([]byte(`{"bellhop_journal":1}` + "\n" + strings.Join(samples(f), "")))
	f.Add([]byte("{\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		x, err := VerifyExport(bytes.NewReader(text))
		if err != nil || !x.OK() {
			return
		}
		_, lines, _ := bytes.Cut(text, []byte("\n"))
		if n := bytes.Count(lines, []byte("\n")); int64(n) != x.Lines {
			t.Errorf("%d lines are there, %d were verified", n, x.Lines)
		}
	})
}
