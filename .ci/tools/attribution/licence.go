package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// allowed are the terms under which the work of others may be in the program
// or in its tests: they ask for no more than that they are passed on. What the
// gate alone runs may have any terms that we know.
var allowed = []string{
	"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "ISC", "MIT", "MPL-2.0", "Unlicense",
	publicDomain, patentGrant,
}

const (
	publicDomain = "public domain"
	// patentGrant adds a right to another licence and is none itself.
	patentGrant = "GooglePatentsFile"
	// least is how much of a text, in per cent of its words, must be a licence
	// that is known. What is less may hide a condition: a person reads it.
	least = 90
)

var licenceName = regexp.MustCompile(`(?i)^(un)?licen[cs]e|^copying|^copyright|^notice|^patents`)

// A licenceFile is one that holds for something in the program.
type licenceFile struct {
	name string // in its module, with slashes
	text string
	ids  []string // SPDX
}

// A readText is a file that a person has read, because the recogniser does not
// know it or does not know it well enough.
type readText struct {
	module string
	file   string
	// sha256 is of the file as it was read. Another text is to be read again.
	sha256 string
	ids    []string
	// add names the text of the licence, in the folder texts, where the file only names the licence.
	add string
	// without says why the file is about nothing that we use; such a file is
	// left out.
	without string
}

// everything returns all modules and tools, each with its licences.
func (p project) everything(ctx context.Context) ([]*module, error) {
	program, err := p.program(ctx)
	if err != nil {
		return nil, err
	}
	tests, err := p.tests(ctx, program)
	if err != nil {
		return nil, err
	}
	tools, err := p.tools(ctx)
	if err != nil {
		return nil, err
	}
	all := slices.Concat(program, tests, tools)
	if err := p.addLicences(all); err != nil {
		return nil, err
	}
	var stale []error
	for _, r := range p.read {
		if !slices.ContainsFunc(all, func(m *module) bool { return m.path == r.module }) {
			stale = append(stale, fmt.Errorf("read.go names %s, which nothing needs any more: remove it there", r.module))
		}
	}
	return all, errors.Join(stale...)
}

// shipped returns the modules among all that are in the program.
func shipped(all []*module) []*module {
	return slices.DeleteFunc(slices.Clone(all), func(m *module) bool { return !strings.HasPrefix(m.use, inProgram) })
}

// addLicences finds and judges the licences of modules. All that is wrong is
// said at once.
func (p project) addLicences(all []*module) error {
	var wrong []error
	for _, m := range all {
		wrong = append(wrong, m.addLicences(p.read))
	}
	return errors.Join(wrong...)
}

func (m *module) addLicences(read []readText) error {
	names, err := m.licenceNames()
	if err != nil {
		return err
	}
	known := map[string]readText{}
	for _, r := range read {
		if r.module != m.path {
			continue
		}
		known[r.file] = r
		if r.without == "" && !slices.Contains(names, r.file) {
			names = append(names, r.file)
		}
	}
	var wrong []error
	for _, name := range names {
		if known[name].without != "" {
			continue
		}
		text, err := os.ReadFile(filepath.Join(m.dir, filepath.FromSlash(name)))
		if err != nil {
			return fmt.Errorf("%s: %w", m.path, err)
		}
		file := licenceFile{name: name, text: strings.ReplaceAll(string(text), "\r\n", "\n")}
		if r, ok := known[name]; ok {
			err = file.take(r, text)
		} else {
			err = file.recognise(text)
		}
		if err == nil && m.use != inGate {
			err = file.judge()
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("%s %s, %s: %w", m.path, m.version, name, err))
		}
		m.files = append(m.files, file)
	}
	if len(m.files) == 0 {
		wrong = append(wrong, fmt.Errorf("%s %s has no licence file in %s: find out its terms and put them in read.go", m.path, m.version, m.dir))
	}
	return errors.Join(wrong...)
}

// licenceNames returns the files of a module that hold terms for the packages
// of it that are built: those in their folders and in the folders above.
func (m *module) licenceNames() ([]string, error) {
	if m.dir == "" {
		return nil, fmt.Errorf("%s %s is not on this machine: run go mod download", m.path, m.version)
	}
	folders := map[string]bool{}
	for folder := range m.folders {
		for {
			folders[folder] = true
			if folder == m.dir {
				break
			}
			up := filepath.Dir(folder)
			if up == folder {
				return nil, fmt.Errorf("%s: a package of it is outside of %s", m.path, m.dir)
			}
			folder = up
		}
	}
	var names []string
	for folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.IsDir() || !licenceName.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			name, err := filepath.Rel(m.dir, filepath.Join(folder, e.Name()))
			if err != nil {
				return nil, err
			}
			names = append(names, filepath.ToSlash(name))
		}
	}
	slices.Sort(names)
	return names, nil
}

// take believes what a person found in the file, if it is the same file.
func (f *licenceFile) take(r readText, text []byte) error {
	sum := sha256.Sum256(text)
	if got := hex.EncodeToString(sum[:]); got != r.sha256 {
		return fmt.Errorf("it is not the text that was read: read it, and put its sha256 %s in read.go", got)
	}
	f.ids = r.ids
	if r.add != "" {
		text, err := licenceText(r.add)
		f.text += "\n" + text
		return err
	}
	return nil
}

func (f *licenceFile) recognise(text []byte) error {
	found := licensecheck.Scan(text)
	for _, match := range found.Match {
		if !slices.Contains(f.ids, match.ID) {
			f.ids = append(f.ids, match.ID)
		}
	}
	if found.Percent < least {
		return fmt.Errorf("%.0f per cent of it are a licence that is known %q: read it, and put what it says in read.go", found.Percent, f.ids)
	}
	return nil
}

func (f *licenceFile) judge() error {
	for _, id := range f.ids {
		if !slices.Contains(allowed, id) {
			return fmt.Errorf("the licence %s is not allowed: see licence.go", id)
		}
	}
	return nil
}
