package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

const textsName = "THIRD_PARTY_LICENSES.txt"

// work is in the program and is no module: it has a folder of the project, with its terms.
type work struct {
	title, licence, folder string
	files                  []string
}

// embedded are the works of Bellhop.
var embedded = []work{{
	title: "swagger-ui, in the sandbox's page", licence: "Apache-2.0, and the terms of what is in it",
	folder: "sandbox/page/vendor", files: []string{"LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"},
}}

// texts returns the terms of all that is in the program.
func (p project) texts(shipped []*module) (string, error) {
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
	for _, one := range p.embedded {
		part(one.title, one.licence)
		for _, name := range one.files {
			text, err := os.ReadFile(filepath.Join(p.root, one.folder, name))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "\n--- %s\n\n%s\n", name, strings.TrimSpace(string(text)))
		}
	}
	part("Unicode and CLDR data, in modules above", "Unicode-3.0")
	fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(unicode))
	return b.String(), nil
}

// title returns the line by which a module is found in the texts.
func (m *module) title() string {
	return strings.TrimSpace(m.path + " " + m.version)
}
