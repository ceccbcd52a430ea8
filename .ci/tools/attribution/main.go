// Command attribution says whose work is in Bellhop. It reads the module graph
// of what is released and of what is only tested with, finds the licence of
// each module where Go keeps it, and writes
//
//	go run . page [FILE]     the table in docs/attribution.md, or in a copy of it
//	go run . texts FILE      the licence texts that every archive must hold
//	go run . archives FILE…  nothing: it checks that archives hold those texts
//
// It is run in its own folder (go -C .ci/tools/attribution run . page); paths
// are relative to the root of the repository. A licence that it does not know,
// or that is not allowed, is an error: see licence.go and read.go.
package main

//go:generate go run . page

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	if err := run(context.Background(), project{root: "../../..", read: readByHand, embedded: embedded}, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "attribution:", err)
		os.Exit(1)
	}
}

// A project is a repository with a go.mod, a .goreleaser.yaml and tools under
// .ci/tools.
type project struct {
	root     string
	read     []readText
	embedded []work // what is in the program besides modules
}

const pageName = "docs/attribution.md"

var errUsage = errors.New("say what to do: page [FILE], texts FILE, or archives FILE…")

// run does what the words ask for and says in one line what came of it.
func run(ctx context.Context, p project, words []string, out io.Writer) error {
	if len(words) == 0 {
		return errUsage
	}
	root, err := filepath.Abs(p.root)
	if err != nil {
		return err
	}
	p.root = root
	files := words[1:]
	for i, name := range files {
		if !filepath.IsAbs(name) {
			files[i] = filepath.Join(root, name)
		}
	}
	switch {
	case words[0] == "page" && len(files) <= 1:
		return p.writePage(ctx, append(files, filepath.Join(root, pageName))[0], out)
	case words[0] == "texts" && len(files) == 1:
		return p.writeTexts(ctx, files[0], out)
	case words[0] == "archives" && len(files) > 0:
		return p.checkArchives(ctx, files, out)
	}
	return errUsage
}

func (p project) writePage(ctx context.Context, to string, out io.Writer) error {
	old, err := os.ReadFile(filepath.Join(p.root, pageName))
	if err != nil {
		return err
	}
	all, err := p.everything(ctx)
	if err != nil {
		return err
	}
	page, err := replaceTable(string(old), table(all))
	if err != nil {
		return fmt.Errorf("%s: %w", pageName, err)
	}
	if err := os.WriteFile(to, []byte(page), 0o644); err != nil { //nolint:gosec // a page of the repository, for everyone
		return err
	}
	_, err = fmt.Fprintf(out, "%d modules and tools, each with its licence\n", len(all))
	return err
}

func (p project) writeTexts(ctx context.Context, to string, out io.Writer) error {
	shipped, err := p.shipped(ctx)
	if err != nil {
		return err
	}
	text, err := p.texts(shipped)
	if err != nil {
		return err
	}
	if err := os.WriteFile(to, []byte(text), 0o644); err != nil { //nolint:gosec // shipped, for everyone
		return err
	}
	_, err = fmt.Fprintf(out, "licence texts of %d modules\n", len(shipped))
	return err
}
