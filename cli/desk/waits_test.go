package desk

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"bellhop/api/traffic"

	"github.com/spf13/cobra"
)

func TestWaitsAreTold(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		now := time.Now()
		waits, ticks, over := &traffic.Waits{}, make(chan time.Time), make(chan struct{})
		var said []string
		go followWaits(waits, ticks, over, func(words string) { said = append(said, words) }, func() { said = append(said, "gone") })
		tick := func(at time.Time) {
			ticks <- at
			synctest.Wait()
		}
		tick(now)
		end := waits.Begin(now.Add(12*time.Second), "60 calls a minute")
		tick(now)
		tick(now.Add(time.Second))
		end()
		tick(now)
		tick(now)
		waits.Begin(now.Add(time.Second), "x")
		tick(now)
		close(over)
		synctest.Wait()
		if got, want := strings.Join(said, "|"), "waiting 12 s: 60 calls a minute|waiting 11 s: 60 calls a minute|gone|waiting 1 s: x|gone"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

// Without a terminal nobody is told, and nobody waits for long.
func TestNobodyIsToldWithoutATerminal(t *testing.T) {
	t.Parallel()
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	cmd.SetErr(&strings.Builder{})
	ctx, stop := tellingWaits(cmd)
	defer stop()
	if traffic.WaitsOf(ctx) != nil {
		t.Error("somebody is told")
	}
}
