// Release makes and checks parts of a release:
//
//	go run ./internal/release/cmd managers CHECKSUMS FORMULA MANIFEST VERSION   writes the formula for Homebrew and the manifest for Scoop
//	go run ./internal/release/cmd links ARCHIVE…                                fails where a page in an archive leads to nothing in it
//
// The variable BELLHOP_DOWNLOAD_URL is the folder where the archives are going to be.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"bellhop/internal/release"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(words []string) error {
	switch {
	case len(words) == 5 && words[0] == "managers":
		return writeManagers(words[1], words[2], words[3], words[4])
	case len(words) > 1 && words[0] == "links":
		return checkLinks(words[1:])
	}
	return errors.New("say what to do: managers CHECKSUMS FORMULA MANIFEST VERSION, or links ARCHIVE…")
}

func writeManagers(checksums, formula, manifest, version string) error {
	text, err := os.ReadFile(checksums) //nolint:gosec // The file is named on the command line.
	if err != nil {
		return err
	}
	sums, err := release.ReadSums(string(text))
	if err != nil {
		return err
	}
	base := cmp.Or(os.Getenv("BELLHOP_DOWNLOAD_URL"), release.Placeholder)
	homebrew, err := release.Formula(version, base, sums)
	if err != nil {
		return err
	}
	scoop, err := release.Manifest(version, base, sums)
	if err != nil {
		return err
	}
	//nolint:gosec // Parts of a release, for everybody.
	return errors.Join(os.WriteFile(formula, []byte(homebrew), 0o644), os.WriteFile(manifest, []byte(scoop), 0o644))
}

func checkLinks(archives []string) error {
	for _, name := range archives {
		files, err := release.Open(name)
		if err != nil {
			return err
		}
		pages, err := release.Pages(files)
		if err != nil {
			return err
		}
		dead, err := release.DeadLinks(files, pages...)
		if err != nil {
			return err
		}
		if len(pages) == 0 || len(dead) > 0 {
			return fmt.Errorf("%s: %d pages, and these links lead to nothing in it: %s", name, len(pages), strings.Join(dead, ", "))
		}
	}
	fmt.Printf("%d archives, and every link of their pages leads to something in them\n", len(archives))
	return nil
}
