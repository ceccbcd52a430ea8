//go:build !linux && !darwin

package campaign

import "errors"

// canFillDisks reports whether this system can keep one process from making files
// longer.
const canFillDisks = false

func limitFiles(int64) (free func(), err error) { return nil, errors.ErrUnsupported }
