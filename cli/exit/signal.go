package exit

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
)

// UntilSignal is a context that the first signal to stop ends; its cause is then
// an *Stopped. A second signal ends the program at once.
func UntilSignal(parent context.Context) (ctx context.Context, stop func()) {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	if !signal.Ignored(syscall.SIGHUP) {
		// A line that is dropped stops a command as ctrl+c does, unless nohup says
		// otherwise.
		signal.Notify(signals, syscall.SIGHUP)
	}
	go func() {
		select {
		case which := <-signals:
			signal.Stop(signals)
			cancel(&Stopped{Signal: which})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(signals)
		cancel(nil)
	}
}

// StoppedBy is the error of a command with a context of UntilSignal: the signal
// is its reason.
func StoppedBy(ctx context.Context, err error) error {
	if stopped := new(Stopped); err != nil && errors.As(context.Cause(ctx), &stopped) {
		return stopped
	}
	return err
}
