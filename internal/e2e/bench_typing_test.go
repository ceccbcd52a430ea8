//go:build unix

package e2e

import (
	"slices"
	"testing"
	"time"
)

// BenchmarkConsoleTyping measures from a letter of a destination to the frame that shows its answer, on the demo's own
// sandbox, and the same letters in a program that only echoes.
func BenchmarkConsoleTyping(b *testing.B) {
	program, err := build()
	if err != nil {
		b.Fatal(err)
	}
	b.Run("floor", func(b *testing.B) {
		x := childOf("floor").start(b)
		defer x.stop("q")
		x.until("ready")
		measureLetters(b, x, []string{"\x1b[B"})
	})
	b.Run("destinations", func(b *testing.B) {
		x := startStamped(b, b.TempDir(), program, nil, "demo", "--latency", "none", "--changes", "0")
		defer x.stop("\x03")
		x.until("nothing sent yet")
		for _, letter := range []string{"l", "o", "n", "\x15"} { // The first word waits for the index.
			x.press(letter)
			time.Sleep(200 * time.Millisecond)
		}
		measureLetters(b, x, []string{"l", "o", "n", "d", "o", "n", "\x15", "p", "a", "r", "i", "s", "\x15", "h", "e", "a", "t", "h", "\x15"})
	})
}

// answered is how long nothing must come for an answer to be complete: less than until a spinner would turn.
const answered = 100 * time.Millisecond

func measureLetters(b *testing.B, x *Stamped, letters []string) {
	b.Helper()
	x.settle()
	var times []time.Duration
	for n := 0; b.Loop(); n++ {
		start := time.Now()
		if _, err := x.pty.WriteString(letters[n%len(letters)]); err != nil {
			b.Fatal(err)
		}
		last, _, err := x.frame(answered)
		if err != nil {
			b.Fatal(err)
		}
		times = append(times, last.Sub(start))
	}
	slices.Sort(times)
	report(b, times)
	b.ReportMetric(times[min(len(times)-1, len(times)*95/100)].Seconds()*1e3, "ms-p95")
}
