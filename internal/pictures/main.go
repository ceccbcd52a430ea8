// Pictures makes the pictures of the README from the real program: it builds it, runs it in a pseudo-terminal on a world that
// is always the same, presses keys, and draws the screens as SVG. Each picture holds the text of its screens, too.
//
//	go run ./internal/pictures          makes docs/pictures anew
//	go run ./internal/pictures -check   tells whether they are of this program's screens
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
)

// folder is where the pictures are, from the root of the repository.
const folder = "docs/pictures"

func main() {
	check := flag.Bool("check", false, "change nothing, and fail where a picture is not of this program")
	into := flag.String("o", folder, "the `folder` of the pictures")
	program := flag.String("program", "", "a `program` that is built already, instead of one that is built for the pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *program, *into, *check); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1) //nolint:gocritic // Nothing is left to stop.
	}
}

// errOther tells that pictures are of other screens than the program's.
var errOther = errors.New("the pictures are not of this program's screens: run go run ./internal/pictures, look at them, and keep them")

func run(ctx context.Context, program, into string, check bool) error {
	if program == "" {
		built, remove, err := build(ctx)
		if err != nil {
			return err
		}
		defer remove()
		program = built
	}
	program, err := filepath.Abs(program)
	if err != nil {
		return fmt.Errorf("finding the program: %w", err)
	}
	if check {
		return compare(ctx, program, into)
	}
	made, err := pictures(ctx, program)
	if err != nil {
		return err
	}
	for _, p := range made {
		path := filepath.Join(into, p.name)
		if err := write(path, p.svg); err != nil {
			return err
		}
		fmt.Printf("%s: %d kB\n", path, len(p.svg)/1000)
	}
	return nil
}

// attempts is how often the pictures are made for the check. A machine under load may be so slow that a screen is taken
// before it is whole; a screen that has changed is another one each time.
const attempts = 3

// compare fails unless the pictures that are kept have the text of this program's screens.
func compare(ctx context.Context, program, into string) error {
	other := map[string]string{} // by path, the first difference
	for attempt := range attempts {
		made, err := pictures(ctx, program)
		if err != nil && attempt == attempts-1 {
			return err
		}
		for _, p := range made {
			path := filepath.Join(into, p.name)
			old, err := os.ReadFile(path)
			if err != nil {
				return fmt.Errorf("reading a picture: %w", err)
			}
			if difference := differs(textOf(string(old)), textOf(p.svg)); difference == "" {
				other[path] = ""
			} else if was, seen := other[path]; !seen || was != "" {
				other[path] = difference
			}
		}
		if err == nil && !slices.ContainsFunc(slices.Collect(maps.Values(other)), func(difference string) bool { return difference != "" }) {
			return nil
		}
	}
	for path, difference := range other {
		if difference != "" {
			fmt.Printf("%s\n%s\n", path, difference)
		}
	}
	return errOther
}

// build builds the program of this repository, in a folder that remove takes away.
func build(ctx context.Context) (program string, remove func(), err error) {
	dir, err := os.MkdirTemp("", "bellhop-built-")
	if err != nil {
		return "", nil, fmt.Errorf("making a folder to build in: %w", err)
	}
	remove = func() { _ = os.RemoveAll(dir) }
	program = filepath.Join(dir, "bellhop")
	made := exec.CommandContext(ctx, "go", "build", "-trimpath", "-o", program, ".") //nolint:gosec // Its own folder.
	made.Env = append(os.Environ(), "CGO_ENABLED=0")
	if said, err := made.CombinedOutput(); err != nil {
		remove()
		return "", nil, fmt.Errorf("building the program: %w\n%s", err, said)
	}
	return program, remove, nil
}

func write(path, svg string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return fmt.Errorf("making the folder of the pictures: %w", err)
	}
	if err := os.WriteFile(path, []byte(svg), 0o644); err != nil { //nolint:gosec // Everybody may look at it.
		return fmt.Errorf("writing a picture: %w", err)
	}
	return nil
}

// textOf returns the text of the screens that a picture is of. What stands in it between, while letters are typed, is not
// part of it.
func textOf(svg string) string {
	_, text, _ := strings.Cut(svg, "<desc>")
	text, _, _ = strings.Cut(text, "</desc>")
	return text
}

// differs returns the first line in which two texts differ; empty where they do not.
func differs(was, is string) string {
	old, now := strings.Split(was, "\n"), strings.Split(is, "\n")
	for i := range max(len(old), len(now)) {
		if line(old, i) != line(now, i) {
			return fmt.Sprintf("line %d\n- %s\n+ %s", i+1, line(old, i), line(now, i))
		}
	}
	return ""
}

func line(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "(nothing)"
}
