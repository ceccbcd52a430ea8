// Package exit has the exit codes of all commands, and the errors that carry one.
package exit

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"syscall"

	"bellhop/internal/safetext"
)

// The exit codes, the same for every command. A program that a signal ended
// exits with 128 and the signal's number, as shells do.
const (
	OK          = 0
	Failed      = 1   // it was tried and did not work, or was refused
	Usage       = 2   // the command line is wrong, or names a profile that there is not
	Config      = 3   // a file or a variable is wrong, or names a profile that there is not
	Auth        = 4   // the account or token is missing, wrong or not allowed
	Unresolved  = 5   // it was sent, and nobody knows yet what came of it
	Changed     = 6   // nothing was sent: price, terms or reservation are not what was agreed to
	Due         = 10  // bellhop deadlines --within found some
	Incomplete  = 11  // the list is incomplete: some may be missing
	Interrupted = 130 // ctrl+c
)

// Codes are the exit codes in words, for the help and the documents.
func Codes() []Code {
	return []Code{
		{OK, "done"},
		{Failed, "it did not work, or the service refused it"},
		{Usage, "the command line is wrong, or names a profile that there is not"},
		{Config, "a file or a variable of the configuration is wrong, or names a profile that there is not"},
		{Auth, "the account or the token is missing or refused"},
		{Unresolved, "it was sent, and what came of it is not known yet"},
		{Changed, "nothing was sent: price, terms or the reservation are not what was agreed to"},
		{Due, "deadlines --within found some"},
		{Incomplete, "the list is incomplete: some may be missing"},
		{Interrupted, "interrupted by ctrl+c; 128 and the signal's number for another signal"},
	}
}

// A Code is an exit code with what it means.
type Code struct {
	Number int
	Means  string
}

// An Error ends the program with a code. One without an Err says nothing more.
type Error struct {
	Code int
	Err  error
}

func (e *Error) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns what went wrong.
func (e *Error) Unwrap() error { return e.Err }

// With ends the program with a code because of an error; nil says nothing.
func With(code int, err error) error { return &Error{code, err} }

// Wrong is an error in the arguments.
func Wrong(format string, args ...any) error { return With(Usage, fmt.Errorf(format, args...)) }

// CodeOf is the code that an error carries; false where it carries none.
func CodeOf(err error) (code int, ok bool) {
	var stopped *Stopped
	var coded *Error
	switch {
	case errors.As(err, &stopped):
		if signal, ok := stopped.Signal.(syscall.Signal); ok {
			return 128 + int(signal), true
		}
		return Interrupted, true
	case errors.As(err, &coded):
		return coded.Code, true
	}
	return 0, false
}

// Silent reports whether nothing is to be said about an error.
func Silent(err error) bool {
	var coded *Error
	return errors.As(err, &coded) && coded.Err == nil
}

// Stopped is the error of a command that a signal ended. Nothing more is
// said about it than Message.
type Stopped struct {
	Signal  os.Signal
	Message string // may be empty
}

// Error names the signal.
func (e *Stopped) Error() string {
	if e.Message != "" {
		return e.Message
	}
	return "stopped by " + signalName(e.Signal)
}

// signalName is a signal by the name that "kill -l" lists, as the console has it.
func signalName(s os.Signal) string {
	switch s {
	case syscall.SIGTERM:
		return "SIGTERM"
	case syscall.SIGHUP:
		return "SIGHUP"
	case syscall.SIGINT:
		return "SIGINT"
	}
	return s.String()
}

// A Story is an error in several lines: what happened, and what there is to know and to do.
type Story struct {
	Lines []string
	Err   error // behind it; may be nil
}

// Tell returns a story of the lines that are not empty. A line break within a line becomes a space.
func Tell(err error, lines ...string) *Story {
	story := &Story{Err: err}
	for _, line := range lines {
		if line != "" {
			story.Lines = append(story.Lines, safetext.Line(line))
		}
	}
	return story
}

func (s *Story) Error() string { return strings.Join(s.Lines, "\n") }

// Unwrap returns what is behind it.
func (s *Story) Unwrap() error { return s.Err }
