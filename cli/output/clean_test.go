package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bellhop/cli/output/outputtest"
	"bellhop/ui/glyph"
)

// TestCleanerSplit: what is cut in two by two writes is no less harmful.
func TestCleanerSplit(t *testing.T) {
	const text = "a\u009b31mé世𝄞\u202e\x1b[2J\xc2\xe4\xb8\xf0\x9dz\xf0\x9d"
	const want = `a\u009b31mé世𝄞\u202e\u001b[2J` + "\ufffd"
	var whole bytes.Buffer
	c := &Cleaner{out: &whole}
	_, _ = io.WriteString(c, text)
	c.Flush()
	outputtest.WantClean(t, "whole", whole.String())
	for size := 1; size < len(text); size++ {
		var parts bytes.Buffer
		c := &Cleaner{out: &parts}
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			if done, err := io.WriteString(c, rest[:n]); done != n || err != nil {
				t.Fatalf("wrote %d of %d, %v", done, n, err)
			}
			rest = rest[n:]
		}
		c.Flush()
		if parts.String() != whole.String() {
			t.Errorf("in parts of %d: %q, want %q", size, parts.String(), whole.String())
		}
	}
	if !strings.HasPrefix(whole.String(), want) {
		t.Errorf("got %q", whole.String())
	}
	failing := &Cleaner{out: fails{}}
	if n, err := io.WriteString(failing, "x"); n != 0 || err == nil {
		t.Errorf("a writer that fails: %d, %v", n, err)
	}
}

// In a locale without UTF-8 what people read is ASCII, in whatever parts it is written, and data is not.
func TestCleanerInASCII(t *testing.T) {
	const text, want = "Hôtel Élysée · 2 nights … → 東京\u202e\n", `Hotel Elysee | 2 nights ~ > ????\u202e` + "\n"
	for size := 1; size <= len(text); size++ {
		var out bytes.Buffer
		c := NewCleaner(&out, glyph.ASCII)
		for rest := text; rest != ""; {
			n := min(size, len(rest))
			_, _ = io.WriteString(c, rest[:n])
			rest = rest[n:]
		}
		c.Flush()
		if got := strings.Replace(out.String(), ". 2", "| 2", 1); got != want { // What stands beside a dot may be written later.
			t.Errorf("in parts of %d: %q, want %q", size, got, want)
		}
	}
	var out bytes.Buffer
	c := NewCleaner(&out, glyph.ASCII)
	if err := JSON(c, "Élysée → \x1b"); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(Data(Data(c)), "é\n")
	if got, want := out.String(), "\"Élysée → \\u001b\"\né\n"; got != want {
		t.Errorf("data is %q, want %q", got, want)
	}
	if Data(&out) != io.Writer(&out) {
		t.Error("data is written elsewhere")
	}

	// A file is read elsewhere.
	path := filepath.Join(t.TempDir(), "out")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(NewCleaner(file, glyph.ASCII), "é")
	if text, err := os.ReadFile(path); string(text) != "é" || errors.Join(err, file.Close()) != nil {
		t.Errorf("the file holds %q", text)
	}
}

type fails struct{}

// FuzzCleaner: whatever is written, in whatever parts, comes out clean, and valid
// JSON stays the JSON that it was.
func FuzzCleaner(f *testing.F) {
	for _, text := range outputtest.Hostile {
		f.Add(text, 3)
		quoted, _ := json.Marshal(text)
		f.Add(string(quoted), 1)
	}
	f.Fuzz(func(t *testing.T, text string, cut int) {
		var out bytes.Buffer
		c := &Cleaner{out: &out}
		at := 0
		if len(text) > 0 {
			at = max(cut%len(text), 0)
		}
		_, _ = io.WriteString(c, text[:at])
		_, _ = io.WriteString(c, text[at:])
		c.Flush()
		outputtest.WantClean(t, "fuzz", out.String())
		var before, after any
		if json.Unmarshal([]byte(text), &before) == nil {
			if err := json.Unmarshal(out.Bytes(), &after); err != nil || fmt.Sprint(before) != fmt.Sprint(after) {
				t.Errorf("%q became %q, %v", text, out.String(), err)
			}
		}
	})
}

func (fails) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }
