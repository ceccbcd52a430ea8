//go:build !windows

package ui

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"

	"bellhop/ui/keyboard"
)

// jobControl reports whether there may be a shell that continues the program once
// it is stopped. A shell that can has its jobs in groups of their own, apart
// from the session's first process.
func jobControl() bool {
	session, err := unix.Getsid(0)
	return err == nil && session != unix.Getpgrp() && !signal.Ignored(syscall.SIGTSTP)
}

// notifyContinued has the channel get a signal each time the program goes on.
func notifyContinued(to chan<- os.Signal) { signal.Notify(to, syscall.SIGCONT) }

// notifyStops has the channel get a signal each time the program is told from outside to stop.
func notifyStops(to chan<- os.Signal) { signal.Notify(to, syscall.SIGTSTP) }

// stopGroup stops the processes of the program's group, as ctrl+z does where the
// terminal sends the signal itself. Where nothing could continue them the system
// does not stop them. It is not SIGTSTP that stops them: once Go has caught a
// signal it does not give it back to the system, and SIGSTOP would stop them
// anywhere.
func stopGroup() { _ = unix.Kill(0, syscall.SIGTTIN) }

func inForeground(k *keyboard.Keyboard) bool {
	group, err := unix.IoctlGetInt(int(k.File.Fd()), unix.TIOCGPGRP)
	return err != nil || group == unix.Getpgrp()
}

// writeInBackground lets the program write to a terminal that is its shell's by
// now, where it would be stopped for that otherwise.
func writeInBackground() { signal.Ignore(syscall.SIGTTOU) }
