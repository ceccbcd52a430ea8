package cli_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bellhop/booking/views"
)

// deskLines are the commands that answer with fields.
func deskLines() []string {
	return []string{
		"destinations", "hotels", "rates", "verify", "book", "quote list", "deadlines", "reservation list", "reservation show", "reservation report",
		"reservation cancel", "reservation dates", "reservation payment", "reservation unresolved",
		"audit list", "audit show", "audit reveals", "audit verify", "guests list", "profile list", "paths", "doctor", "check", "phrasebook", "keys", "version",
	}
}

// fieldsPage is docs/json.md, made of what the commands say.
func fieldsPage(t *testing.T, f *fixture) string {
	t.Helper()
	var b strings.Builder
	b.WriteString(`# JSON of the commands

` + "`--json FIELDS` prints these fields, parted by commas; `--json` alone prints all, and `--jq EXPRESSION` what an expression of jq makes of\nthem." + `
Money is a text with its currency, ` + "`\"612.40 GBP\"`" + `; of deadlines an amount and a currency. Days are ` + "`2026-12-12`" + `, and the hotel's; moments are in
UTC. What is not known is empty or null. This page is made of the program by its tests.

| Command | Fields |
|---|---|
`)
	for _, line := range deskLines() {
		_, help, _ := f.run(append(words(line), "--help")...)
		found := regexp.MustCompile(`print JSON with these FIELDS, parted by commas: (.*); none are all`).FindStringSubmatch(help)
		if found == nil {
			t.Fatalf("%s has no fields:\n%s", line, help)
		}
		names := strings.Split(found[1], ", ")
		columns := strings.Join(views.ColumnNames(), ", ")
		text := "`" + strings.Join(names, "`, `") + "`"
		if rest, all := strings.CutPrefix(found[1], columns); all && line != "reservation list" {
			text = "those of `reservation list`"
			if rest = strings.TrimPrefix(rest, ", "); rest != "" {
				text += ", `" + strings.ReplaceAll(rest, ", ", "`, `") + "`"
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", line, text)
	}
	b.WriteString("\nThe columns of a list of reservations:\n\n| Column | Is |\n|---|---|\n")
	for _, column := range views.Columns() {
		fmt.Fprintf(&b, "| `%s` | %s |\n", column.Name, column.About)
	}
	b.WriteString("| `data.KEY` | one of the custom values |\n")
	return b.String()
}

// TestFieldsAreDocumented holds docs/json.md to the program.
func TestFieldsAreDocumented(t *testing.T) {
	const page = "../docs/json.md"
	want := fieldsPage(t, newFixture(t))
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/json.md is not what the commands say; run go test ./cli -update")
	}
}

// The fields that examples name are there.
func TestExamplesNameFields(t *testing.T) {
	f := newFixture(t)
	n := 0
	for _, line := range append(deskLines(), "deadlines") {
		_, help, _ := f.run(append(words(line), "--help")...)
		known := regexp.MustCompile(`these FIELDS, parted by commas: (.*); none are all`).FindStringSubmatch(help)
		if known == nil {
			continue
		}
		names := strings.Split(known[1], ", ")
		for _, found := range regexp.MustCompile(`(?m)^  bellhop .*--json ([a-z_]+(?:,[a-z_]+)*)(?:\s|$)`).FindAllStringSubmatch(help, -1) {
			for name := range strings.SplitSeq(found[1], ",") {
				if n++; !slices.Contains(names, name) {
					t.Errorf("%s: an example names the field %q", line, name)
				}
			}
		}
	}
	if n < 8 {
		t.Errorf("only %d fields were found in examples", n)
	}
}
