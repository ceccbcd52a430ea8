package sandbox

import (
	"bellhop/sandbox/service"
	"bellhop/sandbox/training"
	"bellhop/sandbox/world"
)

// Quirks lists every quirk that a training has.
func Quirks() []training.Quirk { return training.ListQuirks() }

// CheckQuirks checks names of quirks as Options.Quirks has them.
func CheckQuirks(text string) error { return training.CheckQuirks(text) }

// Scenarios lists the hotels of the scenario city in their order. They are the
// same in every world.
func Scenarios() []world.Scenario { return world.Scenarios() }

// TestTokens returns the named payment tokens, the good one first.
func TestTokens() []service.TestToken { return service.TestTokens() }

// CheckNames checks settings as Options.Names has them.
func CheckNames(settings []string) error { return service.CheckNames(settings) }
