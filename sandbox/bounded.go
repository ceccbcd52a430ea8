package sandbox

import "sync"

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

// clear forgets everything.
func (b *bounded[K, V]) clear() {
	b.mu.Lock()
	defer b.mu.Unlock()
	clear(b.values)
	b.order, b.next = nil, 0
}

func (b *bounded[K, V]) get(key K) (V, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	v, ok := b.values[key]
	return v, ok
}
