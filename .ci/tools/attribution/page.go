package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The tables stand between these two lines; what is around them is written by
// hand.
const (
	tableBegin = "<!-- Made from internal/credits/works.json and the module graph by: go generate -C .ci/tools/attribution -->\n"
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

// tables returns a row for each work, module and tool.
func tables(works []work, all []*module) string {
	var b strings.Builder
	b.WriteString("| Data | What | By, from | Licence | Changes |\n|---|---|---|---|---|\n")
	for _, w := range works {
		if !w.Own {
			fmt.Fprintf(&b, "| %s | %s | %s, %s | %s | %s |\n", w.Name, w.What, w.By, w.From, strings.Join(w.Licences, ", "), w.Changes)
		}
	}
	b.WriteString("\n| Module | Version | Licence | Used in |\n|---|---|---|---|\n")
	for _, m := range all {
		name, version := m.path, m.version
		if name == standard {
			name, version = standardTitle, "of the release"
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
