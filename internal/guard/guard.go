// Package guard has a panic in a goroutine end the program in order: the terminal is put back and what is known is written
// down, where Go would stop at once and leave the terminal as it is.
package guard

import (
	"runtime/debug"
	"sync/atomic"
)

// A Handler ends the program after a panic with this value. It must return.
type Handler func(value any, stack []byte)

var handler atomic.Pointer[Handler]

// Handle has panics handled until the function that it returns is called. There is one handler at a time, the newest.
func Handle(h Handler) (end func()) {
	handler.Store(&h)
	return func() { handler.CompareAndSwap(&h, nil) }
}

// Catch is deferred by a goroutine, first of all, so that what it holds is let go of before. Without a handler, as in a
// command, the panic goes on.
func Catch() {
	value := recover()
	if value == nil {
		return
	}
	h := handler.Load()
	if h == nil {
		panic(value)
	}
	(*h)(value, debug.Stack())
}
