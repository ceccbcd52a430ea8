package pictures

import (
	"bytes"
	"image"
	_ "image/jpeg"
	"io/fs"
	"maps"
	"slices"
	"testing"
)

// subjects are how many pictures show each.
var subjects = map[Subject]int{
	Exterior: 3, Lobby: 1, Room: 3, SingleBed: 1, DoubleBed: 1, TwoBeds: 1, Restaurant: 1, Breakfast: 1, Bathroom: 1, View: 2, CityView: 1, SeaView: 1,
}

// The same key has the same picture of a subject, and other keys have all of them.
func TestJPEG(t *testing.T) {
	t.Parallel()
	served := map[string]bool{}
	for subject, want := range subjects {
		seen := map[string]bool{}
		for key := range uint64(12) {
			one, err := JPEG(subject, key)
			again, errAgain := JPEG(subject, key)
			if err != nil || errAgain != nil || !bytes.Equal(one, again) {
				t.Errorf("%s %d: %v, %v", subject, key, err, errAgain)
			}
			config, format, err := image.DecodeConfig(bytes.NewReader(one))
			if err != nil || format != "jpeg" || config.Width != 672 || config.Height != 448 {
				t.Errorf("%s %d is %s of %dx%d, %v", subject, key, format, config.Width, config.Height, err)
			}
			seen[string(one)] = true
		}
		if len(seen) != want {
			t.Errorf("%s has %d pictures, want %d", subject, len(seen), want)
		}
		maps.Copy(served, seen)
	}
	if names, err := fs.Glob(files, "*"); err != nil || len(served) != len(names) {
		t.Errorf("%d of %d files are served, %v", len(served), len(names), err)
	}
	if one, err := JPEG("garage", 1); err == nil {
		t.Errorf("a garage has a picture of %d bytes", len(one))
	}
}

// The files stay small: every copy of the program has them.
func TestFilesAreSmall(t *testing.T) {
	t.Parallel()
	names, err := fs.Glob(files, "*")
	if err != nil || len(names) != 12 {
		t.Fatal(names, err)
	}
	total := 0
	for _, name := range slices.Sorted(slices.Values(names)) {
		text, err := files.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		total += len(text)
	}
	if total > 600<<10 {
		t.Errorf("they take %d bytes", total)
	}
}
