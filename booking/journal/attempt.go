package journal

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/gofrs/flock"
)

// errHeld means that another process, or another part of this one, acts on the attempt.
var errHeld = errors.New("another Bellhop is at this attempt")

// An Attempt is one write that this process acts on; no other can while it is open. Every step is on the disk
// when its method returns; one that cannot follow is an *orderError and changes nothing. It is safe for
// concurrent use.
type Attempt struct {
	j  *Journal
	id string

	mu   sync.Mutex
	lock *flock.Flock // nil when closed
}

// Begin writes down an attempt before anything of it is sent, and holds it. After any error nothing was written
// and nothing may be sent: errHeld and an *orderError stop a second Enter for one draft, a *HeldBackError a
// write to a reservation that has an open one, because nobody could tell which of the two a later read shows, and
// ErrOvertaken one whose plan read the reservation before another write to it was made.
func (j *Journal) Begin(p Plan) (*Attempt, error) {
	return j.begin(p, func() error { return nil })
}

// A HeldBackError means that nothing was written because of earlier writes: bookings that may be of the same
// stay, the newest first, or an unresolved write to the same reservation.
type HeldBackError struct{ Earlier []AttemptState }

func (e *HeldBackError) Error() string {
	if e.Earlier[0].Kind == Create {
		return fmt.Sprintf("attempt %s may have booked the same stay", e.Earlier[0].Attempt)
	}
	return fmt.Sprintf("attempt %s at the same reservation has no known outcome yet", e.Earlier[0].Attempt)
}

// A Position is a place in the journal, counted from 1; zero is none.
type Position int64

// Position returns the end of the journal.
func (j *Journal) Position() (Position, error) {
	return asked(j, func() (Position, error) { return Position(j.end + 1), nil })
}

// ErrOvertaken means that nothing was written, because the reservation was written to after the plan had read it.
var ErrOvertaken = errors.New("the reservation was changed on this machine after it was read")

// overtaken reports whether a write to the plan's reservation was made since the plan read it. The lock is held.
func (j *Journal) overtaken(p Plan) bool {
	if p.ReadAt == 0 {
		return false
	}
	for _, r := range j.attempts.byReservation[p.Reservation] {
		last := r.lines[len(r.lines)-1]
		if r.made && r.profile == p.Profile && r.environment == p.Environment && Position(last.at+1) >= p.ReadAt {
			return true
		}
	}
	return false
}

// BeginUnlessSimilar is Begin with a *HeldBackError where something similar was planned within so much time
// (see Similar) that the plan does not accept. Look and line are one step: of two consoles that plan the same
// stay one gets the error.
func (j *Journal) BeginUnlessSimilar(p Plan, within time.Duration) (*Attempt, error) {
	return j.begin(p, func() error {
		list, err := j.similar(p, within)
		if err != nil {
			return err
		}
		list = slices.DeleteFunc(list, func(s AttemptState) bool { return p.accepts(s) })
		if len(list) > 0 {
			return &HeldBackError{list}
		}
		return nil
	})
}

func (p Plan) accepts(s AttemptState) bool {
	return slices.Contains(p.Despite, s.Attempt) && (!s.Made() || !slices.Contains(p.Unmade, s.Attempt))
}

// begin writes the plan down if allow lets it; no process adds anything meanwhile.
func (j *Journal) begin(p Plan, allow func() error) (*Attempt, error) {
	p.Agreement = p.Agreement.bounded()
	if err := p.check(); err != nil {
		return nil, err
	}
	a, ok, err := j.hold(p.Attempt)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errHeld
	}
	err = j.current(func() error {
		if earlier, err := j.openAt(p); err != nil || earlier != nil {
			if err == nil {
				err = &HeldBackError{[]AttemptState{*earlier}}
			}
			return err
		}
		if j.overtaken(p) {
			return ErrOvertaken
		}
		if err := allow(); err != nil {
			return err
		}
		return j.add(Event{Step: Planned, Attempt: p.Attempt, Plan: &p})
	})
	if err != nil {
		if closing := a.Close(); closing != nil {
			err = errors.Join(err, closing)
		}
		return nil, err
	}
	return a, nil
}

// openAt finds an open write to the plan's reservation; nil when there is none. The lock is held.
func (j *Journal) openAt(p Plan) (*AttemptState, error) {
	if p.Reservation == "" {
		return nil, nil //nolint:nilnil // A create is at no reservation yet.
	}
	for _, r := range j.attempts.byReservation[p.Reservation] {
		if r.attempt == p.Attempt || !r.open || r.profile != p.Profile || r.environment != p.Environment {
			continue
		}
		if s, err := j.attempts.state(r); err != nil || !p.OutsideLineage(s.DataState) {
			return s, err
		}
	}
	return nil, nil //nolint:nilnil // There is none, which is what most plans find.
}

