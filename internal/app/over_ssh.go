package app

import (
	"errors"
	"os"
	"strings"
	"syscall"

	"bellhop/cli/exit"
	"bellhop/ui"
)

// envUser tells a console over SSH who sits at it: the audit names them.
const envUser = "BELLHOP_SSH_USER"

// overSSH reports whether somebody sits at the console over SSH.
func overSSH() bool { return os.Getenv(envUser) != "" }

// hungUp returns how a console over SSH ended that its server has ended; nil is none such.
// The server says why: the signal is only its means, and the log is where the person can't
// read it. What was being sent is told.
func hungUp(err error) error {
	var (
		stopped    *ui.StoppedError
		unfinished *ui.UnfinishedError
	)
	if !overSSH() || !errors.As(err, &stopped) || stopped.Signal != syscall.SIGHUP {
		return nil
	}
	code := 128 + int(syscall.SIGHUP)
	if errors.As(err, &unfinished) {
		return exit.With(code, errors.New(strings.Join(unfinished.Texts, " ")))
	}
	return exit.With(code, nil)
}

// unlessHungUp says nothing of such an end where nothing is being sent.
func unlessHungUp(err error) error {
	var stopped *exit.Stopped
	if overSSH() && errors.As(err, &stopped) && stopped.Signal == syscall.SIGHUP {
		return exit.With(128+int(syscall.SIGHUP), nil)
	}
	return err
}
