package sandbox

import (
	"iter"
	"sync"
)

// bounded is a map that forgets what was put first once it is full. It is safe
// for concurrent use.
type bounded[K comparable, V any] struct {
	mu     sync.Mutex
	limit  int
	values map[K]V
	order  []K // a ring once it is full
	next   int // the oldest key's place in a full ring
}

func newBounded[K comparable, V any](limit int) *bounded[K, V] {
	return &bounded[K, V]{limit: limit, values: map[K]V{}}
}

// put stores a value; a key that is there keeps its age.
func (b *bounded[K, V]) put(key K, v V) { b.add(key, v) }

// add is put, and says whether the key was not there.
func (b *bounded[K, V]) add(key K, v V) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.set(key, v)
}

// set is add for who holds the lock.
func (b *bounded[K, V]) set(key K, v V) bool {
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

// all lists what is there, what was put first first. Nothing can be put or got
// meanwhile.
func (b *bounded[K, V]) all() iter.Seq2[K, V] {
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

// clear forgets everything.
func (b *bounded[K, V]) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.empty(0)
}

// empty is clear for who holds the lock, with room for so many.
func (b *bounded[K, V]) empty(room int) {
	b.values, b.order, b.next = make(map[K]V, room), nil, 0 // A map never gets smaller.
}

// fill returns at once and calls read beside its caller; all other methods wait
// until it has returned. Nothing else is there then but what read handed over.
func (b *bounded[K, V]) fill(read func(room func(int), set func(K, V))) {
	b.mu.Lock() // The lock is handed over: nothing gets in between.
	go func() {
		defer b.mu.Unlock()
		b.empty(0)
		read(b.empty, func(key K, v V) { b.set(key, v) })
	}()
}

// wait waits for a fill that is under way.
func (b *bounded[K, V]) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
}

func (b *bounded[K, V]) get(key K) (V, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	v, ok := b.values[key]
	return v, ok
}
