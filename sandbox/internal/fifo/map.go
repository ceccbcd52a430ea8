// Package fifo holds a map of bounded size.
package fifo

import (
	"iter"
	"sync"

	"bellhop/internal/guard"
)

// Map is a map that forgets what was put first once it is full. It is safe
// for concurrent use.
type Map[K comparable, V any] struct {
	mu     sync.Mutex
	limit  int
	values map[K]V
	order  []K // a ring once it is full
	next   int // the oldest key's place in a full ring
}

// New makes an empty map for so many keys.
func New[K comparable, V any](limit int) *Map[K, V] {
	return &Map[K, V]{limit: limit, values: map[K]V{}}
}

// Put stores a value; a key that is there keeps its age.
func (b *Map[K, V]) Put(key K, v V) { b.Add(key, v) }

// Add is Put, and reports whether the key was not there.
func (b *Map[K, V]) Add(key K, v V) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.set(key, v)
}

// set is Add while the lock is held.
func (b *Map[K, V]) set(key K, v V) bool {
	_, there := b.values[key]
	if !there {
		if len(b.order) < b.limit {
			b.order = append(b.order, key)
		} else {
			delete(b.values, b.order[b.next])
			b.order[b.next] = key
			b.next = (b.next + 1) % b.limit
		}
	}
	b.values[key] = v
	return !there
}

// All lists what is there, the oldest first. All other methods wait meanwhile.
func (b *Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		b.mu.Lock()
		defer b.mu.Unlock()
		for i := range b.order {
			key := b.order[(b.next+i)%len(b.order)]
			if !yield(key, b.values[key]) {
				return
			}
		}
	}
}

// Clear forgets everything.
func (b *Map[K, V]) Clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.empty(0)
}

// empty is Clear while the lock is held, with room for so many.
func (b *Map[K, V]) empty(room int) {
	b.values, b.order, b.next = make(map[K]V, room), nil, 0 // A map never gets smaller.
}

// Fill returns at once and calls read beside its caller; all other methods wait
// until it has returned. Nothing else is there then but what read handed over.
func (b *Map[K, V]) Fill(read func(room func(int), set func(K, V))) {
	b.mu.Lock() // The lock is handed over: nothing gets in between.
	go func() {
		defer guard.Catch()
		defer b.mu.Unlock()
		b.empty(0)
		read(b.empty, func(key K, v V) { b.set(key, v) })
	}()
}

// Wait waits for a Fill that is under way.
func (b *Map[K, V]) Wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
}

// Get returns the value of a key, and whether it is there.
func (b *Map[K, V]) Get(key K) (V, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	v, ok := b.values[key]
	return v, ok
}
