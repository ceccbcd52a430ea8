package index

import (
	"math/bits"
	"slices"
)

// bitmap is a set of positions.
type bitmap []uint64

func newBitmap(n int) bitmap { return make(bitmap, (n+63)/64) }

func (b bitmap) set(i int32) { b[i>>6] |= 1 << (i & 63) }

func (b bitmap) has(at int) bool { return b[at>>6]>>(at&63)&1 != 0 }

func (b bitmap) or(other bitmap) {
	for i, bits := range other {
		b[i] |= bits
	}
}

func (b bitmap) and(other bitmap) {
	for i, bits := range other {
		b[i] &= bits
	}
}

func (b bitmap) count() int {
	n := 0
	for _, word := range b {
		n += bits.OnesCount64(word)
	}
	return n
}

func (b bitmap) empty() bool {
	return !slices.ContainsFunc(b, func(word uint64) bool { return word != 0 })
}
