package campaign

import "math/rand/v2"

// A countdown says after how many results something happens next: the same for
// the same seed and stream.
type countdown struct {
	random *rand.Rand
	every  int // on average; negative: never
	left   int
}

func newCountdown(seed, stream uint64, every int) *countdown {
	c := &countdown{every: every, random: rand.New(rand.NewPCG(seed, stream))} //nolint:gosec // The same seed makes the same trouble.
	c.wind()
	return c
}

func (c *countdown) wind() {
	if c.left = -1; c.every > 0 {
		c.left = 1 + int(c.random.ExpFloat64()*float64(c.every))
	}
}

// due counts a result, and reports whether it is time.
func (c *countdown) due() bool {
	if c.left < 0 {
		return false
	}
	if c.left--; c.left > 0 {
		return false
	}
	c.wind()
	return true
}
