package fuzzy_test

import (
	"strings"
	"testing"

	"bellhop/ui/fuzzy"
)

func TestFind(t *testing.T) {
	t.Parallel()
	for _, one := range []struct {
		text, want string
		found      string // the parts, with a bar between them
		ok         bool
	}{
		{"weekend in Zürich", "zurich", "Zürich", true},
		{"weekend in Zürich", "ZÜR", "Zür", true},
		{"São Paulo by total", "sao total", "São|total", true},
		{"show these", "", "", true},
		{"show these", "  ", "", true},
		{"cancel it", "cnl", "c|n|l", true},
		{"cancel it", "it cancel", "cancel|it", true},
		{"cancel it", "cancelled", "", false},
		{"c", "cc", "", false},
		{"東京 by total", "京", "京", true},
		{"", "x", "", false},
	} {
		match, ok := fuzzy.Find(one.text, one.want)
		found := ""
		for i, part := range match.At {
			if i > 0 {
				found += "|"
			}
			found += one.text[part[0]:part[1]]
		}
		if ok != one.ok || found != one.found {
			t.Errorf("%q in %q: %q, %t; want %q, %t", one.want, one.text, found, ok, one.found, one.ok)
		}
	}
}

// Letters that stand together, or begin a word, score more.
func TestScore(t *testing.T) {
	t.Parallel()
	for _, one := range [][3]string{{"sort", "sandbox or later", "sort"}, {"load all", "reload a list", "la"}} {
		better, _ := fuzzy.Find(one[0], one[2])
		worse, ok := fuzzy.Find(one[1], one[2])
		if !ok || better.Score <= worse.Score {
			t.Errorf("%q: %q scores %d, %q %d", one[2], one[0], better.Score, one[1], worse.Score)
		}
	}
}

// FuzzFind holds every match to parts that lie in the text, in their order.
func FuzzFind(f *testing.F) {
	f.Add("weekend in Zürich", "zurich")
	f.Add("\xff東", "\xff")
	f.Fuzz(func(t *testing.T, text, want string) {
		text = strings.ToValidUTF8(text, "\ufffd") // as a decoder of JSON does
		match, _ := fuzzy.Find(text, want)
		end := 0
		for _, part := range match.At {
			if part[0] < end || part[1] <= part[0] || part[1] > len(text) {
				t.Fatalf("%q in %q: %v", want, text, match.At)
			}
			end = part[1]
		}
	})
}
