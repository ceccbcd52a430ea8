package fifo

import (
	"slices"
	"testing"
)

func TestBounded(t *testing.T) {
	t.Parallel()
	b := New[int, string](3)
	for i := range 3 {
		b.Put(i, "old")
	}
	b.Put(0, "new") // A key that is there keeps its age.
	b.Put(3, "x")
	b.Put(4, "x")
	for key, want := range map[int]bool{0: false, 1: false, 2: true, 3: true, 4: true} {
		if _, got := b.Get(key); got != want {
			t.Errorf("key %d is there: %v, want %v", key, got, want)
		}
	}
	var keys []int
	for key, value := range b.All() {
		if value != map[int]string{2: "old", 3: "x", 4: "x"}[key] {
			t.Errorf("key %d has %q", key, value)
		}
		keys = append(keys, key)
	}
	if !slices.Equal(keys, []int{2, 3, 4}) {
		t.Errorf("from the oldest on it lists %v", keys)
	}
	if len(b.values) != 3 || len(b.order) != 3 {
		t.Errorf("it holds %d values and %d keys, want 3", len(b.values), len(b.order))
	}
}
