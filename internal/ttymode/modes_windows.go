// Package ttymode reads and sets the modes of a terminal's line.
package ttymode

// HideTyping has nothing to do: here what is typed is shown by the call that reads it, and not before.
func HideTyping(int, func()) (restore func()) { return func() {} }

// Continued has nothing to do: no program is stopped here.
func Continued(int, func()) (stop func()) { return func() {} }
