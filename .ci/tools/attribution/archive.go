package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// checkArchives checks that each archive holds the text that is in the repository, and in it every module that the
// archive's program says it was built from.
func (p project) checkArchives(names []string, out io.Writer) error {
	want, err := p.committed()
	if err != nil {
		return err
	}
	var wrong []error
	for _, name := range names {
		if err := checkArchive(name, want); err != nil {
			wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
		}
	}
	if err := errors.Join(wrong...); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%d archives, each with the licence texts of what is in its program\n", len(names))
	return err
}

func checkArchive(name, want string) error {
	files, err := unpack(name)
	if err != nil {
		return err
	}
	switch got, ok := files[textsName]; {
	case !ok:
		return errors.New("it lacks " + textsName)
	case string(got) != want:
		return errors.New(textsName + " in it is not that of the repository")
	}
	program := files["bellhop"]
	if program == nil {
		program = files["bellhop.exe"]
	}
	info, err := buildinfo.Read(bytes.NewReader(program))
	if err != nil {
		return fmt.Errorf("the program in it: %w", err)
	}
	if len(info.Deps) == 0 {
		return errors.New("the program in it names no module")
	}
	deps := []module{{path: standard}}
	for _, dep := range info.Deps {
		if dep.Replace != nil && dep.Replace.Version != "(devel)" { // that is a folder
			dep = dep.Replace
		}
		deps = append(deps, module{path: dep.Path, version: dep.Version})
	}
	for _, m := range deps {
		if !strings.Contains(want, "\n"+m.title()+"\n") {
			return fmt.Errorf("%s has no terms for %s, which is in the program", textsName, m.title())
		}
	}
	return nil
}

// unpack returns the files at the top of an archive by name.
func unpack(name string) (map[string][]byte, error) {
	text, err := os.ReadFile(name) //nolint:gosec // the archives are named on the command line
	if err != nil {
		return nil, err
	}
	files := map[string][]byte{}
	if path.Ext(name) == ".zip" {
		z, err := zip.NewReader(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return nil, err
		}
		for _, f := range z.File {
			if files[f.Name], err = fs.ReadFile(z, f.Name); err != nil {
				return nil, err
			}
		}
		return files, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(text))
	if err != nil {
		return nil, err
	}
	for t := tar.NewReader(packed); ; {
		head, err := t.Next()
		if errors.Is(err, io.EOF) {
			return files, nil
		}
		if err != nil {
			return nil, err
		}
		if files[head.Name], err = io.ReadAll(t); err != nil {
			return nil, err
		}
	}
}
