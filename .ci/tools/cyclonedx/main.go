// Command sbom says in CycloneDX which modules a program is made of.
//
//	go run . write PROGRAM FILE VERSION DATE   writes FILE: the modules that Go has noted in PROGRAM
//	go run . check PROGRAM FILE                nothing: it checks that FILE names each of those modules
//
// The same program gives the same bytes: the date is that of the commit, and the serial number is made from the program.
package main

import (
	"bytes"
	"crypto/sha256"
	"debug/buildinfo"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	cdx "github.com/CycloneDX/cyclonedx-go"
	"github.com/CycloneDX/cyclonedx-gomod/pkg/generate/bin"
	"github.com/google/uuid"
	"github.com/rs/zerolog"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

var errUsage = errors.New("say what to do: write PROGRAM FILE VERSION DATE, or check PROGRAM FILE")

func run(words []string, out io.Writer) error {
	switch {
	case len(words) == 5 && words[0] == "write":
		return write(words[1], words[2], words[3], words[4])
	case len(words) == 3 && words[0] == "check":
		return check(words[1], words[2], out)
	}
	return errUsage
}

// Nobody's address but a name: the serial numbers of other programs are made in other spaces.
var space = uuid.NewSHA1(uuid.Nil, []byte("bellhop"))

func write(program, name, version, date string) error {
	text, err := os.ReadFile(program) //nolint:gosec // The program is named on the command line.
	if err != nil {
		return err
	}
	generator, err := bin.NewGenerator(program, bin.WithLogger(zerolog.Nop()), bin.WithIncludeStdlib(true), bin.WithVersionOverride(version))
	if err != nil {
		return err
	}
	bom, err := generator.Generate()
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	bom.SerialNumber = uuid.NewSHA1(space, sum[:]).URN()
	bom.Metadata.Timestamp = date
	var b bytes.Buffer
	encoder := cdx.NewBOMEncoder(&b, cdx.BOMFileFormatJSON)
	encoder.SetPretty(true)
	if err := encoder.EncodeVersion(bom, cdx.SpecVersion1_6); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o644) //nolint:gosec // Part of a release, for everybody.
}

func check(program, name string, out io.Writer) error {
	info, err := buildinfo.ReadFile(program)
	if err != nil {
		return err
	}
	file, err := os.Open(name) //nolint:gosec // The file is named on the command line.
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	var bom cdx.BOM
	if err := cdx.NewBOMDecoder(file, cdx.BOMFileFormatJSON).Decode(&bom); err != nil {
		return err
	}
	if bom.Components == nil || bom.Metadata == nil || bom.Metadata.Component == nil || bom.Metadata.Component.Name != info.Main.Path {
		return errors.New("it is not about " + info.Main.Path)
	}
	missing := without(*bom.Components, info.Deps)
	if len(info.Deps) == 0 || len(missing) > 0 {
		return fmt.Errorf("it lacks %q of %d modules of the program", missing, len(info.Deps))
	}
	_, err = fmt.Fprintf(out, "%s names all %d modules of its program\n", name, len(info.Deps))
	return err
}

// without returns the modules that no component names with its version.
func without(components []cdx.Component, modules []*debug.Module) (missing []string) {
	for _, m := range modules {
		if m.Replace != nil {
			m = m.Replace
		}
		if !slices.ContainsFunc(components, func(c cdx.Component) bool { return c.Name == m.Path && c.Version == m.Version }) {
			missing = append(missing, m.Path+" "+m.Version)
		}
	}
	return missing
}
