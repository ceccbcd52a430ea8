package screens

import (
	"context"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"bellhop/api/traffic"
)

// While a read waits for its turn its screen says so, and how long still; what a cancelled one waited for is forgotten.
func TestBusyTellsWhatAReadWaitsFor(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.November, 21, 12, 0, 0, 0, time.UTC)
	deps := &Deps{Context: t.Context(), Clock: func() time.Time { return now }}
	waits, answered := make(chan struct{}), make(chan tea.Msg)
	read := func(ctx context.Context) (int, error) {
		defer traffic.WaitsOf(ctx).Begin(now.Add(12*time.Second), "60 calls a minute")()
		waits <- struct{}{}
		<-ctx.Done()
		return 0, ctx.Err()
	}
	l := newLoad[int](deps, "searching hotels")
	if words := l.busy(); words != "" {
		t.Errorf("idle it says %q", words)
	}
	begin := l.start(read)
	if words := l.busy(); words != "searching hotels" {
		t.Errorf("it begins with %q", words)
	}
	go func() { answered <- begin() }()
	<-waits
	if words := l.busy(); words != "waiting 12 s: 60 calls a minute" {
		t.Errorf("it says %q", words)
	}
	now = now.Add(9500 * time.Millisecond)
	if words := l.busy(); words != "waiting 3 s: 60 calls a minute" {
		t.Errorf("later it says %q", words)
	}
	again := l.start(func(context.Context) (int, error) { return 7, nil })
	if words := l.busy(); words != "searching hotels" {
		t.Errorf("of another read it says %q", words)
	}
	<-answered
	if value, ok, mine, _ := l.receive(again()); value != 7 || !ok || !mine || l.busy() != "" {
		t.Errorf("%d, %t, %t, %q", value, ok, mine, l.busy())
	}
}
