package screens_test

import (
	"os"
	"path/filepath"
	"testing"
	"unicode"

	"bellhop/ui"
	"bellhop/ui/glyph"
)

// Whatever the screens draw of their own has a stand-in for terminals without UTF-8, of as many cells. Letters are the
// service's, and so is what its control characters are shown as: of those that have none, a question mark is shown.
func TestWhatScreensDrawHasStandIns(t *testing.T) {
	files, err := filepath.Glob("testdata/*.golden")
	if err != nil || len(files) < 100 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	seen := map[rune]bool{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range string(text) {
			if r < 0x80 || seen[r] {
				continue
			}
			seen[r] = true
			standIn := glyph.ASCII.Line(string(r))
			if ui.Width(standIn) != ui.Width(string(r)) {
				t.Errorf("%s: %c (%U) is drawn as %q, which is not as wide", file, r, r, standIn)
			}
			if standIn == "?" && !unicode.IsLetter(r) && (r < 0x2400 || r > 0x243f) {
				t.Errorf("%s: %c (%U) has no stand-in in ui/glyph", file, r, r)
			}
		}
	}
	for _, r := range "─·…›" {
		if !seen[r] {
			t.Errorf("no screen draws %c any more", r)
		}
	}
}
