// Package input has the error of everybody who reads what the sandbox is told.
package input

import "fmt"

// Error is an error in what was asked of the sandbox rather than in the
// sandbox: its text says what is wrong and what would be right.
type Error struct{ Text string }

// Error is the text.
func (e *Error) Error() string { return e.Text }

// Errorf returns an *Error with a formatted text.
func Errorf(format string, args ...any) error {
	return &Error{Text: fmt.Sprintf(format, args...)}
}
