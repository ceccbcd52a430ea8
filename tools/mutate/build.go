package main

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// runtime is the file that each changed package gets: it asks which mutant is active.
//
//go:embed runtime.go.txt
var runtimeSource string

// binary is the compiled tests of a package, with all mutants in it.
type binary struct {
	path, dir, judge string
}

// build compiles the tests of each judge with all mutants in them. Mutants that the compiler refuses are left out.
func build(ctx context.Context, scratch string, packages []*sourcePackage, mutants []*mutant, o options) ([]binary, error) {
	overlay := filepath.Join(scratch, "overlay.json")
	var binaries []binary
	for attempt := 0; len(binaries) < len(o.judges); attempt++ {
		if attempt == 0 {
			if err := writeOverlay(overlay, scratch, packages); err != nil {
				return nil, err
			}
		}
		judge := o.judges[len(binaries)]
		path := filepath.Join(scratch, strconv.Itoa(len(binaries))+".test")
		cmd := exec.CommandContext(ctx, "go", "test", "-c", "-overlay", overlay, "-o", path, judge) //nolint:gosec // The go command.
		output, err := cmd.CombinedOutput()
		switch {
		case err == nil:
			dir, err := filepath.Abs(judge)
			if err != nil {
				return nil, err
			}
			binaries = append(binaries, binary{path: path, dir: dir, judge: judge})
			_, _ = fmt.Fprintf(o.progress, "built %s\n", judge)
		case !leaveOut(output, mutants, o):
			return nil, fmt.Errorf("go test -c %s: %w\n%s", judge, err, output)
		default:
			binaries, attempt = nil, -1
		}
	}
	return binaries, nil
}

func writeOverlay(path, scratch string, packages []*sourcePackage) error {
	replace := map[string]string{}
	write := func(original string, text []byte) error {
		replace[original] = filepath.Join(scratch, strconv.Itoa(len(replace))+".go")
		return os.WriteFile(replace[original], text, 0o600)
	}
	for _, p := range packages {
		text := strings.Replace(runtimeSource, "PACKAGE", p.name, 1)
		if err := write(filepath.Join(p.dir, "mutant_generated.go"), []byte(text)); err != nil {
			return err
		}
		for _, s := range p.sources {
			if err := write(s.path, s.mutated()); err != nil {
				return err
			}
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o600)
}

// mutated returns the text of a file with its mutants in it.
func (s *source) mutated() []byte {
	var b bytes.Buffer
	at := 0
	for _, e := range s.edits {
		if e.mutant.doesNotCompile {
			continue
		}
		b.Write(s.text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(s.text[at:])
	return b.Bytes()
}

var compilerMessage = regexp.MustCompile(`(?m)^(?:vet: )?(\S+\.go):(\d+):\d+: (.*)$`)

// leaveOut marks the mutants that a compiler's messages are about: those on the line, or on the nearest line before it, where
// a longer statement begins. It reports whether there were any.
func leaveOut(output []byte, mutants []*mutant, o options) bool {
	found := false
	for _, message := range compilerMessage.FindAllSubmatch(output, -1) {
		line, err := strconv.Atoi(string(message[2]))
		if err != nil {
			continue
		}
		nearest := 0
		var guilty []*mutant
		for _, m := range mutants {
			if filepath.Base(m.source.path) != filepath.Base(string(message[1])) || m.doesNotCompile || m.line > line || m.line < nearest {
				continue
			}
			if m.line > nearest {
				nearest, guilty = m.line, nil
			}
			guilty = append(guilty, m)
		}
		for _, m := range guilty {
			m.doesNotCompile = true
			found = true
			_, _ = fmt.Fprintf(o.progress, "left out, because it does not compile (%s): %s\n", message[3], m)
		}
	}
	return found
}
