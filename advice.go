package main

import (
	"errors"
	"fmt"

	"bellhop/sandbox/store"
)

// adviseDemo adds to an error of the demo's data what the demo offers against
// it. Other errors, and none, come back as they are.
func adviseDemo(err error) error {
	var (
		busy  *store.InUseError
		other *store.MismatchError
		newer *store.VersionError
	)
	switch {
	case errors.As(err, &busy):
		return fmt.Errorf("a demo is running already: %w; leave that one first", err)
	case errors.As(err, &other):
		return fmt.Errorf("%w; leave --seed out, or start over with --fresh", err)
	case errors.As(err, &newer):
		// The console starts the demo as well, and has no such flag.
		return fmt.Errorf("%w; use the newer one, or start over with bellhop demo --fresh", err)
	default:
		return err
	}
}

// adviseSandbox is adviseDemo for the sandbox that is served alone.
func adviseSandbox(err error) error {
	var (
		busy  *store.InUseError
		other *store.MismatchError
		newer *store.VersionError
	)
	switch {
	case errors.As(err, &busy):
		return fmt.Errorf("%w; stop that one, or use another --data", err)
	case errors.As(err, &other):
		return fmt.Errorf("%w; leave --seed and --properties out, or use another --data", err)
	case errors.As(err, &newer):
		return fmt.Errorf("%w; use the newer one, or another --data", err)
	default:
		return err
	}
}
