//go:build unix

package main

import (
	"os"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	if os.Getenv(floorVariable) != "" {
		os.Exit(floor())
	}
	os.Exit(m.Run())
}

// The floor is measured as any program is: a key changes the few cells that it writes.
func TestMeasure(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := program{name: "floor", command: []string{self}, env: []string{floorVariable + "=1"}, ready: "ready", listed: "ready", there: down, back: up, end: "q"}
	r, err := p.measure(t.Context(), t.TempDir(), 12, 2)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.starts) != 2 || len(r.times) != 12 || r.bytes < 6 || r.bytes > 20 || r.cells < 1 || r.cells > 6 {
		t.Errorf("%+v", r)
	}
	p.listed = "nothing that it shows"
	p.ready = "ready"
	p.command = []string{"true"}
	if _, err := p.measure(t.Context(), t.TempDir(), 1, 1); err == nil {
		t.Error("a program that only ends was measured")
	}
}

func TestAt(t *testing.T) {
	list := []time.Duration{1, 2, 3, 4}
	if at(list, 0.5) != 3 || at(list, 0.99) != 4 || at(list, 0) != 1 {
		t.Errorf("%v %v %v", at(list, 0.5), at(list, 0.99), at(list, 0))
	}
}
