package main

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const worksName = "internal/credits/works.json"

// A work is a row of works.json: data or pages that the program holds or that made parts of it.
type work struct {
	Name, What, By, From string
	Licences             []string // SPDX, or "public domain"
	Notice               string   // the words that the licence asks for
	Texts                []string // files of the project with more terms
	Changes              string
	Files                []string // of the project, that hold it
	Packages             []string // of modules, whose embedded files are it
	Own                  bool     // under the licence of what holds it
}

// licenceTexts has the text of each licence of a work, by its SPDX name.
//
//go:embed texts/*.txt
var licenceTexts embed.FS

func licenceText(id string) (string, error) {
	text, err := licenceTexts.ReadFile("texts/" + id + ".txt")
	if err != nil {
		return "", fmt.Errorf("there is no text of the licence %q: put it in .ci/tools/attribution/texts", id)
	}
	return string(text), nil
}

// works returns the rows of works.json.
func (p project) works() ([]work, error) {
	text, err := os.ReadFile(filepath.Join(p.root, worksName))
	if err != nil {
		return nil, err
	}
	var all []work
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("%s: %w", worksName, err)
	}
	return all, nil
}

// checkPackages checks that each package of the shipped modules that embeds files has a row, and each row a package.
func checkPackages(all []work, shipped []*module) error {
	var named, embedding []string
	for _, w := range all {
		named = append(named, w.Packages...)
	}
	var wrong []error
	for _, m := range shipped {
		for _, pkg := range m.embedding {
			embedding = append(embedding, pkg)
			if !slices.Contains(named, pkg) {
				wrong = append(wrong, fmt.Errorf("%s embeds files: say in %s whose they are", pkg, worksName))
			}
		}
	}
	for _, pkg := range named {
		if !slices.Contains(embedding, pkg) {
			wrong = append(wrong, fmt.Errorf("%s names %s, which embeds nothing in the program: remove it there", worksName, pkg))
		}
	}
	return errors.Join(wrong...)
}

// texts returns Bellhop's own licence and the terms of all that is in the program.
func (p project) texts(works []work, shipped []*module) (string, error) {
	own, err := os.ReadFile(filepath.Join(p.root, "LICENSE"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("Bellhop is under the MIT licence, which stands first. The program also holds the\n" +
		"work of others, under the terms that follow: data and pages, Go and the modules\n" +
		"of all systems, and the texts of the licences of the data.\n")
	part := func(title, licence string) {
		fmt.Fprintf(&b, "\n%s\n%s\n%s\n", strings.Repeat("=", 80), title, licence)
	}
	text := func(text string) { fmt.Fprintf(&b, "\n%s\n", strings.TrimSpace(text)) }
	first := map[string]string{} // where a text first stands; it is printed once
	part("Bellhop", "MIT")
	text(string(own))
	var licences []string
	for _, w := range works {
		if w.Own {
			continue
		}
		part(w.Name, strings.Join(w.Licences, ", "))
		for _, line := range []string{w.What, "By: " + w.By, "From: " + w.From, "Changes: " + w.Changes, w.Notice} {
			if line != "" {
				text(wrap(line))
			}
		}
		for _, name := range w.Texts {
			terms, err := os.ReadFile(filepath.Join(p.root, name))
			if err != nil {
				return "", fmt.Errorf("%s: %w", w.Name, err)
			}
			fmt.Fprintf(&b, "\n--- %s\n", filepath.Base(name))
			text(string(terms))
		}
		licences = append(licences, w.Licences...)
	}
	for _, m := range shipped {
		part(m.title(), m.licences())
		for _, f := range m.files {
			if above := first[f.text]; above != "" {
				fmt.Fprintf(&b, "\n--- %s: the same text as %s\n", f.name, above)
				continue
			}
			first[f.text] = f.name + " of " + m.title() + " above"
			fmt.Fprintf(&b, "\n--- %s\n", f.name)
			text(f.text)
		}
	}
	slices.Sort(licences)
	for _, id := range slices.Compact(licences) {
		if id == publicDomain {
			continue
		}
		terms, err := licenceText(id)
		if err != nil {
			return "", err
		}
		part("The text of "+id, "of data and pages above")
		text(terms)
	}
	return strings.ReplaceAll(b.String(), "\f", ""), nil
}

// title returns the line by which a module is found in the texts, which are the same whatever Go they are made with.
func (m *module) title() string {
	if m.path == standard {
		return standardTitle
	}
	return m.path + " " + m.version
}

// wrap breaks a line at 80 columns.
func wrap(line string) string {
	var b strings.Builder
	column := 0
	for word := range strings.FieldsSeq(line) {
		width := len([]rune(word))
		switch {
		case column == 0:
		case column+1+width > 80:
			b.WriteString("\n")
			column = 0
		default:
			b.WriteString(" ")
			column++
		}
		b.WriteString(word)
		column += width
	}
	return b.String()
}
