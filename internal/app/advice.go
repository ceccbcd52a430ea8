package app

import (
	"errors"
	"fmt"

	"bellhop/cli/exit"
	"bellhop/sandbox"
	"bellhop/sandbox/store"
)

// An advice is what a command offers against an error of its sandbox's data.
type advice struct{ busy, other, newer, older, damaged, rest string }

// fromSnapshot is what goes before the last resort against damage.
const fromSnapshot = "go back to a snapshot by copying its file from the folder snapshots over sandbox.db and removing sandbox.db-wal, or "

var (
	demoAdvice = advice{
		busy:  "leave the other demo first",
		other: "leave --seed and --hotels out, or start over with --fresh",
		// The console starts the demo as well, and has no such flag.
		newer:   "use the newer one, or start over with bellhop demo --fresh",
		older:   "start over with bellhop demo --fresh",
		damaged: fromSnapshot + "start over with bellhop demo --fresh",
		// A full disk, a folder that may not be written: to start over needs room as well, and takes away what is there.
		rest: "mend that and start again, or set XDG_DATA_HOME to another folder; what is there is kept",
	}
	sandboxAdvice = advice{
		busy:    "stop that one, or use another --data",
		other:   "leave --seed and --hotels out, or use another --data",
		newer:   "use the newer one, or another --data",
		older:   "start over with another --data, or remove that folder",
		damaged: fromSnapshot + "use another --data",
		rest:    "if that can't be mended, use another --data",
	}
)

// demoError is what to do against an error of the demo's data. Who comes over SSH knows
// neither the folder nor another sandbox: it is their own other console.
func demoError(err error) error {
	var busy *store.InUseError
	if overSSH() && errors.As(err, &busy) {
		return errors.New("the demo is in use by another of your consoles, which does not answer: leave that one first. If its line has dropped, try again in a moment")
	}
	return advise(err, demoAdvice)
}

// advise adds to an error of a sandbox's data what its command offers against
// it.
func advise(err error, a advice) error {
	var (
		busy  *store.InUseError
		other *store.MismatchError
		newer *store.VersionError
		older *store.OldError
		bad   *store.DamageError
		old   *store.MigrateError
		place *store.PlaceError
		input *sandbox.InputError
	)
	switch {
	case err == nil:
		return nil
	case errors.As(err, &input):
		return exit.Wrong("%s", input.Text)
	case errors.As(err, &old):
		return fmt.Errorf("%w; stop the servers of that one, and run bellhop sandbox migrate", err)
	case errors.As(err, &place):
		return place
	case errors.Is(err, store.ErrUnavailable):
		return fmt.Errorf("%w; check the address, and whether PostgreSQL runs there", err)
	case errors.As(err, &busy):
		return fmt.Errorf("%w; %s", err, a.busy)
	case errors.As(err, &older), errors.As(err, &other) && other.OtherVersion():
		return fmt.Errorf("%w; %s", err, a.older)
	case errors.As(err, &other):
		return fmt.Errorf("%w; %s", err, a.other)
	case errors.As(err, &newer):
		return fmt.Errorf("%w; %s", err, a.newer)
	case errors.As(err, &bad):
		return fmt.Errorf("%w; %s", err, a.damaged)
	default:
		return fmt.Errorf("%w; %s", err, a.rest)
	}
}
