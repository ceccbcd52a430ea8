// Release makes and checks parts of a release:
//
//	go run ./internal/release/cmd homebrew CHECKSUMS FILE VERSION   writes the formula for Homebrew
//	go run ./internal/release/cmd scoop CHECKSUMS FILE VERSION      writes the manifest for Scoop
//	go run ./internal/release/cmd links ARCHIVE…                    fails where a page in an archive leads to nothing in it
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
	case len(words) == 4 && words[0] == "homebrew":
		return write(release.Formula, words[1], words[2], words[3])
	case len(words) == 4 && words[0] == "scoop":
		return write(release.Manifest, words[1], words[2], words[3])
	case len(words) > 1 && words[0] == "links":
		return checkLinks(words[1:])
	}
	return errors.New("say what to do: homebrew or scoop CHECKSUMS FILE VERSION, or links ARCHIVE…")
}

func write(made func(version, base string, sums release.Sums) (string, error), checksums, name, version string) error {
	text, err := os.ReadFile(checksums) //nolint:gosec // The file is named on the command line.
	if err != nil {
		return err
	}
	sums, err := release.ReadSums(string(text))
	if err != nil {
		return err
	}
	out, err := made(version, cmp.Or(os.Getenv("BELLHOP_DOWNLOAD_URL"), release.Placeholder), sums)
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(out), 0o644) //nolint:gosec // Part of a release, for everybody.
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
