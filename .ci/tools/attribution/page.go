package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The table stands between these two lines; what is around them is written by
// hand.
const (
	tableBegin = "<!-- Made from the module graph by: go generate -C .ci/tools/attribution -->\n"
	tableEnd   = "<!-- The end of what is made. -->\n"
)

func replaceTable(page, table string) (string, error) {
	before, rest, begun := strings.Cut(page, tableBegin)
	_, after, ended := strings.Cut(rest, tableEnd)
	if !begun || !ended || strings.Contains(after, tableBegin) {
		return "", errors.New("the two lines are missing between which the table stands: see page.go")
	}
	return before + tableBegin + "\n" + table + "\n" + tableEnd + after, nil
}

// table returns one row for each module and tool.
func table(all []*module) string {
	var b strings.Builder
	b.WriteString("| Module | Version | Licence | Used in |\n|---|---|---|---|\n")
	for _, m := range all {
		name, version := m.path, m.version
		if name == standard {
			// The page is the same whatever Go it is made with.
			name, version = "Go: runtime and standard library", "of the release"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", name, version, m.licences(), m.use)
	}
	return b.String()
}

// licences names a module's licences, those of the module itself first.
func (m *module) licences() string {
	var ids []string
	for _, f := range m.files {
		for _, id := range f.ids {
			if id != patentGrant && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return strings.Join(ids, ", ")
}
