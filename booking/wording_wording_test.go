package booking

import (
	"testing"
	"time"
)

func TestWording(t *testing.T) {
	for got, want := range map[string]string{
		LeftWords(49 * time.Hour):     "2 d 1 h",
		LeftWords(61 * time.Minute):   "1 h 1 min",
		LeftWords(61 * time.Second):   "1 min 01 s",
		LeftWords(59 * time.Second):   "59 s",
		LeftWords(0):                  "past",
		Fold("Zürich ØRESUND Straße"): "zurich oresund strasse",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
