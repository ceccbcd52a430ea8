package guard_test

import (
	"strings"
	"testing"

	"bellhop/internal/guard"
)

func TestCatch(t *testing.T) {
	var got any
	var stack string
	end := guard.Handle(func(value any, s []byte) { got, stack = value, string(s) })
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer guard.Catch()
		fails()
	}()
	<-done
	if got != "Ada" || !strings.Contains(stack, "guard_test.fails") {
		t.Errorf("%v\n%s", got, stack)
	}
	got = nil
	func() { defer guard.Catch() }()
	if got != nil {
		t.Error("what did not panic was handled")
	}
	end()
	defer func() {
		if r := recover(); r != "Ada" || got != nil {
			t.Errorf("without a handler: %v, %v", r, got)
		}
	}()
	defer guard.Catch()
	fails()
}

// An end that comes late leaves the handler of another alone.
func TestTheNewestHandlerStays(t *testing.T) {
	count := 0
	endFirst := guard.Handle(func(any, []byte) {})
	endSecond := guard.Handle(func(any, []byte) { count++ })
	endFirst()
	func() {
		defer guard.Catch()
		fails()
	}()
	endSecond()
	if count != 1 {
		t.Errorf("the handler was called %d times", count)
	}
}

func fails() { panic("Ada") }
