package accountfile

import (
	"context"
	"errors"
	"os"
	"time"

	"bellhop/sandbox"
)

// Follow reads a file again whenever it has changed, looking every so often and at each
// signal of now, until ctx ends. A file that cannot be read is told once, and the
// accounts before it stay in force; one that names none means that nobody may call. Accounts that could not be used are tried again.
func Follow(ctx context.Context, name string, every time.Duration, now <-chan os.Signal, use func([]sandbox.Account) error, failed func(error)) {
	ticks := time.NewTicker(every)
	defer ticks.Stop()
	last, told := stateOf(name), ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-now:
			last = state{}
		case <-ticks.C:
		}
		is := stateOf(name)
		if is == last {
			continue
		}
		last = is
		list, err := Read(name)
		if err == nil || errors.Is(err, errNobody) {
			if err = use(list); err != nil {
				last = state{}
			}
		}
		switch {
		case err == nil:
			told = ""
		case ctx.Err() == nil && err.Error() != told:
			told = err.Error()
			failed(err)
		}
	}
}

// state is what tells one state of a file from another.
type state struct {
	written time.Time
	size    int64
	there   bool
}

func stateOf(name string) state {
	info, err := os.Stat(name)
	if err != nil {
		return state{}
	}
	return state{info.ModTime(), info.Size(), true}
}
