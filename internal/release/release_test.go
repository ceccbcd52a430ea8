package release_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"bellhop/internal/release"
)

// Every page of the repository leads to what is there.
func TestNoPageHasADeadLink(t *testing.T) {
	t.Parallel()
	files := os.DirFS("../..")
	docs, err := release.Pages(os.DirFS("../../docs"))
	if err != nil {
		t.Fatal(err)
	}
	pages := []string{"README.md", "CHANGELOG.md"}
	for _, name := range docs {
		pages = append(pages, "docs/"+name)
	}
	dead, err := release.DeadLinks(files, pages...)
	if err != nil || len(dead) > 0 || len(pages) < 20 {
		t.Errorf("%d pages, %q, %v", len(pages), dead, err)
	}
}

func TestDeadLinksAreFound(t *testing.T) {
	t.Parallel()
	files := fstest.MapFS{
		"README.md":  {Data: []byte("[a](docs/a.md#part) [gone](docs/gone.md) [out](https://example.com) ![p](docs/p.svg)\n```sh\n[no](link.md)\n```\n[here](#start)")},
		"docs/a.md":  {Data: []byte("[up](../README.md) [lost](b.md)")},
		"docs/p.svg": {},
	}
	dead, err := release.DeadLinks(files, "README.md")
	if want := []string{"README.md: docs/gone.md", "docs/a.md: b.md"}; err != nil || !slices.Equal(dead, want) {
		t.Errorf("%q, %v", dead, err)
	}
}

func sums(t *testing.T) release.Sums {
	t.Helper()
	var text strings.Builder
	for i, platform := range []string{"darwin_amd64.tar.gz", "darwin_arm64.tar.gz", "linux_amd64.tar.gz", "linux_arm64.tar.gz", "windows_amd64.zip", "windows_arm64.zip"} {
		text.WriteString(strings.Repeat(string(rune('a'+i)), 64) + "  bellhop_1.2.3+x_" + platform + "\n")
	}
	s, err := release.ReadSums(text.String())
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestFormulaNamesEveryArchiveWithItsChecksum(t *testing.T) {
	t.Parallel()
	formula, err := release.Formula("1.2.3+x", "https://example.com/latest/", sums(t))
	if err != nil {
		t.Fatal(err)
	}
	for sum, platform := range map[string]string{"a": "darwin_amd64", "b": "darwin_arm64", "c": "linux_amd64", "d": "linux_arm64"} {
		want := `url "https://example.com/latest/bellhop_1.2.3%2Bx_` + platform + `.tar.gz"` + "\n      sha256 \"" + strings.Repeat(sum, 64) + `"`
		if !strings.Contains(formula, want) {
			t.Errorf("it lacks %s:\n%s", want, formula)
		}
	}
}

func TestManifestNamesBothArchivesForWindows(t *testing.T) {
	t.Parallel()
	text, err := release.Manifest("1.2.3+x", release.Placeholder, sums(t))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Version      string
		Architecture map[string]struct{ URL, Hash string }
	}
	if err := json.Unmarshal([]byte(text), &got); err != nil {
		t.Fatal(err)
	}
	if got.Version != "1.2.3+x" || got.Architecture["64bit"].Hash != strings.Repeat("e", 64) || !strings.HasSuffix(got.Architecture["arm64"].URL, "/bellhop_1.2.3%2Bx_windows_arm64.zip") {
		t.Errorf("%s", text)
	}
}

func TestReleaseThatLacksAnArchive(t *testing.T) {
	t.Parallel()
	if _, err := release.Formula("2.0.0", "https://example.com", sums(t)); err == nil {
		t.Error("a formula names archives that are not there")
	}
	if _, err := release.Manifest("2.0.0", "https://example.com", sums(t)); err == nil {
		t.Error("a manifest names archives that are not there")
	}
	if _, err := release.ReadSums("something else\n"); err == nil {
		t.Error("something else is read as checksums")
	}
}
