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
func (b *bounded[K, V]) put(key K, v V) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, there := b.values[key]; !there {
		if len(b.order) < b.limit {
			b.order = append(b.order, key)
		} else {
			delete(b.values, b.order[b.next])
			b.order[b.next] = key
			b.next = (b.next + 1) % b.limit
		}
	}
	b.values[key] = v
}

func (b *bounded[K, V]) get(key K) (V, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	v, ok := b.values[key]
	return v, ok
}
