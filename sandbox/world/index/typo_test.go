package index

import (
	"strings"
	"testing"

	"bellhop/internal/spelling"
)

func TestTooLittleOfAWordIsNotForgiven(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		typed, word string
		want        bool
	}{
		{"hotz", "hotel", false}, // A wrong fourth letter would begin too much.
		{"htoe", "hotel", true},
		{"hxte", "hotel", true},
		{"hotxe", "hotel", true},
		{"hotez", "hotel", true},
		{"hote", "hotel", false}, // It is right.
		{"hotelx", "hotel", true},
		{"hotelxy", "hotel", false},
		{"otel", "hotel", false},
		{"hh", "h", false},
		{"ébloi", "éblouir", true},
		{"", "hotel", false},
		{"hotel", "", false},
	} {
		if got := begins([]rune(c.typed), []rune(c.word)); got != c.want {
			t.Errorf("%q begins %q but for one error: %v", c.typed, c.word, got)
		}
	}
}

// FuzzBegins compares with measuring the distance to every beginning of a word.
func FuzzBegins(f *testing.F) {
	for _, seed := range [][2]string{{"amstrd", "amsterdam"}, {"hotz", "hotel"}, {"aabc", "abc"}, {"abab", "abba"}, {"hh", "h"}, {"éè", "éa"}, {"", ""}, {"londonn", "london"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		typed, word := []rune(strings.ToValidUTF8(a, "?")), []rune(strings.ToValidUTF8(b, "?"))
		typed, word = typed[:min(len(typed), 12)], word[:min(len(word), 12)]
		want := false
		for n := max(1, len(typed)-1); n <= min(len(word), len(typed)+1); n++ {
			want = want || len(typed) > 0 && typed[0] == word[0] && spelling.Distance(typed, word[:n]) == 1
		}
		if leads(typed, word) || len(typed) <= leastMisspelt && len(typed) > 0 && leads(typed[:len(typed)-1], word) {
			want = false
		}
		if got := begins(typed, word); got != want {
			t.Errorf("%q begins %q but for one error: %v, want %v", string(typed), string(word), got, want)
		}
	})
}
