package lens

import (
	"maps"
	"slices"
)

// Paths returns the paths of all fields that the specification has.
func Paths() []string { return slices.Sorted(maps.Keys(entries)) }
