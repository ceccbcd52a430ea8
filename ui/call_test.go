package ui_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/ui"
)

func answerOf(text string) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return text, nil }
}

func TestCallTakesOnlyItsNewestAnswer(t *testing.T) {
	call, other := ui.NewCall[string](t.Context(), 0), ui.NewCall[string](t.Context(), 0)
	first := call.Start(answerOf("first"))
	second := call.Start(answerOf("second"))
	foreign := other.Start(answerOf("foreign"))
	for what, msg := range map[string]tea.Msg{"an old answer": first(), "another call's answer": foreign(), "a key": tea.KeyMsg{}} {
		if value, _, mine := call.Receive(msg); mine {
			t.Errorf("%s was taken: %q", what, value)
		}
	}
	if !call.Busy() {
		t.Error("the call does not wait any more")
	}
	msg := second()
	if value, err, mine := call.Receive(msg); value != "second" || err != nil || !mine || call.Busy() {
		t.Errorf("%q, %v, %v, busy %v", value, err, mine, call.Busy())
	}
	if _, _, mine := call.Receive(msg); mine {
		t.Error("an answer was taken twice")
	}
}

func TestCallIsCancelled(t *testing.T) {
	waits := func(ctx context.Context) (string, error) {
		<-ctx.Done()
		return "", ctx.Err()
	}
	call := ui.NewCall[string](t.Context(), 0)
	first := call.Start(waits)
	second := call.Start(waits)
	_ = first() // Returns only because the second call has cancelled it.
	call.Cancel()
	if _, _, mine := call.Receive(second()); mine || call.Busy() {
		t.Errorf("after Cancel the answer was taken: %v, busy %v", mine, call.Busy())
	}
	synctest.Test(t, func(t *testing.T) {
		limited := ui.NewCall[string](t.Context(), time.Minute)
		cmd := limited.Start(waits)
		if _, err, mine := limited.Receive(cmd()); !mine || !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("after its time the call gave %v, %v", err, mine)
		}
	})
}

func TestCallTurnsAPanicIntoAnError(t *testing.T) {
	call := ui.NewCall[string](t.Context(), 0)
	cmd := call.Start(func(context.Context) (string, error) { panic("Ada Lovelace") })
	_, err, mine := call.Receive(cmd())
	var failed *ui.PanicError
	if !mine || !errors.Is(err, ui.ErrPanic) || !errors.As(err, &failed) || err.Error() != "internal error: string" {
		t.Fatalf("%v, %v", err, mine)
	}
	if !strings.Contains(string(failed.Stack), "call_test.go") {
		t.Error("the stack does not lead here")
	}
}

func TestShellDeliversLater(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		shell := ui.NewShell(ui.Options{First: &fakeScreen{}})
		_, cmd := shell.Update(ui.After(3*time.Second, "due")())
		if got := cmd(); got != "due" || time.Since(start) != 3*time.Second {
			t.Errorf("%v after %v", got, time.Since(start))
		}
	})
}
