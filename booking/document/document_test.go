package document_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"bellhop/booking/document"
	"bellhop/internal/safetext"
)

var update = flag.Bool("update", false, "write the golden files")

func sample() document.Document {
	d := document.Document{
		Title: "Hotel voucher", Subtitle: "Pelham & Rowe <Zürich>",
		Warnings: []string{"SANDBOX: this is a trial. No hotel knows of it."},
		Intro:    []string{"Dear Maria, this is what was booked for you. Show it when you arrive; the hotel finds you by its own number, and by your name."},
		Foot:     []string{"Written on Sat 12 Dec 2026."},
	}
	booking := document.Section{Heading: "Your booking"}
	booking.AddStrong("hotel confirmation", "HC-77120")
	booking.Add("guest", "", "  ")
	booking.Add("hotel", "東京ホテル", "1-1 Chiyoda\nTokyo")
	prices := document.Section{Heading: "Prices", Table: document.Table{
		Columns: []document.Column{{Title: "night"}, {Title: "price", Right: true}},
		Rows:    [][]string{{"Sat 12 Dec 2026", "204.13 GBP"}, {"Sun 13 Dec 2026", "1,198.13 GBP"}},
	}, Lines: []string{"1. it begins like a list", "- and so does *this* _one_ [link](https://example.com) | a|b"}, Notes: []string{"A small remark."}}
	d.Append(booking, document.Section{Heading: "Nothing"}, prices)
	return d
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != got {
		t.Errorf("%s (%v) is now:\n%s", name, err, got)
	}
}

func TestTheThreeForms(t *testing.T) {
	t.Parallel()
	golden(t, "sample.txt", sample().Text())
	golden(t, "sample.md", sample().Markdown())
	page, err := sample().HTML()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "sample.html", page)
	for _, outside := range []string{"http:", "<script", "<img", "<link", "@import", "url("} {
		if strings.Contains(page, outside) {
			t.Errorf("the page has %q", outside)
		}
	}
}

// A table that is too wide for plain text has its widest column folded, or is told row by row.
func TestAWideTable(t *testing.T) {
	t.Parallel()
	d := document.Document{Title: "Quote", Sections: []document.Section{{Table: document.Table{
		Columns: []document.Column{{Title: "hotel", Tight: true}, {Title: "cancelling"}, {Title: "total", Right: true}},
		Rows:    [][]string{{"The Aldwych Lantern", strings.Repeat("free until Thursday ", 4), "612.40 GBP"}, {"Pelham"}},
	}}}}
	want := `hotel                cancelling                                        total
The Aldwych Lantern  free until Thursday free until Thursday      612.40 GBP
                     free until Thursday free until Thursday
Pelham
`
	if text := d.Text(); !strings.Contains(text, want) {
		t.Errorf("it is\n%s", text)
	}
	if text := d.TextIn(40); !strings.Contains(text, "hotel       The Aldwych Lantern\ncancelling  free until Thursday free") || !strings.Contains(text, "hotel       Pelham\n") {
		t.Errorf("in 40 columns it is\n%s", text)
	}
	if page, err := d.HTML(); err != nil || !strings.Contains(page, "Pelham</td></tr>") {
		t.Errorf("a short row: %v\n%s", err, page)
	}
}

// Whatever a service calls its hotels, it stays text, in lines that fit.
func FuzzForms(f *testing.F) {
	for _, seed := range []string{"", "The Aldwych Lantern", "</title><script>alert(1)</script>", "**x** [a](javascript:x)", "a|b\n# c", "東京 é \u200d", "\x1b[31m\xff", "1. x", strings.Repeat("wide ", 60)} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		s := document.Section{Heading: a, Lines: []string{b}, Notes: []string{a}, Table: document.Table{
			Columns: []document.Column{{Title: "x"}, {Title: a, Right: true}}, Rows: [][]string{{a, b}, {b}},
		}}
		s.AddStrong("label", a, b)
		d := document.Document{Title: a, Subtitle: b, Warnings: []string{a}, Intro: []string{b}, Foot: []string{a}}
		d.Append(s)
		if text := d.Text(); !strings.HasSuffix(text, "\n") || safetext.Lines(text) != text || utf8.ValidString(a) && utf8.ValidString(b) && !utf8.ValidString(text) {
			t.Errorf("%q", text)
		}
		for _, line := range strings.Split(d.Markdown(), "\n") {
			if body := strings.TrimLeft(line, "#>-| "); strings.HasPrefix(body, "<") {
				t.Errorf("%q", line)
			}
		}
		page, err := d.HTML()
		if err != nil || safetext.Lines(page) != page || strings.Contains(strings.ToLower(page), "<script") || strings.Count(page, "</title>") != 1 {
			t.Errorf("%v %q", err, page)
		}
	})
}
