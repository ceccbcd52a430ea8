// Package activity tells what a session asked of its service: the newest requests, how many there were in the last
// minute, how many looks a booking took, and each as a command for curl. It holds no secret and no guest: the client
// masks them before.
package activity

import (
	"cmp"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"bellhop/api/traffic"
)

// What is kept: so many requests, and so much of their bodies together. Of the oldest only the line stays.
const (
	most      = 200
	mostBytes = 4 << 20
)

// A Log keeps the newest requests of a session. It is safe for concurrent use; a nil one keeps nothing.
type Log struct {
	mu      sync.Mutex
	list    []traffic.Exchange // the oldest first
	bytes   int                // of the bodies in it
	dropped int
	recent  []time.Time // when those of the last minute began
	limit   int
	counts  Counts
	version uint64
}

// Counts are how often a session looked and booked.
type Counts struct {
	Searches, Verifications int // that were sent, each repetition too
	Bookings                int // that were made
}

// NewLog returns a log of nothing yet.
func NewLog() *Log { return &Log{} }

// Limit says how many calls a minute are made at most; 0 is any number.
func (l *Log) Limit(calls int) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.limit = calls
}

// Observe takes a request that is sent, or is over.
func (l *Log) Observe(x traffic.Exchange) {
	if l == nil {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.version++
	at, begun := slices.BinarySearchFunc(l.list, x.Number, func(one traffic.Exchange, number uint64) int {
		return cmp.Compare(one.Number, number)
	})
	switch {
	case begun:
		l.bytes -= kept(l.list[at])
		l.list[at] = x
	case x.Over:
		return // It was dropped meanwhile.
	default:
		l.list = slices.Insert(l.list, at, x)
		l.count(x)
	}
	l.bytes += kept(x)
	if x.Over && isBooking(x) && x.Status/100 == 2 && x.Failure == "" {
		l.counts.Bookings++
	}
	l.shrink()
}

func (l *Log) count(x traffic.Exchange) {
	l.recent = slices.DeleteFunc(l.recent, func(at time.Time) bool { return x.Began.Sub(at) >= time.Minute })
	l.recent = append(l.recent, x.Began)
	switch {
	case strings.HasSuffix(x.Template, "/hotel/search"):
		l.counts.Searches++
	case strings.HasSuffix(x.Template, "/rate_verification"):
		l.counts.Verifications++
	}
}

func isBooking(x traffic.Exchange) bool {
	return x.Method == http.MethodPost && strings.HasSuffix(x.Template, "/reservation")
}

func kept(x traffic.Exchange) int { return len(x.Request.Text) + len(x.Answer.Text) }

// shrink drops the oldest requests, and of others the oldest bodies.
func (l *Log) shrink() {
	if over := len(l.list) - most; over > 0 {
		for _, x := range l.list[:over] {
			l.bytes -= kept(x)
		}
		l.dropped += over
		l.list = slices.Delete(l.list, 0, over)
	}
	for i := 0; l.bytes > mostBytes && i < len(l.list); i++ {
		x := &l.list[i]
		l.bytes -= kept(*x)
		for _, b := range []*traffic.Body{&x.Request, &x.Answer} {
			if b.Text != nil {
				b.Text, b.Gone = nil, true
			}
		}
	}
}

// Version changes with each request that is sent or over.
func (l *Log) Version() uint64 {
	if l == nil {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.version
}

// A Snapshot is a log at one moment. Its bodies must not be changed.
type Snapshot struct {
	Exchanges  []traffic.Exchange // the newest first
	Dropped    int                // older ones that are not kept any more
	LastMinute int                // requests that began in it
	Limit      int                // so many a minute at most; 0 is any number
	Counts     Counts
}

// At returns what is kept at a time.
func (l *Log) At(now time.Time) Snapshot {
	if l == nil {
		return Snapshot{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	s := Snapshot{Exchanges: slices.Clone(l.list), Dropped: l.dropped, Limit: l.limit, Counts: l.counts}
	slices.Reverse(s.Exchanges)
	for _, at := range l.recent {
		if age := now.Sub(at); age < time.Minute {
			s.LastMinute++
		}
	}
	return s
}
