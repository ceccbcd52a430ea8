//go:build unix

// Package ttymode reads and sets the modes of a terminal's line.
package ttymode

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// Modes are those of a line.
type Modes = unix.Termios

// Get returns the modes of a terminal's line. The error is of what is no terminal.
func Get(fd int) (*Modes, error) { return unix.IoctlGetTermios(fd, getModes) }

// Set gives a terminal's line its modes.
func Set(fd int, m *Modes) error { return unix.IoctlSetTermios(fd, setModes, m) }

// HideTyping has the terminal not show what is typed from now on, until restore. Whenever the program goes on after a stop, it
// hides it again, and does the rest after that. It does nothing where there is no terminal.
func HideTyping(fd int, rest func()) (restore func()) {
	before, err := Get(fd)
	if err != nil || hide(fd) != nil {
		return func() {}
	}
	stop := Continued(fd, func() {
		_ = hide(fd) // As below.
		rest()
	})
	return func() {
		stop()
		_ = Set(fd, before) // Nothing is left to do about a terminal that is gone.
	}
}

func hide(fd int) error {
	now, err := Get(fd)
	if err != nil {
		return err
	}
	now.Lflag &^= unix.ECHO
	return Set(fd, now)
}

// Continued has something done whenever the program goes on after a stop and has the terminal, until stop returns: a shell
// that had it meanwhile leaves its modes and its screen as it likes to have them.
func Continued(fd int, do func()) (stop func()) {
	continued, stopped, done := make(chan os.Signal, 1), make(chan struct{}), make(chan struct{})
	signal.Notify(continued, syscall.SIGCONT)
	go func() {
		defer close(done)
		for {
			select {
			case <-continued:
				// In the background the terminal is the shell's still.
				if group, err := unix.IoctlGetInt(fd, unix.TIOCGPGRP); err != nil || group == unix.Getpgrp() {
					do()
				}
			case <-stopped:
				return
			}
		}
	}()
	return func() {
		signal.Stop(continued)
		close(stopped)
		<-done
	}
}
