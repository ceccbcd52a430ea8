package safetext_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"bellhop/internal/safetext"
)

func TestLine(t *testing.T) {
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
		{"Persian", "Ali\u200creza", "Ali\u200creza"},
		{"Japanese", "\u845b\U000e0100\u57ce", "\u845b\U000e0100\u57ce"},
		{"Sinhala", "\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"},
		{"emoji style", "sun \u2600\ufe0f", "sun \u2600\ufe0f"},
		{"joiners without letters", "\u200ca \u200db\u200e\u200c", "<U+200C>a <U+200D>b<U+200E><U+200C>"},
		{"invalid UTF-8", "a\xff\xc0b", "a\ufffd\ufffdb"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := safetext.Line(c.text); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	if got := safetext.Lines("one\r\ntwo\nthree\tfour\x1b"); got != "one\ntwo\nthree four␛" {
		t.Errorf("Lines: %q", got)
	}
}

func TestCells(t *testing.T) {
	for text, want := range map[string]string{
		"Ali\u200creza Karimi\u200can": "Alireza Karimian", "\u845b\U000e0100\u57ce": "\u845b\u57ce",
		"\u0dc1\u0dca\u200d\u0dbb\u0dd3": "\u0dc1\u0dca\u0dbb\u0dd3", "I \u2764\ufe0f it": "I \u2764 it",
		" \u200c": " <U+200C>", "\u202eevil": "<U+202E>evil",
	} {
		if got := safetext.Cells(text); got != want {
			t.Errorf("%q is drawn as %q, want %q", text, got, want)
		}
	}
}

func TestUnprintable(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "Ali\u200creza": "", "\u845b\U000e0100\u57ce": "", "\u0dc1\u0dca\u200d\u0dbb\u0dd3": "",
		"O\u2019Brien": "", "D''Arcy": "", "\u00c6": "", "Null": "", "\uae40": "",
		"\u202eevil": "the direction control U+202E", "a\x1b[31m": "the control character U+001B", "a\tb": "the control character U+0009",
		"a\U000e0041": "the tag character U+E0041", "a\u2028": "the line break U+2028", "a\ufffd": "the replacement character U+FFFD",
		"a\xff": "a byte that is not UTF-8",
	} {
		if got := safetext.Unprintable(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func FuzzSafe(f *testing.F) {
	for _, seed := range []string{"", "plain", "\x1b[0m", "a\nb", "\u202e", "\xff", "\u200d\ufe0f", "\ud7ff\ue000", "e\u0301", "a\u200c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for name, safe := range map[string]func(string) string{"line": safetext.Line, "lines": safetext.Lines, "cells": safetext.Cells} {
			got := safe(text)
			if !utf8.ValidString(got) {
				t.Fatalf("%s: %q is not UTF-8", name, got)
			}
			if safe(got) != got {
				t.Fatalf("%s: %q becomes %q when it is made safe again", name, got, safe(got))
			}
			for _, r := range got {
				if name == "lines" && r == '\n' || name != "cells" && safetext.Spells(r) {
					continue
				}
				if unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Bidi_Control) {
					t.Fatalf("%s: %U survives in %q", name, r, got)
				}
			}
		}
		if strings.Contains(safetext.Line(text), "\n") {
			t.Fatal("a line break survives on one line")
		}
		for _, r := range text {
			if safetext.Drawn(r) != (safetext.Line(string(r)) == string(r)) {
				t.Fatalf("Drawn(%U) is %t, and Line makes %q of it", r, safetext.Drawn(r), safetext.Line(string(r)))
			}
		}
	})
}
