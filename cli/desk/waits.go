package desk

import (
	"context"
	"time"

	"bellhop/api/traffic"
	"bellhop/booking/activity"
	"bellhop/cli/output"

	"github.com/spf13/cobra"
)

// lookEvery is how often it is looked whether a read waits.
const lookEvery = 500 * time.Millisecond

// tellingWaits returns a context whose reads tell on standard error what they wait for, where that is a terminal: there
// somebody sees it, and ctrl+c stops it. Elsewhere nobody does, and a read waits no longer than it may take. stop ends it.
func tellingWaits(cmd *cobra.Command) (ctx context.Context, stop func()) {
	if _, ok := output.TerminalOf(cmd.ErrOrStderr()); !ok {
		return cmd.Context(), func() {}
	}
	waits, line := &traffic.Waits{}, progress(cmd)
	tick := time.NewTicker(lookEvery)
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		followWaits(waits, tick.C, over, line.Tell, line.Done)
	}()
	return waits.On(cmd.Context()), func() {
		tick.Stop()
		close(over)
		<-done
	}
}

// followWaits tells at each tick what is waited for, and takes that away when nothing is any more.
func followWaits(waits *traffic.Waits, ticks <-chan time.Time, over <-chan struct{}, tell func(string), done func()) {
	told := false
	for {
		select {
		case <-over:
			if told {
				done()
			}
			return
		case now := <-ticks:
			wait, waiting := waits.Now()
			switch {
			case waiting:
				tell(activity.Waiting(wait, now))
			case told:
				done()
			}
			told = waiting
		}
	}
}
