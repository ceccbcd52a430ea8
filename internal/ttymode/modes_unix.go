//go:build unix

// Package ttymode reads and sets the modes of a terminal's line.
package ttymode

import "golang.org/x/sys/unix"

// Modes are those of a line.
type Modes = unix.Termios

// Get returns the modes of a terminal's line. The error is of what is no terminal.
func Get(fd int) (*Modes, error) { return unix.IoctlGetTermios(fd, getModes) }

// Set gives a terminal's line its modes.
func Set(fd int, m *Modes) error { return unix.IoctlSetTermios(fd, setModes, m) }

// HideTyping has the terminal not show what is typed from now on, until restore. It does nothing where there is no terminal.
func HideTyping(fd int) (restore func()) {
	before, err := Get(fd)
	if err != nil {
		return func() {}
	}
	hidden := *before
	hidden.Lflag &^= unix.ECHO
	if Set(fd, &hidden) != nil {
		return func() {}
	}
	return func() { _ = Set(fd, before) } // Nothing is left to do about a terminal that is gone.
}