// Resume takes over an attempt that another process left, or one that counts as not made and has taken place
// after all. It is false when another process is at it, or when the attempt was made.
//
// One that was never sent is resolved as not made: the line Sent is on the disk before a request goes out. In a
// damaged journal that line may be missing, so there it becomes Unknown, as does one that was sent and has no
// answer. Of what is left Answered is to be resolved, Unknown and Looked are to be looked for.
func (j *Journal) Resume(id string) (*Attempt, bool, error) {
	if s, err := j.State(id); err != nil || s.Made() {
		return nil, false, err
	}
	a, ok, err := j.hold(id)
	if err != nil || !ok {
		return nil, false, err
	}
	settled := false
	err = j.current(func() error {
		s, err := j.attempts.state(j.attempts.byID[id])
		switch {
		case err != nil:
			return err
		case s.Made():
			settled = true
			return nil
		case s.Step == Planned && len(j.damaged()) == 0:
			return j.add(Event{Attempt: id, Step: Resolved, Outcome: &Outcome{Result: s.Kind.NotMade(), Cause: CauseNotSent}})
		case s.Step == Planned:
			return j.add(Event{Attempt: id, Step: Unknown, Cause: CauseDamaged})
		case s.Step == Sent:
			return j.add(Event{Attempt: id, Step: Unknown, Cause: CauseInterrupted})
		default:
			return nil
		}
	})
	if err != nil || settled {
		return nil, false, errors.Join(err, a.Close())
	}
	return a, true, nil
}

func (j *Journal) hold(id string) (*Attempt, bool, error) {
	lock := flock.New(filepath.Join(j.dir, attemptsDir, id+".lock"), flock.SetPermissions(privateFile))
	ok, err := lock.TryLock()
	if err != nil {
		return nil, false, fmt.Errorf("attempt %s cannot be locked: %w", id, err)
	}
	if !ok {
		return nil, false, nil
	}
	return &Attempt{j: j, id: id, lock: lock}, true, nil
}

func (a *Attempt) step(e Event) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lock == nil {
		return ErrClosed
	}
	e.Attempt = a.id
	return a.j.current(func() error { return a.j.add(e) })
}

// ID returns the attempt's id.
func (a *Attempt) ID() string { return a.id }

// State is where the attempt stands.
func (a *Attempt) State() (AttemptState, error) { return a.j.State(a.id) }

// Sent is called right before the request goes out. After an error nothing may be sent.
func (a *Attempt) Sent() error { return a.step(Event{Step: Sent}) }

// Answered notes an answer that says made or not made for certain; any other is Unknown.
func (a *Attempt) Answered(o Outcome) error {
	o = o.tidy()
	return a.step(Event{Step: Answered, Outcome: &o})
}

// Unknown notes that no clear answer came: the write may have been made (WIRE 5).
func (a *Attempt) Unknown(c Cause) error {
	if c == "" {
		c = CauseOther
	}
	return a.step(Event{Step: Unknown, Cause: c.tidy()})
}

// Looked notes one look for an unresolved write.
func (a *Attempt) Looked(l Look) error {
	l = l.tidy()
	return a.step(Event{Step: Looked, Look: &l})
}

// Resolve notes the outcome of the attempt, which must fit what is known of it.
func (a *Attempt) Resolve(o Outcome) error {
	o = o.tidy()
	return a.step(Event{Step: Resolved, Outcome: &o})
}

// Close lets go of the attempt; an unresolved one stays open for whoever resumes it.
func (a *Attempt) Close() error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.lock == nil {
		return nil
	}
	lock := a.lock
	a.lock = nil
	// If it is removed too early, every step is still checked against the journal.
	done := a.j.needsNoLock(a.id)
	removed := done && os.Remove(lock.Path()) == nil
	if err := lock.Unlock(); err != nil {
		return fmt.Errorf("attempt %s cannot be unlocked: %w", a.id, err)
	}
	if done && !removed {
		_ = os.Remove(lock.Path()) // Windows removes no open file.
	}
	return nil
}

// needsNoLock reports whether nothing follows any more, as far as this process knows.
func (j *Journal) needsNoLock(id string) bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	r := j.attempts.byID[id]
	return r == nil || r.made || r.refused
}

// A write that has gone out must be recorded whatever was answered, so what follows tidies and never fails.

func (o Outcome) tidy() Outcome {
	o.Reservation, o.Status = clip(o.Reservation), clip(o.Status)
	o.Confirmation, o.Locator = clip(o.Confirmation), clip(o.Locator)
	o.Total, o.Currency, o.Terms = clip(o.Total), clip(o.Currency), clip(o.Terms)
	o.Cause = o.Cause.tidy()
	return o
}

func (l Look) tidy() Look {
	l.Reservation, l.Status, l.Cause = clip(l.Reservation), clip(l.Status), l.Cause.tidy()
	return l
}

func (c Cause) tidy() Cause {
	if c == "" || causeForm().MatchString(string(c)) {
		return c
	}
	return CauseOther
}

// clip keeps the file readable when the service sends a page for a word.
func clip(text string) string {
	const most = 128
	if len(text) <= most {
		return text
	}
	cut := most
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:cut] + "…"
}
