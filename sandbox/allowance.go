package sandbox

import (
	"math"
	"strconv"
	"time"

	"golang.org/x/time/rate"

	"bellhop/sandbox/service"
	"bellhop/sandbox/training"
)

// allowance counts what an account asks of this server, by the real clock. A nil
// allowance has no end.
type allowance struct {
	rate   *rate.Limiter // nil for any number a second
	atOnce chan struct{} // nil for any number at once; holds one for each request under way
}

func newAllowance(l AccountLimits) *allowance {
	if l.PerSecond <= 0 && l.AtOnce <= 0 {
		return nil
	}
	a := &allowance{}
	if l.PerSecond > 0 {
		burst := l.Burst
		if burst <= 0 {
			burst = int(math.Ceil(l.PerSecond))
		}
		a.rate = rate.NewLimiter(rate.Limit(l.PerSecond), burst)
	}
	if l.AtOnce > 0 {
		a.atOnce = make(chan struct{}, l.AtOnce)
	}
	return a
}

// take takes a request from the allowance; done gives back its place among those under
// way. Where it is used up, wait is after how long another may be asked, and done is
// nil.
func (a *allowance) take(now time.Time) (done func(), wait time.Duration) {
	if a == nil {
		return func() {}, 0
	}
	if a.atOnce != nil {
		select {
		case a.atOnce <- struct{}{}:
		default:
			return nil, time.Second
		}
	}
	done = func() {
		if a.atOnce != nil {
			<-a.atOnce
		}
	}
	if a.rate == nil {
		return done, 0
	}
	held := a.rate.ReserveN(now, 1)
	if wait = held.DelayFrom(now); wait == 0 {
		return done, 0
	}
	held.CancelAt(now)
	done()
	return nil, wait
}

// refuseMore answers a request beyond its account's allowance. Nothing of it is looked
// at.
func (s *Sandbox) refuseMore(x *exchange, wait time.Duration) {
	x.Now = s.Now()
	x.ID = x.Identify("request", s.seed)
	a := training.Answer{Answer: x.Blank().Refuse(service.ErrTooMany)}
	a.Header["Retry-After"] = strconv.Itoa(int(math.Ceil(wait.Seconds())))
	s.note(x, a)
	x.deliver(a)
}
