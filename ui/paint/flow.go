package paint

import "time"

// A flow says when a frame may be sent. Frames that follow each other too fast for anyone to see are left out, and
// so are those that a slow line would still be busy with when the next one is made: after some frames in a row the
// terminal is asked whether it has come so far, and the next frame waits for its answer. A held key then shows where
// it has got to, however slow the line, and not where it was when the line was last free.
type flow struct {
	pace   time.Duration // the least between two frames
	last   time.Time     // when the newest was sent
	due    bool          // a frame was put off
	streak int           // frames that came right after each other

	asked   time.Time // when the question was sent that is not answered yet; zero when there is none
	answers bool      // the terminal has answered one
	silent  int       // questions in a row that it did not answer
}

// What a terminal answers to the question whether it is well.
const (
	StatusAnswer  = "\x1b[0n"
	StatusTrouble = "\x1b[3n"
)

const (
	statusQuery = "\x1b[5n"
	// streakTime is the most between two frames of a streak, such as those of a held key, and streakLeast the number
	// of frames from which it is one.
	streakTime  = 60 * time.Millisecond
	streakLeast = 3
	// answerTime is how long an answer may take: a full screen over the slowest of lines. A terminal that has never
	// answered is asked mostSilent times.
	answerTime = 5 * time.Second
	firstTime  = time.Second
	mostSilent = 2
)

// wait returns how long the next frame has to wait; 0 for not at all.
func (f *flow) wait(now time.Time) time.Duration {
	if !f.asked.IsZero() {
		limit := answerTime
		if !f.answers {
			limit = firstTime
		}
		if wait := limit - now.Sub(f.asked); wait > 0 && wait <= limit {
			return wait
		}
		f.asked = time.Time{}
		f.silent++
	}
	if wait := f.pace - now.Sub(f.last); wait > 0 && wait <= f.pace {
		return wait
	}
	return 0
}

// asks takes note of a frame, and reports whether the question is sent after it.
func (f *flow) asks(now time.Time) bool {
	if now.Sub(f.last) > streakTime {
		f.streak = 0
	}
	f.last = now
	if f.streak++; f.streak < streakLeast || !f.answers && f.silent >= mostSilent {
		return false
	}
	f.asked = now
	return true
}

func (f *flow) answered() {
	f.asked, f.answers, f.silent, f.due = time.Time{}, true, 0, false
}

// Answered is called when the terminal has answered the question that follows some frames.
func (p *Painter) Answered() { p.flow.answered() }

// Asking reports whether the terminal still has such a question to answer, or one that it is expected to.
func (p *Painter) Asking() bool { return !p.flow.asked.IsZero() || p.expecting }

// Show draws the frame now, or returns how long to wait before Due if it must not be drawn yet. Frames in between are
// left out, all but the last. The error is of a terminal that is gone; it is returned once.
func (p *Painter) Show(frame func() string) (wait time.Duration, err error) {
	if p.flow.due || p.gone {
		return 0, nil
	}
	now := p.now()
	if wait := p.flow.wait(now); wait > 0 {
		p.flow.due = true
		return wait, nil
	}
	err = p.draw(frame())
	p.gone = err != nil
	return 0, err
}

// Due ends the wait that Show has asked for.
func (p *Painter) Due() { p.flow.due = false }
