package paint

import (
	"testing"
	"time"
)

// A question was sent, the program was stopped from outside, and it has the terminal again: the answer may have gone to the
// shell or may still come. Where it comes, the one to the next question is awaited too before the terminal is given away.
func TestAnAnswerThatAShellMayHaveGot(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	again := func() *flow {
		f := &flow{able: true, slow: true}
		for range 2 {
			if !f.asks(now) {
				t.Fatal("nothing was asked")
			}
			if f.owed == 1 {
				f.returned(now)
			}
		}
		return f
	}
	late := again()
	late.answered(now)
	if !late.asking(now) {
		t.Error("one of two answers has come, and none is awaited")
	}
	if late.wait(now.Add(time.Second)) != 0 {
		t.Error("a frame waits for an answer that may have gone to the shell")
	}
	late.answered(now)
	if late.asking(now) {
		t.Error("both answers have come, and one is awaited")
	}
	taken := again()
	taken.answered(now)
	if taken.asking(now.Add(doubtTime)) {
		t.Error("an answer that the shell has got is awaited for ever")
	}
	taken.asks(now.Add(doubtTime))
	if taken.answered(now.Add(doubtTime)); taken.asking(now.Add(doubtTime)) || taken.owed != 0 {
		t.Errorf("the next question is answered, and %d are awaited", taken.owed)
	}
}
