package lines_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bellhop/booking/lines"
	"bellhop/booking/localfile"
)

func TestRecentLines(t *testing.T) {
	t.Parallel()
	r := lines.NewRecent(filepath.Join(t.TempDir(), "state", "lines"))
	for _, line := range []string{"lon 12dec 3n", " paris ", "lon 12dec 3n", "", "two\nlines", "nyc weekend"} {
		if err := r.Add(line); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"nyc weekend", "lon 12dec 3n", "paris"}
	if got, err := r.Lines(); !slices.Equal(got, want) || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	for i := range lines.MostRecent {
		if err := r.Add(strconv.Itoa(i)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := r.Lines(); len(got) != lines.MostRecent || got[0] != strconv.Itoa(lines.MostRecent-1) || err != nil {
		t.Errorf("%d lines are kept, from %q on, %v", len(got), got[0], err)
	}
	var none *lines.Recent
	if got, err := none.Lines(); got != nil || err != nil || none.Add("x") != nil {
		t.Errorf("without a file: %q, %v", got, err)
	}
}

func TestStoredLines(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "config", "lines")
	f := lines.NewStoredFile(path)
	if got, err := f.Lines(); got != nil || err != nil {
		t.Errorf("without a file: %q, %v", got, err)
	}
	weekend := lines.Stored{Name: "weekend in ${city}", Text: "${city} weekend ref by total"}
	if err := errors.Join(f.Store(weekend), f.Store(lines.Stored{Name: "head office", Text: "muc 2n"})); err != nil {
		t.Fatal(err)
	}
	if err := localfile.Update(path, 1<<16, func(text []byte) ([]byte, error) { return append([]byte("# ours\n\n"), text...), nil }); err != nil {
		t.Fatal(err)
	}
	if err := f.Store(lines.Stored{Name: "head office", Text: "muc 3n"}); err != nil {
		t.Fatal(err)
	}
	want := []lines.Stored{weekend, {Name: "head office", Text: "muc 3n"}}
	if got, err := f.Lines(); !slices.Equal(got, want) || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if text, err := os.ReadFile(path); err != nil || !strings.HasPrefix(string(text), "# ours\n\n# Searches") {
		t.Errorf("what people wrote is gone: %q, %v", text, err)
	}
	if got := weekend.Placeholders(); !slices.Equal(got, []string{"city"}) {
		t.Errorf("it asks for %q", got)
	}
	if got := weekend.Fill(map[string]string{"city": " ${city} "}); got != "${city} weekend ref by total" {
		t.Errorf("filled it is %q", got)
	}
	if err := f.Store(lines.Stored{Name: "a=b", Text: "x"}); err == nil {
		t.Error("a name with = was stored")
	}
}

func TestStoredLinesThatAreWrong(t *testing.T) {
	t.Parallel()
	text := "good = lon\nno sign\n = x\ny =\ngood = again\nin ${town} = ${city}\nopen = ${city\nbell = a\ab\n"
	got, err := lines.ReadStored(text)
	if len(got) != 1 || got[0].Name != "good" {
		t.Errorf("what is right: %q", got)
	}
	for i := 2; i <= 8; i++ {
		if !strings.Contains(err.Error(), "line "+strconv.Itoa(i)+": ") {
			t.Errorf("line %d is not named in %v", i, err)
		}
	}
}

func FuzzReadStored(f *testing.F) {
	f.Add("weekend in ${city} = ${city} weekend\n# x\n\na=b=c")
	f.Fuzz(func(t *testing.T, text string) {
		list, err := lines.ReadStored(text)
		var wrong lines.SyntaxError
		if err != nil && !errors.As(err, &wrong) {
			t.Fatalf("an error without a line: %v", err)
		}
		var out strings.Builder
		for _, s := range list {
			out.WriteString(s.Name + " = " + s.Text + "\n")
			s.Fill(map[string]string{"city": "x"})
		}
		if again, err := lines.ReadStored(out.String()); !slices.Equal(again, list) || err != nil {
			t.Fatalf("%q was read again as %q, %v", list, again, err)
		}
	})
}
