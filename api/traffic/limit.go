package traffic

import (
	"sync"
	"time"
)

// window is what a cap counts.
const window = time.Minute

// A Limiter holds calls to so many in any minute. It counts all calls, and delays those that ask it. It is safe for
// concurrent use; a nil one limits nothing.
type Limiter struct {
	most int

	mu sync.Mutex
	at []time.Time // of the calls of the last minute and of those that wait, the earliest first
}

// NewLimiter allows so many calls in any minute; nothing is limited by 0 or less.
func NewLimiter(most int) *Limiter {
	if most <= 0 {
		return nil
	}
	return &Limiter{most: most}
}

// Most returns the cap; 0 is none.
func (l *Limiter) Most() int {
	if l == nil {
		return 0
	}
	return l.most
}

// Take counts a call, and returns how long it must wait. A call that does not come after all gives its place Back.
func (l *Limiter) Take(now time.Time) time.Duration {
	if l == nil {
		return 0
	}
	return l.take(now, l.most)
}

// TakeSpare is Take for a call that nobody asked for: those leave half of the places to the others.
func (l *Limiter) TakeSpare(now time.Time) time.Duration {
	if l == nil {
		return 0
	}
	return l.take(now, max(l.most/2, 1))
}

func (l *Limiter) take(now time.Time, most int) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	at := now
	if full := len(l.at) - most; full >= 0 {
		if free := l.at[full].Add(window); free.After(at) {
			at = free
		}
	}
	l.add(at)
	return at.Sub(now)
}

// Count counts a call that does not wait.
func (l *Limiter) Count(now time.Time) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	l.add(now)
}

// forget drops the calls that no later one depends on.
func (l *Limiter) forget(now time.Time) {
	i := 0
	for i < len(l.at) && !l.at[i].Add(window).After(now) {
		i++
	}
	l.at = append(l.at[:0], l.at[i:]...)
}

// add keeps the calls in the order of their times.
func (l *Limiter) add(at time.Time) {
	i := len(l.at)
	for i > 0 && l.at[i-1].After(at) {
		i--
	}
	l.at = append(l.at, time.Time{})
	copy(l.at[i+1:], l.at[i:])
	l.at[i] = at
}

// Back gives up the place of a call that was to wait so long from a time on, and was cancelled.
func (l *Limiter) Back(at time.Time) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for i, one := range l.at {
		if one.Equal(at) {
			l.at = append(l.at[:i], l.at[i+1:]...)
			return
		}
	}
}
