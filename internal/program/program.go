// Package program gives tests the bellhop program.
package program

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// variable names a program to test instead of one that is built from this source, such as the one in a release package.
const variable = "BELLHOP_TEST_PROGRAM"

// version, commit and date are what the built program says of itself.
const (
	version = "1.2.3"
	commit  = "0123456789abcdef"
	date    = "2026-11-21T12:00:00Z"
)

// Build returns the path of the program, which is called bellhop, which it builds in dir if the variable names none. It compiles with the flags of go test,
// so that the packages come from the cache that the tests have filled and only the link is left.
func Build(dir string) (path string, err error) {
	if given := os.Getenv(variable); given != "" {
		path = filepath.Join(dir, "bellhop") // Tests put its folder into PATH.
		return path, os.Symlink(given, path)
	}
	return build(dir, "bellhop")
}

// BuildCrashable builds the program with a panic on demand in dir, which no release has.
func BuildCrashable(dir string) (path string, err error) {
	return build(dir, "bellhop-crashable", "-tags", "crashable")
}

func build(dir, name string, flags ...string) (string, error) {
	path := filepath.Join(dir, name)
	// The linker's flags do not change what is compiled.
	link := fmt.Sprintf("-s -w -X main.version=%s -X main.commit=%s -X main.date=%s", version, commit, date)
	args := append([]string{"build", "-buildvcs=false", "-o", path, "-ldflags", link}, flags...)
	if out, err := exec.CommandContext(context.Background(), "go", append(args, "bellhop")...).CombinedOutput(); err != nil { //nolint:gosec // Its callers are tests.
		return "", fmt.Errorf("build the program: %w\n%s", err, out)
	}
	return path, nil
}
