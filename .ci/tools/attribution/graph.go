package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// A module is one that something of ours is built from.
type module struct {
	path    string
	version string
	dir     string
	use     string
	systems []string // by GOOS
	// folders are those of its packages that are built, below dir.
	folders   map[string]bool
	embedding []string // its packages that embed files
	files     []licenceFile
}

// standard is the path under which the standard library and the runtime are
// listed. They are in every program, and Go says nothing of a module for them.
const (
	standard      = "Go"
	standardTitle = "Go: runtime and standard library"
)

const (
	inProgram = "program"
	inTests   = "tests"
	inGate    = "gate"
)

// A recipe is what .goreleaser.yaml says of the one program that is released.
type recipe struct {
	Builds []struct {
		Main   string
		Env    []string
		Flags  []string
		GOOS   []string
		GOARCH []string
	}
}

func (p project) recipe() (recipe, error) {
	var r recipe
	text, err := os.ReadFile(filepath.Join(p.root, ".goreleaser.yaml"))
	if err != nil {
		return r, err
	}
	if err := yaml.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf(".goreleaser.yaml: %w", err)
	}
	if len(r.Builds) != 1 || r.Builds[0].Main == "" || len(r.Builds[0].GOOS) == 0 || len(r.Builds[0].GOARCH) == 0 {
		return r, errors.New(".goreleaser.yaml: one build is expected, with main, goos and goarch")
	}
	return r, nil
}

// program returns the modules of the program that is released, on any system
// that it is released for, by path.
func (p project) program(ctx context.Context) ([]*module, error) {
	r, err := p.recipe()
	if err != nil {
		return nil, err
	}
	program, err := p.built(ctx, r, r.Builds[0].Main)
	if err != nil {
		return nil, err
	}
	for _, m := range program {
		m.use = inProgram
		if len(m.systems) < len(r.Builds[0].GOOS) {
			m.use += " on " + strings.Join(m.systems, " and ")
		}
	}
	return program, nil
}

// tests returns the modules that only tests need, or programs that are not
// released.
func (p project) tests(ctx context.Context, program []*module) ([]*module, error) {
	r, err := p.recipe()
	if err != nil {
		return nil, err
	}
	all, err := p.built(ctx, r, "-test", "./...")
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(all, func(m *module) bool {
		m.use = inTests
		return slices.ContainsFunc(program, func(o *module) bool { return o.path == m.path })
	}), nil
}

// built returns the modules that packages are built from on the systems of a
// recipe, by path.
func (p project) built(ctx context.Context, r recipe, packages ...string) ([]*module, error) {
	out, err := p.goCommand(ctx, ".", nil, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return nil, err
	}
	goroot, version, _ := strings.Cut(strings.TrimSpace(out), "\n")
	std := module{path: standard, version: version, dir: goroot}
	build := r.Builds[0]
	words := slices.Concat([]string{"list", "-deps", "-json=Dir,ImportPath,Standard,EmbedFiles,Module"}, build.Flags, packages)
	modules := map[string]*module{}
	for _, goos := range build.GOOS {
		for _, goarch := range build.GOARCH {
			env := append([]string{"GOOS=" + goos, "GOARCH=" + goarch}, build.Env...)
			out, err := p.goCommand(ctx, ".", env, words...)
			if err != nil {
				return nil, err
			}
			if err := addModules(modules, std, goos, out); err != nil {
				return nil, err
			}
		}
	}
	return sorted(slices.Collect(maps.Values(modules))), nil
}

// addModules adds the modules of the packages that go list named for a system.
// The module std stands for the standard library.
func addModules(modules map[string]*module, std module, goos, packages string) error {
	for d := json.NewDecoder(strings.NewReader(packages)); ; {
		var pkg struct {
			Dir, ImportPath string
			Standard        bool
			EmbedFiles      []string
			Module          *struct {
				Path, Version, Dir string
				Main               bool
				Replace            *struct{ Path, Version string }
			}
		}
		if err := d.Decode(&pkg); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		found := std
		switch {
		case pkg.Module != nil && pkg.Module.Main:
			continue
		case pkg.Module != nil:
			found = module{path: pkg.Module.Path, version: pkg.Module.Version, dir: pkg.Module.Dir}
			if r := pkg.Module.Replace; r != nil && r.Version != "" {
				found.path, found.version = r.Path, r.Version
			}
		case !pkg.Standard:
			continue // the program that go makes of a package's tests
		}
		m := modules[found.path]
		if m == nil {
			m = &found
			m.folders = map[string]bool{}
			modules[m.path] = m
		}
		m.folders[pkg.Dir] = true
		if len(pkg.EmbedFiles) > 0 && !slices.Contains(m.embedding, pkg.ImportPath) {
			m.embedding = append(m.embedding, pkg.ImportPath)
		}
		if !slices.Contains(m.systems, goos) {
			m.systems = append(m.systems, goos)
		}
	}
}

// tools returns the modules that the gate is run with, those of the tools
// under .ci/tools and what our own tool there needs.
func (p project) tools(ctx context.Context) ([]*module, error) {
	folders, err := filepath.Glob(filepath.Join(p.root, ".ci/tools/*/go.mod"))
	if err != nil {
		return nil, err
	}
	var tools []*module
	for _, file := range folders {
		folder := filepath.Dir(file)
		var mod struct {
			Tool    []struct{ Path string }
			Require []struct {
				Path     string
				Indirect bool
			}
		}
		if err := p.goJSON(ctx, folder, &mod, "mod", "edit", "-json"); err != nil {
			return nil, err
		}
		for _, need := range mod.Require {
			isTool := false
			for _, tool := range mod.Tool {
				isTool = isTool || tool.Path == need.Path || strings.HasPrefix(tool.Path, need.Path+"/")
			}
			if need.Indirect && !isTool {
				continue
			}
			var at struct{ Path, Version, Dir string }
			if err := p.goJSON(ctx, folder, &at, "mod", "download", "-json", need.Path); err != nil {
				return nil, err
			}
			tools = append(tools, &module{
				path: at.Path, version: at.Version, dir: at.Dir,
				use: inGate, folders: map[string]bool{at.Dir: true},
			})
		}
	}
	return sorted(tools), nil
}

func (p project) goJSON(ctx context.Context, folder string, into any, words ...string) error {
	out, err := p.goCommand(ctx, folder, nil, words...)
	if err != nil {
		return err
	}
	return json.Unmarshal([]byte(out), into)
}

// goCommand runs go in a folder of the project, without what the caller's
// environment says of tags and workspaces.
func (p project) goCommand(ctx context.Context, folder string, env []string, words ...string) (string, error) {
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(p.root, folder)
	}
	c := exec.CommandContext(ctx, "go", words...) //nolint:gosec // the words are ours and the recipe's
	c.Dir = folder
	c.Env = append(append(os.Environ(), "GOFLAGS=-mod=readonly", "GOWORK=off"), env...)
	var trouble strings.Builder
	c.Stderr = &trouble
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", strings.Join(words, " "), err, strings.TrimSpace(trouble.String()))
	}
	return string(out), nil
}

func sorted(all []*module) []*module {
	slices.SortFunc(all, func(a, b *module) int { return strings.Compare(a.path, b.path) })
	return all
}
