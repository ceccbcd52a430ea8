//go:build !linux

package memory

// releaseProgram does nothing: other systems say nothing of the program's pages.
func releaseProgram() {}
