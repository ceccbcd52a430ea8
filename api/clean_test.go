package api

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestClean(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"plain", "The Aldwych Lantern", "The Aldwych Lantern"},
		{"letters of the world", "Zürich, Łódź, 東京, القاهرة, ñ", "Zürich, Łódź, 東京, القاهرة, ñ"},
		{"escape sequence", "\x1b[2J\x1b]0;owned\x07", "␛[2J␛]0;owned␇"},
		{"null and delete", "a\x00b\x7f", "a␀b␡"},
		{"line breaks and tabs", "a\nb\tc\r\nd", "a b c  d"},
		{"line separators", "a\u2028b\u2029c", "a b c"},
		{"C1", "\u009b2J\u0085", "<U+009B>2J<U+0085>"},
		{"direction", "gnp.\u202eexe\u2066\u200f", "gnp.<U+202E>exe<U+2066><U+200F>"},
		{"no width", "pay\u200bpal\u2060\ufeff\u00ad", "pay<U+200B>pal<U+2060><U+FEFF><U+00AD>"},
		{"fillers", "a\u3164b\u115f", "a<U+3164>b<U+115F>"},
		{"tags", "a\U000e0041", "a<U+E0041>"},
		{"private use", "\ue0b0", "<U+E0B0>"},
		{"emoji style", "sun \u2600\ufe0f", "sun \u2600"},
		{"invalid UTF-8", "a\xff\xc0b", "a\ufffd\ufffdb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := Clean(c.text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := cleanLines("one\r\ntwo\nthree\tfour\x1b"); got != "one\ntwo\nthree four␛" {
		t.Errorf("cleanLines: %q", got)
	}
}

func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "plain", "\x1b[0m", "a\nb", "\u202e", "\xff", "\u200d\ufe0f", "\ud7ff\ue000", "e\u0301"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, clean := range map[string]func(string) string{"line": Clean, "lines": cleanLines} {
			got := clean(text)
			if !utf8.ValidString(got) {
				t.Fatalf("%s: %q is not UTF-8", name, got)
			}
			if clean(got) != got {
				t.Fatalf("%s: %q becomes %q when cleaned again", name, got, clean(got))
			}
			for _, r := range got {
				if name == "lines" && r == '\n' {
					continue
				}
				if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
					t.Fatalf("%s: %U survives in %q", name, r, got)
				}
			}
		}
		if strings.Contains(Clean(text), "\n") {
			t.Fatal("a line break survives on one line")
		}
		for _, r := range text {
			if Drawn(r) != (Clean(string(r)) == string(r)) {
				t.Fatalf("Drawn(%U) is %t, and Clean makes %q of it", r, Drawn(r), Clean(string(r)))
			}
		}
	})
}
