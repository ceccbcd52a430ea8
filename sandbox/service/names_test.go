package service

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"bellhop/sandbox/internal/input"
)

func FuzzNames(f *testing.F) {
	for _, seed := range []string{
		"id_filter=id", "simulation=", "=", "id_filter", "page_size=page_number", "id_filter=a\nid_filter=b", "é=é", "check_in=a\ncheck_out=a",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		settings := strings.Split(text, "\n")
		n, err := ReadNames(settings)
		var wrong *input.Error
		if err != nil {
			if !errors.As(err, &wrong) {
				t.Fatalf("%q: %v", settings, err)
			}
			return
		}
		for _, setting := range settings {
			entry, name, _ := strings.Cut(setting, "=")
			if !slices.ContainsFunc(n.entries(), func(one nameEntry) bool { return one.entry == entry && *one.name == name }) {
				t.Errorf("%q is not in %+v", setting, n)
			}
		}
	})
}
