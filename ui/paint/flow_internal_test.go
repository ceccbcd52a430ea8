package paint

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/charmbracelet/x/vt"
)

// A slowLine carries what is written to a terminal, at so many bytes a second, and its answers back.
type slowLine struct {
	mu       sync.Mutex
	screen   *vt.Emulator
	rate     int // bytes a second
	delay    time.Duration
	answers  bool
	free     time.Time // when the line has carried all that was written
	answered func()
	arrived  func(text []byte)
	asked    int
}

func (l *slowLine) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	if l.free.Before(now) {
		l.free = now
	}
	l.free = l.free.Add(time.Duration(len(b)) * time.Second / time.Duration(l.rate))
	text := bytes.Clone(b)
	asks := bytes.Contains(text, []byte(statusQuery))
	if asks {
		l.asked++
	}
	time.AfterFunc(l.free.Sub(now)+l.delay, func() {
		l.arrived(bytes.ReplaceAll(text, []byte(statusQuery), nil))
		if asks && l.answers {
			time.AfterFunc(l.delay, l.answered)
		}
	})
	return len(b), nil
}

// held holds a key on a line for five seconds: 30 times a second a frame of another number is made. It returns the
// most frames that the terminal was behind, and how long after the last key it had come to the last frame. Settled
// holds the key only once the first frame is on the terminal.
func held(t *testing.T, l *slowLine, settled bool) (behind int, late time.Duration) {
	t.Helper()
	const keys, every = 150, time.Second / 30
	l.screen = vt.NewEmulator(100, 20)
	var mu sync.Mutex // the program's loop, and the screen
	number, last := 0, time.Time{}
	p := New(l, FPS)
	frame := func() string {
		lines := make([]string, 20)
		for y := range lines {
			lines[y] = fmt.Sprintf("%3d of what is under the cursor, in line %d of its details", number, y)
		}
		return strings.Join(lines, "\n")
	}
	var show func()
	show = func() {
		wait, err := p.Show(frame)
		if err != nil {
			t.Error(err)
		}
		if wait > 0 {
			time.AfterFunc(wait, func() {
				mu.Lock()
				defer mu.Unlock()
				if p.Due() {
					show()
				}
			})
		}
	}
	l.answered = func() {
		mu.Lock()
		defer mu.Unlock()
		if p.Answered() {
			show()
		}
	}
	shown := func() (n int) {
		_, _ = fmt.Sscan(l.screen.String(), &n)
		return n
	}
	l.arrived = func(text []byte) {
		mu.Lock()
		defer mu.Unlock()
		_, _ = l.screen.Write(text)
		behind = max(behind, number-shown())
		if shown() == keys {
			late = time.Since(last)
		}
	}
	p.Answers()
	p.Resize(100, 20)
	mustWrite(t, p, enterScreen)
	if settled {
		mu.Lock()
		show()
		mu.Unlock()
		time.Sleep(10 * time.Second)
	}
	for range keys {
		mu.Lock()
		number++
		last = time.Now()
		show()
		mu.Unlock()
		time.Sleep(every)
	}
	time.Sleep(time.Minute)
	mu.Lock()
	defer mu.Unlock()
	var lines []string
	for line := range strings.Lines(l.screen.String()) {
		lines = append(lines, strings.TrimRight(line, " \n"))
	}
	if got, want := strings.Join(lines, "\n"), frame(); got != want {
		t.Errorf("in the end the terminal shows\n%s\nand not\n%s", got, want)
	}
	return behind, late
}

// A key that is held on a slow line shows where it has got to.
func TestAHeldKeyOnASlowLine(t *testing.T) {
	for _, test := range []struct {
		name    string
		rate    int
		delay   time.Duration
		answers bool
		settled bool
		behind  int // frames, at most
		late    time.Duration
	}{
		{"fast", 1_000_000, time.Millisecond, true, true, 1, 50 * time.Millisecond},
		{"9,600 baud", 960, 5 * time.Millisecond, true, true, 12, 600 * time.Millisecond},
		{"200 ms there and back", 1_000_000, 100 * time.Millisecond, true, true, 10, 450 * time.Millisecond},
		{"both", 960, 100 * time.Millisecond, true, true, 18, 1100 * time.Millisecond},
		{"both, from the start", 960, 100 * time.Millisecond, true, false, 60, 1100 * time.Millisecond},
		{"a terminal that does not answer", 1_000_000, time.Millisecond, false, true, 1, 50 * time.Millisecond},
		{"one that does not answer, from the start", 1_000_000, time.Millisecond, false, false, 17, 500 * time.Millisecond},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := &slowLine{rate: test.rate, delay: test.delay, answers: test.answers}
				behind, late := held(t, l, test.settled)
				t.Logf("%d frames behind at most, the last one %s after its key, %d questions", behind, late, l.asked)
				if behind > test.behind || late > test.late {
					t.Errorf("%d frames behind at most, the last one %s after its key", behind, late)
				}
				if !test.answers && l.asked != 1 {
					t.Errorf("a terminal that does not answer was asked %d times", l.asked)
				}
			})
		})
	}
}
