// Command attribution says whose work is in Bellhop. It reads internal/credits/works.json, which says whose data and pages
// are in the program, and the module graph of what is released and of what is only tested with, finds the licence of
// each module where Go keeps it, and makes
//
//	docs/attribution.md                            the tables in it
//	internal/credits/THIRD_PARTY_LICENSES.txt.gz   the terms of all that is in the program
//
// The program prints that text, and every archive, package and image holds what the program prints.
//
//	go run . write           makes both
//	go run . check           checks that both are what it would make
//	go run . archives FILE…  checks that archives hold the text, and in it the modules of their programs
//
// It is run in its own folder (go -C .ci/tools/attribution run . check); paths
// are relative to the root of the repository. A licence that it does not know,
// or that is not allowed, is an error: see licence.go and read.go.
package main

//go:generate go run . write

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

func main() {
	if err := run(context.Background(), project{root: "../../..", read: readByHand}, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "attribution:", err)
		os.Exit(1)
	}
}

// A project is a repository with a go.mod, a .goreleaser.yaml, a works.json and tools under
// .ci/tools.
type project struct {
	root string
	read []readText
}

const (
	pageName   = "docs/attribution.md"
	textsName  = "THIRD_PARTY_LICENSES.txt"
	packedName = "internal/credits/" + textsName + ".gz"
)

var errUsage = errors.New("say what to do: write, check, or archives FILE…")

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
	case words[0] == "write" && len(files) == 0:
		return p.write(ctx, out)
	case words[0] == "check" && len(files) == 0:
		return p.check(ctx, out)
	case words[0] == "archives" && len(files) > 0:
		return p.checkArchives(files, out)
	}
	return errUsage
}

// A result is what the tool makes.
type result struct {
	page, texts string
	modules     int
}

func (p project) make(ctx context.Context) (result, error) {
	old, err := os.ReadFile(filepath.Join(p.root, pageName))
	if err != nil {
		return result{}, err
	}
	works, err := p.works()
	if err != nil {
		return result{}, err
	}
	all, err := p.everything(ctx)
	if err != nil {
		return result{}, err
	}
	if err := checkPackages(works, shipped(all)); err != nil {
		return result{}, err
	}
	texts, err := p.texts(works, shipped(all))
	if err != nil {
		return result{}, err
	}
	page, err := replaceTable(string(old), tables(works, all))
	if err != nil {
		return result{}, fmt.Errorf("%s: %w", pageName, err)
	}
	return result{page, texts, len(all)}, nil
}

func (p project) write(ctx context.Context, out io.Writer) error {
	made, err := p.make(ctx)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(p.root, pageName), []byte(made.page), 0o644); err != nil { //nolint:gosec // a page of the repository, for everyone
		return err
	}
	// Another Go may compress the same text to other bytes.
	if now, err := p.committed(); err != nil || now != made.texts {
		var b bytes.Buffer
		w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
		if err != nil {
			return err
		}
		if _, err := io.WriteString(w, made.texts); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(p.root, packedName), b.Bytes(), 0o644); err != nil { //nolint:gosec // shipped, for everyone
			return err
		}
	}
	return made.tell(out)
}

func (p project) check(ctx context.Context, out io.Writer) error {
	made, err := p.make(ctx)
	if err != nil {
		return err
	}
	page, err1 := os.ReadFile(filepath.Join(p.root, pageName))
	texts, err2 := p.committed()
	if err := errors.Join(err1, err2, differ(pageName, string(page), made.page), differ(packedName, texts, made.texts)); err != nil {
		return fmt.Errorf("%w\nrun go generate -C .ci/tools/attribution", err)
	}
	return made.tell(out)
}

func (r result) tell(out io.Writer) error {
	_, err := fmt.Fprintf(out, "%d modules and tools, each with its licence; %d bytes of terms\n", r.modules, len(r.texts))
	return err
}

// committed returns the text that is in the repository, and so in the program.
func (p project) committed() (string, error) {
	packed, err := os.Open(filepath.Join(p.root, packedName))
	if err != nil {
		return "", err
	}
	defer packed.Close() //nolint:errcheck // it is only read
	text, err := gzip.NewReader(packed)
	if err != nil {
		return "", fmt.Errorf("%s: %w", packedName, err)
	}
	all, err := io.ReadAll(text)
	return string(all), err
}

// differ names the first line of a file that is not as it should be.
func differ(name, got, want string) error {
	if got == want {
		return nil
	}
	is, should := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i, line := range should {
		if i >= len(is) || is[i] != line {
			return fmt.Errorf("%s is out of date: line %d should be %q", name, i+1, line)
		}
	}
	return fmt.Errorf("%s is out of date: it should end after line %d", name, len(should))
}
