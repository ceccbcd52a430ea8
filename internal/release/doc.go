// Package release makes and checks the parts of a release that are no archive: the files for Homebrew and Scoop, and the
// links of the pages that are packed.
package release
