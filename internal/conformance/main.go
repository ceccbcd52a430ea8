// Command conformance writes docs/conformance.md: every rule of the
// specification and of the wire decisions, the tests that prove it, and whether
// they pass.
//
//	go generate ./sandbox/...
//
// With -o FILE it writes that file instead, so that a gate can compare the two. With -results FILE it runs no test: FILE holds
// the output of go test -json for the tests that prove rules.
//
// The rules are rules.tsv. A test says itself which rules it proves, with the
// attribute "rule". A rule without a test, a test of an unknown rule and a test
// that does not pass are errors: the page is written all the same, and says so.
package main

import (
	"context"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

//go:embed rules.tsv
var ruleBook string

const (
	packages = "./sandbox/..."
	// Tests that prove rules have names of this form, so that the others need
	// not run.
	selected = "^Test(Spec|Wire)_"
)

func main() {
	page := flag.String("o", "", "write the page to this `file` instead of docs/conformance.md")
	results := flag.String("results", "", "read the results of the tests from this `file` of go test -json instead of running them")
	flag.Parse()
	if err := run(context.Background(), *page, *results, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "conformance:", err)
		os.Exit(1)
	}
}

// run writes the page to the file at path, "" for docs/conformance.md, and prints what it holds in one line. results is a file of
// go test -json; with "" run runs the tests.
func run(ctx context.Context, path, results string, out io.Writer) error {
	rules, err := readRules(ruleBook)
	if err != nil {
		return err
	}
	root, err := moduleRoot(ctx)
	if err != nil {
		return err
	}
	var done outcome
	if results == "" {
		done, err = runTests(ctx, root)
	} else {
		done, err = readResults(results)
	}
	if err != nil {
		return err
	}
	r := join(rules, done)
	if path == "" {
		path = filepath.Join(root, "docs", "conformance.md")
	}
	if err := os.WriteFile(path, []byte(r.page()), 0o644); err != nil { //nolint:gosec // A page of the repository is for everyone to read.
		return fmt.Errorf("writing the page: %w", err)
	}
	if _, err := fmt.Fprintln(out, r.summary()); err != nil {
		return err
	}
	if len(r.problems) > 0 {
		return errors.New(strings.Join(r.problems, "\n"))
	}
	return nil
}

// moduleRoot returns the folder of go.mod, wherever in it the command is run.
func moduleRoot(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "go", "env", "GOMOD").Output()
	file := strings.TrimSpace(string(out))
	if err != nil || !filepath.IsAbs(file) {
		return "", fmt.Errorf("this is not inside a Go module: %q, %w", file, err)
	}
	return filepath.Dir(file), nil
}

// readResults reads a file of go test -json.
func readResults(path string) (outcome, error) {
	file, err := os.Open(path)
	if err != nil {
		return outcome{}, fmt.Errorf("reading the results of the tests: %w", err)
	}
	defer func() { _ = file.Close() }()
	return readEvents(file)
}

// runTests runs the tests that may carry rules. That some fail is no error
// here: what they printed tells which.
func runTests(ctx context.Context, root string) (outcome, error) {
	cmd := exec.CommandContext(ctx, "go", "test", "-json", "-timeout", "10m", "-run", selected, packages)
	cmd.Dir, cmd.Stderr = root, os.Stderr
	lines, err := cmd.StdoutPipe()
	if err != nil {
		return outcome{}, fmt.Errorf("running the tests: %w", err)
	}
	if err := cmd.Start(); err != nil {
		return outcome{}, fmt.Errorf("running the tests: %w", err)
	}
	done, err := readEvents(lines)
	var failed *exec.ExitError
	if wait := cmd.Wait(); err == nil && wait != nil && !errors.As(wait, &failed) {
		err = wait
	}
	if err != nil {
		return outcome{}, fmt.Errorf("running the tests: %w", err)
	}
	return done, nil
}
