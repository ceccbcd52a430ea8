package exports_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"bellhop/booking/document"
	"bellhop/booking/exports"
)

func TestFilesAreTheOwnersAndNeverOverwritten(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "data", "exports")
	files, err := exports.Forms(document.Document{Title: "Hotel voucher"})
	if err != nil {
		t.Fatal(err)
	}
	first, err := exports.Save(folder, "voucher-qwertz", files...)
	if err != nil || len(first) != 3 || filepath.Base(first[0]) != "voucher-qwertz.txt" {
		t.Fatalf("%v, %v", first, err)
	}
	// Two of the second's names are free: none is taken of the number that the third has.
	if err := errors.Join(os.Remove(first[0]), os.Remove(first[1])); err != nil {
		t.Fatal(err)
	}
	second, err := exports.Save(folder, "voucher-qwertz", exports.File{Ending: "txt", Text: "a"}, exports.File{Ending: "html", Text: "b"})
	if err != nil || filepath.Base(second[0]) != "voucher-qwertz-2.txt" || filepath.Base(second[1]) != "voucher-qwertz-2.html" {
		t.Fatalf("%v, %v", second, err)
	}
	if text, err := os.ReadFile(first[2]); err != nil || !strings.Contains(string(text), "Hotel voucher") {
		t.Errorf("the first page is %q, %v", text, err)
	}
	var left []string
	err = filepath.WalkDir(folder, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err == nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is %v", path, info.Mode())
		}
		left = append(left, filepath.Base(path))
		return err
	})
	if want := "exports voucher-qwertz-2.html voucher-qwertz-2.txt voucher-qwertz.html"; err != nil || strings.Join(left, " ") != want {
		t.Errorf("there are %q, %v", left, err)
	}
	if _, err := exports.Save("", "x", files...); !errors.Is(err, exports.ErrNoFolder) {
		t.Errorf("no folder gives %v", err)
	}
	if _, err := exports.Save(first[2], "x", files...); err == nil {
		t.Error("a file is taken for a folder")
	}
}

func TestNames(t *testing.T) {
	t.Parallel()
	for want, parts := range map[string][]string{
		"voucher-qwertz":         {"voucher", "QWERTZ"},
		"voucher-a-b":            {"voucher", "", "../a/b\x00"},
		"eu_work-voucher":        {"eu_work", "voucher"},
		"voucher":                {"voucher", "東京", "..."},
		strings.Repeat("x", 100): {strings.Repeat("x", 140)},
		strings.Repeat("y", 99):  {strings.Repeat("y", 99), "z"},
		"quote-the-aldwych-2026": {"quote", "The Aldwych", "2026"},
	} {
		if got := exports.Name(parts...); got != want {
			t.Errorf("%q gives %q, want %q", parts, got, want)
		}
	}
}
