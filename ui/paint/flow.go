package paint

import "time"

// A flow says when a frame may be sent. Frames that follow each other too fast for anyone to see are left out, and
// so are those that a slow line would still be busy with when the next one is made: with the first frame and after
// some in a row the terminal is asked whether it has come so far, and the next one waits for its answer. A held key
// then shows where it has got to, however slow the line, and not where it was when the line was last free.
type flow struct {
	pace   time.Duration // the least between two frames
	last   time.Time     // when the newest was sent
	wanted time.Time     // when one was last put off or left out
	due    time.Time     // when the frame that was put off is to be drawn; zero when there is none
	streak int           // frames that came right after each other

	able    bool      // there is a terminal to ask
	asked   time.Time // when the question was sent that is not answered yet; zero when there is none
	owed    int       // answers that the terminal has not given yet
	doubt   time.Time // until when one of them may still come that somebody else may have got; zero when there is none
	begun   bool      // the first one was sent
	answers bool      // the terminal has answered one
	mute    bool      // it has left one unanswered for too long: none is asked until that answer comes
	slow    bool      // the newest answer took so long that every frame is asked after
	hurried bool      // the next frame is not put off
}

// What a terminal answers to the question whether it is well. The forms with a question mark are those of an emulator
// that takes the question for one of DEC's own.
const (
	statusAnswer     = "\x1b[0n"
	statusTrouble    = "\x1b[3n"
	statusAnswerDEC  = "\x1b[?0n"
	statusTroubleDEC = "\x1b[?3n"
)

// StatusAnswers returns all forms of that answer.
func StatusAnswers() []string {
	return []string{statusAnswer, statusTrouble, statusAnswerDEC, statusTroubleDEC}
}

const (
	statusQuery = "\x1b[5n"
	// streakTime is the most between two frames of a streak, such as those of a held key, and streakLeast the number
	// of frames from which it is one.
	streakTime  = 60 * time.Millisecond
	streakLeast = 3
	// slowTime is how long an answer takes at least on a line that is too slow for three frames in a row.
	slowTime = 50 * time.Millisecond
	// answerTime is how long an answer may take: a full screen over the slowest of lines.
	answerTime = 5 * time.Second
	// doubtTime is how long an answer is looked out for that a shell may have got while it had the terminal.
	doubtTime = 2 * time.Second
	// firstTime is the least between two frames of a streak while the first answer is awaited, which some terminals
	// never give.
	firstTime = 500 * time.Millisecond
)

// wait returns how long the next frame has to wait; 0 for not at all.
func (f *flow) wait(now time.Time) time.Duration {
	if f.hurried {
		return 0
	}
	if !f.asked.IsZero() {
		if wait := f.asked.Add(answerTime).Sub(now); wait <= 0 || wait > answerTime {
			f.asked, f.mute = time.Time{}, true
		} else if f.answers {
			return wait
		}
	}
	pace := f.pace
	if !f.asked.IsZero() && f.streak >= streakLeast && f.continues(now) {
		pace = firstTime
	}
	if wait := pace - now.Sub(f.last); wait > 0 && wait <= pace {
		return wait
	}
	return 0
}

// hurry has the next frame drawn at once, in the place of one that was put off.
func (f *flow) hurry() { f.hurried, f.due = true, time.Time{} }

// continues reports whether a frame of now belongs to the streak.
func (f *flow) continues(now time.Time) bool {
	return now.Sub(f.last) <= streakTime || now.Sub(f.wanted) <= streakTime
}

// asks takes note of a frame, and reports whether the question is sent after it.
func (f *flow) asks(now time.Time) bool {
	if !f.continues(now) {
		f.streak = 0
	}
	f.streak++
	f.last, f.hurried = now, false
	if !f.able || f.mute || !f.asked.IsZero() || f.begun && !f.slow && f.streak < streakLeast {
		return false
	}
	f.asked, f.begun = now, true
	f.owed++
	return true
}

// returned takes note that the screen is taken, for the first time or again. Whoever had the terminal meanwhile may
// have got the answer, so that no frame waits for it; it may as well come yet.
func (f *flow) returned(now time.Time) {
	if !f.asked.IsZero() {
		f.doubt = now.Add(doubtTime)
	}
	f.asked = time.Time{}
}

// asking reports whether an answer is still to come. One in doubt is, until as many have come as there were questions or
// its time is over.
func (f *flow) asking(now time.Time) bool {
	return !f.asked.IsZero() || f.owed > 0 && now.Before(f.doubt)
}

// answered takes note of an answer, and reports whether a frame has waited for it.
func (f *flow) answered(now time.Time) (waited bool) {
	if f.slow = f.asked.IsZero() || now.Sub(f.asked) > slowTime; !f.slow {
		f.streak = 0 // The next ones need no question yet.
	}
	waited = !f.due.IsZero() && !f.asked.IsZero()
	f.asked, f.answers, f.mute = time.Time{}, true, false
	if f.owed--; f.owed <= 0 || !now.Before(f.doubt) {
		f.owed, f.doubt = 0, time.Time{}
	}
	if waited {
		f.due = time.Time{}
	}
	return waited
}

// Answers has the painter ask the terminal, which Answered has to be called for.
func (p *Painter) Answers() { p.flow.able = true }

// Answered is called when the terminal has answered the question that follows some frames. It reports whether a frame
// has waited for that and is to be drawn.
func (p *Painter) Answered() (waited bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.flow.answered(p.now())
}

// Asking reports whether the terminal still has such a question to answer, or one that it is expected to.
func (p *Painter) Asking() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.flow.asking(p.now()) || p.expecting
}

// HasAnswered reports whether the terminal has ever answered such a question.
func (p *Painter) HasAnswered() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.flow.answers
}

// Show draws the frame now, or returns how long to wait before Due if it must not be drawn yet. Frames in between are
// left out, all but the last. The error is of a terminal that is gone; it is returned once.
func (p *Painter) Show(frame func() string) (wait time.Duration, err error) {
	if p.gone {
		return 0, nil
	}
	if wait, later := p.later(); later {
		return wait, nil
	}
	err = p.draw(frame())
	p.gone = err != nil
	return 0, err
}

// later reports whether a frame is not drawn now, and how long to wait where nothing waits already.
func (p *Painter) later() (wait time.Duration, later bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if p.flow.due.IsZero() {
		if wait = p.flow.wait(now); wait == 0 {
			return 0, false
		}
		p.flow.due = now.Add(wait)
	}
	p.flow.wanted = now
	return wait, true
}

// Due ends the wait that Show has asked for, and reports whether a frame is to be drawn: an answer may have come before,
// and another wait have begun.
func (p *Painter) Due() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.flow.due.IsZero() || p.now().Before(p.flow.due) {
		return false
	}
	p.flow.due = time.Time{}
	return true
}
