package main

import (
	"fmt"
	"strings"
)

const textsName = "THIRD_PARTY_LICENSES.txt"

// texts returns the terms of all that is in the program.
func texts(shipped []*module) string {
	var b strings.Builder
	b.WriteString("Bellhop is under the MIT licence: see LICENSE. The program also holds the work of\n" +
		"others, under the terms below. docs/attribution.md names the data in it.\n")
	part := func(title, licence string) {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n", strings.Repeat("=", 80), title, licence)
	}
	for _, m := range shipped {
		part(m.title(), m.licences())
		for _, f := range m.files {
			fmt.Fprintf(&b, "\n--- %s\n\n%s\n", f.name, strings.TrimSpace(f.text))
		}
	}
	part("Unicode and CLDR data, in modules above", "Unicode-3.0")
	fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(unicode))
	return b.String()
}

// title returns the line by which a module is found in the texts.
func (m *module) title() string {
	return strings.TrimSpace(m.path + " " + m.version)
}
