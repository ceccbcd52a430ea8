package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// source is a file to mutate.
type source struct {
	path  string // absolute
	name  string // relative to the working folder
	text  []byte
	tree  *ast.File
	edits []edit
}

// sourcePackage is a package with at least one file to mutate.
type sourcePackage struct {
	dir, name string
	set       *token.FileSet
	info      *types.Info
	checked   *types.Package
	sources   []*source
}

// listed is a package as go list prints it.
type listed struct {
	ImportPath, Dir, Name, Export string
	GoFiles                       []string
	DepOnly                       bool
}

// load parses and checks the packages of the targets against the compiled packages that they import.
func load(ctx context.Context, targets []string) ([]*sourcePackage, error) {
	all, err := list(ctx, folders(targets))
	if err != nil {
		return nil, err
	}
	exports := map[string]string{}
	for _, l := range all {
		exports[l.ImportPath] = l.Export
	}
	var packages []*sourcePackage
	for _, l := range all {
		if l.DepOnly {
			continue
		}
		p, err := check(l, exports, targets)
		if err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

func list(ctx context.Context, patterns []string) ([]listed, error) {
	arguments := append([]string{"list", "-export", "-deps", "-json=ImportPath,Dir,Name,Export,GoFiles,DepOnly"}, patterns...)
	cmd := exec.CommandContext(ctx, "go", arguments...) //nolint:gosec // The go command.
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []listed
	for decoder := json.NewDecoder(bytes.NewReader(output)); ; {
		var l listed
		if err := decoder.Decode(&l); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, l)
	}
}

func check(l listed, exports map[string]string, targets []string) (*sourcePackage, error) {
	p := &sourcePackage{dir: l.Dir, name: l.Name, set: token.NewFileSet(), info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Selections: map[*ast.SelectorExpr]*types.Selection{}, Uses: map[*ast.Ident]types.Object{},
	}}
	var trees []*ast.File
	for _, name := range l.GoFiles {
		path := filepath.Join(l.Dir, name)
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		tree, err := parser.ParseFile(p.set, path, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		trees = append(trees, tree)
		if target, ok := targeted(path, targets); ok {
			p.sources = append(p.sources, &source{path: path, name: target, text: text, tree: tree})
		}
	}
	if len(p.sources) == 0 {
		return nil, fmt.Errorf("%s has no file among the targets", l.ImportPath)
	}
	open := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	var err error
	config := types.Config{Importer: importer.ForCompiler(p.set, "gc", open)}
	p.checked, err = config.Check(l.ImportPath, p.set, trees, p.info)
	return p, err
}

// targeted returns the path of a file relative to the working folder, and reports whether it is a target or in one.
func targeted(path string, targets []string) (string, bool) {
	here, err := os.Getwd()
	if err != nil {
		return "", false
	}
	name, err := filepath.Rel(here, path)
	if err != nil {
		return "", false
	}
	name = filepath.ToSlash(name)
	folder := filepath.ToSlash(filepath.Dir(name))
	return name, slices.ContainsFunc(targets, func(target string) bool {
		target = strings.TrimPrefix(filepath.ToSlash(filepath.Clean(target)), "./")
		return target == name || target == folder
	})
}
